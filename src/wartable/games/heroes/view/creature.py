"""Creatures: a portrait for each kind, and armies as rows of them."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from wartable.core.record import Array
from wartable.drawing.icons import draw_icon
from wartable.drawing.scene import Thing

from ..naming import creatures
from ..state import KINDS, NOBODY, TIERS
from .layout import CREATURE_ICONS

FACE_MOST = 38.0
"""The largest face in a row of troops."""
FEW, STEP = 4, 73.0
"""So many kinds stand in one line, at most so far from each other."""


class Line(NamedTuple):
    """Where troops stand in a panel: from the left, in so much room, around y, so high."""

    left: float
    room: float
    y: float
    high: float
    panel: str


@cache
def portrait(kind: int, size: int, seat: int) -> str:
    """The face of a creature on a round shield in the colours of its tier, its rim in those of its owner; armoured ones
    have a rim of gold with rivets, and a chevron."""
    half, tier = size / 2, kind % TIERS
    armoured = kind >= TIERS
    rim = "var(--gold)" if armoured else "#c8574a" if seat == NOBODY else f"var(--seat{seat})"
    wide = max(1.5, size / 18) * (1.4 if armoured else 1)
    shield = f'<circle r="{half - wide / 2:.1f}"'
    parts = [
        f'<ellipse cy="{half * 0.25:.1f}" rx="{half * 1.15:.1f}" ry="{half * 1.05:.1f}" fill="url(#under)"/>',
        f'{shield} fill="var(--tier{tier})" stroke="{rim}" stroke-width="{wide:.1f}"/>{shield} fill="url(#sheen)"/>',
        draw_icon(CREATURE_ICONS[tier], size * 0.7, f"var(--tier{tier}-ink)"),
    ]
    if armoured:
        far = half - wide / 2
        rivet = f'r="{size / 26:.1f}" fill="var(--room)"/>'
        parts += [
            f'<circle cx="{far * math.cos(a):.1f}" cy="{far * math.sin(a):.1f}" {rivet}'
            for a in (math.pi * n / 4 for n in range(8))
        ]
        arm = size * 0.17
        chevron = f"M{-arm:.1f} {half:.1f}L0 {half - arm:.1f}L{arm:.1f} {half:.1f}"
        parts += [
            f'<path d="{chevron}" fill="none" stroke="{colour}" stroke-width="{width:.1f}" stroke-linejoin="round"/>'
            for colour, width in (("var(--room)", size / 7), ("var(--gold)", size / 14))
        ]
    return "".join(parts)


@cache
def beside(kind: int, size: int, seat: int, shift: float) -> str:
    """A portrait at the left end of a thing, whose number stands beside it."""
    return f'<g transform="translate({-shift:.1f} 0)">{portrait(kind, size, seat)}</g>'


def troop_things(id: str, troops: Sequence[int] | Array[int], line: Line, seat: int) -> Iterator[Thing]:
    """The creatures of an army by kind, in one line or in two: faces with their numbers."""
    present = [kind for kind in range(KINDS) if troops[kind]]
    if not present:
        return
    each = len(present) if len(present) <= FEW else (len(present) + 1) // 2
    rows = 1 if each == len(present) else 2
    step = min(STEP, line.room / each)
    for place, kind in enumerate(present):
        words = str(troops[kind])
        size = round(min(FACE_MOST, line.high / rows, step - 6 - 8.5 * len(words)))
        width = size + 4 + max(14.0, size * 0.62) * 0.56 * len(words)
        down = 0.0 if rows == 1 else line.high / 4 * (1 if place >= each else -1)
        yield Thing(
            f"{id}-{kind}", "icon", line.left + place % each * step + width / 2, line.y + down, width, size,
            line.panel, text=words, art=beside(kind, size, seat, (width - size) / 2),
            label=creatures(kind, troops[kind]), layer=1,
        )  # fmt: skip
