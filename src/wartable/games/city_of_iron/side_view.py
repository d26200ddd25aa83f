"""A player's cities, towns, stores and piles as things on the table; a rival has a panel of its own."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from wartable.core.phrases import count as counted
from wartable.drawing.lettering import text
from wartable.drawing.scene import Cell, Thing

from .art_view import (
    PLATE,
    TINTS,
    banner,
    heads_of_cards,
    held_cards,
    house,
    landscape,
    medal,
    picture,
    pile,
    plan,
    plot,
)
from .box import Box, text_of
from .state import (
    CITIES,
    CITIZEN,
    MILITARY,
    NONE,
    State,
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
    shop_heading,
    side_text,
    town_label,
    towns_of,
    type_names,
    types_of,
)

RIVAL_WIDTH, RIVAL_MOST = 303, 354
CHIP, LARGE_CHIP = 68, 78
CARDS_HIGH = 69
"""How high the lines at a rival's foot are: its cards, and what it keeps."""
FRONTS = (0, 1, 3)
"""The front of a building by the deck that it is of: a city grows from gables to battlements."""


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
    bottom = height - CARDS_HIGH
    return (
        Cell(0, 0, 303, 58, fresh=True),
        Cell(4, 58, 296, bottom - 58, fresh=True),
        Cell(0, bottom, 303, CARDS_HIGH, fresh=True),
    )


def stock_things(view: State, box: Box, seat: int, line: Area, is_named: bool = False) -> Iterator[Thing]:
    """Points, coins, science and income as signs with numbers, one's own with their names."""
    side = view.sides[seat]
    income = side.income + side.gives_coins
    stock = (
        ("points", "laurel-crown", "crown", side.points, counted(side.points, "point")),
        ("coins", "two-coins", "brass", side.coins, counted(side.coins, "coin")),
        ("science", "microscope", "lens", side.science, f"{side.science} science"),
        ("income", "coins-pile", "brass", income, f"{income} income"),
    )
    # Longer words have more room.
    shares = [len(words) + 8 if is_named else 1 for *_, words in stock]
    left = line.x
    for share, (name, icon, ground, amount, words) in zip(shares, stock, strict=True):
        step = line.width * share / sum(shares)
        ink = {"crown": "paper", "lens": "lens-ink"}.get(ground, "brass-ink")
        shift = (step - 4 - line.height) / 2
        yield Thing(
            f"{name}-{seat}", "icon", left + step / 2, line.y + line.height / 2, step - 4, line.height,
            line.panel, art=f'<g transform="translate({-shift:g} 0)">{medal(icon, ground, ink, line.height)}</g>',
            text=words if is_named else str(amount), label=words,
        )  # fmt: skip
        left += step


def city_things(
    view: State, box: Box, seat: int, area: Area, beside: tuple[int, ...], chip: float = CHIP
) -> Iterator[Thing]:
    """Each city on its land: its name above, its buildings and free places along its streets; `beside` are the numbers
    of cities that may stand side by side: it is whichever gives them most room."""
    panel, left, top = area.panel, area.x, area.y
    held = [number for number in range(CITIES) if view.sides[seat].cities[number].spaces]
    most = max((view.sides[seat].cities[number].spaces for number in held), default=1)
    size, columns, per_line = max(
        (
            min((width(area, columns) - 8) / n, (height(area, len(held), columns) - PLATE - 4) / -(-most // n), chip),
            -columns,
            n,
        )
        for columns in beside
        for n in range(2, 8)
    )
    columns = -columns
    wide, tall = width(area, columns), height(area, len(held), columns)
    # Streets are about equally long.
    per_line = -(-most // -(-most // per_line))
    tall = min(tall, PLATE + size * (-(-most // per_line) + 0.75))
    for shown, number in enumerate(held):
        city = view.sides[seat].cities[number]
        x = left + shown % columns * (wide + 4)
        y = top + shown // columns * (tall + 4)
        name = city_name(view, box, seat, number)
        types = types_of(box, city.types)
        yield Thing(
            f"city-{seat}-{number + 1}", "space", x + wide / 2, y + tall / 2, wide, tall, panel,
            art=landscape(tuple(types), round(wide, 1), round(tall, 1)),
            label=f"{name}: {city.count} of {city.spaces} places, {type_names(box, city.types)}",
        )  # fmt: skip
        yield Thing(
            f"city-name-{seat}-{number + 1}", "text", x + wide / 2 - 12, y + PLATE / 2, wide - 34, 14, panel,
            text=name, shape="left", states=("strong",), layer=1,
        )  # fmt: skip
        for k, ground in enumerate(reversed(types)):
            yield Thing(
                f"ground-{seat}-{number + 1}-{ground}", "art", x + wide - 12 - k * 18, y + PLATE / 2, 16, 16, panel,
                art=picture(text_of(box.type_text[ground].icon), 16, "var(--good)"), layer=1,
                label=text_of(box.type_text[ground].name),
            )  # fmt: skip
        yield from street_things(view, box, seat, number, Street(panel, x, y + tall, wide, size, per_line))


def width(area: Area, columns: int) -> float:
    """How wide a city is among so many in a row."""
    return (area.width + 4) / columns - 4


def height(area: Area, cities: int, columns: int) -> float:
    """How high a city is where there are so many, so many in a row."""
    return (area.height + 4) / max(1, -(-cities // columns)) - 4


class Street(NamedTuple):
    """Where the houses of a city stand: its left edge and foot, how wide it is, how large a house is, and how many
    stand in a line."""

    panel: str
    x: float
    foot: float
    width: float
    size: float
    per_line: int


def street_things(view: State, box: Box, seat: int, number: int, street: Street) -> Iterator[Thing]:
    """The buildings and free places of a city, the last line in front."""
    city, size = view.sides[seat].cities[number], round(street.size, 1)
    name = city_name(view, box, seat, number)
    lines = -(-city.spaces // street.per_line)
    for place in range(city.spaces):
        line = place // street.per_line
        here = min(street.per_line, city.spaces - line * street.per_line)
        x = street.x + street.width / 2 + street.size * (place % street.per_line - (here - 1) / 2)
        y = street.foot - 3 - street.size * (lines - line - 0.5)
        spot = f"{seat}-{number + 1}{PLACES[place]}"
        if place < city.count:
            face = city.built[place]
            yield Thing(
                f"built-{spot}", "art", x, y, size, size, street.panel, layer=2,
                art=house(text_of(box.face_text[face].icon), box.face_type[face], size, FRONTS[box.face_deck[face]]),
                label=f"{building_label(box, face)} (in {name})",
            )  # fmt: skip
        else:
            yield Thing(
                f"free-{spot}", "space", x, y, size - 6, size - 6, street.panel, art=plot(size), layer=1,
                label=f"a free place in {name}",
            )  # fmt: skip


def line_up(count: int, line: Area) -> list[float]:
    """The middles of so many things in a line: side by side, or overlapping where they would not fit."""
    size = line.height
    step = min(size + 2, (line.width - size) / max(1, count - 1))
    return [line.x + size / 2 + number * step for number in range(count)]


def owned_town_things(view: State, box: Box, seat: int, line: Area) -> Iterator[Thing]:
    owned = towns_of(view, seat)
    for town, x in zip(owned, line_up(len(owned), line), strict=True):
        yield Thing(
            f"town-{key(box.town_text[town])}", "token", x, line.y, line.height, line.height, line.panel,
            text_of(box.town_text[town].icon), seat, layer=2, label=f"owned: {town_label(view, box, town)}",
        )  # fmt: skip


def stored_things(view: State, box: Box, seat: int, line: Area) -> Iterator[Thing]:
    shown = [face for face in range(box.faces) if view.sides[seat].stored[face]]
    for face, x in zip(shown, line_up(len(shown), line), strict=True):
        needs, size = box.face_type[face], line.height - 2
        yield Thing(
            f"stored-{seat}-{key(box.face_text[face])}", "token", x, line.y, size, size, line.panel, shape="square",
            art=plan(text_of(box.face_text[face].icon), TINTS[needs] if needs != NONE else "stone", size,
                     view.sides[seat].stored[face]),
            layer=2, label=f"stored: {building_label(box, face)}",
        )  # fmt: skip


def other_things(view: State, box: Box, seat: int, height: float) -> Iterator[Thing]:
    panel = f"seat{seat}"
    side = view.sides[seat]
    name = nation_name(view, box, seat)
    words = f"{name}: {side_text(view, box, seat)}. {nation_abilities(box, side.nation) if side.nation != NONE else ''}"
    words += f" {shop_heading(view)}: {card_names(box, members(side.shop))}."
    yield Thing(f"rival-{seat}", "space", 151, 19, 295, 30, panel, label=words)
    yield banner_thing(view, box, seat, panel, 20)
    yield Thing(
        f"name-{seat}", "text", 168, 18, 258, 15, panel, seat=seat, states=("strong",), shape="left", layer=1,
        text=f"{{{seat}}}, {nation_name(view, box, seat)}",
    )  # fmt: skip
    yield from stock_things(view, box, seat, Area(panel, 8, 36, 290, 20))
    held = sum(bool(city.spaces) for city in side.cities)
    area = Area(panel, 5, 61, 292, height - 61 - CARDS_HIGH)
    yield from city_things(view, box, seat, area, (1, 2), LARGE_CHIP)
    if not held:
        yield crest_thing(view, box, seat, area)
    yield from hidden_card_things(view, box, seat, panel, height - CARDS_HIGH)
    kept = (("towns", height - 39, towns_of(view, seat)), ("stored", height - 14, side.stored.any()))
    for word, y, some in kept:
        if some:
            yield Thing(f"{word}-of-{seat}", "text", 194, y, 48, 14, panel, text=word, tint="soft", shape="left")
    yield from owned_town_things(view, box, seat, Area(panel, 214, height - 39, 84, 24))
    yield from stored_things(view, box, seat, Area(panel, 214, height - 14, 84, 24))


def banner_thing(view: State, box: Box, seat: int, panel: str, x: float) -> Thing:
    """The banner of a seat's nation."""
    nation = view.sides[seat].nation
    icon, tint = (text_of(box.nation_text[nation].icon), TINTS[nation]) if nation != NONE else ("castle", "panel")
    return Thing(
        f"emblem-{seat}", "art", x, 19, 26, 30, panel, seat=seat, art=banner(icon, tint, seat, 24, 28), layer=1
    )


def crest_thing(view: State, box: Box, seat: int, area: Area) -> Thing:
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
        f"{picture(icon, size * 0.56, 'var(--ink)')}</g></g>{text(words, 0, half + 14, 15, 'var(--soft)')}"
    )


def hidden_card_things(view: State, box: Box, seat: int, panel: str, top_line: float) -> Iterator[Thing]:
    """What is known of another player's cards: how many are in the hand, to draw and discarded."""
    side = view.sides[seat]
    yield Thing(f"heads-{seat}", "art", 88, top_line + 9, 114, 16, panel, art=heads_of_cards())
    for of_kind, icon in ((CITIZEN, "tied-scroll"), (MILITARY, "crossed-swords")):
        y = top_line + 29 + of_kind * 25
        counts = side.hand_count[of_kind], side.draw_count[of_kind], side.discard_count[of_kind]
        top = side.discard[of_kind, counts[2] - 1] if counts[2] else NONE
        words = f"{counts[0]} in hand, {counts[1]} to draw, {counts[2]} discarded"
        if counts[2]:
            words += f", {card_name(box, top)} on top"
        yield Thing(
            f"kind-{seat}-{of_kind}", "art", 18, y, 20, 20, panel, art=picture(icon, 20, f"var(--seat{seat})"),
            label=f"{PILES[of_kind]} cards",
        )  # fmt: skip
        yield Thing(
            f"counts-{seat}-{of_kind}", "art", 88, y, 114, 24, panel, art=held_cards(counts, seat, of_kind == MILITARY),
            label=f"{PILES[of_kind]} cards: {words}",
        )  # fmt: skip
        if top != NONE:
            yield Thing(
                f"top-{seat}-{of_kind}", "icon", 155, y, 20, 20, panel, text_of(box.card_text[top].icon), tint="soft",
                label=f"{card_name(box, top)}, discarded last",
            )  # fmt: skip


def pile_things(view: State, box: Box, seat: int, first: Area) -> Iterator[Thing]:
    """Both draw piles and both discard piles, with the number of cards in each; `first` is one around its middle."""
    panel, x, y, width, height = first
    step = width + 3
    side = view.sides[seat]
    for of_kind, icon in ((CITIZEN, "tied-scroll"), (MILITARY, "crossed-swords")):
        left = x + of_kind * (2 * step + 10)
        count = side.draw_count[of_kind]
        yield Thing(
            f"{PILES[of_kind]}-piles", "text", left + step / 2, y - height / 2 - 8, 2 * step, 14, panel, tint="soft",
            text=f"{PILES[of_kind].title()} cards", aside=True,
        )  # fmt: skip
        yield Thing(
            f"pile-{seat}-{PILES[of_kind]}", "art", left, y, width, height, panel, seat=seat,
            art=pile(icon, "", seat, count, width, height),
            label=f"{PILES[of_kind]} draw pile: {count} card{'s' * (count != 1)}"
            + listed(box, draw_order(side, of_kind)),
        )  # fmt: skip
        count = side.discard_count[of_kind]
        top = side.discard[of_kind, count - 1] if count else NONE
        shown = text_of(box.card_text[top].icon) if top != NONE else "card-discard"
        yield Thing(
            f"discard-{seat}-{PILES[of_kind]}", "art", left + step, y, width, height, panel, seat=seat,
            art=pile(shown, "waste" if of_kind == MILITARY else "water", seat, count, width, height),
            label=f"{PILES[of_kind]} discards: {count}{listed(box, discard_order(side, of_kind))}",
        )  # fmt: skip


def listed(box: Box, cards: list[int]) -> str:
    """The cards of a pile in their order, where the viewer may know it (CI-1.4)."""
    return f", from the top: {', '.join(card_name(box, card) for card in cards)}" if cards else ""
