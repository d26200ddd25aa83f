"""One table for an adapter: nature's and forced actions are played automatically, and each seat sees what it may."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from wartable.batch.batch import ForbiddenAction
from wartable.core import record
from wartable.core.frames import MAX_SEATS
from wartable.core.game import Game
from wartable.core.match.perspective import Viewpoint
from wartable.core.match.setup import Setup
from wartable.core.numbers.chance import generator
from wartable.drawing.tints import untinted

from .direct import direct
from .kernel import Buffers, Outputs, Records, look, turn

Mask = np.ndarray[Any, np.dtype[np.int8]]
Numbers = np.ndarray[Any, np.dtype[np.float32]]


class Desk:
    """A match in progress; `seat` has the next choice, -1 when it is over."""

    def __init__(self, game: Game, options: Mapping[str, object] | None, players: int | None) -> None:
        self.game = game
        setup = Setup.of(game, players, options)
        self.players = len(setup.players)
        self.action_count = game.action_count
        self.box = setup.new_box()
        self._boxes = np.frombuffer(bytearray(self.box.tobytes()), game.box.dtype)
        self._states, self._spare = np.zeros(1, game.state.dtype), np.zeros(1, game.state.dtype)
        self._opened = game.new_state(self.box).tobytes()
        self._mask = np.zeros(self.action_count, np.int8)
        self._numbers = np.zeros(game.feature_count, np.float32)
        self._shares = np.zeros(MAX_SEATS)
        self._facts = np.zeros(2, np.int64)
        self.rng = generator(0)
        self._table = Records(self._states, self._spare, self._boxes, self.rng)
        self._room = Buffers(*game.buffers(), game.bound)
        self._shown = Outputs(self._mask, self._numbers, self._shares, self._facts)
        self._lay_out()
        self._turn = direct(turn, game.name, self._table, -1, self._room, self._shown)
        self._look = direct(look, game.name, self._table, 0, np.zeros(game.feature_count, np.float32))
        self.reset(0)

    def _lay_out(self) -> None:
        self._states.view(np.uint8)[:] = np.frombuffer(self._opened, np.uint8)

    def reset(self, seed: int) -> None:
        self.rng[0] = generator(seed)[0]
        self._lay_out()
        self._go_on(-1)

    def _go_on(self, action: int) -> None:
        self._turn(self._table, action, self._room, self._shown)
        self.seat, over = self._facts.tolist()
        self.is_over = over != 0

    @property
    def s(self) -> record.Record:
        """The state; every action changes it."""
        return self._states[0]

    def play(self, action: int) -> None:
        """Play the choice of `seat`. If the mask forbids it, ForbiddenAction is raised and nothing is played."""
        if not 0 <= action < self.action_count or not self._mask[action]:
            raise ForbiddenAction(f"action {action} is not legal for seat {self.seat}; nothing was played")
        self._go_on(action)

    def mask(self, seat: int) -> Mask:
        """1 for each legal action of the seat now; all 0 for a seat that is not to act."""
        return self._mask.copy() if seat == self.seat else np.zeros(self.action_count, np.int8)

    def legal(self) -> list[int]:
        """The legal actions of the seat with the choice."""
        codes: list[int] = self._mask.nonzero()[0].tolist()
        return codes

    def observe(self, seat: int) -> Numbers:
        """What the seat may know, as numbers."""
        if seat == self.seat:
            return self._numbers.copy()
        numbers = np.zeros(self.game.feature_count, np.float32)
        self._look(self._table, seat, numbers)
        return numbers

    def view(self, seat: int) -> record.Record:
        return Viewpoint(self.box, seat).of(self.s)

    def board(self, seat: int) -> str:
        """The text board as the seat sees it."""
        return untinted(self.game.view.board(self.view(seat), self.box, seat)).format(*self.game.seat_names)

    def rewards(self) -> list[float]:
        """Each seat's share of the win, between 0 and 1; all 0 before the end."""
        shares: list[float] = self._shares[: self.players].tolist()
        return shares

    def save(self) -> tuple[bytes, int]:
        return self._states.tobytes(), int(self.rng[0])

    def restore(self, saved: tuple[bytes, int]) -> None:
        self._states.view(np.uint8)[:] = np.frombuffer(saved[0], np.uint8)
        self.rng[0] = generator(saved[1])[0]
        # The table stands at a choice already: this writes its mask and observation, and plays nothing.
        self._go_on(-1)

    def scene_svg(self, seat: int) -> str:
        """The table as a picture, as the seat sees it."""
        from wartable.drawing.draw import draw

        return draw(self.game.view.scene(self.view(seat), self.box, seat), names=self.game.seat_names)
