"""Compares the speed of environments with PettingZoo's connect four and Gymnasium's CartPole in the same run.

    python benchmarks/environments.py [GAME ...] [--seconds 3] [--tables 1024] [--masks bits]
    python benchmarks/environments.py [GAME ...] --against CHECKOUT

All play random legal actions, and drawing them counts. Times are CPU time for one table, and wall-clock time for many
tables on all cores. "Drawn" uses the environment's own draw of actions, "stepped" is the environment alone, by the
clock and for each CPU second, which a busy machine affects less.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
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
    """PettingZoo's own, without the wrappers that check calls; None if it is not installed (group `peers`)."""
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


def drawn(envs: Any) -> Callable[[], Any]:
    """A legal action of every table: by the environment's own draw, or by NumPy from the masks if it has none."""
    if hasattr(envs, "draw"):
        return envs.draw  # type: ignore[no-any-return]
    rng = np.random.default_rng(1)

    def draw() -> Any:
        masks = envs._masks
        counts = masks.sum(axis=1, dtype=np.int64)
        codes = masks.nonzero()[1]
        picked = np.cumsum(counts) - counts + (rng.random(len(masks)) * counts).astype(np.int64)
        return codes[np.minimum(picked, len(codes) - 1)]

    return draw


def open_tables(name: str, tables: int, masks: str = "bytes") -> TablesEnv:
    """Tables whose seats are all played by the caller, restarting at once, with arrays of their own."""
    own = {"masks": masks} if masks != "bytes" else {}
    envs = TablesEnv(name, tables, opponents=None, autoreset_mode="SameStep", copy=False, **own)  # type: ignore[arg-type]
    envs.reset(seed=1)
    draw = drawn(envs)
    for _ in range(30):
        envs.step(draw())
    return envs


def many_tables(name: str, tables: int, masks: str) -> Callable[[], int]:
    envs = open_tables(name, tables, masks)
    draw = drawn(envs)

    def step() -> int:
        envs.step(draw())
        return tables

    return step


def alone(name: str, tables: int, masks: str, seconds: float = 1.0) -> tuple[float, float]:
    """The environment's steps without the draws: a second, and for each CPU second."""
    envs = open_tables(name, tables, masks)
    draw = drawn(envs)
    spent, busy, steps = 0.0, 0.0, 0
    while busy < seconds:
        actions = draw()
        start, of_cores = time.perf_counter(), time.process_time()
        envs.step(actions)
        spent += time.perf_counter() - start
        busy += time.process_time() - of_cores
        steps += tables
    return steps / spent, steps / busy


def bytes_a_step(name: str, tables: int) -> tuple[int, int, int]:
    """What a step writes: the observation's numbers, the legal actions with their marks, and a whole mask."""
    envs = open_tables(name, tables)
    draw = drawn(envs)
    counts = 0
    for _ in range(100):
        counts += int(envs.legal_counts.sum())
        envs.step(draw())
    return 4 * envs.game.feature_count, round(6 * counts / (100 * tables)), envs.game.action_count


def compare(checkout: Path, name: str, tables: int, rounds: int) -> None:
    """This checkout and another one in turns: steps for each CPU second, the best of each."""
    best = {"before": 0.0, "now": 0.0}
    for _ in range(rounds):
        for which, root in (("before", checkout), ("now", Path(__file__).parents[1])):
            words = [sys.executable, __file__, name, "--tables", str(tables), "--core"]
            told = subprocess.run(
                words,
                env={**os.environ, "PYTHONPATH": str(root / "src")},
                check=True,
                text=True,
                stdout=subprocess.PIPE,
            ).stdout
            best[which] = max(best[which], float(told))
    ratio = best["now"] / best["before"]
    print(
        f"{name}: {best['before']:,.0f} a second of one core before, {best['now']:,.0f} now: {ratio:.2f} x", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--masks", choices=("bytes", "bits"), default="bytes")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="in turns with the tables of another checkout")
    parser.add_argument("--core", action="store_true", help="only the steps of many tables for a second of one core")
    arguments = parser.parse_args()
    if arguments.core:
        for name in arguments.games:
            print(alone(name, arguments.tables, arguments.masks)[1])
    elif arguments.against:
        for name in arguments.games:
            compare(arguments.against, name, arguments.tables, rounds=2)
    else:
        measure(arguments)


def measure(arguments: argparse.Namespace) -> None:
    peer = rate(cart_pole(), arguments.seconds, time.process_time)
    print(f"CartPole, one: {peer:,.0f} steps a second of CPU")
    four = connect_four()
    if four is not None:
        print(f"PettingZoo's connect four: {rate(one_table(four), arguments.seconds, time.process_time):,.0f}")
    for name in arguments.games:
        one = rate(one_table(TableEnv(name)), arguments.seconds, time.process_time)
        many = rate(many_tables(name, arguments.tables, arguments.masks), arguments.seconds, time.perf_counter)
        bare, core = alone(name, arguments.tables, arguments.masks)
        numbers, lists, mask = bytes_a_step(name, arguments.tables)
        print(
            f"{name}: AEC {one:,.0f} ({one / peer:.2f} x CartPole); {arguments.tables} tables {many:,.0f} drawn "
            f"({many / peer:.1f} x), {bare:,.0f} stepped ({bare / peer:.1f} x), {core:,.0f} a second of one core; "
            f"a step writes {numbers:,} bytes of numbers and {lists:,} of legal actions (a whole mask: {mask:,})",
            flush=True,
        )


if __name__ == "__main__":
    main()
