"""How Metals looks: a scene from the viewer's side, and a text board."""

from functools import cache
from pathlib import Path

from wartable.core.actions import belongs, decode
from wartable.core.compiled import plain
from wartable.core.data import Data, Row
from wartable.core.draw import terrain_rect
from wartable.core.frames import AnyFrame, kind, top
from wartable.core.icons import draw_icon
from wartable.core.lettering import text
from wartable.core.phrases import count
from wartable.core.record import Record
from wartable.core.scene import Panel, Scene, Thing
from wartable.core.tints import own, tint

from .actions import DEPLOY, MOVE, PICK, Ask, Deploy, Facing, Move, Pick
from .help import explain, meant_by
from .state import NOWHERE, ON_MAP
from .words import COLUMNS, FACTIONS, square
from .world import WORLD

__all__ = ["ANSWERS", "WORLD", "as_if", "board", "explain", "meant_by", "path", "scene", "struck"]

ANSWERS = ("facing-",)
BOARD_WIDTH, HEIGHT = 560, 714
SIDE, GAP = 316, 8
SIDE_HEIGHT = (HEIGHT - GAP) / 2
MIDDLE = SIDE / 2
TERRAIN = {"plain": "ground", "forest": "forest", "city": "city", "point": "plains"}
ARROWS = "^>v<"


@cache
def faction_row(number: int) -> Row:
    """What a faction looks like and earns its point for."""
    return Data(Path(__file__).parent / "data").table("factions")[number - 1]


def earns(number: int) -> str:
    """When an attack of a faction earns a point, as a sentence."""
    return f"+1 point if {faction_row(number).text('condition')}."


class Grid:
    """Where spaces lie on the board panel, seen from a seat's side."""

    def __init__(self, box: Record, seat: int) -> None:
        self.box = box
        self.flipped = seat == 1
        self.cell = min((HEIGHT - 60) / box.depth, (BOARD_WIDTH - 90) / box.width, 110.0)
        self.left = (BOARD_WIDTH - self.cell * box.width) / 2
        self.top = (HEIGHT - self.cell * box.depth) / 2

    def centre(self, space: int) -> tuple[float, float]:
        x, y = self.box.column[space], self.box.row[space]
        if self.flipped:
            x, y = self.box.width - 1 - x, self.box.depth - 1 - y
        return self.left + (x + 0.5) * self.cell, self.top + (self.box.depth - y - 0.5) * self.cell

    def turn(self, facing: int) -> float:
        return (facing * 90 + (180 if self.flipped else 0)) % 360


def terrain(box: Record, space: int) -> str:
    if box.forest[space]:
        return "forest"
    if box.city[space]:
        return "city"
    return "point" if box.printed[space] else "plain"


def backdrop(box: Record, grid: Grid) -> str:
    parts = []
    size = grid.cell - 4
    for space in range(box.spaces):
        x, y = grid.centre(space)
        ground = terrain(box, space)
        parts.append(terrain_rect(TERRAIN[ground], x - size / 2, y - size / 2, size, size, 8))
        parts.append(etched(x, y, size))
        parts.append(gems(x, y, size, box.printed[space]))
        if box.corner[space]:
            parts.append(brackets(x, y, size / 2 - 7))
    for column in range(box.width):
        x, _ = grid.centre(column)
        parts.append(text(COLUMNS[column], x, grid.top + grid.cell * box.depth + 21, 16, "var(--soft)"))
    for row in range(box.depth):
        _, y = grid.centre(row * box.width)
        parts.append(text(str(row + 1), grid.left - 16, y + 6, 16, "var(--soft)"))
    return "".join(parts)


def etched(x: float, y: float, size: float) -> str:
    """The cut edge of a space: dark above, light below, as light from above left leaves it."""
    half = size / 2
    return (
        f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{size:.1f}" height="{size:.1f}" rx="8" fill="none" '
        'stroke="#000a" stroke-width="2.5"/>'
        f'<path d="M{x - half + 8:.1f} {y + half:.1f}h{size - 16:.1f}a8 8 0 0 0 8 -8v{16 - size:.1f}" fill="none" '
        'stroke="#fff4" stroke-width="1.4"/>'
    )


def gems(x: float, y: float, size: float, points: int) -> str:
    """The points of a space: a gem for each, and a glow where there are two. The way out of its middle stays free."""
    up = y - size / 2 + 16
    first = x - 12 if points > 1 else x + size / 2 - 16
    glow = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size / 2:.1f}" fill="url(#glow)" opacity=".7"/>' if points > 1 else ""
    )
    return glow + "".join(
        f'<path d="M{first + n * 24:.1f} {up - 11:.1f}l10 11l-10 11l-10 -11z" fill="var(--gold)" '
        'stroke="#fff8" stroke-width="1.2"/>'
        for n in range(points)
    )


def brackets(x: float, y: float, half: float) -> str:
    """Where Metals are deployed: four corners of a target."""
    arm = half * 0.45
    corners = "".join(
        f"M{x + a * half:.1f} {y + b * (half - arm):.1f}v{b * arm:.1f}h{-a * arm:.1f}" for a in (-1, 1) for b in (-1, 1)
    )
    return f'<path d="{corners}" fill="none" stroke="var(--soft)" stroke-width="3"/>'


def beam_things(view: Record, box: Record, grid: Grid) -> list[Thing]:
    """MT-4.2: the line of sight of each Metal, faint, and bright where it meets an enemy."""
    standing = {}
    for owner in range(2):
        for slot in range(ON_MAP):
            metal = view.sides[owner].metals[slot]
            if metal.space != NOWHERE:
                standing[metal.space] = (owner, slot, metal.facing)
    things = []
    for space, (owner, slot, facing) in standing.items():
        length, at = 0, box.neighbour[space, facing]
        while at != NOWHERE:
            length += 1
            if at in standing:
                break
            at = box.neighbour[at, facing]
        hits = at != NOWHERE and standing[at][0] != owner and not box.forest[at]
        x, y = grid.centre(space)
        if length:
            things.append(
                Thing(
                    f"beam-{owner}-{slot}", "art", x, y, 1, 1,
                    art=beam(round(length * grid.cell - (grid.cell * 0.32 if at != NOWHERE else grid.cell * -0.4)),
                             round(grid.cell * 0.36), grid.turn(facing), bool(hits), owner), layer=1,
                )
            )  # fmt: skip
    return things


@cache
def beam(end: int, start: int, turn: float, hits: bool, owner: int) -> str:
    colour, width, strength = ("var(--bad)", 4, 0.95) if hits else (f"var(--seat{owner})", 2, 0.4)
    halo = f'<path d="M0 {-start}V{-end}" stroke="{colour}" stroke-width="14" opacity=".2"/>' if hits else ""
    return (
        f'<g transform="rotate({turn:g})" pointer-events="none">{halo}<path d="M0 {-start}V{-end}" stroke="{colour}" '
        f'stroke-width="{width}" opacity="{strength}" stroke-dasharray="{"none" if hits else "3 7"}"/></g>'
    )


def scene(view: Record, box: Record, seat: int) -> Scene:
    grid = Grid(box, seat)
    panels = [Panel("board", "", 3 + SIDE + GAP, 3, BOARD_WIDTH, HEIGHT, backdrop(box, grid))]
    things = [space_thing(box, grid, space) for space in range(box.spaces)] + beam_things(view, box, grid)
    for owner in range(2):
        things += metal_things(view, box, grid, owner)
        above = owner == (0 if seat == 1 else 1)
        panels.append(Panel(f"seat{owner}", "", 3, 3 if above else 3 + SIDE_HEIGHT + GAP, SIDE, SIDE_HEIGHT))
        things += side_things(view, box, owner)
    panels.append(Panel("turn", "", 3 + SIDE + GAP + BOARD_WIDTH + GAP, 3, SIDE, HEIGHT))
    things += turn_things(view, box, grid)
    width = 2 * (SIDE + GAP) + BOARD_WIDTH + 6
    return Scene(tuple(panels), tuple(things), width, HEIGHT + 6, caption="Metals", world=WORLD)


def space_thing(box: Record, grid: Grid, space: int) -> Thing:
    x, y = grid.centre(space)
    ground = terrain(box, space)
    icon = {"forest": "pine-tree", "city": "village"}.get(ground, "")
    name = square(box, space)
    plain = "a corner" if box.corner[space] else "open ground"
    what = count(box.printed[space], "point") if box.printed[space] else plain if ground == "plain" else ground
    size = grid.cell - 4
    return Thing(f"space-{name}", "space", x, y, size, size, icon=icon, label=f"{name}, {what}", layer=0)


def metal_things(view: Record, box: Record, grid: Grid, owner: int) -> list[Thing]:
    things = []
    for slot in range(ON_MAP):
        metal = view.sides[owner].metals[slot]
        if metal.space != NOWHERE:
            x, y = grid.centre(metal.space)
            states = ("damaged",) if metal.damaged else ()
            what = f"Metal on {square(box, metal.space)}, facing {Facing(metal.facing).name.lower()}"
            size = grid.cell * 0.68
            things.append(
                Thing(
                    f"metal-{owner}-{slot}",
                    "token",
                    x,
                    y,
                    size,
                    size,
                    icon="robot-golem",
                    seat=owner,
                    turn=grid.turn(metal.facing),
                    states=states,
                    label=what + (", damaged" if metal.damaged else ""),
                    layer=2,
                )
            )
    return things


def side_things(view: Record, box: Record, owner: int) -> list[Thing]:
    """A player's panel: score, pool, faction."""
    side = view.sides[owner]
    panel = f"seat{owner}"
    things = [
        Thing(f"name-{owner}", "text", MIDDLE, 36, 284, 22, panel, seat=owner, text=f"{{{owner}}}", states=("strong",)),
        Thing(f"score-{owner}", "text", MIDDLE, 84, 284, 44, panel, text=str(side.points), states=("strong",)),
        Thing(
            f"track-{owner}", "bar", MIDDLE, 128, 240, 20, panel, seat=owner, text=f"{side.points}/{box.goal}",
            label=f"{side.points} of {box.goal} points",
        ),
        Thing(f"pool-text-{owner}", "text", MIDDLE, 168, 284, 16, panel, tint="soft", text="Deployment pool"),
    ]  # fmt: skip
    fielded = sum(side.metals[slot].space != NOWHERE for slot in range(ON_MAP))
    docks = side.pool + fielded
    words = f"the deployment pool, with room for {docks}"
    things.append(
        Thing(
            f"docks-{owner}",
            "art",
            MIDDLE,
            DOCKS,
            284,
            dock_size(docks) - 1,
            panel,
            art=dock_art(owner, docks),
            label=words,
        )
    )
    size = dock_size(docks) - 5
    for number in range(side.pool):
        x, y = dock_place(number, docks)
        things.append(
            Thing(
                f"pool-{owner}-{number}", "token", x, y, size, size, panel, icon="robot-golem", seat=owner,
                label="a Metal in the pool", layer=1,
            )
        )  # fmt: skip
    if not side.faction and docks <= 6:
        things += field_things(view, box, owner)
    if side.faction:
        things.append(
            Thing(
                f"faction-{owner}", "space", MIDDLE, 304 if docks <= 6 else 316, 296, 86 if docks <= 6 else 64, panel,
                faction_row(side.faction).text("icon"), owner, tint="panel", text=FACTIONS[side.faction],
                lines=(earns(side.faction),), label=f"{FACTIONS[side.faction]}: {earns(side.faction)}",
            )
        )  # fmt: skip
    return things


def field_things(view: Record, box: Record, owner: int) -> list[Thing]:
    """Where a player's Metals stand, in words."""
    metals = [metal for metal in view.sides[owner].metals[0:ON_MAP] if metal.space != NOWHERE]
    return [
        Thing(
            f"field-{owner}-{number}", "text", MIDDLE, 274 + number * 24, 284, 15, f"seat{owner}",
            tint="bad" if metal.damaged else "soft",
            text=f"{square(box, metal.space)}, facing {Facing(metal.facing).name.lower()}"
            + (", damaged" if metal.damaged else ""),
        )
        for number, metal in enumerate(metals)
    ]  # fmt: skip


DOCKS = 214
"""Where the first row of bays is, down a player's panel."""


def dock_place(number: int, docks: int) -> tuple[float, float]:
    """Where a Metal of the pool stands: up to six in a row, in the middle of the panel."""
    in_row = min(6, docks - number // 6 * 6)
    return MIDDLE + (number % 6 - (in_row - 1) / 2) * dock_size(docks), DOCKS + number // 6 * 48


def dock_size(docks: int) -> int:
    """How far bays are apart: few are large."""
    return 62 if docks <= 4 else 47


@cache
def dock_art(owner: int, docks: int) -> str:
    """Bays in the side of the table; an empty one shows the outline of the Metal that has left it."""
    parts = []
    for number in range(docks):
        x, y = dock_place(number, docks)
        half = (dock_size(docks) - 3) / 2
        inner = half - 8
        area = f'x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}"'
        bay = f'<rect {area} rx="8" fill="#0006" stroke="#000a" stroke-width="2"/>'
        edge = f"M{-inner:g} {half:g}h{2 * inner:g}a8 8 0 0 0 8 -8v{-2 * inner:g}"
        bay += f'<path d="{edge}" fill="none" stroke="#fff3" stroke-width="1.4"/>'
        bay += f'<g opacity=".35">{draw_icon("robot-golem", half * 1.2, f"var(--seat{owner})")}</g>'
        parts.append(f'<g transform="translate({x - MIDDLE:g} {y - DOCKS:g})">{bay}</g>')
    return "".join(parts)


def turn_text(view: Record, box: Record) -> str:
    """The turn that is played, or was the last one."""
    return f"Turn {min(view.turns + 1, box.turn_limit)} of {box.turn_limit}"


def turn_things(view: Record, box: Record, grid: Grid) -> list[Thing]:
    """The right panel: the turn, and the choices that are not on the map: facings and factions."""
    things = [
        Thing("turn", "text", MIDDLE, 34, 284, 18, "turn", text=turn_text(view, box), tint="soft"),
        Thing("facing-text", "text", MIDDLE, 74, 284, 16, "turn", text="Facing", tint="soft"),
    ]
    places = {0: (MIDDLE, 118), 90: (MIDDLE + 58, 174), 180: (MIDDLE, 230), 270: (MIDDLE - 58, 174)}
    for facing in range(4):
        x, y = places[int(grid.turn(facing))]
        name = Facing(facing).name.lower()
        things.append(
            Thing(
                f"facing-{name}", "space", x, y, 56, 56, "turn", shape="circle", states=("edged",),
                text=name.title(), tint="panel", label=f"face {name}",
            )
        )  # fmt: skip
    if plain(kind)(view) != Ask.FACTION:
        return things + key_things(box)
    return things[:1] + [pick_thing(number) for number in range(1, 8)]


def pick_thing(number: int) -> Thing:
    name, words = FACTIONS[number], earns(number)
    return Thing(
        f"pick-{number}", "space", MIDDLE, 102 + (number - 1) * 92, 296, 84, "turn", faction_row(number).text("icon"),
        states=("edged",), tint="panel", text=name, lines=(words,), label=f"{name}: {words}",
    )  # fmt: skip


KEY = (
    ("diamonds", "Points", "A Metal scores its space each turn."),
    ("pine-tree", "Forest", "Nobody is hit in a forest."),
    ("village", "City", "A damaged Metal recovers here."),
    ("laser-blast", "Line of sight", "It hits the first Metal straight ahead."),
)


def key_things(box: Record) -> list[Thing]:
    """What the table means, where nothing else is to be shown."""
    return [
        Thing(
            f"key-{number}", "space", MIDDLE, 330 + number * 92, 292, 84, "turn", icon, tint="panel", text=name,
            lines=(words,), label=f"{name}: {words}",
        )
        for number, (icon, name, words) in enumerate(KEY)
    ]  # fmt: skip


def path(view: Record, box: Record, seat: int, action: int) -> tuple[str, ...]:
    if belongs(DEPLOY, action):
        corner, facing = decode(Deploy, action)
        first = f"pool-{seat}-0"
        return (first, f"space-{square(box, box.corners[corner])}", f"facing-{Facing(facing).name.lower()}")
    if belongs(MOVE, action):
        slot, direction, facing = decode(Move, action)
        space = view.sides[seat].metals[slot].space
        target = box.neighbour[space, direction] if space != NOWHERE else NOWHERE
        end = square(box, target) if target != NOWHERE else "off"
        return (f"metal-{seat}-{slot}", f"space-{end}", f"facing-{Facing(facing).name.lower()}")
    if belongs(PICK, action):
        return (f"pick-{decode(Pick, action).faction + 1}",)
    return ()


def as_if(view: Record, box: Record, seat: int) -> Record | None:
    """The table as if it were a seat's turn; None before the turns begin."""
    if plain(kind)(view) != Ask.TURN:
        return None
    view.active = seat
    top(view, AnyFrame).due = 1 << seat
    return view


def struck(view: Record, box: Record, seat: int) -> dict[str, tuple[str, ...]]:
    """MT-4.2, MT-4.6: where a Metal of the other player would be hit: ahead of each Metal, to the first one that is
    seen, but for forests."""
    standing = [metal for side in view.sides for metal in side.metals if metal.space != NOWHERE]
    taken = {metal.space for metal in standing}
    own_spaces = {metal.space for metal in view.sides[seat].metals}
    found = {}
    for slot, metal in enumerate(view.sides[seat].metals):
        if metal.space == NOWHERE:
            continue
        ahead, at = [], box.neighbour[metal.space, metal.facing]
        while at != NOWHERE:
            if at not in own_spaces and not box.forest[at]:
                ahead.append(f"space-{square(box, at)}")
            if at in taken:
                break
            at = box.neighbour[at, metal.facing]
        found[f"metal-{seat}-{slot}"] = tuple(ahead)
    return found


def board(view: Record, box: Record, seat: int) -> str:
    """Each space in four signs: terrain, then a Metal as its seat's letter, facing, and ! for damage."""
    flip = seat == 1
    rows = range(box.depth) if flip else range(box.depth - 1, -1, -1)
    columns = list(range(box.width - 1, -1, -1) if flip else range(box.width))
    signs = {"plain": ".", "forest": "f", "city": "c"}
    standing = {}
    for owner in range(2):
        for slot in range(ON_MAP):
            metal = view.sides[owner].metals[slot]
            if metal.space != NOWHERE:
                arrow = ARROWS[(metal.facing + (2 if flip else 0)) % 4]
                standing[metal.space] = own(owner, f"{'AB'[owner]}{arrow}{'!' if metal.damaged else ' '}")
    lines = []
    for row in rows:
        cells = []
        for column in columns:
            space = row * box.width + column
            sign = str(box.printed[space]) if box.printed[space] else signs[terrain(box, space)]
            cells.append(tint(TERRAIN[terrain(box, space)], f"{sign}{standing.get(space, '   ')}"))
        lines.append(f"{row + 1:>2}  " + " ".join(cells))
    lines.append("    " + " ".join(f"{COLUMNS[column]}   " for column in columns))
    lines.append("")
    for owner in range(2):
        side = view.sides[owner]
        faction = f", {FACTIONS[side.faction]}" if side.faction else ""
        stand = f"{side.points} of {box.goal} points, {side.pool} in the pool{faction}"
        lines.append(f"{own(owner, 'AB'[owner])}  {{{owner}}}: {stand}")
    lines.append(f"{turn_text(view, box)}.  f forest, c city, 1 2 points, ! damaged")
    return "\n".join(lines)
