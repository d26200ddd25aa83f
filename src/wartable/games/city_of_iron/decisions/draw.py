"""CI-4.10 to CI-4.12: draw the top card of a pile; CI-7.10: the pile whose last discard the Junkbot takes back."""

from wartable.core.rules import Ints, Meaning, Refused, Text, code, note, put, rule

from ..box import Box
from ..notes import Told
from ..rules.cards import can_draw, draw_card
from ..rules.turn import end_turn, take
from ..state import CITIZEN, MILITARY, NONE, Act, State, Step
from ..values import Action, Card, Pile


class Draw(Action):
    pile: Pile

    when = 107
    notation = "draw-{pile}"
    reads = "draw"
    label = "{draws}"
    touches = "{stack}-{at.seat}-{pile}"
    facts = {
        412: "You have no {pile} card to draw: all of yours are in your hand.",
        710: "Your {pile} discard pile is empty.",
    }

    @property
    def is_recovery(self) -> bool:
        return bool(self.at.step == Step.PILE_TOP)

    @property
    def stack(self) -> str:
        return "discard" if self.is_recovery else "pile"

    @property
    def draws(self) -> str:
        pile = self.pile.said()
        return f"Take back the last {pile} card discarded" if self.is_recovery else f"Draw a {pile} card"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for pile in (CITIZEN, MILITARY):
        if can_draw(s.sides[seat], pile):
            n = put(out, n, Draw(pile))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Draw) -> None:
    if s.plan.act == Act.NOTHING:
        note(box, Told.DRAWS, 410, seat, it.pile)
        draw_card(s, box, seat, it.pile, 410)
        end_turn(s)
    else:
        take(s, box, seat, Act.NOTHING, it.pile, NONE)


@rule
def refuse(s: State, box: Box, seat: int, it: Draw) -> int:
    side = s.sides[seat]
    if side.discard_count[it.pile] > 0:
        return 0
    if s.plan.act != Act.NOTHING:
        return 710
    return 412 if side.draw_count[it.pile] == 0 else 0


def read(text: Text) -> Meaning:
    if text.has("citizen", "citizens"):
        return code(Draw(CITIZEN))
    if text.has("military", "soldier", "soldiers"):
        return code(Draw(MILITARY))
    which = "draw-citizen or draw-military."
    if Card.named_in(text):
        return Refused(410, f"The top card of a pile is drawn, whichever it is: {which}")
    if text.has("building", "buildings", "town", "towns"):
        return Refused(410, f"Only citizen and military cards are drawn: {which}")
    return Refused(410, f"Say which pile: {which}")
