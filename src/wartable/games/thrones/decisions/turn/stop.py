"""TH-5.11, 9.13: the warhorse, or the hasty piece, goes no further."""

from wartable.core.rules import kind, note, pop, rule, top

from ...box import Box
from ...notes import Told
from ...state import GallopFrame, Kind, State
from ...values import Action


class Stop(Action):
    when = 412
    notation = "stop"
    reads = "stop | stop here | stay"
    label = "Stop here"
    touches = "say-stop"


@rule
def apply(s: State, box: Box, seat: int) -> None:
    square = top(s, GallopFrame).square
    note(box, Told.STOPS, 511 if kind(s) == Kind.GALLOP else 913, seat, s.pieces[square], square)
    pop(s)
