"""TH-4.7: a piece attacks an enemy on a neighbouring tile, a dragon one in its reach, and takes its place.

TH-7.2, 7.5: a whole fortress is breached first. TH-4.10: nobody attacks in the first turn.
"""

from wartable.core.rules import pop, rule

from ...box import Box
from ...names import onward
from ...rules.board import at_distance
from ...rules.deeds import attempt
from ...rules.refusing import from_here, owner_on, refuse_flight, refuse_protected
from ...state import Deed, Piece, State, Tile
from ...values import Direction, Square, Steps
from .piece_action import COMPASS, ENGAGING, FLYING, VERBS, PieceAction
from .piece_action import ask_for_squares as read  # noqa: F401


class Attack(PieceAction):
    start: Square
    direction: Direction
    steps: Steps

    deed = Deed.ATTACK
    when = 412
    notation = "{start.letter}{start}x{target}"
    reads = VERBS[Deed.ATTACK]
    label = "{attacks}"
    touches = "{start} {end}{choice}"
    facts = {
        **ENGAGING,
        **FLYING,
        407: "{start.one} attacks a neighbouring tile; {away}.",
        515: "{end} is forest; {start.a_man} cannot attack it.",
    }

    @property
    def reached(self) -> Square | None:
        end = onward(self.start, self.direction, self.steps + 1)
        return None if end is None else Square(end, self.at)

    @property
    def target(self) -> str:
        off = f"off{COMPASS[self.direction]}{self.steps + 1}"
        return off if self.reached is None else self.end.typed()

    @property
    def attacks(self) -> str:
        if self.reached is None:
            return self.off_board
        return f"Attack {self.walls}the {self.end.man} on {self.target} with {self.start.standing}{self.check}"


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
