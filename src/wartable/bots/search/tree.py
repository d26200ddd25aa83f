"""The memory of a search: nodes in one bounded array, found by an exact key, and kept from one move to the next."""

from typing import Any, NamedTuple

from wartable.compiler.decorators import compiled, woven
from wartable.core.frames import MAX_SEATS
from wartable.core.record import Array, Cells, Ints, Matrix, Struct, f32, f64, i8, i32, i64, size

ACTION_BITS = 20
SEAT_BITS = 3
MIX = 0x1B873593CC9E2D51
HASH_MASK = (1 << 62) - 1


class Node(Struct):
    """The statistics of one action after one history; the value is the acting seat's."""

    key: i64
    value_sum: f64
    visits: i32
    prior: f32
    expanded: i8


class KnownPosition(Struct):
    """A position in which the searching seat decides, by a hash of its view, with the node in every tree."""

    hash: i64
    cursors: Array[i32] = size(MAX_SEATS)


class Tree(NamedTuple):
    """Everything that a search remembers between two moves."""

    nodes: Any
    slots: Ints
    positions: Cells[KnownPosition]
    moved: Ints
    used: Ints
    """The number of nodes and positions, and of iterations at this root."""
    sums: Any
    """The sums of the results of those iterations, for each seat."""


@woven
def slot_of(tree: Tree, key: int) -> int:
    """The slot of a key in the table, or the free slot where it belongs."""
    mask = tree.slots.shape[0] - 1
    at = (((key ^ (key >> 21)) * MIX) >> 24) & mask
    while tree.slots[at] != 0 and tree.nodes[tree.slots[at] - 1].key != key:
        at = (at + 1) & mask
    return at


@compiled
def key_of(parent: int, seat: int, action: int) -> int:
    return (((parent + 1) << SEAT_BITS | seat) << ACTION_BITS) | action


@woven
def child(tree: Tree, parent: int, seat: int, action: int) -> int:
    """The node of an action; -1 if there is none."""
    return int(tree.slots[slot_of(tree, key_of(parent, seat, action))]) - 1


@woven
def add_child(tree: Tree, parent: int, seat: int, action: int) -> int:
    """Create the node of an action; -1 if the tree is full."""
    number = int(tree.used[0])
    if number >= tree.nodes.shape[0]:
        return -1
    key = key_of(parent, seat, action)
    tree.slots[slot_of(tree, key)] = number + 1
    node = tree.nodes[number]
    node.key = key
    node.value_sum = 0.0
    node.visits = 0
    node.prior = 0.0
    node.expanded = 0
    tree.used[0] += 1
    return number


@compiled
def clear(tree: Tree) -> None:
    """Clear the table of keys and the counts at the root."""
    for at in range(tree.slots.shape[0]):
        tree.slots[at] = 0
    for seat in range(tree.sums.shape[0]):
        tree.sums[seat] = 0.0


@compiled
def reset(tree: Tree, trees: int) -> None:
    """Forget everything; one empty root for each tree."""
    clear(tree)
    for number in range(tree.used.shape[0]):
        tree.used[number] = 0
    for number in range(trees):
        tree.nodes[number].key = -1 - number
        tree.nodes[number].value_sum = 0.0
        tree.nodes[number].visits = 0
        tree.nodes[number].expanded = 0
    tree.used[0] = trees


@compiled
def hash_of(words: Matrix, row: int) -> int:
    """A hash of the bytes of a record."""
    digest = 1
    for at in range(words.shape[1]):
        digest = ((digest ^ int(words[row, at])) * MIX) & HASH_MASK
        digest ^= digest >> 29
    return digest


@compiled
def find_position(tree: Tree, digest: int) -> int:
    """The number of the position with that hash; -1 if the tree has none."""
    for number in range(tree.used[1]):
        if tree.positions[number].hash == digest:
            return number
    return -1


@compiled
def reroot(tree: Tree, position: int, trees: int) -> None:
    """Make the nodes of a position the roots, keep what is below them, and forget the rest.

    Parents precede their children, so one pass moves everything down in place.
    """
    moved = tree.moved
    count = int(tree.used[0])
    for old in range(count):
        moved[old] = -1
    for number in range(trees):
        root = tree.positions[position].cursors[number]
        if root >= 0:
            moved[root] = number
    kept = trees
    for old in range(count):
        if moved[old] < 0 and tree.nodes[old].key >= 0:
            parent = int(moved[(tree.nodes[old].key >> (ACTION_BITS + SEAT_BITS)) - 1])
            if parent >= 0:
                moved[old] = kept
                kept += 1
    move_nodes(tree, position, trees, count)
    tree.used[0] = kept
    clear(tree)
    for number in range(trees, kept):
        tree.slots[slot_of(tree, tree.nodes[number].key)] = number + 1
    move_positions(tree, trees)
    tree.used[2] = 0


@compiled
def move_nodes(tree: Tree, position: int, trees: int, count: int) -> None:
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
        if tree.positions[position].cursors[number] < 0:
            tree.nodes[number].key = -1 - number
            tree.nodes[number].value_sum = 0.0
            tree.nodes[number].visits = 0
            tree.nodes[number].expanded = 0


@compiled
def move_positions(tree: Tree, trees: int) -> None:
    """Keep the positions whose nodes all still exist."""
    kept = 0
    for old in range(tree.used[1]):
        stays = True
        for number in range(trees):
            cursor = tree.positions[old].cursors[number]
            if cursor < 0 or tree.moved[cursor] < trees:
                stays = False
        if stays:
            for number in range(trees):
                tree.positions[kept].cursors[number] = tree.moved[tree.positions[old].cursors[number]]
            tree.positions[kept].hash = tree.positions[old].hash
            kept += 1
    tree.used[1] = kept
