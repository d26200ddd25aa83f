"""The rules of Thrones that are no decisions: setup, scores, and what is counted; what decisions share is beside it."""

from wartable.core.rules import NATURE, UNKNOWN, Floats, Ints, ask, ask_all, rule

from ..box import Box
from ..notes import Counter
from ..state import FAVORS, NOWHERE, SQUARES, TILES, TYPES, End, Kind, Piece, State, Tile
from .board import in_homeland, is_fortress
from .deeds import standing
from .layout import clear_layout


@rule
def setup(s: State, box: Box) -> None:
    """TH-2.1, 2.2: who goes first is drawn, then both lay out."""
    s.winner = NOWHERE
    for fort in range(3):
        s.forts[fort] = NOWHERE
    for seat in range(2):
        s.sides[seat].throne = NOWHERE
        s.sides[seat].fortress = NOWHERE
        clear_layout(s, box, seat)
    ask_all(s, Kind.LAYOUT, 3, 0, 0, 0)
    ask(s, Kind.FIRST, NATURE)


@rule
def scores(s: State, box: Box, out: Floats) -> None:
    """TH-10.1 to 10.5"""
    for seat in range(2):
        if s.head.over == End.THRONE_REMOVED or s.head.over == End.FORTRESS_TAKEN:
            out[seat] = 1.0 if s.winner == seat else 0.0
        else:
            out[seat] = 0.5


@rule
def points(s: State, box: Box, seat: int) -> int:
    """The pieces that the seat has not lost."""
    return standing(s, box, seat)


@rule
def tally(s: State, box: Box, seat: int, counter: int) -> int:
    """A dragon held back is its owner's secret until the layouts are revealed."""
    if counter == Counter.PIECES:
        return standing(s, box, seat)
    if counter == Counter.FAVORS:
        return s.sides[seat].held
    return s.sides[seat].unplaced[Piece.DRAGON] if s.forts[2] != NOWHERE else UNKNOWN


@rule
def census(s: State, box: Box, out: Ints) -> int:
    """For each seat, its pieces by type and its home tiles by kind; then the favors taken less those held and spent."""
    n = 0
    for seat in range(2):
        side = s.sides[seat]
        for type in range(1, TYPES):
            out[n] = side.unplaced[type] + side.lost[type] + count_pieces(s, seat, type)
            n += 1
        for tile in range(1, TILES - 1):
            out[n] = side.left[tile] + count_home_tiles(s, seat, tile)
            n += 1
        spent = 0
        for favor in range(FAVORS):
            spent += side.spent[favor]
        out[n] = side.taken - side.held - spent
        n += 1
    return n


@rule
def count_pieces(s: State, seat: int, type: int) -> int:
    found = 0
    for square in range(SQUARES):
        if s.pieces[square] != 0 and s.pieces[square] & 15 == type and s.pieces[square] >> 4 == seat:
            found += 1
    return found


@rule
def count_home_tiles(s: State, seat: int, tile: int) -> int:
    """A breached fortress is a fortress still."""
    found = 0
    for square in range(SQUARES):
        lies = s.ground[square]
        same = is_fortress(lies) if tile == Tile.FORTRESS else lies == tile
        if same and in_homeland(seat, square):
            found += 1
    return found
