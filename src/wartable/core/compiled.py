"""The one way to compile: `@rule`, kept on disk, and the switch that turns the compiler off."""

import types
from collections.abc import Callable, Iterable
from typing import Any

import numba
import numba.core.types
from numba import njit

from .cache import RuleCache

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


OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
"""Without `_nrt` no references are counted, which took a large part of the time: compiled code allocates nothing, and
whoever calls it keeps the arrays alive."""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function of the engine (a rule, a playout, a search): cached on disk, free of the GIL."""
    dispatcher = njit(**OPTIONS)(function)
    if not interpreted:
        dispatcher._cache = RuleCache(function)
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
