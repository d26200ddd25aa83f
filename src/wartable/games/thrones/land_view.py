"""The land of Thrones: meadows, treetops, ridges and water, each kind in several shapes.

A browser goes through all parts of a drawing whenever something in it changes, so a tile has few: one outline for all
its blades of grass, one for all its shades. While a match is played, all tiles of a kind are drawn together.
"""

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from random import Random
from typing import NamedTuple

from wartable.drawing.icons import draw_icon
from wartable.drawing.materials import sheet_of

SHAPES = 5
"""So many tiles of a kind look different."""
SIZE = 70
HALF = SIZE / 2
TINTS = ("fog", "plains", "forest", "mountain", "water", "city", "waste", "chart")
FOG, PLAINS, FOREST, MOUNTAIN, WATER, FORTRESS, BREACHED, CHART = range(8)


class Stroke(NamedTuple):
    """A piece of an outline: where it begins, seen from the middle of the tile, and how it goes on from there."""

    x: float
    y: float
    way: str


Stratum = tuple[str, list[Stroke]]
"""How a part of a tile is painted, and what it is made of."""

SQUARE = Stroke(
    7 - HALF, -HALF, f"h{SIZE - 14}q7 0 7 7v{SIZE - 14}q0 7 -7 7h{14 - SIZE}q-7 0 -7 -7v{14 - SIZE}q0 -7 7 -7z"
)
GLINT = 'fill="none" stroke="#ffffff59" stroke-width="1.3"'


def shape_of(square: int) -> int:
    """Which shape lies on a square: no two neighbours have the same."""
    return (square * 2 + square // 9) % SHAPES


def land(tile: int, square: int) -> str:
    """The picture of a tile, around 0, 0: one of those that `lands` has drawn."""
    return f'<use href="#{_name(tile, shape_of(square))}"/>'


def _name(tile: int, shape: int) -> str:
    return f"ground-{TINTS[tile]}-{shape}"


@cache
def picture(tile: int, square: int) -> str:
    """The same, where it stands alone."""
    return _tile(tile, shape_of(square))


def lands(revealed: bool) -> str:
    """Every kind and shape, to be drawn once with the board; once all land is seen, those that explain it."""
    some = [(tile, shape_of(tile)) for tile in (PLAINS, FOREST, MOUNTAIN, WATER)]
    every = [(tile, shape) for tile in range(len(TINTS)) for shape in range(SHAPES)]
    drawn = (f'<g id="{_name(tile, shape)}">{_tile(tile, shape)}</g>' for tile, shape in (some if revealed else every))
    return f"<defs>{''.join(drawn)}</defs>"


def _tile(tile: int, shape: int) -> str:
    extra = _chart(Random(shape)) if tile == CHART else ""
    return f"{_painted(_strata(tile, shape), [(0, 0)])}{extra}{_edges([(0, 0)])}"


Place = tuple[float, float]


def _painted(strata: Iterable[tuple[str, str]], places: Sequence[Place]) -> str:
    return "".join(f'<path d="{_outline(way, places)}" {paint}/>' for paint, way in strata)


def _outline(way: str, places: Sequence[Place]) -> str:
    """The same way from the middle of each place."""
    across, down, rest = _FIRST.fullmatch(way).groups()  # type: ignore[union-attr]
    return "".join(f"M{x + int(across):g} {y + int(down):g}{rest}" for x, y in places)


def _chained(strokes: Iterable[Stroke]) -> str:
    """Strokes as one way from the middle of a tile: the same for every tile, so that all of them pack well."""
    x = y = 0.0
    parts = []
    for stroke in strokes:
        across, down = round(stroke.x - x), round(stroke.y - y)
        parts.append(f"m{across} {down}{stroke.way}")
        end = _end(stroke.way)
        x, y = x + across + end[0], y + down + end[1]
    return "".join(parts)


_FIRST = re.compile(r"m(-?\d+) (-?\d+)(.*)")
_STEP = re.compile(r"([a-z])([^a-z]*)")
_NUMBERS = {"q": 4, "t": 2, "l": 2, "m": 2, "a": 7, "h": 1, "v": 1}


def _end(way: str) -> Place:
    """Where a way ends, seen from where it begins."""
    x = y = start_x = start_y = 0.0
    for step, text in _STEP.findall(way):
        if step == "z":
            x, y = start_x, start_y
            continue
        numbers, size = [float(number) for number in text.replace("-", " -").split()], _NUMBERS[step]
        for place in range(0, len(numbers), size):
            far = numbers[place + size - (2 if size > 1 else 1) : place + size]
            x += 0 if step == "v" else far[0]
            y += far[-1] if step != "h" else 0
        if step == "m":
            start_x, start_y = x, y
    return x, y


def _edges(places: Sequence[Place]) -> str:
    """The edges of tiles are bright where the light comes from."""
    return _painted(((GLINT, f"m{2 - HALF:g} {HALF - 8:g}v{16 - SIZE}q0 -6 6 -6h{SIZE - 16}"),), places)


@lru_cache(maxsize=128)
def country(tiles: tuple[tuple[int, int, float, float], ...]) -> str:
    """All tiles at once: kind, square and place of each. Their parts are painted together, and the water moves."""
    alike: dict[tuple[int, int], list[Place]] = {}
    for tile, square, x, y in tiles:
        alike.setdefault((tile, shape_of(square)), []).append((x, y))
    strata: dict[tuple[int, int, str], list[str]] = {}
    swells: tuple[list[str], list[str]] = ([], [])
    for (tile, shape), places in alike.items():
        for depth, (paint, way) in enumerate(_strata(tile, shape)):
            strata.setdefault((depth, tile, paint), []).append(_outline(way, places))
        if tile == WATER:
            for crests, drawn in zip(_swells(shape), swells, strict=True):
                drawn.append(_outline(crests, places))
    painted = "".join(f'<path d="{"".join(strata[key])}" {key[2]}/>' for key in sorted(strata))
    moving = "".join(
        f'<path class="swell {name}" d="{"".join(drawn)}" {CREST}/>'
        for name, drawn in zip(("ebb", "flow"), swells, strict=True)
        if drawn
    )
    return f'<g pointer-events="none">{painted}{moving}{_edges([(x, y) for _, _, x, y in tiles])}</g>'


@cache
def _strata(tile: int, shape: int) -> tuple[tuple[str, str], ...]:
    """What a tile is painted of, from the ground up: how, and the outline."""
    draw = {PLAINS: _plains, FOREST: _forest, MOUNTAIN: _mountain, WATER: _water, FORTRESS: _court, BREACHED: _ruin}
    strata: tuple[Stratum, ...] = draw[tile](Random(10 * tile + shape)) if tile in draw else ()
    if tile == CHART:
        strata = (('fill="url(#of-paper)"', [SQUARE]),)
    ground: Stratum = (f'fill="var(--{TINTS[tile]})" stroke="#0008"', [SQUARE])
    return tuple((paint, _chained(strokes)) for paint, strokes in (ground, *strata) if strokes)


def _spots(rng: Random, count: int, apart: float, reach: float) -> list[Place]:
    """Places within a tile that keep away from each other, the farther ones first."""
    found: list[Place] = []
    for _ in range(200):
        x, y = rng.uniform(-reach, reach), rng.uniform(-reach, reach)
        if all(math.hypot(x - a, y - b) >= apart for a, b in found):
            found.append((x, y))
        if len(found) == count:
            break
    return sorted(found, key=lambda spot: spot[1])


def _round(x: float, y: float, rx: float, ry: float = 0) -> Stroke:
    ry = ry or rx
    return Stroke(x - rx, y, f"a{rx:.1f} {ry:.1f} 0 1 0 {2 * rx:.1f} 0a{rx:.1f} {ry:.1f} 0 1 0 {-2 * rx:.1f} 0z")


def _dot(x: float, y: float) -> Stroke:
    """A dot: a line of no length with round ends."""
    return Stroke(x, y, "h0")


def _dotted(colour: str, width: float) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'


def _plains(rng: Random) -> tuple[Stratum, ...]:
    """A meadow: swells of ground, tufts of grass with a bright and a dark side, some flowers."""
    swells = [
        Stroke(
            -HALF + 2,
            y,
            f"q{SIZE / 4:.0f} {rng.uniform(-12, -5):.0f} {SIZE / 2:.0f} 0t{SIZE / 2 - 4:.0f} 0v7h{4 - SIZE}z",
        )
        for y in (-12, 17)
    ]
    dark, bright = [], []
    for x, y in _spots(rng, 7, 17, 25):
        # No blade grows over the edge.
        y = max(y, 16 - HALF)
        lean = rng.choice((-2, -1, 0, 1, 2))
        dark += [
            Stroke(x, y, f"q{lean - 2:.0f} -6 {lean - 6:.0f} -9"),
            Stroke(x, y, f"q{lean + 1:.0f} -7 {lean + 5:.0f} -10"),
        ]
        bright.append(Stroke(x, y, f"q{lean} -6 {lean - 1} -13"))
    flowers = [_dot(x, y) for x, y in _spots(rng, 4, 14, 27)]
    line = 'fill="none" stroke-linecap="round"'
    return (
        ('fill="#00000016"', swells),
        (f'{line} stroke="#10200599" stroke-width="2"', dark),
        (f'{line} stroke="#f3efa38c" stroke-width="1.6"', bright),
        (_dotted("#fff6cfb3", 2.6), flowers),
    )


@cache
def _lobes(r: int, turn: int) -> tuple[float, float, str]:
    """The outline of a treetop: where it begins, and its lobes."""
    corners = [(turn + k * 72) * math.pi / 180 for k in range(6)]
    ends = [(round(r * math.cos(corner)), round(r * math.sin(corner))) for corner in corners]
    way = ""
    for (x, y), (onward, down), corner in zip(ends, ends[1:], corners, strict=False):
        # A lobe bulges out between two corners.
        out = corner + math.pi / 5
        way += f"q{1.7 * r * math.cos(out) - x:.0f} {1.7 * r * math.sin(out) - y:.0f} {onward - x} {down - y}"
    return *ends[0], f"{way}z"


def _forest(rng: Random) -> tuple[Stratum, ...]:
    """Treetops from above left, each over its shade; some of them are firs."""
    shades: list[Stroke] = []
    crowns, lights, glints, firs, snags = [], [], [], [], []
    for number, (x, y) in enumerate(_spots(rng, 9, 16.5, 25)):
        if number % 4 == 1:
            y = max(y, 18 - HALF)
            firs.append(Stroke(x, y - 14, "l6 10h-3l6 9h-3l3 6h-18l3 -6h-3l6 -9h-3z"))
            snags.append(Stroke(x, y - 14, "l6 10h-3l6 9h-3l3 6h-9z"))
            shades.append(Stroke(x - 2, y + 8, "h10"))
            continue
        x, y = (max(12 - HALF, min(HALF - 12, along)) for along in (x, y))
        left, up, lobes = _lobes(rng.choice((7, 8)), rng.choice((0, 30)))
        shades.append(Stroke(x + 2, y + 4, "h3"))
        crowns.append(Stroke(x + left, y - 1 + up, lobes))
        lights.append(_dot(x - 2.6, y - 4))
        glints.append(_dot(x + 3, y - 2))
    return (
        (_dotted("#00000052", 14), shades),
        ('fill="var(--forest)" stroke="#00000080"', crowns),
        (_dotted("#f6ffcc59", 7), lights),
        (_dotted("#f6ffcc40", 4), glints),
        ('fill="var(--forest)" stroke="#00000099" stroke-linejoin="round"', firs),
        ('fill="#00000045"', snags),
    )


def _mountain(rng: Random) -> tuple[Stratum, ...]:
    """Ridges: a bright and a dark flank, snow on top, and stones at their feet."""
    bodies, lees, snows = [], [], []
    for x, y in _spots(rng, 4, 18, 18):
        high, wide = rng.choice((26, 29, 32)), rng.choice((14, 16, 18))
        # A foot stays off the rounded corners of its tile.
        within = HALF - wide - 3
        x, foot = max(-within, min(within, x)), min(HALF - 4, y + high / 2)
        top, kink, snow = foot - high, rng.choice((-2, 0, 2)), high * 0.36
        flank = f"l{-wide * 0.45 + kink:.0f} {high * 0.42:.0f}l{-wide * 0.55 - kink:.0f} {high * 0.58:.0f}"
        bodies.append(Stroke(x, top, f"{flank}h{2 * wide:.0f}z"))
        lees.append(Stroke(x, top, f"l-2 {high * 0.35:.0f}l4 {high * 0.25:.0f}l-3 {high * 0.4:.0f}h{wide + 1:.0f}z"))
        melts = f"l{wide * 0.2:.1f} -3l{wide * 0.16:.1f} 5l{wide * 0.16:.1f} -5l{wide * 0.2:.1f} 3z"
        snows.append(Stroke(x, top, f"l{-wide * 0.36:.1f} {snow:.1f}{melts}"))
    stones = [_dot(x, y) for x, y in _spots(rng, 6, 11, 28)]
    return (
        (_dotted("#00000040", 3), stones),
        ('fill="var(--rock)" stroke="#00000080" stroke-linejoin="round"', bodies),
        ('fill="#00000061"', lees),
        ('fill="#f7f9fb"', snows),
    )


CREST = 'fill="none" stroke="#ffffff80" stroke-width="2" stroke-linecap="round"'


def _crests(rng: Random, rows: Iterable[float], lengths: tuple[int, ...]) -> list[Stroke]:
    waves = []
    for y in rows:
        long = rng.choice(lengths)
        waves.append(Stroke(rng.uniform(-27, 27 - long), y, f"q{long / 4:g} -5 {long / 2:g} 0t{long / 2:g} 0"))
    return waves


def _water(rng: Random) -> tuple[Stratum, ...]:
    """Depths and shallows, and fine waves; what moves is `_swells`."""
    depths = [Stroke(x - 8, y, f"h{rng.choice((10, 16))}") for x, y in _spots(rng, 4, 18, 17)]
    foam = [_dot(x, y) for x, y in _spots(rng, 6, 13, 28)]
    fine = _crests(rng, (-29, -12, 8, 28), (10, 14))
    return (
        (_dotted("#0b3f6a24", 13), depths),
        ('fill="none" stroke="#ffffff3d" stroke-width="1.5" stroke-linecap="round"', fine),
        (_dotted("#ffffff52", 2.4), foam),
        (CREST.replace("80", "5c"), _crests(rng, (-24, 1, 24), (20, 26))),
    )


@cache
def _swells(shape: int) -> tuple[str, str]:
    """Crests that come while others go."""
    rng = Random(90 + shape)
    ebb, flow = (_crests(rng, rows, (18, 24)) for rows in ((-26, -8, 13), (-17, 3, 24)))
    return _chained(ebb), _chained(flow)


def _flags(rng: Random) -> list[Stroke]:
    """A court of stones."""
    rows = []
    for y in (-22, -11, 0, 11):
        rows.append(Stroke(-24, y, "h48"))
        rows += [Stroke(x + rng.uniform(-4, 4), y, "v11") for x in (-14, 2, 16)]
    return rows


PAVED = 'fill="none" stroke="#00000047" stroke-width="1.5"'
WALL = 'fill="var(--rock)" stroke="#000000a6"'


def _court(rng: Random) -> tuple[Stratum, ...]:
    """A court within walls: a parapet with merlons, and a tower at each corner."""
    side = SIZE - 12
    low = -side / 2
    wall = [Stroke(low, low, f"h{side}v{side}h{-side}zm6 6v{side - 12}h{side - 12}v{12 - side}z")]
    merlons = [Stroke(x, y, "h6v4h-6z") for x in (-20, -8, 2, 14) for y in (low - 2, -low - 4)] + [
        Stroke(x, y, "h4v6h-4z") for x in (low - 2, -low - 2) for y in (-20, -8, 2, 14)
    ]
    towers = [_round(x, y, 6.5) for x in (low + 3, -low - 3) for y in (low + 3, -low - 3)]
    return (
        (PAVED, _flags(rng)),
        (f'{WALL} fill-rule="evenodd"', wall),
        (WALL, merlons),
        (WALL, towers),
        ('fill="#ffffff2b"', [_round(tower.x + 5, tower.y - 1.5, 3) for tower in towers]),
    )


def _ruin(rng: Random) -> tuple[Stratum, ...]:
    """What is left of it: walls with gaps, and rubble."""
    low = 6 - HALF
    parts = [
        Stroke(low, low, "h22l-3 6h-13v14l-6 3z"),
        Stroke(-low, -low, "h-26l4 -6h16v-12l6 -4z"),
        Stroke(low, -low, "v-14l6 2v6h9l-2 6z"),
    ]
    rubble = [Stroke(x, y, "l4 -3l4 2l-1 4l-5 1z") for x, y in _spots(rng, 9, 11, 24)]
    return (PAVED, _flags(rng)), (WALL, parts), (WALL, rubble)


def _chart(rng: Random) -> str:
    """Parchment with heights in pencil, where land is still to be laid."""
    x, y = rng.uniform(-22, 22), rng.uniform(-22, 22)
    turn = rng.uniform(-30, 30)
    heights = "M0 0" + _chained([_round(x, y, r * 1.3, r) for r in (7, 14, 22, 31)])
    clip = f'<clipPath id="chart-{x:.0f}-{y:.0f}"><path d="M0 0{_chained([SQUARE])}"/></clipPath>'
    return (
        f'{clip}<g clip-path="url(#chart-{x:.0f}-{y:.0f})"><path d="{heights}" transform="rotate({turn:.0f} {x:.0f} '
        f'{y:.0f})" fill="none" stroke="var(--chart-ink)" stroke-width="1.2" stroke-dasharray="5 3"/></g>'
    )


@cache
def next_mark() -> str:
    """A quill where a tile is laid next."""
    return f'<circle r="25" fill="#ffffff30"/>{draw_icon("quill-ink", 40, "var(--chart-ink)")}'


@cache
def fog(width: float, height: float) -> str:
    """Fog over land that nobody may see yet."""
    return sheet_of("fog", width, height)
