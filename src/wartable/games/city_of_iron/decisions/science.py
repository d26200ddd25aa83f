"""CI-4.7: buy science."""

from wartable.core.rules import Ints, Meaning, Refused, Text, code, note, put, rule

from ..box import Box
from ..notes import Told
from ..rules.stock import gain_science, pay_coins
from ..rules.turn import end_turn
from ..state import State
from ..texts import coins
from ..values import Action


class BuyScience(Action):
    when = 107
    notation = "science"
    reads = "science | buy science | purchase science | study | research"
    label = "Buy 1 science for {price}"
    touches = "do-science"
    facts = {407: "Science costs {price}; you have {at.own.coins}."}

    @property
    def price(self) -> str:
        return coins(self.at.box.science_price)


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    return put(out, n, BuyScience()) if s.sides[seat].coins >= box.science_price else n


@rule
def apply(s: State, box: Box, seat: int) -> None:
    note(box, Told.BUYS_SCIENCE, 407, seat)
    pay_coins(s, box, seat, box.science_price, 407)
    gain_science(s, box, seat, 1, 407)
    end_turn(s)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return 407 if s.sides[seat].coins < box.science_price else 0


def read(text: Text) -> Meaning:
    if text.number() not in (None, 1, text.at.box.science_price):
        return Refused(407, f"One action buys 1 science for {coins(text.at.box.science_price)}.")
    return code(BuyScience())
