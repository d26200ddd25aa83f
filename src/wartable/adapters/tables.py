"""One compiled call for each step of many tables: play, settle, opponents, masks, observations, results.

Masks are cleared only where they were set, lists of actions are made only once, and nothing is allocated.
"""

from typing import Any, NamedTuple

from wartable.batch.kernel import observe
from wartable.compiler.decorators import compiled, inlined
from wartable.core.frames import NATURE, AnyBox, AnyState, Tables, due, first_due
from wartable.core.generic import apply, chance, fill, hide, legal, setup
from wartable.core.numbers.chance import Rng, draw, draw_weighted
from wartable.core.play import greedy_action
from wartable.core.record import Floats, Ints, Matrix

from .kernel import write_result

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""When a finished match restarts: at the next step, at once, or on request."""

PLAY, START, ANSWER, SHOW, SKIP = 0, 1, 2, 3, 4
"""What to do at a table: play the caller's action, start a match, play a requested opponent's action, only show it
again, or nothing.
"""

CALLER, RANDOM, NET, GREEDY, OTHER = 0, 1, 2, 3, 4
"""Who plays a seat: the caller, random, a net that needs the observation, greedy, and further bots from here."""

GREEDY_SAMPLES = 4
"""How many samples greedy takes when chance follows, as in the bot of that name."""


class Lot(NamedTuple):
    """Many tables of one game. `kinds` says who plays which seat, a row for each possible seat of the learner.

    The last row is for tables where the caller plays all seats: their learner is the number of seats. With
    `random_seat` above 0, the learner of a new match is seated at random among that many seats.
    """

    states: Tables
    blank: Tables
    boxes: Any
    rngs: Matrix
    actions: Matrix
    learners: Matrix
    kinds: Matrix
    random_seat: int
    mode: int


class Bench(NamedTuple):
    """One thread's buffers, and the most actions of a match."""

    spare: Tables
    shares: Floats
    out: Ints
    tried: Ints
    weights: Ints
    limit: int


class Lists(NamedTuple):
    """The legal actions of every table: as lists with counts, and as masks with a byte or a bit for each.

    `marked` is how many entries of the list are marked: none while somebody else has the choice.
    """

    moves: Matrix
    counts: Matrix
    marked: Matrix
    masks: Matrix
    packed: int


class Results(NamedTuple):
    """The results of a step, table by table; `waits` is the kind of opponent that is needed."""

    seats: Matrix
    rewards: Matrix
    shares: Matrix
    ended: Matrix
    waits: Matrix
    matches: Matrix
    numbers: Matrix
    final_numbers: Matrix


@inlined
def mark(lists: Lists, i: int, count: int) -> None:
    """Mark the first `count` entries of the list in the mask."""
    for number in range(count):
        code = lists.moves[i, number]
        if lists.packed != 0:
            lists.masks[i, code >> 3] |= 1 << (code & 7)
        else:
            lists.masks[i, code] = 1
    lists.marked[i] = count


@inlined
def unmark(lists: Lists, i: int) -> None:
    """Clear the marks that were set, and nothing else."""
    for number in range(lists.marked[i]):
        code = lists.moves[i, number]
        if lists.packed != 0:
            lists.masks[i, code >> 3] = 0
        else:
            lists.masks[i, code] = 0
    lists.marked[i] = 0


@inlined
def go_on(s: AnyState, box: AnyBox, action: int, kinds: Ints, rng: Rng, bench: Bench, moves: Ints) -> int:
    """Play the action (none if negative), and everything that follows without a choice of others.

    This includes nature's actions, forced ones, and those of random seats. `moves` are then the legal actions of the
    seat with the choice; returns their number, 0 at the end of a match.
    """
    steps = 0
    while s.head.over == 0 and steps < bench.limit:
        seat = first_due(s)
        if action < 0:
            if seat == NATURE:
                count = chance(s, box, bench.out, bench.weights)
                action = bench.out[draw_weighted(rng, bench.weights, count)]
            else:
                count = legal(s, box, seat, moves)
                if count == 1 and due(s) == 1 << seat:
                    action = moves[0]
                elif kinds[seat] == RANDOM:
                    action = moves[draw(rng, count)]
                else:
                    return count
        apply(s, box, seat, action)
        action = -1
        steps += 1
    return 0


@inlined
def pay(s: AnyState, box: AnyBox, i: int, actor: int, shares: Floats, to: Results) -> None:
    """Write the result of a finished match."""
    write_result(s, box, shares)
    for seat in range(to.shares.shape[1]):
        to.shares[i, seat] = shares[seat]
    to.ended[i] = 1
    to.rewards[i] = shares[actor]


@inlined
def lay_out(lot: Lot, i: int, box: AnyBox, to: Results) -> None:
    """A new table, and the learner's seat at it."""
    lot.states[i] = lot.blank[0]
    setup(lot.states[i], box)
    if lot.random_seat > 0:
        lot.learners[i] = draw(lot.rngs[i : i + 1], lot.random_seat)
    to.matches[i] += 1


@inlined
def show(lot: Lot, i: int, count: int, actor: int, bench: Bench, lists: Lists, to: Results) -> None:
    """Write mask and observation for the caller's choice; or record who else has it."""
    seat = int(first_due(lot.states[i]))
    kind = CALLER if seat < 0 else int(lot.kinds[lot.learners[i], seat])
    lists.counts[i] = count
    to.waits[i] = kind
    if kind == CALLER:
        to.seats[i] = seat if seat >= 0 else actor
        mark(lists, i, count)
        observe(lot.states[i], bench.spare, lot.boxes[0], seat if seat >= 0 else actor, to.numbers[i])


@compiled
def tables_span(lot: Lot, orders: Ints, first: int, last: int, bench: Bench, lists: Lists, to: Results) -> None:
    """Carry out the orders at a range of tables, up to the next choice that needs an answer."""
    states, box = lot.states, lot.boxes[0]
    for i in range(first, last):
        order = orders[i]
        if order == SKIP:
            continue
        unmark(lists, i)
        over = states[i].head.over != 0
        begins = order == START or (order == PLAY and over and lot.mode != DISABLED)
        if order in (PLAY, START):
            to.rewards[i] = 0.0
            to.ended[i] = 0
            for seat in range(to.shares.shape[1]):
                to.shares[i, seat] = 0.0
        action = -1 if order == SHOW or over or begins else int(lot.actions[i])
        actor = int(lot.learners[i])
        if actor == to.shares.shape[1]:
            actor = max(0, int(first_due(states[i])))
        count = 0
        for _ in range(2):
            if begins:
                lay_out(lot, i, box, to)
                action = -1
                actor = int(lot.learners[i]) % to.shares.shape[1]
            rng, kinds = lot.rngs[i : i + 1], lot.kinds[lot.learners[i]]
            count = go_on(states[i], box, action, kinds, rng, bench, lists.moves[i])
            if begins or over or states[i].head.over == 0:
                break
            pay(states[i], box, i, actor, bench.shares, to)
            if lot.mode != SAME_STEP:
                break
            observe(states[i], bench.spare, box, actor, to.final_numbers[i])
            begins = True
        show(lot, i, count, actor, bench, lists, to)


@compiled
def greedy_span(lot: Lot, waits: Ints, first: int, last: int, lucks: Rng, tables: Tables, bench: Bench) -> None:
    """Write a greedy opponent's action for each table that waits for one."""
    box = lot.boxes[0]
    for i in range(first, last):
        if waits[i] == GREEDY:
            seat, luck = int(first_due(lot.states[i])), lucks[i : i + 1]
            tables[0] = lot.states[i]
            hide(tables[0], box, seat)
            fill(tables[0], box, seat, luck)
            lot.actions[i] = greedy_action(
                tables, box, seat, luck, bench.out, bench.tried, bench.weights, bench.shares, GREEDY_SAMPLES
            )


@compiled
def forbidden(lists: Lists, codes: int, actions: Ints) -> int:
    """The first table whose action its mask forbids; -1 if there is none."""
    for i in range(actions.shape[0]):
        if lists.counts[i] > 0:
            code = actions[i]
            if code < 0 or code >= codes:
                return i
            if lists.packed != 0:
                if (lists.masks[i, code >> 3] >> (code & 7)) & 1 == 0:
                    return i
            elif lists.masks[i, code] == 0:
                return i
    return -1


@compiled
def draw_all(lists: Lists, rng: Rng, actions: Ints) -> None:
    """A random legal action of every table; 0 if there is none."""
    for i in range(actions.shape[0]):
        actions[i] = lists.moves[i, draw(rng, int(lists.counts[i]))] if lists.counts[i] > 0 else 0
