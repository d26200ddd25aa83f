"""Who is to act: seats, nature, and a stack of small decisions.

A frame is one kind of decision together with the set of seats that are due to make it. Rules push frames with
`ask`, and `legal` and `apply` dispatch on the kind of the top one. Seats are numbered from 0. Nature is a seat
too: every die, draw and shuffle is an action of nature.
"""

from typing import Protocol, TypeAlias

from .compiled import light, rule
from .record import Array, Cells, Struct, i8, i16, size, u8

MAX_SEATS = 6
NATURE = 7
SPECTATOR = -1
"""A viewer who sits in no seat and sees what everybody may see."""

DEPTH = 12


class Frame(Struct):
    kind: i8
    due: u8
    a: i16
    b: i16
    c: i16


class Head(Struct):
    over: i8
    depth: i8
    frames: Array[Frame] = size(DEPTH)


class AnyState(Protocol):
    """The State of any game."""

    head: Head


Tables: TypeAlias = Cells[AnyState]


@rule
def ask(s: AnyState, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Push a decision for one seat (or NATURE)."""
    ask_all(s, kind, 1 << seat, a, b, c)


@rule
def ask_all(s: AnyState, kind: int, seats: int, a: int, b: int, c: int) -> None:
    """Push a decision that all seats of a bit set make at the same time."""
    frame = s.head.frames[s.head.depth]
    frame.kind = kind
    frame.due = seats
    frame.a = a
    frame.b = b
    frame.c = c
    s.head.depth += 1


@rule
def pop(s: AnyState) -> None:
    """The top decision is made. Its slot is blanked, so that equal positions are equal records."""
    s.head.depth -= 1
    frame = s.head.frames[s.head.depth]
    frame.kind = 0
    frame.due = 0
    frame.a = 0
    frame.b = 0
    frame.c = 0


@rule
def done(s: AnyState, seat: int) -> bool:
    """One of several due seats has decided; the frame goes when nobody is left. True when it went."""
    frame = s.head.frames[s.head.depth - 1]
    frame.due &= ~(1 << seat) & 255
    if frame.due == 0:
        pop(s)
        return True
    return False


@light
def kind(s: AnyState) -> int:
    """The kind of the top decision, 0 when there is none."""
    if s.head.depth == 0:
        return 0
    return s.head.frames[s.head.depth - 1].kind


@light
def due(s: AnyState) -> int:
    """The bit set of seats that are to act, 0 when the game is over."""
    if s.head.over != 0 or s.head.depth == 0:
        return 0
    return s.head.frames[s.head.depth - 1].due


@light
def is_due(s: AnyState, seat: int) -> bool:
    return (due(s) >> seat) & 1 == 1


@light
def first_due(s: AnyState) -> int:
    """The lowest seat that is to act (NATURE last), -1 when the game is over."""
    seats = due(s)
    for seat in range(8):
        if (seats >> seat) & 1:
            return seat
    return -1


@rule
def finish(s: AnyState, ending: int) -> None:
    """The game is over, in the way that the game's endings number from 1."""
    s.head.over = ending
    while s.head.depth > 0:
        pop(s)
