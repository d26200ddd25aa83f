"""The cities: one's own with all that is built and who is there, those of others in a line, and a legend."""

from collections.abc import Iterator
from functools import cache

from wartable.compiler.mode import plain
from wartable.drawing.icons import draw_icon
from wartable.drawing.scene import Thing

from ..box import CREATURE_PRICE, SPAWNER_PRICE, Box
from ..naming import army, city_name, city_tile, creature, goods, price
from ..rules.realm import (
    army_value,
    city_count,
    has_spawner,
    is_defended,
    level_value,
    mine_count,
    realm_value,
    stock_value,
)
from ..state import KINDS, NOBODY, RESOURCES, TIERS, State, Token
from .creature import Line, troop_things
from .layout import (
    ARMOUR_ICON,
    CREATURE_ICONS,
    HERO_ICON,
    RAMPART_ICON,
    RESOURCE_ICONS,
    RESOURCE_TINTS,
    TOKEN_ICONS,
)
from .map import city_words
from .realm import CARD_WIDTH, MIDDLE, ground
from .site import castle, lair, lowered, pit, treasure

CITY_ROW = 66
"""The least height of a city of one's own, with spawners and garrison."""
CITY_FULL, GARRISON = 132, 48
"""The height of one with all that there is to say, and what a garrison adds to it."""
RIVAL_ROW = 48
"""A city of somebody else."""
ROOMY, NAMED, NEXT = 84, 104, 124
"""So high beside its garrison a city has large spawners; so high their names; so high what comes next."""
COLUMN = 59
"""How wide the spawners of a tier are."""


def city_things(view: State, box: Box, own: int, room: float) -> Iterator[Thing]:
    """All cities that belong to somebody, the viewer's first and large; only those where room is short."""
    owned = [city for city in range(box.seats + box.neutral_cities) if view.cities[city].owner != NOBODY]
    mine = [city for city in owned if view.cities[city].owner == own]
    others = sorted((city for city in owned if city not in mine), key=lambda city: (view.cities[city].owner, city))
    if room - 10 - RIVAL_ROW * len(others) < CITY_ROW * len(mine):
        others = []
    left = room - 10 - RIVAL_ROW * len(others)
    wanted = [CITY_FULL + (GARRISON if any(view.cities[city].garrison) else 0) for city in mine]
    share = min(1.0, left / max(sum(wanted), 1))
    rows = [max(CITY_ROW, each * share) for each in wanted]
    if sum(rows) > left:
        rows = [left / len(mine)] * len(mine)
    top = 5.0
    for city, row in zip(mine, rows, strict=True):
        yield from city_row(view, box, city, top, row)
        top += row
    for place, city in enumerate(others):
        yield from rival_row(view, box, city, top + RIVAL_ROW * place)
    top += RIVAL_ROW * len(others)
    # At the end every realm is reckoned up, the best first.
    seats = sorted(range(box.seats), key=lambda seat: -plain(realm_value)(view, box, seat)) if view.head.over else [own]
    for seat in seats:
        if view.day and not view.players[seat].out and room - top >= LEDGER:
            yield ledger(view, box, seat, top, bool(view.head.over))
            top += LEDGER
    yield from legend(room, top)


LEDGER = 72
"""What a realm is worth, part by part."""


def ledger(view: State, box: Box, seat: int, top: float, named: bool) -> Thing:
    """What a realm counts at the end (HE-18.4)."""
    troops, items = int(plain(army_value)(view, box, seat)), int(plain(level_value)(view, box, seat))
    cities = int(plain(city_count)(view, box, seat)) * int(box.numbers.value_city)
    mines = int(plain(mine_count)(view, seat)) * int(box.numbers.value_mine)
    stores = int(plain(stock_value)(view, box, seat))
    whole = cities + mines + troops + items + stores
    parts = (f"cities {cities}, mines {mines}, troops {troops},", f"items {items}, stores {stores}")
    whose = f"{{{seat}}}" if named else "Your realm"
    return Thing(
        f"ledger-{seat}", "space", MIDDLE, top + LEDGER / 2 - 2.5, CARD_WIDTH, LEDGER - 5, "cities",
        states=("thumb",), art=sample(draw_icon("crown", 40, "var(--gold)"), LEDGER - 5), text=f"{whose}: {whole}",
        lines=parts, label=f"{whose}: worth {whole}, {' '.join(parts)}", aside=True,
    )  # fmt: skip


LEGEND = (
    ("A hero", "leads troops and finds things", draw_icon(HERO_ICON, 38, "var(--ink)")),
    ("A city", "pays every day; may be defended", castle(None, 38)),
    ("A mine", "pays every day; may be guarded", pit(None, 36)),
    ("Monsters", "fight, take bribes or join you", lair(0, 34)),
    ("A chest", "has an item for a hero", treasure(TOKEN_ICONS[Token.ITEM], "chest", 40)),
    ("A crate", "has coins, wood, food or stone", treasure(TOKEN_ICONS[Token.RESOURCE], "crate", 40)),
)
LEGEND_ROW, LEGEND_MOST = 50, 120


def legend(room: float, top: float) -> list[Thing]:
    """What lies on the map, as much of it as the cities leave room for."""
    shown = LEGEND[: max(0, int((room - top - 6) // LEGEND_ROW))]
    row = min(LEGEND_MOST, (room - top - 6) / max(len(shown), 1))
    return [
        Thing(
            f"legend-{place}", "space", MIDDLE, top + row * (place + 0.5), CARD_WIDTH, row - 6, "cities",
            states=("thumb",), art=sample(picture, row - 6), text=name, lines=(words,), label=f"{name} {words}",
            aside=True,
        )
        for place, (name, words, picture) in enumerate(shown)
    ]  # fmt: skip


@cache
def sample(picture: str, high: float) -> str:
    """The ground of a row of the legend, and at its left what lies on the map."""
    area = f'<rect x="{-CARD_WIDTH / 2:g}" y="{-high / 2:.1f}" width="{CARD_WIDTH}" height="{high:.1f}" rx="7"'
    return f'{area} fill="var(--panel)"/><g transform="translate({40 - CARD_WIDTH / 2:g} 0)">{picture}</g>'


def city_row(view: State, box: Box, number: int, top: float, row: float) -> Iterator[Thing]:
    """A city of the viewer: its name, the spawners of each tier, plain and armoured, and its garrison."""
    city, high = view.cities[number], row - 5
    # What is left beside the garrison; where there is little, the garrison stands beside the name.
    narrow = high < 84
    rest = high - (GARRISON - 6 if any(city.garrison) and not narrow else 0)
    roomy = rest >= ROOMY
    head, dens, size = (44, 34, 34) if roomy else (28, 24, 22)
    y = top + head / 2 + 1
    yield Thing(
        f"hall-{number}", "art", 34, y, size + 4, size, "cities", seat=city.owner,
        art=ground(int(city.owner), 34, head / 2 + 1, high) + lowered(castle(int(city.owner), size), size),
        label=city_words(view, box, number),
    )  # fmt: skip
    yield Thing(
        f"hall-name-{number}", "text", 128, y - (9 if roomy else 0), 132, 17, "cities", seat=city.owner,
        text=city_name(view, box, number), shape="left", states=("strong",), layer=1,
    )  # fmt: skip
    yield Thing(
        f"hall-tile-{number}", "text", 280, y - (9 if roomy else 0), 40, 14, "cities",
        text=city_tile(view, box, number), tint="soft", shape="right", layer=1,
    )  # fmt: skip
    yield from spawner_things(view, box, number, top + head + 2 + dens / 2, dens)
    end = top + head + dens + 4
    if rest >= NAMED:
        yield from name_things(view, number, end + 8)
        end += 18
    if rest >= NEXT:
        yield from next_things(view, box, number, end + 8)
        end += 18
    line = Line(16, 290, (end + top + high) / 2, top + high - end - 6, "cities")
    if narrow:
        line = Line(136, 132, y, 26, "cities")
    yield from troop_things(f"garrison-{number}", city.garrison, line, int(city.owner))
    if not plain(is_defended)(view, number):
        words, at = ("no troops: whoever comes takes it", (156, y + 10, 188)) if roomy else ("no troops", (218, y, 76))
        yield Thing(
            f"open-{number}", "text", at[0], at[1], at[2], 14, "cities", text=words, tint="bad", layer=1,
            shape="left" if roomy else "right",
        )  # fmt: skip
    elif roomy:
        words = "its garrison guards it" if any(city.garrison) else "heroes guard it"
        yield Thing(
            f"guarded-{number}", "text", 156, y + 10, 188, 14, "cities", text=words, tint="soft", shape="left",
            layer=1,
        )  # fmt: skip
    if box.campaign and (roomy or not narrow):
        yield Thing(
            f"wall-{number}", "icon", 246, y - (9 if roomy else 0), 20, 20, "cities", RAMPART_ICON, layer=1,
            states=() if city.rampart else ("spent",), label="rampart" if city.rampart else "no rampart",
        )  # fmt: skip


def spawner_things(view: State, box: Box, number: int, y: float, high: int) -> Iterator[Thing]:
    """A den for each tier, and beside it the forge that arms its creatures."""
    for kind in range(KINDS):
        built, armour = bool(plain(has_spawner)(view, number, kind)), kind >= TIERS
        left = 11 + COLUMN * (kind % TIERS)
        x, wide = (left + 47, 22) if armour else (left + 17, 34)
        cost = price(box.price[(CREATURE_PRICE if built else SPAWNER_PRICE) + kind])
        yield Thing(
            f"spawner-{number}-{kind}", "art", x, y, wide, high, "cities", art=spawner(kind, built, wide, high),
            label=f"recruit {creature(kind)}: {cost} each" if built else f"spawner of {creature(kind)}: {cost}",
            layer=1,
        )  # fmt: skip


def name_things(view: State, number: int, y: float) -> list[Thing]:
    """The creatures of each tier by name, those that the city has in ink."""
    return [
        Thing(
            f"breed-{number}-{tier}", "text", 11 + COLUMN * tier + 28.5, y, 57, 13, "cities",
            text=creature(tier).title(),
            tint="" if plain(has_spawner)(view, number, tier) else "soft", layer=1,
        )
        for tier in range(TIERS)
    ]  # fmt: skip


def next_things(view: State, box: Box, number: int, y: float) -> Iterator[Thing]:
    """The next spawner of a tier that the city lacks, and its price."""
    missing = next((tier for tier in range(TIERS) if not plain(has_spawner)(view, number, tier)), None)
    if missing is None or view.head.over:
        return
    cost = [int(amount) for amount in box.price[SPAWNER_PRICE + missing]]
    yield Thing(
        f"next-{number}", "text", 69, y, 106, 14, "cities", text=f"Next: {creature(missing)}", tint="soft",
        shape="left", layer=1, label=f"to build next: {creature(missing)} for {price(cost)}",
    )  # fmt: skip
    for place, resource in enumerate(each for each in range(RESOURCES) if cost[each]):
        yield Thing(
            f"next-{number}-{resource}", "icon", 146 + 44 * place, y, 42, 18, "cities", RESOURCE_ICONS[resource],
            text=str(cost[resource]), tint=RESOURCE_TINTS[resource], layer=1, label=goods(resource, cost[resource]),
        )  # fmt: skip


@cache
def spawner(kind: int, built: bool, wide: int, high: int) -> str:
    """A den of creatures in the colours of its tier, or the forge of their armour; not built it is an empty socket."""
    tier, armour = kind % TIERS, kind >= TIERS
    area = f'<rect x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide}" height="{high}" rx="5"'
    name, size = (ARMOUR_ICON, min(wide - 4, high - 6)) if armour else (CREATURE_ICONS[tier], min(wide, high) * 0.86)
    if not built:
        pale = f'<g opacity=".5">{draw_icon(name, size, "var(--soft)")}</g>'
        return f'{area} fill="var(--table)" stroke="var(--edge)" stroke-dasharray="3 3"/>{pale}'
    ground, edge, colour = f"var(--tier{tier})", f"var(--tier{tier}-ink)", f"var(--tier{tier}-ink)"
    if armour:
        edge = colour = "var(--gold)"
    return (
        f'{area} fill="{ground}" stroke="{edge}" stroke-width="1.8"/>{area} fill="url(#sheen)"/>'
        f"{draw_icon(name, size, colour)}"
    )


def rival_row(view: State, box: Box, number: int, top: float) -> Iterator[Thing]:
    """A city of somebody else, in one line: its name, its garrison, and the spawners that it has."""
    city = view.cities[number]
    high = RIVAL_ROW - 5
    y = top + high / 2
    guarded = "" if any(city.garrison) else ", its heroes" if plain(is_defended)(view, number) else ", no troops"
    yield Thing(
        f"hall-{number}", "art", 31, y, 36, 34, "cities", seat=city.owner,
        art=ground(int(city.owner), 31, high / 2, high) + lowered(castle(int(city.owner), 26), 26),
        label=city_words(view, box, number),
    )  # fmt: skip
    yield Thing(
        f"hall-name-{number}", "text", 98, y - 9, 90, 15, "cities", seat=city.owner,
        text=city_name(view, box, number), shape="left", states=("strong",), layer=1,
    )  # fmt: skip
    yield Thing(
        f"hall-tile-{number}", "text", 103, y + 9, 100, 13, "cities", shape="left", layer=1,
        text=f"{city_tile(view, box, number)}{guarded}", tint="bad" if guarded == ", no troops" else "soft",
    )  # fmt: skip
    built = [kind for kind in range(KINDS) if plain(has_spawner)(view, number, kind)]
    step = min(25.0, 76 / max(len(built), 1))
    for place, kind in enumerate(built):
        yield Thing(
            f"spawner-{number}-{kind}", "art", 298 - step * (len(built) - 1 - place), y, 23, 26, "cities",
            art=spawner(kind, True, 20 if kind >= TIERS else 24, 26), label=f"spawner of {creature(kind)}: built",
            layer=1,
        )  # fmt: skip
    if sum(1 for kind in range(KINDS) if city.garrison[kind]) > 2:
        # Faces of many kinds would be too small to be told apart.
        words = str(sum(int(number) for number in city.garrison))
        yield Thing(
            f"garrison-{number}", "icon", 180, y, 68, 30, "cities", "minions", text=words, tint="ink", layer=1,
            label=army(city.garrison),
        )  # fmt: skip
        return
    yield from troop_things(f"garrison-{number}", city.garrison, Line(146, 80, y, high - 7, "cities"), int(city.owner))
