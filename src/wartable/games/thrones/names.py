"""The names of squares, pieces, tiles and layouts, and the ids of what lies on squares."""

from functools import cache, lru_cache
from pathlib import Path

from wartable.errors import BadData
from wartable.rulebook.data import Data

from .box import DIRECTIONS, Box, layout_id
from .state import BY_HAND, COLUMNS, MIDDLE_ROW, RANDOM, SQUARES, Piece, State, Tile

LETTERS = "?RSCABLWEDT"
FILES = "abcdefghi"


def square_name(square: int) -> str:
    return f"{FILES[square % COLUMNS]}{square // COLUMNS + 1}"


def square_named(name: str) -> int | None:
    """The square of a name, None off the board."""
    column, row = FILES.find(name[:1]), name[1:]
    on_board = column >= 0 and row.isdecimal() and 1 <= int(row) <= COLUMNS
    return (int(row) - 1) * COLUMNS + column if on_board else None


def home_square(seat: int, space: int) -> int:
    """The square of a home space, and the space of such a square; fate names spaces as South would."""
    return SQUARES - 1 - space if seat == 1 else space


def middle_square(seat: int, column: int) -> int:
    return MIDDLE_ROW + (COLUMNS - 1 - column if seat == 1 else column)


def onward(square: int, direction: int, distance: int) -> int | None:
    """The square that far away, None beyond the edge."""
    across, up = DIRECTIONS[direction]
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


def piece_ids(view: State) -> dict[int, str]:
    """An id for the piece on each square: its type, its owner, and which of them it is, counted over the board."""
    return _ids_of(view.pieces.tobytes())


@lru_cache(maxsize=64)
def _ids_of(pieces: bytes) -> dict[int, str]:
    seen: dict[int, int] = {}
    ids = {}
    for square, piece in enumerate(pieces):
        if piece:
            seen[piece] = seen.get(piece, 0) + 1
            ids[square] = f"{piece_name(piece)}-{piece >> 4}-{seen[piece]}"
    return ids
