"""The layout of a match's records in the database: their fields by name, so that later rules can read them."""

import json
import zlib
from functools import cache
from typing import Any

import numpy as np

from wartable.core.game import Game
from wartable.core.record import Record

WEIGHTS = "weights"
"""The field of a Box with the weights of its judge, which are no rule and may change during a match."""


def _described(dtype: np.dtype[Any]) -> list[Any]:
    """A record as [size, fields], each field as [name, type or record, shape, offset]."""
    assert dtype.fields is not None
    fields = []
    for name, (field, offset, *_) in dtype.fields.items():
        base = field.base
        fields.append([name, _described(base) if base.names else base.str, list(field.shape), offset])
    return [dtype.itemsize, fields]


def _dtype(described: list[Any]) -> np.dtype[Any]:
    size, fields = described
    names, bases, shapes, offsets = zip(*fields, strict=True)
    formats = [
        (_dtype(base) if isinstance(base, list) else base, tuple(shape))
        for base, shape in zip(bases, shapes, strict=True)
    ]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def layout_of(game: Game) -> bytes:
    """The current layout of a game's records."""
    return _layout(game.state.dtype, game.box.dtype)


@cache
def _layout(state: np.dtype[Any], box: np.dtype[Any]) -> bytes:
    records = {"state": _described(state), "box": _described(box)}
    return zlib.compress(json.dumps(records).encode(), 9)


@cache
def rules_in(layout: bytes) -> Any:
    """The part of these layouts that rules use: without the judge's weights, the size of the Box, and the empty tag
    field.
    """
    records = json.loads(zlib.decompress(layout))
    (size, state), (_, box) = (
        (whole, [field for field in fields if field[2] != [0]]) for whole, fields in (records["state"], records["box"])
    )
    return [size, state], [field for field in box if field[0] != WEIGHTS]


def old_dtype(layout: bytes, which: str) -> np.dtype[Any]:
    """The type of "state" or "box" when a match began."""
    return _dtype(json.loads(zlib.decompress(layout))[which])


def converted(raw: bytes, old: np.dtype[Any], new: np.dtype[Any]) -> Record:
    """A record of the current type with everything that an older record has in common with it."""
    row = np.zeros(1, new)
    _copy_fields(np.frombuffer(raw, old), row)
    return row[0]


def _copy_fields(old: Any, new: Any) -> None:
    for name in set(old.dtype.names) & set(new.dtype.names):
        theirs, ours = old[name], new[name]
        if theirs.ndim != ours.ndim or bool(theirs.dtype.names) != bool(ours.dtype.names):
            continue
        shared = tuple(slice(0, min(sizes)) for sizes in zip(theirs.shape, ours.shape, strict=True))
        if theirs.dtype.names:
            _copy_fields(theirs[shared], ours[shared])
        else:
            ours[shared] = theirs[shared]
