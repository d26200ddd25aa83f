"""The map with all that stands on it."""

from functools import cache

from wartable.core.compiled import plain
from wartable.core.draw import terrain_rect, text
from wartable.core.record import Record
from wartable.core.scene import Thing

from .layout_view import BOARD, HERO_ICON, ITEM_ICONS, RAMPART_ICON, RESOURCE_ICONS, TOKEN_ICONS
from .naming import (
    COLUMNS,
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    RESOURCE_NAMES,
    TOKEN_NAMES,
    army,
    creature,
    creatures,
    square,
)
from .rules.realm import has_spawner, total
from .state import (
    HEROES,
    ITEM_KINDS,
    KINDS,
    NOBODY,
    Token,
)


class Grid:
    """Where tiles lie on the board panel."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cell = (BOARD - 34) / max(width, height)
        self.left = (BOARD - self.cell * width) / 2 + 11
        self.top = (BOARD - self.cell * height) / 2 + 8

    def centre(self, tile: int) -> tuple[float, float]:
        x, y = tile % self.width, tile // self.width
        return self.left + (x + 0.5) * self.cell, self.top + (y + 0.5) * self.cell


@cache
def grid_of(width: int, height: int) -> tuple[Grid, str]:
    """The grid of a map of that size, and its backdrop."""
    grid = Grid(width, height)
    return grid, backdrop(grid)


def backdrop(grid: Grid) -> str:
    parts = []
    size = grid.cell - 2
    for tile in range(grid.width * grid.height):
        x, y = grid.centre(tile)
        column, row = tile % grid.width, tile // grid.width
        ground = "plains" if (column * 13 + row * 29 + column * row * 7) % 11 < 2 else "grass"
        parts.append(terrain_rect(ground, x - size / 2, y - size / 2, size, size, 5))
    for column in range(grid.width):
        x, _ = grid.centre(column)
        parts.append(text(COLUMNS[column], x, grid.top - 6, 14, "var(--soft)"))
    for row in range(grid.height):
        _, y = grid.centre(row * grid.width)
        parts.append(text(str(row + 1), grid.left - 13, y + 5, 14, "var(--soft)"))
    return "".join(parts)


def map_things(view: Record, box: Record, grid: Grid) -> list[Thing]:
    things = []
    tokens = view["tiles"]["token"].tolist()
    for tile in range(grid.width * grid.height):
        x, y = grid.centre(tile)
        name = f"{COLUMNS[tile % grid.width]}{tile // grid.width + 1}"
        words = tile_words(view, box, tile) if tokens[tile] else name
        things.append(Thing(f"space-{name}", "space", x, y, grid.cell - 2, grid.cell - 2, label=words))
        if tokens[tile]:
            things += token_things(view, grid, tile, name, words)
    return things + loose_things(view, box, grid) + hero_tokens(view, box, grid)


def loose_things(view: Record, box: Record, grid: Grid) -> list[Thing]:
    """Items that lie on the map."""
    things: list[Thing] = []
    lying: dict[int, int] = {}
    seen: dict[str, int] = {}
    for index in range(view.loots):
        item = view.loot[index]
        x, y = grid.centre(item.tile)
        size = max(16.0, grid.cell * 0.3)
        place = lying.get(item.tile, 0)
        lying[item.tile] = place + 1
        id = f"loose-{square(box, item.tile)}-{item.kind}-{item.level}"
        seen[id] = seen.get(id, 0) + 1
        things.append(
            Thing(
                f"{id}-{seen[id]}",
                "icon",
                x - grid.cell * 0.34 + min(place, 3) * size * 0.8,
                y + grid.cell * 0.32,
                size,
                size,
                icon=ITEM_ICONS[item.kind],
                tint="ink",
                label=f"{LEVEL_NAMES[item.level]} {ITEM_KIND_NAMES[item.kind]} on {square(box, item.tile)}",
                layer=1,
            )
        )
    return things


def tile_words(view: Record, box: Record, tile: int) -> str:
    """All that is on a tile, for those who cannot see it."""
    it = view.tiles[tile]
    parts = [square(box, tile)]
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


def city_words(view: Record, box: Record, number: int) -> str:
    city = view.cities[number]
    if city.owner == NOBODY:
        return "a neutral city"
    built = [creature(kind) for kind in range(KINDS) if plain(has_spawner)(view, number, kind)]
    wall = ", a rampart" if city.rampart else ""
    return f"{{{city.owner}}}'s city, garrison {army(city.garrison)}, spawners {', '.join(built) or 'none'}{wall}"


def token_things(view: Record, grid: Grid, tile: int, name: str, words: str) -> list[Thing]:
    it = view.tiles[tile]
    x, y = grid.centre(tile)
    owner = view.cities[it.mark].owner if it.token == Token.CITY else it.owner
    owned = it.token in (Token.CITY, Token.MINE)
    count = str(it.guards) if it.guards else ""
    if it.token == Token.CITY and owner != NOBODY:
        inside = plain(total)(view.cities[it.mark].garrison)
        count = str(inside) if inside else ""
    size = grid.cell * (0.82 if it.token == Token.CITY else 0.62)
    things = [
        Thing(
            f"city-{it.mark}" if it.token == Token.CITY else f"token-{name}",
            "token" if owned else "icon",
            x,
            y,
            size,
            size,
            icon=TOKEN_ICONS[it.token],
            seat=owner if owned and owner != NOBODY else None,
            text=count if owned else "",
            tint="" if owned else ("bad" if it.token == Token.MONSTER else "ink"),
            label=words,
            layer=1,
        )
    ]
    if it.token == Token.MONSTER and it.guards:
        things.append(
            Thing(
                f"guards-{name}",
                "text",
                x + grid.cell * 0.32,
                y + grid.cell * 0.34,
                20,
                15,
                text=count,
                layer=2,
                states=("strong",),
                label=f"{count} left",
            )
        )
    if it.token == Token.MINE and it.mark >= 0:
        small = max(16.0, grid.cell * 0.3)
        things.append(
            Thing(
                f"yield-{name}",
                "icon",
                x + grid.cell * 0.3,
                y - grid.cell * 0.3,
                small,
                small,
                icon=RESOURCE_ICONS[it.mark],
                tint="ink",
                label=f"yields {RESOURCE_NAMES[it.mark]}",
                layer=2,
            )
        )
    if it.token == Token.CITY and view.cities[it.mark].rampart:
        things.append(
            Thing(
                f"rampart-{it.mark}",
                "icon",
                x - grid.cell * 0.3,
                y - grid.cell * 0.3,
                grid.cell * 0.3,
                grid.cell * 0.3,
                icon=RAMPART_ICON,
                tint="ink",
                label="rampart",
                layer=2,
            )
        )
    return things


def hero_tokens(view: Record, box: Record, grid: Grid) -> list[Thing]:
    """Heroes on the map, fanned out where several stand on one tile or in a city."""
    things = []
    standing: dict[int, int] = {}
    for seat in range(box.seats):
        for number in range(HEROES):
            hero = view.players[seat].heroes[number]
            if not hero.here:
                continue
            place = standing.get(hero.tile, 0)
            standing[hero.tile] = place + 1
            x, y = grid.centre(hero.tile)
            in_city = view.tiles[hero.tile].token == Token.CITY
            size = grid.cell * (0.5 if in_city or place else 0.66)
            if in_city or place:
                x += grid.cell * (-0.26, 0.26, -0.26, 0.26, 0.0)[place % 5]
                y += grid.cell * (-0.26, -0.26, 0.26, 0.26, 0.0)[place % 5]
            count = plain(total)(hero.troops)
            things.append(
                Thing(
                    f"hero-{seat}-{number}",
                    "token",
                    x,
                    y,
                    size,
                    size,
                    icon=HERO_ICON,
                    seat=seat,
                    text=str(count) if count else "",
                    label=hero_words(view, box, seat, number),
                    layer=3,
                )
            )
            if hero.moves:
                outwards = 0.46 if x > grid.centre(hero.tile)[0] else -0.46
                things.append(moves_thing(grid, seat, number, hero.moves, x + size * outwards, y - size * 0.46))
    return things


def moves_thing(grid: Grid, seat: int, number: int, moves: int, x: float, y: float) -> Thing:
    """The movement left: a die where there is room for it, a number on small tiles."""
    kind, size = ("die", 30.0) if grid.cell >= 56 else ("text", 14.0)
    states = ("number",) if kind == "die" else ("strong",)
    return Thing(
        f"moves-{seat}-{number}",
        kind,
        x,
        y,
        size,
        size,
        text=str(moves),
        states=states,
        label=f"{moves} movement left",
        layer=4,
    )


def hero_words(view: Record, box: Record, seat: int, number: int) -> str:
    hero = view.players[seat].heroes[number]
    items = [
        f"{LEVEL_NAMES[hero.items[kind]]} {ITEM_KIND_NAMES[kind]}" for kind in range(ITEM_KINDS) if hero.items[kind]
    ]
    carried = f", {', '.join(items)}" if items else ""
    return f"hero {number + 1} on {square(box, hero.tile)}, {army(hero.troops)}, {hero.moves} movement left{carried}"
