"""Plays the missing matches of a run."""

from .engine import Engine
from .progress import Progress
from .run import Run


def play_run(run: Run, engine: Engine, progress: Progress, words: str = "") -> int:
    """Play the missing matches of a run and write them to disk as they come; returns how many were played."""
    missing = run.missing()
    if not missing:
        return 0
    title = words or run.table.game.title
    progress.begin(f"{title}: preparing")
    engine.prepare(run.job)
    progress.begin(title, run.games, run.played)
    played = 0
    for batch in engine.play(run.job, missing):
        run.write(batch)
        played += batch.last - batch.first
        progress.advance(batch.last - batch.first)
    return played
