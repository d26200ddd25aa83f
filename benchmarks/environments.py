"""How fast environments step, beside PettingZoo's connect four and Gymnasium's CartPole in the same run.

    python benchmarks/environments.py [GAME ...] [--seconds 3] [--tables 1024]

Everybody plays at random among the legal actions, and drawing them counts. Times are of the CPU for one table, and of
the clock for many tables on all cores. "Drawn" lets the environment's masks be sampled with NumPy, "stepped" is the
environment alone, by the clock and for each second of one core, which a busy machine changes less.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

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


def one_table(env: Any) -> Callable[[], int]:
    """Whole matches of an AEC environment with masks."""
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


def connect_four() -> Any:
    """PettingZoo's own, without the wrappers that check calls; None where it is not installed (group `peers`)."""
    try:
        from pettingzoo.classic.connect_four.connect_four import raw_env
    except ImportError:
        return None
    return raw_env()


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


def alone(name: str, tables: int) -> tuple[float, float]:
    """Steps of the environment itself, without the draws: a second, and a second of one core."""
    envs = TablesEnv(name, tables, opponents=None, autoreset_mode="SameStep", copy=False)
    envs.reset(seed=1)
    rng = np.random.default_rng(1)
    spent, busy, steps = 0.0, 0.0, 0
    while busy < 1.0:
        actions = draw(envs._masks, rng)
        start, of_cores = time.perf_counter(), time.process_time()
        envs.step(actions)
        spent += time.perf_counter() - start
        busy += time.process_time() - of_cores
        steps += tables
    return steps / spent, steps / busy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--tables", type=int, default=1024)
    arguments = parser.parse_args()
    peer = rate(cart_pole(), arguments.seconds, time.process_time)
    print(f"CartPole, one: {peer:,.0f} steps a second of CPU")
    four = connect_four()
    if four is not None:
        print(f"PettingZoo's connect four: {rate(one_table(four), arguments.seconds, time.process_time):,.0f}")
    for name in arguments.games:
        one = rate(one_table(TableEnv(name)), arguments.seconds, time.process_time)
        many = rate(many_tables(name, arguments.tables), arguments.seconds, time.perf_counter)
        bare, core = alone(name, arguments.tables)
        print(
            f"{name}: AEC {one:,.0f} ({one / peer:.2f} x CartPole); {arguments.tables} tables {many:,.0f} drawn "
            f"({many / peer:.1f} x), {bare:,.0f} stepped ({bare / peer:.1f} x), {core:,.0f} a second of one core",
            flush=True,
        )


if __name__ == "__main__":
    main()
