"""What the numbers of an observation of City of Iron mean, in the order of `features`."""

from wartable.guides.observation import Parts, each, flag, flags, ids, number, sign
from wartable.rulebook.data import Data

from .judge import GLOBAL
from .state import CARDS, FACES, GOODS, LAND_CITIES, LANDS, SEATS, TOKENS, TOWNS, TYPES, Kind, Step

KINDS, STEPS = 12, GLOBAL - 18


def _side(data: Data) -> Parts:
    decks = ("citizen", "military")
    return (
        number("points", "points", 50, None, -100),
        number("coins", "coins", 20),
        number("science", "science", 6),
        number("income", "income", 12),
        number("gives_coins", "coins that buildings and towns give", 4),
        number("gives_science", "science that buildings and towns give", 3),
        each("draws", decks, (number("", "{} cards drawn in a round", 4),)),
        number("work", "work left", 2),
        number("distance", "distance that its buildings give", 2),
        number("stored", "buildings stored", 4),
        number("towns", "towns counted", 4),
        number("lands", "distance of all lands", 8),
        number("cards", "cards owned", 20),
        each("goods", ids(data, "goods", GOODS), (number("", "{}", 8),)),
        flags("types", ids(data, "land_types", TYPES), "has {}"),
        each("tokens", ids(data, "tokens", TOKENS), (number("", "{} tokens left", 2),)),
        each("free", range(LAND_CITIES), (number("", "free places of city {}", 5),)),
        each("built", range(LAND_CITIES), (number("", "buildings of city {}", 5),)),
        each("hand", decks, (number("", "{} cards in hand", 6),)),
        each("pile", decks, (number("", "{} cards to draw", 6),)),
        flag("due", "is to act"),
        number("nation", "number of the nation, in the order of nations.csv", 3, 3, -1),
    )


def _table() -> Parts:
    kinds = {int(kind): kind.name.lower() for kind in Kind}
    steps = {int(step): step.name.lower() for step in Step}
    return (
        number("round", "round", 8),
        number("scorings", "scorings so far", 3),
        flag("due_score", "this round ends with a scoring"),
        number("score_cards", "scoring cards", 3),
        number("turns", "turns taken in this round", 12),
        number("ahead", "rounds to come", 7),
        flags("asked", [kinds.get(place, "nothing") for place in range(KINDS)], "the decision is {}"),
        flags("step", [steps.get(place, f"none_{place}") for place in range(STEPS)], "the next step of a plan is {}"),
    )


def parts(data: Data) -> Parts:
    cards, towns, lands = ids(data, "cards", CARDS), ids(data, "towns", TOWNS), ids(data, "lands", LANDS)
    seats = ("own", *(f"next_{place}" for place in range(1, SEATS)))
    return (
        each("side", seats, _side(data)),
        *_table(),
        flags("hand", cards, "{} is in the viewer's hand"),
        flags("shop", cards, "{} can be bought"),
        flags("played", cards, "{} is laid for this plan or picked"),
        each("row", range(FACES), (number("", "buildings of face {} for sale", 2),)),
        each("stored", range(FACES), (number("", "own stored buildings of face {}", 2),)),
        each("left", range(FACES), (number("", "buildings of face {} left in the decks", 4),)),
        each("town", towns, (sign("", "{}"),)),
        each("land", lands, (sign("", "{}"),)),
    )
