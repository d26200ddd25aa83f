"""IK-3.1: chance names the first player."""

from wartable.core.rules import Action, Ints, note, pop, put, rule

from ..box import Box
from ..notes import Told
from ..rules.common import do
from ..state import Frame, State
from ..values import AnySeat

asked = Frame.LOT
prompt = "The first player is being drawn"


class Lot(Action):
    seat: AnySeat

    when = 109
    notation = "first-{seat}"
    label = "Seat {seat} is the first player"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for seat in range(box.seats):
        weights[n] = 1
        n = put(out, n, Lot(seat))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Lot) -> None:
    pop(s)
    s.first = it.seat
    s.active = it.seat
    note(box, Told.FIRST_PLAYER, 301, it.seat)
    do(s, Frame.DO_SETUP)
