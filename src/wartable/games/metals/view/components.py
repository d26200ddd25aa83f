"""The box of Metals: the map, the Metals with a whole and a damaged side, score markers and factions."""

from collections.abc import Iterator

from wartable.core.component import CARD, UNIT, Component, Size, drawn, printed_back, printed_card
from wartable.drawing.layout import Area, Squares
from wartable.drawing.lettering import text
from wartable.drawing.scene import Thing
from wartable.rulebook.data import Data

from ..box import Box
from ..help import terrain
from .art import MACHINES, ground_on, machine
from .view import RIM, TERRAIN, backdrop

METAL, MARKER = Size(26, 26), Size(9, 9)
TRACK = 13.0
"""How high a score track is, in millimetres."""
WIDE, DEEP = 184.0, 234.0
"""The most room for the map between the tracks: it fits on Letter paper."""
COLOURS = ("Blue", "Orange")


def components(box: Box, data: Data) -> Iterator[Component]:
    yield map_board(box)
    for seat, colour in enumerate(COLOURS):
        whole, hurt = (drawn(METAL, MACHINES + machine(seat, 17 * UNIT, 0, is_hurt)) for is_hurt in (False, True))
        ground = f"seat{seat}-deep"
        yield Component(
            f"metal-{seat}", "Metals; the back is damaged", f"{colour} Metal", box.pool, 101, METAL, whole, hurt,
            ground=ground,
        )  # fmt: skip
        marker = (MARKER.area.inset(2).thing("marker", "cube", seat=seat),)
        yield Component(
            f"score-{seat}", "score markers", f"{colour} score marker", 1, 105, MARKER, marker, marker, "circle", ground
        )
    for row in data.table("factions"):
        face = printed_card(
            CARD, text=row.text("name"), icon=row.text("icon"), tint="stone",
            lines=("+1 point for each attack if", row.text("condition")),
        )  # fmt: skip
        back = printed_back(CARD, "robot-golem", "Metals")
        yield Component(row.id, "factions", row.text("name"), 1, 601, CARD, face, back, ground="bed")


def map_board(box: Box) -> Component:
    """The map between two score tracks, one on each player's side (MT-1.2, MT-1.5)."""
    cell = min(WIDE / box.width, DEEP / box.depth)
    size = Size(cell * box.width, cell * box.depth + 2 * TRACK)
    # Drawn as on the table, where a space is 100 wide, and then as large as it is printed.
    scale = cell * UNIT / 100
    area = Area.around(0, 0, 100.0 * box.width + 2 * RIM, 100.0 * box.depth + 2 * RIM)
    grid = Squares(area, box.width, box.depth, rim=RIM, most=100.0)
    spaces = "".join(
        f'<g transform="translate({x:.1f} {y:.1f})">{ground_on(ground, box.printed[space], 96)}</g>'
        for space in range(box.spaces)
        for (x, y), ground in ((grid.middle(space), TERRAIN[terrain(box, space)]),)
    )
    inner = scale * 100 * box.width / (100 * box.width + 2 * RIM)
    board = Thing("map", "art", 0, 0, art=f'<g transform="scale({inner:.4f})">{backdrop(box, grid)}{spaces}</g>')
    tracks = (track(box, size, seat) for seat in (0, 1))
    return Component("map", "map with score tracks", "Map", 1, 102, size, (board, *tracks), ground="table")


def track(box: Box, size: Size, seat: int) -> Thing:
    """The score track on a player's side, from 0 to the goal; seat 1 reads it from the other side."""
    step = size.width * UNIT / (box.goal + 1)
    high = (TRACK - 2) * UNIT
    fields = []
    for points in range(box.goal + 1):
        x = step * (points - box.goal / 2)
        area = f'x="{x - step / 2 + 1:.1f}" y="{-high / 2:.1f}" width="{step - 2:.1f}" height="{high:.1f}" rx="4"'
        fields.append(f'<rect {area} fill="var(--seat{seat}-deep)" stroke="var(--seat{seat})" stroke-width="1.5"/>')
        fields.append(text(str(points), x, 6, min(16.0, step * 0.55), "var(--ink)", weight=700))
    y = (size.height - TRACK) / 2 * UNIT * (1 if seat == 0 else -1)
    turned = f'<g transform="rotate({180 * seat})">{"".join(fields)}</g>'
    return Thing(f"track-{seat}", "art", 0, y, art=turned)
