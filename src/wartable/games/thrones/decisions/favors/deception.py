"""TH-9.16: any two adjacent pieces change places without a survival check, whoever owns them.

A pair is named by one of its squares, and one of the first four directions.
"""

from wartable.core.rules import Ints, Meaning, Refused, Text, change, code, kind, pop, put, rule

from ...box import Box
from ...names import direction_between, onward, steps_between
from ...notes import Counter, Told
from ...rules.deeds import change_places
from ...rules.favors import may_spend, spend
from ...rules.refusing import from_here
from ...state import PAIRED, SQUARES, Favor, Kind, State
from ...values import PairDirection, Square, pair_in
from .spending import SPENDING, FavorAction, refuse_trick


class Deception(FavorAction):
    square: Square
    direction: PairDirection

    when = 907
    notation = "deception:{square}~{target}"
    reads = "deception | use deception | spend deception"
    label = "Spend a deception: {square.whose} and {partner} change places"
    touches = "favor-deception {square} {touched} held-deception-{at.seat}"
    facts = {**SPENDING, 916: "{why_not}"}

    @property
    def other(self) -> Square | None:
        end = onward(self.square, self.direction, 1)
        return None if end is None else Square(end, self.at)

    @property
    def target(self) -> str:
        return f"off{int(self.direction)}" if self.other is None else self.other.typed()

    @property
    def partner(self) -> str:
        return "nobody" if self.other is None else self.other.whose

    @property
    def touched(self) -> str:
        return (self.square if self.other is None else self.other).touched()

    @property
    def why_not(self) -> str:
        bare = next((s for s in (self.square, self.other) if s is not None and not s.piece), None)
        return "" if bare is None else f"Nobody stands on {bare.typed()}."


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    if may_spend(s, seat, Favor.DECEPTION):
        for square in range(SQUARES):
            if s.pieces[square] != 0:
                for direction in range(PAIRED):
                    near = box.near[square, direction]
                    if near >= 0 and s.pieces[near] != 0:
                        n = put(out, n, Deception(square, direction))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Deception) -> None:
    """TH-9.8: the opponent's window closes with it."""
    if kind(s) == Kind.WINDOW:
        pop(s)
    spend(s, seat, Favor.DECEPTION)
    other = box.near[it.square, it.direction]
    held = s.sides[seat].held
    change(
        box, Told.DECEIVES, 916, seat, Counter.FAVORS, -1, held, s.pieces[it.square], it.square, s.pieces[other], other
    )
    change_places(s, box, it.square, other, 916)


@rule
def refuse(s: State, box: Box, seat: int, it: Deception) -> int:
    refused = refuse_trick(s, seat, kind(s), Favor.DECEPTION)
    if refused != 0:
        return refused
    other = from_here(it.square, it.direction, 1)
    return 0 if other >= 0 and s.pieces[it.square] != 0 and s.pieces[other] != 0 else 916


def read(text: Text) -> Meaning:
    pair = pair_in(text, 916, "Say which two pieces change places, as in deception:c3~d4.")
    if isinstance(pair, Refused):
        return pair
    one, other = (Square(square, text.at) for square in pair)
    way = direction_between(one, other)
    if way is None or steps_between(one, other) > 1:
        return Refused(916, f"Only adjacent pieces change places; {other.away(one)}.")
    return code(Deception(one, way) if way < PAIRED else Deception(other, way - PAIRED))
