"""CI-14.4, CI-14.5: Snyle's owner chooses a good of which it then gives two."""

from wartable.core.rules import Ints, note, pop, put, rule

from ..box import Box
from ..notes import Told
from ..rules.towns import choose_good, goods_without_snyle
from ..state import GOODS, Kind, State
from ..values import Action, Good, Table, Town

asked = Kind.CHOOSE_GOOD
unasked = 107


class PickGood(Action):
    good: Good

    when = 107
    notation = "good-{good}"
    reads = "good | choose | take |: {good}"
    label = "Choose {good} for {town}"
    touches = "good-{good}"
    facts = {1404: "You have no {good} of your own."}

    @property
    def town(self) -> Town:
        return Town(self.at.box.chooser, self.at)


def prompt(at: Table) -> str:
    return f"Choose the good of which {Town(at.box.chooser, at).said()} gives {at.box.snyle_goods}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for good in range(GOODS):
        if goods_without_snyle(s, box, seat, good) > 0:
            n = put(out, n, PickGood(good))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: PickGood) -> None:
    pop(s)
    note(box, Told.CHOOSES, 1405, s.town_owner[box.chooser], it.good, box.chooser)
    choose_good(s, box, it.good, 1405)


@rule
def refuse(s: State, box: Box, seat: int, it: PickGood) -> int:
    own = s.sides[seat].goods[it.good] - (box.snyle_goods if s.chosen_good == it.good else 0)
    return 0 if own > 0 else 1404
