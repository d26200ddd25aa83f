"""Keeps the garbage collector from delaying moves.

A full collection over everything that the compiler and the rules have created takes long, and all moves wait for it.
"""

import gc

YOUNG, MIDDLE, OLD = 50_000, 20, 20


def seldom() -> None:
    """Collect new objects less often; most are gone by then."""
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def set_aside() -> None:
    """Exclude all current objects from collection, since they live as long as the server."""
    gc.collect()
    gc.freeze()
