"""An improved policy: a prior with what was found on top, and the action that lags furthest behind it.

This is the planning of Gumbel MuZero (Danihelka and others 2022) below the root: values are completed for actions that
were never visited, rescaled, added to the logits of the prior, and the visits follow the softmax of the sum. Both
searches with a net select children by it.
"""

from wartable.compiler.decorators import compiled
from wartable.core.numbers.exact import exponential
from wartable.core.record import Floats

MAXVISIT_INIT = 50
"""Visits that a node is taken to have had from the start, when its values are held against the prior."""
MIN_VALUE_RANGE = 0.1
"""Values that lie no further apart than this are taken to differ by less than they seem to."""


@compiled
def mixed_value(priors: Floats, visits: Floats, totals: Floats, count: int, value: float) -> float:
    """The value of an action that was never visited: the net's value of the node, and those that were visited, the
    likelier ones more. Without a value of the node (below 0) they alone count, and 0.5 where there are none."""
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
    """Write the logits of the improved policy: the prior's, and the values, which count more with every visit."""
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
    """The index of the action whose share of the visits lies furthest below the softmax of the logits.

    A part of that is spread evenly over all actions.
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
