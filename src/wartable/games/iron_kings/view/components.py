"""The box of Iron Kings: hexes, three decks, the bag; for each player a King, a Holdfast, their boards and workers."""

from collections.abc import Iterator

from wartable.core.component import (
    CARD,
    UNIT,
    Component,
    Face,
    Size,
    bring,
    drawn,
    headline,
    printed_back,
    printed_card,
)
from wartable.core.phrases import count as counted
from wartable.core.record import new
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area
from wartable.drawing.lettering import text
from wartable.drawing.scene import Thing
from wartable.rulebook.data import Data

from .. import names
from ..box import COLOURS, Bonus, Box, Plan, words_of
from ..names import SECTION_NAMES
from ..state import KING_SPACES, NOWHERE, SPACES, State, Token
from .card import CLASS_TINTS, coin
from .machine import rivets, space_art
from .map import HOME_ICON, KING_ICON, SHAPES

HEX, TOKEN, DISC, CHIP, KING = Size(36, 41.57), Size(19, 19), Size(13, 13), Size(11, 11), Size(22, 22)
BIG, SMALL = Size(13, 13), Size(10, 10)
KING_BOARD, HOLDFAST_BOARD = Size(190, 84), Size(92, 72)
COLOURS_OF_SEATS = ("Blue", "Orange", "Green", "Purple")
STORE_TINTS = ("wood", "coal", "well", "steel")
NEEDS = ("", "needs a weapon", "needs a ranged weapon", "needs a shield")
EFFECTS = {
    "walk": "walk {steps}",
    "turn": "turn in place",
    "climb": "step ahead, also onto a mountain",
    "leap": "to the second hex ahead, over everything",
    "charge": "walk {steps} with {amount} more attack",
    "bombard": "shoot the first King within {steps} straight ahead",
    "brace": "{amount} more defence until your next turn",
}
WAYS = ("ahead", "ahead to the right", "back to the right", "behind", "back to the left", "ahead to the left")
TURNS = {1: "turn right by one side", 5: "turn left by one side", 3: "turn to the opposite side"}
WATER, IRON = 8, 6
"""Tokens of water and iron for each player: the rules have no limit (IK-1.3), this is what players have at most."""


def components(box: Box, data: Data) -> Iterator[Component]:
    yield from cards(box, data)
    yield from hexes(box)
    yield from tokens(box)
    for seat in range(box.seats):
        yield from boards(box, seat)
        yield from pieces(box, seat)
    first = drawn(KING, f"{draw_icon('flying-flag', 44, 'var(--ink)')}{text('first', 0, 33, 12, weight=700)}")
    yield Component(
        "first-player", "First Player token", "First Player", 1, 301, KING, first, first, "circle", "plains"
    )
    yield bring("die", "die of six sides", 1, 1102)


def cards(box: Box, data: Data) -> Iterator[Component]:
    """Planning cards, treasures and upgrades, each with the back of its deck."""
    plan_back = printed_back(CARD, "card-draw", "planning")
    for plan, row in enumerate(data.table("planning")):
        card = box.plans[plan]
        does = (planned(row.text("effect"), card), *filter(None, (NEEDS[card.needs],)))
        face = printed_card(
            CARD, text=words_of(card.name), icon=words_of(card.icon), costs=(f"steam {card.steam}",), lines=does,
            tint="stone",
        )  # fmt: skip
        yield Component(
            f"plan-{row.id}", "planning cards", words_of(card.name), int(card.count), 106, CARD, face, plan_back
        )
    view, back = new(State.dtype), printed_back(CARD, "locked-chest", "treasure")
    for number in range(box.treasure_cards):
        treasure = box.treasures[number]
        points, *lines = names.treasure_print(view, box, number)
        gifts = f"scrap: {names.treasure_gifts(box, number)}"
        face = printed_card(
            CARD, text=names.treasure_name(box, number), icon=words_of(treasure.icon), lines=(points, *lines, gifts),
            tint=CLASS_TINTS[treasure.sort_of],
        )  # fmt: skip
        code = names.treasure_code(box, number)
        yield Component(
            f"treasure-{code}", "treasure cards", names.treasure_name(box, number), 1, 1401, CARD, face, back
        )
    back = printed_back(CARD, "gear-hammer", "upgrade")
    for number in range(box.upgrade_cards):
        upgrade = box.upgrades[number]
        face = printed_card(
            CARD, text=names.upgrade_name(box, number), icon=words_of(upgrade.icon), costs=(f"iron {upgrade.iron}",),
            lines=(f"{SECTION_NAMES[upgrade.section]}, {upgrade.iron} iron", *names.upgrade_print(box, number)),
            tint=("sky", "waste", "ground")[upgrade.section],
        )  # fmt: skip
        code = names.upgrade_code(box, number)
        yield Component(f"upgrade-{code}", "upgrades", names.upgrade_name(box, number), 1, 1501, CARD, face, back)


def planned(effect: str, card: Plan) -> str:
    """What a planning card does, in a line."""
    heading, steps, amount = (card.heading, card.steps, card.amount)
    if effect == "turn":
        return TURNS.get(heading, EFFECTS[effect])
    words = EFFECTS.get(effect, effect).format(
        steps=counted(steps, "hex") if steps == 1 else f"{steps} hexes", amount=amount
    )
    return f"{words} {WAYS[heading]}" if effect == "walk" else words


def hexes(box: Box) -> Iterator[Component]:
    """The hexes of the map: of a random one its whole mix, of a drawn one as many of each kind as it has (IK-2.2)."""
    layout = [kind for kind in box.layout.tolist()[: box.hexes] if kind != NOWHERE]
    for kind in range(box.terrain_kinds):
        terrain, name = box.terrains[kind], names.terrain_name(box, kind)
        count = int(box.mix[kind]) if box.is_random else layout.count(kind)
        if not count:
            continue
        colour = COLOURS[terrain.colour]
        look = HEX.area.thing("hex", "space", shape="hex", tint=colour)._replace(width=2 * 41.57 / 2 * UNIT)
        has_sign = names._kind(box, kind).has_sign
        place = HEX.area.sized(62, 62).moved(0, -6)
        sign = place.thing("sign", "icon", icon=words_of(terrain.icon), tint=f"{colour}-sign")
        label = Thing("name", "text", 0, 46, 90, 12, text=name, tint="soft")
        skull = HEX.area.sized(24, 24).moved(0, -48).thing("skull", "icon", icon="skull-crossed-bones", tint="bad")
        face = (look, *((sign, label) if has_sign else ()), *((skull,) if terrain.skull else ()))
        yield Component(f"hex-{kind}", "map hexes", name, count, 202, HEX, face, form="hex", ground=colour)
    for seat in range(box.seats):
        look = HEX.area.thing("hex", "space", shape="hex", tint=f"seat{seat}-deep")._replace(width=41.57 * UNIT)
        home = HEX.area.sized(70, 70).thing("sign", "icon", icon=HOME_ICON, seat=seat)
        name = f"{COLOURS_OF_SEATS[seat]} Holdfast"
        yield Component(
            f"holdfast-{seat}", "Holdfasts", name, 1, 102, HEX, (look, home), form="hex", ground=f"seat{seat}-deep"
        )


def tokens(box: Box) -> Iterator[Component]:
    """What is in the bag, and what lies in stacks on the map or with the players."""
    back = drawn(TOKEN, f'{SHAPES["lights"]}<g transform="translate(0 4) scale(.62)">{SHAPES["bag"]}</g>')
    for token in Token:
        label = box.tokens[token]
        if token < 3:
            art = coin(words_of(label.icon), token, 28)
        else:
            art = f'<circle r="28" fill="#2a1410"/>{draw_icon(words_of(label.icon), 40, "#ffb36b")}'
        name = words_of(label.name)
        yield Component(
            f"bag-{name.lower()}", "tokens of the bag", name, int(box.bag[token]), 1301, TOKEN, drawn(TOKEN, art), back,
            "circle", "panel",
        )  # fmt: skip
    stacked = [0, 0, 0, 0]
    for kind in range(box.terrain_kinds):
        terrain = box.terrains[kind]
        layout = box.layout.tolist()[: box.hexes]
        if terrain.harvest != NOWHERE and terrain.stack > 0:
            stacked[terrain.harvest] += terrain.stack * int(box.mix[kind] if box.is_random else layout.count(kind))
    for store, extra in enumerate((0, 0, WATER, IRON)):
        label, is_free = box.stores[store], bool(extra)
        # Those of the stacks on the map, and those that players begin with (IK-1.3, IK-2.4).
        count = stacked[store] + int(box.start_stores[store] + extra) * box.seats
        disc = f'<circle r="{DISC.width * UNIT / 2 - 4:.1f}" fill="var(--paper)" stroke="var(--{STORE_TINTS[store]})" '
        face = drawn(
            DISC, f'{disc}stroke-width="2"/>{draw_icon(words_of(label.icon), 27, f"var(--{STORE_TINTS[store]})")}'
        )
        yield Component(
            f"store-{store}", "resources" if is_free else "resources of the stacks and the start", words_of(label.name),
            count, 103 if is_free else 204, DISC, face, face, "circle", "paper", supply=is_free,
        )  # fmt: skip
    torn = draw_icon("cracked-shield", 24, "#fff3df")
    face = drawn(CHIP, f'<circle r="15" fill="#9c2d22" stroke="#0009"/>{torn}')
    # Six spaces of each King, and as many as shields can hold (IK-11.1, IK-11.6).
    shields = sum(int(box.treasures[card].bonus[Bonus.SHIELD]) for card in range(box.treasure_cards))
    count = KING_SPACES * box.seats + shields
    yield Component("damage", "damage tokens", "Damage", count, 1101, CHIP, face, face, "circle", "waste")


def pieces(box: Box, seat: int) -> Iterator[Component]:
    """What stands on the map and on the boards of a player."""
    colour, ground = COLOURS_OF_SEATS[seat], f"seat{seat}-deep"
    king = (KING.area.inset(8).thing("king", "token", icon=KING_ICON, seat=seat, turn=0),)
    yield Component(f"king-{seat}", "Kings", f"{colour} King", 1, 102, KING, king, king, "circle", ground)
    for size, name, count in ((SMALL, "small", box.small_workers), (BIG, "big", box.big_workers)):
        face = (size.area.inset(1).thing("worker", "cube", seat=seat),)
        yield Component(
            f"{name}-worker-{seat}", f"{name} workers", f"{colour} {name} worker", int(count), 102, size, face, face,
            "circle", ground,
        )  # fmt: skip
    needle = drawn(SMALL, draw_icon("steam", 24, "var(--ink)"))
    yield Component(
        f"steam-{seat}", "steam markers", f"{colour} steam marker", 1, 103, SMALL, needle, needle, "circle", ground
    )
    hand = drawn(SMALL, '<path d="M-9 -8H9L0 11Z" fill="#b3261a" stroke="#0008"/>')
    yield Component(
        f"pointer-{seat}", "instruction pointers", f"{colour} pointer", 1, 801, SMALL, hand, hand, "circle", ground
    )


def boards(box: Box, seat: int) -> Iterator[Component]:
    colour, ground = COLOURS_OF_SEATS[seat], f"seat{seat}-deep"
    yield Component(f"king-board-{seat}", "King's boards", f"{colour} King's board", 1, 104, KING_BOARD,
                    king_board(box, seat), ground=ground)  # fmt: skip
    yield Component(f"holdfast-board-{seat}", "Holdfast's boards", f"{colour} Holdfast's board", 1, 105, HOLDFAST_BOARD,
                    holdfast_board(box, seat), ground=ground)  # fmt: skip


def king_board(box: Box, seat: int) -> Face:
    """Steam gauge, three sections of two spaces with the faces of the die, Rested Box, Wilderness and slots."""
    inside = KING_BOARD.area.inset(8)
    head, gauge, middle, track = inside.inset(0, 2).rows(28, 40, 0, 26, gap=5)
    sections, rest = middle.inset(6, 0).columns(390, 0, gap=10)
    things = [plate_of(inside), headline(head, f"Iron King of {COLOURS_OF_SEATS[seat]}", 22, f"seat{seat}")]
    steam, (word, row) = range(box.max_steam + 7), gauge.inset(6, 2).columns(64, 0)
    for number, place in zip(steam, row.grid(len(steam), len(steam), gap=3), strict=True):
        art = cell(place, str(number), "var(--paper)" if number <= box.max_steam else "var(--tape)")
        things.append(place.thing(f"steam-{number}", "art", art=art))
    things.append(word.text("steam-word", "steam", 16, states=("strong",)))
    for section, area in enumerate(sections.grid(3, 3, gap=6)):
        words, spaces = area.rows(18, 0, gap=2)
        things.append(words.text(f"section-{section}", SECTION_NAMES[section], 14, tint="soft", states=("strong",)))
        for number, place in enumerate(spaces.stack(2, gap=4)):
            space = 2 * section + number
            things.append(worker_space(box, space, place, str(space + 1)))
    boxes, slots = rest.columns(96, 0, gap=6)
    for place, name in zip(boxes.stack(2, gap=6), ("Rested Box", "Wilderness"), strict=True):
        things.append(place.thing(name, "art", art=cell(place, name, "#0000", 14)))
    for number, place in enumerate(slots.stack(box.slots, gap=6), 1):
        things.append(place.thing(f"slot-{number}", "art", art=cell(place, f"treasure {number}", "#0000", 14)))
    note = f"Planning track: {box.track} cards in a row below this board; the pointer shows the card that is read."
    things.append(track.text("track", note, 14, tint="soft"))
    return tuple(things)


def holdfast_board(box: Box, seat: int) -> Face:
    """Four spaces that are open while the King is docked; treasures brought home lie beside the board."""
    inside = HOLDFAST_BOARD.area.inset(8)
    head, spaces, foot = inside.rows(28, 0, 22, gap=4)
    things = [plate_of(inside), headline(head, f"Holdfast of {COLOURS_OF_SEATS[seat]}", 18, f"seat{seat}")]
    for space, place in zip(range(KING_SPACES, SPACES), spaces.inset(6, 0).grid(4, 2, gap=6), strict=True):
        things.append(worker_space(box, space, place, ""))
    things.append(foot.text("foot", "treasures that were brought home lie here", 12, tint="soft"))
    return tuple(things)


def plate_of(area: Area) -> Thing:
    width, height = area.size
    frame = f'x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" rx="8"'
    return area.thing(
        "plate", "art", layer=-1,
        art=f'{SHAPES["lights"]}<rect {frame} fill="var(--panel)" stroke="var(--edge)" stroke-width="1.5"/>'
        f'<rect {frame} fill="url(#of-iron)"/>{rivets(width, height)}',
    )  # fmt: skip


def cell(area: Area, words: str, fill: str, size: float = 16) -> str:
    """A place for a marker or a card, with its name at its upper edge, or a number in its middle."""
    width, height = area.size
    frame = f'x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4"'
    y = 5.5 if words.isdecimal() else 17 - height / 2
    ground = "none" if fill == "#0000" else fill
    return f'<rect {frame} fill="{ground}" stroke="var(--edge)" stroke-width="1.4"/>' + text(
        words, 0, y, size, "var(--soft)" if ground == "none" else "var(--paper-ink)", weight=600
    )


def worker_space(box: Box, space: int, area: Area, number: str) -> Thing:
    name = names.space_name(box, space).removeprefix("Holdfast ")
    art = space_art(space, words_of(box.spaces[space].icon), name, area.size, False)
    if number:
        x, y = 13 - area.width / 2, 13 - area.height / 2
        art += (
            f'<rect x="{x - 9:.1f}" y="{y - 9:.1f}" width="18" height="18" rx="4" fill="var(--paper)" stroke="#0008"/>'
        )
        art += text(number, x, y + 5, 14, "var(--paper-ink)", weight=700)
    return area.thing(f"space-{space}", "art", art=art)
