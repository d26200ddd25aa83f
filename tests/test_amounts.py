"""What the law of dealing adds up, held against the fields themselves."""

from typing import Any

import numpy as np

from wartable.core.game import Game
from wartable.testing.laws.secrets import _amount, _small_numbers


def added_up(value: Any) -> float:
    """All small numbers within a field, one field after the other."""
    kind = value.dtype
    if kind.names:
        return sum((added_up(value[name]) for name in kind.names), 0.0)
    return float(np.sum(value, dtype=np.float64)) if kind.kind in "iu" and kind.itemsize <= 2 else 0.0


def test_amounts_of_fields_are_the_sums_of_their_small_numbers(each_game: Game) -> None:
    kind = each_game.state.plain
    raw = np.random.default_rng(7).integers(0, 256, kind.itemsize, dtype=np.uint8).tobytes()
    s: Any = np.frombuffer(raw, kind)[0]
    fields = _small_numbers(kind)
    assert [name for name, *_ in fields] == list(kind.names or ())
    assert any(_amount(raw, places) for _, _, places in fields)
    for name, field, places in fields:
        assert raw[field] == s[name].tobytes(), name
        assert _amount(raw, places) == added_up(s[name]), name
