"""The root of a search: its actions are tried by halving, again and again, until the choice is settled."""

import math
from typing import Any

from wartable.core.chance import Rng, next_word
from wartable.core.compiled import woven
from wartable.core.exact import exponential
from wartable.core.generic import fill
from wartable.core.record import Ints

from .attention import asks_policy, judge_of, mean_of, weigh_kids
from .quick import read_position, tell_likes
from .room import Room, Settings
from .tree import Tree, add_child, child

INDEX, SIZE, ROUNDS, DOUBLING, CYCLES, SETTLED = 0, 1, 2, 3, 4, 5
"""Of the halving: the next candidate, how many there are, rounds left with them, rounds there were to be, how often
it has come to its end, and whether the choice is settled."""
LEAST_CYCLES = 2
"""So often the halving comes to its end before the choice can be settled."""
NORMAL_PEAK = 0.4
"""The density of a normal distribution at its middle."""
TRIES, SUM, SQUARES = 0, 1, 2
"""What is noted of the verdicts on a root action."""


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
                tree.nodes[room.root_kids[i]].prior = room.net.room[0].likes[i]
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
def note_verdict(room: Room, first: int, share: float) -> None:
    if room.root_kids[first] >= 0:
        room.verdicts[first, TRIES] += 1.0
        room.verdicts[first, SUM] += share
        room.verdicts[first, SQUARES] += share * share
