"""The Box: data files and options as one read-only record. Unusable data is refused with its file, row and reason."""

from enum import IntEnum

from wartable.core import record as records
from wartable.core.record import Array, Grid, Struct, f64, i8, i16, size, u8
from wartable.errors import BadData
from wartable.rulebook.data import Data, Picture, Row
from wartable.rulebook.options import Option, Options

from .geometry import STEPS, axial, distance, hex_name
from .state import (
    DIRECTIONS,
    HEXES,
    KING_SPACES,
    NOWHERE,
    PLANS,
    SECTIONS,
    SPACES,
    TERRAINS,
    TRACK,
    TREASURES,
    UPGRADES,
    Ending,
    Space,
    Store,
    Token,
)

NAME = 24
"""Bytes of a name or an icon's name."""
RADIUS = {2: 4, 3: 5, 4: 5}
GONE = "-"
MOST_CARDS = 120

MAP_OPTION = Option(
    "map",
    "the map: drawn from the mix, a named one, or the path of a map file",
    ("random", "twin_lakes", "ring_of_barrows", "balrog_zone", "three_roads"),
    file="maps",
)
OPTIONS = (
    MAP_OPTION,
    Option(
        "ending",
        "what ends the game, any of these together",
        ("vp_goal", "balrog", "rounds", "first_wreck"),
        default="vp_goal+balrog+rounds",
        several=True,
    ),
    Option("vp_goal", "points in a Holdfast that end the game", default=15, least=1, most=99, needs="ending"),
    Option("balrog", "rounds that are played after the Balrog has risen", default=18, least=0, most=50, needs="ending"),
    Option("rounds", "rounds after which the game ends", default=50, least=1, most=200, needs="ending"),
    Option("tow", "whether a King that is stuck away from home may be towed", ("on", "off")),
)


class Effect(IntEnum):
    """What a planning card does."""

    WALK = 0
    TURN = 1
    CLIMB = 2
    LEAP = 3
    CHARGE = 4
    BOMBARD = 5
    BRACE = 6


class Needs(IntEnum):
    """What a King must carry to resolve a planning card."""

    NONE = 0
    WEAPON = 1
    RANGED = 2
    SHIELD = 3


class Bonus(IntEnum):
    """What treasures and upgrades do, by the columns of their tables."""

    ATTACK = 0
    RANGED = 1
    SHIELD = 2
    MAX_STEAM = 3
    DISCOUNT = 4
    TRACK = 5
    DRAW = 6
    BURN = 7
    CLIMB = 8
    DRIVE = 9


BONUSES = len(Bonus)
TREASURE_BONUSES = (Bonus.ATTACK, Bonus.RANGED, Bonus.SHIELD, Bonus.MAX_STEAM, Bonus.DISCOUNT)
UPGRADE_BONUSES = (
    Bonus.TRACK,
    Bonus.DRAW,
    Bonus.MAX_STEAM,
    Bonus.BURN,
    Bonus.DISCOUNT,
    Bonus.ATTACK,
    Bonus.CLIMB,
    Bonus.DRIVE,
)


class Section(IntEnum):
    HEAD = 0
    TORSO = 1
    LEGS = 2


COLOURS = ("grass", "plains", "forest", "mountain", "water", "desert", "jungle", "stone", "city", "waste", "ground")
"""Colours of the theme that a kind of hex may have."""
CLASSES = ("melee", "ranged", "shield", "engine", "relic")


class Terrain(Struct):
    harvest: i8
    stack: i8
    defence: i8
    attack: i8
    climb: i8
    skull: i8
    draw: i8
    keep: i8
    water: i8
    stop: i8
    letter: u8
    colour: i8
    name: Array[u8] = size(NAME)
    icon: Array[u8] = size(NAME)


class Plan(Struct):
    count: i8
    steam: i8
    effect: i8
    heading: i8
    steps: i8
    amount: i8
    needs: i8
    name: Array[u8] = size(NAME)
    code: Array[u8] = size(NAME)
    icon: Array[u8] = size(NAME)


class Treasure(Struct):
    points: i8
    bonus: Array[i8] = size(BONUSES)
    gives: Array[i8] = size(4)
    sort_of: i8
    name: Array[u8] = size(NAME)
    code: Array[u8] = size(NAME)
    icon: Array[u8] = size(NAME)


class Upgrade(Struct):
    section: i8
    iron: i8
    bonus: Array[i8] = size(BONUSES)
    name: Array[u8] = size(NAME)
    code: Array[u8] = size(NAME)
    icon: Array[u8] = size(NAME)


class Label(Struct):
    name: Array[u8] = size(NAME)
    icon: Array[u8] = size(NAME)


class Weights(Struct):
    """The judge's weights from judge.csv, in victory points unless stated otherwise."""

    narrow: f64
    wide: f64
    closely: f64
    horizon: f64
    cargo: f64
    away: f64
    reach: f64
    bank: f64
    docked: f64
    homing: f64
    limp: f64
    slot: f64
    attack: f64
    ranged: f64
    shield: f64
    max_steam: f64
    discount: f64
    damage: f64
    more_damage: f64
    no_throttle: f64
    no_repair: f64
    no_burn: f64
    stuck: f64
    upgrade: f64
    upgrade_iron: f64
    wilderness: f64
    steam: f64
    pair: f64
    water: f64
    fuel: f64
    iron: f64
    card: f64
    rested: f64
    treasure: f64
    treasure_when_full: f64
    gear: f64
    hurt: f64
    step_water: f64
    later: f64
    parked: f64
    explore: f64
    explore_when_full: f64
    turn: f64
    planning: f64
    burning: f64
    repairing: f64
    buying: f64
    offered: f64
    drawn: f64
    drawn_other: f64
    offered_when_full: f64
    near_tokens: f64
    near_skull: f64
    near_harvest: f64
    near_lake: f64
    near_climb: f64


class Box(Struct, tag="iron_kings_box"):
    seats: i8
    radius: i8
    hexes: i16
    is_random: i8
    column: Array[i8] = size(HEXES)
    row: Array[i8] = size(HEXES)
    neighbour: Grid[i8] = size(HEXES, DIRECTIONS)
    edge: Array[i8] = size(HEXES)
    layout: Array[i8] = size(HEXES)
    """The kind of each hex of a named map; NOWHERE for none."""
    marked: Array[i8] = size(HEXES)
    """Hexes that a map file marks with skull and crossbones."""
    mix: Array[i8] = size(TERRAINS)
    terrain_kinds: i8
    terrains: Array[Terrain] = size(TERRAINS)
    plan_kinds: i8
    plans: Array[Plan] = size(PLANS)
    treasure_cards: i8
    treasures: Array[Treasure] = size(TREASURES)
    upgrade_cards: i8
    upgrades: Array[Upgrade] = size(UPGRADES)
    bag: Array[i8] = size(4)
    leaves: Array[i8] = size(4)
    tokens: Array[Label] = size(4)
    big_only: Array[i8] = size(SPACES)
    spaces: Array[Label] = size(SPACES)
    stores: Array[Label] = size(4)
    small_workers: i8
    big_workers: i8
    start_steam: i8
    max_steam: i8
    start_stores: Array[i8] = size(4)
    slots: i8
    track: i8
    hand: i8
    start_distance: i8
    burns: Array[i8] = size(2)
    vent: i8
    repair: i8
    repair_price: i8
    repair_extra: i8
    draw: i8
    offer: i8
    skull_damage: i8
    wreck_repair: i8
    carried_share: i8
    last_round: i16
    endings: Array[i8] = size(6)
    """Which endings are in use, by Ending."""
    vp_goal: i16
    balrog_rounds: i16
    rounds: i16
    tow: i8
    weights: Weights


def make_box(options: Options, data: Data, seats: int) -> Box:
    box: Box = records.new(Box.dtype)
    box.seats = seats
    _numbers(box, data)
    _terrains(box, data)
    _plans(box, data)
    _treasures(box, data)
    _upgrades(box, data)
    _bag(box, data)
    _spaces(box, data)
    _stores(box, data)
    _map(box, data, str(options["map"]))
    _endings(box, options)
    data.read_weights(box.weights, above_zero=("narrow", "wide", "horizon"))
    return box


def words_of(cells: Array[int]) -> str:
    """A name that was put into the Box."""
    return bytes(cells).rstrip(b"\0").decode("utf-8")


def _put(target: Struct, row: Row, column: str, source: str | None = None) -> None:
    words = (row.id if source == "id" else row.text(source or column)).encode("utf-8")
    if not 1 <= len(words) <= NAME:
        raise row.bad(f"{source or column} is {len(words)} bytes long, not from 1 to {NAME}")
    if any(byte in b"{}\r\n\t" for byte in words):
        raise row.bad(f"{source or column} has a sign that names may not have")
    cells = getattr(target, column)
    for place, byte in enumerate(words):
        cells[place] = byte


def _rows(data: Data, stem: str, most: int) -> list[Row]:
    rows = data.table(stem)
    if not rows:
        raise BadData(f"{stem}.csv: there is no row in it")
    if len(rows) > most:
        raise rows[most].bad(f"there are more than {most} rows")
    return rows


def _fixed_rows(data: Data, stem: str, ids: list[str]) -> list[Row]:
    """The rows of a table, which must have these ids in this order."""
    rows = _rows(data, stem, len(ids))
    for row, id in zip(rows, ids, strict=False):
        if row.id != id:
            raise row.bad(f"this row must be {id}")
    if len(rows) < len(ids):
        raise BadData(f"{stem}.csv: the row {ids[len(rows)]} is missing")
    return rows


_BOUNDS = {
    "small_workers": (1, 9),
    "big_workers": (0, 1),
    "start_steam": (0, 40),
    "max_steam": (1, 40),
    "slots": (1, 6),
    "track": (1, TRACK),
    "hand": (0, 12),
    "start_distance": (1, 9),
    "vent": (0, 20),
    "repair": (0, 6),
    "repair_price": (0, 20),
    "repair_extra": (0, 6),
    "draw": (0, 9),
    "offer": (1, 6),
    "skull_damage": (0, 6),
    "wreck_repair": (1, 6),
    "carried_share": (1, 9),
    "last_round": (1, 300),
}


def _numbers(box: Box, data: Data) -> None:
    for name, (least, most) in _BOUNDS.items():
        setattr(box, name, data.number(name, least, most))
    for store in Store:
        box.start_stores[store] = data.number(f"start_{store.name.lower()}", 0, 50)
    box.burns[Store.WOOD] = data.number("burn_wood", 0, 20)
    box.burns[Store.COAL] = data.number("burn_coal", 0, 20)


def _terrains(box: Box, data: Data) -> None:
    rows = _rows(data, "terrain", TERRAINS)
    stores = {"none": NOWHERE, **{store.name.lower(): int(store) for store in Store}}
    letters: set[str] = set()
    for kind, row in enumerate(rows):
        terrain = box.terrains[kind]
        letter = row.text("letter")
        if len(letter) != 1 or not letter.isascii() or letter in f"{GONE}#:" or letter in letters:
            raise row.bad(f"letter is {letter!r}; it must be one sign of its own, and not one of - # :")
        letters.add(letter)
        terrain.letter = ord(letter)
        terrain.colour = row.choice("colour", {name: number for number, name in enumerate(COLOURS)})
        terrain.harvest = row.choice("harvest", stores)
        terrain.stack = row.number("stack", -1, 50)
        for column in ("climb", "skull", "stop"):
            setattr(terrain, column, row.number(column, 0, 1))
        for column in ("defence", "attack", "draw", "keep", "water"):
            setattr(terrain, column, row.number(column, 0, 9))
        _put(terrain, row, "name")
        _put(terrain, row, "icon")
    box.terrain_kinds = len(rows)


def _plans(box: Box, data: Data) -> None:
    rows = _rows(data, "planning", PLANS)
    effects = {effect.name.lower(): int(effect) for effect in Effect}
    needs = {need.name.lower(): int(need) for need in Needs}
    for kind, row in enumerate(rows):
        plan = box.plans[kind]
        plan.count = row.number("count", 0, MOST_CARDS)
        plan.steam = row.number("steam", 0, 50)
        plan.effect = row.choice("effect", effects)
        plan.heading = row.number("heading", 0, DIRECTIONS - 1)
        plan.steps = row.number("steps", 0, 9)
        plan.amount = row.number("amount", 0, 9)
        plan.needs = row.choice("needs", needs)
        _put(plan, row, "name")
        _put(plan, row, "code", "id")
        _put(plan, row, "icon")
    if not 1 <= sum(int(plan.count) for plan in box.plans) <= MOST_CARDS:
        raise BadData(f"planning.csv: the deck must have from 1 to {MOST_CARDS} cards")
    box.plan_kinds = len(rows)


def _treasures(box: Box, data: Data) -> None:
    rows = _rows(data, "treasures", TREASURES)
    for card, row in enumerate(rows):
        treasure = box.treasures[card]
        treasure.points = row.number("points", 0, 20)
        for bonus in TREASURE_BONUSES:
            treasure.bonus[bonus] = row.number(bonus.name.lower(), 0, 9)
        for store in Store:
            treasure.gives[store] = row.number(store.name.lower(), 0, 9)
        treasure.sort_of = row.choice("class", {name: number for number, name in enumerate(CLASSES)})
        _put(treasure, row, "name")
        _put(treasure, row, "code", "id")
        _put(treasure, row, "icon")
    box.treasure_cards = len(rows)


def _upgrades(box: Box, data: Data) -> None:
    rows = _rows(data, "upgrades", UPGRADES)
    for card, row in enumerate(rows):
        upgrade = box.upgrades[card]
        upgrade.section = row.choice("section", {section.name.lower(): int(section) for section in Section})
        upgrade.iron = row.number("iron", 1, 50)
        for bonus in UPGRADE_BONUSES:
            most = TRACK - box.track if bonus == Bonus.TRACK else 1 if bonus in (Bonus.CLIMB, Bonus.DRIVE) else 9
            upgrade.bonus[bonus] = row.number(bonus.name.lower(), 0, most)
        _put(upgrade, row, "name")
        _put(upgrade, row, "code", "id")
        _put(upgrade, row, "icon")
    longest = sum(
        max((int(card.bonus[Bonus.TRACK]) for card in box.upgrades if card.section == section), default=0)
        for section in Section
    )
    if box.track + longest > TRACK:
        raise BadData(f"upgrades.csv: together they make a track longer than {TRACK} places")
    box.upgrade_cards = len(rows)


def _bag(box: Box, data: Data) -> None:
    for token, row in enumerate(_fixed_rows(data, "bag", [token.name.lower() for token in Token])):
        box.bag[token] = row.number("count", 0, 99)
        box.leaves[token] = row.number("leaves", 0, 1)
        _put(box.tokens[token], row, "name")
        _put(box.tokens[token], row, "icon")


def _spaces(box: Box, data: Data) -> None:
    for space, row in enumerate(_fixed_rows(data, "spaces", [space.name.lower() for space in Space])):
        section = Section(space // 2).name.lower() if space < KING_SPACES else "none"
        if row.text("section") != section:
            raise row.bad(f"section is {row.text('section')!r}, not {section}")
        box.big_only[space] = row.number("big_only", 0, 1)
        _put(box.spaces[space], row, "name")
        _put(box.spaces[space], row, "icon")


def _stores(box: Box, data: Data) -> None:
    for store, row in enumerate(_fixed_rows(data, "resources", [store.name.lower() for store in Store])):
        _put(box.stores[store], row, "name")
        _put(box.stores[store], row, "icon")


def _endings(box: Box, options: Options) -> None:
    used = str(options["ending"]).split("+")
    for ending in (Ending.VP_GOAL, Ending.BALROG, Ending.ROUNDS, Ending.FIRST_WRECK):
        box.endings[ending] = ending.name.lower() in used
    box.endings[Ending.LAST_ROUND] = 1
    box.vp_goal = int(options["vp_goal"])
    box.balrog_rounds = int(options["balrog"])
    box.rounds = int(options["rounds"])
    box.tow = options["tow"] == "on"


def _map(box: Box, data: Data, name: str) -> None:
    if name == "random":
        _random_map(box, data)
    else:
        _drawn_map(box, data.picture(f"maps/{name}.txt"))
    _edges(box)
    _check_one_piece(box, name)
    if not _all_can_found(box):
        where = "terrain.csv" if name == "random" else f"maps/{name}.txt"
        raise BadData(
            f"{where}: {box.seats} Holdfasts that are {box.start_distance} hexes apart do not always fit on the edge"
        )


def _lay(box: Box, radius: int, present: list[bool]) -> None:
    places = axial(radius)
    box.radius = radius
    box.hexes = len(places)
    number = {place: hex for hex, place in enumerate(places)}
    box.neighbour[:] = NOWHERE
    for hex, (column, row) in enumerate(places):
        box.column[hex] = column
        box.row[hex] = row
        for direction, (dx, dy) in enumerate(STEPS):
            other = number.get((column + dx, row + dy), NOWHERE)
            if present[hex] and other != NOWHERE and present[other]:
                box.neighbour[hex, direction] = other


def _random_map(box: Box, data: Data) -> None:
    radius = RADIUS[box.seats]
    hexes = len(axial(radius))
    box.is_random = 1
    box.layout[:] = NOWHERE
    _lay(box, radius, [True] * hexes)
    column = f"mix_{hexes}"
    for kind, row in enumerate(data.table("terrain")):
        box.mix[kind] = row.number(column, 0, hexes)
    if sum(box.mix) != hexes:
        raise BadData(f"terrain.csv: {column} adds up to {sum(box.mix)}, not {hexes}")


def _drawn_map(box: Box, picture: Picture) -> None:
    meant = picture.header.get("players", "").split()
    if meant and str(box.seats) not in meant:
        raise picture.bad(f"it is a map for {' or '.join(meant)} players, not {box.seats}")
    radius = _radius_of(picture)
    letters = {chr(box.terrains[kind].letter): kind for kind in range(box.terrain_kinds)}
    box.layout[:] = NOWHERE
    hex = 0
    for row, cells in enumerate(picture.rows):
        length = 2 * radius + 1 - abs(row - radius)
        if len(cells) != length:
            raise picture.bad(f"{len(cells)} hexes where this row of the hexagon has {length}", row)
        for cell in cells:
            if cell != GONE and cell not in letters:
                raise picture.bad(f"{cell!r} is no kind of hex; there are: {' '.join(letters)} and {GONE}", row)
            box.layout[hex] = letters.get(cell, NOWHERE)
            hex += 1
    _lay(box, radius, [box.layout[hex] != NOWHERE for hex in range(hex)])
    names = {hex_name(radius, place): hex for hex, place in enumerate(axial(radius))}
    for name in picture.header.get("skulls", "").split():
        if name not in names or box.layout[names[name]] == NOWHERE:
            raise picture.bad(f"skulls: there is no hex {name}")
        box.marked[names[name]] = 1


def _radius_of(picture: Picture) -> int:
    radius = len(picture.rows) // 2
    if len(picture.rows) % 2 == 0 or not 3 <= radius <= 5:
        raise picture.bad(f"{len(picture.rows)} rows; a map has 7, 9 or 11", len(picture.rows) - 1)
    return radius


def _edges(box: Box) -> None:
    for hex in range(box.hexes):
        around = sum(box.neighbour[hex, direction] != NOWHERE for direction in range(DIRECTIONS))
        on_map = box.is_random or box.layout[hex] != NOWHERE
        box.edge[hex] = on_map and 0 < around < DIRECTIONS


def _check_one_piece(box: Box, name: str) -> None:
    """Refuse a map in two pieces: Kings could never meet."""
    on_map = {hex for hex in range(box.hexes) if box.is_random or box.layout[hex] != NOWHERE}
    seen: set[int] = set()
    reached = [min(on_map, default=0)]
    while reached:
        hex = reached.pop()
        if hex in on_map and hex not in seen:
            seen.add(hex)
            reached.extend(box.neighbour[hex, direction] for direction in range(DIRECTIONS))
    for hex in sorted(on_map - seen):
        place = (box.column[hex], box.row[hex])
        raise BadData(f"maps/{name}.txt: hex {hex_name(box.radius, place)} is cut off from the rest of the map")


def _all_can_found(box: Box) -> bool:
    """Whether the last player finds an edge hex wherever the others put their Holdfasts (IK-3.3)."""
    places = axial(box.radius)
    edges = [hex for hex in range(box.hexes) if box.edge[hex]]
    apart = {a: sum(1 << b for b in edges if distance(places[a], places[b]) >= box.start_distance) for a in edges}

    def fits(free: int, left: int) -> bool:
        if left == 0:
            return True
        chosen = [hex for hex in edges if free >> hex & 1]
        return bool(chosen) and all(fits(free & apart[hex], left - 1) for hex in chosen)

    return fits(sum(1 << hex for hex in edges), box.seats)


assert len(Section) == SECTIONS
