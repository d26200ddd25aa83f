"""Compares the lab on a GPU with one CPU core: whether the rows are equal, and how much faster it is.

    python benchmarks/gpu.py [GAME ...] [--seconds S] [--random N] [--greedy N] [--set TABLE.ROW.COLUMN=VALUE]

For every game with every number of players, random and greedy, the same seeds are played on both and every field of
every row is compared. Then each plays for S seconds; the ratio is that of actions a second, which does not depend on
which matches ended in that time. Games are compiled in parallel, one process for each game and device; only one of them
measures on the GPU at a time. Needs numba-cuda, but neither PyArrow nor pytest.
"""

import argparse
import hashlib
import json
import multiprocessing
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import nullcontext
from typing import Any, NamedTuple

import numpy as np

from wartable.core.registry import find_game, game_names
from wartable.lab.runs.cuda import GpuMemory, Kernels, make_kernels
from wartable.lab.runs.job import Job, make_job, open_table
from wartable.lab.runs.recorder import Recorder
from wartable.lab.runs.simulate import Rows

BOTS = ("random", "greedy")
ENOUGH = 1 << 18
ACTIONS = 64
Case = tuple[str, int, int]
"""Bot, players, games."""

_gpu: Any = nullcontext()


def _begin(lock: Any) -> None:
    global _gpu
    _gpu = lock


def cases(name: str, counts: dict[str, int]) -> list[Case]:
    return [(bot, players, counts[bot]) for bot in BOTS for players in find_game(name).seats]


class Trial(NamedTuple):
    """A game, how it is played, what is compared and how long each measurement takes."""

    name: str
    cells: dict[str, str]
    checks: list[Case]
    seconds: float

    def close_look(self, bot: str, players: int, games: int) -> Job:
        """Analyse many of these matches, so that everything that can be recorded is compared."""
        job = make_job(find_game(self.name), games, (bot,), players, seed=17, cells=self.cells)
        return job.with_(watch=3, detail=2)

    def enough(self, bot: str) -> Job:
        """More matches than will be played."""
        return make_job(find_game(self.name), ENOUGH, (bot,), cells=self.cells)


def marks(rows: Rows, nature: Any) -> dict[str, str]:
    """A hash of each column of the rows, ignoring padding between the fields."""
    games, seats, uses = rows.filled
    parts = {"games": rows.games[:games], "seats": rows.seats[:seats], "uses": rows.uses[:uses]}
    columns = {f"{name}.{field}": part[field] for name, part in parts.items() for field in part.dtype.names}
    watched = np.repeat(rows.games[:games]["watched"] == 1, seats // games)
    columns |= {"traits": rows.traits[:seats], "gauges": rows.gauges[:seats], "nature": nature}
    columns |= {"curves": rows.curves[:seats][watched]}
    return {name: hashlib.sha256(np.ascontiguousarray(c).tobytes()).hexdigest() for name, c in columns.items()}


def on_cpu(trial: Trial) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for bot, players, games in trial.checks:
        recorder = Recorder(open_table(trial.close_look(bot, players, games)))
        assert recorder.play(0, games) == games
        found[f"{bot} {players}"] = marks(recorder.rows, recorder.room.nature)
    for bot in BOTS:
        found[f"speed {bot}"] = cpu_speed(trial, bot)
    return found


def cpu_speed(trial: Trial, bot: str) -> tuple[float, float]:
    """Actions a second on one core, and actions in a match."""
    recorder = Recorder(open_table(trial.enough(bot)))
    recorder.play(0, 1)
    actions, matches, started = 0, 0, time.process_time()
    while time.process_time() - started < trial.seconds:
        recorder.rows.filled[:] = 0
        played = recorder.play(matches, max(1, matches // 4))
        actions += int(recorder.rows.games[:played]["actions"].sum())
        matches += played
    return actions / (time.process_time() - started), actions / matches


def on_gpu(trial: Trial) -> dict[str, Any]:
    from wartable.batch.cuda import load_cuda

    cuda, name = load_cuda(), trial.name
    kernels = make_kernels(cuda, find_game(name))
    started = time.perf_counter()
    GpuMemory(cuda, kernels, open_table(trial.close_look(*trial.checks[0])), 1).lay_out(0, 1).launch(0)
    found: dict[str, Any] = {"compile": time.perf_counter() - started, "registers": registers(kernels)}
    report(name, f"compiled in {found['compile']:.0f} s")
    with _gpu:
        for bot, players, games in trial.checks:
            began = time.perf_counter()
            table = open_table(trial.close_look(bot, players, games))
            wave = GpuMemory(cuda, kernels, table, games).lay_out(0, games)
            while wave.waiting:
                wave.launch(ACTIONS)
                for _, _, rows, nature in wave.complete():
                    found[f"{bot} {players}"] = marks(rows, nature)
            report(name, f"{games} games, {players} players, {bot}: {time.perf_counter() - began:.1f} s")
        for bot in BOTS:
            found[f"speed {bot}"] = gpu_speed(cuda, kernels, trial, bot)
    return found


def report(name: str, news: str) -> None:
    """Print a game's progress to stderr."""
    print(f"{name} on the GPU: {news}", file=sys.stderr, flush=True)


def registers(kernels: Kernels) -> str:
    """The kernel's registers and bytes of local memory for each thread."""
    return (
        f"{list(kernels.play.get_regs_per_thread().values())}, {list(kernels.play.get_local_mem_per_thread().values())}"
    )


def gpu_speed(cuda: Any, kernels: Kernels, trial: Trial, bot: str) -> tuple[float, int]:
    """Actions a second, and how many matches are in play at once."""
    desk = GpuMemory(cuda, kernels, open_table(trial.enough(bot)), ENOUGH)
    total, at, started = 0, 0, time.perf_counter()
    while time.perf_counter() - started < trial.seconds:
        wave = desk.lay_out(at, at + desk.size)
        at += desk.size
        made = 0
        while wave.waiting:
            wave.launch(ACTIONS)
            made += ACTIONS * desk.lanes
            if wave.is_filled and time.perf_counter() - started > trial.seconds:
                # Every thread was busy all the time.
                return (total + made) / (time.perf_counter() - started), desk.lanes
            for _, _, rows, _ in wave.complete():
                total += int(rows.games["actions"].sum())
    return total / (time.perf_counter() - started), desk.lanes


def tell(name: str, cpu: dict[str, Any], gpu: dict[str, Any], checks: list[Case]) -> bool:
    """Print the results; returns whether all rows are equal."""
    print(f"{name}: compiled in {gpu['compile']:.0f} s, registers and local bytes {gpu['registers']}")
    fine = True
    for bot, players, games in checks:
        mine, theirs = cpu[f"{bot} {players}"], gpu[f"{bot} {players}"]
        different = [column for column in mine if mine[column] != theirs[column]]
        fine = fine and not different
        verdict = f"DIFFERENT {', '.join(different)}" if different else "equal"
        print(f"  {games} games, {players} players, {bot}: {verdict}")
    for bot in BOTS:
        (one, length), (many, lanes) = cpu[f"speed {bot}"], gpu[f"speed {bot}"]
        rates = f"one core {one / length:,.1f}, GPU {many / length:,.1f} matches/s"
        print(
            f"  {bot}: {rates}, ratio {many / one:,.1f} ({many:,.0f} actions/s, {lanes:,} matches at once)", flush=True
        )
    return fine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--seconds", type=float, default=4.0, help="for each measurement")
    parser.add_argument("--random", type=int, default=256, metavar="N", help="games to compare of random bots")
    parser.add_argument("--greedy", type=int, default=48, metavar="N", help="games to compare of greedy bots")
    parser.add_argument(
        "--set", action="append", default=[], metavar="CELL=VALUE", help="replace one number of the game"
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    counts = {"random": arguments.random, "greedy": arguments.greedy}
    cells = dict(text.split("=", 1) for text in arguments.set)
    trials = {name: Trial(name, cells, cases(name, counts), arguments.seconds) for name in arguments.games}
    context = multiprocessing.get_context("spawn")
    fine = True
    with ProcessPoolExecutor(2 * len(arguments.games), context, _begin, (context.Lock(),)) as pool:
        work: dict[str, tuple[Future[Any], Future[Any]]] = {
            name: (pool.submit(on_cpu, trial), pool.submit(on_gpu, trial)) for name, trial in trials.items()
        }
        for name, (cpu, gpu) in work.items():
            if arguments.json:
                print(json.dumps({"game": name, "cpu": cpu.result(), "gpu": gpu.result()}))
            else:
                fine = tell(name, cpu.result(), gpu.result(), trials[name].checks) and fine
    raise SystemExit(0 if fine else 1)


if __name__ == "__main__":
    main()
