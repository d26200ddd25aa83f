"""Matches of a run, action by action, and replayed as a Match that can be saved, shown and verified."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from wartable.core.match import Match
from wartable.errors import WartableError

from .batch import LOGS
from .job import Job, open_table
from .recorder import MOST_ACTIONS, Recorder
from .run import Run


class NoReplay(WartableError):
    """The match cannot be replayed."""


def logs_of(run: Run, numbers: Sequence[int]) -> Iterator[tuple[int, Any]]:
    """The matches of these numbers, in order: rows of seat and action. One that is too long to be kept is left out."""
    yield from (replayed if run.table.is_compiled else kept)(run, sorted(numbers))


def replayed(run: Run, numbers: Sequence[int]) -> Iterator[tuple[int, Any]]:
    """They are the same matches: their dice are made from their numbers."""
    table = open_table(run.job.with_(watch=10**9, detail=10**9))
    recorder = Recorder(table, log=min(table.game.bound, MOST_ACTIONS))
    for number in numbers:
        recorder.rows.filled[:] = 0
        recorder.play(number, 1)
        actions = int(recorder.rows.games[0].actions)
        if actions <= MOST_ACTIONS:
            yield number, recorder.room.log[:actions].copy()


def kept(run: Run, numbers: Sequence[int]) -> Iterator[tuple[int, Any]]:
    wanted = set(numbers)
    for first, last in run.done():
        if wanted.isdisjoint(range(first, last)):
            continue
        logs = run.read(LOGS, first, last)
        for row, number in enumerate(logs["game"].to_pylist()):
            if number in wanted:
                pairs = (logs[name][row].values.to_numpy() for name in ("seats", "actions"))
                yield number, np.stack([column.astype(np.int32) for column in pairs], axis=1)


def replay(run: Run, number: int) -> Match:
    """The match of that number, action by action."""
    job, table = run.job, run.table
    log = next((log for _, log in logs_of(run, [number])), None)
    if log is None:
        raise NoReplay(f"match {number} has more than {MOST_ACTIONS:,} actions, too many to be shown")
    names = tuple(f"{table.game.seat_names[seat]} ({table.bots[bot]})" for seat, bot in seated(job, number))
    match = Match.start(table.game, job.options, names, real_dice=True, files=job.files, cells=job.cells)
    while len(match.steps) < len(log):
        seat, action = log[len(match.steps)]
        match.play(int(seat), int(action))
    return match


def seated(job: Job, number: int) -> list[tuple[int, int]]:
    lineups = open_table(job).lineups
    return [(seat, int(bot)) for seat, bot in enumerate(lineups[number % len(lineups)])]


def save_replay(run: Run, number: int, path: Path) -> Match:
    match = replay(run, number)
    match.save(path)
    return match
