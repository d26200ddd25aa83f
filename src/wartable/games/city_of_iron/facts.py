"""The fact for which a rule forbids an action here: what is missing, and what there is instead."""

from collections.abc import Callable

from wartable.core.actions import belongs, decode
from wartable.core.compiled import plain
from wartable.core.frames import top

from . import actions as a
from .box import Box, text_of
from .prompts import prompt
from .rules import bidding, building, cities, pay
from .rules.end_round import picked_coins, picked_science
from .state import CARDS, CITIES, LAND_CITIES, NONE, OPEN, ROW, SHIP, Act, ArrangeFrame, Effect, Role, State, Step
from .texts import (
    PILES,
    PLACES,
    card_name,
    city_name,
    coins,
    face_name,
    good_name,
    join,
    land_name,
    members,
    nation_name,
    owed,
    price,
    step_of,
    town_name,
    type_names,
)

Fact = Callable[[State, Box, int, int], str]


def fact(view: State, box: Box, seat: int, action: int, rule: int) -> str:
    """Why the rule forbids it here; empty where the rule says all."""
    found = FACTS.get(rule)
    if found is None and 700 < rule < 732:
        found = no_target
    return found(view, box, seat, action) if found else ""


def asked_now(view: State, box: Box, seat: int, action: int) -> str:
    return f"{prompt(view, box, seat)}."


# Setup and bids


def taken_nation(view: State, box: Box, seat: int, action: int) -> str:
    return f"Somebody leads the {text_of(box.nation_text[decode(a.PickNation, action).nation].name)} already."


def no_home(view: State, box: Box, seat: int, action: int) -> str:
    land = decode(a.PickLand, action).land
    if box.land_distance[land]:
        return f"{land_name(box, land)} is at distance {box.land_distance[land]}; a starting land has distance 0."
    return f"{land_name(box, land)} is taken."


def no_starting_card(view: State, box: Box, seat: int, action: int) -> str:
    pile = top(view, ArrangeFrame).pile
    start = box.start_set[view.sides[seat].nation, pile]
    names = join(card_name(box, card) for card in members(int(start)))
    card = card_name(box, decode(a.Top, action).card)
    return f"{card} is not among them; your {PILES[pile]} pile begins with {names}."


def in_pile_already(view: State, box: Box, seat: int, action: int) -> str:
    return f"{card_name(box, decode(a.Top, action).card)} is in the pile already."


def taken_spot(view: State, box: Box, seat: int, action: int) -> str:
    spot = decode(a.Bid, action).spot
    return f"Spot {spot + 1} is taken by {nation_name(view, box, view.spots[spot])}."


def dear_spot(view: State, box: Box, seat: int, action: int) -> str:
    spot = decode(a.Bid, action).spot
    old = plain(bidding.spot_of)(view, seat)
    more = box.spot_coins[spot] - (box.spot_coins[old] if old != NONE else 0)
    return f"Spot {spot + 1} costs {coins(more)}{' more' * (old != NONE)}; you have {view.sides[seat].coins}."


def cheap_spot(view: State, box: Box, seat: int, action: int) -> str:
    spot, old = decode(a.Bid, action).spot, plain(bidding.spot_of)(view, seat)
    return (
        f"Spot {spot + 1} costs {coins(box.spot_coins[spot])}, less than your spot {old + 1} "
        f"({coins(box.spot_coins[old])}); a second bid is not for less."
    )


# Plain actions and steps


def no_step_back(view: State, box: Box, seat: int, action: int) -> str:
    if view.plan.step_count:
        return f"You have taken back {box.take_backs} steps in this turn, and that is the most."
    return "No action has been begun, so there is no step to take back."


def dear_science(view: State, box: Box, seat: int, action: int) -> str:
    return f"Science costs {coins(box.science_price)}; you have {view.sides[seat].coins}."


def empty_place(view: State, box: Box, seat: int, action: int) -> str:
    number = decode(a.StoreCard, action).place
    place = PLACES[number]
    return f"Place {place} of the row is empty." if number < box.row_places else no_place(box, place)


def no_place(box: Box, place: str) -> str:
    return f"The row has no place {place}; its places are a to {PLACES[box.row_places - 1]}."


def nothing_to_draw(view: State, box: Box, seat: int, action: int) -> str:
    pile = PILES[decode(a.Draw, action).pile]
    return f"You have no {pile} card to draw: all of yours are in your hand."


# Building


def face_of(view: State, box: Box, seat: int, action: int) -> int:
    source = decode(a.Build, action).place if belongs(a.BUILD, action) else view.plan.source
    return int(plain(cities.face_at)(view, view.sides[seat], source))


def helper(view: State, box: Box, seat: int) -> int:
    return int(view.plan.card) if step_of(view, box, seat) == Step.SOURCE else NONE


def no_building(view: State, box: Box, seat: int, action: int) -> str:
    source = decode(a.Build, action).place
    if source >= ROW:
        name = face_name(box, source - ROW) if source - ROW < box.faces else "such building"
        return f"You have stored no {name}."
    return f"Place {PLACES[source]} of the row is empty." if source < box.row_places else no_place(box, PLACES[source])


def dear_building(view: State, box: Box, seat: int, action: int) -> str:
    face, card = face_of(view, box, seat, action), helper(view, box, seat)
    cost = plain(building.coins_to_build)(box, face, card)
    cost += plain(pay.needs_coins)(view.sides[seat], box, card) if card != NONE else 0
    return f"{face_name(box, face)} costs {coins(cost)}; you have {view.sides[seat].coins}."


def needs_science(view: State, box: Box, seat: int, action: int) -> str:
    face, card = face_of(view, box, seat, action), helper(view, box, seat)
    cost = plain(building.science_to_build)(view.sides[seat], box, face, card)
    return f"{face_name(box, face)} costs {cost} science; you have {view.sides[seat].science}."


def city_of(action: int) -> int:
    return int(decode(a.PickCity, action).city if belongs(a.CITY, action) else decode(a.Spot, action).city)


def no_city(view: State, box: Box, seat: int, action: int) -> str:
    held = [number for number in range(CITIES) if view.sides[seat].cities[number].spaces]
    mine = join(f"{number + 1} ({city_name(view, box, seat, number)})" for number in held)
    return f"You have no city {city_of(action) + 1}; your cities are {mine}."


def wrong_land(view: State, box: Box, seat: int, action: int) -> str:
    face = face_of(view, box, seat, action)
    needed = f"{face_name(box, face)} needs {type_names(box, 1 << box.face_type[face])}"
    if belongs(a.BUILD, action):
        return f"{needed}; your cities stand on {type_names(box, view.sides[seat].types)}."
    number = city_of(action)
    ground = type_names(box, view.sides[seat].cities[number].types)
    return f"{needed}; {city_name(view, box, seat, number)} stands on {ground}."


def full_city(view: State, box: Box, seat: int, action: int) -> str:
    number = city_of(action)
    city = view.sides[seat].cities[number]
    name = city_name(view, box, seat, number)
    return f"{name} is full ({city.count} of {city.spaces} places); choose a building in it to destroy."


def roomy_city(view: State, box: Box, seat: int, action: int) -> str:
    number, place = decode(a.Spot, action)
    city = view.sides[seat].cities[number]
    name = city_name(view, box, seat, number)
    if place >= city.count:
        return f"No building stands at place {PLACES[place]} of {name}."
    return f"{name} has room ({city.count} of {city.spaces} places); nothing is destroyed there."


def just_stored(view: State, box: Box, seat: int, action: int) -> str:
    name = face_name(box, decode(a.Build, action).place - ROW)
    return f"{name} was stored in this turn; it can be built from your next turn on."


# Cards


def not_in_hand(view: State, box: Box, seat: int, action: int) -> str:
    card = decode(a.Play, action).card if belongs(a.PLAY, action) else decode(a.Lay, action).card
    side = view.sides[seat]
    if side.shop >> card & 1:
        cost = price(box.card_coins[card], box.card_science[card])
        where = f"you can buy it for {cost} at the end of a round"
    elif side.discarded >> card & 1:
        where = "it lies on your discard pile"
    elif card in side.draw[box.card_kind[card]].tolist():
        where = f"it is in your {PILES[box.card_kind[card]]} draw pile"
    else:
        where = "it is not a card of your nation"
    return f"{card_name(box, card)} is not in your hand; {where}."


def dear_action(view: State, box: Box, seat: int, action: int) -> str:
    card = decode(a.Play, action).card
    cost = plain(pay.needs_coins)(view.sides[seat], box, card)
    return f"{card_name(box, card)} costs {coins(cost)} to play; you have {view.sides[seat].coins}."


def other_skills(view: State, box: Box, seat: int, card: int) -> tuple[int, int]:
    """The work and the distance of the other cards of the hand and of buildings."""
    side = view.sides[seat]
    rest = [other for other in members(int(side.hand)) if other != card]
    work = int(side.work) + sum(int(box.card_work[other]) for other in rest)
    return work, int(side.distance) + sum(int(box.card_distance[other]) for other in rest)


def too_little_skill(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(a.LAY, action):
        return not_in_hand(view, box, seat, action)
    card = decode(a.Play, action).card
    work, distance = other_skills(view, box, seat, card)
    asked = (("work", box.card_needs_work[card], work), ("distance", box.card_needs_distance[card], distance))
    for what, needed, there in asked:
        if there < needed:
            return (
                f"{card_name(box, card)} needs {needed} {what} from other cards; yours and your buildings give {there}."
            )
    return ""


def superfluous(view: State, box: Box, seat: int, action: int) -> str:
    card, role = decode(a.Lay, action)
    plan = view.plan
    gives = box.card_attack[card] if role == Role.ATTACK else box.card_distance[card] + box.card_work[card]
    before = [int(laid) for k, laid in enumerate(plan.laid[: plan.laid_count]) if plan.role[k] == role]
    if gives and before and helps(view, box, seat, card, role):
        names = join(card_name(box, other) for other in before)
        return f"With {card_name(box, card)} a card laid before ({names}) would be superfluous."
    return f"{card_name(box, card)} gives nothing of what is still owed: {owed(view, box, seat)}."


def helps(view: State, box: Box, seat: int, card: int, role: int) -> bool:
    side = view.sides[seat]
    if role == Role.ATTACK:
        return bool(plain(pay.attack_owed)(view, box))
    distance = plain(pay.distance_owed)(view, box, side) and box.card_distance[card]
    return bool(distance or (plain(pay.work_owed)(view, box, side) and box.card_work[card]))


def laid_already(view: State, box: Box, seat: int, action: int) -> str:
    return f"{card_name(box, decode(a.Lay, action).card)} is laid already."


def leads_nowhere(view: State, box: Box, seat: int, action: int) -> str:
    name = card_name(box, decode(a.Lay, action).card)
    return f"If {name} is laid so, your other cards cannot pay the rest of {owed(view, box, seat)} without waste."


def no_target(view: State, box: Box, seat: int, action: int) -> str:
    """CI-7.10, CI-7.21, CI-7.24, CI-7.29, CI-7.31."""
    if belongs(a.RIVAL, action):
        return no_victim(view, box, seat, decode(a.Rival, action).seat)
    if belongs(a.DRAW, action):
        return f"Your {PILES[decode(a.Draw, action).pile]} discard pile is empty."
    if belongs(a.STORE, action):
        return empty_place(view, box, seat, action)
    if belongs(a.SPOT, action):
        return "No building stands there."
    if belongs(a.BUILD, action):
        return f"{card_name(box, view.plan.card)} builds stored buildings only, none of the row."
    return no_use(box, decode(a.Play, action).card)


def no_victim(view: State, box: Box, seat: int, rival: int) -> str:
    if rival == seat:
        return "You cannot rob yourself."
    return f"{nation_name(view, box, rival)} has no coin." if rival < box.seats else "Nobody sits there."


def no_use(box: Box, card: int) -> str:
    effect = Effect(box.card_effect[card])
    reason = {
        Effect.SALVAGE: "the row is empty",
        Effect.SNATCH: "the row is empty",
        Effect.RECOVER: "your discard piles are empty",
        Effect.STEAL: "nobody else has a coin",
        Effect.EXACT_TRIBUTE: "nobody else has a coin",
        Effect.TAKE_DOWN: "you have no building",
        Effect.TAKE_AIM: "you have no military card to draw but itself",
        Effect.BUILD_CHEAPER: "there is no building that you could pay and place with it",
        Effect.BUILD_UNSTUDIED: "there is no building that you could pay and place with it",
        Effect.BUILD_STORED: "you have no building stored in a turn before that you could pay and place",
    }.get(effect, "you have no military card to draw")
    return f"{card_name(box, card)} would do nothing: {reason}."


# Towns


def no_town(view: State, box: Box, seat: int, action: int) -> str:
    town = decode(a.Attack, action).town
    name = town_name(box, town)
    if view.town_owner[town] == seat:
        return f"{name} is yours."
    if not box.town_in_play[town]:
        return f"{name} is not in this game."
    opened = join(town_name(box, view.open_towns[k]) for k in range(OPEN) if view.open_towns[k] != NONE)
    return f"{name} does not lie open yet; the open towns are {opened}."


def too_weak(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(a.LAY, action):
        name = card_name(box, decode(a.Lay, action).card)
        is_attack = view.plan.act == Act.ATTACK
        return f"{name} has no attack value." if is_attack else "No town is being attacked."
    town = decode(a.Attack, action).town
    strength = sum(int(box.card_attack[card]) for card in members(int(view.sides[seat].hand)))
    needed = plain(pay.defence)(view, box, town)
    return f"{town_name(box, town)} has defence {needed}; the cards in your hand have {strength} attack."


def too_far(view: State, box: Box, seat: int, action: int) -> str:
    town = decode(a.Attack, action).town
    reach = other_skills(view, box, seat, NONE)[1]
    return f"{town_name(box, town)} is at distance {box.town_distance[town]}; your cards and buildings give {reach}."


def not_both(view: State, box: Box, seat: int, action: int) -> str:
    town = decode(a.Attack, action).town
    needed = f"defence {plain(pay.defence)(view, box, town)} and distance {box.town_distance[town]}"
    return f"Your cards reach {needed} of {town_name(box, town)} each alone, not both: a card counts for one of them."


# Cities and lands


def no_token(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(a.TOKEN, action) and action == a.TOKEN.first:
        return "The capital's token lies on your starting land."
    if belongs(a.TOKEN, action):
        return "You have used that token already."
    return "You have used all your city tokens."


def no_land_city(view: State, box: Box, seat: int, action: int) -> str:
    held = [n for n in range(LAND_CITIES) if view.sides[seat].cities[n].spaces]
    names = join(f"{n + 1} ({city_name(view, box, seat, n)})" for n in held)
    return f"You have no city {city_of(action) + 1} on a land; your cities are {names}."


def land_fact(view: State, box: Box, seat: int, land: int, rule: int) -> str:
    """Why a land cannot be settled."""
    name = land_name(box, land)
    if rule == 905 and not box.land_in_play[land]:
        return f"{name} is not in this game."
    if rule == 905:
        return f"{name} is {'taken' if view.land_owner[land] != NONE else 'a starting land'}."
    if rule == 906:
        reach = other_skills(view, box, seat, explorer(box))[1]
        return f"{name} is at distance {box.land_distance[land]}; your other cards and buildings give {reach}."
    vessel = "a ship" if box.land_vessel[land] == SHIP else "an airship"
    return f"{name} needs {vessel} among the cards laid; you have none in your hand."


def explorer(box: Box) -> int:
    return next(card for card in range(CARDS) if box.card_effect[card] == Effect.SETTLE)


def no_land(rule: int) -> Fact:
    def say(view: State, box: Box, seat: int, action: int) -> str:
        if belongs(a.LAND, action):
            return land_fact(view, box, seat, decode(a.PickLand, action).land, rule)
        reach = other_skills(view, box, seat, explorer(box))[1]
        if rule == 905:
            return "No land lies open."
        if rule == 907:
            return f"Your other cards reach distance {reach}, but the lands so near need a ship or an airship."
        return f"No open land is near enough: your other cards and buildings give {reach} distance."

    return say


# Purchases, nations, towns of the expansion


def not_for_sale(view: State, box: Box, seat: int, action: int) -> str:
    if not belongs(a.BUY, action):
        return asked_now(view, box, seat, action)
    card = decode(a.Buy, action).card
    side = view.sides[seat]
    mine = box.shop_set[side.nation] | box.start_set[side.nation, 0] | box.start_set[side.nation, 1]
    return f"{card_name(box, card)} is {'yours already' if mine >> card & 1 else 'not a card of your nation'}."


def dear_card(view: State, box: Box, seat: int, action: int) -> str:
    card = decode(a.Buy, action).card
    side = view.sides[seat]
    left = side.coins - plain(picked_coins)(side, box), side.science - plain(picked_science)(side, box)
    chosen = " beside what you have chosen" if side.picks else ""
    cost = price(box.card_coins[card], box.card_science[card])
    return f"{card_name(box, card)} costs {cost}; you have {price(*left)}{chosen}."


def no_more_putting_back(view: State, box: Box, seat: int, action: int) -> str:
    return f"You have put back {box.take_backs} cards, and that is the most."


def no_move(view: State, box: Box, seat: int, action: int) -> str:
    side = view.sides[seat]
    if not box.moves_buildings[side.nation]:
        return "Only Arc moves buildings, with the option nations."
    if side.coins < box.move_price:
        return f"Moving a building costs {coins(box.move_price)}; you have {side.coins}."
    if belongs(a.SPOT, action):
        number, place = decode(a.Spot, action)
        if place >= side.cities[number].count:
            return "No building stands there."
        name = face_name(box, side.cities[number].built[place])
        return f"No other city of yours has room and the land for {name}."
    return (
        f"{city_name(view, box, seat, city_of(action))} has no room or not the land for it, or it stands there already."
    )


def no_such_good(view: State, box: Box, seat: int, action: int) -> str:
    return f"You have no {good_name(box, decode(a.PickGood, action).good)} of your own."


def no_district(view: State, box: Box, seat: int, action: int) -> str:
    return "That is a town; districts are added to cities on lands."


FACTS: dict[int, Fact] = {
    107: asked_now,
    202: taken_nation,
    203: no_home,
    204: no_starting_card,
    205: in_pile_already,
    302: taken_spot,
    303: dear_spot,
    304: asked_now,
    404: asked_now,
    405: no_step_back,
    406: leads_nowhere,
    407: dear_science,
    409: empty_place,
    412: nothing_to_draw,
    501: no_building,
    502: dear_building,
    503: needs_science,
    504: no_city,
    505: wrong_land,
    506: full_city,
    507: roomy_city,
    514: just_stored,
    601: not_in_hand,
    602: dear_action,
    603: too_little_skill,
    605: superfluous,
    606: laid_already,
    801: no_town,
    802: too_weak,
    804: too_far,
    805: not_both,
    902: no_token,
    903: no_land_city,
    905: no_land(905),
    906: no_land(906),
    907: no_land(907),
    1011: not_for_sale,
    1012: dear_card,
    1013: no_more_putting_back,
    1302: no_move,
    1308: asked_now,
    1309: cheap_spot,
    1404: no_such_good,
    1411: no_district,
}
