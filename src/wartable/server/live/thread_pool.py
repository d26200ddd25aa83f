"""Threads for slow work, shared fairly: those who use much time wait behind those who use little."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from .protocol import ProtocolError

Result = TypeVar("Result")
MOST_WAITING = 24
LEAST_SECONDS = 0.001
"""What a piece of work is charged at least."""


class Busy(ProtocolError):
    """Somebody has asked for more than can be done in time."""

    def __init__(self) -> None:
        super().__init__("too-fast", "you have sent too many requests; wait a moment")


class Who(str):
    """The person who asks for work, and their address."""

    address: str

    @classmethod
    def at(cls, address: str, user_id: int | None) -> "Who":
        made = cls(f"address {address}" if user_id is None else f"user {user_id}")
        made.address = address
        return made


@dataclass
class _Line:
    """One person's queue, and how much of it is in progress."""

    address: str = ""
    waiting: "deque[tuple[Callable[[], Any], asyncio.Future[Any]]]" = field(default_factory=deque)
    running: int = 0


class Turns:
    """A few threads. Everybody has their own queue, and the queues take turns.

    The seconds of work are charged to addresses: next is the one that has used least (start-time fair queueing: Goyal
    and others 1996), and the people at it take turns, so that many guests at one address only delay each other. With
    several threads, one is always kept free for somebody else. Background work runs only when nobody waits.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, f"wartable-{name}")
        self._free = threads
        self._lines: OrderedDict[str, _Line] = OrderedDict()
        self._background: OrderedDict[str, _Line] = OrderedDict()
        self._used: dict[str, float] = {}
        """How many seconds each address has used; one that comes anew begins at `_clock`."""
        self._clock = 0.0
        """How much the address that had the last turn had used before."""

    @property
    def waiting(self) -> int:
        """How many tasks are waiting."""
        return sum(len(line.waiting) for lines in (self._lines, self._background) for line in lines.values())

    async def run(self, who: str, work: Callable[[], Result], background: bool = False) -> Result:
        """Run a function in a thread when it is this person's turn; Busy if too many of theirs are waiting."""
        lines = self._background if background else self._lines
        line = lines.setdefault(who, _Line(getattr(who, "address", who)))
        if not line.waiting and not line.running:
            self._used[line.address] = max(self._used.get(line.address, 0.0), self._clock)
        if len(line.waiting) >= MOST_WAITING:
            raise Busy
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        line.waiting.append((work, future))
        self._begin()
        return await future

    def _begin(self) -> None:
        while self._free and (found := self._next()):
            line, work, future = found
            self._free -= 1
            line.running += 1
            begun = time.monotonic()
            running = asyncio.get_running_loop().run_in_executor(self._pool, work)
            running.add_done_callback(partial(self._ended, line, future, begun))

    def _next(self) -> "tuple[_Line, Callable[[], Any], asyncio.Future[Any]] | None":
        for lines in (self._lines, self._background):
            ready = [who for who in list(lines) if self._is_ready(lines, who)]
            if ready:
                who = min(ready, key=lambda one: self._used.get(lines[one].address, 0.0))
                lines.move_to_end(who)
                line = lines[who]
                self._clock = max(self._clock, self._used.get(line.address, 0.0))
                return line, *line.waiting.popleft()
        return None

    def _is_ready(self, lines: OrderedDict[str, _Line], who: str) -> bool:
        """Whether somebody is waiting and may have a thread."""
        line = lines[who]
        while line.waiting and line.waiting[0][1].cancelled():
            line.waiting.popleft()
        if not line.waiting and not line.running:
            del lines[who]
        return bool(line.waiting) and not (line.running and line.running >= self._threads - 1)

    def _ended(self, line: _Line, future: "asyncio.Future[Any]", begun: float, done: "asyncio.Future[Any]") -> None:
        self._free += 1
        line.running -= 1
        seconds = max(LEAST_SECONDS, time.monotonic() - begun)
        self._used[line.address] = self._used.get(line.address, self._clock) + seconds
        if len(self._used) > 2 * (MOST_WAITING + len(self._lines) + len(self._background)):
            at_work = {one.address for lines in (self._lines, self._background) for one in lines.values()}
            # One that has used no more than the others begins there anyway.
            self._used = {one: used for one, used in self._used.items() if one in at_work or used > self._clock}
        if not future.cancelled():
            if done.cancelled():
                future.cancel()
            elif (error := done.exception()) is not None:
                future.set_exception(error)
            else:
                future.set_result(done.result())
        self._begin()

    def close(self) -> None:
        """Accept no more work; running work is left to finish."""
        for lines in (self._lines, self._background):
            for line in lines.values():
                for _, future in line.waiting:
                    future.cancel()
            lines.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
