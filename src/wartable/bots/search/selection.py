"""Selection and expansion below the root: by values, or by a net's policy and the values found since."""

from wartable.compiler.decorators import compiled, woven
from wartable.core.frames import AnyBox, first_due
from wartable.core.generic import apply
from wartable.core.numbers.chance import Rng, draw
from wartable.core.numbers.exact import exponential
from wartable.core.play import settle_chance, value
from wartable.core.record import Ints

from ..nets.quick_net import forward, is_loaded, policy_head, value_head
from .policy import furthest_behind, improve
from .settings import POLICY, VALUE, Settings, Workspace
from .tree import Node, Tree, add_child, child

CHANCE_STEPS = 64
MIN_VALUE_GAP = 1e-4
"""Values that differ by less count as equal."""
SHARPENING_VISITS = 50.0
"""After this many visits of a node's best action, differences count twice as much as at first."""


@woven
def child_value(work: Workspace, box: AnyBox, actor: int, action: int, rng: Rng, settings: Settings) -> float:
    """The value of the position after an action, by the judge or the net, for the actor."""
    work.states[2] = work.states[1]
    apply(work.states[2], box, actor, action)
    settle_chance(work.states[2], box, rng, work.out, work.weights, CHANCE_STEPS)
    if settings.prior == VALUE:
        evaluate_leaf(work, 2, box, settings)
    else:
        value(work.states[2], box, work.values)
    return min(1.0, work.values[actor])


@woven
def uses_policy_prior(work: Workspace, settings: Settings) -> bool:
    """Whether priors are the net's policy, not values."""
    return is_loaded(work.net) and settings.prior == POLICY


@compiled
def evaluate_leaf(work: Workspace, row: int, box: AnyBox, settings: Settings) -> None:
    """Each seat's share of the win in states[row], by the judge or by the net, in `values`; overwrites states[2]."""
    s = work.states[row]
    if not is_loaded(work.net) or s.head.over != 0:
        value(s, box, work.values)
        return
    for other in range(work.values.shape[0]):
        work.values[other] = 0.0
    if settings.mixing > 0.0:
        value(s, box, work.values)
    actor = int(first_due(s))
    if row != 2:
        work.states[2] = s
    forward(work.net, work.states, 2, box, actor)
    value_head(work.net, box, actor)
    for other in range(box.seats):
        by_net = work.net.scratch[0].values[other]
        work.values[other] = settings.mixing * work.values[other] + (1.0 - settings.mixing) * by_net


@woven
def keep_legal(work: Workspace, count: int) -> None:
    """Move the legal actions aside before `out` is overwritten."""
    for i in range(count):
        work.actions[i] = work.out[i]


@woven
def mean_value(node: Node) -> float:
    """The mean value of an action, its prior counted as one visit."""
    return (node.value_sum + node.prior) / (node.visits + 1)


@woven
def select_child(
    tree: Tree, work: Workspace, box: AnyBox, node: int, actor: int, count: int, rng: Rng, settings: Settings
) -> int:
    """The index of the legal action to follow from a node; -1 if the tree is full and has none."""
    if uses_policy_prior(work, settings):
        expand_with_policy_prior(tree, work, box, node, actor, count)
        return select_by_policy(tree, work, count, settings)
    for i in range(count):
        work.children[i] = child(tree, node, actor, int(work.actions[i]))
        if work.children[i] < 0:
            work.children[i] = expand_with_value_prior(
                tree, work, box, node, actor, int(work.actions[i]), rng, settings
            )
    return select_by_value(tree, work, count, rng, settings)


@woven
def expand_with_value_prior(
    tree: Tree, work: Workspace, box: AnyBox, node: int, actor: int, action: int, rng: Rng, settings: Settings
) -> int:
    """A new node whose prior is the value of the position after the action."""
    kid = add_child(tree, node, actor, action)
    if kid >= 0:
        tree.nodes[kid].prior = child_value(work, box, actor, action, rng, settings)
    return kid


@woven
def expand_with_policy_prior(tree: Tree, work: Workspace, box: AnyBox, node: int, actor: int, count: int) -> None:
    """The nodes of the legal actions; the prior of new ones is the net's log probability."""
    missing = False
    for i in range(count):
        work.children[i] = child(tree, node, actor, int(work.actions[i]))
        missing = missing or work.children[i] < 0
    if not missing:
        return
    work.states[2] = work.states[1]
    forward(work.net, work.states, 2, box, actor)
    policy_head(work.net, actor, work.actions, count)
    for i in range(count):
        if work.children[i] < 0:
            work.children[i] = add_child(tree, node, actor, int(work.actions[i]))
            if work.children[i] >= 0:
                tree.nodes[work.children[i]].prior = work.net.scratch[0].log_priors[i]


@woven
def gather(tree: Tree, work: Workspace, children: Ints, count: int) -> int:
    """Collect the known children, without those that did not fit in the tree; returns their number."""
    known = 0
    for i in range(count):
        if children[i] >= 0:
            node = tree.nodes[children[i]]
            work.known[known] = i
            work.priors[known] = node.prior
            work.visits[known] = node.visits
            work.totals[known] = node.value_sum
            known += 1
    return known


@woven
def select_by_policy(tree: Tree, work: Workspace, count: int, settings: Settings) -> int:
    """The action whose visits lag furthest behind the improved policy; -1 if the tree has none."""
    known = gather(tree, work, work.children, count)
    if known == 0:
        return -1
    improve(work.priors, work.visits, work.totals, known, -1.0, settings.value_scale, work.logits)
    return int(work.known[furthest_behind(work.logits, work.visits, known, settings.exploration_fraction)])


@woven
def improve_root(tree: Tree, work: Workspace, count: int, settings: Settings) -> None:
    """Write the logits of the improved policy for the root's actions, each at its index."""
    known = gather(tree, work, work.root_children, count)
    improve(work.priors, work.visits, work.totals, known, -1.0, settings.value_scale, work.logits)
    for at in range(known - 1, -1, -1):
        work.logits[work.known[at]] = work.logits[at]


@woven
def select_by_value(tree: Tree, work: Workspace, count: int, rng: Rng, settings: Settings) -> int:
    """The action whose visits lag furthest behind a softmax over the values.

    Values are scaled by the gap between the best and the average at this node, so that cautious and confident judges
    are searched alike. The temperature falls with the number of visits.
    """
    high, total, visits, most, known = -1.0, 0.0, 0, 0, 0
    for i in range(count):
        if work.children[i] >= 0:
            kid = tree.nodes[work.children[i]]
            mean = mean_value(kid)
            high = max(high, mean)
            total += mean
            visits += kid.visits
            most = max(most, kid.visits)
            known += 1
    if known == 0:
        return -1
    unit = max(high - total / known, MIN_VALUE_GAP) * settings.temperature / (1.0 + most / SHARPENING_VISITS)
    total = 0.0
    for i in range(count):
        if work.children[i] >= 0:
            work.logits[i] = exponential((mean_value(tree.nodes[work.children[i]]) - high) / unit)
            total += work.logits[i]
    best, best_lag, ties = -1, -2.0, 1
    explored = settings.exploration_fraction
    for i in range(count):
        if work.children[i] >= 0:
            policy = (1.0 - explored) * work.logits[i] / total + explored / known
            lag = policy - tree.nodes[work.children[i]].visits / (visits + 1.0)
            if lag > best_lag + 1e-12:
                best, best_lag, ties = i, lag, 1
            elif lag > best_lag - 1e-12:
                ties += 1
                if draw(rng, ties) == 0:
                    best = i
    return best
