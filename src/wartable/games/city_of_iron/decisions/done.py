"""CI-10.13, CI-13.9: a player has finished purchasing, or stays where the first bid was made."""

from wartable.core.rules import NOBODY, done, kind, note, pop, rule

from ..box import Box
from ..notes import Told
from ..rules.bidding import spot_of, start_round
from ..rules.end_round import pay_purchases
from ..state import Kind, State
from ..texts import card_names, members
from ..values import Action


class Done(Action):
    when = 107
    notation = "done"
    reads = "done | pass | finish | finished | end | skip | stay | nothing | none | no | stop"
    label = "{finishes}"
    touches = "do-done"

    @property
    def finishes(self) -> str:
        if self.at.asks(Kind.SECOND_BID):
            return "Stay where you are"
        picks = members(self.at.own.picks)
        return f"Finish: buy {card_names(self.at.box, picks)}" if picks else "Finish without buying"


@rule
def apply(s: State, box: Box, seat: int) -> None:
    if kind(s) == Kind.PURCHASE:
        finish(s, box, seat)
    else:
        pop(s)
        s.bids += 1
        note(box, Told.STAYS, 1309, seat, spot_of(s, seat))


@rule
def finish(s: State, box: Box, seat: int) -> None:
    """CI-10.14: when all have finished, the cards are revealed and paid."""
    note(box, Told.FINISHES, 1013, seat)
    if done(s, seat):
        note(box, Told.STEP, 1014, NOBODY)
        for buyer in range(box.seats):
            pay_purchases(s, box, buyer)
        start_round(s, box)
