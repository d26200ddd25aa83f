"""A batch on the threads of the CPU."""

import math
import os
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from wartable.compiler.decorators import compiled
from wartable.core.frames import MAX_SEATS, AnyBox, Tables, first_due
from wartable.core.generic import setup
from wartable.core.numbers.chance import Rng
from wartable.core.play import random_steps
from wartable.core.record import Floats, Ints, Matrix

from .helpers import Helpers
from .kernel import (
    imagine,
    look_ahead,
    observe,
    restart,
    slot_of,
    step,
    tally,
    write_judgement,
    write_mask,
    write_moves,
)

Array = np.ndarray[Any, Any]

ALIGNMENT = 64


@compiled
def restart_span(
    states: Tables, first: int, last: int, blank: Tables, box: AnyBox, rngs: Rng, out: Ints, weights: Ints, limit: int
) -> None:
    for i in range(first, last):
        restart(states, i, blank, box, rngs[i : i + 1], out, weights, limit)


@compiled
def mask_span(states: Tables, first: int, last: int, box: AnyBox, out: Ints, seats: Ints, masks: Matrix) -> None:
    for i in range(first, last):
        seats[i] = first_due(states[i])
        write_mask(states[i], box, seats[i], out, masks[i])


@compiled
def moves_span(states: Tables, first: int, last: int, box: AnyBox, seats: Ints, moves: Matrix, counts: Ints) -> None:
    for i in range(first, last):
        seats[i] = first_due(states[i])
        counts[i] = write_moves(states[i], box, int(seats[i]), moves[i])


@compiled
def judge_span(states: Tables, first: int, last: int, box: AnyBox, judged: Matrix) -> None:
    for i in range(first, last):
        write_judgement(states[i], box, judged[i])


@compiled
def step_span(
    states: Tables,
    first: int,
    last: int,
    blank: Tables,
    box: AnyBox,
    actions: Ints,
    rngs: Rng,
    out: Ints,
    weights: Ints,
    limit: int,
    rewards: Matrix,
    finished: Ints,
) -> None:
    for i in range(first, last):
        step(states, i, blank, box, actions[i], rngs[i : i + 1], out, weights, limit, rewards, finished)


@compiled
def observe_span(
    states: Tables, first: int, last: int, spare: Tables, box: AnyBox, seats: Ints, numbers: Matrix
) -> None:
    for i in range(first, last):
        observe(states[i], spare, box, int(seats[i]), numbers[i])


@compiled
def ahead_span(
    states: Tables,
    first: int,
    last: int,
    slot: int,
    places: Ints,
    worlds: Tables,
    spare: Tables,
    box: AnyBox,
    secrets: bool,
    seats: Ints,
    moves: Matrix,
    starts: Ints,
    rngs: Rng,
    rng: Rng,
    out: Ints,
    weights: Ints,
    shares: Floats,
    limit: int,
    samples: int,
    seen: bool,
    numbers: Matrix,
    verdicts: Matrix,
    ended: Ints,
) -> None:
    """Try some moves of the slots from `slot` on: from `first` to before `last` in a list of indices in the list of
    all moves, in ascending order.
    """
    table = -1
    for at in range(first, last):
        place = int(places[at])
        i = slot_of(starts, slot, place)
        if i != table:
            table = i
            worlds[0] = states[i]
            if secrets:
                imagine(states[i], worlds, box, int(seats[i]), rngs[i : i + 1], rng)
        action = int(moves[i, place - starts[i]])
        ended[at] = look_ahead(
            worlds[0], spare, box, int(seats[i]), action, rngs[i : i + 1], rng, out, weights, shares, limit,
            samples, seen, numbers[at if seen else 0], verdicts[at],
        )  # fmt: skip


@compiled
def playout_span(
    states: Tables,
    first: int,
    last: int,
    blank: Tables,
    box: AnyBox,
    rngs: Rng,
    out: Ints,
    weights: Ints,
    limit: int,
    matches: int,
    shares: Floats,
    steps: Ints,
    wins: Matrix,
    endings: Matrix,
) -> None:
    """Play whole random matches in each slot and add up their results slot by slot."""
    for i in range(first, last):
        for _ in range(matches):
            states[i] = blank[0]
            setup(states[i], box)
            steps[i] += random_steps(states[i], box, rngs[i : i + 1], out, weights, limit)
            tally(states[i], box, i, shares, wins, endings)


def aligned(shape: tuple[int, ...], kind: type) -> Array:
    """An array of zeros aligned to ALIGNMENT bytes: JAX copies unaligned arrays."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(kind).reshape(shape)


class Threads:
    """Distributes slots over threads; compiled code releases the GIL, so they run in parallel.

    The calling thread does the first part itself, waiting helper threads do the others.
    """

    def __init__(self, size: int, most_legal: int, most_chance: int, threads: int | None) -> None:
        count = max(1, min(threads or os.cpu_count() or 1, size))
        edges = [size * number // count for number in range(count + 1)]
        self.spans = list(pairwise(edges))
        self.room = [(np.zeros(most_legal, np.int32), np.zeros(most_chance, np.int32)) for _ in self.spans]
        self._helpers = Helpers(count - 1)

    def run(self, work: Callable[[int, int, Array, Array], object]) -> None:
        jobs = [partial(work, *span, *room) for span, room in zip(self.spans, self.room, strict=True)]
        self._helpers.run(jobs)

    def close(self) -> None:
        self._helpers.close()


class CpuEngine:
    """Keeps the arrays in main memory."""

    def __init__(
        self, game: Any, box: AnyBox, size: int, players: int, threads: int | None, listed: bool = False
    ) -> None:
        self.game, self.box, self.players, self.listed = game, box, players, listed
        self.limit = game.bound
        self.states = np.zeros(size, game.state.dtype)
        self.blank = np.zeros(1, game.state.dtype)
        self.rngs = np.zeros(size, np.uint64)
        self.seats = aligned((size,), np.int8)
        self.masks = aligned((0 if listed else size, game.action_count), np.uint8)
        self.moves = aligned((size if listed else 0, max(game.most_legal, game.most_chance)), np.int32)
        self.counts = aligned((size if listed else 0,), np.int32)
        self.judged = aligned((size, players), np.float64)
        self.rewards = aligned((size, players), np.float32)
        self.finished = aligned((size,), np.int8)
        self.features = aligned((size, game.feature_count), np.float32)
        self.starts = np.zeros(size + 1, np.int64)
        self.seen_room = aligned((0, 0), np.float32)
        self.ahead_room = aligned((0, 0), np.float32), aligned((0,), np.uint8)
        self.threads = Threads(size, max(game.most_legal, game.most_chance), game.most_chance, threads)

    def reset(self, rngs: Array) -> None:
        self.rngs[:] = rngs
        self.threads.run(
            lambda first, last, out, weights: restart_span(
                self.states, first, last, self.blank, self.box, self.rngs, out, weights, self.limit
            )
        )
        self.refresh()

    def refresh(self) -> None:
        """Update masks (or lists of moves) and seats of all slots."""
        if self.listed:
            self.threads.run(
                lambda first, last, *_: moves_span(
                    self.states, first, last, self.box, self.seats, self.moves, self.counts
                )
            )
            np.cumsum(self.counts, out=self.starts[1:])
            return
        self.threads.run(
            lambda first, last, out, _: mask_span(self.states, first, last, self.box, out, self.seats, self.masks)
        )

    def first_forbidden(self, actions: Array) -> int:
        """The first slot whose action is masked as illegal; -1 if there is none."""
        actions = np.asarray(actions)
        if self.listed:
            there = np.arange(self.moves.shape[1]) < self.counts[:, None]
            wrong = (~((self.moves == actions[:, None]) & there).any(axis=1)).nonzero()[0]
            return int(wrong[0]) if len(wrong) else -1
        legal = (actions >= 0) & (actions < self.masks.shape[1])
        legal[legal] = self.masks[legal.nonzero()[0], actions[legal]] == 1
        wrong = (~legal).nonzero()[0]
        return int(wrong[0]) if len(wrong) else -1

    def step(self, actions: Array) -> None:
        actions = np.asarray(actions)
        self.threads.run(
            lambda first, last, out, weights: step_span(
                self.states, first, last, self.blank, self.box, actions, self.rngs, out, weights, self.limit,
                self.rewards, self.finished,
            )
        )  # fmt: skip
        self.refresh()

    def observe(self) -> Array:
        self.threads.run(
            lambda first, last, *_: observe_span(
                self.states, first, last, np.zeros(1, self.game.state.dtype), self.box, self.seats, self.features
            )
        )
        return self.features

    def judge(self) -> Array:
        self.threads.run(lambda first, last, *_: judge_span(self.states, first, last, self.box, self.judged))
        return self.judged

    def ahead(
        self, first: int, last: int, samples: int, places: Array | None, seen: bool
    ) -> tuple[Array, Array, Array]:
        starts, size = self.starts, len(self.states)
        places = np.arange(starts[first], starts[last]) if places is None else np.asarray(places, np.int64)
        count = len(places)
        rows = count if seen else 1
        if len(self.seen_room) < rows:
            self.seen_room = aligned((rows, self.game.feature_count), np.float32)
        if len(self.ahead_room[0]) < count:
            self.ahead_room = aligned((count, self.players), np.float32), aligned((count,), np.uint8)
        numbers, verdicts, ended = (part[:count] for part in (self.seen_room, *self.ahead_room))
        self.threads.run(
            lambda begin, end, out, weights: ahead_span(
                self.states, begin * count // size, end * count // size, first, places,
                np.zeros(1, self.game.state.dtype), np.zeros(2, self.game.state.dtype), self.box,
                self.game.has_secrets, self.seats, self.moves, starts, self.rngs,
                np.zeros(1, np.uint64), out, weights, np.zeros(MAX_SEATS), self.limit, samples, seen,
                numbers, verdicts, ended,
            )
        )  # fmt: skip
        return numbers, verdicts, ended

    def playouts(self, matches: int) -> tuple[Array, Array, Array]:
        size = len(self.states)
        steps, wins = np.zeros(size, np.int64), np.zeros((size, self.players))
        endings = np.zeros((size, len(self.game.endings) + 1), np.int64)
        self.threads.run(
            lambda first, last, out, weights: playout_span(
                self.states, first, last, self.blank, self.box, self.rngs, out, weights, self.limit, matches,
                np.zeros(self.players), steps, wins, endings,
            )
        )  # fmt: skip
        return steps, wins, endings

    def to_host(self, array: Array) -> Array:
        return array

    def restore(self, states: Array, rngs: Array) -> None:
        """Continue from stored tables and generators."""
        self.states[:] = states
        self.rngs[:] = rngs
        self.refresh()
