"""Whether rules run compiled or are interpreted, for each thread and each game.

Rules are Python. Inside `reading()` they are interpreted, including everything they call, with equal results, so a
match can begin before anything is compiled.
"""

import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np


class _Switch(threading.local):
    """Per thread: True while rules are interpreted, False while they must run, None by default."""

    reads: bool | None = None
    enters = False


switch = _Switch()
read_packages: tuple[str, ...] = ()
_read_records: tuple[Any, ...] = ()
"""Games that are interpreted by default: their packages, and the dtypes of their States."""


def read_everywhere(packages: Iterable[str], records: Iterable[Any]) -> None:
    """From now on, interpret rules of these packages, and rules called with these records, when Python calls them."""
    global read_packages, _read_records
    read_packages = tuple(f"{package}." for package in packages)
    _read_records = tuple(records)


def is_of_read_game(function: Any, given: tuple[Any, ...]) -> bool:
    """Whether a call is for a game that is interpreted. Views and words call rules and must not wait for
    the compiler.
    """
    if function.__module__.startswith(read_packages):
        return True
    return bool(given) and getattr(given[0], "dtype", None) in _read_records


@contextmanager
def reading(reads: bool = True) -> Iterator[None]:
    """A context in which rules are interpreted in this thread; with `reads` False they run, overriding
    everything else.
    """
    before = switch.reads
    switch.reads = reads
    try:
        # The generator of random numbers wraps, and means to.
        with np.errstate(over="ignore"):
            yield
    finally:
        switch.reads = before


def plain(function: Any) -> Any:
    """The Python function of a rule, which runs without the compiler."""
    return getattr(function, "py_func", function)


def warn_that_rules_are_read(reason: str) -> None:
    """Warn, in one sentence, why nothing is compiled in this process."""
    told = f"rules are read, which is slow: they cannot be compiled with Numba {numba.__version__} ({reason})"
    warnings.warn(told, RuntimeWarning, stacklevel=3)
