"""The map as things on the table: hexes and what lies on them, Kings, and where the program leads."""

import math
from functools import cache

from wartable.compiler.mode import plain
from wartable.core.phrases import count as counted
from wartable.drawing.icons import draw_icon
from wartable.drawing.lettering import text
from wartable.drawing.scene import Thing

from .box import Box
from .geometry import DIRECTION_NAMES, axial
from .names import Ground, balrog_words, hex_at, hex_names
from .preview import preview
from .rules.common import last_round
from .state import KING_SPACES, NOWHERE, Ending, State

BOARD_WIDTH, BOARD_HEIGHT = 628, 536
KING_ICON, HOME_ICON = "robot-golem", "castle"


def turn_of(direction: int) -> float:
    """Degrees clockwise from up: the east is 90."""
    return (90 + 60 * direction) % 360


class Grid:
    """Where hexes lie on the board panel."""

    def __init__(self, box: Box) -> None:
        across, down = 2 * box.radius + 1, 3 * box.radius + 2
        self.places = axial(box.radius)
        self.radius = min((BOARD_WIDTH - 52) / (across * math.sqrt(3)), (BOARD_HEIGHT - 12) / down)

    def centre(self, hex: int) -> tuple[float, float]:
        column, row = self.places[hex]
        x = BOARD_WIDTH / 2 + self.radius * math.sqrt(3) * (column + row / 2)
        return x, BOARD_HEIGHT / 2 + self.radius * 1.5 * row


def backdrop(box: Box, grid: Grid) -> str:
    """A drawn map on a sheet with burnt edges, ink in its corners, the letters of the rows at their left ends."""
    letters = []
    for hex, name in enumerate(hex_names(box.radius)):
        if name[1:] == "1":
            x, y = grid.centre(hex)
            letters.append(text(name[0], x - grid.radius * 1.12, y + 5, 14, "var(--soft)"))
    return LIGHTS + sheet() + "".join(letters)


LIGHTS = (
    '<defs><radialGradient id="ik-ember"><stop offset="0" stop-color="var(--ember)" stop-opacity=".95"/>'
    '<stop offset=".45" stop-color="var(--ember)" stop-opacity=".45"/>'
    '<stop offset="1" stop-color="var(--ember)" stop-opacity="0"/></radialGradient>'
    '<radialGradient id="ik-dusk" r=".62"><stop offset=".77" stop-color="#1a0603" stop-opacity="0"/>'
    '<stop offset=".9" stop-color="#1a0603" stop-opacity=".6"/>'
    '<stop offset="1" stop-color="#0c0201" stop-opacity=".92"/></radialGradient></defs>'
)
"""Embers, which are used all over the table, and the dark that comes with the Balrog."""


@cache
def sheet() -> str:
    """A sheet of old paper, its edges burnt and its corners drawn full."""
    edge = "".join(f"{'L' if n else 'M'}{x:.0f} {y:.0f}" for n, (x, y) in enumerate(_torn_edge())) + "Z"
    ink = 'fill="none" stroke="var(--soft)" stroke-opacity=".5" stroke-width="1.6" stroke-linecap="round"'
    return (
        f'<path d="{edge}" fill="#0006" transform="translate(3 4)"/>'
        f'<path d="{edge}" fill="var(--sheet)"/><path d="{edge}" fill="url(#of-paper)"/>'
        f'<path d="{edge}" fill="none" stroke="var(--burnt)" stroke-opacity=".6" stroke-width="8" '
        f'stroke-linejoin="round"/><path d="{edge}" fill="none" stroke="var(--ember)" stroke-opacity=".35" '
        'stroke-width="2" stroke-dasharray="26 70 8 120"/>'
        f'<g transform="translate(556 76)" {ink}>{_ROSE}</g>'
        f'<g transform="translate(30 40)" {ink}>{_PEAKS}</g><g transform="translate(40 470)" {ink}>{_WAVES}</g>'
    )


def _torn_edge() -> list[tuple[float, float]]:
    """The outline of the sheet, a little torn: always the same."""
    wide, high, step = BOARD_WIDTH, BOARD_HEIGHT, 23
    across = [(float(x), 9 + 4 * math.sin(x * 1.7) + 2 * math.sin(x * 0.31)) for x in range(10, wide - 10, step)]
    down = [(wide - 9 + 4 * math.sin(y * 1.3) + 2 * math.sin(y * 0.23), float(y)) for y in range(10, high - 10, step)]
    back = [(wide - x, high - 9 + 3 * math.sin(x * 2.1)) for x, _ in across]
    return [*across, *down, *back, *((9 + 3 * math.sin(y * 1.9), high - y) for _, y in down)]


_ROSE = (
    '<circle r="30"/><circle r="24" stroke-dasharray="2 4"/>'
    '<path d="M0 -40L6 -6L40 0L6 6L0 40L-6 6L-40 0L-6 -6Z"/><path d="M0 -40V40M-40 0H40M-16 -16L16 16M16 -16L-16 16"/>'
)
_PEAKS = (
    '<path d="M6 42L24 10L38 32L50 16L66 42M24 10L20 24L27 22L25 34M50 16L47 28L54 26M72 46q10 -14 20 0'
    'M10 56q14 -6 26 0M46 56q12 -5 22 0"/>'
)
_WAVES = (
    '<path d="M0 12q8 -8 16 0t16 0t16 0M14 26q8 -8 16 0t16 0M0 40q8 -8 16 0t16 0t16 0t16 0M58 20l10 -14l2 14z'
    'M54 23h20l-4 7h-12z"/>'
)


def board_things(view: State, box: Box, grid: Grid, me: int) -> list[Thing]:
    things = balrog_things(view, box)
    ground = Ground(view, box)
    for hex in ground.hexes:
        things.append(hex_thing(ground, grid, hex))
        things += on_hex(ground, grid, hex)
    for seat in range(box.seats):
        if view.sides[seat].hex != NOWHERE:
            things.append(king_thing(view, box, grid, seat)._replace(focal=seat == me))
            if view.sides[seat].pointer:
                things.append(puff_thing(view, grid, seat))
    return things + preview_things(view, box, grid, me)


def balrog_things(view: State, box: Box) -> list[Thing]:
    """The Balrog in its corner of the map. When it has risen the map's edge is dark, and rounds left are counted."""
    words = balrog_words(view, box)
    if not view.balrog:
        return [Thing("balrog", "art", 566, 474, 64, 64, art=balrog_art(False), label=words)]
    left = plain(last_round)(view, box) - view.rounds + 1
    is_counted = box.endings[Ending.BALROG] and not view.head.over
    count = counted(max(left, 1), "round") if is_counted else ""
    return [
        # It comes when all else lies there already, and lies below it.
        Thing(
            "dusk", "art", BOARD_WIDTH / 2, BOARD_HEIGHT / 2, BOARD_WIDTH - 4, BOARD_HEIGHT - 4, art=dusk(), layer=-1
        ),
        Thing("balrog", "art", 562, 470, 84, 96, art=balrog_art(True), text=count, label=words),
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


def hex_thing(ground: Ground, grid: Grid, hex: int) -> Thing:
    x, y = grid.centre(hex)
    name, size, kind = ground.names[hex], 2 * grid.radius - 3, ground.kind(hex)
    owner = ground.homes.get(hex)
    if owner is not None:
        label = f"{name}, Holdfast of {{{owner}}}"
        return Thing(
            f"hex-{name}", "space", x, y, size, size, icon=HOME_ICON, shape="hex", tint=f"seat{owner}-deep", label=label
        )
    if kind is None:
        return Thing(f"hex-{name}", "space", x, y, size, size, shape="hex", tint="panel", label=name)
    gain = f", {kind.harvest} to harvest" if ground.stack[hex] else ""
    skull = ", skull" if kind.has_skull or ground.marked[hex] else ""
    label = f"{name}, {kind.name}{gain}{skull}"
    return Thing(f"hex-{name}", "space", x, y, size, size, shape="hex", tint=kind.colour, label=label)


def on_hex(ground: Ground, grid: Grid, hex: int) -> list[Thing]:
    """The sign of its kind, the harvest stack, an extra skull, and a worker on a hex."""
    x, y = grid.centre(hex)
    name, stack, kind, r = ground.names[hex], ground.stack[hex], ground.kind(hex), grid.radius
    things = []
    if kind is not None and kind.has_sign:
        up = r * 0.14 if stack > 0 else 0
        # In a light or a deep shade of its land.
        tint = f"{kind.colour}-sign"
        things.append(Thing(f"sign-{name}", "icon", x, y - up, r * 1.08, r * 1.08, icon=kind.icon, tint=tint))
    if kind is not None and stack > 0:
        things.append(
            Thing(
                f"stack-{name}", "pips", x, y + r * 0.62, 30, 9, text=str(min(stack, 4)),
                label=f"{stack} {kind.harvest} left on {name}", layer=1,
            )
        )  # fmt: skip
    if kind is not None and ground.marked[hex] and not kind.has_skull:
        things.append(
            Thing(
                f"skull-{name}", "icon", x, y - r * 0.66, 20, 20, icon="skull-crossed-bones", tint="bad",
                label=f"skull on {name}", layer=1,
            )
        )  # fmt: skip
    if ground.worker[hex]:
        owner = ground.worker[hex] - 1
        things.append(
            Thing(
                f"worker-{owner}-{name}", "cube", x - r * 0.42, y - r * 0.32, 26, 26, seat=owner,
                label=f"worker of {{{owner}}} on {name}", layer=3,
            )
        )  # fmt: skip
    return things


def king_thing(view: State, box: Box, grid: Grid, seat: int) -> Thing:
    side = view.sides[seat]
    x, y = grid.centre(side.hex)
    size = grid.radius * 1.2
    hurt = sum(side.damage[space] for space in range(KING_SPACES))
    label = f"King of {{{seat}}} on {hex_at(box, side.hex)}, facing {DIRECTION_NAMES[side.facing]}, {hurt} damage"
    return Thing(
        f"king-{seat}", "token", x, y, size, size, icon=KING_ICON, seat=seat, turn=turn_of(side.facing),
        states=("damaged",) if hurt else (), label=label, layer=4,
    )  # fmt: skip


def puff_thing(view: State, grid: Grid, seat: int) -> Thing:
    """Steam behind a King that walks: a new puff with every card, while the last one goes."""
    side = view.sides[seat]
    x, y = grid.centre(side.hex)
    way, far = math.radians(turn_of(side.facing) + 90), grid.radius * 0.72
    return Thing(
        f"puff-{seat}-{side.pointer}", "art", x + far * math.cos(way), y + far * math.sin(way), 40, 40, art=puff(),
        layer=3,
    )  # fmt: skip


@cache
def puff() -> str:
    """A cloud of steam."""
    clouds = ((-9, 5, 9, 0.5), (8, 7, 10, 0.42), (0, -6, 12, 0.5), (12, -7, 6, 0.35), (-13, -6, 5, 0.35))
    return (
        '<g pointer-events="none">'
        + "".join(
            f'<circle cx="{x}" cy="{y}" r="{r}" fill="#fff" fill-opacity="{thin}" stroke="#0003" stroke-width=".6"/>'
            for x, y, r, thin in clouds
        )
        + "</g>"
    )


def preview_things(view: State, box: Box, grid: Grid, seat: int) -> list[Thing]:
    """Numbered marks on the hexes of the program, and a pale King where it would end."""
    stops = [] if view.head.over else preview(view, box, seat)
    things = []
    at = view.sides[seat].hex
    for number, stop in enumerate(stops):
        if stop.hex != at:
            x, y = grid.centre(stop.hex)
            label = f"step {number + 1} of the program: {hex_at(box, stop.hex)}, {stop.steam} steam left"
            things.append(
                Thing(
                    f"preview-{number}", "cube", x + grid.radius * 0.45, y - grid.radius * 0.42, 26, 26, seat=seat,
                    text=str(stop.place + 1), label=label, layer=2,
                )
            )  # fmt: skip
        at = stop.hex
    if stops and (stops[-1].hex, stops[-1].facing) != (view.sides[seat].hex, view.sides[seat].facing):
        x, y = grid.centre(stops[-1].hex)
        moved = stops[-1].hex != view.sides[seat].hex
        size = grid.radius * (1.0 if moved else 1.3)
        things.append(
            Thing(
                "preview-king", "token", x, y, size, size, icon=KING_ICON if moved else "", seat=seat,
                turn=turn_of(stops[-1].facing), states=("spent",),
                label=f"the program ends on {hex_at(box, stops[-1].hex)}, facing {DIRECTION_NAMES[stops[-1].facing]}",
                layer=2, focal=True,
            )
        )  # fmt: skip
    return things
