"""The right panel while laying out: layouts to begin with, tiles to lay, and edits."""

from collections.abc import Iterator
from functools import lru_cache

from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area, button
from wartable.drawing.lettering import text
from wartable.drawing.scene import Thing

from ..box import Box
from ..names import layout_choice, layout_title
from ..state import BY_HAND, COLUMNS, RANDOM, Piece, Stage, State, Tile
from . import land as land_view
from .shared import CHOICES, TILE_TINTS

LAND_WORDS = {
    Tile.PLAINS: "Lancers ride as far as they reach. Elephants fear only dragon and throne.",
    Tile.FOREST: "Dragons cannot attack here; crossbows and catapults cannot fire in.",
    Tile.MOUNTAIN: "Dangerous: fate decides. Rangers need no check, and cannot be fired on.",
    Tile.WATER: "Dangerous: fate decides. Spearmen need no check, and cross it in one go.",
    Tile.FORTRESS: "Walls have to be breached first. A throne earns a favor here.",
}
ROOM = CHOICES.inset(10, 0).rows(58, 650)[1]
ROWS = ROOM._replace(height=620).stack(5)
"""The places of the cards of tiles."""


def layout_things(view: State, box: Box, seat: int) -> tuple[list[Thing], float]:
    """The choices beside the board, and where they end in the panel."""
    side = view.sides[seat]
    if side.stage == Stage.BEGIN:
        return [*beginnings(box, seat)], CHOICES.height
    if side.stage == Stage.TILES:
        tiles = [tile for tile in Tile if Tile.NONE < tile < Tile.BREACHED]
        cards = (
            tile_card(row, f"tile-{tile.name.lower()}", tile, f"{side.left[tile]} left.")
            for row, tile in zip(ROWS, tiles, strict=True)
        )
        return [*cards], CHOICES.height
    if side.stage == Stage.MIDDLE:
        tile = Tile(side.laid + 1)
        return [tile_card(ROWS[0], assigned_id(tile), tile, "Yours for the middle row.")], ROWS[1].y
    if side.stage == Stage.PIECES:
        if box.placing[side.laid] != Piece.DRAGON:
            return [], ROOM.y + 28
        hold = button(ROOM._replace(height=80).inset(0, 10), "hold", HOLD, "It can come later, on a mountain.")
        return [hold._replace(label=f"{HOLD}. It can come later.")], ROOM.y + 80
    return [*review(view, box, seat)], CHOICES.height


HOLD = "Hold the dragon back"


def assigned_id(tile: int) -> str:
    """The card of the tile to be assigned to the middle row."""
    return f"assign-{Tile(tile).name.lower()}"


def tile_card(row: Area, id: str, tile: Tile, count: str) -> Thing:
    """A tile to lay: its picture, how many are left, and what it does."""
    area, name, words = row.inset(0, 4), tile.name.title(), LAND_WORDS[tile]
    art = f'{ground(area)}<g transform="translate(-92 0) scale(1.24)">{land_view.land(tile, 4)}</g>'
    label = f"{name}, {count} {words}"
    return area.thing(id, "space", states=("edged", "inset"), text=name, lines=(count, words), art=art, label=label)


def ground(area: Area) -> str:
    """The background of a button that has its own picture."""
    width, height = area.size
    shape = f'<rect x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" rx="6"'
    return f'{shape} fill="var(--panel)"/>{shape} fill="url(#sheen)"/>'


def choices(box: Box) -> list[int]:
    return [*range(box.layouts), RANDOM, BY_HAND]


def beginning(box: Box, choice: int) -> tuple[str, str, str]:
    """A layout to begin with: its id, name and description."""
    stem = layout_choice(box, choice)
    own = {
        RANDOM: ("Random layout", "Fate lays it out. You can change it."),
        BY_HAND: ("By hand", "Tile by tile, then piece by piece."),
    }
    return f"layout-{stem}", *(own.get(choice) or layout_title(stem))


def pictured(box: Box, seat: int, choice: int, size: float) -> str:
    """A miniature of a ready-made layout; a die or a quill for the others."""
    icon = {RANDOM: "perspective-dice-six-faces-random", BY_HAND: "quill-ink"}.get(choice)
    if icon:
        return draw_icon(icon, size, "var(--ink)")
    return miniature(box.layout_tiles[choice].tobytes(), box.layout_pieces[choice].tobytes(), seat)


def beginnings(box: Box, seat: int) -> Iterator[Thing]:
    """The layouts to begin with."""
    count = len(choices(box))
    for choice, row in zip(choices(box), ROOM._replace(height=min(92 * count, ROOM.height)).stack(count), strict=True):
        id, name, about = beginning(box, choice)
        area = row.inset(0, 4)
        art = f'{ground(area)}<g transform="translate(-88 0)">{pictured(box, seat, choice, 50)}</g>'
        yield area.thing(
            id, "space", states=("edged", "inset"), text=name, lines=(about,), art=art, label=f"{name}. {about}"
        )


def review(view: State, box: Box, seat: int) -> Iterator[Thing]:
    """Done, the edits, and, smaller, other layouts to begin again with."""
    done, change, hold, instead, rest = ROOM.inset(0, 1).rows(66, 42, 42, 20, 0, gap=8)
    yield button(done, "say-done", "Done", "Play with this layout.", icon="laurel-crown", states=("edged", "main"))
    swap, mirror = change.grid(2, 2, gap=8)
    yield button(swap, "edit-tiles", "Swap two tiles")
    yield button(mirror, "say-mirror", "Mirror left and right")
    if not view.sides[seat].unplaced[Piece.DRAGON]:
        yield button(hold, "hold", HOLD)
    yield instead.inset(2, 0).text("instead", "Or begin again with", 15, shape="left", tint="soft")
    layouts = choices(box)
    rows = -(-len(layouts) // 2)
    places = [*rest._replace(height=min(113 * rows, rest.height)).grid(len(layouts), 2, gap=8)]
    if len(layouts) % 2:
        # One that is left over has the whole row.
        places[-1] = places[-1]._replace(width=rest.width)
    for choice, area in zip(layouts, places, strict=True):
        id, name, about = beginning(box, choice)
        art = f'{ground(area)}<g transform="translate(0 -9)">{pictured(box, seat, choice, 44)}</g>'
        art += text(name, 0, area.height / 2 - 8, 15)
        yield area.thing(id, "space", states=("edged",), art=art, label=f"Begin again: {name}. {about}")


@lru_cache(maxsize=64)
def miniature(tiles: bytes, pieces: bytes, seat: int) -> str:
    """A miniature of a layout: the land of the four home rows, and a dot for each piece."""
    size = 11
    grounds: dict[str, str] = {}
    dots: dict[str, str] = {}
    for place, tile in enumerate(tiles):
        column, row = place % COLUMNS, place // COLUMNS
        x, y = (column - COLUMNS / 2) * size, (1 - row) * size
        grounds[TILE_TINTS[tile]] = grounds.get(TILE_TINTS[tile], "") + f"M{x:g} {y:g}h10v10h-10z"
        if pieces[place]:
            strong = pieces[place] in (Piece.THRONE, Piece.DRAGON)
            colour, radius = ("gold", 4) if strong else (f"seat{seat}", 3)
            arc = f"a{radius} {radius} 0 1 0"
            ring = f"M{x + 5 - radius:g} {y + 5:g}{arc} {2 * radius} 0{arc} {-2 * radius} 0"
            dots[colour] = dots.get(colour, "") + ring
    parts = [f'<path d="{way}" fill="var(--{tint})"/>' for tint, way in grounds.items()]
    parts += [f'<path class="dots" d="{way}" fill="var(--{colour})" stroke="#0009"/>' for colour, way in dots.items()]
    left, top = -COLUMNS * size / 2 - 2, -2 * size - 2
    frame = f'<rect x="{left:g}" y="{top}" width="{COLUMNS * size + 3}" height="{4 * size + 3}"'
    return f'{frame} rx="3" fill="#0008"/>{"".join(parts)}{frame} rx="3" fill="url(#lamp)"/>'
