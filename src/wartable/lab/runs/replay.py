"""Replays a match of a run as a Match that can be saved, shown and verified move by move."""

from pathlib import Path

from wartable.core.match import Match
from wartable.errors import WartableError

from .job import Job, open_table
from .recorder import Recorder

MOST_ACTIONS = 200_000


class NoReplay(WartableError):
    """The match cannot be replayed."""


def replay(job: Job, number: int) -> Match:
    """The match of that number, action by action. If bots think by the clock, it may come out differently."""
    table = open_table(job)
    recorder = Recorder(
        open_table(job.with_(watch=number + 1, detail=number + 1)), log=min(table.game.bound, MOST_ACTIONS)
    )
    recorder.play(number, 1)
    actions = int(recorder.rows.games[0].actions)
    if actions > MOST_ACTIONS:
        raise NoReplay(f"match {number} has {actions:,} actions, too many to be shown")
    names = tuple(f"{table.game.seat_names[seat]} ({table.bots[bot]})" for seat, bot in seated(job, number))
    match = Match.start(table.game, job.options, names, real_dice=True, files=job.files, cells=job.cells)
    while len(match.steps) < actions:
        seat, action = recorder.room.log[len(match.steps)]
        match.play(int(seat), int(action))
    return match


def seated(job: Job, number: int) -> list[tuple[int, int]]:
    lineups = open_table(job).lineups
    return [(seat, int(bot)) for seat, bot in enumerate(lineups[number % len(lineups)])]


def save_replay(job: Job, number: int, path: Path) -> Match:
    match = replay(job, number)
    match.save(path)
    return match
