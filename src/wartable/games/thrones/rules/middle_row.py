"""Chapter 3: the middle row is laid, and the land is revealed."""

from wartable.core.rules import NOBODY, note, rule

from ..box import Box
from ..notes import Told
from ..state import COLUMNS, MIDDLE_ROW, NOWHERE, SQUARES, Piece, State, Tile
from .board import in_homeland, is_fortress
from .deeds import throne_stands


@rule
def as_seen_by(seat: int, column: int) -> int:
    """A column of the middle row, counted from the seat's left, as a square, and a square as such a column."""
    return MIDDLE_ROW + (column if seat == 0 else COLUMNS - 1 - column)


@rule
def leftmost_open(s: State, seat: int) -> int:
    for column in range(COLUMNS):
        if s.ground[as_seen_by(seat, column)] == Tile.NONE:
            return as_seen_by(seat, column)
    return NOWHERE


@rule
def lay_middle_row(s: State, box: Box) -> None:
    """TH-3.2 to 3.4"""
    first = s.first
    for contested in range(2):
        for column in range(COLUMNS):
            mine = s.sides[first].middle[column]
            theirs = s.sides[1 - first].middle[COLUMNS - 1 - column]
            if contested == 0 and (mine == 0) != (theirs == 0):
                owner = first if mine != 0 else 1 - first
                lay_middle_tile(s, box, owner, mine + theirs, as_seen_by(first, column), 302)
            if contested == 1 and mine != 0 and theirs != 0:
                note(box, Told.CONTESTED, 303, first, as_seen_by(first, column))
                lay_middle_tile(s, box, first, mine, leftmost_open(s, first), 303)
                lay_middle_tile(s, box, 1 - first, theirs, leftmost_open(s, first), 303)
    square = leftmost_open(s, first)
    s.ground[square] = Tile.FORTRESS
    note(box, Told.MIDDLE_FORTRESS, 304, NOBODY, square)


@rule
def lay_middle_tile(s: State, box: Box, seat: int, tile: int, square: int, why: int) -> None:
    s.ground[square] = tile
    note(box, Told.MIDDLE_TILE, why, seat, tile, square)


@rule
def root_of(s: State, square: int) -> int:
    """The lowest square that is known to be of the same region."""
    while s.region[square] != square:
        square = s.region[square]
    return square


@rule
def number_regions(s: State, box: Box) -> None:
    """TH-5.2: connected tiles of one terrain get the same number, that of the lowest square among them."""
    for square in range(SQUARES):
        s.region[square] = square
        for direction in range(8):
            near = box.step[square, direction]
            if (near < square) & (s.ground[near] == s.ground[square]):
                a, b = root_of(s, near), root_of(s, square)
                s.region[max(a, b)] = min(a, b)
    for square in range(SQUARES):
        s.region[square] = s.region[s.region[square]]


@rule
def link_regions(s: State) -> None:
    """A ring through the squares of each region, so that a runner's goals are found without a search."""
    for square in range(SQUARES):
        s.ring[square] = square
    for square in range(SQUARES - 1, -1, -1):
        lowest = s.region[square]
        if square != lowest:
            s.ring[square] = s.ring[lowest]
            s.ring[lowest] = square


@rule
def note_fortresses(s: State) -> None:
    for square in range(SQUARES):
        if is_fortress(s.ground[square]):
            s.forts[0 if in_homeland(0, square) else 1 if in_homeland(1, square) else 2] = square


@rule
def reveal(s: State, box: Box) -> None:
    """TH-3.1: the secret part is over, and nothing is kept of it but the board."""
    note(box, Told.REVEALED, 301, NOBODY)
    lay_middle_row(s, box)
    number_regions(s, box)
    link_regions(s)
    note_fortresses(s)
    for seat in range(2):
        s.sides[seat].edits = 0
        for column in range(COLUMNS):
            s.sides[seat].middle[column] = Tile.NONE
    for square in range(SQUARES):
        if s.pieces[square] & 15 == Piece.THRONE:
            throne_stands(s, box, s.pieces[square] >> 4, square, 901)
