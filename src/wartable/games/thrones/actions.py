"""The action codes of Thrones.

Directions run clockwise from north (towards row 9): 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW. An attack has the
distance minus one. A pair has no order: a deception, and a switch of two pieces that are no warhorses, name it by the
one square and one of the first four directions. Nature lays a random layout with the same codes as the player would;
its die for a survival check shows the code in the family `fate`, plus one.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from wartable.core.actions import lay_out

from .state import COLUMNS, FAVORS, HOME, SQUARES

MOST_LAYOUTS = 16
RANDOM = MOST_LAYOUTS
BY_HAND = MOST_LAYOUTS + 1
PAIRED = 4
"""The directions from this one on lead back to a square from which the pair is named."""
MOST_STEPS = 4
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


class Move(NamedTuple):
    start: Annotated[int, SQUARES]
    target: Annotated[int, SQUARES]


class Attack(NamedTuple):
    start: Annotated[int, SQUARES]
    direction: Annotated[int, 8]
    steps: Annotated[int, MOST_STEPS]  # the distance minus one


class Switch(NamedTuple):
    start: Annotated[int, SQUARES]
    direction: Annotated[int, 8]


class Fire(NamedTuple):
    start: Annotated[int, SQUARES]
    direction: Annotated[int, 8]


class Dragon(NamedTuple):
    square: Annotated[int, SQUARES]


class Ambush(NamedTuple):
    one: Annotated[int, SQUARES]
    other: Annotated[int, SQUARES]


class Deception(NamedTuple):
    square: Annotated[int, SQUARES]
    direction: Annotated[int, 4]


class Word(NamedTuple):
    word: Annotated[int, 10]


class TakeFavor(NamedTuple):
    favor: Annotated[int, FAVORS]


class Begin(NamedTuple):
    choice: Annotated[int, MOST_LAYOUTS + 2]


class LayTile(NamedTuple):
    tile: Annotated[int, 5]


class Place(NamedTuple):
    space: Annotated[int, HOME + 1]


class Middle(NamedTuple):
    column: Annotated[int, COLUMNS]


class SwapTiles(NamedTuple):
    one: Annotated[int, HOME]
    other: Annotated[int, HOME]


class SwapPieces(NamedTuple):
    one: Annotated[int, HOME]
    other: Annotated[int, HOME]


class SwapMiddle(NamedTuple):
    one: Annotated[int, COLUMNS]
    other: Annotated[int, COLUMNS]


class First(NamedTuple):
    seat: Annotated[int, 2]


class Fate(NamedTuple):
    face: Annotated[int, FACES]


FAMILIES = lay_out(
    move=Move,
    attack=Attack,
    switch=Switch,
    fire=Fire,
    dragon=Dragon,
    ambush=Ambush,
    deception=Deception,
    say=Word,
    favor=TakeFavor,
    begin=Begin,
    tile=LayTile,
    place=Place,
    middle=Middle,
    swap_tiles=SwapTiles,
    swap_pieces=SwapPieces,
    swap_middle=SwapMiddle,
    first=First,
    fate=Fate,
)
(
    MOVE,
    ATTACK,
    SWITCH,
    FIRE,
    DRAGON,
    AMBUSH,
    DECEPTION,
    SAY,
    FAVOR,
    BEGIN,
    TILE,
    PLACE,
    MIDDLE,
    SWAP_TILES,
    SWAP_PIECES,
    SWAP_MIDDLE,
    FIRST,
    FATE,
) = FAMILIES.values()
