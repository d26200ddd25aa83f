"""The runs of the bench: one at a time, in worker processes, with progress; stopped at once where asked."""

import multiprocessing
import os
import threading
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from wartable.errors import WartableError
from wartable.workers import Workers

from ..runs.engine import START, begin_worker
from ..runs.job import BadJob
from ..runs.run import MANIFEST, Run
from .question import Question, answer

MOST_DEATHS = 2
SHORT = 0.02
KEPT = 20
"""How many runs are remembered, to be asked for again."""


@dataclass
class Asked:
    """A run: its question, and its answer or what went wrong, once it is over."""

    question: Question
    answer: dict[str, Any] | None = None
    problem: str = ""
    workers: Workers[Question, dict[str, Any]] | None = field(default=None, repr=False)

    thread: threading.Thread | None = field(default=None, repr=False)

    @property
    def is_over(self) -> bool:
        return self.answer is not None or bool(self.problem)

    def after_death(self, lost: list[Question], deaths: int) -> tuple[list[Question], list[dict[str, Any]]]:
        """Once more, unless it was stopped."""
        if self.problem or deaths >= MOST_DEATHS:
            raise WartableError(self.problem or "the worker died twice; perhaps there is too little memory")
        return lost, []


class Runs:
    """Runs by their numbers, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._asked: dict[int, Asked] = {}
        self._lock = threading.Lock()

    def ask(self, question: Question) -> int:
        """Begin a run; a sentence if it cannot be played, or another is going on."""
        question.jobs()
        with self._lock:
            if any(not asked.is_over for asked in self._asked.values()):
                raise BadJob("a run is going on; stop it first")
            number = max(self._asked, default=0) + 1
            asked = self._asked[number] = Asked(question)
            for old in list(self._asked)[:-KEPT]:
                del self._asked[old]
        asked.workers = Workers(1, multiprocessing.get_context(START), begin_worker)
        asked.thread = threading.Thread(target=self._work, args=(asked,), daemon=True, name="wartable-bench")
        asked.thread.start()
        return number

    def of(self, number: int) -> Asked:
        asked = self._asked.get(number)
        if asked is None:
            raise WartableError(f"there is no run {number}")
        return asked

    def progress(self, number: int) -> dict[str, Any]:
        """How far a run is: matches played of both tables, then its answer."""
        asked = self.of(number)
        total = 2 * asked.question.games
        done = total if asked.is_over else sum(map(played, asked.question.folders(self.folder)))
        return {
            "done": min(done, total),
            "total": total,
            "is_over": asked.is_over,
            "problem": asked.problem,
            "answer": asked.answer,
        }

    def stop(self, number: int) -> None:
        """End a run at once; the matches played so far are kept."""
        asked = self.of(number)
        if not asked.is_over:
            asked.problem = "stopped; the matches so far are kept"
            # A worker that is being started cannot be ended yet.
            while asked.thread and asked.thread.is_alive() and asked.workers and not asked.workers.running:
                time.sleep(SHORT)
            if asked.workers and asked.thread:
                asked.workers.end()
                # The pool is closed by the thread that uses it: closed by two at once, it would close its pipes twice.
                asked.thread.join()

    def close(self) -> None:
        for number in list(self._asked):
            self.stop(number)

    def _work(self, asked: Asked) -> None:
        assert asked.workers is not None
        waiting = [asked.question]
        # One core is left to the server.
        work = partial(answer, self.folder, max(1, (os.cpu_count() or 2) - 1))
        try:
            for found in asked.workers.results(work, lambda: waiting.pop() if waiting else None, 1, asked.after_death):
                asked.answer = found
        except WartableError as error:
            asked.problem = asked.problem or str(error)
        except Exception as error:
            asked.problem = asked.problem or f"the run failed: {error!r}"
        finally:
            if not asked.is_over:
                asked.problem = "the run ended without an answer"
            asked.workers.close()


def played(folder: Path) -> int:
    return Run.open(folder).played if (folder / MANIFEST).exists() else 0
