"""What the parts of the table share: sizes, icons, and what lies where."""

from wartable.core.rules import kind, plain
from wartable.drawing.layout import TABLE, Area

from ..names import middle_square
from ..state import COLUMNS, Kind, State

MOST_LEGAL = 1500
CELL = 73
LEFT, BOARD, RIGHT = TABLE.columns(316, 714, 316, gap=8)
SEATS = LEFT.stack(2, gap=8)
CHOICES = Area(0, 0, *RIGHT.size, "choices")
TILE_ICONS = ("", "high-grass", "pine-tree", "peaks", "waves", "castle", "castle-ruins")
TILE_TINTS = ("fog", "plains", "forest", "mountain", "water", "city", "waste")
FAVOR_ICONS = ("sprint", "hidden", "fox-head", "domino-mask")


def shown_tile(view: State, seat: int, square: int) -> int:
    """The tile on a square; before the layouts are revealed, the viewer's own wishes for the middle row."""
    if view.ground[square] or seat not in (0, 1):
        return int(view.ground[square])
    for column in range(COLUMNS):
        if middle_square(seat, column) == square:
            return int(view.sides[seat].middle[column])
    return 0


def phase(view: State) -> str:
    """What goes on before the first turn."""
    return "Laying out" if plain(kind)(view) != Kind.FAVOR else "Taking favors before the first turn"
