"""A run on disk: everything it needs to continue exactly where it was."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import torch

from wartable.batch import Batch
from wartable.errors import WartableError
from wartable.files import replacing

from .plan import Plan


class BadCheckpoint(WartableError):
    """A checkpoint cannot be resumed."""


def pack_batch(batch: Batch) -> dict[str, torch.Tensor]:
    states, rngs = batch.keep()
    return {
        "states": torch.frombuffer(bytearray(states.tobytes()), dtype=torch.uint8),
        "rngs": torch.frombuffer(bytearray(rngs.tobytes()), dtype=torch.uint8),
    }


def unpack_batch(batch: Batch, kept: dict[str, torch.Tensor]) -> None:
    states = np.frombuffer(bytearray(kept["states"].numpy().tobytes()), batch.game.state.dtype)
    batch.restore((states, np.frombuffer(kept["rngs"].numpy().tobytes(), np.uint64)))


def write_checkpoint(path: Path, kept: dict[str, Any]) -> None:
    """Write atomically: a run that is killed meanwhile keeps the previous checkpoint."""
    with replacing(path) as file:
        torch.save(kept, file)


def read_checkpoint(path: Path, plan: Plan) -> dict[str, Any]:
    """Read a checkpoint; BadCheckpoint if it is broken or belongs to another plan."""
    try:
        kept: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, pickle.UnpicklingError, KeyError, ValueError):
        raise BadCheckpoint(f"{path} is broken; choose another folder, or delete it to start over") from None
    wanted = plan.as_dict()
    other = [name for name, value in wanted.items() if kept["plan"].get(name) != value]
    if other:
        old, new = kept["plan"].get(other[0]), wanted[other[0]]
        raise BadCheckpoint(f"{path} belongs to a run with {other[0]} {old}, not {new}; choose another folder")
    return kept
