"""HE-15.4, HE-15.9: pick creatures of a squad; where to shift them is asked next."""

from wartable.compiler.decorators import rule
from wartable.core.actions import put
from wartable.core.frames import ask, top
from wartable.core.notes import note
from wartable.core.record import Ints

from ..box import Box
from ..notes import Told
from ..state import KINDS, SQUADS, Kind, SquadsFrame, State
from ..values import Action, Creature, Squad


class Pick(Action):
    squad: Squad
    kind: Creature

    when = 1504
    notation = "pick {squad} {kind}"
    reads = "pick: {kind} {squad}"
    label = "Shift {kind} out of squad {squad}"
    touches = "unit-{at.side}-{squad}-{kind}"
    facts = {1504: "There are no {kind} in squad {squad}."}
    ask_squad = "Say out of which squad, such as `pick A t1`."


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    army = s.battle.armies[top(s, SquadsFrame).side]
    if army.shifts < box.numbers.shifts and box.numbers.squads > 1:
        for squad in range(SQUADS):
            for kind in range(KINDS):
                if army.squads[squad, kind] > 0:
                    n = put(out, n, Pick(squad, kind))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Pick) -> None:
    side = top(s, SquadsFrame).side
    note(box, Told.PICKS, 1504, seat, it.squad, it.kind)
    ask(s, Kind.SHIFT_SQUAD, seat, side, it.squad, it.kind)


@rule
def refuse(s: State, box: Box, seat: int, it: Pick) -> int:
    army = s.battle.armies[top(s, SquadsFrame).side]
    if box.numbers.squads < 2 or army.squads[it.squad, it.kind] == 0:
        return 1504
    return 1509 if army.shifts >= box.numbers.shifts else 0
