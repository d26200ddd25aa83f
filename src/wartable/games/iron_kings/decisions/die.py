"""IK-11.2, IK-11.3: the die says which space of the King's board is damaged; one that is covered passes it on."""

from wartable.core.rules import Action, Ints, change, note, pop, put, rule, top

from ..box import Box
from ..notes import Counter, Told
from ..rules.common import covered_spaces
from ..rules.damage import drive_out, wreck
from ..state import KING_SPACES, DieFrame, Frame, State
from ..values import Pips

asked = Frame.DIE
prompt = "The die is being rolled for damage"


class Die(Action):
    face: Pips

    when = 109
    notation = "die-{face}"
    label = "The die shows {face}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for face in range(6):
        weights[n] = 1
        n = put(out, n, Die(face))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Die) -> None:
    frame = top(s, DieFrame)
    owner = frame.seat
    note(box, Told.DIE, 1102, owner, it.face, frame.cause)
    pop(s)
    side = s.sides[owner]
    space: int = it.face
    while side.damage[space] != 0:
        space = (space + 1) % KING_SPACES
    side.damage[space] = 1
    covered = covered_spaces(s, owner)
    change(box, Told.COVERED, 1102 if space == it.face else 1103, owner, Counter.DAMAGE, 1, covered, space, it.face)
    drive_out(s, box, owner, space)
    if covered == KING_SPACES:
        wreck(s, box, owner)
