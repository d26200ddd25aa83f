"""How fast the lab records games: beside bare playouts, with one worker and two, and in how much memory.

python benchmarks/lab.py [GAME] [--games N]
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wartable.core.game import Game
from wartable.core.numbers.chance import generator
from wartable.core.play import random_matches
from wartable.core.registry import find_game
from wartable.lab.runs.engine import Here
from wartable.lab.runs.job import make_job
from wartable.lab.runs.progress import Progress
from wartable.lab.runs.recorder import warm_up
from wartable.lab.runs.run import Run
from wartable.lab.runs.work import play_run


def bare(game: Game, games: int) -> float:
    """The CPU seconds for the same number of random games without recording."""
    box, states = game.new_box(), np.zeros(2, game.state.dtype)
    out, weights = game.buffers()
    rng = generator(1)
    random_matches(states, box, 1, rng, out, weights, game.bound)
    started = time.process_time()
    random_matches(states, box, games, rng, out, weights, game.bound)
    return time.process_time() - started


def recorded(game: Game, games: int, folder: Path) -> float:
    """The CPU seconds for playing, recording and writing them, in this process alone."""
    job = make_job(game, games, ("random",))
    warm_up(job)
    run = Run.begin(folder, job, games)
    started = time.process_time()
    play_run(run, Here(), Progress())
    return time.process_time() - started


@dataclass
class Cost:
    """The cost of a whole command: wall-clock seconds, CPU seconds, and the megabytes of its largest process."""

    seconds: float
    processor: float
    megabytes: float


def whole_command(game: Game, games: int, workers: int, folder: Path) -> Cost:
    """The cost of `wartable lab run` with its report, measured by a parent process."""
    words = [sys.executable, "-m", "wartable", "lab", "run", game.name, "--games", str(games), "--bots", "random"]
    words += ["--workers", str(workers), "--out", str(folder)]
    started = time.perf_counter()
    told = subprocess.run([sys.executable, "-c", MEASURE, *words], check=True, capture_output=True, text=True).stdout
    processor, kilobytes = map(float, told.split())
    return Cost(time.perf_counter() - started, processor, kilobytes / 1024)


MEASURE = """
import os, resource, subprocess, sys
import ctypes
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # take over grandchildren, so that their time counts too
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
while True:
    try:
        os.wait()
    except ChildProcessError:
        break
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


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
        costs: dict[tuple[int, int], Cost] = {}
        load = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        print(f"{game.title}, {arguments.games:,} random games, {load}")
        print(f"bare playouts: {arguments.games / best_bare:,.0f} games a second of processor time")
        print(f"recorded:      {arguments.games / best_recorded:,.0f} games a second of processor time")
        print(f"overhead:      {best_recorded / best_bare - 1:.1%}")
        for workers in (1, 2):
            for share in (10, 1):
                games = arguments.games // share
                cost = costs[workers, share] = whole_command(game, games, workers, folder / f"w{workers}-{share}")
                words = f"{workers} workers, {games:,} games, with report: {cost.seconds:.1f} s"
                print(f"{words}, {cost.processor:.1f} s of processor time, {cost.megabytes:.0f} MB at most")
        one, two = ((costs[w, 10], costs[w, 1]) for w in (1, 2))
        # The start and the report's replays are the same however many games there are: they fall out of differences.
        clock = (one[1].seconds - one[0].seconds) / (two[1].seconds - two[0].seconds)
        work = 2 * (one[1].processor - one[0].processor) / (two[1].processor - two[0].processor)
        print(f"two workers are {clock:.2f} times as fast as one by the clock, whoever else is at work here;")
        print(f"by processor time, which others take less from, {work:.2f} times where two cores are free")


if __name__ == "__main__":
    main()
