"""A net that learns by playing itself, all of it on one GPU (or on the CPU, slowly).

    python examples/selfplay/train.py metals --minutes 15 --out metals.onnx --curve metals.csv
    python examples/selfplay/train.py thrones --evaluate thrones.onnx --final 1000 --device cpu

The net judges a table right after a move, for the seat that made it: -1 lost, 1 won. The player looks one move ahead
with it. What it learns from are its own games: the judgement after a move is drawn towards the judgements after the
moves that follow, and towards the result (TD with eligibility traces). Games are for two, so what is good for one
is bad for the other. Every so often the net plays a rival, seat-balanced, and a row of the learning curve is written.
Where that would take long, `--row 0 --keep FOLDER` writes the net as it is at that moment instead, and `--evaluate`
lets it play the rival later, on any machine.
"""

import argparse
import copy
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
from wartable.lab.sample import rate_interval

NEVER = -1e9
AT_ONCE = 100
"""Games that a net plays against a rival side by side."""


class Net(nn.Module):
    """Features of a table in, the chance of having won it out, from -1 to 1."""

    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1), nn.Tanh()
        )

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.layers(features).squeeze(-1)


class Judge:
    """A net that was written as ONNX, where PyTorch expects one of its own."""

    def __init__(self, path: Path) -> None:
        import onnxruntime

        self.session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])

    def __call__(self, features: torch.Tensor) -> torch.Tensor:
        (values,) = self.session.run(None, {"features": features.cpu().numpy()})
        return torch.as_tensor(values, device=features.device)


class Ahead:
    """All moves of all games, or of those that are asked for, judged: values (games x moves), codes, features."""

    def __init__(
        self, net: Net | Judge, batch: Batch, width: int, device: str, asked: torch.Tensor | None = None
    ) -> None:
        features, actions, ends = (torch.as_tensor(part, device=device) for part in batch.ahead(width))
        self.features, self.actions, self.ends = features, actions, ends
        there = actions >= 0
        if asked is not None:
            there &= asked[:, None]
        values = torch.full_like(ends, NEVER)
        if there.any():
            values[there] = net(features[there])
        self.values = torch.where(there & (ends >= 0), 2 * ends - 1, values)


@torch.no_grad()
def collect(net: Net, batch: Batch, steps: int, choices: argparse.Namespace) -> tuple[torch.Tensor, torch.Tensor]:
    """Play some steps of all games: the features after each chosen move, and what they should have been judged."""
    device, rows = choices.device, torch.arange(batch.size, device=choices.device)
    seen, judged, paid, over, signs = [], [], [], [], []
    for _ in range(steps):
        ahead = Ahead(net, batch, choices.moves, device)
        odds = torch.softmax(ahead.values / choices.warmth, 1)
        chosen = torch.multinomial(odds, 1).squeeze(1)
        seen.append(ahead.features[rows, chosen].clone())
        judged.append(ahead.values[rows, chosen])
        seats = torch.as_tensor(batch.seats, device=device).long().clone()
        actions = ahead.actions[rows, chosen].int()
        batch.step(actions if device == "cuda" else actions.numpy())
        ended = torch.as_tensor(batch.finished, device=device) > 0
        shares = torch.as_tensor(batch.rewards, device=device)[rows, seats]
        paid.append(torch.where(ended, 2 * shares - 1, torch.zeros_like(shares)))
        over.append(ended)
        signs.append(torch.where(torch.as_tensor(batch.seats, device=device).long() == seats, 1.0, -1.0))
    last = Ahead(net, batch, choices.moves, device).values.max(1).values
    aims = [last] * steps
    goal = last
    for t in reversed(range(steps)):
        following = judged[t + 1] if t + 1 < steps else last
        mixed = signs[t] * ((1 - choices.trace) * following + choices.trace * goal)
        goal = torch.where(over[t], paid[t], mixed)
        aims[t] = goal
    return torch.stack(seen).flatten(0, 1), torch.stack(aims).flatten()


def improve(
    net: Net, optimiser: torch.optim.Optimizer, seen: torch.Tensor, aims: torch.Tensor, minibatch: int
) -> float:
    loss = torch.zeros(())
    # A move that ended the match has no features: its judgement is exact and nothing is to be learnt.
    known = seen.abs().sum(1) > 0
    seen, aims = seen[known], aims[known]
    for part in torch.randperm(len(aims), device=aims.device).split(minibatch):
        loss = (net(seen[part]) - aims[part]).pow(2).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    return float(loss.detach())


@torch.no_grad()
def share_against(net: Net | Judge, rival: str, games: int, seed: int, choices: argparse.Namespace) -> float:
    """The net's share of the wins against a bot, half the games in each seat, so many at a time as fit the memory."""
    if games > AT_ONCE:
        parts = [min(AT_ONCE, games - at) for at in range(0, games, AT_ONCE)]
        shares = [share_against(net, rival, part, seed + 10_000 * at, choices) for at, part in enumerate(parts)]
        return float(np.average(shares, weights=parts))
    game = find_game(choices.game)
    batch = Batch(game, games, seed=seed, device=choices.device)
    own = np.arange(games) % 2
    bots = [make_bot(rival, game, seed * 1000 + number) for number in range(games)]
    won, still = np.zeros(games), np.ones(games, bool)
    while still.any():
        seats, states = to_host(batch.seats), batch.states()
        asked = torch.as_tensor(still & (seats == own), device=choices.device)
        ahead = Ahead(net, batch, choices.moves, choices.device, asked)
        rows = torch.arange(games, device=choices.device)
        actions = ahead.actions[rows, ahead.values.argmax(1)].int().cpu().numpy()
        codes = ahead.actions.cpu().numpy()
        for i in (still & (seats != own)).nonzero()[0]:
            seat = int(seats[i])
            legal = codes[i][codes[i] >= 0].tolist()
            actions[i] = bots[i].choose(hidden(states[i], batch.box, seat), batch.box, seat, legal)
        batch.step(actions)
        ended = still & (to_host(batch.finished) > 0)
        won[ended] = to_host(batch.rewards)[ended, own[ended]]
        still &= ~ended
    return float(won.mean())


def to_host(array: object) -> np.ndarray:  # type: ignore[type-arg]
    return np.asarray(torch.as_tensor(array).cpu())


def export(net: Net, path: Path, features: int) -> None:
    """Write the net as ONNX: features in, value out, any number of tables at once."""
    torch.onnx.export(
        copy.deepcopy(net).cpu().eval(), (torch.zeros(1, features),), str(path), dynamo=False, opset_version=17,
        input_names=["features"], output_names=["value"],
        dynamic_axes={"features": {0: "tables"}, "value": {0: "tables"}},
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--games", type=int, default=1024, help="games side by side")
    parser.add_argument("--steps", type=int, default=32, help="of each game between two improvements")
    parser.add_argument(
        "--moves", type=int, default=0, help="looked at in a position (default: all that the game can have)"
    )
    parser.add_argument("--width", type=int, default=256, help="of the net")
    parser.add_argument("--minibatch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--trace", type=float, default=0.8, help="how far ahead the aims look, from 0 to 1")
    parser.add_argument("--temperature", type=float, default=0.05, help="how often a worse move is tried")
    parser.add_argument("--coldest", type=float, default=1.0, help="share of the temperature that is left at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rival", default="greedy")
    parser.add_argument("--every", type=float, default=30, help="seconds between two rows of the curve")
    parser.add_argument("--row", type=int, default=200, help="games against the rival for each row, 0 for none")
    parser.add_argument("--final", type=int, default=1000, help="games against the rival at the end, 0 for none")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write the net there with every row")
    parser.add_argument("--evaluate", type=Path, metavar="NET", help="no training: let this net play the rival")
    parser.add_argument("--out", type=Path, default=Path("net.onnx"))
    parser.add_argument("--curve", type=Path, default=Path("curve.csv"))
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    choices = parser.parse_args()
    torch.manual_seed(choices.seed)
    game = find_game(choices.game)
    choices.moves = choices.moves or game.most_legal
    if choices.evaluate:
        if choices.final < 1:
            parser.error("--evaluate needs at least one game: --final")
        tell(share_against(Judge(choices.evaluate), choices.rival, choices.final, 999, choices), choices)
        return
    batch = Batch(game, choices.games, seed=choices.seed, device=choices.device)
    net = Net(game.feature_count, choices.width).to(choices.device)
    optimiser = torch.optim.Adam(net.parameters(), choices.rate)
    rows = learn(net, optimiser, batch, choices)
    export(net, choices.out, game.feature_count)
    if choices.final:
        share = share_against(net, choices.rival, choices.final, 999, choices)
        tell(share, choices)
        rows.append({**rows[-1], "share": round(share, 4)})
    with choices.curve.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[-1].keys())
        writer.writeheader()
        writer.writerows(rows)


def tell(share: float, choices: argparse.Namespace) -> None:
    """The share of the wins with its 95 % interval."""
    low, high = rate_interval(share * choices.final, choices.final)
    print(
        f"against {choices.rival}, {choices.final} seat-balanced games: {share:.3f} (95 %: {low:.3f} to {high:.3f})",
        flush=True,
    )


def learn(
    net: Net, optimiser: torch.optim.Optimizer, batch: Batch, choices: argparse.Namespace
) -> list[dict[str, float]]:
    started, shown, decisions = time.perf_counter(), -1e9, 0
    rows: list[dict[str, float]] = []
    while (spent := time.perf_counter() - started) < choices.minutes * 60:
        left = 1 - spent / (choices.minutes * 60)
        choices.warmth = choices.temperature * (choices.coldest + (1 - choices.coldest) * left)
        for group in optimiser.param_groups:
            group["lr"] = choices.rate * max(0.03, left)
        if spent - shown > choices.every:
            shown = spent
            rows.append(row(net, spent, decisions, len(rows) + 1, choices))
        seen, aims = collect(net, batch, choices.steps, choices)
        improve(net, optimiser, seen, aims, choices.minibatch)
        decisions += choices.games * choices.steps
    rows.append(row(net, spent, decisions, len(rows) + 1, choices))
    return rows


def row(net: Net, spent: float, decisions: int, number: int, choices: argparse.Namespace) -> dict[str, float]:
    """A row of the learning curve, and the net as it is then."""
    found: dict[str, float] = {"seconds": round(spent), "decisions": decisions}
    if choices.row:
        found["share"] = round(share_against(net, choices.rival, choices.row, number, choices), 4)
    if choices.keep:
        choices.keep.mkdir(parents=True, exist_ok=True)
        export(net, choices.keep / f"{round(spent):04}.onnx", find_game(choices.game).feature_count)
    print(found, flush=True)
    return found


if __name__ == "__main__":
    main()
