"""Playing: a net against itself, and in a part of the games against an earlier self."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch

from wartable.batch import Batch
from wartable.core.game import Game

from .model import NEVER, Net, log_odds
from .plan import Plan
from .rollout import Rollout


def half_precision(device: str) -> AbstractContextManager[Any]:
    return torch.autocast("cuda", dtype=torch.bfloat16) if device == "cuda" else nullcontext()


@dataclass
class Sight:
    """The tables of a batch as its seats see them, until the batch moves on."""

    features: torch.Tensor
    moves: torch.Tensor
    counts: torch.Tensor
    seats: torch.Tensor


def look(batch: Batch, filler: int) -> Sight:
    """What the batch shows now; lists of moves are filled up with a code that nobody has."""

    def tensor(array: Any) -> torch.Tensor:
        return torch.as_tensor(array, device=batch.device)

    features, counts = tensor(batch.observe()), tensor(batch.counts)
    most = max(1, int(counts.max()))
    moves = tensor(batch.moves)[:, :most].long()
    ended = torch.arange(most, device=batch.device) >= counts[:, None]
    return Sight(features, moves.masked_fill(ended, filler), counts, tensor(batch.seats).long())


class Table:
    """The games with one number of players."""

    def __init__(self, game: Game, plan: Plan, players: int, seed: int) -> None:
        self.game, self.plan, self.players = game, plan, players
        self.batch = Batch(game, plan.slots, players=players, seed=seed, device=plan.device, listed=True)
        self.seating = torch.tensor(game.seats.index(players), device=plan.device)
        self.slots = torch.arange(plan.slots, device=plan.device)

    @torch.no_grad()
    def collect(self, net: Net, rival: Net | None, rollout: Rollout, dice: torch.Generator) -> None:
        """Play so many steps of all games as the rollout has room for. The rival has the first games' other seats."""
        rollout.seating = self.game.seats.index(self.players)
        for step in range(self.plan.steps):
            self._play(net, rival, rollout, step, dice)
        sight = look(self.batch, net.codes)
        _, values = self._ask(net, sight)
        rollout.values[-1] = self._by_seat(values, sight.seats, rollout)
        self._judge(rollout, self.plan.steps)

    def _play(self, net: Net, rival: Net | None, rollout: Rollout, step: int, dice: torch.Generator) -> None:
        sight = look(self.batch, net.codes)
        scores, values = self._ask(net, sight)
        own = torch.ones_like(self.slots, dtype=torch.bool)
        if rival is not None:
            part = int(self.plan.league * self.plan.slots)
            own[:part] = sight.seats[:part] == self.slots[:part] % self.players
            scores[:part] = torch.where(own[:part, None], scores[:part], self._ask(rival, sight, part)[0])
        odds = log_odds(scores, sight.moves, sight.counts)
        chosen = draw(odds, dice)
        rollout.features[step] = sight.features
        most = sight.moves.shape[1]
        rollout.moves[step, :, :most] = sight.moves
        rollout.moves[step, :, most:] = net.codes
        rollout.counts[step], rollout.seats[step], rollout.own[step] = sight.counts, sight.seats, own
        rollout.chosen[step], rollout.odds[step] = chosen, odds.gather(1, chosen[:, None]).squeeze(1)
        rollout.values[step] = self._by_seat(values, sight.seats, rollout)
        self._judge(rollout, step)
        self._step(sight.moves.gather(1, chosen[:, None]).squeeze(1).int())
        rollout.over[step] = torch.as_tensor(self.batch.finished, device=self.plan.device) > 0
        rollout.rewards[step, :, : self.players] = torch.as_tensor(self.batch.rewards, device=self.plan.device)
        rollout.rewards[step, :, self.players :] = 0

    def _step(self, actions: torch.Tensor) -> None:
        self.batch.step(actions if self.plan.device == "cuda" else actions.numpy())

    def _ask(self, net: Net, sight: Sight, part: int | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        with half_precision(self.plan.device):
            scores, values = net(sight.features[:part], self.seating)
        return scores, values.softmax(1)

    def _by_seat(self, values: torch.Tensor, seats: torch.Tensor, rollout: Rollout) -> torch.Tensor:
        """Shares by seat number, from shares that begin with the chooser's."""
        numbers = torch.arange(values.shape[1], device=values.device)
        turned = (numbers - seats[:, None]) % self.players
        return values.gather(1, torch.where(numbers < self.players, turned, numbers))

    def _judge(self, rollout: Rollout, step: int) -> None:
        if self.plan.judge > 0:
            rollout.judged[step, :, : self.players] = torch.as_tensor(self.batch.judge(), device=self.plan.device)
            rollout.judged[step, :, self.players :] = 0


def draw(odds: torch.Tensor, dice: torch.Generator) -> torch.Tensor:
    """A place in each list, as likely as the odds say."""
    luck = torch.empty_like(odds).exponential_(generator=dice).clamp_(min=1e-30).log_()
    return (odds - luck).masked_fill(odds <= NEVER / 2, 2 * NEVER).argmax(1)
