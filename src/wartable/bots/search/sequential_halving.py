"""The root of a search: its actions are tried by sequential halving, again and again, until the choice is decided.

Halving is that of Karnin, Koren and Somekh (2013); the rule that stops it weighs expected simple regret.
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
"""Of the schedule: the next action, how many are left, rounds left with them, rounds there were to be, how often the
halving has come to its end, and whether the choice is decided."""
MIN_CYCLES = 2
"""How often the halving comes to its end before the choice can be decided."""
NORMAL_PEAK = 0.4
"""The density of a normal distribution at its middle."""
VISITS, SUM, SQUARES = 0, 1, 2
"""What is recorded of the values of a root action."""


@woven
def determinize(work: Workspace, box: AnyBox, seat: int) -> None:
    """A state that the searching seat cannot tell from the real one, in states[1], by the numbers of this round."""
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
    """Bring the best `size` of the first `among` actions in the order to its front."""
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
    """What the action at a place of the ranking is ranked by."""
    kid = int(work.root_children[work.ranking[place]])
    if kid < 0:
        return -1e18
    return work.logits[work.ranking[place]] if uses_policy_prior(work, settings) else mean_value(tree.nodes[kid])


@woven
def next_root_action(tree: Tree, work: Workspace, count: int, rng: Rng, settings: Settings) -> int:
    """Which root action is tried next.

    The best few by what is known are tried once each, the better half of them twice, the better half of those four
    times, and so on down to two; then it begins anew. All of one round use the same random numbers. So
    the budget need not be known, and of many actions few are visited often.
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

    For each other action that is what it would win over the best if it is better after all, times how likely that is,
    by the variance of the values so far.
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
    """The mean value of a root action that was visited."""
    kid = tree.nodes[work.root_children[place]]
    return kid.value_sum / kid.visits if uses_policy_prior(work, settings) else mean_value(kid)


@woven
def record_return(work: Workspace, first: int, share: float) -> None:
    if work.root_children[first] >= 0:
        work.returns[first, VISITS] += 1.0
        work.returns[first, SUM] += share
        work.returns[first, SQUARES] += share * share
