"""Why an action is not legal now: the number of the rule that forbids it. Written apart from `legal`.

What is shared are facts of the position: which step is asked, prices, what is owed, what a town defends with.
"""

from wartable.core.actions import belongs, decode
from wartable.core.compiled import rule
from wartable.core.frames import is_due, kind, top

from .actions import (
    ATTACK,
    BACK,
    BID,
    BUILD,
    BUY,
    CITY,
    DEAL,
    DONE,
    DRAW,
    FIRST,
    GOOD,
    LAND,
    LAY,
    NATION,
    PLAY,
    RIVAL,
    SCIENCE,
    SPOT,
    STORE,
    TAX,
    TOKEN,
    TOP,
    TOWN,
    Attack,
    Bid,
    Build,
    Buy,
    Draw,
    Lay,
    PickCity,
    PickGood,
    PickLand,
    PickNation,
    PickToken,
    Play,
    Rival,
    Spot,
    StoreCard,
    Top,
)
from .box import Box
from .rules.building import coins_to_build, science_to_build
from .rules.pay import attack_owed, defence, distance_asked, distance_owed, needs_coins, vessel_owed, work_owed
from .rules.plan import next_step
from .state import (
    CARDS,
    CITIES,
    CITIZEN,
    LAND_CITIES,
    LANDS,
    MILITARY,
    NO_VESSEL,
    NONE,
    OPEN,
    ROW,
    SPOTS,
    Act,
    ArrangeFrame,
    City,
    Effect,
    Kind,
    Plan,
    Role,
    Side,
    State,
    Step,
)


@rule
def refusal(s: State, box: Box, seat: int, action: int) -> int:
    if belongs(DEAL, action):
        return 211
    if belongs(TOWN, action):
        return 213
    if belongs(FIRST, action):
        return 214
    if not is_due(s, seat):
        return 107
    asked = kind(s)
    if asked == Kind.TURN:
        return refuse_in_turn(s, box, seat, action)
    if asked == Kind.PURCHASE:
        return refuse_purchase(s, box, seat, action)
    if asked == Kind.BID or asked == Kind.SECOND_BID:
        return refuse_bid(s, box, seat, asked, action)
    return refuse_choice(s, box, seat, asked, action)


@rule
def refuse_choice(s: State, box: Box, seat: int, asked: int, action: int) -> int:
    """The choices of the setup, and Snyle's good."""
    if asked == Kind.CHOOSE_GOOD and belongs(GOOD, action):
        good = decode(PickGood, action).good
        own = s.sides[seat].goods[good] - (box.snyle_goods if s.chosen_good == good else 0)
        return 0 if own > 0 else 1404
    if asked == Kind.NATION and belongs(NATION, action):
        for other in range(box.seats):
            if s.sides[other].nation == decode(PickNation, action).nation:
                return 202
        return 0
    if asked == Kind.HOME and belongs(LAND, action):
        land = decode(PickLand, action).land
        return 0 if box.land_distance[land] == 0 and s.land_owner[land] == NONE else 203
    if asked == Kind.ARRANGE and belongs(TOP, action):
        return refuse_top(s, box, seat, decode(Top, action).card)
    return 107


@rule
def refuse_top(s: State, box: Box, seat: int, card: int) -> int:
    side = s.sides[seat]
    of_kind = top(s, ArrangeFrame).pile
    if (box.start_set[side.nation, of_kind] >> card) & 1 == 0:
        return 204
    for place in range(side.draw_count[of_kind]):
        if side.draw[of_kind, place] == card:
            return 205
    return 0


@rule
def refuse_bid(s: State, box: Box, seat: int, asked: int, action: int) -> int:
    if asked == Kind.SECOND_BID and belongs(DONE, action):
        return 0
    if not belongs(BID, action):
        return 304 if asked == Kind.BID else 1308
    spot = decode(Bid, action).spot
    if s.spots[spot] != NONE:
        return 302
    price = box.spot_coins[spot]
    for own in range(SPOTS):
        if s.spots[own] == seat:
            price -= box.spot_coins[own]
    if price < 0:
        return 1309
    return 303 if price > s.sides[seat].coins else 0


@rule
def refuse_purchase(s: State, box: Box, seat: int, action: int) -> int:
    if belongs(DONE, action):
        return 0
    if not belongs(BUY, action):
        return 1011
    side = s.sides[seat]
    card = decode(Buy, action).card
    if (side.shop >> card) & 1 == 0:
        return 1011
    if (side.picks >> card) & 1 == 1:
        return 1013 if side.put_back >= box.take_backs else 0
    coins = side.coins - box.card_coins[card]
    science = side.science - box.card_science[card]
    for other in range(CARDS):
        if (side.picks >> other) & 1 == 1:
            coins -= box.card_coins[other]
            science -= box.card_science[other]
    return 1012 if coins < 0 or science < 0 else 0


@rule
def refuse_in_turn(s: State, box: Box, seat: int, action: int) -> int:
    step = next_step(s, box, s.sides[seat])
    if belongs(BACK, action):
        return 405 if s.plan.step_count == 0 or s.plan.taken_back >= box.take_backs else 0
    if step == Step.BEGIN:
        return refuse_beginning(s, box, seat, action)
    if step == Step.PAY:
        if not belongs(LAY, action):
            return 404
        card, role = decode(Lay, action)
        return refuse_laying(s, box, s.sides[seat], card, role)
    return refuse_target(s, box, seat, step, action)


@rule
def refuse_beginning(s: State, box: Box, seat: int, action: int) -> int:
    side = s.sides[seat]
    if belongs(TAX, action):
        return 0
    if belongs(SCIENCE, action):
        return 407 if side.coins < box.science_price else 0
    if belongs(DRAW, action):
        of_kind = decode(Draw, action).pile
        return 412 if side.draw_count[of_kind] == 0 and side.discard_count[of_kind] == 0 else 0
    if belongs(STORE, action):
        return 409 if s.row[decode(StoreCard, action).place] == NONE else 0
    if belongs(BUILD, action):
        return refuse_source(s, box, side, decode(Build, action).place, NONE)
    if belongs(ATTACK, action):
        return refuse_attack(s, box, seat, decode(Attack, action).town)
    if belongs(PLAY, action):
        return refuse_play(s, box, seat, decode(Play, action).card)
    if belongs(SPOT, action):
        number, place = decode(Spot, action)
        return refuse_move(box, side, number, place)
    if belongs(LAY, action) or belongs(LAND, action) or belongs(TOKEN, action):
        return 404
    if belongs(CITY, action) or belongs(RIVAL, action):
        return 404
    return 107


@rule
def refuse_source(s: State, box: Box, side: Side, source: int, card: int) -> int:
    """CI-5.1 to CI-5.5. `card` is the card that helps, NONE for a plain build."""
    face = NONE
    if source < ROW:
        face = s.row[source]
    elif source - ROW < box.faces and side.stored[source - ROW] > 0:
        face = source - ROW
    if face == NONE:
        return 501
    if source >= ROW and side.stored[face] == s.fresh[face]:
        return 514
    if card != NONE and box.card_effect[card] == Effect.BUILD_STORED and source < ROW:
        return 721
    price = coins_to_build(box, face, card)
    if card != NONE:
        price += needs_coins(side, box, card)
    if price > side.coins:
        return 502
    if science_to_build(side, box, face, card) > side.science:
        return 503
    for number in range(CITIES):
        if stands_on(side.cities[number], box, face):
            return 0
    return 505


@rule
def stands_on(city: City, box: Box, face: int) -> bool:
    if city.spaces == 0:
        return False
    needed = box.face_type[face]
    return needed < 0 or city.types & (1 << needed) != 0


@rule
def refuse_attack(s: State, box: Box, seat: int, town: int) -> int:
    owner = s.town_owner[town]
    lies_open = False
    for place in range(OPEN):
        lies_open = lies_open or s.open_towns[place] == town
    if owner == seat or (owner == NONE and not lies_open):
        return 801
    side = s.sides[seat]
    distance = box.town_distance[town] - side.distance
    return refuse_split(box, side.hand, defence(s, box, town), distance)


@rule
def refuse_split(box: Box, cards: int, attack: int, distance: int) -> int:
    """CI-8.2, CI-8.4, CI-8.5: tries every way to lay some of the cards for attack and the others for distance."""
    fighters = 0
    strength = 0
    reach = 0
    for card in range(CARDS):
        if (cards >> card) & 1 == 1:
            strength += box.card_attack[card]
            reach += box.card_distance[card]
            if box.card_attack[card] > 0:
                fighters |= 1 << card
    if strength < attack:
        return 802
    if reach < distance:
        return 804
    group = fighters
    while True:
        force = 0
        lost = 0
        for card in range(CARDS):
            if (group >> card) & 1 == 1:
                force += box.card_attack[card]
                lost += box.card_distance[card]
        if force >= attack and reach - lost >= distance:
            return 0
        if group == 0:
            return 805
        group = (group - 1) & fighters


@rule
def refuse_play(s: State, box: Box, seat: int, card: int) -> int:
    side = s.sides[seat]
    if side.hand & (1 << card) == 0:
        return 601
    if needs_coins(side, box, card) > side.coins:
        return 602
    work = side.work - box.card_needs_work[card]
    reach = side.distance
    for other in range(CARDS):
        if other != card and side.hand & (1 << other) != 0:
            work += box.card_work[other]
            reach += box.card_distance[other]
    if work < 0 or reach < box.card_needs_distance[card]:
        return 603
    return refuse_aim(s, box, seat, card, reach)


@rule
def refuse_aim(s: State, box: Box, seat: int, card: int, reach: int) -> int:
    """CI-7.31, CI-9.2, CI-9.5 to CI-9.7: whether the card's action has something to be aimed at."""
    side = s.sides[seat]
    effect = box.card_effect[card]
    if effect == Effect.SETTLE or effect == Effect.ADD_DISTRICT:
        if side.tokens[1] == 0 and side.tokens[2] == 0:
            return 902
        return refuse_settling(s, box, side, card, reach) if effect == Effect.SETTLE else 0
    if effect == Effect.BUILD_CHEAPER or effect == Effect.BUILD_UNSTUDIED or effect == Effect.BUILD_STORED:
        for source in range(ROW + box.faces):
            if refuse_source(s, box, side, source, card) == 0:
                return 0
        return 731
    return 0 if is_aimed(s, box, seat, card) else 731


@rule
def is_aimed(s: State, box: Box, seat: int, card: int) -> bool:
    """CI-7.31; CI-6.7: a card that is not free lies among those that it draws from."""
    side = s.sides[seat]
    effect = box.card_effect[card]
    itself = 1 - box.card_free[card]
    is_soldier = box.card_kind[card]
    citizens = side.draw_count[CITIZEN] + side.discard_count[CITIZEN] + itself * (1 - is_soldier)
    soldiers = side.draw_count[MILITARY] + side.discard_count[MILITARY] + itself * is_soldier
    found = 1
    if effect == Effect.SALVAGE or effect == Effect.SNATCH:
        found = 0
        for place in range(ROW):
            found += s.row[place] != NONE
    elif effect == Effect.RECOVER:
        found = side.discard_count[CITIZEN] + side.discard_count[MILITARY]
    elif effect == Effect.STEAL or effect == Effect.EXACT_TRIBUTE:
        found = 0
        for rival in range(box.seats):
            found += 0 if rival == seat else s.sides[rival].coins
    elif effect == Effect.TAKE_DOWN:
        found = 0
        for number in range(CITIES):
            found += side.cities[number].count
    elif effect == Effect.CHART:
        found = citizens
    elif effect == Effect.ARM or effect == Effect.MUSTER or effect == Effect.TAKE_AIM:
        found = soldiers
    elif effect == Effect.SCOUT or effect == Effect.PLAN_AHEAD:
        found = citizens + soldiers
    return found > 0


@rule
def refuse_settling(s: State, box: Box, side: Side, card: int, reach: int) -> int:
    """The rule that keeps the Explorer from the land that is nearest to being reached."""
    reason = 905
    for land in range(LANDS):
        why = refuse_land(s, box, side, card, reach, land)
        if why == 0:
            return 0
        reason = max(reason, why)
    return reason


@rule
def refuse_land(s: State, box: Box, side: Side, card: int, reach: int, land: int) -> int:
    if s.land_owner[land] != NONE or box.land_distance[land] == 0 or box.land_in_play[land] == 0:
        return 905
    if reach < box.land_distance[land]:
        return 906
    if box.land_vessel[land] == NO_VESSEL:
        return 0
    for vessel in range(CARDS):
        if vessel != card and side.hand & (1 << vessel) != 0 and box.card_vessel[vessel] == box.land_vessel[land]:
            return 0
    return 907


@rule
def refuse_move(box: Box, side: Side, number: int, place: int) -> int:
    """CI-13.2."""
    city = side.cities[number]
    if box.moves_buildings[side.nation] == 0 or side.coins < box.move_price or place >= city.count:
        return 1302
    for goal in range(CITIES):
        if refuse_goal(box, side, number, place, goal) == 0:
            return 0
    return 1302


@rule
def refuse_goal(box: Box, side: Side, number: int, place: int, goal: int) -> int:
    city = side.cities[goal]
    if goal == number or city.count >= city.spaces:
        return 1302
    return 0 if stands_on(city, box, side.cities[number].built[place]) else 1302


@rule
def refuse_target(s: State, box: Box, seat: int, step: int, action: int) -> int:
    """What the action is aimed at."""
    side = s.sides[seat]
    plan = s.plan
    if step == Step.SOURCE and belongs(BUILD, action):
        return refuse_source(s, box, side, decode(Build, action).place, plan.card)
    if step == Step.PLACE and (belongs(CITY, action) or belongs(SPOT, action)):
        return refuse_place(s, box, side, action)
    if step == Step.CITY and belongs(CITY, action):
        return refuse_city(box, side, plan, decode(PickCity, action).city)
    if step == Step.LAND and belongs(LAND, action):
        reach = side.distance
        for other in range(CARDS):
            if other != plan.card and side.hand & (1 << other) != 0:
                reach += box.card_distance[other]
        return refuse_land(s, box, side, plan.card, reach, decode(PickLand, action).land)
    if step == Step.TOKEN and belongs(TOKEN, action):
        token = decode(PickToken, action).token
        return 902 if token == 0 or side.tokens[token] == 0 else 0
    if step == Step.ROW_CARD and belongs(STORE, action):
        return 731 if s.row[decode(StoreCard, action).place] == NONE else 0
    if step == Step.PILE_TOP and belongs(DRAW, action):
        return 710 if side.discard_count[decode(Draw, action).pile] == 0 else 0
    if step == Step.RIVAL and belongs(RIVAL, action):
        rival = decode(Rival, action).seat
        return 724 if rival == seat or rival >= box.seats or s.sides[rival].coins == 0 else 0
    if step == Step.OWN_BUILDING and belongs(SPOT, action):
        number, place = decode(Spot, action)
        return 729 if place >= side.cities[number].count else 0
    return 404


@rule
def refuse_place(s: State, box: Box, side: Side, action: int) -> int:
    """CI-5.4 to CI-5.7."""
    place = NONE
    if belongs(SPOT, action):
        number, place = decode(Spot, action)
    else:
        number = decode(PickCity, action).city
    city = side.cities[number]
    face = s.row[s.plan.source] if s.plan.source < ROW else s.plan.source - ROW
    if city.spaces == 0:
        return 504
    if not stands_on(city, box, face):
        return 505
    if place == NONE:
        return 506 if city.count == city.spaces else 0
    return 507 if city.count < city.spaces or place >= city.count else 0


@rule
def refuse_city(box: Box, side: Side, plan: Plan, number: int) -> int:
    if plan.act == Act.MOVE:
        return refuse_goal(box, side, plan.city, plan.place, number)
    if number >= LAND_CITIES:
        return 1411
    return 903 if side.cities[number].spaces == 0 else 0


@rule
def refuse_laying(s: State, box: Box, side: Side, card: int, role: int) -> int:
    """CI-6.3 to CI-6.6, CI-8.2 to CI-8.5, CI-4.6."""
    plan = s.plan
    attacks = plan.act == Act.ATTACK
    if side.hand & (1 << card) == 0:
        return 603
    for k in range(plan.laid_count):
        if plan.laid[k] == card:
            return 606
    if role == Role.ATTACK and (not attacks or box.card_attack[card] == 0):
        return 802
    if card == plan.card:
        return 0
    attack = attack_owed(s, box)
    distance = distance_owed(s, box, side)
    if role == Role.ATTACK:
        if attack == 0:
            return 605
    else:
        vessel = vessel_owed(s, box)
        useful = min(distance, box.card_distance[card]) + min(work_owed(s, box, side), box.card_work[card])
        if useful == 0 and (vessel == NO_VESSEL or vessel != box.card_vessel[card]):
            return 605
    return refuse_completion(s, box, side, card, role)


@rule
def refuse_completion(s: State, box: Box, side: Side, card: int, role: int) -> int:
    """CI-6.5 where the payment is then complete with a card too many, CI-4.6 where it could not be completed."""
    plan = s.plan
    force = 1 << card if role == Role.ATTACK else 0
    skill = 1 << card if role == Role.SKILL else 0
    rest = side.hand & ~(1 << card)
    for k in range(plan.laid_count):
        rest &= ~(1 << plan.laid[k])
        if plan.laid[k] != plan.card:
            if plan.role[k] == Role.ATTACK:
                force |= 1 << plan.laid[k]
            else:
                skill |= 1 << plan.laid[k]
    if plan.card != NONE:
        rest &= ~(1 << plan.card)
    enough, lean = weigh(s, box, side, force, skill)
    if enough:
        return 0 if lean else 605
    rest &= useful_cards(s, box)
    more = 0
    while True:
        more = (more - rest) & rest
        if more == 0:
            return 406
        if completes(s, box, side, force, skill, more):
            return 0


@rule
def useful_cards(s: State, box: Box) -> int:
    """The cards that give something of what the action asks for."""
    found = 0
    attacks = s.plan.act == Act.ATTACK
    for card in range(CARDS):
        use = box.card_distance[card] if distance_asked(s, box) > 0 else 0
        use += box.card_attack[card] if attacks else box.card_work[card] + box.card_vessel[card]
        found |= (use > 0) << card
    return found


@rule
def completes(s: State, box: Box, side: Side, force: int, skill: int, more: int) -> bool:
    """Whether all of these further cards, in some roles, make a payment without a superfluous one."""
    fighters = 0
    if s.plan.act == Act.ATTACK:
        for card in range(CARDS):
            if (more >> card) & 1 == 1 and box.card_attack[card] > 0:
                fighters |= 1 << card
    group = fighters
    while True:
        enough, lean = weigh(s, box, side, force | group, skill | (more & ~group))
        if enough and lean:
            return True
        if group == 0:
            return False
        group = (group - 1) & fighters


@rule
def weigh(s: State, box: Box, side: Side, force: int, skill: int) -> tuple[bool, bool]:
    """Whether cards laid for attack and for skills pay all that is asked, and whether none of them is superfluous."""
    attack = -defence(s, box, s.plan.town) if s.plan.act == Act.ATTACK else 0
    distance = side.distance - distance_asked(s, box)
    work = side.work - (box.card_needs_work[s.plan.card] if s.plan.act == Act.CARD else 0)
    vessel = box.land_vessel[s.plan.land] if s.plan.act == Act.CARD and s.plan.land != NONE else NO_VESSEL
    vessels = 0
    for card in range(CARDS):
        if (force >> card) & 1 == 1:
            attack += box.card_attack[card]
        if (skill >> card) & 1 == 1:
            distance += box.card_distance[card]
            work += box.card_work[card]
            vessels += vessel != NO_VESSEL and box.card_vessel[card] == vessel
    enough = attack >= 0 and distance >= 0 and work >= 0 and (vessel == NO_VESSEL or vessels > 0)
    lean = True
    for card in range(CARDS):
        if (force >> card) & 1 == 1 and box.card_attack[card] <= attack:
            lean = False
        if (skill >> card) & 1 == 1:
            spared = box.card_distance[card] <= distance and box.card_work[card] <= work
            only = vessels == 1 and vessel != NO_VESSEL and box.card_vessel[card] == vessel
            if spared and not only:
                lean = False
    return enough, lean
