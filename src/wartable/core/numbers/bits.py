"""Sets of small numbers as bits of an int: up to 62 members, so that no set is a negative number.

`1 << number` is the set with one member; `|`, `&` and `^` are union, intersection and difference. To iterate over the
members::

    while some != 0:
        number = lowest(some)
        some &= some - 1
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import lower_builtin, type_callable

from wartable.compiler.decorators import rule

WORD = 64


@rule
def size(some: int) -> int:
    """The number of members of a set."""
    return _ones(some)


@rule
def lowest(some: int) -> int:
    """The lowest member of a non-empty set."""
    return _zeros_before(some)


def _ones(some: int) -> int:
    return some.bit_count()


def _zeros_before(some: int) -> int:
    """The number of zero bits below the lowest one bit."""
    return (some & -some).bit_length() - 1 if some else WORD


def _compile(function: Any, write: Any) -> None:
    """Compiled, this is the processor's own instruction, on CPU and GPU."""

    @type_callable(function)  # type: ignore[untyped-decorator]
    def _typed(_context: Any) -> Any:
        def typed(some: Any) -> Any:
            return types.int64 if isinstance(some, types.Integer) else None

        return typed

    @lower_builtin(function, types.Integer)  # type: ignore[untyped-decorator]
    def _lowered(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return write(builder, context.cast(builder, given[0], signature.args[0], types.int64))


_compile(_ones, lambda builder, some: builder.ctpop(some))
_compile(_zeros_before, lambda builder, some: builder.cttz(some, ir.IntType(1)(0)))
