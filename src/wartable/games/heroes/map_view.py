"""The map with all that stands on it."""

from functools import cache

from wartable.core.compiled import plain
from wartable.core.draw import badge, seat_outline
from wartable.core.icons import draw_icon
from wartable.core.lettering import text
from wartable.core.materials import textured
from wartable.core.record import Record
from wartable.core.scene import Thing

from .layout_view import (
    BOARD,
    CREATURE_ICONS,
    HERO_ICON,
    ITEM_ICONS,
    RAMPART_ICON,
    RESOURCE_ICONS,
    RESOURCE_TINTS,
    TOKEN_ICONS,
    TOWN_ICON,
)
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
    """Painted country: meadows with fields and woods, a road across, and a fine grid over it."""
    width, height = grid.cell * grid.width, grid.cell * grid.height
    area = f'<rect x="{grid.left:.1f}" y="{grid.top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="8"'
    frame = area.replace("<rect", '<rect fill="none" stroke="var(--brass)" stroke-width="3"')
    parts = [f'{area} fill="var(--grass)"/>{area} fill="url(#on-grass)"/>', *country(grid), textured(area, "paper")]
    parts += [road(grid), lines(grid), f'{area} fill="url(#lamp)"/>{frame}/>']
    parts.append('<g class="axis">')
    for column in range(grid.width):
        x, _ = grid.centre(column)
        parts.append(text(COLUMNS[column], x, grid.top - 6, 14, "var(--soft)"))
    for row in range(grid.height):
        _, y = grid.centre(row * grid.width)
        parts.append(text(str(row + 1), grid.left - 13, y + 5, 14, "var(--soft)"))
    return "".join([*parts, "</g>"])


def country(grid: Grid) -> list[str]:
    """Fields, woods, hills and a river: each patch a little different, and none in the way of what stands on a tile."""
    parts = [river(grid)]
    for tile in range(grid.width * grid.height):
        x, y = grid.centre(tile)
        column, row = tile % grid.width, tile // grid.width
        lot = (column * 13 + row * 29 + column * row * 7) % 11
        if lot < 2:
            parts.append(acre(x, y, grid.cell * 0.86, (tile * 37 % 30) - 15))
        elif lot in (5, 9):
            parts += [tree(x + dx * grid.cell, y + dy * grid.cell, grid.cell * 0.14) for dx, dy in WOODS[tile % 3]]
        elif lot == 8:
            parts.append(hill(x, y + grid.cell * 0.34, grid.cell * 0.46))
    return parts


WOODS = (
    ((-0.42, -0.4), (-0.22, -0.44), (-0.44, -0.18), (0.4, 0.3), (0.44, 0.06)),
    ((0.3, -0.44), (0.44, -0.32), (0.42, -0.08), (-0.4, 0.34), (-0.2, 0.42)),
    ((-0.42, 0.16), (-0.44, 0.36), (-0.24, 0.42), (0.4, -0.36), (0.2, -0.44)),
)


def acre(x: float, y: float, size: float, turn: float) -> str:
    """A ploughed field, its furrows across."""
    half = size / 2
    furrows = "".join(f"M{3 - half:.0f} {-half + size * n / 6:.0f}h{size - 6:.0f}" for n in range(1, 6))
    area = f'<rect x="{-half:.0f}" y="{-half:.0f}" width="{size:.0f}" height="{size:.0f}" rx="{size * 0.16:.0f}"'
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) rotate({turn:g}) scale(1 .82)">{area} fill="var(--plains)" '
        f'stroke="#0003" stroke-width="2"/><path d="{furrows}" stroke="#0002" stroke-width="3"/></g>'
    )


def river(grid: Grid) -> str:
    """Down from the hills in the upper left to the lower right, with a bright bank."""
    c, left, top = grid.cell, grid.left, grid.top
    way = f"M{left + 2:.0f} {top + c * 1.5:.0f}"
    for step in range(1, grid.width + 1):
        bend = 0.3 if step % 2 else -0.3
        y = top + c * (1.5 + (grid.height - 3) * step / grid.width + bend)
        way += f"S{left + c * (step - 0.5):.0f} {y + c * bend:.0f} {left + c * step - 2:.0f} {y:.0f}"
    wide = c * 0.2
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{way}" stroke="#0003" stroke-width="{wide + 5:.0f}"/>'
        f'<path d="{way}" stroke="var(--water)" stroke-width="{wide:.0f}"/>'
        f'<path d="{way}" stroke="#fff4" stroke-width="1.6" stroke-dasharray="10 16"/></g>'
    )


def tree(x: float, y: float, size: float) -> str:
    """A treetop with its shade."""
    crown = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}"'
    return (
        f'<ellipse cx="{x + size * 0.4:.1f}" cy="{y + size * 0.7:.1f}" rx="{size:.1f}" ry="{size * 0.7:.1f}" '
        f'fill="#0004"/>{crown} fill="var(--forest)" stroke="#0005"/>{crown} fill="url(#bevel)"/>'
    )


def hill(x: float, y: float, size: float) -> str:
    """A hill: its lit side, and its shade to the right."""
    up = size * 0.75
    return (
        f'<path d="M{x - size:.1f} {y:.1f}Q{x - size * 0.3:.1f} {y - up * 1.6:.1f} {x + size:.1f} {y:.1f}Z" '
        f'fill="#ffffff1f" stroke="#0004"/><path d="M{x - size * 0.1:.1f} {y - up * 0.78:.1f}Q{x + size * 0.2:.1f} '
        f'{y - up * 0.5:.1f} {x + size:.1f} {y:.1f}H{x:.1f}Z" fill="#0003"/>'
    )


def road(grid: Grid) -> str:
    """From corner to corner, winding."""
    c, left, top = grid.cell, grid.left, grid.top
    way = f"M{left + c * 0.9:.0f} {top + c * grid.height - 6:.0f}"
    for step in range(1, grid.height):
        bend = 0.28 if step % 2 else -0.28
        share = step / grid.height
        way += f"L{left + c * (grid.width - 1) * share + c * (0.5 + bend):.0f} {top + c * (grid.height - step):.0f}"
    return (
        f'<path d="{way}" fill="none" stroke="#0003" stroke-width="9" stroke-linejoin="round"/><path d="{way}" '
        'fill="none" stroke="var(--desert)" stroke-width="6" stroke-linejoin="round" stroke-dasharray="14 3"/>'
    )


def lines(grid: Grid) -> str:
    """The edges of the tiles."""
    down, across = grid.cell * grid.height, grid.cell * grid.width
    way = "".join(f"M{grid.left + grid.cell * n:.1f} {grid.top:.1f}v{down:.1f}" for n in range(1, grid.width))
    way += "".join(f"M{grid.left:.1f} {grid.top + grid.cell * n:.1f}h{across:.1f}" for n in range(1, grid.height))
    return f'<path d="{way}" stroke="#0005" fill="none"/>'


def map_things(view: Record, box: Record, grid: Grid, own: int) -> list[Thing]:
    things = []
    standing = heroes_by_tile(view, box)
    tokens = view["tiles"]["token"].tolist()
    for tile in range(grid.width * grid.height):
        x, y = grid.centre(tile)
        name = f"{COLUMNS[tile % grid.width]}{tile // grid.width + 1}"
        words = tile_words(view, box, tile, name) if tokens[tile] else name
        things.append(Thing(f"space-{name}", "space", x, y, grid.cell - 2, grid.cell - 2, label=words))
        if tokens[tile]:
            things += token_things(view, grid, tile, name, words, tile in standing)
    return things + loose_things(view, box, grid) + hero_tokens(view, box, grid, standing, own)


def heroes_by_tile(view: Record, box: Record) -> dict[int, list[tuple[int, int]]]:
    """Who stands where: seats and numbers."""
    standing: dict[int, list[tuple[int, int]]] = {}
    for seat in range(box.seats):
        for number, hero in enumerate(view.players[seat].heroes):
            if hero.here:
                standing.setdefault(hero.tile, []).append((seat, number))
    return standing


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


def tile_words(view: Record, box: Record, tile: int, name: str) -> str:
    """All that is on a tile, for those who cannot see it."""
    it = view.tiles[tile]
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


def city_words(view: Record, box: Record, number: int) -> str:
    city = view.cities[number]
    if city.owner == NOBODY:
        return "a neutral city"
    built = [creature(kind) for kind in range(KINDS) if plain(has_spawner)(view, number, kind)]
    wall = ", a rampart" if city.rampart else ""
    return f"{{{city.owner}}}'s city, garrison {army(city.garrison)}, spawners {', '.join(built) or 'none'}{wall}"


def token_things(view: Record, grid: Grid, tile: int, name: str, words: str, shared: bool) -> list[Thing]:
    """What lies on a tile; a city makes room for the heroes who stand in it."""
    it = view.tiles[tile]
    x, y = grid.centre(tile)
    owner = view.cities[it.mark].owner if it.token == Token.CITY else it.owner
    owned = it.token in (Token.CITY, Token.MINE)
    count = str(it.guards) if it.guards else ""
    if it.token == Token.CITY and owner != NOBODY:
        inside = plain(total)(view.cities[it.mark].garrison)
        count = str(inside) if inside else ""
    size = grid.cell * (0.66 if it.token != Token.CITY else SHARED_CITY if shared else 0.92)
    marks = mark_things(view, grid, tile, name, shared)
    if it.token == Token.CITY and shared:
        if count:
            plate = badge(count, 0, 0, 13, grid.cell * 0.6)
            at = (x - grid.cell * 0.08, y - grid.cell * 0.42)
            marks.append(Thing(f"inside-{it.mark}", "art", *at, 22, 18, art=plate, label=f"{count} inside", layer=4))
            count = ""
        x, y = x + grid.cell * 0.13, y - grid.cell * 0.1
    seat = owner if owned and owner != NOBODY else None
    look = token_art(it.token, it.tier, seat, round(size, 1))
    things = [
        Thing(
            f"city-{it.mark}" if it.token == Token.CITY else f"token-{name}",
            "art" if look else "token",
            x,
            y,
            size,
            size,
            icon="" if look else TOKEN_ICONS[it.token],
            art=look,
            seat=seat,
            text=count if owned else "",
            label=words,
            layer=1,
        )
    ]
    return things + marks


@cache
def token_art(token: int, tier: int, seat: int | None, size: float) -> str:
    """The picture of what is more than a token."""
    if token == Token.CITY:
        return castle(seat, size)
    if token == Token.MONSTER:
        return lair(tier, size)
    if token in (Token.ITEM, Token.RESOURCE):
        return treasure(TOKEN_ICONS[token], "gold" if token == Token.ITEM else "brass", size)
    return ""


def mark_things(view: Record, grid: Grid, tile: int, name: str, shared: bool) -> list[Thing]:
    """What stands beside a token: how many monsters are left, what a mine yields, a city's rampart."""
    it = view.tiles[tile]
    x, y = grid.centre(tile)
    cell = grid.cell
    if it.token == Token.MONSTER and it.guards:
        return [
            Thing(
                f"guards-{name}", "art", x + cell * 0.3, y + cell * (-0.34 if shared else 0.32), 24, 20, layer=2,
                art=badge(str(it.guards), 0, 0, 14, cell * 0.66), label=f"{it.guards} left",
            )
        ]  # fmt: skip
    if it.token == Token.MINE and it.mark >= 0:
        small = max(16.0, cell * 0.3)
        return [
            Thing(
                f"yield-{name}", "icon", x + cell * 0.3, y - cell * 0.3, small, small, icon=RESOURCE_ICONS[it.mark],
                tint=RESOURCE_TINTS[it.mark], label=f"yields {RESOURCE_NAMES[it.mark]}", layer=2,
            )
        ]  # fmt: skip
    if it.token == Token.CITY and view.cities[it.mark].rampart:
        return [
            Thing(
                f"rampart-{it.mark}", "icon", x - cell * 0.3, y - cell * 0.3, cell * 0.3, cell * 0.3,
                icon=RAMPART_ICON, tint="ink", label="rampart", layer=2,
            )
        ]  # fmt: skip
    return []


@cache
def castle(seat: int | None, size: float) -> str:
    """A city: its castle on a mound, the banner of its owner with the owner's shape."""
    half = size / 2
    colour = f"var(--seat{seat}-deep)" if seat is not None else "var(--stone)"
    edge = f"var(--seat{seat})" if seat is not None else "var(--rock)"
    mound = f'<ellipse cy="{half * 0.5:.1f}" rx="{half:.1f}" ry="{half * 0.5:.1f}"'
    outline, _, _ = seat_outline(seat, half * 0.8)
    return (
        f'{mound} fill="url(#under)"/>{outline} fill="{colour}" stroke="{edge}" stroke-width="3"/>'
        f'{outline} fill="url(#bevel)"/>'
        f'<g transform="translate(0 {half * (0.3 if seat == 3 else 0.02):.1f})">'
        f"{draw_icon(TOWN_ICON, half * (1.0 if seat in (2, 3) else 1.32), 'var(--ink)')}</g>"
        f'<path d="M{half * 0.2:.1f} {-half * 0.78:.1f}v{-half * 0.5:.1f}" stroke="var(--ink)" stroke-width="2"/>'
        f'<path d="M{half * 0.2:.1f} {-half * 1.26:.1f}h{half * 0.66:.1f}l{-half * 0.2:.1f} {half * 0.2:.1f}'
        f'l{half * 0.2:.1f} {half * 0.2:.1f}h{-half * 0.66:.1f}z" fill="{edge}" stroke="#0007"/>'
    )


@cache
def lair(tier: int, size: float) -> str:
    """Monsters: the face of their kind where it is known, else eyes and teeth in the dark of a den."""
    half = size / 2
    icon = CREATURE_ICONS[tier - 1] if tier else "sharp-smile"
    high = half * 1.8
    den = f'<path d="M{-half:.1f} {half * 0.8:.1f}q0 {-high:.1f} {half:.1f} {-high:.1f}t{half:.1f} {high:.1f}z"'
    return (
        f'<ellipse cy="{half * 0.8:.1f}" rx="{half * 1.2:.1f}" ry="{half * 0.35:.1f}" fill="url(#under)"/>'
        f'{den} fill="#1b1210" stroke="var(--stone)" stroke-width="3"/>{den} fill="url(#sheen)"/>'
        f'<g transform="translate(0 {half * 0.12:.1f})">{draw_icon(icon, half * 1.1, "#ff7a6b")}</g>'
    )


@cache
def treasure(icon: str, metal: str, size: float) -> str:
    """Something to be found, with its shadow and a rim of light."""
    return (
        f'<ellipse cy="{size * 0.36:.1f}" rx="{size * 0.5:.1f}" ry="{size * 0.16:.1f}" fill="url(#under)"/>'
        f'<g transform="translate(1.5 2)">{draw_icon(icon, size * 0.86, "#000a")}</g>'
        f"{draw_icon(icon, size * 0.86, f'var(--{metal})')}"
    )


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


def hero_tokens(
    view: Record, box: Record, grid: Grid, standing: dict[int, list[tuple[int, int]]], own: int
) -> list[Thing]:
    """Heroes on the map, fanned out where several stand on one tile or in a city. A phone looks at those who fight, or
    at one's own."""
    things = []
    fights, fought = bool(view.in_battle), view.battle.tile
    for tile, those in standing.items():
        # Beside a castle, and beside guards, whose number stays in sight.
        shares = view.tiles[tile].token == Token.CITY or view.tiles[tile].guards > 0
        share, places = (BESIDE if shares else ABREAST).get(len(those), MANY)
        size = max(grid.cell * share, LEAST_HERO)
        for place, (seat, number) in enumerate(those):
            hero = view.players[seat].heroes[number]
            x, y = grid.centre(tile)
            right, down = places[place % len(places)]
            x, y = x + grid.cell * right, y + grid.cell * down
            count = plain(total)(hero.troops)
            things.append(
                Thing(
                    f"hero-{seat}-{number}", "token", x, y, size, size, icon=HERO_ICON, seat=seat,
                    text=str(count) if count else "", label=hero_words(view, box, seat, number), layer=3,
                    focal=tile == fought if fights else seat == own,
                )
            )  # fmt: skip
            if hero.moves:
                outwards = 0.46 if right > 0 else -0.46
                things.append(moves_thing(grid, seat, number, hero.moves, x + size * outwards, y - size * 0.46))
    return things


def moves_thing(grid: Grid, seat: int, number: int, moves: int, x: float, y: float) -> Thing:
    """The movement left: a die, a plate of paper on small tiles."""
    id, label = f"moves-{seat}-{number}", f"{moves} movement left"
    if grid.cell >= 56:
        return Thing(id, "die", x, y, 30, 30, text=str(moves), states=("number",), label=label, layer=4)
    plate = badge(str(moves), 0, 0, 13, grid.cell * 0.5, "paper", "paper-ink")
    return Thing(id, "art", x, y, 20, 18, art=plate, label=label, layer=4)


def hero_words(view: Record, box: Record, seat: int, number: int) -> str:
    hero = view.players[seat].heroes[number]
    items = [
        f"{LEVEL_NAMES[hero.items[kind]]} {ITEM_KIND_NAMES[kind]}" for kind in range(ITEM_KINDS) if hero.items[kind]
    ]
    carried = f", {', '.join(items)}" if items else ""
    return f"hero {number + 1} on {square(box, hero.tile)}, {army(hero.troops)}, {hero.moves} movement left{carried}"
