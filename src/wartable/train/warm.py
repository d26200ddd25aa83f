"""Compiling what a run on a GPU needs before it begins, every kernel in a process of its own.

`python -m wartable.train.warm GAME PART` compiles one kernel (or the bot that exams need) and keeps it on disk.
"""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from wartable.errors import WartableError

KERNELS = ("step", "reset", "moves", "observe", "judge", "weigh", "search")
BOT = "bot"


class NotCompiled(WartableError):
    """A kernel that could not be compiled; its process has said why."""


def compile_part(name: str, part: str) -> None:
    """Compile one kernel of a game, or its greedy bot, which exams need."""
    from wartable.core.registry import find_game

    game = find_game(name)
    if part == BOT:
        _play_a_little(name)
        return
    from wartable.batch.cuda import CudaEngine

    CudaEngine(game, game.new_box(), 1, game.seats[0], listed=True).compile(part)


def _play_a_little(name: str) -> None:
    """A few decisions of the greedy bot, on the CPU."""
    from wartable.bots import make_bot
    from wartable.core.match import Match
    from wartable.core.registry import find_game

    game = find_game(name)
    match, bot = Match.start(game, seed=1), make_bot("greedy", game, 1)
    for _ in range(3):
        if not match.is_over:
            seat = match.due[0]
            match.play(seat, bot.choose(match.observe(seat), match.box, seat, match.legal(seat)))


class Warming:
    """Compiles games in the background, so many processes at a time as there are cores."""

    def __init__(self, names: list[str]) -> None:
        self.names, self.began = names, time.perf_counter()
        self.missing = {name: {*KERNELS, BOT} for name in names}
        self.failed: list[str] = []
        self.change = threading.Condition()
        self.pool = ThreadPoolExecutor(os.cpu_count() or 1)
        for part in (*KERNELS, BOT):
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
        """The first of the games that is ready, in the order given."""
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
