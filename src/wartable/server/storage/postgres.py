"""PostgreSQL: connections with time limits, and notifications."""

import contextlib
import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.pool import QueuePool

CHANNEL = "wartable"
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 10
"""The time limit of a statement, enforced by the database."""
HANG_SECONDS = 12.0
"""A connection without an answer for this long is cut: its other end hangs."""
REST_SECONDS = 0.2
DEAF_SECONDS = 8.0
"""A process that has not heard its own notifications for this long is deaf to others too; heartbeats come every two
seconds.
"""
# A peer that is gone is noticed within some seconds also where nothing is sent.
LIMITS = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}

log = logging.getLogger("wartable.server")


class Waits:
    """Connections that wait for an answer, and since when. A thread cuts those that wait too long."""

    def __init__(self) -> None:
        self._since: dict[Any, float] = {}
        self._longest: float | None = None
        self._stop = threading.Event()
        threading.Thread(target=self._watch, name="wartable-waits", daemon=True).start()

    def connect(self, *given: Any, **named: Any) -> Any:
        connection = _watched_class().connect(*given, **named)
        connection.waits = self
        return connection

    def begin(self, connection: Any) -> None:
        self._since[connection] = time.monotonic()

    def end(self, connection: Any) -> None:
        self._since.pop(connection, None)

    def hurry(self, longest: float) -> None:
        """Shorten the limit from now on."""
        self._longest = longest

    def close(self) -> None:
        self._stop.set()

    def _watch(self) -> None:
        while not self._stop.wait(0.5):
            longest = HANG_SECONDS if self._longest is None else self._longest
            for connection, since in list(self._since.items()):
                if time.monotonic() - since > longest and self._since.get(connection) == since:
                    log.warning("the database has not answered for %.0f seconds; its connection is closed", longest)
                    cut(connection)


def cut(connection: Any) -> None:
    """Cut a connection from another thread: whoever waits for it gets an error at once."""
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


@cache
def _watched_class() -> Any:
    import psycopg

    class Watched(psycopg.Connection[Any]):
        """A connection that registers while it waits."""

        waits: Waits | None = None

        def wait(self, *given: Any, **named: Any) -> Any:
            if self.waits is None:
                return super().wait(*given, **named)
            self.waits.begin(self)
            try:
                return super().wait(*given, **named)
            finally:
                self.waits.end(self)

    return Watched


def postgres_engine(url: str, lock_seconds: float, waits: Waits | None = None) -> sa.Engine:
    """An engine; with `waits` nothing exceeds the limits above, as migrations may."""
    engine = sa.create_engine(
        url, poolclass=QueuePool, pool_size=6, max_overflow=4, pool_pre_ping=True, connect_args=LIMITS
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.execute(f"SET lock_timeout = {int(lock_seconds * 1000)}")
        if waits is not None:
            connection.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
        connection.commit()

    _let_rest(engine, waits)
    return engine


def _let_rest(engine: sa.Engine, waits: Waits | None) -> None:
    """After a failed connection, pause briefly: repeated attempts would keep a struggling database busy."""
    rested = 0.0

    @sa.event.listens_for(engine, "do_connect")
    def connect(dialect: Any, _: Any, given: Any, named: Any) -> Any:
        nonlocal rested
        if time.monotonic() < rested:
            raise dialect.dbapi.OperationalError("the database did not answer a moment ago")
        try:
            return (waits or dialect).connect(*given, **named)
        except dialect.dbapi.OperationalError:
            rested = time.monotonic() + REST_SECONDS
            raise


class Listener:
    """A thread that waits for PostgreSQL's notifications, and reconnects when necessary.

    A process's own notifications are ignored; they only show that notifications arrive.
    """

    def __init__(self, url: str, own: str, heard: Callable[[str | None], None], waits: Waits) -> None:
        self._own = own
        self._url = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard = heard
        self._waits = waits
        self._echo = time.monotonic()
        self._stop = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wartable-listen", daemon=True)
        self._thread.start()
        self._ready.wait(10)

    @property
    def is_deaf(self) -> bool:
        """Whether this process's own notifications have not come back for a while."""
        return time.monotonic() - self._echo > DEAF_SECONDS

    def _run(self) -> None:
        import psycopg

        while not self._stop.is_set():
            try:
                with self._waits.connect(self._url, autocommit=True, **LIMITS) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    connected = time.monotonic()
                    if self._ready.is_set():
                        self._heard(None)
                    self._ready.set()
                    while not self._stop.is_set() and time.monotonic() - max(self._echo, connected) <= DEAF_SECONDS:
                        for notice in connection.notifies(timeout=0.5):
                            self._take(notice.payload)
                    cut(connection)
            except psycopg.Error:
                log.warning("lost the database's notifications; connecting again")
                self._stop.wait(1)

    def _take(self, payload: str) -> None:
        if payload.endswith(self._own):
            self._echo = time.monotonic()
            return
        for match_id in payload.rpartition(" ")[0].split("\n"):
            if match_id:
                self._heard(match_id)

    def close(self) -> None:
        self._stop.set()
        self._thread.join(5)
