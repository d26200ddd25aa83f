"""Chapter 9: Fate's Favor."""

from wartable.compiler.decorators import rule

from ..box import Box
from ..state import SQUARES, State, Tile
from .board import is_of


@rule
def may_spend(s: State, seat: int, favor: int) -> bool:
    """TH-9.5, 9.6"""
    return s.sides[seat].favors[favor] > 0 and s.sides[seat].spent_now == 0


@rule
def spend(s: State, seat: int, favor: int) -> None:
    side = s.sides[seat]
    side.favors[favor] -= 1
    side.held -= 1
    side.spent[favor] += 1
    side.spent_now = 1
    s.stirred = 1
    s.passes = 0


@rule
def lurks(s: State, seat: int, square: int) -> bool:
    """TH-9.14: whether a piece of the seat stands there on forest."""
    return s.ground[square] == Tile.FOREST and is_of(s, square, seat)


@rule
def is_open(s: State, box: Box, seat: int) -> bool:
    """TH-9.8: whether the seat could spend an ambush or a deception if it held one, which everybody can see."""
    lurking = 0
    for square in range(SQUARES):
        if s.pieces[square] != 0:
            for direction in range(4):
                near = box.near[square, direction]
                if near >= 0 and s.pieces[near] != 0:
                    return True
            lurking += lurks(s, seat, square)
    return lurking > 1
