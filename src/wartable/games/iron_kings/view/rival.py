"""The machines of the other players: what each has, by name; the more of them there are, the smaller."""

from collections.abc import Iterator
from functools import cache

from wartable.core.phrases import count as counted
from wartable.drawing.layout import Area, amounts
from wartable.drawing.lettering import squeezed
from wartable.drawing.scene import Id, Thing

from ..box import Box, words_of
from ..names import SECTION_NAMES, plan_name, space_name, treasure_facts, treasure_name, upgrade_facts, upgrade_name
from ..rules.common import home_points, most_steam, points, track_places
from ..state import KING_SPACES, SPACES, At, State, Worker
from ..world import WORLD
from .board import store_entries
from .card import VAULT_HEIGHT, held, shelf, shelved, socket, treasure_card, treasure_plate
from .machine import damage_thing, is_hurt, nameplate, rivets, section_thing, space_label, space_things, worker_thing
from .map import HOME_ICON, SHAPES
from .track import CARD_HEIGHT, TAPE, band, blank, plan_card, tape_sign

RIVAL_WIDTH = 292
CARGO_ICON = "open-treasure-chest"
CARD = 40
"""What has more room down is a card, and what has less a plate."""
PARTS, PART_HEIGHT = (*SECTION_NAMES, "Holdfast"), 44
PART_WIDTHS = (73.5, 73.5, 73.5, 65)
"""Sections have room for the name of an upgrade."""


def rival_backdrop(seats: int, places: int) -> str:
    """The tape of another player's program, where it lies."""
    if seats == 2:
        return band(RIVAL_WIDTH, 313, 94)
    return band(RIVAL_WIDTH, 128, 92) if seats == 3 and places <= TAPE else band(RIVAL_WIDTH, 119, 29 + 4, 16)


def line(y: float, height: float, panel: str) -> Area:
    """A line across a panel, around a height."""
    return Area.around(RIVAL_WIDTH / 2, y, RIVAL_WIDTH, height, panel)


def other_things(view: State, box: Box, seat: int, panel: str) -> Iterator[Thing]:
    """Another player: what one looks up before deciding."""
    yield from heading(view, box, seat, panel)
    if box.seats == 2:
        yield from workers(view, seat, line(68, 24, panel))
        yield from large_board(view, box, seat, panel)
        yield from track(view, box, seat, line(360, CARD_HEIGHT, panel))
        yield from cargo(view, box, seat, line(452, 82, panel))
        yield from vault(view, box, seat, line(516, VAULT_HEIGHT, panel))
        return
    yield from small_board(view, box, seat, line(73, PART_HEIGHT, panel))
    yield from workers(view, seat, line(107, 24, panel))
    has_cards = box.seats == 3 and track_places(view, box, seat) <= TAPE
    yield from track(view, box, seat, line(175, CARD_HEIGHT, panel) if has_cards else line(135.5, 25, panel))
    yield from cargo(view, box, seat, line(242, 34, panel) if box.seats == 3 else line(160, 22, panel))


def heading(view: State, box: Box, seat: int, panel: str) -> Iterator[Thing]:
    """Name, points, steam and stores."""
    side = view.sides[seat]
    total, home = points(view, box, seat), home_points(view, box, seat)
    most = most_steam(view, box, seat)
    first, second = Area(4, 4, RIVAL_WIDTH - 8, 46, panel).rows(24, 22)
    name, home_area, aboard = first.columns(120, 70, 0, gap=6)
    # Words are not touched: the plate below the name is.
    label = f"{{{seat}}}, {counted(side.hand_size, 'card')} in hand"
    yield name.thing(Id("rival", seat), "space", states=("edged",), tint="panel", label=label)
    yield name.inset(5, 0).text(f"name-{seat}", f"{{{seat}}}", 16, seat=seat, states=("strong",), layer=1)
    stored, carried = names(box, held(view, box, At.HOME + seat)), names(box, held(view, box, At.CARRIED + seat))
    yield home_area.inset(0, 3).thing(
        f"points-{seat}", "icon", icon=HOME_ICON, text=f"{home} home", tint="soft",
        label=f"{counted(home, 'point')} in the Holdfast: {stored}",
    )  # fmt: skip
    yield aboard.inset(0, 3).thing(
        f"aboard-{seat}", "icon", icon=CARGO_ICON, text=f"{total - home} aboard", tint="soft",
        label=f"{counted(total - home, 'point')} aboard: {carried}",
    )  # fmt: skip
    gauge, stores = second.inset(0, 1).columns(88, 0, gap=8)
    label = f"{side.steam} of {most} steam"
    yield gauge.inset(2, 1.5).thing(f"steam-{seat}", "bar", seat=seat, text=f"{side.steam}/{most}", label=label)
    yield from amounts(stores.grid(4, 4, gap=3), store_entries(box, side.stores, f"store-{seat}"))


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


def workers(view: State, seat: int, area: Area) -> Iterator[Thing]:
    """Workers that are rested or in the Wilderness, and cards in the hand."""
    side = view.sides[seat]
    rested = side.rested[Worker.SMALL] + side.rested[Worker.BIG]
    cube, words, wild, hand = area.inset(5, 0).columns(24, 56, 104, 0, gap=6)
    label = f"{counted(rested, 'worker')} rested"
    yield cube.thing(f"rested-{seat}", "cube", seat=seat, text=str(rested), label=label)
    yield words.text(f"rested-title-{seat}", "rested", shape="left")
    yield wild.inset(0, 2.5).thing(
        f"wilderness-{seat}", "icon", icon="dead-wood", text=f"{side.wilderness} in the wild", tint="soft",
        label=f"{counted(side.wilderness, 'worker')} in the Wilderness",
    )  # fmt: skip
    cards = counted(side.hand_size, "card")
    yield hand.inset(0, 2.5).thing(
        f"hand-{seat}", "icon", icon="card-draw", text=cards, tint="soft", label=f"{cards} in hand"
    )


def large_board(view: State, box: Box, seat: int, panel: str) -> Iterator[Thing]:
    """The King's board by its sections, and the Holdfast's below it, with their words."""
    titles, spaces, home = Area(2, 84, 288, 223, panel).rows(23, 135, 65)
    for section, area in enumerate(titles.grid(len(SECTION_NAMES), 3)):
        yield section_thing(view, box, seat, section, area.inset(2, 0))
    for section, column in enumerate(spaces.grid(3, 3)):
        for space, area in zip(spaces_of(section), column.stack(2), strict=True):
            words = space_name(box, space).removesuffix(" (vent)").replace(" 1 &", " &").removesuffix(" 1")
            yield from space_things(view, box, seat, space, area.inset(1), words)
    for space, area in zip(range(KING_SPACES, SPACES), home.grid(4, 4), strict=True):
        words = space_name(box, space).removeprefix("Holdfast ")
        yield from space_things(view, box, seat, space, area.inset(1, 1.5), words)


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


def small_board(view: State, box: Box, seat: int, area: Area) -> Iterator[Thing]:
    """Head, torso, legs and Holdfast as four plates, with the workers and the damage on them."""
    side = view.sides[seat]
    plates = area.inset((RIVAL_WIDTH - sum(PART_WIDTHS) - 3) / 2, 0).columns(*PART_WIDTHS, gap=1)
    for part, (name, plate) in enumerate(zip(PARTS, plates, strict=True)):
        spaces = spaces_of(part)
        card = side.fitted[part] - 1 if part < len(SECTION_NAMES) else -1
        states = "; ".join(space_label(view, box, seat, space) for space in spaces)
        fitted = f"{upgrade_name(box, card)} ({upgrade_facts(box, card)}); " if card >= 0 else ""
        yield plate.thing(
            f"part-{seat}-{part}", "art", label=f"{name}: {fitted}{states}",
            art=part_art(upgrade_name(box, card) if card >= 0 else name, plate.width, len(spaces), card >= 0),
        )  # fmt: skip
        holes = plate.inset(3, 0).moved(0, 9.5).grid(len(spaces), len(spaces))
        for space, hole in zip(spaces, holes, strict=True):
            if side.spaces[space]:
                size = 14 if side.spaces[space] == Worker.SMALL else 18
                yield worker_thing(box, seat, space, side.spaces[space], hole.sized(size, size))
            if is_hurt(view, seat, space):
                yield damage_thing(box, seat, space, hole.sized(min(hole.width - 3, 27), 17))


def vault(view: State, box: Box, seat: int, area: Area) -> Iterator[Thing]:
    """The shelf of the Holdfast with what has been brought home."""
    home, room = held(view, box, At.HOME + seat), area.inset(4, 1)
    yield room.thing(f"vault-{seat}", "art", art=shelf(room.width, not home))
    if not home:
        yield room.inset(20, 0).moved(14, 0).text(f"vault-title-{seat}", "treasures brought home", tint="soft")
    yield from shelved(view, box, home, area.inset(5, 0))


def cargo(view: State, box: Box, seat: int, area: Area) -> Iterator[Thing]:
    """What the King carries, by name, as many side by side as it has slots for; where there is room, free slots too."""
    carried, has_cards = held(view, box, At.CARRIED + seat), area.height > CARD
    for number, slot in enumerate(area.inset(4, 0).row(box.slots, gap=3)):
        if number < len(carried):
            card = (treasure_card if has_cards else treasure_plate)(view, box, carried[number], slot)
            card = card._replace(label=f"{card.label}, carried")
            yield card._replace(states=()) if has_cards else card._replace(costs=())
        elif has_cards:
            yield slot.thing(f"slot-{seat}-{number + 1}", "art", art=socket(*slot.size), label="a free slot")


def track(view: State, box: Box, seat: int, area: Area) -> Iterator[Thing]:
    """The program as cards; where there is no room for them, as signs. The card that is carried out is marked."""
    side, places = view.sides[seat], track_places(view, box, seat)
    has_cards = area.height > CARD and places <= TAPE
    # Signs are as large as the tape allows, which is high with two players.
    size = min(44.0, 282 / places - 5) if box.seats == 2 else 25.0
    cards = [place.inset(1, 0) for place in area.inset(3.5, 0).grid(places, TAPE)]
    signs = [place.sized(size, size) for place in area.inset(5, 0).row(places, size + 11)]
    shown = cards if has_cards else signs
    for number, place in enumerate(shown, 1):
        plan = side.track[number - 1] - 1
        if plan < 0:
            art = blank(*place.size, str(number) if place.width > 40 else "")
            yield place.thing(f"place-{seat}-{number}", "art", art=art, label=f"place {number}, empty")
        elif has_cards:
            yield plan_card(view, box, seat, place, plan, f"place {number}")._replace(id=f"track-{seat}-{number}")
        else:
            art = tape_sign(words_of(box.plans[plan].icon), size)
            label = f"place {number}: {plan_name(box, plan)}"
            yield place.thing(f"track-{seat}-{number}", "art", art=art, label=label)
    if side.pointer:
        x, y = shown[min(side.pointer, places - 1)].middle
        head = Area.around(x, y - (43 if has_cards else size / 2 + 2), 16, 10, area.panel)
        yield head.thing(f"pointer-{seat}", "art", art=SHAPES["pointer"], label="instruction pointer", layer=2)
