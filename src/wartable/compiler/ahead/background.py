"""Compiles in the background while people play.

A match begins at once with interpreted rules. A separate low-priority process compiles what is missing on disk; then
this process loads it and runs the compiled rules. The separate process is `python -m wartable.compiler.ahead.background
GAME`; it prints a line for each part that is done.
"""

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from wartable.bots.nets.quick_net import strongest_search
from wartable.bots.search.mcts import make_ready
from wartable.bots.search.puct import make_net_ready
from wartable.compiler.cache import code_root, files_in_use, fingerprint_of
from wartable.compiler.decorators import interpreted
from wartable.compiler.mode import reading
from wartable.core import generic
from wartable.core.game import Game
from wartable.core.registry import find_game, game_names

from .parts import play_parts

NICE = 10
MOST_MEMORY = 6 * 1024**3
MOST_CPU_SECONDS = 30 * 60
"""The limits of the compiling process, CPU time and memory, after which the system ends it; rules then stay
interpreted.
"""
SEARCH, NET_SEARCH = "wartable.bots.search.simulations", ("wartable.bots.search.puct", "wartable.batch.cpu")
log = logging.getLogger("wartable.ready")


def parts_of(game: Game) -> dict[str, Callable[[], object]]:
    """Everything that a table with bots calls, as calls that compile it or load it from disk."""
    parts: dict[str, Callable[[], object]] = {**play_parts(game), "searching bots": lambda: make_ready(game)}
    if strongest_search(game) == "net":
        parts["bots with a net"] = lambda: make_net_ready(game)
    return parts


def mark_of(game: Game) -> Path:
    """A file next to the compiled code that lists it once it is complete; its name depends on the sources."""
    with_net = strongest_search(game) == "net"
    sources = fingerprint_of(game.functions, "wartable.core.play", SEARCH, *(NET_SEARCH if with_net else ()))
    return code_root() / f"{game.name}-{sources}.ready"


def make_all(game: Game, say: Callable[[str, int, int], None] | None = None) -> None:
    """Compile (or load) every part in this process. `say` gets each part's name, its number and the total."""
    with reading(False):
        parts = parts_of(game)
        for number, (name, call) in enumerate(parts.items()):
            if say:
                say(name, number, len(parts))
            call()
    write_mark(game, files_in_use())


def write_mark(game: Game, files: Iterable[str]) -> None:
    """Record that all of a game's code is on disk, in these files among others."""
    needed = [file for file in files if f"-{game.name}-" in file and file.endswith((".entry", ".island"))]
    with contextlib.suppress(OSError):
        code_root().mkdir(parents=True, exist_ok=True)
        mark_of(game).write_text("\n".join(sorted(needed)))


def is_compiled(game: Game) -> bool:
    """Whether everything is compiled and no file is missing."""
    if interpreted:
        return True
    try:
        needed = mark_of(game).read_text().split()
    except OSError:
        return False
    return all((code_root() / file).exists() for file in needed)


def find_to_read(name: str) -> Game:
    """The game of that name, interpreted if it is not compiled yet: for a single look at a match."""
    game = find_game(name)
    if not is_compiled(game):
        generic.set_read(game.name, True)
    return game


class Preparation:
    """The transition of one game from interpreted to compiled rules."""

    _turn = threading.Lock()
    """One compiler at a time, for any number of games: it takes a core and some hundred megabytes."""

    def __init__(self, game: Game, then: Callable[[], None] = lambda: None) -> None:
        self.game = game
        self.part, self.number, self.count = "", 0, 0
        self.failed = False
        self._then = then
        self._stopped = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._finished = threading.Event()

    @property
    def is_done(self) -> bool:
        return self._finished.is_set()

    def start(self) -> "Preparation":
        """Interpret the rules until compiled code is available. Code that is on disk is loaded first."""
        if is_compiled(self.game) and not interpreted:
            make_all(self.game)
        if is_compiled(self.game) or self.game.name not in game_names():
            self._finished.set()
            return self
        generic.set_read(self.game.name, True)
        threading.Thread(target=self.run, daemon=True, name=f"prepare {self.game.name}").start()
        return self

    def wait(self, seconds: float | None = None) -> bool:
        return self._finished.wait(seconds)

    def stop(self) -> None:
        """Stop; what has been compiled stays on disk."""
        self._stopped.set()
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.terminate()

    def line(self) -> str:
        """The progress in one sentence; empty when done."""
        if self.is_done:
            return ""
        at = f", part {self.number + 1} of {self.count}" if self.count else ""
        return f"{self.game.title} is being prepared for faster play and stronger bots{at}"

    def run(self) -> None:
        """Do it now, in this thread; `start` uses a thread of its own."""
        try:
            with Preparation._turn:
                if not self._stopped.is_set() and not is_compiled(self.game):
                    self._compile_apart()
                if not self._stopped.is_set() and not self.failed:
                    make_all(self.game)
                    generic.set_read(self.game.name, False)
        except Exception:
            self.failed = True
            log.exception("%s could not be compiled; its rules are interpreted", self.game.name)
        finally:
            self._finished.set()
            self._then()

    def _compile_apart(self) -> None:
        command = [sys.executable, "-m", "wartable.compiler.ahead.background", self.game.name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            self._process = process
            assert process.stdout is not None
            for line in process.stdout:
                number, count, self.part = line.strip().split(" ", 2)
                self.number, self.count = int(number), int(count)
            told = process.stderr.read() if process.stderr else ""
        if process.returncode and not self._stopped.is_set():
            self.failed = True
            log.warning("compiling %s ended with %s: %s", self.game.name, process.returncode, told[-2000:])


def keep_within_bounds() -> None:
    """Lower this process's priority, and end it if it uses far more than any game needs."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        for kind, most in ((resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CPU, MOST_CPU_SECONDS)):
            _, allowed = resource.getrlimit(kind)
            resource.setrlimit(kind, (most if allowed == resource.RLIM_INFINITY else min(most, allowed), allowed))


def main(name: str) -> None:
    keep_within_bounds()
    make_all(find_game(name), lambda part, number, count: print(number, count, part, flush=True))


if __name__ == "__main__":
    main(sys.argv[1])
