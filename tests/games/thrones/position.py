"""Positions to try rules on: the secret part is skipped, and tiles and pieces lie where a test wants them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from wartable.games.thrones import GAME
from wartable.games.thrones.rules.middle_row import link_regions, note_fortresses, number_regions
from wartable.games.thrones.rules.turn import begin_turn
from wartable.games.thrones.state import Favor, Piece, Side, Stage, State, Tile
from wartable.testing import Table

LETTERS = "?RSCABLWEDT"
SIGNS = {
    "p": Tile.PLAINS,
    "f": Tile.FOREST,
    "m": Tile.MOUNTAIN,
    "w": Tile.WATER,
    "+": Tile.FORTRESS,
    "%": Tile.BREACHED,
}
FORTRESSES = {"b2": "+", "h8": "+", "i5": "+"}
THRONES = {"a1": "T", "i9": "t"}


def at(name: str) -> int:
    return "abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1)


def position(
    pieces: Mapping[str, str],
    tiles: Mapping[str, str] | None = None,
    *,
    land: str = "p",
    seat: int = 0,
    turn: int = 11,
    rolls: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    favors: tuple[str, str] = ("", ""),
    held_back: Sequence[int] = (),
    cells: Mapping[str, str] | None = None,
    thrones: bool = True,
) -> Table:
    """A turn of `seat`, on `land` but for the tiles given. South's pieces are capitals, North's small letters.

    Fortresses lie on b2, h8 and i5, thrones stand on a1 and i9, unless the test says otherwise.
    """
    t = Table(GAME, options, rolls=["south-first"], cells=cells)
    signs = dict(tiles or {})
    if not any(sign in "+%" for sign in signs.values()):
        signs = FORTRESSES | signs
    missing = {name: sign for name, sign in THRONES.items() if thrones and sign not in pieces.values()}
    men = missing | dict(pieces)
    lay(t, {at(name): sign for name, sign in signs.items()}, {at(name): sign for name, sign in men.items()}, land)
    for side, words in zip(t.s.sides, favors, strict=True):
        give(side, words.split())
    for owner in held_back:
        t.s.sides[owner].unplaced[Piece.DRAGON] = 1
    start(t, seat, turn)
    t.rolls = list(rolls)
    return t


def lay(t: Table, tiles: Mapping[int, str], pieces: Mapping[int, str], land: str) -> None:
    s = t.s
    s.ground[:] = SIGNS[land]
    for square, sign in tiles.items():
        s.ground[square] = SIGNS[sign]
    for square, sign in pieces.items():
        stand(s, square, sign)
    number_regions(s, t.box)
    link_regions(s)
    note_fortresses(s)
    for side in s.sides:
        side.stage = Stage.DONE
        side.unplaced[:] = 0
        side.left[:] = 0
        if side.throne in s.forts:
            side.fortress = side.throne


def stand(s: State, square: int, sign: str) -> None:
    owner = int(sign.islower())
    s.pieces[square] = LETTERS.index(sign.upper()) + 16 * owner
    if sign.upper() == "T":
        s.sides[owner].throne = square


def give(side: Side, words: Sequence[str]) -> None:
    for word in words:
        side.favors[Favor[word.upper()]] += 1
        side.held += 1
        side.taken += 1


def start(t: Table, seat: int, turn: int) -> None:
    """The turn of that number begins."""
    t.s.head.frames[0].kind = 0
    t.s.head.frames[0].due = 0
    t.s.head.depth = 0
    t.s.first = seat if turn == 1 else 0
    t.s.turn = turn - 1
    begin_turn(t.s, t.box, seat)


def on(t: Table, name: str) -> str:
    """The piece on a square, `.` where there is none."""
    piece = t.s.pieces[at(name)]
    letter = LETTERS[piece & 15] if piece else "."
    return letter.lower() if piece >> 4 else letter


def tile_on(t: Table, name: str) -> Tile:
    return Tile(t.s.ground[at(name)])


def goals(t: Table, seat: int, start: str) -> set[str]:
    """Where the moves, switches, attacks and shots that begin with `start` lead to."""
    return {move[len(start) :] for move in t.legal(seat) if move.startswith(start)}


def checks(t: Table) -> bool:
    """Whether a survival check is open: fate is due."""
    return t.due == {7}


def read_positions(path: Path) -> dict[str, Table]:
    """The positions of a file: `name`, `seat`, `favors` and `held_back` lines, then nine rows from row 9 to row 1."""
    found = {}
    for block in path.read_text("utf-8").strip().split("\n\n"):
        lines = block.splitlines()
        header = dict(line.split(": ", 1) for line in lines if ": " in line)
        rows = [line.split() for line in lines if ": " not in line]
        tiles, pieces = {}, {}
        for number, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                square = (8 - number) * 9 + column
                tiles[square] = cell[0]
                if cell[1] != ".":
                    pieces[square] = cell[1]
        t = Table(GAME, rolls=["south-first"])
        lay(t, tiles, pieces, "p")
        for owner in (0, 1):
            give(t.s.sides[owner], header.get(f"favors-{owner}", "").split())
            t.s.sides[owner].unplaced[Piece.DRAGON] = int(str(owner) in header.get("held_back", ""))
        start(t, int(header["seat"]), int(header.get("turn", "20")))
        found[header["name"]] = t
    return found
