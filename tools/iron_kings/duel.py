"""Matches between two greedy bots with boxes of their own, in one compiled loop."""

from wartable.core.chance import random_due
from wartable.core.compiled import compiled
from wartable.core.frames import NATURE
from wartable.core.generic import apply, fill, hide, legal, points, scores, setup
from wartable.core.play import greedy_action, random_action


@compiled
def play_duels(states, boxes, matches, rng, out, tried, weights, shares, samples, sums):
    """The first box's wins, and by how many points it was ahead. States: the table, a blank one, two to try in."""
    for number in range(matches):
        first = number & 1
        states[0] = states[1]
        setup(states[0], boxes[0])
        play_duel(states, boxes, first, rng, out, tried, weights, shares, samples)
        for seat in range(shares.shape[0]):
            shares[seat] = 0.0
        scores(states[0], boxes[0], shares)
        sums[0] += shares[first]
        sums[1] += points(states[0], boxes[0], first) - points(states[0], boxes[0], 1 - first)


@compiled
def play_duel(states, boxes, first, rng, out, tried, weights, shares, samples):
    """One match; the seat `first` judges by the first box."""
    while states[0].head.over == 0:
        seat = int(random_due(states[0], rng))
        if seat == NATURE:
            action = int(random_action(states[0], boxes[0], seat, rng, out, weights))
        elif legal(states[0], boxes[0], seat, out) == 1:
            action = int(out[0])
        else:
            own = 0 if seat == first else 1
            states[2] = states[0]
            hide(states[2], boxes[0], seat)
            fill(states[2], boxes[0], seat, rng)
            action = int(greedy_action(states[2:4], boxes[own], seat, rng, out, tried, weights, shares, samples))
        apply(states[0], boxes[0], seat, action)
