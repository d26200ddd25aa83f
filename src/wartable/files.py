"""Atomic file writes: there is never half a file, even if the process is killed."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path, sync: bool = True) -> Iterator[BinaryIO]:
    """A context for a file that replaces `path` when the block ends; with `sync` it is then on disk.

    An OSError names the target file.
    """
    begun = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        with begun.open("xb") as file:
            yield file
            if sync:
                file.flush()
                os.fsync(file.fileno())
        begun.replace(path)
    except BaseException as error:
        with suppress(OSError):
            begun.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(begun)):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def write_bytes(path: Path, content: bytes, sync: bool = True) -> None:
    """Replace a file atomically."""
    with replacing(path, sync) as file:
        file.write(content)


def write_whole(path: Path, text: str) -> None:
    """Replace a text file atomically."""
    write_bytes(path, text.encode())
