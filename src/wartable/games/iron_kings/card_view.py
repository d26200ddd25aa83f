"""What lies beside the map: round and piles, what is to be chosen from, treasures and upgrades."""

import math
from collections.abc import Sequence
from functools import cache

from wartable.core.compiled import plain
from wartable.core.frames import NATURE, first_due, kind, top
from wartable.core.icons import draw_icon
from wartable.core.lettering import text
from wartable.core.phrases import count as counted
from wartable.core.record import Record
from wartable.core.scene import Cell, Thing

from .box import words_of
from .facts import (
    SECTION_NAMES,
    plan_name,
    token_name,
    treasure_code,
    treasure_facts,
    treasure_gifts,
    treasure_name,
    upgrade_code,
    upgrade_facts,
    upgrade_name,
)
from .geometry import DIRECTION_CODES, DIRECTION_NAMES
from .map_view import turn_of
from .rules.common import may_tow
from .rules.worker import can_place
from .state import At, DieFrame, Frame, Token, TokenFrame, TreasureFrame
from .words import PASS_LABELS

WIDTH = 424
TABLE_HEIGHT, CARGO_HEIGHT, SUPPLY_HEIGHT = 158, 144, 218
MIDDLE = WIDTH / 2
DRAWN_FOR: dict[int, type[DieFrame | TokenFrame | TreasureFrame]] = {
    Frame.DIE: DieFrame,
    Frame.TOKEN: TokenFrame,
    Frame.TREASURE: TreasureFrame,
}
"""What nature decides for a seat."""
BUTTONS = ("pass", "mulligan", "pay", "tow")
SLOTS_HEIGHT, VAULT_Y, VAULT_HEIGHT = 84, 115, 50
CELLS = {
    "table": (
        Cell(4, 3, 300, 27, fresh=True),
        Cell(4, 31, 306, 20, fresh=True),
        Cell(317, 3, 104, 28, fresh=True),
        Cell(317, 31, 104, 20),
        Cell(0, 52, WIDTH, 79, fresh=True, loose=True),
        Cell(0, 132, WIDTH, 26, fresh=True, loose=True, phone="bar"),
    ),
    "cargo": (
        Cell(0, 2, WIDTH, SLOTS_HEIGHT + 2, fresh=True, loose=True),
        Cell(0, VAULT_Y - VAULT_HEIGHT / 2, WIDTH, VAULT_HEIGHT, fresh=True, loose=True),
    ),
    "supply": (Cell(0, 0, WIDTH, SUPPLY_HEIGHT, fresh=True, loose=True),),
}
"""How a phone, which is not so wide, lays out what lies beside the map."""


def table_things(view: Record, box: Record, seat: int) -> list[Thing]:
    """Round, piles, and whatever is to be chosen from now."""
    limit = f" of {box.rounds}" if box.endings[3] else ""
    balrog = "the Balrog sleeps" if not view.balrog else f"the Balrog rose in round {view.balrog}"
    bag = ", ".join(f"{view.bag[token]} {token_name(box, token).lower()}" for token in (0, 1, 2))
    discarded = sum(view.discard[plan] for plan in range(box.plan_kinds))
    in_all = plans_in(box, [plan.count for plan in box.plans])
    words = f"Round {max(view.rounds, 1)}{limit}; {balrog}"
    things = [
        Thing("round", "text", 152, 17, 288, 13, "table", text=words, shape="left"),
        Thing("bag", "text", 158, 41, 296, 13, "table", tint="soft", text=f"Bag: {bag}", shape="left"),
        Thing(
            "deck", "text", 369, 41, 96, 13, "table", tint="soft", text=f"deck {view.deck_size}", shape="right",
            label=f"planning deck: {counted(view.deck_size, 'card')} left; in all {in_all}",
        ),
        Thing(
            "discard", "space", 369, 17, 100, 25, "table", states=("edged",), text=f"Discard: {discarded}",
            label=f"planning discard pile: {plans_in(box, view.discard) or 'no cards'}",
        ),
    ]  # fmt: skip
    chosen = choice_things(view, box, seat)
    # Buttons leave room above them for what is in stock.
    if all(thing.id in BUTTONS for thing in chosen):
        things += stock_things(view, box, *((88, 0.74) if chosen else (104, 1)))
    return things + chosen


def stock_things(view: Record, box: Record, y: float, scale: float) -> list[Thing]:
    """The bag with what is in it, and the deck, where nothing else is to be chosen from."""
    art, size = f'<g transform="scale({scale:g})">{bag_art()}</g>', 84 * scale
    bag = Thing("bag-picture", "art", 62, y, size, size, "table", art=art, label="the bag of tokens", aside=True)
    things = [bag]
    for number, token in enumerate((Token.GEAR, Token.DAMAGE, Token.TREASURE)):
        count, name = int(view.bag[token]), token_name(box, token).lower()
        things.append(
            Thing(
                f"bag-{Token(token).name.lower()}", "icon", 150 + number * 74, y, 68, 34, "table",
                words_of(box.tokens[token].icon), tint=("brass", "bad", "gold")[number], text=str(count),
                label=f"{count} {name} in the bag",
            )
        )  # fmt: skip
    words = f"{view.deck_size} planning cards to draw"
    deck = Thing(
        "deck-picture", "card", 384, y, 58 * scale, 80 * scale, "table", "card-draw", states=("back",),
        text=str(view.deck_size), label=words,
    )  # fmt: skip
    return [*things, deck]


@cache
def bag_art() -> str:
    """A leather bag, tied at its neck."""
    body = '<path d="M-10 -20Q-40 4 -34 26Q-30 40 0 40Q30 40 34 26Q40 4 10 -20Z"'
    return (
        '<ellipse cy="38" rx="42" ry="9" fill="url(#under)"/>'
        f'{body} fill="#7a4f2a" stroke="#2c1a0b" stroke-width="2"/>{body} fill="url(#bevel)"/>'
        '<path d="M-10 -20L-17 -38Q-6 -32 0 -39Q7 -32 17 -38L10 -20Z" fill="#8d5d33" stroke="#2c1a0b"/>'
        '<path d="M-13 -19h26" stroke="#d8b06a" stroke-width="4" stroke-linecap="round"/>'
    )


def plans_in(box: Record, counts: Sequence[int]) -> str:
    """How many planning cards of each kind: `9 Step, 7 Stride`."""
    return ", ".join(f"{counts[plan]} {plan_name(box, plan)}" for plan in range(box.plan_kinds) if counts[plan])


def choice_things(view: Record, box: Record, seat: int) -> list[Thing]:
    asked = plain(kind)(view)
    due = plain(first_due)(view)
    things = []
    offered = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.OFFERED]
    for number, card in enumerate(offered):
        x = MIDDLE + (number - (len(offered) - 1) / 2) * min(136.0, 414 / len(offered))
        things.append(treasure_card(view, box, card, x, 90, "table"))
    tokens = [token for token in range(3) for _ in range(view.drawn[token])]
    for number, token in enumerate(tokens):
        x = MIDDLE + (number - (len(tokens) - 1) / 2) * 76
        id = f"token-{Token(token).name.lower()}" + ("" if token not in tokens[:number] else f"-{number}")
        icon = words_of(box.tokens[token].icon)
        things.append(
            Thing(
                id, "space", x, 90, 72, 70, "table", icon, states=("edged",), tint="panel",
                text=token_name(box, token), label=f"{token_name(box, token)} token",
            )
        )  # fmt: skip
    if asked == Frame.FACE:
        things += [face_thing(direction) for direction in range(6)]
    if asked in DRAWN_FOR:
        about = top(view, DRAWN_FOR[asked]).seat
        things.append(Thing("about", "text", MIDDLE, 142, 404, 14, "table", text=f"for {{{about}}}", tint="soft"))
    if seat == due and due != NATURE:
        things += button_things(view, box, seat, asked)
    return things


def face_thing(direction: int) -> Thing:
    angle = math.radians(turn_of(direction) - 90)
    x, y = MIDDLE + 78 * math.cos(angle), 105 + 27 * math.sin(angle)
    return Thing(
        f"face-{DIRECTION_CODES[direction]}", "space", x, y, 42, 42, "table", shape="circle", states=("edged",),
        art=arrow(turn_of(direction)), label=f"face {DIRECTION_NAMES[direction]}",
    )  # fmt: skip


@cache
def arrow(turn: float) -> str:
    """An arrow of brass that points a way, in degrees clockwise from up."""
    return (
        f'<g transform="rotate({turn:g})"><path d="M0 -14L10 2H4V13H-4V2H-10Z" fill="var(--brass)" stroke="#0009" '
        'stroke-width="1.2" stroke-linejoin="round"/></g>'
    )


def button_things(view: Record, box: Record, seat: int, asked: int) -> list[Thing]:
    """Declining, and the answers that no piece on the table stands for."""
    buttons = {}
    if asked in PASS_LABELS:
        buttons["pass"] = PASS_LABELS[Frame(asked)]
    if asked == Frame.MULLIGAN:
        buttons["mulligan"] = "Take a mulligan"
    if asked == Frame.MORE:
        buttons["pay"] = f"Spend {box.repair_price} iron"
    if asked == Frame.WORK and can_place(view, box, seat):
        buttons.clear()
    if asked == Frame.WORK and may_tow(view, box, seat):
        buttons["tow"] = "Have the King towed home"
    return [
        Thing(
            id, "space", MIDDLE + (number - (len(buttons) - 1) / 2) * 206, 142, 200, 28, "table", states=("edged",),
            text=words, tint="panel", label=words,
        )
        for number, (id, words) in enumerate(buttons.items())
    ]  # fmt: skip


def treasure_card(view: Record, box: Record, card: int, x: float, y: float, panel: str, small: bool = False) -> Thing:
    facts = treasure_facts(view, box, card)
    id = f"treasure-{treasure_code(box, card)}"
    label = f"{treasure_name(box, card)}: {facts}; scrap gives {treasure_gifts(box, card)}"
    icon = words_of(box.treasures[card].icon)
    if small:
        words = str(box.treasures[card].points)
        return Thing(
            id,
            "icon",
            x,
            y,
            52,
            28,
            panel,
            icon,
            text=words,
            tint="ink",
            states=("damaged",) * bool(view.dents[card]),
            label=label,
            layer=1,
        )
    return Thing(
        id, "card", x, y, 132, 72, panel, icon, text=treasure_name(box, card), lines=tuple(facts.split(", ", 1)),
        label=label, layer=1,
    )  # fmt: skip


def cargo_things(view: Record, box: Record, me: int) -> list[Thing]:
    """The King's slots, and the treasures in the Holdfast."""
    slots, vault = "equipment slots of the King", "treasures in the Holdfast"
    things = [
        Thing(
            "slots", "space", MIDDLE, 45, WIDTH - 8, SLOTS_HEIGHT, "cargo", states=("edged",), label=slots, aside=True
        ),
        Thing(
            "vault",
            "space",
            MIDDLE,
            VAULT_Y,
            WIDTH - 8,
            VAULT_HEIGHT,
            "cargo",
            states=("edged",),
            label=vault,
            aside=True,
        ),
    ]
    carried = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.CARRIED + me]
    home = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.HOME + me]
    step = min(137.0, 412 / max(box.slots, 1))
    for number in range(box.slots):
        x = MIDDLE + (number - (box.slots - 1) / 2) * step
        if number < len(carried):
            things.append(treasure_card(view, box, carried[number], x, 45, "cargo"))
        else:
            things.append(
                Thing(
                    f"slot-{number + 1}", "art", x, 45, step - 5, 72, "cargo", art=socket(step - 5), label="empty slot"
                )
            )
    rows = 1 if len(home) <= 7 else 2
    per_row = max(7, -(-len(home) // rows))
    for number, card in enumerate(home):
        x = 38 + number % per_row * (348 / max(per_row - 1, 1))
        y = VAULT_Y if rows == 1 else VAULT_Y - 12 + number // per_row * 24
        things.append(
            treasure_card(view, box, card, x, y, "cargo", small=True)._replace(height=28 if rows == 1 else 22)
        )
    if not home:
        things.append(
            Thing("vault-title", "text", MIDDLE, VAULT_Y, 350, 13, "cargo", text="treasures brought home", tint="soft")
        )
    return things


@cache
def socket(wide: float) -> str:
    """Where the King can carry a treasure: a plate with a rivet in each corner, and faintly a chest."""
    half = wide / 2
    rivets = "".join(
        f'<circle cx="{a * (half - 9):.1f}" cy="{b * 27}" r="2.6" fill="var(--edge)" stroke="#0008"/>'
        for a in (-1, 1)
        for b in (-1, 1)
    )
    return (
        f'<rect x="{-half:.1f}" y="-36" width="{wide:.1f}" height="72" rx="7" fill="#0002" stroke="#000a" '
        f'stroke-width="2"/>{rivets}<g transform="translate(0 -9)" opacity=".35">'
        f"{draw_icon('open-treasure-chest', 40, 'var(--soft)')}</g>{text('empty slot', 0, 28, 14, 'var(--soft)')}"
    )


def supply_things(view: Record, box: Record) -> list[Thing]:
    """Upgrades that can still be bought, by section."""
    things = []
    columns: dict[int, int] = {}
    most = max(sum(u.section == section for u in box.upgrades[: box.upgrade_cards]) for section in range(3))
    step = (SUPPLY_HEIGHT - 4) / max(most, 4)
    for card in range(box.upgrade_cards):
        upgrade = box.upgrades[card]
        row = columns.setdefault(upgrade.section, 0)
        columns[upgrade.section] += 1
        facts = upgrade_facts(box, card)
        label = f"{upgrade_name(box, card)}, {SECTION_NAMES[upgrade.section]}, {upgrade.iron} iron: {facts}"
        x, y = 72 + upgrade.section * 140, 2 + step / 2 + row * step
        things.append(
            Thing(
                f"upgrade-{upgrade_code(box, card)}", "card", x, y, 136, step - 3, "supply",
                text=upgrade_name(box, card), lines=tuple(facts.split(", ")), costs=(f"iron {upgrade.iron}",),
                states=("spent",) if view.sold[card] else (), label=label + (", sold" if view.sold[card] else ""),
            )
        )  # fmt: skip
    return things
