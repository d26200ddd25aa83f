"""An improved policy: a prior combined with the values found, and the action whose visits lag furthest behind it.

This is the planning of Gumbel MuZero (Danihelka and others 2022) below the root: values are completed for unvisited
actions, rescaled, and added to the logits of the prior; the visits follow the softmax of the sum. Both searches with a
net select children by it.
"""

from wartable.compiler.decorators import compiled
from wartable.core.numbers.exact import exponential
from wartable.core.record import Floats

MAXVISIT_INIT = 50
"""Virtual initial visits of a node when its values are weighed against the prior."""
MIN_VALUE_RANGE = 0.1
"""Ranges of values smaller than this are not scaled up."""


@compiled
def mixed_value(priors: Floats, visits: Floats, totals: Floats, count: int, value: float) -> float:
    """The value for unvisited actions: the net's value of the node mixed with the values of visited ones, weighted
    by the prior. Without a node value (below 0) only the latter count, or 0.5 if there are none.
    """
    sum_of_odds, mean, made = 0.0, 0.0, 0.0
    for i in range(count):
        if visits[i] > 0.0:
            odds = exponential(priors[i])
            sum_of_odds += odds
            mean += odds * totals[i] / visits[i]
            made += visits[i]
    if value < 0.0:
        return mean / sum_of_odds if sum_of_odds > 0.0 else 0.5
    if sum_of_odds <= 0.0:
        return value
    return (value + made * mean / sum_of_odds) / (1.0 + made)


@compiled
def improve(
    priors: Floats, visits: Floats, totals: Floats, count: int, value: float, value_scale: float, logits: Floats
) -> None:
    """Write the logits of the improved policy: the prior's plus the values, which gain weight with every visit."""
    mixed = mixed_value(priors, visits, totals, count, value)
    low, high, most = 2.0, -1.0, 0.0
    for i in range(count):
        logits[i] = totals[i] / visits[i] if visits[i] > 0.0 else mixed
        low, high, most = min(low, logits[i]), max(high, logits[i]), max(most, visits[i])
    scale = value_scale * (MAXVISIT_INIT + most) / max(MIN_VALUE_RANGE, high - low)
    for i in range(count):
        logits[i] = priors[i] + scale * (logits[i] - low)


@compiled
def furthest_behind(logits: Floats, visits: Floats, count: int, exploration_fraction: float) -> int:
    """The index of the action whose share of the visits is furthest below the softmax of the logits.

    A part of the visits is spread evenly over all actions.
    """
    high, made, whole = logits[0], 0.0, 0.0
    for i in range(count):
        high = max(high, logits[i])
        made += visits[i]
    for i in range(count):
        logits[i] = exponential(logits[i] - high)
        whole += logits[i]
    best, most = 0, -2.0
    for i in range(count):
        policy = (1.0 - exploration_fraction) * logits[i] / whole + exploration_fraction / count
        lag = policy - visits[i] / (1.0 + made)
        if lag > most:
            best, most = i, lag
    return best
