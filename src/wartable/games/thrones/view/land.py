"""The land of Thrones: each terrain in several shapes, drawn in `shapes.svg`.

A browser repaints all parts of a drawing when one changes, so a tile has few: one outline for all blades of grass, one
for all shades. During the match all tiles of a terrain are one drawing.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from wartable.drawing.icons import draw_icon
from wartable.drawing.materials import drawings, sheet_of

DRAWN = drawings(Path(__file__).parent.parent / "shapes.svg")
SHAPES = 5
"""The number of different shapes of a terrain."""
SIZE = 70
HALF = SIZE / 2
TINTS = ("fog", "plains", "forest", "mountain", "water", "city", "waste", "chart")
FOG, PLAINS, FOREST, MOUNTAIN, WATER, FORTRESS, BREACHED, CHART = range(8)
GLINT = 'fill="none" stroke="#ffffff59" stroke-width="1.3"'
Place = tuple[float, float]
_PATH = re.compile(r'<path d="(m[^"]*)" ([^/]*)/>')
_FIRST = re.compile(r"m(-?\d+) (-?\d+)(.*)")


def shape_of(square: int) -> int:
    """The shape on a square: no two neighbours have the same."""
    return (square * 2 + square // 9) % SHAPES


def land(tile: int, square: int) -> str:
    """The picture of a tile, around 0, 0; it refers to one of `lands`."""
    return f'<use href="#{_name(tile, shape_of(square))}"/>'


def _name(tile: int, shape: int) -> str:
    return f"ground-{TINTS[tile]}-{shape}"


@cache
def picture(tile: int, square: int) -> str:
    """The same, complete in itself."""
    return _tile(tile, shape_of(square))


def lands(revealed: bool) -> str:
    """The definitions of all tiles, for the board; once the land is revealed, only those of the legend."""
    some = [(tile, shape_of(tile)) for tile in (PLAINS, FOREST, MOUNTAIN, WATER)]
    every = [(tile, shape) for tile in range(len(TINTS)) for shape in range(SHAPES)]
    drawn = (f'<g id="{_name(tile, shape)}">{_tile(tile, shape)}</g>' for tile, shape in (some if revealed else every))
    return f"<defs>{''.join(drawn)}</defs>"


def _tile(tile: int, shape: int) -> str:
    extra = DRAWN[f"heights-{shape}"] if tile == CHART else ""
    return f"{_painted(_strata(TINTS[tile], shape), [(0, 0)])}{extra}{_edges([(0, 0)])}"


def _painted(strata: Iterable[tuple[str, str]], places: Sequence[Place]) -> str:
    return "".join(f'<path d="{_outline(way, places)}" {paint}/>' for paint, way in strata)


def _outline(way: str, places: Sequence[Place]) -> str:
    """The same outline at each place."""
    across, down, rest = _FIRST.findall(way)[0]
    return "".join(f"M{x + int(across):g} {y + int(down):g}{rest}" for x, y in places)


def _edges(places: Sequence[Place]) -> str:
    """A light edge along two sides of each tile."""
    return _painted(((GLINT, f"m{2 - HALF:g} {HALF - 8:g}v{16 - SIZE}q0 -6 6 -6h{SIZE - 16}"),), places)


@lru_cache(maxsize=128)
def country(tiles: tuple[tuple[int, int, float, float], ...]) -> str:
    """All tiles (terrain, square and place) as one drawing, with moving water."""
    alike: dict[tuple[int, int], list[Place]] = {}
    for tile, square, x, y in tiles:
        alike.setdefault((tile, shape_of(square)), []).append((x, y))
    strata: dict[tuple[int, int, str], list[str]] = {}
    swells: tuple[list[tuple[str, str]], ...] = ([], [])
    for (tile, shape), places in alike.items():
        for depth, (paint, way) in enumerate(_strata(TINTS[tile], shape)):
            strata.setdefault((depth, tile, paint), []).append(_outline(way, places))
        if tile == WATER:
            for (paint, crests), drawn in zip(_strata("swells", shape), swells, strict=True):
                drawn.append((paint, _outline(crests, places)))
    painted = "".join(f'<path d="{"".join(strata[key])}" {key[2]}/>' for key in sorted(strata))
    moving = "".join(
        f'<path class="swell {name}" d="{"".join(way for _, way in drawn)}" {drawn[0][0]}/>'
        for name, drawn in zip(("ebb", "flow"), swells, strict=True)
        if drawn
    )
    return f'<g pointer-events="none">{painted}{moving}{_edges([(x, y) for _, _, x, y in tiles])}</g>'


@cache
def _strata(kind: str, shape: int) -> tuple[tuple[str, str], ...]:
    """The layers of a tile, from the ground up: paint and outline."""
    return tuple((paint, way) for way, paint in _PATH.findall(DRAWN[f"{kind}-{shape}"]))


@cache
def next_mark() -> str:
    """A quill that marks where the next tile goes."""
    return f'<circle r="25" fill="#ffffff30"/>{draw_icon("quill-ink", 40, "var(--chart-ink)")}'


@cache
def fog(width: float, height: float) -> str:
    """Fog over land that is not revealed yet."""
    return sheet_of("fog", width, height)
