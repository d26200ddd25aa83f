"""The middle of the screen: the board, and beside or below it the moves and the log."""

from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Resize

from .board import BoardPane
from .log import LogPane
from .moves import MovesPane

FRAME = 2
"""The columns of the board's border."""
LEAST_SIDE = 38
LEAST_BELOW = 9


class TableLayout(Container):
    """A layout that shows as much of the board as possible; zoomed, it shows the board alone."""

    def __init__(self, theme: str, with_moves: bool) -> None:
        super().__init__()
        self.board = BoardPane(theme)
        self.moves = MovesPane(theme)
        self.log_pane = LogPane(theme)
        self.with_moves = with_moves

    def compose(self) -> ComposeResult:
        yield self.board
        with Container(id="side"):
            if self.with_moves:
                yield self.moves
            yield self.log_pane

    def on_resize(self, event: Resize) -> None:
        self.settle()

    def settle(self) -> None:
        """Place the lists beside the board if that shows as much of it as below."""
        width, height = self.size
        if not width or not height:
            return
        side = min(max(LEAST_SIDE, width - self.board.needed_width - FRAME), width // 2)
        tall = len(self.board.text.splitlines()) + 2
        below = min(max(LEAST_BELOW, height - tall), height // 2)
        beside_shows = self.board.signs_seen(width - side - FRAME, height - 2)
        stacked_shows = self.board.signs_seen(width - FRAME, height - below - 2)
        is_stacked = stacked_shows > beside_shows
        self.set_class(is_stacked, "stacked")
        self.set_class(not is_stacked and side >= 2 * LEAST_SIDE, "wide")
        panel = self.query_one("#side")
        panel.styles.width = "1fr" if is_stacked else side
        panel.styles.height = below if is_stacked else "1fr"

    def zoom(self) -> None:
        """Give the whole space to the board, or undo that."""
        self.toggle_class("zoomed")
