"""The actions of Heroes: what a player decides, and the dice, draws and lots of nature.

A creature kind is `(rank - 1) * 5 + tier - 1`. In a transfer, holder 0 is the garrison of the city and holder
1 + h the player's hero h; creature kind ALL_KINDS is everything at once. Item levels count from 0 in a code.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from wartable.core.actions import lay_out

from .state import CITIES, HEROES, ITEM_KINDS, KINDS, LEVELS, SQUADS, TIERS, TILES

ALL_KINDS = KINDS
MOST_JOIN = 12
SPLITS = 7
FACES = 20


class Amount(IntEnum):
    """How many creatures a transfer, a shift, a recruiting or a promotion is about (HE-7.12)."""

    ONE = 0
    SOME = 1
    """Five recruits; half of the creatures, rounded up."""
    MOST = 2
    """All of them, or as many as can be paid."""


class Place(NamedTuple):
    tile: Annotated[int, TILES]


class Pay(NamedTuple):
    hero: Annotated[int, HEROES]


class Build(NamedTuple):
    city: Annotated[int, CITIES]
    kind: Annotated[int, KINDS]


class Recruit(NamedTuple):
    city: Annotated[int, CITIES]
    kind: Annotated[int, KINDS]
    amount: Annotated[int, 3]


class Promote(NamedTuple):
    city: Annotated[int, CITIES]
    tier: Annotated[int, TIERS]
    amount: Annotated[int, 3]


class Hire(NamedTuple):
    city: Annotated[int, CITIES]


class Rampart(NamedTuple):
    city: Annotated[int, CITIES]


class Transfer(NamedTuple):
    giver: Annotated[int, HEROES + 1]
    taker: Annotated[int, HEROES + 1]
    kind: Annotated[int, KINDS + 1]
    amount: Annotated[int, 3]


class Take(NamedTuple):
    hero: Annotated[int, HEROES]
    kind: Annotated[int, ITEM_KINDS]
    level: Annotated[int, LEVELS]


class Swap(NamedTuple):
    hero: Annotated[int, HEROES]
    other: Annotated[int, HEROES]
    kind: Annotated[int, ITEM_KINDS]


class Done(NamedTuple):
    pass


class Move(NamedTuple):
    hero: Annotated[int, HEROES]
    direction: Annotated[int, 8]


class Stay(NamedTuple):
    hero: Annotated[int, HEROES]


class EndTurn(NamedTuple):
    pass


class Join(NamedTuple):
    number: Annotated[int, MOST_JOIN + 1]


class Form(NamedTuple):
    split: Annotated[int, SPLITS]


class Ready(NamedTuple):
    pass


class Pick(NamedTuple):
    squad: Annotated[int, SQUADS]
    kind: Annotated[int, KINDS]


class Shift(NamedTuple):
    target: Annotated[int, SQUADS]
    amount: Annotated[int, 3]


class Lead(NamedTuple):
    squad: Annotated[int, SQUADS]


class Rolls(NamedTuple):
    rolls: Annotated[int, 2]


class Attack(NamedTuple):
    squad: Annotated[int, SQUADS]
    target: Annotated[int, SQUADS]


class Retreat(NamedTuple):
    pass


class Die(NamedTuple):
    face: Annotated[int, FACES]


class Percent(NamedTuple):
    face: Annotated[int, 10]


class Lay(NamedTuple):
    tile: Annotated[int, TILES]


class Target(NamedTuple):
    squad: Annotated[int, SQUADS]


FAMILIES = lay_out(
    place=Place,
    pay=Pay,
    build=Build,
    recruit=Recruit,
    promote=Promote,
    hire=Hire,
    rampart=Rampart,
    transfer=Transfer,
    take=Take,
    swap=Swap,
    done=Done,
    move=Move,
    stay=Stay,
    end=EndTurn,
    join=Join,
    form=Form,
    ready=Ready,
    pick=Pick,
    shift=Shift,
    lead=Lead,
    rolls=Rolls,
    attack=Attack,
    retreat=Retreat,
    die=Die,
    percent=Percent,
    lay=Lay,
    target=Target,
)
(
    PLACE,
    PAY,
    BUILD,
    RECRUIT,
    PROMOTE,
    HIRE,
    RAMPART,
    TRANSFER,
    TAKE,
    SWAP,
    DONE,
    MOVE,
    STAY,
    END,
    JOIN,
    FORM,
    READY,
    PICK,
    SHIFT,
    LEAD,
    ROLLS,
    ATTACK,
    RETREAT,
    DIE,
    PERCENT,
    LAY,
    TARGET,
) = FAMILIES.values()
