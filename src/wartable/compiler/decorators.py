"""The one way to compile: `@rule`, kept on disk. Where Numba is not one that this was tried with, rules are read."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from .mode import warn_that_rules_are_read

F = TypeVar("F", bound=Callable[..., Any])

OLDEST, NEWEST = (0, 64), (0, 68)
"""The versions of Numba that the compiler's tests pass with (`make numba` runs them)."""


def _missing() -> str:
    """What is in the way of compiling; empty where nothing is."""
    if not OLDEST <= numba.version_info.short <= NEWEST:
        return "it was tried with {}.{} to {}.{}".format(*OLDEST, *NEWEST)
    try:
        from . import dispatcher  # noqa: F401
    except (ImportError, AttributeError) as error:
        return str(error).splitlines()[0]
    return ""


interpreted = bool(numba.config.DISABLE_JIT)
"""True where rules run as plain Python: with NUMBA_DISABLE_JIT=1, for the debugger and for coverage, and where Numba's
inner parts are not those that the compiler knows."""
if not interpreted and (missing := _missing()):
    interpreted = True
    warn_that_rules_are_read(missing)


def _made(function: F, **options: Any) -> F:
    if interpreted:
        return function
    from .dispatcher import make_rule

    return cast(F, make_rule(function, **options))


def compiled(function: F) -> F:
    """Compile a function of the engine (a rule, a playout, a search): cached on disk, free of the GIL."""
    return _made(function)


def light(function: F) -> F:
    """Compile a function that is small: rules have it compiled, and from Python it costs less as it is."""
    return _made(function, is_light=True)


def woven(function: F) -> F:
    """Compile a step of something large, like a search, as part of each caller.

    Other functions are put in place of a call where they are short; these always are: they take so many arrays that a
    call of them costs more than what they do.
    """
    return _made(function, is_woven=True)


def standalone(function: F) -> F:
    """Compile a loop in which whole matches are played: its machine code has all that it calls.

    Other code calls what an older island has, which costs a tenth of the speed; here that is compiled again.
    """
    return _made(function, stands_alone=True)


def inlined(function: F) -> F:
    """Compile a function of the engine as part of each caller.

    Unlike what is woven, it is part of the caller before types are known, for a GPU too; that takes Numba long where
    much is put together. Python calls such a function as it was written.
    """
    return _made(function, is_light=True, inline="always")


rule = compiled
"""Marks a rule of a game. It reads and writes records and ints only; see docs/games.md."""
