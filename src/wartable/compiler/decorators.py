"""The decorators that compile: `@rule` and its variants, cached on disk. With an unsupported Numba, rules are
interpreted.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from .mode import warn_that_rules_are_read

F = TypeVar("F", bound=Callable[..., Any])

OLDEST, NEWEST = (0, 64), (0, 68)
"""The oldest and newest versions of Numba that pass the compiler's tests (`make numba` runs them)."""


def _missing() -> str:
    """The reason that compiling is not possible, or empty."""
    if not OLDEST <= numba.version_info.short <= NEWEST:
        return "it was tried with {}.{} to {}.{}".format(*OLDEST, *NEWEST)
    try:
        from . import dispatcher  # noqa: F401
    except (ImportError, AttributeError) as error:
        return str(error).splitlines()[0]
    return ""


interpreted = bool(numba.config.DISABLE_JIT)
"""Whether rules run as plain Python: with NUMBA_DISABLE_JIT=1, for the debugger and for coverage, and if Numba's
internals are not the supported ones.
"""
if not interpreted and (missing := _missing()):
    interpreted = True
    warn_that_rules_are_read(missing)


def _made(function: F, **options: Any) -> F:
    if interpreted:
        return function
    from .dispatcher import make_rule

    return cast(F, make_rule(function, **options))


def compiled(function: F) -> F:
    """Compile a function of the engine (a rule, a playout, a search): cached on disk, without the GIL."""
    return _made(function)


def light(function: F) -> F:
    """Compile a small function for calls from rules; Python calls it uncompiled, which is faster."""
    return _made(function, is_light=True)


def woven(function: F) -> F:
    """Compile a step of something large, like a search, and inline it into each caller.

    LLVM inlines short functions. These are always inlined: they take so many arrays that calling them costs more than
    their body.
    """
    return _made(function, is_woven=True)


def standalone(function: F) -> F:
    """Compile a loop that plays whole matches: its machine code contains everything that it calls.

    Other code calls functions in older islands, which costs a tenth of the speed; here they are compiled again.
    """
    return _made(function, stands_alone=True)


def inlined(function: F) -> F:
    """Compile a function of the engine and inline it before types are inferred.

    Unlike `woven`, this works for a GPU too, but Numba takes long if much is inlined. Python calls the function
    uncompiled.
    """
    return _made(function, is_light=True, inline="always")


rule = compiled
"""Mark a rule of a game. It may read and write only records and ints; see docs/games.md."""
