"""Finds where a law was broken: a function of the author's with its file and line."""

import linecache
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from wartable.compiler.mode import plain, reading
from wartable.core import frames, generic, record
from wartable.core.blame import named
from wartable.core.decisions.pages import Page
from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.match.film import listen

OF_THE_STACK = (frames.ask, frames.ask_all, frames.pop, frames.done, frames.finish)


ON_PAGES = {"legal": "offers", "chance": "chances", "refusal": "refuse", "path": "touches", "meant": "reads"}
"""The names on decision pages of a game's functions that are named differently there."""

MADE_OF_PAGES = ("legal", "apply", "chance", "refusal")


def place_of_function(game: Game, name: str, action: int | None = None) -> str:
    """A function of the game's rules, words or view, with its file and line; empty if there is none of that name.

    For an action, the function on its page.
    """
    page = None if action is None else game.decisions.page(action)
    if page is not None:
        return _place_on_page(page, ON_PAGES.get(name, name), game.folder)
    if name in MADE_OF_PAGES:
        home = sys.modules[str(game.decisions.phases[0].module.__package__)]
        return f"{name} ({place_in_file(Path(str(home.__file__)), game.folder, 'Decisions(')})"
    found = game.functions.get(name) or getattr(game.words, name, None) or getattr(game.view, name, None)
    return place_of(found, game.folder, name) if found else ""


def _place_on_page(page: Page, name: str, folder: Path) -> str:
    """A rule of a page, or a text of its action; or the action if the page has neither."""
    if hasattr(page.module, name):
        return place_of(getattr(page.module, name), folder, name)
    text = f"    {name} = " if name in vars(page.action) else f"class {page.action.__name__}("
    return f"{name} ({place_in_file(Path(str(page.module.__file__)), folder, text)})"


def place_of(function: Callable[..., Any], folder: Path, name: str) -> str:
    """A function with its file and line, as named in a report."""
    code = plain(function).__code__
    line = code.co_firstlineno
    while linecache.getline(code.co_filename, line).startswith("@"):
        line += 1
    return f"{name} ({named(code.co_filename, folder)}, line {line})"


def place_in_file(file: Path, folder: Path, text: str) -> str:
    """The first line of a file that contains a text, or its first line."""
    lines = file.read_text("utf-8").splitlines()
    line = next((number for number, one in enumerate(lines, 1) if text in one), 1)
    return f"{named(str(file), folder)}, line {line}"


def place_of_note(game: Game, box: AnyBox, before: AnyState, seat: int, action: int, number: int) -> str:
    """The line that writes a note of an action, given the index of the note."""
    heard: list[str] = []
    with reading(), suppress(Exception):
        speaking = listen(game.open_journal(box), lambda: heard.append(_author(sys._getframe(1), game.folder)))
        generic.apply(record.copy(before), speaking, seat, action)
    return heard[number] if number < len(heard) else place_of_function(game, "apply", action)


def place_of_decision(game: Game, box: AnyBox, before: AnyState, seat: int, action: int) -> str:
    """The last line of an action that changed the stack of decisions."""
    with reading(), suppress(Exception), _callers(game.folder) as found:
        generic.apply(record.copy(before), box, seat, action)
    return found[-1] if found else place_of_function(game, "apply", action)


@contextmanager
def _callers(folder: Path) -> Iterator[list[str]]:
    """The lines of the author's functions that change the stack of decisions, in order."""
    codes = {plain(function).__code__ for function in OF_THE_STACK}
    found: list[str] = []

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in codes:
            found.append(_author(frame, folder))

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(before)


def _author(frame: FrameType | None, folder: Path) -> str:
    """The innermost line of the author's in a call stack; empty if there is none."""
    inside = str(folder.resolve())
    while frame is not None:
        if str(Path(frame.f_code.co_filename).resolve()).startswith(inside):
            place = f"{named(frame.f_code.co_filename, folder)}, line {frame.f_lineno}"
            return f"{frame.f_code.co_name} ({place})"
        frame = frame.f_back
    return ""
