"""TH-9.11: haste gives this turn's move one step more."""

from wartable.core.rules import change, rule

from ...box import Box
from ...notes import Counter, Told
from ...rules.favors import spend
from ...rules.refusing import can_move_at_all
from ...state import Favor, State
from .spending import SPENDING, FavorAction, refuse_favor


class Haste(FavorAction):
    when = 907
    notation = "haste"
    reads = "haste | use haste | spend haste | play haste | haste favor"
    label = "Spend haste: this turn's move gets one step more"
    touches = "favor-haste held-haste-{at.seat}"
    facts = {**SPENDING, 911: "None of your pieces can move."}


@rule
def apply(s: State, box: Box, seat: int) -> None:
    spend(s, seat, Favor.HASTE)
    s.haste = 1
    change(box, Told.HASTENS, 911, seat, Counter.FAVORS, -1, s.sides[seat].held)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    refused = refuse_favor(s, seat, Favor.HASTE)
    if refused != 0:
        return refused
    return 0 if can_move_at_all(s, box, seat) else 911
