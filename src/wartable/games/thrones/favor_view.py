"""The pictures of the four favors, 100 wide and high around 0, 0."""

from functools import cache

from wartable.drawing.icons import draw_icon

from .shared_view import FAVOR_ICONS
from .state import Favor

INK = "#fdf6e3"
GROUNDS = {
    Favor.HASTE: ("#8a5a2b", "#c98a3f"),
    Favor.AMBUSH: ("#16351f", "#2f6b3c"),
    Favor.CUNNING: ("#1c2745", "#44548a"),
    Favor.DECEPTION: ("#4a1526", "#8d2f44"),
}


@cache
def favor_picture(favor: Favor) -> str:
    """Who runs, lurks, watches by night or wears a mask."""
    deep, high = GROUNDS[favor]
    ground = f'<path d="M-50 -50h100v100h-100z" fill="{deep}"/><ellipse cy="-12" rx="50" ry="38" fill="{high}"/>'
    figure = draw_icon(FAVOR_ICONS[favor], 58, INK)
    shade = f'<g transform="translate(2.5 3)" opacity=".45">{draw_icon(FAVOR_ICONS[favor], 58, "#000")}</g>'
    behind = {Favor.HASTE: _road, Favor.AMBUSH: _wood, Favor.CUNNING: _night, Favor.DECEPTION: _curtain}[favor]()
    return f"{ground}{behind}{shade}{figure}"


def _road() -> str:
    """Dust and the wind of the one who runs."""
    return (
        '<path d="M-50 30q50 -14 100 0v20h-100z" fill="#5d3a18"/>'
        '<path d="M-47 -14h20M-47 0h12M-47 14h17M-47 40h12M30 42h17" '
        'stroke="#ffe9bd" stroke-width="3" stroke-linecap="round" opacity=".75"/><circle cx="30" cy="-34" r="9" '
        'fill="#ffe28a" opacity=".8"/>'
    )


def _wood() -> str:
    """Trees at both sides, and leaves below."""
    tree = draw_icon("pine-tree", 56, "#0b2413")
    trees = "".join(
        f'<g transform="translate({x} {y})">{tree}</g>' for x, y in ((-22, 0), (22, 0), (-10, -20), (12, -20))
    )
    return f'{trees}<path d="M-50 34q13 -12 25 0t25 0t25 0t25 0v16h-100z" fill="#0d2a16"/>'


def _night() -> str:
    """A moon and stars over hills."""
    stars = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.6" fill="#fff"/>'
        for x, y in ((-40, -38), (-22, -28), (-46, -12), (44, -4), (6, -44))
    )
    hills = '<path d="M-50 34q20 -24 44 -6t56 -6v28h-100z" fill="#111a33"/>'
    return f'<circle cx="28" cy="-28" r="15" fill="#f7edc3"/>{stars}{hills}'


def _curtain() -> str:
    """A stage."""
    folds = "".join(
        f'<path d="M{x} -50q{way * 9} 50 {way * -3} 100h{way * -13}v-100z" fill="#2c0a15"/>'
        for x, way in ((-34, 1), (34, -1))
    )
    hem = '<path d="M-48 -48h96v9q-12 12 -24 0t-24 0t-24 0t-24 0z" fill="#6d1c33" stroke="#e6b84a" stroke-width="2"/>'
    return folds + hem + '<path d="M-50 40h100v10h-100z" fill="#2a1408"/>'
