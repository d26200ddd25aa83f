"""Calls compiled code without a type check of every argument.

Numba determines the types of all arguments at each call from Python; with large records that takes longer than most
rules. A caller that always passes the same arrays can skip it.
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
"""Seconds after which a message says what is being waited for."""


@contextmanager
def told(game: str) -> Iterator[None]:
    """A context that prints to standard error what is being waited for, if it takes long."""
    text = f"wartable: making {game} ready; its rules are compiled once for this machine, a large game takes minutes\n"
    timer = Timer(PATIENCE, sys.stderr.write, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def direct(function: Any, game: str, *given: Any) -> Callable[..., Any]:
    """The function compiled for the types of these arguments, with which it is called once.

    Callers must pass arguments of exactly these types: arrays of the same kind, and ints.
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
