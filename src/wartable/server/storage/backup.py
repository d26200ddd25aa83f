"""Backups of an SQLite database, made while it is in use and verified; and restoring them."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from wartable.errors import WartableError

from .files import aside_name, copy_file, database_file, sync
from .heartbeat import COPIED
from .migrate import revision_of

TABLES = ("users", "matches", "seats", "entries", "ratings")


class BadBackup(WartableError):
    """The copy is incomplete or damaged."""


def copy_database(source: str, target: Path) -> int:
    """Copy a database that may be in use; returns the number of bytes once the copy is verified and on disk.

    The copy gets its name only when it is complete. The database records the time (`wartable_backup_age_seconds`).
    """
    path = _existing(source)
    if target.exists():
        raise WartableError(f"{target}: the file already exists")
    fresh = target.with_name(target.name + ".part")
    fresh.unlink(missing_ok=True)
    try:
        _copy(path, fresh)
        check_database(fresh)
        # Fails where somebody made such a file meanwhile.
        os.link(fresh, target)
    finally:
        fresh.unlink(missing_ok=True)
    sync(target.parent)
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path, timeout=15)) as connection:
        connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (COPIED, str(time.time())))
        connection.commit()
    return target.stat().st_size


def restore_database(copy: Path, target: str, replace: bool = False) -> Path | None:
    """Replace a database with a copy; returns where an old one was moved, if there was one.

    Refused if the copy is incomplete, if a server is using the database, or if an existing one is not to be replaced.
    """
    path = database_file(target)
    if path is None:
        raise WartableError("only an SQLite database can be restored this way")
    if not copy.is_file():
        raise WartableError(f"{copy}: there is no such file")
    check_database(copy)
    if path.exists() and not replace:
        raise WartableError(f"{path}: a database exists already; --replace sets it aside")
    is_there = path.exists()
    if is_there:
        _check_unused(path)
    fresh = path.with_name(path.name + ".part")
    fresh.unlink(missing_ok=True)
    # The old database stays in its place until the new one is whole.
    try:
        _copy(copy, fresh)
        check_database(fresh)
        aside = _set_aside(path) if is_there else None
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    sync(path.parent)
    return aside


def check_database(path: Path) -> None:
    """BadBackup if a database is damaged or does not belong to Wartable."""
    with _opened(path) as connection:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
        if found != ["ok"]:
            raise BadBackup(f"{path}: the database is damaged ({' '.join(found[0].split())})")
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise BadBackup(f"{path}: the database is damaged (broken references)")
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {*TABLES, "alembic_version"} <= tables:
            raise BadBackup(f"{path}: this is not a Wartable database")
        revision_of(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def _existing(source: str) -> Path:
    path = database_file(source)
    if path is None or not path.exists():
        raise WartableError(f"{path or source}: there is no such database")
    return path


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=15)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise BadBackup(f"{path}: {error}") from None


def _copy(source: Path, target: Path) -> None:
    try:
        copy_file(source, target)
    except sqlite3.Error as error:
        raise BadBackup(f"{source}: {error}") from None


def _check_unused(path: Path) -> None:
    """Refuse a database that is in use. Leaving WAL mode requires exclusive access, and empties the WAL."""
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError:
        raise WartableError(f"{path}: the database is in use; stop the server first") from None
    except sqlite3.DatabaseError:
        # A damaged database is why somebody restores: it is kept as it is.
        pass


def _set_aside(path: Path) -> Path:
    """Rename a database that nobody uses."""
    aside = aside_name(path)
    for end in ("-wal", "-shm"):
        beside = path.with_name(path.name + end)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + end))
    path.rename(aside)
    return aside
