"""PufferLib's trainer on many tables at once, against random opponents.

    wartable install pufferlib
    python examples/learning/pufferlib_ppo.py --game metals --steps 1000000

PufferLib has no masks: each observation ends with its mask, which the policy separates again.
"""

import argparse
import tempfile
from typing import Any

import gymnasium
import numpy as np
import pufferlib
import torch
from pufferlib import pufferl
from torch import nn

from wartable.adapters.vector import TablesEnv

SETTINGS = {
    "env": "tables", "device": "cpu", "cpu_offload": False, "precision": "float32", "compile": False, "use_rnn": False,
    "seed": 1, "torch_deterministic": True, "checkpoint_interval": 1_000_000, "batch_size": "auto", "bptt_horizon": 32,
    "max_minibatch_size": 32768, "update_epochs": 3, "optimizer": "adam", "learning_rate": 1e-3, "anneal_lr": False,
    "adam_beta1": 0.9, "adam_beta2": 0.999, "adam_eps": 1e-8, "gamma": 0.99, "gae_lambda": 0.95, "clip_coef": 0.2,
    "vf_coef": 0.5, "vf_clip_coef": 0.2, "max_grad_norm": 0.5, "ent_coef": 0.01, "vtrace_rho_clip": 1.0,
    "vtrace_c_clip": 1.0, "prio_alpha": 0.0, "prio_beta0": 1.0,
}  # fmt: skip


class Tables(pufferlib.PufferEnv):
    """The tables as a native PufferLib environment, which writes into the given buffers."""

    def __init__(self, game: str, tables: int, seed: int = 1, buf: Any = None) -> None:
        self.tables = TablesEnv(game, tables, seat="random", autoreset_mode="SameStep", copy=False)
        self.numbers, actions = self.tables.game.feature_count, self.tables.game.action_count
        self.num_agents, self.won = tables, [0.5]
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (self.numbers + actions,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        super().__init__(buf)

    def _show(self, seen: Any, infos: dict[str, Any]) -> None:
        self.observations[:, : self.numbers], self.observations[:, self.numbers :] = seen, infos["action_mask"]

    def reset(self, seed: int | None = None) -> tuple[Any, list[Any]]:
        self._show(*self.tables.reset(seed=seed))
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, ...]:
        seen, self.rewards[:], self.terminals[:], _, infos = self.tables.step(actions)
        self._show(seen, infos)
        self.won += self.rewards[self.terminals].tolist()
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self) -> None:
        self.tables.close()


class Policy(nn.Module):
    def __init__(self, env: Tables) -> None:
        super().__init__()
        self.numbers = env.numbers
        self.body = nn.Sequential(nn.Linear(env.numbers, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, env.single_action_space.n), nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, state: Any = None) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.body(seen[:, : self.numbers])
        return self.policy(hidden).masked_fill(seen[:, self.numbers :] == 0, -1e9), self.value(hidden)

    forward_eval = forward


def learn(game: str = "metals", steps: int = 1_000_000, tables: int = 256) -> float:
    """Train for this many steps; returns the share of the last 2,000 matches that it won."""
    torch.set_num_threads(1)
    env = Tables(game, tables)
    with tempfile.TemporaryDirectory() as folder:
        trainer = pufferl.PuffeRL({**SETTINGS, "data_dir": folder, "minibatch_size": 4 * tables,
                                   "total_timesteps": steps}, env, Policy(env))  # fmt: skip
        trainer.print_dashboard = lambda *_, **__: None
        while trainer.global_step < steps:
            trainer.evaluate()
            trainer.train()
        trainer.close()
    return float(np.mean(env.won[-2000:]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="metals")
    parser.add_argument("--steps", type=int, default=1_000_000)
    print(f"won {learn(**vars(parser.parse_args())):.3f} of the last 2,000 matches against random")
