"""What lies beside the map: round and piles, what is to be chosen from, treasures and upgrades."""

import math

from wartable.core.compiled import plain
from wartable.core.frames import NATURE, first_due, kind
from wartable.core.record import Record
from wartable.core.scene import Thing

from .box import words_of
from .facts import (
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
from .rules.worker import can_place
from .state import At, Frame, Token
from .words import PASS_LABELS

SECTION_NAMES = ("Head", "Torso", "Legs")


def table_things(view: Record, box: Record, seat: int) -> list[Thing]:
    """Round, piles, and whatever is to be chosen from now."""
    limit = f" of {box.rounds}" if box.endings[3] else ""
    balrog = "the Balrog sleeps" if not view.balrog else f"the Balrog rose in round {view.balrog}"
    bag = ", ".join(f"{view.bag[token]} {token_name(box, token).lower()}" for token in (0, 1, 2))
    things = [
        Thing("round", "text", 194, 18, 370, 15, "table", text=f"Round {max(view.rounds, 1)}{limit}; {balrog}"),
        Thing("bag", "text", 194, 39, 370, 13, "table", tint="soft", text=f"Bag: {bag}"),
        Thing("deck", "text", 120, 61, 220, 13, "table", tint="soft", text=f"Planning deck: {view.deck_size}"),
        Thing(
            "discard", "space", 302, 61, 140, 24, "table", states=("edged",),
            text=f"Discard: {sum(view.discard[plan] for plan in range(box.plan_kinds))}", label="planning discard pile",
        ),
    ]  # fmt: skip
    return things + choice_things(view, box, seat)


def choice_things(view: Record, box: Record, seat: int) -> list[Thing]:
    asked = plain(kind)(view)
    due = plain(first_due)(view)
    things = []
    offered = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.OFFERED]
    for number, card in enumerate(offered):
        x = 194 + (number - (len(offered) - 1) / 2) * min(124.0, 370 / len(offered))
        things.append(treasure_card(view, box, card, x, 124, "table"))
    tokens = [token for token in range(3) for _ in range(view.drawn[token])]
    for number, token in enumerate(tokens):
        x = 194 + (number - (len(tokens) - 1) / 2) * 76
        id = f"token-{Token(token).name.lower()}" + ("" if token not in tokens[:number] else f"-{number}")
        icon = words_of(box.tokens[token].icon)
        things.append(
            Thing(
                id, "space", x, 122, 70, 76, "table", icon, states=("edged",), tint="panel",
                text=token_name(box, token), label=f"{token_name(box, token)} token",
            )
        )  # fmt: skip
    if asked == Frame.FACE:
        things += [face_thing(direction) for direction in range(6)]
    if asked == Frame.DIE or asked in (Frame.TOKEN, Frame.TREASURE):
        about = view.head.frames[view.head.depth - 1].a
        things.append(Thing("about", "text", 194, 190, 340, 14, "table", text=f"for {{{about}}}", tint="soft"))
    if seat == due and due != NATURE:
        things += button_things(view, box, seat, asked)
    return things


def face_thing(direction: int) -> Thing:
    angle = math.radians(turn_of(direction) - 90)
    x, y = 194 + 50 * math.cos(angle), 140 + 50 * math.sin(angle)
    return Thing(
        f"face-{DIRECTION_CODES[direction]}", "space", x, y, 44, 44, "table", shape="circle", states=("edged",),
        text=DIRECTION_CODES[direction], label=f"face {DIRECTION_NAMES[direction]}",
    )  # fmt: skip


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
    return [
        Thing(
            id, "space", 194 + (number - (len(buttons) - 1) / 2) * 186, 192, 180, 28, "table", states=("edged",),
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
        id, "card", x, y, 120, 102, panel, icon, text=treasure_name(box, card), lines=tuple(facts.split(", ", 1)),
        label=label, layer=1,
    )  # fmt: skip


def cargo_things(view: Record, box: Record, me: int) -> list[Thing]:
    """The King's slots, and the treasures in the Holdfast."""
    things = [
        Thing("slots", "space", 194, 62, 380, 110, "cargo", states=("edged",), label="equipment slots of the King"),
        Thing("vault", "space", 194, 149, 380, 56, "cargo", states=("edged",), label="treasures in the Holdfast"),
    ]
    carried = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.CARRIED + me]
    home = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.HOME + me]
    step = min(125.0, 376 / max(box.slots, 1))
    for number in range(box.slots):
        x = 194 + (number - (box.slots - 1) / 2) * step
        if number < len(carried):
            things.append(treasure_card(view, box, carried[number], x, 62, "cargo"))
        else:
            things.append(
                Thing(
                    f"slot-{number + 1}",
                    "text",
                    x,
                    62,
                    110,
                    13,
                    "cargo",
                    text="empty slot",
                    tint="soft",
                    label="empty slot",
                )
            )
    rows = 1 if len(home) <= 6 else 2
    per_row = max(6, -(-len(home) // rows))
    for number, card in enumerate(home):
        x = 38 + number % per_row * (312 / max(per_row - 1, 1))
        y = 149 if rows == 1 else 136 + number // per_row * 27
        things.append(treasure_card(view, box, card, x, y, "cargo", small=True))
    if not home:
        things.append(
            Thing("vault-title", "text", 194, 149, 350, 13, "cargo", text="treasures brought home", tint="soft")
        )
    return things


def supply_things(view: Record, box: Record) -> list[Thing]:
    """Upgrades that can still be bought, by section."""
    things = []
    columns: dict[int, int] = {}
    most = max(sum(u.section == section for u in box.upgrades[: box.upgrade_cards]) for section in range(3))
    step = 244 / max(most, 4)
    for card in range(box.upgrade_cards):
        upgrade = box.upgrades[card]
        row = columns.setdefault(upgrade.section, 0)
        columns[upgrade.section] += 1
        facts = upgrade_facts(box, card)
        first, _, rest = facts.partition(", ")
        label = f"{upgrade_name(box, card)}, {SECTION_NAMES[upgrade.section]}, {upgrade.iron} iron: {facts}"
        x, y = 68 + upgrade.section * 126, 3 + step / 2 + row * step
        things.append(
            Thing(
                f"upgrade-{upgrade_code(box, card)}", "card", x, y, 123, step - 3, "supply",
                text=upgrade_name(box, card), lines=(f"{upgrade.iron} iron, {first}", *([rest] if rest else [])),
                states=("spent",) if view.sold[card] else (), label=label + (", sold" if view.sold[card] else ""),
            )
        )  # fmt: skip
    return things
