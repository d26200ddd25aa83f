"""Games that `wartable new` wrote, for tests that change them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path

import pytest

from wartable.cli import main
from wartable.core import registry
from wartable.core.game import Game
from wartable.server.tables.games import all_games


def write_game(place: Path, name: str = "dare_dice", *words: str) -> Path:
    """A package of its own with a fresh game; the folder of the game."""
    assert main(["new", name, "--into", str(place), *words]) == 0
    return place / f"wartable-{name.replace('_', '-')}" / "src" / f"wartable_{name}"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), "utf-8")


def install(folder: Path, name: str | None = None) -> None:
    """Make the package known as pip would, by its entry point."""
    module = folder.name
    info = folder.parent / f"{module}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module.replace('_', '-')}\nVersion: 0.1.0\n")
    name = name or module.removeprefix("wartable_")
    (info / "entry_points.txt").write_text(f"[wartable.games]\n{name} = {module}\n")


@contextmanager
def found(monkeypatch: pytest.MonkeyPatch, *sources: Path) -> Iterator[None]:
    """Within it the packages in these folders can be imported, and all games are looked for anew."""
    with monkeypatch.context() as patch:
        for source in sources:
            patch.syspath_prepend(str(source))
        forget()
        yield
    forget()


def forget() -> None:
    invalidate_caches()
    registry._load.cache_clear()
    registry._offered.cache_clear()
    registry._broken.clear()
    registry._found.clear()
    all_games.cache_clear()


def load(folder: Path) -> Game:
    """The game of a folder, imported as a package of its name, and never a stale one."""
    for name in [name for name in sys.modules if name.split(".")[0] == folder.name]:
        del sys.modules[name]
    sys.path.insert(0, str(folder.parent))
    try:
        invalidate_caches()
        game: Game = import_module(folder.name).GAME
        return game
    finally:
        sys.path.remove(str(folder.parent))
