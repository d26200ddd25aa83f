"""CI-4.8: tax, for a coin."""

from wartable.core.rules import Meaning, Refused, Text, code, note, rule

from ..box import Box
from ..notes import Told
from ..rules.stock import gain_coins
from ..rules.turn import end_turn
from ..state import State
from ..texts import coins
from ..values import Action
from .play import read_card


class Tax(Action):
    when = 107
    notation = "tax"
    reads = "tax"
    label = "Tax: gain {gain}"
    touches = "do-tax"

    @property
    def gain(self) -> str:
        return coins(self.at.box.tax)


@rule
def apply(s: State, box: Box, seat: int) -> None:
    note(box, Told.TAXES, 408, seat)
    gain_coins(s, box, seat, box.tax, 408)
    end_turn(s)


def read(text: Text) -> Meaning:
    """The Tax Collector is a card."""
    if text.has("collector"):
        return read_card(text)
    if text.number() not in (None, text.at.box.tax):
        return Refused(408, f"Tax gains {coins(text.at.box.tax)}, no more and no less.")
    return code(Tax())
