"""TH-9.10: before a survival check of theirs, a player who holds a favor is asked."""

from ...state import Favor, Kind
from ...values import Table
from . import cunning, roll

asked = Kind.CHECK
pages = roll, cunning


def prompt(at: Table) -> str:
    may_pass = at.view.sides[at.seat].favors[Favor.CUNNING] > 0
    return "A survival check is due: leave it to fate" + (", or spend cunning" if may_pass else "")
