"""The one way to compile: `@rule`, its cache on disk, and the switch that turns the compiler off.

Numba's own cache does not notice an edited helper in another file. So all compiled code lives in a folder that
is named by a hash of every source file that could be compiled into it: an edit anywhere starts a fresh folder.
"""

import hashlib
import os
import shutil
import time
import types
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numba
import numba.core.types
from numba import njit

GAMES_GROUP = "wartable.games"
PACKAGE = Path(__file__).resolve().parent.parent
COMPILED_PARTS = ("core", "games", "bots", "batch")
NEVER_COMPILED = {
    "*view.py",
    "words.py",
    "draw.py",
    "scene.py",
    "theme.py",
    "icons.py",
    "picture.py",
    "tints.py",
    "match.py",
}
"""Files that hold no rule and give nothing to one, by name: an edit there compiles nothing again."""
KEPT_CACHES = 4

interpreted = bool(numba.config.DISABLE_JIT)
"""True when NUMBA_DISABLE_JIT=1: rules run as plain Python, for the debugger and for coverage."""


def plugin_folders() -> Iterator[Path]:
    """The folders of games that other installed packages offer, found without importing them."""
    for entry in entry_points(group=GAMES_GROUP):
        places: list[str] | None = None
        for part in entry.module.split("."):
            spec = PathFinder.find_spec(part, places)
            places = list(spec.submodule_search_locations or ()) if spec else None
            if not places:
                break
        if places:
            yield Path(places[0])


def is_never_compiled(path: Path) -> bool:
    return any(path.match(name) for name in NEVER_COMPILED)


def source_files() -> Iterator[Path]:
    for folder in [*(PACKAGE / part for part in COMPILED_PARTS), *sorted(plugin_folders())]:
        yield from sorted(path for path in folder.rglob("*.py") if not is_never_compiled(path))


def source_hash() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in source_files():
        digest.update(str(path.relative_to(path.parents[2])).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: WARTABLE_CACHE, or `wartable` in the user's cache folder."""
    named = os.environ.get("WARTABLE_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wartable"


def _drop_old_caches(root: Path, current: Path) -> None:
    """Keeps the newest few folders, so that edits do not fill the disk; never one used within the hour."""
    try:
        others = sorted((f for f in root.iterdir() if f.is_dir() and f != current), key=lambda f: f.stat().st_mtime)
        for folder in others[: max(0, len(others) - KEPT_CACHES + 1)]:
            if time.time() - folder.stat().st_mtime > 3600:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass


def _open_cache() -> Path:
    root = cache_root()
    folder = root / source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return folder
    _drop_old_caches(root, folder)
    return folder


cache_folder = _open_cache()
numba.config.CACHE_DIR = str(cache_folder)


_SMALL = (
    numba.core.types.Integer,
    numba.core.types.IntegerLiteral,
    numba.core.types.Boolean,
    numba.core.types.BooleanLiteral,
    numba.core.types.IntEnumMember,
)


def wide(kinds: Iterable[Any]) -> tuple[Any, ...]:
    """The types of arguments, with 64-bit ints for all ints."""
    return tuple(numba.core.types.int64 if isinstance(kind, _SMALL) else kind for kind in kinds)


def take_wide_ints(dispatcher: Any) -> None:
    """Compiles for 64-bit ints whatever ints a caller passes: one compiled version of a rule instead of many."""
    given = type(dispatcher).get_call_template

    def get_call_template(self: Any, args: Any, kws: Any) -> Any:
        _, folded = self.fold_argument_types(args, kws)
        return given(self, wide(folded), {})

    dispatcher.get_call_template = types.MethodType(get_call_template, dispatcher)


OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
"""Without `_nrt` no references are counted, which took a large part of the time: compiled code allocates nothing, and
whoever calls it keeps the arrays alive."""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function of the engine (a rule, a playout, a search): cached on disk, free of the GIL."""
    dispatcher = njit(**OPTIONS)(function)
    if not interpreted:
        take_wide_ints(dispatcher)
    return dispatcher


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a function of the engine as part of each caller.

    A compiled function carries a copy of all that it calls. Around a game's rules a copy takes seconds to make, so
    the steps of a playout or a search are written as functions and compiled as one.
    """
    return njit(**OPTIONS, inline="always")(function)


rule = compiled
"""Marks a rule of a game. It reads and writes records and ints only; see docs/games.md."""


def plain(function: Any) -> Any:
    """The function behind a rule, to be run without waiting for the compiler."""
    return getattr(function, "py_func", function)
