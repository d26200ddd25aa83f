"""The State record of Metals."""

from wartable.core.frames import Head
from wartable.core.record import Array, Struct, i8, i16, size

ON_MAP = 3
WIDTH, DEPTH = 9, 11
SPACES = WIDTH * DEPTH
NOWHERE = -1


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
