"""A time limit for finding out what somebody may mean, per thread; by default there is none."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _Patience(threading.local):
    until: float | None = None


_patience = _Patience()


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """A context with a time limit, in seconds of the thread's own work."""
    before = _patience.until
    _patience.until = time.thread_time() + seconds
    try:
        yield
    finally:
        _patience.until = before


def is_out_of_patience() -> bool:
    return _patience.until is not None and time.thread_time() > _patience.until
