"""Terrain: patterns that distinguish it without colour, and patches of it for backdrops."""

import math

PATTERNS = {
    "grass": '<path d="M4 18l2-6 2 6M16 8l2-6 2 6" stroke="var(--pattern-light)" fill="none" stroke-width="1.5"/>',
    "plains": '<path d="M0 7h24M0 19h24" stroke="var(--pattern)" stroke-width="1.5"/>',
    "forest": '<path d="M6 20l5-10 5 10zM18 8l4-8 4 8zM-6 8l4-8 4 8z" fill="var(--pattern)"/>',
    "mountain": '<path d="M0 20l8-14 6 10 4-6 6 10" stroke="var(--pattern)" fill="none" stroke-width="2"/>',
    "water": '<path d="M0 8q6-6 12 0t12 0M0 20q6-6 12 0t12 0" stroke="var(--pattern-light)" fill="none" '
    'stroke-width="1.6"/>',
    "desert": '<circle cx="6" cy="6" r="1.5" fill="var(--pattern)"/><circle cx="18" cy="16" r="1.5" '
    'fill="var(--pattern)"/>',
    "jungle": '<path d="M2 22q10-4 8-16M14 12q8-2 8-12" stroke="var(--pattern)" fill="none" stroke-width="2.5"/>',
    "stone": '<path d="M0 12h24M12 0v12M0 24h24M0 12v12" stroke="var(--pattern)" fill="none" stroke-width="1.5"/>',
    "city": '<path d="M0 12h24M6 0v12M18 12v12" stroke="var(--pattern)" fill="none" stroke-width="1.5"/>',
    "waste": '<path d="M2 4l6 6M8 4l-6 6M14 14l6 6M20 14l-6 6" stroke="var(--pattern)" stroke-width="1.6"/>',
    "sky": '<path d="M2 10q4-6 8 0M12 20q4-6 8 0" stroke="var(--pattern-light)" fill="none" stroke-width="1.6"/>',
    "ground": "",
    "fog": '<path d="M2 7q5-5 10 0t10 0M-4 19q5-5 10 0t10 0" stroke="var(--pattern-light)" fill="none" '
    'stroke-width="5" stroke-linecap="round" opacity=".45"/>',
}


def terrain_rect(name: str, x: float, y: float, width: float, height: float, radius: float = 4) -> str:
    """A patch of terrain for a backdrop."""
    area = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
    return (
        f'<rect {area} fill="var(--{name})"/><rect {area} fill="url(#on-{name})"/><rect {area} fill="url(#lamp)" '
        'stroke="#0004"/>'
    )


def terrain_hex(name: str, x: float, y: float, radius: float) -> str:
    """A hexagonal patch of terrain, a corner up, for a backdrop."""
    outline = f'points="{hexagon(x, y, radius)}"'
    return (
        f'<polygon {outline} fill="var(--{name})"/><polygon {outline} fill="url(#on-{name})" '
        'stroke="var(--room)" stroke-width="2"/>'
    )


def hexagon(x: float, y: float, radius: float) -> str:
    """The corners of a hexagon with a corner up, as SVG points."""
    corners = (math.radians(60 * k - 90) for k in range(6))
    return " ".join(f"{x + radius * math.cos(a):.1f},{y + radius * math.sin(a):.1f}" for a in corners)
