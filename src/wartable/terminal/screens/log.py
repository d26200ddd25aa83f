"""The log: what happened, in sentences with their rules."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from wartable.core.game import Game
from wartable.core.match.perspective import Entry
from wartable.drawing.theme import THEMES

from ..story import indented
from .colours import painted, seat_mark, seat_style

MOST = 600


class LogPane(VerticalScroll):
    """The log so far. Entries from `fresh` on are bright, the rest dimmed."""

    BORDER_TITLE = "Log"

    def __init__(self, theme: str) -> None:
        super().__init__(id="log")
        self.theme = theme

    def compose(self) -> ComposeResult:
        yield Static(id="log-text", markup=False)

    def show(
        self, game: Game, entries: Sequence[Entry], names: Sequence[str], fresh: int, told: int | None = None
    ) -> None:
        """`told` is how many sentences of the last entry are shown (default: all)."""
        soft = THEMES[self.theme]["soft"]
        lines = []
        for entry in entries[-MOST:]:
            shown = entry.sentences if entry is not entries[-1] else entry.sentences[:told]
            for sentence in shown:
                mark = (f"{seat_mark(entry.seat)} ", seat_style(entry.seat, self.theme))
                rule = f" {game.rule_name(sentence.rule)}" if sentence.rule else ""
                text = painted(
                    indented(sentence, sentence.text), names, self.theme, "" if entry.number >= fresh else soft
                )
                lines.append(Content.assemble(mark, text, (rule, soft)))
        if len(entries) > MOST:
            lines.insert(0, Content.styled(f"… {len(entries) - MOST} earlier actions", soft))
        self.query_one("#log-text", Static).update(Content("\n").join(lines))
        self.call_after_refresh(self.scroll_end, animate=False)
