"""CI-2.5: the owner chooses the order of each starting pile, from the top card down."""

from wartable.core.frames import top as top_frame
from wartable.core.rules import Ints, pop, put, rule

from ..box import Box
from ..rules.opening import put_on_pile, still_to_order
from ..state import CARDS, ArrangeFrame, Kind, State
from ..texts import card_names, members
from ..values import Action, Card, Pile, Table

asked = Kind.ARRANGE
unasked = 107


class Top(Action):
    card: Card

    when = 107
    notation = "top-{card}"
    reads = "top | put |: {card}"
    label = "Put {card} next, from the top down"
    touches = "card-{card}"
    facts = {
        204: "{card} is not among them; your {pile} pile begins with {start}.",
        205: "{card} is in the pile already.",
    }

    @property
    def pile(self) -> Pile:
        return Pile(top_frame(self.at.view, ArrangeFrame).pile, self.at)

    @property
    def start(self) -> str:
        cards = self.at.box.start_set[self.at.own.nation, self.pile]
        return card_names(self.at.box, members(cards))


def prompt(at: Table) -> str:
    pile = Pile(top_frame(at.view, ArrangeFrame).pile, at)
    return f"Choose the next card of your {pile.said()} pile, from the top down"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    cards = still_to_order(s.sides[seat], box, top_frame(s, ArrangeFrame).pile)
    for card in range(CARDS):
        if (cards >> card) & 1:
            n = put(out, n, Top(card))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Top) -> None:
    of_kind = top_frame(s, ArrangeFrame).pile
    pop(s)
    put_on_pile(s, box, seat, of_kind, it.card)


@rule
def refuse(s: State, box: Box, seat: int, it: Top) -> int:
    side = s.sides[seat]
    of_kind = top_frame(s, ArrangeFrame).pile
    if (box.start_set[side.nation, of_kind] >> it.card) & 1 == 0:
        return 204
    for place in range(side.draw_count[of_kind]):
        if side.draw[of_kind, place] == it.card:
            return 205
    return 0
