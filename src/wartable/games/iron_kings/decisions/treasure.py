"""IK-14.1: a treasure is turned up, for all to see."""

from wartable.core.rules import Action, Ints, note, pop, put, rule, top

from ..box import Box
from ..notes import Told
from ..state import At, Frame, State, TreasureFrame
from ..values import TreasureCard

asked = Frame.TREASURE
prompt = "A treasure is being drawn"


class TreasureDrawn(Action):
    card: TreasureCard

    when = 109
    notation = "treasure-{card}"
    label = "The treasure is {card}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == At.DECK:
            weights[n] = 1
            n = put(out, n, TreasureDrawn(card))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: TreasureDrawn) -> None:
    note(box, Told.TURNS_UP, 1401, top(s, TreasureFrame).seat, it.card)
    pop(s)
    s.treasure_at[it.card] = At.OFFERED
