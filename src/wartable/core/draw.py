"""Draws a scene as SVG: for files, notebooks and reports, and thing by thing for the browser."""

import math
import re
from collections.abc import Callable
from functools import lru_cache
from html import escape

from .faces import UNSURE, Faces
from .icons import draw_icon
from .lettering import (
    SIGN,
    fit,
    marked,
    rich,
    rich_width,
    room_mark,
    roomy,
    squeezed,
    text,
    title,
    within,
    wrap,
)
from .materials import definitions_of_materials, symbols, textured
from .scene import Panel, Scene, Thing
from .theme import FONT, PLAIN, World, paint

__all__ = ["FONT", "badge", "composed", "definitions", "draw", "draw_panel", "draw_thing", "named", "outline_of"]

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

# Pattern tiles that tell terrain apart without colour.
_TILES = {
    "grass": '<path d="M4 18l2-6 2 6M16 8l2-6 2 6" stroke="var(--pattern-light)" fill="none" stroke-width="1.5"/>',
    "plains": '<path d="M0 7h24M0 19h24" stroke="var(--pattern)" stroke-width="1.5"/>',
    "forest": '<path d="M6 20l5-10 5 10zM18 8l4-8 4 8zM-6 8l4-8 4 8z" fill="var(--pattern)"/>',
    "mountain": '<path d="M0 20l8-14 6 10 4-6 6 10" stroke="var(--pattern)" fill="none" stroke-width="2"/>',
    "water": '<path d="M0 8q6-6 12 0t12 0M0 20q6-6 12 0t12 0" stroke="var(--pattern-light)" fill="none" '
    'stroke-width="1.6"/>',
    "desert": '<circle cx="6" cy="6" r="1.5" fill="var(--pattern)"/><circle cx="18" cy="16" r="1.5" '
    'fill="var(--pattern)"/>',
    "jungle": '<path d="M2 22q10-4 8-16M14 12q8-2 8-12" stroke="var(--pattern)" fill="none" stroke-width="2.5"/>',
    "stone": '<path d="M0 12h24M12 0v12M0 24h24M0 12v12" stroke="var(--pattern)" fill="none" stroke-width="1.5"/>',
    "city": '<path d="M0 12h24M6 0v12M18 12v12" stroke="var(--pattern)" fill="none" stroke-width="1.5"/>',
    "waste": '<path d="M2 4l6 6M8 4l-6 6M14 14l6 6M20 14l-6 6" stroke="var(--pattern)" stroke-width="1.6"/>',
    "sky": '<path d="M2 10q4-6 8 0M12 20q4-6 8 0" stroke="var(--pattern-light)" fill="none" stroke-width="1.6"/>',
    "ground": "",
    "fog": '<path d="M2 7q5-5 10 0t10 0M-4 19q5-5 10 0t10 0" stroke="var(--pattern-light)" fill="none" '
    'stroke-width="5" stroke-linecap="round" opacity=".45"/>',
}


def definitions(inside: bool = False) -> str:
    """The patterns that backdrops use: `url(#on-forest)` over `var(--forest)`, lights and textures.

    `inside` is for a picture that stands alone: textures are in it rather than files of the server.
    """
    return definitions_of_materials(inside) + "".join(
        f'<pattern id="on-{name}" width="24" height="24" patternUnits="userSpaceOnUse">{tile}</pattern>'
        for name, tile in _TILES.items()
    )


def terrain_rect(name: str, x: float, y: float, width: float, height: float, radius: float = 4) -> str:
    """A patch of terrain for a backdrop."""
    area = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
    return (
        f'<rect {area} fill="var(--{name})"/><rect {area} fill="url(#on-{name})"/><rect {area} fill="url(#lamp)" '
        'stroke="#0004"/>'
    )


def terrain_hex(name: str, x: float, y: float, radius: float) -> str:
    """A patch of terrain with six sides, a corner up, for a backdrop."""
    outline = f'points="{hexagon(x, y, radius)}"'
    return (
        f'<polygon {outline} fill="var(--{name})"/><polygon {outline} fill="url(#on-{name})" '
        'stroke="var(--room)" stroke-width="2"/>'
    )


def hexagon(x: float, y: float, radius: float) -> str:
    """The corners of a hexagon with a corner up, as SVG points."""
    corners = (math.radians(60 * k - 90) for k in range(6))
    return " ".join(f"{x + radius * math.cos(a):.1f},{y + radius * math.sin(a):.1f}" for a in corners)


def seat_outline(seat: int | None, half: float) -> tuple[str, float, float]:
    """A seat's shape around 0, 0, how large an icon fits it, and how far down that icon sits."""
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
    if thing.art:
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


@lru_cache(maxsize=2_000)
def badge(words: str, x: float, y: float, size: float, within: float, ground: str = "room", ink: str = "ink") -> str:
    """A number on a little plate. A client that draws it larger enlarges the plate, and leaves out one that would
    hide a thing so large as `within`."""
    width = max(size * 1.25, len(words) * size * 0.62 + 6)
    return (
        f'<g class="badge" data-at="{x:.1f} {y:.1f}" data-within="{within:.1f}" transform="translate({x:.1f} {y:.1f})">'
        f'<rect x="{-width / 2:.1f}" y="{-size * 0.62:.1f}" width="{width:.1f}" height="{size * 1.24:.1f}" '
        f'rx="{size * 0.5:.1f}" fill="var(--{ground})" stroke="var(--soft)"/>'
        f"{text(words, 0, size * 0.35, size, f'var(--{ink})', weight=700)}</g>"
    )


def _seal(words: str, x: float, y: float, radius: float = 11) -> str:
    """A price in the corner of a card: `coin 3` is brass, `lens 1` blue glass, `iron 2` grey, others are of paper."""
    kind, _, number = words.partition(" ")
    ground, ink = {
        "coin": ("brass", "brass-ink"),
        "lens": ("lens", "lens-ink"),
        "iron": ("stone", "ink"),
    }.get(kind, ("paper", "paper-ink"))
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="var(--{ground})" stroke="#0009"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="url(#bevel)"/>'
        + text(number, x, y + 5.2, 15, f"var(--{ink})", weight=800)
    )


def _card_back(thing: Thing, frame: str, edge: str) -> str:
    w, h = thing.width, thing.height
    mark = draw_icon(thing.icon, min(w, h) * 0.5, "var(--soft)") if thing.icon else ""
    return (
        f'<rect {frame} fill="var(--panel)" stroke="{edge}" stroke-width="2"/><rect {frame} fill="url(#of-cloth)"/>'
        f'<rect {frame} fill="url(#lamp)"/>'
        f'<rect x="{4 - w / 2:.1f}" y="{4 - h / 2:.1f}" width="{w - 8:g}" height="{h - 8:g}" rx="4" fill="none" '
        f'stroke="{edge}" stroke-opacity=".5"/>{mark}'
    ) + (badge(thing.text, 0, h / 2 - 12, 14, w) if thing.text else "")


SHALLOW = 26
"""Where less is left between title and small print there is a better place for a picture."""


def _card(thing: Thing, faces: Faces) -> str:
    """Paper in a frame: a title, a picture on the ground of its tint, seals with its price, small print."""
    w, h = thing.width, thing.height
    frame = f'x="{-w / 2:.1f}" y="{-h / 2:.1f}" width="{w:g}" height="{h:g}" rx="7"'
    edge = f"var(--seat{thing.seat % 4})" if thing.seat is not None else "var(--brass)"
    if "back" in thing.states:
        return _card_back(thing, frame, edge)
    ink = "var(--paper-ink)"
    parts = [
        f'<rect x="{2 - w / 2:.1f}" y="{3 - h / 2:.1f}" width="{w:g}" height="{h:g}" rx="8" fill="#0005"/>',
        f'<rect {frame} fill="var(--paper)" stroke="{edge}" stroke-width="2"/><rect {frame} fill="url(#of-paper)"/>',
    ]
    # Without a picture the price has a margin of its own, and the words what is left.
    margin = 22 if thing.costs and not (thing.icon or thing.tint) else 0
    middle = margin / 2
    room_wide = w - 10 - margin
    small = [line for words in thing.lines for line in wrap(words, room_wide, 14, face=faces.text)]
    head = 21 if thing.text else 4
    # Signs are larger than letters, and stay within the frame.
    foot = 8 if any(SIGN.search(line) for line in small) else 6
    top, room = -h / 2 + head, h - head + 1 - foot - 15 * len(small)
    has_picture = bool(thing.icon or thing.tint) and room > 11
    # Without a picture the words stand together in the middle.
    up = 0 if has_picture else max(0.0, room - 3) / 2
    if thing.text:
        wide = w - 12 - margin + (20 if margin else 0)
        parts.append(_headline(thing, middle, wide, -h / 2 + 16 + up * 0.8, faces))
    if has_picture and room < SHALLOW:
        if thing.tint and w > 1.7 * h and (beside := _beside_picture(thing, top, h - head - 4, faces)):
            return "".join([*parts, *beside])
        if not thing.tint and thing.icon and not thing.costs:
            # Too low for a picture: the icon lies in the paper, under the words.
            parts.append(f'<g opacity=".13">{draw_icon(thing.icon, min(h, w) - 6, ink)}</g>')
            has_picture, up = False, max(0.0, room - 3) / 2
    if has_picture:
        parts.append(_card_picture(thing, top, room, w - 8))
    for number, line in enumerate(reversed(small)):
        y = h / 2 - foot - 15 * number - up
        parts.append(roomy(rich(line, middle, y, 14, ink, face=faces.text), line, 14, room_wide, faces.text))
    if margin:
        return "".join(
            [*parts, *(_seal(words, -w / 2 + 13, 24 * number, 10) for number, words in enumerate(thing.costs))]
        )
    for number, words in enumerate(thing.costs):
        # One below the other where the picture is high, else at its two ends.
        x, y = (-w / 2 + 15, top + 12 + 23 * number) if room > 46 else ((-w / 2 + 15) * (-1) ** number, top + room / 2)
        parts.append(_seal(words, x, y))
    return "".join(parts)


def _beside_picture(thing: Thing, top: float, high: float, faces: Faces) -> list[str]:
    """The picture of a low card at its left, its small print beside it, its price at the right, one seal below the
    other; nothing where the print does not fit."""
    w, aside = thing.width, thing.width * (0.33 if thing.costs else 0.38)
    seals = 22 if thing.costs else 0
    room = w - aside - seals - 14
    lines = [line for words in thing.lines for line in wrap(words, room, 14, face=faces.text)]
    if 16 * len(lines) > high + 2 or any(rich_width(line, 14, faces.text) > room for line in lines):
        return []
    middle, y = (aside + 1 - seals) / 2, top + high / 2
    drawn = [_card_picture(thing, top, high, aside)]
    drawn += [
        rich(line, middle, y + 5 + 16 * (number - (len(lines) - 1) / 2), 14, "var(--paper-ink)", face=faces.text)
        for number, line in enumerate(lines)
    ]
    radius = min(10.0, high / 2 / len(thing.costs)) if thing.costs else 0
    return drawn + [
        _seal(words, w / 2 - 4 - radius, y + 2 * radius * (number - (len(thing.costs) - 1) / 2), radius)
        for number, words in enumerate(thing.costs)
    ]


def _headline(thing: Thing, x: float, room: float, y: float, faces: Faces) -> str:
    """The title of a card; a plain one has it in the face for text, which is narrower."""
    if "plain" not in thing.states:
        return title(thing.text, x, y, room, 14, "var(--paper-ink)", face=faces.title)
    shown, is_wide = within(thing.text, room, 14, faces.text)
    return marked(text(shown, x, y, 14, "var(--paper-ink)", weight=700), room_mark(room, is_wide))


def _card_picture(thing: Thing, top: float, room: float, wide: float) -> str:
    left = 4 - thing.width / 2
    area = f'x="{left:.1f}" y="{top:.1f}" width="{wide:g}" height="{room:.1f}" rx="4"'
    icon = ""
    if thing.icon:
        size = min(room - 2, wide * 0.7, 120)
        x, y = left + wide / 2, top + room / 2
        icon = f'<g transform="translate({x:.1f} {y:.1f})">{draw_icon(thing.icon, size, "var(--ink)")}</g>'
    ground = f'<rect {area} fill="var(--{thing.tint or "stone"})"/>'
    pattern = f'<rect {area} fill="url(#on-{thing.tint})"/>' if _TILES.get(thing.tint) else ""
    return f'{ground}{pattern}<rect {area} fill="url(#lamp)" stroke="#0006"/>{icon}'


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
    """A place to touch: nothing but its outline, and an icon or a text where it has one."""
    outline = outline_of(thing)
    fill = f"var(--{thing.tint})" if thing.tint else "transparent"
    edge = ' stroke="var(--edge)" stroke-width="1.5"' if "edged" in thing.states else ""
    parts = [f'{outline} fill="{fill}"{edge}/>']
    if _TILES.get(thing.tint):
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


def _priced(thing: Thing, faces: Faces) -> list[str]:
    """A text with its price in seals at the right end, behind its icon if it has one."""
    radius = min(10.0, thing.height / 2 - 1)
    seals = [
        _seal(words, thing.width / 2 - 3 - radius * (2 * number + 1), 0, radius)
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
    return [squeezed(thing.text, left, 4.7, room, 14, faces.text), *seals]


def _small_print(thing: Thing, faces: Faces) -> list[str]:
    """A button or label with icons: its icon at the left, its text as a title, lines of small print."""
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
    """A text in the middle of a place, in as many lines as it has room for."""
    if thing.height < 26:
        return [text(fit(thing.text, thing.width - 2, 13, faces.text), 0, 4.7, 13)]
    room = thing.width - 8
    lines = wrap(thing.text, room, 14, max(1, min(3, int((thing.height - 4) / 16))), faces.text)
    return [
        roomy(text(line, 0, 5 + 16 * (number - (len(lines) - 1) / 2), 14), line, 14, room, faces.text)
        for number, line in enumerate(lines)
    ]


def _pips(thing: Thing) -> str:
    """So many dots in a row: `text` is their number."""
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
    """What the game draws itself; a text on it is rimmed, so that it can be read on anything."""
    return _rimmed(text(thing.text, 0, thing.height / 2 - 3, 14, weight=700)) if thing.text else ""


def _rimmed(drawn: str) -> str:
    rim = '<text paint-order="stroke" stroke="var(--room)" stroke-width="3" stroke-linejoin="round" '
    return drawn.replace("<text ", rim, 1)


_TITLED: dict[str, Callable[[Thing, Faces], str]] = {"card": _card, "text": _text, "space": _space}
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
    """The beginning of an element that goes around the thing: what lights up when it can be touched."""
    return _outline(thing.kind, thing.shape, thing.seat, thing.width, thing.height)


@lru_cache(maxsize=4_000)
def _outline(kind: str, shape: str, seat: int | None, w: float, h: float) -> str:
    """Many things have the same."""
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

    `faces` are the typefaces of its world, where they are sure to be there.
    """
    titled = _TITLED.get(thing.kind)
    drawn = thing.art + (titled(thing, faces) if titled else _KINDS[thing.kind](thing))
    if "spent" in thing.states:
        # What is spent is pale; what is written on it can still be read.
        pale = 0.6 if thing.kind == "card" else 0.38
        drawn = f'<g opacity="{pale}">{_TEXTS.sub("", drawn)}</g>{"".join(_TEXTS.findall(drawn))}'
    return f"<g>{drawn}</g>{_states(thing)}"


_SEAT_NAME = re.compile(r"\{(\d)\}")


def named(thing: Thing, names: tuple[str, ...]) -> Thing:
    """The thing with the players' names where its texts say {0}, {1} ..."""

    def put(words: str) -> str:
        return _SEAT_NAME.sub(lambda match: names[int(match[1])], words)

    if not ("{" in thing.label or "{" in thing.text or (thing.lines and "{" in "".join(thing.lines))):
        return thing
    return thing._replace(text=put(thing.text), label=put(thing.label), lines=tuple(map(put, thing.lines)))


def _placed(thing: Thing, panel: Panel, lit: bool) -> str:
    ring = f'{outline_of(thing)} fill="none" stroke="var(--accent)" stroke-width="3"/>' if lit else ""
    label = f"<title>{escape(thing.label)}</title>" if thing.label else ""
    return (
        f'<g id="{escape(thing.id)}" transform="translate({panel.x + thing.x:.1f} {panel.y + thing.y:.1f})">'
        f"{label}{draw_thing(thing)}{ring}</g>"
    )


def draw_panel(panel: Panel, world: World = PLAIN, first: bool = False) -> str:
    """A panel's frame, title and backdrop, at its own origin. The first says which world it is, and has its signs."""
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
    return f'<g data-world="{world.name}"><defs>{symbols(world.signs)}</defs>{drawn}</g>' if first else drawn


def draw(
    scene: Scene,
    theme: str = "dark",
    lit: frozenset[str] | set[str] = frozenset(),
    names: tuple[str, ...] = (),
) -> str:
    """The whole scene as one SVG document, the things in `lit` ringed in the colour of what can be touched."""
    return paint(composed(scene, definitions(inside=True), lit, names), scene.world.theme(theme))


def composed(
    scene: Scene, defined: str, lit: frozenset[str] | set[str] = frozenset(), names: tuple[str, ...] = ()
) -> str:
    """The whole scene as one SVG document in theme variables, with these definitions in its head."""
    names = names or tuple(f"Seat {number + 1}" for number in range(8))
    panels = {panel.id: panel for panel in scene.panels}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" '
        f'width="{scene.width}" height="{scene.height}" font-family="var(--text-face)" '
        'font-variant-numeric="lining-nums tabular-nums">',
        f"<title>{escape(scene.caption)}</title>" if scene.caption else "",
        f"<defs>{defined}</defs>",
        '<rect width="100%" height="100%" fill="var(--room)"/>',
        textured('<rect width="100%" height="100%"', scene.world.room),
    ]
    for number, panel in enumerate(scene.panels):
        drawn = draw_panel(panel, scene.world, not number)
        parts.append(f'<g transform="translate({panel.x:g} {panel.y:g})">{drawn}</g>')
    for thing in sorted(scene.things, key=lambda thing: thing.layer):
        parts.append(_placed(named(thing, names), panels[thing.panel], thing.id in lit))
    return "".join(parts) + "</svg>"
