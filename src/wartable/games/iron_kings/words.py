"""Labels and prompts of Iron Kings. The rest of its words is in modules of their own, and is offered here."""

from wartable.core.actions import belongs, decode, fields
from wartable.core.compiled import plain
from wartable.core.frames import NATURE, first_due, is_due, kind, top

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
    Insert,
    Keep,
    Lot,
    Remove,
    Repair,
    Replace,
    TerrainLaid,
    TokenDrawn,
    TreasureDrawn,
    Work,
    is_chance,
)
from .box import Box
from .facts import (
    FUELS,
    beside,
    harvest_of,
    hex_at,
    plan_name,
    space_name,
    terrain_name,
    token_name,
    treasure_name,
    upgrade_name,
)
from .geometry import DIRECTION_NAMES
from .help import goal
from .meaning import meant
from .notation import notation
from .phases import phases
from .reasons import fact
from .rules.common import burn_steam, may_tow, most_steam
from .rules.worker import can_place
from .sentences import sentence
from .state import NOWHERE, At, Frame, KeepFrame, RepairFrame, State, Store

__all__ = ["fact", "goal", "label", "meant", "notation", "phases", "prompt", "sentence"]


def label(view: State, box: Box, seat: int, action: int) -> str:
    if plain(is_chance)(action):
        return _nature_label(view, box, action)
    if belongs(WORK, action):
        worker, space = decode(Work, action)
        return f"Place {'the big' if worker else 'a small'} worker on {space_name(box, space)}"
    if belongs(HARVEST, action):
        return _harvest_label(view, box, seat, decode(Harvest, action).direction)
    if belongs(INSERT, action):
        plan, place = decode(Insert, action)
        return f"Insert {plan_name(box, plan)} at place {place + 1}"
    if belongs(REPLACE, action):
        plan, place = decode(Replace, action)
        return f"Replace card {place + 1} of the track by {plan_name(box, plan)}"
    if belongs(REMOVE, action):
        return f"Remove card {decode(Remove, action).place + 1} from the track"
    for family, words in (
        (STORE, "Bring {} into the Holdfast"),
        (LOAD, "Equip {} from the Holdfast"),
        (PATCH, "Repair {}"),
        (SCRAP, "Scrap {}"),
        (TAKE, "Keep {}"),
    ):
        if belongs(family, action):
            return words.format(treasure_name(box, fields(family, action).card))
    return _short_label(view, box, seat, action)


def _harvest_label(view: State, box: Box, seat: int, direction: int) -> str:
    hex = beside(view, box, seat, direction)
    if hex == NOWHERE:
        return f"Place a small worker off the map, {DIRECTION_NAMES[direction]} of the King"
    what = terrain_name(box, view.terrain[hex])
    gain = f"take 1 {harvest_of(view, box, hex)}" if harvest_of(view, box, hex) else "nothing to take"
    return f"Place a small worker on {hex_at(box, hex)} ({what}: {gain})"


def _burn_label(view: State, box: Box, seat: int, fuel: int) -> str:
    gain = burn_steam(view, box, seat, fuel)
    room = most_steam(view, box, seat) - view.sides[seat].steam
    wasted = f", of which {gain - room} will be lost" if gain > room else ""
    return f"Burn 1 water and 1 {FUELS[fuel]} for {gain} steam{wasted}"


def _short_label(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(FOUND, action):
        return f"Put the Holdfast on {hex_at(box, decode(Found, action).hex)}"
    if belongs(FACE, action):
        return f"Face {DIRECTION_NAMES[decode(Face, action).direction]}"
    if belongs(BURN, action):
        fuel = decode(Burn, action).fuel
        return _burn_label(view, box, seat, fuel)
    if belongs(REPAIR, action):
        return f"Repair {space_name(box, decode(Repair, action).space)}"
    if belongs(BUY, action):
        card = decode(Buy, action).card
        return f"Buy {upgrade_name(box, card)} for {box.upgrades[card].iron} iron"
    if belongs(KEEP, action):
        return f"Keep a {token_name(box, decode(Keep, action).token)} token"
    if belongs(PAY, action):
        return f"Spend {box.repair_price} iron to remove {box.repair_extra} more damage"
    if belongs(TOW, action):
        return "Have the King towed to its Holdfast; what it carries is lost"
    if belongs(MULLIGAN, action):
        return "Take a mulligan: shuffle the hand back and draw a new one"
    return PASS_LABELS.get(plain(kind)(view), "Pass")


PASS_LABELS = {
    Frame.MULLIGAN: "Keep the hand",
    Frame.WORK: "Place no worker",
    Frame.PLAN: "Leave the track as it is",
    Frame.MORE: "Spend no iron",
    Frame.UPGRADE: "Buy nothing",
    Frame.SALVAGE: "Scrap no more",
    Frame.OFFER: "Leave all of them",
    Frame.STOW: "Move no more treasures",
}


def _nature_label(view: State, box: Box, action: int) -> str:
    if belongs(DIE, action):
        return f"The die shows {decode(Die, action).face + 1}"
    if belongs(TERRAIN, action):
        return f"The hex is {terrain_name(box, decode(TerrainLaid, action).kind).lower()}"
    if belongs(LOT, action):
        return f"Seat {decode(Lot, action).seat + 1} is the first player"
    if belongs(DRAW, action):
        return f"The card is {plan_name(box, decode(Draw, action).plan)}"
    if belongs(TOKEN, action):
        return f"The token is {token_name(box, decode(TokenDrawn, action).token)}"
    return f"The treasure is {treasure_name(box, decode(TreasureDrawn, action).card)}"


PROMPTS = {
    Frame.FOUND: "Choose an edge hex for your Holdfast",
    Frame.FACE: "Choose which way your King faces",
    Frame.MULLIGAN: "Keep your hand, or take a mulligan",
    Frame.BURN: "Choose what to burn with one water",
    Frame.PLAN: "Plan: insert, replace or remove a card, or leave the track as it is",
    Frame.UPGRADE: "Buy an upgrade, or nothing",
    Frame.SALVAGE: "Scrap treasures for what they give, or stop",
    Frame.MAKE_ROOM: "Choose the carried treasure that makes room",
    Frame.STOW: "Move treasures between King and Holdfast, or go on",
}

WAITS = {
    Frame.TERRAIN: "The map is being laid out",
    Frame.LOT: "The first player is being drawn",
    Frame.DRAW: "A planning card is being drawn",
    Frame.TOKEN: "A token is being drawn",
    Frame.TREASURE: "A treasure is being drawn",
    Frame.DIE: "The die is being rolled for damage",
}


def prompt(view: State, box: Box, seat: int) -> str:
    if view.head.over:
        return "The game is over"
    asked = plain(kind)(view)
    if seat < 0 or not plain(is_due)(view, seat):
        due = plain(first_due)(view)
        return WAITS.get(asked, "Waiting") if due == NATURE else f"Waiting for {{{due}}}"
    if asked == Frame.WORK:
        return _work_prompt(view, box, seat)
    if asked == Frame.REPAIR:
        return f"Choose damage to remove ({top(view, RepairFrame).left} left)"
    if asked == Frame.MORE:
        return f"Spend {box.repair_price} iron to remove {box.repair_extra} more damage?"
    if asked == Frame.KEEP:
        return f"Choose a token to keep ({top(view, KeepFrame).left} left)"
    if asked == Frame.OFFER:
        full = sum(view.treasure_at[card] == At.CARRIED + seat for card in range(box.treasure_cards)) >= box.slots
        return "Keep a treasure in place of one you carry, or leave all" if full else "Keep one of the treasures"
    return PROMPTS[Frame(asked)]


def _work_prompt(view: State, box: Box, seat: int) -> str:
    tow = ", or have your King towed" if may_tow(view, box, seat) else ""
    if not can_place(view, box, seat):
        return f"You have no worker to place: pass{tow}"
    side = view.sides[seat]
    mine = (At.CARRIED + seat, At.HOME + seat)
    has_treasures = any(view.treasure_at[card] in mine for card in range(box.treasure_cards))
    first = ", or first move treasures" if side.hex == side.home and has_treasures else ""
    return f"Place a worker{first}{tow}"


assert tuple(store.name.lower() for store in (Store.WOOD, Store.COAL)) == FUELS
