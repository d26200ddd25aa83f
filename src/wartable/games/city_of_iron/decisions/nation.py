"""CI-2.2: each player chooses the board of a nation that nobody has chosen."""

from wartable.core.rules import Ints, note, pop, put, rule

from ..box import Box
from ..notes import Told
from ..state import NATIONS, Kind, State
from ..texts import nation_abilities
from ..values import Action, Nation, Table

asked = Kind.NATION
unasked = 107


class PickNation(Action):
    nation: Nation

    when = 107
    notation = "nation-{nation}"
    reads = "nation | lead | choose | take |: {nation}"
    label = "Lead the {nation}{abilities}"
    touches = "nation-{nation}"
    facts = {202: "Somebody leads the {nation} already."}

    @property
    def abilities(self) -> str:
        told = nation_abilities(self.at.box, self.nation).rstrip(".")
        return f": {told}" if told else ""


def prompt(at: Table) -> str:
    return "Choose your nation" if at.box.nations_differ else "Choose the nation that you like: all play alike"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for nation in range(NATIONS):
        free = True
        for other in range(box.seats):
            free = free and s.sides[other].nation != nation
        if free:
            n = put(out, n, PickNation(nation))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: PickNation) -> None:
    """CI-2.1, CI-2.2, CI-2.6: the nation, and its cards to purchase."""
    pop(s)
    s.sides[seat].nation = it.nation
    s.sides[seat].shop = box.shop_set[it.nation]
    note(box, Told.LEADS, 202, seat, it.nation)


@rule
def refuse(s: State, box: Box, seat: int, it: PickNation) -> int:
    for other in range(box.seats):
        if s.sides[other].nation == it.nation:
            return 202
    return 0
