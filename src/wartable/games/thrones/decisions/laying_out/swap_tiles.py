"""TH-2.10: two home tiles of different kinds change places, if the layout still obeys TH-2.5 and TH-2.6."""

from wartable.core.rules import Ints, Meaning, Refused, Text, alone, code, rule, whisper

from ...box import Box
from ...notes import Told
from ...rules.board import square_of
from ...rules.layout import list_swaps, lone_spaces, planes, swap_squares, tile_at, tile_partners
from ...rules.refusing import laid_on, refuse_fortress
from ...state import COLUMNS, HOME, State, Tile
from ...values import Action, HomeSpace, home_pair_in


class SwapTiles(Action):
    one: HomeSpace
    other: HomeSpace

    is_pair = True
    when = 412
    notation = "tiles:{one}~{other}"
    reads = "tiles | swap tiles"
    label = "Swap the tiles on {one} and {other}"
    touches = "{one.square.bare} {other.square.bare} edit-tiles"
    facts = {
        205: "After that, row {one.row} or row {other.row} would lack a terrain; each needs all four.",
        206: "The fortress lies neither in your back row nor in column a or i.",
        210: "{same}",
    }

    @property
    def same(self) -> str:
        if self.one == self.other:
            return "A swap takes two spaces."
        return f"Both {self.one.typed()} and {self.other.typed()} are {self.one.square.land}."


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    tiles = planes(s.ground, seat)
    lone = lone_spaces(tiles)
    for space in range(HOME):
        partners = tile_partners(tiles, lone, space, tile_at(s, seat, space))
        n = list_swaps(space, partners, code(SwapTiles(space, 0)), out, n)
    return n


@rule
def apply(s: State, box: Box, seat: int, it: SwapTiles) -> None:
    s.sides[seat].edits += 1
    a, b = square_of(seat, it.one), square_of(seat, it.other)
    swap_squares(s.ground, a, b)
    whisper(box, alone(seat), Told.SWAPS_TILES, 210, seat, a, b)


@rule
def refuse(s: State, box: Box, seat: int, it: SwapTiles) -> int:
    a, b = it.one, it.other
    one, two = laid_on(s, seat, a), laid_on(s, seat, b)
    if a >= b or one == two:
        return 210
    if one == Tile.FORTRESS and refuse_fortress(b) != 0:
        return 206
    if two == Tile.FORTRESS and refuse_fortress(a) != 0:
        return 206
    if a // COLUMNS == b // COLUMNS:
        return 0
    kept_one = one == Tile.FORTRESS or count_in_row(s, seat, a // COLUMNS, one) > 1
    kept_two = two == Tile.FORTRESS or count_in_row(s, seat, b // COLUMNS, two) > 1
    return 0 if kept_one and kept_two else 205


@rule
def count_in_row(s: State, seat: int, row: int, tile: int) -> int:
    found = 0
    for space in range(row * COLUMNS, (row + 1) * COLUMNS):
        if laid_on(s, seat, space) == tile:
            found += 1
    return found


def read(text: Text) -> Meaning:
    pair = home_pair_in(text, 210, "Say which two tiles, as in tiles:c1~d1.")
    return pair if isinstance(pair, Refused) else code(SwapTiles(*pair))
