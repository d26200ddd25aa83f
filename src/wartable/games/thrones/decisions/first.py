"""TH-2.1: before anything is laid, fate decides which player goes first."""

from wartable.core.rules import Ints, note, pop, put, rule

from ..box import Box
from ..notes import Told
from ..state import Kind, State
from ..values import Action, Player

asked = Kind.FIRST
prompt = "Fate decides who goes first"


class First(Action):
    player: Player

    when = 412
    notation = "{player}-first"
    label = "{player} goes first"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    for player in range(2):
        weights[put(out, player, First(player)) - 1] = 1
    return 2


@rule
def apply(s: State, box: Box, seat: int, it: First) -> None:
    s.first = it.player
    s.active = it.player
    note(box, Told.STARTS, 201, it.player)
    pop(s)
