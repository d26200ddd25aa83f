"""How fast the lab records games: beside bare playouts, with one worker and two, and in how much memory.

python benchmarks/lab.py [GAME] [--games N]
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from wartable.core.chance import generator
from wartable.core.game import Game
from wartable.core.play import random_matches
from wartable.core.registry import find_game
from wartable.lab.engine import Here
from wartable.lab.job import make_job
from wartable.lab.progress import Progress
from wartable.lab.recorder import warm_up
from wartable.lab.run import Run
from wartable.lab.work import play_run


def bare(game: Game, games: int) -> float:
    """Seconds of processor time for the same number of random games with nothing recorded."""
    box, states = game.new_box(), np.zeros(2, game.state.dtype)
    out, weights = game.buffers()
    rng = generator(1)
    random_matches(states, box, 1, rng, out, weights, game.bound)
    started = time.process_time()
    random_matches(states, box, games, rng, out, weights, game.bound)
    return time.process_time() - started


def recorded(game: Game, games: int, folder: Path) -> float:
    """Seconds of processor time for playing, recording and writing them, in this process alone."""
    job = make_job(game, games, ("random",))
    warm_up(job)
    run = Run.begin(folder, job, games)
    started = time.process_time()
    play_run(run, Here(), Progress())
    return time.process_time() - started


def whole_command(game: Game, games: int, workers: int, folder: Path) -> tuple[float, float]:
    """Seconds on the clock of `wartable lab run` with its report, and the megabytes of its largest process."""
    words = [sys.executable, "-m", "wartable", "lab", "run", game.name, "--games", str(games), "--bots", "random"]
    words += ["--workers", str(workers), "--out", str(folder)]
    started = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - started
    return seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="metals")
    parser.add_argument("--games", type=int, default=200_000)
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recorded(game, 1000, folder / "warm")
        pairs = [(bare(game, arguments.games), recorded(game, arguments.games, folder / f"r{i}")) for i in range(3)]
        for i in range(3):
            shutil.rmtree(folder / f"r{i}")
        best_bare, best_recorded = min(p[0] for p in pairs), min(p[1] for p in pairs)
        load = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        print(f"{game.title}, {arguments.games:,} random games, {load}")
        print(f"bare playouts: {arguments.games / best_bare:,.0f} games a second of processor time")
        print(f"recorded:      {arguments.games / best_recorded:,.0f} games a second of processor time")
        print(f"overhead:      {best_recorded / best_bare - 1:.1%}")
        times = {}
        for workers in (1, 2):
            times[workers], megabytes = whole_command(game, arguments.games, workers, folder / f"w{workers}")
            speed = f"{arguments.games / times[workers]:,.0f} games a second, {megabytes:.0f} MB"
            print(f"{workers} workers, with report: {times[workers]:.1f} s, {speed}")
        print(f"two workers are {times[1] / times[2]:.2f} times as fast as one")


if __name__ == "__main__":
    main()
