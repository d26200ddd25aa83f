"""Chapters 4 to 6: the worker phase, and what the spaces of both boards do."""

from wartable.core.compiled import rule
from wartable.core.frames import ask, kind, pop, top
from wartable.core.notes import change, is_followed, note

from ..box import Bonus, Box
from ..notes import Counter, Told
from ..state import (
    KING_SPACES,
    SECTIONS,
    SPACES,
    At,
    DoDriveFrame,
    DoTurnFrame,
    Frame,
    RepairFrame,
    Space,
    State,
    Store,
    Worker,
)
from .bag import scrap
from .common import (
    ask_repairs,
    at_home,
    burn_steam,
    cap_steam,
    carried,
    covered_spaces,
    damage_tokens,
    dents_of,
    do,
    gain_steam,
    is_adjacent,
    is_docked,
    is_throttled,
    king_on,
    may_tow,
    movable,
    rested,
    tell_points,
    treasure_count,
    upgrade_bonus,
    worth_carried,
)
from .damage import go_home
from .planning import ask_draw, can_plan, trim_track


@rule
def begin_turn(s: State, box: Box) -> None:
    """The turn of a seat: housekeeping, then the placement, then the King phase."""
    seat = top(s, DoTurnFrame).seat
    pop(s)
    s.active = seat
    s.loaded = 0
    s.halted = 0
    note(box, Told.TURN, 301, seat, s.rounds)
    change(box, Told.BRACE_ENDS, 910, seat, Counter.BRACE, -s.sides[seat].brace, 0)
    s.sides[seat].brace = 0
    keep_house(s, box, seat)
    do(s, Frame.DO_END, seat)
    do(s, Frame.DO_DRIVE, seat)
    if can_place(s, box, seat) or may_tow(s, box, seat):
        ask(s, Frame.WORK, seat)
    else:
        note(box, Told.SKIPS, 407, seat)


@rule
def keep_house(s: State, box: Box, seat: int) -> None:
    """IK-4.4: the lines of housekeeping in their order."""
    braked = s.sides[seat].spaces[Space.BRAKE] != Worker.NONE
    if rested(s, seat) == 0 or braked:
        recall(s, box, seat, 401, 1 if braked else 0)
    if is_docked(s, seat):
        return_from_wilderness(s, box, seat)
    lose_stray_workers(s, box, seat)
    if rested(s, seat) > 0 and not can_place(s, box, seat):
        recall(s, box, seat, 405, 2)


@rule
def recall(s: State, box: Box, seat: int, number: int, reason: int) -> None:
    """IK-4.1, IK-4.5: workers on both boards and beside the King go to the Rested Box."""
    side = s.sides[seat]
    before = rested(s, seat)
    for space in range(SPACES):
        if side.spaces[space] != Worker.NONE:
            side.rested[side.spaces[space]] += 1
            side.spaces[space] = Worker.NONE
    for direction in range(6):
        hex = box.neighbour[side.hex, direction]
        if hex >= 0 and s.worker[hex] == seat + 1:
            s.worker[hex] = 0
            side.rested[Worker.SMALL] += 1
    now = rested(s, seat)
    change(box, Told.RECALLED, number, seat, Counter.RESTED, now - before, now, reason)


@rule
def return_from_wilderness(s: State, box: Box, seat: int) -> None:
    """IK-4.2"""
    side = s.sides[seat]
    lost = side.wilderness
    side.rested[Worker.SMALL] += lost
    side.wilderness = 0
    change(box, Told.RETURNED, 402, seat, Counter.WILDERNESS, -lost, 0)
    change(box, Told.RESTS, 402, seat, Counter.RESTED, lost, rested(s, seat))


@rule
def lose_stray_workers(s: State, box: Box, seat: int) -> None:
    """IK-4.3: workers that the King has left behind go to the Wilderness."""
    for hex in range(box.hexes):
        if s.worker[hex] == seat + 1 and not is_adjacent(box, s.sides[seat].hex, hex):
            s.worker[hex] = 0
            s.sides[seat].wilderness += 1
            change(box, Told.STRAYED, 403, seat, Counter.WILDERNESS, 1, s.sides[seat].wilderness, hex)


@rule
def is_space_open(s: State, seat: int, space: int) -> bool:
    """IK-4.8, IK-4.9, IK-11.5: no worker, no damage, and the Holdfast only while docked."""
    if s.sides[seat].spaces[space] != Worker.NONE:
        return False
    if space < KING_SPACES:
        return s.sides[seat].damage[space] == 0
    return is_docked(s, seat)


@rule
def is_hex_open(s: State, box: Box, hex: int) -> bool:
    """IK-4.8, IK-4.11: a hex without worker and King."""
    return hex >= 0 and s.worker[hex] == 0 and king_on(s, box, hex) < 0


@rule
def may_work(s: State, box: Box, seat: int, worker: int, space: int) -> bool:
    """IK-4.12, IK-4.14: a rested worker of that size, and not a small one on Steam 1."""
    if s.sides[seat].rested[worker] == 0 or (worker == Worker.SMALL and box.big_only[space] != 0):
        return False
    return is_space_open(s, seat, space)


@rule
def may_harvest(s: State, box: Box, seat: int, direction: int) -> bool:
    """IK-4.10, IK-4.13: a rested small worker on a hex beside the King."""
    if s.sides[seat].rested[Worker.SMALL] == 0:
        return False
    return is_hex_open(s, box, box.neighbour[s.sides[seat].hex, direction])


@rule
def can_place(s: State, box: Box, seat: int) -> bool:
    """Whether any rested worker has a legal space."""
    for space in range(SPACES):
        if may_work(s, box, seat, Worker.SMALL, space) or may_work(s, box, seat, Worker.BIG, space):
            return True
    for direction in range(6):
        if may_harvest(s, box, seat, direction):
            return True
    return False


@rule
def can_stow(s: State, box: Box, seat: int) -> bool:
    """IK-6.2: whether any treasure can be moved now."""
    stores, loads = movable(s, box, seat)
    return stores | loads != 0


@rule
def apply_store(s: State, box: Box, seat: int, card: int) -> None:
    s.treasure_at[card] = At.HOME + seat
    if is_followed(box):
        change(box, Told.STOWS, 602, seat, Counter.CARRIED, -1, carried(s, box, seat), card)
        change(box, Told.ARRIVES, 602, seat, Counter.HOME, 1, at_home(s, box, seat), card)
        tell_points(s, box, seat, box.treasures[card].points - worth_carried(box, card), 1701)
    cap_steam(s, box, seat)
    go_on_stowing(s, box, seat)


@rule
def apply_load(s: State, box: Box, seat: int, card: int) -> None:
    s.treasure_at[card] = At.CARRIED + seat
    s.loaded |= 1 << card
    if is_followed(box):
        change(box, Told.EQUIPS, 602, seat, Counter.CARRIED, 1, carried(s, box, seat), card)
        change(box, Told.LEAVES_HOME, 602, seat, Counter.HOME, -1, at_home(s, box, seat), card)
        tell_points(s, box, seat, worth_carried(box, card) - box.treasures[card].points, 1702)
    go_on_stowing(s, box, seat)


@rule
def go_on_stowing(s: State, box: Box, seat: int) -> None:
    """After the placement the player is asked for as long as there is something to move."""
    if kind(s) == Frame.STOW and not can_stow(s, box, seat):
        pop(s)


@rule
def apply_tow(s: State, box: Box, seat: int) -> None:
    """IK-4.18: home without the cargo, instead of a placement."""
    pop(s)
    note(box, Told.TOWED, 418, seat, s.sides[seat].hex, s.sides[seat].home)
    go_home(s, box, seat, 418)


@rule
def apply_harvest(s: State, box: Box, seat: int, direction: int) -> None:
    """IK-12.1 to IK-12.3: a small worker takes what the hex gives."""
    pop(s)
    side = s.sides[seat]
    hex = box.neighbour[side.hex, direction]
    terrain = s.terrain[hex]
    side.rested[Worker.SMALL] -= 1
    s.worker[hex] = seat + 1
    change(box, Told.HARVESTS, 410, seat, Counter.RESTED, -1, rested(s, seat), hex, terrain)
    if terrain < 0 or s.stack[hex] == 0:
        note(box, Told.NOTHING_THERE, 1202, seat, hex, terrain)
        return
    store = box.terrains[terrain].harvest
    side.stores[store] += 1
    if s.stack[hex] > 0:
        s.stack[hex] -= 1
    number = 1203 if store == Store.WATER else 1201
    change(box, Told.TAKES_STORE, number, seat, store + 1, 1, side.stores[store], store, hex, s.stack[hex])


@rule
def apply_work(s: State, box: Box, seat: int, worker: int, space: int) -> None:
    """IK-4.6: a worker on a space of one of the boards, and the effect of the space."""
    pop(s)
    s.sides[seat].rested[worker] -= 1
    s.sides[seat].spaces[space] = worker
    change(box, Told.PLACES, space_rule(space), seat, Counter.RESTED, -1, rested(s, seat), worker, space)
    if space == Space.PLAN:
        plan_and_draw(s, box, seat)
    elif space == Space.REPAIR:
        repair(s, box, seat)
    elif space == Space.BURN:
        burn_fuel(s, box, seat)
    elif space == Space.VENT:
        gain_steam(s, box, seat, box.vent, 507)
    elif space == Space.DOCK_REPAIR:
        repair_docked(s, box, seat)
    elif space == Space.DOCK_STEAM:
        gain_steam(s, box, seat, uncovered(s, seat), 607)
    elif space == Space.DOCK_UPGRADE:
        ask_upgrade(s, box, seat)
    elif space == Space.DOCK_SALVAGE:
        ask_salvage(s, box, seat)


@rule
def space_rule(space: int) -> int:
    """The number of the rule that says what a space does."""
    if space >= KING_SPACES:
        return 600 + space
    if space == Space.PLAN:
        return 501
    if space == Space.REPAIR:
        return 503
    return 504 + space if space >= Space.VENT else 505


@rule
def repair_docked(s: State, box: Box, seat: int) -> None:
    """IK-6.6: a damage token for each uncovered Holdfast space."""
    if is_followed(box) and damage_tokens(s, box, seat) == 0:
        note(box, Told.NOTHING_DONE, 606, seat, Space.DOCK_REPAIR)
    ask_repairs(s, box, seat, uncovered(s, seat), 606)


@rule
def plan_and_draw(s: State, box: Box, seat: int) -> None:
    """IK-5.1: plan once or decline, then draw."""
    ask_draw(s, seat, box.draw + upgrade_bonus(s, box, seat, Bonus.DRAW), 501)
    if can_plan(s, seat):
        ask(s, Frame.PLAN, seat)


@rule
def repair(s: State, box: Box, seat: int) -> None:
    """IK-5.3, IK-5.4: one damage token, and two more for iron."""
    if is_followed(box) and damage_tokens(s, box, seat) == 0:
        note(box, Told.NOTHING_DONE, 503, seat, Space.REPAIR)
    do(s, Frame.DO_MORE, seat)
    ask_repairs(s, box, seat, box.repair, 503)


@rule
def offer_more_repair(s: State, box: Box) -> None:
    """IK-5.4: asked only of a player who can pay and has damage left."""
    seat = top(s, DoTurnFrame).seat
    pop(s)
    if s.sides[seat].stores[Store.IRON] >= box.repair_price and damage_tokens(s, box, seat) > 0:
        ask(s, Frame.MORE, seat)


@rule
def apply_pay(s: State, box: Box, seat: int) -> None:
    """IK-5.4"""
    pop(s)
    stores = s.sides[seat].stores
    stores[Store.IRON] -= box.repair_price
    iron = stores[Store.IRON]
    change(box, Told.PAYS_REPAIR, 504, seat, Counter.IRON, -box.repair_price, iron, box.repair_extra)
    ask_repairs(s, box, seat, box.repair_extra, 504)


@rule
def apply_repair(s: State, box: Box, seat: int, space: int) -> None:
    s.sides[seat].damage[space] = 0
    number = top(s, RepairFrame).number
    change(box, Told.REPAIRS, number, seat, Counter.DAMAGE, -1, covered_spaces(s, seat), space)
    count_repair(s, box, seat)


@rule
def apply_patch(s: State, box: Box, seat: int, card: int) -> None:
    """IK-5.3: damage on a shield is repaired like any other."""
    s.dents[card] -= 1
    if is_followed(box):
        number = top(s, RepairFrame).number
        change(box, Told.PATCHES, number, seat, Counter.DENTS, -1, dents_of(s, box, seat), card)
    count_repair(s, box, seat)


@rule
def count_repair(s: State, box: Box, seat: int) -> None:
    frame = top(s, RepairFrame)
    frame.left -= 1
    if frame.left == 0 or damage_tokens(s, box, seat) == 0:
        pop(s)


@rule
def can_burn(s: State, seat: int, fuel: int) -> bool:
    """IK-5.5: one water and one piece of the fuel."""
    return s.sides[seat].stores[Store.WATER] > 0 and s.sides[seat].stores[fuel] > 0


@rule
def burn_fuel(s: State, box: Box, seat: int) -> None:
    if can_burn(s, seat, Store.WOOD) or can_burn(s, seat, Store.COAL):
        ask(s, Frame.BURN, seat)
    else:
        note(box, Told.NOTHING_DONE, 505, seat, Space.BURN)


@rule
def apply_burn(s: State, box: Box, seat: int, fuel: int) -> None:
    """IK-5.5"""
    pop(s)
    stores = s.sides[seat].stores
    stores[Store.WATER] -= 1
    stores[fuel] -= 1
    change(box, Told.BURNS, 505, seat, fuel + 1, -1, stores[fuel], fuel, stores[Store.WATER])
    change(box, Told.SPENDS_WATER, 505, seat, Counter.WATER, -1, stores[Store.WATER])
    gain_steam(s, box, seat, burn_steam(s, box, seat, fuel), 505)


@rule
def uncovered(s: State, seat: int) -> int:
    """IK-6.5: Holdfast spaces without a worker."""
    count = 0
    for space in range(KING_SPACES, SPACES):
        if s.sides[seat].spaces[space] == Worker.NONE:
            count += 1
    return count


@rule
def may_buy(s: State, box: Box, seat: int, card: int) -> bool:
    """IK-15.1, IK-15.2, IK-15.4: in the supply, affordable, and costlier than what it would cover."""
    upgrade = box.upgrades[card]
    if s.sold[card] != 0 or s.sides[seat].stores[Store.IRON] < upgrade.iron:
        return False
    covered = s.sides[seat].fitted[upgrade.section]
    return covered == 0 or box.upgrades[covered - 1].iron < upgrade.iron


@rule
def ask_upgrade(s: State, box: Box, seat: int) -> None:
    for card in range(box.upgrade_cards):
        if may_buy(s, box, seat, card):
            ask(s, Frame.UPGRADE, seat)
            return
    note(box, Told.NOTHING_DONE, 608, seat, Space.DOCK_UPGRADE)


@rule
def apply_buy(s: State, box: Box, seat: int, card: int) -> None:
    """IK-15.2, IK-15.3, IK-15.5: pay, cover the section, clear its damage."""
    pop(s)
    side = s.sides[seat]
    section = box.upgrades[card].section
    iron = box.upgrades[card].iron
    side.stores[Store.IRON] -= iron
    change(box, Told.BUYS, 1502, seat, Counter.IRON, -iron, side.stores[Store.IRON], card, section, iron)
    fit(s, box, seat, card, section)
    clear_damage(s, box, seat, 2 * section)
    clear_damage(s, box, seat, 2 * section + 1)
    trim_track(s, box, seat)
    cap_steam(s, box, seat)


@rule
def fit(s: State, box: Box, seat: int, card: int, section: int) -> None:
    """IK-15.3, IK-15.6: on its section; a covered upgrade is gone."""
    side = s.sides[seat]
    old = side.fitted[section]
    side.fitted[section] = card + 1
    s.sold[card] = 1
    if old != 0:
        note(box, Told.COVERS, 1506, seat, card, old - 1)
    else:
        change(box, Told.FITTED, 1503, seat, Counter.UPGRADES, 1, upgrades_fitted(s, seat), card, section)


@rule
def upgrades_fitted(s: State, seat: int) -> int:
    count = 0
    for section in range(SECTIONS):
        count += s.sides[seat].fitted[section] != 0
    return count


@rule
def clear_damage(s: State, box: Box, seat: int, space: int) -> None:
    """IK-15.5"""
    if s.sides[seat].damage[space] != 0:
        s.sides[seat].damage[space] = 0
        change(box, Told.SECTION_CLEARED, 1505, seat, Counter.DAMAGE, -1, covered_spaces(s, seat), space)


@rule
def ask_salvage(s: State, box: Box, seat: int) -> None:
    if treasure_count(s, box, seat) > 0:
        ask(s, Frame.SALVAGE, seat)
    else:
        note(box, Told.NOTHING_DONE, 609, seat, Space.DOCK_SALVAGE)


@rule
def apply_salvage(s: State, box: Box, seat: int, card: int) -> None:
    """IK-6.9: scrap one; the player may go on while there are any."""
    scrap(s, box, seat, card)
    if treasure_count(s, box, seat) == 0:
        pop(s)


@rule
def begin_drive(s: State, box: Box) -> None:
    """IK-6.2: treasures move once more. IK-4.17: the King phase, with the Throttle manned and the Brake free."""
    frame = top(s, DoDriveFrame)
    seat = frame.seat
    if frame.stowed == 0 and can_stow(s, box, seat):
        frame.stowed = 1
        ask(s, Frame.STOW, seat)
        return
    pop(s)
    side = s.sides[seat]
    if not is_throttled(s, box, seat):
        return
    if side.spaces[Space.BRAKE] != Worker.NONE:
        note(box, Told.BRAKED, 509, seat)
        return
    side.pointer = 0
    note(box, Told.SETS_OUT, 417, seat, side.hex, side.steam)
    do(s, Frame.DO_CARD, seat)
