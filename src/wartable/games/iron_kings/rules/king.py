"""Chapters 8 to 10 and 12: the King carries out its program, moves, pushes and feels the ground under its feet."""

from wartable.core.rules import change, is_followed, note, pop, rule, top

from ..box import Bonus, Box, Effect, Needs, Terrain
from ..notes import Cause, Counter, Told
from ..state import NOWHERE, DoCardFrame, DoStepsFrame, DoTurnFrame, Frame, State, Store
from .bag import draw_tokens
from .common import (
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
def go_on_program(s: State, box: Box) -> None:
    """IK-8.1, IK-8.6: the next card, or the end of the phase."""
    frame = top(s, DoCardFrame)
    seat = frame.seat
    if frame.playing == 1:
        s.sides[seat].pointer += 1
        frame.playing = 0
    if s.halted != 0 or not goes_on(s, box, seat):
        pop(s)
        s.sides[seat].pointer = 0
        return
    frame.playing = 1
    play_card(s, box, seat)


@rule
def play_card(s: State, box: Box, seat: int) -> None:
    """IK-8.6: the steam is spent, then the card under the pointer is carried out."""
    side = s.sides[seat]
    plan = side.track[side.pointer] - 1
    cost = price(s, box, seat, plan)
    side.steam -= cost
    note(box, Told.CARD, card_rule(box, plan), seat, plan, side.pointer, cost, side.steam)
    change(box, Told.STEAM_SPENT, 806, seat, Counter.STEAM, -cost, side.steam, plan)
    carry_out(s, box, seat, plan)


@rule
def card_rule(box: Box, plan: int) -> int:
    """The number of the rule that says what a planning card does."""
    effect = box.plans[plan].effect
    heading = box.plans[plan].heading
    if effect == Effect.TURN:
        return 903 if heading == 3 else 902
    if effect == Effect.WALK:
        return 901 if heading == 0 else 905 if heading == 3 else 904
    return 904 + effect


@rule
def goes_on(s: State, box: Box, seat: int) -> bool:
    """IK-8.2 to IK-8.5: a card under the pointer, steam for it, what it needs, and the Throttle."""
    side = s.sides[seat]
    length = track_length(s, seat)
    if side.pointer >= length:
        note(box, Told.PROGRAM_DONE, 807, seat, length, side.steam)
        return False
    plan = side.track[side.pointer] - 1
    cost = price(s, box, seat, plan)
    broken = 0
    if side.steam < cost:
        broken = 802
    elif not can_resolve(s, box, seat, plan):
        broken = 803
    elif not is_throttled(s, box, seat):
        broken = 804
    if broken != 0:
        note(box, Told.STOPS, broken, seat, plan, cost, side.steam)
    return broken == 0


@rule
def can_resolve(s: State, box: Box, seat: int, plan: int) -> bool:
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
def has_weapon(s: State, box: Box, seat: int) -> bool:
    """IK-14.6: one to strike with or one to shoot with."""
    return treasure_bonus(s, box, seat, Bonus.ATTACK) + treasure_bonus(s, box, seat, Bonus.RANGED) > 0


@rule
def carry_out(s: State, box: Box, seat: int, plan: int) -> None:
    card = box.plans[plan]
    side = s.sides[seat]
    if card.effect == Effect.TURN:
        start = side.facing
        side.facing = (start + card.heading) % 6
        note(box, Told.TURNS, card_rule(box, plan), seat, side.hex, start, side.facing)
    elif card.effect == Effect.BOMBARD:
        bombard(s, box, seat, card.steps)
    elif card.effect == Effect.BRACE:
        side.brace += card.amount
        change(box, Told.BRACES, 910, seat, Counter.BRACE, card.amount, side.brace)
    else:
        steps = 1 if card.effect == Effect.LEAP else card.steps
        do(s, Frame.DO_STEPS, seat, steps, plan)


@rule
def go_on_steps(s: State, box: Box) -> None:
    """IK-9.11, IK-9.12: one hex after the other; a step that cannot be made ends the card."""
    frame = top(s, DoStepsFrame)
    seat = frame.seat
    plan = frame.plan
    if s.halted != 0 or frame.left == 0:
        pop(s)
        return
    frame.left -= 1
    target = step_target(s, box, seat, plan)
    broken = barrier(s, box, seat, plan, target)
    if broken == 0:
        enter(s, box, seat, plan, target)
        return
    if is_followed(box):
        note(box, Told.BLOCKED, broken, seat, s.sides[seat].hex, target, plan, what_blocks(s, box, broken, target))
    if frame.left > 0:
        note(box, Told.REST_LOST, 912, seat, plan, frame.left)
    pop(s)


@rule
def step_heading(s: State, box: Box, seat: int, plan: int) -> int:
    """IK-9.4, IK-9.5: the way a card moves the King, from its facing."""
    return (s.sides[seat].facing + box.plans[plan].heading) % 6


@rule
def step_target(s: State, box: Box, seat: int, plan: int) -> int:
    """IK-9.7: the hex that the next step leads to; a leap goes over those between. NOWHERE off the map."""
    heading = step_heading(s, box, seat, plan)
    far = box.plans[plan].steps if box.plans[plan].effect == Effect.LEAP else 1
    return ahead(box, s.sides[seat].hex, heading, far)


@rule
def ahead(box: Box, hex: int, heading: int, far: int) -> int:
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
def climbs(s: State, box: Box, seat: int, plan: int) -> bool:
    """IK-9.6, IK-9.7, IK-15.8: the card, or the King's legs, may enter mountains."""
    effect = box.plans[plan].effect
    return effect == Effect.CLIMB or effect == Effect.LEAP or upgrade_bonus(s, box, seat, Bonus.CLIMB) > 0


@rule
def may_enter(s: State, box: Box, seat: int, plan: int, target: int) -> bool:
    return barrier(s, box, seat, plan, target) == 0


@rule
def barrier(s: State, box: Box, seat: int, plan: int, target: int) -> int:
    """IK-8.9, IK-8.10, IK-8.11, IK-10.3: the number of the rule by which a step cannot be made, 0 where it can."""
    if target == NOWHERE:
        return 810
    if needs_climbing(s, box, target) and not climbs(s, box, seat, plan):
        return 809
    owner = holdfast_on(s, box, target)
    if owner >= 0 and owner != seat:
        return 811
    heading = step_heading(s, box, seat, plan)
    return 0 if king_on(s, box, target) < 0 or has_room(s, box, box.neighbour[target, heading]) else 1003


@rule
def what_blocks(s: State, box: Box, broken: int, target: int) -> int:
    """The kind of hex, or whose Holdfast or King it is, that a step cannot be made for; NOWHERE off the map."""
    if broken == 809:
        return s.terrain[target]
    if broken == 811:
        return holdfast_on(s, box, target)
    return king_on(s, box, target) if broken == 1003 else NOWHERE


@rule
def has_room(s: State, box: Box, hex: int) -> bool:
    """IK-10.3: a hex into which a King can be pushed."""
    return hex >= 0 and not needs_climbing(s, box, hex) and holdfast_on(s, box, hex) < 0 and king_on(s, box, hex) < 0


@rule
def enter(s: State, box: Box, seat: int, plan: int, target: int) -> None:
    """The King goes to the hex; another King there is pushed first, and struck when both stand where they go."""
    do(s, Frame.DO_LAND, seat)
    other = king_on(s, box, target)
    attack = 0
    held = 0
    if other >= 0:
        attack = push_attack(s, box, seat, plan)
        held = defence(s, box, other)
        push(s, box, seat, other, plan)
    start = s.sides[seat].hex
    s.sides[seat].hex = target
    note(box, Told.STEPS, card_rule(box, plan), seat, start, target, s.terrain[target], plan)
    trample(s, box, target, seat)
    if other >= 0:
        hurt_by_skull(s, box, other)
        if attack > 0:
            note(box, Told.BLOW, 1004, seat, other, attack, held, Cause.PUSH)
        hurt(s, other, attack - held, Cause.PUSH)


@rule
def push(s: State, box: Box, seat: int, other: int, plan: int) -> None:
    """IK-10.2: the other King goes one hex on in the direction of the move."""
    side = s.sides[other]
    start = side.hex
    side.hex = box.neighbour[start, step_heading(s, box, seat, plan)]
    note(box, Told.PUSHES, 1002, seat, start, side.hex, other, side.facing)
    trample(s, box, side.hex, other)


@rule
def push_attack(s: State, box: Box, seat: int, plan: int) -> int:
    """IK-10.4, IK-10.5: nothing without a weapon."""
    if not has_weapon(s, box, seat):
        return 0
    attack = treasure_bonus(s, box, seat, Bonus.ATTACK)
    if box.plans[plan].effect == Effect.CHARGE:
        attack += box.plans[plan].amount
    return attack + upgrade_bonus(s, box, seat, Bonus.ATTACK) + terrain_attack(s, box, s.sides[seat].hex)


@rule
def bombard(s: State, box: Box, seat: int, reach: int) -> None:
    """IK-9.9, IK-10.7: the first King straight ahead within reach is shot."""
    for far in range(1, reach + 1):
        hex = ahead(box, s.sides[seat].hex, s.sides[seat].facing, far)
        if hex == NOWHERE:
            continue
        other = king_on(s, box, hex)
        if other >= 0:
            attack = treasure_bonus(s, box, seat, Bonus.RANGED) + terrain_attack(s, box, s.sides[seat].hex)
            held = defence(s, box, other)
            note(box, Told.SHOOTS, 909, seat, other, hex, far)
            note(box, Told.BLOW, 1007, seat, other, attack, held, Cause.SHOT)
            hurt(s, other, attack - held, Cause.SHOT)
            return
    note(box, Told.SHOT_MISSES, 909, seat, reach)


@rule
def hurt_by_skull(s: State, box: Box, seat: int) -> None:
    """IK-12.5, IK-10.6: a King on a hex with skull and crossbones, which the defence of that hex does not lower."""
    side = s.sides[seat]
    if has_skull(s, box, side.hex):
        held = min(box.skull_damage, side.brace)
        if held > 0:
            note(box, Told.SKULL_HELD, 1006, seat, side.hex, held, side.brace)
        hurt(s, seat, box.skull_damage - held, Cause.SKULL)


@rule
def land(s: State, box: Box) -> None:
    """IK-12.4 and what follows: the effect of the hex that the King has stepped onto."""
    seat = top(s, DoTurnFrame).seat
    pop(s)
    kind = s.terrain[s.sides[seat].hex]
    if kind < 0:
        return
    side = s.sides[seat]
    terrain = box.terrains[kind]
    side.stores[Store.WATER] += terrain.water
    change(box, Told.LAKE_WATER, 1211, seat, Counter.WATER, terrain.water, side.stores[Store.WATER], side.hex)
    if terrain.stop != 0:
        s.halted = 1
        note(box, Told.HALTED, 1211, seat, side.hex)
    hurt_by_skull(s, box, seat)
    if terrain.draw > 0:
        note(box, Told.DIGS, dig_rule(terrain), seat, side.hex, kind, terrain.draw, terrain.keep)
        draw_tokens(s, box, seat, terrain.draw, terrain.keep)


@rule
def dig_rule(terrain: Terrain) -> int:
    """IK-12.8 to IK-12.10: what is kept of the tokens that are drawn."""
    if terrain.keep >= terrain.draw:
        return 1208
    return 1209 if terrain.skull != 0 else 1210
