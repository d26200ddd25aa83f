"""The families of actions."""

from wartable.core.actions import families
from wartable.core.compiled import rule

from .state import DIRECTIONS, HEXES, KING_SPACES, PLANS, SEATS, SPACES, TERRAINS, TRACK, TREASURES, UPGRADES

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
) = families(
    found=(HEXES,),
    face=(DIRECTIONS,),
    mulligan=(1,),
    decline=(1,),
    work=(2, SPACES),  # small or big worker, space
    harvest=(DIRECTIONS,),  # a small worker on the hex that way from the King
    store=(TREASURES,),
    load=(TREASURES,),
    burn=(2,),  # wood or coal
    insert=(PLANS, TRACK),
    replace=(PLANS, TRACK),
    remove=(TRACK,),
    repair=(KING_SPACES,),
    patch=(TREASURES,),  # a carried shield
    pay=(1,),
    buy=(UPGRADES,),
    scrap=(TREASURES,),
    keep=(3,),
    take=(TREASURES,),
    terrain=(TERRAINS,),  # nature's, up to the die
    lot=(SEATS,),
    draw=(PLANS,),
    token=(4,),
    treasure=(TREASURES,),
    die=(6,),
    tow=(1,),
)

FAMILIES = {
    "found": FOUND,
    "face": FACE,
    "mulligan": MULLIGAN,
    "decline": PASS,
    "work": WORK,
    "harvest": HARVEST,
    "store": STORE,
    "load": LOAD,
    "burn": BURN,
    "insert": INSERT,
    "replace": REPLACE,
    "remove": REMOVE,
    "repair": REPAIR,
    "patch": PATCH,
    "pay": PAY,
    "buy": BUY,
    "scrap": SCRAP,
    "keep": KEEP,
    "take": TAKE,
    "terrain": TERRAIN,
    "lot": LOT,
    "draw": DRAW,
    "token": TOKEN,
    "treasure": TREASURE,
    "die": DIE,
    "tow": TOW,
}


@rule
def is_chance(action: int) -> bool:
    """Whether the action is nature's."""
    return TERRAIN[0] <= action <= DIE[1]
