"""Bringing a database to the tables of this version, by Alembic."""

import logging
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from wartable.core.errors import WartableError

from .store import make_engine

FOLDER = Path(__file__).parent / "migrations"
LOCK = 0x77617274


def config(connection: sa.Connection) -> Config:
    settings = Config()
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def upgrade(url: str, revision: str = "head") -> None:
    """Bring the database up to date. Processes that start together wait for each other."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    engine = make_engine(url)
    try:
        with engine.begin() as connection:
            if url.startswith("sqlite"):
                connection.exec_driver_sql("PRAGMA user_version")
            else:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            command.upgrade(config(connection), revision)
    except sa.exc.OperationalError as error:
        raise WartableError(f"the database cannot be opened: {str(error.orig).strip().splitlines()[0]}") from None
    finally:
        engine.dispose()


def newest() -> str | None:
    """The revision that this version of the program is written for."""
    settings = Config()
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return ScriptDirectory.from_config(settings).get_current_head()
