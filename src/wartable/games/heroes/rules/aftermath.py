"""Chapter 17: what follows from a battle."""

from wartable.core.rules import NOBODY, change, note, pop, rule

from ..box import Box
from ..notes import Counter, Told
from ..state import HEROES, KINDS, Foe, Resource, State
from .battle import blank_battle, survivors
from .exploration import capture_mine, remove_token
from .realm import ROUTED, SLAIN, capture_city, check_out, remove_hero, remove_heroes_at, told


@rule
def end_battle(s: State, box: Box) -> None:
    """HE-17.1 to HE-17.6: the loser's heroes are gone, and the winner has what was fought for."""
    battle = s.battle
    attacker = battle.armies[0].seat
    defender = battle.armies[1].seat
    pop(s)
    note(box, Told.WINS_BATTLE, 1701, attacker if battle.won == 1 else defender, battle.tile, battle.foe)
    if battle.won == 1:
        troops = s.players[attacker].heroes[battle.hero].troops
        for kind in range(KINDS):
            troops[kind] = survivors(s, 0, kind)
        settle_victory(s, box, attacker, battle.tile)
    else:
        remove_hero(s, box, attacker, battle.hero, cause_of_loss(s))
        check_out(s, box, attacker)
        if defender >= 0:
            return_home(s, box, defender, battle.tile)
        else:
            keep_watch(s, box, battle.tile)
    blank_battle(s)


@rule
def cause_of_loss(s: State) -> int:
    """HE-17.2, HE-17.4: why the heroes of the side that lost are gone."""
    return ROUTED if s.battle.retreat == 1 else SLAIN


@rule
def settle_victory(s: State, box: Box, seat: int, tile: int) -> None:
    """What the attacker has won."""
    if s.battle.foe == Foe.MONSTERS:
        remove_token(s, tile)
        stock = s.players[seat].stock
        reward = s.battle.count * box.numbers.monster_reward
        stock[Resource.COINS] += reward
        change(box, Told.REWARDED, 1106, seat, Counter.COINS, reward, stock[Resource.COINS], s.battle.count)
    elif s.battle.foe == Foe.GUARDIANS:
        beat_guardians(s, box, seat, tile)
    elif s.battle.foe == Foe.NEUTRAL:
        it = s.tiles[tile]
        it.guards = 0
        it.tier = 0
        capture_city(s, box, seat, it.mark, 1406)
    else:
        loser = s.battle.armies[1].seat
        remove_heroes_at(s, box, loser, tile, cause_of_loss(s))
        if s.battle.foe == Foe.CITY:
            capture_city(s, box, seat, s.tiles[tile].mark, 1406)
        check_out(s, box, loser)


@rule
def beat_guardians(s: State, box: Box, seat: int, tile: int) -> None:
    """HE-12.4, HE-12.8: the mine is captured; its owner has freed it, and nothing more."""
    mine = s.tiles[tile]
    mine.guards = 0
    mine.tier = 0
    if mine.owner == seat:
        note(box, Told.FREES_MINE, 1208, seat, tile)
    else:
        capture_mine(s, box, seat, tile)


@rule
def keep_watch(s: State, box: Box, tile: int) -> None:
    """HE-11.7, HE-12.7, HE-14.5: monsters who survive stay where they are."""
    count = 0
    for kind in range(KINDS):
        count += survivors(s, 1, kind)
    s.tiles[tile].guards = count
    s.tiles[tile].tier = s.battle.tier
    foe = s.battle.foe
    number = 1107 if foe == Foe.MONSTERS else 1207 if foe == Foe.GUARDIANS else 1405
    note(box, Told.REMAIN, number, NOBODY, foe, tile, s.battle.tier - 1, count)


@rule
def return_home(s: State, box: Box, seat: int, tile: int) -> None:
    """HE-17.6: to the garrison first and then to the heroes in order, to each at most as many as it had."""
    heroes = s.players[seat].heroes
    for kind in range(KINDS):
        left = survivors(s, 1, kind)
        if s.battle.foe == Foe.CITY:
            garrison = s.cities[s.tiles[tile].mark].garrison
            garrison[kind] = min(garrison[kind], left)
            left -= garrison[kind]
            if garrison[kind] > 0:
                note(box, Told.RETURNS, 1706, seat, -1 - tile, kind, told(garrison[kind]))
        for hero in range(HEROES):
            it = heroes[hero]
            if it.here == 1 and it.tile == tile:
                it.troops[kind] = min(it.troops[kind], left)
                left -= it.troops[kind]
                if it.troops[kind] > 0:
                    note(box, Told.RETURNS, 1706, seat, hero + 1, kind, told(it.troops[kind]))
