"""HE-7.9, HE-13.5: what changes hands within a realm, in either cycle."""

from wartable.core.record import Array
from wartable.core.rules import Ints, rule

from ..box import Box
from ..rules.realm import garrison_of
from ..state import HEROES, Hero, State
from . import swap, take, transfer

pages = transfer, take, swap


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """HE-7.11: so many in a cycle. Hero by hero: with the city, with the others in it, with what lies there."""
    if s.players[seat].changes >= box.numbers.changes:
        return n
    heroes = s.players[seat].heroes
    for hero in range(HEROES):
        own = heroes[hero]
        if own.here == 1:
            city = garrison_of(s, seat, hero)
            if city >= 0:
                n = transfer.offers_with_city(s, box, own, hero, city, out, n)
                n = offers_with_heroes(heroes, own, hero, out, n)
            if s.tiles[own.tile].heaps > 0:
                n = take.offers(s, own, hero, out, n)
    return n


@rule
def offers_with_heroes(heroes: Array[Hero], own: Hero, hero: int, out: Ints, n: int) -> int:
    for other in range(HEROES):
        their = heroes[other]
        if other != hero and their.here == 1 and their.tile == own.tile:
            n = transfer.offers_to_hero(own, hero, other, out, n)
            n = swap.offers(own, their, hero, other, out, n)
    return n
