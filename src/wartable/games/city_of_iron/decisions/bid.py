"""CI-3.2 to CI-3.4: everyone bids once for a free spot of the turn-order track, and pays at once."""

from wartable.core.phrases import listed
from wartable.core.rules import Ints, Meaning, Refused, Text, code, kind, note, plain, pop, put, rule

from ..box import Box
from ..notes import Told
from ..rules import bidding
from ..rules.bidding import spot_of
from ..rules.stock import pay_coins
from ..state import NONE, SPOTS, Kind, State
from ..texts import coins, join
from ..values import Action, Table, TrackSpot

asked = Kind.BID
unasked = 304


class Bid(Action):
    spot: TrackSpot

    when = 304
    notation = "bid-{spot}"
    reads = "bid | spot |"
    label = "{bids}"
    touches = "spot-{spot}"
    facts = {
        302: "{taken}.",
        303: "Spot {spot} costs {more}; you have {at.own.coins}.",
        1309: "Spot {spot} costs {spot.coins}, less than your spot {old} ({old.coins}); a second bid is not for less.",
    }

    @property
    def old(self) -> TrackSpot:
        """The spot that the seat has bid for, NONE before."""
        return TrackSpot(plain(bidding.spot_of)(self.at.view, self.at.seat), self.at)

    @property
    def is_pointless(self) -> bool:
        """It costs more than half of all coins."""
        return self.old == NONE and 2 * self.spot.price > self.at.own.coins

    @property
    def more(self) -> str:
        """CI-3.3; the Toads' second bid costs the difference (CI-13.8)."""
        return coins(self.spot.price) if self.old == NONE else f"{coins(self.spot.price - self.old.price)} more"

    @property
    def bids(self) -> str:
        if self.at.asks(Kind.SECOND_BID):
            return f"Move to spot {self.spot.number} of {SPOTS} for {self.more}"
        return f"Bid {self.spot.coins} (spot {self.spot.number} of {SPOTS})"

    @property
    def taken(self) -> str:
        holder = self.at.view.spots[self.spot]
        if holder == self.at.seat:
            return f"Your cube is on spot {self.spot.number} already"
        return f"Spot {self.spot.number} is taken by {{{holder}}}"


def prompt(at: Table) -> str:
    return f"Bid for turn order: the highest spot acts first; you have {coins(at.own.coins)}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """CI-3.2, CI-3.3: every free spot that the player can pay."""
    for spot in range(SPOTS):
        if s.spots[spot] == NONE and box.spot_coins[spot] <= s.sides[seat].coins:
            n = put(out, n, Bid(spot))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Bid) -> None:
    again = kind(s) == Kind.SECOND_BID
    pop(s)
    s.bids += 1
    old = spot_of(s, seat)
    s.spots[it.spot] = seat
    price = box.spot_coins[it.spot]
    if again:
        price -= box.spot_coins[old]
        s.spots[old] = NONE
        note(box, Told.BIDS_AGAIN, 1308, seat, old, it.spot, price)
        pay_coins(s, box, seat, price, 1308)
    else:
        note(box, Told.BIDS, 302, seat, it.spot, price)
        pay_coins(s, box, seat, price, 303)


@rule
def refuse(s: State, box: Box, seat: int, it: Bid) -> int:
    """CI-13.9: a second bid is not for less."""
    if s.spots[it.spot] != NONE:
        return 302
    price = box.spot_coins[it.spot]
    for own in range(SPOTS):
        if s.spots[own] == seat:
            price -= box.spot_coins[own]
    if price < 0:
        return 1309
    return 303 if price > s.sides[seat].coins else 0


def read(text: Text) -> Meaning:
    """A number is a spot; with the word coins it is a price."""
    at: Table = text.at
    number, prices = text.number(), at.box.spot_coins.tolist()
    if number is None:
        return None
    if text.has("coins", "coin"):
        free = [spot for spot in range(SPOTS) if prices[spot] == number and at.view.spots[spot] == NONE]
        if number not in prices:
            return Refused(302, f"No spot costs {coins(number)}; the spots cost {join(map(str, prices))}.")
        if len(free) > 1:
            return Refused(302, f"Say which spot; {listed([str(spot + 1) for spot in free])} cost {coins(number)}.")
        return code(Bid(free[0] if free else prices.index(number)))
    if not 1 <= number <= SPOTS:
        return Refused(302, f"The track has {SPOTS} spots; they cost {join(map(str, prices))} coins.")
    return code(Bid(number - 1))
