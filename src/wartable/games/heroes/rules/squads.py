"""Chapter 15: an army is split into squads, which get their leaders."""

from wartable.core.rules import ask, note, rule

from ..box import Box
from ..notes import Told
from ..state import HEROES, ITEM_KINDS, KINDS, SQUADS, Army, BattleFrame, Hero, Kind, State
from .realm import stands_at, total
from .telling import tell_squads

LAST_NUMBER = 99
"""The largest number that is said at once (HE-15.9)."""


@rule
def stands(army: Army, squad: int) -> bool:
    """Whether there is anybody in a squad."""
    squads = army.squads
    for kind in range(KINDS):
        if squads[squad, kind] > 0:
            return True
    return False


@rule
def squad_count(army: Army) -> int:
    count = 0
    for squad in range(SQUADS):
        if stands(army, squad):
            count += 1
    return count


@rule
def form_up(s: State, box: Box, side: int) -> None:
    """HE-15.1: a single creature is one squad; larger armies are split by their player."""
    army = s.battle.armies[side]
    if total(army.troops) > 1:
        ask(s, Kind.FORM_SQUADS, army.seat, side, 0, 0)
    else:
        for kind in range(KINDS):
            army.squads[0, kind] = army.troops[kind]
        tell_squads(s, box, side, 1501)


@rule
def form_even(army: Army, squads: int) -> None:
    """Every kind is dealt out evenly, the odd ones going round."""
    turn = 0
    for kind in range(KINDS):
        for squad in range(squads):
            army.squads[squad, kind] = army.troops[kind] // squads
        for _ in range(army.troops[kind] % squads):
            army.squads[turn % squads, kind] += 1
            turn += 1


@rule
def form_by_kinds(box: Box, army: Army, squads: int) -> None:
    """The strongest kinds in squads of their own, all others in the last."""
    place = 0
    for rank in range(KINDS):
        kind = box.ranking[rank]
        if army.troops[kind] > 0:
            army.squads[min(place, squads - 1), kind] = army.troops[kind]
            place += 1


@rule
def form_singles(box: Box, army: Army, squads: int) -> None:
    """Single creatures of the weakest kinds apart from the main body, which is the first squad."""
    for kind in range(KINDS):
        army.squads[0, kind] = army.troops[kind]
    rank = KINDS - 1
    for squad in range(1, squads):
        while army.squads[0, box.ranking[rank]] == 0:
            rank -= 1
        army.squads[0, box.ranking[rank]] -= 1
        army.squads[squad, box.ranking[rank]] += 1


@rule
def take_places(s: State, box: Box, side: int) -> None:
    """HE-15.4: the squads close up; the first letters are those in use."""
    army = s.battle.armies[side]
    place = 0
    for squad in range(SQUADS):
        if stands(army, squad):
            if place < squad:
                for kind in range(KINDS):
                    army.squads[place, kind] = army.squads[squad, kind]
                    army.squads[squad, kind] = 0
            place += 1
    tell_squads(s, box, side, 1501)


@rule
def fill_next(s: State, box: Box, side: int, squad: int, kind: int) -> None:
    """HE-15.4: after this squad the next is asked for, if this one stands; then the first of the next kind."""
    army = s.battle.armies[side]
    for creature in range(kind, KINDS):
        after = squad + 1 if creature == kind else 1
        if army.squads[0, creature] > 0 and after < box.numbers.squads and stands(army, after - 1):
            ask(s, Kind.FILL_SQUAD, army.seat, side, after, creature)
            return
    take_places(s, box, side)


@rule
def number_of(part: int) -> int:
    """HE-15.9: the creatures that a part of a number means: up to 99, then hundreds."""
    return part if part <= LAST_NUMBER else 100 * (part - LAST_NUMBER)


@rule
def fights(s: State, side: int, hero: int) -> bool:
    """Whether a hero of an army's player takes part in the battle."""
    if side == 0:
        return hero == s.battle.hero
    return stands_at(s, s.battle.armies[1].seat, hero, s.battle.tile)


@rule
def carries_items(hero: Hero) -> bool:
    for kind in range(ITEM_KINDS):
        if hero.items[kind] > 0:
            return True
    return False


@rule
def name_leads(s: State, box: Box, frame: BattleFrame, side: int) -> None:
    """HE-15.6: each hero with items names a squad, where there is a choice."""
    army = s.battle.armies[side]
    while frame.hero < HEROES:
        hero = frame.hero
        frame.hero += 1
        if fights(s, side, hero) and carries_items(s.players[army.seat].heroes[hero]):
            army.lead[hero] = 0
            if squad_count(army) > 1:
                ask(s, Kind.NAME_LEAD, army.seat, side, hero, 0)
                return
            note(box, Told.IS_LED, 1506, army.seat, hero, 0)
    frame.hero = 0
    frame.step += 1


@rule
def rolls_matter(army: Army) -> bool:
    """HE-15.7: whether any squad has two creatures of a kind."""
    for squad in range(SQUADS):
        for kind in range(KINDS):
            if army.squads[squad, kind] > 1:
                return True
    return False
