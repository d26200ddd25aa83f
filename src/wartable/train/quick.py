"""The quick net: a small one that learns beside the large one, from the same games (bots/quick_net.py searches)."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from wartable.bots.quick_net import FORMAT, INNER
from wartable.core.game import Game

from .model import MULTIPLE, NEVER, absent_seats, calm, log_odds, many_hot
from .parts import part_count
from .plan import MANY_CODES, Plan

RATE = 1.5e-3


class Quick(nn.Module):
    """One layer over the features, one small layer more; moves are scored by their parts, as in the large net."""

    def __init__(self, game: Game, plan: Plan) -> None:
        super().__init__()
        self.codes = game.action_count
        self.rows = (game.action_count // MULTIPLE + 1) * MULTIPLE
        self.enter = nn.Linear(game.feature_count, plan.quick)
        self.seating = nn.Embedding(len(game.seats), plan.quick)
        self.inner = nn.Linear(plan.quick, INNER)
        self.parts = nn.Parameter(torch.randn(part_count(game), INNER) / 4)
        self.own = nn.Parameter(torch.randn(self.codes, INNER) / 4) if self.codes <= MANY_CODES else None
        self.value = nn.Linear(INNER, max(game.seats))
        self.calm = 4 * calm(INNER)
        nn.init.zeros_(self.seating.weight)
        self.register_buffer("has", many_hot(game, self.rows), persistent=False)
        self.register_buffer("absent", absent_seats(game), persistent=False)

    def moves(self) -> torch.Tensor:
        made: torch.Tensor = self.has @ self.parts
        return made if self.own is None else made + functional.pad(self.own, (0, 0, 0, self.rows - self.codes))

    def forward(self, features: torch.Tensor, seating: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores for every code and shares as logits, as the large net gives them."""
        x = functional.relu(self.enter(features) + self.seating(seating))
        x = functional.relu(self.inner(x))
        present = functional.embedding(seating, self.absent)
        return x @ (self.calm * self.moves()).T, self.value(x).float() + present


def quick_loss(
    scores: torch.Tensor, shares: torch.Tensor, moves: torch.Tensor, counts: torch.Tensor, odds: torch.Tensor,
    aims: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor]:  # fmt: skip
    """How far it is from what the large net would choose (`odds`, logarithms), and from how matches went on."""
    own = log_odds(scores, moves, counts)
    policy = -(odds.exp() * own.masked_fill(odds <= NEVER / 2, 0.0)).sum(1).mean()
    value = -(aims * functional.log_softmax(shares, 1).clamp(min=-30)).sum(1).mean()
    return policy, value


def write_quick(net: Quick, game: Game, path: Path, notes: dict[str, Any] | None = None) -> None:
    """Write the quick net in one step, two bytes a weight."""

    def half(values: torch.Tensor) -> Any:
        return values.detach().float().cpu().numpy().astype(np.float16)

    moves = net.calm * net.moves()[: net.codes]
    facts = {
        "wartable": FORMAT, "game": game.name, "rules": game.version, "features": game.feature_count,
        "actions": game.action_count, "seats": list(game.seats), **(notes or {}),
    }  # fmt: skip
    part = path.with_suffix(".part.npz")
    np.savez_compressed(
        part,
        facts=np.array(json.dumps(facts)),
        enter=half(net.enter.weight.T),
        seating=half(net.seating.weight + net.enter.bias),
        inner=half(net.inner.weight.T),
        inner_bias=half(net.inner.bias),
        moves=half(moves),
        value=half(net.value.weight),
        value_bias=half(net.value.bias),
    )
    part.replace(path)
