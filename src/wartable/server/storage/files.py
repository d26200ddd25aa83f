"""The files of an SQLite database. Only the owner may read them, since they contain the seeds of running matches."""

import contextlib
import os
import re
import sqlite3
import time
from pathlib import Path

from wartable.errors import WartableError

OTHERS = 0o007


def database_file(url: str) -> Path | None:
    """The file of an SQLite database; None for other databases and those in memory."""
    if not url.startswith("sqlite:///"):
        return None
    name = url.removeprefix("sqlite:///").split("?", 1)[0]
    return Path(name) if name and name != ":memory:" else None


def make_private(path: Path) -> None:
    """Create the file if necessary, readable for its owner only; also restrict files from older versions."""
    if not path.parent.is_dir():
        raise WartableError(f"{path.parent}: there is no such folder for the database")
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return
    for one in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        if one.exists() and one.stat().st_mode & OTHERS:
            with contextlib.suppress(PermissionError):
                one.chmod(0o600)


def aside_name(path: Path) -> Path:
    """The name of a database that was set aside."""
    return path.with_name(f"{path.name}.{time.strftime('%Y%m%d-%H%M%S')}")


def check_not_set_aside(path: Path) -> None:
    """WartableError if there is no database but one was set aside: an empty one would hide what happened."""
    if path.exists() or not path.parent.is_dir():
        return
    pattern = re.compile(re.escape(path.name) + r"\.\d{8}-\d{6}")
    found = sorted(one.name for one in path.parent.iterdir() if pattern.fullmatch(one.name))
    if found:
        raise WartableError(
            f"{path}: there is no database, but {found[-1]} was set aside next to it; "
            "rename it back or restore a copy, or move it elsewhere to begin with an empty one"
        )


def copy_file(source: Path, target: Path) -> None:
    """Copy an SQLite database that may be in use to disk, readable for its owner only."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with (
        contextlib.closing(sqlite3.connect(source, timeout=15)) as origin,
        contextlib.closing(sqlite3.connect(target, timeout=15)) as copy,
    ):
        # In one step: piece by piece it would begin anew whenever somebody has written, which is always.
        origin.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    sync(target)


def sync(path: Path) -> None:
    """Flush a file or a folder to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
