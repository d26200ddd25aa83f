"""`wartable restore FILE`: replace the server's database with a backup."""

import argparse
from pathlib import Path

from wartable.errors import BadOption

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a copy that `wartable backup` made")
    parser.add_argument("--database", metavar="PATH", help="the SQLite file (default: in your data folder)")
    parser.add_argument("--replace", action="store_true", help="keep an existing database under another name")


def run(arguments: argparse.Namespace) -> None:
    from wartable.server.storage.backup import restore_database
    from wartable.server.web.settings import database_url

    url = database_url(arguments.database)
    if not url.startswith("sqlite"):
        raise BadOption("a PostgreSQL database is restored with pg_restore or psql")
    aside = restore_database(arguments.file, url, arguments.replace)
    print(f"restored from {arguments.file}" + (f"; the old database is {aside}" if aside else ""))


COMMAND = Command("restore", "replace the server's database with a backup", arguments, run)
