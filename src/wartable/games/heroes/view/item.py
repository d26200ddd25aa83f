"""Items: what a hero carries or may pick up, its quality told by dots and by the colour of its frame."""

from functools import cache

from wartable.drawing.icons import draw_icon

from .layout import ITEM_ICONS

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
