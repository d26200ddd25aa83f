"""The map with all that stands on it."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from wartable.compiler.mode import plain
from wartable.drawing.draw import badge
from wartable.drawing.scene import Thing

from ..box import Box
from ..naming import (
    COLUMNS,
    RESOURCE_NAMES,
    TOKEN_NAMES,
    army,
    city_name,
    creature,
    creatures,
    hero_name,
    item_name,
    spawners_in,
    square,
)
from ..rules.realm import total
from ..state import NOBODY, State, Token
from .country import Grid, roads, sun, sun_at
from .creature import item_art
from .layout import BOARD, HERO_ICONS, OPEN_CHEST_ICON, RAMPART_ICON, RESOURCE_ICONS, RESOURCE_TINTS, TOKEN_ICONS
from .site import castle, lair, pit, treasure

Standing = dict[int, list[tuple[int, int]]]
"""Who stands where: seats and numbers by tile."""


class Lies(NamedTuple):
    """What lies on a tile; all tiles are read at once, which takes a fraction of the time."""

    token: int
    owner: int
    mark: int
    guards: int
    tier: int
    heaps: int


def tiles_of(view: State) -> list[Lies]:
    fields = (view["tiles"][name].tolist() for name in Lies._fields)
    return [Lies(*numbers) for numbers in zip(*fields, strict=True)]


def map_things(view: State, box: Box, grid: Grid, own: int) -> Iterator[Thing]:
    standing = heroes_by_tile(view, box)
    tiles = tiles_of(view)
    castles = tuple(tile for tile, it in enumerate(tiles) if it.token == Token.CITY)
    if len(castles) > 1:
        ways = roads(grid, castles)
        yield Thing("roads", "art", BOARD / 2, BOARD / 2, BOARD, BOARD, art=ways, layer=-1)
    if view.day:
        words = f"Day {view.day} of {box.days}"
        yield Thing("sun", "art", *sun_at(grid, view.day, box.days), 26, 26, art=sun(), label=words)
    for tile, it in enumerate(tiles[: grid.width * grid.height]):
        x, y = grid.centre(tile)
        name = f"{COLUMNS[tile % grid.width]}{tile // grid.width + 1}"
        words = tile_words(view, box, it, name) if it.token else name
        yield Thing(f"space-{name}", "space", x, y, grid.cell - 2, grid.cell - 2, label=words)
        if it.token:
            yield from token_things(view, grid, tile, it, name, words, tile in standing)
    yield from loose_things(view, box, grid)
    yield from hero_tokens(view, box, grid, standing, own)


def heroes_by_tile(view: State, box: Box) -> Standing:
    standing: Standing = {}
    for seat in range(box.seats):
        for number, hero in enumerate(view.players[seat].heroes):
            if hero.here:
                standing.setdefault(hero.tile, []).append((seat, number))
    return standing


def loose_things(view: State, box: Box, grid: Grid) -> Iterator[Thing]:
    """Items that lie on the map."""
    lying: Counter[int] = Counter()
    alike: Counter[str] = Counter()
    size = max(18.0, grid.cell * 0.34)
    for item in view.loot[: view.loots]:
        where = square(box, item.tile)
        id, label = f"loose-{where}-{item.kind}-{item.level}", f"{item_name(item.kind, item.level)} on {where}"
        alike[id] += 1
        x, y = grid.centre(item.tile)
        x, y = x - grid.cell * 0.34 + min(lying[item.tile], 3) * size * 0.8, y + grid.cell * 0.32
        lying[item.tile] += 1
        art = item_art(item.kind, item.level, round(size))
        yield Thing(f"{id}-{alike[id]}", "art", x, y, size, size, art=art, layer=1, label=label)


def tile_words(view: State, box: Box, it: Lies, name: str) -> str:
    """All that is on a tile, for those who cannot see it."""
    parts = [name]
    if it.token == Token.CITY:
        parts.append(city_words(view, box, it.mark))
    elif it.token == Token.MINE:
        owner = "nobody's" if it.owner == NOBODY else f"{{{it.owner}}}'s"
        parts.append(f"{owner} mine{f' of {RESOURCE_NAMES[it.mark]}' if it.mark >= 0 else ''}")
    elif it.token:
        parts.append(TOKEN_NAMES[it.token])
    if it.guards:
        parts.append(f"{creatures(it.tier - 1, it.guards)} on guard")
    return ", ".join(parts)


def city_words(view: State, box: Box, number: int) -> str:
    city = view.cities[number]
    if city.owner == NOBODY:
        return f"the neutral city {city_name(view, box, number)}"
    built = [creature(kind) for kind in spawners_in(view, number)]
    wall = ", a rampart" if city.rampart else ""
    whose = f"{{{city.owner}}}'s city {city_name(view, box, number)}"
    return f"{whose}, garrison {army(city.garrison)}, spawners {', '.join(built) or 'none'}{wall}"


def token_things(view: State, grid: Grid, tile: int, it: Lies, name: str, words: str, shared: bool) -> Iterator[Thing]:
    """What lies on a tile; a city makes room for the heroes who stand in it."""
    x, y = grid.centre(tile)
    owner = view.cities[it.mark].owner if it.token == Token.CITY else it.owner
    owned = it.token in (Token.CITY, Token.MINE)
    count = str(it.guards) if it.guards else ""
    if it.token == Token.CITY and owner != NOBODY:
        inside = plain(total)(view.cities[it.mark].garrison)
        count = str(inside) if inside else ""
    opens = shared and it.token in (Token.ITEM, Token.RESOURCE)
    size = grid.cell * (SHARED_CITY if it.token == Token.CITY and shared else SIZES[it.token])
    if it.token == Token.CITY and shared:
        if count:
            plate = badge(count, 0, 0, 13, grid.cell * 0.6)
            at = (x - grid.cell * 0.08, y - grid.cell * 0.42)
            yield Thing(f"inside-{it.mark}", "art", *at, 22, 18, art=plate, label=f"{count} inside", layer=4)
            count = ""
        x, y = x + grid.cell * 0.12, y + grid.cell * 0.04
    elif it.token == Token.CITY:
        y += grid.cell * 0.09
    if opens or (it.token == Token.MINE and shared):
        # Whoever opens it, or looks what is in it, stands before it.
        x, y, size = x + grid.cell * 0.18, y - grid.cell * 0.16, size * 0.8
    seat = owner if owned and owner != NOBODY else None
    yield Thing(
        f"city-{it.mark}" if it.token == Token.CITY else f"token-{name}", "art", x, y, size, size, seat=seat,
        art=token_art(it.token, it.tier, seat, round(size, 1), opens), label=words, layer=1,
        text=count if it.token == Token.CITY else "",
    )  # fmt: skip
    yield from mark_things(view, grid, tile, it, name, shared)


SIZES = (0.0, 0.62, 0.66, 0.66, 0.7, 0.84)
"""How large a token is by its kind, as a share of its tile."""


@cache
def token_art(token: int, tier: int, seat: int | None, size: float, opens: bool) -> str:
    """The picture of what lies on a tile."""
    if token == Token.CITY:
        return castle(seat, size)
    if token == Token.MINE:
        return pit(seat, size)
    if token == Token.MONSTER:
        return lair(tier, size)
    if token == Token.ITEM:
        return treasure(OPEN_CHEST_ICON if opens else TOKEN_ICONS[token], "chest", size, opens)
    return treasure(TOKEN_ICONS[token], "crate", size, opens)


def mark_things(view: State, grid: Grid, tile: int, it: Lies, name: str, shared: bool) -> Iterator[Thing]:
    """What stands beside a token: how many monsters are left, what a mine yields, a city's rampart."""
    x, y = grid.centre(tile)
    cell = grid.cell
    if it.token in (Token.MONSTER, Token.MINE) and it.guards:
        yield Thing(
            f"guards-{name}", "art", x + cell * 0.3, y + cell * (-0.34 if shared else 0.32), 24, 20, layer=2,
            art=badge(str(it.guards), 0, 0, 14, cell * 0.66), label=f"{it.guards} left",
        )  # fmt: skip
    if it.token == Token.MINE and it.mark >= 0:
        small = max(16.0, cell * 0.3)
        yield Thing(
            f"yield-{name}", "icon", x - cell * 0.32, y - cell * 0.3, small, small, icon=RESOURCE_ICONS[it.mark],
            tint=RESOURCE_TINTS[it.mark], label=f"yields {RESOURCE_NAMES[it.mark]}", layer=2,
        )  # fmt: skip
    if it.token == Token.CITY and view.cities[it.mark].rampart:
        yield Thing(
            f"rampart-{it.mark}", "icon", x - cell * 0.3, y - cell * 0.3, cell * 0.3, cell * 0.3,
            icon=RAMPART_ICON, tint="ink", label="rampart", layer=2,
        )  # fmt: skip


SHARED_CITY = 0.74
"""How large a city is where heroes stand in it, as a share of its tile."""
LEAST_HERO = 23.0
BESIDE = {
    1: (0.56, ((-0.2, 0.18),)),
    2: (0.5, ((-0.25, 0.2), (0.25, 0.22))),
    3: (0.46, ((-0.27, 0.24), (0.25, 0.24), (-0.27, -0.24))),
}
ABREAST = {1: (0.76, ((0.0, 0.0),)), 2: (0.54, ((-0.23, 0.0), (0.23, 0.0)))}
MANY = (0.44, ((-0.27, -0.26), (0.27, -0.26), (-0.27, 0.26), (0.27, 0.26), (0.0, 0.0)))
"""How large heroes are and where they stand on a tile: beside a city or guards, alone, and where they are many."""


def hero_tokens(view: State, box: Box, grid: Grid, standing: Standing, own: int) -> Iterator[Thing]:
    """Heroes on the map, fanned out where several stand on one tile or in a city. A phone looks at those who fight, or
    at one's own."""
    fights, fought = bool(view.in_battle), view.battle.tile
    for tile, those in standing.items():
        # Beside a castle, and beside guards, whose number stays in sight.
        shares = view.tiles[tile].token != Token.NONE
        share, places = (BESIDE if shares else ABREAST).get(len(those), MANY)
        size = max(grid.cell * share, LEAST_HERO)
        for place, (seat, number) in enumerate(those):
            hero = view.players[seat].heroes[number]
            x, y = grid.centre(tile)
            right, down = places[place % len(places)]
            x, y = x + grid.cell * right, y + grid.cell * down
            count = plain(total)(hero.troops)
            yield Thing(
                f"hero-{seat}-{number}", "token", x, y, size, size, icon=HERO_ICONS[number], seat=seat,
                text=str(count) if count else "", label=hero_words(view, box, seat, number), layer=3,
                focal=tile == fought if fights else seat == own,
            )  # fmt: skip
            if hero.moves:
                outwards = 0.46 if right > 0 else -0.46
                yield moves_thing(grid, seat, number, hero.moves, x + size * outwards, y - size * 0.46)


def moves_thing(grid: Grid, seat: int, number: int, moves: int, x: float, y: float) -> Thing:
    """The movement left: a die, a plate of paper on small tiles; beside the hero, and within the map."""
    x = min(max(x, grid.left + 10), grid.left + grid.cell * grid.width - 10)
    y = max(y, grid.top + 10)
    id, label = f"moves-{seat}-{number}", f"{moves} movement left"
    if grid.cell >= 56:
        return Thing(id, "die", x, y, 30, 30, text=str(moves), states=("number",), label=label, layer=4)
    plate = badge(str(moves), 0, 0, 13, grid.cell * 0.5, "paper", "paper-ink")
    return Thing(id, "art", x, y, 20, 18, art=plate, label=label, layer=4)


def hero_words(view: State, box: Box, seat: int, number: int) -> str:
    hero = view.players[seat].heroes[number]
    items = [item_name(kind, level) for kind, level in enumerate(hero.items) if level]
    carried = f", {', '.join(items)}" if items else ""
    who = f"{{{seat}}}'s hero {hero_name(seat, number)} on {square(box, hero.tile)}"
    return f"{who}, {army(hero.troops)}, {hero.moves} movement left{carried}"
