"""Action codes: one dense range of ints per game, cut into families.

A family is a kind of action with up to four fields, each below its radix. `encode` and `split` turn fields into
a code and back; both compile, and a Family is a plain tuple of ints that compiled rules may use as a global::

    DEPLOY, MOVE = families(deploy=(4, 4), move=(63, 4, 4))

    encode(MOVE, space, direction, facing)
    space, direction, facing, _ = split(MOVE, action)
"""

from typing import NamedTuple

import numpy as np

from .compiled import light, rule
from .record import Ints


class Family(NamedTuple):
    """The codes from `first` to `last`, as mixed-radix numbers with the radices a, b, c, d."""

    first: int
    last: int
    a: int
    b: int
    c: int
    d: int

    @property
    def length(self) -> int:
        return self.last - self.first + 1


def families(**radices: tuple[int, ...]) -> tuple[Family, ...]:
    """Lay out families one after the other from code 0, in the order given."""
    laid: list[Family] = []
    first = 0
    for name, fields in radices.items():
        if len(fields) > 4 or any(radix < 1 for radix in fields):
            raise ValueError(f"family {name}: one to four fields, each with a radix of at least 1")
        a, b, c, d = (*fields, 1, 1, 1, 1)[:4]
        laid.append(Family(first, first + a * b * c * d - 1, a, b, c, d))
        first += a * b * c * d
    return tuple(laid)


@light
def encode(family: Family, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    return family[0] + ((a * family[3] + b) * family[4] + c) * family[5] + d


@light
def split(family: Family, action: int) -> tuple[int, int, int, int]:
    rest = action - family[0]
    d = rest % family[5]
    rest //= family[5]
    c = rest % family[4]
    rest //= family[4]
    return rest // family[3], rest % family[3], c, d


@light
def belongs(family: Family, action: int) -> bool:
    return family[0] <= action <= family[1]


@rule
def offer(out: Ints, n: int, code: int, allowed: int) -> int:
    """Write the action to a list that has n, where it is allowed, and return how many it has then.

    The code is written either way and counts only where it is allowed: nothing branches on what is hard to foresee,
    and the list needs room for one more than it ends up with.
    """
    out[np.uint64(n)] = code
    return n + allowed
