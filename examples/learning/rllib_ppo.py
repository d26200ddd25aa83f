"""RLlib's PPO with action masks, for one seat against a bot.

    wartable install 'ray[rllib]' torch
    python examples/learning/rllib_ppo.py --game metals --seconds 240

RLlib's own module for action masks takes observations in two parts; `Masked` combines them.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from wartable.adapters.gymnasium import SeatEnv


class Masked(gymnasium.Env[dict[str, Any], np.int64]):
    """A seat whose observations contain the mask next to the numbers."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.seat = SeatEnv(config["game"], opponents=[config["opponent"]], seat="random")
        mask = gymnasium.spaces.Box(0.0, 1.0, (self.seat.game.action_count,), np.float32)
        parts = {"observations": self.seat.observation_space, "action_mask": mask}
        self.observation_space = gymnasium.spaces.Dict(parts)
        self.action_space = gymnasium.spaces.Discrete(self.seat.game.action_count)

    def _both(self, seen: Any, info: dict[str, Any]) -> dict[str, Any]:
        return {"observations": seen, "action_mask": info["action_mask"].astype(np.float32)}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._both(*self.seat.reset(seed=seed)), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        seen, reward, ended, cut, info = self.seat.step(action)
        return self._both(seen, info), reward, ended, cut, {}


def algorithm(game: str, opponent: str, steps: int) -> Algorithm:
    """Everything runs in this process, which is fastest with few cores."""
    return (
        PPOConfig()
        .environment(Masked, env_config={"game": game, "opponent": opponent})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16)
        .rl_module(rl_module_spec=RLModuleSpec(ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]}))
        .training(train_batch_size=steps, minibatch_size=min(512, steps), num_epochs=4, lr=1e-3, entropy_coeff=0.01,
                  gamma=0.99, lambda_=0.95, vf_clip_param=10.0, clip_param=0.2)
        .debugging(seed=1)
        .build_algo()
    )  # fmt: skip


def learn(game: str = "metals", seconds: float = 240, opponent: str = "random", steps: int = 4096) -> float:
    """Train for this many CPU seconds; returns the mean share of the win of the last 100 matches."""
    torch.set_num_threads(1)
    ppo, won, start = algorithm(game, opponent, steps), float("nan"), time.process_time()
    while True:
        result = ppo.train()["env_runners"]
        won = float(result.get("episode_return_mean", won))
        print(f"{time.process_time() - start:5.0f} s: won {won:.3f}", flush=True)
        if time.process_time() - start > seconds:
            ppo.stop()
            ray.shutdown()
            return won


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="metals")
    parser.add_argument("--seconds", type=float, default=240, help="of CPU")
    parser.add_argument("--opponent", default="random")
    chosen = parser.parse_args()
    print(f"won {learn(**vars(chosen)):.3f} of the last 100 matches against {chosen.opponent}")
