"""The pictures of the four favors, 100 wide and high around 0, 0."""

from functools import cache

from wartable.core.icons import draw_icon

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
    ground = f'<path d="M-60 -60h120v120h-120z" fill="{deep}"/><ellipse cy="-22" rx="66" ry="44" fill="{high}"/>'
    figure = draw_icon(FAVOR_ICONS[favor], 58, INK)
    shade = f'<g transform="translate(2.5 3)" opacity=".45">{draw_icon(FAVOR_ICONS[favor], 58, "#000")}</g>'
    behind = {Favor.HASTE: _road, Favor.AMBUSH: _wood, Favor.CUNNING: _night, Favor.DECEPTION: _curtain}[favor]()
    return f"{ground}{behind}{shade}{figure}"


def _road() -> str:
    """Dust and the wind of the one who runs."""
    return (
        '<path d="M-60 30q60 -14 120 0v30h-120z" fill="#5d3a18"/>'
        '<path d="M-60 -14h30M-60 0h22M-60 14h27M-60 40h20M34 44h26" '
        'stroke="#ffe9bd" stroke-width="3" stroke-linecap="round" opacity=".75"/><circle cx="30" cy="-34" r="9" '
        'fill="#ffe28a" opacity=".8"/>'
    )


def _wood() -> str:
    """Trees at both sides, and leaves below."""
    tree = draw_icon("pine-tree", 64, "#0b2413")
    trees = "".join(
        f'<g transform="translate({x} {y})">{tree}</g>' for x, y in ((-40, -8), (40, -8), (-24, -26), (24, -26))
    )
    return f'{trees}<path d="M-60 34q15 -12 30 0t30 0t30 0t30 0v30h-120z" fill="#0d2a16"/>'


def _night() -> str:
    """A moon and stars over hills."""
    stars = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.6" fill="#fff"/>'
        for x, y in ((-40, -38), (-22, -28), (-46, -12), (44, -4), (6, -44))
    )
    hills = '<path d="M-60 36q24 -26 50 -6t70 -8v40h-120z" fill="#111a33"/>'
    return f'<circle cx="28" cy="-28" r="15" fill="#f7edc3"/>{stars}{hills}'


def _curtain() -> str:
    """A stage."""
    folds = "".join(
        f'<path d="M{x} -60q{way * 9} 60 {way * -3} 120h{way * -16}v-120z" fill="#2c0a15"/>'
        for x, way in ((-34, 1), (34, -1))
    )
    hem = '<path d="M-60 -50h120v10q-15 12 -30 0t-30 0t-30 0t-30 0z" fill="#6d1c33" stroke="#e6b84a" stroke-width="2"/>'
    return folds + hem + '<path d="M-60 42h120v20h-120z" fill="#2a1408"/>'
