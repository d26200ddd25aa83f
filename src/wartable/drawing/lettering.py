"""Text in drawings: its width, and how it is made to fit."""

import re
from functools import lru_cache
from html import escape

from .faces import is_known, width_of
from .materials import sign


def text(
    words: str, x: float, y: float, size: float, colour: str = "var(--ink)", anchor: str = "middle", weight: int = 400
) -> str:
    """A line of text as SVG."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


SIGN = re.compile(r"\[([a-z0-9-]+)\]")


def rich(
    words: str, x: float, y: float, size: float, colour: str = "var(--ink)", anchor: str = "middle", face: str = ""
) -> str:
    """A line of text with icons of the world's signs, as in `[two-coins] 3`."""
    parts = SIGN.split(words.strip())
    if len(parts) == 1:
        return text(words, x, y, size, colour, anchor)
    width = rich_width(words, size, face)
    at = x - (width / 2 if anchor == "middle" else width if anchor == "end" else 0)
    drawn = []
    for place, part in enumerate(parts):
        if place % 2:
            drawn.append(sign(part, at + size * 0.65, y - size * 0.34, size * 1.25, colour))
            at += size * SIGN_WIDTH
        else:
            if part.strip():
                lead = size * LEAD if part.startswith(" ") else 0
                drawn.append(text(part.strip(), at + lead, y, size, colour, "start", 600))
            at += measured(part, size, face)
    return "".join(drawn)


SIGN_WIDTH, LEAD = 1.32, 0.25
"""The width of an icon in a text, and the gap beside it, relative to the text size."""


@lru_cache(maxsize=4_000)
def rich_width(words: str, size: float, face: str = "") -> float:
    """The width of a text with icons."""
    parts = SIGN.split(words.strip())
    return sum(size * SIGN_WIDTH if place % 2 else measured(part, size, face) for place, part in enumerate(parts))


def measured(words: str, size: float, face: str = "") -> float:
    """The width of a text by the letters of its typeface. In an unknown typeface, spaces and narrow letters count half;
    figures all have one width.
    """
    if is_known(face):
        return width_of(words, size, face)
    return size * sum(0.27 if letter in " .,:;il'()" else 0.54 for letter in words)


def fit(words: str, width: float, size: float, face: str = "") -> str:
    """The text, cut with an ellipsis if it would be wider than the width."""
    if is_known(face):
        shown = words
        while width_of(shown, size, face) > width and len(shown) > 2:
            shown = shown.removesuffix("…")[:-1].rstrip() + "…"
        return shown
    room = int(width / (size * 0.54))
    return words if len(words) <= room else words[: max(1, room - 1)].rstrip() + "…"


SQUEEZED, SQUEEZED_BLIND = 0.66, 0.64
"""The share of its width that a title is squeezed to before it is cut; smaller if its width is a guess."""


def title(
    words: str, x: float, y: float, width: float, size: float, colour: str, anchor: str = "middle", face: str = ""
) -> str:
    """Bold text that fits a width: squeezed if it is wider, and cut if that is not enough.

    Without a typeface the font is unknown, and text that may be too wide gets exactly the width.
    """
    shown, is_wide = within(words, width, size, face)
    drawn = text(shown, x, y, size, colour, anchor, 700)
    return marked(drawn, f'font-family="var(--title-face)" {room_mark(width, is_wide)}')


def squeezed(words: str, x: float, y: float, width: float, size: float, face: str = "", anchor: str = "start") -> str:
    """Plain text that fits a width, as titles do."""
    shown, is_wide = within(words, width, size, face)
    drawn = text(shown, x, y, size, anchor=anchor)
    return marked(drawn, room_mark(width, is_wide))


def within(words: str, width: float, size: float, face: str) -> tuple[str, bool]:
    """The part of a text that can be squeezed into a width, and whether squeezing is needed."""
    shown, own = words, width_of(words, size, face)
    least = SQUEEZED if face else SQUEEZED_BLIND
    while own * least > width and len(shown) > 2:
        shown = shown.removesuffix("…")[:-1].rstrip() + "…"
        own = width_of(shown, size, face)
    return shown, own > width


def room_mark(width: float, is_wide: bool) -> str:
    """The available width of a text, for a client that enlarges it; a text that is too wide gets exactly that width."""
    just = f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"' if is_wide else ""
    return f'data-room="{width:g}"{just}'


def marked(drawn: str, attributes: str) -> str:
    """A drawn text with further attributes."""
    return drawn.replace("<text ", f"<text {attributes} ", 1)


def roomy(drawn: str, words: str, size: float, width: float, face: str = "") -> str:
    """A drawn line of `wrap`, with its available width if a client that enlarges it needs to know."""
    signs = len(SIGN.findall(words))
    own = rich_width(words, size, face) if signs else measured(words, size, face)
    # Of words before a sign, and of those in several pieces, it is not known which would have to give way.
    is_led = signs == 1 and words.startswith("[") and drawn.count("<text ") == 1
    if own * LARGER <= width or (signs and not is_led):
        return drawn
    # After a sign words begin where they are drawn, and have what is left to the right of it.
    room = (width + own) / 2 - size * (SIGN_WIDTH + LEAD) if signs else width
    return marked(drawn, room_mark(round(room, 1), own > width))


LARGER = 1.4
"""The largest factor by which a client enlarges small print."""


SPARE = 1.06
"""Lines are broken as if letters were this much wider, since a small window enlarges them a little."""


def wrap(words: str, width: float, size: float, most: int = 9, face: str = "") -> list[str]:
    """The text in lines that fit the width, by the letter widths of the typeface if it is known."""
    return list(_wrapped(words, width, size, most, face))


_UNIT = re.compile(r"\[[a-z0-9-]+\] [+\d]\S*|\S+")
"""A unit that is not broken: a word, or an icon and its number."""


@lru_cache(maxsize=4_000)
def _wrapped(words: str, width: float, size: float, most: int, face: str) -> tuple[str, ...]:
    known = is_known(face)
    room = width / SPARE if known else max(4, int(width / (size * 0.483)))
    space = measured(" ", size, face) if known else 1
    lines, used = [""], 0.0
    for word in _UNIT.findall(words):
        wide = rich_width(word, size, face) if known else _length(word)
        if lines[-1] and used + space + wide > room:
            lines.append(word)
            used = wide
        else:
            used += wide + (space if lines[-1] else 0)
            lines[-1] = f"{lines[-1]} {word}".strip()
    if len(lines) <= most:
        return tuple(lines)
    return (*lines[: most - 1], fit(" ".join(lines[most - 1 :]), width, size, face))


def _length(words: str) -> int:
    """The number of letters; an icon counts as two."""
    return len(SIGN.sub("XX", words))
