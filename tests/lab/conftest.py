"""Small runs that several tests look at."""

from typing import Any

import pytest

from wartable.lab.runs.engine import Here
from wartable.lab.runs.job import Job, make_job
from wartable.lab.runs.progress import Progress
from wartable.lab.runs.run import Run
from wartable.lab.runs.work import play_run


def played(folder, job: Job, games: int, engine=None) -> Run:
    run = Run.begin(folder, job, games)
    play_run(run, engine or Here(), Progress())
    return run


def rows(run: Run, name: str) -> list[dict[str, Any]]:
    """All rows of a table, in the order of the games."""
    found = [row for first, last in run.done() for row in run.read(name, first, last).to_pylist()]
    return sorted(found, key=lambda row: row["game"])


@pytest.fixture(scope="session")
def small_run(tmp_path_factory):
    """Two hundred games of greedy against random, with factions."""
    from wartable.games.metals import GAME

    job = make_job(GAME, 200, ("greedy", "random"), seed=5, options={"factions": "on"})
    return played(tmp_path_factory.mktemp("lab") / "run", job, 200)
