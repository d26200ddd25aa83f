"""The map as things on the table: hexes and what lies on them, Kings, and where the program leads."""

import math

from wartable.core.lettering import text
from wartable.core.record import Record
from wartable.core.scene import Thing

from .facts import Ground, hex_at, hex_names
from .geometry import DIRECTION_NAMES, axial
from .preview import preview
from .state import KING_SPACES, NOWHERE

BOARD_WIDTH, BOARD_HEIGHT = 628, 536
KING_ICON, HOME_ICON = "robot-golem", "castle"


def turn_of(direction: int) -> float:
    """Degrees clockwise from up: the east is 90."""
    return (90 + 60 * direction) % 360


class Grid:
    """Where hexes lie on the board panel."""

    def __init__(self, box: Record) -> None:
        across, down = 2 * box.radius + 1, 3 * box.radius + 2
        self.places = axial(box.radius)
        self.radius = min((BOARD_WIDTH - 52) / (across * math.sqrt(3)), (BOARD_HEIGHT - 12) / down)

    def centre(self, hex: int) -> tuple[float, float]:
        column, row = self.places[hex]
        x = BOARD_WIDTH / 2 + self.radius * math.sqrt(3) * (column + row / 2)
        return x, BOARD_HEIGHT / 2 + self.radius * 1.5 * row


def backdrop(box: Record, grid: Grid) -> str:
    """The letters of the rows, at their left ends."""
    letters = []
    for hex, name in enumerate(hex_names(box.radius)):
        if name[1:] == "1":
            x, y = grid.centre(hex)
            letters.append(text(name[0], x - grid.radius * 1.12, y + 5, 14, "var(--soft)"))
    return "".join(letters)


def board_things(view: Record, box: Record, grid: Grid, me: int) -> list[Thing]:
    things = []
    ground = Ground(view, box)
    for hex in ground.hexes:
        things.append(hex_thing(ground, grid, hex))
        things += on_hex(ground, grid, hex)
    for seat in range(box.seats):
        if view.sides[seat].hex != NOWHERE:
            things.append(king_thing(view, box, grid, seat))
    return things + preview_things(view, box, grid, me)


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


def king_thing(view: Record, box: Record, grid: Grid, seat: int) -> Thing:
    side = view.sides[seat]
    x, y = grid.centre(side.hex)
    size = grid.radius * 1.2
    hurt = sum(side.damage[space] for space in range(KING_SPACES))
    label = f"King of {{{seat}}} on {hex_at(box, side.hex)}, facing {DIRECTION_NAMES[side.facing]}, {hurt} damage"
    states = ("damaged",) if hurt else ()
    return Thing(
        f"king-{seat}", "token", x, y, size, size, icon=KING_ICON, seat=seat, turn=turn_of(side.facing),
        states=states, label=label, layer=4,
    )  # fmt: skip


def preview_things(view: Record, box: Record, grid: Grid, seat: int) -> list[Thing]:
    """Numbered marks on the hexes of the program, and a pale King where it would end."""
    stops = preview(view, box, seat)
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
                layer=2,
            )
        )  # fmt: skip
    return things
