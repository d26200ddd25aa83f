"""How Metals looks: a scene from the viewer's side, and a text board."""

from functools import cache
from pathlib import Path

from wartable.compiler.mode import plain
from wartable.core.contract import View
from wartable.core.frames import AnyFrame, kind, top
from wartable.core.notes import Note
from wartable.core.phrases import count
from wartable.drawing.lettering import text
from wartable.drawing.scene import Panel, Scene, Thing
from wartable.drawing.spot import Spot
from wartable.drawing.tints import own, tint
from wartable.rulebook.data import Data, Row

from .art_view import MACHINES, beam, bed, brackets, dock, ground_on, heading, lamps, machine, plate, rose, ticks
from .box import Box
from .help import explain, meant_by
from .notes import Told
from .state import NOWHERE, ON_MAP, Facing, Kind, State
from .values import COLUMNS, FACTIONS, square
from .world import WORLD

ANSWERS = ("facing-",)
BOARD_WIDTH, HEIGHT = 560, 714
SIDE, GAP = 316, 8
SIDE_HEIGHT = (HEIGHT - GAP) / 2
MIDDLE = SIDE / 2
RIM = 28
"""How wide the frame around the plates is."""
ROSE, ROSE_RADIUS = 182, 98
"""Where the middle of the compass is, down its panel, and how large it is."""
KEY_TOP = 360
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

    def __init__(self, box: Box, seat: int) -> None:
        self.box = box
        self.flipped = seat == 1
        self.cell = min((HEIGHT - 2 * RIM - 10) / box.depth, (BOARD_WIDTH - 2 * RIM - 10) / box.width, 110.0)
        self.left = (BOARD_WIDTH - self.cell * box.width) / 2
        self.top = (HEIGHT - self.cell * box.depth) / 2

    def centre(self, space: int) -> tuple[float, float]:
        x, y = self.box.column[space], self.box.row[space]
        if self.flipped:
            x, y = self.box.width - 1 - x, self.box.depth - 1 - y
        return self.left + (x + 0.5) * self.cell, self.top + (self.box.depth - y - 0.5) * self.cell

    def turn(self, facing: int) -> float:
        return (facing * 90 + (180 if self.flipped else 0)) % 360


def terrain(box: Box, space: int) -> str:
    if box.forest[space]:
        return "forest"
    if box.city[space]:
        return "city"
    return "point" if box.printed[space] else "plain"


def backdrop(box: Box, grid: Grid) -> str:
    wide, high = grid.cell * box.width, grid.cell * box.depth
    parts = [MACHINES, bed(grid.left - RIM, grid.top - RIM, wide + 2 * RIM, high + 2 * RIM)]
    size = grid.cell - 4
    for space in range(box.spaces):
        x, y = grid.centre(space)
        ground = terrain(box, space)
        parts.append(plate(x, y, size, TERRAIN[ground]))
        if ground == "plain":
            parts.append(ticks(x, y, size / 2 - 9))
        if box.corner[space]:
            parts.append(brackets(x, y, size / 2 - 7))
    for column in range(box.width):
        x, _ = grid.centre(column)
        parts.append(text(COLUMNS[column], x, grid.top + high + RIM * 0.5 + 6, 16, weight=600))
    for row in range(box.depth):
        _, y = grid.centre(row * box.width)
        parts.append(text(str(row + 1), grid.left - RIM * 0.5, y + 6, 16, weight=600))
    return "".join(parts)


def beam_things(view: State, box: Box, grid: Grid) -> list[Thing]:
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
                    art=beam(round(length * grid.cell - (grid.cell * 0.4 if at != NOWHERE else grid.cell * -0.4)),
                             round(grid.cell * 0.46), grid.turn(facing), bool(hits), owner),
                    layer=3 if hits else 1,
                )
            )  # fmt: skip
    return things


def scene(view: State, box: Box, seat: int) -> Scene:
    grid = Grid(box, seat)
    panels = [Panel("board", "", 3 + SIDE + GAP, 3, BOARD_WIDTH, HEIGHT, backdrop(box, grid))]
    things = [space_thing(box, grid, space) for space in range(box.spaces)] + beam_things(view, box, grid)
    for owner in range(2):
        things += metal_things(view, box, grid, owner)
        above = owner == (0 if seat == 1 else 1)
        panels.append(Panel(f"seat{owner}", "", 3, 3 if above else 3 + SIDE_HEIGHT + GAP, SIDE, SIDE_HEIGHT))
        things += side_things(view, box, owner)
    panels.append(Panel("turn", "", 3 + SIDE + GAP + BOARD_WIDTH + GAP, 3, SIDE, HEIGHT))
    things += turn_things(view, box, grid, seat)
    width = 2 * (SIDE + GAP) + BOARD_WIDTH + 6
    return Scene(tuple(panels), tuple(things), width, HEIGHT + 6, caption="Metals", world=WORLD)


def space_thing(box: Box, grid: Grid, space: int) -> Thing:
    x, y = grid.centre(space)
    ground = terrain(box, space)
    name = square(box, space)
    plain = "a corner" if box.corner[space] else "open ground"
    what = count(box.printed[space], "point") if box.printed[space] else plain if ground == "plain" else ground
    size = grid.cell - 4
    return Thing(
        f"space-{name}", "space", x, y, size, size, label=f"{name}, {what}", layer=0,
        art=ground_on(TERRAIN[ground], box.printed[space], round(size, 1)),
    )  # fmt: skip


def metal_things(view: State, box: Box, grid: Grid, owner: int) -> list[Thing]:
    things = []
    for slot in range(ON_MAP):
        metal = view.sides[owner].metals[slot]
        if metal.space != NOWHERE:
            x, y = grid.centre(metal.space)
            what = f"Metal on {square(box, metal.space)}, facing {Facing(metal.facing).name.lower()}"
            size = round(grid.cell * 0.74, 1)
            things.append(
                Thing(
                    f"metal-{owner}-{slot}", "token", x, y, size, size, seat=owner,
                    art=machine(owner, size, grid.turn(metal.facing), bool(metal.damaged)),
                    label=what + (", damaged" if metal.damaged else ""), layer=2, stock=f"metals-{owner}",
                )
            )  # fmt: skip
    return things


def side_things(view: State, box: Box, owner: int) -> list[Thing]:
    """A player's panel: score, docks, faction."""
    side = view.sides[owner]
    panel = f"seat{owner}"
    won = f"{side.points} of {box.goal} points"
    things = [
        Thing(f"name-{owner}", "text", MIDDLE, 34, 284, 24, panel, seat=owner, text=f"{{{owner}}}", states=("strong",)),
        Thing(
            f"score-{owner}", "text", MIDDLE - 58, 86, 120, 52, panel, text=str(side.points), states=("strong",),
            shape="right",
        ),
        Thing(
            f"goal-{owner}", "text", MIDDLE + 64, 98, 100, 20, panel, tint="soft", shape="left", text=f"of {box.goal}",
            label=won,
        ),
        Thing(
            f"track-{owner}", "art", MIDDLE, 134, 284, 26, panel, seat=owner, label=won, aside=True,
            art=lamps(owner, min(side.points, box.goal), box.goal, 272, 16),
        ),
    ]  # fmt: skip
    fielded = sum(side.metals[slot].space != NOWHERE for slot in range(ON_MAP))
    docks = side.pool + fielded
    bays = Bays(docks, bool(side.faction))
    things.append(
        Thing(
            f"pool-text-{owner}", "text", MIDDLE, 167, 284, 16, panel, tint="soft",
            text=f"Docks: {side.pool} of {docks} ready" if side.pool else "Docks: all are on the map",
        )
    )  # fmt: skip
    for number in range(docks):
        x, y = bays.place(number)
        # Two things of one look: the bay, and who stands in it.
        things.append(
            Thing(
                f"dock-{owner}-{number}", "art", x, y, bays.size - 6, bays.size - 6, panel, art=dock(owner, bays.size),
                label="a dock of the deployment pool", aside=True,
            )
        )  # fmt: skip
    size = round(bays.size * 0.66, 1)
    for number in range(side.pool):
        x, y = bays.place(number)
        things.append(
            Thing(
                f"pool-{owner}-{number}", "token", x, y, size, size, panel, seat=owner,
                art=machine(owner, size, 0, False), label="a Metal in the pool", layer=1,
                stock=f"metals-{owner}",
            )
        )  # fmt: skip
    if side.faction:
        things.append(
            Thing(
                f"faction-{owner}", "space", MIDDLE, 308, 296, 78, panel,
                faction_row(side.faction).text("icon"), owner, tint="panel", text=FACTIONS[side.faction],
                lines=(earns(side.faction),), label=f"{FACTIONS[side.faction]}: {earns(side.faction)}",
            )
        )  # fmt: skip
    return things


class Bays:
    """The docks of a player: as large as so many can be in the room that is left."""

    def __init__(self, docks: int, has_faction: bool) -> None:
        room = 84 if has_faction else 168
        self.docks = docks
        sizes = ((min(96.0, 292 / row, room / -(-docks // row)), row) for row in range(1, docks + 1))
        self.size, row = max(sizes, default=(96.0, 1))
        # Lines are about equally long.
        self.row = -(-docks // -(-docks // row)) if docks else 1
        self.middle = 180 + room / 2

    def place(self, number: int) -> tuple[float, float]:
        """The middle of a dock."""
        lines, line = -(-self.docks // self.row), number // self.row
        here = min(self.row, self.docks - line * self.row)
        x = MIDDLE + (number % self.row - (here - 1) / 2) * self.size
        return round(x, 1), round(self.middle + (line - (lines - 1) / 2) * self.size, 1)


def turn_text(view: State, box: Box) -> str:
    """The turn that is played, or was the last one."""
    return f"Turn {min(view.turns + 1, box.turn_limit)} of {box.turn_limit}"


def turn_things(view: State, box: Box, grid: Grid, seat: int) -> list[Thing]:
    """The right panel: the turn, and the choices that are not on the map: facings and factions."""
    turn = Thing("turn", "text", MIDDLE, 34, 284, 20, "turn", text=turn_text(view, box), tint="soft")
    ask = plain(kind)(view)
    if ask == Kind.FACTION:
        return [turn] + [pick_thing(number) for number in range(1, 8)]
    things = [turn, Thing("rose", "art", MIDDLE, ROSE, 196, 196, "turn", art=rose(ROSE_RADIUS), aside=True)]
    places = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
    may_turn = ask == Kind.TURN and top(view, AnyFrame).due >> max(seat, 0) & 1 and seat >= 0
    for facing in range(4):
        way = grid.turn(facing)
        across, down = places[int(way)]
        name = Facing(facing).name
        things.append(
            Thing(
                f"way-{name.lower()}", "text", MIDDLE + across * 104, ROSE + down * 104, 20, 18, "turn", text=name[0],
                tint="soft", states=("strong",), aside=True,
            )
        )  # fmt: skip
        if may_turn:
            things.append(
                Thing(
                    f"facing-{name.lower()}", "space", MIDDLE + across * 56, ROSE + down * 56, 56, 56, "turn",
                    shape="circle", art=heading(way), label=f"face {name.lower()}", layer=1,
                )
            )  # fmt: skip
    return things + key_things(box)


def pick_thing(number: int) -> Thing:
    name, words = FACTIONS[number], earns(number)
    return Thing(
        f"pick-{number}", "space", MIDDLE, 102 + (number - 1) * 92, 296, 84, "turn", faction_row(number).text("icon"),
        states=("edged",), tint="panel", text=name, lines=(words,), label=f"{name}: {words}",
    )  # fmt: skip


KEY = (
    ("Points", "A Metal scores its space each turn."),
    ("Forest", "Nobody is hit in a forest."),
    ("City", "A damaged Metal recovers here."),
    ("Line of sight", "It hits the first Metal straight ahead."),
)


def key_things(box: Box) -> list[Thing]:
    """What the table means, in pieces of the board itself."""
    things = []
    for number, (name, words) in enumerate(KEY):
        y = KEY_TOP + number * 92
        things.append(
            Thing(
                f"key-{number}", "space", MIDDLE, y, 296, 86, "turn", tint="panel", states=("thumb",), text=name,
                lines=(words,), label=f"{name}: {words}",
            )
        )  # fmt: skip
        things.append(
            Thing(
                f"sample-{number}", "art", MIDDLE - 106, y, 72, 72, "turn", art=key_picture(number), layer=1,
                aside=True,
            )
        )  # fmt: skip
    return things


@cache
def key_picture(number: int) -> str:
    if number == 3:
        # A walker that has somebody in sight.
        return f'<g transform="translate(0 20)">{beam(44, 10, 0, True, 0)}{machine(0, 34, 0, False)}</g>'
    ground = ("plains", "forest", "city")[number]
    return plate(0, 0, 68, ground) + ground_on(ground, 2 if number == 0 else 0, 68)


def spot(note: Note, box: Box) -> Spot | None:
    """Points rise from the space that earned them (MT-5.1), and from the target of a faction's attack; a hit sparks, a
    shot goes from its space to its target."""
    if note.kind == Told.OCCUPIES:
        return Spot(f"space-{square(box, note['space'])}", box.printed[note["space"]])
    if note.kind == Told.FACTION_SCORES:
        return Spot(f"space-{square(box, note['target'])}", 1)
    if note.kind == Told.ATTACKS:
        return Spot(f"space-{square(box, note['space'])}", aims_at=f"space-{square(box, note['target'])}")
    if note.kind in (Told.DAMAGED, Told.DEFEATED):
        return Spot(f"space-{square(box, note['space'])}", is_struck=True)
    return None


def as_if(view: State, box: Box, seat: int) -> State | None:
    """The table as if it were a seat's turn; None before the turns begin."""
    if plain(kind)(view) != Kind.TURN:
        return None
    view.active = seat
    top(view, AnyFrame).due = 1 << seat
    return view


def struck(view: State, box: Box, seat: int) -> dict[str, tuple[str, ...]]:
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


def board(view: State, box: Box, seat: int) -> str:
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


VIEW = View(
    scene=scene,
    board=board,
    explain=explain,
    meant_by=meant_by,
    as_if=as_if,
    struck=struck,
    spot=spot,
    answers=ANSWERS,
    world=WORLD,
)
