"""Functions of real numbers whose results are equal, to the last bit, wherever rules run.

Sums, products and quotients are exact in this sense on every processor and GPU. The exponential functions of the
processor's library and of a GPU differ in their last bits, so a judge would occasionally give different results.
"""

import math

import numpy as np

from wartable.compiler.decorators import compiled

LARGEST = 700.0
"""Above it, the result is not a finite float."""
BITS = 1.4426950408889634
LN2_HIGH = 0.693147180369123816490
"""The logarithm of 2, cut to few bits so that small multiples are exact; LN2_LOW is the rest."""
LN2_LOW = 1.90821492927058770002e-10
TERMS = tuple(1.0 / math.factorial(n) for n in range(14))
POWERS = tuple(2.0**n for n in range(32))
HIGH_POWERS = tuple(2.0 ** (32 * n) for n in range(-32, 32))


@compiled
def exponential(x: float) -> float:
    """e to the power of x. Below -700 it is 0; above 700 it is the value at 700."""
    if x < -LARGEST:
        return 0.0
    x = min(x, LARGEST)
    doublings = np.int64(math.floor(x * BITS + 0.5))
    rest = (x - doublings * LN2_HIGH) - doublings * LN2_LOW
    return series(rest) * POWERS[doublings & 31] * HIGH_POWERS[(doublings >> 5) + 32]


@compiled
def series(x: float) -> float:
    """The exponential of a small number. Terms are added in pairs, which the processor can compute in parallel."""
    square = x * x
    fourth = square * square
    low = (TERMS[0] + TERMS[1] * x) + (TERMS[2] + TERMS[3] * x) * square
    low += ((TERMS[4] + TERMS[5] * x) + (TERMS[6] + TERMS[7] * x) * square) * fourth
    high = (TERMS[8] + TERMS[9] * x) + (TERMS[10] + TERMS[11] * x) * square
    high += (TERMS[12] + TERMS[13] * x) * fourth
    return low + high * (fourth * fourth)
