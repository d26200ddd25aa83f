"""TH-9.15: the survival check is passed without fate being asked."""

from wartable.core.rules import Ints, change, pop, put, rule, top

from ...box import Box
from ...notes import Counter, Told
from ...rules.deeds import perform
from ...rules.favors import spend
from ...state import CheckFrame, Favor, State
from .spending import SPENDING, FavorAction, refuse_favor


class Cunning(FavorAction):
    when = 910
    notation = "cunning"
    reads = "cunning | use cunning | spend cunning | play cunning | cunning favor"
    label = "Spend cunning: the survival check is passed"
    touches = "favor-cunning held-cunning-{at.seat}"
    facts = {**SPENDING, 910: "No survival check of yours is due."}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    return put(out, n, Cunning()) if s.sides[seat].favors[Favor.CUNNING] > 0 else n


@rule
def apply(s: State, box: Box, seat: int) -> None:
    check = top(s, CheckFrame)
    deed, start, target = check.deed, check.start, check.target
    pop(s)
    spend(s, seat, Favor.CUNNING)
    held = s.sides[seat].held
    change(box, Told.CUNNING, 915, seat, Counter.FAVORS, -1, held, s.pieces[start], start, target)
    perform(s, box, seat, deed, start, target)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return refuse_favor(s, seat, Favor.CUNNING)
