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

import math
from typing import Any, NamedTuple

import numpy as np

from wartable.bots.tree import Node, Tree
from wartable.core.chance import Rng, draw, draw_weighted, next_word
from wartable.core.compiled import compiled, woven
from wartable.core.exact import exponential
from wartable.core.frames import DEPTH, NATURE, AnyState, Tables, first_due, is_due
from wartable.core.generic import apply, chance, fill, hide, legal, sees
from wartable.core.play import settle_chance, value
from wartable.core.record import Floats, Ints

from .quick import QuickNet, is_there, read_position, tell_likes, tell_shares
from .tree import add_child, child, find_place, mark_of, plant, reroot
from .walk import CALM, CLOSE

LONGEST_PATH = 512
CHANCE_STEPS = 64
TURN_BITS = np.uint64(48)
"""Where in the luck of a round the number of the turn is put."""
LEAST_UNIT = 1e-4
"""Values that lie no further apart than this are taken for equal."""
SHARPENING = 50.0
"""After so many visits of a node's best action, differences count twice as much as at first."""
TRUSTED_PART = 4.0
"""An action is trusted that was tried at least a quarter as often as the one tried most."""
INDEX, SIZE, ROUNDS, DOUBLING, CYCLES, SETTLED = 0, 1, 2, 3, 4, 5
"""Of the halving: the next candidate, how many there are, rounds left with them, rounds there were to be, how often
it has come to its end, and whether the choice is settled."""
LEAST_CYCLES = 2
"""So often the halving comes to its end before the choice can be settled."""
NORMAL_PEAK = 0.4
"""The density of a normal distribution at its middle."""
TRIES, SUM, SQUARES = 0, 1, 2
"""What is noted of the verdicts on a root action."""


class Room(NamedTuple):
    """What a search needs while it works.

    The root's view (states[0]) and the halving (`root_kids`, `order`, `pace`, `seed`) stay as long as the root does;
    nothing else outlives an iteration.
    """

    states: Any
    words: Any
    """The same memory as whole numbers, to take a mark of a view."""
    out: Any
    weights: Any
    tried: Any
    kids: Any
    pulls: Any
    root_kids: Any
    order: Any
    """The root's actions by their place in the list, the ones that are looked at first."""
    pace: Any
    """Where the halving stands."""
    verdicts: Any
    """For each of the root's actions, how often it was tried, and the sum and squares of what it came to."""
    seed: Any
    """The luck of this round, from which each walk of it starts."""
    luck: Any
    shares: Floats
    cursors: Any
    path: Any
    path_seats: Any
    net: QuickNet
    """What is asked in place of the judge, where it is there."""


class Settings(NamedTuple):
    """How a search looks around. A game may want some of it otherwise (`Game.search`)."""

    candidates: int = 16
    """How many of the root's actions are looked at closely."""
    samples: int = 8
    """In how many imagined worlds they are judged first."""
    temperature: float = 0.1
    """How much better a move must be to get e times the attention; 1 is from the average to the best."""
    spread: float = 0.05
    """The part of the attention that is shared out equally, whatever is known."""
    company: int = 2
    """With more players than this, each seat has a tree that follows its own actions alone."""
    whole: int = 1
    """Where a walk is judged: 0 in any new position, 1 in the first new one after the seat's own turn, 2 always at the
    end of that turn."""
    floor: int = DEPTH
    """A decision of another seat that has more frames than this on the stack does not end the seat's own turn: it
    belongs to something that goes on, like the defender's choices in a battle."""
    breath: int = LONGEST_PATH
    """A walk that has met so many new positions is judged where it is, though the seat's own turn goes on."""
    trifle: float = 0.0003
    """The search ends early when more of it is expected to win less than this."""
    width: int = 6
    """Nature's outcomes get nodes of their own where there are at most this many."""
    weight: float = 0.1
    """With a quick net: how much what was found counts against how likely the net says a move is."""
    mix: float = 0.0
    """With a quick net: the part of a verdict that the game's judge decides, the net the rest; from 0 to 1."""
    first: int = 0
    """With a quick net, the first opinion of a move: 0 how likely the net says it is, 1 what the judge thinks of the
    position that it leads to, 2 what the net thinks of that."""


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
        room.shares[other] = settings.mix * room.shares[other] + (1.0 - settings.mix) * room.net.shares[other]


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
                tree.nodes[room.kids[i]].prior = room.net.likes[i]


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
def imagine(room: Room, box: Any, seat: int) -> None:
    """A world that the searching seat cannot tell from the real one, in states[1], by the luck of this round."""
    room.states[1] = room.states[0]
    room.luck[0] = room.seed[0]
    fill(room.states[1], box, seat, room.luck)


@woven
def open_root(
    tree: Tree, room: Room, box: Any, seat: int, trees: int, root_actions: Ints, rng: Rng, settings: Settings
) -> None:
    """The nodes of the actions to choose from; new ones are judged in several imagined worlds, the same for all."""
    root = seat if trees > 1 else 0
    count = root_actions.shape[0]
    new = 0
    for i in range(count):
        kid = child(tree, root, seat, int(root_actions[i]))
        if kid < 0:
            kid = add_child(tree, root, seat, int(root_actions[i]))
            new += 1
        room.root_kids[i] = kid
    if new == 0:
        return
    if asks_policy(room, settings):
        room.states[2] = room.states[0]
        read_position(room.net, room.states, 2, box, seat)
        tell_likes(room.net, seat, root_actions, count)
        for i in range(count):
            if room.root_kids[i] >= 0 and tree.nodes[room.root_kids[i]].visits == 0:
                tree.nodes[room.root_kids[i]].prior = room.net.likes[i]
        return
    for _ in range(settings.samples):
        room.seed[0] = next_word(rng)
        imagine(room, box, seat)
        start = room.luck[0]
        for i in range(count):
            kid = int(room.root_kids[i])
            if kid >= 0 and tree.nodes[kid].visits == 0:
                room.luck[0] = start
                opinion = judge_of(room, box, seat, int(root_actions[i]), room.luck, settings)
                tree.nodes[kid].prior += opinion / settings.samples


@woven
def rank(tree: Tree, room: Room, count: int, among: int, size: int, settings: Settings) -> None:
    """Bring the best `size` of the first `among` actions in the order to its front."""
    if asks_policy(room, settings):
        weigh_kids(tree, room.root_kids, count, room.pulls, settings.weight)
    for place in range(size):
        best = place
        for other in range(place + 1, among):
            if worth(tree, room, other, settings) > worth(tree, room, best, settings):
                best = other
        held = room.order[place]
        room.order[place] = room.order[best]
        room.order[best] = held


@woven
def worth(tree: Tree, room: Room, place: int, settings: Settings) -> float:
    kid = int(room.root_kids[room.order[place]])
    if kid < 0:
        return -1e18
    return room.pulls[room.order[place]] if asks_policy(room, settings) else mean_of(tree.nodes[kid])


@woven
def next_candidate(tree: Tree, room: Room, count: int, rng: Rng, settings: Settings) -> int:
    """Which root action is tried next: halving by turns.

    The best few by what is known are tried once each, the better half of them twice, the better half of those four
    times, and so on down to two; then it begins anew. All that are tried in one round meet the same luck. So the
    budget need not be known, and of many moves few are looked at closely.
    """
    pace = room.pace
    if pace[INDEX] >= pace[SIZE]:
        pace[ROUNDS] -= 1
        if pace[ROUNDS] <= 0:
            if pace[SIZE] <= 2:
                pace[CYCLES] += 1 if pace[SIZE] > 0 else 0
                if pace[CYCLES] >= LEAST_CYCLES and is_settled(tree, room, count, settings):
                    pace[SETTLED] = 1
                among, pace[SIZE], pace[DOUBLING] = count, min(count, settings.candidates), 1
            else:
                among, pace[SIZE], pace[DOUBLING] = pace[SIZE], (pace[SIZE] + 1) // 2, 2 * pace[DOUBLING]
            pace[ROUNDS] = pace[DOUBLING]
            rank(tree, room, count, among, pace[SIZE], settings)
        pace[INDEX] = 0
        room.seed[0] = next_word(rng)
    pace[INDEX] += 1
    return int(room.order[pace[INDEX] - 1])


@woven
def is_settled(tree: Tree, room: Room, count: int, settings: Settings) -> bool:
    """Whether it is not worth while to go on: what could still be won by changing one's mind is a trifle.

    For each action but the best, that is what it would win over the best if it is better after all, times how
    likely that is, seen from the spread of the verdicts so far.
    """
    tries, spread, best = 0.0, 0.0, -1
    for i in range(count):
        seen = room.verdicts[i]
        if seen[TRIES] > 0.0:
            tries += seen[TRIES] - 1.0
            spread += seen[SQUARES] - seen[SUM] * seen[SUM] / seen[TRIES]
            if best < 0 or known_of(room, tree, i, settings) > known_of(room, tree, best, settings):
                best = i
    variance = spread / max(1.0, tries)
    regret = 0.0
    for i in range(count):
        if i != best and room.verdicts[i, TRIES] > 0.0:
            gap = known_of(room, tree, best, settings) - known_of(room, tree, i, settings)
            doubt = variance / room.verdicts[i, TRIES] + variance / room.verdicts[best, TRIES]
            if doubt > 0.0:
                far = gap * gap / doubt
                regret += math.sqrt(doubt) * NORMAL_PEAK * exponential(-0.5 * far) / (1.0 + far)
    return regret < settings.trifle


@woven
def known_of(room: Room, tree: Tree, place: int, settings: Settings) -> float:
    """What a root action that was tried came to on average."""
    kid = tree.nodes[room.root_kids[place]]
    return kid.total / kid.visits if asks_policy(room, settings) else mean_of(kid)


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
def note_verdict(room: Room, first: int, share: float) -> None:
    if room.root_kids[first] >= 0:
        room.verdicts[first, TRIES] += 1.0
        room.verdicts[first, SUM] += share
        room.verdicts[first, SQUARES] += share * share


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
