"""TH-2.11: what stands on two home spaces changes places: two pieces of different types, or a piece and nobody."""

from wartable.core.rules import Ints, Meaning, Refused, Text, alone, code, rule, whisper

from ...box import Box
from ...notes import Told
from ...rules.board import square_of
from ...rules.layout import list_swaps, others, planes, swap_squares, type_at
from ...rules.refusing import standing_on
from ...state import HOME, State
from ...values import Action, HomeSpace, home_pair_in


class SwapPieces(Action):
    one: HomeSpace
    other: HomeSpace

    is_pair = True
    when = 412
    notation = "pieces:{one}~{other}"
    reads = "pieces | swap pieces"
    label = "Swap what stands on {one} and {other}"
    touches = "{one} {other}"
    facts = {211: "{same}"}

    @property
    def same(self) -> str:
        if self.one == self.other:
            return "A swap takes two spaces."
        man = self.one.square
        return f"On {man.typed()} and on {self.other.typed()} stands {man.a_man if man.piece else 'nobody'}."


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    types = planes(s.pieces, seat)
    for space in range(HOME):
        partners = others(types, type_at(s, seat, space))
        n = list_swaps(space, partners, code(SwapPieces(space, 0)), out, n)
    return n


@rule
def apply(s: State, box: Box, seat: int, it: SwapPieces) -> None:
    s.sides[seat].edits += 1
    a, b = square_of(seat, it.one), square_of(seat, it.other)
    swap_squares(s.pieces, a, b)
    whisper(box, alone(seat), Told.SWAPS_PIECES, 211, seat, a, b)


@rule
def refuse(s: State, box: Box, seat: int, it: SwapPieces) -> int:
    same = standing_on(s, seat, it.one) == standing_on(s, seat, it.other)
    return 211 if it.one >= it.other or same else 0


def read(text: Text) -> Meaning:
    pair = home_pair_in(text, 211, "Say which two spaces, as in pieces:c1~d1.")
    return pair if isinstance(pair, Refused) else code(SwapPieces(*pair))
