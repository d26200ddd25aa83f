"""Chapters 8 to 10 and 12: the King carries out its program, moves, pushes and feels the ground under its feet."""

from wartable.core.compiled import rule
from wartable.core.frames import pop

from ..box import Bonus, Effect, Needs
from ..state import NOWHERE, Frame, Store
from .bag import draw_tokens
from .common import (
    asked,
    defence,
    do,
    has_skull,
    holdfast_on,
    is_throttled,
    king_on,
    needs_climbing,
    price,
    terrain_attack,
    trample,
    treasure_bonus,
    upgrade_bonus,
)
from .damage import hurt
from .planning import track_length


@rule
def carry_on_program(s, box):
    """IK-8.1, IK-8.6: the next card, or the end of the phase. `b` is 1 while a card is under way."""
    frame = s.head.frames[s.head.depth - 1]
    seat = frame.a
    if frame.b == 1:
        s.sides[seat].pointer += 1
        frame.b = 0
    if s.halted != 0 or not goes_on(s, box, seat):
        pop(s)
        s.sides[seat].pointer = 0
        return
    plan = s.sides[seat].track[s.sides[seat].pointer] - 1
    s.sides[seat].steam -= price(s, box, seat, plan)
    frame.b = 1
    carry_out(s, box, seat, plan)


@rule
def goes_on(s, box, seat):
    """IK-8.2 to IK-8.5: a card under the pointer, steam for it, what it needs, and the Throttle."""
    pointer = s.sides[seat].pointer
    if pointer >= track_length(s, seat):
        return False
    plan = s.sides[seat].track[pointer] - 1
    return (
        s.sides[seat].steam >= price(s, box, seat, plan)
        and can_resolve(s, box, seat, plan)
        and is_throttled(s, box, seat)
    )


@rule
def can_resolve(s, box, seat, plan):
    """IK-8.3: the King carries what the card needs."""
    needs = box.plans[plan].needs
    if needs == Needs.WEAPON:
        return has_weapon(s, box, seat)
    if needs == Needs.RANGED:
        return treasure_bonus(s, box, seat, Bonus.RANGED) > 0
    if needs == Needs.SHIELD:
        return treasure_bonus(s, box, seat, Bonus.SHIELD) > 0
    return True


@rule
def has_weapon(s, box, seat):
    """IK-14.6: one to strike with or one to shoot with."""
    return treasure_bonus(s, box, seat, Bonus.ATTACK) + treasure_bonus(s, box, seat, Bonus.RANGED) > 0


@rule
def carry_out(s, box, seat, plan):
    card = box.plans[plan]
    if card.effect == Effect.TURN:
        s.sides[seat].facing = (s.sides[seat].facing + card.heading) % 6
    elif card.effect == Effect.BOMBARD:
        bombard(s, box, seat, card.steps)
    elif card.effect == Effect.BRACE:
        s.sides[seat].brace += card.amount
    else:
        steps = 1 if card.effect == Effect.LEAP else card.steps
        do(s, Frame.DO_STEPS, seat, steps, plan)


@rule
def carry_on_steps(s, box):
    """IK-9.11, IK-9.12: one hex after the other; a step that cannot be made ends the card."""
    frame = s.head.frames[s.head.depth - 1]
    seat = frame.a
    plan = frame.c
    if s.halted != 0 or frame.b == 0:
        pop(s)
        return
    frame.b -= 1
    target = step_target(s, box, seat, plan)
    if may_enter(s, box, seat, plan, target):
        enter(s, box, seat, plan, target)
    else:
        pop(s)


@rule
def step_heading(s, box, seat, plan):
    """IK-9.4, IK-9.5: the way a card moves the King, from its facing."""
    return (s.sides[seat].facing + box.plans[plan].heading) % 6


@rule
def step_target(s, box, seat, plan):
    """IK-9.7: the hex that the next step leads to; a leap goes over those between. NOWHERE off the map."""
    heading = step_heading(s, box, seat, plan)
    far = box.plans[plan].steps if box.plans[plan].effect == Effect.LEAP else 1
    return ahead(box, s.sides[seat].hex, heading, far)


@rule
def ahead(box, hex, heading, far):
    """The hex so many hexes ahead, found by its coordinates: what lies between may be missing from the map."""
    if far == 1:
        return box.neighbour[hex, heading]
    column = box.column[hex]
    row = box.row[hex]
    if heading == 0 or heading == 5:
        column += far
    elif heading == 2 or heading == 3:
        column -= far
    if heading == 1 or heading == 2:
        row += far
    elif heading == 4 or heading == 5:
        row -= far
    for other in range(box.hexes):
        if box.column[other] == column and box.row[other] == row:
            return other if box.is_random != 0 or box.layout[other] != NOWHERE else NOWHERE
    return NOWHERE


@rule
def climbs(s, box, seat, plan):
    """IK-9.6, IK-9.7, IK-15.8: the card, or the King's legs, may enter mountains."""
    effect = box.plans[plan].effect
    return effect == Effect.CLIMB or effect == Effect.LEAP or upgrade_bonus(s, box, seat, Bonus.CLIMB) > 0


@rule
def may_enter(s, box, seat, plan, target):
    """IK-8.9, IK-8.10, IK-8.11, IK-10.3"""
    if target == NOWHERE or (needs_climbing(s, box, target) and not climbs(s, box, seat, plan)):
        return False
    owner = holdfast_on(s, box, target)
    if owner >= 0 and owner != seat:
        return False
    return king_on(s, box, target) < 0 or has_room(s, box, box.neighbour[target, step_heading(s, box, seat, plan)])


@rule
def has_room(s, box, hex):
    """IK-10.3: a hex into which a King can be pushed."""
    return hex >= 0 and not needs_climbing(s, box, hex) and holdfast_on(s, box, hex) < 0 and king_on(s, box, hex) < 0


@rule
def enter(s, box, seat, plan, target):
    """The King goes to the hex; another King there is pushed first."""
    do(s, Frame.DO_LAND, seat)
    other = king_on(s, box, target)
    if other >= 0:
        push(s, box, seat, other, plan)
    s.sides[seat].hex = target
    trample(s, target)


@rule
def push(s, box, seat, other, plan):
    """IK-10.2, IK-10.4, IK-12.5: the other King goes one hex on, is struck, and may fall on a skull."""
    blow = push_attack(s, box, seat, plan) - defence(s, box, other)
    heading = step_heading(s, box, seat, plan)
    s.sides[other].hex = box.neighbour[s.sides[other].hex, heading]
    trample(s, s.sides[other].hex)
    hurt_by_skull(s, box, other)
    hurt(s, other, blow)


@rule
def push_attack(s, box, seat, plan):
    """IK-10.4, IK-10.5: nothing without a weapon."""
    if not has_weapon(s, box, seat):
        return 0
    attack = treasure_bonus(s, box, seat, Bonus.ATTACK)
    if box.plans[plan].effect == Effect.CHARGE:
        attack += box.plans[plan].amount
    return attack + upgrade_bonus(s, box, seat, Bonus.ATTACK) + terrain_attack(s, box, s.sides[seat].hex)


@rule
def bombard(s, box, seat, reach):
    """IK-9.9, IK-10.7: the first King straight ahead within reach is shot."""
    for far in range(1, reach + 1):
        hex = ahead(box, s.sides[seat].hex, s.sides[seat].facing, far)
        if hex == NOWHERE:
            continue
        other = king_on(s, box, hex)
        if other >= 0:
            attack = treasure_bonus(s, box, seat, Bonus.RANGED) + terrain_attack(s, box, s.sides[seat].hex)
            hurt(s, other, attack - defence(s, box, other))
            return


@rule
def hurt_by_skull(s, box, seat):
    """IK-12.5, IK-10.6: a King on a hex with skull and crossbones, which the defence of that hex does not lower."""
    if has_skull(s, box, s.sides[seat].hex):
        hurt(s, seat, box.skull_damage - s.sides[seat].brace)


@rule
def land(s, box):
    """IK-12.4 and what follows: the effect of the hex that the King has stepped onto."""
    seat = asked(s)
    pop(s)
    kind = s.terrain[s.sides[seat].hex]
    if kind < 0:
        return
    terrain = box.terrains[kind]
    s.sides[seat].stores[Store.WATER] += terrain.water
    if terrain.stop != 0:
        s.halted = 1
    hurt_by_skull(s, box, seat)
    draw_tokens(s, seat, terrain.draw, terrain.keep)
