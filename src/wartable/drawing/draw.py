"""Draws a scene as SVG: whole, for files, notebooks and reports, or thing by thing, for the browser."""

import math
import re
from collections.abc import Callable
from functools import lru_cache
from html import escape

from .card_art import badge, draw_card, seal
from .faces import UNSURE, Faces
from .icons import draw_icon, missing_figures
from .lettering import fit, marked, rich, room_mark, roomy, squeezed, text, title, within, wrap
from .materials import definitions_of_materials, symbols, textured
from .scene import Panel, Scene, Thing
from .terrain import PATTERNS, hexagon
from .theme import FONT, PLAIN, World, paint

__all__ = [
    "FONT",
    "badge",
    "composed",
    "definitions",
    "draw",
    "draw_panel",
    "draw_thing",
    "named",
    "outline_of",
    "with_materials",
]

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def definitions(drawn: str | None = None) -> str:
    """The patterns that backdrops use: `url(#on-forest)` over `var(--forest)`, lights and textures; all of them, or
    those that a standalone picture uses. A standalone picture contains the textures themselves, not the names of the
    server's files.
    """
    used = PATTERNS if drawn is None else [name for name in PATTERNS if f"(#on-{name})" in drawn]
    return (
        definitions_of_materials(drawn)
        + missing_figures(drawn or "")
        + "".join(
            f'<pattern id="on-{name}" width="24" height="24" patternUnits="userSpaceOnUse">{PATTERNS[name]}</pattern>'
            for name in used
        )
    )


MATERIALS = "<desc>materials</desc>"
"""The place for definitions in a picture when all of it is drawn."""


def with_materials(drawn: str) -> str:
    """A standalone picture, with everything that it refers to."""
    return drawn.replace(MATERIALS, definitions(drawn), 1)


def seat_outline(seat: int | None, half: float) -> tuple[str, float, float]:
    """A seat's shape around 0, 0, the size of an icon that fits, and the icon's vertical offset."""
    shape = None if seat is None else seat % 4
    if shape == 1:
        return f'<rect x="{-half:.1f}" y="{-half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" rx="5"', 1.5, 0
    if shape == 2:
        h = half * 1.14
        return f'<polygon points="0,{-h:.1f} {h:.1f},0 0,{h:.1f} {-h:.1f},0"', 1.06, 0
    if shape == 3:
        w, top, foot = half * 1.12, half * 1.14, half * 0.92
        return f'<polygon points="0,{-top:.1f} {w:.1f},{foot:.1f} {-w:.1f},{foot:.1f}"', 0.9, half * 0.3
    return f'<circle r="{half:.1f}"', 1.36, 0


def _token(thing: Thing) -> str:
    if thing.art and not thing.icon:
        # A piece that the game draws itself, base and all.
        return ""
    half = min(thing.width, thing.height) / 2 - 3
    outline, room, down = seat_outline(thing.seat, half)
    deep = f"var(--seat{thing.seat % 4}-deep)" if thing.seat is not None else "var(--panel)"
    edge = f"var(--seat{thing.seat % 4})" if thing.seat is not None else "var(--soft)"
    parts = [
        f'<ellipse cx="{half * 0.08:.1f}" cy="{half * 0.22:.1f}" rx="{half * 1.28:.1f}" ry="{half * 1.2:.1f}" '
        'fill="url(#under)"/>',
        f'{outline} fill="{deep}" stroke="{edge}" stroke-width="3"/>',
        f'{outline} fill="url(#bevel)" stroke="#0006" stroke-width=".8"/>',
    ]
    if thing.turn is not None:
        tip, foot = -half - 10, -half + 4
        parts.append(
            f'<polygon class="facing" points="0,{tip:.1f} 12,{foot:.1f} -12,{foot:.1f}" fill="{edge}" '
            f'stroke="var(--room)" stroke-width="1.5" transform="rotate({thing.turn:g})"/>'
        )
    if thing.icon:
        parts.append(f'<g transform="translate(0 {down:.1f})">{draw_icon(thing.icon, half * room, "var(--ink)")}</g>')
    if thing.text:
        size = max(13.0, half * (0.62 if thing.icon else 0.9))
        at = half * 0.66
        parts.append(badge(thing.text, at, at, size, 2 * half + 6) if thing.icon else _centred(thing.text, size))
    return "".join(parts)


def _centred(words: str, size: float, colour: str = "var(--ink)") -> str:
    return text(words, 0, size * 0.36, size, colour, weight=700)


def _cube(thing: Thing) -> str:
    half = min(thing.width, thing.height) / 2 - 1.5
    outline, _, _ = seat_outline(thing.seat, half)
    colour = f"var(--seat{thing.seat % 4})" if thing.seat is not None else "var(--soft)"
    ink = "var(--ink)" if "spent" in thing.states else "var(--room)"
    words = _centred(thing.text, max(13.0, half), ink) if thing.text else ""
    under = f'<ellipse cy="{half * 0.2:.1f}" rx="{half * 1.25:.1f}" ry="{half * 1.2:.1f}" fill="url(#under)"/>'
    body = f'{outline} fill="{colour}" stroke="var(--room)" stroke-width="1.5"/>{outline} fill="url(#bevel)"/>'
    return f"{under}{body}{words}"


def _die(thing: Thing) -> str:
    half = min(thing.width, thing.height) / 2 - 1
    body = (
        f'<rect x="{-half:.1f}" y="{-half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" rx="{half * 0.3:.1f}" '
        'fill="var(--paper)" stroke="#0007" stroke-width="1.2"/>'
    )
    body = f'<ellipse cy="{half * 0.3:.1f}" rx="{half * 1.3:.1f}" ry="{half * 1.2:.1f}" fill="url(#under)"/>' + body
    body += body[body.index("<rect") :].replace('fill="var(--paper)"', 'fill="url(#sheen)"')
    if thing.text.isdigit() and int(thing.text) in PIPS and "number" not in thing.states:
        return body + "".join(
            f'<circle cx="{x * half * 0.5:.1f}" cy="{y * half * 0.5:.1f}" r="{half * 0.17:.1f}" '
            'fill="var(--paper-ink)"/>'
            for x, y in PIPS[int(thing.text)]
        )
    return body + _centred(thing.text, max(13.0, half * 0.95), "var(--paper-ink)")


def _icon(thing: Thing) -> str:
    colour = f"var(--seat{thing.seat % 4})" if thing.seat is not None else f"var(--{thing.tint or 'soft'})"
    size = min(thing.width, thing.height)
    if not thing.text:
        return draw_icon(thing.icon, size, colour)
    # An icon with its number beside it: a store, a price, a count.
    shift = thing.width / 2 - size / 2
    number = max(14.0, size * 0.62)
    words = text(thing.text, -shift + size * 0.5 + 4, number * 0.36, number, anchor="start", weight=700)
    # Its picture may be the game's own.
    drawn = draw_icon(thing.icon, size, colour) if thing.icon else ""
    return f'<g transform="translate({-shift:.1f} 0)">{drawn}</g>{words}' if drawn else words


def _text(thing: Thing, faces: Faces) -> str:
    size = thing.height
    colour = f"var(--seat{thing.seat % 4})" if thing.seat is not None else f"var(--{thing.tint or 'ink'})"
    anchor = "start" if thing.shape == "left" else "end" if thing.shape == "right" else "middle"
    x = -thing.width / 2 if anchor == "start" else thing.width / 2 if anchor == "end" else 0
    if "[" in thing.text:
        return rich(thing.text, x, size * 0.36, size, colour, anchor, faces.text)
    if thing.seat is not None and "strong" in thing.states:
        # People's names have any length; other texts were measured by who wrote the view.
        if "plain" not in thing.states:
            return title(thing.text, x, size * 0.36, thing.width, size, colour, anchor, faces.title)
        shown, is_wide = within(thing.text, thing.width, size, faces.text)
        return marked(text(shown, x, size * 0.36, size, colour, anchor, 700), room_mark(thing.width, is_wide))
    return text(thing.text, x, size * 0.36, size, colour, anchor, 700 if "strong" in thing.states else 400)


def _space(thing: Thing, faces: Faces) -> str:
    """A place to touch: its outline, with an icon or a text if it has one."""
    outline = outline_of(thing)
    fill = f"var(--{thing.tint})" if thing.tint else "transparent"
    edge = ' stroke="var(--edge)" stroke-width="1.5"' if "edged" in thing.states else ""
    parts = [f'{outline} fill="{fill}"{edge}/>']
    if PATTERNS.get(thing.tint):
        parts.append(f'{outline} fill="url(#on-{thing.tint})"/>{outline} fill="url(#lamp)" stroke="#0005"/>')
    elif "edged" in thing.states and thing.tint and (thing.icon or thing.text or thing.lines):
        parts.append(f'{outline} fill="url(#sheen)"/>')
    if thing.costs:
        parts += _priced(thing, faces)
    elif thing.lines:
        parts += _small_print(thing, faces)
    elif thing.icon and thing.text:
        size = min(thing.width * 0.6, thing.height - 22)
        parts.append(f'<g transform="translate(0 -8)">{draw_icon(thing.icon, size, "var(--soft)")}</g>')
        parts.append(squeezed(thing.text, 0, thing.height / 2 - 7, thing.width - 8, 13, faces.text, "middle"))
    elif thing.icon:
        wide = thing.width > 1.4 * thing.height
        size = min(thing.width, thing.height) * (0.9 if wide else 0.6)
        parts.append(draw_icon(thing.icon, size, "var(--ink)" if wide else "var(--soft)"))
    elif thing.text:
        parts += _lines_within(thing, faces)
    return "".join(parts)


TWO_LINES = 26
"""A place of this height has room for two lines."""


def _priced(thing: Thing, faces: Faces) -> list[str]:
    """A text with its price on the right, after its icon if it has one, and above small print if there is room."""
    radius = min(10.0, thing.height / 2 - 1)
    seals = [
        seal(words, thing.width / 2 - 3 - radius * (2 * number + 1), 0, radius)
        for number, words in enumerate(reversed(thing.costs))
    ]
    left = 5 - thing.width / 2
    if thing.icon:
        size = min(thing.height - 4, 24.0 if len(seals) < 2 else 18.0)
        seals.append(
            f'<g transform="translate({left + size / 2 - 2:.1f} 0)">{draw_icon(thing.icon, size, "var(--ink)")}</g>'
        )
        left += size + 1
    room = thing.width / 2 - left - 2 * radius * len(thing.costs) - 5
    if not thing.lines or thing.height < TWO_LINES:
        return [squeezed(thing.text, left, 4.7, room, 14, faces.text), *seals]
    small = squeezed(thing.lines[0], left, 11, room, 13, faces.text)
    return [squeezed(thing.text, left, -2.5, room, 14, faces.text), f'<g opacity=".85">{small}</g>', *seals]


def _small_print(thing: Thing, faces: Faces) -> list[str]:
    """A button or label with icons: icon on the left, text as a title, lines of small print."""
    if "inset" in thing.states:
        left = 115.0
    else:
        left = 78.0 if "thumb" in thing.states else min(thing.height - 4, 60) if thing.icon else 0.0
    # Beside a picture words begin at one edge; alone they stand in the middle.
    x, anchor = (left + 4 - thing.width / 2, "start") if left else (0, "middle")
    width = thing.width - left - 10
    lines = [line for words in thing.lines for line in wrap(words, width, 14, face=faces.text)]
    step = 16
    y = 5 - step * (len(lines) - (0 if thing.text else 1)) / 2
    parts = []
    if thing.icon:
        at = left / 2 + 2 - thing.width / 2
        parts.append(f'<g transform="translate({at:.1f} 0)">{draw_icon(thing.icon, left - 8, "var(--ink)")}</g>')
    if thing.text:
        parts.append(title(thing.text, x, y, width, 15, "var(--ink)", anchor, face=faces.title))
        y += step
    return parts + [
        roomy(rich(line, x, y + step * number, 14, anchor=anchor, face=faces.text), line, 14, width, faces.text)
        for number, line in enumerate(lines)
    ]


def _lines_within(thing: Thing, faces: Faces) -> list[str]:
    """A text in the middle of a place, in as many lines as fit."""
    if thing.height < 26:
        return [text(fit(thing.text, thing.width - 2, 13, faces.text), 0, 4.7, 13)]
    room = thing.width - 8
    lines = wrap(thing.text, room, 14, max(1, min(3, int((thing.height - 4) / 16))), faces.text)
    return [
        roomy(text(line, 0, 5 + 16 * (number - (len(lines) - 1) / 2), 14), line, 14, room, faces.text)
        for number, line in enumerate(lines)
    ]


def _pips(thing: Thing) -> str:
    """A row of dots; `text` is their number."""
    count = int(thing.text)
    step = thing.width / max(count, 3)
    radius = min(thing.height, step * 0.9) / 2
    places = (step * (number - (count - 1) / 2) for number in range(count))
    return "".join(f'<circle cx="{x:.1f}" r="{radius:.1f}" fill="var(--ink)" stroke="var(--room)"/>' for x in places)


def _bar(thing: Thing) -> str:
    """A gauge: `text` is "value/most"."""
    value, _, most = thing.text.partition("/")
    share = min(1.0, int(value) / max(1, int(most or value or 1)))
    w, h = thing.width, thing.height
    colour = f"var(--seat{thing.seat % 4})" if thing.seat is not None else "var(--soft)"
    frame = f'x="{-w / 2:.1f}" y="{-h / 2:.1f}" height="{h:g}" rx="{h / 2:g}"'
    return (
        f'<rect {frame} width="{w:g}" fill="var(--room)" stroke="var(--edge)"/>'
        f'<rect {frame} width="{max(h, w * share) if share else 0:.1f}" fill="{colour}"/>'
        f'<rect {frame} width="{w:g}" fill="url(#sheen)"/>'
        # On both colours, and across where they meet, the number is read by its rim.
        + text(thing.text, 0, 5, 14, weight=700).replace(
            "<text ", '<text paint-order="stroke" stroke="var(--room)" stroke-width="3" stroke-linejoin="round" ', 1
        )
    )


def _art(thing: Thing) -> str:
    """The game's own drawing; a text on it gets an outline, so that it is readable on any background."""
    return _rimmed(text(thing.text, 0, thing.height / 2 - 3, 14, weight=700)) if thing.text else ""


def _rimmed(drawn: str) -> str:
    rim = '<text paint-order="stroke" stroke="var(--room)" stroke-width="3" stroke-linejoin="round" '
    return drawn.replace("<text ", rim, 1)


_TITLED: dict[str, Callable[[Thing, Faces], str]] = {"card": draw_card, "text": _text, "space": _space}
_KINDS: dict[str, Callable[[Thing], str]] = {
    "token": _token,
    "cube": _cube,
    "die": _die,
    "icon": _icon,
    "bar": _bar,
    "pips": _pips,
    "art": _art,
}

_TEXTS = re.compile(r"<text .*?</text>")


TEXT_ROOM = 8


def outline_of(thing: Thing) -> str:
    """The start of an element around the thing, which lights up when the thing can be touched."""
    return _outline(thing.kind, thing.shape, thing.seat, thing.width, thing.height)


@lru_cache(maxsize=4_000)
def _outline(kind: str, shape: str, seat: int | None, w: float, h: float) -> str:
    """Cached, since many things share an outline."""
    if shape == "hex":
        return f'<polygon points="{hexagon(0, 0, w / 2)}"'
    if shape == "square":
        return seat_outline(1, min(w, h) / 2)[0]
    if kind in ("token", "cube") and seat is not None and seat % 4 == 1:
        # A circle around a square would show beside its edges only.
        return seat_outline(seat, min(w, h) / 2)[0]
    if shape == "circle" or kind == "token" or (kind == "cube" and seat is not None):
        return f'<circle r="{min(w, h) / 2:.1f}"'
    # A text is as high as its letters: close around them the outline would run through them.
    h += TEXT_ROOM if kind == "text" else 0
    return f'<rect x="{-w / 2:.1f}" y="{-h / 2:.1f}" width="{w:g}" height="{h:g}" rx="6"'


def _states(thing: Thing) -> str:
    if not thing.states:
        return ""
    half = min(thing.width, thing.height) / 2
    parts = []
    if "damaged" in thing.states:
        x, y, r = -half * 0.62, half * 0.62, max(7.0, half * 0.36)
        points = " ".join(
            f"{x + (r if k % 2 else r * 0.55) * math.cos(k * math.pi / 6):.1f},"
            f"{y + (r if k % 2 else r * 0.55) * math.sin(k * math.pi / 6):.1f}"
            for k in range(12)
        )
        parts.append(f'<polygon points="{points}" fill="var(--bad)" stroke="var(--room)" stroke-width="1"/>')
    if "rank" in thing.states:
        # Of the second rank: a chevron of gold at the right end.
        parts.append(
            f'<path d="M{thing.width / 2 - 9:.1f} 4l4 -5 4 5" fill="none" stroke="var(--gold)" stroke-width="2.2"/>'
        )
    if "protected" in thing.states:
        parts.append(
            f'<g transform="translate({half * 0.62:.1f} {-half * 0.62:.1f})">'
            f"{draw_icon('shield', max(16, half * 0.7), 'var(--good)')}</g>"
        )
    return "".join(parts)


def draw_thing(thing: Thing, faces: Faces = UNSURE) -> str:
    """The inside of a thing, around 0, 0, in theme variables: what a client puts into its group.

    `faces` are the typefaces of its world, if they are known to be available.
    """
    titled = _TITLED.get(thing.kind)
    below = "" if "pictured" in thing.states else thing.art
    drawn = below + (titled(thing, faces) if titled else _KINDS[thing.kind](thing))
    if "spent" in thing.states:
        # What is spent is pale; what is written on it can still be read.
        pale = 0.6 if thing.kind == "card" else 0.38
        drawn = f'<g opacity="{pale}">{_TEXTS.sub("", drawn)}</g>{"".join(_TEXTS.findall(drawn))}'
    return f"<g>{drawn}</g>{_states(thing)}"


_SEAT_NAME = re.compile(r"\{(\d)\}")


def named(thing: Thing, names: tuple[str, ...]) -> Thing:
    """The thing with {0}, {1} ... in its texts replaced by the players' names."""
    if not ("{" in thing.label or "{" in thing.text or (thing.lines and "{" in "".join(thing.lines))):
        return thing

    def put(words: str) -> str:
        return _SEAT_NAME.sub(lambda match: names[int(match[1])], words)

    return thing._replace(text=put(thing.text), label=put(thing.label), lines=tuple(map(put, thing.lines)))


def _placed(thing: Thing, panel: Panel, lit: bool) -> str:
    ring = f'{outline_of(thing)} fill="none" stroke="var(--accent)" stroke-width="3"/>' if lit else ""
    label = f"<title>{escape(thing.label)}</title>" if thing.label else ""
    return (
        f'<g id="{escape(thing.id)}" transform="translate({panel.x + thing.x:.1f} {panel.y + thing.y:.1f})">'
        f"{label}{draw_thing(thing)}{ring}</g>"
    )


def draw_panel(panel: Panel, world: World = PLAIN, first: bool = False, figures: str = "") -> str:
    """A panel's frame, title and backdrop, at its own origin.

    The first panel names the world and contains its signs. For a client, which may draw anything later, it contains
    the figures too.
    """
    frame = ""
    if panel.framed:
        area = f'<rect width="{panel.width:g}" height="{panel.height:g}" rx="10"'
        texture = (world.board or world.panels) if first else world.panels
        frame = (
            f'<rect x="3" y="5" width="{panel.width:g}" height="{panel.height:g}" rx="12" fill="#0003"/>'
            f'{area} fill="var(--table)"/>{textured(area, texture)}{area} fill="url(#lamp)" stroke="var(--edge)" '
            'stroke-width="1.5"/>'
            f'<path d="M10 2.2H{panel.width - 10:g}" stroke="#fff3" stroke-width="1.2"/>'
        )
    words = title(panel.title, 14, 24, panel.width - 28, 16, "var(--soft)", "start") if panel.title else ""
    drawn = frame + words + panel.backdrop
    shared = f"<defs>{symbols(world.signs)}{figures}</defs>"
    return f'<g data-world="{world.name}">{shared}{drawn}</g>' if first else drawn


def draw(
    scene: Scene,
    theme: str = "dark",
    lit: frozenset[str] | set[str] = frozenset(),
    names: tuple[str, ...] = (),
) -> str:
    """The whole scene as one SVG document, with the things in `lit` ringed as touchable."""
    return paint(with_materials(composed(scene, lit, names)), scene.world.theme(theme))


def composed(
    scene: Scene,
    lit: frozenset[str] | set[str] = frozenset(),
    names: tuple[str, ...] = (),
    part: tuple[float, float, float, float] | None = None,
) -> str:
    """The scene, or a part of it (left, top, width, height), as one SVG document in theme variables, with a placeholder
    for definitions in its head. The background extends around a scene that is smaller.
    """
    left, top, width, height = part or (0, 0, scene.width, scene.height)
    room = f'<rect x="{left:g}" y="{top:g}" width="100%" height="100%"'
    names = names or tuple(f"Seat {number + 1}" for number in range(8))
    panels = {panel.id: panel for panel in scene.panels}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="var(--text-face)" '
        'font-variant-numeric="lining-nums tabular-nums">',
        f"<title>{escape(scene.caption)}</title>" if scene.caption else "",
        f"<defs>{MATERIALS}</defs>",
        f'{room} fill="var(--room)"/>',
        textured(room, scene.world.room),
    ]
    for number, panel in enumerate(scene.panels):
        drawn = draw_panel(panel, scene.world, not number)
        parts.append(f'<g transform="translate({panel.x:g} {panel.y:g})">{drawn}</g>')
    for thing in sorted(scene.things, key=lambda thing: thing.layer):
        parts.append(_placed(named(thing, names), panels[thing.panel], thing.id in lit))
    return "".join(parts) + "</svg>"
