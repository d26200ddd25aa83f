"""Chapter 6 and the checks of chapter 7: when fate is asked."""

from wartable.core.rules import NATURE, ask, inlined, note, rule

from ..box import Box
from ..notes import Told
from ..state import Deed, Kind, Piece, State, Tile


@rule
def needs_check(s: State, box: Box, deed: int, start: int, target: int) -> bool:
    """TH-6.1 to 6.8, 6.13, 7.1: whether the deed needs a survival check.

    What a piece is safe from (`box.safe`), its partner in a switch is safe from too.
    """
    if besieges(s, deed, target):
        return True
    type = s.pieces[start] & 15
    partner = s.pieces[target] & 15 if deed == Deed.SWITCH else 0
    sheltered = s.sheltered if deed == Deed.SWITCH and type == Piece.WARHORSE else 0
    left = s.ground[start] if deed != Deed.FIRE else 0
    entered = s.ground[target] if deed != Deed.MOVE or box.off_only == 0 else 0
    safe_here = box.safe[type, left] + box.safe[partner, left] + (sheltered >> left & 1) > 0
    return not (safe_here and box.safe[type, entered] + box.safe[partner, entered] + (sheltered >> entered & 1) > 0)


@inlined
def besieges(s: State, deed: int, target: int) -> bool:
    """TH-7.1: whether the deed is aimed at a whole fortress."""
    return (deed == Deed.ATTACK or deed == Deed.FIRE) and s.ground[target] == Tile.FORTRESS


@inlined
def rule_of_check(s: State, deed: int, target: int) -> int:
    """The number of the rule for which the deed needs its check."""
    return 701 if besieges(s, deed, target) else 602 if deed == Deed.FIRE else 601


@rule
def shelter(s: State, box: Box, start: int, target: int) -> None:
    """TH-6.8: what the warhorse, now on `target`, is safe from for the rest of the turn, by whom it switched with."""
    partner = s.pieces[start] & 15
    for terrain in range(Tile.MOUNTAIN, Tile.FORTRESS):
        touched = s.ground[start] == terrain or s.ground[target] == terrain
        if touched and box.safe[partner, terrain] == 1 and s.sheltered >> terrain & 1 == 0:
            s.sheltered |= 1 << terrain
            note(box, Told.SHELTERED, 608, s.active, s.pieces[target], target, terrain)


@rule
def ask_fate(s: State, box: Box, seat: int, deed: int, start: int, target: int) -> None:
    """TH-6.9, 9.10: the check is made; who holds a favor and has spent none is asked before."""
    side = s.sides[seat]
    asked = side.held > 0 and side.spent_now == 0
    tries = Told.TRIES_TO_MOVE - Deed.MOVE + deed
    note(box, tries, rule_of_check(s, deed, target), seat, s.pieces[start], start, s.pieces[target], target)
    if asked:
        ask(s, Kind.CHECK, seat, deed, start, target)
    else:
        ask(s, Kind.ROLL, NATURE, deed, start, target)
