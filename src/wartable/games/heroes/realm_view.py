"""The players, and the viewer's heroes and cities."""

from collections.abc import Sequence

from wartable.core.compiled import plain
from wartable.core.record import Record
from wartable.core.scene import Thing

from .box import SPAWNER_PRICE
from .layout_view import CREATURE_ICONS, HERO_ICON, ITEM_ICONS, RAMPART_ICON, RESOURCE_ICONS, TOKEN_ICONS
from .map_view import city_words, hero_words
from .naming import (
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    RESOURCE_NAMES,
    city_name,
    creature,
    price,
    square,
)
from .rules.realm import has_spawner, mine_count, realm_value
from .state import (
    HEROES,
    ITEM_KINDS,
    KINDS,
    NOBODY,
    TIERS,
    Token,
)


def player_things(view: Record, box: Record, own: int, row: float) -> list[Thing]:
    """A row for each player, the viewer's at the bottom: name, realm value, stock, mines."""
    things = []
    others = [seat for seat in range(box.seats) if seat != own]
    for place, seat in enumerate([*others, own]):
        player = view.players[seat]
        y = 5 + row * place + row / 2
        states = ("spent",) if player.out else ()
        value = plain(realm_value)(view, box, seat) if not player.out else 0
        first = " ①" if view.day and view.first == seat else ""
        things.append(
            Thing(
                f"name-{seat}",
                "text",
                94,
                y - 10,
                160,
                17,
                "players",
                seat=seat,
                text=f"{{{seat}}}{first}",
                states=("strong", *states),
                shape="left",
            )
        )
        words = "out" if player.out else f"realm value {value}"
        things.append(
            Thing(f"value-{seat}", "text", 94, y + 12, 160, 14, "players", tint="soft", text=words, shape="left")
        )
        for resource in range(4):
            things.append(
                Thing(
                    f"stock-{seat}-{resource}",
                    "icon",
                    206 + resource * 74,
                    y,
                    70,
                    26,
                    "players",
                    icon=RESOURCE_ICONS[resource],
                    text=str(player.stock[resource]),
                    states=states,
                    label=f"{player.stock[resource]} {RESOURCE_NAMES[resource]}",
                )
            )
        mines = plain(mine_count)(view, seat)
        things.append(
            Thing(
                f"mines-{seat}",
                "icon",
                490,
                y,
                56,
                26,
                "players",
                icon="gold-mine",
                text=str(mines),
                states=states,
                label=f"{mines} mines",
            )
        )
    return things


def realm_things(view: Record, box: Record, own: int, room: float) -> list[Thing]:
    """The viewer's heroes, then all cities that belong to somebody."""
    heroes = [number for number in range(HEROES) if view.players[own].heroes[number].here]
    cities = [city for city in range(box.seats + box.neutral_cities) if view.cities[city].owner != NOBODY]
    cities.sort(key=lambda city: (view.cities[city].owner != own, view.cities[city].owner, city))
    if (room - 40) / max(len(heroes) + len(cities), 1) < 40:
        cities = [city for city in cities if view.cities[city].owner == own]
    row = min(52.0, (room - 40) / max(len(heroes) + len(cities), 1))
    things = [Thing("realm-title", "text", 262, 18, 500, 13, "realm", tint="soft", text=realm_title(view, box))]
    y = 36.0
    for number in heroes:
        things += hero_row(view, box, own, number, y + row / 2, row)
        y += row
    for city in cities:
        things += city_row(view, box, city, y + row / 2, row, view.cities[city].owner == own)
        y += row
    return things


def realm_title(view: Record, box: Record) -> str:
    if view.day == 0:
        return "Before the first day"
    return f"Day {view.day} of {box.days}"


def hero_row(view: Record, box: Record, seat: int, number: int, y: float, row: float) -> list[Thing]:
    """A hero of the viewer: movement, items, troops, and what lies on its tile."""
    hero = view.players[seat].heroes[number]
    size = min(36.0, row - 6)
    things = [
        Thing(
            f"own-{number}",
            "token",
            26,
            y,
            size,
            size,
            "realm",
            HERO_ICON,
            seat,
            label=hero_words(view, box, seat, number),
        ),
        Thing(
            f"place-{number}",
            "text",
            78,
            y - 8,
            56,
            14,
            "realm",
            text=f"{number + 1} {square(box, hero.tile)}",
            shape="left",
            states=("strong",),
        ),
        Thing(
            f"steps-{number}", "text", 78, y + 9, 56, 13, "realm", text=f"{hero.moves} steps", shape="left", tint="soft"
        ),
    ]
    for kind in range(ITEM_KINDS):
        level = hero.items[kind]
        things.append(
            Thing(
                f"item-{number}-{kind}",
                "icon",
                124 + kind * 37,
                y,
                36,
                24,
                "realm",
                ITEM_ICONS[kind],
                text=str(level) if level else "",
                states=() if level else ("spent",),
                label=f"{ITEM_KIND_NAMES[kind]}: {LEVEL_NAMES[level]}",
            )
        )
    things += troop_things(f"troop-{number}", hero.troops, 236, 286, y, row, "realm")
    x = max((thing.x + thing.width / 2 for thing in things[6:]), default=232.0) + 4
    for kind, level in sorted({(it.kind, it.level) for it in view.loot[: view.loots] if it.tile == hero.tile}):
        things.append(
            Thing(
                f"loot-{number}-{kind}-{level}",
                "space",
                min(x + 17, 500.0),
                y,
                34,
                min(34.0, row - 4),
                "realm",
                ITEM_ICONS[kind],
                states=("edged",),
                text=str(level),
                label=f"{LEVEL_NAMES[level]} {ITEM_KIND_NAMES[kind]} on the tile",
            )
        )
        x += min(37.0, max(12.0, (490 - x) / 4))
    return things


def troop_things(
    id: str, troops: Sequence[int], left: float, room: float, y: float, row: float, panel: str
) -> list[Thing]:
    """The creatures of an army by kind, in one line or in two. Rank 2 has a star and a colour of its own."""
    present = [kind for kind in range(KINDS) if troops[kind]]
    each = len(present) if len(present) <= 4 else (len(present) + 1) // 2
    things = []
    for place, kind in enumerate(present):
        words = f"{troops[kind]}{'★' if kind >= TIERS else ''}"
        width = min(28.0 + 9 * len(words), room / max(each, 4))
        down = 0.0 if each == len(present) else (row / 4 if place >= each else -row / 4)
        step = room / each if each == 5 else max(room / 4, width) if len(words) > 4 else min(room / 4, 64.0)
        things.append(
            Thing(
                f"{id}-{kind}",
                "icon",
                left + place % each * step + width / 2,
                y + down,
                width,
                24 if each == len(present) else min(24.0, row / 2),
                panel,
                icon=CREATURE_ICONS[kind % TIERS],
                text=words,
                tint="good" if kind >= TIERS else "ink",
                label=f"{troops[kind]} of {creature(kind)}",
            )
        )
    return things


def city_row(view: Record, box: Record, number: int, y: float, row: float, own: bool) -> list[Thing]:
    """A city: its ten spawners, then its garrison."""
    city = view.cities[number]
    size = min(34.0, row - 6)
    things = [
        Thing(
            f"hall-{number}",
            "token",
            26,
            y,
            size,
            size,
            "realm",
            TOKEN_ICONS[Token.CITY],
            city.owner,
            label=city_words(view, box, number),
        ),
        Thing(
            f"hall-name-{number}",
            "text",
            66,
            y,
            34,
            14,
            "realm",
            text=city_name(view, box, number),
            shape="left",
            states=("strong",),
        ),
    ]
    for kind in range(KINDS):
        built = plain(has_spawner)(view, number, kind)
        upper = kind < TIERS
        half = min(11.0, row / 4 - 0.5)
        things.append(
            Thing(
                f"spawner-{number}-{kind}",
                "space",
                104 + kind % TIERS * 30,
                y + (-half if upper else half),
                28,
                half * 2 - 1,
                "realm",
                tint=("seat" + str(city.owner) + "-deep") if built else "panel",
                text=("" if upper else "★") + str(kind % TIERS + 1),
                states=("edged",),
                label=f"spawner of {creature(kind)}: {'built' if built else price(box.price[SPAWNER_PRICE + kind])}",
            )
        )
    things += troop_things(f"garrison-{number}", city.garrison, 256, 240, y, row, "realm")
    if own and box.campaign:
        things.append(
            Thing(
                f"wall-{number}",
                "icon",
                504,
                y,
                24,
                24,
                "realm",
                RAMPART_ICON,
                states=() if city.rampart else ("spent",),
                label="rampart" if city.rampart else "no rampart",
            )
        )
    return things
