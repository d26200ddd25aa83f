"""Calls compiled code without the compiler's look at every argument.

Numba finds out the types of all arguments at each call from Python; with large records that takes longer than most
rules. Who always passes the same arrays need not be asked again.
"""

from collections.abc import Callable
from typing import Any

from wartable.core.compiled import interpreted, reading, switch
from wartable.core.generic import is_read


def direct(function: Any, game: str, *given: Any) -> Callable[..., Any]:
    """The function for arguments of the types of these, which it is called with once.

    Whoever calls it must pass arguments of exactly these types: arrays of the same kind, and ints.
    """
    if interpreted:
        function(*given)
        return function  # type: ignore[no-any-return]
    if is_read(game) or switch.reads:
        return _read(function)
    function(*given)
    kinds = tuple(function.typeof_pyval(value) for value in given)
    entry: Callable[..., Any] = function.overloads[kinds].entry_point
    return entry


def _read(function: Any) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        with reading():
            return function.py_func(*given)

    return call
