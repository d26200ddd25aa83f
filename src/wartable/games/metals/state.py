"""The State record of Metals."""

from wartable.core.frames import Head
from wartable.core.record import i8, i16, record

ON_MAP = 3
WIDTH, DEPTH = 9, 11
SPACES = WIDTH * DEPTH
NOWHERE = -1


@record
class Metal:
    space: i8
    facing: i8
    damaged: i8


@record
class Side:
    points: i16
    pool: i8
    faction: i8
    metals: (Metal, ON_MAP)


@record(tag="metals")
class State:
    head: Head
    sides: (Side, 2)
    turns: i16
    active: i8
