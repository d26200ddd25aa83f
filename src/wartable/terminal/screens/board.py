"""The text board, which scrolls if it does not fit."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.widgets import Static

from ..names import named
from .colours import painted


class BoardPane(ScrollableContainer):
    """The board from the viewer's side; it takes focus only for scrolling."""

    BORDER_TITLE = "Board"

    def __init__(self, theme: str) -> None:
        super().__init__(id="board")
        self.theme = theme
        self.text = ""

    def compose(self) -> ComposeResult:
        yield Static(id="board-text", markup=False)

    def show(self, text: str, names: Sequence[str]) -> None:
        self.text = named(text, names)
        self.query_one("#board-text", Static).update(painted(text, names, self.theme))

    def signs_seen(self, width: int, height: int) -> int:
        """How many characters of the board a window of this size would show; those of cropped lines count half."""
        lines = [line.rstrip() for line in self.text.splitlines()[:height]]
        return sum(len(line[:width].replace(" ", "")) * (2 if len(line) <= width else 1) for line in lines) // 2

    @property
    def needed_width(self) -> int:
        return max((len(line.rstrip()) for line in self.text.splitlines()), default=0)
