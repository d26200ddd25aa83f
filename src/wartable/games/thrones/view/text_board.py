"""The board of Thrones in text."""

from wartable.drawing.tints import own, tint

from ..box import Box
from ..names import FILES, LETTERS
from ..state import COLUMNS, FAVORS, Favor, Piece, State
from .shared import TILE_TINTS, phase, shown_tile

TILE_SIGNS = " .f^~+%"
_NAMED = [f"{LETTERS[piece]} {piece.name.lower()}" for piece in Piece if piece]
LEGEND = ["  ".join(_NAMED[:5]), "  ".join(_NAMED[5:])]
"""What the letters of the pieces mean."""


def board(view: State, box: Box, seat: int) -> str:
    """Each square in three characters: the land, the piece (South's in capitals), ! for protected."""
    rows = range(COLUMNS) if seat == 1 else range(COLUMNS - 1, -1, -1)
    columns = range(COLUMNS - 1, -1, -1) if seat == 1 else range(COLUMNS)
    lines = []
    for row in rows:
        cells = [cell_text(view, seat, row * COLUMNS + column) for column in columns]
        lines.append(f"{row + 1:>2}  " + " ".join(cells))
    lines.append("    " + " ".join(f" {FILES[column]} " for column in columns))
    lines.append("")
    for owner in (1, 0) if seat != 1 else (0, 1):
        lines.append(side_text(view, owner, seat))
    lines.append(". plains  f forest  ^ mountain  ~ water  + fortress  % breached  ! protected")
    lines += LEGEND
    state = f"Turn {view.turn}, quiet turns {view.quiet} of {box.quiet_turns}" if view.turn else phase(view)
    return "\n".join([*lines, f"{state}."])


def cell_text(view: State, seat: int, square: int) -> str:
    piece, tile = view.pieces[square], shown_tile(view, seat, square)
    sign = tint(TILE_TINTS[tile], TILE_SIGNS[tile])
    if not piece:
        return sign + tint(TILE_TINTS[tile], "  ")
    owner, letter = piece >> 4, LETTERS[piece & 15]
    charged = piece & 15 == Piece.WARHORSE and view.sides[owner].charged
    return sign + own(owner, (letter.lower() if owner else letter) + ("!" if charged else " "))


def side_text(view: State, owner: int, seat: int) -> str:
    side = view.sides[owner]
    lost = "".join(LETTERS[type] * side.lost[type] for type in range(1, len(LETTERS)))
    known = ", ".join(Favor(favor).name.lower() for favor in range(FAVORS) for _ in range(side.favors[favor]))
    spent = ", ".join(Favor(favor).name.lower() for favor in range(FAVORS) for _ in range(side.spent[favor]))
    favors = f"favors: {known}" if known else f"favors: {side.held}"
    parts = [f"{{{owner}}} ({'small letters' if owner else 'capitals'})", favors]
    if spent:
        parts.append(f"spent: {spent}")
    if side.unplaced[Piece.DRAGON] and view.turn:
        parts.append("dragon held back")
    return "; ".join([*parts, f"lost: {lost or 'none'}"])
