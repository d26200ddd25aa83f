"""sb3-contrib's MaskablePPO for one seat against a bot.

    wartable install sb3-contrib
    python examples/learning/sb3_maskable_ppo.py --game metals --steps 100000

`SeatEnv` has `action_masks()`, which MaskablePPO calls.
"""

import argparse
import warnings

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from wartable.adapters.gymnasium import SeatEnv


def learn(game: str = "metals", steps: int = 100_000, opponent: str = "random", matches: int = 500) -> float:
    """Train for this many steps; returns the share of the matches that it then wins, in random seats."""
    torch.set_num_threads(1)
    env = SeatEnv(game, opponents=[opponent], seat="random")
    model = MaskablePPO("MlpPolicy", env, n_steps=min(2048, steps), batch_size=256, n_epochs=4, ent_coef=0.01,
                        learning_rate=1e-3, policy_kwargs={"net_arch": [128, 128]}, seed=1, device="cpu")  # fmt: skip
    model.learn(steps)
    with warnings.catch_warnings():
        # Stable-Baselines would rather have a Monitor around it; one value an episode is all that counts here.
        warnings.simplefilter("ignore", UserWarning)
        won, _ = evaluate_policy(model, SeatEnv(game, opponents=[opponent], seat="random"), matches)
    return float(won)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="metals")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--opponent", default="random", help="any bot: greedy, easy, net, mcts:100")
    parser.add_argument("--matches", type=int, default=500)
    chosen = parser.parse_args()
    print(f"won {learn(**vars(chosen)):.3f} of {chosen.matches} matches against {chosen.opponent}")
