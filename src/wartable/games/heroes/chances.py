"""How likely an attack is to be won, for people: worked out from the dice, with both sides choosing as well as can be.

What squads roll is in rules/throws.py, by which the judge has a quicker guess (odds.py). Whoever retreats is taken for
one who stays; an army that has yet to form is taken for one squad, or for up to three even ones, whichever is best for
it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wartable.core import record
from wartable.core.frames import kind as frame_kind
from wartable.core.rules import ask, belongs, decode, plain, top

from .box import Box
from .decisions import fill, form, lead, rolls
from .decisions.attack import Attack
from .decisions.retreat import Retreat
from .rules.battle import begin_battle, begin_battle_with_player
from .rules.realm import city_at
from .rules.squads import fights, form_even
from .rules.throws import GROUPS, throw
from .state import HEROES, NOBODY, SQUADS, Foe, Kind, Roll, SquadsFrame, State

Shares = NDArray[np.float64]
MOST_DICE = 240
"""More dice than this are taken as normally distributed: their sum hardly differs from it."""
MOST_EVEN = 3


class Dice(NamedTuple):
    """So many dice and a number beside them, and how often what they show counts."""

    number: int
    faces: int
    plus: int
    times: int = 1


Squad = tuple[Dice, ...]
"""What a squad rolls; nothing where it does not stand."""


def chance(view: State, box: Box, action: int | None = None) -> float:
    """The chance that the attacker wins the battle that is on: now, or after an action of whoever is asked."""
    battle, asked = view.battle, plain(frame_kind)(view)
    attack = decode(Attack, action) if action is not None and belongs(Attack, action) else None
    if action is not None and belongs(Retreat, action):
        return float(battle.side)
    armies = tuple(list(_options(view, box, side, asked, action)) for side in (0, 1))
    waiting = _standing(view, int(battle.side)) & ~int(battle.armies[battle.side].attacked)
    is_on = asked == Kind.CHOOSE_ATTACK

    def of(attacker: tuple[Squad, ...], defender: tuple[Squad, ...]) -> float:
        fight = fight_of(attacker, defender, battle.armies[1].seat == NOBODY)
        if not is_on:
            return fight.begun()
        if attack is not None:
            return fight.after(*fight.alive, int(battle.side), waiting, attack.squad, attack.target)
        return fight.value(*fight.alive, int(battle.side), waiting)

    return max(min(of(attacker, defender) for defender in armies[1]) for attacker in armies[0])


def attack_chances(view: State, box: Box, squad: int, target: int) -> tuple[float, float]:
    """The chances that a squad of the side whose turn it is wins and loses against a target."""
    side = int(view.battle.side)
    sides = [next(_options(view, box, each, Kind.CHOOSE_ATTACK, None)) for each in (side, 1 - side)]
    return skirmish(sides[0][squad], sides[1][target])


def squad_dice(view: State, box: Box, side: int, squad: int, rolls: int | None = None) -> Squad:
    """What a squad rolls, items of its leader and rampart included; nothing where it does not stand."""
    army = view.battle.armies[side]
    if not any(army.squads[squad]):
        return ()
    how = army.rolls if rolls is None else rolls
    dice = (Dice(*map(int, plain(throw)(view, box, side, squad, group, how))) for group in range(GROUPS))
    return tuple(each for each in dice if each.number)


def army_dice(view: State, box: Box, side: int) -> Squad:
    """What all squads of a side roll together; of an army that has yet to form, as if it were one squad."""
    formed = next(_formed(view, side, 1)) if not _standing(view, side) else view
    return tuple(dice for squad in range(SQUADS) for dice in squad_dice(formed, box, side, squad))


def average(squad: Squad) -> float:
    """What a squad rolls on average."""
    return sum((dice.number * (dice.faces + 1) / 2 + dice.plus) * dice.times for dice in squad)


def against(view: State, box: Box, seat: int, hero: int, tier: int, numbers: Iterable[tuple[float, int]]) -> float:
    """The chance of a hero to beat monsters of a tier, splitting and rolling as well as it can; `numbers` are how many
    there may be, and how likely that is."""
    own = view.players[seat].heroes[hero]
    tried = begun(view, box, seat, hero, own.tile, NOBODY)
    armies = list(_options(tried, box, 0, Kind.FORM_SQUADS, None))
    chance = 0.0
    for share, count in numbers:
        for squad, half in enumerate(((count + 1) // 2, count // 2)):
            tried.battle.armies[1].squads[squad] = 0
            tried.battle.armies[1].squads[squad, tier - 1] = half
        foes = tuple(squad_dice(tried, box, 1, squad) for squad in range(SQUADS))
        chance += share * max(fight_of(army, foes, True).begun() for army in armies)
    return chance


def begun(view: State, box: Box, seat: int, hero: int, tile: int, defender: int) -> State:
    """The table as it would be if a hero attacked on a tile, before squads are formed; NOBODY are monsters."""
    tried: State = record.copy(view)
    tried.players[seat].heroes[hero].tile = tile
    if defender == NOBODY:
        plain(begin_battle)(tried, box, Foe.MONSTERS, seat, hero, 1, 1)
    else:
        foe = Foe.HEROES if plain(city_at)(tried, tile) == NOBODY else Foe.CITY
        plain(begin_battle_with_player)(tried, box, foe, seat, hero, defender)
    plain(ask)(tried, Kind.FORM_SQUADS, seat, 0, 0, 0)
    return tried


def monsters_of(dice: int, plus: int = 0) -> Iterator[tuple[float, int]]:
    """How many monsters so many dice bring, and how likely that is."""
    return ((float(share), number + plus) for number, share in enumerate(sums(dice, 6)) if share > 0.0)


def _standing(view: State, side: int) -> int:
    squads = view.battle.armies[side].squads
    return sum(1 << number for number in range(SQUADS) if any(squads[number]))


def _options(view: State, box: Box, side: int, asked: int, action: int | None) -> Iterator[tuple[Squad, ...]]:
    """The ways in which a side may still stand and roll, after an action of whoever is asked."""
    army = view.battle.armies[side]
    forming = Kind.FORM_SQUADS <= asked <= Kind.CHOOSE_ROLLS
    place = top(view, SquadsFrame).side if forming else 1
    tried = after(view, box, action) if forming and place == side and action is not None else view
    most = min(MOST_EVEN, sum(map(int, army.troops)))
    formed = _formed(tried, side, 0) if _standing(tried, side) else _formed(tried, side, most)
    ways: Iterable[int] = (int(tried.battle.armies[side].rolls),)
    if forming and army.seat != NOBODY and side >= place and not (action is not None and belongs(rolls.Rolls, action)):
        ways = Roll
    for one, how in product(formed, ways):
        yield tuple(squad_dice(one, box, side, squad, how) for squad in range(SQUADS))


def after(view: State, box: Box, action: int) -> State:
    """The table after a choice that makes up an army."""
    tried: State = record.copy(view)
    for page, choice in ((form, form.Form), (fill, fill.Fill), (lead, lead.Lead), (rolls, rolls.Rolls)):
        if belongs(choice, action):
            plain(page.apply)(tried, box, top(view, SquadsFrame).side, decode(choice, action))
    return tried


def _formed(view: State, side: int, most: int) -> Iterator[State]:
    """An army as it stands, or in so many even squads and fewer; who has yet to name a squad leads the first."""
    for squads in range(1, most + 1) if most else (0,):
        tried: State = record.copy(view)
        army = tried.battle.armies[side]
        if squads:
            plain(form_even)(army, squads)
        for hero in range(HEROES):
            if army.seat != NOBODY and army.lead[hero] == NOBODY and plain(fights)(view, side, hero):
                army.lead[hero] = 0
        yield tried


@lru_cache(maxsize=256)
def totals(squad: Squad) -> Shares:
    """How likely each total of a squad is."""
    whole = np.ones(1)
    for dice in squad:
        shares = sums(dice.number, dice.faces)
        spread = np.zeros((len(shares) - 1 + dice.plus) * dice.times + 1)
        spread[dice.plus * dice.times :: dice.times] = shares
        whole = np.convolve(whole, spread)
    return whole


@lru_cache(maxsize=256)
def sums(count: int, faces: int) -> Shares:
    """How likely each sum of so many dice is."""
    if count > MOST_DICE:
        mean, variance = count * (faces + 1) / 2, count * (faces * faces - 1) / 12
        shares: Shares = np.exp(-((np.arange(count * faces + 1) - mean) ** 2) / (2 * variance))
        normal: Shares = shares / shares.sum()
        return normal
    whole, power = np.ones(1), np.concatenate(([0.0], np.full(faces, 1 / faces)))
    while count:
        if count & 1:
            whole = np.convolve(whole, power)
        power, count = np.convolve(power, power), count >> 1
    return whole


@lru_cache(maxsize=1024)
def skirmish(one: Squad, other: Squad) -> tuple[float, float]:
    """The chances that the one, and that the other, has the higher total."""
    a, b = totals(one), totals(other)
    size = max(len(a), len(b))
    a, b = np.pad(a, (0, size - len(a))), np.pad(b, (0, size - len(b)))
    below = np.concatenate(([0.0], np.cumsum(b)[:-1]))
    return float(a @ below), float(b @ np.concatenate(([0.0], np.cumsum(a)[:-1])))


MEMBERS = [tuple(at for at in range(SQUADS) if bits >> at & 1) for bits in range(1 << SQUADS)]
"""The squads of each set of squads."""
PARTS = [
    sorted((part for part in range(1, bits + 1) if not part & ~bits), key=int.bit_count) for bits in range(1 << SQUADS)
]
"""All sets of squads out of each set but the empty one, the small ones first."""


class Fight:
    """A battle of squads that are known, worked out from its end: who is killed never comes back."""

    def __init__(self, attacker: tuple[Squad, ...], defender: tuple[Squad, ...], monsters: bool) -> None:
        self.monsters = monsters
        self.alive = _standing_in(attacker), _standing_in(defender)
        self._known: dict[tuple[int, int], dict[tuple[int, int], float]] = {}
        # By the numbers of squad and target for each side, which are looked up sooner than their dice.
        met = [[skirmish(one, other) if one and other else (0.0, 0.0) for other in defender] for one in attacker]
        self._met = met, [[(pairs[at][1], pairs[at][0]) for pairs in met] for at in range(len(defender))]

    def begun(self) -> float:
        return self.value(*self.alive, 0, self.alive[0])

    def value(self, a: int, b: int, side: int, waiting: int) -> float:
        """The chance of the attacker with these squads alive and these of a side yet to attack in this half."""
        if not a or not b:
            return float(not b)
        if not waiting:
            side, waiting = 1 - side, (b, a)[side]
        if (a, b) not in self._known:
            self._work_out(a, b)
        return self._known[a, b][side, waiting]

    def after(self, a: int, b: int, side: int, waiting: int, squad: int, target: int) -> float:
        """The chance of the attacker when a squad of a side attacks a target."""
        return next(self._ends(a, b, side, waiting, squad, (target,)))

    def _ends(self, a: int, b: int, side: int, waiting: int, squad: int, targets: Iterable[int]) -> Iterator[float]:
        """The chance of the attacker for each target of a squad. What follows a defeat or a tie is the same for all."""
        met, left, alive = self._met[side][squad], waiting & ~(1 << squad), ~(1 << squad)
        lost = self.value(a & alive, b, side, left) if side == 0 else self.value(a, b & alive, side, left)
        tied = self.value(a, b, side, left)
        for target in targets:
            (wins, loses), rest = met[target], ~(1 << target)
            won = self.value(a, b & rest, side, left) if side == 0 else self.value(a & rest, b, side, left)
            yield wins * won + loses * lost + (1.0 - wins - loses) * tied

    def _work_out(self, a: int, b: int) -> None:
        """All that can be asked with these squads alive; twice, since ties lead back to where a round begins."""
        known = self._known[a, b] = {(0, a): 0.5}
        for _ in range(2):
            for side in (1, 0):
                for waiting in PARTS[(a, b)[side]]:
                    known[side, waiting] = self._choose(a, b, side, waiting)

    def _choose(self, a: int, b: int, side: int, waiting: int) -> float:
        targets = MEMBERS[(b, a)[side]]
        if side == 1 and self.monsters:
            return sum(self._ends(a, b, side, waiting, MEMBERS[waiting][0], targets)) / len(targets)
        best = min if side else max
        return best(best(self._ends(a, b, side, waiting, squad, targets)) for squad in MEMBERS[waiting])


@lru_cache(maxsize=64)
def fight_of(attacker: tuple[Squad, ...], defender: tuple[Squad, ...], monsters: bool) -> Fight:
    return Fight(attacker, defender, monsters)


def _standing_in(side: tuple[Squad, ...]) -> int:
    return sum(1 << at for at, squad in enumerate(side) if squad)
