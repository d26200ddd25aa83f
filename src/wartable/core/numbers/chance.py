"""Random numbers for code that acts for nature or deals unknown cards; the state is one 64-bit word.

Rules never call this; `fill`, playouts and searches do. The generator is splitmix64: any seed is a good one.
"""

from typing import TypeAlias

import numpy as np

from wartable.compiler.decorators import compiled, interpreted

from ..frames import NATURE, AnyState, due
from ..record import Ints

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


Rng: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]
"""The state of a generator."""


def generator(seed: int) -> Rng:
    """A generator seeded with any whole number."""
    return np.array([seed & (2**64 - 1)], np.uint64)


@compiled
def next_word(rng: Rng) -> np.uint64:
    rng[0] += GOLDEN
    z: np.uint64 = rng[0]
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


if interpreted:
    wrapping_word = next_word

    def next_word(rng: Rng) -> np.uint64:
        """The interpreted version, which suppresses NumPy's warning about the intended overflow."""
        with np.errstate(over="ignore"):
            return wrapping_word(rng)


@compiled
def draw(rng: Rng, n: int) -> int:
    """A number from 0 to n - 1. The bias is under one in 2**32 / n."""
    return np.int64(((next_word(rng) >> S32) * np.uint64(n)) >> S32)  # type: ignore[return-value]


@compiled
def draw_weighted(rng: Rng, weights: Ints, n: int) -> int:
    """An index from 0 to n - 1, with probabilities proportional to the weights."""
    total = 0
    for i in range(n):
        total += weights[i]
    ticket = draw(rng, total)
    for i in range(n):
        ticket -= weights[i]
        if ticket < 0:
            return i
    return n - 1


@compiled
def shuffle(rng: Rng, items: Ints, n: int) -> None:
    """Shuffle the first n items in place."""
    for i in range(n - 1, 0, -1):
        j = draw(rng, i + 1)
        held = items[i]
        items[i] = items[j]
        items[j] = held


@compiled
def random_due(s: AnyState, rng: Rng) -> int:
    """A random seat among those that are to act."""
    seats = due(s)
    count = 0
    for seat in range(8):
        count += (seats >> seat) & 1
    if count == 1 and (seats >> NATURE) & 1:
        return NATURE
    pick = draw(rng, count) if count > 1 else 0
    for seat in range(8):
        if (seats >> seat) & 1:
            if pick == 0:
                return seat
            pick -= 1
    return -1
