"""A table with those who look at it."""

import asyncio
import time
from typing import Any

from wartable.core.scene import Scene

from .accounts import User
from .table import Table

MOST_QUEUED = 400
COME_BACK = 1012
LOGGED_OUT = 4401


class Watcher:
    """Somebody who looks at a table through a socket: from a seat, or as a spectator."""

    def __init__(self, user: User | None, seat: int, shows: str) -> None:
        self.user = user
        self.seat = seat
        self.shows = shows
        # How many changes the seat had seen when this watcher was told last.
        self.number = 0
        # Whether the login that it came with has ended: nothing more is taken from it.
        self.is_shut = False
        self._outbox: list[str | int] = []
        self._sender: asyncio.Future[None] | None = None

    def send(self, text: str) -> None:
        """Queue a message; a client that does not read is cut off, and finds everything when it comes back."""
        if len(self._outbox) >= MOST_QUEUED:
            self._outbox.clear()
            self.close()
            return
        self._put(text)

    def close(self, code: int = COME_BACK) -> None:
        """Close the socket once it was sent what is queued."""
        self._put(code)

    def shut(self) -> None:
        """Close the socket of somebody who may not use it any more."""
        self.is_shut = True
        self._outbox.clear()
        self.close(LOGGED_OUT)

    def _put(self, what: str | int) -> None:
        self._outbox.append(what)
        if self._sender and not self._sender.done():
            self._sender.set_result(None)

    async def queued(self) -> list[str | int]:
        """All that is to be sent, as soon as there is something: texts, and a code to close the socket with."""
        if not self._outbox:
            self._sender = asyncio.get_running_loop().create_future()
            await self._sender
        taken, self._outbox = self._outbox, []
        return taken


class Live:
    """A table with its watchers. The lock is held from a move until it is on disk and told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        # The scene that a seat's watchers have, and the number that it belongs to.
        self.shown: dict[int, tuple[int, Scene]] = {}
        # The question of each seat that its player was told of while away.
        self.notified: dict[int, int] = {}
        self.used = time.monotonic()
        self.mover: asyncio.Task[None] | None = None
        self.analysis: dict[str, Any] | None = None
        self.searching = asyncio.Lock()

    def users_watching(self) -> set[int]:
        return {watcher.user.id for watcher in self.watchers if watcher.user}
