"""The players, and the viewer's heroes."""

from collections.abc import Iterator
from functools import cache

from wartable.compiler.mode import plain
from wartable.core.phrases import count
from wartable.drawing.icons import draw_icon
from wartable.drawing.scene import Mark, Thing

from ..box import CREATURE_PRICE, Box
from ..naming import (
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    RESOURCE_NAMES,
    creature,
    goods,
    hero_name,
    item_dice,
    price,
    square,
)
from ..rules.realm import city_count, garrison_of, mine_count, realm_value
from ..state import HEROES, ITEM_KINDS, NOBODY, RESOURCES, TIERS, Resource, State
from .creature import Line, portrait, troop_things
from .item import item_art
from .layout import (
    CREATURE_ICONS,
    HERO_ICON,
    HERO_ICONS,
    RESOURCE_ICONS,
    RESOURCE_TINTS,
    SIDE_WIDTH,
    SUN_ICON,
)
from .map import hero_words

PLAYER_ROW, PURSE_ROW = 54, 72
"""How high a rival's row is, and one's own, which tells what a day brings."""
HERO_MOST = 112
CARD_LEFT, CARD_WIDTH = 5, SIDE_WIDTH - 10
MIDDLE = SIDE_WIDTH / 2
PLATE = f'x="{CARD_LEFT}" width="{CARD_WIDTH}" rx="7"'


@cache
def rows_ground(seats: tuple[int, ...], own: int, high: int) -> str:
    """A plate for each of these players, the viewer's in the colour of its seat."""
    parts = []
    for place, seat in enumerate(seats):
        top, mine = 3 + high * place, seat == own
        fill, share = (f"var(--seat{seat}-deep)", 0.34) if mine else ("var(--panel)", 0.8)
        parts.append(
            f'<rect {PLATE} y="{top}" height="{high}" fill="{fill}" fill-opacity="{share}" '
            f'stroke="var(--edge)"/><rect x="{CARD_LEFT}" y="{top}" width="5" height="{high}" rx="2.5" '
            f'fill="var(--seat{seat})"/>'
        )
    return "".join(parts)


def player_things(view: State, box: Box, own: int) -> Iterator[Thing]:
    """A row for each of the others, and the viewer's: name, realm value, stock, mines."""
    others = [seat for seat in range(box.seats) if seat != own]
    yield from player_row(view, box, own, 3 + PLAYER_ROW / 2, "purse")
    yield from income_things(view, box, own)
    for place, seat in enumerate(others):
        yield from player_row(view, box, seat, 3 + PLAYER_ROW * (place + 0.5), "players")


def player_row(view: State, box: Box, seat: int, y: float, panel: str) -> Iterator[Thing]:
    player = view.players[seat]
    states: tuple[Mark, ...] = ("spent",) if player.out else ()
    yield Thing(f"seat-{seat}", "cube", 25, y - 14, 17, 17, panel, seat=seat, states=states)
    yield Thing(
        f"name-{seat}", "text", 116, y - 13, 160, 16, panel, seat=seat, text=f"{{{seat}}}",
        states=("strong", *states), shape="left",
    )  # fmt: skip
    if player.out:
        yield Thing(f"value-{seat}", "text", 270, y - 13, 60, 14, panel, tint="soft", text="out", shape="right")
    else:
        value = plain(realm_value)(view, box, seat)
        yield Thing(
            f"value-{seat}", "icon", 280, y - 13, 56, 22, panel, "crown", text=str(value), tint="gold",
            label=f"realm value {value}",
        )  # fmt: skip
    if view.day and view.first == seat:
        words = f"{{{seat}}} goes first today"
        yield Thing("first", "icon", 222, y - 13, 20, 20, panel, SUN_ICON, tint="gold", label=words)
    yield from stock_things(view, seat, y + 11, panel)


def stock_things(view: State, seat: int, y: float, panel: str) -> Iterator[Thing]:
    """What a player has in stock, and how many mines."""
    player = view.players[seat]
    states: tuple[Mark, ...] = ("spent",) if player.out else ()
    for resource in range(RESOURCES):
        yield Thing(
            f"stock-{seat}-{resource}", "icon", 43 + resource * 61, y, 58, 23, panel, RESOURCE_ICONS[resource],
            text=str(player.stock[resource]), states=states, tint=RESOURCE_TINTS[resource],
            label=goods(resource, player.stock[resource]),
        )  # fmt: skip
    mines = plain(mine_count)(view, seat)
    yield Thing(
        f"mines-{seat}", "icon", 281, y, 52, 23, panel, icon="gold-mine", text=str(mines), states=states,
        label=count(mines, "mine"),
    )  # fmt: skip


def income_things(view: State, box: Box, seat: int) -> Iterator[Thing]:
    """What the next day brings of each resource (HE-4.1, HE-4.2), less the food of heroes outside (HE-5.1)."""
    player, y = view.players[seat], PURSE_ROW - 9
    if player.out or view.head.over:
        return
    cities = int(plain(city_count)(view, box, seat))
    heroes = [number for number in range(HEROES) if player.heroes[number].here]
    eaters = sum(1 for number in heroes if plain(garrison_of)(view, seat, number) < 0)
    for resource in range(RESOURCES):
        gains = cities * int(box.per_city[resource]) + int(player.mines[resource]) * int(box.numbers.mine_yield)
        gains -= eaters if resource == Resource.FOOD else 0
        yield Thing(
            f"income-{seat}-{resource}", "text", 60 + resource * 61, y, 38, 14, "purse", shape="left",
            text=f"{gains:+d}".replace("-", "\u2212"), tint="bad" if gains < 0 else "soft",
            label=f"{RESOURCE_NAMES[resource]}: {gains:+d} tomorrow",
        )  # fmt: skip
    yield Thing(f"income-{seat}", "text", 277, y, 52, 14, "purse", text="a day", tint="soft", shape="right")


@cache
def ground(seat: int, x: float, y: float, height: float) -> str:
    """The card of a hero or a city, drawn around its token, which lies so far from its corner."""
    area = f'<rect x="{CARD_LEFT - x:.1f}" y="{-y:.1f}" width="{CARD_WIDTH}" height="{height:.1f}" rx="8"'
    band = f'<rect x="{CARD_LEFT - x:.1f}" y="{-y:.1f}" width="5" height="{height:.1f}" rx="2.5"'
    return (
        f'{area} fill="var(--panel)" stroke="var(--edge)"/>{area} fill="url(#sheen)"/>{band} fill="var(--seat{seat})"/>'
    )


def hero_things(view: State, box: Box, own: int, room: float) -> Iterator[Thing]:
    """The viewer's heroes."""
    heroes = [number for number in range(HEROES) if view.players[own].heroes[number].here]
    row = min(HERO_MOST, (room - 10) / max(len(heroes), 1))
    for place, number in enumerate(heroes):
        yield from hero_row(view, box, own, number, 6 + row * place, row)
    top = 6 + row * len(heroes)
    if not heroes and view.day and not view.players[own].out and not view.head.over:
        yield nobody_leads(box, top)
        top += NOBODY_LEADS
    yield from bestiary(box, room, top)


NOBODY_LEADS = 72
"""The height of the card of a player without heroes."""


def nobody_leads(box: Box, top: float) -> Thing:
    """What somebody does who has lost all heroes (HE-8.1)."""
    name, words = "No hero is left", f"hire one in a city: {goods(0, box.numbers.hero_coins)}"
    high = NOBODY_LEADS - 6
    area = f'<rect x="{-CARD_WIDTH / 2:g}" y="{-high / 2:g}" width="{CARD_WIDTH}" height="{high}" rx="7"'
    face = f'<g transform="translate({40 - CARD_WIDTH / 2:g} 0)">{draw_icon(HERO_ICON, 40, "var(--soft)")}</g>'
    return Thing(
        "nobody-leads", "space", MIDDLE, top + high / 2, CARD_WIDTH, high, "heroes", states=("thumb",), aside=True,
        art=f'{area} fill="var(--panel)" stroke="var(--edge)"/>{face}',
        text=name, lines=(words,), label=f"{name}: {words}",
    )  # fmt: skip


BEAST_ROW, BEAST_MOST = 46, 100
"""The least and the greatest height of a creature's row."""
BEAST_CARD, BEAST_CARD_MOST = 96, 130
"""The least and the greatest height of its card."""


def bestiary(box: Box, room: float, top: float) -> Iterator[Thing]:
    """The creatures that there are, with their faces, strength and price, where the heroes leave room."""
    row = min(BEAST_MOST, (room - top - 8) / TIERS)
    if row < BEAST_ROW:
        yield from beast_cards(box, room, top)
        return
    for tier in range(TIERS):
        cost = price(box.price[CREATURE_PRICE + tier])
        dice = f"{tier + 1} {'die' if not tier else 'dice'}"
        name = creature(tier).title()
        yield Thing(
            f"beast-{tier}", "space", MIDDLE, top + row * (tier + 0.5), CARD_WIDTH, row - 6,
            "heroes", states=("thumb",), art=beast(tier, row - 6), text=name,
            lines=(f"roll {dice}, cost {cost}",), aside=True,
            label=f"{name}: each rolls {dice} and costs {cost}; {armoured(box, tier)}",
        )  # fmt: skip


@cache
def beast(tier: int, high: float) -> str:
    """The ground of a creature's row, and its face at the left."""
    area = f'<rect x="{-CARD_WIDTH / 2:g}" y="{-high / 2:.1f}" width="{CARD_WIDTH}" height="{high:.1f}" rx="7"'
    return (
        f'{area} fill="var(--panel)"/>{area} fill="url(#sheen)" stroke="var(--edge)"/>'
        f'<g transform="translate({41 - CARD_WIDTH / 2:g} 0)">{portrait(tier, round(min(60, high - 8)), NOBODY)}</g>'
    )


def beast_cards(box: Box, room: float, top: float) -> Iterator[Thing]:
    """The creatures side by side, where there is less room."""
    tall = min(BEAST_CARD_MOST, room - top - 14)
    if tall < BEAST_CARD:
        return
    for tier in range(TIERS):
        cost, dice = box.price[CREATURE_PRICE + tier], count(tier + 1, "die", "dice")
        words = f"{creature(tier).title()}: each rolls {dice} and costs {price(cost)}; {armoured(box, tier)}"
        yield Thing(
            f"beast-{tier}", "card", MIDDLE + (tier - 2) * 61, room - 8 - tall / 2, 58, tall, "heroes",
            CREATURE_ICONS[tier], tint=f"tier{tier}", lines=(dice, f"{cost[0]} [two-coins]"), label=words,
            aside=True,
        )  # fmt: skip


def armoured(box: Box, tier: int) -> str:
    """What the creatures of rank 2 of a tier (from 0) roll and cost."""
    kind = tier + TIERS
    dice = f"{box.dice[kind]}d6 + {box.plus[kind]}"
    return f"armoured ones roll {dice} and cost {price(box.price[CREATURE_PRICE + kind])}"


def hero_row(view: State, box: Box, seat: int, number: int, top: float, row: float) -> Iterator[Thing]:
    """A hero of the viewer: movement, items and what lies on its tile; its troops below."""
    hero = view.players[seat].heroes[number]
    y = top + 24
    yield Thing(
        f"own-{number}", "token", 32, y, 40, 40, "heroes", HERO_ICONS[number], seat,
        art=ground(seat, 32, 24, row - 5), label=hero_words(view, box, seat, number),
    )  # fmt: skip
    yield Thing(
        f"place-{number}", "text", 100, y - 8, 80, 15, "heroes", text=hero_name(seat, number), shape="left",
        states=("strong",), layer=1,
    )  # fmt: skip
    yield Thing(
        f"steps-{number}", "text", 100, y + 10, 80, 14, "heroes", shape="left", tint="soft", layer=1,
        text=f"{square(box, hero.tile)}, {count(hero.moves, 'step')}",
    )  # fmt: skip
    for kind in range(ITEM_KINDS):
        level = int(hero.items[kind])
        adds = f"; adds {item_dice(box, kind, level)} to the squad that the hero leads" if level else ""
        yield Thing(
            f"item-{number}-{kind}", "art", 154 + kind * 35, y, 32, 32, "heroes", layer=1,
            art=item_art(kind, level, 32), label=f"{ITEM_KIND_NAMES[kind]}: {LEVEL_NAMES[level]}{adds}",
        )  # fmt: skip
    lying = sorted({(it.kind, it.level) for it in view.loot[: view.loots] if it.tile == hero.tile})
    step = min(34.0, 30 / max(len(lying) - 1, 1))
    for place, (kind, level) in enumerate(lying):
        yield Thing(
            f"loot-{number}-{kind}-{level}", "art", 262 + place * step, y, 32, 32, "heroes",
            art=item_art(int(kind), int(level), 32), layer=1,
            label=f"{LEVEL_NAMES[level]} {ITEM_KIND_NAMES[kind]} on the tile",
        )  # fmt: skip
    high = row - 5 - 46 - 4
    middle = y + 22 + high / 2
    if not any(hero.troops):
        words = "no troops: cannot fight"
        yield Thing(f"alone-{number}", "text", MIDDLE, middle, 296, 14, "heroes", text=words, tint="soft", layer=1)
    yield from troop_things(f"troop-{number}", hero.troops, Line(16, 290, middle, high, "heroes"), seat)
