"""TH-9.1 to 9.4: a throne in a new fortress brings a favor; the player chooses its kind, unseen by the other."""

from wartable.core.rules import Ints, Meaning, Text, alone, change, code, pop, put, rule, whisper

from ...box import Box
from ...notes import Counter, Told
from ...state import FAVORS, Kind, State
from ...values import Action, FavorKind, one_of

asked = Kind.FAVOR
prompt = "Your throne stands in a fortress: take a favor"


class TakeFavor(Action):
    favor: FavorKind

    when = 412
    notation = "take:{favor}"
    reads = "take | choose"
    label = "Take {favor}: {favor.does}"
    touches = "take-{favor}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for favor in range(FAVORS):
        n = put(out, n, TakeFavor(favor))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: TakeFavor) -> None:
    side = s.sides[seat]
    side.favors[it.favor] += 1
    side.held += 1
    side.taken += 1
    side.owed = 0
    s.stirred = 1
    change(box, Told.TAKES, 903, seat, Counter.FAVORS, 1, side.held)
    whisper(box, alone(seat), Told.KIND, 903, seat, it.favor)
    pop(s)


def read(text: Text) -> Meaning:
    kind = one_of(FavorKind, text, 903, "kinds of favors")
    return code(TakeFavor(kind)) if isinstance(kind, int) else kind
