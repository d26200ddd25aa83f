"""TH-2.13: what is assigned to two columns of the middle row changes places."""

from wartable.core.rules import Ints, Meaning, Refused, Text, alone, code, offer, rule, whisper

from ...box import Box
from ...names import square_name
from ...notes import Told
from ...rules.layout import swap_squares
from ...rules.middle_row import as_seen_by
from ...state import COLUMNS, State
from ...values import Action, MiddleColumn, middle_column, pair_in


class SwapMiddle(Action):
    one: MiddleColumn
    other: MiddleColumn

    is_pair = True
    when = 412
    notation = "middle:{one}~{other}"
    reads = "middle | swap middle"
    label = "Swap what is assigned to {one} and {other}"
    touches = "{one} {other}"
    facts = {213: "Nothing of yours is assigned to {one} or {other}."}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    middle = s.sides[seat].middle
    for one in range(COLUMNS):
        for other in range(one + 1, COLUMNS):
            n = offer(out, n, code(SwapMiddle(one, other)), middle[one] != middle[other])
    return n


@rule
def apply(s: State, box: Box, seat: int, it: SwapMiddle) -> None:
    s.sides[seat].edits += 1
    swap_squares(s.sides[seat].middle, it.one, it.other)
    whisper(box, alone(seat), Told.SWAPS_MIDDLE, 213, seat, as_seen_by(seat, it.one), as_seen_by(seat, it.other))


@rule
def refuse(s: State, box: Box, seat: int, it: SwapMiddle) -> int:
    middle = s.sides[seat].middle
    return 213 if it.one >= it.other or middle[it.one] == middle[it.other] else 0


def read(text: Text) -> Meaning:
    pair = pair_in(text, 213, "Say which two squares of the middle row, as in middle:b5~d5.")
    if isinstance(pair, Refused):
        return pair
    columns = [column for square in pair if (column := middle_column(text.at.seat, square)) is not None]
    if len(columns) < 2:
        outside = next(square for square in pair if middle_column(text.at.seat, square) is None)
        return Refused(213, f"{square_name(outside)} is not in the middle row, which is row 5.")
    return code(SwapMiddle(min(columns), max(columns)))
