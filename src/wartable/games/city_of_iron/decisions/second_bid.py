"""CI-13.8, CI-13.9: when all have bid the Toads may move to a free spot that costs no less, for the difference."""

from wartable.core.rules import Ints, put, rule

from ..box import Box
from ..rules.bidding import spot_of
from ..state import NONE, SPOTS, Kind, State
from ..texts import coins
from ..values import Table
from . import bid, done
from .bid import Bid
from .done import Done

asked = Kind.SECOND_BID
pages = done, bid
unasked = 1308


def prompt(at: Table) -> str:
    return f"Bid a second time for the difference, or stay: you have {coins(at.own.coins)}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    n = put(out, n, Done())
    paid = box.spot_coins[spot_of(s, seat)]
    for spot in range(SPOTS):
        if s.spots[spot] == NONE and 0 <= box.spot_coins[spot] - paid <= s.sides[seat].coins:
            n = put(out, n, Bid(spot))
    return n
