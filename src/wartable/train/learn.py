"""Improves a net by PPO; the policy scores the tables after the moves."""

import copy
import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from .collect import Rollout, RolloutStep
from .lists import log_odds, spread, turned
from .model import Net
from .plan import Plan

LEAST_RATE, LEAST_ENTROPY = 0.05, 0.1
"""What remains of learning rate and entropy bonus at the end of a run."""
STEEPEST = 1.0
SAMPLED = 100_000
"""The number of advantages that are sampled to find the threshold of the largest ones."""


def advantages(values: torch.Tensor, rewards: torch.Tensor, over: torch.Tensor, trace: float) -> torch.Tensor:
    """The advantages of each step, for every seat (GAE, without discount).

    `values` has one step more than there were decisions: the value of the final tables.
    """
    found = torch.empty_like(rewards)
    later = torch.zeros_like(rewards[0])
    for step in reversed(range(len(rewards))):
        ended = over[step, :, None]
        surprise = rewards[step] + values[step + 1].masked_fill(ended, 0.0) - values[step]
        later = surprise + trace * later.masked_fill(ended, 0.0)
        found[step] = later
    return found


class Learner:
    """A net, its optimiser, and the average of its weights, which plays better than the latest ones."""

    def __init__(self, net: Net, plan: Plan) -> None:
        self.net, self.plan = net, plan
        self.average = copy.deepcopy(net)
        self.optimiser = torch.optim.AdamW(
            net.parameters(), plan.rate, weight_decay=1e-4, eps=1e-6, fused=plan.device == "cuda"
        )

    def learn(self, rollout: Rollout, done: float, dice: torch.Generator) -> dict[str, float]:
        """Make one pass over what was played. `done` is the completed share of the run."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.plan.rate * (LEAST_RATE + (1 - LEAST_RATE) * (1 + math.cos(math.pi * done)) / 2)
        steps = rollout.steps
        seats, over = (torch.stack([getattr(step, name) for step in steps]) for name in ("seats", "over"))
        rewards = torch.stack([step.rewards for step in steps])
        values = torch.stack([*(step.sight.values for step in steps), rollout.last])
        surprise = advantages(values, rewards, over, self.plan.trace)
        aims = turned(surprise + values[:-1], seats, rollout.players)
        gains = surprise.gather(2, seats[:, :, None]).squeeze(2)
        own = torch.stack([step.own for step in steps])
        gains, kept = self._scaled(gains, own, dice)
        told: dict[str, Any] = {"policy": 0.0, "value": 0.0, "entropy": 0.0, "change": 0.0}
        parts = 0
        for at in torch.randperm(len(steps), generator=dice, device=dice.device).tolist():
            order = torch.randperm(seats.shape[1], generator=dice, device=dice.device)
            for slots in order.split(self.plan.minibatch):
                terms = self._improve(steps[at], slots, gains[at], kept[at], aims[at], rollout.seating, done)
                told = {name: total + terms[name] for name, total in told.items()}
                parts += 1
        return {name: float(total) / parts for name, total in told.items()}

    def _scaled(
        self, gains: torch.Tensor, own: torch.Tensor, dice: torch.Generator
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Normalised advantages, and the decisions to learn from: those with the largest ones."""
        sizes = gains[own].abs()
        if not len(sizes):
            return gains, own
        drawn = torch.randint(len(sizes), (min(len(sizes), SAMPLED),), generator=dice, device=sizes.device)
        kept = own & (gains.abs() >= torch.quantile(sizes[drawn], 1 - self.plan.keep))
        return gains / (gains[kept].square().mean().sqrt() + 1e-6), kept

    def _improve(
        self, step: RolloutStep, slots: torch.Tensor, gains: torch.Tensor, kept: torch.Tensor, aims: torch.Tensor,
        seating: torch.Tensor, done: float,
    ) -> dict[str, torch.Tensor]:  # fmt: skip
        """One optimiser step on the decisions of some tables."""
        loss, terms = self._policy_loss(step, slots[kept[slots]], gains, seating, done)
        chosen = step.chosen[slots]
        open_ = slots[~step.sight.ended[chosen]]
        terms["value"] = self._value_loss(step, open_, aims[open_], seating)
        self.optimiser.zero_grad(set_to_none=True)
        (loss + terms["value"]).backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), STEEPEST)
        self.optimiser.step()
        with torch.no_grad():
            for slow, new in zip(self.average.parameters(), self.net.parameters(), strict=True):
                slow.lerp_(new, 1 - self.plan.average)
        return {name: term.detach() for name, term in terms.items()}

    def _value_loss(
        self, step: RolloutStep, slots: torch.Tensor, aims: torch.Tensor, seating: torch.Tensor
    ) -> torch.Tensor:
        """The loss of the value head against the actual results."""
        at = step.chosen[slots]
        _, shares = self.net(step.sight.rows.rows(at), step.sight.verdicts[at], seating)  # type: ignore[union-attr]
        return -(aims.clamp(0, 1) * functional.log_softmax(shares, 1).clamp(min=-30)).sum() / max(1, len(slots))

    def _policy_loss(
        self, step: RolloutStep, slots: torch.Tensor, gains: torch.Tensor, seating: torch.Tensor, done: float
    ) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        """The policy loss, with a penalty for moving away from the last policy."""
        sight, count = step.sight, max(1, len(slots))
        counts = sight.counts[slots]
        of, at = spread(sight.firsts[slots], counts)
        scores, _ = self.net(sight.rows.rows(at), sight.verdicts[at], seating)  # type: ignore[union-attr]
        odds, old = log_odds(scores, of, len(slots)), sight.odds[at]
        places = counts.cumsum(0) - counts + step.chosen[slots] - sight.firsts[slots]
        ratio, gain = (odds - old)[places].exp(), gains[slots]
        clip = self.plan.clip
        policy = -torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).sum() / count
        change = (old.exp() * (old - odds)).sum() / count
        entropy = -(odds.exp() * odds).sum() / count
        variety = self.plan.entropy * max(LEAST_ENTROPY, 1 - done)
        loss = policy + self.plan.change * change - variety * entropy
        return loss, {"policy": policy, "change": change, "entropy": entropy}
