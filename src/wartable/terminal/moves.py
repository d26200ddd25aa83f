"""The legal moves as a list to filter and to walk."""

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wartable.core.match import Move
from wartable.core.theme import THEMES

from .names import clean, named
from .sight import fits


class MovesPane(OptionList):
    """Legal moves by notation and label. The keys go to the entry line, which walks this list for them."""

    BORDER_TITLE = "Moves"
    can_focus = False
    ALLOW_SELECT = False

    def __init__(self, theme: str) -> None:
        super().__init__(id="moves", markup=False)
        self.theme = theme
        self.moves: tuple[Move, ...] = ()
        self.shown: list[Move] = []
        self.names: tuple[str, ...] = ()

    def show(self, moves: tuple[Move, ...], names: tuple[str, ...]) -> None:
        self.moves, self.names = moves, names
        self.filter("")

    def filter(self, text: str) -> None:
        """Show the moves that have these words, those whose notation begins so first."""
        wanted = text.strip().lower()
        found = [move for move in self.moves if fits(move, self.names, wanted)]
        self.shown = sorted(found, key=lambda move: not move.notation.lower().startswith(wanted))
        width = self.notation_width
        soft = THEMES[self.theme]["soft"]
        self.set_options(
            Option(
                Content.assemble((f"{clean(move.notation):<{width}}  ", "bold"), (named(move.label, self.names), soft))
            )
            for move in self.shown
        )
        self.highlighted = None
        total, left = len(self.moves), len(self.shown)
        self.border_title = f"Moves ({total})" if left == total else f"Moves ({left} of {total})"

    @property
    def cropped_label(self) -> str:
        """The whole label of the move that the list stands on, where the list has no room for it."""
        move = self.chosen
        if move is None:
            return ""
        label = named(move.label, self.names)
        return label if self.notation_width + 2 + len(label) > self.scrollable_content_region.width else ""

    @property
    def notation_width(self) -> int:
        return min(max((len(move.notation) for move in self.shown), default=0), 20)

    @property
    def chosen(self) -> Move | None:
        """The move that the list stands on."""
        return None if self.highlighted is None else self.shown[self.highlighted]
