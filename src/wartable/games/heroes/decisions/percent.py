"""HE-1.6: the percentile die is rolled, which shows 10 to 100."""

from wartable.core.frames import kind as frame_kind
from wartable.core.rules import Ints, put, rule

from ..box import Box
from ..rules.dice import fall
from ..state import PERCENT_FACES, Kind, State
from ..values import Action, Value


class PercentFace(Value):
    """What the percentile die shows: 10 to 100."""

    count = PERCENT_FACES

    def typed(self) -> str:
        return str(10 * (self + 1))


class Percent(Action):
    face: PercentFace

    when = 106
    notation = "{face}%"
    label = "The percentile die shows {face}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for face in range(PERCENT_FACES):
        n = put(out, n, Percent(face))
        weights[n - 1] = 1
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Percent) -> None:
    fall(s, box, frame_kind(s), it.face + 1)


@rule
def refuse(s: State, box: Box, seat: int, it: Percent) -> int:
    kind = frame_kind(s)
    if kind == Kind.ROLL_GUARDS:
        return 106 if box.d20_guards else 0
    return 0 if kind == Kind.ROLL_ENCOUNTER or kind == Kind.ROLL_ITEM or kind == Kind.ROLL_QUALITY else 106
