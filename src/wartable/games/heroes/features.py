"""A position as numbers, for learners."""

import math

from wartable.core.rules import AnyFrame, Floats, rule, top

from .box import Box
from .odds import attack_odds, strength
from .rules.realm import has_spawner, hero_count, is_armed, neighbour
from .state import CITIES, HEROES, ITEM_KINDS, KINDS, NOBODY, PLAYERS, RESOURCES, SQUADS, TILES, State, Token

PLANES = 12
PLAYER_NUMBERS = 16
BATTLE_NUMBERS = 8
ASKED_KINDS = 32
ASKED_NUMBERS = ASKED_KINDS + 3
DIRECTIONS = 8
SIGHT = 6
"""Steps within which a hero looks around."""
BESIDE, PULLS = 11, 6
HERO_SCALARS = 4 + ITEM_KINDS + KINDS
HERO_NUMBERS = HERO_SCALARS + DIRECTIONS * (BESIDE + PULLS)
CITY_NUMBERS = 2 + 2 * KINDS
ARMY_NUMBERS = SQUADS * (KINDS + 1)
ASKED = TILES * PLANES + PLAYERS * PLAYER_NUMBERS + BATTLE_NUMBERS
OWN_HEROES = ASKED + ASKED_NUMBERS
ALL_CITIES = OWN_HEROES + HEROES * HERO_NUMBERS
ARMIES = ALL_CITIES + CITIES * CITY_NUMBERS
FEATURES = ARMIES + 2 * ARMY_NUMBERS


@rule
def features(s: State, box: Box, seat: int, out: Floats) -> None:
    """The map as planes, numbers of each player from the viewer's on, the battle; then what its choices are about.

    That is the decision, the viewer's heroes with what lies around them, the cities, and the squads.
    """
    for number in range(FEATURES):
        out[number] = 0.0
    for tile in range(box.width * box.height):
        write_tile(s, seat, tile, out)
    for owner in range(box.seats):
        write_heroes(s, box, seat, owner, out)
        write_player(s, box, owner, out, TILES * PLANES + ((owner - seat) % box.seats) * PLAYER_NUMBERS)
    if s.in_battle == 1:
        write_battle(s, box, seat, out, TILES * PLANES + PLAYERS * PLAYER_NUMBERS)
        write_squads(s, seat, out)
    write_asked(s, out)
    for hero in range(HEROES):
        if s.players[seat].heroes[hero].here == 1:
            write_own_hero(s, box, seat, hero, out, OWN_HEROES + hero * HERO_NUMBERS)
    for city in range(box.seats + box.neutral_cities):
        write_city(s, seat, city, out, ALL_CITIES + city * CITY_NUMBERS)


@rule
def write_tile(s: State, seat: int, tile: int, out: Floats) -> None:
    """Planes 0 to 7: there is a tile; the five tokens; own or another's city or mine; items; guards."""
    it = s.tiles[tile]
    at = tile * PLANES
    out[at] = 1.0
    if it.token != Token.NONE:
        out[at + it.token] = 1.0
    owner = s.cities[it.mark].owner if it.token == Token.CITY else it.owner
    if owner != NOBODY:
        out[at + 6] = 1.0 if owner == seat else -1.0
    out[at + 7] = min(it.heaps, 4) / 4.0
    out[at + 8] = it.guards * it.tier / 24.0


@rule
def write_heroes(s: State, box: Box, seat: int, owner: int, out: Floats) -> None:
    """Planes 9 to 11: own strength, others' strength, movement left."""
    for hero in range(HEROES):
        own = s.players[owner].heroes[hero]
        if own.here == 1:
            at = own.tile * PLANES
            power = math.log(1.0 + strength(box, own.troops)) / 5.0 + 0.2
            out[at + (9 if owner == seat else 10)] += power
            out[at + 11] += own.moves / 10.0


@rule
def write_player(s: State, box: Box, owner: int, out: Floats, at: int) -> None:
    player = s.players[owner]
    for resource in range(RESOURCES):
        out[at + resource] = math.log(1.0 + player.stock[resource]) / 4.0
        out[at + 4 + resource] = player.mines[resource] / 4.0
    spawners = 0
    for city in range(box.seats + box.neutral_cities):
        if s.cities[city].owner == owner:
            out[at + 8] += 0.25
            out[at + 9] += math.log(1.0 + strength(box, s.cities[city].garrison)) / 5.0
            for kind in range(KINDS):
                spawners += 1 if has_spawner(s, city, kind) else 0
    out[at + 10] = spawners / 10.0
    out[at + 11] = hero_count(s, owner) / 3.0
    out[at + 12] = player.out
    out[at + 13] = player.stage / 2.0
    out[at + 14] = 1.0 if s.first == owner else 0.0
    out[at + 15] = s.day / 20.0 if box.campaign == 0 else s.day / 200.0


@rule
def write_battle(s: State, box: Box, seat: int, out: Floats, at: int) -> None:
    for side in range(2):
        army = s.battle.armies[side]
        place = at + 3 * side
        out[place] = 1.0 if army.seat == seat else 0.0
        out[place + 1] = math.log(1.0 + strength(box, army.troops)) / 5.0
        out[place + 2] = 1.0 if is_armed(army.troops) else 0.0
    out[at + 6] = attack_odds(s, box)
    out[at + 7] = 1.0


@rule
def some(count: int) -> float:
    """A number of creatures: the first few count most."""
    return math.log(1.0 + count) / 4.0


@rule
def write_asked(s: State, out: Floats) -> None:
    """The kind of decision, and the numbers that go with it."""
    if s.head.depth > 0:
        asked = top(s, AnyFrame)
        out[ASKED + min(asked.kind, ASKED_KINDS - 1)] = 1.0
        out[ASKED + ASKED_KINDS] = asked.first / 8.0
        out[ASKED + ASKED_KINDS + 1] = asked.second / 8.0
        out[ASKED + ASKED_KINDS + 2] = asked.third / 8.0


@rule
def write_own_hero(s: State, box: Box, seat: int, hero: int, out: Floats, at: int) -> None:
    """What it has, the eight tiles beside it, and what pulls in each of the eight directions."""
    own = s.players[seat].heroes[hero]
    out[at] = 1.0
    out[at + 1] = own.paid
    out[at + 2] = own.moves / 10.0
    out[at + 3] = math.log(1.0 + strength(box, own.troops)) / 5.0
    for item in range(ITEM_KINDS):
        out[at + 4 + item] = own.items[item] / 5.0
    for creature in range(KINDS):
        out[at + 4 + ITEM_KINDS + creature] = some(own.troops[creature])
    for direction in range(DIRECTIONS):
        tile = neighbour(box, own.tile, direction)
        if tile != NOBODY:
            write_beside(out, tile, at + HERO_SCALARS + direction * BESIDE)
    write_pulls(s, box, seat, own.tile, out, at + HERO_SCALARS + DIRECTIONS * BESIDE)


@rule
def write_beside(out: Floats, tile: int, at: int) -> None:
    """The planes of a tile, but for the movement that is left."""
    for plane in range(BESIDE):
        out[at + plane] = out[tile * PLANES + plane]


@rule
def write_pulls(s: State, box: Box, seat: int, tile: int, out: Floats, at: int) -> None:
    """How much there is of each token (mines and cities of others only), and of enemy heroes, the nearer the more."""
    x, y = tile % box.width, tile // box.width
    for row in range(max(0, y - SIGHT), min(box.height, y + SIGHT + 1)):
        for column in range(max(0, x - SIGHT), min(box.width, x + SIGHT + 1)):
            other = row * box.width + column
            if other != tile:
                near = 1.0 / max(abs(row - y), abs(column - x))
                place = at + PULLS * direction_to(column - x, row - y)
                token = s.tiles[other].token
                if token != Token.NONE and out[other * PLANES + 6] <= 0.0:
                    out[place + token - 1] += near
                out[place + PULLS - 1] += near * out[other * PLANES + 10]


@rule
def direction_to(x: int, y: int) -> int:
    """The direction of a step that goes there: straight where one way is more than twice as long as the other."""
    if abs(x) > 2 * abs(y):
        return 1 if x > 0 else 3
    if abs(y) > 2 * abs(x):
        return 2 if y > 0 else 0
    if x > 0:
        return 5 if y > 0 else 4
    return 6 if y > 0 else 7


@rule
def write_city(s: State, seat: int, number: int, out: Floats, at: int) -> None:
    """Whose it is, its rampart, its garrison and its spawners."""
    city = s.cities[number]
    if city.owner != NOBODY:
        out[at] = 1.0 if city.owner == seat else -1.0
    out[at + 1] = city.rampart
    for creature in range(KINDS):
        out[at + 2 + creature] = some(city.garrison[creature])
        out[at + 2 + KINDS + creature] = 1.0 if has_spawner(s, number, creature) else 0.0


@rule
def write_squads(s: State, seat: int, out: Floats) -> None:
    """The squads of both armies, the viewer's first, and which of them have attacked."""
    for side in range(2):
        army = s.battle.armies[side]
        at = ARMIES + (ARMY_NUMBERS if army.seat != seat else 0)
        for squad in range(SQUADS):
            out[at + squad * (KINDS + 1)] = (army.attacked >> squad) & 1
            for creature in range(KINDS):
                out[at + squad * (KINDS + 1) + 1 + creature] += some(army.squads[squad, creature])
