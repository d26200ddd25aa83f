"""CI-2.14: chance gives the first order of bidding."""

from wartable.core.rules import Ints, pop, put, rule, top

from ..box import Box
from ..rules.opening import is_bidder, set_bidder
from ..state import DealOrderFrame, Kind, State
from ..values import Action, Player

asked = Kind.DEAL_ORDER


class DealBidder(Action):
    seat: Player

    when = 214
    notation = "first-{seat}"
    label = "{seat} is next in the order of bids"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for seat in range(box.seats):
        if not is_bidder(s, seat):
            weights[n] = 1
            n = put(out, n, DealBidder(seat))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: DealBidder) -> None:
    place = top(s, DealOrderFrame).place
    pop(s)
    set_bidder(s, box, place, it.seat)
