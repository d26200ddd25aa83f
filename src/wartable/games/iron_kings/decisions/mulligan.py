"""IK-3.6: once, a player may shuffle the first hand back into the deck and draw a new one."""

from wartable.core.rules import Action, Ints, Meaning, Text, change, code, pop, put, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules.planning import ask_draw
from ..state import Frame, State
from . import decline
from .decline import Decline

asked = Frame.MULLIGAN
also = (decline,)
prompt = "Keep your hand, or take a mulligan"


class Mulligan(Action):
    when = 306
    notation = "mulligan"
    label = "Take a mulligan: shuffle the hand back and draw a new one"
    touches = "mulligan"
    facts = {306: "A mulligan is taken once, when the first hand has been dealt."}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    return put(out, put(out, n, Decline()), Mulligan())


@rule
def apply(s: State, box: Box, seat: int) -> None:
    pop(s)
    side = s.sides[seat]
    for plan in range(box.plan_kinds):
        s.deck[plan] += side.hand[plan]
        side.hand[plan] = 0
    s.deck_size += side.hand_size
    change(box, Told.MULLIGAN, 306, seat, Counter.HAND, -side.hand_size, 0)
    side.hand_size = 0
    ask_draw(s, seat, box.hand, 306)


def read(text: Text) -> Meaning:
    if text.has("mulligan", "redraw"):
        return code(Mulligan())
    return code(Decline()) if text.has("keep") and text.at.asked == Frame.MULLIGAN else None
