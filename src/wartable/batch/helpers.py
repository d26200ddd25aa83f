"""Threads that wait for the next part of some work: to hand it over takes a few microseconds."""

import weakref
from collections.abc import Callable, Sequence
from threading import Lock, Thread

Job = Callable[[], object]


class Helper:
    """One thread, which does a job whenever it is given one."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self.error: BaseException | None = None
        self._start, self._done = Lock(), Lock()
        self._start.acquire()
        self._done.acquire()
        Thread(target=self._loop, daemon=True, name="wartable-helper").start()

    def _loop(self) -> None:
        while True:
            self._start.acquire()
            if self.job is None:
                return
            try:
                self.job()
            except BaseException as error:  # told to whoever waits for it
                self.error = error
            self.job = None
            self._done.release()

    def give(self, job: Job | None) -> None:
        """A job, or none: then the thread ends."""
        self.job = job
        self._start.release()

    def wait(self) -> BaseException | None:
        """Until the job is done; what went wrong with it."""
        self._done.acquire()
        error, self.error = self.error, None
        return error


def dismiss(helpers: list[Helper]) -> None:
    while helpers:
        helpers.pop().give(None)


class Helpers:
    """So many threads beside the one that calls. They begin with the first work, and end with this object."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._helpers: list[Helper] = []
        weakref.finalize(self, dismiss, self._helpers)

    def run(self, jobs: Sequence[Job]) -> None:
        """Do all jobs, the first of them here. At most one for each helper, and one more."""
        while len(self._helpers) < self.count:
            self._helpers.append(Helper())
        busy = list(zip(self._helpers, jobs[1:], strict=False))
        for helper, job in busy:
            helper.give(job)
        errors: list[BaseException | None] = []
        try:
            jobs[0]()
        finally:
            errors += [helper.wait() for helper, _ in busy]
        for error in errors:
            if error is not None:
                raise error

    def close(self) -> None:
        """The threads end; further work begins new ones."""
        dismiss(self._helpers)
