"""Chapter 11: damage tokens, shields, the die, and wrecks."""

from wartable.core.rules import NATURE, AnyFrame, ask, change, frame_at, is_followed, lowest, note, pop, rule, top

from ..box import Bonus, Box
from ..notes import Cause, Counter, Told
from ..state import DoHurtFrame, Frame, State, Worker
from .common import (
    aboard_of,
    ask_repairs,
    cap_steam,
    carried,
    dents_of,
    discard_treasure,
    do,
    rested,
    tell_points,
    trample,
    worth_carried,
)


@rule
def hurt(s: State, seat: int, tokens: int, cause: int) -> None:
    """Put damage tokens on a King, one after the other."""
    if tokens > 0:
        do(s, Frame.DO_HURT, seat, tokens, cause)


@rule
def go_on_hurt(s: State, box: Box) -> None:
    """IK-11.1, IK-11.2: shields first, then the die."""
    frame = top(s, DoHurtFrame)
    seat = frame.seat
    shield = free_shield(s, box, seat)
    while frame.tokens > 0 and shield >= 0:
        frame.tokens -= 1
        tell_hurt(box, seat, frame.cause)
        dent(s, box, seat, shield, frame.cause)
        shield = free_shield(s, box, seat)
    if frame.tokens == 0:
        pop(s)
        return
    frame.tokens -= 1
    tell_hurt(box, seat, frame.cause)
    ask(s, Frame.DIE, NATURE, seat, frame.cause)


@rule
def tell_hurt(box: Box, seat: int, cause: int) -> None:
    """What a token comes from; of pushes and shots the blow has been told."""
    if cause == Cause.SKULL:
        note(box, Told.HURT, 1205, seat, cause)
    elif cause == Cause.TOKEN:
        note(box, Told.HURT, 1305, seat, cause)


@rule
def free_shield(s: State, box: Box, seat: int) -> int:
    """IK-11.1: the first carried treasure with a free shield space, or -1."""
    cards = aboard_of(s, box, seat)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if s.dents[card] < box.treasures[card].bonus[Bonus.SHIELD]:
            return card
    return -1


@rule
def dent(s: State, box: Box, seat: int, card: int, cause: int) -> None:
    s.dents[card] += 1
    if is_followed(box):
        left = box.treasures[card].bonus[Bonus.SHIELD] - s.dents[card]
        change(box, Told.DENTED, 1101, seat, Counter.DENTS, 1, dents_of(s, box, seat), card, left, cause)


@rule
def drive_out(s: State, box: Box, seat: int, space: int) -> None:
    """IK-11.4: a worker on a covered space goes to the Wilderness; IK-4.16: the big one to the Rested Box."""
    side = s.sides[seat]
    if side.spaces[space] == Worker.SMALL:
        side.wilderness += 1
        change(box, Told.WORKER_HURT, 1104, seat, Counter.WILDERNESS, 1, side.wilderness, space)
    elif side.spaces[space] == Worker.BIG:
        side.rested[Worker.BIG] += 1
        change(box, Told.BIG_WORKER_RESTS, 416, seat, Counter.RESTED, 1, rested(s, seat), space)
    side.spaces[space] = Worker.NONE


@rule
def wreck(s: State, box: Box, seat: int) -> None:
    """IK-11.6, IK-11.7: back to the Holdfast without treasures; the owner removes three damage tokens."""
    side = s.sides[seat]
    side.wrecks += 1
    s.wrecked = 1
    change(box, Told.WRECKED, 1106, seat, Counter.WRECKS, 1, side.wrecks, side.hex, side.home)
    go_home(s, box, seat, 1106)
    forget_blows(s, box, seat)
    if seat == s.active:
        s.halted = 1
        note(box, Told.WRECK_STOPS, 812, seat)
    ask_repairs(s, box, seat, box.wreck_repair, 1107)


@rule
def go_home(s: State, box: Box, seat: int, number: int) -> None:
    """IK-4.18, IK-11.6: back to the Holdfast; the treasures that the King carries are lost."""
    side = s.sides[seat]
    side.hex = side.home
    trample(s, box, side.home, seat)
    lost = 0
    cards = aboard_of(s, box, seat)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        lost += worth_carried(box, card)
        discard_treasure(s, box, seat, card)
        if is_followed(box):
            change(box, Told.CARGO_LOST, number, seat, Counter.CARRIED, -1, carried(s, box, seat), card)
    tell_points(s, box, seat, -lost, 1702)
    cap_steam(s, box, seat)


@rule
def forget_blows(s: State, box: Box, seat: int) -> None:
    """IK-11.6: what is left of the blow, and the ground it fell on, no longer touch the King."""
    left = 0
    for depth in range(s.head.depth):
        if frame_at(s, depth, AnyFrame).kind == Frame.DO_HURT:
            blow = frame_at(s, depth, DoHurtFrame)
            if blow.seat == seat:
                left += blow.tokens
                blow.tokens = 0
    if left > 0:
        note(box, Told.BLOW_SPENT, 1106, seat, left)
