"""Chapter 6 and the checks of chapter 7: when fate is asked."""

from wartable.core.compiled import rule
from wartable.core.frames import NATURE, ask

from ..state import Deed, Kind, Tile
from .board import is_hazard, type_on


@rule
def calls_for_check(box, tile, type, partner):
    """TH-6.1, 6.4 to 6.8: whether a tile endangers the piece; what its partner in a switch is safe from, it is too."""
    return is_hazard(tile) and box.safe[type, tile] == 0 and box.safe[partner, tile] == 0


@rule
def needs_check(s, box, deed, start, target):
    """TH-6.1 to 6.8, 6.13, 7.1: whether the deed needs a survival check."""
    if (deed == Deed.ATTACK or deed == Deed.FIRE) and s.ground[target] == Tile.FORTRESS:
        return True
    type = type_on(s, start)
    partner = type_on(s, target) if deed == Deed.SWITCH else 0
    if deed != Deed.FIRE and calls_for_check(box, s.ground[start], type, partner):
        return True
    if deed == Deed.MOVE and box.off_only == 1:
        return False
    return calls_for_check(box, s.ground[target], type, partner)


@rule
def ask_fate(s, seat, deed, start, target):
    """TH-6.9, 9.10: the check is made; who holds a favor and has spent none is asked before."""
    side = s.sides[seat]
    if side.held > 0 and side.spent_now == 0:
        ask(s, Kind.CHECK, seat, deed, start, target)
    else:
        ask(s, Kind.ROLL, NATURE, deed, start, target)
