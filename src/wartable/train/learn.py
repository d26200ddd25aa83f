"""Improving a net by what it played (PPO)."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

from .collect import half_precision
from .model import NEVER, Net, log_odds
from .plan import Phase, Plan
from .quick import RATE, Quick, quick_loss
from .rollout import Rollout, advantages, paid
from .steps import Recorded, Step, improve, new_optimiser, set_rate

VALUE_WEIGHT = 0.5
LEAST = 0.05
"""What is left of rate and entropy at the end of a run."""
TAUGHT_RATE = 1e-3
TAUGHT_PARTS = 2
"""What a teacher says is learnt once, with this rate, from minibatches so many times smaller."""
NARROWEST = 64


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


class Progress:
    """Sums over minibatches, added up on the device and read once."""

    NAMES = ("policy", "value", "entropy", "change", "quick_policy", "quick_value")
    """The last two: what the quick net lacks of the large one's choices, and how wrong it is about how matches go."""

    def __init__(self, device: str) -> None:
        self.sums = {name: torch.zeros((), device=device) for name in self.NAMES}
        self.count = 0

    def begin(self) -> None:
        for total in self.sums.values():
            total.zero_()
        self.count = 0

    def add(self, name: str, term: torch.Tensor) -> None:
        self.sums[name].add_(term.detach())

    def means(self) -> dict[str, float]:
        return {name: float(total) / max(1, self.count) for name, total in self.sums.items()}


class Follower:
    """The quick net, and what improves it."""

    def __init__(self, net: Quick, device: str) -> None:
        self.net, self.device = net, device
        self.optimiser = new_optimiser(net, RATE, device)

    def learn(
        self,
        features: torch.Tensor,
        seating: torch.Tensor,
        moves: torch.Tensor,
        counts: torch.Tensor,
        odds: torch.Tensor,
        aims: torch.Tensor,
        progress: Progress,
    ) -> None:
        """A step towards what the large net chose, and towards how the matches went on."""
        with half_precision(self.device):
            scores, shares = self.net(features, seating)
        policy, value = quick_loss(scores, shares, moves, counts, odds, aims)
        improve(self.net, self.optimiser, policy + value)
        progress.add("quick_policy", policy)
        progress.add("quick_value", value)


class Learner:
    """A net, what improves it, and the quick net that learns beside it.

    What a step reads lies in the same places every time, so that a GPU can be told once what a step is.
    """

    def __init__(self, net: Net, plan: Plan, rollout: Rollout, follower: Follower | None = None) -> None:
        self.net, self.plan, self.rollout, self.follower = net, plan, rollout, follower
        self.optimiser = new_optimiser(net, plan.rate, plan.device)
        self.progress = Progress(plan.device)
        self.gains = torch.zeros(plan.steps * plan.slots, device=plan.device)
        self.aims = torch.zeros(plan.steps * plan.slots, rollout.rewards.shape[2], device=plan.device)
        self.seating = torch.zeros((), dtype=torch.int64, device=plan.device)
        self.variety = torch.zeros((), device=plan.device)
        self.step: Step = Recorded(self.improve) if plan.device == "cuda" else self.improve

    def learn(self, lesson: Lesson, phase: Phase, dice: torch.Generator) -> dict[str, float]:
        """Go over the rows a few times."""
        plan = self.plan
        self._begin(lesson, phase)
        size = max(1, plan.minibatch // TAUGHT_PARTS) if phase.teaching else plan.minibatch
        most = room_for(lesson.most, self.rollout.moves.shape[2]) if plan.device == "cuda" else lesson.most
        for _ in range(1 if phase.teaching else plan.epochs):
            order = torch.randperm(len(lesson.rows), generator=dice, device=plan.device)
            for rows in even_parts(lesson.rows[order], size):
                self.step(rows, most, phase.teaching)
                self.progress.count += 1
        return self.progress.means()

    def _begin(self, lesson: Lesson, phase: Phase) -> None:
        self.progress.begin()
        self.gains.copy_(lesson.gains)
        self.aims.copy_(lesson.aims)
        self.seating.fill_(self.rollout.seating)
        left = max(LEAST, phase.left)
        self.variety.fill_(0.0 if phase.teaching else self.plan.entropy * left)
        set_rate(self.optimiser, TAUGHT_RATE if phase.teaching else self.plan.rate * left)
        if self.follower is not None:
            set_rate(self.follower.optimiser, RATE * left)

    def improve(self, rows: torch.Tensor, most: int, teaching: bool) -> None:
        """One step by these rows, whose lists have no more than so many moves; the follower takes one too."""
        improve(self.net, self.optimiser, self.loss(rows, most, teaching))

    def loss(self, rows: torch.Tensor, most: int, teaching: bool) -> torch.Tensor:
        """What the net loses on these rows; the follower learns from them at once."""
        rollout, progress = self.rollout, self.progress
        counts = rollout.counts.flatten()[rows]
        moves = rollout.moves.flatten(0, 1)[rows, :most].long()
        gains, aims = self.gains[rows], self.aims[rows]
        with half_precision(self.plan.device):
            features = rollout.features.flatten(0, 1)[rows]
            scores, shares = self.net(features, self.seating)
        odds = log_odds(scores, moves, counts)
        if self.follower is not None:
            self.follower.learn(features, self.seating, moves, counts, odds.detach(), aims, progress)
        chosen = odds.gather(1, rollout.chosen.flatten()[rows][:, None]).squeeze(1)
        shift = chosen if teaching else chosen - rollout.odds.flatten()[rows]
        policy = -chosen.mean() if teaching else clipped(shift, gains, self.plan.clip)
        value = -(aims * functional.log_softmax(shares, 1).clamp(min=-30)).sum(1).mean()
        entropy = -(odds.exp() * odds.masked_fill(odds <= NEVER / 2, 0.0)).sum(1).mean()
        for name, term in (("policy", policy), ("value", value), ("entropy", entropy), ("change", -shift.mean())):
            progress.add(name, term)
        return policy + VALUE_WEIGHT * value - self.variety * entropy


def even_parts(rows: torch.Tensor, size: int) -> Sequence[torch.Tensor]:
    """The rows in parts of this size, as many as come nearest to all of them; the first rows are in twice, or the last
    not at all. Fewer rows than that are one part, and a single row, which nothing can be compared with, is none."""
    if len(rows) <= size:
        return (rows,) if len(rows) > 1 else ()
    count = round(len(rows) / size)
    places = torch.arange(count * size, device=rows.device) % len(rows)
    parts: Sequence[torch.Tensor] = rows[places].split(size)
    return parts


def room_for(most: int, widest: int) -> int:
    """The next power of two: a step is recorded for each width of lists, so there should be few."""
    return min(widest, max(NARROWEST, 1 << (most - 1).bit_length()))


def clipped(shift: torch.Tensor, gains: torch.Tensor, clip: float) -> torch.Tensor:
    """What choices that were better than expected lose by being unlikely; no more than a small shift is rewarded."""
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    ratio = shift.exp()
    return -torch.min(ratio * gains, ratio.clamp(1 - clip, 1 + clip) * gains).mean()
