"""IK-5.3: a damage token is removed from a space of the King's board."""

from wartable.core.rules import Action, Ints, change, put, rule, top

from ..box import Box
from ..notes import Counter, Told
from ..rules.common import count_repair, covered_spaces
from ..state import KING_SPACES, RepairFrame, Space, State
from ..values import KingSpace


class Repair(Action):
    space: KingSpace

    when = 108
    notation = "repair-{space}"
    reads = "repair | mend | fix | remove damage"
    label = "Repair {space}"
    touches = "damage-{at.seat}-{space}"
    facts = {108: lambda it: it.at.needs_worker(Space.REPAIR), 503: "There is no damage on {space}."}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for space in range(KING_SPACES):
        if s.sides[seat].damage[space] != 0:
            n = put(out, n, Repair(space))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Repair) -> None:
    s.sides[seat].damage[it.space] = 0
    number = top(s, RepairFrame).number
    change(box, Told.REPAIRS, number, seat, Counter.DAMAGE, -1, covered_spaces(s, seat), it.space)
    count_repair(s, box, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: Repair) -> int:
    return 0 if s.sides[seat].damage[it.space] > 0 else 503
