"""The map as things on the table: hexes and what lies on them, Kings, and where the program leads."""

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from wartable.compiler.mode import plain
from wartable.core.phrases import count as counted
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area
from wartable.drawing.lettering import text
from wartable.drawing.materials import drawings
from wartable.drawing.scene import Thing

from ..box import Box
from ..geometry import DIRECTION_NAMES, axial
from ..names import Ground, Kind, balrog_words, hex_at, hex_names
from ..rules.common import last_round
from ..state import KING_SPACES, NOWHERE, Ending, State
from .preview import preview

BOARD_WIDTH, BOARD_HEIGHT = 628, 536
SHAPES = drawings(Path(__file__).parent.parent / "shapes.svg")
KING_ICON, HOME_ICON = "kings-king", "castle"


def turn_of(direction: int) -> float:
    """Degrees clockwise from up: the east is 90."""
    return (90 + 60 * direction) % 360


class Grid:
    """Where hexes lie on the board panel."""

    def __init__(self, radius: int) -> None:
        across, down = 2 * radius + 1, 3 * radius + 2
        self.places, self.names = axial(radius), hex_names(radius)
        self.radius = min((BOARD_WIDTH - 52) / (across * math.sqrt(3)), (BOARD_HEIGHT - 12) / down)

    def centre(self, hex: int) -> tuple[float, float]:
        column, row = self.places[hex]
        x = BOARD_WIDTH / 2 + self.radius * math.sqrt(3) * (column + row / 2)
        return x, BOARD_HEIGHT / 2 + self.radius * 1.5 * row

    def area(self, hex: int, size: float) -> Area:
        """The middle part of a hex."""
        return Area.around(*self.centre(hex), size, size)


@cache
def grid_of(radius: int) -> Grid:
    return Grid(radius)


@cache
def backdrop(grid: Grid) -> str:
    """A drawn map on a sheet with burnt edges, ink in its corners, the letters of the rows at their left ends."""
    letters = []
    for hex, name in enumerate(grid.names):
        if name[1:] == "1":
            x, y = grid.centre(hex)
            letters.append(text(name[0], x - grid.radius * 1.12, y + 5, 14, "var(--soft)"))
    return SHAPES["lights"] + SHAPES["sheet"] + "".join(letters)


def board_things(view: State, box: Box, grid: Grid, me: int) -> list[Thing]:
    things = balrog_things(view, box)
    ground = Ground(view, box)
    for hex in ground.hexes:
        lies = (ground.stack[hex], ground.marked[hex], ground.worker[hex])
        things += hex_things(grid, hex, ground.kind(hex), ground.homes.get(hex), *lies)
    for seat in range(box.seats):
        if view.sides[seat].hex != NOWHERE:
            things.append(king_thing(view, box, grid, seat)._replace(focal=seat == me))
            if view.sides[seat].pointer:
                things.append(puff_thing(view, grid, seat))
    return [*things, *preview_things(view, box, grid, me)]


def balrog_things(view: State, box: Box) -> list[Thing]:
    """The Balrog in its corner of the map. When it has risen the map's edge is dark, and rounds left are counted."""
    words = balrog_words(view, box)
    if not view.balrog:
        return [Area.around(566, 474, 64, 64).thing("balrog", "art", art=balrog_art(False), label=words)]
    left = plain(last_round)(view, box) - view.rounds + 1
    is_counted = box.endings[Ending.BALROG] and not view.head.over
    count = counted(max(left, 1), "round") if is_counted else ""
    # The dark comes when all else lies there already, and lies below it.
    return [
        Area(0, 0, BOARD_WIDTH, BOARD_HEIGHT).inset(2).thing("dusk", "art", art=dusk(), layer=-1),
        Area.around(562, 470, 84, 96).thing("balrog", "art", art=balrog_art(True), text=count, label=words),
    ]


@cache
def dusk() -> str:
    """The dark around a map on which the Balrog walks."""
    area = f'x="{2 - BOARD_WIDTH / 2:g}" y="{2 - BOARD_HEIGHT / 2:g}" rx="9"'
    size = f'width="{BOARD_WIDTH - 4}" height="{BOARD_HEIGHT - 4}"'
    return f'<rect {area} {size} fill="url(#ik-dusk)" pointer-events="none"/>'


@cache
def balrog_art(awake: bool) -> str:
    """A horned skull: drawn in ink while it sleeps, in embers when it has risen."""
    if not awake:
        return f'<g opacity=".45">{draw_icon("daemon-skull", 52, "var(--soft)")}</g>'
    skull = draw_icon("daemon-skull", 62, "#ffb36b")
    return f'<circle r="48" fill="url(#ik-ember)"/><g transform="translate(0 -6)">{skull}</g>'


@lru_cache(maxsize=4_000)
def hex_things(
    grid: Grid, hex: int, kind: Kind | None, owner: int | None, stack: int, marked: int, worker: int
) -> tuple[Thing, ...]:
    """A hex, the sign of its kind, the harvest stack, an extra skull, and a worker on it."""
    name, r = grid.names[hex], grid.radius
    look = grid.area(hex, 2 * r - 3).thing(f"hex-{name}", "space", shape="hex", tint="panel", label=name)
    if owner is not None:
        things = [look._replace(icon=HOME_ICON, tint=f"seat{owner}-deep", label=f"{name}, Holdfast of {{{owner}}}")]
    else:
        gain = f", {kind.harvest} to harvest" if kind and stack else ""
        skull = ", skull" if kind and (kind.has_skull or marked) else ""
        known = look._replace(tint=kind.colour, label=f"{name}, {kind.name}{gain}{skull}") if kind else look
        things = [known]
    if kind and kind.has_sign:
        # In a light or a deep shade of its land.
        sign = grid.area(hex, r * 1.08).moved(0, -r * 0.14 if stack > 0 else 0)
        things.append(sign.thing(f"sign-{name}", "icon", icon=kind.icon, tint=f"{kind.colour}-sign"))
    if kind and stack > 0:
        pips, label = grid.area(hex, 30).moved(0, r * 0.62).sized(30, 9), f"{stack} {kind.harvest} left on {name}"
        things.append(pips.thing(f"stack-{name}", "pips", text=str(min(stack, 4)), label=label, layer=1))
    if kind and marked and not kind.has_skull:
        bones, label = grid.area(hex, 20).moved(0, -r * 0.66), f"skull on {name}"
        look = bones.thing(f"skull-{name}", "icon", icon="skull-crossed-bones", tint="bad", label=label, layer=1)
        things.append(look)
    if worker:
        cube, label = grid.area(hex, 26).moved(-r * 0.42, -r * 0.32), f"worker of {{{worker - 1}}} on {name}"
        things.append(cube.thing(f"worker-{worker - 1}-{name}", "cube", seat=worker - 1, label=label, layer=3))
    return tuple(things)


def king_thing(view: State, box: Box, grid: Grid, seat: int) -> Thing:
    side = view.sides[seat]
    hurt = sum(side.damage[space] for space in range(KING_SPACES))
    label = f"King of {{{seat}}} on {hex_at(box, side.hex)}, facing {DIRECTION_NAMES[side.facing]}, {hurt} damage"
    return grid.area(side.hex, grid.radius * 1.2).thing(
        f"king-{seat}", "token", icon=KING_ICON, seat=seat, turn=turn_of(side.facing), label=label, layer=4,
        states=("damaged",) if hurt else (),
    )  # fmt: skip


def puff_thing(view: State, grid: Grid, seat: int) -> Thing:
    """Steam behind a King that walks: a new puff with every card, while the last one goes."""
    side = view.sides[seat]
    way, far = math.radians(turn_of(side.facing) + 90), grid.radius * 0.72
    cloud = grid.area(side.hex, 40).moved(far * math.cos(way), far * math.sin(way))
    return cloud.thing(f"puff-{seat}-{side.pointer}", "art", art=SHAPES["puff"], layer=3)


def preview_things(view: State, box: Box, grid: Grid, seat: int) -> Iterator[Thing]:
    """Numbered marks on the hexes of the program, and a pale King where it would end."""
    stops = [] if view.head.over else preview(view, box, seat)
    side = view.sides[seat]
    at = side.hex
    for number, stop in enumerate(stops):
        if stop.hex != at:
            label = f"step {number + 1} of the program: {hex_at(box, stop.hex)}, {stop.steam} steam left"
            mark = grid.area(stop.hex, 26).moved(grid.radius * 0.45, -grid.radius * 0.42)
            yield mark.thing(f"preview-{number}", "cube", seat=seat, text=str(stop.place + 1), label=label, layer=2)
        at = stop.hex
    if stops and (stops[-1].hex, stops[-1].facing) != (side.hex, side.facing):
        last, moved = stops[-1], stops[-1].hex != side.hex
        yield grid.area(last.hex, grid.radius * (1.0 if moved else 1.3)).thing(
            "preview-king", "token", icon=KING_ICON if moved else "", seat=seat, turn=turn_of(last.facing),
            states=("spent",), layer=2, focal=True,
            label=f"the program ends on {hex_at(box, last.hex)}, facing {DIRECTION_NAMES[last.facing]}",
        )  # fmt: skip
