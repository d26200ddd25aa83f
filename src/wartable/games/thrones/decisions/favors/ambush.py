"""TH-9.14: two of the player's pieces that both stand on forest change places, however far apart."""

from wartable.core.rules import Ints, Meaning, Refused, Text, change, code, kind, pop, put, rule

from ...box import Box
from ...notes import Counter, Told
from ...rules.deeds import change_places
from ...rules.favors import lurks, may_spend, spend
from ...rules.refusing import owner_on
from ...state import SQUARES, Favor, Kind, State, Tile
from ...values import Square, pair_in
from .spending import SPENDING, FavorAction, refuse_trick


class Ambush(FavorAction):
    one: Square
    other: Square

    is_pair = True
    when = 907
    notation = "ambush:{one}~{other}"
    reads = "ambush | use ambush | spend ambush"
    label = "Spend an ambush: {one.standing} and {other.standing} change places"
    touches = "favor-ambush {one} {other} held-ambush-{at.seat}"
    facts = {**SPENDING, 914: "{why_not}"}

    @property
    def why_not(self) -> str:
        for square in (self.one, self.other):
            if not square.is_mine:
                return f"None of your pieces stands on {square.typed()}."
        for square in (self.one, self.other):
            if self.at.view.ground[square] != Tile.FOREST:
                return f"{square.typed()} is {square.land}, not forest."
        return "An ambush takes two pieces."


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    if may_spend(s, seat, Favor.AMBUSH):
        for one in range(SQUARES):
            if lurks(s, seat, one):
                for other in range(one + 1, SQUARES):
                    if lurks(s, seat, other):
                        n = put(out, n, Ambush(one, other))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Ambush) -> None:
    """TH-9.8: the opponent's window closes with it."""
    if kind(s) == Kind.WINDOW:
        pop(s)
    spend(s, seat, Favor.AMBUSH)
    held = s.sides[seat].held
    change(
        box, Told.AMBUSHES, 914, seat, Counter.FAVORS, -1, held, s.pieces[it.one], it.one, s.pieces[it.other], it.other
    )
    change_places(s, box, it.one, it.other, 914)


@rule
def refuse(s: State, box: Box, seat: int, it: Ambush) -> int:
    """A pair of squares is named once, the lower one first."""
    refused = refuse_trick(s, seat, kind(s), Favor.AMBUSH)
    if refused != 0:
        return refused
    if it.one >= it.other or owner_on(s, it.one) != seat or owner_on(s, it.other) != seat:
        return 914
    return 0 if s.ground[it.one] == Tile.FOREST and s.ground[it.other] == Tile.FOREST else 914


def read(text: Text) -> Meaning:
    pair = pair_in(text, 914, "Say which two pieces change places, as in ambush:c3~d4.")
    return pair if isinstance(pair, Refused) else code(Ambush(*pair))
