"""The machines of the other players: what each has, by name; the more of them there are, the smaller."""

from collections.abc import Iterator
from functools import cache

from wartable.core.phrases import count as counted
from wartable.drawing.lettering import squeezed
from wartable.drawing.scene import Thing

from .board_view import STORE_TINTS
from .box import Box, words_of
from .card_view import VAULT_HEIGHT, held, shelf, shelved, socket, treasure_card, treasure_plate
from .machine_view import (
    Area,
    damage_thing,
    is_hurt,
    nameplate,
    rivets,
    section_thing,
    space_label,
    space_things,
    worker_thing,
)
from .map_view import HOME_ICON
from .names import SECTION_NAMES, plan_name, space_name, treasure_facts, treasure_name, upgrade_facts, upgrade_name
from .rules.common import home_points, most_steam, points, track_places
from .state import KING_SPACES, SPACES, At, State, Store, Worker
from .track_view import CARD_HEIGHT, TAPE, band, blank, plan_card, tape_sign
from .world import WORLD

RIVAL_WIDTH = 292
CARGO_ICON = "open-treasure-chest"
CARD = 40
"""What has more room down is a card, and what has less a plate."""
PARTS = (*SECTION_NAMES, "Holdfast")
PART_WIDTHS, PART_HEIGHT = (73.5, 73.5, 73.5, 65), 44
"""Sections have room for the name of an upgrade."""


def rival_backdrop(seats: int, places: int) -> str:
    """The tape of another player's program, where it lies."""
    if seats == 2:
        return band(RIVAL_WIDTH, 313, 94)
    return band(RIVAL_WIDTH, 128, 92) if seats == 3 and places <= TAPE else band(RIVAL_WIDTH, 119, 29 + 4, 16)


def other_things(view: State, box: Box, seat: int, panel: str) -> Iterator[Thing]:
    """Another player: what one looks up before deciding."""
    yield from heading(view, box, seat, panel)
    if box.seats == 2:
        yield from workers(view, seat, panel, 68)
        yield from large_board(view, box, seat, panel)
        yield from large_track(view, box, seat, panel, 360)
        yield from cargo(view, box, seat, panel, 452, 82)
        yield from vault(view, box, seat, panel, 516)
        return
    yield from small_board(view, box, seat, panel, 73)
    yield from workers(view, seat, panel, 107)
    if box.seats == 3:
        yield from large_track(view, box, seat, panel, 175)
        yield from cargo(view, box, seat, panel, 242, 34)
    else:
        yield from small_track(view, box, seat, panel, 135.5)
        yield from cargo(view, box, seat, panel, 160, 22)


def heading(view: State, box: Box, seat: int, panel: str) -> Iterator[Thing]:
    """Name, points, steam and stores."""
    side = view.sides[seat]
    total, home = points(view, box, seat), home_points(view, box, seat)
    most = most_steam(view, box, seat)
    # Words are not touched: the plate below the name is.
    yield Thing(
        f"rival-{seat}", "space", 64, 16, 120, 24, panel, states=("edged",), tint="panel",
        label=f"{{{seat}}}, {counted(side.hand_size, 'card')} in hand",
    )  # fmt: skip
    yield Thing(
        f"name-{seat}", "text", 64, 16, 110, 16, panel, seat=seat, text=f"{{{seat}}}", states=("strong",), layer=1,
    )  # fmt: skip
    yield Thing(
        f"points-{seat}", "icon", 163, 16, 66, 18, panel, HOME_ICON, text=f"{home} home", tint="soft",
        label=f"{counted(home, 'point')} in the Holdfast: {names(box, held(view, box, At.HOME + seat))}",
    )  # fmt: skip
    yield Thing(
        f"aboard-{seat}", "icon", 243, 16, 82, 18, panel, CARGO_ICON, text=f"{total - home} aboard", tint="soft",
        label=f"{counted(total - home, 'point')} aboard: {names(box, held(view, box, At.CARRIED + seat))}",
    )  # fmt: skip
    yield Thing(
        f"steam-{seat}", "bar", 50, 40, 84, 17, panel, seat=seat, text=f"{side.steam}/{most}",
        label=f"{side.steam} of {most} steam",
    )  # fmt: skip
    for store in Store:
        words = str(side.stores[store])
        yield Thing(
            f"store-{seat}-{store.name.lower()}", "icon", 124 + store * 47, 40, 44, 20, panel,
            words_of(box.stores[store].icon), text=words, tint=STORE_TINTS[store],
            label=f"{words} {words_of(box.stores[store].name).lower()}",
        )  # fmt: skip


def names(box: Box, cards: list[int]) -> str:
    return ", ".join(treasure_name(box, card) for card in cards) or "no treasures"


def about(view: State, box: Box, seat: int) -> list[str]:
    """All that a player's machine has, in words: for whoever asks for the player."""
    side = view.sides[seat]
    carried = [f"{treasure_name(box, card)} ({treasure_facts(view, box, card)})"
               for card in held(view, box, At.CARRIED + seat)]  # fmt: skip
    fitted = [f"{upgrade_name(box, card - 1)} ({upgrade_facts(box, card - 1)})" for card in side.fitted if card]
    program = [plan_name(box, plan - 1) for plan in side.track[: track_places(view, box, seat)] if plan]
    hurt = [space_name(box, space) for space in range(KING_SPACES) if side.damage[space]]
    at_work = [space_name(box, space) for space in range(SPACES) if side.spaces[space]]
    lists = (
        ("program", program),
        ("damaged", hurt),
        ("workers on", at_work),
        ("upgrades", fitted),
        ("carries", carried),
        ("brought home", [treasure_name(box, card) for card in held(view, box, At.HOME + seat)]),
    )
    stock = f"{side.steam} of {most_steam(view, box, seat)} steam, {counted(side.hand_size, 'card')} in hand"
    return [stock, *(f"{what.capitalize()}: {', '.join(words)}" for what, words in lists if words)]


def workers(view: State, seat: int, panel: str, y: float) -> Iterator[Thing]:
    """Workers that are rested or in the Wilderness, and cards in the hand."""
    side = view.sides[seat]
    rested = side.rested[Worker.SMALL] + side.rested[Worker.BIG]
    yield Thing(
        f"rested-{seat}", "cube", 17, y, 24, 24, panel, seat=seat, text=str(rested),
        label=f"{counted(rested, 'worker')} rested",
    )  # fmt: skip
    yield Thing(f"rested-title-{seat}", "text", 55, y, 44, 14, panel, text="rested", shape="left")
    yield Thing(
        f"wilderness-{seat}", "icon", 146, y, 104, 19, panel, "dead-wood", text=f"{side.wilderness} in the wild",
        tint="soft", label=f"{counted(side.wilderness, 'worker')} in the Wilderness",
    )  # fmt: skip
    yield Thing(
        f"hand-{seat}", "icon", 246, y, 80, 19, panel, "card-draw", text=counted(side.hand_size, "card"), tint="soft",
        label=f"{counted(side.hand_size, 'card')} in hand",
    )  # fmt: skip


def large_board(view: State, box: Box, seat: int, panel: str) -> Iterator[Thing]:
    """The King's board by its sections, and the Holdfast's below it, with their words."""
    for section in range(len(SECTION_NAMES)):
        yield section_thing(view, box, seat, section, Area(50 + section * 96, 95, 92, 13), panel)
    for space in range(KING_SPACES):
        area = Area(50 + space // 2 * 96, 141 + space % 2 * 67, 94, 65)
        words = space_name(box, space).removesuffix(" (vent)").replace(" 1 &", " &").removesuffix(" 1")
        yield from space_things(view, box, seat, space, area, panel, words)
    for space in range(KING_SPACES, SPACES):
        area = Area(38 + (space - KING_SPACES) * 72, 276, 70, 62)
        words = space_name(box, space).removeprefix("Holdfast ")
        yield from space_things(view, box, seat, space, area, panel, words)


def spaces_of(part: int) -> range:
    return range(2 * part, 2 * part + 2) if part < len(SECTION_NAMES) else range(KING_SPACES, SPACES)


@cache
def part_art(words: str, width: float, holes: int, is_fitted: bool) -> str:
    """A part of a machine as one plate: what it is called, and below a hole for each worker space."""
    area = f'x="{-width / 2:g}" y="{-PART_HEIGHT / 2:g}" width="{width:g}" height="{PART_HEIGHT}" rx="5"'
    drawn = f'<rect {area} fill="var(--panel)" stroke="var(--edge)"/><rect {area} fill="url(#sheen)"/>'
    wide = (width - 6) / holes
    for number in range(holes):
        x = 4 - width / 2 + number * wide
        drawn += f'<rect x="{x:.1f}" y="1" width="{wide - 2:.1f}" height="17" rx="3" fill="#0005" stroke="#0006"/>'
    if is_fitted:
        return f'{drawn}<g transform="translate(0 -11)">{nameplate(words, width)}</g>'
    return drawn + rivets(width, PART_HEIGHT, 4) + squeezed(words, 0, -5, width - 10, 13, WORLD.text_face, "middle")


def small_board(view: State, box: Box, seat: int, panel: str, y: float) -> Iterator[Thing]:
    """Head, torso, legs and Holdfast as four plates, with the workers and the damage on them."""
    side = view.sides[seat]
    left = (RIVAL_WIDTH - sum(PART_WIDTHS) - len(PARTS) + 1) / 2
    for part, (name, width) in enumerate(zip(PARTS, PART_WIDTHS, strict=True)):
        x = left + width / 2
        left += width + 1
        spaces = spaces_of(part)
        card = side.fitted[part] - 1 if part < len(SECTION_NAMES) else -1
        states = [space_label(view, box, seat, space) for space in spaces]
        fitted = f"{upgrade_name(box, card)} ({upgrade_facts(box, card)}); " if card >= 0 else ""
        yield Thing(
            f"part-{seat}-{part}", "art", x, y, width, PART_HEIGHT, panel,
            art=part_art(upgrade_name(box, card) if card >= 0 else name, width, len(spaces), card >= 0),
            label=f"{name}: {fitted}{'; '.join(states)}",
        )  # fmt: skip
        wide = (width - 6) / len(spaces)
        for number, space in enumerate(spaces):
            area = Area(x + 3 - width / 2 + (number + 0.5) * wide, y + 9.5, min(wide - 3, 27), 17)
            if side.spaces[space]:
                size = 14 if side.spaces[space] == Worker.SMALL else 18
                yield worker_thing(box, seat, space, side.spaces[space], area._replace(width=size, height=size), panel)
            if is_hurt(view, seat, space):
                yield damage_thing(box, seat, space, area, panel)


def vault(view: State, box: Box, seat: int, panel: str, y: float) -> Iterator[Thing]:
    """The shelf of the Holdfast with what has been brought home."""
    home = held(view, box, At.HOME + seat)
    middle, wide = RIVAL_WIDTH / 2, RIVAL_WIDTH - 8
    yield Thing(f"vault-{seat}", "art", middle, y, wide, VAULT_HEIGHT - 2, panel, art=shelf(wide, not home))
    if not home:
        words = "treasures brought home"
        yield Thing(f"vault-title-{seat}", "text", middle + 14, y, wide - 40, 14, panel, text=words, tint="soft")
    yield from shelved(view, box, home, panel, (5, RIVAL_WIDTH - 5), y)


def cargo(view: State, box: Box, seat: int, panel: str, y: float, height: float) -> Iterator[Thing]:
    """What the King carries, by name, as many side by side as it has slots for; where there is room, free slots too."""
    carried = held(view, box, At.CARRIED + seat)
    step = 284 / max(box.slots, 1)
    for number, card in enumerate(carried):
        x = 4 + (number + 0.5) * step
        if height > CARD:
            thing = treasure_card(view, box, card, x, y, panel)._replace(states=())
        else:
            thing = treasure_plate(view, box, card, x, y, panel)._replace(costs=())
        yield thing._replace(width=step - 3, height=height, label=f"{thing.label}, carried")
    for number in range(len(carried), box.slots if height > CARD else 0):
        x = 4 + (number + 0.5) * step
        art = socket(step - 3, height)
        yield Thing(f"slot-{seat}-{number + 1}", "art", x, y, step - 3, height, panel, art=art, label="a free slot")


def large_track(view: State, box: Box, seat: int, panel: str, y: float) -> Iterator[Thing]:
    """The program as cards; where the track is long, as signs."""
    places = track_places(view, box, seat)
    if places > TAPE:
        yield from small_track(view, box, seat, panel, y if box.seats == 2 else 135.5)
        return
    for place in range(places):
        x, plan = 32 + place * 57, view.sides[seat].track[place] - 1
        if plan >= 0:
            card = plan_card(view, box, seat, panel, plan, f"place {place + 1}")
            yield card._replace(id=f"track-{seat}-{place + 1}", x=x, y=y, width=55, height=CARD_HEIGHT)
        else:
            yield empty_place(seat, panel, place, Area(x, y, 55, CARD_HEIGHT))
    yield from pointer(view, seat, panel, 32 + min(view.sides[seat].pointer, places - 1) * 57, y - 43)


def small_track(view: State, box: Box, seat: int, panel: str, y: float) -> Iterator[Thing]:
    """The program as signs. The card that is carried out is marked."""
    side = view.sides[seat]
    places = track_places(view, box, seat)
    # As large as the tape allows, which is high with two players.
    size = min(44.0, 282 / places - 5) if box.seats == 2 else 25.0
    step = min(size + 11, 282 / places)
    left = RIVAL_WIDTH / 2 - step * (places - 1) / 2
    for place in range(places):
        x, plan = left + place * step, side.track[place] - 1
        if plan >= 0:
            yield Thing(
                f"track-{seat}-{place + 1}", "art", x, y, size, size, panel,
                art=tape_sign(words_of(box.plans[plan].icon), size), label=f"place {place + 1}: {plan_name(box, plan)}",
            )  # fmt: skip
        else:
            yield empty_place(seat, panel, place, Area(x, y, size, size))
    yield from pointer(view, seat, panel, left + min(side.pointer, places - 1) * step, y - size / 2 - 2)


def empty_place(seat: int, panel: str, place: int, area: Area) -> Thing:
    words = str(place + 1) if area.width > 40 else ""
    return Thing(
        f"place-{seat}-{place + 1}", "art", *area, panel, art=blank(area.width, area.height, words),
        label=f"place {place + 1}, empty",
    )  # fmt: skip


def pointer(view: State, seat: int, panel: str, x: float, y: float) -> Iterator[Thing]:
    """Where the reader is, while the King walks."""
    if view.sides[seat].pointer:
        yield Thing(
            f"pointer-{seat}", "art", x, y, 16, 10, panel, art=MARK, label="instruction pointer", layer=2,
        )  # fmt: skip


MARK = '<path d="M-8 -5H8L0 6Z" fill="#b3261a" stroke="#000a" stroke-width=".8"/>'
