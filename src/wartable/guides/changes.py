"""The changes that an action makes to a record, as numbers: used to detect decisions that only undo the
previous one.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from wartable.core.frames import AnyState

Numbers = np.ndarray[Any, Any]


def only_undoes(first: tuple[Numbers, Numbers], second: tuple[Numbers, Numbers]) -> bool:
    """Whether the second decision reverts everything that the first changed, and changes nothing else.

    Each decision is given by the numbers before and after it. A number that both change in the same direction is a
    counter (of turns, of movement left) and is ignored, as are changes by others in between.
    """
    (a, b), (c, d) = first, second
    changed, restored = (a != b) | (c != d), (a != b) & (b == c) & (d == a)
    if not restored.any():
        return False
    counted = np.sign(b - a) * np.sign(d - c) > 0
    return bool((restored | counted | ~changed).all())


def takes_back(change: Numbers, earlier: Numbers) -> bool:
    """Whether a change is the opposite of an earlier one, except for counters."""
    cancelled = (earlier != 0) & (change == -earlier)
    return bool(cancelled.any() and (cancelled | _counted(change, earlier)).all())


def goes_round(earlier: Sequence[Numbers], change: Numbers) -> bool:
    """Whether a change, after the earlier ones, cancels all of them except for counters."""
    return bool(earlier) and bool(rounds(earlier, change).any())


def rounds(earlier: Sequence[Numbers], change: Numbers) -> Numbers:
    """For the last one, two, three ... of the earlier changes: whether the change cancels them except for counters.

    A counter goes up by one now and then, or down by one every time.
    """
    steps = np.stack([change, *reversed(earlier)])
    totals = steps.cumsum(0)
    touched = np.logical_or.accumulate(steps != 0, 0)
    counted = np.logical_and.accumulate((steps == 0) | (steps == 1), 0)
    counted |= np.logical_and.accumulate(steps == -1, 0)
    came_back = (totals == 0) & touched
    closed: Numbers = (came_back.any(1) & ((totals == 0) | counted).all(1))[1:]
    return closed


def _counted(change: Numbers, earlier: Numbers) -> Numbers:
    """Where both are zero or +1, or both are -1."""
    up: Numbers = ((change == 0) | (change == 1)) & ((earlier == 0) | (earlier == 1))
    down: Numbers = (change == -1) & (earlier == -1)
    return np.logical_or(up, down)


def numbers_of(state: AnyState) -> Numbers:
    """The numbers on the table, without the stack of decisions."""
    raw = np.frombuffer(state.tobytes(), np.uint8)
    parts = [raw[places].view(kind)[:, 0].astype(np.int64) for kind, places in _places(state.dtype)]
    return np.concatenate(parts)


@cache
def _places(dtype: Any) -> list[tuple[Any, Numbers]]:
    """The byte offsets of all numbers of a type."""
    found: dict[Any, list[int]] = {}
    for kind, at in _leaves(dtype, 0):
        found.setdefault(kind, []).append(at)
    return [(kind, np.array(at)[:, None] + np.arange(kind.itemsize)) for kind, at in found.items()]


def _leaves(dtype: Any, at: int, outermost: bool = True) -> Iterator[tuple[Any, int]]:
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        for number in range(int(np.prod(shape))):
            yield from _leaves(inner, at + number * inner.itemsize, False)
    elif dtype.names is not None:
        for name in dtype.names:
            if not (outermost and name == "head"):
                yield from _leaves(dtype.fields[name][0], at + dtype.fields[name][1], False)
    elif dtype.itemsize:
        yield dtype, at
