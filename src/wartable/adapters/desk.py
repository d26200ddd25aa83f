"""One table for an adapter: nature and forced actions take care of themselves, everybody sees what they may."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from wartable.batch.batch import ForbiddenAction
from wartable.batch.kernel import observe, settle, write_mask
from wartable.core import generic, record
from wartable.core.chance import generator
from wartable.core.frames import MAX_SEATS, first_due
from wartable.core.game import Game
from wartable.core.perspective import hidden
from wartable.core.tints import untinted


class Desk:
    """A match in progress whose next choice is `seat`'s; -1 when it is over."""

    def __init__(self, game: Game, options: Mapping[str, object] | None, players: int | None) -> None:
        self.game = game
        self.players = players or game.seats[0]
        self.box = game.new_box(options, self.players)
        self.out, self.weights = game.buffers()
        self.spare = np.zeros(1, game.state.dtype)
        self.reset(0)

    def reset(self, seed: int) -> None:
        self.rng = generator(seed)
        self.s = self.game.new_state(self.box)
        self._settle()

    def _settle(self) -> None:
        settle(self.s, self.box, self.rng, self.out, self.weights, self.game.bound)
        self.seat = int(first_due(self.s))

    def play(self, action: int) -> None:
        """Play the choice of `seat`; ForbiddenAction, and nothing played, where the mask forbids it."""
        if not 0 <= action < self.game.action_count or not self.mask(self.seat)[action]:
            raise ForbiddenAction(f"action {action} is not legal for seat {self.seat}; nothing was played")
        generic.apply(self.s, self.box, self.seat, action)
        self._settle()

    def mask(self, seat: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        """1 for each action that is legal for the seat now; all 0 for a seat that is not asked."""
        marks = np.zeros(self.game.action_count, np.int8)
        if seat == self.seat and seat >= 0:
            write_mask(self.s, self.box, seat, self.out, marks)
        return marks

    def observe(self, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        numbers = np.zeros(self.game.feature_count, np.float32)
        observe(self.s, self.spare, self.box, seat, numbers)
        return numbers

    def view(self, seat: int) -> record.Record:
        return hidden(self.s, self.box, seat)

    def board(self, seat: int) -> str:
        """The text board as the seat sees it."""
        return untinted(self.game.view.board(self.view(seat), self.box, seat)).format(*self.game.seat_names)

    @property
    def is_over(self) -> bool:
        return bool(self.s.head.over)

    def rewards(self) -> list[float]:
        """Each seat's share of the win, between 0 and 1; all 0 before the end."""
        shares = np.zeros(MAX_SEATS)
        if self.is_over:
            generic.scores(self.s, self.box, shares)
        return [float(share) for share in shares[: self.players]]

    def save(self) -> tuple[bytes, int]:
        return self.s.tobytes(), int(self.rng[0])

    def restore(self, saved: tuple[bytes, int]) -> None:
        self.s = np.frombuffer(bytearray(saved[0]), self.game.state.dtype)[0]
        self.rng = generator(saved[1])
        self.seat = int(first_due(self.s))
