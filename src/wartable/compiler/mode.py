"""Whether rules run or are read, in each thread and for each game.

Rules are Python. Compiled they run fast; while `reading()` they are interpreted instead, all the way down, with equal
results. So a match can begin before anything is compiled.
"""

import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np


class _Switch(threading.local):
    """Of each thread: True while rules are read, False while they must run, None where nobody said."""

    reads: bool | None = None
    enters = False


switch = _Switch()
read_packages: tuple[str, ...] = ()
_read_records: tuple[Any, ...] = ()
"""Of games whose rules are read wherever nobody says otherwise: their packages, and the dtypes of their States."""


def read_everywhere(packages: Iterable[str], records: Iterable[Any]) -> None:
    """From now on rules of these packages, and any that are handed these records, are read when Python calls them."""
    global read_packages, _read_records
    read_packages = tuple(f"{package}." for package in packages)
    _read_records = tuple(records)


def is_of_read_game(function: Any, given: tuple[Any, ...]) -> bool:
    """Whether a call of a rule is one of a game that is read. Views and words call rules: they must not wait."""
    if function.__module__.startswith(read_packages):
        return True
    return bool(given) and getattr(given[0], "dtype", None) in _read_records


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


def plain(function: Any) -> Any:
    """The function behind a rule, to be run without waiting for the compiler."""
    return getattr(function, "py_func", function)


def warn_that_rules_are_read(reason: str) -> None:
    """Say in one sentence why nothing is compiled in this process."""
    told = f"rules are read, which is slow: they cannot be compiled with Numba {numba.__version__} ({reason})"
    warnings.warn(told, RuntimeWarning, stacklevel=3)
