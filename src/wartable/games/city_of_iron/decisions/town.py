"""CI-2.13, CI-14.1: chance orders the piles of towns."""

from wartable.core.rules import Ints, pop, put, rule, top

from ..box import Box
from ..rules.opening import can_come_next
from ..rules.towns import deal_town
from ..state import TOWNS, DealTownFrame, Kind, State
from ..values import Action, Town

asked = Kind.DEAL_TOWN


class DealTown(Action):
    town: Town

    when = 213
    notation = "town-{town}"
    label = "The next town of the pile is {town}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    pile = top(s, DealTownFrame).pile
    n = 0
    for town in range(TOWNS):
        if can_come_next(s, box, pile, town):
            weights[n] = 1
            n = put(out, n, DealTown(town))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: DealTown) -> None:
    pop(s)
    deal_town(s, box, it.town)
