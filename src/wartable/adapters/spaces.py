"""Spaces that Gymnasium and PettingZoo share."""

from collections.abc import Callable
from typing import Any

import numpy as np

from wartable.core.game import Game
from wartable.extras import needs
from wartable.guides.observation import Undescribed, describe

with needs("adapters", "a Gymnasium or PettingZoo environment"):
    import gymnasium


class Choice(gymnasium.spaces.Discrete):
    """All action codes; samples are legal: those of `mask`, or of `now()` if set."""

    mask: np.ndarray[Any, np.dtype[np.int8]] | None = None
    now: Callable[[], np.ndarray[Any, np.dtype[np.int8]]] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            shown = self.mask if self.now is None else self.now()
            mask = shown if shown is not None and shown.any() else None
        if probability is None and isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,):
            # The draw that Discrete makes, without its tests of the mask.
            legal = mask.nonzero()[0]
            if len(legal):
                return np.int64(legal[self.np_random.integers(0, len(legal))])
        return super().sample(mask=mask, probability=probability)


class Choices(gymnasium.spaces.MultiDiscrete):
    """An action code for each of many tables; samples are legal, and 0 if a match is over."""

    moves: np.ndarray[Any, np.dtype[np.int32]] | None = None
    """The legal codes of each table, as many as `counts` says."""
    counts: np.ndarray[Any, np.dtype[np.int64]]

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is not None or probability is not None or self.moves is None:
            return super().sample(mask=mask, probability=probability)
        drawn = (self.np_random.random(len(self.counts)) * self.counts).astype(np.int64)
        return np.where(self.counts > 0, self.moves[np.arange(len(drawn)), drawn], 0).astype(self.dtype)


def numbers_of(game: Game) -> Any:
    """The observation space of a game: each number with its range, as the game describes it."""
    try:
        told = describe(game)
    except Undescribed:
        return gymnasium.spaces.Box(-np.inf, np.inf, (game.feature_count,), np.float32)
    low = np.array([one.least for one in told], np.float32)
    high = np.array([np.inf if one.most is None else one.most for one in told], np.float32)
    # What was divided may be rounded by a bit.
    divided = np.array([one.scale != 1 for one in told])
    low[divided], high[divided] = np.nextafter(low[divided], -np.inf), np.nextafter(high[divided], np.inf)
    return gymnasium.spaces.Box(low, high, dtype=np.float32)
