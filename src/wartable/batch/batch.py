"""N games as one array: reset, masks, step, observe, playouts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from wartable.core.game import Game
from wartable.core.match.setup import Setup
from wartable.core.registry import find_game
from wartable.errors import WartableError

from .cpu import CpuEngine
from .cuda import CudaEngine


class BadBatch(WartableError):
    """A batch cannot be created, or actions have the wrong shape; nothing has changed."""


class ForbiddenAction(WartableError):
    """An action is masked as illegal in its game; no game has changed."""


@dataclass(frozen=True)
class Playouts:
    """The results of random matches, one row for each slot."""

    matches: int
    steps: Any
    wins: Any
    endings: Any

    @property
    def decisions(self) -> int:
        """The number of all actions, including nature's."""
        return int(self.steps.sum())


class Batch:
    """Many tables of one game, all with the same options.

    Each slot shows the next choice of a player: nature acts and forced actions are played in between, and a finished
    match restarts at once, with its rewards in `rewards` and the number of its ending in `finished`. Equal seeds give
    equal games, action for action, on every device and with any number of threads.

    With `listed`, legal actions are lists (`moves`, `counts`) instead of masks, which is smaller and faster for games
    with many action codes.

    `masks`, `moves`, `counts`, `seats`, `rewards`, `finished` and the results of `observe`, `judge` and `ahead` are the
    engine's own arrays: NumPy arrays on the CPU, device arrays on the GPU, which PyTorch and JAX can use without a
    copy. Every call changes them.
    """

    def __init__(
        self,
        game: Game | str,
        size: int,
        options: Mapping[str, object] | None = None,
        players: int | None = None,
        seed: int = 0,
        device: str = "cpu",
        threads: int | None = None,
        listed: bool = False,
    ) -> None:
        game = find_game(game) if isinstance(game, str) else game
        setup = Setup.of(game, players, options)
        players = len(setup.players)
        if size < 1:
            raise BadBatch(f"a batch of {size} games: it takes at least one")
        if device not in ("cpu", "cuda"):
            raise BadBatch(f"device {device!r}: it takes cpu or cuda")
        self.game, self.size, self.players, self.device, self.listed = game, size, players, device, listed
        self.box = setup.new_box()
        try:
            self.engine: Any = (
                CpuEngine(game, self.box, size, players, threads, listed)
                if device == "cpu"
                else CudaEngine(game, self.box, size, players, listed)
            )
        except (MemoryError, ValueError):
            raise BadBatch(f"a batch of {size:,} games does not fit in memory") from None
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Reset all slots to new tables; slot i of seed s is the same table on every device."""
        self.engine.reset(slot_seeds(seed, self.size))

    @property
    def seats(self) -> Any:
        """The seat with the next choice in each slot."""
        return self.engine.seats

    @property
    def masks(self) -> Any:
        """1 for each action code that is legal for that seat, 0 for the others: size x action_count."""
        if self.listed:
            raise BadBatch("this batch lists its moves and keeps no masks")
        return self.engine.masks

    @property
    def moves(self) -> Any:
        """The legal action codes of that seat, the first `counts` of each row: size x the largest possible number."""
        self._refuse_unless_listed()
        return self.engine.moves

    @property
    def counts(self) -> Any:
        """The number of legal actions of that seat."""
        self._refuse_unless_listed()
        return self.engine.counts

    def _refuse_unless_listed(self) -> None:
        if not self.listed:
            raise BadBatch("this batch keeps masks; pass listed=True for lists of moves")

    @property
    def rewards(self) -> Any:
        """Shares of the win of the match that ended in the last step of a slot, 0 if none did: size x players."""
        return self.engine.rewards

    @property
    def finished(self) -> Any:
        """The number of the ending of the match that ended in the last step of a slot, 0 if none did."""
        return self.engine.finished

    def step(self, actions: Any) -> None:
        """Play an action in every slot. If one is illegal, ForbiddenAction is raised and nothing is played."""
        shape, kind = getattr(actions, "shape", None), getattr(actions, "dtype", None)
        if self.device == "cpu" and hasattr(actions, "__cuda_array_interface__"):
            raise BadBatch("actions in the memory of a GPU: this batch is on the CPU")
        if tuple(shape or ()) != (self.size,) or "int" not in str(kind):
            raise BadBatch(f"actions of shape {shape} and type {kind}: it takes {self.size} whole numbers")
        wrong = self.engine.first_forbidden(actions)
        if wrong >= 0:
            raise ForbiddenAction(
                f"slot {wrong}: action {int(actions[wrong])} is not legal for its seat; nothing was played"
            )
        self.engine.step(actions)

    def observe(self) -> Any:
        """The features of what the seat with the choice may know: size x feature_count."""
        return self.engine.observe()

    def judge(self) -> Any:
        """The judge's estimate for each table, secrets included: each seat's share of the win."""
        return self.engine.judge()

    @property
    def starts(self) -> Any:
        """The index of each slot's first move in the list of all moves, followed by the total number; a NumPy array."""
        self._refuse_unless_listed()
        return self.engine.starts

    def ahead(
        self, first: int = 0, last: int | None = None, samples: int = 4, places: Any = None, features: bool = True
    ) -> tuple[Any, Any, Any]:
        """Look one move ahead: the result of each listed move of the slots from `first` to before `last`.

        `places` are the indices of some of these moves in the list of all moves, in ascending order: only these are
        looked at. Without `features` there are only shares and endings, which takes less time.

        Returns three arrays, a row for each move, slot by slot (`starts` gives the index of each slot's first move):
        the features of the table right after the move, for the seat that chooses; each seat's share of the win by the
        game's judge, after nature's answer (averaged over `samples`, as in the bot `greedy`); and 1 if the move ends
        the match (the shares are then its result, the features zeros).

        Moves are tried on a table that the seat considers possible: information hidden from it is dealt anew.
        """
        self._refuse_unless_listed()
        last = self.size if last is None else last
        if not 0 <= first < last <= self.size or samples < 1:
            raise BadBatch(f"slots {first} to {last} of {self.size}, {samples} samples: it takes at least one of each")
        try:
            numbers, verdicts, ended = self.engine.ahead(first, last, samples, places, features)
        except (MemoryError, ValueError):
            raise BadBatch(f"the moves of {last - first:,} games do not fit in memory; ask for fewer") from None
        return numbers if features else None, verdicts, ended

    def playouts(self, matches: int = 1) -> Playouts:
        """Play whole random matches in every slot, from new tables; afterwards the tables are finished."""
        if matches < 1:
            raise BadBatch(f"{matches} matches: it takes at least one")
        steps, wins, endings = self.engine.playouts(matches)
        return Playouts(matches * self.size, steps, wins, endings)

    def keep(self) -> tuple[Any, Any]:
        """Everything needed to continue the games, in main memory: the states, secrets included, and the generators."""
        return self.states(), np.array(self.engine.to_host(self.engine.rngs))

    def restore(self, kept: tuple[Any, Any]) -> None:
        """Continue from the result of `keep`: the games take exactly the same course."""
        states, rngs = kept
        if len(states) != self.size or states.dtype != self.game.state.dtype:
            raise BadBatch(f"{len(states):,} kept tables: this batch takes {self.size:,} of {self.game.title}")
        self.engine.restore(states, rngs)

    def states(self) -> Any:
        """A copy of all states, secrets included, in main memory."""
        return np.frombuffer(bytearray(self.engine.to_host(self.engine.states).tobytes()), self.game.state.dtype)


def slot_seeds(seed: int, size: int) -> np.ndarray[Any, Any]:
    """Independent generators for all slots."""
    return np.random.SeedSequence(seed).generate_state(size, np.uint64)
