"""The map with all that stands on it."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from wartable.compiler.mode import plain
from wartable.drawing.draw import badge
from wartable.drawing.layout import Area
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
        yield Area(0, 0, BOARD, BOARD).thing("roads", "art", art=ways, layer=-1)
    if view.day:
        words = f"Day {view.day} of {box.days}"
        yield Area.around(*sun_at(grid, view.day, box.days), 26, 26).thing("sun", "art", art=sun(), label=words)
    for tile, it in enumerate(tiles[: grid.width * grid.height]):
        x, y = grid.centres[tile]
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
        place = grid.area(item.tile, size, -0.34, 0.32).moved(min(lying[item.tile], 3) * size * 0.8, 0)
        lying[item.tile] += 1
        art = item_art(item.kind, item.level, round(size))
        yield place.thing(f"{id}-{alike[id]}", "art", art=art, layer=1, label=label)


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
    is_city = it.token == Token.CITY
    owner = view.cities[it.mark].owner if is_city else it.owner
    count = plain(total)(view.cities[it.mark].garrison) if is_city and owner != NOBODY else it.guards
    opens = shared and it.token in (Token.ITEM, Token.RESOURCE)
    size, right, down = grid.cell * SIZES[it.token], 0.0, 0.09 if is_city else 0.0
    if is_city and shared:
        if count:
            plate, label = badge(str(count), 0, 0, 13, grid.cell * 0.6), f"{count} inside"
            above = grid.area(tile, 22, -0.08, -0.42).sized(22, 18)
            yield above.thing(f"inside-{it.mark}", "art", art=plate, label=label, layer=4)
        count, size, right, down = 0, grid.cell * SHARED_CITY, 0.12, 0.04
    elif opens or (it.token == Token.MINE and shared):
        # Whoever opens it, or looks what is in it, stands before it.
        size, right, down = size * 0.8, 0.18, -0.16
    seat = owner if owner != NOBODY and it.token in (Token.CITY, Token.MINE) else None
    yield grid.area(tile, size, right, down).thing(
        f"city-{it.mark}" if is_city else f"token-{name}", "art", seat=seat, label=words, layer=1,
        art=token_art(it.token, it.tier, seat, round(size, 1), opens), text=str(count) if is_city and count else "",
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
    if it.token in (Token.MONSTER, Token.MINE) and it.guards:
        plate, place = (
            badge(str(it.guards), 0, 0, 14, grid.cell * 0.66),
            grid.area(tile, 24, 0.3, -0.34 if shared else 0.32),
        )
        yield place.sized(24, 20).thing(f"guards-{name}", "art", layer=2, art=plate, label=f"{it.guards} left")
    if it.token == Token.MINE and it.mark >= 0:
        yield grid.area(tile, max(16.0, grid.cell * 0.3), -0.32, -0.3).thing(
            f"yield-{name}", "icon", icon=RESOURCE_ICONS[it.mark], tint=RESOURCE_TINTS[it.mark], layer=2,
            label=f"yields {RESOURCE_NAMES[it.mark]}",
        )  # fmt: skip
    if it.token == Token.CITY and view.cities[it.mark].rampart:
        place = grid.area(tile, grid.cell * 0.3, -0.3, -0.3)
        yield place.thing(f"rampart-{it.mark}", "icon", icon=RAMPART_ICON, tint="ink", label="rampart", layer=2)


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
            right, down = places[place % len(places)]
            area, count = grid.area(tile, size, right, down), plain(total)(hero.troops)
            yield area.thing(
                f"hero-{seat}-{number}", "token", icon=HERO_ICONS[number], seat=seat, text=str(count) if count else "",
                label=hero_words(view, box, seat, number), layer=3, focal=tile == fought if fights else seat == own,
            )  # fmt: skip
            if hero.moves:
                x, y = area.moved(size * (0.46 if right > 0 else -0.46), -size * 0.46).middle
                yield moves_thing(grid, seat, number, hero.moves, x, y)


def moves_thing(grid: Grid, seat: int, number: int, moves: int, x: float, y: float) -> Thing:
    """The movement left: a die, a plate of paper on small tiles; beside the hero, and within the map."""
    x = min(max(x, grid.left + 10), grid.left + grid.cell * grid.width - 10)
    y = max(y, grid.top + 10)
    id, label = f"moves-{seat}-{number}", f"{moves} movement left"
    if grid.cell >= 56:
        die = Area.around(x, y, 30, 30)
        return die.thing(id, "die", text=str(moves), states=("number",), label=label, layer=4)
    plate = badge(str(moves), 0, 0, 13, grid.cell * 0.5, "paper", "paper-ink")
    return Area.around(x, y, 20, 18).thing(id, "art", art=plate, label=label, layer=4)


def hero_words(view: State, box: Box, seat: int, number: int) -> str:
    hero = view.players[seat].heroes[number]
    items = [item_name(kind, level) for kind, level in enumerate(hero.items) if level]
    carried = f", {', '.join(items)}" if items else ""
    who = f"{{{seat}}}'s hero {hero_name(seat, number)} on {square(box, hero.tile)}"
    return f"{who}, {army(hero.troops)}, {hero.moves} movement left{carried}"
