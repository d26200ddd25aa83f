"""Compiled play for all games: one random match, many matches, one-move look-ahead."""

import numpy as np

from wartable.compiler.decorators import compiled, inlined, standalone

from .frames import NATURE, AnyBox, AnyState, Tables
from .generic import apply, chance, evaluate, legal, scores, setup
from .numbers.chance import Rng, draw, draw_weighted, random_due
from .record import Floats, Ints


@inlined
def random_action(s: AnyState, box: AnyBox, seat: int, rng: Rng, out: Ints, weights: Ints) -> int:
    """A random action of the seat: nature's by weight, a player's uniformly."""
    if seat == NATURE:
        count = chance(s, box, out, weights)
        return out[draw_weighted(rng, weights, count)]
    count = legal(s, box, seat, out)
    return out[draw(rng, count)]


@inlined
def random_steps(s: AnyState, box: AnyBox, rng: Rng, out: Ints, weights: Ints, limit: int) -> int:
    """Play at random until the match is over or `limit` actions were made. Returns the number of actions."""
    steps = 0
    while s.head.over == 0 and steps < limit:
        seat = random_due(s, rng)
        apply(s, box, seat, random_action(s, box, seat, rng, out, weights))
        steps += 1
    return steps


@standalone
def random_matches(states: Tables, box: AnyBox, matches: int, rng: Rng, out: Ints, weights: Ints, limit: int) -> int:
    """Play whole matches at random, each on a new table. Returns the total number of actions."""
    steps = 0
    for _ in range(matches):
        states[0] = states[1]
        setup(states[0], box)
        steps += random_steps(states[0], box, rng, out, weights, limit)
    return steps


@compiled
def copies(states: Tables, count: int) -> int:
    """Copy a state many times, for benchmarks."""
    for i in range(count):
        states[i & 1] = states[1 - (i & 1)]
    return count


@inlined
def settle_chance(s: AnyState, box: AnyBox, rng: Rng, out: Ints, weights: Ints, limit: int) -> int:
    """Let nature act until a player has to. Returns the number of its actions."""
    steps = 0
    while s.head.over == 0 and steps < limit:
        seat = random_due(s, rng)
        if seat != NATURE:
            break
        apply(s, box, seat, random_action(s, box, seat, rng, out, weights))
        steps += 1
    return steps


@inlined
def value(s: AnyState, box: AnyBox, shares: Floats) -> None:
    """Each seat's share of the win: the scores if the match is over, the judge's estimate before."""
    for seat in range(shares.shape[0]):
        shares[seat] = 0.0
    if s.head.over != 0:
        scores(s, box, shares)
    else:
        evaluate(s, box, shares)


@compiled
def greedy_action(
    states: Tables,
    box: AnyBox,
    seat: int,
    rng: Rng,
    out: Ints,
    tried: Ints,
    weights: Ints,
    shares: Floats,
    samples: int,
) -> int:
    """The action after which the judge's estimate for the seat is best, ties broken at random.

    states[0] is a position that the seat considers possible; states[1] is scratch space, `tried` a buffer for the legal
    actions. Chance is averaged over `samples` tries, or one try if the action involves none.
    """
    count = legal(states[0], box, seat, tried)
    return greedy_among(states, box, seat, rng, out, tried, count, weights, shares, samples)


@compiled
def greedy_among(
    states: Tables,
    box: AnyBox,
    seat: int,
    rng: Rng,
    out: Ints,
    tried: Ints,
    count: int,
    weights: Ints,
    shares: Floats,
    samples: int,
) -> int:
    """The same among the first `count` actions in `tried`."""
    best = tried[0]
    best_value = -1.0
    ties = 0
    for i in range(count):
        total = 0.0
        tries = samples
        for attempt in range(samples):
            if attempt == tries:
                break
            states[1] = states[0]
            apply(states[1], box, seat, tried[i])
            if settle_chance(states[1], box, rng, out, weights, 64) == 0 and attempt == 0:
                tries = 1
            value(states[1], box, shares)
            total += shares[seat]
        total /= tries
        if total > best_value + 1e-9:
            best_value = total
            best = tried[i]
            ties = 1
        elif total > best_value - 1e-9:
            ties += 1
            if draw(rng, ties) == 0:
                best = tried[i]
    return np.int64(best)  # type: ignore[return-value]
