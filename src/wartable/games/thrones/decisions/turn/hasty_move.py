"""TH-9.12, 9.13: a hasty piece goes on: by a single step, or after one by its full move."""

from wartable.core.rules import Ints, put, rule, top

from ...box import Box
from ...names import square_name
from ...state import GallopFrame, Kind, State
from ...values import Table
from . import move, stop
from .move import list_steps
from .reading import read as read
from .stop import Stop
from .turn import list_far_moves

asked = Kind.HASTE
pages = stop, move


def prompt(at: Table) -> str:
    return f"Go on with the piece on {square_name(top(at.view, GallopFrame).square)}, or stop"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    n = put(out, n, Stop())
    hasty = top(s, GallopFrame)
    n = list_steps(s, box, hasty.square, out, n)
    return n if hasty.one_step == 1 else list_far_moves(s, box, seat, hasty.square, True, out, n)
