"""Compiling games in the background: the lobby opens at once, and a game is ready when its rules are compiled.

`python -m wartable.server.warm GAME` fills the cache on disk in a process of its own, so that the server answers
meanwhile; then this process loads it from there.
"""

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import numpy as np

from wartable.bots import make_bot
from wartable.core import generic
from wartable.core.cache import code_root, fingerprint_of
from wartable.core.chance import draw, generator
from wartable.core.compiled import interpreted
from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.registry import find_game, game_names

from . import garbage

MOVES = 30
MOVES_ASKED_OF_BOTS = 2
KINDS_OF_BOTS = ("random", "greedy", "mcts:20")

log = logging.getLogger("wartable.server")


def exercise(name: str, stop: threading.Event | None = None) -> None:
    """Call every compiled function that hosting a match needs, once; or leave off when the server closes."""
    stop = stop or threading.Event()
    game = find_game(name)
    match = Match.start(game, seed=1)
    rng = generator(1)
    for number in range(MOVES):
        if match.is_over:
            break
        seat = match.due[0]
        legal = match.legal(seat)
        if number < MOVES_ASKED_OF_BOTS:
            for bot in KINDS_OF_BOTS:
                if stop.is_set():
                    return
                make_bot(bot, game, 1).choose(match.observe(seat), match.box, seat, legal)
        match.play(seat, legal[int(draw(rng, len(legal)))])
    for viewer in (SPECTATOR, *match.seats):
        match.tell(match.steps[-1], viewer)
        view = match.observe(viewer)
        game.view.scene(view, match.box, viewer)
        if viewer != SPECTATOR:
            generic.fill(view, match.box, viewer, rng)

    shares = np.zeros(8)
    state = match.full_state()
    generic.evaluate(state, match.box, shares)
    generic.points(state, match.box, 0)
    generic.scores(state, match.box, shares)


class Warmer:
    """Knows which games are ready, and makes the others so: the smallest first, one that is asked for at once."""

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled and not interpreted
        self._ready: dict[str, asyncio.Event] = {}
        self._wanted: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._processes: set[asyncio.subprocess.Process] = set()
        self._stop = threading.Event()

    def start(self) -> None:
        self._ready = {name: asyncio.Event() for name in game_names()}
        if not self.enabled:
            for event in self._ready.values():
                event.set()
            return
        self._wanted = sorted(self._ready, key=_size)
        for _ in range(max(1, (os.cpu_count() or 2) // 2)):
            self._begin(self._run())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def is_ready(self, name: str) -> bool:
        return name in self._ready and self._ready[name].is_set()

    async def ready(self, name: str) -> None:
        """Wait until a game can be played, which is begun at once."""
        if name in self._wanted:
            self._wanted.remove(name)
            self._begin(self._make_ready(name))
        if name in self._ready:
            await self._ready[name].wait()

    async def _run(self) -> None:
        while self._wanted:
            await self._make_ready(self._wanted.pop(0))

    async def _make_ready(self, name: str) -> None:
        try:
            await self._compile(name)
            await asyncio.to_thread(exercise, name, self._stop)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the game %s could not be made ready", name)
        garbage.set_aside()
        self._ready[name].set()

    async def _compile(self, name: str) -> None:
        if _mark(name).exists():
            return
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "wartable.server.warm", name, preexec_fn=lambda: os.nice(5) and None
        )
        self._processes.add(process)
        if await process.wait():
            log.warning("compiling %s ahead failed; it is compiled when it is played", name)
        self._processes.discard(process)

    async def close(self) -> None:
        self._stop.set()
        for task in list(self._tasks):
            task.cancel()
        for process in list(self._processes):
            if process.returncode is None:
                process.terminate()
                await process.wait()


def _size(name: str) -> int:
    """How much there is to compile."""
    return sum(path.stat().st_size for path in find_game(name).folder.rglob("*.py"))


def _mark(name: str) -> Path:
    """A file beside the compiled code that says that all of it is there; new sources have a new one."""
    sources = fingerprint_of(find_game(name).functions, "wartable.core.play", "wartable.bots.search")
    return code_root() / f"{name}-{sources}.hosted"


if __name__ == "__main__":
    exercise(sys.argv[1])
    with contextlib.suppress(OSError):
        _mark(sys.argv[1]).touch()
