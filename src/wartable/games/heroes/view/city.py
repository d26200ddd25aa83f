"""The cities: one's own with all that is built and who is there, those of others in a line, and a legend."""

from collections.abc import Iterator
from functools import cache

from wartable.compiler.mode import plain
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area
from wartable.drawing.scene import Mark, Thing

from ..box import CREATURE_PRICE, SPAWNER_PRICE, Box
from ..naming import army, city_name, city_tile, creature, goods, price, spawners_in
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
from .creature import troop_things
from .layout import (
    ARMOUR_ICON,
    CREATURE_ICONS,
    HERO_ICON,
    RAMPART_ICON,
    RESOURCE_ICONS,
    RESOURCE_TINTS,
    SIDE_WIDTH,
    TOKEN_ICONS,
)
from .map import city_words
from .realm import ground, plate
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
STRONG: tuple[Mark, ...] = ("strong",)


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
    rest = Area(0, 5, SIDE_WIDTH, room - 5, "cities")
    for city, row in zip(mine, rows, strict=True):
        yield from city_row(view, box, city, rest._replace(height=row))
        rest = rest.moved(0, row)
    for city in others:
        yield from rival_row(view, box, city, rest._replace(height=RIVAL_ROW))
        rest = rest.moved(0, RIVAL_ROW)
    # At the end every realm is reckoned up, the best first.
    seats = sorted(range(box.seats), key=lambda seat: -plain(realm_value)(view, box, seat)) if view.head.over else [own]
    for seat in seats:
        if view.day and not view.players[seat].out and room - rest.y >= LEDGER:
            yield ledger(view, box, seat, rest.inset(5, 0)._replace(height=LEDGER - 5))
            rest = rest.moved(0, LEDGER)
    yield from legend(rest._replace(height=room - rest.y - 6))


LEDGER = 72
"""What a realm is worth, part by part."""


def ledger(view: State, box: Box, seat: int, area: Area) -> Thing:
    """What a realm counts at the end (HE-18.4)."""
    troops, items = int(plain(army_value)(view, box, seat)), int(plain(level_value)(view, box, seat))
    cities = int(plain(city_count)(view, box, seat)) * int(box.numbers.value_city)
    mines = int(plain(mine_count)(view, seat)) * int(box.numbers.value_mine)
    stores = int(plain(stock_value)(view, box, seat))
    whole = cities + mines + troops + items + stores
    parts = (f"cities {cities}, mines {mines}, troops {troops},", f"items {items}, stores {stores}")
    whose = f"{{{seat}}}" if view.head.over else "Your realm"
    crown, label = draw_icon("crown", 40, "var(--gold)"), f"{whose}: worth {whole}, {' '.join(parts)}"
    return plate(area, f"ledger-{seat}", crown, f"{whose}: {whole}", parts, label)


LEGEND = (
    ("A hero", "leads troops and finds things", draw_icon(HERO_ICON, 38, "var(--ink)")),
    ("A city", "pays every day; may be defended", castle(None, 38)),
    ("A mine", "pays every day; may be guarded", pit(None, 36)),
    ("Monsters", "fight, take bribes or join you", lair(0, 34)),
    ("A chest", "has an item for a hero", treasure(TOKEN_ICONS[Token.ITEM], "chest", 40)),
    ("A crate", "has coins, wood, food or stone", treasure(TOKEN_ICONS[Token.RESOURCE], "crate", 40)),
)
LEGEND_ROW, LEGEND_MOST = 50, 120


def legend(area: Area) -> Iterator[Thing]:
    """What lies on the map, as much of it as there is room for."""
    shown = LEGEND[: max(0, int(area.height // LEGEND_ROW))]
    row = min(LEGEND_MOST, area.height / max(len(shown), 1))
    for place, (name, words, picture) in enumerate(shown):
        entry = Area.around(SIDE_WIDTH / 2, area.y + row * (place + 0.5), SIDE_WIDTH - 10, row - 6, area.panel)
        yield plate(entry, f"legend-{place}", picture, name, (words,), f"{name} {words}")


def city_row(view: State, box: Box, number: int, row: Area) -> Iterator[Thing]:
    """A city of the viewer: its name, the spawners of each tier, plain and armoured, and its garrison."""
    city, area = view.cities[number], row._replace(height=row.height - 5)
    # What is left beside the garrison; where there is little, the garrison stands beside the name.
    narrow = area.height < 84
    rest = area.height - (GARRISON - 6 if any(city.garrison) and not narrow else 0)
    roomy = rest >= ROOMY
    head, dens, size = (44, 34, 34) if roomy else (28, 24, 22)
    line = area._replace(y=area.y + 1, height=head)
    yield hall(view, box, number, Area.around(34, line.middle[1], size + 4, size, line.panel), size, area)
    upper, lower = (line.moved(0, -9), line.moved(0, 10)) if roomy else (line, line)
    _, name, _, wall, _, tile = upper.columns(62, 132, 42, 20, 4, 40)
    yield name.text(
        f"hall-name-{number}", city_name(view, box, number), 17, seat=city.owner, shape="left", states=STRONG, layer=1
    )
    words = city_tile(view, box, number)
    yield tile.text(f"hall-tile-{number}", words, tint="soft", shape="right", layer=1)
    below = area._replace(y=line.y + head + 1, height=dens)
    yield from spawner_things(view, box, number, below)
    below = below._replace(y=below.y + dens + 2, height=16)
    if rest >= NAMED:
        yield from name_things(view, number, below)
        below = below.moved(0, 18)
    if rest >= NEXT:
        yield from next_things(view, box, number, below)
        below = below.moved(0, 18)
    garrison = below._replace(x=16, width=290, height=area.y + area.height - below.y).inset(0, 3)
    if narrow:
        garrison = line._replace(x=136, width=132).sized(132, 26)
    yield from troop_things(f"garrison-{number}", city.garrison, garrison, city.owner)
    yield from guard_things(view, number, lower, roomy)
    if box.campaign and (roomy or not narrow):
        yield wall.sized(20, 20).thing(
            f"wall-{number}", "icon", icon=RAMPART_ICON, layer=1, states=() if city.rampart else ("spent",),
            label="rampart" if city.rampart else "no rampart",
        )  # fmt: skip


def hall(view: State, box: Box, number: int, place: Area, size: int, card: Area) -> Thing:
    """The castle of a city, and around it the ground of the city's card."""
    seat, (x, y) = view.cities[number].owner, place.middle
    art = ground(seat, x, y - card.y, card.height) + lowered(castle(seat, size), size)
    return place.thing(f"hall-{number}", "art", seat=seat, art=art, label=city_words(view, box, number))


def guard_things(view: State, number: int, line: Area, roomy: bool) -> Iterator[Thing]:
    """Who defends a city of the viewer, or that nobody does."""
    place = line._replace(x=62, width=188) if roomy else line._replace(x=180, width=76)
    if not plain(is_defended)(view, number):
        words = "no troops: whoever comes takes it" if roomy else "no troops"
        yield place.text(f"open-{number}", words, tint="bad", layer=1, shape="left" if roomy else "right")
    elif roomy:
        words = "its garrison guards it" if any(view.cities[number].garrison) else "heroes guard it"
        yield place.text(f"guarded-{number}", words, tint="soft", shape="left", layer=1)


def tiers_of(line: Area) -> tuple[Area, ...]:
    """A column for the spawners of each tier."""
    return line._replace(x=11, width=COLUMN * TIERS).row(TIERS)


def spawner_things(view: State, box: Box, number: int, line: Area) -> Iterator[Thing]:
    """A den for each tier, and beside it the forge that arms its creatures."""
    tiers = tiers_of(line)
    for kind in range(KINDS):
        built, armour = bool(plain(has_spawner)(view, number, kind)), kind >= TIERS
        place = tiers[kind % TIERS].columns(34, 2, 22)[2 if armour else 0]
        cost = price(box.price[(CREATURE_PRICE if built else SPAWNER_PRICE) + kind])
        label = f"recruit {creature(kind)}: {cost} each" if built else f"spawner of {creature(kind)}: {cost}"
        art = spawner(kind, built, *place.size)
        yield place.thing(f"spawner-{number}-{kind}", "art", art=art, label=label, layer=1)


def name_things(view: State, number: int, line: Area) -> Iterator[Thing]:
    """The creatures of each tier by name, those that the city has in ink."""
    for tier, place in enumerate(tiers_of(line)):
        tint = "" if plain(has_spawner)(view, number, tier) else "soft"
        name = place.columns(57, 0)[0]
        yield name.text(f"breed-{number}-{tier}", creature(tier).title(), 13, tint=tint, layer=1)


def next_things(view: State, box: Box, number: int, line: Area) -> Iterator[Thing]:
    """The next spawner of a tier that the city lacks, and its price."""
    missing = next((tier for tier in range(TIERS) if not plain(has_spawner)(view, number, tier)), None)
    if missing is None or view.head.over:
        return
    cost = box.price[SPAWNER_PRICE + missing].tolist()
    words, label = f"Next: {creature(missing)}", f"to build next: {creature(missing)} for {price(cost)}"
    name = line._replace(x=16, width=106)
    yield name.text(f"next-{number}", words, tint="soft", shape="left", layer=1, label=label)
    places = line._replace(x=125, width=44 * RESOURCES).sized(44 * RESOURCES, 18).row(RESOURCES)
    for resource, place in zip((each for each in range(RESOURCES) if cost[each]), places, strict=False):
        yield place.columns(42, 0)[0].thing(
            f"next-{number}-{resource}", "icon", icon=RESOURCE_ICONS[resource], text=str(cost[resource]),
            tint=RESOURCE_TINTS[resource], layer=1, label=goods(resource, cost[resource]),
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


def rival_row(view: State, box: Box, number: int, row: Area) -> Iterator[Thing]:
    """A city of somebody else, in one line: its name, its garrison, and the spawners that it has."""
    city, line = view.cities[number], row._replace(height=RIVAL_ROW - 5)
    guarded = "" if any(city.garrison) else ", its heroes" if plain(is_defended)(view, number) else ", no troops"
    yield hall(view, box, number, Area.around(31, line.middle[1], 36, 34, line.panel), 26, line)
    name = line.moved(0, -9)._replace(x=53, width=90)
    yield name.text(
        f"hall-name-{number}", city_name(view, box, number), 15, seat=city.owner, shape="left", states=STRONG, layer=1
    )
    words, tint = f"{city_tile(view, box, number)}{guarded}", "bad" if guarded == ", no troops" else "soft"
    tile = line.moved(0, 9)._replace(x=53, width=100)
    yield tile.text(f"hall-tile-{number}", words, 13, shape="left", layer=1, tint=tint)
    built = spawners_in(view, number)
    step = min(25.0, 76 / max(len(built), 1))
    first = Area.around(298 - step * (len(built) - 1), line.middle[1], 23, 26, line.panel)
    for place, kind in enumerate(built):
        art, label = spawner(kind, True, 20 if kind >= TIERS else 24, 26), f"spawner of {creature(kind)}: built"
        yield first.moved(step * place, 0).thing(f"spawner-{number}-{kind}", "art", art=art, label=label, layer=1)
    if sum(1 for kind in range(KINDS) if city.garrison[kind]) > 2:
        # Faces of many kinds would be too small to be told apart.
        words, label = str(sum(city.garrison.tolist())), army(city.garrison)
        yield (
            line._replace(x=146, width=68)
            .sized(68, 30)
            .thing(f"garrison-{number}", "icon", icon="minions", text=words, tint="ink", layer=1, label=label)
        )
    else:
        yield from troop_things(
            f"garrison-{number}", city.garrison, line._replace(x=146, width=80).inset(0, 3.5), city.owner
        )
