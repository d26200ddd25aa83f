"""What a batch does with each of its games. The same functions run on CPU threads and inside CUDA kernels."""

from typing import Any

import numpy as np

from wartable.compiler.decorators import inlined
from wartable.core.frames import NATURE, AnyState, Tables, due, first_due
from wartable.core.generic import apply, chance, evaluate, features, hide, legal, scores, setup
from wartable.core.numbers.chance import Rng, draw_weighted
from wartable.core.record import Floats, Ints, Matrix

OTHER_LUCK = np.uint64(0x5DEECE66DA5A5A5A)
"""Turns a slot's generator into another one: who looks ahead must not see the dice that will be thrown."""


@inlined
def settle(s: AnyState, box: Any, rng: Rng, out: Ints, weights: Ints, limit: int) -> int:
    """Let nature act, and play single legal actions of single due seats, until somebody has a choice.

    The number of actions that were made; the seat that has the choice is first_due(s).
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
def restart(states: Tables, i: int, blank: Tables, box: Any, rng: Rng, out: Ints, weights: Ints, limit: int) -> None:
    """A fresh table in slot i, up to the first choice."""
    states[i] = blank[0]
    setup(states[i], box)
    settle(states[i], box, rng, out, weights, limit)


@inlined
def write_mask(s: AnyState, box: Any, seat: int, out: Ints, mask: Ints) -> int:
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
def write_moves(s: AnyState, box: Any, seat: int, moves: Ints) -> int:
    """List the legal actions of the seat; their number."""
    if seat < 0:
        return 0
    return legal(s, box, seat, moves)


@inlined
def write_judgement(s: AnyState, box: Any, shares: Floats) -> None:
    """What the game's judge thinks of the table, secrets included: each seat's share of the win."""
    for seat in range(shares.shape[0]):
        shares[seat] = 0.0
    if s.head.over == 0:
        evaluate(s, box, shares)


@inlined
def weigh(
    s: AnyState,
    spare: Tables,
    box: Any,
    seat: int,
    action: int,
    luck: Rng,
    rng: Rng,
    out: Ints,
    weights: Ints,
    shares: Floats,
    limit: int,
) -> float:
    """The seat's share after its action as the game's judge sees it, secrets included, nature's answer drawn once.

    `luck` is the slot's generator, which stays as it is; `spare` and `rng` are room to try in.
    """
    rng[0] = luck[0] ^ OTHER_LUCK
    spare[0] = s
    apply(spare[0], box, seat, action)
    steps = 0
    while spare[0].head.over == 0 and steps < limit and first_due(spare[0]) == NATURE:
        count = chance(spare[0], box, out, weights)
        apply(spare[0], box, NATURE, out[draw_weighted(rng, weights, count)])
        steps += 1
    for other in range(shares.shape[0]):
        shares[other] = 0.0
    if spare[0].head.over != 0:
        scores(spare[0], box, shares)
    else:
        evaluate(spare[0], box, shares)
    return shares[seat]


@inlined
def step(
    states: Tables,
    i: int,
    blank: Tables,
    box: Any,
    action: int,
    rng: Rng,
    out: Ints,
    weights: Ints,
    limit: int,
    rewards: Matrix,
    finished: Ints,
) -> None:
    """Play an action in slot i. A match that is over pays its rewards and starts anew at once."""
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
def tally(s: AnyState, box: Any, i: int, shares: Floats, wins: Matrix, endings: Matrix) -> None:
    """Add up what the match in slot i came to; one that was cut off counts as ending 0. `shares` is room for it."""
    for seat in range(wins.shape[1]):
        shares[seat] = 0.0
    if s.head.over != 0:
        scores(s, box, shares)
    endings[i, s.head.over] += 1
    for seat in range(wins.shape[1]):
        wins[i, seat] += shares[seat]


@inlined
def observe(s: AnyState, spare: Tables, box: Any, seat: int, numbers: Floats) -> None:
    """Write the features of what the seat may know. `spare` is room for the hidden record."""
    if seat < 0:
        for number in range(numbers.shape[0]):
            numbers[number] = 0.0
        return
    spare[0] = s
    hide(spare[0], box, seat)
    features(spare[0], box, seat, numbers)


@inlined
def look_ahead(s: AnyState, spare: Tables, box: Any, seat: int, action: int, numbers: Floats, shares: Floats) -> None:
    """Write the features, for the seat, of the table right after its action; zeros where the action ends the match.

    shares[0] becomes the seat's share of the win where that action ends the match, -1 elsewhere.
    """
    shares[0] = -1.0
    spare[0] = s
    apply(spare[0], box, seat, action)
    if spare[0].head.over != 0:
        scores(spare[0], box, shares)
        shares[0] = shares[seat]
        for number in range(numbers.shape[0]):
            numbers[number] = 0.0
    else:
        hide(spare[0], box, seat)
        features(spare[0], box, seat, numbers)
