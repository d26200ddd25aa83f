"""TH-6.9 to 6.12: the die decides a survival check. An even number passes it."""

from wartable.core.rules import Ints, note, pop, put, rule, top

from ...box import Box
from ...notes import Told
from ...rules.deeds import fail, perform
from ...rules.survival import rule_of_check
from ...state import FACES, CheckFrame, Deed, Kind, State
from ...values import Action, Die

asked = Kind.ROLL
prompt = "Fate decides a survival check"


class Fate(Action):
    face: Die

    when = 412
    notation = "die-{face}"
    label = "The die shows {face}: the check {face.result}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    for face in range(FACES):
        weights[put(out, face, Fate(face)) - 1] = 1
    return FACES


@rule
def apply(s: State, box: Box, seat: int, it: Fate) -> None:
    check = top(s, CheckFrame)
    deed, start, target = check.deed, check.start, check.target
    pop(s)
    rolls = Told.ROLLS_TO_MOVE - Deed.MOVE + deed
    note(box, rolls, rule_of_check(s, deed, target), s.active, s.pieces[start], start, target, it.face + 1)
    if it.face % 2 == 1:
        perform(s, box, s.active, deed, start, target)
    else:
        fail(s, box, deed, start)
