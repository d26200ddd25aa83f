"""TH-9.9: no favor is spent, and the question in the opponent's turns is passed automatically from now on."""

from wartable.core.rules import alone, pop, rule, whisper

from ...box import Box
from ...notes import Told
from ...state import State
from ...values import Action


class Always(Action):
    when = 909
    notation = "let-always"
    reads = "let always | never ask | pass always"
    label = "Spend no favor, and pass automatically in the opponent's turns from now on"
    is_preference = True
    touches = "say-let-always"
    facts = {909: "{when_asked}"}

    @property
    def when_asked(self) -> str:
        if self.at.side is not None and self.at.side.unasked:
            return "You pass automatically; in your own turn you can ask for the question again."
        return "You say so when you are asked in the opponent's turn."


@rule
def apply(s: State, box: Box, seat: int) -> None:
    pop(s)
    s.sides[seat].unasked = 1
    whisper(box, alone(seat), Told.UNASKED, 909, seat)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return 909 if s.sides[seat].unasked == 1 else 0
