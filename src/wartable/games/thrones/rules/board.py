"""Questions to the board: owners, neighbours, lines, and what may be engaged."""

from wartable.compiler.decorators import inlined, rule

from ..box import Box
from ..state import HOME, NORTHERN, SQUARES, Piece, State, Tile

PARTS = 3
PART = SQUARES // PARTS
"""A bit set cannot hold all squares: they are kept in parts of three rows."""


@rule
def square_of(seat: int, space: int) -> int:
    """The square of a home space: North sits on the other side and counts from there (TH-1.2)."""
    return space if seat == 0 else SQUARES - 1 - space


@rule
def in_homeland(seat: int, square: int) -> bool:
    """TH-1.2: rows 1 to 4 are South's, rows 6 to 9 North's."""
    return square < HOME if seat == 0 else square >= SQUARES - HOME


@rule
def is_of(s: State, square: int, seat: int) -> bool:
    """Whether a piece of the seat stands there; an empty square has the owner -1."""
    return (s.pieces[square] - 1) >> 4 == seat


@inlined
def squares_of(s: State, seat: int, part: int) -> int:
    """The squares of a part of the board on which a piece of the seat stands, as a bit set."""
    squares = 0
    for place in range(PART - 1, -1, -1):
        squares = 2 * squares + is_of(s, part * PART + place, seat)
    return squares


@rule
def type_on(s: State, square: int) -> int:
    return s.pieces[square] & 15


@rule
def piece_of(seat: int, type: int) -> int:
    return type + NORTHERN * seat


@rule
def is_fortress(tile: int) -> bool:
    return tile == Tile.FORTRESS or tile == Tile.BREACHED


@rule
def are_neighbours(box: Box, a: int, b: int) -> bool:
    """TH-1.6: one of the eight tiles around."""
    return box.beside[a, b] == 1


@rule
def blocks_flight(s: State, box: Box, seat: int, square: int) -> bool:
    """TH-5.14: whether a piece there stops the seat's dragon."""
    piece = s.pieces[square]
    return (piece >> 4 != seat) & (box.blocks[piece & 15] == 1)


@rule
def at_distance(box: Box, square: int, direction: int, distance: int) -> int:
    """The square at this distance in a direction, or -1."""
    return box.far[square, direction, distance - 1]


@inlined
def is_protected(s: State, square: int) -> bool:
    """TH-5.13: whether the warhorse on a square has just attacked; a whole fortress around it can still be attacked."""
    return s.sides[s.pieces[square] >> 4].charged == 1 and s.ground[square] != Tile.FORTRESS


@rule
def may_attack(s: State, type: int, target: int) -> bool:
    """TH-5.8, 5.10, 5.13, 5.15: whether a piece of this type may attack the enemy on a square in its reach."""
    if type == Piece.THRONE:
        return True
    victim = type_on(s, target)
    if victim == Piece.ELEPHANT and s.ground[target] == Tile.PLAINS:
        return type == Piece.DRAGON
    if victim == Piece.WARHORSE and is_protected(s, target):
        return False
    return type != Piece.DRAGON or s.ground[target] != Tile.FOREST


@rule
def may_fire(s: State, box: Box, type: int, target: int) -> bool:
    """TH-5.1, 5.8, 5.13, 5.16: whether a piece of this type may fire on the enemy on a square at its distance."""
    tile = s.ground[target]
    victim = type_on(s, target)
    if tile == Tile.FOREST and box.fires_on_forest[type] == 0:
        return False
    if victim == Piece.WARHORSE:
        return not is_protected(s, target)
    if victim == Piece.RANGER:
        return tile != Tile.MOUNTAIN
    return victim != Piece.ELEPHANT or tile != Tile.PLAINS
