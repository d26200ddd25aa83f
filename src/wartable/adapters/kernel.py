"""One compiled call for each step of an environment: play, settle, mask, observation, result."""

from typing import Any, NamedTuple

from wartable.batch.kernel import observe, settle, write_mask
from wartable.core.chance import Rng, draw
from wartable.core.compiled import compiled, inlined
from wartable.core.frames import AnyState, Tables, first_due
from wartable.core.generic import apply, legal, scores, setup
from wartable.core.record import Floats, Ints, Matrix

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""What becomes of a table whose match is over: a fresh one at the next step, at once, or when it is asked for."""


class Table(NamedTuple):
    """One table: its state, a spare one to hide things in, the Box, the dice."""

    states: Tables
    spare: Tables
    boxes: Any
    rng: Rng


class Room(NamedTuple):
    """Where legal actions and their weights are written, and the most actions that a match can have."""

    out: Ints
    weights: Ints
    limit: int


class Shown(NamedTuple):
    """What the seat that has the choice is shown: its mask, its observation, the result, and who it is."""

    mask: Ints
    numbers: Floats
    shares: Floats
    facts: Ints


class Lot(NamedTuple):
    """Many tables of one game; a learner below 0 plays all seats.

    With `random_seat` above 0 the learner of a fresh table sits in any of so many seats.
    """

    states: Tables
    blank: Tables
    boxes: Any
    rngs: Matrix
    actions: Ints
    learners: Ints
    random_seat: int
    mode: int


class Bench(NamedTuple):
    """What one thread needs to work at its tables."""

    spare: Tables
    shares: Floats
    out: Ints
    weights: Ints
    limit: int


class Results(NamedTuple):
    """What a step came to, table by table."""

    seats: Ints
    rewards: Floats
    shares: Matrix
    ended: Ints
    masks: Matrix
    numbers: Matrix
    final_numbers: Matrix


@inlined
def write_result(s: AnyState, box: Any, shares: Floats) -> None:
    """Each seat's share of the win; all 0 before the end."""
    for seat in range(shares.shape[0]):
        shares[seat] = 0.0
    if s.head.over != 0:
        scores(s, box, shares)


@compiled
def turn(table: Table, action: int, room: Room, shown: Shown) -> None:
    """Play the action of the seat that has the choice (none where it is negative), up to the next choice.

    Writes the seat that has it then and the ending to `facts`, that seat's mask and observation, and the result.
    """
    s, box = table.states[0], table.boxes[0]
    if action >= 0:
        apply(s, box, first_due(s), action)
    settle(s, box, table.rng, room.out, room.weights, room.limit)
    seat = first_due(s)
    write_mask(s, box, seat, room.out, shown.mask)
    observe(s, table.spare, box, seat, shown.numbers)
    write_result(s, box, shown.shares)
    shown.facts[0] = seat
    shown.facts[1] = s.head.over


@compiled
def look(table: Table, seat: int, numbers: Floats) -> None:
    """The observation of any seat."""
    observe(table.states[0], table.spare, table.boxes[0], seat, numbers)


@inlined
def let_others_play(s: AnyState, box: Any, learner: int, rng: Rng, out: Ints, weights: Ints, limit: int) -> None:
    """Seats other than the learner's play at random, until it has a choice or the match is over."""
    steps = 0
    while s.head.over == 0 and steps < limit and first_due(s) != learner:
        seat = first_due(s)
        count = legal(s, box, seat, out)
        apply(s, box, seat, out[draw(rng, count)])
        settle(s, box, rng, out, weights, limit)
        steps += 1


@inlined
def show(s: AnyState, spare: Tables, box: Any, seat: int, out: Ints, mask: Ints, numbers: Floats) -> None:
    """The mask and the observation of a seat; once the match is over nothing is legal."""
    write_mask(s, box, seat if s.head.over == 0 else -1, out, mask)
    observe(s, spare, box, seat, numbers)


@compiled
def tables_span(lot: Lot, fresh: Ints, first: int, last: int, bench: Bench, to: Results) -> None:
    """One step of the tables from first to last; `fresh` marks those that begin anew instead."""
    states, box, learners = lot.states, lot.boxes[0], lot.learners
    out, weights, limit = bench.out, bench.weights, bench.limit
    for i in range(first, last):
        rng = lot.rngs[i : i + 1]
        to.rewards[i] = 0.0
        starts = fresh[i] != 0 or (lot.mode == NEXT_STEP and to.ended[i] != 0)
        to.ended[i] = 0
        if not starts and states[i].head.over == 0:
            actor = first_due(states[i])
            apply(states[i], box, actor, lot.actions[i])
            settle(states[i], box, rng, out, weights, limit)
            if learners[i] >= 0:
                let_others_play(states[i], box, learners[i], rng, out, weights, limit)
                actor = learners[i]
            to.seats[i] = first_due(states[i])
            write_result(states[i], box, bench.shares)
            for seat in range(to.shares.shape[1]):
                to.shares[i, seat] = bench.shares[seat]
            if states[i].head.over != 0:
                to.ended[i] = 1
                to.rewards[i] = bench.shares[actor]
                to.seats[i] = actor
                if lot.mode == SAME_STEP:
                    observe(states[i], bench.spare, box, actor, to.final_numbers[i])
                    starts = True
        if starts:
            states[i] = lot.blank[0]
            setup(states[i], box)
            settle(states[i], box, rng, out, weights, limit)
            if learners[i] >= 0:
                if lot.random_seat > 0:
                    learners[i] = draw(rng, lot.random_seat)
                let_others_play(states[i], box, learners[i], rng, out, weights, limit)
            to.seats[i] = first_due(states[i])
            if states[i].head.over != 0:
                to.seats[i] = max(learners[i], 0)
        show(states[i], bench.spare, box, int(to.seats[i]), out, to.masks[i], to.numbers[i])
