"""Who is to act: seats, nature, and a stack of small decisions.

A frame is one kind of decision together with the set of seats that are due to make it. Rules push frames with
`ask`, and `legal` and `apply` dispatch on the kind of the top one. Seats are numbered from 0. Nature is a seat
too: every die, draw and shuffle is an action of nature.
"""

from .compiled import light, rule
from .record import i8, i16, record, u8

MAX_SEATS = 6
NATURE = 7
SPECTATOR = -1
"""A viewer who sits in no seat and sees what everybody may see."""

DEPTH = 12


@record
class Frame:
    kind: i8
    due: u8
    a: i16
    b: i16
    c: i16


@record
class Head:
    over: i8
    depth: i8
    frames: (Frame, DEPTH)


@rule
def ask(s, kind, seat, a=0, b=0, c=0):
    """Push a decision for one seat (or NATURE)."""
    ask_all(s, kind, 1 << seat, a, b, c)


@rule
def ask_all(s, kind, seats, a, b, c):
    """Push a decision that all seats of a bit set make at the same time."""
    frame = s.head.frames[s.head.depth]
    frame.kind = kind
    frame.due = seats
    frame.a = a
    frame.b = b
    frame.c = c
    s.head.depth += 1


@rule
def pop(s):
    """The top decision is made. Its slot is blanked, so that equal positions are equal records."""
    s.head.depth -= 1
    frame = s.head.frames[s.head.depth]
    frame.kind = 0
    frame.due = 0
    frame.a = 0
    frame.b = 0
    frame.c = 0


@rule
def done(s, seat):
    """One of several due seats has decided; the frame goes when nobody is left. True when it went."""
    frame = s.head.frames[s.head.depth - 1]
    frame.due &= ~(1 << seat) & 255
    if frame.due == 0:
        pop(s)
        return True
    return False


@light
def kind(s):
    """The kind of the top decision, 0 when there is none."""
    if s.head.depth == 0:
        return 0
    return s.head.frames[s.head.depth - 1].kind


@light
def due(s):
    """The bit set of seats that are to act, 0 when the game is over."""
    if s.head.over != 0 or s.head.depth == 0:
        return 0
    return s.head.frames[s.head.depth - 1].due


@light
def is_due(s, seat):
    return (due(s) >> seat) & 1 == 1


@light
def first_due(s):
    """The lowest seat that is to act (NATURE last), -1 when the game is over."""
    seats = due(s)
    for seat in range(8):
        if (seats >> seat) & 1:
            return seat
    return -1


@rule
def finish(s, ending):
    """The game is over, in the way that the game's endings number from 1."""
    s.head.over = ending
    while s.head.depth > 0:
        pop(s)
