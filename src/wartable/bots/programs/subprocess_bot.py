"""Bots that run as separate programs: started, asked over the protocol, and ended if they are late or broken."""

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.errors import WartableError

from . import protocol
from .protocol import LONGEST_ANSWER, TableInfo

START_SECONDS = 60.0
END_SECONDS = 1.0
KEPT_COMPLAINTS = 20


class BotFailed(WartableError):
    """A program crashed, was late, or violated the protocol."""


class BotProcess:
    """A running bot program. It may play any number of matches, one after the other."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise BotFailed(f"{shlex.join(self.command)} cannot be started: {error.strerror or error}") from None
        self.answers: queue.Queue[bytes] = queue.Queue()
        self.complaints: deque[str] = deque(maxlen=KEPT_COMPLAINTS)
        self._outbox: queue.Queue[bytes] = queue.Queue()
        # Pipes are served by threads: a program that neither reads nor writes must not hold anybody up.
        services = (self._write_messages, self._read_answers, self._read_complaints)
        self._threads = [threading.Thread(target=service, daemon=True) for service in services]
        for thread in self._threads:
            thread.start()

    def _write_messages(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            while message := self._outbox.get():
                self.process.stdin.write(message)
                self.process.stdin.flush()
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()

    def _read_answers(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self.process.stdout.readline(LONGEST_ANSWER):
                self.answers.put(line)
        self.answers.put(b"")

    def _read_complaints(self) -> None:
        assert self.process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self.process.stderr.readline(2000):
                self.complaints.append(line.decode("utf-8", "replace").rstrip())

    def ask(self, message: dict[str, Any], wanted: str, seconds: float) -> dict[str, Any]:
        """Send a message and wait for the answer; without one in time, the process is ended and BotFailed raised."""
        deadline = time.monotonic() + seconds
        self.tell(message)
        try:
            line = self.answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            self.kill()
            raise BotFailed(f"no answer to {message['type']} within {seconds:g} s") from None
        if not line:
            raise self._ended()
        try:
            return protocol.read_line(line, wanted)
        except protocol.BadAnswer as error:
            self.kill()
            raise BotFailed(str(error)) from None

    def tell(self, message: dict[str, Any]) -> None:
        self._outbox.put(protocol.line_of(message))

    def _ended(self) -> BotFailed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        self.kill()
        last = next((line for line in reversed(self.complaints) if line.strip()), "")
        return BotFailed(f"the program ended with status {self.process.returncode}{f': {last}' if last else ''}")

    def close(self) -> None:
        """Close the input; a program that does not exit is ended."""
        self._outbox.put(b"")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the program, on POSIX with everything that it has started, and close its pipes."""
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if os.name == "posix":
                    os.killpg(self.process.pid, signal.SIGKILL)
                else:
                    self.process.kill()
        self.process.wait()
        self._outbox.put(b"")
        for thread, pipe in zip(self._threads, (None, self.process.stdout, self.process.stderr), strict=True):
            thread.join(END_SECONDS)
            if pipe is not None and not thread.is_alive():
                pipe.close()

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None


class SubprocessBot:
    """A seat of one match, played by a program."""

    def __init__(self, program: BotProcess, game: Game, table: TableInfo, seat: int, seed: int, seconds: float) -> None:
        self.program = program
        self.game = game
        self.seconds = seconds
        self.number = 0
        program.ask(protocol.hello(table, seat, seed, seconds), "ready", START_SECONDS)

    def choose(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        question = protocol.choose(self.game, view, box, seat, legal, self.number, self.seconds)
        self.number += 1
        answer = self.program.ask(question, "play", self.seconds)
        try:
            return protocol.chosen(answer, question)
        except protocol.BadAnswer as error:
            self.program.kill()
            raise BotFailed(str(error)) from None

    def end(self, scores: Sequence[float], points: Sequence[int], ending: str) -> None:
        with contextlib.suppress(BotFailed):
            self.program.tell(protocol.end(scores, points, ending))


def command_of(spec: str) -> list[str]:
    """The command line of `cmd:./bot --fast`, or of the class `py:file.py:Class` in a separate process."""
    kind, _, rest = spec.partition(":")
    if kind == "cmd":
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise BotFailed(f"{spec!r}: {error}") from None
        if words:
            return words
    if kind == "py" and rest.rpartition(":")[0]:
        return [sys.executable, "-m", "wartable.bots.programs.host", rest]
    raise BotFailed(f"{spec!r}: a program is cmd:COMMAND, a Python class is py:FILE.py:CLASS or py:MODULE:CLASS")
