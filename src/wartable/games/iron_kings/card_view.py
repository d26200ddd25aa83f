"""What lies beside the map: round and piles, what is to be chosen from, treasures and upgrades."""

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from wartable.compiler.mode import plain
from wartable.core.frames import NATURE, first_due, kind, top
from wartable.core.phrases import count as counted
from wartable.drawing.icons import draw_icon
from wartable.drawing.lettering import text
from wartable.drawing.scene import Cell, Mark, Panel, Thing

from .box import Box, words_of
from .decisions.decline import SAYS
from .geometry import DIRECTION_CODES, DIRECTION_NAMES
from .machine_view import Area, rivets
from .map_view import turn_of
from .names import (
    SECTION_NAMES,
    balrog_words,
    plan_name,
    token_name,
    treasure_code,
    treasure_facts,
    treasure_gifts,
    treasure_name,
    treasure_print,
    upgrade_code,
    upgrade_facts,
    upgrade_name,
    upgrade_print,
)
from .rules.common import may_tow
from .rules.worker import can_place
from .state import At, DieFrame, Frame, State, Token, TokenFrame, TreasureFrame

WIDTH, HEIGHT, GAP = 424, 536, 8
TABLE_HEIGHT = 150
MIDDLE = WIDTH / 2
DRAWN_FOR: dict[int, type[DieFrame | TokenFrame | TreasureFrame]] = {
    Frame.DIE: DieFrame,
    Frame.TOKEN: TokenFrame,
    Frame.TREASURE: TreasureFrame,
}
"""What nature decides for a seat."""
BUTTONS = ("pass", "mulligan", "pay", "tow")
BUTTON_Y, LOWER = 134, 14
SLOTS_HEIGHT, VAULT_HEIGHT = 74, 36
PILE_X = 318
"""Where deck and discard pile lie, right of what is in the bag."""
TABLE_CELLS = (
    Cell(2, 2, WIDTH - 4, 120, fresh=True),
    Cell(0, 123, WIDTH, 27, fresh=True, loose=True, phone="bar"),
)
"""How a phone, which is not so wide, lays out the bag and the piles."""
OFFER_CELLS = (
    Cell(2, 3, WIDTH - 4, 26, fresh=True),
    Cell(0, 30, WIDTH, 92, fresh=True, loose=True),
    Cell(0, 123, WIDTH, 27, fresh=True, loose=True, phone="bar"),
)
"""The same while cards are offered, each of which lies by itself."""


class Beside(NamedTuple):
    """How high the panels beside the map are now; what is empty is not there."""

    slots: float
    vault: float

    @property
    def cargo(self) -> float:
        return self.slots + self.vault + (4 if self.slots and self.vault else 0)

    @property
    def supply(self) -> float:
        return HEIGHT - TABLE_HEIGHT - GAP - (self.cargo + GAP if self.cargo else 0)


def beside_map(view: State, box: Box, me: int) -> Beside:
    """Slots where the King carries something or could take it aboard, the vault where something is or could be."""
    side = view.sides[me]
    carried, home = held(view, box, At.CARRIED + me), held(view, box, At.HOME + me)
    docked = side.hex == side.home
    slots = SLOTS_HEIGHT if carried or (home and docked) else 0
    return Beside(slots, VAULT_HEIGHT if home or (carried and docked) else 0)


def held(view: State, box: Box, where: int) -> list[int]:
    """The treasures that are there."""
    return [card for card, at in enumerate(view.treasure_at.tolist()[: box.treasure_cards]) if at == where]


def beside_panels(view: State, box: Box, me: int, x: float, y: float) -> list[Panel]:
    """The table, what the King carries and has brought home, and the upgrades, one below the other."""
    beside = beside_map(view, box, me)
    cells = OFFER_CELLS if held(view, box, At.OFFERED) else TABLE_CELLS
    panels = [Panel("table", "", x, y, WIDTH, TABLE_HEIGHT, phone="hand", cells=cells)]
    y += TABLE_HEIGHT + GAP
    if beside.cargo:
        runs = [Cell(0, 0, WIDTH, beside.slots, fresh=True, loose=True)] if beside.slots else []
        if beside.vault:
            runs.append(Cell(0, beside.cargo - beside.vault, WIDTH, beside.vault, fresh=True, loose=True))
        panels.append(Panel("cargo", "", x, y, WIDTH, beside.cargo, phone="hand", cells=tuple(runs)))
        y += beside.cargo + GAP
    supply = (Cell(0, 0, WIDTH, beside.supply, fresh=True, loose=True),)
    return [*panels, Panel("supply", "", x, y, WIDTH, beside.supply, phone="hand", cells=supply)]


def table_things(view: State, box: Box, seat: int) -> list[Thing]:
    """Round, piles, and whatever is to be chosen from now."""
    limit = f" of {box.rounds}" if box.endings[3] else ""
    balrog = "the Balrog sleeps" if not view.balrog else f"the Balrog rose in round {view.balrog}"
    words = f"Round {max(view.rounds, 1)}{limit}; {balrog}"
    label = f"Round {max(view.rounds, 1)}{limit}: {balrog_words(view, box)}"
    things = [Thing("round", "text", 154, 16, 292, 14, "table", text=words, shape="left", label=label)]
    chosen = choice_things(view, box, seat)
    if held(view, box, At.OFFERED):
        things += small_piles(view, box)
    else:
        # Where no button lies below them, bag and piles stand in the middle.
        down = 0 if any(thing.id in (*BUTTONS, "about") for thing in chosen) else LOWER
        stock = pile_things(view, box) + (bag_things(view, box) if plain(kind)(view) != Frame.FACE else [])
        things += [thing._replace(y=thing.y + down) for thing in stock]
    return things + chosen


def pile_labels(view: State, box: Box) -> tuple[str, str]:
    in_all = plans_in(box, [plan.count for plan in box.plans])
    return (
        f"planning deck: {counted(view.deck_size, 'card')} left; in all {in_all}",
        f"planning discard pile: {plans_in(box, view.discard.tolist()) or 'no cards'}",
    )


def small_piles(view: State, box: Box) -> list[Thing]:
    """Deck and discard pile as signs, while cards that are offered need the room."""
    things = []
    sizes = (view.deck_size, sum(view.discard[plan] for plan in range(box.plan_kinds)))
    for number, (id, icon, size, label) in enumerate(
        zip(("deck", "discard"), ("card-draw", "card-discard"), sizes, pile_labels(view, box), strict=True)
    ):
        x = PILE_X + 26 + number * 52
        things.append(Thing(id, "icon", x, 16, 48, 22, "table", icon, text=str(size), tint="soft", label=label))
    return things


def pile_things(view: State, box: Box) -> list[Thing]:
    """The deck, face down, and the discard pile, which is where cards of the track go."""
    discarded = sum(view.discard[plan] for plan in range(box.plan_kinds))
    deck, discard = pile_labels(view, box)
    return [
        Thing(
            "deck", "card", PILE_X + 24, 52, 46, 66, "table", "card-draw", states=("back",), text=str(view.deck_size),
            label=deck,
        ),
        Thing("deck-title", "text", PILE_X + 24, 98, 50, 13, "table", tint="soft", text="deck"),
        Thing(
            "discard", "space", PILE_X + 77, 52, 46, 66, "table", art=discard_art(discarded), label=discard,
        ),
        Thing("discard-title", "text", PILE_X + 77, 98, 52, 13, "table", tint="soft", text="discard"),
    ]  # fmt: skip


@cache
def discard_art(count: int) -> str:
    """Cards that were played, untidily on each other; where there are none, their place."""
    area = 'x="-23" y="-33" width="46" height="66" rx="6"'
    ground = f'<rect {area} fill="#0003" stroke="var(--edge)" stroke-width="1.5" stroke-dasharray="5 4"/>'
    cards = "".join(
        f'<rect x="-19" y="-28" width="38" height="56" rx="4" transform="rotate({turn})" fill="var(--paper)" '
        'stroke="#0009"/>'
        for turn in (-8, 6, -2)[3 - min(count, 3) :]
    )
    number = text(str(count), 0, 6, 16, "var(--paper-ink)" if count else "var(--ink)", weight=700)
    return ground + cards + number


def bag_things(view: State, box: Box) -> list[Thing]:
    """The bag, with what is in it beside it; what is drawn lies there instead while it is."""
    tokens = [token for token in range(3) for _ in range(view.drawn[token])]
    bag = ", ".join(f"{view.bag[token]} {token_name(box, token).lower()}" for token in (0, 1, 2))
    things = [Thing("bag", "art", 44, 76, 76, 84, "table", art=bag_art(bool(tokens)), label=f"the bag: {bag}")]
    if tokens:
        return things
    for number, token in enumerate((Token.GEAR, Token.DAMAGE, Token.TREASURE)):
        count, name = int(view.bag[token]), token_name(box, token)
        things.append(
            Thing(
                f"bag-{Token(token).name.lower()}", "art", 112 + number * 76, 64, 54, 54, "table",
                art=coin(words_of(box.tokens[token].icon), token, 27), label=f"{count} {name.lower()} in the bag",
            )
        )  # fmt: skip
        words = f"{count} {name.lower()}"
        x = 112 + number * 76
        things.append(Thing(f"bag-words-{number}", "text", x, 103, 74, 13, "table", text=words))
    return things


COIN_COLOURS = ("var(--brass)", "#9c2d22", "#2f6b57")
"""Tokens of gear are brass, of damage red, of treasures green: and each has its sign."""


@cache
def coin(icon: str, token: int, radius: float) -> str:
    """A token of the bag: struck metal with its sign."""
    ink = "var(--brass-ink)" if token == Token.GEAR else "#fff3df"
    return (
        f'<ellipse cy="{radius * 0.18:.1f}" rx="{radius * 1.15:.1f}" ry="{radius * 1.1:.1f}" fill="url(#under)"/>'
        f'<circle r="{radius - 1:g}" fill="{COIN_COLOURS[token]}" stroke="#0009" stroke-width="1.2"/>'
        f'<circle r="{radius - 1:g}" fill="url(#bevel)"/><circle r="{radius - 4:g}" fill="none" stroke="{ink}" '
        f'stroke-opacity=".45" stroke-dasharray="2 2.4"/>{draw_icon(icon, radius * 1.2, ink)}'
    )


@cache
def bag_art(is_open: bool) -> str:
    """A leather bag: tied at its neck, or open, while somebody draws from it."""
    body = '<path d="M-12 -20Q-40 4 -34 26Q-30 40 0 40Q30 40 34 26Q40 4 12 -20Z"'
    leather = (
        '<ellipse cy="38" rx="42" ry="9" fill="url(#under)"/>'
        f'{body} fill="#7a4f2a" stroke="#2c1a0b" stroke-width="2"/>{body} fill="url(#bevel)"/>'
        '<path d="M-20 2Q-26 16 -20 30M20 2Q26 16 20 30" fill="none" stroke="#2c1a0b" stroke-opacity=".5" '
        'stroke-dasharray="3 3"/>'
    )
    if is_open:
        return (
            f'{leather}<ellipse cy="-22" rx="22" ry="9" fill="#1a0e06" stroke="#a9743f" stroke-width="4"/>'
            '<path d="M12 -24q10 -14 22 -10" fill="none" stroke="#d8b06a" stroke-width="3" stroke-linecap="round"/>'
        )
    return (
        f'{leather}<path d="M-12 -20L-18 -38Q-6 -32 0 -39Q7 -32 18 -38L12 -20Z" fill="#8d5d33" stroke="#2c1a0b"/>'
        '<path d="M-15 -19h30M10 -19q8 6 6 16" fill="none" stroke="#d8b06a" stroke-width="4" stroke-linecap="round"/>'
    )


def plans_in(box: Box, counts: Sequence[int]) -> str:
    """How many planning cards of each kind: `9 Step, 7 Stride`."""
    return ", ".join(f"{counts[plan]} {plan_name(box, plan)}" for plan in range(box.plan_kinds) if counts[plan])


def choice_things(view: State, box: Box, seat: int) -> list[Thing]:
    asked = plain(kind)(view)
    due = plain(first_due)(view)
    offered = held(view, box, At.OFFERED)
    things = []
    for number, card in enumerate(offered):
        x = MIDDLE + (number - (len(offered) - 1) / 2) * min(139.0, 416 / len(offered))
        things.append(treasure_card(view, box, card, x, 74, "table")._replace(width=135, height=84))
    tokens = [token for token in range(3) for _ in range(view.drawn[token])]
    for number, token in enumerate(tokens):
        id = f"token-{Token(token).name.lower()}" + ("" if token not in tokens[:number] else f"-{number}")
        things.append(token_thing(box, token, id, 128 + number * 72))
    if asked == Frame.FACE:
        things += [face_thing(direction) for direction in range(6)]
    if asked in DRAWN_FOR:
        about = top(view, DRAWN_FOR[asked]).seat
        things.append(Thing("about", "text", 154, BUTTON_Y, 292, 14, "table", text=f"for {{{about}}}", tint="soft"))
    if seat == due and due != NATURE:
        things += button_things(view, box, seat, asked)
    return things


def token_thing(box: Box, token: int, id: str, x: float) -> Thing:
    """A token that has been drawn, with its name."""
    name = token_name(box, token)
    art = f'<g transform="translate(0 -11)">{coin(words_of(box.tokens[token].icon), token, 27)}</g>'
    return Thing(
        id, "space", x, 75, 70, 82, "table", states=("edged",), label=f"{name} token",
        art=art + text(name, 0, 34, 14, weight=700),
    )  # fmt: skip


def face_thing(direction: int) -> Thing:
    """One of six arrows around a compass."""
    angle = math.radians(turn_of(direction) - 90)
    x, y = 154 + 50 * math.cos(angle), 82 + 42 * math.sin(angle)
    return Thing(
        f"face-{DIRECTION_CODES[direction]}", "space", x, y, 38, 38, "table", shape="circle", states=("edged",),
        art=arrow(turn_of(direction)), label=f"face {DIRECTION_NAMES[direction]}",
    )  # fmt: skip


@cache
def arrow(turn: float) -> str:
    """An arrow of brass that points a way, in degrees clockwise from up."""
    return (
        f'<g transform="rotate({turn:g})"><path d="M0 -14L10 2H4V13H-4V2H-10Z" fill="var(--brass)" stroke="#0009" '
        'stroke-width="1.2" stroke-linejoin="round"/></g>'
    )


def button_things(view: State, box: Box, seat: int, asked: int) -> list[Thing]:
    """Declining, and the answers that no piece on the table stands for."""
    buttons = {}
    if asked in SAYS:
        buttons["pass"] = SAYS[Frame(asked)]
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
            id, "space", MIDDLE + (number - (len(buttons) - 1) / 2) * 206, BUTTON_Y, 200, 28, "table",
            states=("edged",), text=words, tint="panel", label=words,
        )
        for number, (id, words) in enumerate(buttons.items())
    ]  # fmt: skip


def treasure_card(view: State, box: Box, card: int, x: float, y: float, panel: str) -> Thing:
    """A treasure: its picture, points, and what it does while it is carried."""
    facts = treasure_facts(view, box, card)
    treasure = box.treasures[card]
    return Thing(
        f"treasure-{treasure_code(box, card)}", "card", x, y, 135, 66, panel, words_of(treasure.icon),
        text=treasure_name(box, card), lines=treasure_print(view, box, card),
        tint=CLASS_TINTS[treasure.sort_of], states=("thumb",),
        label=f"{treasure_name(box, card)}: {facts}; scrap gives {treasure_gifts(box, card)}", layer=1,
    )  # fmt: skip


CLASS_TINTS = ("waste", "city", "mountain", "water", "plains")
"""The grounds of pictures: weapons in the hand, weapons that shoot, shields, engines, relics."""


def treasure_plate(view: State, box: Box, card: int, x: float, y: float, panel: str) -> Thing:
    """A treasure as a small card: its points and its name."""
    thing = treasure_card(view, box, card, x, y, panel)
    points = f"coin {box.treasures[card].points}"
    return thing._replace(width=100, height=22, icon="", tint="", lines=(), costs=(points,), states=("crest",))


def cargo_things(view: State, box: Box, me: int) -> list[Thing]:
    """What the King carries in its slots, and the treasures in the Holdfast."""
    beside = beside_map(view, box, me)
    things = []
    if beside.slots:
        things += slot_things(view, box, me, beside.slots)
    if beside.vault:
        things += vault_things(view, box, me, beside.cargo - VAULT_HEIGHT / 2)
    return things


def slot_things(view: State, box: Box, me: int, height: float) -> list[Thing]:
    """The slots of the King, with a treasure or free."""
    label, y = "equipment slots of the King", height / 2
    things = [Thing("slots", "space", MIDDLE, y, WIDTH - 6, height - 4, "cargo", label=label, aside=True)]
    carried = held(view, box, At.CARRIED + me)
    step = min(139.0, 416 / max(box.slots, 1))
    for number in range(box.slots):
        x = MIDDLE + (number - (box.slots - 1) / 2) * step
        if number < len(carried):
            things.append(treasure_card(view, box, carried[number], x, y, "cargo")._replace(width=step - 4))
        else:
            art = socket(step - 4, 66)
            things.append(
                Thing(
                    f"slot-{number + 1}", "art", x, y, step - 4, 66, "cargo", art=art, label="a free slot", aside=True
                )
            )
    return things


def vault_things(view: State, box: Box, me: int, y: float) -> list[Thing]:
    """The vault of the Holdfast, and what is in it."""
    label = "treasures in the Holdfast"
    things = [
        Thing(
            "vault",
            "space",
            MIDDLE,
            y,
            WIDTH - 6,
            VAULT_HEIGHT - 2,
            "cargo",
            art=shelf(WIDTH - 6),
            label=label,
            aside=True,
        )
    ]
    home = held(view, box, At.HOME + me)
    if not home:
        words = "treasures brought home"
        things.append(Thing("vault-title", "text", MIDDLE, y, 350, 14, "cargo", text=words, tint="soft", aside=True))
    return things + shelved(view, box, home, "cargo", (40, WIDTH - 4), y)


def shelved(view: State, box: Box, cards: list[int], panel: str, ends: tuple[float, float], y: float) -> list[Thing]:
    """Treasures in a row between two ends: a few by their names, many by their signs, very many in two rows."""
    left, right = ends
    named = len(cards) <= NAMED
    per_row = NAMED if named else max(7, -(-len(cards) // 2))
    rows = 1 if len(cards) <= per_row else 2
    step = (right - left) / per_row
    things = []
    for number, card in enumerate(cards):
        x = left + (number % per_row + 0.5) * step
        if named:
            things.append(treasure_plate(view, box, card, x, y, panel)._replace(width=step - 4, height=29))
        else:
            down = 17 * (number // per_row - 0.5) if rows == 2 else 0.0
            things.append(treasure_sign(view, box, card, Area(x, y + down, step - 2, 24 if rows == 1 else 16), panel))
    return things


NAMED = 3
"""So many treasures have room for their names."""


def treasure_sign(view: State, box: Box, card: int, area: Area, panel: str) -> Thing:
    """A treasure as its sign and its points."""
    return treasure_card(view, box, card, area.x, area.y, panel)._replace(
        kind="icon", width=area.width, height=area.height, text=str(box.treasures[card].points), tint="ink", lines=(),
        states=("damaged",) if view.dents[card] else (),
    )  # fmt: skip


@cache
def shelf(wide: float, is_signed: bool = True) -> str:
    """The vault of the Holdfast: a shelf, with its sign at the left where there is room for it."""
    high = VAULT_HEIGHT - 2
    area = f'x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide:g}" height="{high}" rx="6"'
    ground = f'<rect {area} fill="#0002" stroke="var(--edge)" stroke-width="1.5"/>'
    sign = f'<g transform="translate({18 - wide / 2:g} 0)">{draw_icon("castle", 24, "var(--soft)")}</g>'
    return ground + sign * is_signed


@cache
def socket(wide: float, high: float) -> str:
    """Where the King can carry a treasure: a plate with hooks."""
    area = f'x="{-wide / 2:.1f}" y="{-high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="7"'
    icon = draw_icon("open-treasure-chest", 34, "var(--soft)")
    return (
        f'<rect {area} fill="#0003" stroke="#0008" stroke-width="2"/>{rivets(wide, high, 9)}<g opacity=".3">{icon}</g>'
    )


def supply_things(view: State, box: Box, me: int) -> list[Thing]:
    """Upgrades that can still be bought, by section."""
    things = []
    columns: dict[int, int] = {}
    height = beside_map(view, box, me).supply
    sections = [box.upgrades[card].section for card in range(box.upgrade_cards)]
    most = max(sections.count(section) for section in range(3))
    step = (height - 4) / max(most, 4)
    states: tuple[Mark, ...] = ("crest",) if step < PICTURED else ()
    for card in range(box.upgrade_cards):
        upgrade = box.upgrades[card]
        row = columns.setdefault(upgrade.section, 0)
        columns[upgrade.section] += 1
        facts = upgrade_facts(box, card)
        label = f"{upgrade_name(box, card)}, {SECTION_NAMES[upgrade.section]}, {upgrade.iron} iron: {facts}"
        x, y = 72 + upgrade.section * 140, 2 + step / 2 + row * step
        things.append(
            Thing(
                f"upgrade-{upgrade_code(box, card)}", "card", x, y, 137, step - 3, "supply", words_of(upgrade.icon),
                text=upgrade_name(box, card), lines=upgrade_print(box, card), costs=(f"iron {upgrade.iron}",),
                states=(*states, "spent") if view.sold[card] else states,
                label=label + (", sold" if view.sold[card] else ""),
            )
        )  # fmt: skip
    return things


PICTURED = 80
"""An upgrade that has so much room down has a picture."""
