"""What a person may ask about the table of City of Iron: how it stands, and what was meant by touching it."""

from wartable.compiler.mode import plain
from wartable.core.frames import kind
from wartable.drawing.card import Card

from .box import Box, text_of
from .state import NATIONS, NONE, Kind, State, Step
from .texts import face_name, key, nation_abilities, step_of

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


TOUCHED = {"town": "attack", "land": "settle", "card": "play"}
"""What one wants to do with a thing that is touched in a turn."""


def nation_of(view: State, box: Box, thing: str) -> int:
    """The nation that a thing shows, NONE for anything else."""
    what, _, rest = thing.partition("-")
    if what == "name":
        return view.sides[int(rest)].nation
    keys = [key(box.nation_text[nation]) for nation in range(NATIONS)]
    return keys.index(rest) if what == "nation" and rest in keys else NONE


def explain_nation(box: Box, nation: int) -> Card:
    """A nation and what it can do (chapter 13), a fact for each ability."""
    title = text_of(box.nation_text[nation].name)
    if not box.nations_differ:
        return Card(title, 201)
    rule = 1301 if box.moves_buildings[nation] else 1303 if box.free_study[nation] else 1305
    facts = nation_abilities(box, nation).rstrip(".").split(". ")
    return Card(title, 1307 if box.second_bid[nation] else rule, tuple(facts))


def meant_by(view: State, box: Box, seat: int, touched: tuple[str, ...]) -> str | None:
    """The typed intention that touching these things is."""
    row = next((thing.removeprefix("row-") for thing in touched if thing.startswith("row-")), "")
    if row:
        stores = "do-store" in touched or step_of(view, box, seat) == Step.ROW_CARD
        return f"{'store' if stores else 'build'}-{row}"
    found = [word for word in (word_of(view, box, thing) for thing in touched) if word]
    return " ".join(found) or None


def word_of(view: State, box: Box, thing: str) -> str:
    what, _, rest = thing.partition("-")
    in_turn = bool(plain(kind)(view) == Kind.TURN)
    name = rest.replace("_", " ")
    if what in ("town", "land", "card"):
        return f"{TOUCHED[what]} {name}" if in_turn else name
    if what in ("good", "nation", "token"):
        return name
    if what == "shop":
        return f"buy {name}"
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
