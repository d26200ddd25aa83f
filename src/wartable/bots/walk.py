"""The compiled parts of a search with a net: a step of a walk, and which move of a node is to be tried next."""

from typing import Any

from wartable.core import generic
from wartable.core.chance import Rng
from wartable.core.compiled import compiled
from wartable.core.exact import exponential
from wartable.core.frames import Tables, first_due, is_due
from wartable.core.play import settle_chance
from wartable.core.record import Floats, Ints

CHANCE_STEPS = 1 << 12
CALM = 50
"""Visits that a node is taken to have had from the start, when its values are held against the policy."""
CLOSE = 0.1
"""Shares of the win that lie no further apart than this are taken to differ by less than they seem to."""


@compiled
def advance(states: Tables, box: Any, actor: int, action: int, seat: int, rng: Rng, out: Ints, weights: Ints) -> int:
    """Carry out a move in states[0] and let nature act; states[1] is then what the seat to act can see.

    That seat, or -1 at the end of the match. Where several are to act at the same time, `seat` does first: its plan
    depends on no other.
    """
    generic.apply(states[0], box, actor, action)
    settle_chance(states[0], box, rng, out, weights, CHANCE_STEPS)
    if states[0].head.over != 0:
        return -1
    following = seat if is_due(states[0], seat) else first_due(states[0])
    states[1] = states[0]
    generic.hide(states[1], box, following)
    return following


@compiled
def guess_of(likes: Floats, visits: Floats, totals: Floats, value: float) -> float:
    """What a move that was never tried would come to: the net's value, and those that were tried as the policy likes
    them."""
    odds, sum_of_odds, mean, count = 0.0, 0.0, 0.0, 0.0
    for i in range(likes.shape[0]):
        if visits[i] > 0.0:
            odds = exponential(likes[i])
            sum_of_odds += odds
            mean += odds * totals[i] / visits[i]
            count += visits[i]
    if sum_of_odds <= 0.0:
        return value
    return (value + count * mean / sum_of_odds) / (1.0 + count)


@compiled
def weigh(likes: Floats, visits: Floats, totals: Floats, value: float, weight: float, merits: Floats) -> None:
    """Write the merits of moves: the policy's liking, and what was found, which counts more with every visit."""
    guess = guess_of(likes, visits, totals, value)
    low, high, most = 2.0, -1.0, 0.0
    for i in range(likes.shape[0]):
        merits[i] = totals[i] / visits[i] if visits[i] > 0.0 else guess
        low, high, most = min(low, merits[i]), max(high, merits[i]), max(most, visits[i])
    stretch = weight * (CALM + most) / max(CLOSE, high - low)
    for i in range(likes.shape[0]):
        merits[i] = likes[i] + stretch * (merits[i] - low)


@compiled
def neediest(
    likes: Floats, visits: Floats, totals: Floats, away: Floats, value: float, weight: float, merits: Floats
) -> int:
    """The place of the move whose share of the visits lies furthest below what its merits deserve."""
    weigh(likes, visits, totals, value, weight, merits)
    high, count, whole = merits[0], 0.0, 0.0
    for i in range(likes.shape[0]):
        high = max(high, merits[i])
        count += visits[i] + away[i]
    for i in range(likes.shape[0]):
        whole += exponential(merits[i] - high)
    best, need = 0, -2.0
    for i in range(likes.shape[0]):
        lack = exponential(merits[i] - high) / whole - (visits[i] + away[i]) / (1.0 + count)
        if lack > need:
            best, need = i, lack
    return best
