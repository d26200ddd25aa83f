"""What refusals share. It shares no rule with the offers, so that each checks the other."""

from wartable.compiler.decorators import rule

from ..box import Box
from ..state import COLUMNS, SQUARES, State, Tile


@rule
def from_here(square: int, direction: int, distance: int) -> int:
    """The square at this distance, or -1 off the board (TH-1.2)."""
    across = 1 if 1 <= direction <= 3 else -1 if 5 <= direction <= 7 else 0
    up = 1 if direction <= 1 or direction == 7 else -1 if 3 <= direction <= 5 else 0
    column, row = square % COLUMNS + distance * across, square // COLUMNS + distance * up
    if column < 0 or column >= COLUMNS or row < 0 or row >= COLUMNS:
        return -1
    return row * COLUMNS + column


@rule
def owner_on(s: State, square: int) -> int:
    """The owner of the piece on a square, or -1."""
    return -1 if s.pieces[square] == 0 else s.pieces[square] // 16


@rule
def steps_between(a: int, b: int) -> int:
    """The distance between two squares, in steps."""
    return max(abs(a % COLUMNS - b % COLUMNS), abs(a // COLUMNS - b // COLUMNS))


@rule
def line_between(a: int, b: int) -> int:
    """The direction from one square straight to the other, or -1."""
    for direction in range(8):
        if from_here(a, direction, steps_between(a, b)) == b:
            return direction
    return -1


@rule
def refuse_flight(s: State, box: Box, seat: int, start: int, target: int) -> int:
    """TH-5.9, 5.14"""
    direction = line_between(start, target)
    distance = steps_between(start, target)
    if direction < 0 or distance > box.reach[s.pieces[start] % 16]:
        return 509
    for step in range(1, distance):
        over = from_here(start, direction, step)
        if owner_on(s, over) == 1 - seat and box.blocks[s.pieces[over] % 16] == 1:
            return 514
    return 0


@rule
def refuse_move(s: State, box: Box, seat: int, start: int, target: int) -> int:
    if owner_on(s, start) != seat:
        return 402
    if s.pieces[target] != 0:
        return 404
    if steps_between(start, target) == 1:
        return 0
    type = s.pieces[start] % 16
    if box.runs_on[type] != 0 and box.runs_on[type] == s.ground[start] and s.ground[target] == s.ground[start]:
        if s.region[start] == s.region[target]:
            return 0
        return 502 if s.ground[start] == Tile.WATER else 506
    return refuse_flight(s, box, seat, start, target) if box.reach[type] > 1 else 403


@rule
def can_move_at_all(s: State, box: Box, seat: int) -> bool:
    for start in range(SQUARES):
        if owner_on(s, start) == seat:
            for target in range(SQUARES):
                if refuse_move(s, box, seat, start, target) == 0:
                    return True
    return False


@rule
def refuse_protected(s: State, seat: int, target: int) -> int:
    """TH-5.13: a warhorse that has just attacked, unless a whole fortress around it is to be breached."""
    return 513 if s.sides[1 - seat].charged == 1 and s.ground[target] != Tile.FORTRESS else 0


@rule
def laid_on(s: State, seat: int, space: int) -> int:
    """The tile on a home space."""
    return s.ground[space if seat == 0 else SQUARES - 1 - space]


@rule
def standing_on(s: State, seat: int, space: int) -> int:
    """The type of the piece on a home space."""
    return s.pieces[space if seat == 0 else SQUARES - 1 - space] % 16


@rule
def refuse_fortress(space: int) -> int:
    """TH-2.6"""
    column = space % COLUMNS
    return 206 if space < COLUMNS or column == 0 or column == COLUMNS - 1 else 0
