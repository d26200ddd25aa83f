"""Chapter 9: Fate's Favor."""

from wartable.core.actions import encode
from wartable.core.compiled import rule
from wartable.core.frames import pop
from wartable.core.notes import alone, change, whisper
from wartable.core.record import Ints

from ..actions import AMBUSH, DECEPTION
from ..box import Box
from ..notes import Counter, Told
from ..state import SQUARES, Favor, State, Tile
from .board import is_of
from .deeds import change_places


@rule
def may_spend(s: State, seat: int, favor: int) -> bool:
    """TH-9.5, 9.6"""
    return s.sides[seat].favors[favor] > 0 and s.sides[seat].spent_now == 0


@rule
def spend(s: State, seat: int, favor: int) -> None:
    side = s.sides[seat]
    side.favors[favor] -= 1
    side.held -= 1
    side.spent[favor] += 1
    side.spent_now = 1
    s.stirred = 1
    s.passes = 0


@rule
def hasten(s: State, box: Box, seat: int) -> None:
    """TH-9.11"""
    spend(s, seat, Favor.HASTE)
    s.haste = 1
    change(box, Told.HASTENS, 911, seat, Counter.FAVORS, -1, s.sides[seat].held)


@rule
def be_cunning(s: State, box: Box, seat: int, start: int, target: int) -> None:
    """TH-9.15"""
    spend(s, seat, Favor.CUNNING)
    held = s.sides[seat].held
    change(box, Told.CUNNING, 915, seat, Counter.FAVORS, -1, held, s.pieces[start], start, target)


@rule
def take(s: State, box: Box, seat: int, favor: int) -> None:
    """TH-9.3"""
    side = s.sides[seat]
    side.favors[favor] += 1
    side.held += 1
    side.taken += 1
    side.owed = 0
    s.stirred = 1
    change(box, Told.TAKES, 903, seat, Counter.FAVORS, 1, side.held)
    whisper(box, alone(seat), Told.KIND, 903, seat, favor)
    pop(s)


@rule
def lurks(s: State, seat: int, square: int) -> bool:
    """TH-9.14: whether an own piece stands there on forest."""
    return s.ground[square] == Tile.FOREST and is_of(s, square, seat)


@rule
def is_open(s: State, box: Box, seat: int) -> bool:
    """TH-9.8: whether an ambush or a deception could be spent, if the seat held one: everybody can see that."""
    lurking = 0
    for square in range(SQUARES):
        if s.pieces[square] != 0:
            for direction in range(4):
                near = box.near[square, direction]
                if near >= 0 and s.pieces[near] != 0:
                    return True
            lurking += lurks(s, seat, square)
    return lurking > 1


@rule
def let_be(s: State, box: Box, seat: int, unasked: bool) -> None:
    """TH-9.9: nothing is spent in the opponent's turn; who wants is not asked again."""
    pop(s)
    if unasked:
        s.sides[seat].unasked = 1
        whisper(box, alone(seat), Told.UNASKED, 909, seat)


@rule
def watch(s: State, box: Box, seat: int) -> None:
    """TH-9.9: the question is asked again from now on."""
    s.sides[seat].unasked = 0
    whisper(box, alone(seat), Told.ASKED, 909, seat)


@rule
def list_ambushes(s: State, seat: int, out: Ints, n: int) -> int:
    """TH-9.14"""
    for a in range(SQUARES):
        if lurks(s, seat, a):
            for b in range(a + 1, SQUARES):
                if lurks(s, seat, b):
                    out[n] = encode(AMBUSH, a, b)
                    n += 1
    return n


@rule
def list_deceptions(s: State, box: Box, out: Ints, n: int) -> int:
    """TH-9.16"""
    for square in range(SQUARES):
        if s.pieces[square] != 0:
            for direction in range(4):
                near = box.near[square, direction]
                if near >= 0 and s.pieces[near] != 0:
                    out[n] = encode(DECEPTION, square, direction)
                    n += 1
    return n


@rule
def list_tricks(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """TH-9.7, 9.8: the favors that both players may spend before the action."""
    if may_spend(s, seat, Favor.AMBUSH):
        n = list_ambushes(s, seat, out, n)
    if may_spend(s, seat, Favor.DECEPTION):
        n = list_deceptions(s, box, out, n)
    return n


@rule
def ambush(s: State, box: Box, seat: int, a: int, b: int) -> None:
    """TH-9.14"""
    spend(s, seat, Favor.AMBUSH)
    held = s.sides[seat].held
    change(box, Told.AMBUSHES, 914, seat, Counter.FAVORS, -1, held, s.pieces[a], a, s.pieces[b], b)
    change_places(s, box, a, b, 914)


@rule
def deceive(s: State, box: Box, seat: int, a: int, direction: int) -> None:
    """TH-9.16"""
    spend(s, seat, Favor.DECEPTION)
    b = box.near[a, direction]
    held = s.sides[seat].held
    change(box, Told.DECEIVES, 916, seat, Counter.FAVORS, -1, held, s.pieces[a], a, s.pieces[b], b)
    change_places(s, box, a, b, 916)
