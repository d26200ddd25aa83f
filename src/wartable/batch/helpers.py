"""Waiting threads that take over parts of a task; handing one over takes a few microseconds."""

import weakref
from collections.abc import Callable, Sequence
from threading import Lock, Thread

Job = Callable[[], object]


class Helper:
    """A thread that runs a job whenever it gets one."""

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
        """Hand over a job, or None to end the thread."""
        self.job = job
        self._start.release()

    def wait(self) -> BaseException | None:
        """Wait until the job is done; raises its error."""
        self._done.acquire()
        error, self.error = self.error, None
        return error


def dismiss(helpers: list[Helper]) -> None:
    while helpers:
        helpers.pop().give(None)


class Helpers:
    """Additional threads. They start with the first task and end with this object."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._helpers: list[Helper] = []
        weakref.finalize(self, dismiss, self._helpers)

    def run(self, jobs: Sequence[Job]) -> None:
        """Run all jobs, the first of them in the calling thread. At most one for each helper, plus one."""
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
        """End the threads; further tasks start new ones."""
        dismiss(self._helpers)
