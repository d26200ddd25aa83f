"""The full-screen app, which contains a screen for play or replay."""

import os
import sys
from collections.abc import Callable
from typing import TypeVar

from textual.app import App
from textual.screen import Screen

from wartable.core.game import Game
from wartable.errors import WartableError

from ..film import Film
from ..table import Table
from .background import Work
from .colours import textual_theme

T = TypeVar("T")

PATIENCE = 0.7
"""Seconds that opening a table may take, or fail, before the screen is filled."""


class TerminalApp(App[WartableError | None]):
    """Shows one screen, which decides when to leave. An error that ends the app is kept."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Wartable"

    def __init__(self, first: Screen[None], theme: str) -> None:
        super().__init__()
        self.first = first
        for name in ("dark", "light"):
            self.register_theme(textual_theme(name))
        self.theme = f"wartable-{theme}"

    def on_mount(self) -> None:
        self.push_screen(self.first)

    async def action_quit(self) -> None:
        """Ctrl+Q; the open screen or dialog decides what it means."""
        await self.run_action("screen.leave")

    async def action_help_quit(self) -> None:  # type: ignore[override]  # Textual's own does not wait
        await self.run_action("screen.leave")


def run_app(first: Screen[None], theme: str) -> int:
    """Run the app to its end; raises the error that ended it."""
    error = TerminalApp(first, theme).run(mouse=True)
    if error is not None:
        raise error
    if Work.running:
        # A compilation or a bot's thought still goes on in a thread, and nobody waits for it any more.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    return 0


def opened(opening: Callable[[], T]) -> Work[T]:
    """Start opening a table. Early errors are raised before the screen is filled."""
    work = Work(opening)
    if work.wait(PATIENCE):
        work.result()
    return work


def play(opening: Callable[[], Table], game: Game | None, theme: str, pace: float) -> int:
    from .play import PlayScreen

    return run_app(PlayScreen(opened(opening), "" if game is None else game.title, theme, pace), theme)


def replay(opening: Callable[[], Film], title: str, theme: str, pace: float, number: int) -> int:
    from .replay import ReplayScreen

    return run_app(ReplayScreen(opened(opening), title, theme, pace, number), theme)
