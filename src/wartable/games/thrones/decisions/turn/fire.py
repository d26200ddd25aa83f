"""TH-4.8, 5.3 to 5.5: a crossbowman, catapult or trebuchet fires exactly as far as its type says, and stays."""

from wartable.core.rules import Ints, code, inlined, offer, pop, rule

from ...box import Box
from ...rules.board import at_distance, is_of, may_fire, type_on
from ...rules.deeds import attempt
from ...rules.refusing import from_here, owner_on, refuse_protected
from ...state import Deed, Piece, State, Tile
from ...values import Direction, Square
from .piece_action import ENGAGING, VERBS, Aimed
from .piece_action import ask_for_squares as read  # noqa: F401


class Fire(Aimed):
    start: Square
    direction: Direction

    deed = Deed.FIRE
    when = 412
    notation = "{start.letter}{start}*{target}"
    reads = VERBS[Deed.FIRE]
    label = "{does}"
    touches = "{start} {end}{choice}"
    facts = {
        **ENGAGING,
        408: "{start.one} does not fire; crossbowmen, catapults and trebuchets do.",
        501: "The ranger on {end} stands on a mountain; it cannot be fired on.",
        516: "{end} is forest; {start.a_man} cannot fire on it.",
    }

    @property
    def distance(self) -> int:
        return max(1, self.at.box.fires_at[self.start.piece & 15])

    @property
    def aim(self) -> str:
        return f"Fire on {self.walls}the {self.end.man} on {self.target} with {self.start.standing}"


@inlined
def list_shots(s: State, box: Box, seat: int, start: int, out: Ints, n: int) -> int:
    """TH-4.8"""
    type = type_on(s, start)
    distance = box.fires_at[type]
    for direction in range(8):
        target = at_distance(box, start, direction, distance)
        if (target >= 0) & is_of(s, target, 1 - seat):
            n = offer(out, n, code(Fire(start, direction)), may_fire(s, box, type, target))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Fire) -> None:
    pop(s)
    distance = box.fires_at[s.pieces[it.start] & 15]
    attempt(s, box, seat, Deed.FIRE, it.start, at_distance(box, it.start, it.direction, distance))


@rule
def refuse(s: State, box: Box, seat: int, it: Fire) -> int:
    if owner_on(s, it.start) != seat:
        return 402
    type = s.pieces[it.start] % 16
    if box.fires_at[type] == 0:
        return 408
    if s.turn == 1:
        return 410
    target = from_here(it.start, it.direction, box.fires_at[type])
    if target < 0:
        return 102
    if owner_on(s, target) != 1 - seat:
        return 409
    victim = s.pieces[target] % 16
    if s.ground[target] == Tile.FOREST and box.fires_on_forest[type] == 0:
        return 516
    if victim == Piece.RANGER and s.ground[target] == Tile.MOUNTAIN:
        return 501
    if victim == Piece.WARHORSE and refuse_protected(s, seat, target) != 0:
        return 513
    return 508 if victim == Piece.ELEPHANT and s.ground[target] == Tile.PLAINS else 0
