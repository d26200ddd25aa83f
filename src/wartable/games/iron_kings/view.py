"""How Iron Kings looks: the map in the middle, the own machine below, the others beside, and a text board."""

import math

from wartable.core.actions import belongs, split
from wartable.core.compiled import plain
from wartable.core.draw import fit, text
from wartable.core.frames import NATURE, first_due, kind
from wartable.core.record import Record
from wartable.core.scene import Panel, Scene, Thing

from .actions import (
    BURN,
    BUY,
    FACE,
    FOUND,
    HARVEST,
    INSERT,
    KEEP,
    LOAD,
    MULLIGAN,
    PASS,
    PATCH,
    PAY,
    REMOVE,
    REPAIR,
    REPLACE,
    SCRAP,
    STORE,
    TAKE,
    WORK,
)
from .box import words_of
from .facts import (
    FUELS,
    SIZES,
    SPACE_CODES,
    Ground,
    beside,
    hex_at,
    hex_names,
    plan_code,
    plan_name,
    space_name,
    token_name,
    treasure_code,
    treasure_facts,
    treasure_gifts,
    treasure_name,
    upgrade_code,
    upgrade_facts,
    upgrade_name,
)
from .geometry import DIRECTION_CODES, DIRECTION_NAMES, axial
from .preview import preview
from .rules.common import home_points, most_steam, price, track_places
from .rules.ending import points
from .rules.worker import can_place
from .state import KING_SPACES, NOWHERE, SPACES, At, Frame, Space, Store, Token, Worker
from .textboard import board
from .words import PASS_LABELS

__all__ = ["board", "path", "scene"]

LEFT, BOARD_X, RIGHT = 10, 308, 1042
BOARD_WIDTH, BOARD_HEIGHT = 726, 656
TABLE_HEIGHT, CARGO_HEIGHT, SUPPLY_HEIGHT = 208, 182, 250
RIGHT_WIDTH = 388
ME_Y, ME_HEIGHT = 674, 218
OWN = {"me": (10, 180), "king": (196, 350), "holdfast": (552, 236), "track": (794, 316), "hand": (1116, 314)}
"""The own panels, left edge and width: none so wide that it could not be read on a phone."""
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 64, 92, 77
OTHER_WIDTH, OTHER_HEIGHT = 290, 212
KING_ICON, HOME_ICON, HURT_ICON = "robot-golem", "castle", "cracked-shield"
SECTION_NAMES = ("Head", "Torso", "Legs")


def turn_of(direction: int) -> float:
    """Degrees clockwise from up: the east is 90."""
    return (90 + 60 * direction) % 360


class Grid:
    """Where hexes lie on the board panel."""

    def __init__(self, box: Record) -> None:
        across, down = 2 * box.radius + 1, 3 * box.radius + 2
        self.places = axial(box.radius)
        self.radius = min((BOARD_WIDTH - 48) / (across * math.sqrt(3)), (BOARD_HEIGHT - 12) / down)

    def centre(self, hex: int) -> tuple[float, float]:
        column, row = self.places[hex]
        x = BOARD_WIDTH / 2 + self.radius * math.sqrt(3) * (column + row / 2)
        return x, BOARD_HEIGHT / 2 + self.radius * 1.5 * row


def scene(view: Record, box: Record, seat: int) -> Scene:
    me = max(seat, 0)
    grid = Grid(box)
    panels = [Panel("board", "", BOARD_X, 8, BOARD_WIDTH, BOARD_HEIGHT, backdrop(box, grid))]
    panels += [Panel(name, "", x, ME_Y, width, ME_HEIGHT) for name, (x, width) in OWN.items()]
    panels.append(Panel("table", "", RIGHT, 8, RIGHT_WIDTH, TABLE_HEIGHT))
    panels.append(Panel("cargo", "", RIGHT, 16 + TABLE_HEIGHT, RIGHT_WIDTH, CARGO_HEIGHT))
    panels.append(Panel("supply", "", RIGHT, 24 + TABLE_HEIGHT + CARGO_HEIGHT, RIGHT_WIDTH, SUPPLY_HEIGHT))
    things = board_things(view, box, grid, me) + me_things(view, box, me, seat)
    things += table_things(view, box, seat) + cargo_things(view, box, me) + supply_things(view, box)
    for number in range(1, box.seats):
        other = (me + number) % box.seats
        y = 8 + (number - 1) * (OTHER_HEIGHT + 10)
        panels.append(Panel(f"other{number}", "", LEFT, y, OTHER_WIDTH, OTHER_HEIGHT))
        things += other_things(view, box, other, f"other{number}")
    return Scene(tuple(panels), tuple(things), caption="Iron Kings")


def backdrop(box: Record, grid: Grid) -> str:
    """The letters of the rows, at their left ends."""
    letters = []
    for hex, name in enumerate(hex_names(box.radius)):
        if name[1:] == "1":
            x, y = grid.centre(hex)
            letters.append(text(name[0], x - grid.radius * 1.12, y + 5, 14, "var(--soft)"))
    return "".join(letters)


def board_things(view: Record, box: Record, grid: Grid, me: int) -> list[Thing]:
    things = []
    ground = Ground(view, box)
    for hex in ground.hexes:
        things.append(hex_thing(ground, grid, hex))
        things += on_hex(ground, grid, hex)
    for seat in range(box.seats):
        if view.sides[seat].hex != NOWHERE:
            things.append(king_thing(view, box, grid, seat))
    return things + preview_things(view, box, grid, me)


def hex_thing(ground: Ground, grid: Grid, hex: int) -> Thing:
    x, y = grid.centre(hex)
    name, size, kind = ground.names[hex], 2 * grid.radius - 3, ground.kind(hex)
    owner = ground.homes.get(hex)
    if owner is not None:
        label = f"{name}, Holdfast of {{{owner}}}"
        return Thing(
            f"hex-{name}", "space", x, y, size, size, icon=HOME_ICON, shape="hex", tint=f"seat{owner}-deep", label=label
        )
    if kind is None:
        return Thing(f"hex-{name}", "space", x, y, size, size, shape="hex", tint="panel", label=name)
    gain = f", {kind.harvest} to harvest" if ground.stack[hex] else ""
    skull = ", skull" if kind.has_skull or ground.marked[hex] else ""
    label = f"{name}, {kind.name}{gain}{skull}"
    return Thing(f"hex-{name}", "space", x, y, size, size, shape="hex", tint=kind.colour, label=label)


def on_hex(ground: Ground, grid: Grid, hex: int) -> list[Thing]:
    """The sign of its kind, the harvest stack, an extra skull, and a worker on a hex."""
    x, y = grid.centre(hex)
    name, stack, kind, r = ground.names[hex], ground.stack[hex], ground.kind(hex), grid.radius
    things = []
    if kind is not None and kind.has_sign:
        up = r * 0.14 if stack > 0 else 0
        things.append(Thing(f"sign-{name}", "icon", x, y - up, r * 1.08, r * 1.08, icon=kind.icon))
    if kind is not None and stack > 0:
        things.append(
            Thing(
                f"stack-{name}", "text", x, y + r * 0.62, 20, 13, text="●" * min(stack, 4),
                label=f"{stack} {kind.harvest} left on {name}", layer=1,
            )
        )  # fmt: skip
    if kind is not None and ground.marked[hex] and not kind.has_skull:
        things.append(
            Thing(
                f"skull-{name}", "icon", x, y - r * 0.66, 20, 20, icon="skull-crossed-bones", tint="bad",
                label=f"skull on {name}", layer=1,
            )
        )  # fmt: skip
    if ground.worker[hex]:
        owner = ground.worker[hex] - 1
        things.append(
            Thing(
                f"worker-{owner}-{name}", "cube", x - r * 0.42, y - r * 0.32, 26, 26, seat=owner,
                label=f"worker of {{{owner}}} on {name}", layer=3,
            )
        )  # fmt: skip
    return things


def king_thing(view: Record, box: Record, grid: Grid, seat: int) -> Thing:
    side = view.sides[seat]
    x, y = grid.centre(side.hex)
    size = grid.radius * 1.2
    hurt = sum(side.damage[space] for space in range(KING_SPACES))
    label = f"King of {{{seat}}} on {hex_at(box, side.hex)}, facing {DIRECTION_NAMES[side.facing]}, {hurt} damage"
    states = ("damaged",) if hurt else ()
    return Thing(
        f"king-{seat}", "token", x, y, size, size, icon=KING_ICON, seat=seat, turn=turn_of(side.facing),
        states=states, label=label, layer=4,
    )  # fmt: skip


def preview_things(view: Record, box: Record, grid: Grid, seat: int) -> list[Thing]:
    """Numbered marks on the hexes of the program, and a pale King where it would end."""
    stops = preview(view, box, seat)
    things = []
    at = view.sides[seat].hex
    for number, stop in enumerate(stops):
        if stop.hex != at:
            x, y = grid.centre(stop.hex)
            label = f"step {number + 1} of the program: {hex_at(box, stop.hex)}, {stop.steam} steam left"
            things.append(
                Thing(
                    f"preview-{number}", "text", x + grid.radius * 0.5, y - grid.radius * 0.42, 20, 16, seat=seat,
                    text=str(stop.place + 1), states=("strong",), label=label, layer=2,
                )
            )  # fmt: skip
        at = stop.hex
    if stops and (stops[-1].hex, stops[-1].facing) != (view.sides[seat].hex, view.sides[seat].facing):
        x, y = grid.centre(stops[-1].hex)
        moved = stops[-1].hex != view.sides[seat].hex
        size = grid.radius * (1.0 if moved else 1.3)
        things.append(
            Thing(
                "preview-king", "token", x, y, size, size, icon=KING_ICON if moved else "", seat=seat,
                turn=turn_of(stops[-1].facing), states=("spent",),
                label=f"the program ends on {hex_at(box, stops[-1].hex)}, facing {DIRECTION_NAMES[stops[-1].facing]}",
                layer=2,
            )
        )  # fmt: skip
    return things


def me_things(view: Record, box: Record, me: int, seat: int) -> list[Thing]:
    things = store_things(view, box, me)
    for space in range(SPACES):
        x, y = _space_place(space)
        panel = "king" if space < KING_SPACES else "holdfast"
        words = space_name(box, space).removeprefix("Holdfast ")
        things += space_things(view, box, me, space, x, y, 110, 76, panel, words)
    for section in range(3):
        card = view.sides[me].fitted[section] - 1
        words = SECTION_NAMES[section] if card < 0 else fit(upgrade_name(box, card), 110, 13)
        things.append(
            Thing(f"section-{section}", "text", 60 + section * 115, 18, 110, 13, "king", tint="soft", text=words)
        )
    things.append(
        Thing("holdfast-title", "text", 118, 18, 220, 13, "holdfast", tint="soft", text="Holdfast, while docked")
    )
    return things + track_things(view, box, me) + hand_things(view, box, me, seat)


def _space_place(space: int) -> tuple[float, float]:
    if space < KING_SPACES:
        return 60 + space // 2 * 115, 70 + space % 2 * 88
    return 61 + (space - KING_SPACES) % 2 * 114, 70 + (space - KING_SPACES) // 2 * 88


def store_things(view: Record, box: Record, me: int) -> list[Thing]:
    side = view.sides[me]
    most = most_steam(view, box, me)
    total, home = points(view, box, me), home_points(view, box, me)
    things = [
        Thing("name-me", "text", 92, 22, 170, 18, "me", seat=me, text=f"{{{me}}}", states=("strong",)),
        Thing(
            "points-me", "text", 92, 46, 170, 15, "me", text=f"{home} points, {total - home} aboard",
            label=f"{home} points in the Holdfast, {total - home} carried",
        ),
        Thing("steam-me", "bar", 92, 72, 160, 20, "me", seat=me, text=f"{side.steam}/{most}", label="steam"),
    ]  # fmt: skip
    for store in Store:
        x, y = 50 + store % 2 * 84, 106 + store // 2 * 34
        name = words_of(box.stores[store].name)
        things.append(
            Thing(
                f"store-{store.name.lower()}", "icon", x, y, 68, 28, "me", words_of(box.stores[store].icon),
                text=str(side.stores[store]), label=f"{side.stores[store]} {name.lower()}",
            )
        )  # fmt: skip
    for worker in (Worker.SMALL, Worker.BIG):
        size = 34 if worker == Worker.SMALL else 42
        count = side.rested[worker]
        label = f"{count} {SIZES[worker - 1]} worker{'s' if count != 1 else ''} rested"
        states = () if count else ("spent",)
        things.append(
            Thing(
                f"rested-{SIZES[worker - 1]}", "cube", 34 + (worker - 1) * 48, 177, size, size, "me", seat=me,
                states=states, text=str(count), label=label,
            )
        )  # fmt: skip
    things.append(
        Thing(
            "wilderness-me", "icon", 142, 177, 68, 30, "me", "dead-wood", text=str(side.wilderness), tint="soft",
            label=f"{side.wilderness} workers in the Wilderness",
        )
    )  # fmt: skip
    things.append(Thing("rested-title", "text", 58, 208, 90, 13, "me", tint="soft", text="rested"))
    things.append(Thing("wilderness-title", "text", 140, 208, 78, 13, "me", tint="soft", text="wilderness"))
    return things


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
            text=fit(words, width - 4, 13) if words else "", tint="panel", label=label,
        )
    ]  # fmt: skip
    corner = min(width, height) * 0.5 - 13
    if worker:
        size = (24 if mine else 16) + (8 if worker == Worker.BIG else 0)
        things.append(
            Thing(
                f"worker-{seat}-{SPACE_CODES[space]}", "cube", x - width / 2 + size / 2 + 2, y - corner + 2, size, size,
                panel, seat=seat, label=f"{SIZES[worker - 1]} worker on {space_name(box, space)}", layer=2,
            )
        )  # fmt: skip
    if hurt:
        size = 44 if mine else 30
        things.append(
            Thing(
                f"damage-{seat}-{SPACE_CODES[space]}", "icon", x, y - (6 if mine else 0), size, size, panel, HURT_ICON,
                tint="bad", label=f"damage on {space_name(box, space)}", layer=3,
            )
        )  # fmt: skip
    return things


def track_place(place: int) -> tuple[float, float]:
    """Where a card of the track lies: four in a row."""
    return 45 + place % 4 * CARD_STEP, 60 + place // 4 * 102


def track_things(view: Record, box: Record, me: int) -> list[Thing]:
    """The planning track with the gaps into which cards are inserted, and the pointer."""
    things = []
    for place in range(track_places(view, box, me)):
        x, y = track_place(place)
        plan = view.sides[me].track[place] - 1
        things.append(
            Thing(
                f"gap-{place + 1}", "space", x - 38.5, y, 11, CARD_HEIGHT, "track", tint="edge",
                label=f"insert at place {place + 1}",
            )
        )  # fmt: skip
        if plan >= 0:
            things.append(plan_card(view, box, me, "track", f"track-{place + 1}", plan, x, y, f"place {place + 1}"))
        else:
            things.append(
                Thing(
                    f"place-{place + 1}", "space", x, y, CARD_WIDTH, CARD_HEIGHT, "track", states=("edged",),
                    text=str(place + 1), label=f"place {place + 1}, empty",
                )
            )  # fmt: skip
    x, y = track_place(min(view.sides[me].pointer, track_places(view, box, me) - 1))
    things.append(
        Thing("pointer", "text", x, y - 46, 20, 16, "track", text="▼", seat=me, label="instruction pointer", layer=2)
    )
    return things


def plan_card(
    view: Record, box: Record, me: int, panel: str, id: str, plan: int, x: float, y: float, where: str, count: int = 1
) -> Thing:
    cost = price(view, box, me, plan)
    need = ("", ", needs a weapon", ", needs a ranged weapon", ", needs a shield")[box.plans[plan].needs]
    title = f"{cost} st" + (f" ×{count}" if count > 1 else "")
    return Thing(
        id, "card", x, y, CARD_WIDTH, CARD_HEIGHT, panel, words_of(box.plans[plan].icon), text=title,
        lines=(plan_name(box, plan),),
        label=f"{plan_name(box, plan)}, {cost} steam{need}, {where}{f', {count} of them' if count > 1 else ''}",
        layer=1,
    )  # fmt: skip


def hand_things(view: Record, box: Record, me: int, seat: int) -> list[Thing]:
    """The own hand, one card for each kind with its count; a card back for those who may not see it."""
    side = view.sides[me]
    kinds = [plan for plan in range(box.plan_kinds) if side.hand[plan]]
    if seat != me or not kinds:
        words = f"{side.hand_size} in hand"
        back = Thing(
            "hand-back", "card", 60, 60, 96, 92, "hand", "card-draw", states=("back",), text=words, label=words
        )
        return [back]
    per_row = max(4, -(-len(kinds) // 2))
    step = min(CARD_STEP, 236 / (per_row - 1))
    things = []
    for number, plan in enumerate(kinds):
        x, y = 39 + number % per_row * step, 60 + number // per_row * 102
        id = f"hand-{plan_code(box, plan)}"
        things.append(plan_card(view, box, me, "hand", id, plan, x, y, "in hand", side.hand[plan]))
    return things


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


def other_things(view: Record, box: Record, seat: int, panel: str) -> list[Thing]:
    """Another player, small: what one looks up before deciding."""
    side = view.sides[seat]
    total, home = points(view, box, seat), home_points(view, box, seat)
    most = most_steam(view, box, seat)
    things = [
        Thing(
            f"name-{seat}", "text", 100, 20, 180, 16, panel, seat=seat, text=f"{{{seat}}}", shape="left",
            states=("strong",),
        ),
        Thing(
            f"points-{seat}", "text", 190, 20, 180, 14, panel, shape="right",
            text=f"{home} points, {total - home} aboard",
        ),
        Thing(
            f"steam-{seat}", "bar", 52, 46, 84, 18, panel, seat=seat, text=f"{side.steam}/{most}",
            label=f"{side.steam} steam",
        ),
    ]  # fmt: skip
    for store in Store:
        icon = words_of(box.stores[store].icon)
        words = str(side.stores[store])
        label = f"{words} {words_of(box.stores[store].name).lower()}"
        things.append(
            Thing(
                f"store-{seat}-{store.name.lower()}",
                "icon",
                126 + store * 46,
                46,
                44,
                20,
                panel,
                icon,
                text=words,
                label=label,
            )
        )
    for space in range(KING_SPACES):
        things += space_things(view, box, seat, space, 28 + space * 47, 84, 43, 40, panel, "")
    for space in range(KING_SPACES, SPACES):
        things += space_things(view, box, seat, space, 25 + (space - KING_SPACES) * 40, 126, 36, 34, panel, "")
    rested = side.rested[Worker.SMALL] + side.rested[Worker.BIG]
    things.append(
        Thing(
            f"rested-{seat}",
            "cube",
            186,
            126,
            28,
            28,
            panel,
            seat=seat,
            text=str(rested),
            label=f"{rested} workers rested",
        )
    )
    things.append(
        Thing(
            f"wilderness-{seat}", "icon", 228, 126, 44, 22, panel, "dead-wood", text=str(side.wilderness),
            label=f"{side.wilderness} workers in the Wilderness",
        )
    )  # fmt: skip
    things.append(
        Thing(
            f"hand-{seat}", "icon", 268, 126, 44, 22, panel, "card-draw", text=str(side.hand_size),
            label=f"{side.hand_size} cards in hand",
        )
    )  # fmt: skip
    return things + other_cards(view, box, seat, panel)


def other_cards(view: Record, box: Record, seat: int, panel: str) -> list[Thing]:
    side = view.sides[seat]
    things = []
    for place in range(track_places(view, box, seat)):
        plan = side.track[place] - 1
        x = 24 + place * 34
        if plan >= 0:
            label = f"place {place + 1}: {plan_name(box, plan)}"
            things.append(
                Thing(
                    f"track-{seat}-{place + 1}", "space", x, 162, 31, 31, panel, words_of(box.plans[plan].icon),
                    states=("edged",), label=label,
                )
            )  # fmt: skip
        else:
            things.append(
                Thing(
                    f"place-{seat}-{place + 1}",
                    "space",
                    x,
                    162,
                    31,
                    31,
                    panel,
                    states=("edged",),
                    label=f"place {place + 1}, empty",
                )
            )
    mine = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.CARRIED + seat]
    home = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.HOME + seat]
    cards = mine + home
    for number, card in enumerate(cards):
        left = 30 + number * min(50.0, 234 / max(len(cards) - 1, 1))
        thing = treasure_card(view, box, card, left, 194, panel, small=True)
        label = f"{thing.label}, {'carried' if card in mine else 'in the Holdfast'}"
        states = thing.states if card in mine else (*thing.states, "spent")
        things.append(
            Thing(
                thing.id,
                "icon",
                left,
                194,
                46,
                24,
                panel,
                thing.icon,
                text=thing.text,
                states=states,
                tint="ink",
                label=label,
            )
        )
    return things


def path(view: Record, box: Record, seat: int, action: int) -> tuple[str, ...]:
    if belongs(WORK, action):
        worker, space, _, _ = split(WORK, action)
        return (f"rested-{SIZES[worker]}", f"space-{SPACE_CODES[space]}")
    if belongs(HARVEST, action):
        return ("rested-small", f"hex-{hex_at(box, beside(view, box, seat, split(HARVEST, action)[0]))}")
    if belongs(FOUND, action):
        return (f"hex-{hex_at(box, split(FOUND, action)[0])}",)
    if belongs(FACE, action):
        return (f"face-{DIRECTION_CODES[split(FACE, action)[0]]}",)
    if belongs(INSERT, action):
        plan, place, _, _ = split(INSERT, action)
        return (f"hand-{plan_code(box, plan)}", f"gap-{place + 1}")
    if belongs(REPLACE, action):
        plan, place, _, _ = split(REPLACE, action)
        return (f"hand-{plan_code(box, plan)}", f"track-{place + 1}")
    if belongs(REMOVE, action):
        return (f"track-{split(REMOVE, action)[0] + 1}", "discard")
    return _short_path(box, seat, action)


def _short_path(box: Record, seat: int, action: int) -> tuple[str, ...]:
    for family, target in ((STORE, ("vault",)), (LOAD, ("slots",)), (PATCH, ()), (SCRAP, ()), (TAKE, ())):
        if belongs(family, action):
            return (f"treasure-{treasure_code(box, split(family, action)[0])}", *target)
    if belongs(REPAIR, action):
        return (f"damage-{seat}-{SPACE_CODES[split(REPAIR, action)[0]]}",)
    if belongs(BURN, action):
        return (f"store-{FUELS[split(BURN, action)[0]]}",)
    if belongs(BUY, action):
        return (f"upgrade-{upgrade_code(box, split(BUY, action)[0])}",)
    if belongs(KEEP, action):
        return (f"token-{Token(split(KEEP, action)[0]).name.lower()}",)
    for family, button in ((PASS, "pass"), (PAY, "pay"), (MULLIGAN, "mulligan")):
        if belongs(family, action):
            return (button,)
    return ()


assert Space.DOCK_REPAIR == KING_SPACES
