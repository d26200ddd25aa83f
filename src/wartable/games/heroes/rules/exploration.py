"""Chapters 9 to 14: movement, and what a hero meets on a tile."""

from wartable.core.rules import NATURE, ask, change, note, pop, rule, top, under

from ..box import CREATURE_PRICE, Box, Encounter
from ..notes import Counter, Told
from ..state import (
    HEROES,
    LEVELS,
    NOBODY,
    UNKNOWN,
    CountMonstersFrame,
    CountResourceFrame,
    Foe,
    Kind,
    LandingFrame,
    RollMineFrame,
    RollQualityFrame,
    State,
    Token,
    WelcomeFrame,
)
from .battle import begin_battle, begin_battle_with_player
from .changes import can_change
from .realm import (
    UNARMED,
    capture_city,
    check_out,
    drop,
    enemy_at,
    has_armed_heroes,
    is_defended,
    mine_count,
    monster_tier,
    most_payable,
    remove_heroes_at,
)

AT_MONSTER, AT_HERO, AT_CITY, AT_TOKEN, AT_MINE, LANDED = 0, 1, 2, 3, 4, 5

GUARD, DEFEND = 3, 4
"""What monsters are counted for, besides those of Encounter: the guard of a mine, the defence of a neutral city."""


@rule
def may_enter_unarmed(s: State, box: Box, seat: int, tile: int) -> bool:
    """HE-10.2 to HE-10.5."""
    it = s.tiles[tile]
    if it.token == Token.MONSTER:
        return False
    if it.token == Token.MINE and (it.owner != seat or it.guards > 0):
        return False
    if it.token == Token.CITY:
        return s.cities[it.mark].owner == seat or not is_defended(s, it.mark)
    enemy = enemy_at(s, box, seat, tile)
    return enemy == NOBODY or not has_armed_heroes(s, enemy, tile)


@rule
def has_nothing_to_do(s: State, box: Box, seat: int) -> bool:
    """HE-9.6: no movement left, and nothing to rearrange."""
    heroes = s.players[seat].heroes
    for hero in range(HEROES):
        if heroes[hero].moves > 0:
            return False
    return not can_change(s, box, seat)


@rule
def go_on_landing(s: State, box: Box) -> None:
    """HE-10.1: one thing on the tile after the other, as long as the hero is there."""
    frame = top(s, LandingFrame)
    seat = frame.seat
    hero = frame.hero
    step = frame.step
    frame.step += 1
    if step == LANDED or s.players[seat].heroes[hero].here == 0:
        pop(s)
        return
    tile = s.players[seat].heroes[hero].tile
    token = s.tiles[tile].token
    if step == AT_MONSTER and token == Token.MONSTER:
        meet_monsters(s, box, seat, hero, tile)
    elif step == AT_HERO and token != Token.CITY:
        meet_heroes(s, box, seat, hero, tile)
    elif step == AT_CITY and token == Token.CITY:
        meet_city(s, box, seat, hero, tile)
    elif step == AT_TOKEN and token == Token.ITEM:
        ask(s, Kind.ROLL_ITEM, NATURE, 0, 0, 0)
    elif step == AT_TOKEN and token == Token.RESOURCE:
        ask(s, Kind.ROLL_RESOURCE, NATURE, 0, 0, 0)
    elif step == AT_MINE and token == Token.MINE:
        meet_mine(s, box, seat, hero, tile)


@rule
def meet_monsters(s: State, box: Box, seat: int, hero: int, tile: int) -> None:
    """HE-11.2, HE-11.8."""
    it = s.tiles[tile]
    if it.guards > 0:
        begin_battle(s, box, Foe.MONSTERS, seat, hero, it.guards, it.tier)
    else:
        ask(s, Kind.ROLL_ENCOUNTER, NATURE, 0, 0, 0)


@rule
def meet_heroes(s: State, box: Box, seat: int, hero: int, tile: int) -> None:
    """HE-17.7: heroes without anybody to fight for them are removed; otherwise there is a battle."""
    enemy = enemy_at(s, box, seat, tile)
    if enemy == NOBODY:
        return
    if has_armed_heroes(s, enemy, tile):
        begin_battle_with_player(s, box, Foe.HEROES, seat, hero, enemy)
    else:
        remove_heroes_at(s, box, enemy, tile, UNARMED)
        check_out(s, box, enemy)


@rule
def meet_city(s: State, box: Box, seat: int, hero: int, tile: int) -> None:
    """HE-14.1 to HE-14.5."""
    it = s.tiles[tile]
    city = it.mark
    owner = s.cities[city].owner
    if owner == seat:
        return
    if owner == NOBODY:
        note(box, Told.BESIEGES, 1401, seat, tile)
        if it.guards > 0:
            begin_battle(s, box, Foe.NEUTRAL, seat, hero, it.guards, it.tier)
        else:
            ask(s, Kind.COUNT_MONSTERS, NATURE, box.numbers.neutral_dice, 0, DEFEND)
    elif is_defended(s, city):
        begin_battle_with_player(s, box, Foe.CITY, seat, hero, owner)
    else:
        remove_heroes_at(s, box, owner, tile, UNARMED)
        capture_city(s, box, seat, city, 1403)


@rule
def meet_mine(s: State, box: Box, seat: int, hero: int, tile: int) -> None:
    """HE-12.1, HE-12.2, HE-12.7: guardians who stand there fight whoever comes, the owner too."""
    it = s.tiles[tile]
    if it.guards > 0:
        begin_battle(s, box, Foe.GUARDIANS, seat, hero, it.guards, it.tier)
    elif it.owner != seat:
        ask(s, Kind.ROLL_GUARDS, NATURE, 0, 0, 0)


@rule
def landing_seat(s: State) -> int:
    """The player whose hero deals with a tile while nature decides something about it."""
    return under(s, LandingFrame).seat


@rule
def landing_tile(s: State) -> int:
    """The tile that a hero deals with while nature decides something about it."""
    landing = under(s, LandingFrame)
    return s.players[landing.seat].heroes[landing.hero].tile


@rule
def roll_encounter(s: State, box: Box, face: int) -> None:
    """HE-11.2: the percentile die says what the monsters do; their number is rolled next."""
    note(box, Told.MEETS, 1102, landing_seat(s), landing_tile(s), face * 10)
    pop(s)
    ask(s, Kind.COUNT_MONSTERS, NATURE, box.encounter_dice[face - 1], 0, box.encounter[face - 1])


@rule
def count_monsters(s: State, box: Box, value: int) -> None:
    """One of the dice for their number; after the last they fight, or wait for the player's answer."""
    frame = top(s, CountMonstersFrame)
    frame.dice -= 1
    frame.count += value
    number = 1204 if frame.purpose == GUARD else 1404 if frame.purpose == DEFEND else 1102
    note(box, Told.COUNTS, number, landing_seat(s), landing_tile(s), frame.purpose, value, frame.dice)
    if frame.dice > 0:
        return
    landing = under(s, LandingFrame)
    tile = landing_tile(s)
    seat = landing.seat
    hero = landing.hero
    count = frame.count
    purpose = frame.purpose
    tier = monster_tier(s, box)
    pop(s)
    if purpose == Encounter.BRIBE or purpose == Encounter.DEFECT:
        number = 1103 if purpose == Encounter.BRIBE else 1104
        note(box, Told.OFFERED, number, seat, tile, tier - 1, count, purpose)
        ask(s, Kind.WELCOME, seat, count, purpose, hero)
    elif purpose == Encounter.FIGHT:
        begin_battle(s, box, Foe.MONSTERS, seat, hero, count, tier)
    elif purpose == GUARD:
        begin_battle(s, box, Foe.GUARDIANS, seat, hero, count + box.numbers.guard_plus, tier)
    else:
        begin_battle(s, box, Foe.NEUTRAL, seat, hero, count, tier)


@rule
def most_welcome(s: State, box: Box, seat: int) -> int:
    """HE-11.3, HE-11.4: how many monsters the player can take."""
    frame = top(s, WelcomeFrame)
    if frame.encounter == Encounter.DEFECT:
        return frame.count
    return min(frame.count, most_payable(s, box, seat, CREATURE_PRICE + monster_tier(s, box) - 1))


@rule
def remove_token(s: State, tile: int) -> None:
    it = s.tiles[tile]
    s.tokens[it.token] -= 1
    it.token = Token.NONE
    it.guards = 0
    it.tier = 0


@rule
def roll_guards(s: State, box: Box, face: int) -> None:
    """HE-12.2 to HE-12.4."""
    least = box.numbers.guard_from_d20 if box.d20_guards == 1 else box.numbers.guard_from
    shown = face if box.d20_guards == 1 else face * 10
    note(box, Told.LOOKS_FOR_GUARDIANS, 1202, landing_seat(s), landing_tile(s), shown, face >= least)
    if face >= least:
        pop(s)
        ask(s, Kind.COUNT_MONSTERS, NATURE, box.numbers.guard_dice, 0, GUARD)
    else:
        landing = under(s, LandingFrame)
        pop(s)
        capture_mine(s, box, landing.seat, s.players[landing.seat].heroes[landing.hero].tile)


@rule
def capture_mine(s: State, box: Box, seat: int, tile: int) -> None:
    """HE-12.5, HE-12.6: own it and receive one; what it yields may have to be rolled first."""
    mine = s.tiles[tile]
    loser = mine.owner
    mine.owner = seat
    if loser != NOBODY:
        s.players[loser].mines[mine.mark] -= 1
        change(box, Told.LOSES_MINE, 1205, loser, Counter.MINES, -1, mine_count(s, loser), tile, mine.mark)
    if mine.mark == UNKNOWN:
        ask(s, Kind.ROLL_MINE, NATURE, tile, seat, 0)
    else:
        open_mine(s, box, seat, tile)


@rule
def open_mine(s: State, box: Box, seat: int, tile: int) -> None:
    player = s.players[seat]
    resource = s.tiles[tile].mark
    player.mines[resource] += 1
    player.stock[resource] += box.numbers.mine_yield
    change(box, Told.CAPTURES, 1205, seat, Counter.MINES, 1, mine_count(s, seat), tile, resource)
    counter = Counter.COINS + resource
    change(box, Told.MINE_GIVES, 1205, seat, counter, box.numbers.mine_yield, player.stock[resource], tile)


@rule
def roll_mine(s: State, box: Box, resource: int) -> None:
    """HE-12.6."""
    frame = top(s, RollMineFrame)
    tile = frame.tile
    seat = frame.seat
    s.tiles[tile].mark = resource
    note(box, Told.MINE_YIELDS, 1206, seat, tile, resource + 1, resource)
    pop(s)
    open_mine(s, box, seat, tile)


@rule
def roll_resource(s: State, box: Box, resource: int) -> None:
    """HE-13.1."""
    note(box, Told.RESOURCE_IS, 1301, landing_seat(s), landing_tile(s), resource + 1, resource)
    pop(s)
    ask(s, Kind.COUNT_RESOURCE, NATURE, resource, 0, 0)


@rule
def count_resource(s: State, box: Box, value: int) -> None:
    """HE-13.2."""
    landing = under(s, LandingFrame)
    player = s.players[landing.seat]
    resource = top(s, CountResourceFrame).resource
    tile = player.heroes[landing.hero].tile
    count = value + box.resource_bonus
    player.stock[resource] += count
    note(box, Told.COUNTS_RESOURCE, 1302, landing.seat, tile, value, box.resource_bonus)
    change(box, Told.FINDS, 1302, landing.seat, Counter.COINS + resource, count, player.stock[resource], tile)
    remove_token(s, tile)
    pop(s)


@rule
def roll_item(s: State, box: Box, face: int) -> None:
    """HE-13.3: the token gives way to an item of a kind, still common."""
    tile = landing_tile(s)
    note(box, Told.ITEM_IS, 1303, landing_seat(s), tile, face * 10, box.item_kind[face - 1])
    remove_token(s, tile)
    pop(s)
    ask(s, Kind.ROLL_QUALITY, NATURE, box.item_kind[face - 1], 1, 0)


@rule
def roll_quality(s: State, box: Box, face: int) -> None:
    """HE-13.4, HE-13.5: better and better as long as the die says so; then the item lies on the tile."""
    frame = top(s, RollQualityFrame)
    rises = face >= box.numbers.quality_from
    if rises:
        frame.level += 1
    tile = landing_tile(s)
    note(box, Told.QUALITY_IS, 1304, landing_seat(s), tile, face * 10, frame.item, frame.level)
    if rises and frame.level < LEVELS:
        return
    note(box, Told.ITEM_FOUND, 1305, landing_seat(s), tile, frame.item, frame.level)
    drop(s, tile, frame.item, frame.level)
    pop(s)
