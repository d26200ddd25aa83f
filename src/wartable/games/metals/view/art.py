"""The drawings of Metals, seen from above: machines, the ground, docks and the compass.

Machines and grounds are drawn in `shapes.svg` and defined once, with the board (`MACHINES`). Seat 0 has walkers on
round bases, seat 1 tanks on square ones. Steel and scenery have fixed colours; what tells seats apart has the theme's.
"""

from functools import cache
from pathlib import Path

from wartable.drawing.materials import drawings

SHAPES = drawings(Path(__file__).parent.parent / "shapes.svg")
MACHINES, ROSE = SHAPES["machines"], SHAPES["rose"]
"""The definitions that the board begins with; the compass, 98 wide."""
SPAN = 100.0
"""The width of a machine, drawn around 0, 0 with its front up; the gun may stand out."""
GROUNDS = ("forest", "city", "core", "inlay")
"""Grounds that have a drawing."""


@cache
def machine(seat: int, size: float, turn: float, is_damaged: bool) -> str:
    """A Metal on its base, turned. A damaged one lacks a plate of armour, burns and smokes, and has red lights."""
    plate = '<use href="#mt-plate"/>'
    left = "" if is_damaged else plate
    body = f'{SHAPES[f"base-{seat}"]}{left}<g transform="scale(-1 1)">{plate}</g><use href="#mt-{seat}"/>'
    body += f'<use href="#mt-eye{seat}{int(is_damaged)}"/>' + ('<use href="#mt-harm"/>' if is_damaged else "")
    return (
        f'<g transform="scale({size / SPAN:.3f})"><ellipse cx="5" cy="9" rx="56" ry="54" fill="url(#under)"/>'
        f'<g transform="rotate({turn:g})">{body}</g>{smoke(turn) if is_damaged else ""}</g>'
    )


def smoke(turn: float) -> str:
    """Smoke from the left side of a machine, drifting up and to the right."""
    x, y = {0: (-33, -6), 90: (4, -36), 180: (33, -6), 270: (4, 30)}[int(turn)]
    puffs = ((2, -10, 10, ".62"), (13, -20, 12, ".5"), (11, -35, 10, ".38"), (21, -44, 7, ".28"))
    return "".join(
        f'<circle cx="{x + dx}" cy="{y + dy}" r="{radius}" fill="#7b838b" opacity="{strength}"/>'
        for dx, dy, radius, strength in puffs
    )


def plate(x: float, y: float, size: float, ground: str) -> str:
    """A space of the board: a plate that is cut into the steel."""
    return (
        f'<use href="#mt-slab" fill="var(--{ground})" transform="translate({x:.1f} {y:.1f}) scale({size / SPAN:.4f})"/>'
    )


@cache
def ground_on(ground: str, points: int, size: float) -> str:
    """What is on a plate: trees, roofs, or its points."""
    kind = ground if ground in GROUNDS else "core" if points > 1 else "inlay" if points else ""
    drawn = f'<use href="#mt-on-{kind}" transform="scale({size / SPAN:.4f})"/>' if kind else ""
    return drawn + gems(0, 0, size, points)


def ticks(x: float, y: float, half: float) -> str:
    """A small cross, etched into an empty plate."""
    arm = half * 0.16
    return (
        f'<path d="M{x - arm:.1f} {y:.1f}h{2 * arm:.1f}M{x:.1f} {y - arm:.1f}v{2 * arm:.1f}" stroke="var(--edge)" '
        'stroke-width="1.5" opacity=".7"/>'
    )


def gems(x: float, y: float, size: float, points: int) -> str:
    """The points of a space: a gem for each, in its upper corners, where no line of sight passes."""
    arm = max(7.0, size * 0.115)
    tall, across, up = arm * 1.15, size * 0.34, y - size * 0.34
    whole = f"v0l{arm:.1f} {tall:.1f}l{-arm:.1f} {tall:.1f}l{-arm:.1f} {-tall:.1f}z"
    lit = f"v{2 * tall:.1f}l{-arm:.1f} {-tall:.1f}z"
    return "".join(
        f'<path d="M{x + side * across:.1f} {up - tall:.1f}{whole}" fill="#ffcf4d" stroke="#4a2f00" stroke-width="1.6" '
        f'stroke-linejoin="round"/><path d="M{x + side * across:.1f} {up - tall:.1f}{lit}" fill="#fff" opacity=".45"/>'
        for side in (1, -1)[:points]
    )


def brackets(x: float, y: float, half: float) -> str:
    """A space for deployment: the corners of a target, and a landing ring."""
    arm = half * 0.42
    corners = "".join(
        f"M{x + a * half:.1f} {y + b * (half - arm):.1f}v{b * arm:.1f}h{-a * arm:.1f}" for a in (-1, 1) for b in (-1, 1)
    )
    return (
        f'<path d="{corners}" fill="none" stroke="var(--soft)" stroke-width="3.5"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half * 0.5:.1f}" fill="none" stroke="var(--soft)" stroke-width="1.6" '
        'stroke-dasharray="5 5" opacity=".8"/>'
    )


def bed(left: float, top: float, width: float, height: float) -> str:
    """The steel frame that the plates lie in, with a bolt in each corner."""
    area = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="14"'
    bolts = "".join(
        f'<g transform="translate({x:.1f} {y:.1f})"><circle r="6" fill="url(#mt-steel)" stroke="#0009"/>'
        '<path d="M-3.5 -2.5L3.5 2.5" stroke="#0009" stroke-width="1.6"/></g>'
        for x in (left + 13, left + width - 13)
        for y in (top + 13, top + height - 13)
    )
    return (
        f'<rect x="{left + 3:.1f}" y="{top + 6:.1f}" width="{width:.1f}" height="{height:.1f}" rx="16" fill="#0005"/>'
        f'<rect {area} fill="var(--bed)"/><rect {area} fill="url(#of-brushed)"/>'
        f'<rect {area} fill="url(#mt-rim)" stroke="#000a" stroke-width="1.5"/>{bolts}'
    )


@cache
def beam(end: int, start: int, turn: float, hits: bool, owner: int) -> str:
    """A line of sight: faint, or red with a burst at its end if it would hit."""
    line = f'd="M0 {-start}V{-end}"'
    if not hits:
        drawn = (
            f'<path {line} stroke="var(--seat{owner})" stroke-width="9" opacity=".13"/>'
            f'<path {line} stroke="var(--seat{owner})" stroke-width="2" opacity=".55" stroke-dasharray="2 6"/>'
        )
    else:
        rays = "".join(
            f'<path d="M0 -7V-17" transform="rotate({ray})"/>' for ray in (-70, -35, 0, 35, 70, 140, 180, 220)
        )
        drawn = (
            f'<path {line} stroke="var(--bad)" stroke-width="15" opacity=".22"/>'
            f'<path {line} stroke="var(--bad)" stroke-width="5"/>'
            f'<path {line} stroke="#fff" stroke-width="1.6" opacity=".9"/>'
            f'<g transform="translate(0 {-end}) rotate(180)" stroke="var(--bad)" stroke-width="3" '
            f'stroke-linecap="round">{rays}<circle r="6.5" fill="#fff" stroke-width="3"/></g>'
        )
    return f'<g transform="rotate({turn:g})" pointer-events="none">{drawn}</g>'


@cache
def dock(seat: int, size: float) -> str:
    """A dock: a striped recess with the outline of a base."""
    half = size / 2 - 3
    area = f'x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="9"'
    lip = half * 0.2
    stripes = "".join(
        f"M{-half + 5 + step * lip * 1.7:.1f} {half - 3:.1f}l{lip:.1f} {-lip:.1f}h{lip * 0.8:.1f}l{-lip:.1f} {lip:.1f}z"
        for step in range(int((2 * half - 10 - lip * 1.8) / (lip * 1.7)) + 1)
    )
    ring = half * 0.62
    base = (
        f'<circle r="{ring:.1f}"'
        if seat % 4 == 0
        else f'<rect x="{-ring:.1f}" y="{-ring:.1f}" width="{2 * ring:.1f}" height="{2 * ring:.1f}" rx="5"'
    )
    return (
        f'<rect {area} fill="var(--bay)"/><rect {area} fill="url(#lamp)" stroke="#000b" stroke-width="2"/>'
        f'<path d="{stripes}" fill="var(--gold)" opacity=".55"/>'
        f'<path d="M{-half + 8:g} {half:g}h{2 * half - 16:g}a8 8 0 0 0 8 -8v{16 - 2 * half:g}" fill="none" '
        'stroke="#fff5" stroke-width="1.4"/>'
        f'{base} fill="none" stroke="var(--seat{seat})" stroke-width="2" stroke-dasharray="5 5" opacity=".75"/>'
    )


@cache
def lamps(seat: int, lit: int, most: int, wide: float, high: float) -> str:
    """Points as a row of lamps, one for each point of the goal."""
    step = wide / most
    gap = 4 if step > 12 else 2
    drawn = [
        f'<rect x="{-wide / 2 - 6:.1f}" y="{-high / 2 - 5:.1f}" width="{wide + 12:.1f}" height="{high + 10:.1f}" '
        'rx="7" fill="var(--bay)" stroke="#000a" stroke-width="1.5"/>'
    ]
    for number in range(most):
        area = (
            f'<rect x="{-wide / 2 + step * number + gap / 2:.1f}" y="{-high / 2:.1f}" width="{step - gap:.1f}" '
            f'height="{high:g}" rx="3"'
        )
        if number < lit:
            drawn.append(f'{area} fill="var(--hull{seat})"/>{area} fill="url(#sheen)"/>')
        else:
            drawn.append(f'{area} fill="#0003" stroke="#fff2"/>')
    return "".join(drawn)


@cache
def heading(turn: float) -> str:
    """A button with an arrow, to turn a Metal."""
    return (
        '<circle r="28" fill="var(--panel)" stroke="var(--edge)" stroke-width="1.5"/>'
        '<circle r="28" fill="url(#sheen)"/>'
        f'<path d="M0 -18L15 2H7V17H-7V2H-15Z" fill="var(--ink)" transform="rotate({turn:g})"/>'
    )
