"""The families of actions."""

from typing import Annotated, NamedTuple

from wartable.core.actions import lay_out
from wartable.core.compiled import rule

from .state import DIRECTIONS, HEXES, KING_SPACES, PLANS, SEATS, SPACES, TERRAINS, TRACK, TREASURES, UPGRADES


class Found(NamedTuple):
    hex: Annotated[int, HEXES]


class Face(NamedTuple):
    direction: Annotated[int, DIRECTIONS]


class Mulligan(NamedTuple):
    pass


class Decline(NamedTuple):
    pass


class Work(NamedTuple):
    worker: Annotated[int, 2]  # small or big
    space: Annotated[int, SPACES]


class Harvest(NamedTuple):
    """A small worker on the hex that way from the King."""

    direction: Annotated[int, DIRECTIONS]


class StoreAway(NamedTuple):
    card: Annotated[int, TREASURES]


class Load(NamedTuple):
    card: Annotated[int, TREASURES]


class Burn(NamedTuple):
    fuel: Annotated[int, 2]  # wood or coal


class Insert(NamedTuple):
    plan: Annotated[int, PLANS]
    place: Annotated[int, TRACK]


class Replace(NamedTuple):
    plan: Annotated[int, PLANS]
    place: Annotated[int, TRACK]


class Remove(NamedTuple):
    place: Annotated[int, TRACK]


class Repair(NamedTuple):
    space: Annotated[int, KING_SPACES]


class Patch(NamedTuple):
    card: Annotated[int, TREASURES]  # a carried shield


class Pay(NamedTuple):
    pass


class Buy(NamedTuple):
    card: Annotated[int, UPGRADES]


class Scrap(NamedTuple):
    card: Annotated[int, TREASURES]


class Keep(NamedTuple):
    token: Annotated[int, 3]


class Take(NamedTuple):
    card: Annotated[int, TREASURES]


class TerrainLaid(NamedTuple):
    """Nature's, up to the die."""

    kind: Annotated[int, TERRAINS]


class Lot(NamedTuple):
    seat: Annotated[int, SEATS]


class Draw(NamedTuple):
    plan: Annotated[int, PLANS]


class TokenDrawn(NamedTuple):
    token: Annotated[int, 4]


class TreasureDrawn(NamedTuple):
    card: Annotated[int, TREASURES]


class Die(NamedTuple):
    face: Annotated[int, 6]


class Tow(NamedTuple):
    pass


FAMILIES = lay_out(
    found=Found,
    face=Face,
    mulligan=Mulligan,
    decline=Decline,
    work=Work,
    harvest=Harvest,
    store=StoreAway,
    load=Load,
    burn=Burn,
    insert=Insert,
    replace=Replace,
    remove=Remove,
    repair=Repair,
    patch=Patch,
    pay=Pay,
    buy=Buy,
    scrap=Scrap,
    keep=Keep,
    take=Take,
    terrain=TerrainLaid,
    lot=Lot,
    draw=Draw,
    token=TokenDrawn,
    treasure=TreasureDrawn,
    die=Die,
    tow=Tow,
)
(
    FOUND,
    FACE,
    MULLIGAN,
    PASS,
    WORK,
    HARVEST,
    STORE,
    LOAD,
    BURN,
    INSERT,
    REPLACE,
    REMOVE,
    REPAIR,
    PATCH,
    PAY,
    BUY,
    SCRAP,
    KEEP,
    TAKE,
    TERRAIN,
    LOT,
    DRAW,
    TOKEN,
    TREASURE,
    DIE,
    TOW,
) = FAMILIES.values()


@rule
def is_chance(action: int) -> bool:
    """Whether the action is nature's."""
    return TERRAIN.first <= action <= DIE.last
