# mypy: ignore-errors
"""Functions of real numbers that come out the same, to the last bit, wherever rules run.

Sums, products and quotients are exact in this sense on every processor and GPU. The exponential of a processor's
library and that of a GPU's are not: their last bits differ, and a judge would now and then judge otherwise.
"""

import math

import numpy as np

from .compiled import compiled

LARGEST = 700.0
"""Beyond it a float ends."""
BITS = 1.4426950408889634
LN2_HIGH = 0.693147180369123816490
"""The logarithm of 2 in so few bits that small multiples of it are exact; LN2_LOW is the rest."""
LN2_LOW = 1.90821492927058770002e-10
TERMS = tuple(1.0 / math.factorial(n) for n in range(13, -1, -1))


@compiled
def exponential(x):
    """e to the power of x: 0 below -700, and above 700 as at 700."""
    if x < -LARGEST:
        return 0.0
    x = min(x, LARGEST)
    doublings = np.int64(math.floor(x * BITS + 0.5))
    rest = (x - doublings * LN2_HIGH) - doublings * LN2_LOW
    value = 0.0
    for term in TERMS:
        value = value * rest + term
    factor = 2.0 if doublings > 0 else 0.5
    left = abs(doublings)
    while left > 0:
        if left & 1:
            value *= factor
        factor *= factor
        left >>= 1
    return value
