"""Questions about the table that the other rules ask: who stands where, what a player has and can pay."""

from wartable.core.compiled import rule

from ..actions import Amount
from ..box import CREATURE_PRICE
from ..state import HEROES, ITEM_KINDS, KINDS, NOBODY, RESOURCES, TIERS, Token

DX = (0, 1, 0, -1, 1, 1, -1, -1)
DY = (-1, 0, 1, 0, -1, 1, 1, -1)


@rule
def neighbour(box, tile, direction):
    """HE-1.2: the tile one step away, NOBODY off the map."""
    x = tile % box.width + DX[direction]
    y = tile // box.width + DY[direction]
    if x < 0 or x >= box.width or y < 0 or y >= box.height:
        return NOBODY
    return y * box.width + x


@rule
def seat_at(s, box, position):
    """HE-2.5: the seat at a place of the order of play, which is counter-clockwise."""
    return (s.first - position + box.seats) % box.seats


@rule
def place_of(s, box, seat):
    """HE-2.5: the seat's place in the order of play, 0 for the first player."""
    return (s.first - seat) % box.seats


@rule
def total(troops):
    count = 0
    for kind in range(KINDS):
        count += troops[kind]
    return count


@rule
def is_armed(troops):
    for kind in range(KINDS):
        if troops[kind] > 0:
            return True
    return False


@rule
def city_at(s, tile):
    """The number of the city on a tile, or NOBODY."""
    it = s.tiles[tile]
    return it.mark if it.token == Token.CITY else NOBODY


@rule
def garrison_of(s, seat, hero):
    """HE-8.5: the number of the own city in which a hero stands, or NOBODY."""
    it = s.tiles[s.players[seat].heroes[hero].tile]
    if it.token == Token.CITY and s.cities[it.mark].owner == seat:
        return it.mark
    return NOBODY


@rule
def stands_at(s, seat, hero, tile):
    it = s.players[seat].heroes[hero]
    return it.here == 1 and it.tile == tile


@rule
def enemy_at(s, box, seat, tile):
    """The player other than the seat who has heroes on a tile, or NOBODY. There is never more than one."""
    for other in range(box.seats):
        if other != seat:
            for hero in range(HEROES):
                if stands_at(s, other, hero, tile):
                    return other
    return NOBODY


@rule
def has_armed_heroes(s, seat, tile):
    heroes = s.players[seat].heroes
    for hero in range(HEROES):
        it = heroes[hero]
        if it.here == 1 and it.tile == tile and is_armed(it.troops):
            return True
    return False


@rule
def is_defended(s, city):
    """Whether anybody fights for a city: a neutral one always has defenders (HE-10.4)."""
    it = s.cities[city]
    if it.owner == NOBODY:
        return True
    return is_armed(it.garrison) or has_armed_heroes(s, it.owner, it.tile)


@rule
def hero_count(s, seat):
    count = 0
    heroes = s.players[seat].heroes
    for hero in range(HEROES):
        count += heroes[hero].here
    return count


@rule
def city_count(s, box, seat):
    count = 0
    for city in range(box.seats + box.neutral_cities):
        if s.cities[city].owner == seat:
            count += 1
    return count


@rule
def mine_count(s, seat):
    count = 0
    mines = s.players[seat].mines
    for resource in range(RESOURCES):
        count += mines[resource]
    return count


@rule
def most_payable(s, box, seat, row):
    """How many of a thing a player can pay for, the thing being a row of the price list."""
    most = 1 << 30
    stock = s.players[seat].stock
    for resource in range(RESOURCES):
        each = box.price[row, resource]
        if each > 0:
            most = min(most, stock[resource] // each)
    return most


@rule
def pay(s, box, seat, row, count):
    stock = s.players[seat].stock
    for resource in range(RESOURCES):
        stock[resource] -= box.price[row, resource] * count


@rule
def has_spawner(s, city, kind):
    return (s.cities[city].spawners >> kind) & 1 == 1


@rule
def kinds_in(troops):
    count = 0
    for kind in range(KINDS):
        if troops[kind] > 0:
            count += 1
    return count


@rule
def has_slot(s, box, city, kind):
    """HE-7.4: whether a kind can come into a garrison."""
    garrison = s.cities[city].garrison
    return garrison[kind] > 0 or kinds_in(garrison) < box.numbers.slots


@rule
def share(count, amount):
    """HE-7.12: how many creatures of a number are meant."""
    if amount == Amount.ONE:
        return 1
    if amount == Amount.SOME:
        return (count + 1) // 2
    return count


@rule
def purchase(most, amount):
    """HE-7.12: how many are bought where at most so many can be."""
    if amount == Amount.ONE:
        return 1
    if amount == Amount.SOME:
        return 5
    return most


@rule
def monster_tier(s, box):
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
def troop_value(box, troops):
    """The recruit price in coins of all creatures."""
    value = 0
    for kind in range(KINDS):
        value += troops[kind] * box.price[CREATURE_PRICE + kind, 0]
    return value


@rule
def realm_value(s, box, seat):
    """HE-18.4."""
    player = s.players[seat]
    numbers = box.numbers
    coins = 0
    levels = 0
    value = 0
    for city in range(box.seats + box.neutral_cities):
        it = s.cities[city]
        if it.owner == seat:
            value += numbers.value_city
            coins += troop_value(box, it.garrison)
    for hero in range(HEROES):
        own = player.heroes[hero]
        if own.here == 1:
            coins += troop_value(box, own.troops)
            for kind in range(ITEM_KINDS):
                levels += own.items[kind]
    stock = 0
    for resource in range(RESOURCES):
        stock += player.stock[resource]
        value += player.mines[resource] * numbers.value_mine
    return value + coins * numbers.value_coin + levels * numbers.value_level + stock // numbers.value_resources


@rule
def drop(s, tile, kind, level):
    """An item lies on a tile."""
    entry = s.loot[s.loots]
    entry.tile = tile
    entry.kind = kind
    entry.level = level
    s.loots += 1
    s.tiles[tile].heaps += 1


@rule
def lies_at(s, tile, kind, level):
    """The place in the loot of an item on a tile, or NOBODY."""
    if s.tiles[tile].heaps > 0:
        for index in range(s.loots):
            entry = s.loot[index]
            if entry.tile == tile and entry.kind == kind and entry.level == level:
                return index
    return NOBODY


@rule
def pick_up(s, index):
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


@rule
def remove_hero(s, seat, hero):
    """HE-5.4, HE-17.5: a hero leaves the game with its troops; its items lie on its tile."""
    lost = s.players[seat].heroes[hero]
    for kind in range(ITEM_KINDS):
        if lost.items[kind] > 0:
            drop(s, lost.tile, kind, lost.items[kind])
        lost.items[kind] = 0
    for kind in range(KINDS):
        lost.troops[kind] = 0
    lost.here = 0
    lost.paid = 0
    lost.moves = 0
    lost.tile = 0


@rule
def remove_heroes_at(s, seat, tile):
    for hero in range(HEROES):
        if stands_at(s, seat, hero, tile):
            remove_hero(s, seat, hero)


@rule
def check_out(s, box, seat):
    """HE-18.1: a player with no city and no hero is out, and its mines are nobody's."""
    player = s.players[seat]
    if player.out == 1 or hero_count(s, seat) > 0 or city_count(s, box, seat) > 0:
        return
    player.out = 1
    s.left -= 1
    for resource in range(RESOURCES):
        player.mines[resource] = 0
    for tile in range(box.width * box.height):
        it = s.tiles[tile]
        if it.token == Token.MINE and it.owner == seat:
            it.owner = NOBODY


@rule
def capture_city(s, box, seat, city):
    """HE-14.6: the winner owns the city; what was built in it stays (HE-6.6, HE-19.4)."""
    it = s.cities[city]
    loser = it.owner
    it.owner = seat
    for kind in range(KINDS):
        it.garrison[kind] = 0
    if loser != NOBODY:
        check_out(s, box, loser)
