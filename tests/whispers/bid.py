"""WH-1.2: all bid in secret, at the same time."""

from wartable.compiler.decorators import rule
from wartable.core.actions import Action, put
from wartable.core.frames import done, finish
from wartable.core.notes import NOBODY, alone, note, others, whisper
from wartable.core.record import Ints

from .state import ANIMALS, BID_ASKED, Box, Coins, State, Told


class Bid(Action):
    coins: Coins

    when = 102
    notation = "bid-{coins}"
    label = "Bid {coins} on your {animal}"

    @property
    def animal(self) -> str:
        return ANIMALS[self.at.view.animal[self.at.seat]]


asked = BID_ASKED
prompt = "Bid on your animal"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for coins in range(3):
        n = put(out, n, Bid(coins))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Bid) -> None:
    s.bid[seat] = it.coins + 1
    whisper(box, alone(seat), Told.BIDS, 102, seat, s.bid[seat])
    whisper(box, others(seat), Told.BIDS_IN_SECRET, 102, seat)
    if done(s, seat):
        note(box, Told.SHOWN, 103, NOBODY)
        finish(s, 1)
