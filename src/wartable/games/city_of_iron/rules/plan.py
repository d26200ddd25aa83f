"""An action in steps (CI-4.4 to CI-4.6): the next question, its possible answers, and taking back.

A step is answered by a number (a place of the row, a city, a card), some steps by two.
"""

from wartable.compiler.decorators import rule

from ..box import Box
from ..state import (
    CAPITAL,
    CITIES,
    FACES,
    LAID,
    LAND_CITIES,
    LANDS,
    NONE,
    ROW,
    SEATS,
    STEPS,
    TOKENS,
    Act,
    Effect,
    Plan,
    Side,
    State,
    Step,
)
from .building import can_build, is_build_effect
from .cities import face_at, has_room, is_city, suits
from .pay import distance_of, has_vessel, is_paid, still_in_hand

# How many numbers may answer each step; a building to destroy is never the only answer.
ANSWERS = (0, ROW + FACES, CITIES, LANDS, TOKENS, CITIES, ROW, 2, SEATS, 0, 0, 0)
KEPT = 64
"""A step is stored as one number made of the act and the two answers, which are below this."""


@rule
def forget_choices(plan: Plan) -> None:
    """Clear what the steps have written, but not the steps themselves."""
    plan.act = Act.NOTHING
    plan.card = NONE
    plan.source = NONE
    plan.city = NONE
    plan.place = NONE
    plan.land = NONE
    plan.token = NONE
    plan.town = NONE
    plan.pile = NONE
    plan.rival = NONE
    plan.goal = NONE
    plan.laid_count = 0
    for k in range(LAID):
        plan.laid[k] = NONE
        plan.role[k] = 0


@rule
def clear_plan(plan: Plan) -> None:
    """Begin nothing; the count of steps taken back in this turn stays."""
    forget_choices(plan)
    plan.step_count = 0
    for k in range(STEPS):
        plan.steps[k] = NONE


@rule
def target_step(plan: Plan, effect: int) -> int:
    """The next target that the action of a card needs; PAY if none is missing."""
    if is_build_effect(effect):
        if plan.source == NONE:
            return Step.SOURCE
        if plan.city == NONE:
            return Step.PLACE
    elif effect == Effect.SETTLE:
        if plan.land == NONE:
            return Step.LAND
        if plan.token == NONE:
            return Step.TOKEN
    elif effect == Effect.ADD_DISTRICT:
        if plan.city == NONE:
            return Step.CITY
        if plan.token == NONE:
            return Step.TOKEN
    elif effect == Effect.SALVAGE or effect == Effect.SNATCH:
        if plan.source == NONE:
            return Step.ROW_CARD
    elif effect == Effect.RECOVER:
        if plan.pile == NONE:
            return Step.PILE_TOP
    elif effect == Effect.STEAL:
        if plan.rival == NONE:
            return Step.RIVAL
    elif effect == Effect.TAKE_DOWN:
        if plan.city == NONE:
            return Step.OWN_BUILDING
    return Step.PAY


@rule
def next_step(s: State, box: Box, side: Side) -> int:
    """The next step of the unfinished action."""
    plan = s.plan
    if plan.act == Act.NOTHING:
        return Step.BEGIN
    if plan.act == Act.BUILD:
        return Step.PLACE if plan.city == NONE else Step.COMPLETE
    if plan.act == Act.MOVE:
        return Step.CITY if plan.goal == NONE else Step.COMPLETE
    if plan.act == Act.CARD:
        step = target_step(plan, box.card_effect[plan.card])
        if step != Step.PAY:
            return step
    return Step.COMPLETE if is_paid(s, box, side) else Step.PAY


@rule
def can_move_to(side: Side, box: Box, number: int, place: int, goal: int) -> bool:
    """CI-13.2: whether this is another city, with room and the right land."""
    city = side.cities[goal]
    return goal != number and has_room(city) and suits(city, box, side.cities[number].built[place])


@rule
def takes_city(s: State, box: Box, side: Side, step: int, number: int) -> bool:
    """Whether a city has room for the building; with the Mayor, any city on a land (CI-9.3, CI-14.11)."""
    city = side.cities[number]
    if s.plan.act == Act.MOVE:
        return can_move_to(side, box, s.plan.city, s.plan.place, number)
    if step == Step.CITY:
        return number < LAND_CITIES and is_city(city)
    return has_room(city) and suits(city, box, face_at(s, side, s.plan.source))


@rule
def makes_room(s: State, box: Box, side: Side, number: int) -> bool:
    """CI-5.7: whether this is a full city where a building can make room for the new one."""
    city = side.cities[number]
    return not has_room(city) and suits(city, box, face_at(s, side, s.plan.source))


@rule
def can_reach(s: State, box: Box, cards: int, reach: int, land: int) -> bool:
    """CI-9.5 to CI-9.7: whether the land is open and these cards reach it; `reach` is their distance in all."""
    return (
        s.land_owner[land] == NONE
        and box.land_in_play[land] == 1
        and 0 < box.land_distance[land] <= reach
        and has_vessel(box, cards, box.land_vessel[land])
    )


@rule
def can_reach_any(s: State, box: Box, side: Side, cards: int) -> bool:
    reach = distance_of(box, cards) + side.distance
    for land in range(LANDS):
        if can_reach(s, box, cards, reach, land):
            return True
    return False


@rule
def takes(s: State, box: Box, seat: int, step: int, number: int) -> bool:
    """Whether this number answers a step before the payment."""
    side = s.sides[seat]
    if step == Step.SOURCE:
        return can_build(s, box, side, number, s.plan.card)
    if step == Step.PLACE or step == Step.CITY:
        return takes_city(s, box, side, step, number)
    if step == Step.LAND:
        cards = still_in_hand(s, side)
        return can_reach(s, box, cards, distance_of(box, cards) + side.distance, number)
    if step == Step.TOKEN:
        return number != CAPITAL and side.tokens[number] > 0
    if step == Step.ROW_CARD:
        return s.row[number] != NONE
    if step == Step.PILE_TOP:
        return side.discard_count[number] > 0
    return number != seat and number < box.seats and s.sides[number].coins > 0


@rule
def begin(plan: Plan, act: int, number: int, place: int) -> None:
    """The first step of an action."""
    plan.act = act
    if act == Act.BUILD:
        plan.source = number
    elif act == Act.ATTACK:
        plan.town = number
    elif act == Act.CARD:
        plan.card = number
    else:
        plan.city = number
        plan.place = place


@rule
def answer(plan: Plan, step: int, number: int, other: int) -> None:
    """Write the answer to a step into the plan; `other` is a place in a city, or what a card is laid for."""
    if step == Step.SOURCE or step == Step.ROW_CARD:
        plan.source = number
    elif step == Step.CITY and plan.act == Act.MOVE:
        plan.goal = number
    elif step == Step.PLACE or step == Step.CITY or step == Step.OWN_BUILDING:
        plan.city = number
        plan.place = other
    elif step == Step.LAND:
        plan.land = number
    elif step == Step.TOKEN:
        plan.token = number
    elif step == Step.PILE_TOP:
        plan.pile = number
    elif step == Step.RIVAL:
        plan.rival = number
    else:
        lay(plan, number, other)


@rule
def lay(plan: Plan, card: int, role: int) -> None:
    plan.laid[plan.laid_count] = card
    plan.role[plan.laid_count] = role
    plan.laid_count += 1


@rule
def only_answer(s: State, box: Box, seat: int, step: int) -> int:
    """The only answer to a step; NONE if there are several, or if a building could be destroyed instead."""
    side = s.sides[seat]
    found = NONE
    for number in range(ANSWERS[step + 0]):  # a plain int, also where the caller names the step
        if takes(s, box, seat, step, number):
            if found != NONE:
                return NONE
            found = number
        if step == Step.PLACE and makes_room(s, box, side, number):
            return NONE
    return found


@rule
def answer_and_follow(s: State, box: Box, seat: int, kept: int) -> int:
    """Take a step, and answer the following ones that leave no choice. Payment is never automatic."""
    side = s.sides[seat]
    act, number, other = kept // (KEPT * KEPT), kept // KEPT % KEPT, kept % KEPT - 1
    if act == Act.NOTHING:
        answer(s.plan, next_step(s, box, side), number, other)
    else:
        begin(s.plan, act, number, other)
    step = next_step(s, box, side)
    while step != Step.PAY and step != Step.COMPLETE:
        forced = only_answer(s, box, seat, step)
        if forced == NONE:
            return step
        answer(s.plan, step, forced, NONE)
        step = next_step(s, box, side)
    return step


@rule
def take_step(s: State, box: Box, seat: int, act: int, number: int, other: int) -> int:
    """Take a step and store it; return the next step. `act` is the act that it begins, NOTHING for an answer."""
    plan = s.plan
    kept = (act * KEPT + number) * KEPT + other + 1
    plan.steps[plan.step_count] = kept
    plan.step_count += 1
    return answer_and_follow(s, box, seat, kept)


@rule
def take_back(s: State, box: Box, seat: int) -> None:
    """CI-4.5: repeat all steps except the last."""
    plan = s.plan
    kept = plan.step_count - 1
    plan.taken_back += 1
    forget_choices(plan)
    for k in range(kept):
        answer_and_follow(s, box, seat, plan.steps[k])
    plan.steps[kept] = NONE
    plan.step_count = kept


@rule
def can_move_anywhere(side: Side, box: Box, number: int, place: int) -> bool:
    for goal in range(CITIES):
        if can_move_to(side, box, number, place, goal):
            return True
    return False
