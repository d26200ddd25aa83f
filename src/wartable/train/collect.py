"""Playing: a net against itself, and in a part of the games against an earlier self."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch

from wartable.batch import Batch
from wartable.core.game import Game

from .model import NEVER, Net, log_odds
from .plan import Phase, Plan
from .rollout import Rollout


def half_precision(device: str) -> AbstractContextManager[Any]:
    """Half the bytes on a GPU. Weights are made so anew each time: a recorded step has nothing from outside."""
    if device != "cuda":
        return nullcontext()
    half: AbstractContextManager[Any] = torch.autocast("cuda", dtype=torch.bfloat16, cache_enabled=False)
    return half


@dataclass
class Sight:
    """The tables of a batch as its seats see them, until the batch moves on."""

    features: torch.Tensor
    moves: torch.Tensor
    seen: torch.Tensor
    """The codes of the moves as the seat sees the table, which is how the net knows them."""
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
    moves, seats = moves.masked_fill(ended, filler), tensor(batch.seats).long()
    return Sight(features, moves, as_seen(batch, moves, seats), counts, seats)


def as_seen(batch: Batch, moves: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
    codes = batch.game.seen_codes
    return moves if codes is None else torch.as_tensor(codes, device=moves.device)[seats[:, None], moves]


TIE = 1e-6
"""Moves whose worth differs by less are as good as each other."""


def advice(batch: Batch, sight: Sight, wanted: torch.Tensor, dice: torch.Generator) -> torch.Tensor:
    """The place of the move that the teacher would choose in each of the slots that are wanted, ties drawn."""
    most = sight.moves.shape[1]
    asked = wanted.to(torch.uint8)
    weighed = batch.weigh(asked if batch.device == "cuda" else asked.numpy(), most)
    worth = torch.as_tensor(weighed, device=batch.device)[:, :most].clone()
    worth += TIE * torch.rand(worth.shape, generator=dice, device=batch.device)
    ended = torch.arange(most, device=batch.device) >= sight.counts[:, None]
    return worth.masked_fill_(ended, -1.0).argmax(1)


class Table:
    """The games with one number of players."""

    def __init__(self, game: Game, plan: Plan, players: int, seed: int) -> None:
        self.game, self.plan, self.players = game, plan, players
        self.batch = Batch(game, plan.slots, players=players, seed=seed, device=plan.device, listed=True)
        self.seating = torch.tensor(game.seats.index(players), device=plan.device)
        self.slots = torch.arange(plan.slots, device=plan.device)
        self.asked = torch.full_like(self.slots, -1)
        """The seat that decided last at each table, -1 where none has."""
        self.run = torch.zeros_like(self.slots)
        """How often it has decided in a row since, where it had a choice."""

    @torch.no_grad()
    def collect(self, net: Net, rival: Net | None, rollout: Rollout, dice: torch.Generator, phase: Phase) -> None:
        """Play so many steps of all games as the rollout has room for.

        The teacher has the other seats of the first games, the rival those of the next. While the teacher teaches, it
        plays half of all games and says for each table what it would do.
        """
        rollout.seating = self.game.seats.index(self.players)
        for step in range(self.plan.steps):
            sight = look(self.batch, net.codes)
            self.run = torch.where(sight.seats == self.asked, self.run + (sight.counts > 1), 0)
            scores, values = self._ask(net, sight)
            rollout.values[step] = self._by_seat(values, sight.seats, rollout)
            self._judge(rollout, step, phase)
            if phase.teaching:
                played = self._follow(scores, sight, rollout, step, dice)
            else:
                played = self._choose(scores, rival, sight, rollout, step, dice)
            self._note(sight, rollout, step, net.codes)
            self._step(sight.moves.gather(1, played[:, None]).squeeze(1).int())
            self._reward(rollout, step)
            self.asked = sight.seats.masked_fill(rollout.over[step], -1)
        sight = look(self.batch, net.codes)
        _, values = self._ask(net, sight)
        rollout.values[-1] = self._by_seat(values, sight.seats, rollout)
        self._judge(rollout, self.plan.steps, phase)

    def _follow(
        self, scores: torch.Tensor, sight: Sight, rollout: Rollout, step: int, dice: torch.Generator
    ) -> torch.Tensor:
        """Note what the teacher would do; the places of the moves that are played."""
        told = advice(self.batch, sight, torch.ones_like(self.slots), dice)
        chosen = draw(log_odds(scores, sight.seen, sight.counts), dice)
        rollout.chosen[step], rollout.own[step], rollout.strayed[step] = told, True, False
        return torch.where(self.slots < len(self.slots) // 2, told, chosen)

    def _choose(
        self, scores: torch.Tensor, rival: Net | None, sight: Sight, rollout: Rollout, step: int, dice: torch.Generator
    ) -> torch.Tensor:
        """Note what is chosen, and by whom; the places of the moves that are played."""
        first, last = self.plan.parts(rival is not None)
        own = (sight.seats == self.slots % self.players) | (self.slots >= last)
        if rival is not None:
            theirs, _ = self._ask(rival, sight, slice(first, last))
            scores[first:last] = torch.where(own[first:last, None], scores[first:last], theirs)
        odds = log_odds(scores, sight.seen, sight.counts)
        chosen = draw(odds, dice)
        led = self._is_led() & own
        if first > 0 or self.plan.patience > 0:
            asked = led | (~own & (self.slots < first))
            chosen = torch.where(asked, advice(self.batch, sight, asked, dice), chosen)
        own = own & ~led
        rollout.strayed[step] = False
        if self.plan.stray > 0:
            luck = torch.rand(len(self.slots), 2, generator=dice, device=self.plan.device)
            strays = (luck[:, 0] < self.plan.stray) & (self.slots >= self.plan.strays_from(last)) & ~led
            anywhere = (luck[:, 1] * sight.counts).long().minimum(sight.counts.long() - 1)
            chosen, own = torch.where(strays, anywhere, chosen), own & ~strays
            rollout.strayed[step] = strays
        rollout.own[step], rollout.chosen[step] = own, chosen
        rollout.odds[step] = odds.gather(1, chosen[:, None]).squeeze(1)
        return chosen

    def _is_led(self) -> torch.Tensor:
        """Where a seat has decided so often in a row that the teacher goes on for it."""
        is_long = self.run >= self.plan.patience
        return is_long if self.plan.patience > 0 else torch.zeros_like(is_long)

    def _note(self, sight: Sight, rollout: Rollout, step: int, filler: int) -> None:
        most = sight.seen.shape[1]
        rollout.features[step] = sight.features
        rollout.moves[step, :, :most] = sight.seen
        rollout.moves[step, :, most:] = filler
        rollout.counts[step], rollout.seats[step] = sight.counts, sight.seats

    def _reward(self, rollout: Rollout, step: int) -> None:
        rollout.over[step] = torch.as_tensor(self.batch.finished, device=self.plan.device) > 0
        rollout.rewards[step, :, : self.players] = torch.as_tensor(self.batch.rewards, device=self.plan.device)
        rollout.rewards[step, :, self.players :] = 0

    def _step(self, actions: torch.Tensor) -> None:
        self.batch.step(actions if self.plan.device == "cuda" else actions.numpy())

    def _ask(self, net: Net, sight: Sight, part: slice = slice(None)) -> tuple[torch.Tensor, torch.Tensor]:
        with half_precision(self.plan.device):
            scores, values = net(sight.features[part], self.seating)
        return scores, values.softmax(1)

    def _by_seat(self, values: torch.Tensor, seats: torch.Tensor, rollout: Rollout) -> torch.Tensor:
        """Shares by seat number, from shares that begin with the chooser's."""
        numbers = torch.arange(values.shape[1], device=values.device)
        turned = (numbers - seats[:, None]) % self.players
        return values.gather(1, torch.where(numbers < self.players, turned, numbers))

    def _judge(self, rollout: Rollout, step: int, phase: Phase) -> None:
        if phase.trust > 0:
            rollout.judged[step, :, : self.players] = torch.as_tensor(self.batch.judge(), device=self.plan.device)
            rollout.judged[step, :, self.players :] = 0


def draw(odds: torch.Tensor, dice: torch.Generator) -> torch.Tensor:
    """A place in each list, as likely as the odds say."""
    luck = torch.empty_like(odds).exponential_(generator=dice).clamp_(min=1e-30).log_()
    return (odds - luck).masked_fill(odds <= NEVER / 2, 2 * NEVER).argmax(1)
