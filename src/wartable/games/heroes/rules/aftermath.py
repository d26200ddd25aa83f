"""Chapter 17: what follows from a battle."""

from wartable.core.compiled import rule
from wartable.core.frames import pop

from ..state import HEROES, KINDS, Foe, Resource
from .battle import blank_battle, survivors
from .exploration import capture_mine, remove_token
from .realm import capture_city, check_out, remove_hero, remove_heroes_at


@rule
def end_battle(s, box):
    """HE-17.1 to HE-17.6: the loser's heroes are gone, and the winner has what was fought for."""
    battle = s.battle
    attacker = battle.armies[0].seat
    defender = battle.armies[1].seat
    pop(s)
    if battle.won == 1:
        troops = s.players[attacker].heroes[battle.hero].troops
        for kind in range(KINDS):
            troops[kind] = survivors(s, 0, kind)
        settle_victory(s, box, attacker, battle.tile)
    else:
        remove_hero(s, attacker, battle.hero)
        check_out(s, box, attacker)
        if defender >= 0:
            return_home(s, defender, battle.tile)
        else:
            keep_watch(s, battle.tile)
    blank_battle(s)


@rule
def settle_victory(s, box, seat, tile):
    """What the attacker has won."""
    if s.battle.foe == Foe.MONSTERS:
        remove_token(s, tile)
        s.players[seat].stock[Resource.COINS] += s.battle.count * box.numbers.monster_reward
    elif s.battle.foe == Foe.GUARDIANS:
        beat_guardians(s, box, seat, tile)
    elif s.battle.foe == Foe.NEUTRAL:
        it = s.tiles[tile]
        it.guards = 0
        it.tier = 0
        capture_city(s, box, seat, it.mark)
    else:
        loser = s.battle.armies[1].seat
        remove_heroes_at(s, loser, tile)
        if s.battle.foe == Foe.CITY:
            capture_city(s, box, seat, s.tiles[tile].mark)
        check_out(s, box, loser)


@rule
def beat_guardians(s, box, seat, tile):
    """HE-12.4, HE-12.8: the mine is captured; its owner has freed it, and nothing more."""
    mine = s.tiles[tile]
    mine.guards = 0
    mine.tier = 0
    if mine.owner != seat:
        capture_mine(s, box, seat, tile)


@rule
def keep_watch(s, tile):
    """HE-11.7, HE-12.7, HE-14.5: monsters who survive stay where they are."""
    count = 0
    for kind in range(KINDS):
        count += survivors(s, 1, kind)
    s.tiles[tile].guards = count
    s.tiles[tile].tier = s.battle.tier


@rule
def return_home(s, seat, tile):
    """HE-17.6: to the garrison first and then to the heroes in order, to each at most as many as it had."""
    heroes = s.players[seat].heroes
    for kind in range(KINDS):
        left = survivors(s, 1, kind)
        if s.battle.foe == Foe.CITY:
            garrison = s.cities[s.tiles[tile].mark].garrison
            garrison[kind] = min(garrison[kind], left)
            left -= garrison[kind]
        for hero in range(HEROES):
            it = heroes[hero]
            if it.here == 1 and it.tile == tile:
                it.troops[kind] = min(it.troops[kind], left)
                left -= it.troops[kind]
