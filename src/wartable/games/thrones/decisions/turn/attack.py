"""TH-4.7: a piece attacks an enemy on a neighbouring tile, a dragon one in its reach, and takes its place.

TH-7.2, 7.5: a whole fortress is breached first. TH-4.10: nobody attacks in the first turn.
"""

from wartable.core.rules import pop, rule

from ...box import Box
from ...rules.board import at_distance
from ...rules.deeds import attempt
from ...rules.refusing import from_here, owner_on, refuse_flight, refuse_protected
from ...state import Deed, Piece, State, Tile
from ...values import Direction, Square, Steps
from .piece_action import ENGAGING, FLYING, VERBS, Aimed
from .piece_action import ask_for_squares as read  # noqa: F401


class Attack(Aimed):
    start: Square
    direction: Direction
    steps: Steps

    deed = Deed.ATTACK
    when = 412
    notation = "{start.letter}{start}x{target}"
    reads = VERBS[Deed.ATTACK]
    label = "{does}"
    touches = "{start} {end}{choice}"
    facts = {
        **ENGAGING,
        **FLYING,
        407: "{start.one} attacks a neighbouring tile; {away}.",
        515: "{end} is forest; {start.a_man} cannot attack it.",
    }

    @property
    def distance(self) -> int:
        return self.steps + 1

    @property
    def target(self) -> str:
        return super().target + (str(self.distance) if self.reached is None else "")

    @property
    def aim(self) -> str:
        return f"Attack {self.walls}the {self.end.man} on {self.target} with {self.start.standing}"


@rule
def apply(s: State, box: Box, seat: int, it: Attack) -> None:
    pop(s)
    attempt(s, box, seat, Deed.ATTACK, it.start, at_distance(box, it.start, it.direction, it.steps + 1))


@rule
def refuse(s: State, box: Box, seat: int, it: Attack) -> int:
    if owner_on(s, it.start) != seat:
        return 402
    if s.turn == 1:
        return 410
    target = from_here(it.start, it.direction, it.steps + 1)
    if target < 0:
        return 102
    if owner_on(s, target) != 1 - seat:
        return 409
    type = s.pieces[it.start] % 16
    if it.steps > 0:
        if box.reach[type] == 1:
            return 407
        flight = refuse_flight(s, box, seat, it.start, target)
        if flight != 0:
            return flight
    return refuse_victim(s, seat, type, target)


@rule
def refuse_victim(s: State, seat: int, type: int, target: int) -> int:
    """TH-5.8, 5.13, 5.15: why a piece of this type may not attack the piece on the square."""
    if type == Piece.THRONE:
        return 0
    victim = s.pieces[target] % 16
    if victim == Piece.ELEPHANT and s.ground[target] == Tile.PLAINS and type != Piece.DRAGON:
        return 508
    if victim == Piece.WARHORSE and refuse_protected(s, seat, target) != 0:
        return 513
    return 515 if type == Piece.DRAGON and s.ground[target] == Tile.FOREST else 0
