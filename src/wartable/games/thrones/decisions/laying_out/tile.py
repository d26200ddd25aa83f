"""TH-2.4 to 2.6: by hand the tiles are laid first, space by space from the back row on."""

from wartable.core.rules import Meaning, Text, code, rule

from ...box import Box
from ...names import home_square, square_name
from ...rules.layout import compose_by
from ...rules.refusing import laid_on, refuse_fortress
from ...state import COLUMNS, HOME, Stage, State, Tile
from ...values import Action, HomeTile, one_of


class LayTile(Action):
    tile: HomeTile

    when = 412
    notation = "+{tile}"
    reads = "+ | lay | tile | lay tile"
    label = "Lay {tile}{where}"
    touches = "tile-{tile}{next_square}"
    facts = {
        204: "You have no {tile} left to lay.",
        205: "With {tile} here, row {row} or the rows after it could not get all four terrains any more.",
        206: "{no_room}",
    }

    @property
    def square(self) -> int:
        """Where the next tile lies."""
        return home_square(self.at.seat, self.at.side.laid if self.at.side else 0)

    @property
    def row(self) -> int:
        return self.square // COLUMNS + 1

    @property
    def where(self) -> str:
        return f" on {square_name(self.square)}" if self.at.side and self.at.stage == Stage.TILES else ""

    @property
    def next_square(self) -> str:
        """It can be dragged to where it goes."""
        return f" sq-{square_name(self.square)}" if self.at.side else ""

    @property
    def no_room(self) -> str:
        if self.tile + 1 != Tile.FORTRESS:
            return "Your fortress would have no space left but the outer column."
        return "The fortress lies neither in your back row nor in column a or i."


@rule
def apply(s: State, box: Box, seat: int, it: LayTile) -> None:
    compose_by(s, box, seat, it.tile)


@rule
def refuse(s: State, box: Box, seat: int, it: LayTile) -> int:
    """What is left is enough if each row to come can have each terrain, and this one its own."""
    side = s.sides[seat]
    tile = it.tile + 1
    if side.left[tile] == 0:
        return 204
    space = side.laid
    if tile == Tile.FORTRESS and refuse_fortress(space) != 0:
        return 206
    if side.left[Tile.FORTRESS] > 0 and tile != Tile.FORTRESS and space >= HOME - 2:
        return 206
    row = space // COLUMNS
    absent = 0
    for terrain in range(Tile.PLAINS, Tile.FORTRESS):
        in_hand = side.left[terrain]
        present = terrain == tile
        if present:
            in_hand -= 1
        for earlier in range(COLUMNS * row, space):
            present = present or laid_on(s, seat, earlier) == terrain
        if not present:
            absent += 1
            in_hand -= 1
        if in_hand < 3 - row:
            return 205
    return 205 if absent > COLUMNS * (row + 1) - space - 1 else 0


def read(text: Text) -> Meaning:
    tile = one_of(HomeTile, text, 204, "tiles")
    return code(LayTile(tile)) if isinstance(tile, int) else tile
