"""The pieces of Thrones, drawn in `shapes.svg`.

The board brings each figure once (`ARMY`); other drawings refer to it. Coats and wings have the player's colour.
"""

import re
from functools import cache
from typing import Unpack

from wartable.drawing.layout import Area, Look
from wartable.drawing.scene import Thing

from ..state import Piece
from .land import DRAWN

ARMY = DRAWN["army"]
"""The definitions that the board begins with."""
SPAN = 104.0
"""The width and height of the largest figure; the base is 68 wide."""
_SHADE = re.compile(r"<linearGradient.*?</linearGradient>")


@cache
def figure(piece: int, seat: int, size: float) -> str:
    """A piece without its base, around 0, 0; `size` is the width of the largest."""
    return (
        f'<use href="#th-{Piece(piece).name.lower()}" color="var(--coat{seat})" transform="scale({size / SPAN:.3f})"/>'
    )


@cache
def standing(piece: int, seat: int, size: float) -> str:
    """A piece on its base: round for South, square for North."""
    return f'<use href="#th-base-{seat}" transform="scale({size / SPAN:.3f})"/>{figure(piece, seat, size)}'


@cache
def alone(piece: int, seat: int, size: float) -> str:
    """The same with its own definitions, for use without the board."""
    names = [f"th-base-{seat}", f"th-{Piece(piece).name.lower()}", "th-horse"]
    symbols = "".join(re.findall(f'<symbol id="(?:{"|".join(names)})" .*?</symbol>', ARMY))
    return f"<defs>{_SHADE.findall(ARMY)[0]}{symbols}</defs>{standing(piece, seat, size)}"


def soldier(area: Area, id: str, piece: int, owner: int, **look: Unpack[Look]) -> Thing:
    """A piece in an area; its figure is larger than the token."""
    width = min(area.size)
    look |= {"art": standing(piece, owner, width * SPAN / 80), "seat": owner}
    return area.sized(width, width).thing(id, "token", **look)
