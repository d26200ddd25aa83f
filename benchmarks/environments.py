"""How fast environments step, beside Gymnasium's CartPole in the same run.

    python benchmarks/environments.py [GAME ...] [--seconds 3] [--tables 1024]

Everybody plays at random among the legal actions, and drawing them counts. Times are of the CPU for one table, and of
the clock for many tables on all cores. "Drawn" lets the environment's masks be sampled with NumPy, "stepped" repeats
the draws of a step that was drawn before, which is what a learner on another device costs.
"""

import argparse
import time
from collections.abc import Callable

import gymnasium
import numpy as np

from wartable.adapters.pettingzoo import TableEnv
from wartable.adapters.vector import TablesEnv
from wartable.core.registry import game_names


def rate(step: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    """Steps a second: the best of three rounds."""
    best = 0.0
    for _ in range(3):
        start, steps = clock(), 0
        while clock() - start < seconds / 3:
            steps += step()
        best = max(best, steps / (clock() - start))
    return best


def one_table(name: str) -> Callable[[], int]:
    env = TableEnv(name)
    seeds = iter(range(1_000_000))

    def match() -> int:
        env.reset(seed=next(seeds))
        steps = 0
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else int(env.action_space(agent).sample(observation["action_mask"])))
            steps += not over
        return steps

    return match


def cart_pole() -> Callable[[], int]:
    env = gymnasium.make("CartPole-v1")

    def episode() -> int:
        env.reset(seed=1)
        steps, over = 0, False
        while not over:
            _, _, ended, cut, _ = env.step(env.action_space.sample())
            over = ended or cut
            steps += 1
        return steps

    return episode


def draw(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:  # type: ignore[type-arg]
    """A legal action of every row: the k-th mark, for a random k."""
    counts = masks.sum(axis=1, dtype=np.int64)
    codes = masks.nonzero()[1]
    starts = np.cumsum(counts) - counts
    picked = starts + (rng.random(len(masks)) * counts).astype(np.int64)
    return codes[np.minimum(picked, len(codes) - 1)]


def many_tables(name: str, tables: int) -> Callable[[], int]:
    envs = TablesEnv(name, tables, opponents=None, autoreset_mode="SameStep", copy=False)
    envs.reset(seed=1)
    rng = np.random.default_rng(1)

    def step() -> int:
        envs.step(draw(envs._masks, rng))
        return tables

    return step


def alone(name: str, tables: int) -> float:
    """Steps a second of the environment itself, without the draws."""
    envs = TablesEnv(name, tables, opponents=None, autoreset_mode="SameStep", copy=False)
    envs.reset(seed=1)
    rng = np.random.default_rng(1)
    spent, steps = 0.0, 0
    while spent < 1.0:
        actions = draw(envs._masks, rng)
        start = time.perf_counter()
        envs.step(actions)
        spent += time.perf_counter() - start
        steps += tables
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--tables", type=int, default=1024)
    arguments = parser.parse_args()
    peer = rate(cart_pole(), arguments.seconds, time.process_time)
    print(f"CartPole, one: {peer:,.0f} steps a second of CPU")
    for name in arguments.games:
        one = rate(one_table(name), arguments.seconds, time.process_time)
        many = rate(many_tables(name, arguments.tables), arguments.seconds, time.perf_counter)
        bare = alone(name, arguments.tables)
        print(
            f"{name}: AEC {one:,.0f} ({one / peer:.2f} x CartPole); {arguments.tables} tables {many:,.0f} drawn "
            f"({many / peer:.1f} x), {bare:,.0f} stepped ({bare / peer:.1f} x)",
            flush=True,
        )


if __name__ == "__main__":
    main()
