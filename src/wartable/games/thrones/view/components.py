"""The box of Thrones: the board, the tiles that both players lay, two armies and the favors."""

from collections.abc import Iterator

from wartable.core.component import UNIT, Component, Face, Size, bring, drawn
from wartable.core.phrases import capital
from wartable.drawing.layout import Area, Squares
from wartable.drawing.scene import Thing
from wartable.rulebook.data import Data

from ..box import Box
from ..state import COLUMNS, MIDDLE_ROW, Favor, Piece, Tile
from .army import SPAN, alone
from .favor import favor_picture
from .land import SIZE, picture

SQUARE, PIECE, RIM = 20.0, 16.0, 5.0
"""In millimetres: a square of the board, a piece on it, and the rim with the names of columns and rows."""
TILE, TOKEN = Size(SQUARE, SQUARE), Size(PIECE, PIECE)
BOARD = Size(9 * SQUARE + 2 * RIM, 9 * SQUARE + 2 * RIM)
ARMIES = ("South", "North")


def components(box: Box, data: Data) -> Iterator[Component]:
    yield Component("board", "board", "Board", 1, 102, BOARD, board_face(), ground="table")
    for tile, row in zip((tile for tile in Tile if tile), data.table("tiles"), strict=True):
        if tile != Tile.BREACHED:
            yield from tiles(tile, row.text("name"), row.number("home", 0, 99), row.number("middle", 0, 9))
    yield Component(
        "fortress-middle", "fortress of the middle row", "Fortress", 1, 104, TILE,
        land(Tile.FORTRESS, 0), land(Tile.BREACHED, 0), ground="city",
    )  # fmt: skip
    for seat, army in enumerate(ARMIES):
        for piece in Piece:
            if piece and box.army[piece]:
                face = soldier(piece, seat)
                yield Component(
                    f"{piece.name.lower()}-{seat}", f"pieces of {army}", f"{capital(piece.name.lower())} of {army}",
                    int(box.army[piece]), 105, TOKEN, face, face, "circle", f"seat{seat}-deep",
                )  # fmt: skip
    back = (TILE.area.inset(3).thing("back", "card", icon="throne-king", states=("back",)),)
    for favor in Favor:
        # Kinds may repeat, and either player may hold as many as there are (TH-9.3, TH-9.4).
        yield Component(
            f"favor-{favor.name.lower()}", "favors", capital(favor.name.lower()), 2 * int(box.most_favors), 903, TILE,
            drawn(TILE, favor_picture(favor), SQUARE * UNIT / 100), back, ground="brass",
        )  # fmt: skip
    yield bring("die", "die of six sides", 1, 609)


def tiles(tile: Tile, name: str, home: int, middle: int) -> Iterator[Component]:
    """The tiles of a kind, of both players; a fortress is breached by turning it over (TH-7.2)."""
    back = land(Tile.BREACHED, 0) if tile == Tile.FORTRESS else land(tile, 1)
    kinds = (("home", home, 103), ("middle", middle, 104))
    for where, count, rule in kinds:
        if count:
            yield Component(
                f"{name}-{where}", f"{where} tiles", capital(name), 2 * count, rule, TILE,
                land(tile, 0), back, ground=("", "plains", "forest", "mountain", "water", "city")[tile],
            )  # fmt: skip


def land(tile: Tile, square: int) -> Face:
    return drawn(TILE, picture(tile, square), (SQUARE + 0.4) * UNIT / SIZE)


def soldier(piece: Piece, seat: int) -> Face:
    """A piece on its base."""
    return drawn(TOKEN, alone(piece, seat, SPAN), 0.92 * PIECE * UNIT / SPAN)


def board_face() -> Face:
    """Nine by nine squares; the row between the homelands is set apart."""
    area = Area.around(0, 0, BOARD.width * UNIT, BOARD.height * UNIT)
    grid = Squares(area, COLUMNS, COLUMNS, rim=RIM * UNIT)
    cell, middles = grid.cell, range(MIDDLE_ROW, MIDDLE_ROW + COLUMNS)
    squares = "".join(
        f'<rect x="{x - cell / 2:.1f}" y="{y - cell / 2:.1f}" width="{cell:.1f}" height="{cell:.1f}" '
        f'fill="var(--{"panel" if square in middles else "chart"})" stroke="var(--edge)" stroke-width="1.2"/>'
        for square in range(COLUMNS * COLUMNS)
        for x, y in (grid.middle(square),)
    )
    lines = "".join(
        f'<path d="M{grid.left:g} {grid.top + row * cell:g}h{9 * cell:g}" stroke="var(--soft)" stroke-width="3"/>'
        for row in (4, 5)
    )
    return (Thing("board", "art", 0, 0, art=squares + lines + grid.names(13)),)
