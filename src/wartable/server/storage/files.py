"""The files of an SQLite database: for nobody else's eyes, since the seeds of running matches are inside."""

import contextlib
import os
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
    """Make the file if it is not there, for its owner only; take what an older version gave to everybody away."""
    if not path.parent.is_dir():
        raise WartableError(f"{path.parent}: there is no such folder for the database")
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return
    for one in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        if one.exists() and one.stat().st_mode & OTHERS:
            with contextlib.suppress(PermissionError):
                one.chmod(0o600)
