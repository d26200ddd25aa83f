"""What a batch does with each of its games. The same functions run on CPU threads and in CUDA kernels."""

import numpy as np

from wartable.compiler.decorators import inlined
from wartable.core.frames import NATURE, AnyBox, AnyState, Tables, due, first_due
from wartable.core.generic import apply, chance, evaluate, features, fill, hide, legal, scores, setup
from wartable.core.numbers.chance import Rng, draw_weighted
from wartable.core.play import value
from wartable.core.record import Floats, Ints, Matrix

OTHER_LUCK, OTHER_WORLD = np.uint64(0x5DEECE66DA5A5A5A), np.uint64(0x3C6EF372FE94F82B)
"""Constants that derive other generators from a slot's: looking ahead must reveal neither future dice nor hidden
information.
"""


@inlined
def settle(s: AnyState, box: AnyBox, rng: Rng, out: Ints, weights: Ints, limit: int) -> int:
    """Let nature act, and play forced actions, until a seat has a choice.

    Returns the number of actions; the seat with the choice is first_due(s).
    """
    steps = 0
    while s.head.over == 0 and steps < limit:
        seat = first_due(s)
        if seat == NATURE:
            count = chance(s, box, out, weights)
            apply(s, box, NATURE, out[draw_weighted(rng, weights, count)])
        elif due(s) == 1 << seat and legal(s, box, seat, out) == 1:
            apply(s, box, seat, out[0])
        else:
            break
        steps += 1
    return steps


@inlined
def answer(s: AnyState, box: AnyBox, rng: Rng, out: Ints, weights: Ints, limit: int) -> None:
    """Let nature act until a player has to."""
    steps = 0
    while s.head.over == 0 and steps < limit and first_due(s) == NATURE:
        count = chance(s, box, out, weights)
        apply(s, box, NATURE, out[draw_weighted(rng, weights, count)])
        steps += 1


@inlined
def restart(states: Tables, i: int, blank: Tables, box: AnyBox, rng: Rng, out: Ints, weights: Ints, limit: int) -> None:
    """A new table in slot i, played up to the first choice."""
    states[i] = blank[0]
    setup(states[i], box)
    settle(states[i], box, rng, out, weights, limit)


@inlined
def write_mask(s: AnyState, box: AnyBox, seat: int, out: Ints, mask: Ints) -> int:
    """Mark the legal actions of the seat with 1."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    if seat < 0:
        return 0
    count = legal(s, box, seat, out)
    for number in range(count):
        mask[out[number]] = 1
    return count


@inlined
def write_moves(s: AnyState, box: AnyBox, seat: int, moves: Ints) -> int:
    """List the legal actions of the seat and return their number."""
    if seat < 0:
        return 0
    return legal(s, box, seat, moves)


@inlined
def write_judgement(s: AnyState, box: AnyBox, shares: Floats) -> None:
    """The judge's estimate for the table, secrets included: each seat's share of the win."""
    for seat in range(shares.shape[0]):
        shares[seat] = 0.0
    if s.head.over == 0:
        evaluate(s, box, shares)


@inlined
def step(
    states: Tables,
    i: int,
    blank: Tables,
    box: AnyBox,
    action: int,
    rng: Rng,
    out: Ints,
    weights: Ints,
    limit: int,
    rewards: Matrix,
    finished: Ints,
) -> None:
    """Play an action in slot i. A finished match pays its rewards and restarts at once."""
    s = states[i]
    apply(s, box, first_due(s), action)
    settle(s, box, rng, out, weights, limit)
    finished[i] = 0
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0.0
    if s.head.over != 0:
        finished[i] = s.head.over
        scores(s, box, rewards[i])
        restart(states, i, blank, box, rng, out, weights, limit)


@inlined
def tally(s: AnyState, box: AnyBox, i: int, shares: Floats, wins: Matrix, endings: Matrix) -> None:
    """Add up the results of the match in slot i; one that was cut off counts as ending 0. `shares` is a buffer."""
    for seat in range(wins.shape[1]):
        shares[seat] = 0.0
    if s.head.over != 0:
        scores(s, box, shares)
    endings[i, s.head.over] += 1
    for seat in range(wins.shape[1]):
        wins[i, seat] += shares[seat]


@inlined
def observe(s: AnyState, spare: Tables, box: AnyBox, seat: int, numbers: Floats) -> None:
    """Write the features of what the seat may know. `spare` is a buffer for the hidden record."""
    if seat < 0:
        for number in range(numbers.shape[0]):
            numbers[number] = 0.0
        return
    spare[0] = s
    hide(spare[0], box, seat)
    features(spare[0], box, seat, numbers)


@inlined
def slot_of(starts: Ints, first: int, place: int) -> int:
    """The slot, from `first`, of an index in the list of all moves."""
    low, high = first, starts.shape[0] - 1
    while high - low > 1:
        middle = (low + high) // 2
        if starts[middle] <= place:
            low = middle
        else:
            high = middle
    return low


@inlined
def imagine(s: AnyState, world: Tables, box: AnyBox, seat: int, luck: Rng, rng: Rng) -> None:
    """A table that the seat considers possible: information hidden from it is dealt anew.

    `luck` is the slot's generator, which is not changed; `rng` is a buffer for another one.
    """
    rng[0] = luck[0] ^ OTHER_WORLD
    world[0] = s
    hide(world[0], box, seat)
    fill(world[0], box, seat, rng)


@inlined
def look_ahead(
    s: AnyState,
    spare: Tables,
    box: AnyBox,
    seat: int,
    action: int,
    luck: Rng,
    rng: Rng,
    out: Ints,
    weights: Ints,
    shares: Floats,
    limit: int,
    samples: int,
    seen: bool,
    numbers: Floats,
    verdict: Floats,
) -> bool:
    """Try an action of the seat: returns whether it ends the match, and writes each seat's share of the win and, if
    `seen`, features.

    The features are those of the table right after the action, for the seat; zeros if the match is over. The shares are
    the judge's estimate after nature's answer, if any: an average over `samples`.
    """
    rng[0] = luck[0] ^ OTHER_LUCK
    spare[0] = s
    apply(spare[0], box, seat, action)
    over = spare[0].head.over != 0
    is_luck = not over and first_due(spare[0]) == NATURE
    tries = samples if is_luck else 1
    judged = 1 if is_luck else 0
    for other in range(verdict.shape[0]):
        verdict[other] = 0.0
    for _ in range(tries):
        if is_luck:
            spare[1] = spare[0]
            answer(spare[1], box, rng, out, weights, limit)
        value(spare[judged], box, shares)
        for other in range(verdict.shape[0]):
            verdict[other] += shares[other] / tries
    if seen and over:
        for number in range(numbers.shape[0]):
            numbers[number] = 0.0
    elif seen:
        hide(spare[0], box, seat)
        features(spare[0], box, seat, numbers)
    return over
