"""The program as a punched tape that runs through a reader, and the hand beside it."""

from functools import cache

from wartable.core.phrases import count as counted
from wartable.drawing.icons import draw_icon
from wartable.drawing.lettering import text
from wartable.drawing.scene import Thing

from .box import Box, words_of
from .names import plan_code, plan_name
from .rules.common import price, track_places
from .state import State

CARD_WIDTH, CARD_HEIGHT = 60, 74
TAPE_STEP, LONG_STEP, GAP = 78, 96.5, 26
"""From one place of the track to the next, and how wide the gap before it is for a finger, which a card is put into."""
TALL_CARD, WIDE_CARD = 128, 88.0
"""The height of a card in a hand of one row, and the most that a card takes across."""
HAND_WIDTH, TRACK_WIDTH = 262, 398
TAPE = 5
"""So many places lie in one row."""


def tape_place(place: int, places: int) -> tuple[float, float, float, float]:
    """Middle and size of a place of the track, a gap before each: five in one row, longer tapes in two of four."""
    if places <= TAPE:
        return 53 + place * TAPE_STEP, 88, 56, 112
    return 65 + place % 4 * LONG_STEP, 45 + place // 4 * 82, 70, CARD_HEIGHT


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


def track_things(view: State, box: Box, me: int) -> list[Thing]:
    """The planning track with the gaps into which cards are inserted, and the reader."""
    things = []
    places = track_places(view, box, me)
    step = TAPE_STEP if places <= TAPE else LONG_STEP
    for place in range(places):
        x, y, width, height = tape_place(place, places)
        plan = view.sides[me].track[place] - 1
        things.append(
            Thing(
                f"gap-{place + 1}", "space", x - step / 2, y, GAP, height, "track", art=cut(height - 8),
                label=f"insert at place {place + 1}",
            )
        )  # fmt: skip
        if plan >= 0:
            card = plan_card(view, box, me, "track", plan, f"place {place + 1}")
            things.append(card._replace(id=f"track-{place + 1}", x=x, y=y, width=width, height=height))
        else:
            things.append(
                Thing(
                    f"place-{place + 1}", "space", x, y, width, height, "track",
                    art=blank(width, height, str(place + 1)), label=f"place {place + 1}, empty",
                )
            )  # fmt: skip
    x, y, width, height = tape_place(min(view.sides[me].pointer, places - 1), places)
    things.append(
        Thing(
            "pointer", "art", x, y - height / 2 - 5, 30, 14, "track", art=reader(width, height),
            label="instruction pointer", layer=2,
        )
    )  # fmt: skip
    return things


def plan_card(view: State, box: Box, me: int, panel: str, plan: int, where: str, count: int = 1) -> Thing:
    """A planning card, to be put in its place."""
    cost = price(view, box, me, plan)
    need = ("", ", needs a weapon", ", needs a ranged weapon", ", needs a shield")[box.plans[plan].needs]
    many = f" ×{count}" if count > 1 else ""
    return Thing(
        f"hand-{plan_code(box, plan)}", "card", 0, 0, CARD_WIDTH, CARD_HEIGHT, panel, words_of(box.plans[plan].icon),
        costs=(f"steam {cost}",), lines=(plan_name(box, plan).replace("-", " ") + many,),
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


def closed_hand(count: int) -> list[Thing]:
    """A hand that is not seen: the backs of its cards."""
    step = min(56.0, 194 / max(1, count - 1))
    backs = [
        Thing(
            f"unseen-{number + 1}", "card", HAND_WIDTH / 2 + (number - (count - 1) / 2) * step, 72, 62, 100, "hand",
            "card-draw", states=("back",), label="a card in the hand", layer=1,
        )
        for number in range(count)
    ]  # fmt: skip
    words = counted(count, "card") + " in hand"
    return [*backs, Thing("hand-text", "text", HAND_WIDTH / 2, 146, 250, 15, "hand", tint="soft", text=words)]


def hand_things(view: State, box: Box, me: int, seat: int) -> list[Thing]:
    """The viewer's hand, one card for each kind with its count; card backs for those who may not see it."""
    side = view.sides[me]
    if not side.hand_size:
        return []
    kinds = [plan for plan in range(box.plan_kinds) if side.hand[plan]]
    if seat != me or not kinds:
        return closed_hand(side.hand_size)
    rows = 1 if len(kinds) <= 4 else 2 if len(kinds) <= 8 else 3
    per_row = -(-len(kinds) // rows)
    step, down = min(WIDE_CARD, (HAND_WIDTH - 4) / per_row), 164 / rows
    left = (HAND_WIDTH - step * per_row) / 2
    tallest = TALL_CARD if rows == 1 else CARD_HEIGHT
    things = []
    for number, plan in enumerate(kinds):
        card = plan_card(view, box, me, "hand", plan, "in hand", side.hand[plan])
        x, y = left + step * (number % per_row + 0.5), 3 + down * (number // per_row + 0.5)
        width = step - (2 if rows == 3 else 4)
        things.append(card._replace(x=x, y=y, width=width, height=min(tallest, down - 2)))
    return things
