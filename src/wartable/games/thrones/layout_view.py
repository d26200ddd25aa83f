"""The right panel while a player lays out: ready-made layouts, tiles to lay, and what can be changed in the end."""

from functools import lru_cache

from wartable.drawing.icons import draw_icon
from wartable.drawing.lettering import text
from wartable.drawing.scene import Thing

from . import land_view
from .box import Box
from .names import layout_choice, layout_title
from .shared_view import BOARD, MIDDLE_X, TILE_TINTS
from .state import BY_HAND, COLUMNS, RANDOM, Piece, Stage, State, Tile

LAND_WORDS = {
    Tile.PLAINS: "Lancers ride as far as they reach. Elephants fear only dragon and throne.",
    Tile.FOREST: "Dragons cannot attack here; crossbows and catapults cannot fire in.",
    Tile.MOUNTAIN: "Dangerous: fate decides. Rangers need no check, and cannot be fired on.",
    Tile.WATER: "Dangerous: fate decides. Spearmen need no check, and cross it in one go.",
    Tile.FORTRESS: "Walls have to be breached first. A throne earns a favor here.",
}
TOP = 58
WIDE = 296
ROW = 124
"""How high the card of a tile is, with the room below it."""


def layout_things(view: State, box: Box, seat: int) -> tuple[list[Thing], float]:
    """What can be chosen beside the board, and how far down the panel it goes."""
    side = view.sides[seat]
    if side.stage == Stage.BEGIN:
        return beginnings(box, seat), BOARD
    if side.stage == Stage.TILES:
        tiles = [tile for tile in Tile if Tile.NONE < tile < Tile.BREACHED]
        cards = (
            tile_card(f"tile-{tile.name.lower()}", tile, f"{side.left[tile]} left.", n) for n, tile in enumerate(tiles)
        )
        return list(cards), BOARD
    if side.stage == Stage.MIDDLE:
        tile = Tile(side.laid + 1)
        return [tile_card(assigned_id(tile), tile, "Yours for the middle row.", 0)], TOP + ROW
    if side.stage == Stage.PIECES:
        holding = box.placing[side.laid] == Piece.DRAGON
        hold = small_button("hold", "Hold the dragon back", MIDDLE_X, TOP + 40, WIDE, 60)
        about = hold._replace(
            lines=("It can come later, on a mountain.",), label="Hold the dragon back. It can come later."
        )
        return ([about], TOP + 80) if holding else ([], TOP + 28)
    return review(view, box, seat), BOARD


def assigned_id(tile: int) -> str:
    """The card of the tile that is assigned to the middle row now."""
    return f"assign-{Tile(tile).name.lower()}"


def tile_card(id: str, tile: Tile, count: str, number: int) -> Thing:
    """A tile to lay: its picture, how many there are, and what it does."""
    height, name, words = ROW - 8, tile.name.title(), LAND_WORDS[tile]
    art = f'{ground(WIDE, height)}<g transform="translate(-92 0) scale(1.24)">{land_view.land(tile, 4)}</g>'
    return Thing(
        id, "space", MIDDLE_X, TOP + ROW * (number + 0.5), WIDE, height, "choices", states=("edged", "inset"),
        text=name, lines=(count, words), art=art, label=f"{name}, {count} {words}",
    )  # fmt: skip


def ground(width: float, height: float) -> str:
    """What a button is made of, for one with a picture of its own."""
    area = f'<rect x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" rx="6"'
    return f'{area} fill="var(--panel)"/>{area} fill="url(#sheen)"/>'


def small_button(id: str, words: str, x: float, y: float, width: float, height: float) -> Thing:
    return Thing(
        id, "space", x, y, width, height, "choices", states=("edged",), tint="panel", text=words, label=words
    )  # fmt: skip


def beginning(box: Box, choice: int) -> tuple[str, str, str]:
    """A layout to begin with: its stem, its name and what it is about."""
    stem = layout_choice(box, choice)
    if choice == RANDOM:
        return stem, "Random layout", "Fate lays it out. You can change it."
    if choice == BY_HAND:
        return stem, "By hand", "Tile by tile, then piece by piece."
    return (stem, *layout_title(stem))


def pictured(box: Box, seat: int, choice: int, size: float) -> str:
    """The land of a ready-made layout at a glance; a die or a quill for the others."""
    if choice == RANDOM:
        return draw_icon("perspective-dice-six-faces-random", size, "var(--ink)")
    if choice == BY_HAND:
        return draw_icon("quill-ink", size, "var(--ink)")
    return miniature(box.layout_tiles[choice].tobytes(), box.layout_pieces[choice].tobytes(), seat)


def beginnings(box: Box, seat: int) -> list[Thing]:
    """The layouts to begin with, one below the other."""
    things = []
    choices = (*range(box.layouts), RANDOM, BY_HAND)
    step = min(92, (BOARD - TOP - 6) / len(choices))
    for number, choice in enumerate(choices):
        stem, name, about = beginning(box, choice)
        picture = pictured(box, seat, choice, 50)
        art = f'{ground(WIDE, step - 8)}<g transform="translate(-88 0)">{picture}</g>'
        things.append(
            Thing(
                f"layout-{stem}", "space", MIDDLE_X, TOP + step * (number + 0.5), WIDE, step - 8, "choices",
                states=("edged", "inset"), text=name, lines=(about,), art=art, label=f"{name}. {about}",
            )
        )  # fmt: skip
    return things


def review(view: State, box: Box, seat: int) -> list[Thing]:
    """Done, which most want; what can be changed; and below, smaller, other layouts to begin again with."""
    done = Thing(
        "say-done", "space", MIDDLE_X, 92, WIDE, 66, "choices", "laurel-crown", states=("edged", "main"), tint="panel",
        text="Done", lines=("Play with this layout.",), label="Done. Play with this layout.",
    )  # fmt: skip
    left, right = MIDDLE_X - 76, MIDDLE_X + 76
    things = [
        done,
        small_button("edit-tiles", "Swap two tiles", left, 156, 144, 42),
        small_button("say-mirror", "Mirror left and right", right, 156, 144, 42),
    ]
    if not view.sides[seat].unplaced[Piece.DRAGON]:
        things.append(small_button("hold", "Hold the dragon back", MIDDLE_X, 205, WIDE, 42))
    things.append(
        Thing(
            "instead", "text", MIDDLE_X, 246, 292, 15, "choices", shape="left", tint="soft", text="Or begin again with"
        )
    )
    choices = (*range(box.layouts), RANDOM, BY_HAND)
    step = min(113, (BOARD - 262) / ((len(choices) + 1) // 2))
    for number, choice in enumerate(choices):
        stem, name, about = beginning(box, choice)
        picture = f'<g transform="translate(0 -9)">{pictured(box, seat, choice, 44)}</g>'
        # One that is left over has the whole row.
        alone = number % 2 == 0 and number == len(choices) - 1
        x, y = MIDDLE_X if alone else right if number % 2 else left, 260 + step * (number // 2 + 0.5)
        width = WIDE if alone else 144
        art = ground(width, step - 8) + picture + text(name, 0, step / 2 - 12, 15)
        things.append(
            Thing(
                f"layout-{stem}", "space", x, y, width, step - 8, "choices", states=("edged",), art=art,
                label=f"Begin again: {name}. {about}",
            )
        )  # fmt: skip
    return things


@lru_cache(maxsize=64)
def miniature(tiles: bytes, pieces: bytes, seat: int) -> str:
    """A layout at a glance: the land of the four own rows, and a dot of the own colour for each piece."""
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
