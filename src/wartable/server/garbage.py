"""The garbage collector, kept from stopping the server: a look through all that numba and the rules have made takes
a fifth of a second, and every move on the way would wait for it."""

import gc

YOUNG, MIDDLE, OLD = 50_000, 20, 20


def seldom() -> None:
    """Look for cycles among new objects less often; most are gone by then."""
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def set_aside() -> None:
    """What there is now stays for as long as the server runs: it is not looked through again."""
    gc.collect()
    gc.freeze()
