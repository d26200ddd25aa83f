"""The garbage collector, kept from stopping the server.

A look through all that the compiler and the rules have made takes long, and every move on the way waits for it.
"""

import gc

YOUNG, MIDDLE, OLD = 50_000, 20, 20


def seldom() -> None:
    """Look for cycles among new objects less often; most are gone by then."""
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def set_aside() -> None:
    """What there is now stays for as long as the server runs: it is not looked through again."""
    gc.collect()
    gc.freeze()
