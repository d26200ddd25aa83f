"""Storage: reads in threads, writes in one thread that puts many of them into one commit.

A write is on disk when its future is done. Appending to a match can fail in one way only: somebody else has
appended first (`Conflict`).
"""

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.pool import QueuePool

from wartable.core.errors import WartableError

from .schema import entries, matches

Result = TypeVar("Result")
Work = Callable[[sa.Connection], Any]
CHANNEL = "wartable"
MOST_PER_COMMIT = 512

log = logging.getLogger("wartable.server")


class Conflict(WartableError):
    """Another writer has appended to the match first."""


class StoreClosed(WartableError):
    """The server is closing; nothing was written."""


@dataclass(frozen=True)
class Entry:
    """One line of a match: an action, or the cut back to an earlier length."""

    number: int
    kind: str
    seat: int
    value: int
    at: float


@dataclass(frozen=True)
class Append:
    """Entries to append to a match, what the match's row then says, and what else goes into the same commit."""

    match_id: str
    entries: Sequence[Entry]
    changes: dict[str, Any]
    also: Work | None = None


ROW_CHANGES = ("status", "moved", "due", "deadline", "result", "shown_due", "shown_moved")
_INSERT = sa.insert(entries)
_TOUCH = (
    sa.update(matches)
    .where(matches.c.id == sa.bindparam("match_id"))
    .values(
        **{name: sa.bindparam(f"new_{name}") for name in ROW_CHANGES},
    )
)
_NOTIFY = sa.text("SELECT pg_notify(:channel, :match_id)")


def make_engine(url: str) -> sa.Engine:
    """An engine with SQLite in WAL mode, every commit synced to the disk."""
    if not url.startswith("sqlite"):
        return sa.create_engine(url, poolclass=QueuePool, pool_size=6, max_overflow=4, pool_pre_ping=True)
    engine = sa.create_engine(url, poolclass=QueuePool, pool_size=6, connect_args={"check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: Any) -> None:
        # SQLAlchemy begins transactions itself; the driver must not do so as well.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


class Store:
    """A database. `read` and `write` run a function with a connection; `append` adds to a match."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self.engine = make_engine(url)
        self._readers = ThreadPoolExecutor(4, "wartable-read")
        self._queue: queue.SimpleQueue[tuple[Work | Append, Future[Any]] | None] = queue.SimpleQueue()
        self._closed = False
        self._writer = threading.Thread(target=self._write_all, name="wartable-write", daemon=True)
        self._writer.start()
        self._listener: Listener | None = None
        self.commits = 0

    async def read(self, work: Callable[[sa.Connection], Result]) -> Result:
        def run() -> Result:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run a function in a commit; what it returned, once the commit is on disk."""
        result: Result = await asyncio.wrap_future(self._submit(work))
        return result

    async def append(self, append: Append) -> None:
        """Append to a match; done when it is on disk. Conflict where another writer was first."""
        await asyncio.wrap_future(self._submit(append))

    def _submit(self, item: Work | Append) -> Future[Any]:
        if self._closed:
            raise StoreClosed("the server is closing; nothing was written")
        future: Future[Any] = Future()
        self._queue.put((item, future))
        return future

    def _write_all(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            batch = [first]
            while len(batch) < MOST_PER_COMMIT and not self._queue.empty():
                item = self._queue.get()
                if item is None:
                    self._write(batch)
                    return
                batch.append(item)
            self._write(batch)

    def _write(self, batch: list[tuple[Work | Append, Future[Any]]]) -> None:
        try:
            results = self._commit([item for item, _ in batch])
        except Exception as error:
            if len(batch) > 1:
                # One bad write must not take the others with it.
                for single in batch:
                    self._write([single])
                return
            _finish(batch[0][1], error=_translated(batch[0][0], error))
            return
        for (_, future), result in zip(batch, results, strict=True):
            _finish(future, result)

    def _commit(self, items: list[Work | Append]) -> list[Any]:
        results: list[Any] = []
        appends = [item for item in items if isinstance(item, Append)]
        with self.engine.begin() as connection:
            if appends:
                self._append_all(connection, appends)
            results += [None if isinstance(item, Append) else item(connection) for item in items]
        self.commits += 1
        return results

    def _append_all(self, connection: sa.Connection, appends: list[Append]) -> None:
        rows = [
            {
                "match_id": append.match_id,
                "number": entry.number,
                "kind": entry.kind,
                "seat": entry.seat,
                "value": entry.value,
                "at": entry.at,
            }
            for append in appends
            for entry in append.entries
        ]
        if rows:
            connection.execute(_INSERT, rows)
        connection.execute(
            _TOUCH,
            [
                {"match_id": append.match_id, **{f"new_{name}": value for name, value in append.changes.items()}}
                for append in appends
            ],
        )
        for append in appends:
            if append.also:
                append.also(connection)
        self.notify(connection, [append.match_id for append in appends])

    def notify(self, connection: sa.Connection, match_ids: Sequence[str]) -> None:
        """Tell the other processes, once this is committed, that matches have changed."""
        if not self.is_sqlite:
            for match_id in dict.fromkeys(match_ids):
                connection.execute(_NOTIFY, {"channel": CHANNEL, "match_id": match_id})

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Call back (from a thread) with every match that another process changed; None after a lost connection."""
        if not self.is_sqlite:
            self._listener = Listener(self.url, heard)

    async def close(self) -> None:
        """Finish what was submitted, then close the database."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        if self._listener:
            await asyncio.to_thread(self._listener.close)
        self._readers.shutdown()
        self.engine.dispose()


def _finish(future: "Future[Any]", result: Any = None, error: BaseException | None = None) -> None:
    if future.set_running_or_notify_cancel():
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def _translated(item: Work | Append, error: Exception) -> Exception:
    if isinstance(item, Append) and isinstance(error, sa.exc.IntegrityError):
        return Conflict("somebody else has moved first")
    return error


class Listener:
    """A thread that waits for PostgreSQL's notifications, and connects again when it loses the connection."""

    def __init__(self, url: str, heard: Callable[[str | None], None]) -> None:
        self._url = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard = heard
        self._stop = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wartable-listen", daemon=True)
        self._thread.start()
        self._ready.wait(10)

    def _run(self) -> None:
        import psycopg

        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if self._ready.is_set():
                        self._heard(None)
                    self._ready.set()
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            self._heard(notice.payload)
            except psycopg.Error:
                log.warning("lost the database's notifications; connecting again")
                self._stop.wait(1)

    def close(self) -> None:
        self._stop.set()
        self._thread.join(5)


def copy_database(source: str, target: str) -> int:
    """Copy an SQLite database that may be in use; the number of bytes of the copy."""
    from pathlib import Path

    path = Path(source.removeprefix("sqlite:///"))
    if not path.exists():
        raise WartableError(f"{path}: there is no such database")
    out = Path(target)
    if out.exists():
        raise WartableError(f"{out}: the file exists already")
    origin = sqlite3.connect(path)
    copy = sqlite3.connect(out)
    try:
        origin.backup(copy, pages=2000, sleep=0.005)
        copy.execute("PRAGMA journal_mode=DELETE")
    finally:
        copy.close()
        origin.close()
    return out.stat().st_size


__all__ = ["Append", "Conflict", "Entry", "Store", "StoreClosed", "copy_database", "make_engine"]
