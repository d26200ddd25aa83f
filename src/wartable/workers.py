"""Worker processes that may die: what they were doing is done again by others."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.context import BaseContext
from typing import Generic, TypeVar

J = TypeVar("J")
R = TypeVar("R")

AfterDeath = Callable[[list[J], int], tuple[list[J], list[R]]]
"""Told which jobs were lost and how many deaths there were since the last result; gives back those to be done again,
and results for those that are given up."""


class Workers(Generic[J, R]):
    """A pool of processes, which is started anew where one of them dies."""

    def __init__(self, count: int, context: BaseContext, begin: Callable[..., None], *given: object) -> None:
        self._start = partial(ProcessPoolExecutor, count, context, begin, given)
        self.pool = self._start()
        self.running: dict[Future[R], J] = {}

    def results(
        self, work: Callable[[J], R], take: Callable[[], J | None], most: int, after_death: AfterDeath[J, R]
    ) -> Iterator[R]:
        """The results of all jobs that `take` gives, as they come; so many jobs at most are handed out at a time."""
        again: deque[J] = deque()
        deaths = 0
        while True:
            is_broken = not self._hand_out(work, lambda: again.popleft() if again else take(), most, again)
            if not self.running and not is_broken:
                return
            done = wait(self.running, return_when=FIRST_COMPLETED).done
            is_broken = is_broken or any(map(_is_lost, done))
            for future in wait(self.running).done if is_broken else done:
                if not _is_lost(future):
                    del self.running[future]
                    deaths = 0
                    yield future.result()
            if is_broken:
                deaths += 1
                lost = list(self.running.values())
                self.running.clear()
                more, given_up = after_death(lost, deaths)
                again.extend(more)
                yield from given_up
                self.pool.shutdown(wait=False, cancel_futures=True)
                self.pool = self._start()

    def _hand_out(self, work: Callable[[J], R], take: Callable[[], J | None], most: int, again: deque[J]) -> bool:
        """Keep every worker busy. False where the pool has died."""
        while len(self.running) < most and (job := take()) is not None:
            try:
                self.running[self.pool.submit(work, job)] = job
            except BrokenProcessPool:
                again.appendleft(job)
                return False
        return True

    def end(self) -> None:
        """End workers at once that are in the middle of something; `results` is told as of any death."""
        if self.running:
            for process in list((self.pool._processes or {}).values()):
                process.terminate()

    def close(self) -> None:
        """End the workers, and the pool; only for the thread that reads its results."""
        self.end()
        self.pool.shutdown(wait=True, cancel_futures=True)


def _is_lost(future: Future[R]) -> bool:
    return isinstance(future.exception(), BrokenProcessPool)
