"""Chapter 6 and the checks of chapter 7: when fate is asked."""

from wartable.core.compiled import rule
from wartable.core.frames import NATURE, ask

from ..state import Deed, Kind, Tile


@rule
def needs_check(s, box, deed, start, target):
    """TH-6.1 to 6.8, 6.13, 7.1: whether the deed needs a survival check.

    What a piece is safe from (`box.safe`), its partner in a switch is safe from too.
    """
    if (deed == Deed.ATTACK or deed == Deed.FIRE) and s.ground[target] == Tile.FORTRESS:
        return True
    type = s.pieces[start] & 15
    partner = s.pieces[target] & 15 if deed == Deed.SWITCH else 0
    left = s.ground[start] if deed != Deed.FIRE else 0
    entered = s.ground[target] if deed != Deed.MOVE or box.off_only == 0 else 0
    safe_here = box.safe[type, left] + box.safe[partner, left] > 0
    return not (safe_here and box.safe[type, entered] + box.safe[partner, entered] > 0)


@rule
def ask_fate(s, seat, deed, start, target):
    """TH-6.9, 9.10: the check is made; who holds a favor and has spent none is asked before."""
    side = s.sides[seat]
    if side.held > 0 and side.spent_now == 0:
        ask(s, Kind.CHECK, seat, deed, start, target)
    else:
        ask(s, Kind.ROLL, NATURE, deed, start, target)
