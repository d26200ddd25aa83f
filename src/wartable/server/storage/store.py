"""Storage: reads in threads, and writes in one thread that combines many of them in a commit.

A write is on disk when its future is done. Appending to a match fails if somebody else has appended first (`Conflict`):
the database accepts an entry only after the last one of its match. If the database cannot be reached or written, reads
and writes end with a `StoreError`; whether a pending commit succeeded must then be looked up.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.pool import QueuePool

from wartable.errors import WartableError

from .postgres import CHANNEL, Listener, Waits, postgres_engine
from .schema import matches

Result = TypeVar("Result")
Work = Callable[[sa.Connection], Any]
SNAPSHOT = "REPEATABLE READ"
MOST_PER_COMMIT = 512
MOST_ROWS = 500
# Where more than one write came together, the next commit is not begun at once: those that come meanwhile share it. A
# commit costs as much as some twenty rows in it.
GATHER_SECONDS = 0.008
# How long the writer keeps its connection when nothing is to be written.
KEEP_SECONDS = 0.5

log = logging.getLogger("wartable.server")


class Conflict(WartableError):
    """Another writer has appended to the match first."""


class StoreClosed(WartableError):
    """The server is shutting down; nothing was written."""


class StoreError(WartableError):
    """The database cannot be reached or written now."""

    @property
    def is_doubtful(self) -> bool:
        """Whether the data may exist after a restart although it cannot be read now: the disk has failed."""
        return str(getattr(getattr(self.__cause__, "orig", None), "sqlite_errorname", "")).startswith("SQLITE_IOERR")


@dataclass(frozen=True)
class Entry:
    """One line of a match: an action, or a cut to an earlier length; `led` is the result of an action."""

    number: int
    kind: str
    seat: int
    value: int
    at: float
    led: bytes | None = None


@dataclass(frozen=True)
class Append:
    """Entries to append to a match, the new values of the match's row, and further writes for the same commit.

    `guard` is called first, and raises Conflict if the database is not as required.
    """

    match_id: str
    entries: Sequence[Entry]
    changes: dict[str, Any]
    also: Work | None = None
    guard: Work | None = None


@dataclass(frozen=True)
class Waiting:
    """A pending write."""

    item: Work | Append
    future: "asyncio.Future[Any]"
    since: float = field(default_factory=time.monotonic)
    is_alone: bool = False
    """Whether it has waited for a lock, and is therefore written separately."""


ROW_CHANGES = ("status", "moved", "due", "deadline", "result", "shown_due", "shown_moved")
_SET = ", ".join(
    f"{name} = CAST(new.column{place} AS {'FLOAT' if isinstance(matches.c[name].type, sa.Float) else 'TEXT'})"
    for place, name in enumerate(ROW_CHANGES, 2)
)
_NOTIFY = "SELECT pg_notify(%s, %s)"
# A notification has at most 8,000 bytes.
MOST_TOLD = 200
# How long a write waits for somebody who holds a lock.
LOCK_SECONDS = 5
# In PostgreSQL a lock is of a row: whoever waits for one is put off, so that the others need not wait as well.
PUT_OFF_AFTER = 0.3
PUT_OFF_SECONDS = 0.7
# How long the last writes may take when the server closes.
CLOSING_SECONDS = 5.0
# PostgreSQL: a deadlock, a lock that was not to be had. The others of the same commit need not suffer from it.
NO_LOCK = "55P03"
PASSING = ("40P01", "40001", NO_LOCK)
OF_A_STATEMENT = (sa.exc.IntegrityError, sa.exc.ProgrammingError, sa.exc.DataError, sa.exc.NotSupportedError)
"""Errors of one statement. All others are errors of the database: SQLite has a class of its own for a file that it
cannot read."""


def make_engine(url: str) -> sa.Engine:
    """An engine; for SQLite in WAL mode, with every commit synced to disk."""
    return _sqlite_engine(url) if url.startswith("sqlite") else postgres_engine(url, LOCK_SECONDS)


def _sqlite_engine(url: str) -> sa.Engine:
    engine = sa.create_engine(url, poolclass=QueuePool, pool_size=6, connect_args={"check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: Any) -> None:
        # SQLAlchemy begins transactions itself; the driver must not do so as well.
        connection.isolation_level = None
        waiting = f"busy_timeout={LOCK_SECONDS * 1000}"
        for pragma in (waiting, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        # A commit that reads first and writes later must not find that others have written in between.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


class Store:
    """A database. `read` and `write` run a function with a connection; `append` adds to a match."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self._waits = None if self.is_sqlite else Waits()
        self.engine = postgres_engine(url, PUT_OFF_AFTER, self._waits) if self._waits else make_engine(url)
        self._writing = self.engine.execution_options(writes=True)
        # Several statements read one state of the database, whatever others write meanwhile; SQLite does so anyway.
        self._reading = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level=SNAPSHOT)
        self._readers = ThreadPoolExecutor(4, "wartable-read")
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._mark = "?" if self.is_sqlite else "%s"
        self._closed = False
        self._kept: sa.Connection | None = None
        # What is told to other processes ends with this: a process need not hear of what it did itself.
        self._signature = f" {uuid.uuid4().hex}"
        self._writer = threading.Thread(target=self._write_all, name="wartable-write", daemon=True)
        self._writer.start()
        self._listener: Listener | None = None
        self.commits = 0
        self.errors = 0
        self.stored: Callable[[float], None] = lambda _: None
        """Called with the time that the first write of each commit has waited until it was on disk."""

    async def read(self, work: Callable[[sa.Connection], Result]) -> Result:
        def run() -> Result:
            try:
                with self._reading.connect() as connection:
                    return work(connection)
            except sa.exc.SQLAlchemyError as error:
                if not is_of_the_database(error):
                    raise
                raise _unreachable(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run a function in a commit; returns its result once the commit is on disk."""
        result: Result = await self._submit(work)
        return result

    async def append(self, append: Append) -> None:
        """Append to a match; done when it is on disk. Conflict if another writer was first."""
        await self._submit(append)

    def _submit(self, item: Work | Append) -> "asyncio.Future[Any]":
        if self._closed:
            raise StoreClosed("the server is closing; nothing was written")
        waiting = Waiting(item, asyncio.get_running_loop().create_future())
        self._queue.put(waiting)
        return waiting.future

    def _write_all(self) -> None:
        while (first := self._next()) is not None:
            batch = [first]
            while len(batch) < MOST_PER_COMMIT and not first.is_alone and not self._queue.empty():
                item = self._queue.get()
                if item is None or item.is_alone:
                    # The last word, or what is written by itself: it is read again once this is written.
                    self._queue.put(item)
                    break
                batch.append(item)
            self._write(batch)
            if len(batch) > 1 and not self._closed:
                time.sleep(GATHER_SECONDS)
        self._let_go()

    def _next(self) -> Waiting | None:
        try:
            return self._queue.get(timeout=KEEP_SECONDS)
        except queue.Empty:
            self._let_go()
            return self._queue.get()

    def _write(self, batch: "list[Waiting]") -> None:
        try:
            results = self._commit([waiting.item for waiting in batch])
        except Exception as error:
            if len(batch) > 1 and _is_of_one(error):
                # One bad write must not take the others with it.
                for single in batch:
                    self._write([single])
                return
            if len(batch) == 1 and self._put_off(batch[0], error):
                return
            self.errors += 1
            _answer(batch, [_translated(waiting.item, error) for waiting in batch])
            return
        self.stored(time.monotonic() - batch[0].since)
        _answer(batch, results)

    def _put_off(self, waiting: Waiting, error: Exception) -> bool:
        """Retry a write later that waits for a lock; False if it has been tried for too long."""
        if self._closed or _sqlstate(error) != NO_LOCK or time.monotonic() - waiting.since > LOCK_SECONDS:
            return False
        threading.Timer(PUT_OFF_SECONDS, self._queue.put, [replace(waiting, is_alone=True)]).start()
        return True

    def _commit(self, items: list[Work | Append]) -> list[Any]:
        appends = [item for item in items if isinstance(item, Append)]
        with self._transaction() as connection:
            if appends:
                self._append_all(connection, appends)
            results = [None if isinstance(item, Append) else item(connection) for item in items]
        self.commits += 1
        return results

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """A commit on the writer's own connection: getting one from the pool and returning it costs more than a
        commit.
        """
        try:
            if self._kept is None:
                self._kept = self._writing.connect()
            with self._kept.begin():
                yield self._kept
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        """Return the writer's connection to the pool, which tests it before its next use."""
        if self._kept is not None:
            kept, self._kept = self._kept, None
            with contextlib.suppress(sa.exc.SQLAlchemyError):
                kept.close()

    def _append_all(self, connection: sa.Connection, appends: list[Append]) -> None:
        """Append everything in two statements: between statements other threads of this process run."""
        for append in appends:
            if append.guard:
                append.guard(connection)
        rows = [
            (append.match_id, entry.number, entry.kind, entry.seat, entry.value, entry.at, entry.led)
            for append in appends
            for entry in append.entries
        ]
        if rows:
            columns = 'match_id, number, kind, seat, value, "at", led'
            self._with_values(connection, f"INSERT INTO entries ({columns}) VALUES {{}}", rows)
        changed = [(append.match_id, *(append.changes[name] for name in ROW_CHANGES)) for append in appends]
        update = f"UPDATE matches SET {_SET} FROM (VALUES {{}}) AS new WHERE matches.id = new.column1"
        self._with_values(connection, update, changed)
        for append in appends:
            if append.also:
                append.also(connection)
        self.notify(connection, [append.match_id for append in appends])

    def _with_values(self, connection: sa.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """A statement with rows of values, in few parts, since databases limit the number of values."""
        row = f"({', '.join([self._mark] * len(rows[0]))})"
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            flat = tuple(value for values in some for value in values)
            connection.exec_driver_sql(statement.format(", ".join([row] * len(some))), flat)

    def notify(self, connection: sa.Connection, match_ids: Sequence[str]) -> None:
        """Notify the other processes, after the commit, that matches have changed."""
        if self.is_sqlite:
            return
        told = list(dict.fromkeys(match_ids))
        for first in range(0, len(told), MOST_TOLD):
            text = "\n".join(told[first : first + MOST_TOLD]) + self._signature
            connection.exec_driver_sql(_NOTIFY, (CHANNEL, text))

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Call back (from a thread) with every match that another process has changed; None after a lost connection."""
        if self._waits:
            self._listener = Listener(self.url, self._signature, heard, self._waits)

    def echo(self, connection: sa.Connection) -> None:
        """Send a notification to this process itself, to check that it hears others."""
        if not self.is_sqlite:
            connection.exec_driver_sql(_NOTIFY, (CHANNEL, self._signature))

    @property
    def is_deaf(self) -> bool:
        """Whether this process does not receive notifications."""
        return self._listener is not None and self._listener.is_deaf

    @property
    def queued(self) -> int:
        """The number of pending writes."""
        return self._queue.qsize()

    async def close(self) -> None:
        """Finish pending writes, then close the database."""
        self._closed = True
        self._queue.put(None)
        if self._waits:
            self._waits.hurry(CLOSING_SECONDS)
        await asyncio.to_thread(self._writer.join, 3 * CLOSING_SECONDS)
        if self._listener:
            await asyncio.to_thread(self._listener.close)
        await asyncio.to_thread(self._readers.shutdown)
        self.engine.dispose()
        if self._waits:
            self._waits.close()


def _answer(batch: Sequence[Waiting], results: Sequence[Any]) -> None:
    """Tell the event loop, in one call, how writes ended; errors are raised where the result is awaited."""

    def finish() -> None:
        for waiting, result in zip(batch, results, strict=True):
            if waiting.future.done():
                continue
            if isinstance(result, Exception):
                waiting.future.set_exception(result)
            else:
                waiting.future.set_result(result)

    # Where the loop has been closed meanwhile nobody waits any more.
    with contextlib.suppress(RuntimeError):
        batch[0].future.get_loop().call_soon_threadsafe(finish)


def _is_of_one(error: Exception) -> bool:
    """Whether an error may be the fault of a single write; if the database does not answer, all have failed."""
    return not is_of_the_database(error) or _sqlstate(error) in PASSING


def is_of_the_database(error: Exception) -> bool:
    """Whether the database does not answer, or cannot read or write."""
    is_one = isinstance(error, (sa.exc.DBAPIError, sa.exc.TimeoutError))
    return is_one and not isinstance(error, OF_A_STATEMENT)


def _sqlstate(error: Exception) -> str:
    return str(getattr(getattr(error, "orig", None), "sqlstate", ""))


def _translated(item: Work | Append, error: Exception) -> Exception:
    if isinstance(item, Append) and isinstance(error, sa.exc.IntegrityError):
        return Conflict("somebody else moved first")
    return _unreachable(error) if is_of_the_database(error) else error


def _unreachable(error: Exception) -> StoreError:
    log.warning("the database: %s", str(getattr(error, "orig", None) or error).strip().partition("\n")[0])
    found = StoreError("the database does not answer right now; please try again")
    found.__cause__ = error
    return found


__all__ = ["Append", "Conflict", "Entry", "Store", "StoreClosed", "StoreError", "make_engine"]
