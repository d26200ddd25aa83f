"""What the code of a rule depends on, function by function.

A piece is named by the code of its function, by that of all functions that it calls, and by the constants that they
use. Editing a rule therefore recompiles that rule and its callers, and nothing else of its file. Anything that is
neither a function nor a plain value (a class, for example) counts with the source of its module, unless it defines
`compiler_sees`. The compiler, and the modules of `wartable.core` that configure it, count too.
"""

import dis
import enum
import hashlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from . import singledispatch
from .cache import CHECKS_BOUNDS, file_name, file_of, fingerprint, game_of, sources_of

ENGINE = ("wartable.core", "wartable.compiler")
RECORDS = "wartable.core.record"
COMPILER = re.compile(r"^(?:from|import) (?:numba|llvmlite)\b", re.MULTILINE)
RAISES = dis.opmap["RAISE_VARARGS"]
PLAIN = (bool, int, float, complex, str, bytes, type(None), np.generic)


class Own(NamedTuple):
    """The direct dependencies of one function."""

    mark: str
    calls: tuple[Any, ...]
    """The compiled functions that it names."""
    generics: tuple[str, ...]
    """The generic functions that it names."""


def place_of_piece(rule: Any, kinds: Any, processor: Any) -> tuple[str, str]:
    """A key for one version of a compiled function, and its file in the cache."""
    function, game = rule.py_func, game_of(kinds)
    key = _hash(content_of(rule, game), f"{sys.version_info[:2]} {processor} {kinds}")[:16]
    folder = "-".join(part for part in (function.__module__.removeprefix("wartable."), game, "pieces") if part)
    return key, f"{folder}/{file_name(function)}-{key}.piece"


def content_of(rule: Any, game: str) -> str:
    """A hash of everything that the code of a compiled function depends on, for the records of a game (or of none)."""
    functions = _reached(rule, game)
    modules = frozenset(one.py_func.__module__ for one in functions)
    return _hash(_engine_of(modules), np.__version__, *sorted(_own(one).mark for one in functions))


@cache
def _engine_of(modules: frozenset[str]) -> str:
    """A hash of the compiler, and of the modules among these imports that configure it."""
    names = frozenset().union(*(sources_of(module) for module in modules))
    engine = (name for name in names if ".".join(name.split(".")[:2]) in ENGINE)
    return fingerprint(frozenset(name for name in engine if _talks_to_compiler(name)))


@cache
def _talks_to_compiler(module: str) -> bool:
    path = file_of(module)
    return module == RECORDS or bool(path and COMPILER.search(path.read_text("utf-8")))


def _reached(rule: Any, game: str) -> set[Any]:
    """A compiled function and everything that it can call, directly or indirectly."""
    picked = singledispatch.named(game) if game else {}
    found = {rule}
    waiting = [rule]
    while waiting:
        own = _own(waiting.pop())
        others = [*own.calls, *(picked[name] for name in own.generics if name in picked)]
        news = {other for other in others if hasattr(other, "py_func")} - found
        found |= news
        waiting += news
    return found


@cache
def _own(rule: Any) -> Own:
    function = rule.py_func
    told = [function.__module__, function.__qualname__, repr(sorted(rule._compiler.targetoptions.items()))]
    told += _written(function.__code__, function.__doc__)
    told += [_value(value, function) for value in (function.__defaults__, function.__kwdefaults__)]
    calls, generics = [], []
    for name, value in _named_in(function):
        if isinstance(value, ModuleType):
            continue
        if hasattr(value, "py_func"):
            calls.append(value)
        elif hasattr(value, "pick_for_type"):
            generics.append(value.__name__)
        told.append(f"{name} {_value(value, function)}")
    return Own(_hash(*told), tuple(calls), tuple(generics))


def _written(code: CodeType, doc: str | None = None) -> Iterator[str]:
    """A function's code without its texts; with its position in the file only if errors report it."""
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_argcount, code.co_flags))
    if CHECKS_BOUNDS or RAISES in code.co_code[::2]:
        yield repr((code.co_firstlineno, code.co_linetable))
    for place, value in enumerate(code.co_consts):
        if isinstance(value, CodeType):
            yield from _written(value)
        elif place or doc is None or value != doc:
            yield f"{type(value).__name__} {value!r}"


def _globals(code: CodeType) -> Iterator[str]:
    """The names that are looked up in the module, not those of attributes."""
    yield from (one.argval for one in dis.get_instructions(code) if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _globals(value)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _names(value)


def _named_in(function: Any) -> Iterator[tuple[str, Any]]:
    """The objects that the names in a function refer to: in its module, in its closure, and in modules that
    it names.
    """
    names, attributes = (sorted(set(found(function.__code__))) for found in (_globals, _names))
    around = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    yield from ((name, cell.cell_contents) for name, cell in around)
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            if isinstance(value, ModuleType):
                inside = vars(value)
                yield from ((f"{name}.{other}", inside[other]) for other in attributes if other in inside)


def _value(value: Any, function: Any) -> str:
    """A value, as the compiler sees it."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__qualname__}.{value.name} {value.value!r}"
    if isinstance(value, PLAIN):
        return f"{type(value).__name__} {value!r}"
    if type(value) is tuple or type(value) is dict:
        parts = value.items() if type(value) is dict else value
        return f"({', '.join(_value(part, function) for part in parts)})"
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, enum.EnumMeta):
        return f"{value.__qualname__} {[(one.name, one.value) for one in value]!r}"  # type: ignore[var-annotated]
    if isinstance(value, ModuleType) or hasattr(value, "py_func") or hasattr(value, "pick_for_type"):
        return str(value.__name__)
    if isinstance(value, type) and hasattr(value, "compiler_sees"):
        return str(value.compiler_sees)
    return _by_sources(value, function)


def _by_sources(value: Any, function: Any) -> str:
    """For objects without a textual form: the source of their module."""
    is_named = isinstance(value, type) or hasattr(value, "__qualname__")
    module = getattr(value if is_named else type(value), "__module__", None) or ""
    if is_named and module.split(".")[0] not in {"wartable", function.__module__.split(".")[0]}:
        return f"{module}.{getattr(value, '__qualname__', value)}"
    told = "" if is_named else repr(value)
    if is_named or (told and " at 0x" not in told):
        return f"{getattr(value, '__qualname__', told)} {fingerprint(sources_of(module))}"
    return fingerprint(sources_of(function.__module__))


def _hash(*told: str) -> str:
    return hashlib.sha256("\0".join(told).encode()).hexdigest()
