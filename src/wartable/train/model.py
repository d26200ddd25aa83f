"""The net: features of what a seat may know in, a score for every action code and each seat's share of the win out."""

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from wartable.core.game import Game

from .parts import part_count, part_table
from .plan import MANY_CODES, Plan

NEVER = -1e9
MULTIPLE = 8
"""Rows of the table of moves come in eights, which matrix units like, and at least one of them is nobody's code."""


class Block(nn.Module):
    """A step that adds to what is known."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.wide = nn.Linear(width, width)
        self.back = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = x + self.back(functional.relu(self.wide(self.norm(x))))
        return out


class Net(nn.Module):
    """Moves are scored by how well their embedding fits what the table asks for.

    The embedding of a move is made of its parts (family and fields), so that what was learnt of one move holds for
    its like; where codes are few, each has some numbers of its own on top.
    """

    def __init__(self, game: Game, plan: Plan) -> None:
        super().__init__()
        self.codes = game.action_count
        self.rows = (game.action_count // MULTIPLE + 1) * MULTIPLE
        self.most = max(game.seats)
        width, inner = plan.width, plan.inner
        self.enter = nn.Linear(game.feature_count, width)
        self.seating = nn.Embedding(len(game.seats), width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(plan.blocks))
        self.norm = nn.LayerNorm(width)
        self.ask = nn.Linear(width, inner)
        self.parts = nn.Parameter(torch.randn(part_count(game), inner) / 2)
        self.mix = nn.Linear(inner, inner)
        self.own = nn.Parameter(torch.randn(self.codes, inner) / 2) if self.codes <= MANY_CODES else None
        self.value = nn.Linear(width, self.most)
        self.calm = calm(inner)
        self._begin_even()
        self.register_buffer("has", many_hot(game, self.rows), persistent=False)
        self.register_buffer("absent", absent_seats(game), persistent=False)

    def _begin_even(self) -> None:
        """At first every move is about as good, and so is every seat."""
        nn.init.normal_(self.ask.weight, std=0.01)
        nn.init.zeros_(self.ask.bias)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)
        nn.init.zeros_(self.seating.weight)

    def moves(self) -> torch.Tensor:
        """The embedding of every code, with some rows at the end that are nobody's."""
        made: torch.Tensor = self.mix(functional.relu(self.has @ self.parts))
        return made if self.own is None else made + functional.pad(self.own, (0, 0, 0, self.rows - self.codes))

    def forward(self, features: torch.Tensor, seating: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores (rows of `moves` for each table) and shares as logits, the chooser's first, then around the table.

        `seating` is the place of the number of players in the game's list of them.
        """
        x = functional.relu(self.enter(features) + self.seating(seating))
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        present = functional.embedding(seating, self.absent)
        return self.ask(x) @ (self.calm * self.moves()).T, self.value(x).float() + present


def calm(inner: int) -> float:
    """What scores are multiplied by, so that a step of learning moves them as little as those of a plain layer."""
    return 2 / inner


def many_hot(game: Game, rows: int) -> torch.Tensor:
    """1 where a code has a part: rows x parts."""
    table = torch.as_tensor(part_table(game)).long()
    hot = torch.zeros(rows, part_count(game) + 1)
    hot[: len(table)].scatter_(1, torch.where(table < 0, part_count(game), table), 1.0)
    return hot[:, :-1].contiguous()


def absent_seats(game: Game) -> torch.Tensor:
    """What is added to the logits of seats: nothing where somebody sits, for each number of players."""
    seats = torch.arange(max(game.seats))
    return torch.stack([torch.where(seats < players, 0.0, NEVER) for players in game.seats])


class Pick(torch.autograd.Function):
    """The scores of the legal moves out of those of all codes.

    No code is in a list twice but the one that fills the lists up, which nobody's gradient goes to: so the way back
    needs no sums, which would be slow, and in another order each time.
    """

    @staticmethod
    def forward(ctx: Any, scores: torch.Tensor, moves: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(moves)
        ctx.shape = scores.shape
        return scores.gather(1, moves)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor, None]:
        (moves,) = ctx.saved_tensors
        return grad.new_zeros(ctx.shape).scatter_(1, moves, grad), None


def log_odds(scores: torch.Tensor, moves: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """The log of the chance of each listed move; NEVER where the list has ended."""
    picked = Pick.apply(scores, moves).float()
    ended = torch.arange(moves.shape[1], device=moves.device) >= counts[:, None]
    return functional.log_softmax(picked.masked_fill(ended, NEVER), 1)
