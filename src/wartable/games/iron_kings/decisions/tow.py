"""IK-4.18: a King that is stuck away from home is towed there without its cargo, instead of a placement."""

from wartable.core.phrases import listed
from wartable.core.rules import Action, note, pop, rule

from ..box import Box
from ..names import space_name
from ..notes import Told
from ..rules.damage import go_home
from ..state import Space, State
from ..values import Table


class Tow(Action):
    at: Table
    when = 108
    notation = "tow"
    reads = "tow | tow me home | towed"
    label = "Have the King towed to its Holdfast; what it carries is lost"
    touches = "tow"
    facts = {418: lambda it: it.not_stuck}

    @property
    def not_stuck(self) -> str:
        if not self.at.box.tow:
            return "The option tow is off in this match."
        if self.at.is_docked:
            return "Your King is at home."
        damage = self.at.own.damage
        free = [space_name(self.at.box, space) for space in (Space.THROTTLE, Space.REPAIR) if not damage[space]]
        return f"Your King is not stuck: {listed(free)} {'is' if len(free) == 1 else 'are'} not covered by damage."


@rule
def apply(s: State, box: Box, seat: int) -> None:
    pop(s)
    note(box, Told.TOWED, 418, seat, s.sides[seat].hex, s.sides[seat].home)
    go_home(s, box, seat, 418)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    side = s.sides[seat]
    is_stuck = side.damage[Space.THROTTLE] > 0 and side.damage[Space.REPAIR] > 0 and side.hex != side.home
    return 0 if is_stuck and box.tow == 1 else 418
