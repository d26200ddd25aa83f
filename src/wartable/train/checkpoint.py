"""A run on disk: all that it needs to go on exactly where it was."""

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
    """A checkpoint that cannot be gone on from."""


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
    """In one step: whoever is killed meanwhile leaves the one before."""
    with replacing(path) as file:
        torch.save(kept, file)


def read_checkpoint(path: Path, plan: Plan) -> dict[str, Any]:
    """What was kept; BadCheckpoint where it is of another plan or broken."""
    try:
        kept: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, pickle.UnpicklingError, KeyError, ValueError):
        raise BadCheckpoint(f"{path} is broken; take another folder, or delete it to begin anew") from None
    wanted = plan.as_dict()
    other = [name for name, value in wanted.items() if kept["plan"].get(name) != value]
    if other:
        old, new = kept["plan"].get(other[0]), wanted[other[0]]
        raise BadCheckpoint(f"{path} is of a run with {other[0]} {old}, not {new}; take another folder")
    return kept
