"""The painted country under the map: meadows, fields, woods, hills, a river, roads from castle to castle, the sun."""

from functools import cache

from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area
from wartable.drawing.lettering import text
from wartable.drawing.materials import textured

from ..naming import COLUMNS
from .layout import BOARD, SUN_ICON

SKY = 18
"""Room above the map, in which the sun goes its way."""


class Grid:
    """Where tiles lie on the board panel."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cell = (BOARD - 34 - SKY) / max(width, height)
        self.left = (BOARD - self.cell * width) / 2 + 11
        self.top = (BOARD + SKY - self.cell * height) / 2 + 8
        self.centres = [
            (self.left + (x + 0.5) * self.cell, self.top + (y + 0.5) * self.cell)
            for y in range(height)
            for x in range(width)
        ]

    def area(self, tile: int, size: float, right: float = 0.0, down: float = 0.0) -> Area:
        """A square on a tile, moved from its middle by shares of the tile."""
        x, y = self.centres[tile]
        return Area.around(x + self.cell * right, y + self.cell * down, size, size)


@cache
def grid_of(width: int, height: int) -> tuple[Grid, str]:
    """The grid of a map of that size, and its backdrop."""
    grid = Grid(width, height)
    return grid, backdrop(grid)


def backdrop(grid: Grid) -> str:
    """Painted country: meadows in sun and shade, fields, woods and hills, a river, and a fine grid over it."""
    width, height = grid.cell * grid.width, grid.cell * grid.height
    area = f'<rect x="{grid.left:.1f}" y="{grid.top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="8"'
    frame = area.replace("<rect", '<rect fill="none" stroke="var(--brass)" stroke-width="3"')
    parts = [f'{area} fill="var(--grass)"/>{area} fill="url(#on-grass)"/>', *meadows(grid), *country(grid)]
    parts += [textured(area, "paper"), lines(grid), f'{area} fill="url(#lamp)"/>{frame}/>', heaven(grid)]
    parts.append('<g class="axis">')
    for column in range(grid.width):
        x, _ = grid.centres[column]
        parts.append(text(COLUMNS[column], x, grid.top - 6, 14, "var(--soft)"))
    for row in range(grid.height):
        _, y = grid.centres[row * grid.width]
        parts.append(text(str(row + 1), grid.left - 13, y + 5, 14, "var(--soft)"))
    return "".join([*parts, "</g>"])


def heaven(grid: Grid) -> str:
    """The way of the sun, from one edge of the map to the other."""
    left, right = grid.left + 6, grid.left + grid.cell * grid.width - 6
    return (
        f'<path d="M{left:.0f} {grid.top - 19:.0f}Q{(left + right) / 2:.0f} {grid.top - 36:.0f} {right:.0f} '
        f'{grid.top - 19:.0f}" fill="none" stroke="var(--edge)" stroke-width="2" stroke-dasharray="2 6" '
        'stroke-linecap="round"/>'
    )


def sun_at(grid: Grid, day: int, days: int) -> tuple[float, float]:
    """Where the sun stands over the edge of the map: low on the first and on the last day."""
    share = min(1.0, max(0, day - 1) / max(days - 1, 1))
    width = grid.cell * grid.width - 12
    return grid.left + 6 + width * share, grid.top - 19 - 34 * share * (1 - share)


@cache
def sun() -> str:
    return f'<circle r="17" fill="url(#glow)"/>{draw_icon(SUN_ICON, 24, "var(--gold)")}'


def meadows(grid: Grid) -> list[str]:
    """Shades of clouds, larger than a tile."""
    parts, cell = [], grid.cell
    for place in range((grid.width + grid.height) // 2):
        x = grid.left + cell * (1.5 + (place * 47 + 3) % (10 * grid.width - 30) / 10)
        y = grid.top + cell * (1.2 + (place * 71 + 9) % (10 * grid.height - 24) / 10)
        rx, ry = cell * (1.1 + place % 3 * 0.2), cell * (0.7 + place % 4 * 0.15)
        parts.append(f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{rx:.0f}" ry="{ry:.0f}"/>')
    return ['<g fill="url(#under)" opacity=".22">', *parts, "</g>"]


def country(grid: Grid) -> list[str]:
    """Fields, woods, hills and a river: each patch a little different, and none in the way of what stands on a tile."""
    parts = [river(grid)]
    for tile in range(grid.width * grid.height):
        x, y = grid.centres[tile]
        column, row = tile % grid.width, tile // grid.width
        lot = (column * 13 + row * 29 + column * row * 7) % 11
        if lot < 2:
            parts.append(acre(x, y, grid.cell * 0.86, (tile * 37 % 30) - 15))
        elif lot in (5, 9):
            parts += [
                tree(*inside(grid, x + dx * grid.cell, y + dy * grid.cell), grid.cell * 0.14)
                for dx, dy in WOODS[tile % 3]
            ]
        elif lot in (3, 8):
            parts += [hill(x + grid.cell * 0.16, y + grid.cell * 0.24, grid.cell * 0.34)] * (lot == 8)
            parts.append(hill(x - grid.cell * 0.1, y + grid.cell * 0.38, grid.cell * 0.4))
    return parts


def inside(grid: Grid, x: float, y: float) -> tuple[float, float]:
    """A place for a tree that keeps from the frame."""
    edge = grid.cell * 0.2
    right, foot = grid.left + grid.cell * grid.width, grid.top + grid.cell * grid.height
    return min(max(x, grid.left + edge), right - edge), min(max(y, grid.top + edge), foot - edge)


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
    """A hill of grass: its lit side, and its shade to the right."""
    return f'<g transform="translate({x:.0f} {y:.0f}) scale({size / 20:.2f})">{HILL}</g>'


HILL = (
    '<path d="M-20 0Q-11-18 0-18T20 0Z" fill="var(--grass)" stroke="#0005"/><path d="M-20 0Q-11-18 0-18-4-8-6 0Z" '
    'fill="#fff3"/><path d="M0-18Q12-18 20 0H4Q10-9 0-18Z" fill="#0003"/>'
)


@cache
def roads(grid: Grid, castles: tuple[int, ...]) -> str:
    """Ways from castle to castle, each to the next one that is on the net already; around the middle of the board."""
    drawn, joined, waiting = [], list(castles[:1]), list(castles[1:])

    def far(one: int, other: int) -> float:
        (x, y), (u, v) = grid.centres[one], grid.centres[other]
        return (x - u) ** 2 + (y - v) ** 2

    while waiting:
        near, start = min(((one, other) for one in waiting for other in joined), key=lambda pair: far(*pair))
        waiting.remove(near)
        joined.append(near)
        drawn.append(road(grid, start, near))
    way = "".join(drawn)
    return (
        (
            f'<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{way}" stroke="#0004" '
            f'stroke-width="9"/><path d="{way}" stroke="var(--road)" stroke-width="6.5"/><path d="{way}" '
            'stroke="#0003" stroke-width="1.2" stroke-dasharray="5 9"/></g>'
        )
        if way
        else ""
    )


def road(grid: Grid, start: int, end: int) -> str:
    """A winding way between two tiles."""
    (x, y), (u, v) = ((at - BOARD / 2 for at in grid.centres[tile]) for tile in (start, end))
    sway = 0.16 if (start + end) % 2 else -0.16
    dx, dy = (u - x) / 3, (v - y) / 3
    one = (x + dx - dy * 3 * sway, y + dy + dx * 3 * sway)
    two = (u - dx + dy * 3 * sway, v - dy - dx * 3 * sway)
    return f"M{x:.0f} {y:.0f}C{one[0]:.0f} {one[1]:.0f} {two[0]:.0f} {two[1]:.0f} {u:.0f} {v:.0f}"


def lines(grid: Grid) -> str:
    """The edges of the tiles."""
    down, across = grid.cell * grid.height, grid.cell * grid.width
    way = "".join(f"M{grid.left + grid.cell * n:.1f} {grid.top:.1f}v{down:.1f}" for n in range(1, grid.width))
    way += "".join(f"M{grid.left:.1f} {grid.top + grid.cell * n:.1f}h{across:.1f}" for n in range(1, grid.height))
    return f'<path d="{way}" stroke="#0005" fill="none"/>'
