"""Searches and their reasons, for hints and the coach, in processes of low priority.

In a thread of the server their Python would keep others waiting for the interpreter's lock, and their searches would
compete with moves for the processor.
"""

import asyncio
import contextlib
import logging
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
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
        self._workers: list[_Worker] = []
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
            worker = self._take()
            try:
                result: Result = worker.call(function, given)
            except (OSError, EOFError) as error:
                worker.end()
                self._workers.remove(worker)
                if self._is_closed:
                    raise
                log.warning("a worker was ended in an analysis: %s", str(error) or "it died")
                continue
            finally:
                worker.is_free = True
            return result
        return function(*given)

    def _take(self) -> "_Worker":
        with self._lock:
            worker = next((one for one in self._workers if one.is_free), None)
            if worker is None:
                self._workers.append(worker := _Worker())
            worker.is_free = False
            return worker

    def close(self) -> None:
        self._is_closed = True
        self.turns.close()
        for worker in list(self._workers):
            worker.end()


class _Worker:
    """A process that carries out one call after the other."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.is_free = True

    def call(self, function: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """The result of a function, or its error; OSError or EOFError if the process dies or takes too long."""
        self._pipe.send((function, given))
        if not self._pipe.poll(MOST_SECONDS):
            raise TimeoutError("it took too long")
        is_good, result = self._pipe.recv()
        if not is_good:
            raise result
        return result

    def end(self) -> None:
        self.process.terminate()


def _serve(pipe: Connection) -> None:
    """Carry out calls until the server ends. The process gives way to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    # Where the server has ended there is nothing more to read.
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, given = pipe.recv()
            try:
                answer = True, function(*given)
            except Exception as error:
                answer = False, error
            pipe.send(answer)
