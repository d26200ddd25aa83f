"""Health checks: the server tests its own work and reports problems."""

import asyncio
import contextlib
import logging
import sqlite3
import time

import sqlalchemy as sa

from ..storage.files import database_file
from ..storage.heartbeat import MOST_SKEW, set_fact
from ..storage.schema import facts
from .context import Context

REMEMBERED_SECONDS = 2.0
PATIENCE = 5.0
LOOK_THROUGH_SECONDS = 86400.0

log = logging.getLogger("wartable.server")


class Health:
    """Writes to the database and reads from it on request, at most every two seconds, and checks an SQLite file
    daily.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self._lock = asyncio.Lock()
        self._file = _file_id(context.settings.database)
        self._known: tuple[float, list[str]] = (-REMEMBERED_SECONDS, [])
        self._damage = ""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if database_file(self.context.settings.database):
            self._task = asyncio.create_task(self._look_through())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    async def problems(self) -> list[str]:
        """The problems in sentences; empty if all is well."""
        if self.context.is_closing:
            return ["the server is closing"]
        async with self._lock:
            if time.monotonic() - self._known[0] >= REMEMBERED_SECONDS:
                tried = (
                    await self._write_problem(),
                    await self._read_problem(),
                    self._file_problem(),
                    self._deaf_problem(),
                    self._skew_problem(),
                    self._damage,
                )
                found = [text for text in tried if text]
                self._known = (time.monotonic(), found)
        return self._known[1]

    async def _write_problem(self) -> str:
        now = str(int(time.time()))
        try:
            async with asyncio.timeout(PATIENCE):
                await self.context.store.write(lambda connection: set_fact(connection, "health", now))
        except TimeoutError:
            return f"the database has not answered within {PATIENCE:.0f} seconds"
        except Exception as error:
            reason = error.__cause__ or getattr(error, "orig", None) or error
            log.error("the health check could not write: %s", reason)
            return f"the database cannot be written ({type(reason).__name__})"
        return ""

    async def _read_problem(self) -> str:
        """Test reading, with the routes' threads and connections."""
        try:
            async with asyncio.timeout(PATIENCE):
                wanted = sa.select(facts.c.value).where(facts.c.name == "health")
                await self.context.store.read(lambda connection: connection.execute(wanted).scalar())
        except TimeoutError:
            return f"the database has not been read within {PATIENCE:.0f} seconds"
        except Exception as error:
            reason = error.__cause__ or getattr(error, "orig", None) or error
            log.error("the health check could not read: %s", reason)
            return f"the database cannot be read ({type(reason).__name__})"
        return ""

    def _file_problem(self) -> str:
        """Detect a renamed or deleted database file, which could still be written but would be lost."""
        return "" if _file_id(self.context.settings.database) == self._file else "the database's file was moved away"

    def _deaf_problem(self) -> str:
        return "the database's notifications do not come through" if self.context.store.is_deaf else ""

    def _skew_problem(self) -> str:
        skew = self.context.tables.heart.skew
        return f"this machine's clock is {skew:+.0f} seconds off the database's" if abs(skew) >= MOST_SKEW else ""

    async def _look_through(self) -> None:
        """Read all pages of the database, at the start and every day, to detect damage early."""
        while True:
            damage = await asyncio.to_thread(self._quick_check)
            if damage and not self._damage:
                log.error("the database is damaged: %s", damage)
            self._damage = f"the database is damaged ({damage}); restore a backup" if damage else ""
            await asyncio.sleep(LOOK_THROUGH_SECONDS)

    def _quick_check(self) -> str:
        path = database_file(self.context.settings.database)
        try:
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=15)) as connection:
                found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.Error as error:
            found = str(error)
        return "" if found == "ok" else " ".join(found.split())


def _file_id(database: str) -> int | None:
    """The identity of an SQLite file."""
    path = database_file(database)
    return path.stat().st_ino if path and path.exists() else None
