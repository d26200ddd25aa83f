"""The widths of words in the games' typefaces. The package build reads the widths from the font files."""

import json
from functools import cache, lru_cache
from typing import NamedTuple

from .icons import SHEET


class Faces(NamedTuple):
    """The typefaces of a world: for titles, and for everything else; without names, the fonts are unknown."""

    title: str = ""
    text: str = ""


UNSURE = Faces()
WIDTHS = SHEET.parent / "faces.json"
UNKNOWN = 0.64
"""The approximate width of a bold letter in an unknown typeface, relative to its size."""

FIGURES = "0123456789"


@cache
def _widths() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = json.loads(WIDTHS.read_text("utf-8")) if WIDTHS.exists() else {}
    for letters in found.values():
        # Figures are drawn tabular: all as wide as the widest.
        widest = max((letters[figure] for figure in FIGURES if figure in letters), default=UNKNOWN)
        letters.update(dict.fromkeys(FIGURES, widest))
    return found


def is_known(face: str) -> bool:
    """Whether the letter widths of a typeface are known."""
    return bool(face) and face in _widths()


@lru_cache(maxsize=4_000)
def width_of(words: str, size: float, face: str) -> float:
    """The width of bold words in a typeface; a typical width if the typeface is unknown or nothing was built."""
    letters = _widths().get(face, {})
    return size * sum(letters.get(letter, UNKNOWN) for letter in words)
