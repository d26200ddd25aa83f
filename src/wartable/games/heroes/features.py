# mypy: ignore-errors
"""A position as numbers, for learners."""

import math

from wartable.core.compiled import rule

from .odds import attack_odds, strength
from .rules.realm import has_spawner, hero_count, is_armed
from .state import HEROES, KINDS, NOBODY, PLAYERS, RESOURCES, TILES, Token

PLANES = 12
PLAYER_NUMBERS = 16
BATTLE_NUMBERS = 8
FEATURES = TILES * PLANES + PLAYERS * PLAYER_NUMBERS + BATTLE_NUMBERS


@rule
def features(s, box, seat, out):
    """The map as planes, then numbers of each player from the viewer's on, then the battle."""
    for number in range(FEATURES):
        out[number] = 0.0
    for tile in range(box.width * box.height):
        write_tile(s, seat, tile, out)
    for owner in range(box.seats):
        write_heroes(s, box, seat, owner, out)
        write_player(s, box, owner, out, TILES * PLANES + ((owner - seat) % box.seats) * PLAYER_NUMBERS)
    if s.in_battle == 1:
        write_battle(s, box, seat, out, TILES * PLANES + PLAYERS * PLAYER_NUMBERS)


@rule
def write_tile(s, seat, tile, out):
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
def write_heroes(s, box, seat, owner, out):
    """Planes 9 to 11: own strength, others' strength, movement left."""
    for hero in range(HEROES):
        own = s.players[owner].heroes[hero]
        if own.here == 1:
            at = own.tile * PLANES
            power = math.log(1.0 + strength(box, own.troops)) / 5.0 + 0.2
            out[at + (9 if owner == seat else 10)] += power
            out[at + 11] += own.moves / 10.0


@rule
def write_player(s, box, owner, out, at):
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
def write_battle(s, box, seat, out, at):
    for side in range(2):
        army = s.battle.armies[side]
        place = at + 3 * side
        out[place] = 1.0 if army.seat == seat else 0.0
        out[place + 1] = math.log(1.0 + strength(box, army.troops)) / 5.0
        out[place + 2] = 1.0 if is_armed(army.troops) else 0.0
    out[at + 6] = attack_odds(s, box)
    out[at + 7] = 1.0
