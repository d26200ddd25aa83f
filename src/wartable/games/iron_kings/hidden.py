"""What a seat may not know: the hands of the others, and so what is left in the planning deck."""

from wartable.core.rules import Rng, belongs, draw, kind, rule, top

from .box import Box
from .decisions.draw import Draw
from .state import DrawFrame, Frame, State


@rule
def hide(s: State, box: Box, seat: int) -> None:
    """IK-1.7: hands are their owners' secret; their sizes, and that of the deck, are not."""
    for other in range(box.seats):
        if other != seat:
            for plan in range(box.plan_kinds):
                s.sides[other].hand[plan] = 0
    for plan in range(box.plan_kinds):
        s.deck[plan] = 0


@rule
def fill(s: State, box: Box, seat: int, rng: Rng) -> None:
    """Every unseen card is as likely to be in any hand, or in the deck, as there is room for it."""
    for plan in range(box.plan_kinds):
        s.deck[plan] = unseen(s, box, seat, plan)
    left = 0
    for plan in range(box.plan_kinds):
        left += s.deck[plan]
    for other in range(box.seats):
        if other != seat:
            for _ in range(s.sides[other].hand_size):
                plan = deal(s, rng, left)
                s.deck[plan] -= 1
                s.sides[other].hand[plan] += 1
                left -= 1


@rule
def unseen(s: State, box: Box, seat: int, plan: int) -> int:
    """Cards of a kind that the seat has not seen: neither discarded nor on a track nor in its own hand."""
    count = box.plans[plan].count - s.discard[plan]
    for other in range(box.seats):
        if other == seat:
            count -= s.sides[other].hand[plan]
        for place in range(8):
            if s.sides[other].track[place] == plan + 1:
                count -= 1
    return count


@rule
def deal(s: State, rng: Rng, left: int) -> int:
    """A card of the deck, each as likely."""
    ticket = draw(rng, left)
    plan = 0
    while ticket >= s.deck[plan]:
        ticket -= s.deck[plan]
        plan += 1
    return plan


@rule
def sees(s: State, box: Box, viewer: int, seat: int, action: int) -> bool:
    """IK-1.7: a drawn planning card is seen by the one who draws it."""
    if belongs(Draw, action) and kind(s) == Frame.DRAW:
        return top(s, DrawFrame).seat == viewer
    return True
