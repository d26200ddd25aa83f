"""Improving a net by what it played (PPO)."""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from .collect import half_precision
from .model import NEVER, Net, log_odds
from .plan import Phase, Plan
from .quick import RATE, Quick, quick_loss
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
    most: int
    """The most moves that a row has to choose from."""


def make_lesson(rollout: Rollout, plan: Plan, players: int, trust: float) -> Lesson:
    """What is to be learnt; the judge's opinion counts as much as `trust`, the net's own the rest."""
    values = rollout.values.lerp(rollout.judged, trust) if trust > 0 else rollout.values
    rewards = rollout.rewards
    if plan.price > 0:
        rewards = paid(rewards, rollout.seats, rollout.counts > 1, plan.price, players)
    surprise = advantages(values, rewards, rollout.over, plan.trace, rollout.strayed if plan.stray > 0 else None)
    aims = surprise + values[:-1]
    gains = surprise.gather(2, rollout.seats[:, :, None]).squeeze(2)
    rows = (rollout.own & (rollout.counts > 1)).flatten().nonzero().squeeze(1)
    most = max(2, int(rollout.counts.max()))
    return Lesson(rollout, rows, gains.flatten(), turned(aims, rollout.seats, players).flatten(0, 1), most)


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
    quick_policy: torch.Tensor
    """What the quick net lacks of the large one's choices, and how wrong it is about how matches go on."""
    quick_value: torch.Tensor
    count: int = 0

    def means(self) -> dict[str, float]:
        names = ("policy", "value", "entropy", "change", "quick_policy", "quick_value")
        return {name: float(getattr(self, name)) / max(1, self.count) for name in names}


class Follower:
    """The quick net, and what improves it."""

    def __init__(self, net: Quick, device: str) -> None:
        self.net, self.device = net, device
        self.optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-4, eps=1e-7, fused=device == "cuda")

    def begin(self, phase: Phase) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = RATE * max(LEAST, phase.left)

    def learn(
        self,
        features: torch.Tensor,
        seating: torch.Tensor,
        moves: torch.Tensor,
        counts: torch.Tensor,
        odds: torch.Tensor,
        aims: torch.Tensor,
        sums: Progress,
    ) -> None:
        """A step towards what the large net chose, and towards how the matches went on."""
        with half_precision(self.device):
            scores, shares = self.net(features, seating)
        policy, value = quick_loss(scores, shares, moves, counts, odds, aims)
        self.optimiser.zero_grad(set_to_none=True)
        (policy + value).backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), STEEPEST)
        self.optimiser.step()
        sums.quick_policy.add_(policy.detach())
        sums.quick_value.add_(value.detach())


def learn(
    net: Net,
    optimiser: torch.optim.Optimizer,
    lesson: Lesson,
    plan: Plan,
    phase: Phase,
    dice: torch.Generator,
    follower: Follower | None = None,
) -> dict[str, float]:
    """Go over the rows a few times."""
    for group in optimiser.param_groups:
        group["lr"] = TAUGHT_RATE if phase.teaching else plan.rate * max(LEAST, phase.left)
    if follower is not None:
        follower.begin(phase)
    size = max(1, plan.minibatch // TAUGHT_PARTS) if phase.teaching else plan.minibatch
    sums = Progress(*(torch.zeros((), device=plan.device) for _ in range(6)))
    for _ in range(1 if phase.teaching else plan.epochs):
        order = torch.randperm(len(lesson.rows), generator=dice, device=plan.device)
        for part in lesson.rows[order].tensor_split(max(1, round(len(order) / size))):
            if len(part) > 1:
                loss = minibatch_loss(net, lesson, part, plan, phase, sums, follower)
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), STEEPEST)
                optimiser.step()
    return sums.means()


def minibatch_loss(
    net: Net,
    lesson: Lesson,
    rows: torch.Tensor,
    plan: Plan,
    phase: Phase,
    sums: Progress,
    follower: Follower | None = None,
) -> torch.Tensor:
    """What the net loses on these rows; the follower learns from them at once."""
    rollout = lesson.rollout
    counts = rollout.counts.flatten()[rows]
    moves = rollout.moves.flatten(0, 1)[rows, : lesson.most].long()
    seating = torch.tensor(rollout.seating, device=plan.device)
    with half_precision(plan.device):
        features = rollout.features.flatten(0, 1)[rows]
        scores, shares = net(features, seating)
    odds = log_odds(scores, moves, counts)
    if follower is not None:
        follower.learn(features, seating, moves, counts, odds.detach(), lesson.aims[rows], sums)
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
