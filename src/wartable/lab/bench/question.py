"""What a worker process does for the bench: it plays the printed game and a variant, and compares their reports."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wartable.core.registry import find_game
from wartable.core.variant import Variant
from wartable.errors import WartableError
from wartable.files import write_bytes, write_whole

from ..reports.changes import compare
from ..reports.report import write_report
from ..runs.engine import make_engine
from ..runs.job import Job, make_job
from ..runs.progress import Progress
from ..runs.run import Run
from ..runs.work import play_run
from ..studies.compare import beside, compare_page

ANSWER, PAGE = "answer.json", "compare.html"
MOST_GAMES = 100_000


@dataclass(frozen=True)
class Question:
    """What changes in a game: so many matches of the printed game, and as many of a variant."""

    variant: Variant
    bot: str
    players: int
    games: int

    def jobs(self) -> tuple[Job, Job]:
        """The printed game and the variant; a sentence if the bench cannot play them."""
        if not 1 <= self.games <= MOST_GAMES:
            raise WartableError(f"{self.games} matches: the bench plays 1 to {MOST_GAMES:,}")
        game = find_game(self.variant.game)
        given = game, self.games, (self.bot,), self.players
        return make_job(*given), make_job(*given, **self.variant.table)

    def folders(self, root: Path) -> tuple[Path, Path]:
        """Where both runs go: what has been played already is not played again."""
        before, after = self.jobs()
        return root / f"{before.game}-{before.mark}", root / f"{after.game}-{after.mark}"

    def answer_at(self, root: Path) -> Path:
        before, after = self.folders(root)
        return root / f"{before.name}-{after.name.rpartition('-')[2]}-{self.games}" / ANSWER


def answer(root: Path, workers: int, question: Question) -> dict[str, Any]:
    """Play, report and compare; the answer is also written to its folder."""
    path = question.answer_at(root)
    if path.exists():
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return found
    runs = [
        Run.begin(folder, job, question.games)
        for folder, job in zip(question.folders(root), question.jobs(), strict=True)
    ]
    engine = make_engine("local", workers)
    try:
        with Progress() as progress:
            for run in runs:
                play_run(run, engine, progress)
    finally:
        engine.close()
    before, after = (write_report(run) for run in runs)
    changes = compare(before.summary, after.summary)
    told = {
        "games": [before.summary.games, after.summary.games],
        "changes": [
            {
                "what": change.before.label,
                "before": f"{change.before.text()} ({change.before.range_text})",
                "after": f"{change.after.text()} ({change.after.range_text})",
                "difference": change.text(),
            }
            for change in changes
            if change.is_real
        ],
        "compared": len(changes),
        "sentences": beside(before, after, changes),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path.with_name(PAGE), compare_page(before.summary, after.summary, changes).encode())
    write_whole(path, json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    return told
