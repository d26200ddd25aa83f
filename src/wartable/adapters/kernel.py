"""One compiled call for each step of an environment: play, settle, mask, observation, result."""

from typing import Any

from wartable.batch.kernel import observe, settle, write_mask
from wartable.core.chance import Rng, draw
from wartable.core.compiled import compiled, inlined
from wartable.core.frames import AnyState, Tables, first_due
from wartable.core.generic import apply, legal, scores, setup
from wartable.core.record import Floats, Ints, Matrix

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""What becomes of a table whose match is over: a fresh one at the next step, at once, or when it is asked for."""


@inlined
def write_result(s: AnyState, box: Any, shares: Floats) -> None:
    """Each seat's share of the win; all 0 before the end."""
    for seat in range(shares.shape[0]):
        shares[seat] = 0.0
    if s.head.over != 0:
        scores(s, box, shares)


@compiled
def turn(
    states: Tables, spare: Tables, boxes: Any, action: int, rng: Rng, out: Ints, weights: Ints, limit: int, mask: Ints,
    numbers: Floats, shares: Floats, facts: Ints,
) -> None:  # fmt: skip
    """Play the action of the seat that has the choice (none where it is negative), up to the next choice.

    Writes the seat that has it then and the ending to `facts`, that seat's mask and observation, and the result.
    """
    s, box = states[0], boxes[0]
    if action >= 0:
        apply(s, box, first_due(s), action)
    settle(s, box, rng, out, weights, limit)
    seat = first_due(s)
    write_mask(s, box, seat, out, mask)
    observe(s, spare, box, seat, numbers)
    write_result(s, box, shares)
    facts[0] = seat
    facts[1] = s.head.over


@compiled
def look(states: Tables, spare: Tables, boxes: Any, seat: int, numbers: Floats) -> None:
    """The observation of any seat."""
    observe(states[0], spare, boxes[0], seat, numbers)


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
def tables_span(
    states: Tables, first: int, last: int, blank: Tables, spare: Tables, boxes: Any, actions: Ints, learners: Ints,
    random_seat: int, fresh: Ints, mode: int, rngs: Matrix, out: Ints, weights: Ints, limit: int, shares: Floats,
    seats: Ints, rewards: Floats, results: Matrix, ended: Ints, masks: Matrix, numbers: Matrix, final_numbers: Matrix,
) -> None:  # fmt: skip
    """One step of the tables from first to last; `fresh` marks those that begin anew instead.

    A learner below 0 plays all seats; with `random_seat` above 0 the learner of a fresh table sits in any of so many.
    """
    box = boxes[0]
    for i in range(first, last):
        rng = rngs[i : i + 1]
        rewards[i] = 0.0
        starts = fresh[i] != 0 or (mode == NEXT_STEP and ended[i] != 0)
        ended[i] = 0
        if not starts and states[i].head.over == 0:
            actor = first_due(states[i])
            apply(states[i], box, actor, actions[i])
            settle(states[i], box, rng, out, weights, limit)
            if learners[i] >= 0:
                let_others_play(states[i], box, learners[i], rng, out, weights, limit)
                actor = learners[i]
            seats[i] = first_due(states[i])
            write_result(states[i], box, shares)
            for seat in range(results.shape[1]):
                results[i, seat] = shares[seat]
            if states[i].head.over != 0:
                ended[i] = 1
                rewards[i] = shares[actor]
                seats[i] = actor
                if mode == SAME_STEP:
                    observe(states[i], spare, box, actor, final_numbers[i])
                    starts = True
        if starts:
            states[i] = blank[0]
            setup(states[i], box)
            settle(states[i], box, rng, out, weights, limit)
            if learners[i] >= 0:
                if random_seat > 0:
                    learners[i] = draw(rng, random_seat)
                let_others_play(states[i], box, learners[i], rng, out, weights, limit)
            seats[i] = first_due(states[i])
            if states[i].head.over != 0:
                seats[i] = max(learners[i], 0)
        show(states[i], spare, box, int(seats[i]), out, masks[i], numbers[i])
