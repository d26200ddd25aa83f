"""PPO in one file of PyTorch, in the style of CleanRL, against random opponents.

    python examples/learning/torch_ppo.py --game metals --seconds 120

All tables step in one compiled call, with masks; the learner's seat is random in each match.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from wartable.adapters.vector import TablesEnv

TABLES, STEPS, EPOCHS, BATCHES = 256, 32, 3, 8
DISCOUNT, TRACE, CLIP, RATE, ENTROPY = 0.99, 0.95, 0.2, 1e-3, 0.01


class Agent(nn.Module):
    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        hidden = self.body(seen)
        return Categorical(logits=self.policy(hidden).masked_fill(mask == 0, -1e9)), self.value(hidden).squeeze(-1)


def advantages(rewards: torch.Tensor, ended: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Generalised advantage estimates; `values` has one row more than there were steps."""
    result, trace = torch.zeros_like(rewards), torch.zeros(TABLES)
    for t in reversed(range(STEPS)):
        error = rewards[t] + DISCOUNT * values[t + 1] * (1 - ended[t]) - values[t]
        result[t] = trace = error + DISCOUNT * TRACE * (1 - ended[t]) * trace
    return result


def learn(game: str = "metals", seconds: float = 120, seed: int = 1) -> float:
    """Train for this many CPU seconds; returns the share of the last 2,000 matches that it won."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    envs = TablesEnv(game, TABLES, seat="random", autoreset_mode="SameStep")
    agent = Agent(envs.game.feature_count, envs.game.action_count)
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE)
    seen, infos = envs.reset(seed=seed)
    won: list[float] = []
    start, shown = time.process_time(), 0.0
    while not won or time.process_time() - start < seconds:
        rows: list[tuple[torch.Tensor, ...]] = []
        for _ in range(STEPS):
            now, mask = torch.from_numpy(seen), torch.from_numpy(infos["action_mask"])
            with torch.no_grad():
                policy, value = agent(now, mask)
            action = policy.sample()
            seen, reward, ended, _, infos = envs.step(action.numpy())
            won += reward[ended].tolist()
            outcome = (torch.from_numpy(each.astype(np.float32)) for each in (reward, ended))
            rows.append((now, mask, action, policy.log_prob(action), value, *outcome))
        with torch.no_grad():
            last = agent(torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]))[1]
        *data, values, rewards, ends = (torch.stack(column) for column in zip(*rows, strict=True))
        gains = advantages(rewards, ends, torch.cat([values, last[None]]))
        flat = [each.flatten(0, 1) for each in (*data, gains, gains + values)]
        for _ in range(EPOCHS):
            for chosen in torch.randperm(TABLES * STEPS).chunk(BATCHES):
                now, mask, action, before, gain, target = (each[chosen] for each in flat)
                policy, value = agent(now, mask)
                ratio = (policy.log_prob(action) - before).exp()
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                surrogate = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
                loss = -surrogate.mean() + 0.5 * (value - target).square().mean() - ENTROPY * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        if time.process_time() - start > shown:
            shown += 10
            print(
                f"{time.process_time() - start:5.0f} s, {len(won):,} matches: won {np.mean(won[-2000:]):.3f}",
                flush=True,
            )
    envs.close()
    return float(np.mean(won[-2000:]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="metals")
    parser.add_argument("--seconds", type=float, default=120, help="of CPU")
    print(f"won {learn(**vars(parser.parse_args())):.3f} of the last 2,000 matches against random")
