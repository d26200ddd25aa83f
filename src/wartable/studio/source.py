"""The files of a game in development: loaded, and reloaded when one of them is saved."""

import linecache
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

from wartable.core import generic
from wartable.core.blame import place_of, said
from wartable.core.game import Game
from wartable.drawing import materials
from wartable.errors import WartableError

WATCHED = {".py", ".md", ".csv", ".txt", ".toml", ".svg"}

Stamp = dict[Path, tuple[int, int]]


class Source:
    """A game by its module; `game` is its last loadable state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.folder = game.folder
        self.module = _package_of(game)
        self.stamp = self.look()

    def look(self) -> Stamp:
        """The time stamp and length of each file of the game."""
        found: Stamp = {}
        for path in self.folder.rglob("*"):
            if path.suffix in WATCHED and "__pycache__" not in path.parts:
                try:
                    facts = path.stat()
                except OSError:
                    continue
                found[path] = (facts.st_mtime_ns, facts.st_size)
        return found

    def has_changed(self) -> bool:
        """Whether a file was saved, added or removed since the last call or load."""
        before, self.stamp = self.stamp, self.look()
        return before != self.stamp

    def read(self) -> Game:
        """Load the game from its current files. On an error, the old game stays."""
        before = _modules_below(self.module)
        for name in before:
            del sys.modules[name]
        try:
            with _freshly():
                game: Game = import_module(self.module).GAME
                if not game.rulebook.rules:
                    raise ValueError("RULES.md has no rule: rules are paragraphs that begin like **AB-1.1**")
                game.new_box()
        except BaseException:
            for name in _modules_below(self.module):
                del sys.modules[name]
            sys.modules.update(before)
            generic.register(self.game.state, self.game.functions)
            raise
        self.game = game
        return game

    def told(self, error: BaseException) -> str:
        """What is wrong, in one sentence, with file and line in the game."""
        words = str(error) if isinstance(error, WartableError) else said(error)
        place = place_of(error, self.folder)
        return f"{words} ({place})" if place else words


def _package_of(game: Game) -> str:
    """The module with GAME: the one that contains its rules."""
    return game.rules.__name__.rpartition(".")[0]


def _modules_below(package: str) -> dict[str, Any]:
    return {name: module for name, module in sys.modules.items() if name == package or name.startswith(f"{package}.")}


@contextmanager
def _freshly() -> Iterator[None]:
    """A context in which modules are loaded from source: cached bytecode has time stamps in whole seconds and could
    be stale.
    """
    kept = sys.dont_write_bytecode, sys.pycache_prefix
    sys.dont_write_bytecode, sys.pycache_prefix = True, os.devnull
    invalidate_caches()
    linecache.checkcache()
    materials.symbols.cache_clear()
    try:
        yield
    finally:
        sys.dont_write_bytecode, sys.pycache_prefix = kept
