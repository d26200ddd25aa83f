"""What a person may ask about the table of City of Iron: how it stands, and what was meant by touching it."""

from wartable.core.compiled import plain
from wartable.core.frames import kind

from .box import Box
from .state import Kind, State
from .texts import face_name

RULES = {
    "row-": 501,
    "stored-": 409,
    "town-": 801,
    "open-": 801,
    "land-": 905,
    "good-": 1101,
    "has-": 1101,
    "spot-": 302,
}
RULES |= {"bidder-": 305, "round": 1001, "points-": 1209, "coins-": 106, "science-": 407, "income-": 1006}
RULES |= {"city-": 504, "ground-": 504, "built-": 507, "free-": 504, "card-": 404, "shop-": 1011, "pile-": 410}
RULES |= {"discard-": 411, "token-": 902, "do-tax": 408, "do-science": 407, "do-build": 501, "do-store": 409}
RULES |= {"do-back": 405, "rival-": 103, "nation-": 202}


def goal(view: State, box: Box, seat: int) -> str:
    stand = ", ".join(f"{{{owner}}} {int(view.sides[owner].points)}" for owner in range(box.seats))
    return f"Most points after 3 scorings ({int(view.scorings)} done): {stand}"


def meant_by(view: State, box: Box, seat: int, touched: tuple[str, ...]) -> str | None:
    """The typed intention that touching these things is."""
    found = [word for word in (word_of(view, box, thing) for thing in touched) if word]
    return " ".join(found) or None


def word_of(view: State, box: Box, thing: str) -> str:
    what, _, rest = thing.partition("-")
    in_turn = bool(plain(kind)(view) == Kind.TURN)
    if what == "row":
        return f"build {rest}" if in_turn else rest
    if what in ("town", "land", "good", "nation", "token"):
        return {"town": "attack ", "land": "settle "}.get(what, "") * in_turn + rest.replace("_", " ")
    if what == "card":
        return f"play {rest.replace('_', ' ')}" if in_turn else rest.replace("_", " ")
    if what == "shop":
        return f"buy {rest.replace('_', ' ')}"
    if what == "spot":
        return f"bid {rest}"
    if what == "pile":
        return f"draw {rest.split('-')[-1]}"
    if what == "do":
        return {"science": "science", "tax": "tax", "store": "store", "done": "done", "back": "back"}.get(rest, "")
    if what == "built":
        return built_word(view, box, rest)
    return ""


def built_word(view: State, box: Box, rest: str) -> str:
    """A building in a city: to touch one is to want it gone."""
    owner, _, spot = rest.partition("-")
    city = view.sides[int(owner)].cities[int(spot[0]) - 1]
    place = "abcdefghijkl".index(spot[1])
    return f"destroy {face_name(box, city.built[place]).lower()}" if place < city.count else ""
