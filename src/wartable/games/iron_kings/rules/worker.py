"""Chapters 4 to 6: the worker phase, and what the spaces of both boards do."""

from wartable.core.compiled import rule
from wartable.core.frames import ask, kind, pop

from ..box import Bonus
from ..state import KING_SPACES, SPACES, At, Frame, Space, Store, Worker
from .bag import scrap
from .common import (
    ask_repairs,
    asked,
    burn_steam,
    cap_steam,
    damage_tokens,
    do,
    gain_steam,
    has_free_slot,
    is_adjacent,
    is_carried,
    is_docked,
    is_home,
    is_throttled,
    king_on,
    may_tow,
    treasure_count,
    upgrade_bonus,
    worker_to_wilderness,
)
from .damage import go_home
from .planning import ask_draw, can_plan, trim_track


@rule
def begin_turn(s, box):
    """The turn of a seat: housekeeping, then the placement, then the King phase."""
    seat = asked(s)
    pop(s)
    s.active = seat
    s.loaded = 0
    s.halted = 0
    s.sides[seat].brace = 0
    keep_house(s, box, seat)
    do(s, Frame.DO_END, seat)
    do(s, Frame.DO_DRIVE, seat)
    if can_place(s, box, seat) or may_tow(s, box, seat):
        ask(s, Frame.WORK, seat)


@rule
def keep_house(s, box, seat):
    """IK-4.4: the lines of housekeeping in their order."""
    if rested(s, seat) == 0 or s.sides[seat].spaces[Space.BRAKE] != Worker.NONE:
        recall(s, box, seat)
    if is_docked(s, seat):
        return_from_wilderness(s, seat)
    lose_stray_workers(s, box, seat)
    if rested(s, seat) > 0 and not can_place(s, box, seat):
        recall(s, box, seat)


@rule
def rested(s, seat):
    return s.sides[seat].rested[Worker.SMALL] + s.sides[seat].rested[Worker.BIG]


@rule
def recall(s, box, seat):
    """IK-4.1: workers on both boards and beside the King go to the Rested Box."""
    side = s.sides[seat]
    for space in range(SPACES):
        if side.spaces[space] != Worker.NONE:
            side.rested[side.spaces[space]] += 1
            side.spaces[space] = Worker.NONE
    for direction in range(6):
        hex = box.neighbour[side.hex, direction]
        if hex >= 0 and s.worker[hex] == seat + 1:
            s.worker[hex] = 0
            side.rested[Worker.SMALL] += 1


@rule
def return_from_wilderness(s, seat):
    """IK-4.2"""
    s.sides[seat].rested[Worker.SMALL] += s.sides[seat].wilderness
    s.sides[seat].wilderness = 0


@rule
def lose_stray_workers(s, box, seat):
    """IK-4.3: workers that the King has left behind go to the Wilderness."""
    for hex in range(box.hexes):
        if s.worker[hex] == seat + 1 and not is_adjacent(box, s.sides[seat].hex, hex):
            s.worker[hex] = 0
            worker_to_wilderness(s, seat, Worker.SMALL)


@rule
def is_space_open(s, seat, space):
    """IK-4.8, IK-4.9, IK-11.5: no worker, no damage, and the Holdfast only while docked."""
    if s.sides[seat].spaces[space] != Worker.NONE:
        return False
    if space < KING_SPACES:
        return s.sides[seat].damage[space] == 0
    return is_docked(s, seat)


@rule
def is_hex_open(s, box, hex):
    """IK-4.8, IK-4.11: a hex without worker and King."""
    return hex >= 0 and s.worker[hex] == 0 and king_on(s, box, hex) < 0


@rule
def may_work(s, box, seat, worker, space):
    """IK-4.12, IK-4.14: a rested worker of that size, and not a small one on Steam 1."""
    if s.sides[seat].rested[worker] == 0 or (worker == Worker.SMALL and box.big_only[space] != 0):
        return False
    return is_space_open(s, seat, space)


@rule
def may_harvest(s, box, seat, direction):
    """IK-4.10, IK-4.13: a rested small worker on a hex beside the King."""
    if s.sides[seat].rested[Worker.SMALL] == 0:
        return False
    return is_hex_open(s, box, box.neighbour[s.sides[seat].hex, direction])


@rule
def can_place(s, box, seat):
    """Whether any rested worker has a legal space."""
    for space in range(SPACES):
        if may_work(s, box, seat, Worker.SMALL, space) or may_work(s, box, seat, Worker.BIG, space):
            return True
    for direction in range(6):
        if may_harvest(s, box, seat, direction):
            return True
    return False


@rule
def may_store(s, seat, card):
    """IK-6.2, IK-6.3: from King to Holdfast, unless it came aboard this turn."""
    return is_docked(s, seat) and is_carried(s, seat, card) and (s.loaded >> card) & 1 == 0


@rule
def may_load(s, box, seat, card):
    """IK-6.2, IK-6.4: from Holdfast to a free slot."""
    return is_docked(s, seat) and is_home(s, seat, card) and has_free_slot(s, box, seat)


@rule
def can_stow(s, box, seat):
    """IK-6.2: whether any treasure can be moved now."""
    for card in range(box.treasure_cards):
        if may_store(s, seat, card) or may_load(s, box, seat, card):
            return True
    return False


@rule
def apply_store(s, box, seat, card):
    s.treasure_at[card] = At.HOME + seat
    cap_steam(s, box, seat)
    go_on_stowing(s, box, seat)


@rule
def apply_load(s, box, seat, card):
    s.treasure_at[card] = At.CARRIED + seat
    s.loaded |= 1 << card
    go_on_stowing(s, box, seat)


@rule
def go_on_stowing(s, box, seat):
    """After the placement the player is asked for as long as there is something to move."""
    if kind(s) == Frame.STOW and not can_stow(s, box, seat):
        pop(s)


@rule
def apply_tow(s, box, seat):
    """IK-4.18: home without the cargo, instead of a placement."""
    pop(s)
    go_home(s, box, seat)


@rule
def apply_harvest(s, box, seat, direction):
    """IK-12.1 to IK-12.3: a small worker takes what the hex gives."""
    pop(s)
    side = s.sides[seat]
    hex = box.neighbour[side.hex, direction]
    side.rested[Worker.SMALL] -= 1
    s.worker[hex] = seat + 1
    if s.terrain[hex] < 0 or s.stack[hex] == 0:
        return
    side.stores[box.terrains[s.terrain[hex]].harvest] += 1
    if s.stack[hex] > 0:
        s.stack[hex] -= 1


@rule
def apply_work(s, box, seat, worker, space):
    """IK-4.6: a worker on a space of one of the boards, and the effect of the space."""
    pop(s)
    s.sides[seat].rested[worker] -= 1
    s.sides[seat].spaces[space] = worker
    if space == Space.PLAN:
        plan_and_draw(s, box, seat)
    elif space == Space.REPAIR:
        repair(s, box, seat)
    elif space == Space.BURN:
        burn_fuel(s, box, seat)
    elif space == Space.VENT:
        gain_steam(s, box, seat, box.vent)
    elif space == Space.DOCK_REPAIR:
        ask_repairs(s, box, seat, uncovered(s, seat))
    elif space == Space.DOCK_STEAM:
        gain_steam(s, box, seat, uncovered(s, seat))
    elif space == Space.DOCK_UPGRADE:
        ask_upgrade(s, box, seat)
    elif space == Space.DOCK_SALVAGE:
        ask_salvage(s, box, seat)


@rule
def plan_and_draw(s, box, seat):
    """IK-5.1: plan once or decline, then draw."""
    ask_draw(s, seat, box.draw + upgrade_bonus(s, box, seat, Bonus.DRAW))
    if can_plan(s, seat):
        ask(s, Frame.PLAN, seat)


@rule
def repair(s, box, seat):
    """IK-5.3, IK-5.4: one damage token, and two more for iron."""
    do(s, Frame.DO_MORE, seat)
    ask_repairs(s, box, seat, box.repair)


@rule
def offer_more_repair(s, box):
    """IK-5.4: asked only of a player who can pay and has damage left."""
    seat = asked(s)
    pop(s)
    if s.sides[seat].stores[Store.IRON] >= box.repair_price and damage_tokens(s, box, seat) > 0:
        ask(s, Frame.MORE, seat)


@rule
def apply_pay(s, box, seat):
    pop(s)
    s.sides[seat].stores[Store.IRON] -= box.repair_price
    ask_repairs(s, box, seat, box.repair_extra)


@rule
def apply_repair(s, box, seat, space):
    s.sides[seat].damage[space] = 0
    count_repair(s, box, seat)


@rule
def apply_patch(s, box, seat, card):
    """IK-5.3: damage on a shield is repaired like any other."""
    s.dents[card] -= 1
    count_repair(s, box, seat)


@rule
def count_repair(s, box, seat):
    frame = s.head.frames[s.head.depth - 1]
    frame.a -= 1
    if frame.a == 0 or damage_tokens(s, box, seat) == 0:
        pop(s)


@rule
def can_burn(s, seat, fuel):
    """IK-5.5: one water and one piece of the fuel."""
    return s.sides[seat].stores[Store.WATER] > 0 and s.sides[seat].stores[fuel] > 0


@rule
def burn_fuel(s, box, seat):
    if can_burn(s, seat, Store.WOOD) or can_burn(s, seat, Store.COAL):
        ask(s, Frame.BURN, seat)


@rule
def apply_burn(s, box, seat, fuel):
    pop(s)
    s.sides[seat].stores[Store.WATER] -= 1
    s.sides[seat].stores[fuel] -= 1
    gain_steam(s, box, seat, burn_steam(s, box, seat, fuel))


@rule
def uncovered(s, seat):
    """IK-6.5: Holdfast spaces without a worker."""
    count = 0
    for space in range(KING_SPACES, SPACES):
        if s.sides[seat].spaces[space] == Worker.NONE:
            count += 1
    return count


@rule
def may_buy(s, box, seat, card):
    """IK-15.1, IK-15.2, IK-15.4: in the supply, affordable, and costlier than what it would cover."""
    upgrade = box.upgrades[card]
    if s.sold[card] != 0 or s.sides[seat].stores[Store.IRON] < upgrade.iron:
        return False
    covered = s.sides[seat].fitted[upgrade.section]
    return covered == 0 or box.upgrades[covered - 1].iron < upgrade.iron


@rule
def ask_upgrade(s, box, seat):
    for card in range(box.upgrade_cards):
        if may_buy(s, box, seat, card):
            ask(s, Frame.UPGRADE, seat)
            return


@rule
def apply_buy(s, box, seat, card):
    """IK-15.2, IK-15.3, IK-15.5: pay, cover the section, clear its damage."""
    pop(s)
    side = s.sides[seat]
    section = box.upgrades[card].section
    side.stores[Store.IRON] -= box.upgrades[card].iron
    side.fitted[section] = card + 1
    s.sold[card] = 1
    side.damage[2 * section] = 0
    side.damage[2 * section + 1] = 0
    trim_track(s, box, seat)
    cap_steam(s, box, seat)


@rule
def ask_salvage(s, box, seat):
    if treasure_count(s, box, seat) > 0:
        ask(s, Frame.SALVAGE, seat)


@rule
def apply_salvage(s, box, seat, card):
    """IK-6.9: scrap one; the player may go on while there are any."""
    scrap(s, box, seat, card)
    if treasure_count(s, box, seat) == 0:
        pop(s)


@rule
def begin_drive(s, box):
    """IK-6.2: treasures move once more. IK-4.17: the King phase, with the Throttle manned and the Brake free."""
    frame = s.head.frames[s.head.depth - 1]
    seat = frame.a
    if frame.b == 0 and can_stow(s, box, seat):
        frame.b = 1
        ask(s, Frame.STOW, seat)
        return
    pop(s)
    if is_throttled(s, box, seat) and s.sides[seat].spaces[Space.BRAKE] == Worker.NONE:
        s.sides[seat].pointer = 0
        do(s, Frame.DO_CARD, seat)
