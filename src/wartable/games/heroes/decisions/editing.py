"""HE-15.4: the squads of a split are edited until they are ready."""

from wartable.compiler.decorators import rule
from wartable.core.actions import put
from wartable.core.record import Ints

from ..box import Box
from ..state import Kind, State
from ..values import Table
from . import pick, ready
from .ready import Ready

asked = Kind.EDIT_SQUADS
pages = pick, ready


def prompt(at: Table) -> str:
    return "Shift creatures between squads, or be ready"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    n = pick.offers(s, box, seat, out, n)
    return put(out, n, Ready())
