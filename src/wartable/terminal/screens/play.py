"""The screen for playing a match."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static

from wartable.core.match.perspective import Entry as LogEntry
from wartable.drawing.theme import THEMES
from wartable.errors import DoubtfulMove, IllegalMove, UnreadableMove, WartableError
from wartable.text.ask import answers

from ..names import clean, named
from ..orders import ORDERS, Order, read_order
from ..sight import Sight, standing, verdict
from ..story import LONGEST_PLAYBACK, line
from ..table import FileExists, Table, load_table
from .background import CompilerWatch, Work
from .colours import seat_mark, seat_style
from .dialogs import Choice, Curtain, Dialog, FileName, Help, Question, Rules, saves_here
from .moves import MovesPane
from .room import TableLayout

T = TypeVar("T")

KEYS = """\
typing       a move in its notation, or words to narrow the list
↑ ↓          walk the list of legal moves (also PgUp, PgDn)
Enter        play the typed move, or the one the list stands on
Esc          empty the line
Ctrl+T       a hint: what a bot would play, and the chance to win after it
Ctrl+Z       undo: back to the last decision of a person
Ctrl+S       save the match to a file
Ctrl+O       load a saved match
Ctrl+R       look up a rule: by number, chapter, or words
Ctrl+B       the board alone on the screen, and back
Tab          to the board or the log, to scroll with the arrows
? or F1      this help
q or Ctrl+C  leave

A click on a move plays it. These can also be typed, with Enter:
"""
LEAST_GUIDED = 20
"""With fewer lines, the goal and the phases are hidden to make room for the board."""


def help_text() -> str:
    return KEYS + "".join(f"  {text}\n" for text in ORDERS.values())


class Entry(Input):
    """The input line. It passes on keys that move the selection, and handles ? and q on an empty line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "screen.walk(-1)", show=False),
        Binding("down", "screen.walk(1)", show=False),
        Binding("pageup", "screen.walk(-8)", show=False),
        Binding("pagedown", "screen.walk(8)", show=False),
        Binding("escape", "screen.empty", show=False),
    ]
    SINGLE: ClassVar[dict[str, str]] = {"?": "help", "q": "leave"}

    def is_order(self, character: str | None) -> bool:
        """Whether a key is a command: on an empty line, if no move begins with it."""
        if self.value or character not in self.SINGLE:
            return False
        moves = self.screen.query_one(MovesPane).moves
        return not any(move.notation.lower().startswith(character) for move in moves)

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        return not self.is_order(character) and super().check_consume_key(key, character)

    async def _on_key(self, event: Key) -> None:
        if self.is_order(event.character):
            event.stop()
            event.prevent_default()
            await self.run_action(f"screen.{self.SINGLE[event.character or '']}")
            return
        await super()._on_key(event)


class PlayScreen(Screen[None]):
    """Board, log, moves and an input line for one table. Rules, bots and files run outside the event loop."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "hint", "Hint"),
        Binding("ctrl+z", "undo", "Undo"),
        Binding("ctrl+s", "save", "Save"),
        Binding("ctrl+o", "load", "Load"),
        Binding("ctrl+r", "rules", "Rules"),
        Binding("ctrl+b", "zoom", "Board"),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
        Binding("ctrl+c", "leave", "Quit", show=False, priority=True),
    ]

    def __init__(self, opening: Work[Table], title: str, theme: str, pace: float) -> None:
        super().__init__()
        self.opening = opening
        self.game_title = title or "the game"
        self.colours = theme
        self.pace = pace
        self.table: Table | None = None
        self.sight: Sight | None = None
        self.compiler = CompilerWatch()
        self.preparing = ""
        self.is_skipped = False
        self.tasks = 0
        self.has_walked = False
        self.has_ended = False

    @property
    def is_busy(self) -> bool:
        """Whether the table is being created, or used in a thread."""
        return self.table is None or self.tasks > 0

    def compose(self) -> ComposeResult:
        yield Static(id="seats", markup=False)
        yield Static(id="prompt", markup=False)
        yield Static(id="guide", markup=False)
        yield TableLayout(self.colours, with_moves=True)
        yield Static(id="message", markup=False)
        with Horizontal(id="entry-line"):
            yield Static("› ", id="entry-mark", markup=False)
            yield Entry(id="entry", compact=True, select_on_focus=False)
        yield Footer(show_command_palette=False)

    @property
    def room(self) -> TableLayout:
        return self.query_one(TableLayout)

    @property
    def entry(self) -> Entry:
        return self.query_one("#entry", Entry)

    def on_mount(self) -> None:
        self.compiler.__enter__()
        self.entry.focus()
        self.set_interval(0.5, self.report_compiler)
        self.query_one("#seats", Static).update(self.game_title)
        self.report_compiler()
        self.open()

    def on_unmount(self) -> None:
        self.compiler.__exit__()
        if self.table is not None:
            self.table.preparation.stop()

    def report_compiler(self) -> None:
        """Report compiling: in place of the question before there is one, else beside the seats."""
        if self.table is None or (self.is_busy and self.compiler.count):
            self.query_one("#prompt", Static).update(self.compiler.line(self.game_title))
        elif self.sight is not None and self.preparing != self.table.preparation.line():
            self.preparing = self.table.preparation.line()
            self.query_one("#seats", Static).update(self.seats_line(self.sight))

    @work(group="turn", exclusive=True)
    async def open(self) -> None:
        try:
            self.table = await self.opening.finished()
        except WartableError as error:
            self.app.exit(error)
            return
        self.game_title = self.table.game.title
        self.go_on()

    async def off_loop(self, function: Callable[[], T]) -> T:
        """Run something slow in a thread."""
        self.compiler.count = 0
        self.tasks += 1
        try:
            return await Work(function).finished()
        finally:
            self.tasks -= 1

    @work(group="turn", exclusive=True)
    async def go_on(self) -> None:
        """Show the table and let bots move, until a person is asked or the match is over."""
        assert self.table is not None
        table = self.table
        while True:
            sight = await self.off_loop(table.sight)
            await self.play_back(sight)
            self.show(sight)
            if sight.curtain is not None:
                await self.pass_on(sight)
            elif sight.bot is not None:
                thought = await self.off_loop(partial(table.think, sight.bot))
                await self.off_loop(partial(table.accept, thought))
            else:
                break
        if sight.outcome is not None and not self.has_ended:
            self.has_ended = True
            self.tell_end(sight)

    async def play_back(self, sight: Sight) -> None:
        """Show what others did since the last time, note by note; any key skips to the end."""
        assert self.table is not None
        before = self.sight
        self.is_skipped = False
        if before is None or before.viewer != sight.viewer or sight.curtain is not None or self.pace == 0:
            return
        shown = len(before.entries)
        if sight.entries[:shown] != before.entries:
            return
        news = await self.off_loop(partial(self.table.news, sight.viewer, shown))
        others = [each for each in news if each.entry.seat not in self.table.people]
        notes = sum(len(each.entry.sentences) for each in others)
        each_note = min(self.pace, LONGEST_PLAYBACK / max(1, notes))
        for each in others:
            for told in range(1, len(each.entry.sentences) + 1):
                if self.is_skipped:
                    return
                self.show_note(sight, each.entry, told)
                await asyncio.sleep(each_note)
            self.room.board.show(each.board, sight.names)

    def show_note(self, sight: Sight, entry: LogEntry, told: int) -> None:
        assert self.table is not None
        sentence = entry.sentences[told - 1]
        self.query_one("#prompt", Static).update(clean(line(sentence, sight.names, self.table.match)))
        until = sight.entries[: sight.entries.index(entry) + 1]
        self.room.log_pane.show(self.table.game, until, sight.names, self.fresh(sight), told)

    async def pass_on(self, sight: Sight) -> None:
        assert self.table is not None and sight.curtain is not None
        answer = await self.answer(Curtain(sight.names[sight.curtain]))
        if answer == "lift":
            await self.off_loop(self.table.lift)
        elif answer == "leave":
            await self.ask_to_leave()

    def show(self, sight: Sight) -> None:
        assert self.table is not None
        self.sight = sight
        self.query_one("#seats", Static).update(self.seats_line(sight))
        self.query_one("#prompt", Static).update(sight.question)
        guide = self.query_one("#guide", Static)
        guide.update(sight.guide)
        guide.display = self.size.height >= LEAST_GUIDED
        room = self.room
        room.set_class(not self.table.people, "watching")
        room.board.show(sight.board, sight.names)
        room.moves.show(sight.moves, sight.names, self.entry.value)
        room.log_pane.show(self.table.game, sight.entries, sight.names, self.fresh(sight))
        room.settle()
        self.has_walked = False
        self.entry.placeholder = "type a move, or choose one with ↑ ↓ and Enter" if sight.moves else ""

    def fresh(self, sight: Sight) -> int:
        """The first new action: the one after the viewer's last own action, or its own."""
        seats = {sight.viewer} if sight.viewer >= 0 else {sight.asked}
        own = [entry.number for entry in sight.entries if entry.seat in seats]
        return own[-1] if own else 0

    def seats_line(self, sight: Sight) -> Content:
        soft = THEMES[self.colours]["soft"]
        parts: list[Content | tuple[str, str]] = [(sight.title, "bold"), ("  ", "")]
        for seat, player in enumerate(sight.players):
            turn = "▸" if seat in sight.due else " "
            parts.append((f" {turn}", f"bold {THEMES[self.colours]['ink']}"))
            parts.append((f"{seat_mark(seat)} {player.name}", seat_style(seat, self.colours)))
            parts.append((f" ({player.bot})" if player.bot else "", soft))
        parts.append((f"  · {self.preparing}" if self.preparing else "", soft))
        return Content.assemble(*parts)

    def say(self, text: str) -> None:
        message = self.query_one("#message", Static)
        message.remove_class("bad")
        message.update(clean(text))
        message.display = bool(text)

    def complain(self, text: str) -> None:
        self.say(text)
        self.query_one("#message", Static).add_class("bad")

    def on_key(self, event: Key) -> None:
        """Typing while the board or the log has the focus goes to the input line. A key ends a playback."""
        self.is_skipped = True
        if self.focused is not self.entry and event.is_printable and event.character:
            if event.key in ("q", "question_mark"):
                return
            event.stop()
            self.entry.focus()
            self.entry.insert_text_at_cursor(event.character)

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input is self.entry:
            self.has_walked = False
            self.room.moves.filter(event.value)
            if event.value:  # an empty line may be ours, emptied after a move whose answer is already being shown
                self.is_skipped = True
                self.say("")

    def action_walk(self, steps: int) -> None:
        """Move the selection in the list; Enter then plays the selected move."""
        moves = self.room.moves
        if not moves.shown:
            return
        at = -1 if moves.highlighted is None and steps > 0 else moves.highlighted or 0
        moves.highlighted = min(max(at + (1 if at < 0 else steps), 0), len(moves.shown) - 1)
        self.has_walked = True
        self.say(moves.cropped_label)

    def action_empty(self) -> None:
        self.entry.value = ""
        self.say("")
        self.entry.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.sight is None or self.is_busy:
            return
        text = event.value.strip()
        order = read_order(text, [move.notation for move in self.sight.moves])
        if order is not None:
            self.entry.value = ""
            self.carry_out(order)
        elif self.has_walked and self.room.moves.chosen is not None:
            self.play(self.room.moves.chosen.action)
        elif text:
            self.play(text)
        elif self.sight.moves:
            self.say("Type a move, or choose one from the list with ↑ ↓ and press Enter.")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if not self.is_busy:
            self.play(self.room.moves.shown[event.option_index].action)

    @work(group="move", exclusive=True)
    async def play(self, move: int | str) -> None:
        assert self.table is not None and self.sight is not None
        if self.sight.asked is None:
            self.complain("The match is over." if self.sight.outcome else "It is not your turn.")
            return
        try:
            await self.off_loop(partial(self.table.play, self.sight.asked, move))
        except DoubtfulMove as error:
            with self.prevent(Input.Changed):  # which would empty the message
                self.entry.value = self.table.match.notation(self.sight.asked, error.action)
            self.complain(f"{error}. Press Enter to play it.")
        except (UnreadableMove, IllegalMove) as error:
            if isinstance(error, UnreadableMove) or len(self.room.moves.shown) == 1:
                self.suggest(str(move), str(error))
            else:
                self.complain(str(error))
        except WartableError as error:
            self.complain(str(error))
        else:
            self.say("")
            self.entry.value = ""
            self.go_on()

    def suggest(self, text: str, reason: str) -> None:
        """A text that is not a legal move may contain words that legal moves have."""
        moves = self.room.moves
        if len(moves.shown) == 1:
            self.action_walk(1)
            self.say(f"Press Enter again to play {moves.shown[0].notation}.")
        elif moves.shown:
            self.complain(f"{text!r} fits {len(moves.shown)} moves: type on, or choose one with ↑ ↓ and Enter.")
        else:
            self.complain(reason)

    def carry_out(self, order: Order) -> None:
        actions: dict[str, Callable[[], object]] = {
            "hint": self.action_hint,
            "coach": lambda: self.coach(order.rest),
            "undo": self.action_undo,
            "save": lambda: self.save(order.rest),
            "load": lambda: self.load(order.rest),
            "rules": lambda: self.action_rules(order.rest),
            "ask": lambda: self.ask_rules(order.rest),
            "list": lambda: setattr(self.entry, "value", order.rest),
            "board": self.action_zoom,
            "where": lambda: self.tell_where(order.rest),
            "log": self.room.log_pane.focus,
            "help": self.action_help,
            "quit": self.action_leave,
        }
        actions[order.name]()

    def action_hint(self) -> None:
        if not self.is_busy:
            self.hint()

    @work(group="move", exclusive=True)
    async def hint(self) -> None:
        assert self.table is not None and self.sight is not None
        self.say("A bot is thinking …")
        try:
            hint = await self.off_loop(self.table.hint)
        except WartableError as error:
            self.complain(str(error))
            return
        self.say(named(str(hint), self.sight.names))

    @work(group="move", exclusive=True)
    async def coach(self, text: str) -> None:
        assert self.table is not None and self.sight is not None
        if not text:
            self.complain("Say which move: coach MOVE.")
            return
        self.say("The coach is thinking …")
        try:
            told = await self.off_loop(partial(self.table.coach, text))
        except WartableError as error:
            self.complain(str(error))
            return
        self.say(named(told, self.sight.names))

    def action_undo(self) -> None:
        if self.table is not None:
            self.undo()

    @work(group="turn", exclusive=True)
    async def undo(self) -> None:
        assert self.table is not None
        if await self.off_loop(self.table.undo):
            self.has_ended = False
            self.say("Taken back.")
        else:
            self.complain("There is no decision of a person to take back.")
        self.go_on()

    def action_save(self) -> None:
        if self.table is not None:
            self.save("")

    @work(group="dialog", exclusive=True)
    async def save(self, name: str) -> None:
        await self.save_as(name)

    async def save_as(self, name: str) -> bool:
        """Save, asking for a name if none is given, and before a file is replaced."""
        assert self.table is not None
        wanted = name or await self.answer(FileName("Save the match", str(self.table.default_name())))
        if not wanted:
            return False
        try:
            try:
                path = await self.off_loop(partial(self.table.save, wanted))
            except FileExists as error:
                if not await self.ask("Save the match", [f"{error}."], "r", "Replace it"):
                    self.say("Not saved.")
                    return False
                path = await self.off_loop(partial(self.table.save, wanted, overwrite=True))
        except WartableError as error:
            self.complain(str(error))
            return False
        self.say(f"Saved to {path}.")
        return True

    async def answer(self, dialog: Dialog) -> str:
        """The result of a dialog; nothing if it was dismissed."""
        return await self.app.push_screen_wait(dialog) or ""

    async def ask(self, title: str, lines: list[str], key: str, label: str) -> bool:
        """A question with two answers: do it, or go back."""
        choices = (Choice(key, label, "do"), Choice("b", "Back", ""))
        return await self.answer(Question(title, lines, choices)) == "do"

    def action_load(self) -> None:
        if self.table is not None:
            self.load("")

    @work(group="dialog", exclusive=True)
    async def load(self, name: str) -> None:
        assert self.table is not None
        wanted = name or await self.answer(FileName("Load a match", "", saves_here()))
        if not wanted:
            return
        try:
            table = await self.off_loop(lambda: load_table(wanted, self.table.game if self.table else None))
        except WartableError as error:
            self.complain(str(error))
            return
        lines = ["This match has actions that are not saved. They are lost when the other one is loaded."]
        if not (self.table.is_over or self.table.is_saved) and not await self.ask("Load a match", lines, "l", "Load"):
            return
        self.table = table
        self.has_ended = False
        self.say(f"Loaded {table.path}.")
        self.go_on()

    def action_rules(self, text: str = "") -> None:
        if self.table is not None:
            self.app.push_screen(Rules(self.table.game, text))

    def ask_rules(self, question: str) -> None:
        if self.table is not None and self.sight is not None:
            said = answers(self.table.match, self.sight.asked, question)
            self.app.push_screen(Help("Ask the rules", "\n\n".join(said)))

    def tell_where(self, words: str) -> None:
        if self.table is not None and self.sight is not None:
            scene = self.table.match.see(self.table.viewer).scene
            self.app.push_screen(Help("Where everything stands", "\n".join(standing(scene, self.sight.names, words))))

    def action_zoom(self) -> None:
        self.room.zoom()

    def action_help(self) -> None:
        self.app.push_screen(Help("Help", help_text()))

    @work(group="end", exclusive=True)
    async def tell_end(self, sight: Sight) -> None:
        """Show the outcome, and the options then."""
        assert self.table is not None and sight.outcome is not None
        choices = (
            Choice("s", "Save", "save"),
            Choice("q", "Quit", "quit"),
            Choice("b", "Back to the table", ""),
        )
        lines = verdict(sight.outcome, sight.names)
        answer = "again"
        while answer == "again":
            answer = await self.answer(Question("The end", lines, choices))
            if answer == "save":
                answer = "again"
                await self.save_as("")
        if answer == "quit":
            self.app.exit()

    def action_leave(self) -> None:
        if self.table is None or self.table.is_over:
            self.app.exit()
        else:
            self.leave()

    @work(group="dialog", exclusive=True)
    async def leave(self) -> None:
        await self.ask_to_leave()

    async def ask_to_leave(self) -> None:
        """The question before leaving an unfinished match."""
        assert self.table is not None
        name = self.table.default_name()
        lines = ["The match is not over."]
        if self.table.is_saved and self.table.path is not None:
            lines.append(f"It is saved in {self.table.path}.")
            choices = [Choice("l", "Leave", "leave"), Choice("b", "Back", "")]
        else:
            lines.append(f"Save it as {name} before you leave?")
            choices = [
                Choice("s", "Save and leave", "save"),
                Choice("l", "Leave without saving", "leave"),
                Choice("b", "Back", ""),
            ]
        answer = await self.answer(Question("Leave", lines, choices))
        if answer == "leave":
            self.app.exit()
        elif answer == "save" and await self.save_unasked(str(name)):
            game = self.table.game.name
            self.app.exit(message=Text(f"Saved to {name}. Go on with: wartable play {game} --load {name}"))

    async def save_unasked(self, name: str) -> bool:
        """Save under the name in the question, which may replace that file."""
        assert self.table is not None
        try:
            await self.off_loop(partial(self.table.save, name, overwrite=True))
        except WartableError as error:
            self.complain(str(error))
            return False
        return True
