"""What the numbers of an observation of Iron Kings mean, in the order of `features`."""

from wartable.guides.observation import Parts, each, flag, flags, ids, number, sign, unused
from wartable.rulebook.data import Data

from .box import Section
from .judge import ASKED_KINDS, SIGHT
from .state import DIRECTIONS, HEXES, KING_SPACES, PLANS, SEATS, SPACES, TRACK, Frame, Space, Store, Token


def _hex() -> Parts:
    return (
        flag("known", "the terrain is known"),
        number("climb", "it must be climbed"),
        number("defence", "its defence"),
        number("keep", "tokens that may be kept here"),
        number("draw", "tokens that are drawn here"),
        number("skull", "it hurts"),
        number("stop", "a King stops here"),
        number("stack", "goods that lie here (below 0: without end)", 3, None, -1),
        flag("own_worker", "an own worker is here"),
        flag("other_worker", "another's worker is here"),
        sign("king", "a King is here"),
        sign("home", "it is a home"),
        flag("ahead", "it is straight ahead of the viewer's King"),
    )


def _side(data: Data) -> Parts:
    plans = ids(data, "planning", PLANS)
    spaces = [Space(place).name.lower() for place in range(SPACES)]
    sections = [section.name.lower() for section in Section]
    return (
        number("points", "points at home", 10),
        number("carried", "treasures carried", 3),
        number("steam", "steam", 8),
        number("most_steam", "steam that it can hold", 8),
        number("wilderness", "workers in the wilderness", 4),
        number("rested_small", "small workers that rest", 4),
        number("rested_big", "big workers that rest"),
        number("attack", "attack by treasures", 3),
        number("ranged", "ranged attack by treasures", 3),
        number("shield", "shield by treasures", 3),
        number("brace", "is braced"),
        number("hand_size", "cards in hand", 5),
        flag("at_home", "the King is at home"),
        each("store", [store.name.lower() for store in Store], (number("", "{} in store", 4),)),
        each("space", spaces, (number("", "worker on {} (1 small, 2 big)", 2),)),
        each("damage", spaces[:KING_SPACES], (number("", "damage on {}"),)),
        each("fitted", sections, (number("", "price in iron of the upgrade of the {}", 5),)),
        flags("faces", range(DIRECTIONS), "the King faces direction {}"),
        number("way_home", "hexes to the home", 5),
        number("cargo", "points carried", 5),
        *(unused(f"unused_{place}") for place in range(44, 48)),
        each("plan", plans, (number("", "cards of {} in hand, where they are seen", 2),)),
        each("track", range(TRACK), (
            number("effect", "number of what the card on this place of the track does, from 1", 7),
            number("way", "steps less turns of the card on this place of the track", 3, None, -9),
        )),
    )  # fmt: skip


def parts(data: Data) -> Parts:
    kinds = {int(kind): kind.name.lower() for kind in Frame}
    asked = [kinds.get(place, f"none_{place}") for place in range(ASKED_KINDS)]
    # Beside the own King by compass direction, then as it would look after so many turns.
    turns = ("ahead", *(f"turned_{times}" for times in range(1, DIRECTIONS)))
    return (
        each("hex", range(HEXES), _hex()),
        each("side", ("own", *(f"next_{place}" for place in range(1, SEATS))), _side(data)),
        number("rounds", "rounds", 50),
        flag("balrog", "the Balrog is awake"),
        number("deck", "cards in the deck", 66),
        flag("active", "it is the viewer's turn"),
        flag("first", "the viewer is the first player"),
        each("bag", [token.name.lower() for token in Token], (number("", "{} tokens in the bag", 16),)),
        number("drawn", "tokens drawn and not dealt with"),
        number("kind", "number of the decision", 20),
        unused(),
        flags("asked", asked, "the decision is {}"),
        each("asked_number", "abc", (number("", "number {} of the decision", 8, None, -10000),)),
        each("beside", range(DIRECTIONS), _hex()),
        each("sight", turns, (each("step", range(1, SIGHT + 1), _hex()),)),
    )
