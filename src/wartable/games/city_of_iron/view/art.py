"""The drawings of City of Iron: cities on their land, ships, crates, stalls, piles of cards.

Drawings are around 0, 0, and are made once for each size. The colours of dusk are in `world.py`.
"""

from functools import cache

from wartable.drawing.draw import badge, seat_outline
from wartable.drawing.icons import draw_icon
from wartable.drawing.lettering import measured, rich, text, title, wrap
from wartable.drawing.materials import sign

from ..world import WORLD

TINTS = ("grass", "forest", "mountain", "water", "desert", "jungle", "sky")
"""The colour of each type of land."""
GRASS, FOREST, MOUNTAIN, COAST, DESERT, JUNGLE, FLYING = range(7)
PLATE = 23
"""How high the plate with a city's name is."""
DARK = "#1d1209"


def picture(icon: str, size: float, colour: str) -> str:
    """An icon centred at 0, 0; the world's signs are already on the table and are only referred to."""
    return sign(icon, 0, 0, size, colour) if icon in WORLD.signs else draw_icon(icon, size, colour)


def _path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


# The land


@cache
def landscape(types: tuple[int, ...], w: float, h: float, head: float = PLATE, foot: float = 0) -> str:
    """Land at dusk: sky, horizon and ground, between a plate above and one below for words."""
    near = next((kind for kind in types if kind not in (COAST, FLYING)), GRASS)
    far = next((kind for kind in reversed(types) if kind != near), near)
    left, top, low = -w / 2, head - h / 2, h / 2 - foot
    line = top + (low - top) * 0.44
    room = line - top
    sun = f'cx="{w * 0.27:.1f}" cy="{line - room * 0.16:.1f}"'
    ground = f"M{left:g} {line + 4:.1f}Q{left / 2:.1f} {line - 5:.1f} 0 {line + 2:.1f}T{-left:g} {line:.1f}"
    ground += f"V{low:g}H{left:g}Z"
    drawn = [
        f'<rect x="{left:g}" y="{top:g}" width="{w:g}" height="{low - top:g}" fill="var(--dusk-high)"/>',
        *(
            f'<rect x="{left:g}" y="{line - room * up:.1f}" width="{w:g}" height="{room * high:.1f}" '
            f'fill="var(--dusk-low)" opacity="{strength}"/>'
            for up, high, strength in ((0.5, 0.6, 0.55), (0.22, 0.3, 1))
        ),
        f'<circle {sun} r="{min(room * 0.8, w * 0.22):.1f}" fill="url(#glow)"/>',
        f'<circle {sun} r="{room * 0.2:.1f}" fill="var(--window)"/>',
        _far(far, w, line, room),
        *(f'<path d="{ground}" fill="{fill}"/>' for fill in (f"var(--{TINTS[near]})", f"url(#on-{TINTS[near]})")),
        f'<path d="M{left:g} {low - 5:.1f}Q0 {low - 13:.1f} {-left:g} {low - 7:.1f}V{low:g}H{left:g}Z" fill="#0003"/>',
    ]
    frame = f'x="{left:g}" y="{-h / 2:g}" width="{w:g}" height="{h:g}"'
    plates = "".join(
        f'<rect x="{left:g}" y="{y:g}" width="{w:g}" height="{high:g}" fill="var(--panel)"/>'
        f'<path d="M{left:g} {edge:g}h{w:g}" stroke="var(--brass)" stroke-width="1.5"/>'
        for y, high, edge in ((-h / 2, head, top), (low, foot, low))
        if high
    )
    # A drawing of its own cuts off what reaches over its edge.
    return (
        f'<svg {frame} viewBox="{left:g} {-h / 2:g} {w:g} {h:g}">{"".join(drawn)}</svg>{plates}'
        f'<rect {frame} rx="5" fill="none" stroke="var(--brass)" stroke-width="2.4"/>'
    )


@cache
def land_card(name: str, types: tuple[int, ...], signs: str, w: float, h: float) -> str:
    """A land to settle: its picture between its name and its requirements."""
    words = title(name, 0, 15.5 - h / 2, w - 8, 14, "var(--ink)", face=WORLD.title_face)
    return f"{landscape(types, w, h, PLATE + 1, PLATE)}{words}{rich(signs, 0, h / 2 - 5, 14, face=WORLD.text_face)}"


def _far(kind: int, w: float, line: float, room: float) -> str:
    """The horizon of a land."""

    def at(across: float, up: float) -> tuple[float, float]:
        return (across - 0.5) * w, line - up * room

    if kind == MOUNTAIN:
        ridge = [(0, 0), (0.1, 0.42), (0.17, 0.3), (0.31, 0.86), (0.43, 0.42), (0.58, 0.66), (0.7, 0.2), (0.86, 0.5)]
        ridge += [(1, 0.16), (1, -0.2), (0, -0.2)]
        snow = [(0.26, 0.66), (0.31, 0.86), (0.37, 0.64), (0.335, 0.7), (0.31, 0.62), (0.285, 0.7)]
        return (
            f'<path d="{_path([at(*one) for one in ridge])}Z" fill="var(--mountain)" '
            f'stroke="#0004"/><path d="{_path([at(*one) for one in snow])}Z" fill="#fff" opacity=".8"/>'
        )
    if kind == FOREST:
        tops = [(0.03 + 0.066 * n, 0.3 + 0.14 * (n * 5 % 4)) for n in range(15)]
        firs = "".join(f"{_path([at(x, up), at(x + 0.045, -0.15), at(x - 0.045, -0.15)])}Z" for x, up in tops)
        return f'<path d="{firs}" fill="var(--forest)" stroke="#0005" stroke-width=".8"/>'
    if kind == COAST:
        left, top = at(0, 0.24)
        sea = f'x="{left:.1f}" y="{top:.1f}" width="{w:g}" height="{room * 0.4:.1f}"'
        x, y = at(0.55, 0.2)
        return (
            f'<rect {sea} fill="var(--water)"/><rect {sea} fill="url(#on-water)"/>'
            f'<path d="M{x - 9:.1f} {y - 2:.1f}h18l-4 6h-10z" fill="{DARK}"/>'
            f'<path d="M{x:.1f} {y - 3:.1f}v-15l9 13z" fill="var(--paper)"/>'
        )
    if kind == DESERT:
        dunes = f"M{-w / 2:g} {line:.1f}Q{-w * 0.3:.1f} {line - room * 0.55:.1f} {-w * 0.08:.1f} {line:.1f}"
        other = f"M{-w * 0.2:.1f} {line:.1f}Q{w * 0.2:.1f} {line - room * 0.42:.1f} {w / 2:g} {line:.1f}"
        x, y = at(0.5, 0.2)
        return (
            f'<path d="{dunes}Z" fill="var(--desert)" stroke="#0003"/><path d="{other}V{line + 9:.1f}H{-w * 0.2:.1f}Z" '
            f'fill="var(--desert)" stroke="#0003"/><g transform="translate({x:.1f} {y:.1f})">'
            f"{picture('cactus', room * 0.5, 'var(--forest)')}</g>"
        )
    if kind == JUNGLE:
        bumps = "".join(
            f'<circle cx="{at(0.04 + 0.1 * n, 0)[0]:.1f}" cy="{line:.1f}" r="{room * (0.26 + 0.07 * (n % 3)):.1f}"/>'
            for n in range(10)
        )
        palms = "".join(
            f'<g transform="translate({at(x, 0.42)[0]:.1f} {at(x, 0.42)[1]:.1f})">'
            f"{picture('palm-tree', room * 0.66, 'var(--jungle)')}</g>"
            for x in (0.14, 0.52, 0.9)
        )
        return f'{palms}<g fill="var(--jungle)" stroke="#0004">{bumps}</g>'
    if kind == FLYING:
        x, y = at(0.36, 0.6)
        rock = f"M{x - 26:.1f} {y:.1f}h52l-10 9l-8 12l-9 6l-7 -8l-10 -9z"
        clouds = "".join(
            f'<ellipse cx="{at(a, b)[0]:.1f}" cy="{at(a, b)[1]:.1f}" rx="{r:g}" ry="{r * 0.3:.1f}"/>'
            for a, b, r in ((0.12, 0.3, 20), (0.2, 0.42, 15), (0.62, 0.18, 24), (0.88, 0.6, 16))
        )
        return f'<g fill="#fff" opacity=".55">{clouds}</g><path d="{rock}" fill="var(--stone)" stroke="#0005"/>'
    high = line - room * 0.34
    hills = f"M{-w / 2:g} {line:.1f}Q{-w * 0.3:.1f} {high:.1f} {-w * 0.02:.1f} {line:.1f}T{w / 2:g} {line:.1f}"
    return f'<path d="{hills}V{line + 8:.1f}H{-w / 2:g}Z" fill="var(--grass)" stroke="#0003"/>'


# Buildings


@cache
def house(icon: str, size: float) -> str:
    """A building with its shadow."""
    return (
        f'<ellipse cy="{size * 0.4:.1f}" rx="{size * 0.5:.1f}" ry="{size * 0.12:.1f}" fill="url(#under)"/>'
        f"{picture(icon, size * 1.04, 'var(--ink)')}"
    )


@cache
def plot(size: float) -> str:
    """A free place: the foundation of a house, with a peg at each corner."""
    half = size / 2 - 4
    corners = [(-half * 0.8, half * 0.3), (half * 0.8, half * 0.3), (half, half * 0.92), (-half, half * 0.92)]
    stones = [(x * 0.74, half * 0.6 + (y - half * 0.6) * 0.62) for x, y in corners]
    pegs = "".join(f"M{x:.1f} {y + 1:.1f}v{-half * 0.2:.1f}" for x, y in corners)
    return (
        f'<path d="{_path(corners)}Z" fill="var(--soil)" stroke="#0005"/>'
        f'<path d="{_path(stones)}Z" fill="#0002" stroke="var(--stone)" stroke-width="3" stroke-dasharray="6 2"/>'
        f'<path d="{pegs}" stroke="{DARK}" stroke-width="2.4" stroke-linecap="round"/>'
    )


@cache
def open_land(icon: str, lines: tuple[str, ...], w: float, h: float) -> str:
    """Land for a future city; a board, if there are lines, says how to get one."""
    if not lines:
        return landscape((GRASS,), w, h, 0)
    wide, high = min(w * 0.88, 270), 58.0
    y = h * 0.02
    board = f'x="{-wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="4"'
    posts = f"M{-wide * 0.36:.1f} {y:.1f}V{h / 2 - 12:.1f}M{wide * 0.36:.1f} {y:.1f}V{h / 2 - 12:.1f}"
    left = -wide / 2 + 54
    words = "".join(
        text(line, left, y + 5 + 20 * (number - (len(lines) - 1) / 2), 15, "var(--ink)", "start")
        for number, line in enumerate(lines)
    )
    return (
        f'{landscape((GRASS,), w, h, 0)}<path d="{posts}" stroke="{DARK}" stroke-width="6"/>'
        f'<rect {board} fill="var(--panel)" stroke="var(--brass)" stroke-width="1.6"/>'
        f'<g transform="translate({left - 28:.1f} {y:.1f})">{picture(icon, 40, "var(--ink)")}</g>{words}'
    )


@cache
def harbour(icon: str, tint: str, seat: int, lines: tuple[str, ...], w: float, h: float) -> str:
    """A coast at dusk with a lighthouse, a nation's banner over it, and words on a board."""
    cloth, tower = min(h * 0.62, w * 0.2), min(h * 0.7, w * 0.2)
    left, size = cloth + 44 - w / 2, 15
    room = w / 2 - left - tower - 20
    words = [line for part in lines for line in wrap(part, room - 20, size, 4, WORLD.text_face)]
    # The board is as wide as its words, in the middle of the room that there is.
    free = room - min(room, 48 + max((measured(line, size, WORLD.text_face) for line in words), default=0))
    left, room = left + free / 2, room - free
    step = size * 4 / 3
    high = step * len(words) + 16
    board = f'x="{left:.1f}" y="{-high / 2:.1f}" width="{room:.1f}" height="{high:.1f}" rx="5"'
    posts = f"M{left + 24:.1f} 0V{h / 2 - 8:.1f}M{left + room - 24:.1f} 0V{h / 2 - 8:.1f}"
    said = "".join(
        text(line, left + room / 2, 5 + step * (number - (len(words) - 1) / 2), size)
        for number, line in enumerate(words)
    )
    told = (
        f'<path d="{posts}" stroke="{DARK}" stroke-width="6"/><rect {board} fill="var(--panel)" stroke="var(--brass)" '
        f'stroke-width="1.6"/>{said}'
        if words
        else ""
    )
    return (
        f'{landscape((GRASS, COAST), w, h, 0)}<g transform="translate({w / 2 - tower * 0.55:.1f} {-h * 0.04:.1f})">'
        f'<circle cy="{-tower * 0.3:.1f}" r="{tower * 0.28:.1f}" fill="url(#glow)"/>'
        f'<g transform="scale(-1 1)">{picture("lighthouse", tower, DARK)}</g></g>{told}'
        f'<g transform="translate({22 + cloth / 2 - w / 2:.1f} {-h * 0.04:.1f})">'
        f"{banner(icon, tint, seat, round(cloth, 1), round(cloth * 1.25, 1))}</g>"
    )


# The market and the quay


@cache
def crate(icon: str, size: float) -> str:
    """A good: its picture on a crate of planks."""
    half = size / 2
    area = f'x="{-half:g}" y="{-half:g}" width="{size:g}" height="{size:g}" rx="3"'
    planks = f"M{-half:g} {-half * 0.62:.1f}h{size:g}M{-half:g} {half * 0.62:.1f}h{size:g}"
    return (
        f'<rect {area} fill="var(--crate)" stroke="{DARK}" stroke-width="1.5"/>'
        f'<rect {area} fill="url(#bevel)" opacity=".6"/>'
        f'<path d="{planks}" stroke="#0004" stroke-width="1.6"/>{picture(icon, size * 0.82, DARK)}'
    )


@cache
def share(seat: int, amount: int, is_over: bool, w: float, h: float) -> str:
    """A player's share of a good: the more, the higher; with a star if it scores one point more."""
    area = f'x="{-w / 2:g}" y="{-h / 2:.1f}" width="{w:g}" height="{h:.1f}" rx="3"'
    mark, _, _ = seat_outline(seat, 4.6)
    star = (
        f'<path d="M{w / 2 - 10:.1f} -5l1.6 3.4l3.7 .4l-2.8 2.5l.8 3.7l-3.3 -1.9l-3.3 1.9l.8 -3.7l-2.8 -2.5l3.7 -.4z" '
        'fill="var(--gold)"/>'
        if is_over
        else ""
    )
    return (
        f'<rect {area} fill="var(--seat{seat}-deep)" stroke="var(--seat{seat})" stroke-width="1.6"/>'
        f'<rect {area} fill="url(#sheen)"/>'
        f'<g transform="translate({10 - w / 2:.1f} 0)">{mark} fill="var(--seat{seat})"/></g>'
        f"{text(str(amount), 1, 5, 15, weight=800)}{star}"
    )


@cache
def stall(w: float, h: float) -> str:
    """An empty stall of the market: awning, counter, lantern and an empty crate."""
    left, top, foot = -w / 2 + 8, -h / 2 + 6, h / 2 - 5
    wide = w - 16
    count = max(5, round(wide / 17) | 1)
    step = wide / count
    stripe = f"h{step:.1f}v{h * 0.22:.1f}a{step / 2:.1f} 5 0 0 1 {-step:.1f} 0z"
    stripes = "".join(
        f'<path d="{"".join(f"M{left + step * n:.1f} {top:.1f}{stripe}" for n in range(first, count, 2))}" '
        f'fill="{fill}" stroke="#0006" stroke-width=".8"/>'
        for first, fill in ((0, "var(--roof)"), (1, "var(--paper)"))
    )
    counter = f'x="{left:.1f}" y="{foot - h * 0.27:.1f}" width="{wide:.1f}" height="{h * 0.27:.1f}" rx="2"'
    planks = "".join(f"M{left + wide * n / 6:.1f} {foot - h * 0.27:.1f}v{h * 0.27:.1f}" for n in range(1, 6))
    posts = f"M{left + 3:.1f} {top:.1f}V{foot:.1f}M{left + wide - 3:.1f} {top:.1f}V{foot:.1f}"
    return (
        f'<rect x="{-w / 2:g}" y="{-h / 2:g}" width="{w:g}" height="{h:g}" rx="7" fill="#0003"/>'
        f'<path d="{posts}" stroke="{DARK}" stroke-width="4" opacity=".75"/>'
        f'<circle cx="{-wide * 0.16:.1f}" r="{h * 0.36:.1f}" fill="url(#glow)"/>'
        f'<g transform="translate({-wide * 0.16:.1f} {h * 0.04:.1f})">{picture("old-lantern", h * 0.32, DARK)}</g>'
        f'<g transform="translate({wide * 0.2:.1f} {h * 0.07:.1f})">{picture("wooden-crate", h * 0.3, DARK)}</g>'
        f'<rect {counter} fill="var(--crate)" stroke="{DARK}" stroke-width="1.2"/>'
        f'<rect {counter} fill="url(#of-wood)"/><path d="{planks}" stroke="#0003"/>{stripes}'
    )


@cache
def ship(seat: int, size: float, words: str = "") -> str:
    """A ship with the colour and shape of its seat, and the price of its spot."""
    unit = size / 44
    mark, _, _ = seat_outline(seat, 6.5)
    number = badge(words, 11, 14, 14, 40) if words else ""
    return (
        f'<g transform="scale({unit:.3f})"><ellipse cy="16" rx="20" ry="5" fill="#0005"/>'
        f'<path d="M0 -21V12" stroke="{DARK}" stroke-width="2.5"/>'
        f'<path d="M0 -20l9 -2l-9 -4z" fill="var(--seat{seat})" stroke="{DARK}" stroke-width=".8"/>'
        f'<path d="M-14 -17Q0 -21 14 -17Q17 -6 14 6Q0 2 -14 6Q-11 -6 -14 -17Z" fill="var(--seat{seat}-deep)" '
        f'stroke="var(--seat{seat})" stroke-width="2.4" stroke-linejoin="round"/>'
        f'<g transform="translate(0 -6)">{mark} fill="var(--seat{seat})"/></g>'
        f'<path d="M-20 8Q0 12 20 8Q19 17 12 20H-12Q-19 17 -20 8Z" fill="var(--roof)" stroke="{DARK}" '
        'stroke-width="1.6"/>'
        f'<path d="M-18 11.5Q0 15 18 11.5" fill="none" stroke="var(--brass)" stroke-width="1.6"/></g>{number}'
    )


@cache
def no_town(w: float, h: float) -> str:
    """The place of a missing town: an unmarked piece of a map."""
    area = f'x="{-w / 2:g}" y="{-h / 2:g}" width="{w:g}" height="{h:g}" rx="7"'
    trail = f"M{-w * 0.34:.1f} {h * 0.32:.1f}Q{-w * 0.3:.1f} 0 0 {h * 0.05:.1f}T{w * 0.3:.1f} {-h * 0.3:.1f}"
    return (
        f'<rect {area} fill="var(--paper)" opacity=".45"/><rect {area} fill="url(#of-paper)" stroke="var(--edge)"/>'
        f'<path d="{trail}" fill="none" stroke="var(--soft)" stroke-width="2.4" stroke-dasharray="2 7" '
        f'stroke-linecap="round" opacity=".7"/><g opacity=".45" transform="translate({-w * 0.12:.1f} {-h * 0.22:.1f})">'
        f"{picture('mountains', min(w, h) * 0.3, 'var(--soft)')}</g>"
        f'<g opacity=".45" transform="translate({w * 0.2:.1f} {h * 0.22:.1f})">'
        f"{picture('forest', min(w, h) * 0.28, 'var(--soft)')}</g>"
    )


# Cards and what a nation has


@cache
def pile(icon: str, tint: str, seat: int, count: int, w: float, h: float) -> str:
    """A pile of cards: face down with the icon of its kind, or face up (`tint`) with that of the last card; higher with
    more cards. Without cards, only its outline."""
    if not count:
        return (
            f'<rect x="{2 - w / 2:g}" y="{2 - h / 2:g}" width="{w - 4:g}" height="{h - 4:g}" rx="6" fill="#0001" '
            'stroke="var(--soft)" stroke-width="1.4" stroke-dasharray="5 4"/>'
            f'<g opacity=".35">{picture(icon, min(w, h) * 0.46, "var(--soft)") if icon else ""}</g>'
        )
    deep = min(3, count - 1)
    drawn = []
    for step in range(deep, -1, -1):
        x, y = -w / 2 + 2 * step, -h / 2 + 2 * (deep - step)
        area = f'x="{x:g}" y="{y:g}" width="{w - 6:g}" height="{h - 6:g}" rx="5"'
        fill = "var(--paper)" if tint else "var(--panel)"
        drawn.append(f'<rect {area} fill="{fill}" stroke="var(--seat{seat})" stroke-width="1.6"/>')
    face = f'<rect x="{4 - w / 2:g}" y="{-h / 2 + 2 * deep + 4:g}" width="{w - 14:g}" height="{h - 14:g}" rx="3"'
    drawn.append(
        f'{face} fill="var(--{tint})"/>{face} fill="url(#lamp)"/>' if tint else f'{face} fill="url(#of-cloth)"/>'
    )
    drawn.append(f'<g transform="translate(-3 {deep - 3})">{picture(icon, min(w, h) * 0.5, "var(--ink)")}</g>')
    return "".join(drawn) + badge(str(count), w / 2 - 12, h / 2 - 10, 14, w)


@cache
def heads_of_cards() -> str:
    """The headings above a rival's cards."""
    words = ("hand", "draw", "used")
    return "".join(text(word, 38 * (number - 1), 5, 14, "var(--soft)") for number, word in enumerate(words))


@cache
def held_cards(counts: tuple[int, int, int], seat: int, is_military: bool) -> str:
    """The numbers of a rival's cards of a kind, on three small cards: in hand, to draw, and used."""
    drawn = []
    for number, count in enumerate(counts):
        x = 38 * (number - 1)
        fill = ("water", "waste")[is_military] if number == 2 else "panel"
        area = f'x="{x - 15}" y="-10" width="30" height="20" rx="4"'
        fan = f'<rect {area} fill="var(--{fill})" stroke="var(--seat{seat})" transform="rotate(-9 {x} 10)"/>'
        drawn.append(
            f'{fan if number == 0 and count > 1 else ""}<rect {area} fill="var(--{fill})" stroke="var(--seat{seat})" '
            f'stroke-width="1.5"/>{text(str(count), x, 5, 15, weight=700)}'
        )
    return "".join(drawn)


@cache
def medal(icon: str, ground: str, ink: str, size: float) -> str:
    """A round metal badge with an icon: points, coins, science, income."""
    half = size / 2
    return (
        f'<circle r="{half:g}" fill="var(--{ground})" stroke="{DARK}" stroke-width="1.2"/><circle r="{half:g}" '
        f'fill="url(#bevel)"/>{picture(icon, size * 0.74, f"var(--{ink})")}'
    )


@cache
def banner(icon: str, tint: str, seat: int, w: float, h: float) -> str:
    """A nation's banner: its emblem and colour, on a pole in the seat's colour."""
    half = w / 2
    cloth = (
        f'<path d="M{-half:g} {-h / 2:g}h{w:g}v{h * 0.98:.1f}l{-half:.1f} {-h * 0.2:.1f}l{-half:.1f} {h * 0.2:.1f}z"'
    )
    return (
        f'{cloth} fill="var(--{tint})" stroke="var(--seat{seat})" stroke-width="2" stroke-linejoin="round"/>'
        f'{cloth} fill="url(#sheen)"/>'
        f'<g transform="translate(0 {-h * 0.1:.1f})">{picture(icon, w * 0.8, "var(--ink)")}</g>'
        f'<path d="M{-half - 3:g} {-h / 2:g}h{w + 6:g}" stroke="var(--seat{seat})" stroke-width="4" '
        'stroke-linecap="round"/>'
    )


@cache
def plan(icon: str, tint: str, size: float, count: int) -> str:
    """A stored building: its plan and icon, and how many there are."""
    half = size / 2
    area = f'x="{-half:g}" y="{-half:g}" width="{size:g}" height="{size:g}" rx="3"'
    return (
        f'<rect x="{2 - half:g}" y="{3 - half:g}" width="{size:g}" height="{size:g}" rx="3" fill="#0004"/>'
        f'<rect {area} fill="var(--{tint})" stroke="var(--paper)" stroke-width="2"/><rect {area} fill="url(#lamp)" '
        f'stroke="{DARK}" stroke-width=".8"/>{picture(icon, size * 0.72, "var(--ink)")}'
        + (badge(str(count), half - 5, half - 5, 13, size) if count > 1 else "")
    )


@cache
def token(icon: str, seat: int, places: int, size: float, count: int) -> str:
    """A city token: how many houses it holds, and how many there are."""
    half = size / 2
    roofs = "".join(
        f'<path d="M{-half + 6 + (size - 12) / max(places, 3) * n:.1f} {half - 6:.1f}v-6l4 -4l4 4v6z" '
        f'fill="var(--roof)" stroke="{DARK}" stroke-width=".8"/>'
        for n in range(places)
    )
    area = f'x="{-half:g}" y="{-half:g}" width="{size:g}" height="{size:g}" rx="5"'
    return (
        f'<rect x="{2 - half:g}" y="{3 - half:g}" width="{size:g}" height="{size:g}" rx="5" fill="#0004"/>'
        f'<rect {area} fill="var(--seat{seat}-deep)" stroke="var(--seat{seat})" stroke-width="2"/>'
        f'<rect {area} fill="url(#bevel)" opacity=".5"/><g transform="translate(0 {-size * 0.13:.1f})">'
        f"{picture(icon, size * 0.56, 'var(--ink)')}</g>{roofs}"
        + (badge(f"×{count}", half - 6, 8 - half, 13, size) if count > 1 else "")
    )


@cache
def crest(icon: str, tint: str, seat: int, size: float, words: str) -> str:
    """A shield of arms with a line below it."""
    half = size / 2
    edge = (
        f'<path d="M{-half * 0.8:g} {-half:g}H{half * 0.8:g}V{half * 0.15:g}Q{half * 0.8:g} {half * 0.75:g} 0 {half:g}'
        f'Q{-half * 0.8:g} {half * 0.75:g} {-half * 0.8:g} {half * 0.15:g}Z"'
    )
    return (
        f'<g transform="translate(0 -12)"><ellipse cy="{half:g}" rx="{half * 0.8:g}" ry="9" fill="url(#under)"/>'
        f'{edge} fill="var(--{tint})" stroke="var(--seat{seat})" stroke-width="3" stroke-linejoin="round"/>'
        f'{edge} fill="url(#bevel)"/><g transform="translate(0 {-half * 0.12:.1f})">'
        f"{picture(icon, size * 0.56, 'var(--ink)')}</g></g>{text(words, 0, half + 14, 15, 'var(--soft)')}"
    )
