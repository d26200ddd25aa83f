"""What a person may ask about the table of City of Iron: how it stands, and what was meant by touching it."""

from wartable.core.rules import kind, plain
from wartable.drawing.card import Card
from wartable.drawing.scene import Id

from .box import Box, text_of
from .state import CARDS, NATIONS, NONE, Kind, State, Step
from .texts import PLACES, card_name, effect_text, face_name, key, nation_abilities, price, step_of, strength_text

RULES = {"row-": 501, "stored-": 409, "town-": 801, "open-": 801, "land-": 905, "good-": 1101, "has-": 1101}
RULES |= {"spot-": 302, "bidder-": 305, "round": 1001, "points-": 1209, "coins-": 106, "science-": 407, "income-": 1006}
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
    id = Id.read(thing)
    if id.what == "name":
        return view.sides[int(id.name)].nation
    keys = [key(box.nation_text[nation]) for nation in range(NATIONS)]
    return keys.index(id.name) if id.what == "nation" and id.name in keys else NONE


def card_of(box: Box, thing: str) -> int:
    """The card in a hand or in the shop that a thing is, NONE for anything else."""
    id = Id.read(thing)
    if id.what not in ("card", "shop"):
        return NONE
    return next((card for card in range(CARDS) if key(box.card_text[card]) == id.name), NONE)


def explain_card(view: State, box: Box, seat: int, card: int, is_for_sale: bool) -> Card:
    """What a card's action does, then what the card is worth and costs."""
    nation = view.sides[max(seat, 0)].nation
    does = f"Played: {effect_text(box, card, nation)}."
    worth = f"Laid or kept: {strength_text(box, card)}".rstrip(", ")
    facts = (worth, f"Price: {price(box.card_coins[card], box.card_science[card])}")
    return Card(card_name(box, card), 1011 if is_for_sale else 404, facts, does)


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
    ids = [Id.read(thing) for thing in touched]
    row = next((id.name for id in ids if id.what == "row"), "")
    if row:
        stores = "do-store" in touched or step_of(view, box, seat) == Step.ROW_CARD
        return f"{'store' if stores else 'build'}-{row}"
    found = [word for word in (word_of(view, box, id) for id in ids) if word]
    return " ".join(found) or None


def word_of(view: State, box: Box, id: Id) -> str:
    name = id.name.replace("_", " ")
    match id.parts:
        case ("town" | "land" | "card") as what, *_:
            return f"{TOUCHED[what]} {name}" if plain(kind)(view) == Kind.TURN else name
        case (("good" | "nation" | "token"), *_):
            return name
        case "shop", *_:
            return f"buy {name}"
        case "spot", number:
            return f"bid {number}"
        case "pile", _, pile:
            return f"draw {pile}"
        case "do", ("science" | "tax" | "store" | "done" | "back") as word:
            return word
        case "built", int(owner), str(spot):
            return built_word(view, box, owner, spot)
    return ""


def built_word(view: State, box: Box, owner: int, spot: str) -> str:
    """A building in a city: to touch one is to want it gone."""
    city = view.sides[owner].cities[int(spot[0]) - 1]
    place = PLACES.index(spot[1])
    return f"destroy {face_name(box, city.built[place]).lower()}" if place < city.count else ""
