"""What stands and lies on the table of Metals, drawn from above: machines, the ground, docks and the compass.

Machines and grounds are drawn once, in the definitions of the board (`MACHINES`), and used by all that look like them.
Seat 0 has walkers on a round base, seat 1 tanks on a square one, in their colours. Steel and scenery have colours of
their own, the same by day and night; everything that tells seats apart has the theme's.
"""

import math
from functools import cache

OUTLINE = "#10151a"
SPAN = 100.0
"""A machine is drawn on a square so wide around 0, 0; its front is up, and its gun stands out of the square."""


def _plates() -> str:
    """The armour at both sides of a base: what a hit takes away."""
    return (
        '<symbol id="mt-plate" overflow="visible"><path d="M-41 -29A50 50 0 0 0 -41 29L-34 24A42 42 0 0 1 -34 -24Z" '
        f'fill="url(#mt-steel)" stroke="{OUTLINE}" stroke-width="2.2" stroke-linejoin="round"/></symbol>'
    )


def _edge(width: float = 2.4) -> str:
    return f'stroke="{OUTLINE}" stroke-width="{width:g}" stroke-linejoin="round"'


def _walker() -> str:
    """Two legs, a gun on each shoulder, a head in the middle."""
    feet = "".join(f'<rect x="{x}" y="-24" width="15" height="54" rx="6" fill="#3a444e" {_edge()}/>' for x in (-29, 14))
    guns = "".join(
        f'<rect x="{x - 5}" y="-52" width="10" height="42" rx="2" fill="url(#mt-gun)" {_edge()}/>'
        f'<rect x="{x - 7}" y="-57" width="14" height="10" rx="2" fill="#20272e" {_edge()}/>'
        for x in (-23, 23)
    )
    shoulders = "".join(
        f'<circle cx="{x}" cy="-2" r="15" fill="var(--hull0)" {_edge()}/><circle cx="{x}" cy="-2" r="15" '
        f'fill="url(#bevel)"/><circle cx="{x}" cy="-2" r="6" fill="url(#mt-steel)" {_edge(1.4)}/>'
        for x in (-23, 23)
    )
    body = f'<path d="M-13 -18H13L18 2L12 26H-12L-18 2Z" fill="url(#mt-steel)" {_edge()}/>'
    back = f'<rect x="-9" y="14" width="18" height="14" rx="3" fill="#2a323a" {_edge()}/>'
    head = '<path d="M-13 -3Q-13 -25 0 -28Q13 -25 13 -3Q0 7 -13 -3Z"'
    head = f'{head} fill="var(--hull0)" {_edge()}/>{head} fill="url(#bevel)"/>'
    return f'<symbol id="mt-0" overflow="visible">{feet}{guns}{body}{back}{shoulders}{head}</symbol>'


def _tank() -> str:
    """Two tracks, a square hull, one long gun in the middle."""
    tracks = "".join(
        f'<rect x="{x}" y="-33" width="16" height="67" rx="5" fill="#343d46" {_edge()}/>'
        f'<path d="{"".join(f"M{x + 3} {y}h10" for y in range(-26, 30, 9))}" stroke="#8b97a1" stroke-width="3"/>'
        for x in (-36, 20)
    )
    hull = '<path d="M-19 -27H19L23 -19V27L17 34H-17L-23 27V-19Z"'
    hull = f'{hull} fill="var(--hull1)" {_edge()}/>{hull} fill="url(#bevel)"/>'
    back = '<path d="M-12 23v12M-4 23v12M4 23v12M12 23v12" stroke="#20272e" stroke-width="4"/>'
    gun = (
        f'<rect x="-6.5" y="-58" width="13" height="54" rx="2" fill="url(#mt-gun)" {_edge()}/>'
        f'<rect x="-10.5" y="-65" width="21" height="13" rx="2.5" fill="#20272e" {_edge()}/>'
    )
    turret = (
        f'<path d="M-10 -15H10L18 -6V9L10 17H-10L-18 9V-6Z" fill="url(#mt-steel)" {_edge()}/>'
        f'<circle cy="4" r="7.5" fill="var(--hull1)" {_edge(1.6)}/>'
    )
    return f'<symbol id="mt-1" overflow="visible">{tracks}{hull}{back}{gun}{turret}</symbol>'


def _harm() -> str:
    """What a hit leaves where a plate was: a hole that burns, cracks across the body."""
    hole = "M-50 -12L-38 -27L-28 -17L-15 -24L-17 -7L-3 2L-17 9L-18 25L-31 15L-45 24L-41 5Z"
    fire = "M-43 -6L-36 -17L-28 -9L-20 -12L-22 0L-13 3L-23 9L-25 17L-33 10L-41 14L-38 3Z"
    return (
        f'<symbol id="mt-harm" overflow="visible"><path d="{hole}" fill="#1a0d08" {_edge(2)}/>'
        f'<path d="{fire}" fill="#ff5a1f"/><path d="M-37 -3L-31 -9L-24 -2L-28 7L-35 5Z" fill="#ffe08a"/>'
        '<path d="M-12 -3L-3 -12L3 -5L13 -15M-14 10L-4 15L2 10L11 23" fill="none" stroke="#1a0d08" stroke-width="3"/>'
        "</symbol>"
    )


def _eyes() -> str:
    """The lights that a machine looks with: pale where it is whole, red where it is damaged."""
    visor = '<path d="M-10 -16Q0 -27 10 -16L8 -10Q0 -18 -8 -10Z"'
    lamps = "".join(f"M{x} -24h7v7h-7z" for x in (-17, 10))
    return "".join(
        f'<symbol id="mt-eye0{kind}" overflow="visible">{visor} fill="{colour}" {_edge(1.4)}/></symbol>'
        f'<symbol id="mt-eye1{kind}" overflow="visible"><path d="{lamps}" fill="{colour}" {_edge(1.4)}/></symbol>'
        for kind, colour in ((0, "#d5fbff"), (1, "#ff4326"))
    )


GRADIENTS = (
    '<linearGradient id="mt-steel" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f3f7fa"/>'
    '<stop offset=".45" stop-color="#aab6c1"/><stop offset="1" stop-color="#5d6975"/></linearGradient>'
    '<linearGradient id="mt-gun"><stop offset="0" stop-color="#59646f"/><stop offset=".35" stop-color="#e9eff4"/>'
    '<stop offset="1" stop-color="#47515b"/></linearGradient>'
    '<radialGradient id="mt-core"><stop offset=".1" stop-color="#fff3b8" stop-opacity=".95"/>'
    '<stop offset=".35" stop-color="#ffc93d" stop-opacity=".75"/>'
    '<stop offset=".7" stop-color="#ff9d00" stop-opacity=".3"/>'
    '<stop offset="1" stop-color="#ff9d00" stop-opacity="0"/></radialGradient>'
    '<linearGradient id="mt-rim" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".38"/>'
    '<stop offset=".5" stop-color="#fff" stop-opacity=".04"/><stop offset="1" stop-color="#000" stop-opacity=".4"/>'
    "</linearGradient>"
)


def _base(seat: int) -> str:
    """What a machine stands on: its seat's shape and colour, with a nose that points ahead."""
    shape = '<circle r="38"' if seat == 0 else '<rect x="-37" y="-37" width="74" height="74" rx="9"'
    nose = '<path d="M-22 -32L0 -62L22 -32Z"' if seat == 0 else '<path d="M-27 -36L0 -66L27 -36Z"'
    return (
        f'{nose} fill="var(--hull{seat})" {_edge()}/>{shape} fill="var(--seat{seat}-deep)" stroke="var(--hull{seat})" '
        f'stroke-width="6"/>{shape} fill="url(#bevel)" stroke="{OUTLINE}" stroke-width="1.5"/>'
    )


@cache
def machine(seat: int, size: float, turn: float, is_damaged: bool) -> str:
    """A Metal on its base, seen from above, that looks the way it is turned. Where it is damaged a plate of its armour
    is off, a hole burns there, its lights are red, and smoke rises."""
    plate = '<use href="#mt-plate"/>'
    left = "" if is_damaged else plate
    body = f'{_base(seat)}{left}<g transform="scale(-1 1)">{plate}</g><use href="#mt-{seat}"/>'
    body += f'<use href="#mt-eye{seat}{int(is_damaged)}"/>' + ('<use href="#mt-harm"/>' if is_damaged else "")
    return (
        f'<g transform="scale({size / SPAN:.3f})"><ellipse cx="5" cy="9" rx="56" ry="54" fill="url(#under)"/>'
        f'<g transform="rotate({turn:g})">{body}</g>{smoke(turn) if is_damaged else ""}</g>'
    )


def smoke(turn: float) -> str:
    """Smoke from the left side of a machine that is turned so: it drifts up and to the right."""
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


def _slab() -> str:
    area = 'x="-50" y="-50" width="100" height="100" rx="9"'
    return (
        f'<symbol id="mt-slab" overflow="visible"><rect {area}/><rect {area} fill="url(#of-brushed)"/>'
        f'<rect {area} fill="url(#lamp)" stroke="#000b" stroke-width="2.7"/>'
        '<path d="M-41 51h82a9 9 0 0 0 9 -9v-83" fill="none" stroke="#fff6" stroke-width="1.5"/></symbol>'
    )


GROUNDS = ("forest", "city", "core", "inlay")
"""What lies on plates."""


@cache
def ground_on(ground: str, points: int, size: float) -> str:
    """What is on a plate: trees, roofs, or its points."""
    kind = ground if ground in GROUNDS else "core" if points > 1 else "inlay" if points else ""
    drawn = f'<use href="#mt-on-{kind}" transform="scale({size / SPAN:.4f})"/>' if kind else ""
    return drawn + gems(0, 0, size, points)


def _grounds() -> str:
    """The grounds, each drawn once."""
    drawn = (trees(0, 0, SPAN), roofs(0, 0, SPAN), core(0, 0, SPAN), inlay(0, 0, SPAN / 2))
    return "".join(
        f'<symbol id="mt-on-{kind}" overflow="visible">{one}</symbol>' for kind, one in zip(GROUNDS, drawn, strict=True)
    )


def inlay(x: float, y: float, half: float) -> str:
    """A space of one point: a diamond of brass let into its plate."""
    return "".join(
        f'<path d="M{x:.1f} {y - half * share:.1f}l{half * share:.1f} {half * share:.1f}l{-half * share:.1f} '
        f'{half * share:.1f}l{-half * share:.1f} {-half * share:.1f}z" fill="{fill}" stroke="#c8921e" '
        f'stroke-width="{width}" opacity=".8"/>'
        for share, fill, width in ((0.6, "#e5ab2c22", 2), (0.38, "none", 1.4))
    )


def ticks(x: float, y: float, half: float) -> str:
    """The etching of an empty plate: a small cross in its middle, as on a chart."""
    arm = half * 0.16
    return (
        f'<path d="M{x - arm:.1f} {y:.1f}h{2 * arm:.1f}M{x:.1f} {y - arm:.1f}v{2 * arm:.1f}" stroke="var(--edge)" '
        'stroke-width="1.5" opacity=".7"/>'
    )


def core(x: float, y: float, size: float) -> str:
    """A space of two points: a core that glows through its plate, rings around it, and a frame of light at the edge,
    which is seen around whoever stands there."""
    half = size / 2
    inner = f'x="{x - half + 5:.1f}" y="{y - half + 5:.1f}" width="{size - 10:.1f}" height="{size - 10:.1f}" rx="6"'
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:.1f}" fill="url(#mt-core)"/>'
        + "".join(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half * share:.1f}" fill="none" stroke="#8a5200" '
            f'stroke-opacity=".55" stroke-width="1.5"/>'
            for share in (0.26, 0.5, 0.74)
        )
        + f'<rect {inner} fill="none" stroke="#ffb31a" stroke-width="7" stroke-opacity=".32"/>'
        f'<rect {inner} fill="none" stroke="#ffd257" stroke-width="2.4"/>'
    )


def gems(x: float, y: float, size: float, points: int) -> str:
    """The points of a space: a gem for each, in its upper corners. The ways out of its middle stay free."""
    arm = max(7.0, size * 0.115)
    tall, across, up = arm * 1.15, size * 0.34, y - size * 0.34
    whole = f"v0l{arm:.1f} {tall:.1f}l{-arm:.1f} {tall:.1f}l{-arm:.1f} {-tall:.1f}z"
    lit = f"v{2 * tall:.1f}l{-arm:.1f} {-tall:.1f}z"
    return "".join(
        f'<path d="M{x + side * across:.1f} {up - tall:.1f}{whole}" fill="#ffcf4d" stroke="#4a2f00" stroke-width="1.6" '
        f'stroke-linejoin="round"/><path d="M{x + side * across:.1f} {up - tall:.1f}{lit}" fill="#fff" opacity=".45"/>'
        for side in (1, -1)[:points]
    )


_TREES = (
    (-0.29, -0.29, 0.20), (0.05, -0.33, 0.15), (0.32, -0.24, 0.17), (-0.36, 0.05, 0.13), (0.34, 0.10, 0.16),
    (-0.27, 0.32, 0.18), (0.04, 0.33, 0.15), (0.32, 0.36, 0.12), (-0.06, -0.04, 0.20), (0.17, -0.05, 0.11),
)  # fmt: skip


def trees(x: float, y: float, size: float) -> str:
    """A forest from above: firs, each with its shadow and the light from above left."""
    drawn = []
    for number, (across, down, radius) in enumerate(_TREES):
        cx, cy, r = x + across * size, y + down * size, radius * size
        dark, mid, pale = (("#1d5236", "#2f7650", "#57a276"), ("#17452d", "#276644", "#4a9268"))[number % 2]
        drawn.append(f'<circle cx="{cx + r * 0.25:.1f}" cy="{cy + r * 0.32:.1f}" r="{r * 0.85:.1f}" fill="#0006"/>')
        for share, fill in ((1.0, dark), (0.68, mid), (0.36, pale)):
            shift = r * (1 - share) * 0.2
            drawn.append(f'<path d="{_star(cx - shift, cy - shift, r * share, number)}" fill="{fill}"/>')
    return "".join(drawn)


def _star(x: float, y: float, radius: float, number: int) -> str:
    """The outline of a fir from above: nine branches."""
    turned = number * 0.7
    corners = []
    for step in range(18):
        reach = radius * (1 if step % 2 else 0.72)
        angle = turned + step * math.pi / 9
        corners.append(f"{x + reach * math.cos(angle):.1f} {y + reach * math.sin(angle):.1f}")
    return f"M{'L'.join(corners)}Z"


_HOUSES = (
    (-0.45, -0.45, 0.34, 0.25, 0), (-0.06, -0.45, 0.20, 0.30, 1), (0.19, -0.45, 0.26, 0.24, 2),
    (-0.45, -0.15, 0.22, 0.31, 2), (0.23, -0.16, 0.22, 0.28, 0), (-0.45, 0.21, 0.27, 0.24, 1),
    (-0.13, 0.22, 0.25, 0.23, 0), (0.17, 0.17, 0.28, 0.28, 2),
)  # fmt: skip
_TILES = (("#c4714a", "#9c5334", "#7c3f27"), ("#a85f43", "#84462f", "#683422"), ("#b58a62", "#8f6a48", "#715236"))


def roofs(x: float, y: float, size: float) -> str:
    """A city from above: hipped roofs around a yard, where damaged Metals are mended."""
    drawn = [_roof(x + left * size, y + up * size, wide * size, high * size, _TILES[kind])
             for left, up, wide, high, kind in _HOUSES]  # fmt: skip
    arm = size * 0.075
    cross = f"M{x - arm:.1f} {y:.1f}h{2 * arm:.1f}M{x:.1f} {y - arm:.1f}v{2 * arm:.1f}"
    yard = (
        f'<circle cx="{x:.1f}" cy="{y + size * 0.01:.1f}" r="{size * 0.15:.1f}" fill="#f0e6d2" stroke="#2a1710" '
        f'stroke-width="1.6"/><path d="{cross}" stroke="#b3261e" stroke-width="{size * 0.055:.1f}"/>'
    )
    return "".join(drawn) + yard


def _roof(x: float, y: float, w: float, h: float, tiles: tuple[str, str, str]) -> str:
    """A roof of four slopes: light from above left, so that its right and lower slopes are darker."""
    inset = min(w, h) / 2
    lit, side, dark = tiles
    right, foot = x + w, y + h
    # The ridge lies along the longer side, from a to b.
    wide = w >= h
    a = (x + inset, y + h / 2) if wide else (x + w / 2, y + inset)
    b = (right - inset, y + h / 2) if wide else (x + w / 2, foot - inset)
    slopes = (
        (lit, ((x, y), (right, y), b if wide else a, a)),
        (dark, ((x, foot), (right, foot), b, a if wide else b)),
        (side, ((x, y), (x, foot), a if wide else b, a)),
        (side, ((right, y), (right, foot), b, b if wide else a)),
    )
    faces = "".join(
        f'<path d="M{"L".join(f"{px:.1f} {py:.1f}" for px, py in corners)}Z" fill="{fill}"/>'
        for fill, corners in slopes
    )
    return (
        f'<rect x="{x + 3:.1f}" y="{y + 4:.1f}" width="{w:.1f}" height="{h:.1f}" fill="#0006"/>{faces}'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="none" stroke="#2a1710" '
        'stroke-width="1.3"/>'
    )


def brackets(x: float, y: float, half: float) -> str:
    """Where Metals are deployed: four corners of a target, and a landing ring."""
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
    """A line of sight: faint, and red with a burst at its end where it would hit."""
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
    """A bay in the side of the table: a recess with stripes at its lip, and the outline of who belongs there."""
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
    """Points as a row of lamps: one for each that is needed to win."""
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
def rose(radius: float) -> str:
    """The compass of the table; letters around it say where north is for who looks at it."""
    points = "".join(
        f'<path d="M0 {-radius * 0.78:.1f}L{radius * 0.13:.1f} {-radius * 0.13:.1f}L0 0Z" fill="var(--soft)" '
        f'transform="rotate({angle})" opacity=".55"/><path d="M0 {-radius * 0.78:.1f}L{-radius * 0.13:.1f} '
        f'{-radius * 0.13:.1f}L0 0Z" fill="var(--edge)" transform="rotate({angle})" opacity=".8"/>'
        for angle in (0, 90, 180, 270)
    )
    marks = "".join(
        f'<path d="M0 {-radius * 0.86:.1f}V{-radius * (0.8 if angle % 90 else 0.76):.1f}" transform="rotate({angle})"/>'
        for angle in range(0, 360, 15)
    )
    return (
        f'<circle r="{radius * 0.88:.1f}" fill="var(--bay)" stroke="#0008" stroke-width="2"/>'
        f'<circle r="{radius * 0.88:.1f}" fill="url(#lamp)"/>'
        f'<g stroke="var(--soft)" stroke-width="1.4">{marks}</g>{points}'
    )


@cache
def heading(turn: float) -> str:
    """A button with an arrow that way, to turn a Metal."""
    return (
        '<circle r="28" fill="var(--panel)" stroke="var(--edge)" stroke-width="1.5"/>'
        '<circle r="28" fill="url(#sheen)"/>'
        f'<path d="M0 -18L15 2H7V17H-7V2H-15Z" fill="var(--ink)" transform="rotate({turn:g})"/>'
    )


MACHINES = f"<defs>{GRADIENTS}{_plates()}{_walker()}{_tank()}{_harm()}{_eyes()}{_slab()}{_grounds()}</defs>"
"""For the head of the board."""
