"""The King's board as a machine: riveted plates, a boiler with its gauge, levers, and torn iron where it is hurt."""

import math
from collections.abc import Iterator
from functools import cache

from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area
from wartable.drawing.lettering import squeezed, text, title
from wartable.drawing.scene import Id, Thing

from ..box import Box, words_of
from ..names import SECTION_NAMES, SIZES, SPACE_CODES, space_name, upgrade_facts, upgrade_name
from ..state import KING_SPACES, Space, State, Worker
from ..world import WORLD
from .map import SHAPES

LEVERS = {Space.THROTTLE: "lever-throttle", Space.BRAKE: "lever-brake"}
"""The spaces that are levers on a toothed arc, pulled over while somebody holds them."""
TITLE = 22
"""How high a plate with a name is."""


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
        drawn = (
            f'<g transform="translate(0 -9) scale({scale:.2f})">{SHAPES[LEVERS[Space(space)] + "-pulled" * worker]}</g>'
        )
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


def own_id(what: str, seat: int, which: str | int, area: Area) -> Id:
    """The id of a part of a machine; those of the others are told apart by their seats."""
    return Id(what, seat, which) if area.panel.startswith("other") else Id(what, which)


def space_things(view: State, box: Box, seat: int, space: int, area: Area, words: str) -> Iterator[Thing]:
    """A worker space with its worker and its damage."""
    side = view.sides[seat]
    worker, hurt = side.spaces[space], is_hurt(view, seat, space)
    closed = space >= KING_SPACES and side.hex != side.home
    yield area.thing(
        own_id("space", seat, SPACE_CODES[space], area), "space", label=space_label(view, box, seat, space),
        states=("edged", "spent") if closed or hurt else ("edged",),
        art=space_art(space, words_of(box.spaces[space].icon), words, area.size, bool(worker)),
    )  # fmt: skip
    if worker:
        size = 32 if worker == Worker.BIG else 24
        yield worker_thing(box, seat, space, worker, area.inset(2)._replace(width=size, height=size))
    if hurt:
        yield damage_thing(box, seat, space, area.inset(14, 13).moved(0, -8))


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


def worker_thing(box: Box, seat: int, space: int, worker: int, area: Area) -> Thing:
    label = f"{SIZES[worker - 1]} worker on {space_name(box, space)}"
    return area.thing(f"worker-{seat}-{SPACE_CODES[space]}", "cube", seat=seat, label=label, layer=2)


def damage_thing(box: Box, seat: int, space: int, area: Area) -> Thing:
    label = f"damage on {space_name(box, space)}"
    return area.thing(f"damage-{seat}-{SPACE_CODES[space]}", "art", art=torn(*area.size), label=label, layer=3)


@cache
def nameplate(words: str, width: float) -> str:
    """A plate of brass with a name."""
    area = f'x="{-width / 2:.1f}" y="{-TITLE / 2:g}" width="{width:g}" height="{TITLE}" rx="4"'
    return f'<rect {area} fill="var(--brass)" stroke="#0008"/><rect {area} fill="url(#sheen)"/>' + title(
        words, 0, 4.8, width - 8, 14, "var(--brass-ink)", face=WORLD.title_face
    )


def section_thing(view: State, box: Box, seat: int, section: int, area: Area) -> Thing:
    """What a section is called; an upgrade on it has a plate of brass."""
    id, words = own_id("section", seat, section, area), SECTION_NAMES[section]
    card = view.sides[seat].fitted[section] - 1
    if card < 0:
        return area.text(id, words, 13, tint="soft")
    name = upgrade_name(box, card)
    label = f"{name}, {words}: {upgrade_facts(box, card)}"
    return area.sized(area.width, TITLE).thing(id, "art", art=nameplate(name, area.width), label=label)
