"""The players, and the viewer's heroes and cities."""

from functools import cache

from wartable.core.compiled import plain
from wartable.core.icons import draw_icon
from wartable.core.phrases import count
from wartable.core.record import Record
from wartable.core.scene import Thing

from .box import CREATURE_PRICE, SPAWNER_PRICE
from .creature_view import Line, portrait, troop_things
from .layout_view import (
    CREATURE_ICONS,
    HERO_ICON,
    ITEM_ICONS,
    RAMPART_ICON,
    RESOURCE_ICONS,
    RESOURCE_TINTS,
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
REALM_HEAD = 54
"""The day and its sun, above the heroes."""
CITY_ROW, CITY_MOST = 66, 124
"""The least and the greatest height of a city of one's own, with spawners and garrison."""
RIVAL_ROW = 44
"""A city of somebody else."""
TALL_ROW = 104
"""With so much height its spawners are larger."""
HERO_MOST = 112
CARD_LEFT, CARD_WIDTH = 5, SIDE_WIDTH - 10
MIDDLE = SIDE_WIDTH / 2
PLATE = f'x="{CARD_LEFT}" width="{CARD_WIDTH}" rx="7"'


@cache
def rows_ground(seats: tuple[int, ...], own: int) -> str:
    """A plate for each of these players, the viewer's in the colour of its seat."""
    parts = []
    for place, seat in enumerate(seats):
        top, mine = 3 + PLAYER_ROW * place, seat == own
        fill, share = (f"var(--seat{seat}-deep)", 0.34) if mine else ("var(--panel)", 0.8)
        parts.append(
            f'<rect {PLATE} y="{top}" height="{PLAYER_ROW}" fill="{fill}" fill-opacity="{share}" '
            f'stroke="var(--edge)"/><rect x="{CARD_LEFT}" y="{top}" width="5" height="{PLAYER_ROW}" rx="2.5" '
            f'fill="var(--seat{seat})"/>'
        )
    return "".join(parts)


def player_things(view: Record, box: Record, own: int) -> list[Thing]:
    """A row for each of the others, and the viewer's: name, realm value, stock, mines."""
    others = [seat for seat in range(box.seats) if seat != own]
    things = player_row(view, box, own, 3 + PLAYER_ROW / 2, "purse")
    for place, seat in enumerate(others):
        things += player_row(view, box, seat, 3 + PLAYER_ROW * (place + 0.5), "players")
    return things


def player_row(view: Record, box: Record, seat: int, y: float, panel: str) -> list[Thing]:
    player = view.players[seat]
    states = ("spent",) if player.out else ()
    things = [
        Thing(f"seat-{seat}", "cube", 25, y - 14, 17, 17, panel, seat=seat, states=states),
        Thing(
            f"name-{seat}", "text", 116, y - 13, 160, 16, panel, seat=seat, text=f"{{{seat}}}",
            states=("strong", *states), shape="left",
        ),
    ]  # fmt: skip
    if player.out:
        things.append(
            Thing(f"value-{seat}", "text", 270, y - 13, 60, 14, panel, tint="soft", text="out", shape="right")
        )
    else:
        value = plain(realm_value)(view, box, seat)
        things.append(
            Thing(
                f"value-{seat}", "icon", 280, y - 13, 56, 22, panel, "crown", text=str(value), tint="gold",
                label=f"realm value {value}",
            )
        )  # fmt: skip
    if view.day and view.first == seat:
        words = f"{{{seat}}} goes first today"
        things.append(Thing("first", "icon", 222, y - 13, 20, 20, panel, SUN_ICON, tint="gold", label=words))
    return things + stock_things(view, seat, y + 11, panel)


def stock_things(view: Record, seat: int, y: float, panel: str) -> list[Thing]:
    """What a player has in stock, and how many mines."""
    player = view.players[seat]
    states = ("spent",) if player.out else ()
    things = [
        Thing(
            f"stock-{seat}-{resource}", "icon", 43 + resource * 61, y, 58, 23, panel,
            icon=RESOURCE_ICONS[resource], text=str(player.stock[resource]), states=states,
            tint=RESOURCE_TINTS[resource], label=goods(resource, player.stock[resource]),
        )
        for resource in range(4)
    ]  # fmt: skip
    mines = plain(mine_count)(view, seat)
    things.append(
        Thing(
            f"mines-{seat}", "icon", 281, y, 52, 23, panel, icon="gold-mine", text=str(mines), states=states,
            label=count(mines, "mine"),
        )
    )  # fmt: skip
    return things


@cache
def ground(seat: int, x: float, y: float, height: float) -> str:
    """The card of a hero or a city, drawn around its token, which lies so far from its corner."""
    area = f'<rect x="{CARD_LEFT - x:.1f}" y="{-y:.1f}" width="{CARD_WIDTH}" height="{height:.1f}" rx="8"'
    band = f'<rect x="{CARD_LEFT - x:.1f}" y="{-y:.1f}" width="5" height="{height:.1f}" rx="2.5"'
    return (
        f'{area} fill="var(--panel)" stroke="var(--edge)"/>{area} fill="url(#sheen)"/>{band} fill="var(--seat{seat})"/>'
    )


def hero_things(view: Record, box: Record, own: int, room: float) -> list[Thing]:
    """The viewer's heroes."""
    heroes = [number for number in range(HEROES) if view.players[own].heroes[number].here]
    title = realm_title(view, box)
    things = [
        Thing(
            "realm-title", "text", MIDDLE, 19, 296, 16, "heroes", tint="soft", text=title, states=("strong",),
            aside=True,
        ),
        Thing("sun", "art", MIDDLE, 40, 290, 24, "heroes", art=sun(view.day, box.days), label=title, aside=True),
    ]  # fmt: skip
    row = min(HERO_MOST, (room - REALM_HEAD - 6) / max(len(heroes), 1))
    for place, number in enumerate(heroes):
        things += hero_row(view, box, own, number, REALM_HEAD + row * place, row)
    return things + bestiary(box, room, REALM_HEAD + 2 + row * len(heroes))


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
                f"beast-{tier}", "space", MIDDLE, top + row * (tier + 0.5), CARD_WIDTH, row - 6,
                "heroes", states=("thumb",), art=beast(tier, row - 6), text=name,
                lines=(f"roll {dice}, cost {cost}",), aside=True,
                label=f"{name}: each rolls {dice} and costs {cost}; {armoured(box, tier)}",
            )
        )  # fmt: skip
    return things


@cache
def beast(tier: int, high: float) -> str:
    """The ground of a creature's row, and its face at the left."""
    area = f'<rect x="{-CARD_WIDTH / 2:g}" y="{-high / 2:.1f}" width="{CARD_WIDTH}" height="{high:.1f}" rx="7"'
    return (
        f'{area} fill="var(--panel)"/>{area} fill="url(#sheen)" stroke="var(--edge)"/>'
        f'<g transform="translate({41 - CARD_WIDTH / 2:g} 0)">{portrait(tier, round(min(60, high - 8)), NOBODY)}</g>'
    )


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
                CREATURE_ICONS[tier], tint=f"tier{tier}", lines=(dice, f"{cost[0]} [two-coins]"), label=words,
                aside=True,
            )
        )  # fmt: skip
    return things


def armoured(box: Record, tier: int) -> str:
    """What the creatures of rank 2 of a tier (from 0) roll and cost."""
    kind = tier + TIERS
    dice = f"{box.dice[kind]}d6 + {box.plus[kind]}"
    return f"armoured ones roll {dice} and cost {price(box.price[CREATURE_PRICE + kind])}"


def city_things(view: Record, box: Record, own: int, room: float) -> list[Thing]:
    """All cities that belong to somebody, the viewer's first and large; only those where room is short."""
    owned = [city for city in range(box.seats + box.neutral_cities) if view.cities[city].owner != NOBODY]
    mine = [city for city in owned if view.cities[city].owner == own]
    others = sorted((city for city in owned if city not in mine), key=lambda city: (view.cities[city].owner, city))
    if room - 10 - RIVAL_ROW * len(others) < CITY_ROW * len(mine):
        others = []
    row = min(CITY_MOST, (room - 10 - RIVAL_ROW * len(others)) / max(len(mine), 1))
    things = []
    for place, city in enumerate(mine):
        things += city_row(view, box, city, 5 + row * place, row)
    top = 5 + row * len(mine)
    for place, city in enumerate(others):
        things += rival_row(view, box, city, top + RIVAL_ROW * place)
    return things + legend(room, top + RIVAL_ROW * len(others))


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
    """What lies on the map, as much of it as the cities leave room for."""
    shown = LEGEND[: max(0, int((room - top - 6) // LEGEND_ROW))]
    row = min(LEGEND_MOST, (room - top - 6) / max(len(shown), 1))
    return [
        Thing(
            f"legend-{place}", "space", MIDDLE, top + row * (place + 0.5), CARD_WIDTH, row - 6, "cities", icon,
            tint="panel", text=name, lines=(words,), label=f"{name} {words}", aside=True,
        )
        for place, (icon, name, words) in enumerate(shown)
    ]  # fmt: skip


def realm_title(view: Record, box: Record) -> str:
    if view.day == 0:
        return "Before the first day"
    return f"Day {view.day} of {box.days}"


def hero_row(view: Record, box: Record, seat: int, number: int, top: float, row: float) -> list[Thing]:
    """A hero of the viewer: movement, items and what lies on its tile; its troops below."""
    hero = view.players[seat].heroes[number]
    y = top + 24
    things = [
        Thing(
            f"own-{number}", "token", 32, y, 40, 40, "heroes", HERO_ICON, seat,
            art=ground(seat, 32, 24, row - 5), label=hero_words(view, box, seat, number),
        ),
        Thing(
            f"place-{number}", "text", 100, y - 8, 80, 15, "heroes", text=f"Hero {number + 1}", shape="left",
            states=("strong",), layer=1,
        ),
        Thing(
            f"steps-{number}", "text", 100, y + 10, 80, 14, "heroes", shape="left", tint="soft", layer=1,
            text=f"{square(box, hero.tile)}, {count(hero.moves, 'step')}",
        ),
    ]  # fmt: skip
    for kind in range(ITEM_KINDS):
        level = hero.items[kind]
        things.append(
            Thing(
                f"item-{number}-{kind}", "icon", 152 + kind * 32, y, 36, 24, "heroes", ITEM_ICONS[kind],
                text=str(level) if level else "", states=() if level else ("spent",), layer=1,
                tint="gold" if level else "soft", label=f"{ITEM_KIND_NAMES[kind]}: {LEVEL_NAMES[level]}",
            )
        )  # fmt: skip
    lying = sorted({(it.kind, it.level) for it in view.loot[: view.loots] if it.tile == hero.tile})
    step = min(37.0, 48 / max(len(lying) - 1, 1))
    for place, (kind, level) in enumerate(lying):
        things.append(
            Thing(
                f"loot-{number}-{kind}-{level}", "space", 245 + place * step, y, 34, 36, "heroes", ITEM_ICONS[kind],
                states=("edged",), text=str(level), tint="panel", layer=1,
                label=f"{LEVEL_NAMES[level]} {ITEM_KIND_NAMES[kind]} on the tile",
            )
        )  # fmt: skip
    high = row - 5 - 46 - 4
    middle = y + 22 + high / 2
    if not any(hero.troops):
        words = "no troops: cannot fight"
        things.append(
            Thing(f"alone-{number}", "text", MIDDLE, middle, 296, 14, "heroes", text=words, tint="soft", layer=1)
        )
    return things + troop_things(f"troop-{number}", hero.troops, Line(16, 290, middle, high, "heroes"), seat)


def city_row(view: Record, box: Record, number: int, top: float, row: float) -> list[Thing]:
    """A city of the viewer: its ten spawners, and its garrison below."""
    city = view.cities[number]
    height = 28 if row >= TALL_ROW else 20
    y = top + 4 + height
    things = [
        Thing(
            f"hall-{number}", "token", 32, y, 42, 42, "cities", TOKEN_ICONS[Token.CITY], city.owner,
            art=ground(int(city.owner), 32, 4 + height, row - 5), label=city_words(view, box, number),
        ),
        Thing(
            f"hall-name-{number}", "text", 79, y - (9 if box.campaign else 0), 40, 15, "cities",
            text=city_name(view, box, number), shape="left", states=("strong",), layer=1,
        ),
    ]  # fmt: skip
    for kind in range(KINDS):
        built = bool(plain(has_spawner)(view, number, kind))
        things.append(
            Thing(
                f"spawner-{number}-{kind}", "art", 119 + kind % TIERS * 39,
                y + height / (-2 if kind < TIERS else 2), 37, height - 2, "cities",
                art=spawner(kind, built, height - 2), layer=1,
                label=f"spawner of {creature(kind)}: {'built' if built else price(box.price[SPAWNER_PRICE + kind])}",
            )
        )  # fmt: skip
    high = row - 5 - 2 * height - 9
    middle = y + height + 2 + high / 2
    line = Line(16, 290, middle, high, "cities")
    things += troop_things(f"garrison-{number}", city.garrison, line, int(city.owner))
    if not plain(is_defended)(view, number):
        words = "no troops: whoever comes takes it"
        things.append(
            Thing(f"open-{number}", "text", MIDDLE, middle, 296, 14, "cities", text=words, tint="bad", layer=1)
        )
    if box.campaign:
        things.append(
            Thing(
                f"wall-{number}", "icon", 68, y + 12, 20, 20, "cities", RAMPART_ICON, layer=1,
                states=() if city.rampart else ("spent",), label="rampart" if city.rampart else "no rampart",
            )
        )  # fmt: skip
    return things


@cache
def spawner(kind: int, built: bool, high: int) -> str:
    """A den of creatures: in the colours of its tier where it is built, else a socket with the face in outline."""
    tier = kind % TIERS
    area = f'<rect x="-18.5" y="{-high / 2:g}" width="37" height="{high}" rx="5"'
    edge = "var(--gold)" if built and kind >= TIERS else f"var(--tier{tier}-ink)" if built else "var(--edge)"
    colour = f"var(--tier{tier}-ink)" if built else "var(--soft)"
    fill = f"var(--tier{tier})" if built else "var(--table)"
    icon = draw_icon(CREATURE_ICONS[tier], high * 0.9, colour)
    face = icon if built else f'<g opacity=".55">{icon}</g>'
    shift = f'<g transform="translate(-4 0)">{face}</g>' if kind >= TIERS else face
    chevron = '<path d="M8 4l4 -5 4 5" fill="none" stroke="var(--gold)" stroke-width="2.2"/>' if kind >= TIERS else ""
    return (
        f'{area} fill="{fill}" stroke="{edge}" stroke-width="{1.8 if built else 1}"/>'
        f'{f"""{area} fill="url(#sheen)"/>""" if built else ""}{shift}{chevron}'
    )


def rival_row(view: Record, box: Record, number: int, top: float) -> list[Thing]:
    """A city of somebody else, in one line: its garrison, and the spawners that it has."""
    city = view.cities[number]
    high = RIVAL_ROW - 5
    y = top + high / 2
    things = [
        Thing(
            f"hall-{number}", "token", 28, y, 34, 34, "cities", TOKEN_ICONS[Token.CITY], city.owner,
            art=ground(int(city.owner), 28, high / 2, high), label=city_words(view, box, number),
        ),
        Thing(
            f"hall-name-{number}", "text", 67, y, 40, 14, "cities", text=city_name(view, box, number), shape="left",
            states=("strong",), layer=1,
        ),
    ]  # fmt: skip
    built = [kind for kind in range(KINDS) if plain(has_spawner)(view, number, kind)]
    step = min(25.0, 76 / max(len(built), 1))
    for place, kind in enumerate(built):
        things.append(
            Thing(
                f"spawner-{number}-{kind}", "art", 298 - step * (len(built) - 1 - place), y, 23, 24, "cities",
                art=den(kind), label=f"spawner of {creature(kind)}: built", layer=1,
            )
        )  # fmt: skip
    if any(city.garrison):
        line = Line(94, 126, y, high - 7, "cities")
        return things + troop_things(f"garrison-{number}", city.garrison, line, int(city.owner))
    words, tint = ("heroes only", "soft") if plain(is_defended)(view, number) else ("no troops", "bad")
    things.append(
        Thing(f"open-{number}", "text", 146, y, 100, 14, "cities", text=words, tint=tint, shape="left", layer=1)
    )
    return things


@cache
def den(kind: int) -> str:
    """A small spawner of somebody else."""
    tier = kind % TIERS
    edge = "var(--gold)" if kind >= TIERS else f"var(--tier{tier}-ink)"
    return (
        f'<rect x="-11.5" y="-12" width="23" height="24" rx="4" fill="var(--tier{tier})" stroke="{edge}" '
        f'stroke-width="1.5"/>{draw_icon(CREATURE_ICONS[tier], 19, f"var(--tier{tier}-ink)")}'
    )
