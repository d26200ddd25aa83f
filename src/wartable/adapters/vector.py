"""Gymnasium's VectorEnv: many tables of one game in one compiled call a step, with masks.

    envs = gymnasium.make_vec("wartable/Metals-v0", num_envs=1024, vectorization_mode="vector_entry_point")
    observations, infos = envs.reset(seed=1)
    actions = choose(observations, infos["action_mask"])
    observations, rewards, terminations, truncations, infos = envs.step(actions)

One learner sits at each table, in a seat that is given or drawn for each match, and the others play at random; with
`opponents=None` the caller plays all seats, and `infos["seat"]` says which one has the choice. The reward is the share
of the win of whoever acted last, paid at the end; `infos["results"]` has those of all seats. A match that is over
begins anew as Gymnasium's `autoreset_mode` says. With `copy=False` the arrays are the environment's own and change with
every step, which saves a good part of its time.
"""

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from wartable.batch.batch import BadBatch, ForbiddenAction, slot_seeds
from wartable.batch.cpu import Threads
from wartable.core.errors import BadOption
from wartable.core.frames import MAX_SEATS
from wartable.core.registry import find_game
from wartable.core.setup import Setup
from wartable.extras import needs

from .direct import direct
from .kernel import DISABLED, NEXT_STEP, SAME_STEP, Bench, Lot, Results, tables_span

with needs("adapters", "wartable.adapters.vector"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv

Array = np.ndarray[Any, Any]
MODES = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.DISABLED: DISABLED}


class TablesEnv(VectorEnv[Array, Array, Array]):
    """Many tables of one game side by side. Equal seeds give equal matches, whatever the number of threads."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: str | None = "random",
        seat: int | str = 0,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        self.game = find_game(game)
        setup = Setup.of(self.game, players, options)
        self.players = len(setup.players)
        self.num_envs, self.copy = num_envs, copy
        self._check(opponents, seat)
        self._first_learner = -1 if opponents is None else 0 if seat == "random" else int(seat)
        self._random_seat = self.players if opponents is not None and seat == "random" else 0
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.render_mode = None
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (self.game.feature_count,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(self.game.action_count)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._lay_out(setup, threads)

    def _check(self, opponents: str | None, seat: int | str) -> None:
        if self.num_envs < 1:
            raise BadBatch(f"{self.num_envs} tables: it takes at least one")
        if opponents not in (None, "random"):
            raise BadOption(f"opponents={opponents}: many tables at once take random or None; SeatEnv takes any bot")
        if seat != "random" and seat not in range(self.players):
            raise BadOption(f"seat {seat}: the seats are 0 to {self.players - 1}, or random")

    def _lay_out(self, setup: Setup, threads: int | None) -> None:
        game, size = self.game, self.num_envs
        box = setup.new_box()
        self._states, self._blank = np.zeros(size, game.state.dtype), np.zeros(1, game.state.dtype)
        self._boxes = np.frombuffer(bytearray(box.tobytes()), game.box.dtype)
        self._learners, self._rngs = np.full(size, self._first_learner, np.int64), np.zeros(size, np.uint64)
        self._fresh, self._none = np.ones(size, np.int8), np.zeros(size, np.int8)
        self._seats, self._ended = np.zeros(size, np.int64), np.zeros(size, np.int8)
        self._rewards, self._results = np.zeros(size), np.zeros((size, self.players), np.float32)
        self._masks = np.zeros((size, game.action_count), np.int8)
        self._numbers = np.zeros((size, game.feature_count), np.float32)
        same = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._final = np.zeros((size if same else 1, game.feature_count), np.float32)
        self._actions = np.zeros(size, np.int64)
        most = max(game.most_legal, game.most_chance)
        self._threads = Threads(size, most, game.most_chance, threads or os.cpu_count())
        self._benches = {
            span: Bench(np.zeros(1, game.state.dtype), np.zeros(MAX_SEATS), *room, game.bound)
            for span, room in zip(self._threads.spans, self._threads.room, strict=True)
        }
        self._lot = Lot(
            self._states, self._blank, self._boxes, self._rngs, self._actions, self._learners, self._random_seat,
            MODES[self.autoreset_mode],
        )  # fmt: skip
        self._to = Results(
            self._seats, self._rewards, self._results, self._ended, self._masks, self._numbers, self._final
        )
        self._span = direct(tables_span, game.name, self._lot, self._none, 0, 0, self._bench, self._to)

    @property
    def _bench(self) -> Bench:
        """Where single tables are seen to."""
        return self._benches[self._threads.spans[0]]

    def _run(self, fresh: Array) -> None:
        self._threads.run(
            lambda first, last, *_: self._span(self._lot, fresh, first, last, self._benches[first, last], self._to)
        )

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Fresh tables; with `options={"reset_mask": ...}` only those that it marks, as without autoreset."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = (options or {}).get("reset_mask")
        fresh = self._fresh if chosen is None else np.asarray(chosen, np.int8)
        if isinstance(seed, int) or (seed is None and chosen is None):
            number = seed if isinstance(seed, int) else int(self.np_random.integers(0, 2**63))
            self._rngs[:] = slot_seeds(number, self.num_envs)
        elif isinstance(seed, list):
            for slot, each in enumerate(seed):
                if each is not None:
                    self._rngs[slot] = slot_seeds(each, 1)[0]
        self._actions[:] = 0
        self._ended[fresh == 0] = 0
        kept = self._states[fresh == 0].copy()
        self._start(fresh, kept)
        return self._observations(), self._infos()

    def _start(self, fresh: Array, kept: Array) -> None:
        """Lay out the fresh tables; the others, finished or not, stay as they are."""
        if not len(kept):
            self._run(fresh)
            return
        for slot in np.flatnonzero(fresh).tolist():
            self._span(self._lot, fresh, slot, slot + 1, self._bench, self._to)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play an action at every table. ForbiddenAction, and no move at all, if one is not legal."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadBatch(f"actions of shape {given.shape} and type {given.dtype}: it takes {self.num_envs} ints")
        self._actions[:] = given
        self._refuse_forbidden()
        self._run(self._none)
        ended = self._ended != 0
        infos = self._infos()
        infos["results"] = self._results.copy() if self.copy else self._results
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            infos["final_obs"], infos["_final_obs"] = self._final_numbers(ended), ended
        return self._observations(), self._rewards.copy(), ended, np.zeros(self.num_envs, np.bool_), infos

    def _refuse_forbidden(self) -> None:
        """Tables that begin anew in this step, or are over, are asked nothing."""
        inside = (self._actions >= 0) & (self._actions < self._masks.shape[1])
        legal = self._masks[np.arange(self.num_envs), np.where(inside, self._actions, 0)] != 0
        wrong = ~(inside & legal) & (self._ended == 0)
        if wrong.any():
            slot = int(np.argmax(wrong))
            raise ForbiddenAction(f"table {slot}: action {self._actions[slot]} is not legal; nothing was played")

    def _observations(self) -> Array:
        return self._numbers.copy() if self.copy else self._numbers

    def _final_numbers(self, ended: Array) -> Array:
        """What was seen last of the matches that are over; the other rows mean nothing."""
        if not self.copy:
            return self._final
        numbers = np.zeros_like(self._final)
        numbers[ended] = self._final[ended]
        return numbers

    def _infos(self) -> dict[str, Any]:
        masks, seats = self._masks, self._seats
        return {"action_mask": masks.copy() if self.copy else masks, "seat": seats.copy() if self.copy else seats}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The legal actions of every table, as sb3-contrib asks for them."""
        return self._masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        self._threads.close()
