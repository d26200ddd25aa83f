"""The pictures of the four favors, 100 wide and high around 0, 0."""

from functools import cache

from wartable.drawing.icons import draw_icon

from ..state import Favor
from .land import DRAWN
from .shared import FAVOR_ICONS

TREES = ((-22, 0), (22, 0), (-10, -20), (12, -20))


@cache
def favor_picture(favor: Favor) -> str:
    behind = DRAWN[favor.name.lower()]
    if favor == Favor.AMBUSH:
        tree = draw_icon("pine-tree", 56, "#0b2413")
        behind += "".join(f'<g transform="translate({x} {y})">{tree}</g>' for x, y in TREES) + DRAWN["leaves"]
    figure = draw_icon(FAVOR_ICONS[favor], 58, "#fdf6e3")
    shade = f'<g transform="translate(2.5 3)" opacity=".45">{draw_icon(FAVOR_ICONS[favor], 58, "#000")}</g>'
    return f"{behind}{shade}{figure}"
