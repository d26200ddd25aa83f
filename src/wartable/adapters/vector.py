"""Gymnasium's VectorEnv: many tables of one game in one compiled call a step, with masks.

    envs = gymnasium.make_vec("wartable/Metals-v0", num_envs=1024, vectorization_mode="vector_entry_point")
    observations, infos = envs.reset(seed=1)
    actions = choose(observations, infos["action_mask"])
    observations, rewards, terminations, truncations, infos = envs.step(actions)

One learner sits at each table, in a given seat or one that is drawn for each match; the others play at random, or are
the bots in `opponents`: `greedy`, `net`, any level. With `opponents=None` the caller plays all seats, and
`infos["seat"]` says which one has the choice. The reward is the share of the win of the seat that acted last, paid at
the end; `infos["results"]` has those of all seats. A finished match restarts according to Gymnasium's `autoreset_mode`.

With `copy=False` the arrays are the environment's own and change with every step, which saves much of its time;
`step(actions, out=room)` writes the observations into the caller's array. `masks="bits"` packs eight actions into a
byte (`np.unpackbits(mask, axis=1, count=..., bitorder="little")`). `draw()` returns a random legal action of every
table.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from wartable.batch.batch import BadBatch, ForbiddenAction, slot_seeds
from wartable.batch.cpu import Threads
from wartable.core.frames import MAX_SEATS
from wartable.core.match.setup import Setup
from wartable.core.numbers.chance import generator
from wartable.core.registry import find_game
from wartable.errors import BadOption
from wartable.extras import needs

from .direct import direct
from .opponents import Opponents
from .spaces import Choices, numbers_of
from .tables import (
    ANSWER,
    CALLER,
    DISABLED,
    NEXT_STEP,
    PLAY,
    SAME_STEP,
    SHOW,
    SKIP,
    START,
    Bench,
    Lists,
    Lot,
    Results,
    draw_all,
    forbidden,
    tables_span,
)

with needs("adapters", "wartable.adapters.vector"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv

Array = np.ndarray[Any, Any]
MODES = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.DISABLED: DISABLED}
BYTES, BITS = "bytes", "bits"


class Spares:
    """Arrays for the caller to keep. Released ones are reused, since allocating memory takes long."""

    MOST = 4
    HERE_ALONE = 3
    """The reference count of an array that nobody else holds: the list, the loop, and the counter itself."""

    def __init__(self, like: Array) -> None:
        self.like = like
        self.arrays: list[Array] = []

    def take(self) -> Array:
        """An array that nobody uses any longer, or a new one."""
        for array in self.arrays:
            if sys.getrefcount(array) == self.HERE_ALONE:
                return array
        fresh = np.empty_like(self.like)
        if len(self.arrays) < self.MOST:
            self.arrays.append(fresh)
        return fresh


class TablesEnv(VectorEnv[Array, Array, Array]):
    """Many tables of one game. Equal seeds give equal matches, whatever the number of threads.

    `legal_moves` and `legal_counts` list the legal actions of every table; they are the environment's own arrays.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: str | Sequence[str] | None = "random",
        seat: int | str = 0,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        masks: str = BYTES,
    ) -> None:
        self.game = find_game(game)
        setup = Setup.of(self.game, players, options)
        self.players = len(setup.players)
        self.num_envs, self.copy, self.masks = num_envs, copy, masks
        self._check(seat)
        self._opponents = Opponents(self.game, self.players, opponents)
        self._first_learner = self.players if opponents is None else 0 if seat == "random" else int(seat)
        self._random_seat = self.players if opponents is not None and seat == "random" else 0
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.render_mode = None
        self.single_observation_space = numbers_of(self.game)
        self.single_action_space = gymnasium.spaces.Discrete(self.game.action_count)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = choices = Choices(np.full(num_envs, self.game.action_count, np.int64))
        self._lay_out(setup, threads)
        choices.moves, choices.counts = self.legal_moves, self.legal_counts

    def _check(self, seat: int | str) -> None:
        if self.num_envs < 1:
            raise BadBatch(f"{self.num_envs} tables: it takes at least one")
        if seat != "random" and seat not in range(self.players):
            raise BadOption(f"seat {seat}: the seats are 0 to {self.players - 1}, or random")
        if self.masks not in (BYTES, BITS):
            raise BadOption(f"masks={self.masks}: they take bytes or bits")

    def _new_tables(self, count: int) -> Array:
        return np.zeros(count, self.game.state.dtype)

    def _lay_out(self, setup: Setup, threads: int | None) -> None:
        game, size = self.game, self.num_envs
        self._box = setup.new_box()
        self._states, self._actions = self._new_tables(size), np.zeros(size, np.int64)
        self._rngs, self._orders = np.zeros(size, np.uint64), np.zeros(size, np.int8)
        same = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._numbers = np.zeros((size, game.feature_count), np.float32)
        self._final = np.zeros((size if same else 1, game.feature_count), np.float32)
        self._cut = np.zeros(size, np.bool_)
        self._spare_numbers, self._spare_final = Spares(self._numbers), Spares(self._final)
        self._lot = Lot(
            states=self._states,
            blank=self._new_tables(1),
            boxes=np.frombuffer(bytearray(self._box.tobytes()), game.box.dtype),
            rngs=self._rngs,
            actions=self._actions,
            learners=np.full(size, self._first_learner, np.int64),
            kinds=self._opponents.kinds,
            random_seat=self._random_seat,
            mode=MODES[self.autoreset_mode],
        )
        width = (game.action_count + 7) // 8 if self.masks == BITS else game.action_count
        self.legal_moves, self.legal_counts = np.zeros((size, game.most_legal), np.int32), np.zeros(size, np.int64)
        marks = np.zeros((size, width), np.uint8)
        self._masks: Array = marks if self.masks == BITS else marks.view(np.int8)
        self._spare_masks = Spares(self._masks)
        self._lists = Lists(
            self.legal_moves, self.legal_counts, np.zeros(size, np.int64), marks, int(self.masks == BITS)
        )
        self._to = Results(
            seats=np.zeros(size, np.int64),
            rewards=np.zeros(size),
            shares=np.zeros((size, self.players), np.float32),
            ended=np.zeros(size, np.int8),
            waits=np.zeros(size, np.int64),
            matches=np.zeros(size, np.int64),
            numbers=self._numbers,
            final_numbers=self._final,
        )
        self._take_threads(threads)

    def _take_threads(self, threads: int | None) -> None:
        game = self.game
        most = max(game.most_legal, game.most_chance)
        self._threads = Threads(self.num_envs, most, game.most_chance, threads or os.cpu_count())
        self._benches = {
            span: Bench(self._new_tables(1), np.zeros(MAX_SEATS), out, np.zeros_like(out), weights, game.bound)
            for span, (out, weights) in zip(self._threads.spans, self._threads.room, strict=True)
        }
        bench = self._benches[self._threads.spans[0]]
        self._span = direct(tables_span, game.name, self._lot, self._orders, 0, 0, bench, self._lists, self._to)
        self._drawn, self._draws = np.zeros(self.num_envs, np.int64), generator(0)
        nobody = np.zeros(0, np.int64)
        self._forbidden = direct(forbidden, game.name, self._lists, game.action_count, nobody)
        self._draw = direct(draw_all, game.name, self._lists, self._draws, nobody)
        self._opponents.take_seats(self._lot, self._lists, self._to, self._box, self._threads, self._benches)

    def _go(self, numbers: Array) -> None:
        """Carry out the orders, and ask opponents until every table waits for the caller or is over."""
        lot, orders, lists, benches = self._lot, self._orders, self._lists, self._benches
        to = self._to if numbers is self._numbers else self._to._replace(numbers=numbers)

        def work(first: int, last: int, *room: Array) -> None:
            self._span(lot, orders, first, last, benches[first, last], lists, to)

        self._threads.run(work)
        while self._opponents.are_asked and (to.waits != CALLER).any():
            self._opponents.answer()
            np.copyto(orders, np.where(to.waits != CALLER, ANSWER, SKIP), casting="unsafe")
            self._threads.run(work)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Reset all tables; with `options={"reset_mask": ...}`, as without autoreset, only the marked ones."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = (options or {}).get("reset_mask")
        if isinstance(seed, int) or (seed is None and chosen is None):
            number = seed if isinstance(seed, int) else int(self.np_random.integers(0, 2**63))
            self._seed(slice(None), slot_seeds(number, self.num_envs))
            self._draws[0] = generator(number)[0]
        elif isinstance(seed, list):
            for slot, each in enumerate(seed):
                if each is not None:
                    self._seed(slice(slot, slot + 1), slot_seeds(each, 1))
        self._orders[:] = START if chosen is None else np.where(np.asarray(chosen, np.bool_), START, SHOW)
        self._to.ended[self._orders == SHOW] = 0
        numbers = self._room(None)
        self._go(numbers)
        return numbers, self._infos()

    def _seed(self, slots: slice, seeds: Array) -> None:
        self._rngs[slots] = seeds
        self._opponents.seed(slots, seeds)

    def step(self, actions: Array, out: Array | None = None) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play an action at every table. If one is illegal, ForbiddenAction is raised and nothing is played.

        The observations are written to `out` if given: one row for each table, of 32-bit floats.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadBatch(f"actions of shape {given.shape} and type {given.dtype}: it takes {self.num_envs} ints")
        numbers = self._room(out)
        self._actions[:] = given
        slot = self._forbidden(self._lists, self.game.action_count, self._actions)
        if slot >= 0:
            raise ForbiddenAction(f"table {slot}: action {self._actions[slot]} is not legal; nothing was played")
        self._orders[:] = PLAY
        self._go(numbers)
        to, ended = self._to, self._own(self._to.ended.view(np.bool_))
        infos = self._infos()
        infos["results"] = self._own(to.shares)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            infos["final_obs"], infos["_final_obs"] = self._final_numbers(ended), ended
        return numbers, self._own(to.rewards), ended, self._own(self._cut), infos

    def draw(self) -> Array:
        """A random legal action of every table; 0 if a match is over."""
        self._draw(self._lists, self._draws, self._drawn)
        return self._own(self._drawn)

    def _own(self, array: Array) -> Array:
        """The array, or a copy if the caller may keep it."""
        return array.copy() if self.copy else array

    def _room(self, out: Array | None) -> Array:
        """The array that observations are written to."""
        shape = self._numbers.shape
        if out is None:
            return self._spare_numbers.take() if self.copy else self._numbers
        if out.shape != shape or out.dtype != np.float32 or not (out.flags.c_contiguous and out.flags.writeable):
            raise BadBatch(f"out: it takes a contiguous array of {shape[0]} x {shape[1]} 32-bit floats")
        return out

    def _final_numbers(self, ended: Array) -> Array:
        """The last observations of finished matches; the other rows are meaningless."""
        if not self.copy:
            return self._final
        numbers = self._spare_final.take()
        numbers[ended] = self._final[ended]
        return numbers

    def _infos(self) -> dict[str, Any]:
        masks = self._masks
        if self.copy:
            masks = self._spare_masks.take()
            np.copyto(masks, self._masks)
        return {"action_mask": masks, "seat": self._own(self._to.seats)}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The legal actions of every table, under the name that sb3-contrib uses."""
        if self.masks == BITS:
            bits = np.unpackbits(self._masks, axis=1, count=self.game.action_count, bitorder="little")
            return bits.astype(np.bool_)
        return self._masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self._threads.close()
