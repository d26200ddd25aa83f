"""Steps of learning: an optimiser's, and how a GPU is told them once instead of every time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

STEEPEST = 0.5
TRIALS = 3
"""Steps that are taken as they are before one is recorded: libraries and optimisers lay out their room in these."""

Step = Callable[[torch.Tensor, int, bool], None]
"""Rows to learn from, the most moves that one of them has, and whether a teacher chose them."""


def new_optimiser(net: nn.Module, rate: float, device: str) -> torch.optim.Optimizer:
    """On a GPU its rate is a number in the GPU's memory, which recorded steps read."""
    if device != "cuda":
        return torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4, eps=1e-7)
    there = torch.tensor(rate, device=device)
    return torch.optim.AdamW(net.parameters(), there, weight_decay=1e-4, eps=1e-7, fused=True, capturable=True)


def set_rate(optimiser: torch.optim.Optimizer, rate: float) -> None:
    for group in optimiser.param_groups:
        if isinstance(group["lr"], torch.Tensor):
            group["lr"].fill_(rate)
        else:
            group["lr"] = rate


def restore(optimiser: torch.optim.Optimizer, kept: dict[str, Any]) -> None:
    """Go on as kept; what an optimiser is told at the beginning is not of the past, but of this device."""
    told = [dict(group) for group in optimiser.param_groups]
    optimiser.load_state_dict(kept)
    for group, own in zip(optimiser.param_groups, told, strict=True):
        group |= {name: own[name] for name in ("lr", "fused", "capturable")}


def improve(net: nn.Module, optimiser: torch.optim.Optimizer, loss: torch.Tensor) -> None:
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), STEEPEST)
    optimiser.step()


@dataclass
class Recording:
    graph: Any
    rows: torch.Tensor
    """Where the recorded step finds its rows."""


class Recorded:
    """A step on a GPU. It is hundreds of small kernels, and to start them one by one takes longer than to run them:
    so what a step asks of the GPU is recorded once for each shape, and then started as a whole.
    """

    def __init__(self, step: Step) -> None:
        self.step = step
        self.tried: dict[tuple[int, int, bool], int] = {}
        self.recordings: dict[tuple[int, int, bool], Recording] = {}
        self.pool: Any = None

    def __call__(self, rows: torch.Tensor, most: int, teaching: bool) -> None:
        shape = (len(rows), most, teaching)
        if shape not in self.recordings:
            self.tried[shape] = self.tried.get(shape, 0) + 1
            if self.tried[shape] <= TRIALS:
                self._try(rows, most, teaching)
                return
            self.recordings[shape] = self._record(rows, most, teaching)
        recording = self.recordings[shape]
        recording.rows.copy_(rows)
        recording.graph.replay()

    def _try(self, rows: torch.Tensor, most: int, teaching: bool) -> None:
        """A step as it is, in a stream of its own, as recordings want it."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self.step(rows, most, teaching)
        torch.cuda.current_stream().wait_stream(stream)

    def _record(self, rows: torch.Tensor, most: int, teaching: bool) -> Recording:
        recording = Recording(torch.cuda.CUDAGraph(), rows.clone())
        with torch.cuda.graph(recording.graph, pool=self.pool):
            self.step(recording.rows, most, teaching)
        self.pool = recording.graph.pool()
        return recording
