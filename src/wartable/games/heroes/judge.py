"""What a position is worth, for bots and learners.

Everything is reckoned in coins: a coin buys a coin's worth of troops, which counts one at the end (HE-18.4). The
weights are in data/judge.csv; `benchmarks/bots.py judge` tells whether the judge is as sure as it should be.
"""

from wartable.core.frames import kind as frame_kind
from wartable.core.rules import AnyFrame, Floats, bottom, exponential, rule, top

from .box import Box
from .features import FEATURES, PLANES, features
from .odds import attack_odds, item_strength, odds, odds_against_monsters, strength
from .rules.realm import distance, garrison_of, hero_count, monster_tier, place_of, steps_between, troop_value
from .rules.squads import fights, stands
from .state import (
    HEROES,
    ITEM_KINDS,
    NOBODY,
    RESOURCES,
    SQUADS,
    Army,
    DayFrame,
    FillSquadFrame,
    Foe,
    Hero,
    Kind,
    Resource,
    SettingUpFrame,
    Stage,
    State,
    Token,
)

__all__ = ["FEATURES", "PLANES", "evaluate", "features"]

UNKNOWN_ODDS = -1.0e9
"""For what has not been reckoned yet."""


@rule
def evaluate(s: State, box: Box, out: Floats) -> None:
    """The realms' prospects, as shares of the win. The more days are left, the less a lead is worth."""
    lead = min(box.weights.most_lead, box.weights.lead + box.weights.lead_a_day * (box.days - s.day))
    best = -1.0e9
    for seat in range(box.seats):
        out[seat] = -1.0e9 if s.players[seat].out == 1 else worth(s, box, seat)
        best = max(best, out[seat])
    whole = 0.0
    for seat in range(box.seats):
        out[seat] = exponential((out[seat] - best) / lead)
        whole += out[seat]
    for seat in range(box.seats):
        out[seat] /= whole


@rule
def worth(s: State, box: Box, seat: int) -> float:
    value = goods_worth(s, box, seat) + cities_worth(s, box, seat) + heroes_worth(s, box, seat)
    value -= box.weights.fuss * s.players[seat].changes + box.weights.idle * s.players[seat].idle
    if is_to_found(s, seat):
        value += city_value(s, box) + box.weights.hero + box.weights.site
    if s.in_battle == 1:
        value += battle_worth(s, box, seat)
    return value


@rule
def is_to_found(s: State, seat: int) -> bool:
    """HE-2.6: whether the seat has yet to found its city, with a hero in it. It will have as good a one as others."""
    return s.day == 0 and hero_count(s, seat) == 0


@rule
def days_left(s: State, box: Box) -> int:
    """How many incomes are still to come that are worth counting."""
    return min(box.days - s.day, box.weights.horizon)


@rule
def goods_value(box: Box, resource: int) -> float:
    if resource == Resource.COINS:
        return box.weights.coin
    if resource == Resource.WOOD:
        return box.weights.wood
    return box.weights.food if resource == Resource.FOOD else box.weights.stone


@rule
def can_still_recruit(s: State, box: Box, seat: int) -> bool:
    """Whether the seat's coins can become troops today or on another day."""
    return s.day < box.days or (frame_kind(s) == Kind.ACQUIRE and s.players[seat].stage != Stage.DONE)


@rule
def goods_worth(s: State, box: Box, seat: int) -> float:
    """The stock, and the mines with what they promise."""
    player = s.players[seat]
    recruits = can_still_recruit(s, box, seat)
    value = 0.0
    for resource in range(RESOURCES):
        value += player.stock[resource] * (
            goods_value(box, resource) if recruits else 1.0 / box.numbers.value_resources
        )
        value += player.mines[resource] * mine_value(s, box, resource)
    if recruits and s.day > 0 and hero_count(s, seat) == 0:
        value += box.weights.saving * min(player.stock[Resource.COINS], box.numbers.hero_coins)
    return value


@rule
def mine_value(s: State, box: Box, resource: int) -> float:
    """A mine with the income that it promises; an average one where the resource is not known."""
    each = (
        (box.weights.coin + box.weights.wood + box.weights.food + box.weights.stone) / 4
        if resource < 0
        else goods_value(box, resource)
    )
    return box.numbers.value_mine + each * (days_left(s, box) * box.numbers.mine_yield + 1)


@rule
def city_value(s: State, box: Box) -> float:
    """A city with the income that it promises."""
    value = 1.0 * box.numbers.value_city
    for resource in range(RESOURCES):
        value += days_left(s, box) * box.per_city[resource] * goods_value(box, resource)
    return value


@rule
def cities_worth(s: State, box: Box, seat: int) -> float:
    """Cities, garrisons, spawners, and what enemies nearby may take of it."""
    value = 0.0
    for number in range(box.seats + box.neutral_cities):
        city = s.cities[number]
        if city.owner == seat:
            held = city_value(s, box) + box.weights.garrison * troop_value(box, city.garrison)
            value += held + box.weights.rampart * city.rampart
            if city.spawners > 0:
                value += min(box.weights.spawner, box.weights.spawner_a_day * (box.days - s.day))
            if not is_fought_for(s, city.tile):
                value -= box.weights.danger * held * menace(s, box, seat, city.tile, wall(s, box, number))
    return value


@rule
def is_fought_for(s: State, tile: int) -> bool:
    return s.in_battle == 1 and s.battle.tile == tile


@rule
def wall(s: State, box: Box, number: int) -> float:
    """What defends a city when enemies come: also heroes who are not far, the less the farther they are."""
    city = s.cities[number]
    defence = strength(box, city.garrison) + expected_recruits(s, box, city.owner)
    for hero in range(HEROES):
        own = s.players[city.owner].heroes[hero]
        if own.here == 1:
            way = distance(box, own.tile, city.tile)
            if way < box.weights.keep:
                defence += strength(box, own.troops) * (1.0 - way / box.weights.keep)
    return defence


@rule
def expected_recruits(s: State, box: Box, seat: int) -> float:
    """What those roll on average whom a player can still recruit before anybody moves."""
    recruits = s.day == 0 or frame_kind(s) == Kind.ACQUIRE
    return box.weights.recruits * s.players[seat].stock[Resource.COINS] if recruits else 0.0


@rule
def heroes_defence(s: State, box: Box, seat: int, tile: int) -> float:
    """What a player's heroes on a tile roll on average."""
    defence = 0.0
    for hero in range(HEROES):
        own = s.players[seat].heroes[hero]
        if own.here == 1 and own.tile == tile:
            troops = strength(box, own.troops)
            defence += troops + (item_strength(box, own) if troops > 0.0 else 0.0)
    return defence


@rule
def is_first_dawn(s: State) -> bool:
    """Whether nobody has begun to explore: those who go first can still answer those who go later."""
    return s.day == 0 or (s.day == 1 and next_place(s) == 0)


@rule
def moves_tomorrow(s: State, box: Box, seat: int) -> bool:
    """Whether the seat's turn of today is over, or would be if it stopped now."""
    return place_of(s, box, seat) < next_place(s)


@rule
def next_place(s: State) -> int:
    """Whose turn is next, in turn order; before the first day, who lays a city next."""
    kind = bottom(s, AnyFrame).kind
    if kind == Kind.SETTING_UP:
        return bottom(s, SettingUpFrame).place
    return bottom(s, DayFrame).place if kind == Kind.DAY else 0


@rule
def menace(s: State, box: Box, seat: int, tile: int, defence: float) -> float:
    """How likely it is that an enemy hero comes to a tile next and wins what is there."""
    most = 0.0
    for other in range(box.seats):
        if other != seat and s.players[other].out == 0:
            tomorrow = moves_tomorrow(s, box, other)
            weight = (
                box.weights.answer if is_first_dawn(s) and place_of(s, box, seat) < place_of(s, box, other) else 1.0
            )
            for hero in range(HEROES):
                enemy = s.players[other].heroes[hero]
                if enemy.here == 1:
                    comes = weight * arrival(s, box, enemy, tile, tomorrow)
                    if comes > most and defence > 0.0:
                        power = power_of(s, box, other, hero, tomorrow)
                        comes *= odds(power, defence) if power > 0.0 else 0.0
                    most = max(most, comes)
    return most


@rule
def arrival(s: State, box: Box, enemy: Hero, tile: int, tomorrow: bool) -> float:
    """How likely a hero has the movement to come to a tile; on the last day there is no tomorrow."""
    way = distance(box, enemy.tile, tile)
    if tomorrow and s.day >= box.days:
        return 1.0 if enemy.moves >= way else 0.0
    return max(0.0, min(1.0, (box.numbers.movement_die + 1.0 - way) / box.numbers.movement_die))


@rule
def power_of(s: State, box: Box, seat: int, number: int, tomorrow: bool) -> float:
    """What a hero rolls on average; in an own city, with those who could come along."""
    own = s.players[seat].heroes[number]
    power = strength(box, own.troops)
    city = garrison_of(s, seat, number)
    if city != NOBODY and not is_fought_for(s, own.tile):
        power += box.weights.escort * strength(box, s.cities[city].garrison)
        if tomorrow or s.day == 0 or frame_kind(s) == Kind.ACQUIRE:
            power += box.weights.recruits * s.players[seat].stock[Resource.COINS]
    return power + item_strength(box, own) if power > 0.0 else 0.0


@rule
def future(s: State, box: Box, seat: int, own: Hero) -> float:
    """How much of its use a hero has before it: less when the end is near, and today as far as it can still move.

    So it makes no difference whether a turn is ended at once, once everybody has moved.
    """
    days = 1.0 * (box.days - s.day)
    days += min(1.0, own.moves / box.numbers.movement_die) if moves_tomorrow(s, box, seat) else 1.0
    return min(1.0, days / box.weights.fade)


@rule
def hero_stake(s: State, box: Box, seat: int, own: Hero, rank: int) -> float:
    """A hero, what it leads and carries. Later heroes are worth less, and all of them less when the end is near."""
    value = (box.weights.hero if rank == 0 else box.weights.next_hero) * future(s, box, seat, own)
    value += troop_value(box, own.troops)
    for kind in range(ITEM_KINDS):
        value += box.weights.level * own.items[kind]
    return value


@rule
def heroes_worth(s: State, box: Box, seat: int) -> float:
    """All heroes with what they can reach, less what may happen to those outside."""
    player = s.players[seat]
    value = 0.0
    rank = 0
    outside = 0
    weakest = 1.0e9
    taken = NOBODY
    before = NOBODY
    for hero in range(HEROES):
        own = player.heroes[hero]
        if own.here == 1:
            stake = hero_stake(s, box, seat, own, rank)
            gain, target = prospects(s, box, seat, hero, stake, taken, before)
            value += stake + box.weights.lure * future(s, box, seat, own) * gain
            before = taken
            taken = target
            rank += 1
            if garrison_of(s, seat, hero) < 0:
                outside += 1
                weakest = min(weakest, stake)
                if not is_fought_for(s, own.tile):
                    value -= (
                        box.weights.danger
                        * stake
                        * menace(s, box, seat, own.tile, heroes_defence(s, box, seat, own.tile))
                    )
    return value - hunger(s, box, seat, outside, weakest)


@rule
def hunger(s: State, box: Box, seat: int, outside: int, weakest: float) -> float:
    """What heroes outside will cost for whom there will be no food."""
    if outside == 0 or s.day >= box.days:
        return 0.0
    player = s.players[seat]
    food = player.stock[Resource.FOOD] + player.mines[Resource.FOOD]
    for number in range(box.seats + box.neutral_cities):
        if s.cities[number].owner == seat:
            food += box.per_city[Resource.FOOD]
    return box.weights.hunger * weakest * (outside - food) if food < outside else 0.0


@rule
def prospects(s: State, box: Box, seat: int, hero: int, stake: float, taken: int, before: int) -> tuple[float, int]:
    """The best thing that a hero can go for, nearer ones counting more, and a little for all others; and its tile.

    What other heroes of the player go for already is left to them.
    """
    own = s.players[seat].heroes[hero]
    power = power_of(s, box, seat, hero, False)
    risk = box.weights.caution * stake
    reach = box.weights.reach if s.day < box.days else own.moves
    own_x, own_y = own.tile % box.width, own.tile // box.width
    group, guard, neutral = UNKNOWN_ODDS, UNKNOWN_ODDS, UNKNOWN_ODDS
    best = 0.0
    rest = 0.0
    target = NOBODY
    tile = -1
    for y in range(box.height):
        for x in range(box.width):
            tile += 1
            it = s.tiles[tile]
            if it.token == Token.NONE and it.heaps == 0:
                continue
            way = steps_between(box, abs(own_x - x), abs(own_y - y))
            if way > reach or tile in (taken, before) or is_fought_for(s, tile):
                continue
            gain = 0.0
            if it.token == Token.RESOURCE:
                gain = box.weights.token_resource + box.weights.token_bonus * box.resource_bonus
            elif it.token == Token.ITEM:
                gain = box.weights.token_item
            elif it.token == Token.NONE:
                gain = loot_lure(s, box, own, tile)
            elif it.token == Token.CITY and s.cities[it.mark].owner != NOBODY:
                gain = lure_of_city(s, box, seat, it.mark, power, risk, way)
            elif power > 0.0:
                # What is the same for many tiles is reckoned once, and only if it is asked for.
                if it.guards > 0:
                    chance = odds_against_monsters(power, it.guards, it.tier, 0.0)
                    gain = lure_of_known(s, box, seat, tile, chance, risk)
                elif it.token == Token.MONSTER:
                    if group == UNKNOWN_ODDS:
                        group = lure_of_monsters(box, power, monster_tier(s, box), risk)
                    gain = group
                elif it.token == Token.MINE:
                    if it.owner != seat:
                        if guard == UNKNOWN_ODDS:
                            guard = odds_against_monsters(power, 5.5, monster_tier(s, box), 0.7)
                        prize = mine_value(s, box, it.mark) * (1.0 if it.owner == NOBODY else box.weights.enemy_mine)
                        gain = prize - box.weights.mine_guards * (1.0 - guard) * (prize + risk)
                else:
                    if neutral == UNKNOWN_ODDS:
                        neutral = odds_against_monsters(power, 14.0, monster_tier(s, box), 2.9)
                    gain = neutral * city_value(s, box) - (1.0 - neutral) * risk
            if gain > 0.0:
                near = gain / (box.weights.near + box.weights.far * way)
                rest += near
                if near > best:
                    best = near
                    target = tile
    if power > 0.0 and s.day > 0:
        prey = best_prey(s, box, seat, own, power, risk, reach)
        rest += prey
        best = max(best, prey)
    return best + box.weights.crowd * rest, target


@rule
def lure_of_monsters(box: Box, power: float, tier: int, risk: float) -> float:
    """What monsters promise whom nobody has met yet, by what the percentile die may show."""
    group = odds_against_monsters(power, 7.0, tier, 1.5)
    camp = odds_against_monsters(power, 14.0, tier, 2.9)
    return (
        0.6 * (group * 7.0 - (1.0 - group) * risk)
        + 0.1 * (camp * 14.0 - (1.0 - camp) * risk)
        + 0.1 * 7.0 * tier
        + 0.2 * tier
    )


@rule
def lure_of_known(s: State, box: Box, seat: int, tile: int, chance: float, risk: float) -> float:
    """What can be won from monsters, guardians or defenders whose number is known."""
    it = s.tiles[tile]
    if it.token == Token.MONSTER:
        prize = 1.0 * it.guards * box.numbers.monster_reward
    elif it.token == Token.MINE:
        prize = 0.0 if it.owner == seat else mine_value(s, box, it.mark)
    else:
        prize = city_value(s, box)
    return chance * prize - (1.0 - chance) * risk if prize > 0.0 else 0.0


@rule
def lure_of_city(s: State, box: Box, seat: int, number: int, power: float, risk: float, way: int) -> float:
    """What another player's city promises; an own one, troops who wait for a leader."""
    city = s.cities[number]
    if s.day == 0:
        return 0.0
    if city.owner == seat:
        return box.weights.fetch * troop_value(box, city.garrison) if way > 0 else 0.0
    defence = wall(s, box, number)
    prize = box.weights.enemy_city * city_value(s, box) + box.weights.prey * troop_value(box, city.garrison)
    if defence == 0.0:
        return prize
    if power <= 0.0:
        return 0.0
    chance = odds(power, defence)
    return chance * prize - (1.0 - chance) * risk


@rule
def best_prey(s: State, box: Box, seat: int, own: Hero, power: float, risk: float, reach: int) -> float:
    """What the best of the enemy heroes outside their cities promises, nearer ones counting more."""
    best = 0.0
    for other in range(box.seats):
        if other != seat:
            for hero in range(HEROES):
                enemy = s.players[other].heroes[hero]
                if enemy.here == 1 and garrison_of(s, other, hero) < 0 and not is_fought_for(s, enemy.tile):
                    way = distance(box, own.tile, enemy.tile)
                    if way <= reach:
                        chance = odds(power, heroes_defence(s, box, other, enemy.tile))
                        gain = chance * box.weights.prey * hero_stake(s, box, other, enemy, 1) - (1.0 - chance) * risk
                        best = max(best, gain / (box.weights.near + box.weights.far * way))
    return best


@rule
def loot_lure(s: State, box: Box, own: Hero, tile: int) -> float:
    """Items that lie about and are better than those carried."""
    best = 0
    for index in range(s.loots):
        entry = s.loot[index]
        if entry.tile == tile:
            best = max(best, entry.level - own.items[entry.kind])
    return box.weights.loot * box.weights.level * best


@rule
def battle_worth(s: State, box: Box, seat: int) -> float:
    """What the battle that goes on is likely to change."""
    battle = s.battle
    if battle.armies[0].seat != seat and battle.armies[1].seat != seat:
        return 0.0
    win = attack_odds(s, box)
    side = 0 if battle.armies[0].seat == seat else 1
    army = battle.armies[side]
    survives = win if side == 0 else 1.0 - win
    lost = troop_value(box, army.troops) - squads_value(box, army, survives)
    for hero in range(HEROES):
        if fights(s, side, hero):
            own = s.players[seat].heroes[hero]
            lost += (1.0 - survives) * (hero_stake(s, box, seat, own, 0) - troop_value(box, own.troops))
    # To divide an army by hand must promise something.
    if frame_kind(s) == Kind.FILL_SQUAD and top(s, FillSquadFrame).side == side:
        lost += box.weights.dividing
    return (win if side == 0 else -win) * prize(s, box) - lost


@rule
def squads_value(box: Box, army: Army, survives: float) -> float:
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
def prize(s: State, box: Box) -> float:
    """What the attacker gains by winning."""
    if s.battle.foe == Foe.MONSTERS:
        return 1.0 * s.battle.count * box.numbers.monster_reward
    if s.battle.foe == Foe.GUARDIANS:
        mine = s.tiles[s.battle.tile]
        return 0.0 if mine.owner == s.battle.armies[0].seat else mine_value(s, box, mine.mark)
    if s.battle.foe == Foe.HEROES:
        return 0.0
    return city_value(s, box)
