"""The action codes of Thrones.

Directions run clockwise from north (towards row 9): 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW. An attack has the
distance minus one. A pair has no order: a deception, and a switch of two pieces that are no warhorses, name it by the
one square and one of the first four directions. Nature lays a random layout with the same codes as the player would;
its die for a survival check shows the code in the family `fate`, plus one.
"""

from enum import IntEnum

from wartable.core.actions import families

from .state import COLUMNS, FAVORS, HOME, SQUARES

MOST_LAYOUTS = 16
RANDOM = MOST_LAYOUTS
BY_HAND = MOST_LAYOUTS + 1
PAIRED = 4
"""The directions from this one on lead back to a square from which the pair is named."""
FACES = 6
HOLD = HOME
"""In the family `place`: the dragon is held back."""


class Say(IntEnum):
    """Answers without a square."""

    PASS = 0  # no action is possible
    LET = 1  # spend no favor in the opponent's turn
    ALWAYS = 2  # the same, and do not ask again
    WATCH = 3  # ask again
    HASTE = 4
    ROLL = 5  # leave a survival check to fate
    CUNNING = 6
    STOP = 7  # the warhorse or the hasty piece goes no further
    MIRROR = 8
    DONE = 9


RADICES = {
    "move": (SQUARES, SQUARES),
    "attack": (SQUARES, 8, 4),
    "switch": (SQUARES, 8),
    "fire": (SQUARES, 8),
    "dragon": (SQUARES,),
    "ambush": (SQUARES, SQUARES),
    "deception": (SQUARES, 4),
    "say": (10,),
    "favor": (FAVORS,),
    "begin": (MOST_LAYOUTS + 2,),
    "tile": (5,),
    "place": (HOME + 1,),
    "middle": (COLUMNS,),
    "swap_tiles": (HOME, HOME),
    "swap_pieces": (HOME, HOME),
    "swap_middle": (COLUMNS, COLUMNS),
    "first": (2,),
    "fate": (FACES,),
}

_LAID = families(**RADICES)
FAMILIES = dict(zip(RADICES, _LAID, strict=True))
MOVE, ATTACK, SWITCH, FIRE, DRAGON, AMBUSH, DECEPTION, SAY, FAVOR = _LAID[:9]
BEGIN, TILE, PLACE, MIDDLE, SWAP_TILES, SWAP_PIECES, SWAP_MIDDLE = _LAID[9:16]
FIRST, FATE = _LAID[16:]
