"""HE-9.6: end the turn, whatever movement is left."""

from wartable.core.rules import note, rule

from ..box import Box
from ..notes import Told
from ..rules.day import end_turn
from ..state import State
from ..values import Action


class EndTurn(Action):
    when = 906
    notation = "end"
    reads = "end | pass | finish | finished"
    label = "End the turn"
    touches = "end"


@rule
def apply(s: State, box: Box, seat: int) -> None:
    note(box, Told.ENDS_TURN, 906, seat)
    end_turn(s, seat)
