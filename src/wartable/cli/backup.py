"""`wartable backup FILE`: copy the server's database while it runs."""

import argparse
from pathlib import Path

from wartable.errors import BadOption

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="where to write the copy; the file must not exist")
    parser.add_argument("--database", metavar="PATH", help="the SQLite file (default: in your data folder)")


def run(arguments: argparse.Namespace) -> None:
    from wartable.server.storage.backup import copy_database
    from wartable.server.web.settings import database_url

    url = database_url(arguments.database)
    if not url.startswith("sqlite"):
        raise BadOption("a PostgreSQL database is copied with pg_dump")
    size = copy_database(url, arguments.file)
    print(f"{arguments.file}: {size / 1e6:.1f} MB, checked")


COMMAND = Command("backup", "copy the server's database, even while it runs", arguments, run)
