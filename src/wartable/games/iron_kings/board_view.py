"""The players' boards as things on the table: the viewer's large, the others' small."""

import math
from functools import cache

from wartable.core.icons import draw_icon
from wartable.core.lettering import fit, text
from wartable.core.phrases import count as counted
from wartable.core.record import Record
from wartable.core.scene import Thing

from .box import words_of
from .facts import SECTION_NAMES, SIZES, SPACE_CODES, plan_code, plan_name, space_name, upgrade_name
from .rules.common import home_points, most_steam, points, price, track_places
from .state import KING_SPACES, SPACES, Store, Worker
from .world import WORLD

CARD_WIDTH, CARD_HEIGHT = 60, 74
TAPE_STEP, LONG_STEP, GAP = 78, 96.5, 26
"""From one place of the track to the next, and how wide the gap before it is for a finger, which a card is put into."""
TALL_CARD, WIDE_CARD = 128, 88.0
"""The height of a card in a hand of one row, and the most that a card takes across."""
HAND_WIDTH = 262
HURT_ICON = "cracked-shield"
TAPE = 5
STORE_TINTS = ("wood", "coal", "well", "steel")
SMALL = 40
"""A space that is not higher has no words."""


def me_things(view: Record, box: Record, me: int, seat: int) -> list[Thing]:
    things = store_things(view, box, me)
    for space in range(SPACES):
        x, y = _space_place(space)
        panel = "king" if space < KING_SPACES else "holdfast"
        words = space_name(box, space).removeprefix("Holdfast ")
        things += space_things(view, box, me, space, x, y, 98 if panel == "king" else 85, 66, panel, words)
    for section in range(3):
        card = view.sides[me].fitted[section] - 1
        words = SECTION_NAMES[section] if card < 0 else fit(upgrade_name(box, card), 98, 13, WORLD.text_face)
        things.append(
            Thing(f"section-{section}", "text", 53 + section * 100, 15, 98, 13, "king", tint="soft", text=words)
        )
    things.append(
        Thing("holdfast-title", "text", 90, 15, 172, 13, "holdfast", tint="soft", text="Holdfast, while docked")
    )
    return things + track_things(view, box, me) + hand_things(view, box, me, seat)


def _space_place(space: int) -> tuple[float, float]:
    if space < KING_SPACES:
        return 53 + space // 2 * 100, 61 + space % 2 * 70
    return 46.5 + (space - KING_SPACES) % 2 * 87, 61 + (space - KING_SPACES) // 2 * 70


def store_things(view: Record, box: Record, me: int) -> list[Thing]:
    side = view.sides[me]
    most = most_steam(view, box, me)
    total, home = points(view, box, me), home_points(view, box, me)
    things = [
        Thing("name-me", "text", 95, 18, 176, 17, "me", seat=me, text=f"{{{me}}}", states=("strong",)),
        Thing(
            "points-me", "text", 62, 40, 112, 14, "me", text=f"{home} home, {total - home} aboard", shape="left",
            label=f"{counted(home, 'point')} in the Holdfast, {total - home} carried",
        ),
        Thing(
            "steam-me", "art", 152, 68, 70, 70, "me", seat=me, art=dial(side.steam, most),
            label=f"{side.steam} of {most} steam",
        ),
    ]  # fmt: skip
    for store in Store:
        x, y = 30 + store % 2 * 52, 64 + store // 2 * 27
        name = words_of(box.stores[store].name)
        things.append(
            Thing(
                f"store-{store.name.lower()}", "icon", x, y, 46, 22, "me", words_of(box.stores[store].icon),
                text=str(side.stores[store]), tint=STORE_TINTS[store], label=f"{side.stores[store]} {name.lower()}",
            )
        )  # fmt: skip
    for worker in (Worker.SMALL, Worker.BIG):
        size = 32 if worker == Worker.SMALL else 40
        count = side.rested[worker]
        label = f"{count} {SIZES[worker - 1]} worker{'s' if count != 1 else ''} rested"
        states = () if count else ("spent",)
        things.append(
            Thing(
                f"rested-{SIZES[worker - 1]}", "cube", 32 + (worker - 1) * 48, 126, size, size, "me", seat=me,
                states=states, text=str(count), label=label,
            )
        )  # fmt: skip
    things.append(
        Thing(
            "wilderness-me", "icon", 148, 126, 64, 28, "me", "dead-wood", text=str(side.wilderness), tint="soft",
            label=f"{side.wilderness} workers in the Wilderness",
        )
    )  # fmt: skip
    things.append(Thing("rested-title", "text", 56, 157, 96, 13, "me", tint="soft", text="rested"))
    things.append(Thing("wilderness-title", "text", 146, 157, 84, 13, "me", tint="soft", text="wilderness"))
    return things


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


def space_things(
    view: Record,
    box: Record,
    seat: int,
    space: int,
    x: float,
    y: float,
    width: float,
    height: float,
    panel: str,
    words: str,
) -> list[Thing]:
    """A worker space with its worker and its damage."""
    side = view.sides[seat]
    mine = not panel.startswith("other")
    large = height > SMALL
    name = f"space-{SPACE_CODES[space]}" if mine else f"space-{seat}-{SPACE_CODES[space]}"
    worker, hurt = side.spaces[space], space < KING_SPACES and side.damage[space]
    closed = space >= KING_SPACES and side.hex != side.home
    label = space_name(box, space)
    label += f", {SIZES[worker - 1]} worker" if worker else ""
    label += ", damaged" if hurt else ", closed" if closed else ""
    states = ("edged", "spent") if closed or hurt else ("edged",)
    things = [
        Thing(
            name, "space", x, y, width, height, panel, words_of(box.spaces[space].icon), states=states,
            text=words, tint="panel", label=label,
        )
    ]  # fmt: skip
    corner = min(width, height) * 0.5 - 13
    if worker:
        size = (24 if large else 16) + (8 if worker == Worker.BIG else 0)
        things.append(
            Thing(
                f"worker-{seat}-{SPACE_CODES[space]}", "cube", x - width / 2 + size / 2 + 2, y - corner + 2, size, size,
                panel, seat=seat, label=f"{SIZES[worker - 1]} worker on {space_name(box, space)}", layer=2,
            )
        )  # fmt: skip
    if hurt:
        sign = min(44.0, height - 22) if large else 30.0
        things.append(
            Thing(
                f"damage-{seat}-{SPACE_CODES[space]}", "icon", x, y - (6 if large else 0), sign, sign, panel, HURT_ICON,
                tint="bad", label=f"damage on {space_name(box, space)}", layer=3,
            )
        )  # fmt: skip
    return things


def tape_place(place: int, places: int) -> tuple[float, float, float, float]:
    """Middle and size of a place of the track, a gap before each: five in one row, longer tapes in two of four."""
    if places <= TAPE:
        return 53 + place * TAPE_STEP, 92, 56, 118
    return 65 + place % 4 * LONG_STEP, 47 + place // 4 * 82, 70, CARD_HEIGHT


def tape() -> str:
    """The punched tape on which the program lies."""
    holes = "".join(
        f'<circle cx="{14 + 23.1 * n:g}" cy="{y}" r="3.5" fill="#0009" stroke="#fff2"/>'
        for n in range(17)
        for y in (17, 160)
    )
    return f'<rect x="2" y="8" width="394" height="160" rx="4" fill="#0003"/>{holes}'


@cache
def rail(height: float) -> str:
    """A bar of the reader between two cards."""
    area = f'x="-5.5" y="{-height / 2:g}" width="11" height="{height:g}" rx="4"'
    return f'<rect {area} fill="var(--edge)"/><rect {area} fill="url(#sheen)"/>'


def track_things(view: Record, box: Record, me: int) -> list[Thing]:
    """The planning track with the gaps into which cards are inserted, and the pointer."""
    things = []
    places = track_places(view, box, me)
    step = TAPE_STEP if places <= TAPE else LONG_STEP
    for place in range(places):
        x, y, width, height = tape_place(place, places)
        plan = view.sides[me].track[place] - 1
        things.append(
            Thing(
                f"gap-{place + 1}", "space", x - step / 2, y, GAP, height, "track", art=rail(height),
                label=f"insert at place {place + 1}",
            )
        )  # fmt: skip
        if plan >= 0:
            card = plan_card(view, box, me, "track", plan, f"place {place + 1}")
            things.append(card._replace(id=f"track-{place + 1}", x=x, y=y, width=width, height=height))
        else:
            things.append(
                Thing(
                    f"place-{place + 1}", "space", x, y, width, height, "track", states=("edged",),
                    text=str(place + 1), label=f"place {place + 1}, empty",
                )
            )  # fmt: skip
    x, y, _, height = tape_place(min(view.sides[me].pointer, places - 1), places)
    things.append(
        Thing(
            "pointer",
            "text",
            x,
            y - height / 2 - 4,
            20,
            14,
            "track",
            text="▼",
            states=("strong",),
            label="instruction pointer",
            layer=2,
        )
    )
    return things


def plan_card(view: Record, box: Record, me: int, panel: str, plan: int, where: str, count: int = 1) -> Thing:
    """A planning card, to be put in its place."""
    cost = price(view, box, me, plan)
    need = ("", ", needs a weapon", ", needs a ranged weapon", ", needs a shield")[box.plans[plan].needs]
    return Thing(
        f"hand-{plan_code(box, plan)}", "card", 0, 0, CARD_WIDTH, CARD_HEIGHT, panel, words_of(box.plans[plan].icon),
        costs=(f"steam {cost}",), lines=(plan_name(box, plan).replace("-", " ") + (f" ×{count}" if count > 1 else ""),),
        label=f"{plan_name(box, plan)}, {cost} steam{need}, {where}{f', {count} of them' if count > 1 else ''}",
        layer=1,
    )  # fmt: skip


def closed_hand(count: int) -> list[Thing]:
    """A hand that is not seen, or has no cards: the backs of some of them, or where they will lie."""
    words = counted(count, "card") + " in hand" if count else "no cards in hand"
    step = min(56.0, 194 / max(1, count - 1))
    backs = [
        Thing(
            f"unseen-{number + 1}", "card", HAND_WIDTH / 2 + (number - (count - 1) / 2) * step, 72, 62, 100, "hand",
            "card-draw", states=("back",), label="a card in the hand", layer=1,
        )
        for number in range(count)
    ]  # fmt: skip
    places = [
        Thing(
            f"hand-place-{number + 1}", "art", HAND_WIDTH / 2 + (number - 2) * 51, 72, 48, 100, "hand",
            art=card_place(), label=words, aside=True,
        )
        for number in range(0 if count else TAPE)
    ]  # fmt: skip
    return [*backs, *places, Thing("hand-text", "text", HAND_WIDTH / 2, 146, 250, 15, "hand", tint="soft", text=words)]


@cache
def card_place() -> str:
    """Where a card of the hand will lie."""
    return (
        '<rect x="-24" y="-50" width="48" height="100" rx="7" fill="#0002" stroke="var(--edge)" stroke-width="1.5" '
        f'stroke-dasharray="5 5"/><g opacity=".3">{draw_icon("card-draw", 34, "var(--soft)")}</g>'
    )


def hand_things(view: Record, box: Record, me: int, seat: int) -> list[Thing]:
    """The viewer's hand, one card for each kind with its count; a card back for those who may not see it."""
    side = view.sides[me]
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
