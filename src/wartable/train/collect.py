"""Collects games: a net against itself, against greedy, and in tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from wartable.batch import Batch
from wartable.core.game import Game

from .lists import Packed, among_best, best_of, drawn, log_odds, spread, turned
from .model import Net
from .plan import Plan

CHUNK = 131_072
"""Moves that are evaluated together: the features of all moves of all tables may not fit into memory."""
TIE = 1e-6
"""Moves whose values differ by less count as equal."""
PATIENCE = 64
"""After this many decisions of a seat in a row, greedy plays for it until others are asked: matches must end."""


@dataclass
class Lookahead:
    """The results of the moves of some tables, as the choosing seats see them, and a net's evaluation."""

    rows: Packed | None
    verdicts: torch.Tensor
    """The judge's shares after each move, the choosing seat's first."""
    ended: torch.Tensor
    """Whether the move ends the match."""
    counts: torch.Tensor
    firsts: torch.Tensor
    """The number of moves of each table that were looked at, and the index of its first one."""
    numbers: torch.Tensor
    """The number of each move in its table's list."""
    of: torch.Tensor
    """The table of each move."""
    odds: torch.Tensor
    """The log probability of each move."""
    values: torch.Tensor
    """The value of the tables before the move, by seat number."""


@dataclass
class RolloutStep:
    """One decision at each table, for learning."""

    sight: Lookahead
    seats: torch.Tensor
    chosen: torch.Tensor
    """The index of the chosen move among all moves."""
    own: torch.Tensor
    """Whether the net chose it, and had a choice."""
    over: torch.Tensor
    rewards: torch.Tensor


@dataclass
class Rollout:
    steps: list[RolloutStep]
    last: torch.Tensor
    """The value of the tables after the last step."""
    players: int
    seating: torch.Tensor


def chunks(starts: Any, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The slots in parts that have no more than this many moves together."""
    while first < last:
        end = int(np.searchsorted(starts, starts[first] + CHUNK, "right")) - 1
        end = min(max(end, first + 1), last)
        yield first, end
        first = end


class Collector:
    """The games with one number of players. The first slots are tests, the next ones play against greedy."""

    def __init__(self, game: Game, plan: Plan, players: int, seed: int) -> None:
        self.game, self.plan, self.players = game, plan, players
        self.batch = Batch(game, plan.slots, players=players, seed=seed, device=plan.device, listed=True)
        self.seating = torch.tensor(game.seats.index(players), device=plan.device)
        self.slots = torch.arange(plan.slots, device=plan.device)
        self.mine = self.slots % players
        """The net's seat where greedy has the others."""
        self.asked = torch.full_like(self.slots, -1)
        """The seat that decided last at each table; -1 if none has."""
        self.run = torch.zeros_like(self.slots)
        """How often that seat has decided in a row since, with a choice."""
        self.met, self.won, self.made = 0, 0.0, 0
        """The test matches that ended, the share of them that was won, and all matches that ended."""

    @torch.no_grad()
    def collect(self, net: Net, average: Net, dice: torch.Generator) -> Rollout:
        """Play some steps of all games."""
        steps = [self._step(net, average, dice) for _ in range(self.plan.steps)]
        seats = self._tensor(self.batch.seats).long()
        last = self._look(net, self.plan.tested, self.plan.slots, seats, keep=False)
        return Rollout(steps, last.values, self.players, self.seating)

    def _step(self, net: Net, average: Net, dice: torch.Generator) -> RolloutStep:
        tested, slots = self.plan.tested, self.plan.slots
        seats = self._tensor(self.batch.seats).long().clone()
        counts = self._tensor(self.batch.counts)
        self.run = torch.where(seats == self.asked, self.run + (counts > 1), 0)
        is_own = (self.slots >= self.plan.sparred) | (seats == self.mine)
        is_own &= self.run < PATIENCE
        learnt = (is_own & (counts > 1))[tested:]
        actions = torch.zeros(slots, dtype=torch.int32, device=self.plan.device)
        if tested:
            test = self._look(average, 0, tested, seats, keep=False)
            best = best_of(test.odds, test.of, tested)
            self._answer(actions, 0, tested, test, torch.where(is_own[:tested], best, self._greedy(test, dice)))
        sight = self._look(net, tested, slots, seats, keep=True)
        is_own = is_own[tested:]
        chosen = drawn(sight.odds, sight.of, slots - tested, dice)
        chosen = torch.where(is_own, chosen, self._greedy(sight, dice))
        self._answer(actions, tested, slots, sight, chosen)
        self.batch.step(actions if self.plan.device == "cuda" else actions.numpy())
        over = self._tensor(self.batch.finished) > 0
        rewards = torch.zeros(slots, net.most, device=self.plan.device)
        rewards[:, : self.players] = self._tensor(self.batch.rewards)
        self.asked = seats.masked_fill(over, -1)
        self._tally(over, rewards)
        return RolloutStep(sight, seats[tested:], chosen, learnt, over[tested:], rewards[tested:])

    def _look(self, net: Net, first: int, last: int, seats: torch.Tensor, keep: bool) -> Lookahead:
        """Look ahead in some slots, part by part, and evaluate the results with a net."""
        starts, tables = self._tensor(self.batch.starts[first:last]), last - first
        counts, places = self._listed(first, last, seats)
        firsts = counts.cumsum(0) - counts
        of, _ = spread(firsts, counts)
        edges = np.append(0, counts.cumsum(0).cpu().numpy())
        parts: list[Any] = []
        for begin, end in chunks(edges, 0, tables):
            part, span = slice(edges[begin], edges[end]), (first + begin, first + end)
            numbers, verdicts, ended = map(
                self._tensor, self.batch.ahead(*span, self.plan.samples, self._for_batch(places[part]))
            )
            features = numbers.to(torch.bfloat16) if self.plan.device == "cuda" else numbers
            verdicts = functional.pad(verdicts, (0, net.most - self.players))
            shares = turned(verdicts, seats[first:last][of[part]], self.players)
            scores, values = net(features, shares, self.seating)
            parts.append((Packed.of(features) if keep else None, shares, ended > 0, scores, values.softmax(1)))
        packed, shares, ended, scores, values = zip(*parts, strict=True)
        ended, verdicts = torch.cat(ended), torch.cat(shares)
        odds = log_odds(torch.cat(scores), of, tables)
        worth = torch.where(ended[:, None], verdicts, torch.cat(values)) * odds.exp()[:, None]
        expected = worth.new_zeros(tables, net.most).index_add(0, of, worth)
        by_seat = turned(expected, -seats[first:last], self.players)
        rows = Packed.joined(packed) if keep else None
        return Lookahead(rows, verdicts, ended, counts, firsts, places - starts[of], of, odds, by_seat)

    def _listed(self, first: int, last: int, seats: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The number of moves to look at in each slot, and their indices in the list of all moves.

        Of a list longer than the plan's shortlist these are the moves that the judge likes best.
        """
        starts, most = self.batch.starts, self.plan.shortlist
        counts = self._tensor(self.batch.counts)[first:last].long()
        places = torch.arange(int(starts[first]), int(starts[last]), device=self.plan.device)
        if not most or int(counts.max()) <= most:
            return counts, places
        of, _ = spread(counts.cumsum(0) - counts, counts)
        long = counts[of] > most
        _, verdicts, _ = self.batch.ahead(first, last, self.plan.samples, self._for_batch(places[long]), features=False)
        asked = of[long]
        worth = self._tensor(verdicts).gather(1, seats[first:last][asked, None]).squeeze(1)
        kept = ~long
        kept[long] = among_best(worth, asked, last - first, most)
        return counts.clamp(max=most), places[kept]

    def _greedy(self, sight: Lookahead, dice: torch.Generator) -> torch.Tensor:
        """The index of the move that the judge likes best at each table, ties broken at random."""
        worth = sight.verdicts[:, 0]
        luck = TIE * torch.rand(worth.shape, generator=dice, device=worth.device)
        return best_of(worth + luck, sight.of, len(sight.counts))

    def _answer(self, actions: torch.Tensor, first: int, last: int, sight: Lookahead, chosen: torch.Tensor) -> None:
        number = sight.numbers[chosen, None]
        actions[first:last] = self._tensor(self.batch.moves)[first:last].gather(1, number).squeeze(1)

    def _tally(self, over: torch.Tensor, rewards: torch.Tensor) -> None:
        self.made += int(over.sum())
        tested = self.plan.tested
        self.met += int(over[:tested].sum())
        self.won += float(rewards[:tested].gather(1, self.mine[:tested, None]).sum())

    def _tensor(self, array: Any) -> torch.Tensor:
        return torch.as_tensor(array, device=self.plan.device)

    def _for_batch(self, tensor: torch.Tensor) -> Any:
        """A tensor as the batch takes it."""
        return tensor if self.plan.device == "cuda" else tensor.numpy()
