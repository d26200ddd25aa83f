"""Information-set Monte Carlo tree search: one compiled function for all games.

Each iteration imagines what the seat cannot see (`fill`), walks down from the root, and ends with the game's judge.

- Every seat of a game with secrets has a tree of its own, whose nodes are what that seat has seen happen (`sees`):
  nobody's choice in the tree depends on what it may not know, and seats that act at the same time do not see each
  other's choice. A game without secrets needs one tree.
- Each seat maximises its own share of the win, so two to six players need no special case.
- Nature acts by weight. An outcome out of a few (a die, a coin) leads to a node of its own; a draw out of many
  does not, so that the tree stays deep.
- The judge looks one move ahead for every new node and says where to look first (a prior); the walk then follows
  visits, values and priors.

Nodes live in one bounded array and are found by an exact key (parent, seat, action). When the array is full, the
search goes on with the nodes there are.
"""

import math
from typing import Any, NamedTuple

from wartable.core.chance import draw, draw_weighted
from wartable.core.compiled import compiled, inlined
from wartable.core.frames import MAX_SEATS, NATURE, first_due
from wartable.core.generic import apply, chance, fill, hide, legal, sees
from wartable.core.play import random_steps, settle_chance, value
from wartable.core.record import f32, i8, i32, i64, record

f64 = "f8"

LONGEST_PATH = 512
CHANCE_STEPS = 64
ACTION_BITS = 20
SEAT_BITS = 3
MIX = 0x1B873593CC9E2D51
MARK_MASK = (1 << 62) - 1


@record
class Node:
    """What is known of one action after one history: the value is the acting seat's."""

    key: i64
    total: f64
    visits: i32
    prior: f32
    weight: f32
    open: i8


@record
class Place:
    """A position in which the searching seat has to decide, by a mark of its view, with the node in every tree."""

    mark: i64
    cursors: (i32, MAX_SEATS)


class Tree(NamedTuple):
    """All that a search remembers between two moves."""

    nodes: Any
    slots: Any
    places: Any
    moved: Any
    used: Any
    """How many nodes and places there are, and how many iterations were made at this root."""
    sums: Any
    """The sum of the results of those iterations, for each seat."""


class Room(NamedTuple):
    """What a search needs while it works; nothing in it outlives an iteration, but for states[0]: the root's view."""

    states: Any
    words: Any
    """The same memory as whole numbers, to take a mark of a view."""
    out: Any
    weights: Any
    tried: Any
    kids: Any
    shares: Any
    cursors: Any
    path: Any
    path_seats: Any


class Settings(NamedTuple):
    """How a search looks around."""

    explore: float = 0.8
    """How much a move that was seldom tried, but looked good at once, is preferred."""
    temperature: float = 0.06
    """How much better a move must look at once to be tried e times as often."""
    spread: float = 0.15
    """The part of the first attention that is shared out equally, whatever the judge says."""
    playout: int = 0
    """Random actions between a new node and the judge's verdict."""
    width: int = 6
    """Nature's outcomes get nodes of their own where there are at most this many."""


@compiled
def slot_of(tree, key):
    """Where the key is in the table, or the free place where it belongs."""
    mask = tree.slots.shape[0] - 1
    at = (((key ^ (key >> 21)) * MIX) >> 24) & mask
    while tree.slots[at] != 0 and tree.nodes[tree.slots[at] - 1].key != key:
        at = (at + 1) & mask
    return at


@compiled
def key_of(parent, seat, action):
    return (((parent + 1) << SEAT_BITS | seat) << ACTION_BITS) | action


@compiled
def child(tree, parent, seat, action):
    """The node of an action, -1 where there is none yet."""
    return int(tree.slots[slot_of(tree, key_of(parent, seat, action))]) - 1


@compiled
def add_child(tree, parent, seat, action):
    """A node for an action that has none, -1 where the tree is full."""
    number = int(tree.used[0])
    if number >= tree.nodes.shape[0]:
        return -1
    key = key_of(parent, seat, action)
    tree.slots[slot_of(tree, key)] = number + 1
    node = tree.nodes[number]
    node.key = key
    node.total = 0.0
    node.visits = 0
    node.prior = 0.0
    node.weight = 0.0
    node.open = 0
    tree.used[0] += 1
    return number


@compiled
def plant(tree, trees):
    """Forget everything; one bare root for each tree."""
    tree.slots[:] = 0
    tree.used[:] = 0
    tree.sums[:] = 0.0
    for number in range(trees):
        tree.nodes[number].key = -1 - number
        tree.nodes[number].total = 0.0
        tree.nodes[number].visits = 0
        tree.nodes[number].open = 0
    tree.used[0] = trees


@compiled
def mark_of(words, row):
    """A number for the bytes of a record: equal records have the same, others a different one but by rare chance."""
    mark = 1
    for at in range(words.shape[1]):
        mark = ((mark ^ int(words[row, at])) * MIX) & MARK_MASK
        mark ^= mark >> 29
    return mark


@compiled
def find_place(tree, mark):
    """The number of the place with that mark, -1 where the tree has none."""
    for number in range(tree.used[1]):
        if tree.places[number].mark == mark:
            return number
    return -1


@compiled
def reroot(tree, place, trees):
    """Make the nodes of a place the roots, keep what is below them, and forget the rest.

    Parents stand before their children, so one pass moves everything down in place.
    """
    moved = tree.moved
    count = int(tree.used[0])
    moved[:count] = -1
    for number in range(trees):
        root = tree.places[place].cursors[number]
        if root >= 0:
            moved[root] = number
    kept = trees
    for old in range(count):
        if moved[old] < 0 and tree.nodes[old].key >= 0:
            parent = int(moved[(tree.nodes[old].key >> (ACTION_BITS + SEAT_BITS)) - 1])
            if parent >= 0:
                moved[old] = kept
                kept += 1
    move_nodes(tree, place, trees, count)
    tree.used[0] = kept
    tree.slots[:] = 0
    for number in range(trees, kept):
        tree.slots[slot_of(tree, tree.nodes[number].key)] = number + 1
    move_places(tree, trees)
    tree.used[2] = 0
    tree.sums[:] = 0.0


@compiled
def move_nodes(tree, place, trees, count):
    low = (1 << (ACTION_BITS + SEAT_BITS)) - 1
    for old in range(count):
        new = int(tree.moved[old])
        if new < 0:
            continue
        key = tree.nodes[old].key
        if new != old:
            tree.nodes[new] = tree.nodes[old]
        if new < trees:
            tree.nodes[new].key = -1 - new
        else:
            parent = int(tree.moved[(key >> (ACTION_BITS + SEAT_BITS)) - 1])
            tree.nodes[new].key = ((parent + 1) << (ACTION_BITS + SEAT_BITS)) | (key & low)
    for number in range(trees):
        if tree.places[place].cursors[number] < 0:
            tree.nodes[number].key = -1 - number
            tree.nodes[number].total = 0.0
            tree.nodes[number].visits = 0
            tree.nodes[number].open = 0


@compiled
def move_places(tree, trees):
    """Keep the places whose nodes are all still there."""
    kept = 0
    for old in range(tree.used[1]):
        stays = True
        for number in range(trees):
            cursor = tree.places[old].cursors[number]
            if cursor < 0 or tree.moved[cursor] < trees:
                stays = False
        if stays:
            for number in range(trees):
                tree.places[kept].cursors[number] = tree.moved[tree.places[old].cursors[number]]
            tree.places[kept].mark = tree.places[old].mark
            kept += 1
    tree.used[1] = kept


@inlined
def look_ahead(tree, room, box, node, actor, action, rng, settings):
    """A node for an action, with what the judge thinks of the position that it leads to."""
    number = add_child(tree, node, actor, action)
    if number < 0:
        return -1
    room.states[2] = room.states[1]
    apply(room.states[2], box, actor, action)
    settle_chance(room.states[2], box, rng, room.out, room.weights, CHANCE_STEPS)
    value(room.states[2], box, room.shares)
    tree.nodes[number].prior = room.shares[actor]
    tree.nodes[number].weight = math.exp(min(1.0, room.shares[actor]) / settings.temperature)
    return number


@inlined
def select(tree, room, box, node, actor, count, rng, settings):
    """The index of the legal action to follow from a node, -1 where the tree is full and knows none."""
    total_weight = 0.0
    visits = 0
    known = 0
    for i in range(count):
        kid = child(tree, node, actor, int(room.tried[i]))
        if kid < 0:
            kid = look_ahead(tree, room, box, node, actor, int(room.tried[i]), rng, settings)
        room.kids[i] = kid
        if kid >= 0:
            total_weight += tree.nodes[kid].weight
            visits += tree.nodes[kid].visits
            known += 1
    best = -1
    best_score = -1.0
    ties = 1
    reach = settings.explore * math.sqrt(visits + 1.0)
    for i in range(count):
        if room.kids[i] >= 0:
            kid = tree.nodes[room.kids[i]]
            attention = (1.0 - settings.spread) * kid.weight / total_weight + settings.spread / known
            score = (kid.total + kid.prior) / (kid.visits + 1) + reach * attention / (kid.visits + 1)
            if score > best_score + 1e-12:
                best = i
                best_score = score
                ties = 1
            elif score > best_score - 1e-12:
                ties += 1
                if draw(rng, ties) == 0:
                    best = i
    return best


@inlined
def follow(tree, room, box, trees, actor, action):
    """Move the cursor of every tree whose seat sees the action."""
    for number in range(trees):
        cursor = int(room.cursors[number])
        if cursor >= 0 and (trees == 1 or number == actor or sees(room.states[1], box, number, actor, action)):
            kid = child(tree, cursor, actor, action)
            room.cursors[number] = kid if kid >= 0 else add_child(tree, cursor, actor, action)


@inlined
def remember(tree, room, box, seat, trees):
    """Note the position as one that the seat may find itself in again."""
    number = int(tree.used[1])
    if number < tree.places.shape[0]:
        room.states[2] = room.states[1]
        hide(room.states[2], box, seat)
        tree.places[number].mark = mark_of(room.words, 2)
        for other in range(trees):
            tree.places[number].cursors[other] = room.cursors[other]
        tree.used[1] += 1


@inlined
def let_nature_act(tree, room, box, trees, branched, rng, settings):
    """Nature's action by weight; 1 where it led to a node of its own, 0 where it did not."""
    count = chance(room.states[1], box, room.out, room.weights)
    action = int(room.out[draw_weighted(rng, room.weights, count)])
    own_node = branched == 0 and count <= settings.width
    if own_node and count > 1:
        follow(tree, room, box, trees, NATURE, action)
    apply(room.states[1], box, NATURE, action)
    return 1 if own_node else 0


@inlined
def iterate(tree, room, box, seat, trees, root_actions, rng, settings):
    """One walk from the root to a new position, and the judge's verdict on it, told to every node on the way."""
    room.states[1] = room.states[0]
    fill(room.states[1], box, seat, rng)
    for number in range(trees):
        room.cursors[number] = number
    length = 0
    at_root = True
    branched = 0
    exact = True
    while room.states[1].head.over == 0 and length < LONGEST_PATH:
        actor = seat if at_root else int(first_due(room.states[1]))
        if actor == NATURE:
            own_node = let_nature_act(tree, room, box, trees, branched, rng, settings)
            exact = exact and own_node == 1
            branched = 1
            continue
        if at_root:
            count = root_actions.shape[0]
            room.tried[:count] = root_actions
        else:
            count = legal(room.states[1], box, actor, room.out)
            room.tried[:count] = room.out[:count]
        if count == 1 and not at_root:
            apply(room.states[1], box, actor, int(room.tried[0]))
            continue
        own_tree = actor if trees > 1 else 0
        node = int(room.cursors[own_tree])
        if node < 0:
            break
        if tree.nodes[node].open == 0 and not at_root:
            tree.nodes[node].open = 1
            if exact and actor == seat:
                remember(tree, room, box, seat, trees)
            break
        best = select(tree, room, box, node, actor, count, rng, settings)
        if best < 0:
            break
        action = int(room.tried[best])
        room.path[length] = room.kids[best]
        room.path_seats[length] = actor
        length += 1
        follow(tree, room, box, trees, actor, action)
        apply(room.states[1], box, actor, action)
        at_root = False
        branched = 0
    settle_chance(room.states[1], box, rng, room.out, room.weights, CHANCE_STEPS)
    random_steps(room.states[1], box, rng, room.out, room.weights, settings.playout)
    value(room.states[1], box, room.shares)
    for number in range(length):
        node = tree.nodes[room.path[number]]
        node.visits += 1
        node.total += room.shares[room.path_seats[number]]
    tree.used[2] += 1
    for other in range(room.shares.shape[0]):
        tree.sums[other] += room.shares[other]


@compiled
def search(tree, room, box, seat, trees, root_actions, iterations, rng, settings):
    """So many iterations for the seat whose view is states[0]; the tree keeps what they found."""
    for _ in range(iterations):
        iterate(tree, room, box, seat, trees, root_actions, rng, settings)
