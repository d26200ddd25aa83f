"""Earlier versions of the games' rules, kept in a folder with a copy of each game as it was.

`rules/metals_1` is version 1 of Metals. It is the game `metals@1`, with its own records and rules, so matches that
began under it continue under it, and its saves stay readable. Today's version is `metals`, wherever it is.
"""

import logging
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from filecmp import cmp
from functools import lru_cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from threading import RLock
from types import ModuleType

from wartable.errors import BrokenGame

from . import generic
from .game import Game
from .record import OLDER

log = logging.getLogger("wartable.rules")
_lock = RLock()
_loaded: dict[str, Game] = {}
_broken: dict[Path, BrokenGame] = {}


def rules_folder() -> Path:
    """The folder for earlier rules: WARTABLE_RULES, or `rules` next to the user's database."""
    if named := os.environ.get("WARTABLE_RULES"):
        return Path(named)
    data = os.environ.get("WARTABLE_DATA")
    share = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return (Path(data) if data else share / "wartable") / "rules"


def kept_versions() -> dict[str, list[int]]:
    """The kept versions of each game, without those that cannot run here."""
    try:
        changed = rules_folder().stat().st_mtime_ns
    except OSError:
        return {}
    found = _folders(rules_folder(), changed)
    return {
        name: [one for one in versions if rules_folder() / f"{name}_{one}" not in _broken]
        for name, versions in found.items()
    }


@lru_cache(maxsize=4)
def _folders(folder: Path, _changed: int) -> dict[str, list[int]]:
    """The versions of each game in a folder; cached by the folder's time stamp."""
    found: dict[str, list[int]] = {}
    for entry in sorted(folder.glob("*_*/__init__.py")):
        name, _, version = entry.parent.name.rpartition("_")
        if version.isdecimal():
            found.setdefault(name, []).append(int(version))
    return found


def opened_games() -> dict[str, Game]:
    """The earlier versions in use, by name."""
    return dict(_loaded)


def find_older(name: str, version: int) -> Game:
    """A game of an earlier version; BrokenGame if it is not kept, or cannot run with this program."""
    called, folder = f"{name}@{version}", rules_folder() / f"{name}_{version}"
    with _lock:
        if folder in _broken:
            raise _broken[folder]
        if version not in kept_versions().get(name, ()):
            raise BrokenGame(f"version {version} of {name} is not kept here ({rules_folder()})")
        if called not in _loaded or _loaded[called].folder != folder:
            try:
                _loaded[called] = _load(name, version)
            except (Exception, SystemExit) as error:
                _broken[folder] = BrokenGame(f"version {version} of {name} cannot be used here: {error}")
                raise _broken[folder] from error
        return _loaded[called]


def _load(name: str, version: int) -> Game:
    above = sys.modules.setdefault(OLDER, ModuleType(OLDER))
    above.__path__ = [str(rules_folder())]
    module = f"{OLDER}.{name}_{version}"
    invalidate_caches()
    _forget(module)
    try:
        game: Game = import_module(module).GAME
        if (game.stem, game.version) != (name, version):
            raise ValueError(f"the folder holds version {game.version} of {game.stem}")
        game.new_box()
        generic.set_read(game.name, True)
    except BaseException:
        _forget(module)
        raise
    return game


def _forget(module: str) -> None:
    for known in [one for one in sys.modules if one == module or one.startswith(f"{module}.")]:
        del sys.modules[known]


def keep(games: Iterable[Game]) -> list[str]:
    """Copy the current games to the folder of rules; returns what was copied, such as "metals_1"."""
    kept = []
    rules_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    for game in games:
        place = rules_folder() / f"{game.stem}_{game.version}"
        if not _stands_alone(game):
            log.warning("the rules of %s are not kept: its modules import each other by their full names", game.name)
        elif not _is_same(game.folder, place):
            _copy(game.folder, place)
            kept.append(place.name)
    return kept


def _files(folder: Path) -> set[Path]:
    """The files of a game, without its large net, which only the strongest bot uses."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path for path in found if "__pycache__" not in path.parts and path.suffix != ".onnx"}


def _stands_alone(game: Game) -> bool:
    """Whether a copy of the folder runs without the original: its modules must import each other relatively."""
    package = game.state.__module__.rpartition(".")[0]
    by_name = re.compile(rf"^\s*(?:from|import)\s+{re.escape(package)}\b", re.MULTILINE)
    return not any(by_name.search(path.read_text("utf-8")) for path in game.folder.rglob("*.py"))


def _is_same(folder: Path, place: Path) -> bool:
    files = _files(folder)
    return files == _files(place) and all(cmp(folder / path, place / path) for path in files)


def _copy(folder: Path, place: Path) -> None:
    """Copy atomically: another process may be copying or reading at the same time."""
    with tempfile.TemporaryDirectory(prefix=".new-", dir=place.parent) as made:
        for path in _files(folder):
            target = Path(made, "game", path)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(folder / path, target)
        if place.exists():
            place.rename(Path(made, "before"))
        Path(made, "game").rename(place)
