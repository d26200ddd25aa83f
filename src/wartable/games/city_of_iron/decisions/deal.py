"""CI-2.12, CI-10.2: chance deals the next building card to the row."""

from wartable.core.rules import Ints, pop, put, rule

from ..box import Box
from ..rules.row import deal_card, in_deck
from ..state import Kind, State
from ..values import Action, Face

asked = Kind.DEAL_BUILDING


class Deal(Action):
    face: Face

    when = 211
    notation = "deal-{face}"
    label = "The next building card is {face.in_full}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    """Any card of the deck can come next."""
    n = 0
    for face in range(box.deck_first[s.deck], box.deck_end[s.deck]):
        count = in_deck(s, box, face)
        if count > 0:
            weights[n] = count
            n = put(out, n, Deal(face))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Deal) -> None:
    pop(s)
    deal_card(s, box, it.face)
