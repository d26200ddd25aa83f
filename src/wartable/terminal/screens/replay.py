"""The screen for stepping through a saved match."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, Static

from wartable.drawing.theme import THEMES
from wartable.errors import WartableError

from ..film import Film
from .background import CompilerWatch, Work
from .colours import seat_mark, seat_style
from .dialogs import Help, JumpTo, Rules
from .room import TableLayout

FASTEST, SLOWEST = 0.05, 8.0

KEYS = """\
→ or space      one action on
← or backspace  one action back
Home, End       to the beginning, to the end
g               jump to an action by its number
a               play by itself, and stop again
+ and -         faster and slower
r or Ctrl+R     look up a rule: by number, chapter, or words
b or Ctrl+B     the board alone on the screen, and back
Tab             to the board or the log, to scroll with the
                arrow keys; Esc goes back
? or F1         this help
q or Ctrl+C     leave
"""


class ReplayScreen(Screen[None]):
    """Board and log of a film at one moment. Nothing can be changed here, so leaving needs no confirmation."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "step(1)", "Forward", key_display="→"),
        Binding("left,backspace", "step(-1)", "Back", key_display="←"),
        Binding("home", "jump(0)", "Start", show=False),
        Binding("end", "jump(-1)", "End", show=False),
        Binding("g", "ask_jump", "Jump"),
        Binding("a", "auto", "Auto"),
        Binding("plus,equals_sign", "pace(0.5)", "Faster", show=False),
        Binding("minus", "pace(2.0)", "Slower", show=False),
        Binding("r,ctrl+r", "rules", "Rules", key_display="r"),
        Binding("b,ctrl+b", "zoom", "Board", key_display="b"),
        Binding("escape", "free", show=False),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
        Binding("ctrl+c", "leave", "Quit", show=False, priority=True),
    ]
    AUTO_FOCUS = ""

    def __init__(self, opening: Work[Film], title: str, theme: str, pace: float, number: int = 0) -> None:
        super().__init__()
        self.opening = opening
        self.file_title = title
        self.colours = theme
        self.pace = pace
        self.film: Film | None = None
        self.number = number
        self.compiler = CompilerWatch()
        self.player: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="seats", markup=False)
        yield Static(id="prompt", markup=False)
        yield TableLayout(self.colours, with_moves=False)
        yield Static(id="bar", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.compiler.__enter__()
        self.query_one("#seats", Static).update(self.file_title)
        self.set_interval(0.5, self.report_compiler)
        self.report_compiler()
        self.open()

    def on_unmount(self) -> None:
        self.compiler.__exit__()

    def report_compiler(self) -> None:
        if self.film is None:
            self.query_one("#prompt", Static).update(self.compiler.line(self.file_title))

    @work(exclusive=True)
    async def open(self) -> None:
        try:
            self.film = await self.opening.finished()
        except WartableError as error:
            self.app.exit(error)
            return
        self.query_one("#seats", Static).update(self.seats_line(self.film))
        self.show()

    def seats_line(self, film: Film) -> Content:
        soft = THEMES[self.colours]["soft"]
        parts: list[tuple[str, str]] = [(film.match.game.title, "bold"), ("  ", "")]
        for seat, player in enumerate(film.players):
            parts.append((f" {seat_mark(seat)} {player.name}", seat_style(seat, self.colours)))
            parts.append((f" ({player.bot})" if player.bot else "", soft))
        seen = "a spectator" if film.viewer < 0 else film.names[film.viewer]
        parts.append((f"   as {seen} sees it", soft))
        return Content.assemble(*parts)

    def show(self) -> None:
        film = self.film
        if film is None:
            return
        self.query_one("#prompt", Static).update(film.caption(self.number))
        room = self.query_one(TableLayout)
        room.board.show(film.board(self.number), film.names)
        room.log_pane.show(film.match.game, film.entries[: self.number], film.names, self.number - 1)
        room.settle()
        self.show_bar(film)

    def show_bar(self, film: Film) -> None:
        """The position in the match, as a number and as a bar."""
        width = max(10, self.size.width - 40)
        done = round(width * self.number / film.length) if film.length else width
        auto = f"   every {self.pace:g} s" if self.player is not None else ""
        ink, edge = THEMES[self.colours]["ink"], THEMES[self.colours]["edge"]
        line = Content.assemble(
            f"{self.number:>4} of {film.length} ", ("━" * done, ink), ("━" * (width - done), edge), auto
        )
        self.query_one("#bar", Static).update(line)

    def go(self, number: int) -> None:
        if self.film is not None:
            self.number = min(max(number, 0), self.film.length)
            self.show()

    def action_step(self, steps: int) -> None:
        self.stop()
        self.go(self.number + steps)

    def action_jump(self, number: int) -> None:
        """Go to an action; -1 is the last."""
        self.stop()
        if self.film is not None:
            self.go(self.film.length if number < 0 else number)

    @work(exclusive=True)
    async def action_ask_jump(self) -> None:
        if self.film is None:
            return
        self.stop()
        answer = await self.app.push_screen_wait(JumpTo(self.film.length))
        if answer is not None:
            self.go(int(answer))

    def action_auto(self) -> None:
        """Start playing automatically, from the beginning if at the end; or stop."""
        if self.film is None:
            return
        if self.player is not None:
            self.stop()
            return
        if self.number == self.film.length:
            self.number = 0
        self.player = self.set_interval(self.pace, self.play_on)
        self.show()

    def play_on(self) -> None:
        self.go(self.number + 1)
        if self.film is None or self.number >= self.film.length:
            self.stop()

    def stop(self) -> None:
        if self.player is not None:
            self.player.stop()
            self.player = None
            self.show()

    def action_pace(self, factor: float) -> None:
        self.pace = min(max(self.pace * factor, FASTEST), SLOWEST)
        if self.player is not None:
            self.player.stop()
            self.player = self.set_interval(self.pace, self.play_on)
        self.show()

    def action_rules(self) -> None:
        if self.film is not None:
            self.app.push_screen(Rules(self.film.match.game))

    def action_zoom(self) -> None:
        self.query_one(TableLayout).zoom()

    def action_free(self) -> None:
        self.set_focus(None)

    def action_help(self) -> None:
        self.app.push_screen(Help("Help", KEYS))

    def action_leave(self) -> None:
        self.app.exit()
