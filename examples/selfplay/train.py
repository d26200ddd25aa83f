"""A net that learns by playing itself: PPO on a batch of games, all of it on one GPU (or on the CPU, slowly).

    python examples/selfplay/train.py metals --minutes 15 --out metals.onnx --curve metals.csv

The net sees the features of the hidden record and the mask of legal actions. Its policy and value heads are from
the point of view of the seat that is to act; games are for two, so what is good for one is bad for the other.
Every so often it plays greedy, seat-balanced, and a row of the learning curve is written.
"""

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from wartable.batch import Batch
from wartable.bots import make_bot
from wartable.core.match import hidden
from wartable.core.registry import find_game

FORBIDDEN = -1e9


class Net(nn.Module):
    """Features in, a score for every action and the chance of winning (-1 to 1) out."""

    def __init__(self, features: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
        )
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.zeros_(self.policy.bias)

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden_layer = self.body(features)
        return self.policy(hidden_layer), torch.tanh(self.value(hidden_layer)).squeeze(-1)


class Rollout:
    """Some steps of all games: what was seen, done and paid."""

    def __init__(self, steps: int, games: int, features: int, actions: int, device: str) -> None:
        self.features = torch.zeros(steps, games, features, device=device)
        self.masks = torch.zeros(steps, games, actions, dtype=torch.bool, device=device)
        self.actions = torch.zeros(steps, games, dtype=torch.int64, device=device)
        self.log_odds = torch.zeros(steps, games, device=device)
        self.values = torch.zeros(steps + 1, games, device=device)
        self.rewards = torch.zeros(steps, games, device=device)
        self.over = torch.zeros(steps, games, device=device)
        self.signs = torch.zeros(steps, games, device=device)


def masked(scores: torch.Tensor, masks: torch.Tensor) -> torch.distributions.Categorical:
    return torch.distributions.Categorical(logits=scores.masked_fill(~masks, FORBIDDEN), validate_args=False)


def look(batch: Batch, device: str) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The batch's own arrays as tensors: features, masks and seats."""
    return (
        torch.as_tensor(batch.observe(), device=device),
        torch.as_tensor(batch.masks, device=device) > 0,
        torch.as_tensor(batch.seats, device=device).long(),
    )


@torch.no_grad()
def collect(net: Net, batch: Batch, rollout: Rollout, device: str) -> None:
    rows = torch.arange(batch.size, device=device)
    for t in range(len(rollout.rewards)):
        features, masks, seats = look(batch, device)
        rollout.features[t], rollout.masks[t] = features, masks
        scores, rollout.values[t] = net(features)
        chosen = masked(scores, masks)
        rollout.actions[t] = chosen.sample()
        rollout.log_odds[t] = chosen.log_prob(rollout.actions[t])
        seats = seats.clone()
        batch.step(rollout.actions[t].int() if device == "cuda" else rollout.actions[t].int().numpy())
        over = torch.as_tensor(batch.finished, device=device) > 0
        shares = torch.as_tensor(batch.rewards, device=device)[rows, seats]
        rollout.over[t] = over.float()
        rollout.rewards[t] = torch.where(over, 2 * shares - 1, torch.zeros_like(shares))
        after = torch.as_tensor(batch.seats, device=device).long()
        rollout.signs[t] = torch.where(after == seats, 1.0, -1.0)
    rollout.values[-1] = net(look(batch, device)[0])[1]


def advantages(rollout: Rollout, trace: float = 0.95) -> torch.Tensor:
    """How much better each action was than expected, seen from the seat that chose it."""
    result = torch.zeros_like(rollout.rewards)
    last = torch.zeros_like(rollout.rewards[0])
    for t in reversed(range(len(rollout.rewards))):
        goes_on = (1 - rollout.over[t]) * rollout.signs[t]
        surprise = rollout.rewards[t] + goes_on * rollout.values[t + 1] - rollout.values[t]
        last = surprise + goes_on * trace * last
        result[t] = last
    return result


def improve(
    net: Net, optimiser: torch.optim.Optimizer, rollout: Rollout, gains: torch.Tensor, choices: argparse.Namespace
) -> None:
    flat = [part.flatten(0, 1) for part in (rollout.features, rollout.masks, rollout.actions, rollout.log_odds)]
    gain, aim = gains.flatten(), (gains + rollout.values[:-1]).flatten()
    for _ in range(choices.epochs):
        for part in torch.randperm(len(gain), device=gain.device).split(choices.minibatch):
            features, masks, actions, old = (tensor[part] for tensor in flat)
            scores, values = net(features)
            chosen = masked(scores, masks)
            ratio = (chosen.log_prob(actions) - old).exp()
            better = (gain[part] - gain[part].mean()) / (gain[part].std() + 1e-6)
            policy = -torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
            loss = policy + 0.5 * (values - aim[part]).pow(2).mean() - choices.entropy * chosen.entropy().mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def beats(net: Net, name: str, rival: str, games: int, seed: int, device: str) -> float:
    """The net's share of the wins against a bot, half the games in each seat."""
    game = find_game(name)
    batch = Batch(game, games, seed=seed)
    own = np.arange(games) % 2
    bots = [make_bot(rival, game, seed * 1000 + number) for number in range(games)]
    won, open_games = np.zeros(games), np.ones(games, bool)
    while open_games.any():
        features, masks, seats = look(batch, "cpu")
        scores, _ = net(features.to(device))
        actions = scores.cpu().masked_fill(~masks, FORBIDDEN).argmax(1).int().numpy()
        states = batch.states()
        for i in (open_games & (seats.numpy() != own)).nonzero()[0]:
            seat = int(seats[i])
            legal = masks[i].nonzero().flatten().tolist()
            actions[i] = bots[i].choose(hidden(states[i], batch.box, seat), batch.box, seat, legal)
        batch.step(actions)
        ended = open_games & (batch.finished > 0)
        won[ended] = batch.rewards[ended, own[ended]]
        open_games &= ~ended
    return float(won.mean())


def export(net: Net, path: Path, features: int) -> None:
    """Write the policy and the value as ONNX, in half precision to keep it small."""
    torch.onnx.export(
        net.cpu().eval(), (torch.zeros(1, features),), str(path), dynamo=False, opset_version=17,
        input_names=["features"], output_names=["policy", "value"], dynamic_axes={"features": {0: "batch"}},
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--games", type=int, default=4096, help="games side by side")
    parser.add_argument("--steps", type=int, default=32, help="of each game between two improvements")
    parser.add_argument("--width", type=int, default=256, help="of the net")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--minibatch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rival", default="greedy")
    parser.add_argument("--every", type=float, default=30, help="seconds between two rows of the curve")
    parser.add_argument("--out", type=Path, default=Path("net.onnx"))
    parser.add_argument("--curve", type=Path, default=Path("curve.csv"))
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    choices = parser.parse_args()
    torch.manual_seed(choices.seed)
    game = find_game(choices.game)
    batch = Batch(game, choices.games, seed=choices.seed, device=choices.device)
    net = Net(game.feature_count, game.action_count, choices.width).to(choices.device)
    optimiser = torch.optim.Adam(net.parameters(), choices.rate)
    rollout = Rollout(choices.steps, choices.games, game.feature_count, game.action_count, choices.device)
    started, shown, decisions, rows = time.perf_counter(), 0.0, 0, []
    while (spent := time.perf_counter() - started) < choices.minutes * 60:
        for group in optimiser.param_groups:
            group["lr"] = choices.rate * max(0.05, 1 - spent / (choices.minutes * 60))
        collect(net, batch, rollout, choices.device)
        improve(net, optimiser, rollout, advantages(rollout), choices)
        decisions += choices.games * choices.steps
        if spent - shown > choices.every:
            shown = spent
            share = beats(net, choices.game, choices.rival, 200, len(rows) + 1, choices.device)
            rows.append({"seconds": round(spent), "decisions": decisions, "share": round(share, 4)})
            print(rows[-1], flush=True)
    share = beats(net, choices.game, choices.rival, 1000, 999, choices.device)
    rows.append({"seconds": round(time.perf_counter() - started), "decisions": decisions, "share": round(share, 4)})
    print(f"against {choices.rival}, 1000 seat-balanced games: {share:.3f}")
    with choices.curve.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    export(net, choices.out, game.feature_count)


if __name__ == "__main__":
    main()
