"""The box of Heroes: data files and options as one read-only record."""

from collections.abc import Iterator
from enum import IntEnum

import numpy as np

from wartable.core.record import Array, Grid, Struct, f64, i8, i16, new, size
from wartable.errors import BadData, BadOption
from wartable.rulebook.data import Data, Picture, Row
from wartable.rulebook.options import Option, Options

from .state import CITIES, EDGE, ITEM_KINDS, KINDS, LEVELS, PERCENT_FACES, RESOURCES, SPLITS, TIERS, TILES, Token

LEAST_EDGE = 4
MOST_TOKENS = 50
"""The most tokens of a kind on one map, so that with those that appear in a campaign all items fit in the record."""
MAP_SYMBOLS = ".C"

SPAWNER_PRICE, CREATURE_PRICE, PROMOTION_PRICE = 0, KINDS, 2 * KINDS
RAMPART_PRICE = PROMOTION_PRICE + TIERS
PRICES = RAMPART_PRICE + 1


OPTIONS = (
    Option("mode", "twenty days, or the long game of chapter 19", ("normal", "campaign")),
    Option("map", "where the tokens lie", ("random", "example"), file="maps"),
    Option("steps", "how many neighbours a tile has", (4, 8)),
    Option("hero_limit", "the most heroes of one player", (3, 1, 2, 4, 5)),
    Option("mine_guards", "the die rolled for guardians", ("percentile", "d20")),
    Option("resource_bonus", "added to the roll for a resource token", ("0", "2")),
)


class Encounter(IntEnum):
    """What a hero can meet on a monster token, by the effect column of encounters.csv."""

    FIGHT = 0
    BRIBE = 1
    DEFECT = 2


class Split(IntEnum):
    """How a ready-made split divides an army, by the effect column of splits.csv."""

    EVEN = 0
    KINDS = 1
    SINGLES = 2


class Numbers(Struct):
    """The numbers of numbers.csv that the rules read, under the same names."""

    hero_coins: i16
    hero_food: i16
    mine_yield: i16
    slots: i8
    squads: i8
    changes: i16
    movement_die: i8
    resource_die: i8
    guard_from: i8
    guard_from_d20: i8
    guard_dice: i8
    guard_plus: i8
    neutral_dice: i8
    monster_tier_least: i8
    monster_tier_most: i8
    monster_reward: i16
    quality_from: i8
    rampart_dice: i8
    rampart_faces: i8
    rampart_plus: i16
    value_city: i16
    value_mine: i16
    value_coin: i16
    value_level: i16
    value_resources: i16


class Weights(Struct):
    """The judge's weights from judge.csv, in coins unless stated otherwise."""

    lead: f64
    lead_a_day: f64
    most_lead: f64
    horizon: i16
    reach: i16
    coin: f64
    wood: f64
    food: f64
    stone: f64
    saving: f64
    garrison: f64
    spawner: f64
    spawner_a_day: f64
    rampart: f64
    hero: f64
    next_hero: f64
    site: f64
    fade: f64
    level: f64
    loot: f64
    hunger: f64
    danger: f64
    answer: f64
    fuss: f64
    idle: f64
    lure: f64
    near: f64
    far: f64
    crowd: f64
    caution: f64
    token_resource: f64
    token_bonus: f64
    token_item: f64
    enemy_mine: f64
    mine_guards: f64
    enemy_city: f64
    prey: f64
    fetch: f64
    recruits: f64
    escort: f64
    keep: f64
    dividing: f64


class Box(Struct, tag="heroes"):
    seats: i8
    width: i8
    height: i8
    steps: i8
    campaign: i8
    days: i16
    hero_limit: i8
    d20_guards: i8
    resource_bonus: i8
    random_map: i8
    marked: i8
    neutral_cities: i8
    layout: Array[i8] = size(TILES)
    """The token that a drawn map shows on each tile."""
    sites: Array[i8] = size(TILES)
    """1 on tiles that a drawn map marks for a player's city."""
    tokens: Array[i16] = size(6)
    """How many of each token a random map has."""
    returns: Array[i8] = size(6)
    """1 for the tokens that come back in a campaign."""
    start: Array[i16] = size(RESOURCES)
    per_city: Array[i16] = size(RESOURCES)
    price: Grid[i16] = size(PRICES, RESOURCES)
    """Prices: spawners, creatures and promotions by kind, each from its first row on, then a rampart."""
    dice: Array[i8] = size(KINDS)
    plus: Array[i8] = size(KINDS)
    ranking: Array[i8] = size(KINDS)
    """The kinds from strongest to weakest, by their average roll."""
    item_dice: Grid[i8] = size(ITEM_KINDS, LEVELS)
    item_plus: Grid[i8] = size(ITEM_KINDS, LEVELS)
    item_kind: Array[i8] = size(10)
    """The kind of item for each face of the percentile die."""
    encounter: Array[i8] = size(10)
    encounter_dice: Array[i8] = size(10)
    split_squads: Array[i8] = size(SPLITS)
    split_effect: Array[i8] = size(SPLITS)
    numbers: Numbers
    weights: Weights


def make_box(options: Options, data: Data, seats: int) -> Box:
    box: Box = new(Box.dtype)
    box.seats = seats
    box.steps = int(options["steps"])
    box.campaign = options["mode"] == "campaign"
    box.days = data.number("days_campaign" if box.campaign else "days_normal", 1, 200)
    box.hero_limit = int(options["hero_limit"])
    box.d20_guards = options["mine_guards"] == "d20"
    box.resource_bonus = int(options["resource_bonus"])
    _read_numbers(box, data)
    _read_resources(box, data)
    _read_creatures(box, data)
    _read_tokens(box, data, seats)
    _read_encounters(box, data)
    _read_items(box, data)
    _read_splits(box, data)
    data.read_weights(box.weights, above_zero=("lead", "lead_a_day", "most_lead", "fade", "near", "far", "keep"))
    _read_map(box, data, str(options["map"]), seats)
    return box


RESOURCE_IDS = ("coins", "wood", "food", "stone")
LIMITS = {
    "slots": (1, 10),
    "squads": (1, 4),
    "movement_die": (1, 20),
    "resource_die": (1, 20),
    "neutral_dice": (1, 12),
    "guard_dice": (1, 12),
    "guard_plus": (0, 12),
    "rampart_faces": (1, 20),
    "value_resources": (1, 999),
    "monster_tier_least": (1, 5),
    "monster_tier_most": (1, 5),
    "changes": (0, 1000),
    "rampart_dice": (0, 12),
    "guard_from": (1, 11),
    "guard_from_d20": (1, 21),
    "quality_from": (1, 11),
}


def _read_numbers(box: Box, data: Data) -> None:
    for name in Numbers.dtype.names or ():
        least, most = LIMITS.get(name, (0, 999))
        setattr(box.numbers, name, data.number(name, least, most))
    if box.numbers.monster_tier_least > box.numbers.monster_tier_most:
        raise BadData("numbers.csv: monster_tier_least is above monster_tier_most")
    for index, name in enumerate(RESOURCE_IDS):
        box.price[RAMPART_PRICE, index] = data.number(f"rampart_{name}", 0, 999)


def _rows(data: Data, stem: str, ids: tuple[str, ...]) -> list[Row]:
    """The rows of a table, which must have these ids in this order: rules know them by position."""
    rows = data.table(stem)
    found = tuple(row.id for row in rows)
    if found != ids:
        raise BadData(f"{stem}.csv: its rows must be {', '.join(ids)}, in this order; they are {', '.join(found)}")
    return rows


def _read_resources(box: Box, data: Data) -> None:
    for index, row in enumerate(_rows(data, "resources", RESOURCE_IDS)):
        box.start[index] = row.number("start", 0, 999)
        box.per_city[index] = row.number("per_city", 0, 99)


KIND_IDS = tuple(f"tier_{tier}_rank_{rank}" for rank in (1, 2) for tier in (1, 2, 3, 4, 5))


def _read_creatures(box: Box, data: Data) -> None:
    for kind, row in enumerate(_rows(data, "spawners", KIND_IDS)):
        for resource, name in enumerate(RESOURCE_IDS):
            box.price[SPAWNER_PRICE + kind, resource] = row.number(name, 0, 999)
    for kind, row in enumerate(_rows(data, "creatures", KIND_IDS)):
        for resource, name in enumerate(RESOURCE_IDS):
            box.price[CREATURE_PRICE + kind, resource] = row.number(name, 0, 99)
        if box.price[CREATURE_PRICE + kind].sum() == 0:
            raise row.bad("a creature must cost something")
        box.dice[kind] = row.number("dice", 1, 12)
        box.plus[kind] = row.number("plus", 0, 99)
    box.ranking[:] = sorted(range(KINDS), key=lambda kind: (-7 * box.dice[kind] - 2 * box.plus[kind], -kind))
    for tier, row in enumerate(data.table("creatures")[5:]):
        first, second = box.price[CREATURE_PRICE + tier], box.price[CREATURE_PRICE + tier + TIERS]
        if (second < first).any():
            raise row.bad("a creature of rank 2 must not be cheaper in any resource than its rank 1")
        if (second == first).all():
            raise row.bad("a promotion must cost something")
        box.price[PROMOTION_PRICE + tier] = second - first


TOKEN_IDS = ("item", "resource", "monster", "mine", "city")


def _read_tokens(box: Box, data: Data, seats: int) -> None:
    for index, row in enumerate(_rows(data, "tokens", TOKEN_IDS), 1):
        box.tokens[index] = row.number("for_each_player", 0, MOST_TOKENS // 4) * seats
        box.returns[index] = row.number("returns", 0, 1)
    if box.returns[Token.MINE] or box.returns[Token.CITY]:
        raise BadData("tokens.csv: mines and cities never leave the map, so they cannot return")
    if box.tokens[Token.CITY] + seats > CITIES:
        raise BadData(f"tokens.csv: with {seats} players there is room for {CITIES - seats} neutral cities")


def _faces(row: Row) -> range:
    """The faces, 0 to 9, of the percentile die that a row covers with its columns from and to."""
    first, last = row.number("from", 10, 100), row.number("to", 10, 100)
    if first % 10 or last % 10 or first > last:
        raise row.bad(f"{first} to {last} is no range of the percentile die")
    return range(first // 10 - 1, last // 10)


def _by_face(rows: list[Row], file: str) -> Iterator[tuple[int, Row]]:
    """The row of each face of the percentile die."""
    taken: set[int] = set()
    for row in rows:
        for face in _faces(row):
            if face in taken:
                raise row.bad(f"{face * 10 + 10} stands in another row already")
            taken.add(face)
            yield face, row
    if len(taken) < PERCENT_FACES:
        raise BadData(f"{file}: some face of the percentile die stands in no row")


def _read_encounters(box: Box, data: Data) -> None:
    effects = {"fight": Encounter.FIGHT, "bribe": Encounter.BRIBE, "defect": Encounter.DEFECT}
    for face, row in _by_face(data.table("encounters"), "encounters.csv"):
        box.encounter[face] = effect = row.choice("effect", effects)
        box.encounter_dice[face] = row.number("dice", 1, 12 if effect == Encounter.FIGHT else 2)


def _read_items(box: Box, data: Data) -> None:
    kinds = {id: index for index, id in enumerate(("main_hand", "off_hand", "amulet"))}
    for face, row in _by_face(_rows(data, "item_kinds", tuple(kinds)), "item_kinds.csv"):
        box.item_kind[face] = kinds[row.id]
    qualities = {row.id: row.number("level", 1, LEVELS) - 1 for row in data.table("qualities")}
    box.item_dice[:] = -1
    for row in data.table("items"):
        kind, level = row.choice("kind", kinds), row.choice("quality", qualities)
        box.item_dice[kind, level] = row.number("dice", 1, 12)
        box.item_plus[kind, level] = row.number("plus", 0, 99)
    if (box.item_dice < 0).any():
        raise BadData("items.csv: some kind of item has no row for some quality")


def _read_splits(box: Box, data: Data) -> None:
    effects = {"even": Split.EVEN, "kinds": Split.KINDS, "singles": Split.SINGLES}
    rows = data.table("splits")
    if len(rows) > SPLITS:
        raise BadData(f"splits.csv: there is room for {SPLITS} ready-made splits")
    for index, row in enumerate(rows):
        box.split_squads[index] = row.number("squads", 1, box.numbers.squads)
        box.split_effect[index] = row.choice("effect", effects)
    if not len(rows) or box.split_squads[0] != 1:
        raise BadData("splits.csv: the first split must be one squad")


def _read_map(box: Box, data: Data, name: str, seats: int) -> None:
    if name == "random":
        edge = data.number("tiles_campaign" if box.campaign else f"tiles_{seats}", LEAST_EDGE, EDGE)
        box.random_map = 1
        box.width = box.height = edge
        box.neutral_cities = box.tokens[Token.CITY]
        if int(box.tokens.sum()) + seats > edge * edge:
            raise BadData(f"tokens.csv: a map of {edge} by {edge} tiles is too small for all tokens and cities")
        return
    picture = data.picture(f"maps/{name}.txt")
    _check_header(picture, name, seats)
    symbols = {row.text("symbol"): token for token, row in enumerate(_rows(data, "tokens", TOKEN_IDS), 1)}
    _draw_map(box, picture, symbols)
    _check_map(box, picture, seats)


def _check_header(picture: Picture, name: str, seats: int) -> None:
    for key in picture.header:
        if key not in ("name", "players"):
            raise picture.bad(f"the header line {key!r} is not known; there are name and players")
    if "players" in picture.header:
        counts = picture.header["players"].split()
        if not all(count in ("2", "3", "4") for count in counts):
            raise picture.bad(f"players is {picture.header['players']!r}, not numbers from 2 to 4")
        if str(seats) not in counts:
            raise BadOption(f"option map={name}: this map is for {' or '.join(counts)} players, not for {seats}")


def _draw_map(box: Box, picture: Picture, symbols: dict[str, int]) -> None:
    box.width, box.height = min(len(picture.rows[0]), 127), min(len(picture.rows), 127)
    if not (LEAST_EDGE <= box.width <= EDGE and LEAST_EDGE <= box.height <= EDGE):
        raise picture.bad(f"the map is {box.width} by {box.height} tiles, not from {LEAST_EDGE} to {EDGE} each way", 0)
    box.tokens[:] = 0
    for y, row in enumerate(picture.rows):
        if len(row) != box.width:
            raise picture.bad(f"{len(row)} tiles in this row where the first has {box.width}", y)
        for x, symbol in enumerate(row):
            tile = y * box.width + x
            if symbol in symbols:
                box.layout[tile] = symbols[symbol]
                box.tokens[symbols[symbol]] += 1
            elif symbol == "C":
                box.sites[tile] = 1
                box.marked = 1
            elif symbol != ".":
                known = " ".join([*MAP_SYMBOLS, *symbols])
                raise picture.bad(f"tile {x + 1} is {symbol!r}, not one of {known}", y)


def _check_map(box: Box, picture: Picture, seats: int) -> None:
    last = len(picture.rows) - 1
    box.neutral_cities = min(box.tokens[Token.CITY], 100)
    for token, name in enumerate(TOKEN_IDS, 1):
        if box.tokens[token] > MOST_TOKENS:
            raise picture.bad(f"{box.tokens[token]} tokens of the kind {name}; {MOST_TOKENS} is the most", last)
    if box.neutral_cities + seats > CITIES:
        most = CITIES - seats
        raise picture.bad(f"{box.neutral_cities} neutral cities; with {seats} players {most} is the most", last)
    sites = int(np.sum(box.sites))
    open_tiles = box.width * box.height - int(box.tokens.sum())
    if box.marked and sites < seats:
        raise picture.bad(f"{sites} tiles are marked C for a city of a player, but there are {seats} players", last)
    if open_tiles < seats:
        raise picture.bad(f"there are only {open_tiles} open tiles for the cities of {seats} players", last)
