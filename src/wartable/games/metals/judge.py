"""What a position is worth, for bots and learners."""

from wartable.core.rules import NOBODY, Floats, exponential, rule

from .box import Box
from .rules import target_of
from .state import NOWHERE, ON_MAP, SPACES, WIDTH, State

PLANES = 12
SCALARS = 2 * 10 + 1
FEATURES = SPACES * PLANES + SCALARS


@rule
def evaluate(s: State, box: Box, out: Floats) -> None:
    """Points, points to come, and Metals in danger, as a chance of winning."""
    lead = 0.0
    for seat in range(2):
        lead += worth(s, box, seat) * (1 - 2 * seat)
    out[0] = 1.0 / (1.0 + exponential(-lead))
    out[1] = 1.0 - out[0]


@rule
def income(s: State, box: Box, seat: int) -> int:
    """The points printed under a seat's Metals."""
    total = 0
    for slot in range(ON_MAP):
        space = s.sides[seat].metals[slot].space
        if space != NOWHERE:
            total += box.printed[space]
    return total


@rule
def worth(s: State, box: Box, seat: int) -> float:
    """Points as shares of the goal, and what the Metals on the map promise."""
    w = box.weights
    left = max(1, box.goal - s.sides[seat].points)
    value = w.points * s.sides[seat].points / box.goal
    share = w.income_active if s.active == seat else w.income_waiting
    value += share * income(s, box, seat) * w.income_soon / (left + w.income_delay)
    for slot in range(ON_MAP):
        metal = s.sides[seat].metals[slot]
        if metal.space != NOWHERE:
            value += w.metal - w.damage * metal.damaged - w.way * way_to_points(s, box, metal.space)
            value += w.repair * box.city[metal.space] * metal.damaged
            if target_of(s, box, seat, slot, NOBODY) >= 0:
                value += w.target
    return value


@rule
def way_to_points(s: State, box: Box, space: int) -> int:
    """Steps to the nearest space with points, as the crow flies."""
    best = 20
    for target in range(box.spaces):
        if box.printed[target]:
            way = abs(box.column[target] - box.column[space]) + abs(box.row[target] - box.row[space])
            best = min(best, way - box.printed[target] + 1)
    return best


@rule
def features(s: State, box: Box, seat: int, out: Floats) -> None:
    """The map as twelve planes, then scores, pools and factions, the own ones first, and the seat.

    Planes of a space: the own Metal of each slot (3), the enemy's, facing (4), damage, points, forest, city. Actions
    name slots and compass directions, so the map is not turned for the second seat.
    """
    for number in range(FEATURES):
        out[number] = 0.0
    for space in range(box.spaces):
        at = cell(box, space) * PLANES
        out[at + 9] = box.printed[space] / 2.0
        out[at + 10] = box.forest[space]
        out[at + 11] = box.city[space]
    for owner in range(2):
        theirs = owner != seat
        for slot in range(ON_MAP):
            metal = s.sides[owner].metals[slot]
            if metal.space != NOWHERE:
                at = cell(box, metal.space) * PLANES
                out[at + (3 if theirs else slot)] = 1.0
                out[at + 4 + metal.facing] = 1.0
                out[at + 8] = metal.damaged
        at = SPACES * PLANES + 10 * theirs
        out[at] = s.sides[owner].points / box.goal
        out[at + 1] = s.sides[owner].pool / 3.0
        out[at + 2] = s.active == owner
        if s.sides[owner].faction:
            out[at + 2 + s.sides[owner].faction] = 1.0
    out[SPACES * PLANES + 20] = seat


@rule
def cell(box: Box, space: int) -> int:
    """The place of a space on the learner's grid, which is as large as the largest map."""
    return box.row[space] * WIDTH + box.column[space]
