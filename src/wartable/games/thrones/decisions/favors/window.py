"""TH-9.8: before the opponent acts, a player who holds a favor is asked whether to spend one."""

from wartable.core.rules import Ints, put, rule

from ...box import Box
from ...state import Kind, State
from ...values import Table
from . import always, ambush, deception, let
from .always import Always
from .let import Let

asked = Kind.WINDOW
pages = let, always, ambush, deception


def prompt(at: Table) -> str:
    if at.side is not None and at.side.unasked:
        return "You pass automatically in a moment"
    return "Before the opponent acts: spend a favor, or let it pass"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """TH-9.9: a player who passes automatically has one answer; any other has at least two, whatever is held."""
    n = put(out, n, Let())
    if s.sides[seat].unasked == 1:
        return n
    n = put(out, n, Always())
    n = ambush.offers(s, box, seat, out, n)
    return deception.offers(s, box, seat, out, n)
