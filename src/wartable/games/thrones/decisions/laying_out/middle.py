"""TH-2.9: the four middle tiles (plains, forest, mountain, water) are assigned, each to its own column."""

from wartable.compiler.decorators import rule

from ...box import Box
from ...names import tile_name
from ...rules.layout import compose_by
from ...state import Stage, State, Tile
from ...values import Action, MiddleColumn


class Middle(Action):
    column: MiddleColumn

    when = 412
    notation = "@{column}"
    reads = "assign"
    label = "Assign the middle {next_tile} to {column}"
    touches = "{column.square.bare}{card}"
    facts = {209: "Your {assigned} is assigned to {column} already."}

    @property
    def next_tile(self) -> str:
        return tile_name(self.at.side.laid + 1) if self.at.side and self.at.stage == Stage.MIDDLE else "tile"

    @property
    def card(self) -> str:
        """The target of dragging it."""
        return f" assign-{tile_name(self.at.side.laid + 1)}" if self.at.side else ""

    @property
    def assigned(self) -> str:
        return tile_name(self.at.side.middle[self.column]) if self.at.side else "tile"


@rule
def apply(s: State, box: Box, seat: int, it: Middle) -> None:
    compose_by(s, box, seat, it.column)


@rule
def refuse(s: State, box: Box, seat: int, it: Middle) -> int:
    return 0 if s.sides[seat].middle[it.column] == Tile.NONE else 209
