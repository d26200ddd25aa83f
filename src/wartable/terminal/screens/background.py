"""Work outside the event loop, and the state of the compiler."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from numba.core import event

T = TypeVar("T")


class Work(Generic[T]):
    """A function running in a daemon thread."""

    running = 0
    _count = threading.Lock()

    def __init__(self, function: Callable[[], T]) -> None:
        self._function = function
        self._result: list[T] = []
        self._error: BaseException | None = None
        self._done = threading.Event()
        self._callbacks: list[Callable[[], None]] = []
        self._guard = threading.Lock()
        with Work._count:
            Work.running += 1
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._result.append(self._function())
        except BaseException as error:
            self._error = error
        with Work._count:
            Work.running -= 1
        with self._guard:
            self._done.set()
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait at most this long; returns whether the work is done."""
        return self._done.wait(seconds)

    def result(self) -> T:
        """The function's result; raises its error."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._result[0]

    async def finished(self) -> T:
        """The result, awaited without blocking the event loop."""
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()

        def wake() -> None:
            # The loop is gone when the app was left before the work was done.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(ready.set)

        with self._guard:
            if not self._done.is_set():
                self._callbacks.append(wake)
            else:
                ready.set()
        await ready.wait()
        return self.result()


class CompilerWatch(event.Listener):  # type: ignore[misc]  # numba has no types
    """Counts functions that are compiled; loading from the disk cache does not count."""

    def __init__(self, first: Callable[[], None] = lambda: None) -> None:
        self.count = 0
        self.name = ""
        self.began = 0.0
        self._first = first

    def on_start(self, happening: Any) -> None:
        if self.count == 0:
            self.began = time.monotonic()
            self._first()
        self.count += 1
        self.name = happening.data["dispatcher"].py_func.__name__

    def on_end(self, happening: Any) -> None:
        pass

    def __enter__(self) -> "CompilerWatch":
        event.register("numba:compile", self)
        return self

    def __exit__(self, *_: object) -> None:
        event.unregister("numba:compile", self)

    def line(self, what: str) -> str:
        """What is happening, in one sentence."""
        if not self.count:
            return f"Setting up the table of {what} …"
        seconds = time.monotonic() - self.began
        functions = "function" if self.count == 1 else "functions"
        return (
            f"The rules of {what} are being compiled; this happens once and takes up to a minute. "
            f"{seconds:.0f} s, {self.count} {functions}, now {self.name} …"
        )
