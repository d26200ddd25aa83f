"""Compiled code on disk: a folder for each module, named by a hash of all sources that can end up in its code.

Numba's own cache goes by the time stamp of one file and does not notice an edited helper in another. Here a compiled
function is kept under a hash of its module and of all that the module imports, and, where it calls generic functions,
of the rules of the game that its arguments belong to. So an edit compiles again what depends on it and nothing else,
and code that was compiled in one place fits wherever sources, versions and processor are the same.
"""

import contextlib
import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numba.core.types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

GENERIC = "wartable.core.generic"
MOST_BYTES = 3_000_000_000
"""Beyond this the folders that were used longest ago are dropped, so that edits do not fill the disk."""
HOUR = 3600

_IMPORT = re.compile(r"^from\s+(\.*)([\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|^import\s+([^\n]*)", re.MULTILINE)


def cache_root() -> Path:
    """Where compiled code is kept: WARTABLE_CACHE, or `wartable` in the user's cache folder."""
    named = os.environ.get("WARTABLE_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wartable"


def code_root() -> Path:
    return cache_root() / "code"


def _file_of(module: str) -> Path | None:
    """The source of a module, loaded or not: what code is called must not depend on what else a process has loaded."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file:
        return Path(file) if file.endswith(".py") else None
    top, *rest = module.split(".")
    for place in getattr(sys.modules.get(top), "__path__", ()) if rest else ():
        base = Path(place, *rest)
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            if path.is_file():
                return path
    return None


def imports_of(module: str) -> Iterator[str]:
    """The modules that a module imports at its top, those of its own package and of Wartable."""
    path = _file_of(module)
    if path is None:
        return
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for dots, base, names, plain in _IMPORT.findall(path.read_text("utf-8")):
        if plain:
            yield from (name.split()[0] for name in plain.split(","))
            continue
        if dots:
            above = package.split(".")[: len(package.split(".")) - len(dots) + 1]
            base = ".".join([*above, base] if base else above)
        yield base
        yield from (f"{base}.{name.split()[0]}" for name in names.strip("()").split(",") if name.strip())


@cache
def sources_of(module: str) -> frozenset[str]:
    """The module and all that it imports, at however many removes, by name."""
    own = {"wartable", module.split(".")[0]}
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found and name.split(".")[0] in own and _file_of(name):
            found.add(name)
            waiting += imports_of(name)
    return frozenset(found)


@cache
def _digest(module: str) -> bytes:
    path = _file_of(module)
    assert path is not None
    return hashlib.sha256(module.encode() + b"\0" + path.read_bytes()).digest()


def fingerprint(modules: frozenset[str]) -> str:
    """A hash of the sources of these modules and of the compiler's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for module in sorted(modules):
        digest.update(_digest(module))
    return digest.hexdigest()[:16]


def rule_sources(functions: dict[str, Any]) -> frozenset[str]:
    """The sources of all that a game has registered as its generic functions."""
    rules = (getattr(function, "py_func", function) for function in functions.values() if callable(function))
    return frozenset().union(*(sources_of(rule.__module__) for rule in rules))


def fingerprint_of(functions: dict[str, Any], *modules: str) -> str:
    """A hash of a game's rules and of these modules, for what is kept of a game as a whole."""
    return fingerprint(rule_sources(functions).union(*(sources_of(module) for module in modules)))


_in_use: set[Path] = set()


def folders_in_use() -> list[Path]:
    """The folders that code of this process came from or went to."""
    return sorted(folder for folder in _in_use if folder.is_dir())


@cache
def _folder(module: str, game: str) -> Path:
    """The folder of a module's compiled code, for arguments of the game (or of none).

    Games never share one: an index names the records of its functions, and cannot be read where their game is gone;
    nor may games that are compiled side by side write to the same index.
    """
    from . import generic

    needed = sources_of(module)
    if game and GENERIC in needed:
        needed |= rule_sources(generic.named(game))
    parts = (module.removeprefix("wartable."), game, fingerprint(needed))
    folder = code_root() / "-".join(part for part in parts if part)
    _in_use.add(folder)
    with contextlib.suppress(OSError):
        os.utime(folder)
    return folder


def _game_of(kinds: Any) -> str:
    """The name of the game whose records are among the types of arguments, however deep in tuples."""
    from . import generic

    for kind in getattr(kinds, "args", kinds):
        inner = kind.dtype if isinstance(kind, numba.core.types.Array) else kind
        name = _game_of(kind.types) if isinstance(kind, numba.core.types.BaseTuple) else generic.game_of_type(inner)
        if name:
            return name
    return ""


class _Locator:
    """Where Numba finds the code of a function. The folder's name stands for the sources: no time stamps."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_cache_path(self) -> str:
        return str(self.folder)

    def ensure_cache_path(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> int:
        return 0


class _Code(CompileResultCacheImpl):  # type: ignore[misc]
    """Compiled code as Numba writes it to a file, in a folder of our choice."""

    def __init__(self, py_func: Any, folder: Path) -> None:
        self._lineno = py_func.__code__.co_firstlineno
        self._locator = _Locator(folder)
        name = py_func.__qualname__.replace("<", "").replace(">", "")
        self._filename_base = f"{name}-{self._lineno}.py{sys.version_info[0]}{sys.version_info[1]}"


class Index(IndexDataCacheFile):  # type: ignore[misc]
    """What versions of a function there are. One that names a class of a game which is gone is begun anew."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except (ImportError, AttributeError):
            return {}


class _Shelf(FunctionCache):  # type: ignore[misc]
    """The compiled versions of one function in one folder."""

    def __init__(self, py_func: Any, folder: Path) -> None:
        self._name = repr(py_func)
        self._py_func = py_func
        self._impl = _Code(py_func, folder)
        self._cache_path = str(folder)
        self._cache_file = Index(str(folder), self._impl.filename_base, 0)
        self.enable()


class RuleCache(FunctionCache):  # type: ignore[misc]
    """What a compiled function has on disk: for each game whose records it takes, in a folder of its own."""

    def __init__(self, py_func: Any) -> None:
        self._name = repr(py_func)
        self._py_func = py_func
        self._shelves: dict[Path, _Shelf] = {}
        self.enable()

    @property
    def cache_path(self) -> str:
        return str(code_root())

    def _shelf(self, signature: Any) -> _Shelf:
        folder = _folder(self._py_func.__module__, _game_of(signature))
        if folder not in self._shelves:
            self._shelves[folder] = _Shelf(self._py_func, folder)
        return self._shelves[folder]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        return self._shelf(sig).load_overload(sig, target_context) if self._enabled else None

    def save_overload(self, sig: Any, data: Any) -> None:
        if self._enabled:
            _drop_unused()
            self._shelf(sig).save_overload(sig, data)

    def flush(self) -> None:
        for shelf in self._shelves.values():
            shelf.flush()


@cache
def _drop_unused() -> None:
    """Makes room, once in a process that compiles: never a folder that was used within the hour."""
    with contextlib.suppress(OSError):
        used = sorted((folder.stat().st_mtime, folder) for folder in code_root().iterdir() if folder.is_dir())
        sizes = {folder: sum(file.stat().st_size for file in folder.rglob("*")) for _, folder in used}
        for last, folder in used:
            if sum(sizes.values()) <= MOST_BYTES or time.time() - last < HOUR:
                return
            shutil.rmtree(folder, ignore_errors=True)
            del sizes[folder]
