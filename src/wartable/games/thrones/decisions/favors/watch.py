"""TH-9.9: who passes automatically asks, in an own turn, for the question in the opponent's turns again."""

from wartable.core.rules import Ints, alone, put, rule, whisper

from ...box import Box
from ...notes import Told
from ...state import State
from ...values import Action


class Watch(Action):
    when = 909
    notation = "ask-me"
    reads = "ask me | ask again"
    label = "Ask again in the opponent's turns"
    is_preference = True
    touches = "say-ask-me"
    facts = {909: "You are asked in the opponent's turns as it is."}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    return put(out, n, Watch()) if s.sides[seat].unasked == 1 else n


@rule
def apply(s: State, box: Box, seat: int) -> None:
    s.sides[seat].unasked = 0
    whisper(box, alone(seat), Told.ASKED, 909, seat)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return 0 if s.haste == 0 and s.sides[seat].unasked == 1 else 909
