"""Sets of small numbers as the bits of one int: up to 62 members, so that no set is a negative number.

`1 << number` is the set of one; `|`, `&` and `^` join, meet and tell apart. To go over the members::

    while some != 0:
        number = lowest(some)
        some &= some - 1
"""

from .compiled import rule

PAIRS = 0x5555555555555555
FOURS = 0x3333333333333333
EIGHTS = 0x0F0F0F0F0F0F0F0F
ONES = 0x0101010101010101


@rule
def size(some: int) -> int:
    """How many members a set has: its bits are added up two by two, four by four and so on."""
    pairs = some - ((some >> 1) & PAIRS)
    fours = (pairs & FOURS) + ((pairs >> 2) & FOURS)
    eights = (fours + (fours >> 4)) & EIGHTS
    return ((eights * ONES) >> 56) & 255


@rule
def lowest(some: int) -> int:
    """The lowest member of a set that has any."""
    return size(~some & (some - 1))
