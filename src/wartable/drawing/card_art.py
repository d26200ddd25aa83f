"""Draws cards: a framed sheet with title, picture, prices and small print; or the back of a card."""

from functools import lru_cache

from .faces import Faces
from .icons import draw_icon
from .lettering import SIGN, marked, rich, rich_width, room_mark, roomy, text, title, within, wrap
from .scene import Thing
from .terrain import PATTERNS


@lru_cache(maxsize=2_000)
def badge(words: str, x: float, y: float, size: float, within: float, ground: str = "room", ink: str = "ink") -> str:
    """A number on a small plate. A client that enlarges the number enlarges the plate, and omits one that would cover a
    thing of size `within`.
    """
    width = max(size * 1.25, len(words) * size * 0.62 + 6)
    return (
        f'<g class="badge" data-at="{x:.1f} {y:.1f}" data-within="{within:.1f}" transform="translate({x:.1f} {y:.1f})">'
        f'<rect x="{-width / 2:.1f}" y="{-size * 0.62:.1f}" width="{width:.1f}" height="{size * 1.24:.1f}" '
        f'rx="{size * 0.5:.1f}" fill="var(--{ground})" stroke="var(--soft)"/>'
        f"{text(words, 0, size * 0.35, size, f'var(--{ink})', weight=700)}</g>"
    )


def seal(words: str, x: float, y: float, radius: float = 11) -> str:
    """A price in the corner of a card: `coin 3` is brass, `lens 1` blue glass, `iron 2` grey; others are of paper."""
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
"""With less space than this between title and small print, the picture goes elsewhere."""


def draw_card(thing: Thing, faces: Faces) -> str:
    """A framed sheet: a title, a picture on the colour of its tint, prices, small print."""
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
    if "thumb" in thing.states:
        return "".join([*parts, *_thumb_card(thing, faces)])
    if "crest" in thing.states:
        return "".join([*parts, *_crest_card(thing, faces)])
    # Without a picture the price has a margin of its own, and the words what is left.
    margin = 22 if thing.costs and not (thing.icon or thing.tint or "pictured" in thing.states) else 0
    middle = margin / 2
    room_wide = w - 10 - margin
    small = [line for words in thing.lines for line in wrap(words, room_wide, 14, face=faces.text)]
    head = 21 if thing.text else 4
    # Signs are larger than letters, and stay within the frame.
    foot = 8 if any(SIGN.search(line) for line in small) else 6
    top, room = -h / 2 + head, h - head + 1 - foot - 15 * len(small)
    has_picture = bool(thing.icon or thing.tint or "pictured" in thing.states) and room > 11
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
        # Beside a price in a narrow picture the icon makes room for it.
        parts.append(_card_picture(thing, top, room, w - 8, 9 if thing.costs and room <= 46 and w < 72 else 0))
    # In the order in which they are read, which is how a screen reader finds them.
    for number, line in enumerate(small):
        y = h / 2 - foot - 15 * (len(small) - 1 - number) - up
        parts.append(roomy(rich(line, middle, y, 14, ink, face=faces.text), line, 14, room_wide, faces.text))
    if margin:
        return "".join(
            [*parts, *(seal(words, -w / 2 + 13, 24 * number, 10) for number, words in enumerate(thing.costs))]
        )
    for number, words in enumerate(thing.costs):
        # One below the other where the picture is high, else at its two ends.
        x, y = (-w / 2 + 15, top + 12 + 23 * number) if room > 46 else ((-w / 2 + 15) * (-1) ** number, top + room / 2)
        parts.append(seal(words, x, y))
    return "".join(parts)


def _thumb_card(thing: Thing, faces: Faces) -> list[str]:
    """A low card: its picture on the left with the price on it, title and small print beside it."""
    w, h = thing.width, thing.height
    side = min(h - 8, w * 0.36)
    left, width = side + 9 - w / 2, w - side - 16
    small = [line for words in thing.lines for line in wrap(words, width, 14, face=faces.text)]
    parts = [_card_picture(thing, -side / 2, side, side)]
    y = 5 - 7.5 * len(small)
    parts.append(title(thing.text, left, y, width, 14, "var(--paper-ink)", "start", face=faces.title))
    for number, line in enumerate(small, 1):
        drawn = rich(line, left, y + 15 * number, 14, "var(--paper-ink)", "start", faces.text)
        parts.append(roomy(drawn, line, 14, width, faces.text))
    seals = (seal(words, 14 - w / 2, side / 2 - 8 - 20 * number, 9) for number, words in enumerate(thing.costs))
    return [*parts, *seals]


def _crest_card(thing: Thing, faces: Faces) -> list[str]:
    """A low card with much small print: price and a small icon at the ends of its title, the text below."""
    w = thing.width
    small = [line for words in thing.lines for line in wrap(words, w - 10, 14, face=faces.text)]
    y = 5 - 7.5 * len(small)
    before, after = 24 * bool(thing.costs), 22 * bool(thing.icon)
    middle, width = (before - after) / 2, w - 10 - before - after
    parts = [title(thing.text, middle, y, width, 14, "var(--paper-ink)", face=faces.title)]
    if thing.icon:
        icon = draw_icon(thing.icon, 19, "var(--paper-ink)")
        parts.append(f'<g transform="translate({w / 2 - 14:.1f} {y - 5:.1f})">{icon}</g>')
    parts += (seal(words, 14 - w / 2, y - 5, 9) for words in thing.costs[:1])
    for number, line in enumerate(small, 1):
        drawn = rich(line, 0, y + 15 * number, 14, "var(--paper-ink)", face=faces.text)
        parts.append(roomy(drawn, line, 14, w - 14, faces.text))
    return parts


def _beside_picture(thing: Thing, top: float, high: float, faces: Faces) -> list[str]:
    """A low card's picture on the left, its small print beside it, its prices below one another on the right; None if
    the print does not fit.
    """
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
        seal(words, w / 2 - 4 - radius, y + 2 * radius * (number - (len(thing.costs) - 1) / 2), radius)
        for number, words in enumerate(thing.costs)
    ]


def _headline(thing: Thing, x: float, room: float, y: float, faces: Faces) -> str:
    """The title of a card; a plain card has it in the text typeface, which is narrower."""
    if "plain" not in thing.states:
        return title(thing.text, x, y, room, 14, "var(--paper-ink)", face=faces.title)
    shown, is_wide = within(thing.text, room, 14, faces.text)
    return marked(text(shown, x, y, 14, "var(--paper-ink)", weight=700), room_mark(room, is_wide))


def _card_picture(thing: Thing, top: float, room: float, wide: float, shift: float = 0) -> str:
    left = 4 - thing.width / 2
    area = f'x="{left:.1f}" y="{top:.1f}" width="{wide:g}" height="{room:.1f}" rx="4"'
    if "pictured" in thing.states:
        # The game's own picture, stretched to the room that there is.
        middle = f"translate({left + wide / 2:.1f} {top + room / 2:.1f}) scale({wide / 100:.3f} {room / 100:.3f})"
        return f'<g transform="{middle}">{thing.art}</g><rect {area} fill="url(#lamp)" stroke="#0006"/>'
    icon = ""
    if thing.icon:
        # In a high picture the icon is as wide as that, below the price.
        is_high = bool(thing.costs) and room > 1.4 * wide
        size = min(room - 2, wide * (0.94 if is_high else 0.7), 120)
        x, y = left + wide / 2 + shift, top + (room - size / 2 - 3 if is_high else room / 2)
        icon = f'<g transform="translate({x:.1f} {y:.1f})">{draw_icon(thing.icon, size, "var(--ink)")}</g>'
    ground = f'<rect {area} fill="var(--{thing.tint or "stone"})"/>'
    pattern = f'<rect {area} fill="url(#on-{thing.tint})"/>' if PATTERNS.get(thing.tint) else ""
    return f'{ground}{pattern}<rect {area} fill="url(#lamp)" stroke="#0006"/>{icon}'
