"""The rules: `legal`, `apply` and `chance` dispatch on the decision that is due; the phases are in their modules."""

from wartable.core.actions import Family, belongs, decode, encode
from wartable.core.bits import lowest
from wartable.core.compiled import rule
from wartable.core.frames import AnyFrame, kind, pop, top
from wartable.core.notes import note
from wartable.core.record import Ints

from ..actions import (
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
    PASS,
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
    TREASURE,
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
    Load,
    Lot,
    Patch,
    Remove,
    Repair,
    Replace,
    Scrap,
    StoreAway,
    Take,
    TerrainLaid,
    TokenDrawn,
    TreasureDrawn,
    Work,
    is_chance,
)
from ..box import Box
from ..notes import Counter, Told
from ..state import KING_SPACES, SPACES, At, Frame, State, Worker
from .bag import (
    apply_keep,
    apply_make_room,
    apply_take,
    apply_token,
    apply_treasure,
    go_on_offer,
    go_on_tokens,
    go_on_treasures,
    leave_offer,
)
from .common import (
    aboard_of,
    at_home,
    carried,
    covered_spaces,
    dents_of,
    has_free_slot,
    may_tow,
    movable,
    points,
    rested,
    treasures_of,
)
from .damage import apply_die, go_on_hurt
from .ending import end_turn, scores
from .king import go_on_program, go_on_steps, land
from .planning import (
    apply_draw,
    apply_insert,
    apply_remove,
    apply_replace,
    go_on_draw,
    last_insert,
    track_length,
)
from .setup import (
    apply_face,
    apply_found,
    apply_lot,
    apply_mulligan,
    apply_terrain,
    go_on_setup,
    lay_out,
    may_found,
)
from .worker import (
    apply_burn,
    apply_buy,
    apply_harvest,
    apply_load,
    apply_patch,
    apply_pay,
    apply_repair,
    apply_salvage,
    apply_store,
    apply_tow,
    apply_work,
    begin_drive,
    begin_turn,
    can_burn,
    may_buy,
    may_harvest,
    may_work,
    offer_more_repair,
    upgrades_fitted,
)

__all__ = ["apply", "census", "chance", "legal", "points", "scores", "setup", "tally"]


@rule
def setup(s: State, box: Box) -> None:
    lay_out(s, box)


@rule
def legal(s: State, box: Box, seat: int, out: Ints) -> int:
    asked = kind(s)
    if asked == Frame.WORK:
        return list_work(s, box, seat, out)
    if asked == Frame.PLAN:
        return list_plan(s, box, seat, out)
    if asked == Frame.REPAIR:
        return list_repair(s, box, seat, out)
    if asked == Frame.FOUND:
        return list_found(s, box, out)
    if asked == Frame.FACE:
        return list_range(out, 0, FACE)
    if asked == Frame.MULLIGAN:
        return write(out, write(out, 0, PASS.first), MULLIGAN.first)
    if asked == Frame.BURN:
        return list_burn(s, seat, out)
    if asked == Frame.MORE:
        return write(out, write(out, 0, PASS.first), PAY.first)
    if asked == Frame.UPGRADE:
        return list_upgrade(s, box, seat, out)
    if asked == Frame.SALVAGE:
        return list_salvage(s, box, seat, out)
    if asked == Frame.KEEP:
        return list_keep(s, out)
    if asked == Frame.OFFER:
        return list_offer(s, box, seat, out)
    if asked == Frame.STOW:
        return list_stowing(s, box, seat, out, write(out, 0, PASS.first))
    return list_make_room(s, box, seat, out)


@rule
def write(out: Ints, count: int, action: int) -> int:
    out[count] = action
    return count + 1


@rule
def list_range(out: Ints, count: int, family: Family) -> int:
    for action in range(family.first, family.last + 1):
        count = write(out, count, action)
    return count


@rule
def list_found(s: State, box: Box, out: Ints) -> int:
    count = 0
    for hex in range(box.hexes):
        if may_found(s, box, hex):
            count = write(out, count, encode(FOUND, hex))
    return count


@rule
def list_work(s: State, box: Box, seat: int, out: Ints) -> int:
    count = 0
    for worker in range(Worker.SMALL, Worker.BIG + 1):
        for space in range(SPACES):
            if may_work(s, box, seat, worker, space):
                count = write(out, count, encode(WORK, worker - 1, space))
    for direction in range(6):
        if may_harvest(s, box, seat, direction):
            count = write(out, count, encode(HARVEST, direction))
    if count == 0:
        count = write(out, count, PASS.first)
    if may_tow(s, box, seat):
        count = write(out, count, TOW.first)
    return list_stowing(s, box, seat, out, count)


@rule
def list_stowing(s: State, box: Box, seat: int, out: Ints, count: int) -> int:
    """IK-6.2: treasures between King and Holdfast."""
    stores, loads = movable(s, box, seat)
    cards = stores | loads
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        code = encode(STORE, card) if (stores >> card) & 1 == 1 else encode(LOAD, card)
        count = write(out, count, code)
    return count


@rule
def list_burn(s: State, seat: int, out: Ints) -> int:
    count = 0
    for fuel in range(2):
        if can_burn(s, seat, fuel):
            count = write(out, count, encode(BURN, fuel))
    return count


@rule
def list_plan(s: State, box: Box, seat: int, out: Ints) -> int:
    count = write(out, 0, PASS.first)
    length = track_length(s, seat)
    last = last_insert(s, box, seat)
    for plan in range(box.plan_kinds):
        if s.sides[seat].hand[plan] > 0:
            for place in range(last + 1):
                count = write(out, count, encode(INSERT, plan, place))
            for place in range(length):
                count = write(out, count, encode(REPLACE, plan, place))
    for place in range(length):
        count = write(out, count, encode(REMOVE, place))
    return count


@rule
def list_repair(s: State, box: Box, seat: int, out: Ints) -> int:
    count = 0
    for space in range(KING_SPACES):
        if s.sides[seat].damage[space] != 0:
            count = write(out, count, encode(REPAIR, space))
    cards = aboard_of(s, box, seat)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if s.dents[card] > 0:
            count = write(out, count, encode(PATCH, card))
    return count


@rule
def list_upgrade(s: State, box: Box, seat: int, out: Ints) -> int:
    count = write(out, 0, PASS.first)
    for card in range(box.upgrade_cards):
        if may_buy(s, box, seat, card):
            count = write(out, count, encode(BUY, card))
    return count


@rule
def list_salvage(s: State, box: Box, seat: int, out: Ints) -> int:
    aboard, stored = treasures_of(s, box, seat)
    return list_scrap(aboard | stored, out, write(out, 0, PASS.first))


@rule
def list_scrap(cards: int, out: Ints, count: int) -> int:
    while cards != 0:
        count = write(out, count, encode(SCRAP, lowest(cards)))
        cards &= cards - 1
    return count


@rule
def list_keep(s: State, out: Ints) -> int:
    count = 0
    for token in range(3):
        if s.drawn[token] > 0:
            count = write(out, count, encode(KEEP, token))
    return count


@rule
def list_offer(s: State, box: Box, seat: int, out: Ints) -> int:
    count = 0
    if not has_free_slot(s, box, seat):
        count = write(out, count, PASS.first)
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == At.OFFERED:
            count = write(out, count, encode(TAKE, card))
    return count


@rule
def list_make_room(s: State, box: Box, seat: int, out: Ints) -> int:
    return list_scrap(aboard_of(s, box, seat), out, 0)


@rule
def chance(s: State, box: Box, out: Ints, weights: Ints) -> int:
    asked = kind(s)
    count = 0
    if asked == Frame.DIE:
        for face in range(6):
            weights[count] = 1
            count = write(out, count, encode(DIE, face))
    elif asked == Frame.TERRAIN:
        for terrain in range(box.terrain_kinds):
            if s.mix[terrain] > 0:
                weights[count] = s.mix[terrain]
                count = write(out, count, encode(TERRAIN, terrain))
    elif asked == Frame.LOT:
        for seat in range(box.seats):
            weights[count] = 1
            count = write(out, count, encode(LOT, seat))
    elif asked == Frame.DRAW:
        for plan in range(box.plan_kinds):
            if s.deck[plan] > 0:
                weights[count] = s.deck[plan]
                count = write(out, count, encode(DRAW, plan))
    elif asked == Frame.TOKEN:
        for token in range(4):
            if s.bag[token] > 0:
                weights[count] = s.bag[token]
                count = write(out, count, encode(TOKEN, token))
    else:
        for card in range(box.treasure_cards):
            if s.treasure_at[card] == At.DECK:
                weights[count] = 1
                count = write(out, count, encode(TREASURE, card))
    return count


@rule
def apply(s: State, box: Box, seat: int, action: int) -> None:
    if is_chance(action):
        apply_nature(s, box, action)
    elif kind(s) == Frame.WORK or kind(s) == Frame.STOW:
        apply_placement(s, box, seat, action)
    else:
        apply_choice(s, box, seat, action)
    go_on(s, box)


@rule
def apply_nature(s: State, box: Box, action: int) -> None:
    if belongs(DIE, action):
        apply_die(s, box, decode(Die, action).face)
    elif belongs(TERRAIN, action):
        apply_terrain(s, box, decode(TerrainLaid, action).kind)
    elif belongs(LOT, action):
        apply_lot(s, box, decode(Lot, action).seat)
    elif belongs(DRAW, action):
        apply_draw(s, box, decode(Draw, action).plan)
    elif belongs(TOKEN, action):
        apply_token(s, box, decode(TokenDrawn, action).token)
    else:
        apply_treasure(s, box, decode(TreasureDrawn, action).card)


@rule
def apply_placement(s: State, box: Box, seat: int, action: int) -> None:
    if belongs(WORK, action):
        worker, space = decode(Work, action)
        apply_work(s, box, seat, worker + 1, space)
    elif belongs(HARVEST, action):
        apply_harvest(s, box, seat, decode(Harvest, action).direction)
    elif belongs(STORE, action):
        apply_store(s, box, seat, decode(StoreAway, action).card)
    elif belongs(LOAD, action):
        apply_load(s, box, seat, decode(Load, action).card)
    elif belongs(TOW, action):
        apply_tow(s, box, seat)
    else:
        if kind(s) == Frame.WORK:
            note(box, Told.SKIPS, 407, seat)
        pop(s)


@rule
def apply_choice(s: State, box: Box, seat: int, action: int) -> None:
    if belongs(PASS, action):
        apply_pass(s, box, seat)
    elif belongs(INSERT, action):
        plan, place = decode(Insert, action)
        apply_insert(s, box, seat, plan, place)
    elif belongs(REPLACE, action):
        plan, place = decode(Replace, action)
        apply_replace(s, box, seat, plan, place)
    elif belongs(REMOVE, action):
        apply_remove(s, box, seat, decode(Remove, action).place)
    elif belongs(REPAIR, action):
        apply_repair(s, box, seat, decode(Repair, action).space)
    elif belongs(PATCH, action):
        apply_patch(s, box, seat, decode(Patch, action).card)
    elif belongs(BURN, action):
        apply_burn(s, box, seat, decode(Burn, action).fuel)
    elif belongs(PAY, action):
        apply_pay(s, box, seat)
    elif belongs(BUY, action):
        apply_buy(s, box, seat, decode(Buy, action).card)
    elif belongs(KEEP, action):
        apply_keep(s, box, seat, decode(Keep, action).token)
    elif belongs(TAKE, action):
        apply_take(s, box, seat, decode(Take, action).card)
    elif belongs(SCRAP, action):
        apply_scrap(s, box, seat, decode(Scrap, action).card)
    elif belongs(FOUND, action):
        apply_found(s, box, seat, decode(Found, action).hex)
    elif belongs(FACE, action):
        apply_face(s, box, seat, decode(Face, action).direction)
    else:
        apply_mulligan(s, box, seat)


@rule
def apply_pass(s: State, box: Box, seat: int) -> None:
    """Keep the hand, plan nothing, pay nothing, buy nothing, or leave the treasures where they are."""
    asked = kind(s)
    if asked == Frame.OFFER:
        leave_offer(s, box, seat)
    elif asked == Frame.MULLIGAN:
        note(box, Told.KEEPS_HAND, 306, seat, s.sides[seat].hand_size)
    elif asked == Frame.PLAN:
        note(box, Told.LEAVES_TRACK, 706, seat)
    elif asked == Frame.MORE:
        note(box, Told.SAVES_IRON, 504, seat)
    elif asked == Frame.UPGRADE:
        note(box, Told.BUYS_NOTHING, 608, seat)
    elif asked == Frame.SALVAGE:
        note(box, Told.SCRAPS_NO_MORE, 609, seat)
    pop(s)


@rule
def apply_scrap(s: State, box: Box, seat: int, card: int) -> None:
    if kind(s) == Frame.SALVAGE:
        apply_salvage(s, box, seat, card)
    else:
        apply_make_room(s, box, seat, card)


@rule
def go_on(s: State, box: Box) -> None:
    """Carry out tasks until somebody is due or the game is over."""
    while s.head.depth > 0 and top(s, AnyFrame).due == 0:
        carry_out_task(s, box)


@rule
def carry_out_task(s: State, box: Box) -> None:
    task = kind(s)
    if task == Frame.DO_CARD:
        go_on_program(s, box)
    elif task == Frame.DO_STEPS:
        go_on_steps(s, box)
    elif task == Frame.DO_LAND:
        land(s, box)
    elif task == Frame.DO_HURT:
        go_on_hurt(s, box)
    elif task == Frame.DO_TOKENS:
        go_on_tokens(s, box)
    elif task == Frame.DO_TREASURES:
        go_on_treasures(s, box)
    elif task == Frame.DO_OFFER:
        go_on_offer(s, box)
    elif task == Frame.DO_DRAW:
        go_on_draw(s, box)
    elif task == Frame.DO_MORE:
        offer_more_repair(s, box)
    elif task == Frame.DO_DRIVE:
        begin_drive(s, box)
    elif task == Frame.DO_END:
        end_turn(s, box)
    elif task == Frame.DO_TURN:
        begin_turn(s, box)
    else:
        go_on_setup(s, box)


@rule
def tally(s: State, box: Box, seat: int, counter: int) -> int:
    side = s.sides[seat]
    if counter <= Counter.IRON:
        return side.stores[counter - 1]
    if counter == Counter.STEAM:
        return side.steam
    if counter == Counter.POINTS:
        return points(s, box, seat)
    if counter == Counter.HAND:
        return side.hand_size
    if counter == Counter.TRACK:
        return track_length(s, seat)
    if counter == Counter.RESTED:
        return rested(s, seat)
    if counter == Counter.WILDERNESS:
        return side.wilderness
    if counter == Counter.BRACE:
        return side.brace
    if counter == Counter.WRECKS:
        return side.wrecks
    return tally_machine(s, box, seat, counter)


@rule
def tally_machine(s: State, box: Box, seat: int, counter: int) -> int:
    """Damage, treasures and upgrades."""
    if counter == Counter.DAMAGE:
        return covered_spaces(s, seat)
    if counter == Counter.DENTS:
        return dents_of(s, box, seat)
    if counter == Counter.CARRIED:
        return carried(s, box, seat)
    return at_home(s, box, seat) if counter == Counter.HOME else upgrades_fitted(s, seat)


@rule
def census(s: State, box: Box, out: Ints) -> int:
    """Workers of each seat, planning cards of each kind, and the tokens that never leave the bag for good."""
    count = 0
    for seat in range(box.seats):
        out[count] = count_workers(s, box, seat, Worker.SMALL)
        out[count + 1] = count_workers(s, box, seat, Worker.BIG)
        count += 2
    for plan in range(box.plan_kinds):
        out[count] = count_plan(s, box, plan)
        count += 1
    for token in range(4):
        if box.leaves[token] == 0:
            out[count] = s.bag[token] + s.drawn[token] + s.kept[token]
            count += 1
    return count


@rule
def count_workers(s: State, box: Box, seat: int, worker: int) -> int:
    side = s.sides[seat]
    count = side.rested[worker]
    for space in range(SPACES):
        if side.spaces[space] == worker:
            count += 1
    if worker == Worker.SMALL:
        count += side.wilderness
        for hex in range(box.hexes):
            if s.worker[hex] == seat + 1:
                count += 1
    return count


@rule
def count_plan(s: State, box: Box, plan: int) -> int:
    count = s.deck[plan] + s.discard[plan]
    for seat in range(box.seats):
        count += s.sides[seat].hand[plan]
        for place in range(8):
            if s.sides[seat].track[place] == plan + 1:
                count += 1
    return count
