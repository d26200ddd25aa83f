"""How strong armies are, and how likely one is to beat another, quickly: what the judge reckons with.

What squads roll is in rules/throws.py; chances.py works a battle out to the die, for people. Here a total of dice is
taken as normally distributed. Individual rolls spread little, so that the larger army nearly always wins;
representative rolls spread much, which is what the weaker side wants.
"""

import math

from wartable.core.frames import kind as frame_kind
from wartable.core.rules import Ints, exponential, rule, top

from .box import Box
from .rules.squads import stands
from .rules.throws import GROUPS, throw
from .state import ITEM_KINDS, KINDS, NOBODY, SQUADS, Hero, Kind, Roll, SquadsFrame, State

DIE_VARIANCE = 35.0 / 12.0
LITTLE = DIE_VARIANCE / 3.5
"""The variance of individual rolls for each point of their mean."""
MUCH = DIE_VARIANCE / 3.5**2
"""The variance of representative rolls of tier 1 for each point of their mean, squared."""
DOUBT = 4.0
"""Totals are whole numbers, and few dice are no normal distribution: some variance more."""


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
    return chance_of(power - other, LITTLE * max(power, other) + MUCH * weaker * weaker + DOUBT)


@rule
def odds_against_monsters(power: float, count: float, tier: int, doubt: float) -> float:
    """Against monsters in two squads, one after the other; `doubt` is the variance of their number."""
    half = 0.5 * count
    mean = 3.5 * tier * half
    variance = LITTLE * power + DIE_VARIANCE * tier * half * half + 3.0 * tier * tier * doubt + DOUBT
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
            mean, variance = moments(s, box, 0, squad, attacker.rolls)
            chance = beats_all(s, box, mean, variance)
            if is_choosing(s, 0):
                variance = moments(s, box, 0, squad, Roll.INDIVIDUAL - attacker.rolls)[1]
                chance = max(chance, beats_all(s, box, mean, variance))
            fails *= 1.0 - chance
    if formed:
        return 1.0 - fails
    mean = strength(box, attacker.troops) + item_strength(box, s.players[attacker.seat].heroes[s.battle.hero])
    return max(beats_all(s, box, mean, LITTLE * mean), beats_all(s, box, mean, MUCH * mean * mean))


@rule
def beats_all(s: State, box: Box, mean: float, variance: float) -> float:
    """The chance that a squad with such a total beats every squad of the defender, one after the other."""
    defender = s.battle.armies[1]
    chooses = defender.seat != NOBODY and is_choosing(s, 1)
    chance = 1.0
    formed = False
    for target in range(SQUADS):
        if stands(defender, target):
            formed = True
            other, spread = moments(s, box, 1, target, defender.rolls)
            if chooses:
                spread = moments(s, box, 1, target, Roll.INDIVIDUAL if mean <= other else Roll.REPRESENTATIVE)[1]
            chance *= chance_of(mean - other, variance + spread + DOUBT)
    if formed:
        return chance
    # The defender has yet to form squads: take the army for one, rolling as is best for it.
    other = strength(box, defender.troops)
    return chance_of(mean - other, variance + (MUCH * other * other if mean > other else LITTLE * other) + DOUBT)


@rule
def moments(s: State, box: Box, side: int, squad: int, rolls: int) -> tuple[float, float]:
    """What a squad rolls on average, and the variance of it. Representative rolls spread more: one counts for all."""
    mean = 0.0
    variance = 0.0
    for group in range(GROUPS):
        dice, faces, plus, times = throw(s, box, side, squad, group, rolls)
        if dice > 0:
            mean += (0.5 * dice * (faces + 1) + plus) * times
            variance += dice * (faces * faces - 1) / 12.0 * times * times
    return mean, variance
