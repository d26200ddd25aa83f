"""How wide words are in the typefaces of the games: the package build reads the widths from the fonts' files."""

import json
from functools import cache, lru_cache
from typing import NamedTuple

from .icons import SHEET


class Faces(NamedTuple):
    """The typefaces of a world: for titles, and for all else; without names it is not known which will be there."""

    title: str = ""
    text: str = ""


UNSURE = Faces()
WIDTHS = SHEET.parent / "faces.json"
UNKNOWN = 0.64
"""About how wide a bold letter is in a face that is not known, as a share of its size."""

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
    """Whether the build has read how wide the letters of a face are."""
    return bool(face) and face in _widths()


@lru_cache(maxsize=4_000)
def width_of(words: str, size: float, face: str) -> float:
    """How wide bold words are in a face; about as wide as in any where the face or the build is missing."""
    letters = _widths().get(face, {})
    return size * sum(letters.get(letter, UNKNOWN) for letter in words)
