"""Chapter 7 and the planning deck: drawing, inserting, removing and replacing cards."""

from wartable.core.compiled import rule
from wartable.core.frames import NATURE, ask, pop, top
from wartable.core.notes import NOBODY, alone, change, note, whisper

from ..box import Box
from ..notes import Counter, Told
from ..state import TRACK, DrawFrame, Frame, State
from .common import do, track_places


@rule
def ask_draw(s: State, seat: int, count: int, number: int) -> None:
    """Let a seat draw planning cards, one by one, by the rule of that number."""
    if count > 0:
        do(s, Frame.DO_DRAW, seat, count, number)


@rule
def go_on_draw(s: State, box: Box) -> None:
    """IK-5.2: an empty deck is the shuffled discard pile; when both are empty nothing is drawn."""
    frame = top(s, DrawFrame)
    seat = frame.seat
    if s.deck_size == 0:
        reshuffle(s, box)
    if frame.left == 0 or s.deck_size == 0:
        if frame.left > 0:
            note(box, Told.NOTHING_TO_DRAW, 502, seat)
        pop(s)
        return
    frame.left -= 1
    ask(s, Frame.DRAW, NATURE, seat, 0, frame.number)


@rule
def reshuffle(s: State, box: Box) -> None:
    for plan in range(box.plan_kinds):
        s.deck[plan] += s.discard[plan]
        s.deck_size += s.discard[plan]
        s.discard[plan] = 0
    if s.deck_size > 0:
        note(box, Told.DECK_RESHUFFLED, 502, NOBODY, s.deck_size)


@rule
def apply_draw(s: State, box: Box, plan: int) -> None:
    """IK-1.7: all see that a card is drawn, its owner sees which."""
    drawing = top(s, DrawFrame)
    seat, number = drawing.seat, drawing.number
    side = s.sides[seat]
    pop(s)
    s.deck[plan] -= 1
    s.deck_size -= 1
    side.hand[plan] += 1
    side.hand_size += 1
    change(box, Told.DRAWS, number, seat, Counter.HAND, 1, side.hand_size)
    whisper(box, alone(seat), Told.LEARNS, number, seat, plan)


@rule
def track_length(s: State, seat: int) -> int:
    """Cards on the track."""
    length = 0
    while length < TRACK and s.sides[seat].track[length] != 0:
        length += 1
    return length


@rule
def can_plan(s: State, seat: int) -> bool:
    return s.sides[seat].hand_size > 0 or s.sides[seat].track[0] != 0


@rule
def last_insert(s: State, box: Box, seat: int) -> int:
    """IK-7.2, IK-7.3: the last place at which a card can be inserted."""
    return min(track_length(s, seat), track_places(s, box, seat) - 1)


@rule
def take_from_hand(s: State, seat: int, plan: int) -> None:
    s.sides[seat].hand[plan] -= 1
    s.sides[seat].hand_size -= 1


@rule
def apply_insert(s: State, box: Box, seat: int, plan: int, place: int) -> None:
    """IK-7.2: the cards from that place on move to the right; IK-7.3: the one that falls off is discarded."""
    pop(s)
    side = s.sides[seat]
    length = track_length(s, seat)
    take_from_hand(s, seat, plan)
    change(box, Told.INSERTS, 702, seat, Counter.HAND, -1, side.hand_size, plan, place)
    change(box, Told.TRACK_GROWS, 702, seat, Counter.TRACK, 1, length + 1, plan, place)
    moved = plan + 1
    for at in range(place, track_places(s, box, seat)):
        pushed = side.track[at]
        side.track[at] = moved
        moved = pushed
    if moved != 0:
        s.discard[moved - 1] += 1
        change(box, Told.PUSHED_OFF, 703, seat, Counter.TRACK, -1, length, moved - 1)


@rule
def apply_remove(s: State, box: Box, seat: int, place: int) -> None:
    """IK-7.4: the row closes up."""
    pop(s)
    plan = s.sides[seat].track[place] - 1
    remove_card(s, seat, place)
    change(box, Told.REMOVES, 704, seat, Counter.TRACK, -1, track_length(s, seat), plan, place)


@rule
def remove_card(s: State, seat: int, place: int) -> None:
    side = s.sides[seat]
    s.discard[side.track[place] - 1] += 1
    for at in range(place, TRACK - 1):
        side.track[at] = side.track[at + 1]
    side.track[TRACK - 1] = 0


@rule
def apply_replace(s: State, box: Box, seat: int, plan: int, place: int) -> None:
    """IK-7.5"""
    pop(s)
    side = s.sides[seat]
    take_from_hand(s, seat, plan)
    old = side.track[place] - 1
    s.discard[old] += 1
    side.track[place] = plan + 1
    change(box, Told.REPLACES, 705, seat, Counter.HAND, -1, side.hand_size, plan, old, place)


@rule
def trim_track(s: State, box: Box, seat: int) -> None:
    """IK-15.7: cards beyond the end of a shorter track are discarded."""
    places = track_places(s, box, seat)
    while track_length(s, seat) > places:
        plan = s.sides[seat].track[places] - 1
        remove_card(s, seat, places)
        change(box, Told.TRACK_TRIMMED, 1507, seat, Counter.TRACK, -1, track_length(s, seat), plan)
