"""Why an action is not legal now. Written apart from `legal`: each checks the other."""

from wartable.core.actions import belongs, decode
from wartable.core.compiled import rule
from wartable.core.frames import is_due, kind

from .actions import (
    BURN,
    BUY,
    FACE,
    FOUND,
    HARVEST,
    INSERT,
    KEEP,
    LOAD,
    MULLIGAN,
    PASS,
    PATCH,
    PAY,
    REMOVE,
    REPAIR,
    REPLACE,
    SCRAP,
    STORE,
    TAKE,
    TOW,
    WORK,
    Burn,
    Buy,
    Found,
    Harvest,
    Insert,
    Keep,
    Load,
    Patch,
    Remove,
    Repair,
    Replace,
    Scrap,
    StoreAway,
    Take,
    Work,
    is_chance,
)
from .box import Bonus, Box
from .state import At, Frame, Space, State, Store, Worker

NOT_ASKED = 108
CHANCE_DECIDES = 109


@rule
def refusal(s: State, box: Box, seat: int, action: int) -> int:
    if is_chance(action):
        return CHANCE_DECIDES
    if not is_due(s, seat):
        return NOT_ASKED
    if belongs(PASS, action):
        return refuse_pass(s, box, seat)
    if belongs(SCRAP, action):
        return refuse_scrap(s, box, seat, decode(Scrap, action).card)
    asked = kind(s)
    if asked == Frame.WORK or asked == Frame.STOW:
        return refuse_in_worker_phase(s, box, seat, asked, action)
    if asked == Frame.PLAN:
        return refuse_planning(s, box, seat, action)
    return refuse_choice(s, box, seat, asked, action)


@rule
def refuse_choice(s: State, box: Box, seat: int, asked: int, action: int) -> int:
    """The decisions that are answered by one or two families of actions."""
    if belongs(FOUND, action):
        return refuse_found(s, box, decode(Found, action).hex) if asked == Frame.FOUND else NOT_ASKED
    if belongs(FACE, action):
        return 0 if asked == Frame.FACE else NOT_ASKED
    if belongs(MULLIGAN, action):
        return 0 if asked == Frame.MULLIGAN else 306
    if belongs(BURN, action):
        return refuse_burn(s, seat, decode(Burn, action).fuel) if asked == Frame.BURN else NOT_ASKED
    if belongs(PAY, action):
        return 0 if asked == Frame.MORE else 504
    if belongs(REPAIR, action) or belongs(PATCH, action):
        return refuse_repair(s, box, seat, action) if asked == Frame.REPAIR else NOT_ASKED
    if belongs(BUY, action):
        return refuse_buy(s, box, seat, decode(Buy, action).card) if asked == Frame.UPGRADE else 608
    if belongs(KEEP, action):
        if asked != Frame.KEEP:
            return NOT_ASKED
        return 0 if s.drawn[decode(Keep, action).token] > 0 else 1303
    if belongs(TAKE, action):
        is_offered = s.treasure_at[decode(Take, action).card] == At.OFFERED
        return 0 if asked == Frame.OFFER and is_offered else 1401
    return NOT_ASKED


@rule
def refuse_pass(s: State, box: Box, seat: int) -> int:
    """Some decisions may be declined, others not; each has its rule."""
    asked = kind(s)
    if asked == Frame.WORK:
        return 406 if has_legal_space(s, box, seat) else 0
    if asked == Frame.OFFER:
        full = 0
        for card in range(box.treasure_cards):
            full += s.treasure_at[card] == At.CARRIED + seat
        return 0 if full >= box.slots else 1401
    if asked == Frame.FOUND:
        return 302
    if asked == Frame.FACE:
        return 304
    if asked == Frame.BURN:
        return 505
    if asked == Frame.REPAIR:
        return 503
    if asked == Frame.KEEP:
        return 1303
    return 1402 if asked == Frame.MAKE_ROOM else 0


@rule
def has_legal_space(s: State, box: Box, seat: int) -> bool:
    for action in range(WORK.first, WORK.last + 1):
        worker, space = decode(Work, action)
        if refuse_work(s, box, seat, worker + 1, space) == 0:
            return True
    found = False
    for direction in range(6):
        found = found or refuse_harvest(s, box, seat, direction) == 0
    return found


@rule
def refuse_found(s: State, box: Box, hex: int) -> int:
    if box.edge[hex] != 1:
        return 302
    for other in range(box.seats):
        home = s.sides[other].home
        if home >= 0:
            across = abs(box.column[home] - box.column[hex])
            down = abs(box.row[home] - box.row[hex])
            aslant = abs(box.column[home] + box.row[home] - box.column[hex] - box.row[hex])
            if (across + down + aslant) // 2 < box.start_distance:
                return 303
    return 0


@rule
def refuse_in_worker_phase(s: State, box: Box, seat: int, asked: int, action: int) -> int:
    """Treasures move before and after the placement; of placing and towing one is done, once."""
    places = belongs(WORK, action) or belongs(HARVEST, action) or belongs(TOW, action)
    if asked == Frame.STOW and places:
        return 406
    if belongs(TOW, action):
        return refuse_tow(s, box, seat)
    if belongs(WORK, action):
        worker, space = decode(Work, action)
        return refuse_work(s, box, seat, worker + 1, space)
    if belongs(HARVEST, action):
        return refuse_harvest(s, box, seat, decode(Harvest, action).direction)
    if belongs(STORE, action):
        return refuse_store(s, seat, decode(StoreAway, action).card)
    if belongs(LOAD, action):
        return refuse_load(s, box, seat, decode(Load, action).card)
    return refuse_choice(s, box, seat, asked, action)


@rule
def refuse_tow(s: State, box: Box, seat: int) -> int:
    side = s.sides[seat]
    is_stuck = side.damage[Space.THROTTLE] > 0 and side.damage[Space.REPAIR] > 0 and side.hex != side.home
    return 0 if is_stuck and box.tow == 1 else 418


@rule
def refuse_work(s: State, box: Box, seat: int, worker: int, space: int) -> int:
    side = s.sides[seat]
    if side.rested[worker] < 1:
        return 414
    if worker == Worker.SMALL and box.big_only[space] == 1:
        return 412
    if space >= Space.DOCK_REPAIR and side.hex != side.home:
        return 409
    if space < Space.DOCK_REPAIR and side.damage[space] > 0:
        return 1105
    return 0 if side.spaces[space] == Worker.NONE else 408


@rule
def refuse_harvest(s: State, box: Box, seat: int, direction: int) -> int:
    side = s.sides[seat]
    if side.rested[Worker.SMALL] < 1:
        return 413 if side.rested[Worker.BIG] > 0 else 414
    hex = box.neighbour[side.hex, direction]
    if hex < 0:
        return 410
    for other in range(box.seats):
        if s.sides[other].hex == hex:
            return 411
    return 0 if s.worker[hex] == 0 else 408


@rule
def refuse_store(s: State, seat: int, card: int) -> int:
    if s.sides[seat].hex != s.sides[seat].home or s.treasure_at[card] != At.CARRIED + seat:
        return 602
    return 603 if (s.loaded >> card) % 2 == 1 else 0


@rule
def refuse_load(s: State, box: Box, seat: int, card: int) -> int:
    if s.sides[seat].hex != s.sides[seat].home or s.treasure_at[card] != At.HOME + seat:
        return 602
    full = 0
    for other in range(box.treasure_cards):
        full += s.treasure_at[other] == At.CARRIED + seat
    return 604 if full >= box.slots else 0


@rule
def refuse_burn(s: State, seat: int, fuel: int) -> int:
    stores = s.sides[seat].stores
    return 505 if min(stores[Store.WATER], stores[fuel]) < 1 else 0


@rule
def refuse_planning(s: State, box: Box, seat: int, action: int) -> int:
    side = s.sides[seat]
    if belongs(REMOVE, action):
        return 0 if side.track[decode(Remove, action).place] > 0 else 707
    if belongs(INSERT, action):
        plan, place = decode(Insert, action)
        return refuse_insert(s, box, seat, plan, place)
    if belongs(REPLACE, action):
        plan, place = decode(Replace, action)
        return 0 if side.hand[plan] > 0 and side.track[place] > 0 else 707
    return refuse_choice(s, box, seat, Frame.PLAN, action)


@rule
def refuse_insert(s: State, box: Box, seat: int, plan: int, place: int) -> int:
    side = s.sides[seat]
    if side.hand[plan] < 1:
        return 707
    places = box.track
    for section in range(3):
        if side.fitted[section] > 0:
            places += box.upgrades[side.fitted[section] - 1].bonus[Bonus.TRACK]
    if place >= places:
        return 703
    return 702 if place > 0 and side.track[place - 1] == 0 else 0


@rule
def refuse_repair(s: State, box: Box, seat: int, action: int) -> int:
    if belongs(REPAIR, action):
        return 0 if s.sides[seat].damage[decode(Repair, action).space] > 0 else 503
    card = decode(Patch, action).card
    if s.treasure_at[card] != At.CARRIED + seat:
        return 1407
    return 0 if s.dents[card] > 0 else 503


@rule
def refuse_buy(s: State, box: Box, seat: int, card: int) -> int:
    if card >= box.upgrade_cards or s.sold[card] == 1:
        return 1501
    if box.upgrades[card].iron > s.sides[seat].stores[Store.IRON]:
        return 1502
    lying = s.sides[seat].fitted[box.upgrades[card].section]
    return 1504 if lying > 0 and box.upgrades[card].iron <= box.upgrades[lying - 1].iron else 0


@rule
def refuse_scrap(s: State, box: Box, seat: int, card: int) -> int:
    where = s.treasure_at[card]
    if kind(s) == Frame.SALVAGE:
        return 0 if where == At.CARRIED + seat or where == At.HOME + seat else 609
    if kind(s) == Frame.MAKE_ROOM:
        return 0 if where == At.CARRIED + seat else 1402
    return 1405
