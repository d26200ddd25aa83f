"""The box of Heroes: the map and its tokens, heroes, items, dice tables, and a realm sheet for each player."""

from collections.abc import Iterator

from wartable.core.component import UNIT, Component, Face, Form, Size, bring, drawn, field, framed, headline, ledger
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area
from wartable.drawing.lettering import text
from wartable.drawing.scene import Thing
from wartable.rulebook.data import Data, Row

from ..box import Box
from ..naming import HERO_NAMES, ITEM_KIND_NAMES, LEVEL_NAMES, RESOURCE_NAMES, TOKEN_NAMES, item_name
from ..state import ITEM_KINDS, KINDS, NOBODY, TIERS, Token
from .country import Grid, backdrop
from .creature import item_art, portrait
from .layout import BOARD, HERO_ICON, RESOURCE_ICONS, RESOURCE_TINTS, SUN_ICON
from .map import token_art
from .site import castle, emblem

TILE = 18.0
"""A tile of the map, in millimetres."""
TOKEN, FLAG, ITEM = Size(15, 15), Size(8, 8), Size(28, 28)
REALM, TABLES = Size(190, 246), Size(190, 246)
COLOURS = ("Blue", "Orange", "Green", "Purple")
FLAGS = 10
"""Markers of each player for mines and cities that change hands: more than one realm holds as a rule."""
CITIES = 4
"""Cities on a realm sheet."""
Rows = list[list[str]]


def components(box: Box, data: Data) -> Iterator[Component]:
    seats = int(box.seats)
    yield map_board(box)
    yield from tokens(box)
    for seat in range(seats):
        colour, ground = COLOURS[seat], f"seat{seat}-deep"
        city, flag = drawn(TOKEN, castle(seat, 11 * UNIT)), drawn(FLAG, emblem(seat, 9))
        yield Component(f"city-{seat}", "cities of the players", f"{colour} city", 1, 206, TOKEN, *disc(city, ground))
        for name in HERO_NAMES[seat][: box.hero_limit]:
            face: Face = (TOKEN.area.inset(8).moved(0, -4).thing("hero", "token", icon=HERO_ICON, seat=seat),
                    Thing("name", "text", 0, 18, 46, 10, text=name, states=("strong",)))  # fmt: skip
            yield Component(f"hero-{name.lower()}", "heroes", name, 1, 802, TOKEN, *disc(face, ground))
        kind, name = "flags for mines and cities", f"{colour} flag"
        yield Component(f"flag-{seat}", kind, name, FLAGS, 1205, FLAG, *disc(flag, ground), supply=True)
    for number in range(ITEM_KINDS):
        for level in range(1, len(LEVEL_NAMES)):
            id, name, face = f"item-{number}-{level}", item_name(number, level), item(box, number, level)
            yield Component(id, "items", name, seats, 1304, ITEM, face, face, ground="paper", supply=True)
    marker = drawn(FLAG, draw_icon(SUN_ICON, 22, "var(--gold)"))
    yield Component("day", "day marker", "Day marker", 1, 301, FLAG, *disc(marker, "sky"))
    face, name = tables(box, data), "Dice tables and prices"
    yield Component("tables", name.lower(), name, seats, 602, TABLES, face, ground="table")
    for seat in range(seats):
        id, name, face = f"realm-{seat}", f"Realm of {COLOURS[seat]}", realm(box, data, seat)
        yield Component(id, "realm sheets, to write on", name, 1, 101, REALM, face, ground=f"seat{seat}-deep")
    yield bring("d4", "die of four sides", 1, 106)
    yield bring("d6", "dice of six sides, the more the better", 6, 106)
    yield bring("d10", "die of ten sides, also for 10 to 100", 1, 106)
    if box.d20_guards:
        yield bring("d20", "die of twenty sides", 1, 1202)


def disc(face: Face, ground: str) -> tuple[Face, Face, Form, str]:
    """A round token with the same picture on both sides."""
    return face, face, "circle", ground


def map_board(box: Box) -> Component:
    """The country with a grid of tiles (HE-1.3); in parts where the paper is too small for it."""
    grid = Grid(int(box.width), int(box.height))
    scale = TILE * UNIT / grid.cell
    size = Size(round(BOARD * scale / UNIT, 1), round(BOARD * scale / UNIT, 1))
    art = f'<g transform="scale({scale:.4f}) translate({-BOARD / 2} {-BOARD / 2})">{backdrop(grid)}</g>'
    return Component(
        "map", "map", f"Map of {box.width} by {box.height} tiles", 1, 103, size, drawn(size, art), ground="table"
    )


def tokens(box: Box) -> Iterator[Component]:
    """What lies on the map: as many of each as a random one draws, or those of a drawn one's picture (HE-2.1)."""
    layout = box.layout.tolist()
    for token in Token:
        count = int(box.tokens[token]) if box.random_map else layout.count(token)
        if token and count:
            name = TOKEN_NAMES[token] if token != Token.CITY else "neutral city"
            face = drawn(TOKEN, token_art(token, 0, None, 11 * UNIT, False))
            yield Component(f"token-{token}", "tokens of the map", name, count, 201, TOKEN, *disc(face, "plains"))


def item(box: Box, kind: int, level: int) -> Face:
    """An item with what it adds to the squad of its hero."""
    art = f'<g transform="translate(0 -8)">{item_art(kind, level, 56)}</g>'
    art += text(dice(box.item_dice[kind, level - 1], box.item_plus[kind, level - 1]), 0, 36, 14, weight=700)
    return drawn(ITEM, art)


def dice(count: int, plus: int) -> str:
    return f"{count}d6" + (f"+{plus}" if plus else "")


def price(row: Row) -> str:
    """A price by the letters of the resources: `5c 10w`."""
    parts = [f"{amount}{name[0]}" for name in RESOURCE_NAMES if (amount := row.number(name, 0, 999))]
    return " ".join(parts) or "free"


def span(row: Row) -> str:
    first, last = (row.number(name, 10, 100) for name in ("from", "to"))
    return f"{first}" if first == last else f"{first} to {last}"


def tables(box: Box, data: Data) -> Face:
    """Every roll of the game and what it means, and every price."""
    inside = TABLES.area.inset(10)
    head, first, second, third, foot = inside.rows(34, 110, 236, 0, 84, gap=8)
    bonus = f" + {box.resource_bonus}" if box.resource_bonus else ""
    a, b, c = first.columns(170, 0, 180, gap=8)
    d, e = second.columns(300, 0, gap=8)
    f, g = third.rows(150, 0, gap=8)
    kinds = range(ITEM_KINDS)
    levels = [
        [name, *(dice(box.item_dice[kind, level], box.item_plus[kind, level]) for kind in kinds)]
        for level, name in enumerate(LEVEL_NAMES[1:])
    ]
    return (
        headline(head, "Dice tables and prices", 24),
        ledger(a, "resources", f"1d4, then 1d{box.numbers.resource_die}{bonus}", resource_rows(data)),
        ledger(b, "monsters", "Monsters: percentile die", encounter_rows(data)),
        ledger(c, "items", "Item: percentile die", [[span(row), row.text("name")] for row in data.table("item_kinds")]),
        ledger(d, "creatures", "Creatures: price, dice in a skirmish", creature_rows(data)),
        ledger(e, "spawners", "Spawners: price", spawner_rows(data)),
        ledger(f, "words", "Other rolls", other_rows(box, data)),
        ledger(g, "levels", f"Items: {', '.join(ITEM_KIND_NAMES)}", levels),
        *days(box, foot),
    )


def resource_rows(data: Data) -> Rows:
    return [[f"{face}", row.text("name")] for face, row in enumerate(data.table("resources"), 1)]


def encounter_rows(data: Data) -> Rows:
    meets = {"fight": "fight {}d6", "bribe": "bribe up to {}d6", "defect": "{}d6 may join"}
    return [
        [span(row), row.text("name"), meets[row.text("effect")].format(row.number("dice", 1, 12))]
        for row in data.table("encounters")
    ]


def creature_rows(data: Data) -> Rows:
    return [
        [row.text("name"), price(row), dice(row.number("dice", 1, 99), row.number("plus", 0, 99))]
        for row in data.table("creatures")
    ]


def spawner_rows(data: Data) -> Rows:
    return [
        [f"tier {row.number('tier', 1, 5)}, rank {row.number('rank', 1, 2)}", price(row)]
        for row in data.table("spawners")
    ]


def other_rows(box: Box, data: Data) -> Rows:
    numbers = box.numbers
    least = data.number("guard_from", 1, 10)
    guard = f"{data.number('guard_from_d20', 1, 20)} to 20 of 1d20" if box.d20_guards else f"{least}0 to 100"
    pays = ", ".join(f"{n} {name}" for n, name in zip(box.per_city.tolist(), RESOURCE_NAMES, strict=True) if n)
    tiers = f"{numbers.monster_tier_least} to {numbers.monster_tier_most}"
    return [
        ["Movement", f"1d{numbers.movement_die} steps for each hero"],
        ["Guardians of a mine", f"on {guard}: {numbers.guard_dice}d6+{numbers.guard_plus} monsters"],
        ["Neutral city", f"{numbers.neutral_dice}d6 defenders at the first attack"],
        ["Monsters", f"tier of the highest spawner, {tiers}, rank 1"],
        ["Quality of an item", f"on {numbers.quality_from}0 or more a level up, roll again"],
        ["Each day", f"each city pays {pays}"],
    ]


def days(box: Box, area: Area) -> Iterator[Thing]:
    """The track of the days; of a long campaign its first forty."""
    count = min(int(box.days), 40)
    yield field(area, "days", "Day", 14)
    places = area.inset(6, 0).rows(20, 0, 4)[1].grid(count, max(count // 2, 1), gap=2)
    for number, place in enumerate(places, 1):
        yield field(place, f"day-{number}", str(number), 13)


def realm(box: Box, data: Data, seat: int) -> Face:
    """Stocks, cities with spawners and garrisons, heroes with items and troops: written on with a pencil."""
    inside = REALM.area.inset(8)
    head, stocks, cities, heroes = inside.rows(34, 60, 0, 300, gap=8)
    things = [framed(inside), headline(head, f"Realm of {COLOURS[seat]}", 24, f"seat{seat}")]
    for number, place in enumerate(stocks.inset(6, 0).grid(4, 4, gap=6)):
        things.append(field(place, f"stock-{number}", RESOURCE_NAMES[number], 14))
        icon = place.sized(26, 26).moved(place.width / 2 - 20, -place.height / 2 + 20)
        things.append(icon.thing(f"icon-{number}", "icon", icon=RESOURCE_ICONS[number], tint=RESOURCE_TINTS[number]))
    slots = int(box.numbers.slots)
    for number, place in enumerate(cities.inset(6, 0).stack(CITIES, gap=6)):
        things.append(field(place, f"city-{number}", f"City {number + 1}", 14))
        spawners, garrison = place.inset(6, 6).rows(18, 0)[1].columns(0, 250, gap=8)
        for kind, box_of in enumerate(spawners.grid(KINDS, TIERS, gap=4)):
            name = f"{kind % TIERS + 1}{'*' if kind < TIERS else '**'}"
            things.append(field(box_of, f"spawner-{number}-{kind}", name, 12))
        for slot, box_of in enumerate(garrison.grid(slots, slots, gap=4)):
            things.append(field(box_of, f"slot-{number}-{slot}", "", 12))
    limit = max(int(box.hero_limit), 1)
    for number, place in enumerate(heroes.inset(6, 0).stack(limit, gap=6)):
        name = HERO_NAMES[seat][number]
        things.append(field(place, f"hero-{number}", name, 15))
        gear, troops = place.inset(6, 6).rows(16, 0)[1].columns(180, 0, gap=8)
        for kind, box_of in enumerate(gear.grid(ITEM_KINDS, ITEM_KINDS, gap=4)):
            things.append(field(box_of, f"gear-{number}-{kind}", ITEM_KIND_NAMES[kind], 12))
        for kind, box_of in enumerate(troops.grid(KINDS, KINDS, gap=3)):
            things.append(field(box_of, f"troop-{number}-{kind}"))
            face = box_of.rows(30, 0)[0].sized(26, 26)
            things.append(face.thing(f"face-{number}-{kind}", "art", art=portrait(kind, 26, NOBODY)))
    return tuple(things)
