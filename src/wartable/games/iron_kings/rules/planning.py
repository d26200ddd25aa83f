"""Chapter 7 and the planning deck: drawing, inserting, removing and replacing cards."""

from wartable.core.rules import NATURE, NOBODY, ask, change, note, pop, rule, top

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
def remove_card(s: State, seat: int, place: int) -> None:
    side = s.sides[seat]
    s.discard[side.track[place] - 1] += 1
    for at in range(place, TRACK - 1):
        side.track[at] = side.track[at + 1]
    side.track[TRACK - 1] = 0


@rule
def trim_track(s: State, box: Box, seat: int) -> None:
    """IK-15.7: cards beyond the end of a shorter track are discarded."""
    places = track_places(s, box, seat)
    while track_length(s, seat) > places:
        plan = s.sides[seat].track[places] - 1
        remove_card(s, seat, places)
        change(box, Told.TRACK_TRIMMED, 1507, seat, Counter.TRACK, -1, track_length(s, seat), plan)
