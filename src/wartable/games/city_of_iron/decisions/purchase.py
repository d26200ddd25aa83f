"""CI-10.11 to CI-10.13: all choose cards to buy, in secret and at the same time, until they have finished."""

from wartable.core.rules import Ints, put, rule

from ..box import Box
from ..state import Kind, State
from ..values import Table
from . import buy, done
from .buy import money_left
from .done import Done

asked = Kind.PURCHASE
pages = done, buy
unasked = 1011


def prompt(at: Table) -> str:
    return f"Choose cards to buy, in secret, or finish: {money_left(at)} {'left' if at.own.picks else 'to spend'}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    return buy.offers(s, box, seat, out, put(out, n, Done()))
