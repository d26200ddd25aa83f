"""Calls compiled code without the compiler's look at every argument.

Numba finds out the types of all arguments at each call from Python; with large records that takes longer than most
rules. Who always passes the same arrays need not be asked again.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

from wartable.compiler.decorators import interpreted
from wartable.compiler.mode import reading, switch
from wartable.core.generic import is_read

PATIENCE = 5.0
"""Seconds after which whoever waits is told what for."""


@contextmanager
def told(game: str) -> Iterator[None]:
    """Where what is done within takes longer than a moment, standard error says what is waited for."""
    text = f"wartable: making {game} ready; its rules are compiled once for this machine, a large game takes minutes\n"
    timer = Timer(PATIENCE, sys.stderr.write, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def direct(function: Any, game: str, *given: Any) -> Callable[..., Any]:
    """The function for arguments of the types of these, which it is called with once.

    Whoever calls it must pass arguments of exactly these types: arrays of the same kind, and ints.
    """
    if interpreted:
        function(*given)
        return function  # type: ignore[no-any-return]
    if is_read(game) or switch.reads:
        return _read(function)
    with told(game):
        function(*given)
    kinds = tuple(function.typeof_pyval(value) for value in given)
    entry: Callable[..., Any] = function.entry_for(kinds)
    return entry


def _read(function: Any) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        with reading():
            return function.py_func(*given)

    return call
