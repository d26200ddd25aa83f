"""HE-15.4: divide your army by hand; how many go to each squad is asked next."""

from wartable.core.rules import Ints, note, pop, put, rule, top

from ..box import Box
from ..notes import Told
from ..rules.squads import fill_next, form_even
from ..state import SquadsFrame, State
from ..values import Action


class Divide(Action):
    when = 1504
    notation = "divide"
    reads = "divide | by hand"
    label = "Divide the army by hand"
    touches = "divide waiting-{at.side}"
    facts = {1501: "An army is one squad here."}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    return put(out, n, Divide()) if box.numbers.squads > 1 else n


@rule
def apply(s: State, box: Box, seat: int) -> None:
    """All begin in the first squad."""
    side = top(s, SquadsFrame).side
    note(box, Told.DIVIDES, 1504, seat)
    form_even(s.battle.armies[side], 1)
    pop(s)
    fill_next(s, box, side, 0, 0)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return 1501 if box.numbers.squads < 2 else 0
