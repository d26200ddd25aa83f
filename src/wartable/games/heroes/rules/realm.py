"""Questions about the table that the other rules ask: who stands where, what a player has and can pay."""

from wartable.core.rules import Ints, change, is_followed, note, rule

from ..box import CREATURE_PRICE, Box
from ..notes import Counter, Told
from ..state import HEROES, ITEM_KINDS, KINDS, NOBODY, RESOURCES, SQUADS, TIERS, Amount, Army, State, Token

DX = (0, 1, 0, -1, 1, 1, -1, -1)
DY = (-1, 0, 1, 0, -1, 1, 1, -1)

MOST_TOLD = 32_000
"""The largest number that a field of a note holds."""


@rule
def neighbour(box: Box, tile: int, direction: int) -> int:
    """HE-1.2: the tile one step away, NOBODY off the map."""
    x = tile % box.width + DX[direction]
    y = tile // box.width + DY[direction]
    if x < 0 or x >= box.width or y < 0 or y >= box.height:
        return NOBODY
    return y * box.width + x


@rule
def distance(box: Box, tile: int, other: int) -> int:
    """The steps between two tiles, whatever lies between them."""
    row, other_row = tile // box.width, other // box.width
    return steps_between(box, abs(tile - row * box.width - other + other_row * box.width), abs(row - other_row))


@rule
def steps_between(box: Box, across: int, down: int) -> int:
    return max(across, down) if box.steps == 8 else across + down


@rule
def seat_at(s: State, box: Box, position: int) -> int:
    """HE-2.5: the seat at a place of the order of play, which is counter-clockwise."""
    return (s.first - position + box.seats) % box.seats


@rule
def place_of(s: State, box: Box, seat: int) -> int:
    """HE-2.5: the seat's place in the order of play, 0 for the first player."""
    return (s.first - seat) % box.seats


@rule
def total(troops: Ints) -> int:
    count = 0
    for kind in range(KINDS):
        count += troops[kind]
    return count


@rule
def is_armed(troops: Ints) -> bool:
    return total(troops) > 0


@rule
def city_at(s: State, tile: int) -> int:
    """The number of the city on a tile, or NOBODY."""
    it = s.tiles[tile]
    return it.mark if it.token == Token.CITY else NOBODY


@rule
def garrison_of(s: State, seat: int, hero: int) -> int:
    """HE-8.5: the number of the own city in which a hero stands, or NOBODY."""
    it = s.tiles[s.players[seat].heroes[hero].tile]
    if it.token == Token.CITY and s.cities[it.mark].owner == seat:
        return it.mark
    return NOBODY


@rule
def stands_at(s: State, seat: int, hero: int, tile: int) -> bool:
    it = s.players[seat].heroes[hero]
    return it.here == 1 and it.tile == tile


@rule
def enemy_at(s: State, box: Box, seat: int, tile: int) -> int:
    """The player other than the seat who has heroes on a tile, or NOBODY. There is never more than one."""
    for other in range(box.seats):
        if other != seat:
            for hero in range(HEROES):
                if stands_at(s, other, hero, tile):
                    return other
    return NOBODY


@rule
def has_armed_heroes(s: State, seat: int, tile: int) -> bool:
    heroes = s.players[seat].heroes
    for hero in range(HEROES):
        it = heroes[hero]
        if it.here == 1 and it.tile == tile and is_armed(it.troops):
            return True
    return False


@rule
def is_defended(s: State, city: int) -> bool:
    """Whether anybody fights for a city: a neutral one always has defenders (HE-10.4)."""
    it = s.cities[city]
    if it.owner == NOBODY:
        return True
    return is_armed(it.garrison) or has_armed_heroes(s, it.owner, it.tile)


@rule
def hero_count(s: State, seat: int) -> int:
    count = 0
    heroes = s.players[seat].heroes
    for hero in range(HEROES):
        count += heroes[hero].here
    return count


@rule
def city_count(s: State, box: Box, seat: int) -> int:
    count = 0
    for city in range(box.seats + box.neutral_cities):
        if s.cities[city].owner == seat:
            count += 1
    return count


@rule
def creature_count(s: State, box: Box, seat: int) -> int:
    """All creatures of a player; in a battle, those who are still in its squads."""
    count = 0
    for city in range(box.seats + box.neutral_cities):
        if s.cities[city].owner == seat:
            count += total(s.cities[city].garrison)
    for hero in range(HEROES):
        if s.players[seat].heroes[hero].here == 1:
            count += total(s.players[seat].heroes[hero].troops)
    if s.in_battle == 1:
        for side in range(2):
            army = s.battle.armies[side]
            standing = creatures_in_squads(army)
            if army.seat == seat and standing > 0:
                count += standing - total(army.troops)
    return count


@rule
def creatures_in_squads(army: Army) -> int:
    count = 0
    for squad in range(SQUADS):
        for kind in range(KINDS):
            count += army.squads[squad, kind]
    return count


@rule
def creatures_told(s: State, box: Box, seat: int) -> int:
    """The number of creatures for a note, which is the only one to ask for it."""
    return creature_count(s, box, seat) if is_followed(box) else 0


@rule
def item_count(s: State, seat: int) -> int:
    """The items that a player's heroes carry."""
    count = 0
    for hero in range(HEROES):
        for kind in range(ITEM_KINDS):
            if s.players[seat].heroes[hero].items[kind] > 0:
                count += 1
    return count


@rule
def items_told(s: State, box: Box, seat: int) -> int:
    return item_count(s, seat) if is_followed(box) else 0


@rule
def told(count: int) -> int:
    """A number as large as a field of a note can hold."""
    return min(count, MOST_TOLD)


@rule
def mine_count(s: State, seat: int) -> int:
    count = 0
    mines = s.players[seat].mines
    for resource in range(RESOURCES):
        count += mines[resource]
    return count


@rule
def most_payable(s: State, box: Box, seat: int, row: int) -> int:
    """How many of a thing a player can pay for, the thing being a row of the price list."""
    most = 1 << 30
    stock = s.players[seat].stock
    for resource in range(RESOURCES):
        each = box.price[row, resource]
        if each > 0:
            most = min(most, stock[resource] // each)
    return most


@rule
def pay(s: State, box: Box, seat: int, row: int, count: int, number: int) -> None:
    """Pay for so many of a thing, by the rule of that number."""
    stock = s.players[seat].stock
    for resource in range(RESOURCES):
        cost = box.price[row, resource] * count
        stock[resource] -= cost
        change(box, Told.PAYS, number, seat, Counter.COINS + resource, -cost, stock[resource])


@rule
def has_spawner(s: State, city: int, kind: int) -> bool:
    return (s.cities[city].spawners >> kind) & 1 == 1


@rule
def kinds_in(troops: Ints) -> int:
    count = 0
    for kind in range(KINDS):
        if troops[kind] > 0:
            count += 1
    return count


@rule
def has_slot(s: State, box: Box, city: int, kind: int) -> bool:
    """HE-7.4: whether a kind can come into a garrison."""
    garrison = s.cities[city].garrison
    return garrison[kind] > 0 or kinds_in(garrison) < box.numbers.slots


@rule
def share(count: int, amount: int) -> int:
    """HE-7.12: how many creatures of a number are meant."""
    if amount == Amount.ONE:
        return 1
    if amount == Amount.SOME:
        return (count + 1) // 2
    return count


@rule
def purchase(most: int, amount: int) -> int:
    """HE-7.12: how many are bought where at most so many can be."""
    if amount == Amount.ONE:
        return 1
    if amount == Amount.SOME:
        return 5
    return most


@rule
def monster_tier(s: State, box: Box) -> int:
    """HE-11.1: the highest spawner in a player's city, within bounds."""
    built = 0
    for city in range(box.seats + box.neutral_cities):
        it = s.cities[city]
        if it.owner != NOBODY:
            built |= it.spawners
    highest = box.numbers.monster_tier_least
    for kind in range(KINDS):
        if (built >> kind) & 1 == 1:
            highest = max(highest, kind % TIERS + 1)
    return min(highest, box.numbers.monster_tier_most)


@rule
def troop_value(box: Box, troops: Ints) -> int:
    """The recruit price in coins of all creatures."""
    value = 0
    for kind in range(KINDS):
        value += troops[kind] * box.price[CREATURE_PRICE + kind, 0]
    return value


@rule
def realm_value(s: State, box: Box, seat: int) -> int:
    """HE-18.4."""
    value = city_count(s, box, seat) * box.numbers.value_city + mine_count(s, seat) * box.numbers.value_mine
    return value + army_value(s, box, seat) + level_value(s, box, seat) + stock_value(s, box, seat)


@rule
def army_value(s: State, box: Box, seat: int) -> int:
    """HE-18.4: the troops' part of the realm value."""
    coins = 0
    for city in range(box.seats + box.neutral_cities):
        if s.cities[city].owner == seat:
            coins += troop_value(box, s.cities[city].garrison)
    for hero in range(HEROES):
        own = s.players[seat].heroes[hero]
        if own.here == 1:
            coins += troop_value(box, own.troops)
    return coins * box.numbers.value_coin


@rule
def level_value(s: State, box: Box, seat: int) -> int:
    """HE-18.4: the part of the items that heroes carry."""
    levels = 0
    for hero in range(HEROES):
        own = s.players[seat].heroes[hero]
        if own.here == 1:
            for kind in range(ITEM_KINDS):
                levels += own.items[kind]
    return levels * box.numbers.value_level


@rule
def stock_value(s: State, box: Box, seat: int) -> int:
    """HE-18.4: the part of the stock."""
    stock = 0
    for resource in range(RESOURCES):
        stock += s.players[seat].stock[resource]
    return stock // box.numbers.value_resources


@rule
def drop(s: State, tile: int, kind: int, level: int) -> None:
    """An item lies on a tile."""
    entry = s.loot[s.loots]
    entry.tile = tile
    entry.kind = kind
    entry.level = level
    s.loots += 1
    s.tiles[tile].heaps += 1


@rule
def lies_at(s: State, tile: int, kind: int, level: int) -> int:
    """The place in the loot of an item on a tile, or NOBODY."""
    if s.tiles[tile].heaps > 0:
        for index in range(s.loots):
            entry = s.loot[index]
            if entry.tile == tile and entry.kind == kind and entry.level == level:
                return index
    return NOBODY


@rule
def pick_up(s: State, index: int) -> None:
    """An item leaves the loot; the last entry takes its place."""
    s.loots -= 1
    last = s.loot[s.loots]
    entry = s.loot[index]
    s.tiles[entry.tile].heaps -= 1
    entry.tile = last.tile
    entry.kind = last.kind
    entry.level = last.level
    last.tile = 0
    last.kind = 0
    last.level = 0


UNPAID, ROUTED, SLAIN, UNARMED = 504, 1702, 1704, 1707
"""Why a hero leaves the game: the rule."""


@rule
def remove_hero(s: State, box: Box, seat: int, hero: int, cause: int) -> None:
    """HE-5.4, HE-17.5: a hero leaves the game with its troops; its items lie on its tile."""
    lost = s.players[seat].heroes[hero]
    tile = lost.tile
    change(box, Told.HERO_LOST, cause, seat, Counter.HEROES, -1, hero_count(s, seat) - 1, hero, tile)
    if cause == UNPAID:
        left = creatures_told(s, box, seat) - total(lost.troops)
        change(box, Told.ARMY_LEAVES, cause, seat, Counter.CREATURES, -total(lost.troops), left, hero, tile)
    for kind in range(ITEM_KINDS):
        level = lost.items[kind]
        lost.items[kind] = 0
        if level > 0:
            drop(s, tile, kind, level)
            number = cause if cause in (UNPAID, UNARMED) else 1705
            change(box, Told.DROPS, number, seat, Counter.ITEMS, -1, items_told(s, box, seat), hero, kind, level, tile)
    for kind in range(KINDS):
        lost.troops[kind] = 0
    lost.here = 0
    lost.paid = 0
    lost.moves = 0
    lost.tile = 0


@rule
def remove_heroes_at(s: State, box: Box, seat: int, tile: int, cause: int) -> None:
    for hero in range(HEROES):
        if stands_at(s, seat, hero, tile):
            remove_hero(s, box, seat, hero, cause)


@rule
def check_out(s: State, box: Box, seat: int) -> None:
    """HE-18.1: a player with no city and no hero is out, and its mines are nobody's."""
    player = s.players[seat]
    if player.out == 1 or hero_count(s, seat) > 0 or city_count(s, box, seat) > 0:
        return
    player.out = 1
    s.left -= 1
    note(box, Told.IS_OUT, 1801, seat)
    change(box, Told.MINES_ARE_FREE, 1801, seat, Counter.MINES, -mine_count(s, seat), 0)
    for resource in range(RESOURCES):
        player.mines[resource] = 0
    for tile in range(box.width * box.height):
        it = s.tiles[tile]
        if it.token == Token.MINE and it.owner == seat:
            it.owner = NOBODY


@rule
def capture_city(s: State, box: Box, seat: int, city: int, number: int) -> None:
    """HE-14.3, HE-14.6: the winner owns the city; what was built in it stays (HE-6.6, HE-19.4)."""
    it = s.cities[city]
    loser = it.owner
    it.owner = seat
    for kind in range(KINDS):
        it.garrison[kind] = 0
    if loser != NOBODY:
        change(box, Told.LOSES_CITY, number, loser, Counter.CITIES, -1, city_count(s, box, loser), it.tile)
    change(box, Told.TAKES_CITY, number, seat, Counter.CITIES, 1, city_count(s, box, seat), it.tile)
    if loser != NOBODY:
        check_out(s, box, loser)
