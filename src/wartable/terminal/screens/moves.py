"""The legal moves as a list to filter and browse."""

from textual.content import Content
from textual.widgets import OptionList

from wartable.core.match import Move
from wartable.drawing.theme import THEMES

from ..names import clean, named


class MovesPane(OptionList):
    """Legal moves by notation and label. The entry line has the focus and moves the selection."""

    BORDER_TITLE = "Moves"
    can_focus = False
    ALLOW_SELECT = False

    def __init__(self, theme: str) -> None:
        super().__init__(id="moves", markup=False)
        self.theme = theme
        self.moves: tuple[Move, ...] = ()
        self.shown: list[Move] = []
        self.names: tuple[str, ...] = ()
        self.labels: dict[int, str] = {}
        self.searched: dict[int, str] = {}

    def show(self, moves: tuple[Move, ...], names: tuple[str, ...], text: str) -> None:
        self.moves, self.names = moves, names
        self.labels = {move.action: named(move.label, names) for move in moves}
        self.searched = {move.action: f"{move.notation} {self.labels[move.action]}".lower() for move in moves}
        self.filter(text)

    def filter(self, text: str) -> None:
        """Show the moves that contain these words, those whose notation begins with them first."""
        wanted = text.strip().lower()
        words = wanted.split()
        found = [move for move in self.moves if all(word in self.searched[move.action] for word in words)]
        self.shown = sorted(found, key=lambda move: not move.notation.lower().startswith(wanted))
        width = self.notation_width
        soft = THEMES[self.theme]["soft"]
        self.set_options(
            Content.assemble((f"{clean(move.notation):<{width}}  ", "bold"), (self.labels[move.action], soft))
            for move in self.shown
        )
        self.highlighted = None
        total, left = len(self.moves), len(self.shown)
        self.border_title = f"Moves ({total})" if left == total else f"Moves ({left} of {total})"

    @property
    def cropped_label(self) -> str:
        """The whole label of the selected move if the list has no room for it."""
        move = self.chosen
        if move is None:
            return ""
        label = self.labels[move.action]
        return label if self.notation_width + 2 + len(label) > self.scrollable_content_region.width else ""

    @property
    def notation_width(self) -> int:
        return min(max((len(move.notation) for move in self.shown), default=0), 20)

    @property
    def chosen(self) -> Move | None:
        """The selected move."""
        return None if self.highlighted is None else self.shown[self.highlighted]
