"""How strong armies are, and how likely one is to beat another.

A total of dice is taken as normally distributed. Individual rolls spread little, so that the larger army nearly
always wins; representative rolls spread much, which is what the weaker side wants.
"""

import math

from wartable.compiler.decorators import rule
from wartable.core.frames import kind as frame_kind
from wartable.core.frames import top
from wartable.core.numbers.exact import exponential
from wartable.core.record import Ints

from .box import Box
from .rules.squads import stands
from .state import HEROES, ITEM_KINDS, KINDS, NOBODY, SQUADS, Army, Hero, Kind, Roll, SquadsFrame, State

DIE_VARIANCE = 35.0 / 12.0
LITTLE = DIE_VARIANCE / 3.5
"""The variance of individual rolls for each point of their mean."""
MUCH = DIE_VARIANCE / 3.5**2
"""The variance of representative rolls of tier 1 for each point of their mean, squared."""


@rule
def strength(box: Box, troops: Ints) -> float:
    """What an army rolls on average."""
    value = 0.0
    for kind in range(KINDS):
        if troops[kind] > 0:
            value += troops[kind] * (box.dice[kind] * 3.5 + box.plus[kind])
    return value


@rule
def item_strength(box: Box, hero: Hero) -> float:
    value = 0.0
    for kind in range(ITEM_KINDS):
        level = hero.items[kind]
        if level > 0:
            value += box.item_dice[kind, level - 1] * 3.5 + box.item_plus[kind, level - 1]
    return value


@rule
def chance_of(lead: float, variance: float) -> float:
    """The chance that a total which leads by so much on average is the higher one."""
    return 1.0 / (1.0 + exponential(-1.7 * lead / math.sqrt(variance)))


@rule
def odds(power: float, other: float) -> float:
    """An army of one squad against another's; the weaker side takes representative rolls."""
    weaker = min(power, other)
    return chance_of(power - other, LITTLE * max(power, other) + MUCH * weaker * weaker + 4.0)


@rule
def odds_against_monsters(power: float, count: float, tier: int, doubt: float) -> float:
    """Against monsters in two squads, one after the other; `doubt` is the variance of their number."""
    half = 0.5 * count
    mean = 3.5 * tier * half
    variance = LITTLE * power + DIE_VARIANCE * tier * half * half + 3.0 * tier * tier * doubt + 4.0
    root = math.sqrt(variance)
    # The first squad is the larger one where the number is odd.
    first = 1.0 + exponential(-1.7 * (power - mean - 0.9 * tier) / root)
    return 1.0 / (first * (1.0 + exponential(-1.7 * (power - mean + 0.9 * tier) / root)))


@rule
def is_choosing(s: State, side: int) -> bool:
    """Whether a side still takes its places: how it rolls is open then."""
    kind = frame_kind(s)
    return Kind.FORM_SQUADS <= kind <= Kind.CHOOSE_ROLLS and top(s, SquadsFrame).side == side


@rule
def attack_odds(s: State, box: Box) -> float:
    """The chance that the attacker wins, from the squads that stand: each of the attacker's must beat all others."""
    attacker = s.battle.armies[0]
    fails = 1.0
    formed = False
    for squad in range(SQUADS):
        if stands(attacker, squad):
            formed = True
            mean = squad_mean(s, box, attacker, squad)
            if is_choosing(s, 0):
                chance = beats_all(s, box, mean, squad_variance(box, attacker, squad, True))
                variance = squad_variance(box, attacker, squad, False)
                fails *= 1.0 - max(chance, beats_all(s, box, mean, variance))
            else:
                fails *= 1.0 - beats_all(
                    s, box, mean, squad_variance(box, attacker, squad, attacker.rolls == Roll.INDIVIDUAL)
                )
    if formed:
        return 1.0 - fails
    mean = strength(box, attacker.troops) + item_strength(box, s.players[attacker.seat].heroes[s.battle.hero])
    return max(beats_all(s, box, mean, LITTLE * mean), beats_all(s, box, mean, MUCH * mean * mean))


@rule
def beats_all(s: State, box: Box, mean: float, variance: float) -> float:
    """The chance that a squad with such a total beats every squad of the defender, one after the other."""
    defender = s.battle.armies[1]
    chance = 1.0
    formed = False
    for target in range(SQUADS):
        if stands(defender, target):
            formed = True
            lead = mean - squad_mean(s, box, defender, target)
            if s.battle.rampart == 1 and target == 0:
                lead -= box.numbers.rampart_plus + 2.0 * box.numbers.rampart_dice
            individual = defender.rolls == Roll.INDIVIDUAL
            if defender.seat != NOBODY and is_choosing(s, 1):
                individual = lead <= 0.0
            chance *= chance_of(lead, variance + squad_variance(box, defender, target, individual) + 4.0)
    if formed:
        return chance
    # The defender has yet to form squads: take the army for one, rolling as is best for it.
    other = strength(box, defender.troops)
    return chance_of(mean - other, variance + (MUCH * other * other if mean > other else LITTLE * other) + 4.0)


@rule
def squad_mean(s: State, box: Box, army: Army, squad: int) -> float:
    value = strength(box, army.squads[squad])
    if army.seat != NOBODY:
        for hero in range(HEROES):
            if army.lead[hero] == squad:
                value += item_strength(box, s.players[army.seat].heroes[hero])
    return value


@rule
def squad_variance(box: Box, army: Army, squad: int, individual: bool) -> float:
    """Representative rolls spread more: one throw counts for all of a kind."""
    value = 0.0
    for kind in range(KINDS):
        count = army.squads[squad, kind]
        if count > 0:
            value += box.dice[kind] * DIE_VARIANCE * count * (1 if individual else count)
    return value
