"""Spaces that Gymnasium and PettingZoo share."""

from typing import Any

import numpy as np

from wartable.extras import needs

with needs("adapters", "a Gymnasium or PettingZoo environment"):
    import gymnasium


class Choice(gymnasium.spaces.Discrete):
    """All action codes; samples are legal ones, as the environment last showed them."""

    mask: np.ndarray[Any, np.dtype[np.int8]] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self.mask is not None and self.mask.any():
            mask = self.mask
        if probability is None and isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,):
            # The draw that Discrete makes, without its tests of the mask.
            legal = mask.nonzero()[0]
            if len(legal):
                return np.int64(legal[self.np_random.integers(0, len(legal))])
        return super().sample(mask=mask, probability=probability)
