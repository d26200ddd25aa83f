"""Compiled code on disk: what Python calls is found by a hash of all sources that can end up in its code.

Numba's own cache goes by the time stamp of one file and does not notice an edited helper in another. Here the entry of
a compiled function lies in a folder for its module, named by a hash of the module and of all that it imports, and,
where it calls generic functions, of the rules of the game that its arguments belong to. That is quick to find out. An
entry names the machine code, which goes by what the functions themselves say (`content`): so an edit compiles again
what depends on it and nothing else, and code that was compiled in one place fits wherever sources, versions and
processor are the same.
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
"""Beyond this the files that were used longest ago are dropped, so that edits do not fill the disk."""
HOUR = 3600
CHECKS_BOUNDS = bool(numba.config.BOUNDSCHECK)
"""Whether compiled code checks every index (NUMBA_BOUNDSCHECK=1). It is kept apart from code that does not."""

_IMPORT = re.compile(r"^from\s+(\.*)([\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|^import\s+([^\n]*)", re.MULTILINE)


def cache_root() -> Path:
    """Where compiled code is kept: WARTABLE_CACHE, or `wartable` in the user's cache folder."""
    named = os.environ.get("WARTABLE_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wartable"


def code_root() -> Path:
    return cache_root() / "code"


LATER = {"wartable.compiler.decorators": ("wartable.compiler.dispatcher",)}
"""What modules import when they first need it, and code follows from as well: the compiler itself."""


def file_of(module: str) -> Path | None:
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
    path = file_of(module)
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
        if name not in found and name.split(".")[0] in own and file_of(name):
            found.add(name)
            waiting += [*imports_of(name), *LATER.get(name, ())]
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

    Others, like those that the lab measures with, join a game's functions when whoever declares them is loaded. They
    count only for code whose sources (`callers`) declare them too: no other code can call them.
    """
    asked = [name for name, module in singledispatch.declared() if module == GENERIC or module in callers]
    rules = (getattr(functions[name], "py_func", functions[name]) for name in asked if name in functions)
    return frozenset().union(*(sources_of(rule.__module__) for rule in rules))


def fingerprint_of(functions: dict[str, Any], *modules: str) -> str:
    """A hash of a game's rules and of these modules, for what is kept of a game as a whole."""
    return fingerprint(rule_sources(functions).union(*(sources_of(module) for module in modules)))


_files_in_use: set[str] = set()


def files_in_use() -> list[str]:
    """The files that code of this process came from or went to."""
    # Another thread may be reading more of them.
    return sorted(file for file in tuple(_files_in_use) if (code_root() / file).is_file())


@cache
def _folder(module: str, game: str) -> Path:
    """The folder of a module's compiled code, for arguments of the game (or of none).

    Games never share one: an index names the records of its functions, and cannot be read where their game is gone;
    nor may games that are compiled side by side write to the same index.
    """
    needed = sources_of(module)
    if game and GENERIC in needed:
        needed |= rule_sources(singledispatch.named(game), needed)
    parts = (module.removeprefix("wartable."), game, fingerprint(needed))
    return code_root() / "-".join(part for part in parts if part)


def game_of(kinds: Any) -> str:
    """The name of the game whose records are among the types of arguments, however deep in tuples."""
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
    """Where the entries of a compiled function lie, one for each version, in a folder for each game.

    A file's name stands for the function, the types of its arguments, the processor and versions; its folder stands for
    the sources.
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
        """A hash of all that one version of the code depends on, but for other modules."""
        told = f"{self._body} {self.folder(kinds).name} {processor} {kinds}"
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def entry(self, kinds: Any, processor: Any) -> str:
        """The file that names the machine code of a version."""
        return f"{self.folder(kinds).name}/{self._name}-{self.key(kinds, processor)}.entry"


def read_code(file: str) -> bytes | None:
    """What a file of the cache holds; None where it is not there."""
    path = code_root() / file
    try:
        data = path.read_bytes()
    except OSError:
        return None
    _use(path, file)
    return data


def write_code(file: str, data: bytes) -> None:
    """Put a file into the cache, all at once: others may look for it meanwhile."""
    _drop_unused()
    path = code_root() / file
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, data, sync=False)
    _use(path, file)


def drop_code(file: str) -> None:
    """Take a file out of the cache that is of no use any more."""
    with contextlib.suppress(OSError):
        (code_root() / file).unlink()
    _files_in_use.discard(file)


def _use(path: Path, file: str) -> None:
    """Remember that a file is in use; those that are not make room one day."""
    if file not in _files_in_use:
        _files_in_use.add(file)
        with contextlib.suppress(OSError):
            os.utime(path)


@cache
def _drop_unused() -> None:
    """Makes room, once in a process that compiles: never a file that was used within the hour."""
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
