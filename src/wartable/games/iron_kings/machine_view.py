"""The King's board as a machine: riveted plates, a boiler with its gauge, levers, and torn iron where it is hurt."""

import math
from functools import cache
from typing import NamedTuple

from wartable.drawing.icons import draw_icon
from wartable.drawing.lettering import squeezed, text, title
from wartable.drawing.scene import Mark, Thing

from .box import Box, words_of
from .names import SECTION_NAMES, SIZES, SPACE_CODES, space_name, upgrade_facts, upgrade_name
from .state import KING_SPACES, Space, State, Worker
from .world import WORLD

LEVERS = {Space.THROTTLE: "#3d8a4a", Space.BRAKE: "#b3261a"}
"""The spaces that are levers, and the colour of the knob."""
TITLE = 22
"""How high a plate with a name is."""


class Area(NamedTuple):
    """Where something lies on its panel, and how large it is."""

    x: float
    y: float
    width: float
    height: float


def rivets(width: float, height: float, inset: float = 6, ends: tuple[int, ...] = (-1, 1)) -> str:
    """A rivet in each corner of a plate around 0, 0; `ends` are its upper one and its lower one."""
    x, y = width / 2 - inset, height / 2 - inset
    heads = "".join(f"M{a * x - 2:.1f} {b * y:.1f}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0" for a in (-1, 1) for b in ends)
    return f'<path d="{heads}" fill="var(--edge)" stroke="#0007" stroke-width=".8"/>'


@cache
def plate(width: float, height: float) -> str:
    """A plate of iron, lit from above and held by rivets."""
    area = f'x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:g}" height="{height:g}" rx="5"'
    return (
        f'<rect {area} fill="var(--panel)" stroke="var(--edge)" stroke-width="1.5"/>'
        f'<rect {area} fill="url(#sheen)"/>{rivets(width, height, 6, (-1,))}'
    )


@cache
def lever(pulled: bool, knob: str) -> str:
    """A lever on its toothed arc, pulled over while somebody holds it."""
    teeth = "".join(
        f"M{23 * math.sin(a):.1f} {-23 * math.cos(a):.1f}L{28 * math.sin(a):.1f} {-28 * math.cos(a):.1f}"
        for a in (math.radians(15 * step) for step in range(-4, 5))
    )
    return (
        f'<g transform="translate(0 13)"><path d="M-24.6 4A25 25 0 0 1 24.6 4" fill="none" stroke="#0007" '
        f'stroke-width="7"/><path d="M-24.6 4A25 25 0 0 1 24.6 4" fill="none" stroke="var(--edge)" stroke-width="4"/>'
        f'<path d="{teeth}" stroke="var(--edge)" stroke-width="2"/>'
        f'<g transform="rotate({38 if pulled else -38})"><path d="M-3 2L-2 -30H2L3 2Z" fill="var(--brass)" '
        f'stroke="#0008"/><circle cy="-32" r="6.5" fill="{knob}" stroke="#0008"/>'
        '<circle cy="-32" r="6.5" fill="url(#bevel)"/></g>'
        '<circle r="5" fill="var(--brass)" stroke="#0008"/><circle r="5" fill="url(#bevel)"/></g>'
    )


@cache
def furnace(icon: str, size: float) -> str:
    """A furnace in which somebody burns something: embers behind its door."""
    return f'<circle r="{size * 0.78:.1f}" fill="url(#ik-ember)"/>{draw_icon(icon, size, "var(--ink)")}'


@cache
def space_art(space: int, icon: str, words: str, area: tuple[float, float], worker: bool) -> str:
    """A worker space: its plate, its lever, its furnace or its sign, and below it what it is called."""
    width, height = area
    size = min(width * 0.6, height - 24)
    if space in LEVERS:
        scale = min(1.0, size / 42)
        drawn = f'<g transform="translate(0 -9) scale({scale:.2f})">{lever(worker, LEVERS[Space(space)])}</g>'
    elif space == Space.BURN and worker:
        drawn = f'<g transform="translate(0 -8)">{furnace(icon, size)}</g>'
    else:
        drawn = f'<g transform="translate(0 -8)">{draw_icon(icon, size, "var(--soft)")}</g>'
    name = squeezed(words, 0, height / 2 - 7, width - 8, 13, WORLD.text_face, "middle")
    return plate(width, height) + drawn + name


_TEAR = ((-30, -5), (-22, -15), (-15, -9), (-7, -20), (2, -11), (12, -19), (16, -8), (29, -11), (23, 0), (31, 9),
         (18, 8), (12, 18), (3, 10), (-8, 17), (-12, 8), (-26, 13), (-20, 3))  # fmt: skip
_FLAPS = ((-22, -15, -15, -9, -25, -21), (2, -11, 12, -19, 10, -24), (18, 8, 12, 18, 21, 20), (-12, 8, -8, 17, -17, 19))
"""Where iron bends outwards at the tear."""
SMALL = 40
"""A hole that is not wider has no edges to look at."""


@cache
def torn(width: float, height: float) -> str:
    """A hole torn into a plate, embers behind it."""
    across, down = width / 62, height / 40
    hole = "".join(f"{'ML'[n > 0]}{x * across:.1f} {y * down:.1f}" for n, (x, y) in enumerate(_TEAR))
    bent = "".join(
        f"M{a * across:.1f} {b * down:.1f}L{c * across:.1f} {d * down:.1f}L{e * across:.1f} {f * down:.1f}Z"
        for a, b, c, d, e, f in _FLAPS
    )
    if width < SMALL:
        return (
            f'<path d="{hole}Z" fill="#120806" stroke="#d8431f" stroke-width="1.2" stroke-linejoin="round"/>'
            f'<ellipse rx="{22 * across:.1f}" ry="{13 * down:.1f}" fill="url(#ik-ember)"/>'
        )
    return (
        f'<path d="{hole}Z" fill="#120806" stroke="var(--bad)" stroke-width="1.8" stroke-linejoin="round"/>'
        f'<ellipse rx="{20 * across:.1f}" ry="{11 * down:.1f}" fill="url(#ik-ember)"/>'
        f'<path d="{bent}" fill="var(--edge)" stroke="#0009" stroke-width=".8" stroke-linejoin="round"/>'
    )


@cache
def dial(value: int, most: int) -> str:
    """The boiler's gauge: a needle over a brass dial, the number below it."""
    most = max(most, 1)
    ticks = []
    for step in range(most + 1):
        angle = math.radians(150 + 240 * step / most)
        x, y = math.cos(angle), math.sin(angle)
        ticks.append(f"M{24 * x:.1f} {24 * y:.1f}L{28 * x:.1f} {28 * y:.1f}")
    angle = math.radians(150 + 240 * min(value, most) / most)
    return (
        '<circle cy="3" r="37" fill="url(#under)"/><circle r="34" fill="var(--brass)"/>'
        '<circle r="34" fill="url(#bevel)"/>'
        f'<circle r="29" fill="var(--paper)"/><path d="{"".join(ticks)}" stroke="var(--paper-ink)" stroke-width="1.6"/>'
        f'<path d="M0 0L{23 * math.cos(angle):.1f} {23 * math.sin(angle):.1f}" stroke="#b3261a" stroke-width="3.5" '
        'stroke-linecap="round"/><circle r="4" fill="var(--paper-ink)"/>'
        + text(str(value), 0, 23, 16, "var(--paper-ink)", weight=800)
    )


@cache
def boiler(height: float) -> str:
    """What lies behind the King's board: the boiler under its gauge, and the pipe to the plates."""
    pipe = f'<path d="M60 {height - 20:g}H82" fill="none" stroke-linecap="round"'
    bands = "".join(f'<path d="M6 {y:g}h62" stroke="#0006" stroke-width="2"/>' for y in (92, height - 30))
    return (
        f'{pipe} stroke="#0006" stroke-width="11"/>{pipe} stroke="var(--edge)" stroke-width="7"/>'
        f'<rect x="6" y="8" width="62" height="{height - 14:g}" rx="20" fill="var(--panel)" stroke="var(--edge)" '
        f'stroke-width="1.5"/><rect x="6" y="8" width="62" height="{height - 14:g}" rx="20" fill="url(#bevel)" '
        f'opacity=".5"/>{bands}<ellipse cx="37" cy="{height - 18:g}" rx="30" ry="12" fill="url(#ik-ember)"/>'
    )


def space_things(view: State, box: Box, seat: int, space: int, area: Area, panel: str, words: str) -> list[Thing]:
    """A worker space with its worker and its damage."""
    side = view.sides[seat]
    name = f"space-{SPACE_CODES[space]}" if not panel.startswith("other") else f"space-{seat}-{SPACE_CODES[space]}"
    worker, hurt = side.spaces[space], is_hurt(view, seat, space)
    closed = space >= KING_SPACES and side.hex != side.home
    states: tuple[Mark, ...] = ("edged", "spent") if closed or hurt else ("edged",)
    icon = words_of(box.spaces[space].icon)
    things = [
        Thing(
            name, "space", *area, panel, states=states, label=space_label(view, box, seat, space),
            art=space_art(space, icon, words, area[2:], bool(worker)),
        )
    ]  # fmt: skip
    if worker:
        size = 24 + (8 if worker == Worker.BIG else 0)
        x, y = area.x - area.width / 2 + size / 2 + 2, area.y - area.height / 2 + size / 2 + 2
        things.append(worker_thing(box, seat, space, worker, Area(x, y, size, size), panel))
    if hurt:
        things.append(
            damage_thing(box, seat, space, Area(area.x, area.y - 8, area.width - 28, area.height - 26), panel)
        )
    return things


def is_hurt(view: State, seat: int, space: int) -> bool:
    return space < KING_SPACES and bool(view.sides[seat].damage[space])


def space_label(view: State, box: Box, seat: int, space: int) -> str:
    """What a space is called, who stands on it, and whether it can be used."""
    side = view.sides[seat]
    label = space_name(box, space)
    if side.spaces[space]:
        label += f", {SIZES[side.spaces[space] - 1]} worker"
    closed = space >= KING_SPACES and side.hex != side.home
    return label + (", damaged" if is_hurt(view, seat, space) else ", closed" if closed else "")


def worker_thing(box: Box, seat: int, space: int, worker: int, area: Area, panel: str) -> Thing:
    return Thing(
        f"worker-{seat}-{SPACE_CODES[space]}", "cube", *area, panel, seat=seat,
        label=f"{SIZES[worker - 1]} worker on {space_name(box, space)}", layer=2,
    )  # fmt: skip


def damage_thing(box: Box, seat: int, space: int, area: Area, panel: str) -> Thing:
    return Thing(
        f"damage-{seat}-{SPACE_CODES[space]}", "art", *area, panel, art=torn(area.width, area.height),
        label=f"damage on {space_name(box, space)}", layer=3,
    )  # fmt: skip


@cache
def nameplate(words: str, width: float) -> str:
    """A plate of brass with a name."""
    area = f'x="{-width / 2:.1f}" y="{-TITLE / 2:g}" width="{width:g}" height="{TITLE}" rx="4"'
    return f'<rect {area} fill="var(--brass)" stroke="#0008"/><rect {area} fill="url(#sheen)"/>' + title(
        words, 0, 4.8, width - 8, 14, "var(--brass-ink)", face=WORLD.title_face
    )


def section_thing(view: State, box: Box, seat: int, section: int, area: Area, panel: str) -> Thing:
    """What a section is called; an upgrade on it has a plate of brass."""
    id = f"section-{section}" if not panel.startswith("other") else f"section-{seat}-{section}"
    card = view.sides[seat].fitted[section] - 1
    if card < 0:
        words = SECTION_NAMES[section]
        return Thing(id, "text", area.x, area.y, area.width, 13, panel, tint="soft", text=words)
    name = upgrade_name(box, card)
    return Thing(
        id, "art", area.x, area.y, area.width, TITLE, panel, art=nameplate(name, area.width),
        label=f"{name}, {SECTION_NAMES[section]}: {upgrade_facts(box, card)}",
    )  # fmt: skip
