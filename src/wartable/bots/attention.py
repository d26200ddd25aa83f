"""Where a walk of the search goes on, below the root: by values, or by a net's policy and what was found since."""

from typing import Any

from wartable.core.chance import Rng, draw
from wartable.core.compiled import compiled, woven
from wartable.core.exact import exponential
from wartable.core.frames import first_due
from wartable.core.generic import apply
from wartable.core.play import settle_chance, value
from wartable.core.record import Floats, Ints

from .quick import is_there, read_position, tell_likes, tell_shares
from .room import Room, Settings
from .tree import Node, Tree, add_child, child
from .walk import CALM, CLOSE

CHANCE_STEPS = 64
LEAST_UNIT = 1e-4
"""Values that lie no further apart than this are taken for equal."""
SHARPENING = 50.0
"""After so many visits of a node's best action, differences count twice as much as at first."""


@woven
def judge_of(room: Room, box: Any, actor: int, action: int, rng: Rng, settings: Settings) -> float:
    """What the judge, or the net, thinks of the position that an action leads to, from the actor's side."""
    room.states[2] = room.states[1]
    apply(room.states[2], box, actor, action)
    settle_chance(room.states[2], box, rng, room.out, room.weights, CHANCE_STEPS)
    if settings.first == 2:
        verdict(room, 2, box, settings)
    else:
        value(room.states[2], box, room.shares)
    return min(1.0, room.shares[actor])


@woven
def asks_policy(room: Room, settings: Settings) -> bool:
    """Whether moves are looked at as the net's policy says, and not as values do."""
    return is_there(room.net) and settings.first == 0


@compiled
def verdict(room: Room, row: int, box: Any, settings: Settings) -> None:
    """Each seat's share of the win in states[row], by the judge or by the net, in `shares`; states[2] is lost."""
    s = room.states[row]
    if not is_there(room.net) or s.head.over != 0:
        value(s, box, room.shares)
        return
    for other in range(room.shares.shape[0]):
        room.shares[other] = 0.0
    if settings.mix > 0.0:
        value(s, box, room.shares)
    actor = int(first_due(s))
    if row != 2:
        room.states[2] = s
    read_position(room.net, room.states, 2, box, actor)
    tell_shares(room.net, box, actor)
    for other in range(box.seats):
        room.shares[other] = settings.mix * room.shares[other] + (1.0 - settings.mix) * room.net.room[0].shares[other]


@woven
def keep(room: Room, count: int) -> None:
    """Keep the legal actions, while others are written to `out`."""
    for i in range(count):
        room.tried[i] = room.out[i]


@woven
def mean_of(node: Node) -> float:
    """What an action came to on average, the judge's first opinion counted as one try."""
    return (node.total + node.prior) / (node.visits + 1)


@woven
def select(tree: Tree, room: Room, box: Any, node: int, actor: int, count: int, rng: Rng, settings: Settings) -> int:
    """The index of the legal action to follow from a node, -1 where the tree is full and knows none."""
    if asks_policy(room, settings):
        liked_children(tree, room, box, node, actor, count)
        return neediest_kid(tree, room, count, settings)
    for i in range(count):
        room.kids[i] = child(tree, node, actor, int(room.tried[i]))
        if room.kids[i] < 0:
            room.kids[i] = judged_child(tree, room, box, node, actor, int(room.tried[i]), rng, settings)
    return best_kid(tree, room, count, rng, settings)


@woven
def judged_child(
    tree: Tree, room: Room, box: Any, node: int, actor: int, action: int, rng: Rng, settings: Settings
) -> int:
    """A new node with the judge's first opinion."""
    kid = add_child(tree, node, actor, action)
    if kid >= 0:
        tree.nodes[kid].prior = judge_of(room, box, actor, action, rng, settings)
    return kid


@woven
def liked_children(tree: Tree, room: Room, box: Any, node: int, actor: int, count: int) -> None:
    """The nodes of the legal actions; new ones have how likely they are, by the net, as its logarithm."""
    missing = False
    for i in range(count):
        room.kids[i] = child(tree, node, actor, int(room.tried[i]))
        missing = missing or room.kids[i] < 0
    if not missing:
        return
    room.states[2] = room.states[1]
    read_position(room.net, room.states, 2, box, actor)
    tell_likes(room.net, actor, room.tried, count)
    for i in range(count):
        if room.kids[i] < 0:
            room.kids[i] = add_child(tree, node, actor, int(room.tried[i]))
            if room.kids[i] >= 0:
                tree.nodes[room.kids[i]].prior = room.net.room[0].likes[i]


@woven
def weigh_kids(tree: Tree, kids: Ints, count: int, merits: Floats, weight: float) -> None:
    """The merits of moves: how likely the net says they are, and what was found, which counts more with every visit.

    What was never tried is taken to come to what the others do, the likelier ones more.
    """
    odds, mean, low, high, most = 0.0, 0.0, 2.0, -1.0, 0
    for i in range(count):
        if kids[i] >= 0 and tree.nodes[kids[i]].visits > 0:
            kid = tree.nodes[kids[i]]
            likely = exponential(kid.prior)
            odds += likely
            mean += likely * kid.total / kid.visits
            most = max(most, kid.visits)
    guess = mean / odds if odds > 0.0 else 0.5
    for i in range(count):
        if kids[i] >= 0:
            kid = tree.nodes[kids[i]]
            merits[i] = kid.total / kid.visits if kid.visits > 0 else guess
            low, high = min(low, merits[i]), max(high, merits[i])
    stretch = weight * (CALM + most) / max(CLOSE, high - low)
    for i in range(count):
        if kids[i] >= 0:
            merits[i] = tree.nodes[kids[i]].prior + stretch * (merits[i] - low)


@woven
def neediest_kid(tree: Tree, room: Room, count: int, settings: Settings) -> int:
    """The place of the move whose share of the visits lies furthest below what its merits deserve; -1 without any."""
    weigh_kids(tree, room.kids, count, room.pulls, settings.weight)
    high, whole, visits, known = -1e18, 0.0, 0, 0
    for i in range(count):
        if room.kids[i] >= 0:
            known += 1
            high = max(high, room.pulls[i])
            visits += tree.nodes[room.kids[i]].visits
    for i in range(count):
        if room.kids[i] >= 0:
            room.pulls[i] = exponential(room.pulls[i] - high)
            whole += room.pulls[i]
    best, need = -1, -2.0
    for i in range(count):
        if room.kids[i] >= 0:
            attention = (1.0 - settings.spread) * room.pulls[i] / whole + settings.spread / known
            lack = attention - tree.nodes[room.kids[i]].visits / (visits + 1.0)
            if lack > need:
                best, need = i, lack
    return best


@woven
def best_kid(tree: Tree, room: Room, count: int, rng: Rng, settings: Settings) -> int:
    """The action that has had the least of the attention it deserves.

    Attention goes by value, and values are measured by how far the best lies above the average at this node: a judge
    that never leaves the middle, and one that is sure of itself, are listened to alike. The more is known, the more
    goes to the best.
    """
    high, total, visits, most, known = -1.0, 0.0, 0, 0, 0
    for i in range(count):
        if room.kids[i] >= 0:
            kid = tree.nodes[room.kids[i]]
            mean = mean_of(kid)
            high = max(high, mean)
            total += mean
            visits += kid.visits
            most = max(most, kid.visits)
            known += 1
    if known == 0:
        return -1
    unit = max(high - total / known, LEAST_UNIT) * settings.temperature / (1.0 + most / SHARPENING)
    total = 0.0
    for i in range(count):
        if room.kids[i] >= 0:
            room.pulls[i] = exponential((mean_of(tree.nodes[room.kids[i]]) - high) / unit)
            total += room.pulls[i]
    best, best_score, ties = -1, -2.0, 1
    for i in range(count):
        if room.kids[i] >= 0:
            attention = (1.0 - settings.spread) * room.pulls[i] / total + settings.spread / known
            score = attention - tree.nodes[room.kids[i]].visits / (visits + 1.0)
            if score > best_score + 1e-12:
                best, best_score, ties = i, score, 1
            elif score > best_score - 1e-12:
                ties += 1
                if draw(rng, ties) == 0:
                    best = i
    return best
