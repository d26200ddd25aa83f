"""Moves as people type them."""

from wartable.core.actions import belongs, decode, fields
from wartable.core.compiled import plain

from .actions import (
    BURN,
    BUY,
    DIE,
    DRAW,
    FACE,
    FOUND,
    HARVEST,
    INSERT,
    KEEP,
    LOAD,
    LOT,
    MULLIGAN,
    PATCH,
    PAY,
    REMOVE,
    REPAIR,
    REPLACE,
    SCRAP,
    STORE,
    TAKE,
    TERRAIN,
    TOKEN,
    TOW,
    WORK,
    Burn,
    Buy,
    Die,
    Draw,
    Face,
    Found,
    Harvest,
    Keep,
    Lot,
    Remove,
    Repair,
    TerrainLaid,
    TokenDrawn,
    TreasureDrawn,
    Work,
    is_chance,
)
from .box import Box
from .facts import (
    FUELS,
    SIZES,
    SPACE_CODES,
    beside,
    hex_at,
    plan_code,
    terrain_name,
    treasure_code,
    upgrade_code,
)
from .geometry import DIRECTION_CODES
from .state import NOWHERE, State, Token


def notation(view: State, box: Box, seat: int, action: int) -> str:
    """`small-throttle`, `at-E5`, `insert-step-2`, `take-iron-fist`: a word for what is done, then with what."""
    if plain(is_chance)(action):
        return _nature_notation(box, action)
    if belongs(WORK, action):
        worker, space = decode(Work, action)
        return f"{SIZES[worker]}-{SPACE_CODES[space]}"
    if belongs(HARVEST, action):
        direction = decode(Harvest, action).direction
        hex = beside(view, box, seat, direction)
        return f"at-{hex_at(box, hex)}" if hex != NOWHERE else f"at-off-{DIRECTION_CODES[direction]}"
    for family, word in ((INSERT, "insert"), (REPLACE, "replace")):
        if belongs(family, action):
            plan, place = fields(family, action)
            return f"{word}-{plan_code(box, plan)}-{place + 1}"
    for family, word in ((STORE, "store"), (LOAD, "load"), (PATCH, "patch"), (SCRAP, "scrap"), (TAKE, "take")):
        if belongs(family, action):
            return f"{word}-{treasure_code(box, fields(family, action).card)}"
    return _short_notation(box, action)


def _short_notation(box: Box, action: int) -> str:
    if belongs(FOUND, action):
        return f"found-{hex_at(box, decode(Found, action).hex)}"
    if belongs(FACE, action):
        return f"face-{DIRECTION_CODES[decode(Face, action).direction]}"
    if belongs(BURN, action):
        return f"burn-{FUELS[decode(Burn, action).fuel]}"
    if belongs(REMOVE, action):
        return f"remove-{decode(Remove, action).place + 1}"
    if belongs(REPAIR, action):
        return f"repair-{SPACE_CODES[decode(Repair, action).space]}"
    if belongs(BUY, action):
        return f"buy-{upgrade_code(box, decode(Buy, action).card)}"
    if belongs(KEEP, action):
        return f"keep-{Token(decode(Keep, action).token).name.lower()}"
    if belongs(PAY, action):
        return "pay"
    if belongs(TOW, action):
        return "tow"
    return "mulligan" if belongs(MULLIGAN, action) else "pass"


def _nature_notation(box: Box, action: int) -> str:
    if belongs(DIE, action):
        return f"die-{decode(Die, action).face + 1}"
    if belongs(TERRAIN, action):
        kind = decode(TerrainLaid, action).kind
        name = terrain_name(box, kind).lower().replace(" ", "-") if kind < box.terrain_kinds else f"no{kind}"
        return f"terrain-{name}"
    if belongs(LOT, action):
        return f"first-{decode(Lot, action).seat}"
    if belongs(DRAW, action):
        return f"draw-{plan_code(box, decode(Draw, action).plan)}"
    if belongs(TOKEN, action):
        return f"token-{Token(decode(TokenDrawn, action).token).name.lower()}"
    return f"treasure-{treasure_code(box, decode(TreasureDrawn, action).card)}"
