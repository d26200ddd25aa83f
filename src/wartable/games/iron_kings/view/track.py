"""The program as a punched tape that runs through a reader, and the hand beside it."""

from collections.abc import Iterator
from functools import cache

from wartable.core.phrases import count as counted
from wartable.core.rules import kind, plain
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area, backs
from wartable.drawing.lettering import text
from wartable.drawing.scene import Thing

from ..box import Box, words_of
from ..names import plan_code, plan_name
from ..rules.common import price, track_places
from ..state import Frame, State

CARD_HEIGHT = 74
TRACK, HAND = Area(0, 0, 398, 170, "track"), Area(0, 0, 262, 170, "hand")
TAPE = 5
"""So many places lie in one row."""


def tape_places(places: int) -> list[tuple[Area, Area]]:
    """The places of the track, each after a gap for a finger, which a card is put into: five in one row, longer tapes
    in two of four."""
    if places <= TAPE:
        steps, size = Area(1, 3, 390, 170, "track").grid(places, TAPE), (56, 112)
    else:
        steps, size = Area(3.75, 4, 386, 164, "track").grid(places, 4), (70, CARD_HEIGHT)
    return [(step.columns(26, 0)[0].sized(26, size[1]), step.sized(*size).moved(13, 0)) for step in steps]


@cache
def tape(width: float, places: int) -> str:
    """The punched tape on which the program lies, in one band or in two."""
    if places <= TAPE:
        return band(width, 6, 158)
    return band(width, 3, 81) + band(width, 86, 81)


@cache
def band(width: float, y: float, height: float, across: float = 23) -> str:
    """A piece of paper tape with holes along both edges, where a wheel takes hold of it."""
    count = int((width - 10) / across)
    step = (width - 10) / count
    rows = (y + 5.5, y + height - 5.5) if height < 100 else (y + 10, y + height - 10)
    size = 2.2 if height < 100 else 4
    holes = "".join(
        f"M{5 + step * (n + 0.5) - size:.1f} {row:g}a{size} {size} 0 1 0 {2 * size} 0a{size} {size} 0 1 0 {-2 * size} 0"
        for n in range(count)
        for row in rows
    )
    area = f'x="2" y="{y:g}" width="{width - 4:g}" height="{height:g}" rx="3"'
    return (
        f'<rect x="3" y="{y + 3:g}" width="{width - 4:g}" height="{height:g}" rx="3" fill="#0006"/>'
        f'<rect {area} fill="var(--tape)"/><rect {area} fill="url(#of-paper)"/><rect {area} fill="url(#sheen)" '
        f'stroke="#0007"/><path d="{holes}" fill="#130c06" stroke="#fff5" stroke-width=".6"/>'
    )


@cache
def cut(height: float) -> str:
    """Where the tape is cut to put a card in."""
    return (
        f'<path d="M0 {-height / 2:g}V{height / 2:g}" stroke="var(--paper-ink)" stroke-opacity=".6" '
        'stroke-width="1.8" stroke-dasharray="5 5"/>'
        f'<path d="M-4 {-height / 2:g}h8M-4 {height / 2:g}h8" stroke="var(--paper-ink)" stroke-opacity=".6" '
        'stroke-width="1.8"/>'
    )


@cache
def blank(width: float, height: float, words: str) -> str:
    """A piece of the tape without a card, with its number."""
    area = f'x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:g}" height="{height:g}" rx="5"'
    number = text(words, 0, 7, 20, "var(--paper-ink)", weight=700) if words else ""
    return f'<rect {area} fill="#5a3c1a" fill-opacity=".12" stroke="#5a3c1a" stroke-opacity=".35"/>{number}'


@cache
def reader(width: float, height: float) -> str:
    """The brass frame through which the tape runs: it lies around the card that is read, below 0, 0."""
    wide = width / 2 + 5
    frame = f'<path d="M{-wide:g} 2V{height + 12:g}H{wide:g}V2" fill="none" stroke-linejoin="round"'
    head = f'x="{-wide - 4:g}" y="-6" width="{2 * wide + 8:g}" height="13" rx="4"'
    return (
        f'<g pointer-events="none">{frame} stroke="#0008" stroke-width="7"/>{frame} stroke="var(--brass)" '
        f'stroke-width="4.5"/><rect {head} fill="var(--brass)" stroke="#0008"/><rect {head} fill="url(#bevel)"/></g>'
        '<path d="M-8 -3H8L0 7Z" fill="#b3261a" stroke="#000a" stroke-width=".8"/>'
    )


def track_things(view: State, box: Box, me: int) -> Iterator[Thing]:
    """The planning track with the gaps into which cards are inserted, and the reader."""
    places = tape_places(track_places(view, box, me))
    for place, (gap, area) in enumerate(places, 1):
        plan, where = view.sides[me].track[place - 1] - 1, f"place {place}"
        yield gap.thing(f"gap-{place}", "space", art=cut(gap.height - 8), label=f"insert at {where}")
        if plan >= 0:
            yield plan_card(view, box, me, area, plan, where)._replace(id=f"track-{place}")
        else:
            yield area.thing(f"place-{place}", "space", art=blank(*area.size, str(place)), label=f"{where}, empty")
    read = places[min(view.sides[me].pointer, len(places) - 1)][1]
    head = read._replace(height=14).sized(30, 14).moved(0, -12)
    yield head.thing("pointer", "art", art=reader(*read.size), label="instruction pointer", layer=2)


def plan_card(view: State, box: Box, me: int, area: Area, plan: int, where: str, count: int = 1) -> Thing:
    """A planning card."""
    cost = price(view, box, me, plan)
    need = ("", ", needs a weapon", ", needs a ranged weapon", ", needs a shield")[box.plans[plan].needs]
    many = f" ×{count}" if count > 1 else ""
    return area.thing(
        f"hand-{plan_code(box, plan)}", "card", icon=words_of(box.plans[plan].icon), costs=(f"steam {cost}",),
        lines=(plan_name(box, plan).replace("-", " ") + many,),
        label=f"{plan_name(box, plan)}{many}, {cost} steam{need}, {where}", layer=1,
    )  # fmt: skip


@cache
def tape_sign(icon: str, size: float) -> str:
    """A card of a short tape: its sign, printed in ink."""
    area = f'x="{-size / 2:.1f}" y="{-size / 2:.1f}" width="{size:g}" height="{size:g}" rx="4"'
    return (
        f'<rect {area} fill="var(--paper)" stroke="var(--brass)" stroke-width="1.5"/>'
        f"{draw_icon(icon, size - 6, 'var(--paper-ink)')}"
    )


def hand_things(view: State, box: Box, me: int, seat: int) -> Iterator[Thing]:
    """The viewer's hand, one card for each kind with its count; card backs for those who may not see it."""
    side = view.sides[me]
    kinds = [plan for plan in range(box.plan_kinds) if side.hand[plan]]
    if side.hand_size and (seat != me or not kinds):
        cards, words = HAND.inset(3, 22).rows(100, 0)
        yield from backs(
            cards.fan(side.hand_size, 62, 56, 0.5), "unseen", icon="card-draw", label="a card in the hand", layer=1
        )
        yield words.moved(0, 10).text("hand-text", counted(side.hand_size, "card") + " in hand", 15, tint="soft")
    elif kinds:
        rows = -(-len(kinds) // 4)
        per_row = -(-len(kinds) // rows)
        wide = min(88, 258 / per_row) * per_row
        # Buttons that are about the hand stand at its foot.
        is_asked = seat == me and plain(kind)(view) in (Frame.MULLIGAN, Frame.PLAN)
        room = HAND.rows(0, 32)[0] if is_asked else HAND
        places = room.inset(2, 3).sized(wide, room.height - 6).grid(len(kinds), per_row, rows=rows)
        for plan, place in zip(kinds, places, strict=True):
            high = min(128 if rows == 1 else CARD_HEIGHT, place.height - 2)
            area = place.sized(place.width - (2 if rows == 3 else 4), high)
            yield plan_card(view, box, me, area, plan, "in hand", side.hand[plan])
