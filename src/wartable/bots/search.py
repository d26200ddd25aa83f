"""Information-set Monte Carlo tree search: one compiled function for all games.

Each iteration imagines what the seat cannot see (`fill`), walks down from the root, and ends with the game's judge.

- Every seat of a game with secrets has a tree of its own, whose nodes are what that seat has seen happen (`sees`):
  nobody's choice in the tree depends on what it may not know, and seats that act at the same time do not see each
  other's choice. A game without secrets needs one tree.
- Each seat maximises its own share of the win, whatever the number of players.
- Nature acts by weight. An outcome out of a few (a die, a coin) leads to a node of its own; a draw out of many
  does not, so that the tree stays deep.
- With more than two players, and with two where the game wants it (`company`), a seat's tree follows that seat's
  actions alone, and nature's answers to them. What others do in between has too many ways: each would lead to a part
  of the tree that nobody enters twice.
- The root's moves are tried by halving, again and again, until nothing more is to be won by it. Further down the walk
  goes where values say. It carries the seat's own turn through (`whole`), and ends in the first new position after
  that: a plan is judged by what comes of it, and not in its middle.
- All that are tried in one round meet the same luck, turn by turn: what the others do then differs only where the
  seat's own moves have made a difference.

Its relatives are information-set MCTS with one tree for each observer (Cowling, Powley and Whitehouse 2012), sequential
halving (Karnin, Koren and Somekh 2013), the planning of Gumbel MuZero (Danihelka and others 2022), and common random
numbers (Glasserman and Yao 1992). docs/bots.md cites them in full, and says what is different here.

Nodes live in one bounded array and are found by an exact key (parent, seat, action). When the array is full, the
search goes on with the nodes there are.
"""

from typing import Any

import numpy as np

from wartable.core.chance import Rng, draw, draw_weighted
from wartable.core.compiled import compiled, woven
from wartable.core.frames import NATURE, AnyState, Tables, first_due, is_due
from wartable.core.generic import apply, chance, hide, legal, sees
from wartable.core.play import settle_chance, value
from wartable.core.record import Floats, Ints

from .attention import CHANCE_STEPS, keep, select, verdict
from .halving import SETTLED, imagine, next_candidate, note_verdict, open_root
from .room import LONGEST_PATH, Room, Settings
from .tree import Tree, add_child, child, find_place, mark_of, plant, reroot

TURN_BITS = np.uint64(48)
"""Where in the luck of a round the number of the turn is put."""
TRUSTED_PART = 4.0
"""An action is trusted that was tried at least a quarter as often as the one tried most."""


@compiled
def take_root(tree: Tree, room: Room, trees: int, is_new: bool) -> bool:
    """Make the view in states[0] the root; whether an earlier search had met it, so that its nodes are kept."""
    for at in range(room.order.shape[0]):
        room.order[at] = at
    for at in range(room.pace.shape[0]):
        room.pace[at] = 0
    for at in range(room.verdicts.shape[0]):
        for number in range(room.verdicts.shape[1]):
            room.verdicts[at, number] = 0.0
    place = -1 if is_new else find_place(tree, mark_of(room.words, 0))
    if place >= 0:
        reroot(tree, place, trees)
    else:
        plant(tree, trees)
    return place >= 0


@woven
def follow(tree: Tree, room: Room, box: Any, trees: int, actor: int, action: int, alone: int) -> None:
    """Move the cursor of every tree whose seat sees the action; where each goes its own way, that of `alone` only."""
    for number in range(trees):
        cursor = int(room.cursors[number])
        if cursor < 0 or (alone >= 0 and number != alone):
            continue
        if trees == 1 or number == actor or sees(room.states[1], box, number, actor, action):
            kid = child(tree, cursor, actor, action)
            room.cursors[number] = kid if kid >= 0 else add_child(tree, cursor, actor, action)


@woven
def remember(tree: Tree, room: Room, box: Any, seat: int, trees: int) -> None:
    """Note the position as one that the seat may find itself in again."""
    number = int(tree.used[1])
    if number < tree.places.shape[0]:
        room.states[2] = room.states[1]
        hide(room.states[2], box, seat)
        tree.places[number].mark = mark_of(room.words, 2)
        for other in range(trees):
            tree.places[number].cursors[other] = room.cursors[other]
        tree.used[1] += 1


@woven
def let_nature_act(
    tree: Tree, room: Room, box: Any, trees: int, branched: int, rng: Rng, settings: Settings, alone: int
) -> int:
    """Nature's action by weight; 1 where it led to a node of its own, 0 where it did not."""
    count = chance(room.states[1], box, room.out, room.weights)
    action = int(room.out[draw_weighted(rng, room.weights, count)])
    own_node = branched == 0 and count <= settings.width
    if own_node and count > 1:
        follow(tree, room, box, trees, NATURE, action, alone)
    apply(room.states[1], box, NATURE, action)
    return 1 if own_node else 0


@woven
def next_to_act(s: AnyState, seat: int) -> int:
    """Where several are to act at the same time, the searching seat does first: its plan depends on no other."""
    return seat if is_due(s, seat) else int(first_due(s))


@woven
def iterate(
    tree: Tree, room: Room, box: Any, seat: int, trees: int, root_actions: Ints, rng: Rng, settings: Settings
) -> None:
    """One walk from the root to a new position, and the judge's verdict on it, told to every node on the way."""
    first = next_candidate(tree, room, root_actions.shape[0], rng, settings)
    imagine(room, box, seat)
    luck = room.luck
    for number in range(trees):
        room.cursors[number] = number
    room.path[0] = room.root_kids[first]
    room.path_seats[0] = seat
    length = 1
    apart = box.seats > settings.company
    alone = seat if apart else -1
    follow(tree, room, box, trees, seat, int(root_actions[first]), alone)
    apply(room.states[1], box, seat, int(root_actions[first]))
    branched = 0
    exact = True
    mover = seat
    turn = 0
    breath = settings.breath
    while room.states[1].head.over == 0 and length < LONGEST_PATH:
        actor = next_to_act(room.states[1], seat)
        if actor != NATURE and actor != mover and room.states[1].head.depth <= settings.floor:
            if settings.whole == 2:
                break
            mover = actor
            turn += 1
            luck[0] = room.seed[0] ^ (np.uint64(turn) << TURN_BITS)
        if actor == NATURE:
            own_node = let_nature_act(tree, room, box, trees, branched, luck, settings, alone)
            exact = exact and own_node == 1
            branched = 1
            continue
        count = legal(room.states[1], box, actor, room.out)
        keep(room, count)
        if count == 1:
            apply(room.states[1], box, actor, int(room.tried[0]))
            continue
        node = int(room.cursors[actor if trees > 1 else 0])
        if node < 0:
            break
        if tree.nodes[node].open == 0:
            tree.nodes[node].open = 1
            breath -= 1
            if exact and actor == seat:
                remember(tree, room, box, seat, trees)
            if turn > 0 or settings.whole == 0 or breath == 0:
                break
        best = select(tree, room, box, node, actor, count, rng, settings)
        if best < 0:
            break
        action = int(room.tried[best])
        room.path[length] = room.kids[best]
        room.path_seats[length] = actor
        length += 1
        if apart:
            alone = actor
            exact = exact and actor == seat
        follow(tree, room, box, trees, actor, action, alone)
        apply(room.states[1], box, actor, action)
        branched = 0
    settle_chance(room.states[1], box, luck, room.out, room.weights, CHANCE_STEPS)
    verdict(room, 1, box, settings)
    tell(tree, room, length)
    note_verdict(room, first, min(1.0, room.shares[seat]))


@woven
def tell(tree: Tree, room: Room, length: int) -> None:
    """Add the verdict to every node on the way, each for its own seat."""
    for number in range(length):
        if room.path[number] >= 0:
            node = tree.nodes[room.path[number]]
            node.visits += 1
            node.total += min(1.0, room.shares[room.path_seats[number]])
    tree.used[2] += 1
    for other in range(room.shares.shape[0]):
        tree.sums[other] += room.shares[other]


@compiled
def search(
    tree: Tree,
    room: Room,
    box: Any,
    seat: int,
    trees: int,
    root_actions: Ints,
    iterations: int,
    rng: Rng,
    settings: Settings,
) -> int:
    """So many iterations for the seat whose view is states[0], or fewer if they settle the choice; how many.

    The tree keeps what they found.
    """
    open_root(tree, room, box, seat, trees, root_actions, rng, settings)
    for made in range(iterations):
        if room.pace[SETTLED] != 0:
            return made
        iterate(tree, room, box, seat, trees, root_actions, rng, settings)
    return iterations


@compiled
def favourite(visits: Floats, values: Floats, count: int, rng: Rng) -> int:
    """Which of some actions to play: the best of those that were tried often enough to be trusted."""
    most = 0.0
    for i in range(count):
        most = max(most, visits[i])
    best, ties = -1, 1
    for i in range(count):
        if visits[i] * TRUSTED_PART < most:
            continue
        if best < 0 or values[i] > values[best] + 1e-12:
            best, ties = i, 1
        elif values[i] > values[best] - 1e-12:
            ties += 1
            if draw(rng, ties) == 0:
                best = i
    return best


@compiled
def finishing(states: Tables, box: Any, seat: int, actions: Ints, shares: Floats) -> int:
    """The place of an action that ends the match at once and wins it for the seat alone; -1 where none does.

    states[0] is the position as the seat may imagine it; states[1] is room to try in.
    """
    for place in range(actions.shape[0]):
        states[1] = states[0]
        apply(states[1], box, seat, actions[place])
        if states[1].head.over != 0:
            value(states[1], box, shares)
            if shares[seat] == 1.0:
                return place
    return -1
