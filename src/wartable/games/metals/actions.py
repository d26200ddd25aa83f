"""The families of actions, and the names of what they are made of."""

from enum import IntEnum
from typing import Annotated, NamedTuple

from wartable.core.actions import lay_out

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


class Deploy(NamedTuple):
    corner: Annotated[int, 4]
    facing: Annotated[int, 4]


class Move(NamedTuple):
    slot: Annotated[int, ON_MAP]
    direction: Annotated[int, 4]
    facing: Annotated[int, 4]


class Pick(NamedTuple):
    faction: Annotated[int, 7]
    """Counted from 0, unlike Faction."""


class Start(NamedTuple):
    seat: Annotated[int, 2]


FAMILIES = lay_out(deploy=Deploy, move=Move, pick=Pick, start=Start)
DEPLOY, MOVE, PICK, START = FAMILIES.values()
