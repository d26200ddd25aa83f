"""A face of a component as an SVG picture of its own size in millimetres, with bleed."""

import re
from dataclasses import dataclass

from wartable.core.component import UNIT, Component, Face
from wartable.drawing.draw import MATERIALS, draw_thing, with_materials
from wartable.drawing.faces import Faces
from wartable.drawing.materials import symbols
from wartable.drawing.terrain import hexagon
from wartable.drawing.theme import World, paint

from .sheets import BLEED, Piece

_WHITE = (
    *("room", "table", "panel", "paper", "grass", "plains", "forest", "mountain", "water", "desert", "jungle", "stone"),
    *("city", "waste", "sky", "ground", "fog", "brass", "lens", "seat0-deep", "seat1-deep", "seat2-deep", "seat3-deep"),
)
"""Backgrounds that stay white to save ink; patterns and icons distinguish them."""
_INKS = re.compile(r"ink|sign|edge|soft|gold|rock|seat|hull")
"""Colours that are printed, by name."""
_SHADES = re.compile(r"url\(#(lamp|bevel|sheen|under|glow|of-[a-z]+)\)")


@dataclass(frozen=True)
class Style:
    """The style of a kit: in the colours of a world, or with little ink, on white and without bleed."""

    world: World
    low_ink: bool = False
    bleeds: bool = True

    @property
    def bleed(self) -> float:
        """How far backgrounds extend beyond the edges, in millimetres."""
        return BLEED if self.bleeds and not self.low_ink else 0.0

    @property
    def theme(self) -> dict[str, str]:
        """The light colours of the world, which suit paper."""
        colours = self.world.theme("light")
        if self.low_ink:
            own = {name for name, colour in self.world.light.items() if not _INKS.search(name) and _is_pale(colour)}
            colours |= dict.fromkeys((*_WHITE, *own), "#ffffff")
            colours |= {"brass-ink": colours["paper-ink"], "lens-ink": colours["paper-ink"], "ink": "#000000"}
        return colours


def _is_pale(colour: str) -> bool:
    """Whether a colour of a world is a background, not an ink."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue > 110


def face_svg(style: Style, piece: Piece, face: Face) -> str:
    """The picture of a piece with its bleed."""
    component, bleed = piece.component, style.bleed
    whole, size = component.size, piece.size
    faces = Faces(style.world.title_face, style.world.text_face)
    left, top = (piece.left - whole.width / 2 - bleed) * UNIT, (piece.top - whole.height / 2 - bleed) * UNIT
    width, height = (size.width + 2 * bleed) * UNIT, (size.height + 2 * bleed) * UNIT
    things = "".join(
        f'<g transform="translate({one.x:.2f} {one.y:.2f})">{draw_thing(one, faces)}</g>'
        for one in sorted(face, key=lambda thing: thing.layer)
    )
    signs = tuple(name for name in style.world.signs if f'#sign-{name}"' in things)
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.3f} {top:.3f} {width:.3f} {height:.3f}" '
        f'width="{size.width + 2 * bleed:g}mm" height="{size.height + 2 * bleed:g}mm" font-family="var(--text-face)" '
        f'font-variant-numeric="lining-nums tabular-nums"><defs>{MATERIALS}{symbols(signs)}</defs>'
        f'{_ground(component, bleed)} fill="var(--{component.ground})"/>{things}{_edge(style, component)}</svg>'
    )
    if style.low_ink:
        drawn = _SHADES.sub("none", drawn)
    return paint(with_materials(drawn), style.theme)


def _ground(component: Component, more: float) -> str:
    """The outline of a component, enlarged by some millimetres."""
    width, height = component.size
    if component.form == "circle":
        return f'<circle r="{(width / 2 + more) * UNIT:.2f}"'
    if component.form == "hex":
        return f'<polygon points="{hexagon(0, 0, (height / 2 + more * 1.1547) * UNIT)}"'
    x, y = (width / 2 + more) * UNIT, (height / 2 + more) * UNIT
    return f'<rect x="{-x:.2f}" y="{-y:.2f}" width="{2 * x:.2f}" height="{2 * y:.2f}"'


def _edge(style: Style, component: Component) -> str:
    """A hairline if there are no crop marks, or if nothing else shows the edge."""
    if component.form == "rect" and not style.low_ink:
        return ""
    return f'{_ground(component, 0)} fill="none" stroke="#8a8a8a" stroke-width=".35"/>'
