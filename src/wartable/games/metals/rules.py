"""The rules of Metals, as RULES.md numbers them."""

from wartable.core.rules import NATURE, NOBODY, Floats, Ints, ask, change, finish, note, pop, rule

from .box import Box
from .notes import Counter, Told
from .state import NOWHERE, ON_MAP, End, Faction, Kind, State


@rule
def setup(s: State, box: Box) -> None:
    """MT-1.1, MT-1.5: all Metals in the pools, no points; chance picks the starting player."""
    for seat in range(2):
        side = s.sides[seat]
        side.pool = box.pool
        for slot in range(ON_MAP):
            side.metals[slot].space = NOWHERE
    ask(s, Kind.START, NATURE)


@rule
def can_deploy(s: State, seat: int) -> bool:
    return s.sides[seat].pool > 0 and free_slot(s, seat) >= 0


@rule
def free_slot(s: State, seat: int) -> int:
    """The first slot of a Metal that is not on the map, -1 where three are on it."""
    for slot in range(ON_MAP):
        if s.sides[seat].metals[slot].space == NOWHERE:
            return slot
    return -1


@rule
def is_free(s: State, space: int) -> bool:
    """MT-1.4: whether no Metal stands on the space."""
    for seat in range(2):
        for slot in range(ON_MAP):
            if s.sides[seat].metals[slot].space == space:
                return False
    return True


@rule
def take_turn(s: State, box: Box, seat: int, deployed: int) -> None:
    """MT-2.3: what follows the action: assault, occupation, the next player's turn."""
    pop(s)
    assault(s, box, seat, deployed)
    if s.head.over == 0:
        occupy(s, box, seat)
    if s.head.over == 0:
        recover(s, box, seat)
        pass_turn(s, box)


@rule
def assault(s: State, box: Box, seat: int, deployed: int) -> None:
    """MT-4.1, MT-4.4: count the hits on each Metal from the map as it stands, then carry them out."""
    foe = 1 - seat
    hits_0, hits_1, hits_2 = 0, 0, 0
    for slot in range(ON_MAP):
        target = target_of(s, box, foe, slot, deployed)
        if target >= 0:
            hits_0 += target == 0
            hits_1 += target == 1
            hits_2 += target == 2
            metal = s.sides[foe].metals[slot]
            note(box, Told.ATTACKS, 401, foe, slot, metal.space, s.sides[seat].metals[target].space)
            if meets_faction(s, box, foe, slot, target):
                score_faction(s, box, foe, slot, target)
    strike(s, box, seat, 0, hits_0)
    strike(s, box, seat, 1, hits_1)
    strike(s, box, seat, 2, hits_2)
    end_at_goal(s, box, foe)


@rule
def target_of(s: State, box: Box, foe: int, slot: int, deployed: int) -> int:
    """MT-4.1, MT-4.5, MT-4.6: the slot of the active player's Metal that this Metal attacks, or NOBODY."""
    if s.sides[foe].metals[slot].space == NOWHERE:
        return NOBODY
    seen = seen_by(s, box, foe, slot)
    if seen < 0 or seen // ON_MAP == foe:
        return NOBODY
    target = seen % ON_MAP
    if target == deployed or box.forest[s.sides[1 - foe].metals[target].space]:
        return NOBODY
    return target


@rule
def seen_by(s: State, box: Box, seat: int, slot: int) -> int:
    """MT-4.2: the first Metal in line of sight, as seat * 3 + slot, or NOBODY."""
    viewer = s.sides[seat].metals[slot]
    nearest = 99
    seen = NOBODY
    for other in range(2):
        for number in range(ON_MAP):
            space = s.sides[other].metals[number].space
            if space != NOWHERE:
                distance = distance_ahead(box, viewer.space, viewer.facing, space)
                if 0 < distance < nearest:
                    nearest = distance
                    seen = other * ON_MAP + number
    return seen


@rule
def distance_ahead(box: Box, space: int, facing: int, target: int) -> int:
    """How many spaces straight ahead the target is, 0 or less where it is not in line."""
    east = box.column[target] - box.column[space]
    north = box.row[target] - box.row[space]
    if facing == 0 and east == 0:
        return north
    if facing == 1 and north == 0:
        return east
    if facing == 2 and east == 0:
        return -north
    if facing == 3 and north == 0:
        return -east
    return 0


@rule
def strike(s: State, box: Box, seat: int, slot: int, hits: int) -> None:
    """MT-4.7, MT-4.8, MT-4.9: the first hit damages, the second defeats."""
    if hits == 0:
        return
    metal = s.sides[seat].metals[slot]
    wounds = metal.damaged + (hits if box.focus_fire else 1)
    if hits > 1 and not box.focus_fire:
        note(box, Told.SPARED, 409, seat, slot, metal.space)
    if wounds == 1:
        damage(s, box, seat, slot)
    else:
        defeat(s, box, seat, slot)


@rule
def damage(s: State, box: Box, seat: int, slot: int) -> None:
    """MT-4.7."""
    metal = s.sides[seat].metals[slot]
    metal.damaged = 1
    change(box, Told.DAMAGED, 407, seat, Counter.DAMAGED, 1, damaged_metals(s, seat), slot, metal.space)


@rule
def defeat(s: State, box: Box, seat: int, slot: int) -> None:
    """MT-4.8: back to the pool, undamaged."""
    metal = s.sides[seat].metals[slot]
    space = metal.space
    was_damaged = metal.damaged
    metal.space = NOWHERE
    metal.facing = 0
    metal.damaged = 0
    s.sides[seat].pool += 1
    change(box, Told.DEFEATED, 408, seat, Counter.POOL, 1, s.sides[seat].pool, slot, space)
    change(box, Told.REPAIRED, 408, seat, Counter.DAMAGED, -was_damaged, damaged_metals(s, seat), slot)


@rule
def damaged_metals(s: State, seat: int) -> int:
    """How many of a seat's Metals on the map are damaged."""
    total = 0
    for slot in range(ON_MAP):
        total += s.sides[seat].metals[slot].damaged
    return total


@rule
def score_faction(s: State, box: Box, foe: int, slot: int, target: int) -> None:
    """MT-6.1: a point for the attack."""
    side = s.sides[foe]
    side.points += 1
    space = s.sides[1 - foe].metals[target].space
    change(box, Told.FACTION_SCORES, 601 + side.faction, foe, Counter.POINTS, 1, side.points, side.faction, slot, space)


@rule
def meets_faction(s: State, box: Box, foe: int, slot: int, target: int) -> bool:
    """MT-6.1 to MT-6.8: whether this attack earns the attacker's faction its point."""
    faction = s.sides[foe].faction
    attacker = s.sides[foe].metals[slot]
    metal = s.sides[1 - foe].metals[target]
    if faction == Faction.ARTEMISIA:
        return box.printed[metal.space] == 2
    if faction == Faction.WHITE_FANG:
        return (attacker.facing + metal.facing) % 2 == 1
    if faction == Faction.ZIPANG:
        return (attacker.facing + metal.facing) % 2 == 0
    if faction == Faction.METACLYON:
        return box.corner[metal.space] == 1
    if faction == Faction.DINORDA:
        return box.city[metal.space] == 1
    if faction == Faction.CORSARIO:
        return metal.damaged == 0
    if faction == Faction.OBSIDIOR:
        return box.printed[attacker.space] == 2
    return False


@rule
def occupy(s: State, box: Box, seat: int) -> None:
    """MT-5.1: the points printed on each space that the active player holds; MT-7.1: the goal ends the game."""
    side = s.sides[seat]
    for slot in range(ON_MAP):
        space = side.metals[slot].space
        if space != NOWHERE:
            side.points += box.printed[space]
            change(box, Told.OCCUPIES, 501, seat, Counter.POINTS, box.printed[space], side.points, slot, space)
    end_at_goal(s, box, seat)


@rule
def end_at_goal(s: State, box: Box, seat: int) -> None:
    """MT-7.1."""
    if s.sides[seat].points >= box.goal:
        note(box, Told.REACHES_GOAL, 701, seat, box.goal)
        finish(s, End.GOAL)


@rule
def recover(s: State, box: Box, seat: int) -> None:
    """MT-5.2."""
    for slot in range(ON_MAP):
        metal = s.sides[seat].metals[slot]
        if metal.space != NOWHERE and box.city[metal.space] and metal.damaged:
            metal.damaged = 0
            change(box, Told.RECOVERS, 502, seat, Counter.DAMAGED, -1, damaged_metals(s, seat), slot, metal.space)


@rule
def pass_turn(s: State, box: Box) -> None:
    """MT-5.3, MT-7.4: the other player's turn, unless it was the last one."""
    s.turns += 1
    s.active = 1 - s.active
    if s.turns >= box.turn_limit:
        end_at_limit(s, box)
    else:
        begin_turn(s, box)


@rule
def end_at_limit(s: State, box: Box) -> None:
    """MT-7.4: more points win."""
    ahead = 0 if s.sides[0].points >= s.sides[1].points else 1
    most, least = s.sides[ahead].points, s.sides[1 - ahead].points
    note(box, Told.LAST_TURN, 704, NOBODY, s.turns, ahead if most > least else NOBODY, most, least)
    finish(s, End.TURN_LIMIT)


@rule
def begin_turn(s: State, box: Box) -> None:
    """MT-3.1; MT-7.3: a player who can do nothing has lost."""
    note(box, Told.TURN, 203, s.active, s.turns + 1)
    if can_act(s, box, s.active):
        ask(s, Kind.TURN, s.active)
    else:
        note(box, Told.STUCK, 703, s.active)
        finish(s, End.STUCK)


@rule
def can_act(s: State, box: Box, seat: int) -> bool:
    if can_deploy(s, seat):
        for corner in range(4):
            if is_free(s, box.corners[corner]):
                return True
    for slot in range(ON_MAP):
        space = s.sides[seat].metals[slot].space
        if space != NOWHERE:
            for direction in range(4):
                target = box.neighbour[space, direction]
                if target != NOWHERE and is_free(s, target):
                    return True
    return False


@rule
def scores(s: State, box: Box, out: Floats) -> None:
    """MT-7.1, MT-7.3, MT-7.4: each seat's share of the win."""
    if s.head.over == End.STUCK:
        lead = 1 if s.active == 1 else -1
    else:
        lead = s.sides[0].points - s.sides[1].points
    out[0] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    out[1] = 1.0 - out[0]


@rule
def points(s: State, box: Box, seat: int) -> int:
    return s.sides[seat].points


@rule
def tally(s: State, box: Box, seat: int, counter: int) -> int:
    if counter == Counter.POINTS:
        return s.sides[seat].points
    if counter == Counter.POOL:
        return s.sides[seat].pool
    return damaged_metals(s, seat)


@rule
def census(s: State, box: Box, out: Ints) -> int:
    """Metals are neither made nor lost: pool and map together."""
    for seat in range(2):
        out[seat] = s.sides[seat].pool
        for slot in range(ON_MAP):
            out[seat] += s.sides[seat].metals[slot].space != NOWHERE
    return 2
