"""TH-2.17: a player with a complete layout says that it is done. TH-3.1: with both done, the layouts are revealed."""

from wartable.core.rules import alone, done, rule, whisper

from ...box import Box
from ...notes import Told
from ...rules.middle_row import reveal
from ...state import Stage, State
from ...values import Action


class Done(Action):
    when = 412
    notation = "done"
    reads = "done | finish | finished | ready"
    label = "The layout is done"
    touches = "say-done"


@rule
def apply(s: State, box: Box, seat: int) -> None:
    s.sides[seat].stage = Stage.DONE
    whisper(box, alone(seat), Told.DONE, 217, seat)
    if done(s, seat):
        reveal(s, box)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return 0 if s.sides[seat].stage == Stage.REVIEW else 217
