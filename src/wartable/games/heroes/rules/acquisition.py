"""Chapters 6 to 8: building, recruiting, promoting, hiring; and the rampart of chapter 19."""

from wartable.core.actions import encode
from wartable.core.compiled import rule
from wartable.core.notes import change, note
from wartable.core.record import Ints

from ..actions import BUILD, DONE, HIRE, PAY, PROMOTE, RAMPART, RECRUIT, Amount
from ..box import CREATURE_PRICE, PROMOTION_PRICE, RAMPART_PRICE, SPAWNER_PRICE, Box
from ..notes import Counter, Told
from ..state import HEROES, KINDS, TIERS, Resource, Stage, State
from .changes import do_something_else, list_changes, renew_city
from .day import costs_food
from .realm import (
    creatures_told,
    has_slot,
    has_spawner,
    hero_count,
    kinds_in,
    most_payable,
    pay,
    purchase,
    told,
)


@rule
def list_acquisition(s: State, box: Box, seat: int, out: Ints) -> int:
    """All that a player may do at this point of the acquisition cycle."""
    if s.players[seat].stage == Stage.PAYING:
        return list_payments(s, seat, out)
    n = 0
    for city in range(box.seats + box.neutral_cities):
        if s.cities[city].owner == seat:
            n = list_buildings(s, box, seat, city, out, n)
            n = list_recruits(s, box, seat, city, out, n)
            n = list_promotions(s, box, seat, city, out, n)
            if can_hire(s, box, seat):
                out[n] = encode(HIRE, city)
                n += 1
            if can_raise_rampart(s, box, seat, city):
                out[n] = encode(RAMPART, city)
                n += 1
    n = list_changes(s, box, seat, out, n)
    out[n] = encode(DONE)
    return n + 1


@rule
def list_payments(s: State, seat: int, out: Ints) -> int:
    """HE-5.3."""
    n = 0
    for hero in range(HEROES):
        if costs_food(s, seat, hero):
            out[n] = encode(PAY, hero)
            n += 1
    return n


@rule
def can_build(s: State, box: Box, seat: int, city: int, kind: int) -> bool:
    """HE-6.2 to HE-6.5."""
    if has_spawner(s, city, kind) or most_payable(s, box, seat, SPAWNER_PRICE + kind) < 1:
        return False
    if kind % TIERS > 0 and not has_spawner(s, city, kind - 1):
        return False
    return kind < TIERS or has_spawner(s, city, kind - TIERS)


@rule
def list_buildings(s: State, box: Box, seat: int, city: int, out: Ints, n: int) -> int:
    for kind in range(KINDS):
        if can_build(s, box, seat, city, kind):
            out[n] = encode(BUILD, city, kind)
            n += 1
    return n


@rule
def build(s: State, box: Box, seat: int, city: int, kind: int) -> None:
    note(box, Told.BUILDS, 602, seat, s.cities[city].tile, kind)
    pay(s, box, seat, SPAWNER_PRICE + kind, 1, 602)
    s.cities[city].spawners |= 1 << kind


@rule
def list_recruits(s: State, box: Box, seat: int, city: int, out: Ints, n: int) -> int:
    """HE-7.1 to HE-7.4: one, five, or as many as can be paid."""
    if s.cities[city].spawners == 0:
        return n
    for kind in range(KINDS):
        if has_spawner(s, city, kind) and has_slot(s, box, city, kind):
            most = most_payable(s, box, seat, CREATURE_PRICE + kind)
            if most >= 1:
                out[n] = encode(RECRUIT, city, kind, Amount.MOST)
                n += 1
            if most >= 2:
                out[n] = encode(RECRUIT, city, kind, Amount.ONE)
                n += 1
            if most >= 6:
                out[n] = encode(RECRUIT, city, kind, Amount.SOME)
                n += 1
    return n


@rule
def recruit(s: State, box: Box, seat: int, city: int, kind: int, amount: int) -> None:
    count = purchase(most_payable(s, box, seat, CREATURE_PRICE + kind), amount)
    s.cities[city].garrison[kind] += count
    renew_city(s, seat, city)
    owned = creatures_told(s, box, seat)
    change(box, Told.RECRUITS, 701, seat, Counter.CREATURES, count, owned, s.cities[city].tile, kind)
    pay(s, box, seat, CREATURE_PRICE + kind, count, 702)


@rule
def most_promoted(s: State, box: Box, seat: int, city: int, tier: int) -> int:
    """HE-7.6, HE-7.7: how many creatures of a tier (from 0) can be promoted, slots aside."""
    payable = most_payable(s, box, seat, PROMOTION_PRICE + tier)
    return min(payable, s.cities[city].garrison[tier])


@rule
def fits_after_promotion(s: State, box: Box, city: int, tier: int, count: int) -> bool:
    """HE-7.8."""
    garrison = s.cities[city].garrison
    if garrison[tier + TIERS] > 0 or count == garrison[tier]:
        return True
    return kinds_in(garrison) < box.numbers.slots


@rule
def list_promotions(s: State, box: Box, seat: int, city: int, out: Ints, n: int) -> int:
    if s.cities[city].spawners >> TIERS == 0:
        return n
    for tier in range(TIERS):
        if has_spawner(s, city, tier + TIERS):
            most = most_promoted(s, box, seat, city, tier)
            if most >= 1 and fits_after_promotion(s, box, city, tier, most):
                out[n] = encode(PROMOTE, city, tier, Amount.MOST)
                n += 1
            if most >= 2 and fits_after_promotion(s, box, city, tier, 1):
                out[n] = encode(PROMOTE, city, tier, Amount.ONE)
                n += 1
            if most >= 6 and fits_after_promotion(s, box, city, tier, 5):
                out[n] = encode(PROMOTE, city, tier, Amount.SOME)
                n += 1
    return n


@rule
def promote(s: State, box: Box, seat: int, city: int, tier: int, amount: int) -> None:
    count = purchase(most_promoted(s, box, seat, city, tier), amount)
    note(box, Told.PROMOTES, 705, seat, s.cities[city].tile, tier, told(count))
    pay(s, box, seat, PROMOTION_PRICE + tier, count, 706)
    garrison = s.cities[city].garrison
    garrison[tier] -= count
    garrison[tier + TIERS] += count
    do_something_else(s, seat)


@rule
def can_hire(s: State, box: Box, seat: int) -> bool:
    """HE-8.1, HE-8.2."""
    if s.players[seat].stock[Resource.COINS] < box.numbers.hero_coins:
        return False
    return hero_count(s, seat) < box.hero_limit


@rule
def hire(s: State, box: Box, seat: int, city: int) -> None:
    """HE-8.3."""
    player = s.players[seat]
    player.stock[Resource.COINS] -= box.numbers.hero_coins
    for hero in range(HEROES):
        it = player.heroes[hero]
        if it.here == 0:
            it.here = 1
            it.tile = s.cities[city].tile
            change(box, Told.HIRES, 801, seat, Counter.HEROES, 1, hero_count(s, seat), hero, it.tile)
            left = player.stock[Resource.COINS]
            change(box, Told.PAYS, 801, seat, Counter.COINS, -box.numbers.hero_coins, left)
            return


@rule
def can_raise_rampart(s: State, box: Box, seat: int, city: int) -> bool:
    """HE-19.3, HE-19.4, HE-19.6."""
    if box.campaign == 0 or s.cities[city].rampart == 1:
        return False
    return most_payable(s, box, seat, RAMPART_PRICE) >= 1


@rule
def raise_rampart(s: State, box: Box, seat: int, city: int) -> None:
    note(box, Told.RAISES, 1903, seat, s.cities[city].tile)
    pay(s, box, seat, RAMPART_PRICE, 1, 1903)
    s.cities[city].rampart = 1
