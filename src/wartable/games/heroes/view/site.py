"""What stands on the map, painted: castles, mines, dens of monsters, chests and crates."""

from functools import cache

from wartable.drawing.draw import seat_outline
from wartable.drawing.icons import draw_icon

from .layout import CREATURE_ICONS

TOWERS = (-0.62, 0.62)
"""Where the towers of a castle stand, as shares of half its size."""


def _way(half: float, *points: tuple[float, float]) -> str:
    """A closed outline through points in shares of half the size."""
    return "M" + "L".join(f"{x * half:.1f} {y * half:.1f}" for x, y in points) + "Z"


def emblem(seat: int, half: float) -> str:
    """The owner's shape in the owner's colour; a small square keeps its corners."""
    outline = seat_outline(seat, half)[0].replace('rx="5"', 'rx="1"')
    return (
        f'{outline} fill="var(--seat{seat}-deep)" stroke="var(--seat{seat})" stroke-width="{max(1.6, half / 3):.1f}"/>'
    )


@cache
def castle(seat: int | None, size: float) -> str:
    """A city: walls and towers, roofs and a banner in its owner's colour, the owner's shape over the gate."""
    half = size / 2
    roof = f"var(--seat{seat})" if seat is not None else "var(--wall-shade)"
    stone = f'fill="var(--wall)" stroke="#0008" stroke-width="{max(0.8, size / 50):.1f}" stroke-linejoin="round"'
    parts = [f'<ellipse cy="{half * 0.72:.1f}" rx="{half * 1.12:.1f}" ry="{half * 0.34:.1f}" fill="url(#under)"/>']
    keep = _way(half, (-0.3, 0.4), (-0.3, -0.42), (0.3, -0.42), (0.3, 0.4))
    parts.append(f'<path d="{keep}" {stone}/>')
    merlons = [(-0.5, 0.82), (-0.5, -0.04)]
    for place in range(3):
        left = -0.5 + 0.4 * place
        merlons += [(left, -0.04), (left, -0.18), (left + 0.2, -0.18), (left + 0.2, -0.04)]
    wall = _way(half, *merlons, (0.5, 0.82))
    parts.append(f'<path d="{wall}" {stone}/>')
    for x in TOWERS:
        tower = _way(half, (x - 0.22, 0.84), (x - 0.22, -0.2), (x + 0.22, -0.2), (x + 0.22, 0.84))
        parts.append(f'<path d="{tower}" {stone}/>')
    shade = "".join(
        _way(half, (x, y), (x + wide, y), (x + wide, foot), (x, foot))
        for x, y, wide, foot in ((-0.5, -0.2, 0.1, 0.84), (0.7, -0.2, 0.14, 0.84), (0.14, -0.42, 0.16, -0.18))
    )
    parts.append(f'<path d="{shade}" fill="#0003"/>')
    cones = [(x, -0.2, 0.3, 0.46) for x in TOWERS] + [(0.0, -0.42, 0.4, 0.46)]
    tops = "".join(_way(half, (x - w, y), (x, y - up), (x + w, y)) for x, y, w, up in cones)
    parts.append(f'<path d="{tops}" fill="{roof}" stroke="#0008" stroke-linejoin="round"/>')
    dark = "".join(_way(half, (x, y - up), (x + w, y), (x + w * 0.3, y)) for x, y, w, up in cones)
    parts.append(f'<path d="{dark}" fill="#0003"/>')
    gate = f"M{-0.17 * half:.1f} {0.84 * half:.1f}v{-0.26 * half:.1f}a{0.17 * half:.1f} {0.17 * half:.1f} 0 0 1 "
    parts.append(f'<path d="{gate}{0.34 * half:.1f} 0v{0.26 * half:.1f}Z" fill="#1d140c"/>')
    if seat is not None:
        parts.append(f'<g transform="translate(0 {half * 0.16:.1f})">{emblem(seat, half * 0.25)}</g>')
        parts.append(pennant(seat, 0, -half * 0.86, half * 0.62))
    return "".join(parts)


def pennant(seat: int, x: float, y: float, size: float) -> str:
    """A banner on its pole."""
    return (
        f'<path d="M{x:.1f} {y:.1f}v{-size * 0.8:.1f}" stroke="var(--ink)" stroke-width="1.6"/><path d="M{x:.1f} '
        f"{y - size * 0.8:.1f}h{size:.1f}l{-size * 0.28:.1f} {size * 0.25:.1f}l{size * 0.28:.1f} {size * 0.25:.1f}"
        f'h{-size:.1f}z" fill="var(--seat{seat})" stroke="#0008"/>'
    )


def lowered(picture: str, size: float) -> str:
    """A castle in a frame: its banner within it, too."""
    return f'<g transform="translate(0 {size * 0.16:.1f})">{picture}</g>'


@cache
def pit(seat: int | None, size: float) -> str:
    """A mine: a rock with a timbered way in, the banner and the shape of its owner beside it."""
    half = size / 2
    rock = _way(half, (-1, 0.78), (-0.78, -0.02), (-0.3, -0.52), (0.06, -0.74), (0.5, -0.36), (0.84, 0.06), (1, 0.78))
    light = _way(half, (-0.78, -0.02), (-0.3, -0.52), (0.06, -0.74), (-0.16, -0.1), (-0.5, 0.3))
    shade = _way(half, (0.06, -0.74), (0.5, -0.36), (0.84, 0.06), (1, 0.78), (0.5, 0.78), (0.4, 0.0))
    mouth = _way(half, (-0.4, 0.78), (-0.34, 0.02), (0.34, 0.02), (0.4, 0.78))
    beam = max(2.0, size / 13)
    timber = f'stroke="var(--timber)" stroke-width="{beam:.1f}" stroke-linecap="round"'
    posts = f"M{-0.4 * half:.1f} {0.78 * half:.1f}L{-0.34 * half:.1f} 0H{0.34 * half:.1f}L{0.4 * half:.1f} "
    rails = f"M{-0.14 * half:.1f} {0.78 * half:.1f}L0 {0.3 * half:.1f}L{0.14 * half:.1f} {0.78 * half:.1f}"
    parts = [
        f'<ellipse cy="{half * 0.76:.1f}" rx="{half * 1.15:.1f}" ry="{half * 0.3:.1f}" fill="url(#under)"/>',
        f'<path d="{rock}" fill="var(--mountain)" stroke="#0008" stroke-linejoin="round"/>',
        f'<path d="{light}" fill="#fff3"/><path d="{shade}" fill="#0003"/><path d="{mouth}" fill="#140d08"/>',
        f'<path d="{rails}" fill="none" stroke="#8a8f99" stroke-width="1.4"/>',
        f'<path d="{posts}{0.78 * half:.1f}" fill="none" {timber}/>',
    ]
    if seat is not None:
        parts.append(pennant(seat, half * 0.06, -half * 0.66, half * 0.7))
        place = f"translate({-half * 0.7:.1f} {half * 0.56:.1f})"
        parts.append(f'<g transform="{place}">{emblem(seat, half * 0.32)}</g>')
    return "".join(parts)


@cache
def lair(tier: int, size: float) -> str:
    """Monsters: the face of their kind where it is known, else eyes and teeth in the dark of a den."""
    half = size / 2
    icon = CREATURE_ICONS[tier - 1] if tier else "sharp-smile"
    high = half * 1.8
    den = f'<path d="M{-half:.1f} {half * 0.8:.1f}q0 {-high:.1f} {half:.1f} {-high:.1f}t{half:.1f} {high:.1f}z"'
    return (
        f'<ellipse cy="{half * 0.8:.1f}" rx="{half * 1.2:.1f}" ry="{half * 0.35:.1f}" fill="url(#under)"/>'
        f'{den} fill="#1b1210" stroke="var(--stone)" stroke-width="3"/>{den} fill="url(#sheen)"/>'
        f'<g transform="translate(0 {half * 0.12:.1f})">{draw_icon(icon, half * 1.1, "#ff7a6b")}</g>'
    )


@cache
def treasure(icon: str, metal: str, size: float, opens: bool = False) -> str:
    """Something to be found, with its shadow and a rim of light; what is being opened shines."""
    shine = f'<circle r="{size * 0.75:.1f}" fill="url(#glow)"/>' if opens else ""
    return (
        f'<ellipse cy="{size * 0.36:.1f}" rx="{size * 0.5:.1f}" ry="{size * 0.16:.1f}" fill="url(#under)"/>{shine}'
        f'<g stroke="#241503" stroke-width="36" stroke-linejoin="round">{draw_icon(icon, size * 0.86, "#241503")}</g>'
        f"{draw_icon(icon, size * 0.86, f'var(--{metal})')}"
    )
