"""What refusals ask about the table, written independently of realm.py, so that each checks the other."""

from wartable.compiler.decorators import rule

from ..box import Box
from ..state import KINDS, RESOURCES, TIERS, Army, State, Token

NOT_NOW = 305


@rule
def owns(s: State, box: Box, seat: int, city: int) -> bool:
    return city < box.seats + box.neutral_cities and s.cities[city].owner == seat


@rule
def affords(s: State, box: Box, seat: int, row: int, count: int) -> bool:
    short = 0
    for resource in range(RESOURCES):
        short += 1 if box.price[row, resource] * count > s.players[seat].stock[resource] else 0
    return short == 0


@rule
def slots_taken(s: State, city: int) -> int:
    taken = 0
    for kind in range(KINDS):
        taken += 1 if s.cities[city].garrison[kind] > 0 else 0
    return taken


@rule
def is_shut_out(s: State, box: Box, city: int, kind: int) -> bool:
    """HE-7.4: no slot for a kind."""
    return s.cities[city].garrison[kind] == 0 and slots_taken(s, city) >= box.numbers.slots


@rule
def stands_in_own_city(s: State, seat: int, hero: int) -> bool:
    own = s.players[seat].heroes[hero]
    if own.here == 0 or s.tiles[own.tile].token != Token.CITY:
        return False
    return s.cities[s.tiles[own.tile].mark].owner == seat


@rule
def are_together_in_city(s: State, seat: int, hero: int, other: int) -> bool:
    if not stands_in_own_city(s, seat, hero) or not stands_in_own_city(s, seat, other):
        return False
    return s.players[seat].heroes[hero].tile == s.players[seat].heroes[other].tile


@rule
def men_in(army: Army, squad: int) -> int:
    count = 0
    for kind in range(KINDS):
        count += army.squads[squad, kind]
    return count


@rule
def monster_tier_now(s: State, box: Box) -> int:
    tier = 0
    for city in range(box.seats + box.neutral_cities):
        for kind in range(KINDS):
            if s.cities[city].owner >= 0 and s.cities[city].spawners & (1 << kind):
                tier = max(tier, 1 + kind % TIERS)
    return max(box.numbers.monster_tier_least, min(tier, box.numbers.monster_tier_most))
