"""Turns: the seven actions and the free ones (chapters 4 to 9)."""

from wartable.core.actions import belongs, decode, encode
from wartable.core.bits import lowest
from wartable.core.compiled import rule
from wartable.core.frames import pop
from wartable.core.notes import change, is_followed, note
from wartable.core.record import Ints

from ..actions import ATTACK, BACK, BUILD, DRAW, PLAY, SCIENCE, SPOT, STORE, TAX, Draw, StoreCard
from ..box import Box
from ..notes import Counter, Told
from ..state import (
    CITIES,
    CITIZEN,
    FACES,
    MILITARY,
    NONE,
    ROW,
    Act,
    Effect,
    Role,
    Side,
    State,
    Step,
)
from .building import build, can_build_anything, can_build_face, is_build_effect, ready_faces
from .cards import can_draw, discard_from_hand, draw_card
from .cities import has_token, lift, place_of, set_down
from .effects import perform, recover, store
from .pay import (
    attack_of,
    can_pay_attack,
    defence,
    distance_asked,
    distance_laid,
    distance_of,
    distances_given_up,
    laid,
    needs_coins,
    work_asked,
    work_laid,
    work_of,
)
from .plan import can_move_anywhere, can_reach_any, clear_plan, lay, list_answers, next_step, take_back, take_step
from .row import is_row_empty
from .stock import gain_coins, gain_science, pay_coins
from .towns import conquer, targets


@rule
def end_turn(s: State) -> None:
    """CI-4.2: one action a turn."""
    s.plan.taken_back = 0
    s.turns += 1
    age_stored(s)
    pop(s)


@rule
def age_stored(s: State) -> None:
    """CI-5.14: what was stored in this turn can be built from the next one on."""
    if s.fresh_count > 0:
        s.fresh_count = 0
        for face in range(FACES):
            s.fresh[face] = 0


@rule
def has_target(s: State, box: Box, side: Side, seat: int, card: int, rest: int) -> bool:
    """CI-7.31 and CI-4.6: what the card's action is aimed at exists. `rest` are the other cards of the hand."""
    effect = box.card_effect[card]
    if effect == Effect.SETTLE:
        return has_token(side) and can_reach_any(s, box, side, rest)
    if effect == Effect.ADD_DISTRICT:
        return has_token(side)
    if is_build_effect(effect):
        return can_build_anything(s, box, side, card)
    if effect == Effect.SALVAGE or effect == Effect.SNATCH:
        return not is_row_empty(s)
    if effect == Effect.RECOVER:
        return side.discard_count[CITIZEN] + side.discard_count[MILITARY] > 0
    if effect == Effect.STEAL or effect == Effect.EXACT_TRIBUTE:
        return has_coins_around(s, box, seat)
    if effect == Effect.TAKE_DOWN:
        return has_building(side)
    return has_draw(side, box, card)


@rule
def has_draw(side: Side, box: Box, card: int) -> bool:
    """CI-7.31: a card that draws has something to draw; all others are fine."""
    effect = box.card_effect[card]
    if effect == Effect.CHART:
        return finds_card(side, box, card, CITIZEN)
    if effect == Effect.ARM or effect == Effect.MUSTER or effect == Effect.TAKE_AIM:
        return finds_card(side, box, card, MILITARY)
    if effect == Effect.SCOUT or effect == Effect.PLAN_AHEAD:
        return finds_card(side, box, card, CITIZEN) or finds_card(side, box, card, MILITARY)
    return True


@rule
def finds_card(side: Side, box: Box, card: int, kind: int) -> bool:
    """CI-6.7: a card can draw itself; CI-7.31: not if it is free, or that could go on for ever."""
    return can_draw(side, kind) or (box.card_kind[card] == kind and box.card_free[card] == 0)


@rule
def has_coins_around(s: State, box: Box, seat: int) -> bool:
    for rival in range(box.seats):
        if rival != seat and s.sides[rival].coins > 0:
            return True
    return False


@rule
def has_building(side: Side) -> bool:
    for number in range(CITIES):
        if side.cities[number].count > 0:
            return True
    return False


@rule
def can_play(s: State, box: Box, side: Side, seat: int, card: int, far: int, work: int) -> bool:
    """CI-6.1 to CI-6.4: a card of the hand whose price the others can pay; `far` and `work` count them all."""
    rest = side.hand & ~(1 << card)
    is_payable = (
        (side.coins >= needs_coins(side, box, card))
        & (work - box.card_work[card] + side.work >= box.card_needs_work[card])
        & (far - box.card_distance[card] + side.distance >= box.card_needs_distance[card])
    )
    return is_payable and has_target(s, box, side, seat, card, rest)


@rule
def list_builds(s: State, box: Box, side: Side, out: Ints, n: int) -> int:
    for place in range(box.row_places):
        out[n] = BUILD.first + place
        if can_build_face(side, box, s.row[place], NONE):
            n += 1
    faces = ready_faces(s, side, box)
    while faces != 0:
        face = lowest(faces)
        faces &= faces - 1
        out[n] = BUILD.first + ROW + face
        if can_build_face(side, box, face, NONE):
            n += 1
    return n


@rule
def list_attacks(s: State, box: Box, side: Side, seat: int, far: int, out: Ints, n: int) -> int:
    attack = attack_of(box, side.hand)
    if attack == 0:
        return n
    table = distances_given_up(box, side.hand, attack)
    towns = targets(s, seat)
    while towns != 0:
        town = lowest(towns)
        towns &= towns - 1
        distance = max(0, box.town_distance[town] - side.distance)
        out[n] = ATTACK.first + town
        if attack >= defence(s, box, town) and can_pay_attack(table, far, defence(s, box, town), distance):
            n += 1
    return n


@rule
def list_plays(s: State, box: Box, side: Side, seat: int, far: int, out: Ints, n: int) -> int:
    work = work_of(box, side.hand)
    cards = side.hand
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        out[n] = PLAY.first + card
        if can_play(s, box, side, seat, card, far, work):
            n += 1
    return n


@rule
def list_moves(box: Box, side: Side, out: Ints, n: int) -> int:
    """CI-13.2."""
    if box.moves_buildings[side.nation] == 0 or side.coins < box.move_price:
        return n
    for number in range(CITIES):
        for place in range(side.cities[number].count):
            if can_move_anywhere(side, box, number, place):
                out[n] = encode(SPOT, number, place)
                n += 1
    return n


@rule
def list_beginnings(s: State, box: Box, seat: int, out: Ints) -> int:
    """Everything that can be begun in a turn."""
    side = s.sides[seat]
    out[0] = TAX.first
    n = 1
    if side.coins >= box.science_price:
        out[n] = SCIENCE.first
        n += 1
    for kind in (CITIZEN, MILITARY):
        out[n] = DRAW.first + kind
        if can_draw(side, kind):
            n += 1
    for place in range(box.row_places):
        out[n] = STORE.first + place
        if s.row[place] != NONE:
            n += 1
    far = distance_of(box, side.hand)
    n = list_builds(s, box, side, out, n)
    n = list_attacks(s, box, side, seat, far, out, n)
    n = list_plays(s, box, side, seat, far, out, n)
    return list_moves(box, side, out, n)


@rule
def can_take_back(s: State, box: Box) -> bool:
    """CI-4.5."""
    return s.plan.step_count > 0 and s.plan.taken_back < box.take_backs


@rule
def list_turn(s: State, box: Box, seat: int, out: Ints) -> int:
    step = next_step(s, box, s.sides[seat])
    if step == Step.BEGIN:
        return list_beginnings(s, box, seat, out)
    n = list_answers(s, box, seat, step, out)
    if can_take_back(s, box):
        out[n] = BACK.first
        n += 1
    return n


@rule
def is_simple(action: int) -> bool:
    """An action of a single step."""
    return belongs(TAX, action) or belongs(SCIENCE, action) or belongs(DRAW, action) or belongs(STORE, action)


@rule
def simple_action(s: State, box: Box, seat: int, action: int) -> None:
    """CI-4.7 to CI-4.10."""
    if belongs(TAX, action):
        note(box, Told.TAXES, 408, seat)
        gain_coins(s, box, seat, box.tax, 408)
    elif belongs(SCIENCE, action):
        note(box, Told.BUYS_SCIENCE, 407, seat)
        pay_coins(s, box, seat, box.science_price, 407)
        gain_science(s, box, seat, 1, 407)
    elif belongs(DRAW, action):
        note(box, Told.DRAWS, 410, seat, decode(Draw, action).pile)
        draw_card(s, box, seat, decode(Draw, action).pile, 410)
    else:
        face = store(s, box, seat, decode(StoreCard, action).place)
        stored = s.sides[seat].stored_count
        change(box, Told.STORES, 409, seat, Counter.STORED, 1, stored, face, decode(StoreCard, action).place)


@rule
def laid_by(s: State, box: Box, k: int) -> int:
    """The number of the rule by which a card is laid: for an attack, for distance, for work, or for its action."""
    plan = s.plan
    if plan.laid[k] == plan.card:
        return 606
    if plan.act == Act.ATTACK:
        return 802 if plan.role[k] == Role.ATTACK else 804
    return 906 if box.card_effect[plan.card] == Effect.SETTLE else 603


@rule
def tell_helpers(s: State, box: Box, seat: int, skill: int, owed: int) -> None:
    """CI-5.12: the buildings that give what the cards laid leave owed of the work (0) or the distance (1)."""
    side = s.sides[seat]
    for number in range(CITIES):
        for place in range(side.cities[number].count):
            face = side.cities[number].built[place]
            given = min(owed, box.face_distance[face] if skill == 1 else box.face_work[face])
            if given > 0:
                note(box, Told.HELPS, 512, seat, face, skill, given)
                owed -= given


@rule
def discard_laid(s: State, box: Box, seat: int) -> None:
    """CI-6.6: in the order in which they were laid, the card with the action last unless it was laid before."""
    plan = s.plan
    if is_followed(box):
        tell_helpers(s, box, seat, 0, work_asked(s, box) - work_laid(plan, box))
        tell_helpers(s, box, seat, 1, distance_asked(s, box) - distance_laid(plan, box))
    if plan.card != NONE and not laid(plan, plan.card):
        lay(plan, plan.card, Role.SKILL)
    for k in range(plan.laid_count):
        role = Role.ACTION + 0 if plan.laid[k] == plan.card else plan.role[k]
        discard_from_hand(s, box, seat, plan.laid[k], role, laid_by(s, box, k))


@rule
def play_card(s: State, box: Box, seat: int) -> None:
    card = s.plan.card
    price = needs_coins(s.sides[seat], box, card)
    note(box, Told.PLAYS, 701 + box.card_effect[card], seat, card, box.card_free[card])
    if price < box.card_needs_coins[card]:
        note(box, Told.NO_PRICE, 1303, seat, card)
    pay_coins(s, box, seat, price, 602)
    recover(s, box, seat)
    discard_laid(s, box, seat)
    perform(s, box, seat)


@rule
def attack(s: State, box: Box, seat: int) -> None:
    """CI-8.1 to CI-8.9."""
    town = s.plan.town
    owner = s.town_owner[town]
    note(box, Told.ATTACKS, 801, seat, town, owner, defence(s, box, town), box.town_distance[town])
    discard_laid(s, box, seat)
    conquer(s, box, seat, town)


@rule
def move_building(s: State, box: Box, seat: int) -> None:
    """CI-13.2."""
    plan = s.plan
    side = s.sides[seat]
    face = lift(side, box, plan.city, plan.place)
    set_down(side, box, plan.goal, face)
    start, end = place_of(side.cities[plan.city]), place_of(side.cities[plan.goal])
    note(box, Told.MOVES, 1302, seat, face, start, end)
    pay_coins(s, box, seat, box.move_price, 1302)


@rule
def is_free(s: State, box: Box) -> bool:
    """CI-4.3."""
    return s.plan.act == Act.MOVE or (s.plan.act == Act.CARD and box.card_free[s.plan.card] == 1)


@rule
def complete(s: State, box: Box, seat: int) -> None:
    """The last step has been taken: the action is paid and takes effect."""
    free = is_free(s, box)
    if s.plan.act == Act.BUILD:
        build(s, box, seat)
    elif s.plan.act == Act.ATTACK:
        attack(s, box, seat)
    elif s.plan.act == Act.MOVE:
        move_building(s, box, seat)
    else:
        play_card(s, box, seat)
    clear_plan(s.plan)
    if not free:
        end_turn(s)


@rule
def apply_turn(s: State, box: Box, seat: int, action: int) -> None:
    if action == BACK.first:
        take_back(s, box, seat)
    elif s.plan.act == Act.NOTHING and is_simple(action):
        simple_action(s, box, seat, action)
        end_turn(s)
    elif take_step(s, box, seat, action) == Step.COMPLETE:
        complete(s, box, seat)
