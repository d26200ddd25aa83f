"""A player's cities, towns, stores and piles as things on the table; a rival has a panel of its own."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from wartable.core.icons import draw_icon
from wartable.core.lettering import text
from wartable.core.phrases import count as counted
from wartable.core.record import Record
from wartable.core.scene import Cell, Thing

from .box import text_of
from .market_view import TINTS
from .state import (
    CITIES,
    CITIZEN,
    MILITARY,
    NONE,
)
from .texts import (
    PILES,
    PLACES,
    building_label,
    card_name,
    card_names,
    city_name,
    discard_order,
    draw_order,
    key,
    members,
    nation_abilities,
    nation_name,
    side_text,
    town_label,
    towns_of,
    type_names,
    types_of,
)

RIVAL_WIDTH, RIVAL_MOST = 303, 354
CHIP, LARGE_CHIP = 62, 94


class Area(NamedTuple):
    """A part of a panel: its left and upper edge, and its size."""

    panel: str
    x: float
    y: float
    width: float
    height: float


@cache
def rival_cells(height: float) -> tuple[Cell, ...]:
    """Another player on a phone: name and stock, cities, cards."""
    bottom = height - 50
    return (
        Cell(0, 0, 303, 58, fresh=True),
        Cell(4, 58, 296, bottom - 58, fresh=True),
        Cell(0, bottom, 303, 50, fresh=True),
    )


def stock_things(view: Record, box: Record, seat: int, panel: str, x: float, y: float, step: float) -> Iterator[Thing]:
    """Points, coins, science and income as icons with numbers."""
    side = view.sides[seat]
    stock = (
        ("points", "laurel-crown", side.points, counted(side.points, "point")),
        ("coins", "two-coins", side.coins, counted(side.coins, "coin")),
        ("science", "microscope", side.science, f"{side.science} science"),
        ("income", "coins-pile", side.income + side.gives_coins, f"{side.income + side.gives_coins} income"),
    )
    for number, (name, icon, amount, words) in enumerate(stock):
        yield Thing(
            f"{name}-{seat}", "icon", x + number * step, y, 58, 22, panel, icon, tint="ink", text=str(amount),
            label=words,
        )  # fmt: skip


def city_things(view: Record, box: Record, seat: int, area: Area, columns: int, chip: float = CHIP) -> Iterator[Thing]:
    """Each city as a box with its name and a chip for each building and free place; larger where there are few."""
    panel, left, top, height = area.panel, area.x, area.y, area.height
    width = (area.width + 4) / columns - 4
    held = [number for number in range(CITIES) if view.sides[seat].cities[number].spaces]
    rows = -(-len(held) // columns) or 1
    tall = (height + 4) / rows - 4
    most = max((view.sides[seat].cities[number].spaces for number in held), default=1)
    size, per_line = max((min((width - 8) / n, (tall - 22) / -(-most // n), chip), n) for n in range(3, 8))
    tall = min(tall, 26 + size * -(-most // per_line))
    for shown, number in enumerate(held):
        city = view.sides[seat].cities[number]
        x = left + shown % columns * (width + 4)
        y = top + shown // columns * (tall + 4)
        name = city_name(view, box, seat, number)
        yield Thing(
            f"city-{seat}-{number + 1}", "space", x + width / 2, y + tall / 2, width, tall, panel, states=("edged",),
            tint="panel", label=f"{name}: {city.count} of {city.spaces} places, {type_names(box, city.types)}",
        )  # fmt: skip
        yield Thing(
            f"city-name-{seat}-{number + 1}", "text", x + width / 2 - 12, y + 12, width - 34, 13, panel, text=name,
            shape="left", tint="soft", layer=1,
        )  # fmt: skip
        for k, ground in enumerate(reversed(types_of(box, city.types))):
            yield Thing(
                f"ground-{seat}-{number + 1}-{ground}", "icon", x + width - 12 - k * 18, y + 11, 17, 17, panel,
                text_of(box.type_text[ground].icon), tint="good", layer=1, label=text_of(box.type_text[ground].name),
            )  # fmt: skip
        for place in range(city.spaces):
            chip_x = x + 4 + size * (place % per_line + 0.5)
            chip_y = y + 20 + size * (place // per_line + 0.5)
            if place < city.count:
                face = city.built[place]
                yield Thing(
                    f"built-{seat}-{number + 1}{PLACES[place]}", "art", chip_x, chip_y, size, size, panel,
                    art=house(text_of(box.face_text[face].icon), box.face_type[face], round(size, 1)), layer=2,
                    label=f"{building_label(box, face)} (in {name})",
                )  # fmt: skip
            else:
                yield Thing(
                    f"free-{seat}-{number + 1}{PLACES[place]}", "art", chip_x, chip_y, size - 6, size - 6, panel,
                    art=plot(round(size, 1)), layer=1, label=f"a free place in {name}",
                )  # fmt: skip


@cache
def house(icon: str, ground: int, size: float) -> str:
    """A building in its place: a house front with a roof, on the colour of its land."""
    half = size / 2 - 2
    tint = TINTS[ground] if ground != NONE else "stone"
    wall = f'<path d="M{-half:g} {half:g}V{-half * 0.45:.1f}L0 {-half:g}L{half:g} {-half * 0.45:.1f}V{half:g}Z"'
    return (
        f'<ellipse cy="{half * 0.75:.1f}" rx="{half * 1.25:.1f}" ry="{half * 0.5:.1f}" fill="url(#under)"/>'
        f'{wall} fill="var(--{tint})" stroke="var(--brass)" stroke-width="1.6" stroke-linejoin="round"/>'
        f'{wall} fill="url(#bevel)"/><g transform="translate(0 {half * 0.22:.1f})">'
        f"{draw_icon(icon, half * 1.28, 'var(--ink)')}</g>"
    )


@cache
def plot(size: float) -> str:
    """A free place: staked out ground."""
    half = size / 2 - 4
    return (
        f'<rect x="{-half:g}" y="{-half * 0.3:.1f}" width="{2 * half:g}" height="{half * 1.3:.1f}" rx="3" fill="#0002" '
        'stroke="var(--soft)" stroke-width="1.3" stroke-dasharray="4 4"/>'
    )


def line_up(count: int, line: Area) -> list[float]:
    """The middles of so many things in a line: side by side, or overlapping where they would not fit."""
    size = line.height
    step = min(size + 2, (line.width - size) / max(1, count - 1))
    return [line.x + size / 2 + number * step for number in range(count)]


def owned_town_things(view: Record, box: Record, seat: int, line: Area) -> Iterator[Thing]:
    owned = towns_of(view, seat)
    for town, x in zip(owned, line_up(len(owned), line), strict=True):
        yield Thing(
            f"town-{key(box.town_text[town])}", "token", x, line.y, line.height, line.height, line.panel,
            text_of(box.town_text[town].icon), seat, layer=2, label=f"owned: {town_label(view, box, town)}",
        )  # fmt: skip


def stored_things(view: Record, box: Record, seat: int, line: Area) -> Iterator[Thing]:
    shown = [face for face in range(box.faces) if view.sides[seat].stored[face]]
    for face, x in zip(shown, line_up(len(shown), line), strict=True):
        many = view.sides[seat].stored[face]
        yield Thing(
            f"stored-{seat}-{key(box.face_text[face])}", "token", x, line.y, line.height, line.height, line.panel,
            text_of(box.face_text[face].icon), text=str(many) if many > 1 else "", layer=2,
            label=f"stored: {building_label(box, face)}",
        )  # fmt: skip


def other_things(view: Record, box: Record, seat: int, height: float) -> Iterator[Thing]:
    panel = f"seat{seat}"
    side = view.sides[seat]
    nation = text_of(box.nation_text[side.nation].icon) if side.nation != NONE else "castle"
    name = nation_name(view, box, seat)
    words = f"{name}: {side_text(view, box, seat)}. {nation_abilities(box, side.nation) if side.nation != NONE else ''}"
    words += f" Cards to buy: {card_names(box, members(side.shop))}."
    yield Thing(f"rival-{seat}", "space", 151, 19, 295, 30, panel, label=words)
    yield Thing(f"emblem-{seat}", "icon", 20, 18, 24, 24, panel, nation, seat, layer=1)
    yield Thing(
        f"name-{seat}", "text", 166, 18, 262, 15, panel, seat=seat, states=("strong",), shape="left", layer=1,
        text=f"{{{seat}}}, {nation_name(view, box, seat)}",
    )  # fmt: skip
    yield from stock_things(view, box, seat, panel, 38, 45, 74)
    roomy = height >= RIVAL_MOST
    held = sum(bool(city.spaces) for city in side.cities)
    columns = 1 if held <= (2 if roomy else 1) else 2
    area = Area(panel, 5, 60, 292, height - (137 if roomy else 109))
    yield from city_things(view, box, seat, area, columns, LARGE_CHIP)
    if not held:
        yield crest_thing(view, box, seat, area)
    yield from hidden_card_things(view, box, seat, panel, height - 36)
    yield from owned_town_things(view, box, seat, Area(panel, 160, height - 37, 138, 23))
    if roomy:
        yield from stored_things(view, box, seat, Area(panel, 6, height - 62, 290, 26))
    else:
        yield from stored_things(view, box, seat, Area(panel, 160, height - 13, 138, 23))


def crest_thing(view: Record, box: Record, seat: int, area: Area) -> Thing:
    """Where a rival's cities will stand: the arms of its nation, or that it has none yet."""
    nation = view.sides[seat].nation
    icon, tint = (text_of(box.nation_text[nation].icon), TINTS[nation]) if nation != NONE else ("castle", "panel")
    words = "looks for a land" if nation != NONE else "chooses a nation"
    size = min(area.height - 40, 230)
    return Thing(
        f"crest-{seat}", "art", area.x + area.width / 2, area.y + area.height / 2, size, area.height, area.panel,
        art=crest(icon, tint, seat, round(size), words), label=f"{nation_name(view, box, seat)} {words}", aside=True,
    )  # fmt: skip


@cache
def crest(icon: str, tint: str, seat: int, size: float, words: str) -> str:
    """A shield of arms with a line below it."""
    half = size / 2
    edge = (
        f'<path d="M{-half * 0.8:g} {-half:g}H{half * 0.8:g}V{half * 0.15:g}Q{half * 0.8:g} {half * 0.75:g} 0 {half:g}'
        f'Q{-half * 0.8:g} {half * 0.75:g} {-half * 0.8:g} {half * 0.15:g}Z"'
    )
    return (
        f'<g transform="translate(0 -12)"><ellipse cy="{half:g}" rx="{half * 0.8:g}" ry="9" fill="url(#under)"/>'
        f'{edge} fill="var(--{tint})" stroke="var(--seat{seat})" stroke-width="3" stroke-linejoin="round"/>'
        f'{edge} fill="url(#bevel)"/><g transform="translate(0 {-half * 0.12:.1f})">'
        f"{draw_icon(icon, size * 0.56, 'var(--ink)')}</g></g>{text(words, 0, half + 14, 15, 'var(--soft)')}"
    )


def hidden_card_things(view: Record, box: Record, seat: int, panel: str, top_line: float) -> Iterator[Thing]:
    """What is known of another player's cards: how many are in the hand, to draw and discarded."""
    side = view.sides[seat]
    for of_kind, icon in ((CITIZEN, "tied-scroll"), (MILITARY, "crossed-swords")):
        y = top_line + of_kind * 23
        counts = side.hand_count[of_kind], side.draw_count[of_kind], side.discard_count[of_kind]
        top = side.discard[of_kind, counts[2] - 1] if counts[2] else NONE
        words = f"{counts[0]} in hand, {counts[1]} to draw, {counts[2]} discarded"
        if counts[2]:
            words += f", {card_name(box, top)} on top"
        yield Thing(f"kind-{seat}-{of_kind}", "icon", 18, y, 20, 20, panel, icon, seat, label=f"{PILES[of_kind]} cards")
        yield Thing(
            f"counts-{seat}-{of_kind}", "text", 84, y, 108, 14, panel, shape="left",
            text=f"[poker-hand] {counts[0]} [card-pickup] {counts[1]} [card-discard] {counts[2]}",
            label=f"{PILES[of_kind]} cards: {words}",
        )  # fmt: skip
        if top != NONE:
            yield Thing(
                f"top-{seat}-{of_kind}", "icon", 144, y, 20, 20, panel, text_of(box.card_text[top].icon), tint="soft",
                label=f"{card_name(box, top)}, discarded last",
            )  # fmt: skip


def pile_things(view: Record, box: Record, seat: int, first: Area) -> Iterator[Thing]:
    """Both draw piles and both discard piles, with the number of cards in each; `first` is one around its middle."""
    panel, x, y, width, height = first
    step = width + 4
    side = view.sides[seat]
    for of_kind, icon in ((CITIZEN, "tied-scroll"), (MILITARY, "crossed-swords")):
        count = side.draw_count[of_kind]
        yield Thing(
            f"pile-{seat}-{PILES[of_kind]}", "card", x + of_kind * 2 * step, y, width, height, panel, icon, seat,
            states=("back",), text=str(count),
            label=f"{PILES[of_kind]} draw pile: {count} card{'s' * (count != 1)}"
            + listed(box, draw_order(side, of_kind)),
        )  # fmt: skip
        count = side.discard_count[of_kind]
        top = side.discard[of_kind, count - 1] if count else NONE
        yield Thing(
            f"discard-{seat}-{PILES[of_kind]}", "card", x + (of_kind * 2 + 1) * step, y, width, height, panel,
            text_of(box.card_text[top].icon) if top != NONE else "", seat,
            states=("back", "spent") if top == NONE else ("back",), text=str(count),
            label=f"{PILES[of_kind]} discards: {count}{listed(box, discard_order(side, of_kind))}",
        )  # fmt: skip


def listed(box: Record, cards: list[int]) -> str:
    """The cards of a pile in their order, where the viewer may know it (CI-1.4)."""
    return f", from the top: {', '.join(card_name(box, card) for card in cards)}" if cards else ""
