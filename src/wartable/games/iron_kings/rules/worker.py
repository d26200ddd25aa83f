"""Chapters 4 to 6: the worker phase, and what the spaces of both boards do."""

from wartable.core.rules import ask, change, kind, note, pop, rule, top

from ..box import Box
from ..notes import Counter, Told
from ..state import KING_SPACES, SPACES, DoDriveFrame, DoTurnFrame, Frame, Space, State, Store, Worker
from .common import damage_tokens, do, is_adjacent, is_docked, is_throttled, king_on, may_tow, movable, rested


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
def go_on_stowing(s: State, box: Box, seat: int) -> None:
    """After the placement the player is asked for as long as there is something to move."""
    if kind(s) == Frame.STOW and not can_stow(s, box, seat):
        pop(s)


@rule
def offer_more_repair(s: State, box: Box) -> None:
    """IK-5.4: asked only of a player who can pay and has damage left."""
    seat = top(s, DoTurnFrame).seat
    pop(s)
    if s.sides[seat].stores[Store.IRON] >= box.repair_price and damage_tokens(s, box, seat) > 0:
        ask(s, Frame.MORE, seat)


@rule
def can_burn(s: State, seat: int, fuel: int) -> bool:
    """IK-5.5: one water and one piece of the fuel."""
    return s.sides[seat].stores[Store.WATER] > 0 and s.sides[seat].stores[fuel] > 0


@rule
def may_buy(s: State, box: Box, seat: int, card: int) -> bool:
    """IK-15.1, IK-15.2, IK-15.4: in the supply, affordable, and costlier than what it would cover."""
    upgrade = box.upgrades[card]
    if s.sold[card] != 0 or s.sides[seat].stores[Store.IRON] < upgrade.iron:
        return False
    covered = s.sides[seat].fitted[upgrade.section]
    return covered == 0 or box.upgrades[covered - 1].iron < upgrade.iron


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
