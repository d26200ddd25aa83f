"""TH-4.3, 4.4: a piece moves to an empty tile: to a neighbour, or as far as chapter 5 lets its type run or fly.

TH-9.12: a hasty piece moves once more.
"""

from wartable.core.rules import Ints, Meaning, Text, code, kind, offer, pop, rule, top

from ...box import Box
from ...names import square_name, tile_name
from ...rules.board import are_neighbours
from ...rules.deeds import attempt
from ...rules.refusing import refuse_move, steps_between
from ...state import Deed, GallopFrame, Kind, State
from ...values import Square, squares_in
from .piece_action import FLYING, OWN, VERBS, PieceAction


class Move(PieceAction):
    start: Square
    target: Square

    deed = Deed.MOVE
    when = 412
    notation = "{start.letter}{start}-{target}"
    reads = f"{VERBS[Deed.MOVE]} |"
    label = "Move {start.standing} to {target}{check}"
    touches = "{start} {target}"
    facts = {
        **OWN,
        **FLYING,
        403: "{start.one} moves one tile; {away}.{further}",
        404: "{taken}",
        502: "{target} is not connected with {start} by {start.land}.",
        506: "{target} is not connected with {start} by {start.land}.",
        912: "{going_on}",
    }

    @property
    def reached(self) -> Square:
        return self.target

    @property
    def further(self) -> str:
        land = self.at.box.runs_on[self.start.piece & 15]
        return f" It runs further only from {tile_name(land)} over {tile_name(land)}." if land else ""

    @property
    def taken(self) -> str:
        if self.start == self.target:
            return f"It stands on {self.target.typed()} already."
        whose = "your" if self.target.is_mine else "the enemy's"
        return f"{self.target.typed()} is taken by {whose} {self.target.man}; a move ends on an empty tile."

    @property
    def going_on(self) -> str:
        begun = top(self.at.view, GallopFrame).square
        if self.start != begun:
            return f"The piece on {square_name(begun)} has begun to move; it goes on, or stops."
        return f"One step is left; {self.away}."


@rule
def list_steps(s: State, box: Box, start: int, out: Ints, n: int) -> int:
    """TH-4.3"""
    for direction in range(8):
        near = box.step[start, direction]
        n = offer(out, n, code(Move(start, near)), s.pieces[near] == 0)
    return n


@rule
def list_run(s: State, box: Box, start: int, out: Ints, n: int) -> int:
    """TH-5.2, 5.6: moves over connected tiles, those to neighbours aside."""
    target = s.ring[start]
    while target != start:
        further = (s.pieces[target] == 0) & (not are_neighbours(box, start, target))
        n = offer(out, n, code(Move(start, target)), further)
        target = s.ring[target]
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Move) -> None:
    pop(s)
    attempt(s, box, seat, Deed.MOVE, it.start, it.target)


@rule
def refuse(s: State, box: Box, seat: int, it: Move) -> int:
    if kind(s) == Kind.HASTE:
        hasty = top(s, GallopFrame)
        if it.start != hasty.square or (hasty.one_step == 1 and steps_between(it.start, it.target) > 1):
            return 912
    return refuse_move(s, box, seat, it.start, it.target)


def read(text: Text) -> Meaning:
    """A piece and a square, when it is not the time for it; in a turn all that pieces do is read together."""
    return code(Move(0, 0)) if len(squares_in(text)) == 2 else None
