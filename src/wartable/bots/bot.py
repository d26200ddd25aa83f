"""The interface of bots, and the simple ones: random, and greedy by one move."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from wartable.core import generic
from wartable.core.frames import MAX_SEATS, AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.numbers.chance import draw, generator
from wartable.core.play import greedy_among

from .one_ply import any_of, one_ply_search
from .repetition import RepetitionGuard


class Bot(Protocol):
    """One method: choose one of the legal actions, given what the seat may see.

    A bot plays one seat of one match. It gets the seat's hidden record, the Box (data and options, known to all), and
    the legal actions, and nothing else.
    """

    def choose(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        """Choose one of the legal actions."""
        ...


class RandomBot:
    """Chooses uniformly at random."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = generator(seed)

    def choose(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        """Choose a legal action uniformly at random."""
        if generic.is_read(self.game.name):
            return any_of(legal, self.rng)
        return legal[int(draw(self.rng, len(legal)))]


class GreedyBot:
    """The action after which the game's judge likes the position best; hidden information is imagined."""

    SAMPLES = 4

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = generator(seed)
        self.states = np.zeros(2, game.state.dtype)
        self.out, self.weights = game.buffers()
        self.tried = np.zeros_like(self.out)
        self.shares = np.zeros(MAX_SEATS)
        self.last = RepetitionGuard(game, seed)

    def choose(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        """The action after which the judge gives the seat the largest share of the win."""
        best = self._best(view, box, seat, legal)
        return self.last.settle(view, box, seat, legal, best, lambda others: self._one_ply(view, box, seat, others))

    def _one_ply(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        return one_ply_search(self.game, view, box, seat, legal, self.rng)[0][0][0]

    def _best(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        if generic.is_read(self.game.name):
            return self._one_ply(view, box, seat, legal)
        self.states[0] = view
        generic.fill(self.states[0], box, seat, self.rng)
        self.tried[: len(legal)] = legal
        room = (self.out, self.tried, len(legal), self.weights, self.shares)
        return int(greedy_among(self.states, box, seat, self.rng, *room, self.SAMPLES))
