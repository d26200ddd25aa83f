"""Compiles everything that a run on a GPU needs in advance, every kernel in a process of its own.

`python -m wartable.train.warm GAME PART` compiles one kernel and caches it on disk.
"""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from wartable.errors import WartableError

KERNELS = ("ahead", "step", "reset", "moves", "imagine", "search")


class NotCompiled(WartableError):
    """A kernel could not be compiled; its process has printed the reason."""


def compile_part(name: str, part: str) -> None:
    """Compile one kernel of a game."""
    from wartable.batch.cuda import CudaEngine
    from wartable.core.registry import find_game

    game = find_game(name)
    CudaEngine(game, game.new_box(), 1, game.seats[0], listed=True).compile(part)


class Warming:
    """Compiles games in the background, with one process for each core."""

    def __init__(self, names: list[str]) -> None:
        self.names, self.began = names, time.perf_counter()
        self.missing = {name: set(KERNELS) for name in names}
        self.failed: list[str] = []
        self.change = threading.Condition()
        self.pool = ThreadPoolExecutor(os.cpu_count() or 1)
        for part in KERNELS:
            for name in names:
                self.pool.submit(self._compile, name, part)

    def _compile(self, name: str, part: str) -> None:
        status = subprocess.run([sys.executable, "-m", "wartable.train.warm", name, part], check=False).returncode
        with self.change:
            if status:
                self.failed.append(f"compiling {part} of {name} failed")
            self.missing[name].discard(part)
            print(f"{name}: {part} compiled after {time.perf_counter() - self.began:.0f} s", flush=True)
            self.change.notify_all()

    def first_ready(self, names: list[str]) -> str:
        """The first of the games that is ready, in the given order."""
        with self.change:
            while True:
                if self.failed:
                    raise NotCompiled(self.failed[0])
                ready = [name for name in names if not self.missing[name]]
                if ready:
                    return ready[0]
                self.change.wait()


if __name__ == "__main__":
    compile_part(sys.argv[1], sys.argv[2])
