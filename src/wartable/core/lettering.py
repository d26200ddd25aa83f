"""Words in a drawing: how wide they are, and how they are made to fit."""

import re
from html import escape

from .faces import width_of
from .materials import sign


def text(
    words: str, x: float, y: float, size: float, colour: str = "var(--ink)", anchor: str = "middle", weight: int = 400
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


SIGN = re.compile(r"\[([a-z0-9-]+)\]")


def rich(words: str, x: float, y: float, size: float, colour: str = "var(--ink)", anchor: str = "middle") -> str:
    """Words with icons of the world's signs among them, as `[two-coins] 3`, in one line."""
    parts = SIGN.split(words.strip())
    if len(parts) == 1:
        return text(words, x, y, size, colour, anchor)
    width = rich_width(words, size)
    at = x - (width / 2 if anchor == "middle" else width if anchor == "end" else 0)
    drawn = []
    for place, part in enumerate(parts):
        if place % 2:
            drawn.append(sign(part, at + size * 0.65, y - size * 0.34, size * 1.25, colour))
            at += size * 1.32
        else:
            if part.strip():
                lead = size * 0.25 if part.startswith(" ") else 0
                drawn.append(text(part.strip(), at + lead, y, size, colour, "start", 600))
            at += measured(part, size)
    return "".join(drawn)


def rich_width(words: str, size: float) -> float:
    """About how wide words with icons among them are."""
    parts = SIGN.split(words.strip())
    return sum(size * 1.32 if place % 2 else measured(part, size) for place, part in enumerate(parts))


def measured(words: str, size: float) -> float:
    """About how wide words are: spaces and narrow letters are half as wide as others; digits are all of one width."""
    return size * sum(0.27 if letter in " .,:;il'()" else 0.54 for letter in words)


def fit(words: str, width: float, size: float) -> str:
    """The words, cut with an ellipsis where they would be wider than the width."""
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
    return drawn.replace("<text ", f"<text {attributes} ", 1)


def wrap(words: str, width: float, size: float, most: int = 9) -> list[str]:
    """The words in lines that fit the width."""
    room = max(4, int(width / (size * 0.52)))
    lines = [""]
    for word in words.split():
        if lines[-1] and _length(lines[-1]) + 1 + _length(word) > room:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines if len(lines) <= most else [*lines[: most - 1], fit(" ".join(lines[most - 1 :]), width, size)]


def _length(words: str) -> int:
    """Letters, an icon among them as wide as two."""
    return len(SIGN.sub("XX", words))
