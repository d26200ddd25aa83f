"""Chapter 9: Fate's Favor."""

from wartable.core.actions import encode
from wartable.core.compiled import rule
from wartable.core.frames import pop

from ..actions import AMBUSH, DECEPTION
from ..state import SQUARES, Favor, Tile
from .board import is_of
from .deeds import change_places


@rule
def may_spend(s, seat, favor):
    """TH-9.5, 9.6"""
    return s.sides[seat].favors[favor] > 0 and s.sides[seat].spent_now == 0


@rule
def spend(s, seat, favor):
    side = s.sides[seat]
    side.favors[favor] -= 1
    side.held -= 1
    side.spent[favor] += 1
    side.spent_now = 1
    s.stirred = 1
    s.passes = 0


@rule
def take(s, seat, favor):
    """TH-9.3"""
    side = s.sides[seat]
    side.favors[favor] += 1
    side.held += 1
    side.taken += 1
    side.owed = 0
    s.stirred = 1
    pop(s)


@rule
def lurks(s, seat, square):
    """TH-9.14: whether an own piece stands there on forest."""
    return s.ground[square] == Tile.FOREST and is_of(s, square, seat)


@rule
def list_ambushes(s, seat, out, n):
    """TH-9.14"""
    for a in range(SQUARES):
        if lurks(s, seat, a):
            for b in range(a + 1, SQUARES):
                if lurks(s, seat, b):
                    out[n] = encode(AMBUSH, a, b)
                    n += 1
    return n


@rule
def list_deceptions(s, box, out, n):
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
def list_tricks(s, box, seat, out, n):
    """TH-9.7, 9.8: the favors that both players may spend before the action."""
    if may_spend(s, seat, Favor.AMBUSH):
        n = list_ambushes(s, seat, out, n)
    if may_spend(s, seat, Favor.DECEPTION):
        n = list_deceptions(s, box, out, n)
    return n


@rule
def ambush(s, box, seat, a, b):
    spend(s, seat, Favor.AMBUSH)
    change_places(s, box, a, b)


@rule
def deceive(s, box, seat, square, direction):
    spend(s, seat, Favor.DECEPTION)
    change_places(s, box, square, box.near[square, direction])
