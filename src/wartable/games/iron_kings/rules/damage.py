"""Chapter 11: damage tokens, shields, the die, and wrecks."""

from wartable.core.compiled import rule
from wartable.core.frames import NATURE, ask, pop

from ..box import Bonus
from ..state import KING_SPACES, Frame, Worker
from .common import (
    ask_repairs,
    asked,
    cap_steam,
    discard_treasure,
    do,
    is_carried,
    trample,
    worker_to_wilderness,
)


@rule
def hurt(s, seat, tokens):
    """Put damage tokens on a King, one after the other."""
    if tokens > 0:
        do(s, Frame.DO_HURT, seat, tokens)


@rule
def carry_on_hurt(s, box):
    """IK-11.1, IK-11.2: shields first, then the die."""
    frame = s.head.frames[s.head.depth - 1]
    seat = frame.a
    while frame.b > 0 and dent_shield(s, box, seat):
        frame.b -= 1
    if frame.b == 0:
        pop(s)
        return
    frame.b -= 1
    ask(s, Frame.DIE, NATURE, seat)


@rule
def dent_shield(s, box, seat):
    """IK-11.1: a token on the first free shield space, if there is one."""
    for card in range(box.treasure_cards):
        if is_carried(s, seat, card) and s.dents[card] < box.treasures[card].bonus[Bonus.SHIELD]:
            s.dents[card] += 1
            return True
    return False


@rule
def apply_die(s, box, face):
    """IK-11.2, IK-11.3: the space with that number, or the next one that is not covered."""
    seat = asked(s)
    pop(s)
    side = s.sides[seat]
    space = face
    while side.damage[space] != 0:
        space = (space + 1) % KING_SPACES
    side.damage[space] = 1
    worker_to_wilderness(s, seat, side.spaces[space])
    side.spaces[space] = Worker.NONE
    if is_all_covered(s, seat):
        wreck(s, box, seat)


@rule
def is_all_covered(s, seat):
    for space in range(KING_SPACES):
        if s.sides[seat].damage[space] == 0:
            return False
    return True


@rule
def wreck(s, box, seat):
    """IK-11.6, IK-11.7: back to the Holdfast without treasures; the owner removes three damage tokens."""
    s.sides[seat].wrecks += 1
    s.wrecked = 1
    if seat == s.active:
        s.halted = 1
    go_home(s, box, seat)
    forget_blows(s, seat)
    ask_repairs(s, box, seat, box.wreck_repair)


@rule
def go_home(s, box, seat):
    """IK-4.18, IK-11.6: back to the Holdfast; the treasures that the King carries are lost."""
    side = s.sides[seat]
    side.hex = side.home
    trample(s, side.home)
    for card in range(box.treasure_cards):
        if is_carried(s, seat, card):
            discard_treasure(s, card)
    cap_steam(s, box, seat)


@rule
def forget_blows(s, seat):
    """IK-11.6: what is left of the blow, and the ground it fell on, no longer touch the King."""
    for depth in range(s.head.depth):
        frame = s.head.frames[depth]
        if frame.kind == Frame.DO_HURT and frame.a == seat:
            frame.b = 0
