"""TH-9.10: the survival check is left to fate."""

from wartable.core.rules import NATURE, ask, pop, rule, top

from ...box import Box
from ...state import CheckFrame, Kind, State
from ...values import Action


class Roll(Action):
    when = 412
    notation = "roll"
    reads = "roll | roll die | throw | throw die"
    label = "Leave the survival check to fate"
    touches = "say-roll"


@rule
def apply(s: State, box: Box, seat: int) -> None:
    check = top(s, CheckFrame)
    deed, start, target = check.deed, check.start, check.target
    pop(s)
    ask(s, Kind.ROLL, NATURE, deed, start, target)
