"""The State record of Metals, and its constants."""

from enum import IntEnum

from wartable.core.frames import Head
from wartable.core.record import Array, Struct, i8, i16, size

ON_MAP = 3
WIDTH, DEPTH = 9, 11
SPACES = WIDTH * DEPTH
NOWHERE = -1


class Kind(IntEnum):
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


class Metal(Struct):
    space: i8
    facing: i8
    damaged: i8


class Side(Struct):
    points: i16
    pool: i8
    faction: i8
    metals: Array[Metal] = size(ON_MAP)


class State(Struct, tag="metals"):
    head: Head
    sides: Array[Side] = size(2)
    turns: i16
    active: i8
