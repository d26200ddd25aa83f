"""Searches and their reasons, for hints and the coach, in processes of low priority.

In a thread of the server their Python would keep others waiting for the interpreter's lock, and their searches would
compete with moves for the processor.
"""

import asyncio
import logging
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import connection, get_context, parent_process
from typing import Any, TypeVar

from wartable.bots.advice import coach
from wartable.bots.advice.hint import Hint, Look
from wartable.bots.position import Position
from wartable.core import generic
from wartable.core.game import Game
from wartable.core.match import Match

from ..live.thread_pool import Turns

log = logging.getLogger("wartable.server")
Result = TypeVar("Result")
NICE = 10
MOST_SECONDS = 60.0
"""A worker that takes longer is ended: it compiles what it should have found compiled."""
MOST_KEPT = 128
"""The number of results that are kept: asking again for the same position costs nothing."""


def usual_processes() -> int:
    """One, or two where there are more than two processors."""
    return 1 if (os.cpu_count() or 1) <= 2 else 2


class Analysts:
    """Carries out analyses, taking turns among the people who ask; with no processes, in a thread."""

    def __init__(self, processes: int) -> None:
        self.turns = Turns(max(1, processes), "advise")
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()
        self._is_closed = False
        self._results: OrderedDict[tuple[Any, ...], asyncio.Future[Any]] = OrderedDict()

    async def study(self, key: tuple[Any, ...], match: Match, position: Position, who: str) -> tuple[Look, Hint]:
        """The search of a position and its hint; `key` names the position."""
        found = await self.once(("study", *key), who, match.game, coach.study, match.bare(), position)
        look, hint = found
        position.promise(look.plan.actions)
        return look, hint

    async def once(
        self, key: tuple[Any, ...], who: str, game: Game, function: Callable[..., Result], *given: Any
    ) -> Result:
        """The result of a function, which is called once for each key."""
        key = (*key, generic.is_read(game.name))
        known = self._results.get(key)
        if known is None:
            known = self._results[key] = asyncio.ensure_future(self._run(who, game, function, *given))
            known.add_done_callback(partial(self._forget_failure, key))
            while len(self._results) > MOST_KEPT:
                self._results.popitem(last=False)
        result: Result = await asyncio.shield(known)
        return result

    def _forget_failure(self, key: tuple[Any, ...], done: "asyncio.Future[Any]") -> None:
        if done.cancelled() or done.exception() is not None:
            self._results.pop(key, None)

    async def _run(self, who: str, game: Game, function: Callable[..., Result], *given: Any) -> Result:
        return await self.turns.run(who, partial(self._carry_out, game, function, *given))

    def _carry_out(self, game: Game, function: Callable[..., Result], *given: Any) -> Result:
        """Call a function in a worker, or here while the game's rules are interpreted or where workers fail."""
        for _ in range(2 if self._processes and not generic.is_read(game.name) else 0):
            pool = self._workers()
            try:
                return pool.submit(function, *given).result(MOST_SECONDS)
            except (BrokenProcessPool, TimeoutError) as error:
                if self._is_closed:
                    raise
                log.warning("an analysis was ended: %s", error or "it took too long")
                self._end(pool)
        return function(*given)

    def _workers(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"), _begin)
            return self._pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is pool:
                self._pool = None
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        self._is_closed = True
        self.turns.close()
        if self._pool is not None:
            self._end(self._pool)


def _begin() -> None:
    """Make this process a worker: it gives way to the server, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = parent_process()
    if server is not None:
        connection.wait([server.sentinel])
        os._exit(0)
