"""The Box of Metals: map, goal and options."""

from wartable.core import record
from wartable.core.record import Array, Grid, Struct, f64, i8, i16, size
from wartable.rulebook.data import Data, Picture
from wartable.rulebook.options import Option, Options

from .state import DEPTH, NOWHERE, ON_MAP, SPACES, WIDTH, Facing, Faction

SIGNS = {".": (0, 0, 0), "f": (0, 1, 0), "c": (0, 0, 1), "1": (1, 0, 0), "2": (2, 0, 0)}

OPTIONS = (
    Option("map", "the map to play on", ("classic", "small", "large", "forest"), file="maps"),
    Option("focus_fire", "several attackers can damage one Metal more than once in a phase", (True, False)),
    Option("factions", "players have factions, and the goal is 20", (False, True)),
    Option("turn_limit", "turns after which points decide", default=200, least=10, most=2000),
)


class Weights(Struct):
    """The weights of the judge, from judge.csv."""

    points: f64
    income_active: f64
    income_waiting: f64
    income_soon: f64
    income_delay: f64
    metal: f64
    damage: f64
    way: f64
    repair: f64
    target: f64


class Box(Struct, tag="metals"):
    seats: i8
    width: i8
    depth: i8
    spaces: i8
    corners: Array[i8] = size(4)
    printed: Array[i8] = size(SPACES)
    forest: Array[i8] = size(SPACES)
    city: Array[i8] = size(SPACES)
    corner: Array[i8] = size(SPACES)
    column: Array[i8] = size(SPACES)
    row: Array[i8] = size(SPACES)
    neighbour: Grid[i8] = size(SPACES, 4)
    goal: i16
    pool: i8
    focus_fire: i8
    factions: i8
    turn_limit: i16
    weights: Weights


def make_box(options: Options, data: Data, seats: int) -> Box:
    box: Box = record.new(Box.dtype)
    box.seats = seats
    box.pool = ON_MAP
    box.focus_fire = int(options["focus_fire"])
    box.factions = int(options["factions"])
    box.turn_limit = int(options["turn_limit"])
    box.goal = data.number("goal_factions" if options["factions"] else "goal", 1, 999)
    on_map = data.number("on_map", 1, 99)
    if on_map != ON_MAP:
        raise next(row for row in data.table("numbers") if row.id == "on_map").bad(f"it is {on_map}; only {ON_MAP} fit")
    check_factions(data)
    data.read_weights(box.weights, above_zero=("income_delay",))
    lay_map(box, read_map(data, str(options["map"])))
    return box


def check_factions(data: Data) -> None:
    """Check that the factions are those of the rules, in their order."""
    known = [faction.name.lower() for faction in Faction if faction != Faction.NONE]
    for number, row in enumerate(data.table("factions")):
        if number >= len(known) or row.id != known[number]:
            raise row.bad(f"the factions are {', '.join(known)}, in this order")


def read_map(data: Data, name: str) -> Picture:
    """Read a map and check it (MT-8.2)."""
    picture = data.picture(f"maps/{name}.txt")
    rows = picture.rows
    width, depth = len(rows[0]), len(rows)
    if "name" not in picture.header:
        raise picture.bad("the map has no line 'name: ...' above this one", 0)
    if data.read(picture.file).splitlines()[picture.first_line - 2].strip():
        raise picture.bad("there is no empty line above the first row", 0)
    for number, row in enumerate(rows):
        if len(row) != width:
            raise picture.bad(f"this row has {len(row)} spaces, the first has {width}", number)
        for sign in row:
            if sign not in SIGNS:
                raise picture.bad(f"{sign!r} is no sign for a space; the signs are {' '.join(SIGNS)}", number)
    if not (3 <= width <= WIDTH and 3 <= depth <= DEPTH and width <= depth):
        raise picture.bad(
            f"{width} x {depth} spaces; a map is 3 to {WIDTH} wide, 3 to {DEPTH} deep, and no wider than deep",
            0,
        )
    for number, row in enumerate(rows):
        if row != rows[depth - 1 - number][::-1]:
            raise picture.bad("this row is not what a half turn of the map makes of it", number)
    return picture


def lay_map(box: Box, picture: Picture) -> None:
    """Number the spaces from the south-west corner, row by row."""
    rows = picture.rows[::-1]
    width, depth = len(rows[0]), len(rows)
    box.width, box.depth, box.spaces = width, depth, width * depth
    for space in range(width * depth):
        x, y = space % width, space // width
        box.column[space], box.row[space] = x, y
        box.printed[space], box.forest[space], box.city[space] = SIGNS[rows[y][x]]
        box.neighbour[space, Facing.NORTH] = space + width if y + 1 < depth else NOWHERE
        box.neighbour[space, Facing.EAST] = space + 1 if x + 1 < width else NOWHERE
        box.neighbour[space, Facing.SOUTH] = space - width if y > 0 else NOWHERE
        box.neighbour[space, Facing.WEST] = space - 1 if x > 0 else NOWHERE
    for number, corner in enumerate((0, width - 1, width * (depth - 1), width * depth - 1)):
        box.corners[number] = corner
        box.corner[corner] = 1
