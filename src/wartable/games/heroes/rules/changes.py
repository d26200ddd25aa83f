"""HE-7.9 to HE-7.12 and HE-13.5 to HE-13.7: troops and items change hands within a realm."""

from wartable.core.actions import encode
from wartable.core.compiled import rule
from wartable.core.notes import change, note
from wartable.core.record import Ints

from ..actions import ALL_KINDS, SWAP, TAKE, TRANSFER, Amount
from ..box import Box
from ..notes import Counter, Told
from ..state import CITIES, HEROES, ITEM_KINDS, KINDS, Hero, State
from .realm import drop, garrison_of, has_slot, is_armed, items_told, kinds_in, pick_up, share, told

ALL_BITS = (1 << 16) - 1


@rule
def list_changes(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """Every change of troops and items that the player may make now."""
    if s.players[seat].changes >= box.numbers.changes:
        return n
    heroes = s.players[seat].heroes
    for hero in range(HEROES):
        own = heroes[hero]
        if own.here == 1:
            city = garrison_of(s, seat, hero)
            if city >= 0:
                n = list_transfers_with_city(s, box, own, hero, city, out, n)
                n = list_exchanges(s, seat, hero, out, n)
            if s.tiles[own.tile].heaps > 0:
                n = list_takes(s, own, hero, out, n)
    return n


@rule
def can_change(s: State, box: Box, seat: int) -> bool:
    """Whether `list_changes` would find anything."""
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
def list_amounts(giver: int, taker: int, kind: int, count: int, out: Ints, n: int) -> int:
    """HE-7.12: all of a kind, one where there are more, half where that is something else again."""
    if count >= 1:
        out[n] = encode(TRANSFER, giver, taker, kind, Amount.MOST)
        n += 1
    if count >= 2:
        out[n] = encode(TRANSFER, giver, taker, kind, Amount.ONE)
        n += 1
    if count >= 3:
        out[n] = encode(TRANSFER, giver, taker, kind, Amount.SOME)
        n += 1
    return n


@rule
def list_transfers_with_city(s: State, box: Box, own: Hero, hero: int, city: int, out: Ints, n: int) -> int:
    """Between the garrison (holder 0) and a hero in the city."""
    troops = own.troops
    garrison = s.cities[city].garrison
    for kind in range(KINDS):
        n = list_amounts(0, hero + 1, kind, garrison[kind], out, n)
        if troops[kind] > 0 and has_slot(s, box, city, kind):
            n = list_amounts(hero + 1, 0, kind, troops[kind], out, n)
    if kinds_in(garrison) >= 2:
        out[n] = encode(TRANSFER, 0, hero + 1, ALL_KINDS, Amount.MOST)
        n += 1
    if kinds_in(troops) >= 2 and all_fit(s, box, city, troops):
        out[n] = encode(TRANSFER, hero + 1, 0, ALL_KINDS, Amount.MOST)
        n += 1
    return n


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
def list_exchanges(s: State, seat: int, hero: int, out: Ints, n: int) -> int:
    """Between a hero in a city and the others in it: troops from this one, items both ways."""
    heroes = s.players[seat].heroes
    own = heroes[hero]
    for other in range(HEROES):
        their = heroes[other]
        if other != hero and their.here == 1 and their.tile == own.tile:
            for kind in range(KINDS):
                n = list_amounts(hero + 1, other + 1, kind, own.troops[kind], out, n)
            if kinds_in(own.troops) >= 2:
                out[n] = encode(TRANSFER, hero + 1, other + 1, ALL_KINDS, Amount.MOST)
                n += 1
            for kind in range(ITEM_KINDS):
                if hero < other and own.items[kind] != their.items[kind]:
                    out[n] = encode(SWAP, hero, other, kind)
                    n += 1
    return n


@rule
def list_takes(s: State, own: Hero, hero: int, out: Ints, n: int) -> int:
    """HE-13.5, HE-13.6: each different item on the tile that the hero does not carry already."""
    for index in range(s.loots):
        entry = s.loot[index]
        if entry.tile == own.tile and own.items[entry.kind] != entry.level and is_first_of_its_like(s, index):
            out[n] = encode(TAKE, hero, entry.kind, entry.level - 1)
            n += 1
    return n


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
def transfer(s: State, box: Box, seat: int, giver: int, taker: int, kind: int, amount: int) -> None:
    """HE-7.9: the garrison is holder 0, the heroes are the others."""
    count_change(s, seat, holder_bit(s, seat, giver, taker), holder_bit(s, seat, taker, giver))
    garrison = s.cities[garrison_of(s, seat, max(giver, taker) - 1)].garrison
    heroes = s.players[seat].heroes
    source = garrison if giver == 0 else heroes[giver - 1].troops
    target = garrison if taker == 0 else heroes[taker - 1].troops
    first = 0 if kind == ALL_KINDS else kind
    last = KINDS if kind == ALL_KINDS else kind + 1
    gives, gets = name_holder(s, seat, giver, taker), name_holder(s, seat, taker, giver)
    for each in range(first, last):
        count = share(source[each], amount)
        source[each] -= count
        target[each] += count
        if count > 0:
            note(box, Told.HANDS_OVER, 709, seat, gives, gets, each, told(count))


@rule
def name_holder(s: State, seat: int, holder: int, other: int) -> int:
    """A holder of troops as notes name it: a hero's number from 1, or -1 less the tile of the city."""
    return holder if holder > 0 else -1 - s.players[seat].heroes[other - 1].tile


@rule
def take(s: State, box: Box, seat: int, hero: int, kind: int, level: int, index: int) -> None:
    """HE-13.6: an item goes from the tile to the hero; the one carried before stays there."""
    own = s.players[seat].heroes[hero]
    before = own.items[kind]
    exchanged = item_bit(kind) if before > 0 else 0
    count_change(s, seat, exchanged, exchanged)
    pick_up(s, index)
    own.items[kind] = level
    carried = items_told(s, box, seat)
    after = carried + 1 if before > 0 else carried
    change(box, Told.TAKES, 1305, seat, Counter.ITEMS, 1, after, hero, kind, level, own.tile)
    if before > 0:
        drop(s, own.tile, kind, before)
        change(box, Told.LEAVES, 1306, seat, Counter.ITEMS, -1, carried, hero, kind, before, own.tile)


@rule
def swap(s: State, box: Box, seat: int, hero: int, other: int, kind: int) -> None:
    """HE-13.7."""
    player = s.players[seat]
    count_change(s, seat, item_bit(kind), item_bit(kind))
    own = player.heroes[hero].items
    their = player.heroes[other].items
    held = own[kind]
    own[kind] = their[kind]
    their[kind] = held
    note(box, Told.EXCHANGES, 1307, seat, hero, other, kind)
    note(box, Told.CARRIES, 1307, seat, hero, kind, own[kind])
    note(box, Told.CARRIES, 1307, seat, other, kind, their[kind])
