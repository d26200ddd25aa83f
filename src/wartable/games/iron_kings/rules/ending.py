"""Chapters 16 and 17: when it is over, and who has won."""

from wartable.core.rules import NOBODY, Floats, finish, is_followed, note, pop, rule, top

from ..box import Box, Effect
from ..notes import Told
from ..state import SPACES, DoTurnFrame, Ending, Frame, Space, State, Store, Worker
from .common import burn_steam, carried_points, do, home_points, is_docked, may_tow, points, treasure_count


@rule
def end_turn(s: State, box: Box) -> None:
    """The turn passes on; after the last turn of a round the endings are looked at (IK-16.1)."""
    seat = top(s, DoTurnFrame).seat
    pop(s)
    if box.endings[Ending.FIRST_WRECK] != 0 and is_cold(s, box, seat):
        s.wrecked = 1
        note(box, Told.COLD, 1606, seat)
    following = (seat + 1) % box.seats
    if following == s.first:
        ending = ending_now(s, box)
        if ending != 0:
            if is_followed(box):
                tell_ending(s, box, ending)
            finish(s, ending)
            return
        s.rounds += 1
    do(s, Frame.DO_TURN, following)


@rule
def ending_now(s: State, box: Box) -> int:
    """IK-16.2 to IK-16.7: the first ending in use that has come true, or 0."""
    if box.endings[Ending.VP_GOAL] != 0 and best_home(s, box) >= box.vp_goal:
        return Ending.VP_GOAL
    if box.endings[Ending.BALROG] != 0 and s.balrog != 0 and s.rounds >= s.balrog + box.balrog_rounds:
        return Ending.BALROG
    if box.endings[Ending.ROUNDS] != 0 and s.rounds >= box.rounds:
        return Ending.ROUNDS
    if box.endings[Ending.FIRST_WRECK] != 0 and s.wrecked != 0:
        return Ending.FIRST_WRECK
    if s.rounds >= box.last_round:
        return Ending.LAST_ROUND
    return 0


@rule
def tell_ending(s: State, box: Box, ending: int) -> None:
    """IK-17.1 to IK-17.3: why it is over, what each player has, and who has won by what."""
    number = 1607 if ending == Ending.LAST_ROUND else 1601 + ending
    note(box, Told.ENDS, number, NOBODY, ending, ending_number(s, box, ending))
    for seat in range(box.seats):
        note(box, Told.TOTAL, 1701, seat, home_points(s, box, seat), carried_points(s, box, seat))
    best = best_rank(s, box)
    winners = 0
    for seat in range(box.seats):
        winners += rank(s, box, seat) == best
    for seat in range(box.seats):
        if rank(s, box, seat) == best:
            if winners == 1:
                note(box, Told.WINS, 1703, seat, points(s, box, seat), decided_by(s, box, seat))
            else:
                note(box, Told.SHARES, 1703, seat, points(s, box, seat), winners)


@rule
def ending_number(s: State, box: Box, ending: int) -> int:
    """The number that an ending is about: points, the round in which the Balrog rose, rounds."""
    if ending == Ending.VP_GOAL:
        return best_home(s, box)
    return s.balrog if ending == Ending.BALROG else s.rounds


@rule
def decided_by(s: State, box: Box, winner: int) -> int:
    """What tells the winner from the next best: 0 points, 1 treasures, 2 iron."""
    mine = points(s, box, winner)
    treasures = treasure_count(s, box, winner)
    decision = 0
    for seat in range(box.seats):
        if seat != winner and points(s, box, seat) == mine:
            decision = max(decision, 2 if treasure_count(s, box, seat) == treasures else 1)
    return decision


@rule
def best_home(s: State, box: Box) -> int:
    best = 0
    for seat in range(box.seats):
        best = max(best, home_points(s, box, seat))
    return best


@rule
def is_cold(s: State, box: Box, seat: int) -> bool:
    """IK-16.6: no steam, and nothing that the player could ever place a worker on brings any.

    Workers come back to the Rested Box again and again (IK-4.1, IK-4.5), but for those that are lost; so every space
    that can be used at all can be used at some time, and everything can be repaired where anything can.
    """
    if s.sides[seat].steam > 0 or is_docked(s, seat) or may_tow(s, box, seat) or walks_for_nothing(box):
        return False
    if box.vent > 0 and can_use(s, box, seat, Space.VENT):
        return False
    return not (can_use(s, box, seat, Space.BURN) and can_get_fuel(s, box, seat))


@rule
def walks_for_nothing(box: Box) -> bool:
    """Whether any planning card moves a King without steam."""
    for plan in range(box.plan_kinds):
        card = box.plans[plan]
        moves = card.effect != Effect.TURN and card.effect != Effect.BOMBARD and card.effect != Effect.BRACE
        if moves and card.count > 0 and card.steam == 0:
            return True
    return False


@rule
def can_use(s: State, box: Box, seat: int, space: int) -> bool:
    """A worker could be placed there: now, later, or after repairs."""
    if not can_man(s, box, seat, space):
        return False
    return s.sides[seat].damage[space] == 0 or can_mend(s, box, seat)


@rule
def can_man(s: State, box: Box, seat: int, space: int) -> bool:
    """The player has a worker left that may be placed on the space."""
    return box.big_workers > 0 or (box.big_only[space] == 0 and small_workers_left(s, box, seat) > 0)


@rule
def can_mend(s: State, box: Box, seat: int) -> bool:
    """Repair is open and removes damage."""
    if s.sides[seat].damage[Space.REPAIR] != 0 or not can_man(s, box, seat, Space.REPAIR):
        return False
    return box.repair > 0 or (box.repair_extra > 0 and s.sides[seat].stores[Store.IRON] >= box.repair_price)


@rule
def small_workers_left(s: State, box: Box, seat: int) -> int:
    """Small workers that are not lost: on the boards, beside the King or rested."""
    side = s.sides[seat]
    count = side.rested[Worker.SMALL]
    for space in range(SPACES):
        count += side.spaces[space] == Worker.SMALL
    for direction in range(6):
        hex = box.neighbour[side.hex, direction]
        count += hex >= 0 and s.worker[hex] == seat + 1
    return count


@rule
def can_get_fuel(s: State, box: Box, seat: int) -> bool:
    """IK-5.5: a pair that gives steam."""
    if not can_get(s, box, seat, Store.WATER):
        return False
    for fuel in range(2):
        if burn_steam(s, box, seat, fuel) > 0 and can_get(s, box, seat, fuel):
            return True
    return False


@rule
def can_get(s: State, box: Box, seat: int, store: int) -> bool:
    """In the stores, or to be harvested beside the King by a small worker."""
    if s.sides[seat].stores[store] > 0:
        return True
    if small_workers_left(s, box, seat) == 0:
        return False
    for direction in range(6):
        hex = box.neighbour[s.sides[seat].hex, direction]
        if hex >= 0 and s.terrain[hex] >= 0 and s.stack[hex] != 0:
            if box.terrains[s.terrain[hex]].harvest == store:
                return True
    return False


@rule
def rank(s: State, box: Box, seat: int) -> int:
    """IK-17.3: points, then treasures, then iron, as one number."""
    total = points(s, box, seat) * 1000 + treasure_count(s, box, seat)
    return total * 100000 + s.sides[seat].stores[Store.IRON]


@rule
def best_rank(s: State, box: Box) -> int:
    best = 0
    for seat in range(box.seats):
        best = max(best, rank(s, box, seat))
    return best


@rule
def scores(s: State, box: Box, out: Floats) -> None:
    """IK-17.3: 1 to the winner; what ties leave undecided is shared."""
    best = best_rank(s, box)
    winners = 0
    for seat in range(box.seats):
        if rank(s, box, seat) == best:
            winners += 1
    for seat in range(box.seats):
        out[seat] = 1.0 / winners if rank(s, box, seat) == best else 0.0
