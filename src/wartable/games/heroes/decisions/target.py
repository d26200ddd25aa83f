"""HE-16.3: a lot decides which squad monsters attack."""

from wartable.core.rules import Ints, pop, put, rule, top

from ..box import Box
from ..notes import Told
from ..rules.battle import begin_skirmish
from ..rules.refusing import men_in
from ..rules.squads import stands
from ..rules.telling import tell_attack
from ..state import SQUADS, DrawTargetFrame, Kind, State
from ..values import Action, Squad


class Target(Action):
    squad: Squad

    when = 1603
    notation = "target {squad}"
    label = "They attack squad {squad}"


asked = Kind.DRAW_TARGET
prompt = "A lot decides which squad they attack"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for squad in range(SQUADS):
        if stands(s.battle.armies[1 - s.battle.side], squad):
            n = put(out, n, Target(squad))
            weights[n - 1] = 1
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Target) -> None:
    squad = top(s, DrawTargetFrame).squad
    pop(s)
    tell_attack(s, box, Told.LOT_FALLS, 1603, squad, it.squad)
    begin_skirmish(s, box, squad, it.squad)


@rule
def refuse(s: State, box: Box, seat: int, it: Target) -> int:
    return 0 if men_in(s.battle.armies[1 - s.battle.side], it.squad) > 0 else 1603
