"""An action made in steps (CI-4.4 to CI-4.6): what is asked next, which answers it takes, and taking back."""

from wartable.core.actions import belongs, decode, encode
from wartable.core.compiled import rule
from wartable.core.record import Ints

from ..actions import (
    ATTACK,
    BUILD,
    CITY,
    DRAW,
    LAND,
    LAY,
    PLAY,
    RIVAL,
    SPOT,
    STORE,
    TOKEN,
    Attack,
    Build,
    Draw,
    Lay,
    PickCity,
    PickLand,
    PickToken,
    Play,
    Rival,
    Spot,
    StoreCard,
)
from ..box import Box
from ..state import (
    CAPITAL,
    CITIES,
    LAID,
    LAND_CITIES,
    LANDS,
    NONE,
    STEPS,
    Act,
    Effect,
    Plan,
    Side,
    State,
    Step,
)
from .building import can_build, is_build_effect
from .cities import face_at, has_room, is_city, suits
from .pay import distance_of, has_vessel, is_paid, list_payments, still_in_hand

# The codes that answer each step, from the first to the last. PLACE takes a city with room, or a building to
# destroy in a full one: two families side by side.
FIRST = (
    *(0, BUILD.first, CITY.first, LAND.first, TOKEN.first, CITY.first),
    *(STORE.first, DRAW.first, RIVAL.first, SPOT.first, LAY.first, 0),
)
LAST = (
    *(-1, BUILD.last, SPOT.last, LAND.last, TOKEN.last, CITY.last),
    *(STORE.last, DRAW.last, RIVAL.last, SPOT.last, LAY.last, -1),
)


@rule
def forget_choices(plan: Plan) -> None:
    """Clears what the steps have written, but not the steps themselves."""
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
    """Nothing is begun; how often steps were taken back this turn stays known."""
    forget_choices(plan)
    plan.step_count = 0
    for k in range(STEPS):
        plan.steps[k] = NONE


@rule
def target_step(plan: Plan, effect: int) -> int:
    """What the action of a card is still to be aimed at; PAY when nothing is missing."""
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
    """What the action that has been begun asks for next."""
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
    """CI-13.2: another city, with room and the right land."""
    city = side.cities[goal]
    return goal != number and has_room(city) and suits(city, box, side.cities[number].built[place])


@rule
def takes_city(s: State, box: Box, side: Side, step: int, number: int) -> bool:
    """A city with room for the building; with the Mayor, any city on a land (CI-9.3, CI-14.11)."""
    city = side.cities[number]
    if s.plan.act == Act.MOVE:
        return can_move_to(side, box, s.plan.city, s.plan.place, number)
    if step == Step.CITY:
        return number < LAND_CITIES and is_city(city)
    return has_room(city) and suits(city, box, face_at(s, side, s.plan.source))


@rule
def takes_building(s: State, box: Box, side: Side, step: int, number: int, place: int) -> bool:
    """A building that can go: any with the Fixer, one of a full city to make room for another (CI-5.7)."""
    city = side.cities[number]
    if place >= city.count:
        return False
    if step == Step.OWN_BUILDING:
        return True
    return not has_room(city) and suits(city, box, face_at(s, side, s.plan.source))


@rule
def can_reach(s: State, box: Box, cards: int, reach: int, land: int) -> bool:
    """CI-9.5 to CI-9.7: the land lies open, and these cards reach it; `reach` is their distance in all."""
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
def takes(s: State, box: Box, seat: int, step: int, action: int) -> bool:
    """Whether a step before the payment takes this answer. The action is of a family that answers the step."""
    side = s.sides[seat]
    plan = s.plan
    if step == Step.SOURCE:
        return can_build(s, box, side, decode(Build, action).place, plan.card)
    if step == Step.PLACE or step == Step.CITY or step == Step.OWN_BUILDING:
        if belongs(CITY, action):
            return takes_city(s, box, side, step, decode(PickCity, action).city)
        number, place = decode(Spot, action)
        return takes_building(s, box, side, step, number, place)
    if step == Step.LAND:
        cards = still_in_hand(s, side)
        return can_reach(s, box, cards, distance_of(box, cards) + side.distance, decode(PickLand, action).land)
    if step == Step.TOKEN:
        token = decode(PickToken, action).token
        return token != CAPITAL and side.tokens[token] > 0
    if step == Step.ROW_CARD:
        return s.row[decode(StoreCard, action).place] != NONE
    if step == Step.PILE_TOP:
        return side.discard_count[decode(Draw, action).pile] > 0
    rival = decode(Rival, action).seat
    return rival != seat and rival < box.seats and s.sides[rival].coins > 0


@rule
def begin(s: State, action: int) -> None:
    """The first step of an action."""
    plan = s.plan
    if belongs(BUILD, action):
        plan.act = Act.BUILD
        plan.source = decode(Build, action).place
    elif belongs(ATTACK, action):
        plan.act = Act.ATTACK
        plan.town = decode(Attack, action).town
    elif belongs(PLAY, action):
        plan.act = Act.CARD
        plan.card = decode(Play, action).card
    else:
        plan.act = Act.MOVE
        number, place = decode(Spot, action)
        plan.city = number
        plan.place = place


@rule
def answer(s: State, step: int, action: int) -> None:
    """Writes the answer to a step into the plan."""
    plan = s.plan
    if step == Step.BEGIN:
        begin(s, action)
    elif step == Step.SOURCE:
        plan.source = decode(Build, action).place
    elif step == Step.CITY and plan.act == Act.MOVE:
        plan.goal = decode(PickCity, action).city
    elif belongs(CITY, action):
        plan.city = decode(PickCity, action).city
    elif belongs(SPOT, action):
        number, place = decode(Spot, action)
        plan.city = number
        plan.place = place
    elif step == Step.LAND:
        plan.land = decode(PickLand, action).land
    elif step == Step.TOKEN:
        plan.token = decode(PickToken, action).token
    elif step == Step.ROW_CARD:
        plan.source = decode(StoreCard, action).place
    elif step == Step.PILE_TOP:
        plan.pile = decode(Draw, action).pile
    elif step == Step.RIVAL:
        plan.rival = decode(Rival, action).seat
    else:
        card, role = decode(Lay, action)
        lay(plan, card, role)


@rule
def lay(plan: Plan, card: int, role: int) -> None:
    plan.laid[plan.laid_count] = card
    plan.role[plan.laid_count] = role
    plan.laid_count += 1


@rule
def first_there(side: Side, action: int) -> int:
    """This code, or where it is a building that is not there, the code of the next one that is; then what follows."""
    if not belongs(SPOT, action):
        return action
    number, place = decode(Spot, action)
    while number < CITIES and place >= side.cities[number].count:
        number += 1
        place = 0
    return encode(SPOT, number, place)


@rule
def only_answer(s: State, box: Box, seat: int, step: int) -> int:
    """The one answer that a step takes; NONE where there are more, or where it would destroy a building."""
    side = s.sides[seat]
    found = NONE
    number = step + 0  # a plain int, also where the caller names the step
    action = first_there(side, FIRST[number])
    while action <= LAST[number]:
        if takes(s, box, seat, step, action):
            if found != NONE or belongs(SPOT, action):
                return NONE
            found = action
        action = first_there(side, action + 1)
    return found


@rule
def answer_and_follow(s: State, box: Box, seat: int, action: int) -> int:
    """Answers a step, and those after it that leave no choice. Payment is always the player's own."""
    side = s.sides[seat]
    answer(s, next_step(s, box, side), action)
    step = next_step(s, box, side)
    while step != Step.PAY and step != Step.COMPLETE:
        forced = only_answer(s, box, seat, step)
        if forced == NONE:
            return step
        answer(s, step, forced)
        step = next_step(s, box, side)
    return step


@rule
def take_step(s: State, box: Box, seat: int, action: int) -> int:
    """Takes a step and remembers it; says what is asked next."""
    plan = s.plan
    plan.steps[plan.step_count] = action
    plan.step_count += 1
    return answer_and_follow(s, box, seat, action)


@rule
def take_back(s: State, box: Box, seat: int) -> None:
    """CI-4.5: everything but the last step is taken again."""
    plan = s.plan
    kept = plan.step_count - 1
    plan.taken_back += 1
    forget_choices(plan)
    for k in range(kept):
        answer_and_follow(s, box, seat, plan.steps[k])
    plan.steps[kept] = NONE
    plan.step_count = kept


@rule
def list_answers(s: State, box: Box, seat: int, step: int, out: Ints) -> int:
    """The legal answers to a step, without taking back."""
    if step == Step.PAY:
        return list_payments(s, box, s.sides[seat], out)
    side = s.sides[seat]
    n = 0
    number = step + 0  # a plain int, also where the caller names the step
    action = first_there(side, FIRST[number])
    while action <= LAST[number]:
        if takes(s, box, seat, step, action):
            out[n] = action
            n += 1
        action = first_there(side, action + 1)
    return n


@rule
def can_move_anywhere(side: Side, box: Box, number: int, place: int) -> bool:
    for goal in range(CITIES):
        if can_move_to(side, box, number, place, goal):
            return True
    return False
