"""How City of Iron looks: the scene, and what a hand touches in it. The text board is in text_board.py."""

from collections.abc import Iterator
from functools import cache

from wartable.core.actions import belongs, split
from wartable.core.card import Card, labelled
from wartable.core.compiled import plain
from wartable.core.draw import rich, seat_outline, text, title
from wartable.core.frames import kind
from wartable.core.icons import draw_icon
from wartable.core.phrases import count as counted
from wartable.core.record import Record
from wartable.core.scene import Cell, Panel, Scene, Thing

from . import actions as a
from .box import text_of
from .help import RULES, meant_by
from .rules import cities, opening
from .staging import cue
from .state import (
    CITIES,
    CITIZEN,
    FACES,
    GOODS,
    MILITARY,
    NATIONS,
    NONE,
    OPEN,
    ROW,
    SPOTS,
    TOKENS,
    Act,
    Kind,
    Role,
    Step,
)
from .text_board import board
from .texts import (
    DECKS,
    PILES,
    PLACES,
    building_label,
    card_name,
    card_names,
    card_signs,
    card_text,
    city_name,
    discard_order,
    draw_order,
    draws_text,
    effect_text,
    face_name,
    good_name,
    grounds,
    key,
    land_name,
    lands_shown,
    members,
    nation_abilities,
    nation_in_short,
    nation_name,
    price,
    seals,
    side_text,
    state_of_round,
    step_of,
    town_label,
    town_name,
    town_signs,
    towns_of,
    type_names,
    types_of,
    under_it,
    use_signs,
)
from .world import WORLD

__all__ = ["ANSWERS", "WORLD", "board", "cue", "explain", "meant_by", "path", "scene"]

ANSWERS = ("do-",)

BOARD = (313, 3, 1050, 386)
OWN = (313, 396, 1050, 321)
OTHERS_X, OTHERS_WIDTH, OTHERS_HEIGHT, OTHERS_MOST = 3, 303, 714, 354
CARD, CARD_HEIGHT, CHIP = 112, 84, 62
GOODS_TOP, GOODS_WIDTH, GOODS_HEIGHT = 194, 67.6, 138
TRACK_TOP = 337
LANDS_LEFT = 688
SHOP_WIDTH, SHOP_HEIGHT = 128, 144
SHOP_CELLS = (Cell(0, 4, 303, 23, fresh=True), Cell(0, 28, 303, 325, fresh=True, loose=True))
HAND_WIDTH, HAND_TOP, HAND_HEIGHT = 654, 182, 137
TINTS = ("grass", "forest", "mountain", "water", "desert", "jungle", "sky")

# What a phone keeps together, in the order in which it is read there.
BOARD_CELLS = (
    Cell(6, 1, 150, 18, fresh=True, lasting=True),
    Cell(255, 1, 430, 18, fresh=True),
    Cell(0, 19, 684, 174, fresh=True, loose=True),
    *(
        Cell(8 + GOODS_WIDTH * good, GOODS_TOP - 1, GOODS_WIDTH, GOODS_HEIGHT + 2, fresh=not good, lasting=True)
        for good in range(GOODS)
    ),
    Cell(6, TRACK_TOP, 91, 48, fresh=True, lasting=True),
    Cell(602, TRACK_TOP, 91, 48, lasting=True),
    *(Cell(97 + 50 * spot, TRACK_TOP, 50, 48, fresh=not spot, lasting=True) for spot in range(SPOTS)),
    Cell(LANDS_LEFT + 4, 1, 180, 18, fresh=True, lasting=True),
    Cell(LANDS_LEFT, 19, 360, 174, fresh=True, loose=True),
    Cell(LANDS_LEFT + 4, GOODS_TOP - 3, 180, 18, fresh=True, lasting=True),
    Cell(LANDS_LEFT, GOODS_TOP + 15, 360, 178, fresh=True, loose=True),
)


def is_roomy(box: Record) -> bool:
    """Whether there is but one rival: the cards to buy lie below it, and the hand has the whole width."""
    return bool(box.seats == 2)


@cache
def own_cells(roomy: bool) -> tuple[Cell, ...]:
    """The viewer's own things on a phone: hand and piles at the thumb."""
    piles, kept = (36, 97) if roomy else (192, 252)
    shop = () if roomy else (Cell(660, 33, 130, 14, fresh=True), Cell(660, 47, 388, 145, fresh=True, loose=True))
    return (
        Cell(2, 2, 330, 32, fresh=True),
        Cell(334, 2, 254, 32, fresh=True),
        *(Cell(4 + 218 * column, 35, 216, 144, fresh=not column) for column in range(3)),
        Cell(660, 2, 388, 32, fresh=True, phone="bar"),
        Cell(0, HAND_TOP - 2, 1050 if roomy else 660, HAND_HEIGHT + 4, fresh=True, loose=True, phone="hand"),
        Cell(660, piles, 388, 60, fresh=True, loose=True, phone="hand"),
        Cell(660, kept, 388, 68, fresh=True, loose=True, phone="hand"),
        *shop,
    )


# The scene


def scene(view: Record, box: Record, seat: int) -> Scene:
    home = max(seat, 0)
    panels = [
        Panel("board", "", *BOARD, board_backdrop(box), dense=True, phone="column", cells=BOARD_CELLS),
        Panel("own", "", *OWN, cells=own_cells(is_roomy(box))),
    ]
    things = [*row_things(view, box, home), *town_things(view, box), *goods_things(view, box), *land_things(view, box)]
    things += [*track_things(view, box), *own_things(view, box, home, seat)]
    others = [(home + step) % box.seats for step in range(1, box.seats)]
    height = min(OTHERS_MOST, (OTHERS_HEIGHT - 7 * (len(others) - 1)) // len(others))
    for number, other in enumerate(others):
        place = (OTHERS_X, 3 + number * (height + 7), OTHERS_WIDTH, height)
        panels.append(Panel(f"seat{other}", "", *place, cells=rival_cells(height)))
        things += other_things(view, box, other, height)
    if is_roomy(box) and plain(kind)(view) != Kind.NATION:
        place = (OTHERS_X, 10 + height, OTHERS_WIDTH, OTHERS_HEIGHT - height - 7)
        panels.append(Panel("shop", "", *place, cells=SHOP_CELLS))
    things += choice_things(view, box, home)
    return Scene(tuple(panels), tuple(things), caption="City of Iron", world=WORLD)


@cache
def rival_cells(height: float) -> tuple[Cell, ...]:
    """Another player on a phone: name and stock, cities, cards."""
    bottom = height - 50
    return (
        Cell(0, 0, 303, 58, fresh=True),
        Cell(4, 58, 296, bottom - 58, fresh=True),
        Cell(0, bottom, 303, 50, fresh=True),
    )


def board_backdrop(box: Record) -> str:
    """What never changes: headings, what each good is worth, the prices of the turn-order track."""
    parts = [
        heading("For sale", 10, 15),
        heading("Towns to conquer", LANDS_LEFT + 8, 15),
        heading("Lands to settle", LANDS_LEFT + 8, GOODS_TOP + 11),
    ]
    for good in range(GOODS):
        x = 8 + GOODS_WIDTH * (good + 0.5)
        edge = f'x="{x - 33:g}" y="{GOODS_TOP:g}" width="66" height="{GOODS_HEIGHT}" rx="5"'
        ground = f'<rect {edge} fill="var(--paper)"/><rect {edge} fill="url(#of-paper)" stroke="var(--brass)"/>'
        worth = f"[laurel-crown] {box.good_first[good]} / {box.good_second[good]}"
        parts += [
            ground,
            rich(worth, x, GOODS_TOP + 45, 14, "var(--paper-ink)"),
            rich(f"[two-coins] {box.good_coins[good]}", x, GOODS_TOP + 62, 14, "var(--paper-ink)"),
        ]
    # The quay: water along which the ships of the turn order lie.
    quay = f'x="6" y="{TRACK_TOP + 1}" width="672" height="46" rx="6"'
    parts += [f'<rect {quay} fill="{fill}"/>' for fill in ("var(--water)", "url(#on-water)", "url(#lamp)")]
    parts.append(title("Turn order", 12, TRACK_TOP + 19, 82, 14, "var(--ink)", "start"))
    parts.append(text("right to left", 12, TRACK_TOP + 37, 14, "var(--ink)", "start"))
    return "".join(parts)


def heading(words: str, x: float, y: float, colour: str = "var(--soft)") -> str:
    return title(words, x, y, 160, 14, colour, "start")


def row_place(place: int) -> tuple[float, float]:
    return 5 + CARD / 2 + place % 6 * (CARD + 1), 20 + CARD_HEIGHT / 2 + place // 6 * (CARD_HEIGHT + 2)


def row_things(view: Record, box: Record, home: int) -> Iterator[Thing]:
    for place in range(box.row_places):
        x, y = row_place(place)
        face = view.row[place]
        if face == NONE:
            yield Thing(
                f"row-{PLACES[place]}", "art", x, y, CARD - 2, CARD_HEIGHT - 2, art=empty_stall(PLACES[place]),
                label=f"place {PLACES[place]}, empty", aside=True,
            )  # fmt: skip
            continue
        needs = box.face_type[face]
        science = box.face_science[face]
        if view.sides[home].nation != NONE:
            science = plain(cities.price_in_science)(view.sides[home], box, face)
        yield Thing(
            f"row-{PLACES[place]}", "card", x, y, CARD - 2, CARD_HEIGHT - 2, icon=text_of(box.face_text[face].icon),
            text=face_name(box, face), lines=(use_signs(box, face),),
            costs=seals(box.face_coins[face], science),
            tint=TINTS[needs] if needs != NONE else "stone", label=f"{PLACES[place]}: {building_label(box, face)}",
        )  # fmt: skip


@cache
def empty_stall(letter: str) -> str:
    """A place of the market where nothing is for sale: planks, and the letter that it is called by."""
    w, h = CARD - 2, CARD_HEIGHT - 2
    frame = f'<rect x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="7"'
    planks = "".join(f"M{6 - w / 2} {y}h{w - 12}" for y in (-22, 0, 22))
    return (
        f'{frame} fill="#0003" stroke="var(--edge)" stroke-dasharray="6 4" stroke-width="1.5"/>'
        f'<path d="{planks}" stroke="#0004" stroke-width="2"/>{text(letter, 12 - w / 2, 17 - h / 2, 14, "var(--ink)")}'
    )


def town_things(view: Record, box: Record) -> Iterator[Thing]:
    for place in range(OPEN if box.expansion else 3):
        town = view.open_towns[place]
        x = LANDS_LEFT + 8 + CARD / 2 + place % 3 * (CARD + 6)
        # Without the second row of the expansion the cards have its room.
        height = CARD_HEIGHT if box.expansion else 2 * CARD_HEIGHT
        y = 20 + height / 2 + place // 3 * (CARD_HEIGHT + 2)
        # While a town is being conquered it lies in both places.
        if town == NONE or view.town_owner[town] != NONE:
            yield Thing(
                f"open-{place}", "space", x, y, CARD - 2, height - 2, states=("edged",), label="no town", aside=True
            )
            continue
        strength = f"[checked-shield] {box.town_defence[town]} [compass] {box.town_distance[town]}"
        yield Thing(
            f"town-{key(box.town_text[town])}", "card", x, y, CARD - 2, height - 2,
            icon=text_of(box.town_text[town].icon), text=town_name(box, town),
            lines=(strength, town_signs(box, town)),
            tint="city",
            label=town_label(view, box, town) + under_it(view, box, town),
        )  # fmt: skip


def goods_things(view: Record, box: Record) -> Iterator[Thing]:
    for good in range(GOODS):
        x = 8 + GOODS_WIDTH * (good + 0.5)
        name = good_name(box, good)
        most, each = counted(box.good_first[good], "point"), counted(box.good_coins[good], "coin")
        yield Thing(
            f"good-{key(box.good_text[good])}", "icon", x, GOODS_TOP + 18, 30, 30,
            icon=text_of(box.good_text[good].icon), tint="paper-ink",
            label=f"{name}: {most} for the most, {box.good_second[good]} for the second-most, "
            f"{each} each round for the most, 1 point more from {box.good_threshold[good]}",
        )  # fmt: skip
        for seat in range(box.seats):
            amount = view.sides[seat].goods[good]
            yield Thing(
                f"has-{seat}-{key(box.good_text[good])}", "art", x, GOODS_TOP + 76 + seat * 17, 60, 16,
                art=bar_of(seat, amount, box.good_threshold[good]),
                label=f"{nation_name(view, box, seat)}: {amount} {name}",
            )  # fmt: skip


@cache
def bar_of(seat: int, amount: int, mark: int) -> str:
    """A player's share of a market: the longer the bar, the more; the notch is where one point more begins."""
    shape, _, _ = seat_outline(seat, 5)
    width = min(38, 4.2 * amount)
    notch = min(36, 4.2 * mark)
    bar = ""
    if amount:
        area = f'<rect x="-18" y="-7" width="{width:g}" height="14" rx="3"'
        colours = f'fill="var(--seat{seat}-deep)" stroke="var(--seat{seat})" stroke-width="1.5"'
        bar = f'{area} {colours}/>{area} fill="url(#sheen)"/>'
    number = text(str(amount), 28, 5, 14, "var(--paper-ink)", "end", 800 if amount else 400)
    return (
        f'<g transform="translate(-25 0)">{shape} fill="var(--seat{seat}-deep)" stroke="var(--paper-ink)"/></g>'
        f'<path d="M{notch - 18:g} -8v16" stroke="var(--paper-ink)" stroke-dasharray="2 3" opacity=".7"/>{bar}{number}'
    )


def land_place(number: int) -> tuple[float, float]:
    return LANDS_LEFT + 8 + 57 + number % 3 * 118, GOODS_TOP + 44 + number // 3 * 57


def land_things(view: Record, box: Record) -> Iterator[Thing]:
    for number, land in enumerate(lands_shown(view, box)):
        x, y = land_place(number)
        types = types_of(box, box.land_types[land])
        vessel = ("", " by ship", " by airship")[box.land_vessel[land]]
        way = ("", " [cargo-ship]", " [zeppelin]")[box.land_vessel[land]]
        yield Thing(
            f"land-{key(box.land_text[land])}", "space", x, y, 116, 54, text=land_name(box, land), states=("edged",),
            lines=(f"{grounds(box, types)} [compass] {box.land_distance[land]}{way}",), tint=TINTS[types[-1]],
            label=f"{land_name(box, land)}: distance {box.land_distance[land]}{vessel}; "
            f"{type_names(box, box.land_types[land])}",
        )  # fmt: skip


def track_things(view: Record, box: Record) -> Iterator[Thing]:
    for spot in range(SPOTS):
        x = 122 + spot * 50
        cost = box.spot_coins[spot]
        yield Thing(
            f"spot-{spot + 1}", "space", x, TRACK_TOP + 24, 47, 40, states=("edged",), costs=(f"coin {cost}",),
            label=f"spot {spot + 1} of the turn order, {counted(cost, 'coin')}",
        )  # fmt: skip
        if view.spots[spot] != NONE:
            owner = view.spots[spot]
            yield Thing(
                f"bidder-{owner}", "token", x, TRACK_TOP + 23, 44, 44, icon="sailboat", seat=owner, text=str(cost),
                layer=2,
                label=f"{nation_name(view, box, owner)} bid {cost}",
            )  # fmt: skip
    for place in range(box.seats):
        owner = view.bidders[place]
        if owner != NONE and view.spots[0:SPOTS].tolist().count(owner) == 0:
            yield Thing(
                f"bidder-{owner}", "token", 617 + place * 18, TRACK_TOP + 24, 30, 30, icon="sailboat", seat=owner,
                label=f"{nation_name(view, box, owner)} bids as number {place + 1}",
            )  # fmt: skip
    left = sum(view.left[face] for face in range(FACES) if view.deck == 3 or box.face_deck[face] == view.deck)
    deck = f"{left} left in deck {DECKS[view.deck]}" if view.deck < 3 else f"{left} left in the discards"
    last = state_of_round(view)
    gone = ", ".join(f"{view.junk[face]} {face_name(box, face)}" for face in range(box.faces) if view.junk[face])
    yield Thing(
        "round", "text", 470, 10, 420, 14, text=f"Round {view.round_number}{last}; {deck}", shape="right",
        label=f"Round {view.round_number}{last}; {deck}; {view.scorings} of 3 scorings done; "
        f"discarded buildings: {gone or 'none'}",
    )  # fmt: skip


# A player's things


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


def city_things(
    view: Record, box: Record, seat: int, panel: str, left: float, top: float, width: float, height: float, columns: int
) -> Iterator[Thing]:
    """Each city as a box with its name and a chip for each building and free place; larger where there are few."""
    held = [number for number in range(CITIES) if view.sides[seat].cities[number].spaces]
    rows = -(-len(held) // columns) or 1
    tall = (height + 4) / rows - 4
    most = max((view.sides[seat].cities[number].spaces for number in held), default=1)
    size, per_line = max((min((width - 8) / n, (tall - 22) / -(-most // n), CHIP), n) for n in range(3, 8))
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


def line_up(count: int, left: float, width: float, size: float) -> list[float]:
    """The middles of so many things in a line: side by side, or overlapping where they would not fit."""
    step = min(size + 2, (width - size) / max(1, count - 1))
    return [left + size / 2 + number * step for number in range(count)]


def owned_town_things(
    view: Record, box: Record, seat: int, panel: str, left: float, y: float, width: float, size: float
) -> Iterator[Thing]:
    owned = towns_of(view, seat)
    for town, x in zip(owned, line_up(len(owned), left, width, size), strict=True):
        yield Thing(
            f"town-{key(box.town_text[town])}", "token", x, y, size, size, panel, text_of(box.town_text[town].icon),
            seat, layer=2, label=f"owned: {town_label(view, box, town)}",
        )  # fmt: skip


def stored_things(
    view: Record, box: Record, seat: int, panel: str, left: float, y: float, width: float, size: float
) -> Iterator[Thing]:
    shown = [face for face in range(box.faces) if view.sides[seat].stored[face]]
    for face, x in zip(shown, line_up(len(shown), left, width, size), strict=True):
        many = view.sides[seat].stored[face]
        yield Thing(
            f"stored-{seat}-{key(box.face_text[face])}", "token", x, y, size, size, panel,
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
    roomy = height == OTHERS_MOST
    held = sum(bool(city.spaces) for city in side.cities)
    width, columns = (144, 2) if held > 1 or not roomy else (292, 1)
    yield from city_things(view, box, seat, panel, 5, 60, width, height - (137 if roomy else 109), columns)
    yield from hidden_card_things(view, box, seat, panel, height - 36)
    yield from owned_town_things(view, box, seat, panel, 160, height - 37, 138, 23)
    if roomy:
        yield from stored_things(view, box, seat, panel, 6, height - 62, 290, 26)
    else:
        yield from stored_things(view, box, seat, panel, 160, height - 13, 138, 23)


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


def pile_things(
    view: Record, box: Record, seat: int, panel: str, x: float, y: float, width: float, height: float, step: float
) -> Iterator[Thing]:
    """Both draw piles and both discard piles, with the number of cards in each."""
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


# The viewer's own things


def own_things(view: Record, box: Record, home: int, seat: int) -> Iterator[Thing]:
    side = view.sides[home]
    nation = text_of(box.nation_text[side.nation].icon) if side.nation != NONE else "castle"
    yield Thing(f"emblem-{home}", "icon", 22, 18, 26, 26, "own", nation, home)
    chosen = view.sides[home].nation
    abilities = (nation_abilities(box, chosen) if chosen != NONE else "") or "your nation"
    yield Thing(
        f"name-{home}", "text", 178, 18, 278, 16, "own", seat=home, states=("strong",), shape="left",
        text=f"{{{home}}}, {nation_name(view, box, home)}", label=f"{nation_name(view, box, home)}: {abilities}",
    )  # fmt: skip
    yield from stock_things(view, box, home, "own", 366, 18, 62)
    yield from city_things(view, box, home, "own", 5, 36, 214, 140, 3)
    yield from hand_things(view, box, home, seat)
    piles, stored, owned = (66, 116, 152) if is_roomy(box) else (221, 268, 302)
    yield from pile_things(view, box, home, "own", 690, piles, 54, 58, 58)
    yield from token_things(view, box, home, piles)
    yield from stored_things(view, box, home, "own", 664, stored, 380, 32)
    yield from owned_town_things(view, box, home, "own", 664, owned, 380, 32)
    if seat >= 0:
        yield from button_things(view, box, seat)


def hand_things(view: Record, box: Record, home: int, seat: int) -> Iterator[Thing]:
    """The hand; laid cards are raised. While the starting piles are put in order, the cards to order."""
    side = view.sides[home]
    if seat < 0:
        count = side.hand_count[CITIZEN] + side.hand_count[MILITARY]
        for number in range(count):
            yield Thing(
                f"back-{number}", "card", 56 + number * min(95, 560 / max(1, count)), 252, 92, 126, "own", seat=home,
                states=("back",), label="a card in the hand",
            )  # fmt: skip
        return
    cards = members(side.hand)
    if plain(kind)(view) == Kind.ARRANGE and side.nation != NONE:
        cards = [c for of_kind in (0, 1) for c in members(plain(opening.still_to_order)(side, box, of_kind))]
    laid = view.plan.laid[: view.plan.laid_count].tolist()
    width, most = (1040, 11) if is_roomy(box) else (HAND_WIDTH, 7)
    rows = 1 if len(cards) <= most else 2
    per_row = -(-len(cards) // rows) or 1
    step, height = min(110, width / per_row), HAND_HEIGHT / rows
    for number, card in enumerate(cards):
        states = ("raised",) if card in laid or card == view.plan.card else ()
        x, y = 4 + (number % per_row + 0.5) * step, HAND_TOP + (number // per_row + 0.5) * height
        yield card_thing(view, box, home, card, (x, y - 4 if states else y, step - 2, height - 2), states)


def card_thing(
    view: Record, box: Record, seat: int, card: int, frame: tuple[float, float, float, float], states: tuple[str, ...]
) -> Thing:
    """A card of the hand. Where many lie in two rows, its action is in the label only."""
    x, y, width, height = frame
    nation = view.sides[seat].nation
    action = effect_text(box, card, nation)
    return Thing(
        f"card-{key(box.card_text[card])}", "card", x, y, width, height, "own", text_of(box.card_text[card].icon), seat,
        states=states, text=card_name(box, card),
        lines=(card_signs(box, card), *([action] if height > 100 and width > 86 else [])),
        tint="waste" if box.card_kind[card] == MILITARY else "water",
        label=f"{card_name(box, card)}: {card_text(box, card, nation)}",
    )  # fmt: skip


def token_things(view: Record, box: Record, home: int, y: float) -> Iterator[Thing]:
    """The city tokens that are left."""
    x = 922
    for token in range(1, TOKENS):
        left = view.sides[home].tokens[token]
        if left:
            size = box.city_spaces[token]
            yield Thing(
                f"token-{key(box.token_text[token])}", "token", x, y, 48, 48, "own",
                text_of(box.token_text[token].icon), home, text=str(size),
                label=f"{left} city token{'s' if left > 1 else ''} for {size} buildings, or as a district for "
                f"{box.district_spaces[token]} more; {draws_text(box.token_draws[token])}",
            )  # fmt: skip
            x += 52


def button_things(view: Record, box: Record, seat: int) -> Iterator[Thing]:
    """What is done by touching no component: a row of buttons above the cards to buy."""
    buttons = [("do-tax", "Tax"), ("do-science", "Science"), ("do-build", "Build"), ("do-store", "Store")]
    if view.plan.act == Act.ATTACK:
        buttons = [("do-attack", "Attack"), ("do-skill", "Distance")]
    elif plain(kind)(view) in (Kind.PURCHASE, Kind.SECOND_BID):
        buttons = [("do-done", "Finish")]
    elif view.plan.act != Act.NOTHING:
        buttons = []
    if view.plan.step_count:
        buttons.append(("do-back", "Back"))
    for number, (id, words) in enumerate(buttons):
        yield Thing(
            id, "space", 664 + number * 78, 18, 74, 29, "own", states=("edged",), text=words, tint="panel", label=words
        )


def choice_things(view: Record, box: Record, seat: int) -> Iterator[Thing]:
    """The cards that can still be bought; while nations are chosen, the nations, where the hand will be."""
    if plain(kind)(view) == Kind.NATION:
        yield from nation_things(box)
        return
    side = view.sides[seat]
    panel, left, top, width, columns = ("shop", 5, 28, 147, 2) if is_roomy(box) else ("own", 662, 47, SHOP_WIDTH, 3)
    yield Thing("shop", "text", left + 62, top - 9, 120, 13, panel, text="Cards to buy", tint="soft", shape="left")
    cards = members(side.shop)
    room, most = (320, 29.0) if is_roomy(box) else (SHOP_HEIGHT, 23.0)
    step = min(most, room / max(1, -(-len(cards) // columns)))
    for number, card in enumerate(cards):
        picked = side.picks >> card & 1
        yield Thing(
            f"shop-{key(box.card_text[card])}", "space",
            left + width * (number % columns + 0.5), top + step * (number // columns + 0.5),
            width - 3, step - 2, panel,
            states=("edged", "raised") if picked else ("edged",), tint="seat2-deep" if picked else "",
            text=card_name(box, card), costs=seals(box.card_coins[card], box.card_science[card]),
            label=f"{'chosen: ' if picked else ''}{card_name(box, card)}, "
            f"{price(box.card_coins[card], box.card_science[card])}: {card_text(box, card, side.nation)}",
        )  # fmt: skip


def nation_things(box: Record) -> Iterator[Thing]:
    """The nations to choose from, as cards."""
    for nation in range(NATIONS):
        name = text_of(box.nation_text[nation].name)
        yield Thing(
            f"nation-{key(box.nation_text[nation])}", "card", 88 + nation * 165, 200, 160, 140, "own",
            text_of(box.nation_text[nation].icon), tint=TINTS[nation],
            text=name, lines=tuple(filter(None, (nation_in_short(box, nation).partition(": ")[2],))),
            label=f"{name}. {nation_abilities(box, nation)}",
        )  # fmt: skip


# Paths


def explain(view: Record, box: Record, seat: int, thing: str) -> Card | None:
    return labelled(scene(view, box, seat), thing, RULES)


def path(view: Record, box: Record, seat: int, action: int) -> tuple[str, ...]:
    for family, texts, word in (
        (a.NATION, box.nation_text, "nation"),
        (a.TOP, box.card_text, "card"),
        (a.ATTACK, box.town_text, "town"),
        (a.PLAY, box.card_text, "card"),
        (a.LAND, box.land_text, "land"),
        (a.TOKEN, box.token_text, "token"),
        (a.GOOD, box.good_text, "good"),
        (a.BUY, box.card_text, "shop"),
    ):
        if belongs(family, action):
            return (f"{word}-{key(texts[action - family.first])}",)
    for family, word in ((a.TAX, "do-tax"), (a.SCIENCE, "do-science"), (a.BACK, "do-back"), (a.DONE, "do-done")):
        if belongs(family, action):
            return (word,)
    return _place_path(view, box, seat, action)


def _place_path(view: Record, box: Record, seat: int, action: int) -> tuple[str, ...]:
    step = step_of(view, box, seat)
    if belongs(a.BID, action):
        return (f"spot-{action - a.BID.first + 1}",)
    if belongs(a.DRAW, action):
        pile = "discard" if step == Step.PILE_TOP else "pile"
        return (f"{pile}-{seat}-{PILES[action - a.DRAW.first]}",)
    if belongs(a.STORE, action):
        card = f"row-{PLACES[action - a.STORE.first]}"
        return (card,) if step == Step.ROW_CARD else (card, "do-store")
    if belongs(a.BUILD, action):
        source = action - a.BUILD.first
        if source >= ROW:
            return (f"stored-{seat}-{key(box.face_text[source - ROW])}",)
        card = f"row-{PLACES[source]}"
        return (card,) if step == Step.SOURCE else (card, "do-build")
    if belongs(a.CITY, action):
        return (f"city-{seat}-{action - a.CITY.first + 1}",)
    if belongs(a.SPOT, action):
        number, place, _, _ = split(a.SPOT, action)
        return (f"built-{seat}-{number + 1}{PLACES[place]}",)
    if belongs(a.RIVAL, action):
        return (f"rival-{action - a.RIVAL.first}",)
    if belongs(a.LAY, action):
        laid, role, _, _ = split(a.LAY, action)
        own = f"card-{key(box.card_text[laid])}"
        if view.plan.act == Act.ATTACK:
            return (own, "do-attack" if role == Role.ATTACK else "do-skill")
        return (own,)
    return ()
