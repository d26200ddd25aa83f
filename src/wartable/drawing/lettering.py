"""Words in a drawing: how wide they are, and how they are made to fit."""

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
    """Words with icons of the world's signs among them, as `[two-coins] 3`, in one line."""
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
"""How wide an icon among words is, and how far words keep from it, as a share of their size."""


@lru_cache(maxsize=4_000)
def rich_width(words: str, size: float, face: str = "") -> float:
    """How wide words with icons among them are."""
    parts = SIGN.split(words.strip())
    return sum(size * SIGN_WIDTH if place % 2 else measured(part, size, face) for place, part in enumerate(parts))


def measured(words: str, size: float, face: str = "") -> float:
    """How wide words are, by the letters of their face; where it is not known, spaces and narrow letters are half as
    wide as others. Figures are all of one width."""
    if is_known(face):
        return width_of(words, size, face)
    return size * sum(0.27 if letter in " .,:;il'()" else 0.54 for letter in words)


def fit(words: str, width: float, size: float, face: str = "") -> str:
    """The words, cut with an ellipsis where they would be wider than the width."""
    if is_known(face):
        shown = words
        while width_of(shown, size, face) > width and len(shown) > 2:
            shown = shown.removesuffix("…")[:-1].rstrip() + "…"
        return shown
    room = int(width / (size * 0.54))
    return words if len(words) <= room else words[: max(1, room - 1)].rstrip() + "…"


SQUEEZED, SQUEEZED_BLIND = 0.66, 0.64
"""A title is squeezed to this share of its width before it is cut; further where its width is a guess."""


def title(
    words: str, x: float, y: float, width: float, size: float, colour: str, anchor: str = "middle", face: str = ""
) -> str:
    """Bold words that stay within a width: squeezed where they are wider in this face, cut where that is not enough.

    Without a face it is not known which font will be there, and words that may be too wide have just the width.
    """
    shown, is_wide = within(words, width, size, face)
    drawn = text(shown, x, y, size, colour, anchor, 700)
    return marked(drawn, f'font-family="var(--title-face)" {room_mark(width, is_wide)}')


def squeezed(words: str, x: float, y: float, width: float, size: float, face: str = "", anchor: str = "start") -> str:
    """Plain words that stay within a width, as titles do."""
    shown, is_wide = within(words, width, size, face)
    drawn = text(shown, x, y, size, anchor=anchor)
    return marked(drawn, room_mark(width, is_wide))


def within(words: str, width: float, size: float, face: str) -> tuple[str, bool]:
    """As much of the words as can be squeezed into a width, and whether they have to be."""
    shown, own = words, width_of(words, size, face)
    least = SQUEEZED if face else SQUEEZED_BLIND
    while own * least > width and len(shown) > 2:
        shown = shown.removesuffix("…")[:-1].rstrip() + "…"
        own = width_of(shown, size, face)
    return shown, own > width


def room_mark(width: float, is_wide: bool) -> str:
    """How much room a text has, for a client that draws it larger; the text has just that where it is too wide."""
    just = f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"' if is_wide else ""
    return f'data-room="{width:g}"{just}'


def marked(drawn: str, attributes: str) -> str:
    """A drawn text with more attributes."""
    return drawn.replace("<text ", f"<text {attributes} ", 1)


def roomy(drawn: str, words: str, size: float, width: float, face: str = "") -> str:
    """A drawn line of `wrap` that says how much room it has where a client that draws it larger has to know it."""
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
"""No client draws small print so many times as large as it is."""


SPARE = 1.06
"""Lines are broken as if letters were so much wider: a small window has them a little larger than the board."""


def wrap(words: str, width: float, size: float, most: int = 9, face: str = "") -> list[str]:
    """The words in lines that fit the width: by the widths of their letters where the face is known."""
    return list(_wrapped(words, width, size, most, face))


_UNIT = re.compile(r"\[[a-z0-9-]+\] [+\d]\S*|\S+")
"""What a line is not broken in: a word, or an icon and its number."""


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
    """Letters, an icon among them as wide as two."""
    return len(SIGN.sub("XX", words))
