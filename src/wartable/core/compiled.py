"""The one way to compile: `@rule`, kept on disk; and the switch between rules that run and rules that are read.

Rules are Python. Compiled they run fast; while `reading()` they are interpreted instead, all the way down, with equal
results. So a match can begin before anything is compiled.
"""

import threading
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba
import numba.core.types
import numpy as np
from numba import njit
from numba.core.registry import CPUDispatcher

from .cache import RuleCache

F = TypeVar("F", bound=Callable[..., Any])

interpreted = bool(numba.config.DISABLE_JIT)
"""True when NUMBA_DISABLE_JIT=1: rules run as plain Python, for the debugger and for coverage."""


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


class _Switch(threading.local):
    """Of each thread: True while rules are read, False while they must run, None where nobody said."""

    reads: bool | None = None


switch = _Switch()


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that can also be read."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        if switch.reads:
            return self.py_func(*given, **named)
        return CPUDispatcher.__call__(self, *given, **named)


@contextmanager
def reading(reads: bool = True) -> Iterator[None]:
    """Within it, and in this thread, rules are interpreted; with `reads` False they run, whatever else is said."""
    before = switch.reads
    switch.reads = reads
    try:
        # The generator of random numbers wraps, and means to.
        with np.errstate(over="ignore"):
            yield
    finally:
        switch.reads = before


OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
"""Without `_nrt` no references are counted, which took a large part of the time: compiled code allocates nothing, and
whoever calls it keeps the arrays alive."""


def compiled(function: F) -> F:
    """Compile a function of the engine (a rule, a playout, a search): cached on disk, free of the GIL."""
    dispatcher: Any = njit(**OPTIONS)(function)
    if not interpreted:
        dispatcher.__class__ = Rule
        dispatcher._cache = RuleCache(function)
        take_wide_ints(dispatcher)
    return cast(F, dispatcher)


class Light(Rule):
    """A compiled function that Python calls as it was written."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.py_func(*given, **named)


def light(function: F) -> F:
    """Compile a function that is small: rules have it compiled, and from Python it costs less as it is."""
    dispatcher: Any = compiled(function)
    if not interpreted:
        dispatcher.__class__ = Light
    return cast(F, dispatcher)


def inlined(function: F) -> F:
    """Compile a function of the engine as part of each caller.

    A compiled function carries a copy of all that it calls. Around a game's rules a copy takes seconds to make, so
    the steps of a playout or a search are written as functions and compiled as one. Python calls such a function as
    it was written: compiled code of its own would be kept nowhere, and be made again by every process.
    """
    dispatcher: Any = njit(**OPTIONS, inline="always")(function)
    if not interpreted:
        dispatcher.__class__ = Light
    return cast(F, dispatcher)


rule = compiled
"""Marks a rule of a game. It reads and writes records and ints only; see docs/games.md."""


def plain(function: Any) -> Any:
    """The function behind a rule, to be run without waiting for the compiler."""
    return getattr(function, "py_func", function)
