"""TH-2.14: the whole layout is mirrored, left for right."""

from wartable.core.rules import alone, rule, whisper

from ...box import Box
from ...notes import Told
from ...rules.board import square_of
from ...rules.layout import FRONT, swap_squares
from ...state import COLUMNS, State
from ...values import Action


class Mirror(Action):
    when = 412
    notation = "mirror"
    reads = "mirror"
    label = "Mirror the layout, left for right"
    touches = "say-mirror"


@rule
def apply(s: State, box: Box, seat: int) -> None:
    s.sides[seat].edits += 1
    for column in range(COLUMNS // 2):
        swap_squares(s.sides[seat].middle, column, COLUMNS - 1 - column)
        for row in range(FRONT + 1):
            a = square_of(seat, row * COLUMNS + column)
            b = square_of(seat, row * COLUMNS + COLUMNS - 1 - column)
            swap_squares(s.ground, a, b)
            swap_squares(s.pieces, a, b)
    whisper(box, alone(seat), Told.MIRRORS, 214, seat)
