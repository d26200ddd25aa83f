"""Materials: the surfaces of tables, boards and pieces, lit from the upper left.

A texture is a small tile of light and shade that the package build makes (`tools/textures.py`). It is drawn over a
theme colour, so one tile serves both themes, and the contrast of text is checked against the colour. Without the build
there are plain colours. No filters are used: gradients and tiles cost a phone nothing.
"""

import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from .icons import GRID, SHEET, find_icon

FOLDER = SHEET.parent / "textures"
TEXTURES = ("paper", "brushed", "grain", "wood", "iron", "cloth", "fog")
TILE = 96
LARGE = {"fog": 440}
"""Tiles that are drawn enlarged."""

# Light and shade to lay over a shape: across a board, over a piece, along an edge, below a piece.
_LIGHTS = (
    '<radialGradient id="lamp" cx=".3" cy=".1" r="1"><stop offset="0" stop-color="#fff" stop-opacity=".16"/>'
    '<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".16"/>'
    "</radialGradient>"
    '<linearGradient id="bevel" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".5"/>'
    '<stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".45"/>'
    "</linearGradient>"
    '<linearGradient id="sheen" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".2"/>'
    '<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".25"/>'
    "</linearGradient>"
    '<radialGradient id="under"><stop offset=".5" stop-color="#000" stop-opacity=".5"/>'
    '<stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>'
    '<radialGradient id="glow"><stop offset="0" stop-color="#ffd257" stop-opacity=".75"/>'
    '<stop offset="1" stop-color="#ffd257" stop-opacity="0"/></radialGradient>'
)


def definitions_of_materials(drawn: str | None = None) -> str:
    """Lights and textures, for the head of a picture. A finished picture gets the tiles themselves, not their names."""
    used = TEXTURES if drawn is None else [name for name in TEXTURES if f"(#of-{name})" in drawn]
    return _LIGHTS + "".join(_texture(name, drawn is not None) for name in used)


@cache
def _texture(name: str, inside: bool) -> str:
    path = FOLDER / f"{name}.png"
    if not path.exists():
        return f'<pattern id="of-{name}" width="1" height="1"/>'
    where = (
        f"data:image/png;base64,{b64encode(path.read_bytes()).decode()}" if inside else f"/static/textures/{name}.png"
    )
    size = LARGE.get(name, TILE)
    return (
        f'<pattern id="of-{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
        f'<image href="{where}" width="{size}" height="{size}"/></pattern>'
    )


_DRAWING = re.compile(r'^<g id="([a-z0-9-]+)">$(.*?)^</g>$', re.MULTILINE | re.DOTALL)


@cache
def drawings(path: Path) -> dict[str, str]:
    """The drawings in a game's SVG file, by the ids of its outermost groups, each around 0, 0."""
    found = _DRAWING.findall(path.read_text("utf-8"))
    return {name: "".join(line.strip() for line in drawn.splitlines()) for name, drawn in found}


def textured(outline: str, texture: str) -> str:
    """A texture within an outline (the start of an element, such as `<rect x=... `)."""
    return f'{outline} fill="url(#of-{texture})"/>' if texture else ""


@cache
def sheet_of(texture: str, width: float, height: float) -> str:
    """Fog, or another texture that hides what is below, over an area around 0, 0, as the art of a thing.

    It has two layers. A client with animations fades one in while the other fades out, so that the fog drifts, and
    parts it to both sides when the thing is removed.
    """
    halves = []
    # They overlap a little: no seam is seen between them.
    for name, left in (("left", -width / 2), ("right", -1.0)):
        area = f'y="{-height / 2:g}" width="{width / 2 + 1:g}" height="{height:g}"'
        # The same texture from elsewhere: moved there with its area moved back.
        layers = "".join(
            f'<g class="drift {way}"><rect x="{left - far:g}" {area} transform="translate({far})" '
            f'fill="url(#of-{texture})"/></g>'
            for way, far in (("ebb", 0), ("flow", 170))
        )
        ground = f'<rect x="{left:g}" {area} fill="var(--{texture})" fill-opacity=".8"/>'
        halves.append(f'<g class="veil {name}">{ground}{layers}</g>')
    return f'<g pointer-events="none">{"".join(halves)}</g>'


@cache
def symbols(names: tuple[str, ...]) -> str:
    """Icons for use by `sign`, sent once."""
    drawn = []
    for name in names:
        icon = find_icon(name)
        grid = icon.grid if icon else GRID
        body = (
            f'<path d="{icon.path}"/>'
            if icon
            else f'<text x="256" y="370" font-size="340" text-anchor="middle">{name[0]}</text>'
        )
        drawn.append(f'<symbol id="sign-{name}" viewBox="0 0 {grid:g} {grid:g}">{body}</symbol>')
    return "".join(drawn)


def sign(name: str, x: float, y: float, size: float, colour: str) -> str:
    """An icon of the world's signs centred at x, y."""
    half = size / 2
    return (
        f'<use href="#sign-{name}" x="{x - half:.1f}" y="{y - half:.1f}" width="{size:g}" height="{size:g}" '
        f'fill="{colour}"/>'
    )
