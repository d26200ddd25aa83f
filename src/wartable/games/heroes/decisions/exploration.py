"""HE-9: exploration. A player moves heroes, in any order, until the turn is ended."""

from wartable.core.rules import Ints, Refused, Text, put, rule

from ..box import Box
from ..state import HEROES, Kind, State
from . import changes, end, move, stay
from .end import EndTurn
from .stay import Stay

asked = Kind.EXPLORE
pages = move, stay, *changes.pages, end
prompt = "Move your heroes, or end the turn"


def read(text: Text) -> Refused | None:
    """Nobody says that a hero fights, or rolls."""
    takes_land = text.has("take", "takes") and text.has("mine", "mines", "city", "monster", "monsters")
    if text.has("attack", "fight", "capture", "siege") or takes_land:
        return Refused(1001, "A hero deals with what is on a tile by stepping onto it: say which hero and which way.")
    return Refused(902, "Every hero has rolled for this turn, and the roll stands.") if text.has("roll") else None


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for hero in range(HEROES):
        own = s.players[seat].heroes[hero]
        if own.moves > 0:
            n = move.offers(s, box, seat, own, hero, out, n)
            n = put(out, n, Stay(hero))
    n = changes.offers(s, box, seat, out, n)
    return put(out, n, EndTurn())
