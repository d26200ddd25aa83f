"""The net: takes the table after a move and the judge's verdict on it, and returns a score for the move and each
seat's share.
"""

import math
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from wartable.core.game import Game

from .plan import Plan

NEVER = -1e9
SURE = 1e-4
"""Shares closer to 0 or 1 are clipped to this, for the logarithm."""
TRUST = 25.0
"""The initial factor of the judge's verdict in the score of a move: the best move is played nearly always."""
STRIDE = 4.0
"""The factor of the net's own part of a score, so that it can catch up with the judge's."""


def half_precision(device: str) -> AbstractContextManager[Any]:
    """Use 16-bit floats on a GPU."""
    if device != "cuda":
        return nullcontext()
    half: AbstractContextManager[Any] = torch.autocast("cuda", dtype=torch.bfloat16)
    return half


class Block(nn.Module):
    """A residual block, initialised to add nothing."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.wide = nn.Linear(width, width)
        self.back = nn.Linear(width, width)
        nn.init.zeros_(self.back.weight)
        nn.init.zeros_(self.back.bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = x + self.back(functional.relu(self.wide(self.norm(x))))
        return out


class Net(nn.Module):
    """One embedding of the table after a move, from which score and shares are computed.

    Both are added to the judge's values and are zero at first: an untrained net plays like `greedy`.
    """

    def __init__(self, game: Game, plan: Plan) -> None:
        super().__init__()
        self.most = max(game.seats)
        self.enter = nn.Linear(game.feature_count, plan.width)
        self.seating = nn.Embedding(len(game.seats), plan.width)
        self.blocks = nn.ModuleList(Block(plan.width) for _ in range(plan.blocks))
        self.norm = nn.LayerNorm(plan.width)
        self.out = nn.Linear(plan.width, 1 + self.most)
        self.belief = nn.Parameter(torch.tensor(math.log(TRUST)))
        self.trust = nn.Parameter(torch.tensor(1.0))
        for part in (self.seating.weight, self.out.weight, self.out.bias):
            nn.init.zeros_(part)
        self.register_buffer("absent", absent_seats(game), persistent=False)

    def forward(
        self, features: torch.Tensor, verdicts: torch.Tensor, seating: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of moves, and shares as logits, the choosing seat's first and then around the table.

        `verdicts` are the judge's shares in the same order; `seating` is the index of the number of players in the
        game's list.
        """
        with half_precision(features.device.type):
            x = functional.relu(self.enter(features) + self.seating(seating))
            for block in self.blocks:
                x = block(x)
            out = self.out(self.norm(x)).float()
        own = torch.logit(verdicts[:, 0].clamp(SURE, 1 - SURE))
        shares = self.trust * verdicts.clamp(min=SURE).log() + out[:, 1:] + self.absent[seating]
        return self.belief.exp() * own + STRIDE * out[:, 0], shares


def absent_seats(game: Game) -> torch.Tensor:
    """A mask for the logits of seats: zero for occupied seats, for each number of players."""
    seats = torch.arange(max(game.seats))
    return torch.stack([torch.where(seats < players, 0.0, NEVER) for players in game.seats])
