"""Servers as processes of their own, that can be killed."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from .harness import PATIENCE, TRUST, wait_until


class Process:
    """`wartable serve` on a free port."""

    def __init__(self, database: str, *words: str, program: tuple[str, ...] = ("-m", "wartable")) -> None:
        command = [sys.executable, *program, "serve", "--no-browser", "--port", "0", "--no-limits", "--no-warm"]
        self.process = subprocess.Popen(
            [*command, "--database", database, "--bot-pause", "0", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.printed: list[str] = []
        self.url = self._read_address()
        # Read to its end: a server whose log nobody reads stands still as soon as the pipe is full.
        self._reader = threading.Thread(target=self._read_all, daemon=True)
        self._reader.start()

    def _read_address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed.append(line)
            found = re.search(r"http://localhost:(\d+)", line)
            if found:
                return f"http://127.0.0.1:{found[1]}"
        raise AssertionError(f"the server did not start: {''.join(self.printed)}")

    def _read_all(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed.append(line)

    def wait_for_line(self, begins: str) -> str:
        """The first line it printed that begins so."""
        wait_until(lambda: any(line.startswith(begins) for line in self.printed), begins)
        return next(line for line in self.printed if line.startswith(begins))

    def wait_ready(self, game: str) -> None:
        def is_ready() -> bool:
            games = httpx.get(f"{self.url}/api/games", timeout=PATIENCE, verify=TRUST).json()["games"]
            return all(one["ready"] for one in games if one["name"] == game)

        wait_until(is_ready, game)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._reap()

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """As Ctrl-C does, or as a service manager does; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self._reap()
        return self.process.returncode

    def _reap(self) -> None:
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serving(database: str, *words: str) -> Iterator[Process]:
    process = Process(database, *words)
    try:
        process.wait_ready("metals")
        yield process
    finally:
        if process.process.poll() is None:
            process.kill()
