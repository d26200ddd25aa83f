"""HE-17.2, HE-17.3: retreat. The army is lost, and with it the battle."""

from wartable.core.rules import Ints, change, note, pop, put, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules.realm import creatures_in_squads, creatures_told
from ..state import KINDS, SQUADS, Foe, State
from ..values import Action


class Retreat(Action):
    when = 1702
    notation = "retreat"
    reads = "retreat | flee | run | run away | withdraw"
    label = "Retreat: the hero and its army are lost"
    touches = "retreat"
    facts = {1703: "You defend a city, and those who do cannot retreat."}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """A player, but not the defender of a city."""
    if s.battle.side == 0 or s.battle.foe != Foe.CITY:
        n = put(out, n, Retreat())
    return n


@rule
def apply(s: State, box: Box, seat: int) -> None:
    army = s.battle.armies[s.battle.side]
    s.battle.retreat = 1
    note(box, Told.RETREATS, 1702, army.seat, s.battle.tile)
    lost = creatures_in_squads(army)
    left = creatures_told(s, box, army.seat) - lost
    change(box, Told.ARMY_LOST, 1702, army.seat, Counter.CREATURES, -lost, left, s.battle.tile)
    for squad in range(SQUADS):
        for kind in range(KINDS):
            army.squads[squad, kind] = 0
    pop(s)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return 1703 if s.battle.foe == Foe.CITY and s.battle.side == 1 else 0
