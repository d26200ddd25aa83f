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
    """A batch that cannot be laid out, or actions of the wrong shape; nothing has changed."""


class ForbiddenAction(WartableError):
    """An action that the mask of its game forbids; no game has moved."""


@dataclass(frozen=True)
class Playouts:
    """What random matches came to: one row a slot."""

    matches: int
    steps: Any
    wins: Any
    endings: Any

    @property
    def decisions(self) -> int:
        """All actions together, those of nature included."""
        return int(self.steps.sum())


class Batch:
    """Many tables of one game, all with the same options, side by side.

    Each slot shows the next choice of a player: nature acts and forced actions are played in between, and a match
    that is over starts anew at once, its rewards in `rewards` and the number of its ending in `finished`. Equal
    seeds give equal games, action for action, whatever the device and the number of threads.

    With `listed` the legal actions are kept as lists (`moves`, `counts`) instead of masks, which is smaller and faster
    where a game has many action codes.

    `masks`, `moves`, `counts`, `seats`, `rewards`, `finished` and what `observe`, `judge` and `ahead` return are the
    engine's own arrays: NumPy arrays on the CPU, device arrays on the GPU, for PyTorch and JAX to use without a copy.
    They change with every call.
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
            raise BadBatch(f"a batch of {size:,} games does not fit into the memory") from None
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Fresh tables in all slots; slot i of seed s is the same table everywhere."""
        self.engine.reset(slot_seeds(seed, self.size))

    @property
    def seats(self) -> Any:
        """The seat that has the next choice in each slot."""
        return self.engine.seats

    @property
    def masks(self) -> Any:
        """1 for each action code that is legal for that seat, 0 for the others: size x action_count."""
        if self.listed:
            raise BadBatch("this batch lists its moves; it keeps no masks")
        return self.engine.masks

    @property
    def moves(self) -> Any:
        """The legal action codes of that seat, the first `counts` of each row: size x the most there can be."""
        self._refuse_unless_listed()
        return self.engine.moves

    @property
    def counts(self) -> Any:
        """How many legal actions that seat has."""
        self._refuse_unless_listed()
        return self.engine.counts

    def _refuse_unless_listed(self) -> None:
        if not self.listed:
            raise BadBatch("this batch keeps masks; say listed=True for lists of moves")

    @property
    def rewards(self) -> Any:
        """Shares of the win of the match that ended in the last step of a slot, 0 where none did: size x players."""
        return self.engine.rewards

    @property
    def finished(self) -> Any:
        """The number of the ending of the match that ended in the last step of a slot, 0 where none did."""
        return self.engine.finished

    def step(self, actions: Any) -> None:
        """Play an action in every slot. ForbiddenAction, and no move at all, if one is not legal."""
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
        """Features of what the seat with the choice may know: size x feature_count."""
        return self.engine.observe()

    def judge(self) -> Any:
        """What the game's judge thinks of each table, secrets included: each seat's share of the win."""
        return self.engine.judge()

    @property
    def starts(self) -> Any:
        """Where the moves of each slot begin in the list of all moves, and last how many there are; a NumPy array."""
        self._refuse_unless_listed()
        return self.engine.starts

    def ahead(self, first: int = 0, last: int | None = None, samples: int = 4) -> tuple[Any, Any, Any]:
        """One move ahead: what each listed move of the slots from `first` to before `last` leads to.

        Three arrays, a row for each move, one slot's moves after the other's (`starts` says where each begins): the
        features of the table right after the move, for the seat that chooses; each seat's share of the win as the
        game's judge sees it, after nature's answer (the average of so many samples, as the bot `greedy` has it); and
        1 where the move ends the match (the shares are its result then, the features zeros).

        Moves are tried on a table that the seat may take the real one for: what is hidden from it is dealt anew.
        """
        self._refuse_unless_listed()
        last = self.size if last is None else last
        if not 0 <= first < last <= self.size or samples < 1:
            raise BadBatch(f"slots {first} to {last} of {self.size}, {samples} samples: it takes at least one of each")
        try:
            numbers, verdicts, ended = self.engine.ahead(first, last, samples)
        except (MemoryError, ValueError):
            raise BadBatch(f"the moves of {last - first:,} games do not fit into the memory; ask for fewer") from None
        return numbers, verdicts, ended

    def playouts(self, matches: int = 1) -> Playouts:
        """Play whole random matches in every slot, beginning with fresh tables; the tables end up finished."""
        if matches < 1:
            raise BadBatch(f"{matches} matches: it takes at least one")
        steps, wins, endings = self.engine.playouts(matches)
        return Playouts(matches * self.size, steps, wins, endings)

    def keep(self) -> tuple[Any, Any]:
        """All that the games go on from, in ordinary memory: the states, secrets included, and the generators."""
        return self.states(), np.array(self.engine.to_host(self.engine.rngs))

    def restore(self, kept: tuple[Any, Any]) -> None:
        """Go on from what `keep` gave: the games take the very course that they would have taken then."""
        states, rngs = kept
        if len(states) != self.size or states.dtype != self.game.state.dtype:
            raise BadBatch(f"{len(states):,} kept tables: this batch takes {self.size:,} of {self.game.title}")
        self.engine.restore(states, rngs)

    def states(self) -> Any:
        """A copy of all states, secrets included, in ordinary memory."""
        return np.frombuffer(bytearray(self.engine.to_host(self.engine.states).tobytes()), self.game.state.dtype)


def slot_seeds(seed: int, size: int) -> np.ndarray[Any, Any]:
    """A generator for each slot, far from each other."""
    return np.random.SeedSequence(seed).generate_state(size, np.uint64)
