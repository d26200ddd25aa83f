"""HE-7.9 to HE-7.12 and HE-13.5 to HE-13.7: troops and items change hands within a realm."""

from wartable.core.rules import Ints, rule

from ..box import Box
from ..state import CITIES, HEROES, ITEM_KINDS, KINDS, State
from .realm import garrison_of, is_armed

ALL_BITS = (1 << 16) - 1


@rule
def can_change(s: State, box: Box, seat: int) -> bool:
    """Whether the changes would offer anything."""
    if s.players[seat].changes >= box.numbers.changes:
        return False
    for hero in range(HEROES):
        own = s.players[seat].heroes[hero]
        if own.here == 1:
            city = garrison_of(s, seat, hero)
            if city >= 0 and (is_armed(own.troops) or is_armed(s.cities[city].garrison)):
                return True
            if city >= 0 and can_exchange_items(s, seat, hero):
                return True
            if s.tiles[own.tile].heaps > 0 and can_take(s, seat, hero):
                return True
    return False


@rule
def can_exchange_items(s: State, seat: int, hero: int) -> bool:
    own = s.players[seat].heroes[hero]
    for other in range(hero + 1, HEROES):
        their = s.players[seat].heroes[other]
        if their.here == 1 and their.tile == own.tile:
            for kind in range(ITEM_KINDS):
                if own.items[kind] != their.items[kind]:
                    return True
    return False


@rule
def can_take(s: State, seat: int, hero: int) -> bool:
    own = s.players[seat].heroes[hero]
    for index in range(s.loots):
        entry = s.loot[index]
        if entry.tile == own.tile and own.items[entry.kind] != entry.level:
            return True
    return False


@rule
def all_fit(s: State, box: Box, city: int, troops: Ints) -> bool:
    """HE-7.4: whether all kinds of an army find slots in a garrison."""
    kinds = 0
    garrison = s.cities[city].garrison
    for kind in range(KINDS):
        if troops[kind] > 0 or garrison[kind] > 0:
            kinds += 1
    return kinds <= box.numbers.slots


@rule
def is_first_of_its_like(s: State, index: int) -> bool:
    entry = s.loot[index]
    for before in range(index):
        other = s.loot[before]
        if other.tile == entry.tile and other.kind == entry.kind and other.level == entry.level:
            return False
    return True


@rule
def count_change(s: State, seat: int, gives: int, gets: int) -> None:
    """HE-7.11. A change is idle that takes back the one before, or does in two steps what one would have done."""
    player = s.players[seat]
    player.changes += 1
    goes_back = (player.got & gives) | (player.gave & gets) != 0
    goes_on = (player.gave & gives) != 0 and (player.got & gets) != 0
    if goes_back or goes_on:
        player.idle = min(player.idle + 1, 100)
    player.gave |= gives
    player.got |= gets


@rule
def do_something_else(s: State, seat: int) -> None:
    """A hero has moved, or creatures were promoted: after it, a change like the one before is not idle."""
    s.players[seat].gave = 0
    s.players[seat].got = 0


@rule
def renew_city(s: State, seat: int, city: int) -> None:
    """Recruits have come into a city: to give some of them away is not idle."""
    s.players[seat].gave &= ~(1 << (HEROES + city)) & ALL_BITS
    s.players[seat].got &= ~(1 << (HEROES + city)) & ALL_BITS


@rule
def forget_changes(s: State, seat: int) -> None:
    """A cycle of the player begins or is over."""
    player = s.players[seat]
    player.changes = 0
    player.idle = 0
    do_something_else(s, seat)


@rule
def holder_bit(s: State, seat: int, holder: int, other: int) -> int:
    """The bit of a holder of troops: a hero's, or that of the city in which the other stands."""
    return 1 << (holder - 1 if holder > 0 else HEROES + garrison_of(s, seat, other - 1))


@rule
def item_bit(kind: int) -> int:
    return 1 << (HEROES + CITIES + kind)


@rule
def name_holder(s: State, seat: int, holder: int, other: int) -> int:
    """A holder of troops as notes name it: a hero's number from 1, or -1 less the tile of the city."""
    return holder if holder > 0 else -1 - s.players[seat].heroes[other - 1].tile
