"""Migrates a database to the tables of this version, with Alembic. Obstacles are reported in one sentence."""

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from wartable.errors import WartableError
from wartable.extras import install_line

from .files import check_not_set_aside, copy_file, database_file, make_private
from .store import make_engine

if TYPE_CHECKING:
    from alembic.config import Config

VERSIONS = "alembic_version"
FOLDER = Path(__file__).parent / "migrations"
LOCK = 0x77617274
LOCKED_SECONDS = 5.0

log = logging.getLogger("wartable.server")


class BadDatabase(WartableError):
    """The database cannot be used; the message gives the reason."""


def config(connection: sa.Connection | None = None) -> "Config":
    # Alembic is loaded where tables are to be changed: at most starts they are not, and it takes a while.
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def upgrade(url: str, revision: str = "head") -> None:
    """Migrate the database. Processes that start together wait for each other."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with said_in_a_sentence(url):
        path = database_file(url)
        if path:
            check_not_set_aside(path)
            make_private(path)
            _try(path)
        engine = make_engine(url)
        try:
            with engine.begin() as connection:
                if path is None:
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
                found = _current(connection)
                revision_of(found)
                if revision != "head" or found != newest():
                    if path and found is not None:
                        _keep_copy(path, found)
                    _change_tables(connection, revision)
        finally:
            engine.dispose()


def _current(connection: sa.Connection) -> str | None:
    """The revision of a database; None if it has no tables yet."""
    if not sa.inspect(connection).has_table(VERSIONS):
        return None
    found: str | None = connection.execute(sa.text(f"SELECT version_num FROM {VERSIONS}")).scalar()
    return found


def _change_tables(connection: sa.Connection, revision: str) -> None:
    from alembic import command
    from alembic.util.exc import CommandError

    try:
        command.upgrade(config(connection), revision)
    except CommandError as error:
        raise BadDatabase(f"the tables cannot be brought up to date: {error}") from None


def _keep_copy(path: Path, revision: str) -> None:
    """Copy the database before a migration, since there is no way back."""
    copy = path.with_name(f"{path.name}.revision-{revision}")
    fresh = copy.with_name(f"{copy.name}.part")
    fresh.unlink(missing_ok=True)
    try:
        copy_file(path, fresh)
        fresh.replace(copy)
    finally:
        fresh.unlink(missing_ok=True)
    log.warning("the database is brought up to date; %s is a copy of it as it was", copy)


def _try(path: Path) -> None:
    """Read and write an SQLite file before anything else does, without waiting long for a lock."""
    with contextlib.closing(sqlite3.connect(path, timeout=LOCKED_SECONDS, isolation_level=None)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


def revision_of(found: str | None) -> None:
    """BadDatabase if the database is newer than this program."""
    if found is not None and found not in _revisions():
        raise BadDatabase(f"the database belongs to a newer version of Wartable (revision {found}); update Wartable")


@contextlib.contextmanager
def said_in_a_sentence(url: str) -> Iterator[None]:
    """Turn database errors into one sentence for the person who starts the server."""
    place = database_file(url) or sa.make_url(url).render_as_string(hide_password=True)
    try:
        yield
    except ModuleNotFoundError as error:
        raise BadDatabase(f"PostgreSQL needs {error.name}: {install_line('postgres')}") from None
    except sa.exc.DBAPIError as error:
        raise BadDatabase(f"{place}: {_reason(error.orig)}") from None
    except sqlite3.Error as error:
        raise BadDatabase(f"{place}: {_reason(error)}") from None
    except sa.exc.SQLAlchemyError as error:
        raise BadDatabase(f"{place}: {str(error).splitlines()[0]}") from None


def _reason(error: BaseException | None) -> str:
    text = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    for known, words in (
        ("locked", "the database is locked by another program"),
        ("readonly", "the database cannot be written; whose file is it?"),
        ("not a database", "this file is no SQLite database"),
        ("unable to open", "the database file cannot be opened; may this user write there?"),
        ("malformed", "the database is damaged; restore a backup"),
        ("disk is full", "the disk is full"),
    ):
        if known in text:
            return words
    return f"the database cannot be opened: {text}"


def newest() -> str:
    """The revision that this version of the program uses."""
    return _revisions()[-1]


@cache
def _revisions() -> list[str]:
    """The migrations in order; file names begin with their revisions."""
    return sorted(path.name.partition("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py"))
