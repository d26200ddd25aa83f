"""MT-2.1: chance picks the starting player."""

from wartable.core.rules import Action, Ints, ask, note, pop, put, rule

from ..box import Box
from ..notes import Told
from ..rules import begin_turn
from ..state import Kind, State
from ..values import AnySeat

asked = Kind.START


class Start(Action):
    player: AnySeat

    when = 201
    notation = "first-{player}"
    label = "The starting player is seat {player}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    """Either player is as likely to start."""
    for player in range(2):
        weights[put(out, player, Start(player)) - 1] = 1
    return 2


@rule
def apply(s: State, box: Box, seat: int, it: Start) -> None:
    """MT-2.2: then factions are picked, the starting player's first."""
    pop(s)
    s.active = it.player
    note(box, Told.STARTS, 201, it.player)
    if box.factions:
        ask(s, Kind.FACTION, 1 - it.player)
        ask(s, Kind.FACTION, it.player)
    else:
        begin_turn(s, box)
