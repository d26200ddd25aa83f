"""The Box of Thrones, from data files and options."""

from wartable.core.record import Array, Cube, Grid, Struct, f64, i8, i16, new, size, u8
from wartable.errors import BadData
from wartable.rulebook.data import Data, Picture, Row
from wartable.rulebook.options import Option, Options

from .state import COLUMNS, FAVORS, HOME, MOST_LAYOUTS, SQUARES, TILES, TYPES, Favor, Piece, Tile

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Columns and rows of one step in each direction, clockwise from north."""

TERRAINS = (Tile.PLAINS, Tile.FOREST, Tile.MOUNTAIN, Tile.WATER)
PLACING = (Piece.THRONE, *(piece for piece in Piece if Piece.NONE < piece < Piece.DRAGON), Piece.DRAGON)
ARMY = 15
ID_ROOM = 24
REACH = COLUMNS - 1

OPTIONS = (
    Option(
        "survival",
        "whether moving onto mountain or water needs a check, as all other ways to leave, enter or fire on it do",
        ("on-and-off", "off-only"),
    ),
    Option("quiet_turns", "turns in a row without an event that make a draw", (100, 50, 200)),
    Option("turn_limit", "turns after which the game is a draw", (1000, 500, 2000)),
)


class Weights(Struct):
    """The weights of the judge, from judge.csv; the worth of each piece is in pieces.csv."""

    throne: f64
    favor: f64
    shelter: f64
    reserve: f64
    closeness: f64
    hanging: f64
    hanging_rest: f64
    hanging_moving: f64
    checked: f64
    scale: f64
    layout: f64
    layout_review: f64
    layout_done: f64
    layout_edit: f64


class Box(Struct, tag="thrones"):
    seats: i8
    near: Grid[i8] = size(SQUARES, 8)  # the next square in each direction, or -1
    step: Grid[u8] = size(SQUARES, 8)  # the next square in each direction, or the square itself at the edge
    beside: Grid[i8] = size(SQUARES, SQUARES)  # 1 where two squares are neighbours
    far: Cube[i8] = size(SQUARES, 8, REACH)  # the squares at distance 1 to 8 in each direction, or -1
    home_tiles: Array[i8] = size(TILES)
    army: Array[i8] = size(TYPES)
    placing: Array[i8] = size(ARMY)  # the types in the order in which they are placed
    fires_at: Array[i8] = size(TYPES)
    fires_on_forest: Array[i8] = size(TYPES)
    safe: Grid[i8] = size(TYPES, TILES)  # 1 where the type needs no survival check for the tile
    runs_on: Array[i8] = size(TYPES)  # the tile over which it moves any distance, or 0
    reach: Array[i8] = size(TYPES)
    blocks: Array[i8] = size(TYPES)
    beside_it: Grid[i16] = size(TYPES, 2)  # who, or nobody, may stand where a move or switch of its own leads
    worth: Array[i16] = size(TYPES)
    layouts: i8
    layout_ids: Grid[i8] = size(MOST_LAYOUTS, ID_ROOM)  # the file's name, letter by letter
    layout_tiles: Grid[i8] = size(MOST_LAYOUTS, HOME)
    layout_pieces: Grid[i8] = size(MOST_LAYOUTS, HOME)
    layout_middle: Grid[i8] = size(MOST_LAYOUTS, COLUMNS)
    edits: i8
    hold_weight: i16
    most_favors: i8
    off_only: i8
    quiet_turns: i16
    turn_limit: i16
    weights: Weights


def make_box(options: Options, data: Data, seats: int) -> Box:
    box: Box = new(Box.dtype)
    box.seats = seats
    _lay_geometry(box)
    _read_tiles(box, data)
    _read_pieces(box, data)
    _pair_types(box)
    _check_favors(data)
    box.edits = data.number("edits", 0, 100)
    box.hold_weight = data.number("hold_weight", 0, 1000)
    box.most_favors = data.number("favors", 0, 20)
    _read_layouts(box, data)
    box.off_only = int(options["survival"] == "off-only")
    box.quiet_turns = int(options["quiet_turns"])
    box.turn_limit = int(options["turn_limit"])
    data.read_weights(box.weights, above_zero=("scale",))
    return box


def layout_id(box: Box, number: int) -> str:
    """The name of a ready-made layout's file."""
    return "".join(chr(letter) for letter in box.layout_ids[number] if letter)


def _lay_geometry(box: Box) -> None:
    for square in range(SQUARES):
        for direction, (across, up) in enumerate(DIRECTIONS):
            for distance in range(1, REACH + 1):
                column, row = square % COLUMNS + across * distance, square // COLUMNS + up * distance
                inside = 0 <= column < COLUMNS and 0 <= row < COLUMNS
                box.far[square, direction, distance - 1] = row * COLUMNS + column if inside else -1
            near = box.far[square, direction, 0]
            box.near[square, direction] = near
            box.step[square, direction] = near if near >= 0 else square
            if near >= 0:
                box.beside[square, near] = 1


def _in_order(rows: list[Row], ids: list[str], stem: str) -> list[Row]:
    """The rows, after checking that they are those of the rules, in order."""
    if [row.id for row in rows] != ids:
        raise BadData(f"{stem}.csv: the rows must be {', '.join(ids)}, in this order")
    return rows


def _read_tiles(box: Box, data: Data) -> None:
    ids = [tile.name.lower() for tile in Tile if tile != Tile.NONE]
    for tile, row in enumerate(_in_order(data.table("tiles"), ids, "tiles"), 1):
        least, most = (4, HOME) if tile in TERRAINS else (int(tile == Tile.FORTRESS),) * 2
        box.home_tiles[tile] = row.number("home", least, most)
        if row.number("middle") != int(tile in TERRAINS):
            raise row.bad("each player has one middle tile of each terrain")
    if sum(box.home_tiles) != HOME:
        raise BadData(f"tiles.csv: the column home adds up to {sum(box.home_tiles)}, not to {HOME}")


def _read_pieces(box: Box, data: Data) -> None:
    ids = [piece.name.lower() for piece in Piece if piece != Piece.NONE]
    tiles = {"none": 0} | {tile.name.lower(): int(tile) for tile in TERRAINS}
    for piece, row in enumerate(_in_order(data.table("pieces"), ids, "pieces"), 1):
        alone = piece in (Piece.DRAGON, Piece.THRONE, Piece.WARHORSE)
        box.army[piece] = row.number("count", int(alone), 1 if alone else ARMY)
        box.fires_at[piece] = row.number("fires_at", 0, 8)
        box.fires_on_forest[piece] = row.number("fires_on_forest", 0, 1)
        box.safe[piece, :] = 1
        box.safe[piece, Tile.MOUNTAIN] = row.number("needs_no_mountain_check", 0, 1)
        box.safe[piece, Tile.WATER] = row.number("needs_no_water_check", 0, 1)
        box.runs_on[piece] = row.choice("runs_on", tiles)
        box.reach[piece] = row.number("reach", 1, 4)
        box.blocks[piece] = row.number("blocks_dragon", 0, 1)
        box.worth[piece] = row.number("worth", 0, 999)
    box.safe[Piece.NONE, :] = [tile not in (Tile.MOUNTAIN, Tile.WATER) for tile in Tile]
    if sum(box.army) != ARMY:
        raise BadData(f"pieces.csv: the column count adds up to {sum(box.army)}, not to {ARMY}")
    box.placing[:] = [piece for piece in PLACING for _ in range(box.army[piece])]


def _pair_types(box: Box) -> None:
    """TH-4.5, 4.6: a switch is named once, by a warhorse in it; TH-4.3: an empty tile is moved to.

    Bit sets of types: for the directions that name a switch, and for the others.
    """
    for one in range(1, TYPES):
        others = {other for other in range(1, TYPES) if other != one}
        rides = one == Piece.WARHORSE
        box.beside_it[one, 0] = 1 + sum(1 << other for other in others if rides or other != Piece.WARHORSE)
        box.beside_it[one, 1] = 1 + sum(1 << other for other in others if rides)


def _check_favors(data: Data) -> None:
    _in_order(data.table("favors"), [favor.name.lower() for favor in Favor], "favors")
    assert len(Favor) == FAVORS


def _read_layouts(box: Box, data: Data) -> None:
    tiles = {row.text("letter"): number for number, row in enumerate(data.table("tiles"), 1)}
    pieces = {row.text("letter"): number for number, row in enumerate(data.table("pieces"), 1)}
    names = data.names("layouts")
    if len(names) > MOST_LAYOUTS:
        raise BadData(f"layouts: there are {len(names)} files, and room for {MOST_LAYOUTS}")
    for number, stem in enumerate(names):
        picture = data.picture(f"layouts/{stem}.txt")
        _read_layout(box, number, picture, tiles, pieces)
        _check_layout(box, number, picture)
        if not stem.isascii() or not 0 < len(stem) <= ID_ROOM or stem in ("random", "by-hand"):
            raise picture.bad(f"a layout's file is named in at most {ID_ROOM} plain letters, and not random or by-hand")
        box.layout_ids[number, : len(stem)] = list(stem.encode())
    box.layouts = len(names)


def _read_layout(box: Box, number: int, picture: Picture, tiles: dict[str, int], pieces: dict[str, int]) -> None:
    if len(picture.rows) != 5:
        raise picture.bad("a layout has five rows: the middle one, then the own four from front to back")
    for line, cells in enumerate(picture.rows):
        if len(cells) != COLUMNS or any(len(cell) != 2 for cell in cells):
            raise picture.bad("a row has nine cells of two characters, tile and piece", line)
        for column, cell in enumerate(cells):
            tile, piece = cell[0], cell[1]
            if (tile != "." or line) and tile not in tiles:
                raise picture.bad(f"there is no tile {tile!r}", line)
            if piece != "." and (piece not in pieces or line == 0):
                raise picture.bad(f"there is no piece {piece!r} here", line)
            if line == 0:
                box.layout_middle[number, column] = tiles.get(tile, 0)
            else:
                box.layout_tiles[number, (4 - line) * COLUMNS + column] = tiles[tile]
                box.layout_pieces[number, (4 - line) * COLUMNS + column] = pieces.get(piece, 0)


def _check_layout(box: Box, number: int, picture: Picture) -> None:
    """TH-2.5 to TH-2.9, for a layout from a file."""
    laid, army = list(box.layout_tiles[number]), list(box.layout_pieces[number])
    for tile in Tile:
        if tile != Tile.NONE and laid.count(tile) != box.home_tiles[tile]:
            raise picture.bad(f"{laid.count(tile)} tiles of {tile.name.lower()}, not {box.home_tiles[tile]}")
    for row in range(4):
        missing = [tile.name.lower() for tile in TERRAINS if tile not in laid[row * COLUMNS : (row + 1) * COLUMNS]]
        if missing:
            raise picture.bad(f"no {missing[0]} in this row (TH-2.5)", 4 - row)
    place = laid.index(Tile.FORTRESS)
    if place < COLUMNS or place % COLUMNS in (0, COLUMNS - 1):
        raise picture.bad("the fortress is at the edge of the board (TH-2.6)", 4 - place // COLUMNS)
    for piece in Piece:
        held_back = piece == Piece.DRAGON and piece not in army
        if piece != Piece.NONE and army.count(piece) != box.army[piece] and not held_back:
            raise picture.bad(f"{army.count(piece)} of {piece.name.lower()}, not {box.army[piece]}")
    if sorted(box.layout_middle[number]) != [0] * 5 + list(TERRAINS):
        raise picture.bad("the middle row has one tile of each terrain", 0)
