"""The players, and the viewer's heroes and cities."""

from collections.abc import Sequence
from functools import cache

from wartable.core.compiled import plain
from wartable.core.icons import draw_icon
from wartable.core.phrases import count
from wartable.core.record import Record
from wartable.core.scene import Thing

from .box import CREATURE_PRICE, SPAWNER_PRICE
from .layout_view import (
    CREATURE_ICONS,
    HERO_ICON,
    ITEM_ICONS,
    RAMPART_ICON,
    RESOURCE_ICONS,
    SIDE_WIDTH,
    SPAWNER_ICONS,
    SUN_ICON,
    TOKEN_ICONS,
)
from .map_view import city_words, hero_words
from .naming import (
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    city_name,
    creature,
    creatures,
    goods,
    price,
    square,
)
from .rules.realm import has_spawner, is_defended, mine_count, realm_value
from .state import (
    HEROES,
    ITEM_KINDS,
    KINDS,
    NOBODY,
    TIERS,
    Token,
)

PLAYER_ROW = 54
LINE = 16
CITY_ROW = 66
"""The least height in which a city shows spawners and garrison."""
TALL_ROW = 90
"""With so much height its spawners are larger."""
MIDDLE = SIDE_WIDTH / 2


def player_things(view: Record, box: Record, own: int) -> list[Thing]:
    """A row for each player, the viewer's at the bottom: name, realm value, stock, mines."""
    things = []
    others = [seat for seat in range(box.seats) if seat != own]
    for place, seat in enumerate([*others, own]):
        player = view.players[seat]
        y = 4 + PLAYER_ROW * (place + 0.5)
        states = ("spent",) if player.out else ()
        value = plain(realm_value)(view, box, seat) if not player.out else 0
        first = " ①" if view.day and view.first == seat else ""
        things.append(
            Thing(
                f"name-{seat}",
                "text",
                94,
                y - 13,
                168,
                16,
                "players",
                seat=seat,
                text=f"{{{seat}}}{first}",
                states=("strong", *states),
                shape="left",
            )
        )
        words = "out" if player.out else f"realm value {value}"
        things.append(
            Thing(f"value-{seat}", "text", 248, y - 13, 120, 13, "players", tint="soft", text=words, shape="right")
        )
        things += stock_things(view, seat, y + 11)
    return things


def stock_things(view: Record, seat: int, y: float) -> list[Thing]:
    """What a player has in stock, and how many mines."""
    player = view.players[seat]
    states = ("spent",) if player.out else ()
    things = [
        Thing(
            f"stock-{seat}-{resource}", "icon", 38 + resource * 62, y, 58, 23, "players",
            icon=RESOURCE_ICONS[resource], text=str(player.stock[resource]), states=states,
            label=goods(resource, player.stock[resource]),
        )
        for resource in range(4)
    ]  # fmt: skip
    mines = plain(mine_count)(view, seat)
    things.append(
        Thing(
            f"mines-{seat}", "icon", 284, y, 52, 23, "players", icon="gold-mine", text=str(mines), states=states,
            label=count(mines, "mine"),
        )
    )  # fmt: skip
    return things


def hero_things(view: Record, box: Record, own: int, room: float) -> list[Thing]:
    """The viewer's heroes."""
    heroes = [number for number in range(HEROES) if view.players[own].heroes[number].here]
    title = realm_title(view, box)
    things = [
        Thing("realm-title", "text", MIDDLE, 19, 296, 16, "heroes", tint="soft", text=title, states=("strong",)),
        Thing("sun", "art", MIDDLE, 40, 290, 24, "heroes", art=sun(view.day, box.days), label=title),
    ]
    row = min(96.0, (room - 62) / max(len(heroes), 1))
    for place, number in enumerate(heroes):
        things += hero_row(view, box, own, number, 58 + row * place, row)
    return things + bestiary(box, room, 62 + row * len(heroes))


@cache
def sun(day: int, days: int) -> str:
    """The way of the sun over the days, and where it stands."""
    x = -140 + 280 * min(1.0, max(day, 0) / max(days, 1))
    return (
        '<path d="M-140 6Q0 -16 140 6" fill="none" stroke="var(--edge)" stroke-width="2" stroke-dasharray="3 5"/>'
        f'<g transform="translate({x:.1f} {6 - 11 * (1 - (x / 140) ** 2):.1f})"><circle r="17" fill="url(#glow)"/>'
        f"{draw_icon(SUN_ICON, 22, 'var(--gold)')}</g>"
    )


BEAST_ROW, BEAST_MOST = 46, 100
"""The least and the greatest height of a creature's row."""
BEAST_CARD, BEAST_CARD_MOST = 96, 130
"""The least and the greatest height of its card."""


def bestiary(box: Record, room: float, top: float) -> list[Thing]:
    """The creatures that there are, with their faces, strength and price, where the heroes leave room."""
    row = min(BEAST_MOST, (room - top - 8) / TIERS)
    if row < BEAST_ROW:
        return beast_cards(box, room, top)
    things = []
    for tier in range(TIERS):
        cost = price(box.price[CREATURE_PRICE + tier])
        dice = f"{tier + 1} {'die' if not tier else 'dice'}"
        name = creature(tier).title()
        things.append(
            Thing(
                f"beast-{tier}", "space", MIDDLE, top + row * (tier + 0.5), 300, row - 6,
                "heroes", CREATURE_ICONS[tier], tint="panel", text=name, lines=(f"roll {dice}, cost {cost}",),
                label=f"{name}: each rolls {dice} and costs {cost}; {armoured(box, tier)}", aside=True,
            )
        )  # fmt: skip
    return things


def beast_cards(box: Record, room: float, top: float) -> list[Thing]:
    """The creatures side by side, where there is less room."""
    tall = min(BEAST_CARD_MOST, room - top - 14)
    if tall < BEAST_CARD:
        return []
    things = []
    for tier in range(TIERS):
        cost, dice = box.price[CREATURE_PRICE + tier], count(tier + 1, "die", "dice")
        words = f"{creature(tier).title()}: each rolls {dice} and costs {price(cost)}; {armoured(box, tier)}"
        things.append(
            Thing(
                f"beast-{tier}", "card", MIDDLE + (tier - 2) * 61, room - 8 - tall / 2, 58, tall, "heroes",
                CREATURE_ICONS[tier], tint="plains", lines=(dice, f"{cost[0]} [two-coins]"), label=words, aside=True,
            )
        )  # fmt: skip
    return things


def armoured(box: Record, tier: int) -> str:
    """What the creatures of rank 2 of a tier (from 0) roll and cost."""
    kind = tier + TIERS
    dice = f"{box.dice[kind]}d6 + {box.plus[kind]}"
    return f"armoured ones roll {dice} and cost {price(box.price[CREATURE_PRICE + kind])}"


def city_things(view: Record, box: Record, own: int, room: float) -> list[Thing]:
    """All cities that belong to somebody, the viewer's first; only those where room is short."""
    cities = [city for city in range(box.seats + box.neutral_cities) if view.cities[city].owner != NOBODY]
    cities.sort(key=lambda city: (view.cities[city].owner != own, view.cities[city].owner, city))
    if (room - 12) / max(len(cities), 1) < CITY_ROW:
        cities = [city for city in cities if view.cities[city].owner == own]
    row = min(96.0, (room - 12) / max(len(cities), 1))
    things = []
    for place, city in enumerate(cities):
        things += city_row(view, box, city, 6 + row * place, row, view.cities[city].owner == own)
    return things + legend(room, 10 + row * len(cities))


LEGEND = (
    (SPAWNER_ICONS[0], "A spawner", "lets its city recruit a creature"),
    (TOKEN_ICONS[Token.CITY], "A city", "pays; neutral ones have defenders"),
    (TOKEN_ICONS[Token.MONSTER], "Monsters", "fight, take bribes or join you"),
    (TOKEN_ICONS[Token.MINE], "A mine", "pays every day; may be guarded"),
    (TOKEN_ICONS[Token.RESOURCE], "A crate", "has coins, wood, food or stone"),
    (TOKEN_ICONS[Token.ITEM], "A chest", "has an item for a hero"),
)
LEGEND_ROW, LEGEND_MOST = 48, 106


def legend(room: float, top: float) -> list[Thing]:
    """What lies on the map, where the cities leave room."""
    row = min(LEGEND_MOST, (room - top - 6) / len(LEGEND))
    if row < LEGEND_ROW:
        return []
    return [
        Thing(
            f"legend-{place}", "space", MIDDLE, top + row * (place + 0.5), 300, row - 6, "cities", icon,
            tint="panel", text=name, lines=(words,), label=f"{name} {words}", aside=True,
        )
        for place, (icon, name, words) in enumerate(LEGEND)
    ]  # fmt: skip


def realm_title(view: Record, box: Record) -> str:
    if view.day == 0:
        return "Before the first day"
    return f"Day {view.day} of {box.days}"


def hero_row(view: Record, box: Record, seat: int, number: int, top: float, row: float) -> list[Thing]:
    """A hero of the viewer: movement, items and what lies on its tile; its troops below."""
    hero = view.players[seat].heroes[number]
    y, size = top + 20, 34.0
    things = [
        Thing(
            f"own-{number}", "token", 24, y, size, size, "heroes", HERO_ICON, seat,
            label=hero_words(view, box, seat, number),
        ),
        Thing(
            f"place-{number}", "text", 86, y - 8, 80, 14, "heroes", text=f"Hero {number + 1}", shape="left",
            states=("strong",),
        ),
        Thing(
            f"steps-{number}", "text", 86, y + 9, 80, 13, "heroes", shape="left", tint="soft",
            text=f"{square(box, hero.tile)}, {count(hero.moves, 'step')}",
        ),
    ]  # fmt: skip
    for kind in range(ITEM_KINDS):
        level = hero.items[kind]
        things.append(
            Thing(
                f"item-{number}-{kind}", "icon", 142 + kind * 32, y, 36, 24, "heroes", ITEM_ICONS[kind],
                text=str(level) if level else "", states=() if level else ("spent",),
                label=f"{ITEM_KIND_NAMES[kind]}: {LEVEL_NAMES[level]}",
            )
        )  # fmt: skip
    lying = sorted({(it.kind, it.level) for it in view.loot[: view.loots] if it.tile == hero.tile})
    step = min(37.0, 60 / max(len(lying) - 1, 1))
    for place, (kind, level) in enumerate(lying):
        things.append(
            Thing(
                f"loot-{number}-{kind}-{level}", "space", 240 + place * step, y, 34, 36, "heroes", ITEM_ICONS[kind],
                states=("edged",), text=str(level), tint="panel",
                label=f"{LEVEL_NAMES[level]} {ITEM_KIND_NAMES[kind]} on the tile",
            )
        )  # fmt: skip
    middle = (y + 19 + top + row) / 2
    if not any(hero.troops):
        words = "no troops: cannot fight"
        things.append(Thing(f"alone-{number}", "text", MIDDLE, middle, 296, 14, "heroes", text=words, tint="soft"))
    return things + troop_things(f"troop-{number}", hero.troops, 10, 298, middle, row - 42, "heroes")


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
        apart = max(row, 2.0 * LINE) / 4
        down = 0.0 if each == len(present) else (apart if place >= each else -apart)
        step = room / each if each == 5 else max(room / 4, width) if len(words) > 4 else min(room / 4, 64.0)
        things.append(
            Thing(
                f"{id}-{kind}",
                "icon",
                left + place % each * step + width / 2,
                y + down,
                width,
                24 if each == len(present) else min(24.0, 2 * apart),
                panel,
                icon=CREATURE_ICONS[kind % TIERS],
                text=words,
                tint="good" if kind >= TIERS else "ink",
                label=creatures(kind, troops[kind]),
            )
        )
    return things


def city_row(view: Record, box: Record, number: int, top: float, row: float, own: bool) -> list[Thing]:
    """A city: its ten spawners, and its garrison below."""
    city = view.cities[number]
    is_tall = row >= TALL_ROW
    y = top + (30 if is_tall else 22)
    width, height = (39, 26) if is_tall else (36, 20)
    things = [
        Thing(
            f"hall-{number}", "token", 24, y, 36, 36, "cities", TOKEN_ICONS[Token.CITY], city.owner,
            label=city_words(view, box, number),
        ),
        Thing(
            f"hall-name-{number}", "text", 66, y - (8 if own and box.campaign else 0), 40, 14, "cities",
            text=city_name(view, box, number), shape="left", states=("strong",),
        ),
    ]  # fmt: skip
    for kind in range(KINDS):
        built = plain(has_spawner)(view, number, kind)
        things.append(
            Thing(
                f"spawner-{number}-{kind}", "space", 108 + kind % TIERS * width,
                y + height / (-2 if kind < TIERS else 2), width - 2, height - 1, "cities",
                tint=f"seat{city.owner}-deep" if built else "panel", icon=CREATURE_ICONS[kind % TIERS],
                states=("edged", "rank") if kind >= TIERS else ("edged",),
                label=f"spawner of {creature(kind)}: {'built' if built else price(box.price[SPAWNER_PRICE + kind])}",
            )
        )  # fmt: skip
    below = y + height - top
    middle = (y + height + top + row) / 2
    things += troop_things(f"garrison-{number}", city.garrison, 10, 298, middle, row - below, "cities")
    if not plain(is_defended)(view, number):
        words = "no troops: whoever comes takes it"
        things.append(Thing(f"open-{number}", "text", MIDDLE, middle, 296, 14, "cities", text=words, tint="bad"))
    if own and box.campaign:
        things.append(
            Thing(
                f"wall-{number}", "icon", 66, y + height - 9, 20, 20, "cities", RAMPART_ICON,
                states=() if city.rampart else ("spent",), label="rampart" if city.rampart else "no rampart",
            )
        )  # fmt: skip
    return things
