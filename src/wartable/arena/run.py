"""Runs a plan on all cores, records every result as it comes, and resumes earlier runs."""

import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path

from wartable.bots.ladder import check_bot
from wartable.bots.programs.subprocess_bot import command_of
from wartable.bots.search.mcts import make_ready
from wartable.compiler.ahead.parts import warm
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.errors import WartableError
from wartable.workers import Workers

from .plan import Job, Plan
from .referee import Clock, Referee, Result, is_program

TRIES = 3
"""A match during which worker processes died this often is not counted."""
MOST_DEATHS = 5


class BadResults(WartableError):
    """A results file belongs to another arena, or cannot be read."""


class Ledger:
    """The results of a plan in a file: a header, then one match a line. A match with an incomplete line is played
    again.
    """

    def __init__(self, plan: Plan, path: Path) -> None:
        self.plan = plan
        self.path = path
        self.results: dict[int, Result] = {}
        whole = self._read() if path.exists() else b""
        path.parent.mkdir(parents=True, exist_ok=True)
        if not whole:
            whole = json.dumps(plan.as_json()).encode() + b"\n"
            path.write_bytes(whole)
        elif path.stat().st_size != len(whole):
            os.truncate(path, len(whole))
        self._file = path.open("ab")

    def _read(self) -> bytes:
        raw = self.path.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            return b""
        try:
            if json.loads(lines[0]) != json.loads(json.dumps(self.plan.as_json())):
                raise BadResults(f"{self.path}: these are the results of another arena (other bots, options or seed)")
            for line in lines[1:]:
                result = Result.from_json(json.loads(line))
                self.results[result.number] = result
        except (ValueError, KeyError, TypeError):
            raise BadResults(f"{self.path}: this is not a file of arena results") from None
        return whole

    def known(self) -> list[Result]:
        """Results in the order of the plan, which may be shorter than the plan that the file was begun with."""
        return [self.results[number] for number in range(self.plan.length) if number in self.results]

    def add(self, result: Result) -> None:
        self.results[result.number] = result
        self._file.write(json.dumps(result.as_json(), ensure_ascii=False).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def run_arena(
    plan: Plan,
    path: Path,
    jobs: int | None = None,
    listen: Callable[[Result], None] | None = None,
    begin: Callable[[int], None] | None = None,
) -> list[Result]:
    """Play the missing matches of a plan, and return all its results in the order of the plan.

    With one job everything runs in this process. It can be interrupted at any time: finished matches are in the file,
    and the same call resumes. `begin` gets the number of matches in the file, `listen` each new result.
    """
    check(plan)
    ledger = Ledger(plan, path)
    try:
        waiting = (job for job in plan.jobs() if job.number not in ledger.results)
        workers = jobs or os.cpu_count() or 1
        prepare(plan)
        if begin:
            begin(len(ledger.known()))
        for result in _play_here(plan, waiting) if workers == 1 else Crew(plan, waiting, workers).results():
            ledger.add(result)
            if listen:
                listen(result)
    finally:
        ledger.close()
    return ledger.known()


def read_results(plan: Plan, path: Path) -> list[Result]:
    """The results of a plan that a file already has."""
    ledger = Ledger(plan, path)
    ledger.close()
    return ledger.known()


def check(plan: Plan) -> None:
    """Refuse a plan that cannot be played: unknown bots or options."""
    for bot in plan.bots:
        if is_program(bot):
            command_of(bot)
        else:
            check_bot(bot)
    Match.start(find_game(plan.game), plan.options, plan.players, 0, files=plan.files, cells=plan.cells)


def prepare(plan: Plan, say: Callable[[str], None] | None = None) -> None:
    """Compile what the plan needs in advance, so that no bot's clock includes compiling."""
    game = find_game(plan.game)
    warm(game, say)
    if any(not is_program(bot) and bot not in ("random", "greedy") for bot in plan.bots):
        make_ready(game)


def _play_here(plan: Plan, waiting: Iterator[Job]) -> Iterator[Result]:
    referee = Referee(plan)
    try:
        for job in waiting:
            yield referee.play(job)
    finally:
        referee.close()


_referee: Referee | None = None


def _start_worker(plan: Plan) -> None:
    global _referee
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare(plan)
    _referee = Referee(plan)


def _work(job: Job) -> Result:
    assert _referee is not None
    return _referee.play(job)


class Crew:
    """Worker processes for the matches of a plan. If one dies, nothing is lost."""

    def __init__(self, plan: Plan, waiting: Iterator[Job], workers: int) -> None:
        self.plan = plan
        self.count = workers
        self.waiting = waiting
        self.tries: Counter[int] = Counter()

    def results(self) -> Iterator[Result]:
        workers = Workers[Job, Result](self.count, get_context("spawn"), _start_worker, self.plan)
        try:
            yield from workers.results(_work, lambda: next(self.waiting, None), 2 * self.count, self._after_a_death)
        finally:
            workers.close()

    def _after_a_death(self, lost: list[Job], deaths: int) -> tuple[list[Job], list[Result]]:
        if deaths > MOST_DEATHS:
            raise WartableError("the worker processes end before they finish a match; try --jobs 1 to see why")
        self.tries.update(job.number for job in lost)
        given_up = [job for job in lost if self.tries[job.number] >= TRIES]
        return [job for job in lost if job not in given_up], [_void(self.plan, job) for job in given_up]


def _void(plan: Plan, job: Job) -> Result:
    seats = range(plan.players)
    return Result(
        job.number,
        job.pairing,
        job.seats,
        tuple(1.0 / plan.players for _ in seats),
        tuple(0 for _ in seats),
        "void",
        0,
        tuple(Clock() for _ in seats),
        None,
        f"the process that played this match died {TRIES} times",
    )
