"""The names of squares, pieces, tiles and layouts."""

from functools import cache
from pathlib import Path

from wartable.core import actions
from wartable.core.actions import decode
from wartable.core.compiled import plain
from wartable.core.data import Data
from wartable.core.errors import BadData

from .actions import ATTACK, BY_HAND, FIRE, MOVE, RANDOM, SWITCH, Attack, Fire, Move, Switch
from .box import Box, layout_id
from .state import COLUMNS, MIDDLE_ROW, SQUARES, Deed, Piece, State, Tile

# Words are told one action at a time: the plain functions answer at once, without a call into compiled code.
belongs = plain(actions.belongs)

LETTERS = "?RSCABLWEDT"
FILES = "abcdefghi"
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def square_name(square: int) -> str:
    return f"{FILES[square % COLUMNS]}{square // COLUMNS + 1}"


def home_square(seat: int, space: int) -> int:
    """The square of a home space; fate names spaces as South would."""
    return SQUARES - 1 - space if seat == 1 else space


def middle_square(seat: int, column: int) -> int:
    return MIDDLE_ROW + (COLUMNS - 1 - column if seat == 1 else column)


def onward(square: int, direction: int, distance: int) -> int | None:
    """The square that far away, None beyond the edge."""
    across, up = STEPS[direction]
    column, row = square % COLUMNS + across * distance, square // COLUMNS + up * distance
    inside = 0 <= column < COLUMNS and 0 <= row < COLUMNS
    return row * COLUMNS + column if inside else None


def steps_between(a: int, b: int) -> int:
    """How many steps in any directions lead from one square to the other."""
    return max(abs(a % COLUMNS - b % COLUMNS), abs(a // COLUMNS - b // COLUMNS))


def direction_between(a: int, b: int) -> int | None:
    """The single direction from one square to the other, None where there is none."""
    distance = steps_between(a, b)
    return next((way for way in range(8) if distance and onward(a, way, distance) == b), None)


def piece_name(piece: int) -> str:
    return Piece(piece & 15).name.lower()


def a_piece(piece: int) -> str:
    """`a ranger`, `an elephant`"""
    name = piece_name(piece)
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


_TILE_NAMES = {
    **{int(tile): tile.name.lower() for tile in Tile},
    int(Tile.BREACHED): "breached fortress",
    int(Tile.NONE): "unknown land",
}


def tile_name(tile: int) -> str:
    return _TILE_NAMES[int(tile)]


def standing(view: State, square: int, seat: int | None = None) -> str:
    """`the ranger on b3`; with a seat, whether it is the enemy's."""
    piece = view.pieces[square]
    if not piece:
        return f"nobody on {square_name(square)}"
    whose = "the enemy's " if seat is not None and piece >> 4 != seat else "the "
    return f"{whose}{piece_name(piece)} on {square_name(square)}"


@cache
def layout_title(stem: str) -> tuple[str, str]:
    """The name and description of a ready-made layout; its file's name for one that the user brought."""
    try:
        header = Data(Path(__file__).parent / "data").picture(f"layouts/{stem}.txt").header
    except BadData:
        header = {}
    return header.get("name", stem), header.get("text", "")


def layout_choice(box: Box, choice: int) -> str:
    if choice == RANDOM:
        return "random"
    if choice == BY_HAND:
        return "by-hand"
    return layout_id(box, choice) if choice < box.layouts else f"none-{choice + 1}"


def reading(view: State, box: Box, action: int) -> tuple[Deed, int, int | None] | None:
    """Deed, start and end of a move, switch, attack or shot; None for the end beyond the edge of the board."""
    if belongs(MOVE, action):
        start, target = decode(Move, action)
        return Deed.MOVE, start, target
    if belongs(ATTACK, action):
        start, direction, steps = decode(Attack, action)
        return Deed.ATTACK, start, onward(start, direction, steps + 1)
    if belongs(SWITCH, action):
        start, direction = decode(Switch, action)
        return Deed.SWITCH, start, onward(start, direction, 1)
    if belongs(FIRE, action):
        start, direction = decode(Fire, action)
        return Deed.FIRE, start, onward(start, direction, max(1, box.fires_at[view.pieces[start] & 15]))
    return None
