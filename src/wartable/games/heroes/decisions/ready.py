"""HE-15.4: the army is ready."""

from wartable.compiler.decorators import rule
from wartable.core.frames import pop, top
from wartable.core.notes import note

from ..box import Box
from ..notes import Told
from ..rules.squads import stands
from ..rules.telling import tell_squads
from ..state import KINDS, SQUADS, SquadsFrame, State
from ..values import Action


class Ready(Action):
    when = 1504
    notation = "ready"
    reads = "ready"
    label = "The army is ready"
    touches = "ready"


@rule
def apply(s: State, box: Box, seat: int) -> None:
    """The squads close up: the first letters are those in use."""
    side = top(s, SquadsFrame).side
    army = s.battle.armies[side]
    place = 0
    for squad in range(SQUADS):
        if stands(army, squad):
            if place < squad:
                for kind in range(KINDS):
                    army.squads[place, kind] = army.squads[squad, kind]
                    army.squads[squad, kind] = 0
            place += 1
    note(box, Told.READY, 1501, army.seat)
    tell_squads(s, box, side, 1501)
    pop(s)
