"""Allows only one server for each SQLite file: others would not notice what it stores."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from wartable.errors import WartableError


@contextlib.contextmanager
def only_server(url: str) -> Iterator[None]:
    """A context that holds an SQLite database; WartableError if another server holds it.

    The lock is a separate file next to the database, and is released when the process ends in any way.
    """
    path = url.removeprefix("sqlite:///")
    if path == url or path in ("", ":memory:"):
        yield
        return
    lock = Path(f"{path}.lock")
    if not lock.parent.is_dir():
        raise WartableError(f"{lock.parent}: there is no such folder for the database")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise WartableError(f"{lock}: {error.strerror}; the server holds its database by this file") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise WartableError(
                f"{path}: another server is running on this database; stop it, or use PostgreSQL for several"
            ) from None
        yield
    finally:
        os.close(handle)
