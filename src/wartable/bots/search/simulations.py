"""Information-set Monte Carlo tree search: one compiled function for all games.

Each simulation determinizes what the seat cannot see (`fill`), descends from the root to a leaf, evaluates it with the
game's judge or a quick net, and backpropagates the values.

- Every seat of a game with secrets has a tree of its own, whose nodes are what that seat has seen happen (`sees`):
  nobody's choice in the tree depends on what it may not know, and seats that act at the same time do not see each
  other's choice. A game without secrets needs one tree.
- Each seat maximises its own share of the win, whatever the number of players.
- Chance nodes are sampled by weight. An outcome out of a few (a die, a coin) leads to a node of its own; a draw out of
  many does not, so that the tree stays deep.
- With more than two players, and with two where the game sets it (`max_joint_seats`), a seat's tree follows that seat's
  actions alone, and nature's answers to them. What others do in between has too many ways: each would lead to a part
  of the tree that nobody enters twice.
- The root's actions are tried by sequential halving, again and again, until the expected regret is small. Below the
  root children are selected by value or policy. By default the leaf is the first new position after the seat's own
  turn (`leaf`): a plan is judged by what comes of it, and not in its middle.
- All simulations of one round use common random numbers, turn by turn: what the others do then differs only where the
  seat's own moves have made a difference.

Its relatives are information-set MCTS with one tree for each observer (Cowling, Powley and Whitehouse 2012), sequential
halving (Karnin, Koren and Somekh 2013), the planning of Gumbel MuZero (Danihelka and others 2022), and common random
numbers (Glasserman and Yao 1992). docs/research/search.md cites them, and says what is
different here.

Nodes live in one bounded array and are found by an exact key (parent, seat, action). When the array is full, the
search goes on with the nodes there are.
"""

import numpy as np

from wartable.compiler.decorators import compiled, woven
from wartable.core.frames import NATURE, AnyBox, AnyState, Tables, first_due, is_due
from wartable.core.generic import apply, chance, hide, legal, sees
from wartable.core.numbers.chance import Rng, draw, draw_weighted
from wartable.core.play import settle_chance, value
from wartable.core.record import Floats, Ints

from .selection import CHANCE_STEPS, evaluate_leaf, keep_legal, select_child
from .sequential_halving import DECIDED, determinize, expand_root, next_root_action, record_return
from .settings import END_OF_TURN, MAX_PATH, NEW_NODE, Settings, Workspace
from .tree import Tree, add_child, child, find_position, hash_of, reroot, reset

TURN_BITS = np.uint64(48)
"""The position of the turn's number in the seed of a round."""
MIN_VISIT_FRACTION = 4.0
"""An action is trusted if it has at least a quarter of the visits of the most visited one."""


@compiled
def set_root(tree: Tree, work: Workspace, trees: int, is_new: bool) -> bool:
    """Make the view in states[0] the root; returns whether an earlier search had reached it, so that its nodes are
    kept.
    """
    for at in range(work.ranking.shape[0]):
        work.ranking[at] = at
    for at in range(work.schedule.shape[0]):
        work.schedule[at] = 0
    for at in range(work.returns.shape[0]):
        for number in range(work.returns.shape[1]):
            work.returns[at, number] = 0.0
    position = -1 if is_new else find_position(tree, hash_of(work.state_words, 0))
    if position >= 0:
        reroot(tree, position, trees)
    else:
        reset(tree, trees)
    return position >= 0


@woven
def follow(tree: Tree, work: Workspace, box: AnyBox, trees: int, actor: int, action: int, own_tree: int) -> None:
    """Move the cursor of every tree whose seat sees the action; with separate trees, that of `own_tree` only."""
    for number in range(trees):
        cursor = int(work.cursors[number])
        if cursor < 0 or (own_tree >= 0 and number != own_tree):
            continue
        if trees == 1 or number == actor or sees(work.states[1], box, number, actor, action):
            kid = child(tree, cursor, actor, action)
            work.cursors[number] = kid if kid >= 0 else add_child(tree, cursor, actor, action)


@woven
def remember(tree: Tree, work: Workspace, box: AnyBox, seat: int, trees: int) -> None:
    """Record the position as one in which the seat may find itself again."""
    number = int(tree.used[1])
    if number < tree.positions.shape[0]:
        work.states[2] = work.states[1]
        hide(work.states[2], box, seat)
        tree.positions[number].hash = hash_of(work.state_words, 2)
        for other in range(trees):
            tree.positions[number].cursors[other] = work.cursors[other]
        tree.used[1] += 1


@woven
def sample_chance(
    tree: Tree, work: Workspace, box: AnyBox, trees: int, branched: int, rng: Rng, settings: Settings, own_tree: int
) -> int:
    """Sample nature's action by weight; returns 1 if it leads to a node of its own, else 0."""
    count = chance(work.states[1], box, work.out, work.weights)
    action = int(work.out[draw_weighted(rng, work.weights, count)])
    own_node = branched == 0 and count <= settings.max_chance_outcomes
    if own_node and count > 1:
        follow(tree, work, box, trees, NATURE, action, own_tree)
    apply(work.states[1], box, NATURE, action)
    return 1 if own_node else 0


@woven
def next_to_act(s: AnyState, seat: int) -> int:
    """The next seat; if several are to act at the same time, the searching seat comes first: its plan depends on no
    other.
    """
    return seat if is_due(s, seat) else int(first_due(s))


@woven
def simulate(
    tree: Tree, work: Workspace, box: AnyBox, seat: int, trees: int, root_actions: Ints, rng: Rng, settings: Settings
) -> None:
    """One simulation: selection from the root, expansion, evaluation of the leaf, backpropagation."""
    root_index = next_root_action(tree, work, root_actions.shape[0], rng, settings)
    determinize(work, box, seat)
    chance_rng = work.round_rng
    for number in range(trees):
        work.cursors[number] = number
    work.path[0] = work.root_children[root_index]
    work.path_seats[0] = seat
    length = 1
    separate = box.seats > settings.max_joint_seats
    own_tree = seat if separate else -1
    follow(tree, work, box, trees, seat, int(root_actions[root_index]), own_tree)
    apply(work.states[1], box, seat, int(root_actions[root_index]))
    branched = 0
    exact = True
    mover = seat
    turn = 0
    expansions_left = settings.max_expansions
    while work.states[1].head.over == 0 and length < MAX_PATH:
        actor = next_to_act(work.states[1], seat)
        if actor != NATURE and actor != mover and work.states[1].head.depth <= settings.turn_depth:
            if settings.leaf == END_OF_TURN:
                break
            mover = actor
            turn += 1
            chance_rng[0] = work.round_seed[0] ^ (np.uint64(turn) << TURN_BITS)
        if actor == NATURE:
            own_node = sample_chance(tree, work, box, trees, branched, chance_rng, settings, own_tree)
            exact = exact and own_node == 1
            branched = 1
            continue
        count = legal(work.states[1], box, actor, work.out)
        keep_legal(work, count)
        if count == 1:
            apply(work.states[1], box, actor, int(work.actions[0]))
            continue
        node = int(work.cursors[actor if trees > 1 else 0])
        if node < 0:
            break
        if tree.nodes[node].expanded == 0:
            tree.nodes[node].expanded = 1
            expansions_left -= 1
            if exact and actor == seat:
                remember(tree, work, box, seat, trees)
            if turn > 0 or settings.leaf == NEW_NODE or expansions_left == 0:
                break
        best = select_child(tree, work, box, node, actor, count, rng, settings)
        if best < 0:
            break
        action = int(work.actions[best])
        work.path[length] = work.children[best]
        work.path_seats[length] = actor
        length += 1
        if separate:
            own_tree = actor
            exact = exact and actor == seat
        follow(tree, work, box, trees, actor, action, own_tree)
        apply(work.states[1], box, actor, action)
        branched = 0
    settle_chance(work.states[1], box, chance_rng, work.out, work.weights, CHANCE_STEPS)
    evaluate_leaf(work, 1, box, settings)
    backpropagate(tree, work, length)
    record_return(work, root_index, min(1.0, work.values[seat]))


@woven
def backpropagate(tree: Tree, work: Workspace, length: int) -> None:
    """Add the values of the leaf to every node on the path, each for its own seat."""
    for number in range(length):
        if work.path[number] >= 0:
            node = tree.nodes[work.path[number]]
            node.visits += 1
            node.value_sum += min(1.0, work.values[work.path_seats[number]])
    tree.used[2] += 1
    for other in range(work.values.shape[0]):
        tree.sums[other] += work.values[other]


@compiled
def search(
    tree: Tree,
    work: Workspace,
    box: AnyBox,
    seat: int,
    trees: int,
    root_actions: Ints,
    iterations: int,
    rng: Rng,
    settings: Settings,
) -> int:
    """Search for the seat whose view is states[0] until the iterations are used up or the choice is decided;
    returns the iterations made.

    The tree keeps the results.
    """
    expand_root(tree, work, box, seat, trees, root_actions, rng, settings)
    for made in range(iterations):
        if work.schedule[DECIDED] != 0:
            return made
        simulate(tree, work, box, seat, trees, root_actions, rng, settings)
    return iterations


@compiled
def robust_max_child(visits: Floats, values: Floats, count: int, rng: Rng) -> int:
    """The action to play: the best of those with enough visits (cf. Chaslot and others 2008)."""
    most = 0.0
    for i in range(count):
        most = max(most, visits[i])
    best, ties = -1, 1
    for i in range(count):
        if visits[i] * MIN_VISIT_FRACTION < most:
            continue
        if best < 0 or values[i] > values[best] + 1e-12:
            best, ties = i, 1
        elif values[i] > values[best] - 1e-12:
            ties += 1
            if draw(rng, ties) == 0:
                best = i
    return best


@compiled
def winning_action(states: Tables, box: AnyBox, seat: int, actions: Ints, shares: Floats) -> int:
    """The index of an action that ends the match at once and wins it for the seat alone; -1 if there is none.

    states[0] is a determinization of the position; states[1] is working memory.
    """
    for index in range(actions.shape[0]):
        states[1] = states[0]
        apply(states[1], box, seat, actions[index])
        if states[1].head.over != 0:
            value(states[1], box, shares)
            if shares[seat] == 1.0:
                return index
    return -1
