"""HE-1.6: a die is rolled, with as many faces as the rule says that rolls it."""

from wartable.core.frames import kind as frame_kind
from wartable.core.rules import Ints, put, rule

from ..box import Box
from ..rules.dice import faces, fall
from ..state import FACES, Kind, State
from ..values import Action, Value


class Face(Value):
    """What a die shows, from 0."""

    count = FACES

    def typed(self) -> str:
        return str(self + 1)


class Die(Action):
    face: Face

    when = 106
    notation = "{face}"
    label = "The die shows {face}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for face in range(faces(s, box, frame_kind(s))):
        n = put(out, n, Die(face))
        weights[n - 1] = 1
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Die) -> None:
    fall(s, box, frame_kind(s), it.face + 1)


@rule
def refuse(s: State, box: Box, seat: int, it: Die) -> int:
    kind = frame_kind(s)
    if kind == Kind.ROLL_ENCOUNTER or kind == Kind.ROLL_ITEM or kind == Kind.ROLL_QUALITY:
        return 106
    if kind == Kind.ROLL_GUARDS:
        return 0 if box.d20_guards else 106
    most = 6
    if kind == Kind.ROLL_MINE or kind == Kind.ROLL_RESOURCE:
        most = 4
    elif kind == Kind.ROLL_MOVEMENT:
        most = box.numbers.movement_die
    elif kind == Kind.COUNT_RESOURCE:
        most = box.numbers.resource_die
    elif kind == Kind.ROLL_SKIRMISH:
        most = s.battle.faces
    return 106 if it.face >= most else 0
