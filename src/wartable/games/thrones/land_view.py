"""The land of Thrones: tiles of grass, treetops, ridges and water, each kind in several shapes."""

import math
from functools import cache
from random import Random

from wartable.core.icons import draw_icon

SHAPES = 4
"""So many tiles of a kind look different."""
SIZE = 70
HALF = SIZE / 2
TINTS = ("fog", "plains", "forest", "mountain", "water", "city", "waste", "chart")
PLAINS, FOREST, MOUNTAIN, WATER, FORTRESS, BREACHED, CHART = range(1, 8)


def land(tile: int, square: int) -> str:
    """The picture of a tile, around 0, 0: one of those that `lands` has drawn."""
    return f'<use href="#{_name(tile, (square * 7 + square // 9 * 3) % SHAPES)}"/>'


def _name(tile: int, shape: int) -> str:
    return f"ground-{TINTS[tile]}-{shape}"


@cache
def lands() -> str:
    """Every kind and shape, to be drawn once with the board."""
    drawn = (
        f'<g id="{_name(tile, shape)}">{_tile(tile, shape)}</g>'
        for tile in range(len(TINTS))
        for shape in range(SHAPES)
    )
    return f"<defs>{''.join(drawn)}</defs>"


def _tile(tile: int, shape: int) -> str:
    area = f'<rect x="{-HALF}" y="{-HALF}" width="{SIZE}" height="{SIZE}" rx="7"'
    draw = {PLAINS: _plains, FOREST: _forest, MOUNTAIN: _mountain, WATER: _water, FORTRESS: _paved, BREACHED: _paved}
    draw[CHART] = _chart
    inside = draw[tile](Random(10 * tile + shape)) if tile in draw else f'{area} fill="url(#on-fog)"/>'
    rim = f'{area} fill="url(#lamp)" stroke="#0006"/>'
    light = f'<path d="M{8 - HALF} {1.2 - HALF}h{SIZE - 16}" stroke="#fff5" stroke-width="1.2"/>'
    return f'{area} fill="var(--{TINTS[tile]})"/>{inside}{rim}{light}'


def _spots(rng: Random, count: int, apart: float, reach: float) -> list[tuple[float, float]]:
    """Places within a tile that keep away from each other, the farther ones first."""
    found: list[tuple[float, float]] = []
    for _ in range(400):
        x, y = rng.uniform(-reach, reach), rng.uniform(-reach, reach)
        if len(found) < count and all(math.hypot(x - a, y - b) >= apart for a, b in found):
            found.append((x, y))
    return sorted(found, key=lambda spot: spot[1])


def _plains(rng: Random) -> str:
    """A meadow: soft waves of ground, and tufts of grass."""
    waves = "".join(
        f'<path d="M{-HALF + 3:g} {y}q{SIZE / 4:.0f} {rng.uniform(-9, 9):.0f} {SIZE / 2:.0f} 0t{SIZE / 2 - 6:.0f} 0" '
        'stroke="#0000001c" fill="none" stroke-width="8"/>'
        for y in (-18, 4, 25)
    )
    tufts = "".join(
        f'<path d="M{x:.0f} {y:.0f}q-1 -7 -5 -10m5 10v-13m0 13q1 -7 5 -10" stroke="#0007" '
        'stroke-width="2" fill="none" stroke-linecap="round"/>'
        f'<path d="M{x - 5:.0f} {y + 1:.0f}h10" stroke="#0003" stroke-width="2"/>'
        for x, y in _spots(rng, 7, 17, 26)
    )
    return waves + tufts


def _forest(rng: Random) -> str:
    """Treetops from above left, each over its shade."""
    trees = []
    for x, y in _spots(rng, 9, 16, 27):
        r = rng.uniform(7, 10)
        crown = f'cx="{x:.0f}" cy="{y - 2:.0f}" r="{r:.1f}"'
        trees.append(
            f'<ellipse cx="{x + 3:.0f}" cy="{y + 5:.0f}" rx="{r:.1f}" ry="{r * 0.7:.1f}" fill="#0005"/>'
            f'<circle {crown} fill="var(--forest)" stroke="#0006"/><circle {crown} fill="url(#bevel)"/>'
        )
    return "".join(trees)


def _mountain(rng: Random) -> str:
    """Ridges: a bright and a dark flank, and snow on top."""
    peaks = []
    for x, y in _spots(rng, 4, 19, 19):
        high, wide = rng.uniform(24, 31), rng.uniform(14, 18)
        # A foot stays off the rounded corners of its tile.
        within = HALF - wide - 3
        x, foot = max(-within, min(within, x)), min(HALF - 4, y + high / 2)
        top = foot - high
        snow = high * 0.34
        peaks.append(
            f'<path d="M{x:.0f} {top:.0f}L{x - wide:.0f} {foot:.0f}H{x + wide:.0f}Z" fill="var(--stone)" '
            'stroke="#0006" stroke-linejoin="round"/>'
            f'<path d="M{x:.0f} {top:.0f}L{x + 3:.0f} {foot:.0f}H{x + wide:.0f}Z" fill="#0005"/>'
            f'<path d="M{x:.0f} {top:.0f}l{-wide * 0.34:.1f} {snow:.1f}l{wide * 0.2:.1f} -3l{wide * 0.14:.1f} 4l'
            f'{wide * 0.16:.1f} -4l{wide * 0.18:.1f} 3z" fill="#f4f6f8"/>'
        )
    return "".join(peaks)


def _water(rng: Random) -> str:
    """Waves, no two alike, with foam here and there."""
    waves = []
    for y in (-24, -12, 0, 12, 24):
        x, long = rng.uniform(-27, -8), rng.choice((14, 20, 26))
        waves.append(f'<path d="M{x:.0f} {y}q{long / 4:g} -6 {long / 2:g} 0t{long / 2:g} 0"/>')
    foam = "".join(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="1.4"/>' for x, y in _spots(rng, 5, 14, 27))
    return (
        f'<g stroke="#ffffff66" stroke-width="2.2" fill="none" stroke-linecap="round">{"".join(waves)}</g>'
        f'<g fill="#ffffff55">{foam}</g>'
    )


def _paved(rng: Random) -> str:
    """A court of stones."""
    rows = "".join(
        f"M{-HALF + 4:g} {y}h{SIZE - 8}" + "".join(f"M{x + rng.uniform(-4, 4):.0f} {y}v14" for x in (-18, 2, 20))
        for y in (-28, -14, 0, 14)
    )
    return f'<path d="{rows}" stroke="#0004" stroke-width="1.6" fill="none"/>'


def _chart(rng: Random) -> str:
    """Parchment with heights in pencil, where land is still to be laid."""
    x, y = rng.uniform(-22, 22), rng.uniform(-22, 22)
    heights = "".join(
        f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{r * 1.3:.0f}" ry="{r:.0f}" '
        f'transform="rotate({rng.uniform(-30, 30):.0f} {x:.0f} {y:.0f})"/>'
        for r in (7, 14, 22, 31)
    )
    area = f'<rect x="{-HALF}" y="{-HALF}" width="{SIZE}" height="{SIZE}" rx="7"'
    clip = f'<clipPath id="chart-{x:.0f}-{y:.0f}">{area}/></clipPath>'
    return (
        f'{clip}{area} fill="url(#of-paper)"/><g clip-path="url(#chart-{x:.0f}-{y:.0f})" fill="none" '
        f'stroke="var(--chart-ink)" stroke-width="1.3" stroke-dasharray="5 3">{heights}</g>'
    )


@cache
def next_mark() -> str:
    """A frame of ink and a quill, where a tile is laid next."""
    side = SIZE - 8
    return (
        f'<rect x="{-side / 2}" y="{-side / 2}" width="{side}" height="{side}" rx="6" fill="#ffffff3a" '
        f'stroke="var(--ink)" stroke-width="4" stroke-dasharray="9 5"/>{draw_icon("quill-ink", 40, "var(--ink)")}'
    )
