"""The root of a search: sequential halving over its actions, repeated until the choice is decided.

Halving is that of Karnin, Koren and Somekh (2013); it stops by expected simple regret.
"""

import math

from wartable.compiler.decorators import woven
from wartable.core.frames import AnyBox
from wartable.core.generic import fill
from wartable.core.numbers.chance import Rng, next_word
from wartable.core.numbers.exact import exponential
from wartable.core.record import Ints

from ..nets.quick_net import forward, policy_head
from .selection import child_value, improve_root, mean_value, uses_policy_prior
from .settings import Settings, Workspace
from .tree import Tree, add_child, child

INDEX, SIZE, ROUNDS, DOUBLING, CYCLES, DECIDED = 0, 1, 2, 3, 4, 5
"""Fields of the schedule: the next action, how many are left, the rounds left with them, their total rounds, the
completed cycles of halving, and whether the choice is decided.
"""
MIN_CYCLES = 2
"""The minimum number of halving cycles before the choice can be decided."""
NORMAL_PEAK = 0.4
"""The density of the normal distribution at its mean."""
VISITS, SUM, SQUARES = 0, 1, 2
"""The statistics of a root action's values."""


@woven
def determinize(work: Workspace, box: AnyBox, seat: int) -> None:
    """A state that the searching seat cannot distinguish from the real one, in states[1], from the random numbers
    of this round.
    """
    work.states[1] = work.states[0]
    work.round_rng[0] = work.round_seed[0]
    fill(work.states[1], box, seat, work.round_rng)


@woven
def expand_root(
    tree: Tree, work: Workspace, box: AnyBox, seat: int, trees: int, root_actions: Ints, rng: Rng, settings: Settings
) -> None:
    """The nodes of the actions to choose from; new ones are evaluated in several determinizations, the same for all."""
    root = seat if trees > 1 else 0
    count = root_actions.shape[0]
    new = 0
    for i in range(count):
        kid = child(tree, root, seat, int(root_actions[i]))
        if kid < 0:
            kid = add_child(tree, root, seat, int(root_actions[i]))
            new += 1
        work.root_children[i] = kid
    if new == 0:
        return
    if uses_policy_prior(work, settings):
        work.states[2] = work.states[0]
        forward(work.net, work.states, 2, box, seat)
        policy_head(work.net, seat, root_actions, count)
        for i in range(count):
            if work.root_children[i] >= 0 and tree.nodes[work.root_children[i]].visits == 0:
                tree.nodes[work.root_children[i]].prior = work.net.scratch[0].log_priors[i]
        return
    for _ in range(settings.root_determinizations):
        work.round_seed[0] = next_word(rng)
        determinize(work, box, seat)
        start = work.round_rng[0]
        for i in range(count):
            kid = int(work.root_children[i])
            if kid >= 0 and tree.nodes[kid].visits == 0:
                work.round_rng[0] = start
                value = child_value(work, box, seat, int(root_actions[i]), work.round_rng, settings)
                tree.nodes[kid].prior += value / settings.root_determinizations


@woven
def rank(tree: Tree, work: Workspace, count: int, among: int, size: int, settings: Settings) -> None:
    """Move the best `size` of the first `among` actions to the front."""
    if uses_policy_prior(work, settings):
        improve_root(tree, work, count, settings)
    for place in range(size):
        best = place
        for other in range(place + 1, among):
            if root_value(tree, work, other, settings) > root_value(tree, work, best, settings):
                best = other
        held = work.ranking[place]
        work.ranking[place] = work.ranking[best]
        work.ranking[best] = held


@woven
def root_value(tree: Tree, work: Workspace, place: int, settings: Settings) -> float:
    """The value by which the action at an index of the ranking is ranked."""
    kid = int(work.root_children[work.ranking[place]])
    if kid < 0:
        return -1e18
    return work.logits[work.ranking[place]] if uses_policy_prior(work, settings) else mean_value(tree.nodes[kid])


@woven
def next_root_action(tree: Tree, work: Workspace, count: int, rng: Rng, settings: Settings) -> int:
    """The next root action to try.

    The best few actions so far are tried once each, the better half of them twice, the better half of those four times,
    and so on down to two; then the cycle repeats. All of one round use the same random numbers. The budget need not be
    known in advance, and if there are many actions, few are visited often.
    """
    schedule = work.schedule
    if schedule[INDEX] >= schedule[SIZE]:
        schedule[ROUNDS] -= 1
        if schedule[ROUNDS] <= 0:
            if schedule[SIZE] <= 2:
                schedule[CYCLES] += 1 if schedule[SIZE] > 0 else 0
                if schedule[CYCLES] >= MIN_CYCLES and is_decided(tree, work, count, settings):
                    schedule[DECIDED] = 1
                among, schedule[SIZE], schedule[DOUBLING] = count, min(count, settings.max_num_considered_actions), 1
            else:
                among, schedule[SIZE], schedule[DOUBLING] = (
                    schedule[SIZE],
                    (schedule[SIZE] + 1) // 2,
                    2 * schedule[DOUBLING],
                )
            schedule[ROUNDS] = schedule[DOUBLING]
            rank(tree, work, count, among, schedule[SIZE], settings)
        schedule[INDEX] = 0
        work.round_seed[0] = next_word(rng)
    schedule[INDEX] += 1
    return int(work.ranking[schedule[INDEX] - 1])


@woven
def is_decided(tree: Tree, work: Workspace, count: int, settings: Settings) -> bool:
    """Whether to stop: the expected simple regret of playing the best action is below the threshold.

    For each other action, the regret is its expected advantage over the best, times the probability that it is better,
    estimated from the variance of the values so far.
    """
    visits, squares, best = 0.0, 0.0, -1
    for i in range(count):
        seen = work.returns[i]
        if seen[VISITS] > 0.0:
            visits += seen[VISITS] - 1.0
            squares += seen[SQUARES] - seen[SUM] * seen[SUM] / seen[VISITS]
            if best < 0 or mean_return(work, tree, i, settings) > mean_return(work, tree, best, settings):
                best = i
    variance = squares / max(1.0, visits)
    regret = 0.0
    for i in range(count):
        if i != best and work.returns[i, VISITS] > 0.0:
            gap = mean_return(work, tree, best, settings) - mean_return(work, tree, i, settings)
            doubt = variance / work.returns[i, VISITS] + variance / work.returns[best, VISITS]
            if doubt > 0.0:
                far = gap * gap / doubt
                regret += math.sqrt(doubt) * NORMAL_PEAK * exponential(-0.5 * far) / (1.0 + far)
    return regret < settings.regret_threshold


@woven
def mean_return(work: Workspace, tree: Tree, place: int, settings: Settings) -> float:
    """The mean value of a visited root action."""
    kid = tree.nodes[work.root_children[place]]
    return kid.value_sum / kid.visits if uses_policy_prior(work, settings) else mean_value(kid)


@woven
def record_return(work: Workspace, first: int, share: float) -> None:
    if work.root_children[first] >= 0:
        work.returns[first, VISITS] += 1.0
        work.returns[first, SUM] += share
        work.returns[first, SQUARES] += share * share
