"""The families of actions, and the names of what they are made of."""

from enum import IntEnum

from wartable.core.actions import families

from .state import ON_MAP


class Ask(IntEnum):
    """The kinds of decision."""

    START = 1
    FACTION = 2
    TURN = 3


class Facing(IntEnum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


class Faction(IntEnum):
    """In the order of factions.csv, from 1; 0 is none."""

    NONE = 0
    ARTEMISIA = 1
    WHITE_FANG = 2
    ZIPANG = 3
    METACLYON = 4
    DINORDA = 5
    CORSARIO = 6
    OBSIDIOR = 7


class End(IntEnum):
    GOAL = 1
    STUCK = 2
    TURN_LIMIT = 3


DEPLOY, MOVE, PICK, START = families(deploy=(4, 4), move=(ON_MAP, 4, 4), pick=(7,), start=(2,))
FAMILIES = {"deploy": DEPLOY, "move": MOVE, "pick": PICK, "start": START}
