"""The players, and the viewer's heroes."""

from collections.abc import Iterator
from functools import cache

from wartable.core.phrases import count
from wartable.core.rules import plain
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area, Look
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
    item_name,
    price,
    square,
)
from ..rules.realm import city_count, garrison_of, mine_count, realm_value
from ..state import HEROES, ITEM_KINDS, NOBODY, RESOURCES, TIERS, Resource, State
from .creature import item_art, portrait, troop_things
from .layout import CREATURE_ICONS, HERO_ICON, HERO_ICONS, RESOURCE_ICONS, RESOURCE_TINTS, SIDE_WIDTH, SUN_ICON
from .map import hero_words

PLAYER_ROW, PURSE_ROW = 54, 72
"""How high a rival's row is, and one's own, which tells what a day brings."""
HERO_MOST = 112
CARD_LEFT, CARD_WIDTH = 5, SIDE_WIDTH - 10
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
    """A row for the viewer and for each of the others: name, realm value, stock, mines."""
    first = Area(0, 3, SIDE_WIDTH, PLAYER_ROW, "players")
    yield from player_row(view, box, own, first._replace(panel="purse"))
    yield from income_things(view, box, own)
    for place, seat in enumerate(seat for seat in range(box.seats) if seat != own):
        yield from player_row(view, box, seat, first.moved(0, PLAYER_ROW * place))


def player_row(view: State, box: Box, seat: int, row: Area) -> Iterator[Thing]:
    player = view.players[seat]
    states: tuple[Mark, ...] = ("spent",) if player.out else ()
    _, sign, _, name, _, first, _, value = row.moved(0, -13).columns(16.5, 17, 2.5, 160, 16, 20, 20, 56)
    yield sign.moved(0, -1).sized(17, 17).thing(f"seat-{seat}", "cube", seat=seat, states=states)
    yield name.text(f"name-{seat}", f"{{{seat}}}", 16, seat=seat, states=("strong", *states), shape="left")
    if player.out:
        yield value.moved(-10, 0).sized(60, 22).text(f"value-{seat}", "out", tint="soft", shape="right")
    else:
        worth = plain(realm_value)(view, box, seat)
        look = Look(icon="crown", text=str(worth), tint="gold", label=f"realm value {worth}")
        yield value.sized(56, 22).thing(f"value-{seat}", "icon", **look)
    if view.day and view.first == seat:
        words = f"{{{seat}}} goes first today"
        yield first.sized(20, 20).thing("first", "icon", icon=SUN_ICON, tint="gold", label=words)
    yield from stock_things(view, seat, row.moved(0, 11), states)


def stock_things(view: State, seat: int, row: Area, states: tuple[Mark, ...]) -> Iterator[Thing]:
    """What a player has in stock, and how many mines."""
    _, stock, mines, _ = row.sized(SIDE_WIDTH, 23).columns(14, 241, 52, 0)
    amounts = view.players[seat].stock.tolist()
    for resource, place in enumerate(stock.row(RESOURCES, gap=3)):
        yield place.thing(
            f"stock-{seat}-{resource}", "icon", icon=RESOURCE_ICONS[resource], text=str(amounts[resource]),
            states=states, tint=RESOURCE_TINTS[resource], label=goods(resource, amounts[resource]),
        )  # fmt: skip
    count_of = plain(mine_count)(view, seat)
    label = count(count_of, "mine")
    yield mines.thing(f"mines-{seat}", "icon", icon="gold-mine", text=str(count_of), states=states, label=label)


def income_things(view: State, box: Box, seat: int) -> Iterator[Thing]:
    """What the next day brings of each resource (HE-4.1, HE-4.2), less the food of heroes outside (HE-5.1)."""
    player = view.players[seat]
    if player.out or view.head.over:
        return
    cities = int(plain(city_count)(view, box, seat))
    heroes = [number for number in range(HEROES) if player.heroes[number].here]
    eaters = sum(1 for number in heroes if plain(garrison_of)(view, seat, number) < 0)
    line = Area(41, PURSE_ROW - 9, 221, 0, "purse")
    for resource, place in enumerate(line.row(RESOURCES, gap=23)):
        gains = cities * int(box.per_city[resource]) + int(player.mines[resource]) * int(box.numbers.mine_yield)
        gains -= eaters if resource == Resource.FOOD else 0
        yield place.text(
            f"income-{seat}-{resource}", f"{gains:+d}".replace("-", "\u2212"), shape="left",
            tint="bad" if gains < 0 else "soft", label=f"{RESOURCE_NAMES[resource]}: {gains:+d} tomorrow",
        )  # fmt: skip
    yield Area(251, PURSE_ROW - 9, 52, 0, "purse").text(f"income-{seat}", "a day", tint="soft", shape="right")


@cache
def ground(seat: int, x: float, y: float, height: float) -> str:
    """The card of a hero or a city, drawn around its token, which lies so far from its corner."""
    area = f'<rect x="{CARD_LEFT - x:.1f}" y="{-y:.1f}" width="{CARD_WIDTH}" height="{height:.1f}" rx="8"'
    band = f'<rect x="{CARD_LEFT - x:.1f}" y="{-y:.1f}" width="5" height="{height:.1f}" rx="2.5"'
    return (
        f'{area} fill="var(--panel)" stroke="var(--edge)"/>{area} fill="url(#sheen)"/>{band} fill="var(--seat{seat})"/>'
    )


def plate(
    area: Area, id: str, picture: str, name: str, lines: tuple[str, ...], label: str, is_lit: bool = False
) -> Thing:
    """A picture with its name and a few words."""
    art = sample(picture, area.height, is_lit)
    return area.thing(id, "space", states=("thumb",), art=art, text=name, lines=lines, label=label, aside=True)


@cache
def sample(picture: str, high: float, is_lit: bool) -> str:
    """The ground of a plate, and its picture at the left."""
    area = f'<rect x="{-CARD_WIDTH / 2:g}" y="{-high / 2:.1f}" width="{CARD_WIDTH}" height="{high:.1f}" rx="7"'
    light = f'{area} fill="url(#sheen)" stroke="var(--edge)"/>' if is_lit else ""
    x = (41 if is_lit else 40) - CARD_WIDTH / 2
    return f'{area} fill="var(--panel)"/>{light}<g transform="translate({x:g} 0)">{picture}</g>'


def hero_things(view: State, box: Box, own: int, room: float) -> Iterator[Thing]:
    """The viewer's heroes, and the creatures that there are where they leave room."""
    heroes = [number for number in range(HEROES) if view.players[own].heroes[number].here]
    row = min(HERO_MOST, (room - 10) / max(len(heroes), 1))
    first = Area(0, 6, SIDE_WIDTH, row, "heroes")
    for place, number in enumerate(heroes):
        yield from hero_row(view, box, own, number, first.moved(0, row * place))
    top = 6 + row * len(heroes)
    if not heroes and view.day and not view.players[own].out and not view.head.over:
        name, words = "No hero is left", f"hire one in a city: {goods(0, box.numbers.hero_coins)}"
        face = draw_icon(HERO_ICON, 40, "var(--soft)")
        card = Area(CARD_LEFT, top, CARD_WIDTH, NOBODY_LEADS - 6, "heroes")
        yield plate(card, "nobody-leads", face, name, (words,), f"{name}: {words}", is_lit=True)
        top += NOBODY_LEADS
    yield from bestiary(box, room, top)


NOBODY_LEADS = 72
"""The height of the card of a player without heroes (HE-8.1)."""
BEAST_ROW, BEAST_MOST = 46, 100
"""The least and the greatest height of a creature's row."""
BEAST_CARD, BEAST_CARD_MOST = 96, 130
"""The least and the greatest height of its card."""


def bestiary(box: Box, room: float, top: float) -> Iterator[Thing]:
    """The creatures that there are, with their faces, strength and price: in rows or, with less room, side by side."""
    row, tall = min(BEAST_MOST, (room - top - 8) / TIERS), min(BEAST_CARD_MOST, room - top - 14)
    if row < BEAST_ROW and tall < BEAST_CARD:
        return
    in_rows = Area(CARD_LEFT, top, CARD_WIDTH, row * TIERS, "heroes").stack(TIERS)
    cards = Area(CARD_LEFT, room - 8 - tall, CARD_WIDTH, tall, "heroes").row(TIERS, 61, gap=3)
    for tier in range(TIERS):
        cost, dice, name = box.price[CREATURE_PRICE + tier], count(tier + 1, "die", "dice"), creature(tier).title()
        label = f"{name}: each rolls {dice} and costs {price(cost)}; {armoured(box, tier)}"
        if row >= BEAST_ROW:
            face = portrait(tier, round(min(60, row - 14)), NOBODY)
            words = (f"roll {dice}, cost {price(cost)}",)
            yield plate(in_rows[tier].inset(0, 3), f"beast-{tier}", face, name, words, label, is_lit=True)
        else:
            yield cards[tier].thing(
                f"beast-{tier}", "card", icon=CREATURE_ICONS[tier], tint=f"tier{tier}",
                lines=(dice, f"{cost[0]} [two-coins]"), label=label, aside=True,
            )  # fmt: skip


def armoured(box: Box, tier: int) -> str:
    """What the creatures of rank 2 of a tier (from 0) roll and cost."""
    kind = tier + TIERS
    dice = f"{box.dice[kind]}d6 + {box.plus[kind]}"
    return f"armoured ones roll {dice} and cost {price(box.price[CREATURE_PRICE + kind])}"


def hero_row(view: State, box: Box, seat: int, number: int, row: Area) -> Iterator[Thing]:
    """A hero of the viewer: movement, items and what lies on its tile; its troops below."""
    hero = view.players[seat].heroes[number]
    head, troops, _ = row.rows(46, 0, 9)
    head = head.moved(0, 1)
    _, token, _, words, _ = head.columns(12, 40, 8, 80, 0)
    line = head.sized(SIDE_WIDTH, 32)
    items, loot = line._replace(x=138, width=102), line._replace(x=246, width=62)
    yield token.sized(40, 40).thing(
        f"own-{number}", "token", icon=HERO_ICONS[number], seat=seat, label=hero_words(view, box, seat, number),
        art=ground(seat, 32, 24, row.height - 5),
    )  # fmt: skip
    name, steps = words.moved(0, -8), words.moved(0, 10)
    yield name.text(f"place-{number}", hero_name(seat, number), 15, shape="left", states=("strong",), layer=1)
    where = f"{square(box, hero.tile)}, {count(hero.moves, 'step')}"
    yield steps.text(f"steps-{number}", where, shape="left", tint="soft", layer=1)
    for kind, place in enumerate(items.row(ITEM_KINDS, gap=3)):
        level = hero.items[kind]
        adds = f"; adds {item_dice(box, kind, level)} to the squad that the hero leads" if level else ""
        label = f"{ITEM_KIND_NAMES[kind]}: {LEVEL_NAMES[level]}{adds}"
        yield place.thing(f"item-{number}-{kind}", "art", layer=1, art=item_art(kind, level, 32), label=label)
    lying = sorted({(it.kind, it.level) for it in view.loot[: view.loots] if it.tile == hero.tile})
    for (kind, level), place in zip(lying, loot.fan(len(lying), 32, 34), strict=True):
        label, art = f"{item_name(kind, level)} on the tile", item_art(kind, level, 32)
        yield place.thing(f"loot-{number}-{kind}-{level}", "art", art=art, layer=1, label=label)
    if not any(hero.troops):
        yield troops.inset(10, 0).text(f"alone-{number}", "no troops: cannot fight", tint="soft", layer=1)
    yield from troop_things(f"troop-{number}", hero.troops, troops._replace(x=16, width=290), seat)
