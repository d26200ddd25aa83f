"""The net: the table after a move and the judge's verdict on it in, how good the move is and each seat's share out."""

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
"""Shares nearer to none or all than this count as this: logarithms need it."""
TRUST = 25.0
"""What the judge's verdict is multiplied by at first, in the score of a move: the best one is played nearly always."""
STRIDE = 4.0
"""What the net's own part of a score is multiplied by, so that it can catch up with the judge's."""


def half_precision(device: str) -> AbstractContextManager[Any]:
    """Half the bytes on a GPU."""
    if device != "cuda":
        return nullcontext()
    half: AbstractContextManager[Any] = torch.autocast("cuda", dtype=torch.bfloat16)
    return half


class Block(nn.Module):
    """A step that adds to what is known; at first it adds nothing."""

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
    """One embedding of the table after a move; from it the move's score and each seat's share of the win.

    Both are added to what the judge says, and are nothing at first: an untrained net plays as `greedy` does.
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
        """Scores of moves, and shares as logits, the chooser's first and then around the table.

        `verdicts` are the judge's shares in the same order; `seating` is the place of the number of players in the
        game's list of them.
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
    """What is added to the logits of seats: nothing where somebody sits, for each number of players."""
    seats = torch.arange(max(game.seats))
    return torch.stack([torch.where(seats < players, 0.0, NEVER) for players in game.seats])
