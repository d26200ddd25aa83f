"""Writing files in one step: nobody finds half of one, whoever is killed meanwhile."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path, sync: bool = True) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of `path` when the block ends; with `sync` it is on the disk by then.

    An OSError names the file that was meant.
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
    """Replace a file in one step."""
    with replacing(path, sync) as file:
        file.write(content)


def write_whole(path: Path, text: str) -> None:
    """Replace a text in one step."""
    write_bytes(path, text.encode())
