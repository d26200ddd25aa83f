"""Open sockets by login: when a login ends, its sockets are closed."""

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Protocol

import sqlalchemy as sa

from ..storage.schema import logins, users
from ..storage.store import Store

CHECK_SECONDS = 10.0
MOST_AT_ONCE = 500

log = logging.getLogger("wartable.server")


class Socket(Protocol):
    """An open socket that can be closed when its login ends."""

    def shut(self) -> None: ...


class Doors:
    """Tracks open sockets. Logins ended by other processes are found by polling."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._open: defaultdict[str, set[Socket]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    @property
    def count(self) -> int:
        return sum(map(len, self._open.values()))

    @contextlib.contextmanager
    def opened(self, socket: Socket, login: str) -> Iterator[None]:
        """A context while a socket is open; spectators have an empty login, which cannot end."""
        self._open[login].add(socket)
        try:
            yield
        finally:
            self._open[login].discard(socket)
            if not self._open[login]:
                del self._open[login]

    async def check(self) -> None:
        """Close the sockets of ended logins and banned users."""
        asked = [login for login in self._open if login]
        for start in range(0, len(asked), MOST_AT_ONCE):
            some = asked[start : start + MOST_AT_ONCE]
            living = await self.store.read(partial(_living, hashes=some))
            for login in set(some) - living:
                for socket in self._open.get(login, ()):
                    socket.shut()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.check()
            except Exception:
                log.exception("the logins of open sockets could not be checked")


def _living(connection: sa.Connection, hashes: list[str]) -> set[str]:
    wanted = (
        sa.select(logins.c.hash)
        .join(users, users.c.id == logins.c.user_id)
        .where(
            logins.c.hash.in_(hashes),
            sa.or_(logins.c.expires.is_(None), logins.c.expires > time.time()),
            users.c.banned.is_(None),
        )
    )
    return set(connection.execute(wanted).scalars())
