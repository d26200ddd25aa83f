"""What a position is worth, for bots and learners.

Everything is reckoned in coins: a coin buys a coin's worth of troops, which counts one at the end (HE-18.4).
"""

import math

from wartable.core.compiled import rule
from wartable.core.frames import kind as frame_kind

from .rules.battle import stands
from .rules.realm import city_at, has_spawner, hero_count, is_armed, monster_tier, troop_value
from .state import (
    HEROES,
    ITEM_KINDS,
    KINDS,
    NOBODY,
    PLAYERS,
    RESOURCES,
    SQUADS,
    TILES,
    Foe,
    Kind,
    Resource,
    Roll,
    Token,
)

COIN, WOOD, FOOD, STONE = 0.8, 0.2, 0.3, 0.2
HERO = 12.0
HORIZON = 20
REACH = 16
TEMPERATURE = 25.0

PLANES = 12
PLAYER_NUMBERS = 16
BATTLE_NUMBERS = 8
FEATURES = TILES * PLANES + PLAYERS * PLAYER_NUMBERS + BATTLE_NUMBERS


@rule
def evaluate(s, box, out):
    """The realms' prospects, as shares of the win."""
    best = -1.0e9
    for seat in range(box.seats):
        out[seat] = -1.0e9 if s.players[seat].out == 1 else worth(s, box, seat)
        best = max(best, out[seat])
    whole = 0.0
    for seat in range(box.seats):
        out[seat] = math.exp((out[seat] - best) / TEMPERATURE)
        whole += out[seat]
    for seat in range(box.seats):
        out[seat] /= whole


@rule
def days_left(s, box):
    """How many incomes are still to come that are worth counting."""
    return min(box.days - s.day, HORIZON)


@rule
def goods_value(resource):
    if resource == Resource.COINS:
        return COIN
    if resource == Resource.WOOD:
        return WOOD
    return FOOD if resource == Resource.FOOD else STONE


@rule
def city_value(s, box):
    """A city with the income that it promises."""
    value = 1.0 * box.numbers.value_city
    for resource in range(RESOURCES):
        value += days_left(s, box) * box.per_city[resource] * goods_value(resource)
    return value


@rule
def mine_value(s, box, resource):
    """A mine with the income that it promises; an average one where the resource is not known."""
    each = (COIN + WOOD + FOOD + STONE) / 4 if resource < 0 else goods_value(resource)
    return box.numbers.value_mine + each * (days_left(s, box) * box.numbers.mine_yield + 1)


@rule
def worth(s, box, seat):
    player = s.players[seat]
    value = 0.0
    for resource in range(RESOURCES):
        value += player.stock[resource] * goods_value(resource)
        value += player.mines[resource] * mine_value(s, box, resource)
    value += cities_worth(s, box, seat)
    heroes = 0
    outside = 0
    for hero in range(HEROES):
        if player.heroes[hero].here == 1:
            value += hero_worth(s, box, seat, hero, heroes)
            heroes += 1
            outside += 1 if city_at(s, player.heroes[hero].tile) == NOBODY else 0
    hungry = outside - player.stock[Resource.FOOD]
    if hungry > 0 and s.day < box.days:
        value -= 2.5 * hungry
    if s.in_battle == 1:
        value += battle_worth(s, box, seat)
    return value


@rule
def cities_worth(s, box, seat):
    """Cities, garrisons, the first spawner of each, and what an enemy nearby may take of it."""
    value = 0.0
    for city in range(box.seats + box.neutral_cities):
        if s.cities[city].owner == seat:
            value += city_value(s, box) + 0.97 * troop_value(box, s.cities[city].garrison)
            if has_spawner(s, city, 0):
                value += min(4.0, 0.5 * (box.days - s.day))
            value += s.cities[city].rampart * 3.0
            value -= danger(s, box, seat, city)
    return value


@rule
def danger(s, box, seat, city):
    """What an enemy hero near a city may cost."""
    tile = s.cities[city].tile
    defence = city_defence(s, box, city)
    risk = 0.0
    for other in range(box.seats):
        if other != seat:
            for hero in range(HEROES):
                enemy = s.players[other].heroes[hero]
                if enemy.here == 1:
                    way = distance(box, enemy.tile, tile)
                    if way <= 10:
                        power = power_of(s, box, other, enemy)
                        chance = 1.0 if defence == 0.0 else odds(power, defence) if power > 0.0 else 0.0
                        risk = max(risk, chance * (11.0 - way) / 11.0)
    return 0.5 * risk * city_value(s, box)


@rule
def city_defence(s, box, city):
    """What the defenders of a player's city roll on average, with those whom the owner can still recruit today."""
    owner = s.cities[city].owner
    defence = strength(box, s.cities[city].garrison)
    for hero in range(HEROES):
        if s.players[owner].heroes[hero].here == 1 and s.players[owner].heroes[hero].tile == s.cities[city].tile:
            defence += strength(box, s.players[owner].heroes[hero].troops)
    if frame_kind(s) == Kind.ACQUIRE:
        defence += 3.0 * s.players[owner].stock[Resource.COINS]
    return defence


@rule
def strength(box, troops):
    """What an army rolls on average."""
    value = 0.0
    for kind in range(KINDS):
        value += troops[kind] * (box.dice[kind] * 3.5 + box.plus[kind])
    return value


@rule
def item_strength(box, hero):
    value = 0.0
    for kind in range(ITEM_KINDS):
        level = hero.items[kind]
        if level > 0:
            value += box.item_dice[kind, level - 1] * 3.5 + box.item_plus[kind, level - 1]
    return value


@rule
def odds(power, other):
    """The chance that a total of about `power` beats one of about `other`."""
    return 1.0 / (1.0 + math.exp(-2.0 * (power - other) / (0.3 * (power + other) + 1.0)))


@rule
def odds_against_monsters(power, count, tier):
    """Against monsters in two squads, one after the other."""
    first = odds(power, 1.75 * tier * (count + 1.0))
    return first * odds(power, 1.75 * tier * count)


@rule
def distance(box, tile, other):
    across = abs(tile % box.width - other % box.width)
    down = abs(tile // box.width - other // box.width)
    return max(across, down) if box.steps == 8 else across + down


@rule
def hero_worth(s, box, seat, hero, rank):
    """A hero, what it leads and carries, and what it can reach. Later heroes add less."""
    own = s.players[seat].heroes[hero]
    left = min(1.0, (box.days - s.day + 1.0) / 8.0)
    value = HERO if rank == 0 else 10.5 - 1.5 * rank
    value *= left
    value += troop_value(box, own.troops)
    for kind in range(ITEM_KINDS):
        value += 2.2 * own.items[kind]
    return value + 0.8 * left * prospects(s, box, seat, own)


@rule
def prospects(s, box, seat, own):
    """The best thing that a hero can go for, nearer ones counting more, and a little for all others."""
    power = power_of(s, box, seat, own)
    stake = troop_value(box, own.troops) + HERO
    tier = monster_tier(s, box)
    beats_group = odds_against_monsters(power, 7.5, tier)
    beats_guard = odds_against_monsters(power, 5.5, tier)
    beats_city = odds_against_monsters(power, 14.0, tier)
    best = 0.0
    rest = 0.0
    for tile in range(box.width * box.height):
        it = s.tiles[tile]
        if it.token == Token.NONE and it.heaps == 0:
            continue
        way = distance(box, own.tile, tile)
        if way > REACH:
            continue
        gain = 0.0
        if it.token == Token.RESOURCE:
            gain = 1.6 + 0.3 * box.resource_bonus
        elif it.token == Token.ITEM:
            gain = 2.5
        elif it.token == Token.NONE:
            gain = loot_lure(s, own, tile)
        elif it.token == Token.CITY and s.cities[it.mark].owner != NOBODY:
            gain = lure_of_city(s, box, seat, it.mark, power, stake)
        elif power > 0.0:
            if it.guards > 0:
                chance = odds_against_monsters(power, it.guards, it.tier)
            elif it.token == Token.MONSTER:
                chance = beats_group
            elif it.token == Token.MINE:
                chance = beats_guard
            else:
                chance = beats_city
            gain = lure_of_fight(s, box, seat, tile, chance, stake, tier)
        if gain > 0.0:
            near = gain / (1.5 + 0.35 * way)
            best = max(best, near)
            rest += near
    return best + 0.1 * rest


@rule
def power_of(s, box, seat, own):
    """What a hero rolls on average; in an own city, with most of those who could come along."""
    power = strength(box, own.troops) + item_strength(box, own)
    city = city_at(s, own.tile)
    if s.in_battle == 0 and city != NOBODY and s.cities[city].owner == seat:
        power += 0.9 * strength(box, s.cities[city].garrison)
        power += (3.0 if frame_kind(s) == Kind.ACQUIRE else 1.5) * s.players[seat].stock[Resource.COINS]
    return power


@rule
def lure_of_fight(s, box, seat, tile, chance, stake, tier):
    """What a monster, a mine or a neutral city promises, less what is at stake."""
    it = s.tiles[tile]
    if it.token == Token.MONSTER:
        if it.guards > 0:
            return chance * it.guards - (1.0 - chance) * stake
        return 0.7 * (chance * 7.5 - (1.0 - chance) * stake) + 1.2 * tier
    if it.token == Token.MINE:
        if it.owner == seat:
            return 0.0
        prize = mine_value(s, box, it.mark) * (1.0 if it.owner == NOBODY else 1.4)
        met = 1.0 if it.guards > 0 else 0.2
        return prize * (1.0 - met * (1.0 - chance)) - met * (1.0 - chance) * stake
    return chance * city_value(s, box) - (1.0 - chance) * stake


@rule
def lure_of_city(s, box, seat, city, power, stake):
    """What another player's city promises."""
    if s.cities[city].owner == seat or s.day == 0:
        return 0.0
    defence = city_defence(s, box, city)
    if defence == 0.0:
        return 1.5 * city_value(s, box)
    if power <= 0.0:
        return 0.0
    chance = odds(power, defence)
    # Who loses such a battle is open to the counter-attack: it is worth no more than it risks.
    return (2.0 * chance - 1.0) * 1.5 * city_value(s, box) - (1.0 - chance) * stake


@rule
def loot_lure(s, own, tile):
    """Items that lie about and are better than those carried."""
    best = 0
    for index in range(s.loots):
        entry = s.loot[index]
        if entry.tile == tile:
            best = max(best, entry.level - own.items[entry.kind])
    return 2.0 * best


@rule
def battle_worth(s, box, seat):
    """What the battle that goes on is likely to change."""
    battle = s.battle
    if battle.armies[0].seat != seat and battle.armies[1].seat != seat:
        return 0.0
    win = attack_odds(s, box)
    attacker = s.players[battle.armies[0].seat].heroes[battle.hero]
    if battle.armies[0].seat == seat:
        lost = troop_value(box, battle.armies[0].troops) - squads_value(box, battle.armies[0], win)
        levels = 0
        for kind in range(ITEM_KINDS):
            levels += attacker.items[kind]
        return win * prize(s, box) - lost - (1.0 - win) * (HERO + 2.2 * levels)
    lost = troop_value(box, battle.armies[1].troops) - squads_value(box, battle.armies[1], 1.0 - win)
    return -win * prize(s, box) - lost


@rule
def squads_value(box, army, survives):
    """Troops that still stand, as likely as the side is to win; before the squads are formed, all of them."""
    value = 0.0
    formed = False
    for squad in range(SQUADS):
        if stands(army, squad):
            formed = True
            value += troop_value(box, army.squads[squad])
    if not formed:
        value = 1.0 * troop_value(box, army.troops)
    return survives * value


@rule
def prize(s, box):
    """What the attacker gains by winning."""
    if s.battle.foe == Foe.MONSTERS:
        return 1.0 * s.battle.count * box.numbers.monster_reward
    if s.battle.foe == Foe.GUARDIANS:
        return mine_value(s, box, s.tiles[s.battle.tile].mark)
    if s.battle.foe == Foe.HEROES:
        return HERO
    return city_value(s, box)


@rule
def attack_odds(s, box):
    """The chance that the attacker wins, from the squads that stand: each of the attacker's must beat all others."""
    attacker = s.battle.armies[0]
    defender = s.battle.armies[1]
    fails = 1.0
    formed = False
    for squad in range(SQUADS):
        if stands(attacker, squad):
            formed = True
            fails *= 1.0 - beats_all(s, box, attacker, squad, defender)
    if formed:
        return 1.0 - fails
    power = strength(box, attacker.troops) + item_strength(box, s.players[attacker.seat].heroes[s.battle.hero])
    return odds(power, 0.6 * max(strength(box, defender.troops), 1.0))


@rule
def beats_all(s, box, attacker, squad, defender):
    chance = 1.0
    formed = False
    for target in range(SQUADS):
        if stands(defender, target):
            formed = True
            chance *= squad_odds(s, box, attacker, squad, defender, target)
    if formed or defender.seat == NOBODY:
        return chance
    # The defender has yet to form squads: take the army for one, a little weaker for being split.
    spread = squad_variance(box, attacker, squad) + 4.0
    for kind in range(KINDS):
        spread += box.dice[kind] * 1.5 * defender.troops[kind] * defender.troops[kind]
    lead = squad_mean(s, box, attacker, squad) - 0.9 * strength(box, defender.troops)
    return 1.0 / (1.0 + math.exp(-1.7 * lead / math.sqrt(spread)))


@rule
def squad_odds(s, box, attacker, squad, defender, target):
    """The chance of one squad against another, from the mean and the spread of their totals."""
    lead = squad_mean(s, box, attacker, squad) - squad_mean(s, box, defender, target)
    if s.battle.rampart == 1 and target == 0:
        lead -= box.numbers.rampart_plus + 2.0 * box.numbers.rampart_dice
    spread = squad_variance(box, attacker, squad) + squad_variance(box, defender, target) + 4.0
    return 1.0 / (1.0 + math.exp(-1.7 * lead / math.sqrt(spread)))


@rule
def squad_mean(s, box, army, squad):
    value = strength(box, army.squads[squad])
    if army.seat != NOBODY:
        for hero in range(HEROES):
            if army.lead[hero] == squad:
                value += item_strength(box, s.players[army.seat].heroes[hero])
    return value


@rule
def squad_variance(box, army, squad):
    """Representative rolls spread more: one throw counts for all of a kind."""
    value = 0.0
    for kind in range(KINDS):
        count = army.squads[squad, kind]
        each = box.dice[kind] * 35.0 / 12.0
        value += each * count * (count if army.rolls == Roll.REPRESENTATIVE else 1)
    return value


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
