"""Creatures and items: portraits of them, and armies as rows of faces."""

import math
from collections.abc import Iterator, Sequence
from functools import cache

from wartable.core.record import Array
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area
from wartable.drawing.scene import Thing

from ..naming import creatures
from ..state import KINDS, NOBODY, TIERS
from .layout import CREATURE_ICONS, ITEM_ICONS

FACE_MOST = 38.0
"""The largest face in a row of troops."""
FEW, STEP = 4, 73.0
"""So many kinds stand in one line, at most so far from each other."""


def colour_of(seat: int) -> str:
    """The colour of a player's creatures, or of those that belong to nobody."""
    return "#c8574a" if seat == NOBODY else f"var(--seat{seat})"


@cache
def portrait(kind: int, size: int, seat: int) -> str:
    """The face of a creature on a round shield in the colours of its tier, its rim in those of its owner; armoured ones
    have a rim of gold with rivets, and a chevron."""
    half, tier = size / 2, kind % TIERS
    armoured = kind >= TIERS
    rim = "var(--gold)" if armoured else colour_of(seat)
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


def troop_things(id: str, troops: Sequence[int] | Array[int], area: Area, seat: int) -> Iterator[Thing]:
    """The creatures of an army by kind, in one line or in two: faces with their numbers."""
    present = [kind for kind in range(KINDS) if troops[kind]]
    each = len(present) if len(present) <= FEW else (len(present) + 1) // 2
    lines = area.stack(-(-len(present) // max(each, 1)))
    places = (place for line in lines for place in line.row(each, STEP, pack=0))
    for kind, place in zip(present, places, strict=False):
        words = str(troops[kind])
        size = round(min(FACE_MOST, place.height, place.width - 6 - 8.5 * len(words)))
        width = size + 4 + max(14.0, size * 0.62) * 0.56 * len(words)
        line = place._replace(width=width).sized(width, size)
        art = beside(kind, size, seat, (width - size) / 2)
        yield line.thing(f"{id}-{kind}", "icon", text=words, art=art, label=creatures(kind, troops[kind]), layer=1)


FRAMES = ("edge", "soft", "tier0-ink", "tier1-ink", "tier3-ink", "gold")
"""The colour of a frame by the level of what is in it, from none to legendary."""


@cache
def item_art(kind: int, level: int, size: int) -> str:
    """An item in its slot with a dot for each level; an empty slot is a socket."""
    half = size / 2
    area = f'<rect x="{-half:g}" y="{-half:g}" width="{size}" height="{size}" rx="{size / 5:.1f}"'
    colour = f"var(--{FRAMES[level]})"
    if not level:
        pale = f'<g opacity=".4">{draw_icon(ITEM_ICONS[kind], size * 0.62, "var(--soft)")}</g>'
        return f'{area} fill="var(--table)" stroke="{colour}" stroke-dasharray="3 3"/>{pale}'
    step = size * 0.17
    dots = "".join(
        f'<circle cx="{step * (place - (level - 1) / 2):.1f}" cy="{half - size * 0.13:.1f}" r="{size / 17:.1f}" '
        f'fill="{colour}"/>'
        for place in range(level)
    )
    icon = draw_icon(ITEM_ICONS[kind], size * 0.64, colour)
    return (
        f'{area} fill="var(--table)" stroke="{colour}" stroke-width="1.8"/>{area} fill="url(#sheen)"/>'
        f'<g transform="translate(0 {-size * 0.1:.1f})">{icon}</g>{dots}'
    )
