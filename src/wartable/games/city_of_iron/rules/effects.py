"""The actions of the cards (chapter 7)."""

from wartable.core.rules import change, note, rule

from ..box import Box
from ..notes import Counter, Told
from ..state import CITIZEN, GOODS, MILITARY, NONE, Effect, Side, State
from .building import build, is_build_effect
from .cards import draw_cards, take_last_discard
from .cities import cities_settled, destroy_building, found_city, found_district, towns_owned
from .row import discard_from_row, take_from_row
from .scoring import place_in
from .stock import gain_coins, gain_science, take_coins


@rule
def capped(amount: int, limit: int) -> int:
    """At most the limit, where the card has one."""
    return min(amount, limit) if limit > 0 else amount


@rule
def kinds_of_goods(side: Side) -> int:
    kinds = 0
    for good in range(GOODS):
        kinds += side.goods[good] > 0
    return kinds


@rule
def gain_counted(s: State, box: Box, seat: int, card: int, count: int, amount: int) -> None:
    """Coins for each of what is counted, as many as the card allows at most."""
    side = s.sides[seat]
    gained = capped(amount, box.card_limit[card])
    side.coins += gained
    cause = 701 + box.card_effect[card]
    change(box, Told.COUNTS, cause, seat, Counter.COINS, gained, side.coins, card, count)
    if gained == 0:
        note(box, Told.BRINGS_NOTHING, cause, seat, card)


@rule
def salvage(s: State, box: Box, seat: int, source: int, amount: int) -> None:
    """CI-7.4: Cloud Skimmer, a building card for coins."""
    discard_from_row(s, box, source, 704)
    gain_coins(s, box, seat, amount, 704)


@rule
def store(s: State, box: Box, seat: int, source: int) -> int:
    """CI-4.9, CI-7.14: a card of the row beside the nation board. Its face."""
    side = s.sides[seat]
    face = take_from_row(s, source)
    side.stored[face] += 1
    side.stored_count += 1
    s.fresh[face] += 1
    s.fresh_count += 1
    return face


@rule
def snatch(s: State, box: Box, seat: int, source: int) -> None:
    """CI-7.14: Wyvern Ship."""
    face = store(s, box, seat, source)
    change(box, Told.SNATCHES, 714, seat, Counter.STORED, 1, s.sides[seat].stored_count, face, source)


@rule
def exact_tribute(s: State, box: Box, seat: int, amount: int) -> None:
    """CI-7.18: Iron Dragon, from each other player."""
    for rival in range(box.seats):
        if rival != seat:
            take_coins(s, box, seat, rival, amount, 718)


@rule
def first_places(s: State, box: Box, seat: int) -> int:
    first = 0
    for good in range(GOODS):
        if place_in(s, box, seat, good) == 1:
            first += 1
    return first


@rule
def take_down(s: State, box: Box, seat: int, number: int, place: int, limit: int) -> None:
    """CI-7.29: Fixer, a building's price in coins."""
    face = s.sides[seat].cities[number].built[place]
    destroy_building(s, box, seat, number, place, 729)
    gain_coins(s, box, seat, min(box.face_coins[face], limit), 729)


@rule
def perform(s: State, box: Box, seat: int) -> None:
    """What the card of the plan does; its price is paid and the cards lie on their piles (CI-6.7)."""
    effect = box.card_effect[s.plan.card]
    amount = box.card_amount[s.plan.card]
    if effect in (Effect.STUDY, Effect.RESEARCH, Effect.CONJURE, Effect.INVENT):
        gain_science(s, box, seat, amount, 701 + effect)  # CI-7.1, CI-7.11, CI-7.22, CI-7.26
    elif effect in (Effect.SELL, Effect.PATROL, Effect.CLAIM_BOUNTY):
        gain_coins(s, box, seat, amount, 701 + effect)  # CI-7.9, CI-7.15, CI-7.27
    elif effect == Effect.SETTLE:
        found_city(s, box, seat, s.plan.land, s.plan.token)  # CI-7.6
    elif effect == Effect.ADD_DISTRICT:
        found_district(s, box, seat, s.plan.city, s.plan.token)  # CI-7.8
    elif effect == Effect.SALVAGE:
        salvage(s, box, seat, s.plan.source, amount)
    elif effect == Effect.SNATCH:
        snatch(s, box, seat, s.plan.source)
    elif effect == Effect.EXACT_TRIBUTE:
        exact_tribute(s, box, seat, amount)
    elif effect == Effect.STEAL:
        take_coins(s, box, seat, s.plan.rival, amount, 724)  # CI-7.24
    elif effect == Effect.TAKE_DOWN:
        take_down(s, box, seat, s.plan.city, s.plan.place, amount)
    elif is_build_effect(effect):
        build(s, box, seat)  # CI-7.5, CI-7.17, CI-7.21
    else:
        perform_counting(s, box, seat, s.plan.card, effect, amount)


@rule
def perform_counting(s: State, box: Box, seat: int, card: int, effect: int, amount: int) -> None:
    """The cards that draw, and those that bring coins for what is counted."""
    side = s.sides[seat]
    if effect == Effect.CHART:
        draw_cards(s, box, seat, CITIZEN, amount, 702)  # CI-7.2
    elif effect in (Effect.ARM, Effect.MUSTER, Effect.TAKE_AIM):
        draw_cards(s, box, seat, MILITARY, amount, 701 + effect)  # CI-7.7, CI-7.16, CI-7.23
    elif effect == Effect.SCOUT:
        draw_cards(s, box, seat, CITIZEN, amount, 712)  # CI-7.12
        draw_cards(s, box, seat, MILITARY, amount, 712)
    elif effect == Effect.PLAN_AHEAD:
        draw_cards(s, box, seat, MILITARY, amount, 728)  # CI-7.28
        draw_cards(s, box, seat, CITIZEN, 1, 728)
    elif effect == Effect.PEDDLE:
        kinds = kinds_of_goods(side)
        gain_counted(s, box, seat, card, kinds, kinds * amount)  # CI-7.3
    elif effect == Effect.COLLECT:
        settled = cities_settled(side)
        gain_counted(s, box, seat, card, settled, settled * amount)  # CI-7.13
    elif effect == Effect.GUARD_TOWNS:
        towns = towns_owned(s, seat)
        gain_counted(s, box, seat, card, towns, amount * (1 + towns))  # CI-7.19
    elif effect == Effect.PARADE:
        held = side.hand_count[MILITARY]
        gain_counted(s, box, seat, card, held, amount * (1 + held))  # CI-7.20
    elif effect == Effect.BLOCKADE:
        first = first_places(s, box, seat)
        gain_counted(s, box, seat, card, first, first * amount)  # CI-7.25


@rule
def recover(s: State, box: Box, seat: int) -> None:
    """CI-7.10: Junkbot, before it lies on the pile itself."""
    if box.card_effect[s.plan.card] == Effect.RECOVER and s.plan.pile != NONE:
        take_last_discard(s, box, seat, s.plan.pile)
