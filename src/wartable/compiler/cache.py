"""Compiled code on disk, found by a hash of all sources that can affect it.

Numba's own cache checks the timestamp of one file and misses an edited helper in another. Here the entry of a compiled
function is in a folder for its module, named by a hash of the module, of all its imports, and, if it calls generic
functions, of the rules of the arguments' game. This hash is quick to compute. The entry names the machine code, whose
own key is the content of its functions (`content`). An edit therefore recompiles only what depends on it, and compiled
code can be used wherever sources, versions and processor are the same.
"""

import contextlib
import hashlib
import os
import re
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import numba
import numba.core.types

from wartable.files import write_bytes

from . import singledispatch

GENERIC = "wartable.core.generic"
MOST_BYTES = 3_000_000_000
"""Above this size the least recently used files are deleted."""
HOUR = 3600
CHECKS_BOUNDS = bool(numba.config.BOUNDSCHECK)
"""Whether compiled code checks every index (NUMBA_BOUNDSCHECK=1). Such code is kept apart."""

_IMPORT = re.compile(r"^from\s+(\.*)([\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|^import\s+([^\n]*)", re.MULTILINE)


def cache_root() -> Path:
    """The folder of compiled code: WARTABLE_CACHE, or `wartable` in the user's cache folder."""
    named = os.environ.get("WARTABLE_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wartable"


def code_root() -> Path:
    return cache_root() / "code"


LATER = {"wartable.compiler.decorators": ("wartable.compiler.dispatcher",)}
"""Modules that are imported lazily but affect the code too: the compiler itself."""


def file_of(module: str) -> Path | None:
    """The source of a module, loaded or not: the key must not depend on what else a process has loaded."""
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
    """The modules that a module imports at top level, of its own package and of Wartable."""
    path = file_of(module)
    if path is None:
        return
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for dots, base, names, plain in _IMPORT.findall(path.read_text("utf-8")):
        if plain:
            yield from (name.split()[0] for name in plain.split(","))
            continue
        is_bare = dots and not base
        if dots:
            above = package.split(".")[: len(package.split(".")) - len(dots) + 1]
            base = ".".join([*above, base] if base else above)
        inner = [f"{base}.{name.split()[0]}" for name in names.strip("()").split(",") if name.strip()]
        # `from . import texts` takes a module, and nothing of the package around it.
        if not (is_bare and all(map(file_of, inner))):
            yield base
        yield from inner


@cache
def own_imports_of(module: str) -> frozenset[str]:
    """The modules of its own package and of Wartable that a module imports."""
    own = {"wartable", module.split(".")[0]}
    named = {*imports_of(module), *LATER.get(module, ())}
    return frozenset(name for name in named if name.split(".")[0] in own and file_of(name))


@cache
def sources_of(module: str) -> frozenset[str]:
    """The names of the module and of all its direct and indirect imports."""
    found: set[str] = set()
    waiting = [module] if file_of(module) else []
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += own_imports_of(name)
    return frozenset(found)


@cache
def _digest(module: str) -> bytes:
    path = file_of(module)
    assert path is not None
    return hashlib.sha256(module.encode() + b"\0" + path.read_bytes()).digest()


def fingerprint(modules: frozenset[str]) -> str:
    """A hash of the sources of these modules, of the compiler's version and of whether indices are checked."""
    digest = hashlib.sha256(f"{numba.__version__} {CHECKS_BOUNDS}".encode())
    for module in sorted(modules):
        digest.update(_digest(module))
    return digest.hexdigest()[:16]


def rule_sources(functions: dict[str, Any], callers: frozenset[str] = frozenset()) -> frozenset[str]:
    """The sources of a game's rules: of its functions for the generic ones that core declares.

    Other functions, such as those that the lab measures with, are added to a game's functions when the declaring module
    is loaded. They count only for code whose sources (`callers`) declare them too: no other code can call them.
    """
    asked = [name for name, module in singledispatch.declared() if module == GENERIC or module in callers]
    rules = (getattr(functions[name], "py_func", functions[name]) for name in asked if name in functions)
    return frozenset().union(*(sources_of(rule.__module__) for rule in rules))


def fingerprint_of(functions: dict[str, Any], *modules: str) -> str:
    """A hash of a game's rules and of these modules, for data about a game as a whole."""
    return fingerprint(rule_sources(functions).union(*(sources_of(module) for module in modules)))


_files_in_use: set[str] = set()


def files_in_use() -> list[str]:
    """The files that this process has read or written."""
    # Another thread may be reading more of them.
    return sorted(file for file in tuple(_files_in_use) if (code_root() / file).is_file())


@cache
def _folder(module: str, game: str) -> Path:
    """The folder of a module's compiled code, for arguments of the game (or of none).

    Games never share a folder: an index names the records of its functions and cannot be read without their game, and
    games that are compiled in parallel must not write to the same index.
    """
    needed = sources_of(module)
    if game and GENERIC in needed:
        needed |= rule_sources(singledispatch.named(game), needed)
    parts = (module.removeprefix("wartable."), game, fingerprint(needed))
    return code_root() / "-".join(part for part in parts if part)


def game_of(kinds: Any) -> str:
    """The name of the game whose records are among the argument types, also inside tuples."""
    for kind in getattr(kinds, "args", kinds):
        inner = kind.dtype if isinstance(kind, numba.core.types.Array) else kind
        name = (
            game_of(kind.types) if isinstance(kind, numba.core.types.BaseTuple) else singledispatch.game_of_type(inner)
        )
        if name:
            return name
    return ""


def file_name(function: Any) -> str:
    return re.sub(r"[^\w.]", "", function.__qualname__)


class Shelf:
    """The entries of a compiled function, one for each version, in a folder for each game.

    The file name stands for the function, its argument types, the processor and the versions; the folder stands for the
    sources.
    """

    def __init__(self, function: Any) -> None:
        self.module = function.__module__
        code = function.__code__
        self._name = file_name(function)
        consts = [value for value in code.co_consts if not isinstance(value, CodeType)]
        body = (code.co_code, consts, code.co_names, code.co_firstlineno, sys.version_info[:2], numba.__version__)
        self._body = hashlib.sha256(repr(body).encode()).hexdigest()

    def folder(self, kinds: Any) -> Path:
        return _folder(self.module, game_of(kinds))

    def key(self, kinds: Any, processor: Any) -> str:
        """A hash of everything that one version of the code depends on, except other modules."""
        told = f"{self._body} {self.folder(kinds).name} {processor} {kinds}"
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def entry(self, kinds: Any, processor: Any) -> str:
        """The file that names the machine code of a version."""
        return f"{self.folder(kinds).name}/{self._name}-{self.key(kinds, processor)}.entry"


def read_code(file: str) -> bytes | None:
    """The content of a cache file; None if it is missing."""
    path = code_root() / file
    try:
        data = path.read_bytes()
    except OSError:
        return None
    _use(path, file)
    return data


def write_code(file: str, data: bytes) -> None:
    """Write a file to the cache atomically."""
    _drop_unused()
    path = code_root() / file
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, data, sync=False)
    _use(path, file)


def drop_code(file: str) -> None:
    """Delete a cache file that is no longer of use."""
    with contextlib.suppress(OSError):
        (code_root() / file).unlink()
    _files_in_use.discard(file)


def _use(path: Path, file: str) -> None:
    """Record that a file is in use; unused files are deleted eventually."""
    if file not in _files_in_use:
        _files_in_use.add(file)
        with contextlib.suppress(OSError):
            os.utime(path)


@cache
def _drop_unused() -> None:
    """Make room, once per compiling process; files used within the last hour are kept."""
    with contextlib.suppress(OSError):
        files = [(file.stat(), file) for file in code_root().glob("*/*")]
        size = sum(stat.st_size for stat, _ in files)
        for stat, file in sorted(files, key=lambda one: one[0].st_mtime):
            if size <= MOST_BYTES or time.time() - stat.st_mtime < HOUR:
                break
            file.unlink()
            size -= stat.st_size
        for folder in code_root().iterdir():
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
