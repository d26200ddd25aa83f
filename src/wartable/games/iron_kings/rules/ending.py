"""Chapters 16 and 17: when it is over, and who has won."""

from wartable.core.compiled import rule
from wartable.core.frames import finish, pop

from ..state import Ending, Frame, Space, Store
from .common import asked, carried_points, do, home_points, is_docked, treasure_count


@rule
def end_turn(s, box):
    """The turn passes on; after the last turn of a round the endings are looked at (IK-16.1)."""
    seat = asked(s)
    pop(s)
    if is_cold(s, box, seat):
        s.wrecked = 1
    following = (seat + 1) % box.seats
    if following == s.first:
        ending = ending_now(s, box)
        if ending != 0:
            finish(s, ending)
            return
        s.rounds += 1
    do(s, Frame.DO_TURN, following)


@rule
def ending_now(s, box):
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
def best_home(s, box):
    best = 0
    for seat in range(box.seats):
        best = max(best, home_points(s, box, seat))
    return best


@rule
def is_cold(s, box, seat):
    """IK-16.6: no steam, and no way to get any."""
    if s.sides[seat].steam > 0 or is_docked(s, seat):
        return False
    if box.big_workers > 0 and is_mendable(s, seat, Space.VENT):
        return False
    return not (is_mendable(s, seat, Space.BURN) and can_get_fuel(s, box, seat))


@rule
def is_mendable(s, seat, space):
    """A space that can be used, or can be repaired to be used."""
    return s.sides[seat].damage[space] == 0 or s.sides[seat].damage[Space.REPAIR] == 0


@rule
def can_get_fuel(s, box, seat):
    if not can_get(s, box, seat, Store.WATER):
        return False
    return can_get(s, box, seat, Store.WOOD) or can_get(s, box, seat, Store.COAL)


@rule
def can_get(s, box, seat, store):
    """In the stores, or to be harvested beside the King."""
    if s.sides[seat].stores[store] > 0:
        return True
    for direction in range(6):
        hex = box.neighbour[s.sides[seat].hex, direction]
        if hex >= 0 and s.terrain[hex] >= 0 and s.stack[hex] != 0:
            if box.terrains[s.terrain[hex]].harvest == store:
                return True
    return False


@rule
def points(s, box, seat):
    """IK-17.1, IK-17.2"""
    return home_points(s, box, seat) + carried_points(s, box, seat)


@rule
def rank(s, box, seat):
    """IK-17.3: points, then treasures, then iron, as one number."""
    total = points(s, box, seat) * 1000 + treasure_count(s, box, seat)
    return total * 100000 + s.sides[seat].stores[Store.IRON]


@rule
def scores(s, box, out):
    """IK-17.3: 1 to the winner; what ties leave undecided is shared."""
    best = 0
    for seat in range(box.seats):
        best = max(best, rank(s, box, seat))
    winners = 0
    for seat in range(box.seats):
        if rank(s, box, seat) == best:
            winners += 1
    for seat in range(box.seats):
        out[seat] = 1.0 / winners if rank(s, box, seat) == best else 0.0
