"""TH-5.11, 5.12: a warhorse that has switched may switch again, with anybody whom it has not met in the turn."""

from wartable.core.rules import Ints, put, rule, top

from ...box import Box
from ...names import square_name
from ...state import GallopFrame, Kind, State
from ...values import Table
from . import stop, switch
from .reading import read as read
from .stop import Stop
from .switch import Switch

asked = Kind.GALLOP
pages = stop, switch


def prompt(at: Table) -> str:
    return f"Switch the warhorse on {square_name(top(at.view, GallopFrame).square)} again, or stop"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    n = put(out, n, Stop())
    square = top(s, GallopFrame).square
    for direction in range(8):
        near = box.near[square, direction]
        if near >= 0 and s.pieces[near] != 0 and s.trail[near] == 0:
            n = put(out, n, Switch(square, direction))
    return n
