"""What was seen and done in an iteration, kept in the memory of the device."""

from dataclasses import dataclass

import torch

from wartable.core.game import Game

from .plan import Plan


def number_kind(plan: Plan) -> torch.dtype:
    """What nets compute with: half the bytes on a GPU."""
    return torch.bfloat16 if plan.device == "cuda" else torch.float32


@dataclass
class Rollout:
    """steps x slots of everything; shares have a place for every seat that a game can have, by seat number."""

    features: torch.Tensor
    moves: torch.Tensor
    counts: torch.Tensor
    chosen: torch.Tensor
    """The place of the action in the list."""
    odds: torch.Tensor
    """The log of its chance when it was chosen."""
    seats: torch.Tensor
    own: torch.Tensor
    """Whether the net that learns chose."""
    strayed: torch.Tensor
    """Whether the move was drawn from all alike."""
    over: torch.Tensor
    rewards: torch.Tensor
    values: torch.Tensor
    judged: torch.Tensor
    seating: int = 0
    """The place of the number of players in the game's list of them."""

    @classmethod
    def empty(cls, game: Game, plan: Plan) -> "Rollout":
        steps, slots, seats = plan.steps, plan.slots, max(game.seats)
        room = max(game.most_legal, game.most_chance)
        code = torch.int16 if game.action_count < (1 << 15) - 8 else torch.int32

        def new(*shape: int, kind: torch.dtype) -> torch.Tensor:
            return torch.zeros(*shape, dtype=kind, device=plan.device)

        return cls(
            features=new(steps, slots, game.feature_count, kind=number_kind(plan)),
            moves=new(steps, slots, room, kind=code),
            counts=new(steps, slots, kind=torch.int32),
            chosen=new(steps, slots, kind=torch.int64),
            odds=new(steps, slots, kind=torch.float32),
            seats=new(steps, slots, kind=torch.int64),
            own=new(steps, slots, kind=torch.bool),
            strayed=new(steps, slots, kind=torch.bool),
            over=new(steps, slots, kind=torch.bool),
            rewards=new(steps, slots, seats, kind=torch.float32),
            values=new(steps + 1, slots, seats, kind=torch.float32),
            judged=new(steps + 1, slots, seats, kind=torch.float32),
        )


def advantages(
    values: torch.Tensor, rewards: torch.Tensor, over: torch.Tensor, trace: float, strayed: torch.Tensor | None = None
) -> torch.Tensor:
    """How much better than expected things went from each step on, for every seat (GAE, without discount).

    `values` has a step more than there were decisions: what is expected of the tables as they are left. What came of
    moves that strayed surprises nobody: it says nothing about the moves before.
    """
    found = torch.empty_like(rewards)
    later = torch.zeros_like(rewards[0])
    for step in reversed(range(len(rewards))):
        ended = over[step, :, None]
        surprise = rewards[step] + values[step + 1].masked_fill(ended, 0.0) - values[step]
        later = surprise + trace * later.masked_fill(ended, 0.0)
        if strayed is not None:
            later = later.masked_fill(strayed[step, :, None], 0.0)
        found[step] = later
    return found


def paid(rewards: torch.Tensor, seats: torch.Tensor, decided: torch.Tensor, price: float, players: int) -> torch.Tensor:
    """The rewards after each who decided has paid the price of it, which the others share."""
    numbers = torch.arange(rewards.shape[2], device=rewards.device)
    shares = torch.where(numbers == seats[:, :, None], -price, price / max(1, players - 1))
    return rewards + shares.masked_fill(numbers >= players, 0.0) * decided[:, :, None]
