"""The actions of the cards (chapter 7), one short function each, in the order of cards.csv."""

from wartable.core.compiled import rule

from ..state import CITIZEN, GOODS, MILITARY, NONE, Effect
from .building import build
from .cards import draw_cards, take_last_discard
from .cities import cities_settled, destroy_building, found_city, found_district, towns_owned
from .row import take_from_row
from .scoring import place_in


@rule
def capped(amount, limit):
    """At most the limit, where the card has one."""
    return min(amount, limit) if limit > 0 else amount


@rule
def kinds_of_goods(side):
    kinds = 0
    for good in range(GOODS):
        kinds += side.goods[good] > 0
    return kinds


@rule
def peddle(side, amount, limit):
    """CI-7.3: Cargo Ship, coins for each kind of good."""
    side.coins += capped(kinds_of_goods(side) * amount, limit)


@rule
def salvage(s, side, source, amount):
    """CI-7.4: Cloud Skimmer, a building card for coins."""
    s.junk[take_from_row(s, source)] += 1
    side.coins += amount


@rule
def snatch(s, side, source):
    """CI-7.14: Wyvern Ship; CI-4.9: Store."""
    face = take_from_row(s, source)
    side.stored[face] += 1
    side.stored_count += 1
    s.fresh[face] += 1
    s.fresh_count += 1


@rule
def take_coins(s, seat, rival, amount):
    taken = min(amount, s.sides[rival].coins)
    s.sides[rival].coins -= taken
    s.sides[seat].coins += taken


@rule
def exact_tribute(s, box, seat, amount):
    """CI-7.18: Iron Dragon, from each other player."""
    for rival in range(box.seats):
        if rival != seat:
            take_coins(s, seat, rival, amount)


@rule
def blockade(s, box, seat, amount, limit):
    """CI-7.25: Warship, coins for each first place."""
    first = 0
    for good in range(GOODS):
        if place_in(s, box, seat, good) == 1:
            first += 1
    s.sides[seat].coins += capped(first * amount, limit)


@rule
def take_down(s, side, box, number, place, limit):
    """CI-7.29: Fixer, a building's price in coins."""
    face = side.cities[number].built[place]
    destroy_building(s, side, box, number, place)
    side.coins += min(box.face_coins[face], limit)


@rule
def perform(s, box, seat):
    """What the card of the plan does; its price is paid and the cards lie on their piles (CI-6.7)."""
    side = s.sides[seat]
    plan = s.plan
    effect = box.card_effect[plan.card]
    amount = box.card_amount[plan.card]
    limit = box.card_limit[plan.card]
    if effect in (Effect.STUDY, Effect.RESEARCH, Effect.CONJURE, Effect.INVENT):
        side.science += amount  # CI-7.1, CI-7.11, CI-7.22, CI-7.26
    elif effect in (Effect.SELL, Effect.PATROL, Effect.CLAIM_BOUNTY):
        side.coins += amount  # CI-7.9, CI-7.15, CI-7.27
    elif effect == Effect.CHART:
        draw_cards(side, box, CITIZEN, amount)  # CI-7.2
    elif effect in (Effect.ARM, Effect.MUSTER, Effect.TAKE_AIM):
        draw_cards(side, box, MILITARY, amount)  # CI-7.7, CI-7.16, CI-7.23
    elif effect == Effect.SCOUT:
        draw_cards(side, box, CITIZEN, amount)  # CI-7.12
        draw_cards(side, box, MILITARY, amount)
    elif effect == Effect.PLAN_AHEAD:
        draw_cards(side, box, MILITARY, amount)  # CI-7.28
        draw_cards(side, box, CITIZEN, 1)
    elif effect == Effect.PEDDLE:
        peddle(side, amount, limit)
    elif effect == Effect.SALVAGE:
        salvage(s, side, plan.source, amount)
    elif effect == Effect.SETTLE:
        found_city(s, side, box, seat, plan.land, plan.token)  # CI-7.6
    elif effect == Effect.ADD_DISTRICT:
        found_district(side, box, plan.city, plan.token)  # CI-7.8
    elif effect == Effect.COLLECT:
        side.coins += capped(cities_settled(side) * amount, limit)  # CI-7.13
    elif effect == Effect.SNATCH:
        snatch(s, side, plan.source)
    elif effect == Effect.EXACT_TRIBUTE:
        exact_tribute(s, box, seat, amount)
    elif effect == Effect.GUARD_TOWNS:
        side.coins += capped(amount * (1 + towns_owned(s, seat)), limit)  # CI-7.19
    elif effect == Effect.PARADE:
        side.coins += capped(amount * (1 + side.hand_count[MILITARY]), limit)  # CI-7.20
    elif effect == Effect.STEAL:
        take_coins(s, seat, plan.rival, amount)  # CI-7.24
    elif effect == Effect.BLOCKADE:
        blockade(s, box, seat, amount, limit)
    elif effect == Effect.TAKE_DOWN:
        take_down(s, side, box, plan.city, plan.place, amount)
    elif effect != Effect.RECOVER:
        build(s, box, seat)  # CI-7.5, CI-7.17, CI-7.21


@rule
def recover(side, box, plan):
    """CI-7.10: Junkbot, before it lies on the pile itself."""
    if box.card_effect[plan.card] == Effect.RECOVER and plan.pile != NONE:
        take_last_discard(side, box, plan.pile)
