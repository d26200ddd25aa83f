"""What lies beside the map: round and piles, what is to be chosen from, treasures and upgrades."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from wartable.core.phrases import count as counted
from wartable.core.rules import NATURE, first_due, kind, plain, top
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area, button
from wartable.drawing.lettering import text
from wartable.drawing.scene import Panel, Thing

from .. import names
from ..box import Box, words_of
from ..decisions.decline import SAYS
from ..geometry import DIRECTION_CODES, DIRECTION_NAMES
from ..rules.common import may_tow
from ..rules.worker import can_place
from ..state import At, DieFrame, Frame, State, Token, TokenFrame, TreasureFrame
from .machine import rivets
from .map import SHAPES, turn_of

WIDTH, HEIGHT, GAP = 424, 536, 8
DRAWN_FOR: dict[int, type[DieFrame | TokenFrame | TreasureFrame]] = {
    Frame.DIE: DieFrame,
    Frame.TOKEN: TokenFrame,
    Frame.TREASURE: TreasureFrame,
}
"""The decisions that nature makes for a seat."""
TABLE = Area(0, 0, WIDTH, 150, "table")
ROUND, CHOICE, BUTTONS = TABLE.rows(30, 92, 28)
SLOTS_HEIGHT, VAULT_HEIGHT = 74, 36
PILES = CHOICE.columns(318, 0)[1]
"""Where deck and discard pile lie, right of what is in the bag."""
LOWER = 14
"""How far bag and piles move down if there is no button below them."""
BAR = BUTTONS.cell(loose=True, phone="bar")
TABLE_CELLS = (Area(2, 2, WIDTH - 4, 120).cell(), BAR)
"""How a phone, which is not so wide, lays out the bag and the piles."""
OFFER_CELLS = (Area(2, 3, WIDTH - 4, 26).cell(), CHOICE.cell(loose=True), BAR)
"""The same while cards are offered, each in a cell of its own."""


class Beside(NamedTuple):
    """The heights of the panels beside the map; 0 for an empty one."""

    slots: float
    vault: float

    @property
    def cargo(self) -> float:
        return self.slots + self.vault + (4 if self.slots and self.vault else 0)

    @property
    def areas(self) -> tuple[Area, Area]:
        """The slots, and below them the vault."""
        slots = Area(0, 0, WIDTH, self.slots, "cargo")
        return slots, slots._replace(y=self.cargo - self.vault, height=self.vault)

    @property
    def supply(self) -> float:
        return HEIGHT - TABLE.height - GAP - (self.cargo + GAP if self.cargo else 0)


def beside_map(view: State, box: Box, me: int) -> Beside:
    """The slots if the King carries something or could load it, the vault if it holds or could get something."""
    side = view.sides[me]
    carried, home = held(view, box, At.CARRIED + me), held(view, box, At.HOME + me)
    docked = side.hex == side.home
    slots = SLOTS_HEIGHT if carried or (home and docked) else 0
    return Beside(slots, VAULT_HEIGHT if home or (carried and docked) else 0)


def held(view: State, box: Box, where: int) -> list[int]:
    """The treasures that are there."""
    return [card for card, at in enumerate(view.treasure_at.tolist()[: box.treasure_cards]) if at == where]


def beside_panels(view: State, box: Box, me: int, right: Area) -> list[Panel]:
    """The table, what the King carries and has brought home, and the upgrades, one below the other."""
    beside = beside_map(view, box, me)
    table, rest = right.rows(TABLE.height, 0, gap=GAP)
    cells = OFFER_CELLS if held(view, box, At.OFFERED) else TABLE_CELLS
    panels = [table.as_panel("table", phone="hand", cells=cells)]
    if beside.cargo:
        cargo, rest = rest.rows(beside.cargo, 0, gap=GAP)
        parts = [area for area in beside.areas if area.height]
        panels.append(cargo.as_panel("cargo", phone="hand", cells=tuple(area.cell(loose=True) for area in parts)))
    supply = Area(0, 0, WIDTH, beside.supply).cell(loose=True)
    return [*panels, rest.as_panel("supply", phone="hand", cells=(supply,))]


ANSWERS = "answers"
ARROWS = Area(0, 0, 106, 102, ANSWERS)
FOOT = Area(0, 0, 256, 28, ANSWERS)
"""The buttons at the foot of the hand."""
CORNER = Area(0, 0, 148, 58, ANSWERS)
"""The buttons in the corner of the map, above the King's machine."""
BUTTON_AREAS = {
    Frame.MULLIGAN: FOOT.row(2, 206, gap=4),
    Frame.PLAN: FOOT.row(1, 206),
    Frame.MORE: CORNER.stack(2, gap=2),
    Frame.WORK: CORNER.stack(2, gap=2)[1:],
}
"""Where buttons are that stand beside what they are about."""


def table_things(view: State, box: Box, seat: int) -> list[Thing]:
    """Round, piles, and whatever is to be chosen from now."""
    limit = f" of {box.rounds}" if box.endings[3] else ""
    balrog = "the Balrog sleeps" if not view.balrog else f"the Balrog rose in round {view.balrog}"
    now = f"Round {max(view.rounds, 1)}{limit}"
    area = ROUND.columns(8, 292, 0)[1].moved(0, 1)
    things = [area.text("round", f"{now}; {balrog}", shape="left", label=f"{now}: {names.balrog_words(view, box)}")]
    chosen = [*choice_things(view, box, seat)]
    if held(view, box, At.OFFERED):
        things += small_piles(view, box)
    else:
        down = 0 if any(thing.panel == "table" and thing.y > BUTTONS.y for thing in chosen) else LOWER
        stock = [*pile_things(view, box), *bag_things(view, box)]
        things += [thing._replace(y=thing.y + down) for thing in stock]
    return things + chosen


def pile_labels(view: State, box: Box) -> tuple[str, str]:
    in_all = plans_in(box, [plan.count for plan in box.plans])
    return (
        f"planning deck: {counted(view.deck_size, 'card')} left; in all {in_all}",
        f"planning discard pile: {plans_in(box, view.discard.tolist()) or 'no cards'}",
    )


def small_piles(view: State, box: Box) -> Iterator[Thing]:
    """Deck and discard pile as small icons, while offered cards need the room."""
    deck, discard = pile_labels(view, box)
    sizes = (("deck", "card-draw", view.deck_size, deck), ("discard", "card-discard", discarded(view, box), discard))
    for area, (id, icon, size, label) in zip(ROUND.columns(318, 52, 0)[1:], sizes, strict=True):
        place = area._replace(width=52).sized(48, 22).moved(0, 1)
        yield place.thing(id, "icon", icon=icon, text=str(size), tint="soft", label=label)


def discarded(view: State, box: Box) -> int:
    return int(sum(view.discard[plan] for plan in range(box.plan_kinds)))


def pile_things(view: State, box: Box) -> Iterator[Thing]:
    """The deck, face down, and the discard pile, which is where cards of the track go."""
    count, (deck, discard) = discarded(view, box), pile_labels(view, box)
    number = text(str(count), 0, 6, 16, "var(--paper-ink)" if count else "var(--ink)", weight=700)
    drawn, used = (area.rows(62, 32, 0) for area in PILES.inset(0, -10).row(2, 53, pack=0))
    pile, size = drawn[0].sized(46, 66), str(view.deck_size)
    yield pile.thing("deck", "card", icon="card-draw", states=("back",), text=size, label=deck)
    yield drawn[1].text("deck-title", "deck", 13, tint="soft")
    art = SHAPES[f"discard-{min(count, 3)}"] + number
    yield used[0].sized(46, 66).thing("discard", "space", art=art, label=discard)
    yield used[1].text("discard-title", "discard", 13, tint="soft")


def bag_things(view: State, box: Box) -> Iterator[Thing]:
    """The bag with its contents beside it, or with the drawn tokens."""
    place, beside = CHOICE.columns(78, 0)
    bag = ", ".join(f"{view.bag[token]} {names.token_name(box, token).lower()}" for token in (0, 1, 2))
    is_open = any(view.drawn[:3])
    art = SHAPES["bag-open" if is_open else "bag"]
    yield place.sized(76, 84).moved(5, 0).thing("bag", "art", art=art, label=f"the bag: {bag}")
    if is_open:
        return
    for number, area in enumerate(beside.row(3, 76, pack=0)):
        token = (Token.GEAR, Token.DAMAGE, Token.TREASURE)[number]
        coins, words = area.inset(0, 4).rows(60, 0)
        said = f"{int(view.bag[token])} {names.token_name(box, token).lower()}"
        art = coin(words_of(box.tokens[token].icon), token, 27)
        yield coins.sized(54, 54).thing(f"bag-{token.name.lower()}", "art", art=art, label=f"{said} in the bag")
        yield words.text(f"bag-words-{number}", said, 13)


COIN_COLOURS = ("var(--brass)", "#9c2d22", "#2f6b57")
"""Gear is brass, damage red, treasure green."""


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


def plans_in(box: Box, counts: Sequence[int]) -> str:
    """How many planning cards of each kind: `9 Step, 7 Stride`."""
    return ", ".join(f"{counts[plan]} {names.plan_name(box, plan)}" for plan in range(box.plan_kinds) if counts[plan])


def choice_things(view: State, box: Box, seat: int) -> Iterator[Thing]:
    asked = plain(kind)(view)
    due = plain(first_due)(view)
    offered = held(view, box, At.OFFERED)
    for card, area in zip(offered, CHOICE.inset(4, 0).row(len(offered), 139), strict=True):
        yield treasure_card(view, box, card, area.sized(135, 84))
    tokens = [token for token in range(3) for _ in range(view.drawn[token])]
    places = CHOICE.columns(92, 0)[1].row(len(tokens), 72, pack=0)
    for number, (token, area) in enumerate(zip(tokens, places, strict=True)):
        name = f"token-{Token(token).name.lower()}"
        yield token_thing(box, token, name if token not in tokens[:number] else f"{name}-{number}", area.sized(70, 82))
    if asked == Frame.FACE and seat == due:
        yield from map(face_thing, range(6))
    if asked in DRAWN_FOR:
        about = f"for {{{top(view, DRAWN_FOR[asked]).seat}}}"
        yield BUTTONS.columns(8, 292, 0)[1].text("about", about, tint="soft")
    if seat == due and due != NATURE:
        buttons = buttons_for(view, box, seat, asked)
        row = (area.sized(200, 28).moved(0, -2) for area in BUTTONS.row(len(buttons), 206))
        for (id, words), area in zip(buttons.items(), BUTTON_AREAS.get(asked) or row, strict=False):
            yield button(area, id, words, layer=6)


def token_thing(box: Box, token: int, id: str, area: Area) -> Thing:
    """A token that has been drawn, with its name."""
    name = names.token_name(box, token)
    art = f'<g transform="translate(0 -11)">{coin(words_of(box.tokens[token].icon), token, 27)}</g>'
    art += text(name, 0, 34, 14, weight=700)
    return area.thing(id, "space", states=("edged",), label=f"{name} token", art=art)


def face_thing(direction: int) -> Thing:
    """One of six arrows around the King."""
    (x, y), angle = ARROWS.middle, math.radians(turn_of(direction) - 90)
    area = Area.around(x + 37 * math.cos(angle), y + 37 * math.sin(angle), 28, 28, ANSWERS)
    return area.thing(
        f"face-{DIRECTION_CODES[direction]}", "space", shape="circle", states=("edged",),
        art=arrow(turn_of(direction)), label=f"face {DIRECTION_NAMES[direction]}", layer=6,
    )  # fmt: skip


@cache
def arrow(turn: float) -> str:
    """An arrow of brass that points a way, in degrees clockwise from up."""
    return (
        f'<g transform="rotate({turn:g})"><path d="M0 -14L10 2H4V13H-4V2H-10Z" fill="var(--brass)" stroke="#0009" '
        'stroke-width="1.2" stroke-linejoin="round"/></g>'
    )


def buttons_for(view: State, box: Box, seat: int, asked: int) -> dict[str, str]:
    """The buttons: declining, and answers for which there is no piece to touch."""
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
        buttons["tow"] = "Tow the King home"
    return buttons


def treasure_card(view: State, box: Box, card: int, area: Area) -> Thing:
    """A treasure: its picture, points, and what it does while it is carried."""
    treasure, name = box.treasures[card], names.treasure_name(box, card)
    facts = f"{names.treasure_facts(view, box, card)}; scrap gives {names.treasure_gifts(box, card)}"
    return area.thing(
        f"treasure-{names.treasure_code(box, card)}", "card", icon=words_of(treasure.icon), text=name, layer=1,
        lines=names.treasure_print(view, box, card), tint=CLASS_TINTS[treasure.sort_of], states=("thumb",),
        label=f"{name}: {facts}",
    )  # fmt: skip


CLASS_TINTS = ("waste", "city", "mountain", "water", "plains")
"""Backgrounds of pictures: melee weapons, ranged weapons, shields, engines, relics."""


def treasure_plate(view: State, box: Box, card: int, area: Area) -> Thing:
    """A treasure as a small card: its points and its name."""
    points = f"coin {box.treasures[card].points}"
    plate = treasure_card(view, box, card, area)
    return plate._replace(icon="", tint="", lines=(), costs=(points,), states=("crest",))


def cargo_things(view: State, box: Box, me: int) -> Iterator[Thing]:
    """What the King carries in its slots, and the treasures in the Holdfast."""
    slots, vault = beside_map(view, box, me).areas
    if slots.height:
        yield from slot_things(view, box, me, slots)
    if vault.height:
        yield from vault_things(view, box, me, vault)


def slot_things(view: State, box: Box, me: int, area: Area) -> Iterator[Thing]:
    """The slots of the King, with a treasure or free."""
    yield area.inset(3, 2).thing("slots", "space", label="equipment slots of the King", aside=True)
    carried = held(view, box, At.CARRIED + me)
    for number, place in enumerate(area.inset(4).row(box.slots, 139)):
        slot = place.sized(place.width - 4, 66)
        if number < len(carried):
            yield treasure_card(view, box, carried[number], slot)
        else:
            yield slot.thing(f"slot-{number + 1}", "art", art=socket(*slot.size), label="a free slot", aside=True)


def vault_things(view: State, box: Box, me: int, area: Area) -> Iterator[Thing]:
    """The vault of the Holdfast, and what is in it."""
    room, home = area.inset(3, 1), held(view, box, At.HOME + me)
    yield room.thing("vault", "space", art=shelf(room.width), label="treasures in the Holdfast", aside=True)
    if not home:
        yield room.inset(34, 0).text("vault-title", "treasures brought home", tint="soft", aside=True)
    yield from shelved(view, box, home, area.columns(40, 0, 4)[1])


def shelved(view: State, box: Box, cards: list[int], shelf: Area) -> Iterator[Thing]:
    """Treasures on a shelf: a few by their names, many by their signs, very many in two rows."""
    named = len(cards) <= NAMED
    per_row = NAMED if named else max(7, -(-len(cards) // 2))
    rows = 1 if len(cards) <= per_row else 2
    for card, place in zip(cards, shelf.sized(shelf.width, 34).grid(len(cards), per_row, rows=rows), strict=True):
        if named:
            yield treasure_plate(view, box, card, place.sized(place.width - 4, 29))
        else:
            yield treasure_sign(view, box, card, place.sized(place.width - 2, 24 if rows == 1 else 16))


NAMED = 3
"""The most treasures shown with their names."""


def treasure_sign(view: State, box: Box, card: int, area: Area) -> Thing:
    """A treasure as its sign and its points."""
    return treasure_card(view, box, card, area)._replace(
        kind="icon", text=str(box.treasures[card].points), tint="ink", lines=(),
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


def supply_things(view: State, box: Box, me: int) -> Iterator[Thing]:
    """Upgrades that can still be bought, by section."""
    cards: list[list[int]] = [[], [], []]
    for card in range(box.upgrade_cards):
        cards[box.upgrades[card].section].append(card)
    room = Area(2, 2, WIDTH - 4, beside_map(view, box, me).supply - 4, "supply")
    rows = max(4, *map(len, cards))
    for section, column in enumerate(room.grid(3, 3)):
        for card, place in zip(cards[section], column.stack(rows), strict=False):
            yield upgrade_thing(view, box, card, place.inset(1.5))


def upgrade_thing(view: State, box: Box, card: int, area: Area) -> Thing:
    upgrade, name = box.upgrades[card], names.upgrade_name(box, card)
    crest, sold = (("crest",) if area.height < PICTURED else ()), (("spent",) if view.sold[card] else ())
    label = f"{name}, {names.SECTION_NAMES[upgrade.section]}, {upgrade.iron} iron: {names.upgrade_facts(box, card)}"
    return area.thing(
        f"upgrade-{names.upgrade_code(box, card)}", "card", icon=words_of(upgrade.icon), text=name,
        lines=names.upgrade_print(box, card), costs=(f"iron {upgrade.iron}",), states=(*crest, *sold),
        label=label + (", sold" if sold else ""),
    )  # fmt: skip


PICTURED = 77
"""The least height of an upgrade with a picture."""
