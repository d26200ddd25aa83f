"""Improving a net by what it played (PPO)."""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from .collect import half_precision
from .model import NEVER, Net, log_odds
from .plan import Phase, Plan
from .rollout import Rollout, advantages, paid

STEEPEST = 0.5
VALUE_WEIGHT = 0.5
LEAST = 0.05
"""What is left of rate and entropy at the end of a run."""
TAUGHT_RATE = 1e-3
TAUGHT_PARTS = 2
"""What a teacher says is learnt once, with this rate, from minibatches so many times smaller."""


@dataclass
class Lesson:
    """A rollout as rows to learn from."""

    rollout: Rollout
    rows: torch.Tensor
    gains: torch.Tensor
    """How much better the choice was than expected, for the seat that made it; a teacher's choices need none."""
    aims: torch.Tensor
    """The shares that should have been foretold, the chooser's first."""


def make_lesson(rollout: Rollout, plan: Plan, players: int, trust: float) -> Lesson:
    """What is to be learnt; the judge's opinion counts as much as `trust`, the net's own the rest."""
    values = rollout.values.lerp(rollout.judged, trust) if trust > 0 else rollout.values
    rewards = rollout.rewards
    if plan.price > 0:
        rewards = paid(rewards, rollout.seats, rollout.counts > 1, plan.price, players)
    surprise = advantages(values, rewards, rollout.over, plan.trace)
    aims = surprise + values[:-1]
    gains = surprise.gather(2, rollout.seats[:, :, None]).squeeze(2)
    rows = (rollout.own & (rollout.counts > 1)).flatten().nonzero().squeeze(1)
    return Lesson(rollout, rows, gains.flatten(), turned(aims, rollout.seats, players).flatten(0, 1))


def turned(shares: torch.Tensor, seats: torch.Tensor, players: int) -> torch.Tensor:
    """Shares that begin with the chooser's, from shares by seat number."""
    numbers = torch.arange(shares.shape[2], device=shares.device)
    places = torch.where(numbers < players, (numbers + seats[:, :, None]) % players, numbers)
    return shares.gather(2, places)


@dataclass
class Progress:
    """Sums over minibatches, added up on the device and read once."""

    policy: torch.Tensor
    value: torch.Tensor
    entropy: torch.Tensor
    change: torch.Tensor
    count: int = 0

    def means(self) -> dict[str, float]:
        names = ("policy", "value", "entropy", "change")
        return {name: float(getattr(self, name)) / max(1, self.count) for name in names}


def learn(
    net: Net, optimiser: torch.optim.Optimizer, lesson: Lesson, plan: Plan, phase: Phase, dice: torch.Generator
) -> dict[str, float]:
    """Go over the rows a few times."""
    for group in optimiser.param_groups:
        group["lr"] = TAUGHT_RATE if phase.teaching else plan.rate * max(LEAST, phase.left)
    size = max(1, plan.minibatch // TAUGHT_PARTS) if phase.teaching else plan.minibatch
    sums = Progress(*(torch.zeros((), device=plan.device) for _ in range(4)))
    most = max(2, int(lesson.rollout.counts.max()))
    for _ in range(1 if phase.teaching else plan.epochs):
        order = torch.randperm(len(lesson.rows), generator=dice, device=plan.device)
        for part in lesson.rows[order].tensor_split(max(1, round(len(order) / size))):
            if len(part) > 1:
                loss = minibatch_loss(net, lesson, part, most, plan, phase, sums)
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), STEEPEST)
                optimiser.step()
    return sums.means()


def minibatch_loss(
    net: Net, lesson: Lesson, rows: torch.Tensor, most: int, plan: Plan, phase: Phase, sums: Progress
) -> torch.Tensor:
    rollout = lesson.rollout
    counts = rollout.counts.flatten()[rows]
    moves = rollout.moves.flatten(0, 1)[rows, :most].long()
    seating = torch.tensor(rollout.seating, device=plan.device)
    with half_precision(plan.device):
        scores, shares = net(rollout.features.flatten(0, 1)[rows], seating)
    odds = log_odds(scores, moves, counts)
    chosen = odds.gather(1, rollout.chosen.flatten()[rows][:, None]).squeeze(1)
    shift = chosen if phase.teaching else chosen - rollout.odds.flatten()[rows]
    policy = -chosen.mean() if phase.teaching else clipped(shift, lesson.gains[rows], plan.clip)
    value = -(lesson.aims[rows] * functional.log_softmax(shares, 1).clamp(min=-30)).sum(1).mean()
    entropy = -(odds.exp() * odds.masked_fill(odds <= NEVER / 2, 0.0)).sum(1).mean()
    for name, term in (("policy", policy), ("value", value), ("entropy", entropy), ("change", -shift.mean())):
        getattr(sums, name).add_(term.detach())
    sums.count += 1
    variety = 0.0 if phase.teaching else plan.entropy * max(LEAST, phase.left)
    return policy + VALUE_WEIGHT * value - variety * entropy


def clipped(shift: torch.Tensor, gains: torch.Tensor, clip: float) -> torch.Tensor:
    """What choices that were better than expected lose by being unlikely; no more than a small shift is rewarded."""
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    ratio = shift.exp()
    return -torch.min(ratio * gains, ratio.clamp(1 - clip, 1 + clip) * gains).mean()
