"""Bit sets (of cards, towns, faces), gone through from the lowest member up::

while members != 0:
    member = lowest(members)
    members = without_lowest(members)
"""

from wartable.core.compiled import rule

# Shifted left by any number from 0 to 63, this one has six bits at the top that no other shift gives it.
SPREAD = 0x03F79D71B4CB0A89
TOP, SIX_BITS = 58, 63
NUMBERS = tuple(sorted(range(64), key=lambda shift: (SPREAD << shift >> TOP) & SIX_BITS))


@rule
def lowest(members):
    """The lowest member of a set that has one."""
    return NUMBERS[((members & -members) * SPREAD >> TOP) & SIX_BITS]


@rule
def without_lowest(members):
    return members & (members - 1)
