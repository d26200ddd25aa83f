"""IK-1.7, IK-5.2: a planning card is drawn; all see that, and its owner sees which it is."""

from wartable.core.rules import Action, Ints, alone, change, pop, put, rule, top, whisper

from ..box import Box
from ..notes import Counter, Told
from ..state import DrawFrame, Frame, State
from ..values import PlanCard

asked = Frame.DRAW
prompt = "A planning card is being drawn"


class Draw(Action):
    plan: PlanCard

    when = 109
    notation = "draw-{plan}"
    label = "The card is {plan}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for plan in range(box.plan_kinds):
        if s.deck[plan] > 0:
            weights[n] = s.deck[plan]
            n = put(out, n, Draw(plan))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Draw) -> None:
    drawing = top(s, DrawFrame)
    owner, number = drawing.seat, drawing.number
    side = s.sides[owner]
    pop(s)
    s.deck[it.plan] -= 1
    s.deck_size -= 1
    side.hand[it.plan] += 1
    side.hand_size += 1
    change(box, Told.DRAWS, number, owner, Counter.HAND, 1, side.hand_size)
    whisper(box, alone(owner), Told.LEARNS, number, owner, it.plan)
