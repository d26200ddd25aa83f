"""How Metals looks: a scene from the viewer's side, and a text board."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from wartable.core.contract import View
from wartable.core.phrases import worded
from wartable.core.rules import AnyFrame, Note, kind, plain, top
from wartable.drawing.layout import Area, Squares, button, legend
from wartable.drawing.scene import Id, Scene, Thing
from wartable.drawing.spot import Spot
from wartable.drawing.tints import own, tint
from wartable.rulebook.data import Data, Row

from ..box import Box
from ..help import ahead, explain, meant_by, standing, terrain
from ..notes import Told
from ..state import NOWHERE, Facing, Kind, State
from ..values import COLUMNS, FACTIONS, square
from ..world import WORLD
from .art import MACHINES, ROSE, beam, bed, brackets, dock, ground_on, heading, lamps, machine, plate, ticks

ANSWERS = ("facing-",)
TABLE = Area(3, 3, 1208, 714, "")
LEFT, BOARD, RIGHT = TABLE.columns(316, 560, 316, gap=8)
SEATS = LEFT.stack(2, gap=8)
RIM = 28
"""How wide the frame around the plates is."""
TERRAIN = {"plain": "ground", "forest": "forest", "city": "city", "point": "plains"}
ARROWS = "^>v<"
WHOLE = "Metal on {space}, facing {facing}"
DAMAGED = "Metal on {space}, facing {facing}, damaged"


@cache
def faction_row(number: int) -> Row:
    """The data of a faction."""
    return Data(Path(__file__).parent.parent / "data").table("factions")[number - 1]


def earns(number: int) -> str:
    """When a faction's attack earns a point."""
    return worded("+1 point if {condition}.", condition=faction_row(number).text("condition"))


def turn_of(seat: int, facing: int) -> float:
    """The rotation of a Metal on the screen, in degrees; seat 1 looks from the north."""
    return (facing * 90 + 180 * (seat == 1)) % 360


def backdrop(box: Box, grid: Squares) -> str:
    wide, high, size = grid.cell * box.width, grid.cell * box.depth, grid.cell - 4
    parts = [MACHINES, bed(grid.left - RIM, grid.top - RIM, wide + 2 * RIM, high + 2 * RIM)]
    for space in range(box.spaces):
        x, y = grid.middle(space)
        ground = terrain(box, space)
        parts.append(plate(x, y, size, TERRAIN[ground]))
        if ground == "plain":
            parts.append(ticks(x, y, size / 2 - 9))
        if box.corner[space]:
            parts.append(brackets(x, y, size / 2 - 7))
    return "".join((*parts, grid.names(16, "var(--ink)", 600)))


def scene(view: State, box: Box, seat: int) -> Scene:
    board = Area(0, 0, *BOARD.size).inset(5)
    grid = Squares(board, box.width, box.depth, seat == 1, RIM, 110.0)
    panels = [BOARD.as_panel("board", backdrop(box, grid))]
    things = [space_thing(box, grid, space) for space in range(box.spaces)]
    things += [*beam_things(view, box, grid, seat), *metal_things(view, box, grid, seat)]
    for owner in range(2):
        above = owner == (0 if seat == 1 else 1)
        panels.append(SEATS[0 if above else 1].as_panel(f"seat{owner}"))
        things += side_things(view, box, owner, Area.of(panels[-1]))
    panels.append(RIGHT.as_panel("turn"))
    things += turn_things(view, box, seat, Area.of(panels[-1]))
    return Scene(tuple(panels), tuple(things), 1214, 720, caption="Metals", world=WORLD)


def space_thing(box: Box, grid: Squares, space: int) -> Thing:
    ground, name, size = terrain(box, space), square(box, space), grid.cell - 4
    points = worded("{points:point}", points=int(box.printed[space]))
    what = {"plain": "a corner" if box.corner[space] else "open ground", "point": points}
    label = worded("{space}, {ground}", space=name, ground=what.get(ground, ground))
    return grid.area(space, size).thing(
        Id("space", name), "space", label=label,
        art=ground_on(TERRAIN[ground], box.printed[space], round(size, 1)),
    )  # fmt: skip


def beam_things(view: State, box: Box, grid: Squares, seat: int) -> Iterator[Thing]:
    """MT-4.2: the line of sight of each Metal, faint, and bright where it meets an enemy."""
    there = standing(view)
    for space, (owner, slot, metal) in there.items():
        seen = ahead(box, space, metal.facing, there)
        if not seen:
            continue
        meets = seen[-1] in there
        hits = meets and there[seen[-1]][0] != owner and not box.forest[seen[-1]]
        end, start = round((len(seen) + (-0.4 if meets else 0.4)) * grid.cell), round(grid.cell * 0.46)
        yield grid.area(space, 1).thing(
            f"beam-{owner}-{slot}", "art", layer=3 if hits else 1,
            art=beam(end, start, turn_of(seat, metal.facing), bool(hits), owner),
        )  # fmt: skip


def metal_things(view: State, box: Box, grid: Squares, seat: int) -> Iterator[Thing]:
    size = round(grid.cell * 0.74, 1)
    for space, (owner, slot, metal) in standing(view).items():
        what = DAMAGED if metal.damaged else WHOLE
        yield grid.area(space, size).thing(
            Id("metal", owner, slot), "token", seat=owner, layer=2, stock=f"metals-{owner}",
            art=machine(owner, size, turn_of(seat, metal.facing), bool(metal.damaged)),
            label=worded(what, space=square(box, space), facing=Facing(metal.facing).name.lower()),
        )  # fmt: skip


def side_things(view: State, box: Box, owner: int, panel: Area) -> Iterator[Thing]:
    """A player's panel: score, docks, faction."""
    side = view.sides[owner]
    won = worded("{points} of {goal} points", points=side.points, goal=box.goal)
    docks = side.pool + sum(metal.space != NOWHERE for metal in side.metals)
    name, score, track, words, *rest = panel.inset(12, 8).rows(52, 44, 36, 22, 0, *(78,) * bool(side.faction), gap=4)
    points, goal = score.columns(148, 0, gap=12)
    yield name.text(f"name-{owner}", f"{{{owner}}}", 24, seat=owner, states=("strong",))
    yield points.text(f"score-{owner}", str(side.points), 52, states=("strong",), shape="right")
    yield goal.moved(0, 12).text(
        f"goal-{owner}", worded("of {goal}", goal=box.goal), 20, tint="soft", shape="left", label=won
    )
    yield track.inset(4, 5).thing(
        f"track-{owner}", "art", seat=owner, label=won, aside=True,
        art=lamps(owner, min(side.points, box.goal), box.goal, 272, 16),
    )  # fmt: skip
    some = worded("Docks: {pool} of {docks} ready", pool=side.pool, docks=docks)
    ready = some if side.pool else "Docks: all are on the map"
    yield words.text(f"pool-text-{owner}", ready, 16, tint="soft")
    for number, bay in enumerate(rest[0].squares(docks, 96.0)):
        # Two things of one look: the bay, and who stands in it.
        art, label = dock(owner, bay.width), "a dock of the deployment pool"
        yield bay.inset(3).thing(f"dock-{owner}-{number}", "art", art=art, label=label, aside=True)
        if number < side.pool:
            size = round(bay.width * 0.66, 1)
            yield bay.sized(size, size).thing(
                f"pool-{owner}-{number}", "token", seat=owner, art=machine(owner, size, 0, False), layer=1,
                label="a Metal in the pool", stock=f"metals-{owner}",
            )  # fmt: skip
    if side.faction:
        yield faction_thing(rest[1], f"faction-{owner}", side.faction)._replace(seat=owner, states=())


def faction_thing(area: Area, id: str, number: int) -> Thing:
    name, words = FACTIONS[number], earns(number)
    label = worded("{name}: {words}", name=name, words=words)
    return button(area, id, name, words, icon=faction_row(number).text("icon"), label=label)


def turn_text(view: State, box: Box) -> str:
    """The current turn, or the last one."""
    return worded("Turn {turn} of {turns}", turn=min(view.turns + 1, box.turn_limit), turns=box.turn_limit)


def turn_things(view: State, box: Box, seat: int, panel: Area) -> Iterator[Thing]:
    """The right panel: the turn, and the choices that are not on the map: facings and factions."""
    turn, rest = panel.inset(10, 6).rows(54, 0)
    yield turn.text("turn", turn_text(view, box), 20, tint="soft")
    ask = plain(kind)(view)
    if ask == Kind.FACTION:
        for number, area in enumerate(rest.stack(7, gap=8), 1):
            yield faction_thing(area, f"pick-{number}", number)
        return
    compass, key = rest.rows(254, 0)
    yield compass.sized(196, 196).thing("rose", "art", art=ROSE, aside=True)
    may_turn = ask == Kind.TURN and seat >= 0 and top(view, AnyFrame).due >> seat & 1
    for facing in Facing:
        way, name = turn_of(seat, facing), facing.name
        across, down = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}[int(way)]
        letter = compass.sized(20, 18).moved(across * 104, down * 104)
        yield letter.text(f"way-{name.lower()}", name[0], 18, tint="soft", states=("strong",), aside=True)
        if may_turn:
            yield compass.sized(56, 56).moved(across * 56, down * 56).thing(
                f"facing-{name.lower()}", "space", shape="circle", art=heading(way), layer=1,
                label=worded("face {facing}", facing=name.lower()),
            )  # fmt: skip
    yield from legend(key.stack(len(KEY), gap=6), "key", key_entries())


KEY = (
    ("Points", "A Metal scores its space each turn."),
    ("Forest", "Nobody is hit in a forest."),
    ("City", "A damaged Metal recovers here."),
    ("Line of sight", "It hits the first Metal straight ahead."),
)


@cache
def key_entries() -> tuple[tuple[str, str, str, str], ...]:
    """The legend, with parts of the board as pictures; the last is a walker with a line of sight."""
    grounds = (("plains", 2), ("forest", 0), ("city", 0))
    pictures = [plate(0, 0, 68, ground) + ground_on(ground, points, 68) for ground, points in grounds]
    pictures.append(f'<g transform="translate(0 20)">{beam(44, 10, 0, True, 0)}{machine(0, 34, 0, False)}</g>')
    return tuple((str(n), *words, art) for n, (words, art) in enumerate(zip(KEY, pictures, strict=True)))


def spot(note: Note, box: Box) -> Spot | None:
    """Points rise from the space or the target that earned them; hits spark; an attack flies to its target."""
    if note.kind == Told.OCCUPIES:
        return Spot(Id("space", square(box, note["space"])), box.printed[note["space"]])
    if note.kind == Told.FACTION_SCORES:
        return Spot(Id("space", square(box, note["target"])), 1)
    if note.kind == Told.ATTACKS:
        return Spot(Id("space", square(box, note["space"])), aims_at=Id("space", square(box, note["target"])))
    if note.kind in (Told.DAMAGED, Told.DEFEATED):
        return Spot(Id("space", square(box, note["space"])), is_struck=True)
    return None


def as_if(view: State, box: Box, seat: int) -> State | None:
    """The table as if it were a seat's turn; None before the turns begin."""
    if plain(kind)(view) != Kind.TURN:
        return None
    view.active = seat
    top(view, AnyFrame).due = 1 << seat
    return view


def struck(view: State, box: Box, seat: int) -> dict[str, tuple[str, ...]]:
    """MT-4.2, MT-4.6: the spaces that each Metal hits: ahead, up to the first Metal, except forests."""
    there = standing(view)
    mine = {space: (slot, metal) for space, (owner, slot, metal) in there.items() if owner == seat}
    return {
        Id("metal", seat, slot): tuple(
            Id("space", square(box, at))
            for at in ahead(box, space, metal.facing, there)
            if at not in mine and not box.forest[at]
        )
        for space, (slot, metal) in mine.items()
    }


def board(view: State, box: Box, seat: int) -> str:
    """Each space in four characters: terrain, then a Metal's owner, facing, and ! for damage."""
    way = 1 if seat == 1 else -1
    columns = range(box.width)[::-way]
    signs = {"plain": ".", "forest": "f", "city": "c"}
    there = {
        space: own(owner, f"{'AB'[owner]}{ARROWS[int(turn_of(seat, metal.facing)) // 90]}{' !'[metal.damaged]}")
        for space, (owner, _, metal) in standing(view).items()
    }
    lines = []
    for row in range(box.depth)[::way]:
        cells = []
        for space in (row * box.width + column for column in columns):
            ground = terrain(box, space)
            sign = signs.get(ground) or str(box.printed[space])
            cells.append(tint(TERRAIN[ground], f"{sign}{there.get(space, '   ')}"))
        lines.append(f"{row + 1:>2}  " + " ".join(cells))
    lines += ["    " + " ".join(f"{COLUMNS[column]}   " for column in columns), ""]
    for owner in range(2):
        side = view.sides[owner]
        faction = f", {FACTIONS[side.faction]}" if side.faction else ""
        stand = f"{side.points} of {box.goal} points, {side.pool} in the pool{faction}"
        lines.append(f"{own(owner, 'AB'[owner])}  {{{owner}}}: {stand}")
    return "\n".join((*lines, f"{turn_text(view, box)}.  f forest, c city, 1 2 points, ! damaged"))


VIEW = View(
    scene=scene, board=board, explain=explain, meant_by=meant_by, as_if=as_if, struck=struck, spot=spot,
    answers=ANSWERS, world=WORLD,
)  # fmt: skip
