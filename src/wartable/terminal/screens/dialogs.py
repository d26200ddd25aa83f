"""Dialogs over the table: questions, file names, rules, help, the curtain, the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from wartable.core.game import Game
from wartable.errors import WartableError

from ..lookup import contents, explained, find_rules, rule_text
from ..names import clean
from ..table import SUFFIX


class Dialog(ModalScreen[str | None]):
    """A dialog over the table; its result is a text, or None if it is dismissed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back"),
        Binding("ctrl+c", "leave", "Back", show=False, priority=True),
    ]

    def action_leave(self) -> None:
        self.dismiss(None)


@dataclass(frozen=True)
class Choice:
    """An answer: its key, its text, and its value."""

    key: str
    label: str
    answer: str


class Question(Dialog):
    """Some lines, with answers by button or by key; the first answer has the focus."""

    def __init__(self, title: str, lines: Sequence[str], choices: Sequence[Choice]) -> None:
        super().__init__()
        self.heading = title
        self.lines = lines
        self.choices = choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self.heading
            with VerticalScroll(classes="lines", can_focus=False):
                yield Static("\n".join(clean(line) for line in self.lines), markup=False)
            with Horizontal(classes="buttons"):
                for number, choice in enumerate(self.choices):
                    yield Button(
                        Content(f"{choice.label} ({choice.key})"), id=f"choice-{number}", compact=True, classes="choice"
                    )

    def on_mount(self) -> None:
        self.query_one("#choice-0", Button).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        number = int((event.button.id or "").removeprefix("choice-"))
        self.dismiss(self.choices[number].answer)

    def on_key(self, event: Key) -> None:
        for choice in self.choices:
            if event.character and event.character.lower() == choice.key:
                event.stop()
                self.dismiss(choice.answer)
                return
        if event.key in ("left", "up", "right", "down"):
            event.stop()
            if event.key in ("left", "up"):
                self.focus_previous()
            else:
                self.focus_next()


class Curtain(Dialog):
    """Covers everything until the next person has the device."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "lift", "Show my view")]

    def __init__(self, name: str) -> None:
        super().__init__(classes="curtain")
        self.player = name

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(f"Pass the device to {self.player}.", markup=False)
            yield Static(f"{self.player}: press Enter when nobody else is looking.", markup=False)

    def action_lift(self) -> None:
        self.dismiss("lift")

    def action_leave(self) -> None:
        self.dismiss("leave")


class FileName(Dialog):
    """Asks for a file name, listing existing files."""

    def __init__(self, title: str, value: str, files: Sequence[Path] = ()) -> None:
        super().__init__()
        self.heading = title
        self.value = value
        self.files = [str(path) for path in files]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self.heading
            yield Input(self.value, placeholder="name of a file", compact=True, select_on_focus=False)
            if self.files:
                yield OptionList(*(Option(Content(clean(name))) for name in self.files), compact=True, markup=False)
            yield Static("Enter: go on   Escape: back" + ("   ↓: pick a file" if self.files else ""), classes="soft")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(event.value.strip())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.files[event.option_index])

    def on_key(self, event: Key) -> None:
        if event.key == "down" and self.files and isinstance(self.focused, Input):
            event.stop()
            picker = self.query_one(OptionList)
            picker.focus()
            picker.highlighted = 0


def saves_here(most: int = 100) -> list[Path]:
    """The saves in this folder, newest first."""
    found = [path for path in Path().glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)[:most]


class Rules(Dialog):
    """Looks up rules as you type: a number, a chapter, or words."""

    def __init__(self, game: Game, text: str = "") -> None:
        super().__init__()
        self.game = game
        self.book = game.rulebook
        self.value = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="box tall") as box:
            box.border_title = "Rules"
            yield Input(self.value, placeholder="3.2, a chapter, or words", compact=True, select_on_focus=False)
            with VerticalScroll(classes="page"):
                yield Static(id="rules-text", markup=False)
            yield Static("Type to search   ↑ ↓: scroll   Escape: back to the table", classes="soft")

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self.look_up(self.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.look_up(event.value)

    def look_up(self, text: str) -> None:
        self.query_one("#rules-text", Static).update(self.found(text))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def found(self, text: str) -> Content:
        if not text.strip():
            return Content("\n".join(contents(self.book)))
        try:
            rules = find_rules(self.book, text)
        except WartableError as error:
            return Content(clean(str(error)))
        words = [Content(clean(said)) for said in explained(self.game, text)]
        found = [Content.assemble((rule.name, "bold"), " ", clean(rule_text(self.book, rule))) for rule in rules]
        return Content("\n\n").join([*words, *found])

    def on_key(self, event: Key) -> None:
        page = self.query_one(VerticalScroll)
        moves = {
            "up": page.scroll_up,
            "down": page.scroll_down,
            "pageup": page.scroll_page_up,
            "pagedown": page.scroll_page_down,
        }
        if event.key in moves:
            event.stop()
            moves[event.key](animate=False)

    def on_input_submitted(self) -> None:
        self.dismiss(None)


class Help(Dialog):
    """Pages of help to scroll through."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,q,question_mark", "leave", "Back", show=False)]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="box tall") as box:
            box.border_title = self.heading
            with VerticalScroll(classes="page"):
                yield Static(self.text, markup=False)
            yield Static("↑ ↓: scroll   Escape: back to the table", classes="soft")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class JumpTo(Dialog):
    """Asks for the number of an action to go to."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Jump"
            yield Input(placeholder=f"0 to {self.last}", type="integer", compact=True, select_on_focus=False)
            yield Static("Enter: go   Escape: back", classes="soft")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= self.last:
            self.dismiss(text)
        else:
            self.query_one(".soft", Static).update(f"Type a number from 0 to {self.last}.")
