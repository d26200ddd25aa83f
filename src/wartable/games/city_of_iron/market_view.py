"""The market as things on the table: buildings for sale, towns, goods, lands, and the quay of the turn order."""

from collections.abc import Iterator
from functools import cache

from wartable.compiler.mode import plain
from wartable.core.frames import kind
from wartable.core.phrases import count as counted
from wartable.drawing.lettering import measured, rich, roomy, text, title
from wartable.drawing.scene import Cell, Thing

from .art_view import TINTS, crate, land_card, medal, no_town, share, ship, stall
from .box import Box, text_of
from .rules import cities
from .state import (
    FACES,
    GOODS,
    NONE,
    OPEN,
    SPOTS,
    Act,
    Kind,
    State,
)
from .texts import (
    DECKS,
    PLACES,
    building_label,
    face_name,
    good_name,
    grounds,
    key,
    land_name,
    lands_shown,
    nation_name,
    seals,
    state_of_round,
    town_label,
    town_name,
    town_signs,
    type_names,
    types_of,
    under_it,
    use_signs,
)
from .world import WORLD

BOARD = (313, 3, 1050, 386)
ROW_WIDTH, CARD, CARD_HEIGHT = 678, 112, 84
GOODS_TOP, GOODS_WIDTH, GOODS_HEIGHT = 194, 67.6, 138
SHARES, LEAST_SHARE = 70.0, 17.0
"""The height of all players' shares of a good together, and of the smallest."""
NARROW = 116
"""In a narrower card the names of buildings and people would have to be squeezed."""
TRACK_TOP = 337
SPOTS_LEFT, SPOT = 102, 49
LANDS_LEFT = 688
PICTURED = 70
"""A lower land has no picture."""

# What a phone keeps together, in the order in which it is read there: what a turn is about first, the quay last.
BOARD_CELLS = (
    Cell(6, 1, 150, 18, fresh=True),
    Cell(255, 1, 430, 18, fresh=True),
    Cell(0, 19, 684, 174, fresh=True, loose=True),
    Cell(LANDS_LEFT + 4, 1, 180, 18, fresh=True),
    Cell(LANDS_LEFT, 19, 360, 174, fresh=True, loose=True),
    *(
        Cell(8 + GOODS_WIDTH * good, GOODS_TOP - 1, GOODS_WIDTH, GOODS_HEIGHT + 2, fresh=not good, lasting=True)
        for good in range(GOODS)
    ),
    Cell(LANDS_LEFT + 4, GOODS_TOP - 3, 180, 18, fresh=True),
    Cell(LANDS_LEFT, GOODS_TOP + 15, 360, 178, fresh=True, loose=True),
    Cell(6, TRACK_TOP, 94, 48, fresh=True, lasting=True),
    Cell(592, TRACK_TOP, 94, 48, lasting=True),
    *(Cell(SPOTS_LEFT + SPOT * spot, TRACK_TOP, SPOT, 48, fresh=not spot, lasting=True) for spot in range(SPOTS)),
)


def market_things(view: State, box: Box, home: int) -> Iterator[Thing]:
    yield from heading_things(view, box)
    yield from row_things(view, box, home)
    yield from town_things(view, box)
    yield from closed_things(view)
    yield from goods_things(view, box)
    yield from land_things(view, box)
    yield from track_things(view, box)


def board_backdrop(box: Box) -> str:
    """What never changes: what each good is worth, the quay of the turn order."""
    parts = []
    for good in range(GOODS):
        x = 8 + GOODS_WIDTH * (good + 0.5)
        edge = f'x="{x - 33:g}" y="{GOODS_TOP:g}" width="66" height="{GOODS_HEIGHT}" rx="5"'
        ground = f'<rect {edge} fill="var(--paper)"/><rect {edge} fill="url(#of-paper)" stroke="var(--brass)"/>'
        worth = f"[laurel-crown] {box.good_first[good]} / {box.good_second[good]}"
        parts += [
            ground,
            rich(f"[two-coins] {box.good_coins[good]}", x + 14, GOODS_TOP + 24, 14, "var(--paper-ink)"),
            good_title(good_name(box, good), x, GOODS_TOP + 46),
            rich(worth, x, GOODS_TOP + 62, 14, "var(--paper-ink)"),
        ]
    # The quay: water along which the ships of the turn order lie.
    parts += quay(6, TRACK_TOP + 1, 680, 46)
    if box.row_places % 2:
        # The corner of the market where no card lies.
        x, y = row_place(box, box.row_places)
        parts.append(f'<g transform="translate({x:g} {y:g})">{stall(row_width(box) - 3, CARD_HEIGHT - 2)}</g>')
    parts.append(title("Turn order", 12, TRACK_TOP + 19, 82, 14, "var(--ink)", "start", WORLD.title_face))
    parts.append(text("right to left", 12, TRACK_TOP + 37, 14, "var(--ink)", "start"))
    return "".join(parts)


def good_title(name: str, x: float, y: float) -> str:
    """What a good is called: the last word of a name that would be too wide."""
    room = GOODS_WIDTH - 8
    words = name if measured(name, 14, WORLD.text_face) < room - 4 else name.split()[-1]
    return roomy(text(words, x, y, 14, "var(--paper-ink)"), words, 14, room, WORLD.text_face)


def quay(x: float, y: float, w: float, h: float) -> list[str]:
    """Water at dusk along a pier, whose bollards are between the berths; a lantern at each end."""
    area = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6"'
    pier = f'x="{x:g}" y="{y:g}" width="{w:g}" height="7" rx="3"'
    bollards = "".join(f"M{SPOTS_LEFT + SPOT * spot:g} {y + 1:g}v8" for spot in range(SPOTS + 1))
    lights = "".join(
        f'<circle cx="{at:g}" cy="{y + 8:g}" r="30" fill="url(#glow)"/>' for at in (SPOTS_LEFT, x + w - 92)
    )
    return [
        *(f'<rect {area} fill="{fill}"/>' for fill in ("var(--water)", "url(#on-water)", "url(#lamp)")),
        lights,
        f'<rect {pier} fill="var(--crate)" stroke="#0007"/><rect {pier} fill="url(#of-wood)"/>',
        f'<path d="{bollards}" stroke="#1d1209" stroke-width="5" stroke-linecap="round"/>',
    ]


def heading_things(view: State, box: Box) -> Iterator[Thing]:
    """What lies below, if anything, and what it is there for as long as anything can be done with it."""
    homes, over = plain(kind)(view) in (Kind.HOME, Kind.NATION), bool(view.head.over)
    opened = [
        ("market", "Not sold" if over else "For sale", 10, 10),
        ("towns", "Towns never conquered" if over else "Towns to conquer", LANDS_LEFT + 8, 10),
    ]
    lands = "Never settled" if over else "Starting lands" if homes else "Lands to settle"
    for id, words, x, y in (
        *(opened if view.round_number else []),
        *([("lands", lands, LANDS_LEFT + 8, GOODS_TOP + 6)] if lands_shown(view, box) else []),
    ):
        yield Thing(f"head-{id}", "art", x + 80, y, 160, 14, art=heading(words))


@cache
def heading(words: str) -> str:
    return title(words, -80, 5, 160, 14, "var(--soft)", "start", WORLD.title_face)


def row_width(box: Box) -> float:
    """How wide a card for sale is with its gap: the row lies in two lines."""
    return ROW_WIDTH / -(-int(box.row_places) // 2)


def row_place(box: Box, place: int) -> tuple[float, float]:
    in_line, width = -(-box.row_places // 2), row_width(box)
    return 5 + width * (place % in_line + 0.5), 20 + CARD_HEIGHT / 2 + place // in_line * (CARD_HEIGHT + 2)


def row_things(view: State, box: Box, home: int) -> Iterator[Thing]:
    width = row_width(box) - 3
    for place in range(box.row_places):
        x, y = row_place(box, place)
        face = view.row[place]
        if face == NONE:
            yield Thing(
                f"row-{PLACES[place]}", "art", x, y, width, CARD_HEIGHT - 2, art=stall(width, CARD_HEIGHT - 2),
                label=f"place {PLACES[place]}, empty", aside=True,
            )  # fmt: skip
            continue
        needs = box.face_type[face]
        science = box.face_science[face]
        if view.sides[home].nation != NONE:
            science = plain(cities.price_in_science)(view.sides[home], box, face)
        yield Thing(
            f"row-{PLACES[place]}", "card", x, y, width, CARD_HEIGHT - 2, icon=text_of(box.face_text[face].icon),
            text=face_name(box, face), lines=(use_signs(box, face),),
            costs=seals(box.face_coins[face], science),
            tint=TINTS[needs] if needs != NONE else "stone", label=building_label(box, face),
            states=("plain",) if width < NARROW else (),
        )  # fmt: skip


@cache
def sign(words: str, w: float) -> str:
    """A board of wood with brass around it that says what is to come."""
    area = f'x="{-w / 2:g}" y="-21" width="{w:g}" height="42" rx="6"'
    return (
        f'<rect {area} fill="var(--panel)" stroke="var(--brass)" stroke-width="1.6"/><rect {area} fill="url(#lamp)"/>'
        f"{text(words, 0, 5, 16, 'var(--ink)')}"
    )


def closed_things(view: State) -> Iterator[Thing]:
    """Before the first round neither buildings nor towns lie open: when they will."""
    if view.round_number:
        return
    for id, words, x, wide in (
        ("market-opens", "The market opens with the first round", 344, 300),
        ("towns-appear", "Towns are found in the first round", LANDS_LEFT + 182, 260),
    ):
        yield Thing(id, "art", x, 106, wide, 42, art=sign(words, wide), label=words, layer=2, aside=True)


def town_things(view: State, box: Box) -> Iterator[Thing]:
    for place in range(OPEN if box.expansion else 3):
        town = view.open_towns[place]
        x = LANDS_LEFT + 8 + CARD / 2 + place % 3 * (CARD + 6)
        # Without the second row of the expansion the cards have its room.
        height = CARD_HEIGHT if box.expansion else 2 * CARD_HEIGHT
        y = 20 + height / 2 + place // 3 * (CARD_HEIGHT + 2)
        # While a town is being conquered it lies in both places.
        if town == NONE or view.town_owner[town] != NONE:
            yield Thing(
                f"open-{place}", "art", x, y, CARD - 2, height - 2, art=no_town(CARD - 2, height - 2), label="no town",
                aside=True,
            )  # fmt: skip
            continue
        strength = f"[checked-shield] {box.town_defence[town]} [compass] {box.town_distance[town]}"
        yield Thing(
            f"town-{key(box.town_text[town])}", "card", x, y, CARD - 2, height - 2,
            icon=text_of(box.town_text[town].icon), text=town_name(box, town),
            lines=(strength, town_signs(box, town)),
            tint="city",
            label=town_label(view, box, town) + under_it(view, box, town),
        )  # fmt: skip
        if view.plan.act == Act.ATTACK and town == view.plan.town:
            yield Thing(
                "attacked", "art", x + CARD / 2 - 22, y - height / 2 + 44, 30, 30, layer=2, aside=True,
                art=medal("crossed-swords", "crown", "paper", 30), label=f"{town_name(box, town)} is being attacked",
            )  # fmt: skip


def goods_things(view: State, box: Box) -> Iterator[Thing]:
    for good in range(GOODS):
        x = 8 + GOODS_WIDTH * (good + 0.5)
        name = good_name(box, good)
        most, each = counted(box.good_first[good], "point"), counted(box.good_coins[good], "coin")
        yield Thing(
            f"good-{key(box.good_text[good])}", "art", x - 16, GOODS_TOP + 18, 30, 30,
            art=crate(text_of(box.good_text[good].icon), 30),
            label=f"{name}: {most} for the most, {box.good_second[good]} for the second-most, "
            f"{each} each round for the most, 1 point more from {box.good_threshold[good]}",
        )  # fmt: skip
        yield from share_things(view, box, good, x)


def share_things(view: State, box: Box, good: int, x: float) -> Iterator[Thing]:
    """Who has how much of a good: the shares of all push each other in one column, the largest above, and as wide as
    they are large."""
    name, top = key(box.good_text[good]), GOODS_TOP + GOODS_HEIGHT - SHARES - 2
    amounts = [(view.sides[seat].goods[good], seat) for seat in range(box.seats)]
    held = sorted((-amount, seat) for amount, seat in amounts if amount)
    if not held:
        yield Thing(f"none-{name}", "text", x, top + SHARES / 2, 60, 14, text="none", tint="paper-ink")
    total = sum(-amount for amount, _ in held)
    for less, seat in held:
        tall = LEAST_SHARE + (SHARES - LEAST_SHARE * len(held)) * -less / total
        wide = 44 + round(16 * less / held[0][0])
        yield Thing(
            f"has-{seat}-{name}", "art", x, round(top + tall / 2, 1), wide, round(tall - 2, 1),
            art=share(seat, -less, -less >= box.good_threshold[good], wide, round(tall - 2, 1)),
            label=f"{nation_name(view, box, seat)}: {-less} {good_name(box, good)}",
        )  # fmt: skip
        top += tall


def land_things(view: State, box: Box) -> Iterator[Thing]:
    shown = lands_shown(view, box)
    columns = {1: 1, 2: 2, 4: 2}.get(len(shown), 3)
    wide, tall = 354 / columns, 174 / max(1, -(-len(shown) // columns))
    for number, land in enumerate(shown):
        x, y = LANDS_LEFT + 6 + wide * (number % columns + 0.5), GOODS_TOP + 17 + (number // columns + 0.5) * tall
        types = types_of(box, box.land_types[land])
        vessel = ("", " by ship", " by airship")[box.land_vessel[land]]
        way = ("", " [cargo-ship]", " [zeppelin]")[box.land_vessel[land]]
        signs = f"{grounds(box, types)} [compass] {box.land_distance[land]}{way}"
        high = round(tall - 3, 1)
        is_low = tall < PICTURED
        yield Thing(
            f"land-{key(box.land_text[land])}", "space", x, y, wide - 2, high,
            text=land_name(box, land) if is_low else "", lines=(signs,) if is_low else (),
            states=("edged",) if is_low else (), tint=TINTS[types[-1]] if is_low else "",
            art="" if is_low else land_card(land_name(box, land), tuple(types), signs, wide - 2, high),
            label=f"{land_name(box, land)}: distance {box.land_distance[land]}{vessel}; "
            f"{type_names(box, box.land_types[land])}",
        )  # fmt: skip


def track_things(view: State, box: Box) -> Iterator[Thing]:
    for spot in range(SPOTS):
        x = SPOTS_LEFT + (spot + 0.5) * SPOT
        cost = box.spot_coins[spot]
        yield Thing(
            f"spot-{spot + 1}", "space", x, TRACK_TOP + 24, SPOT - 3, 40, states=("edged",),
            costs=(f"coin {cost}",) if view.spots[spot] == NONE else (),
            label=f"spot {spot + 1} of the turn order, {counted(cost, 'coin')}",
        )  # fmt: skip
        if view.spots[spot] != NONE:
            owner = view.spots[spot]
            yield Thing(
                f"bidder-{owner}", "token", x, TRACK_TOP + 24, 42, 42, art=ship(owner, 42, str(cost)), seat=owner,
                layer=2,
                label=f"{nation_name(view, box, owner)} bid {cost}",
            )  # fmt: skip
    for place in range(box.seats):
        owner = view.bidders[place]
        if owner != NONE and view.spots[0:SPOTS].tolist().count(owner) == 0:
            yield Thing(
                f"bidder-{owner}", "token", 611 + place * 19, TRACK_TOP + 26, 34, 34, art=ship(owner, 34), seat=owner,
                label=f"{nation_name(view, box, owner)} bids as number {place + 1}",
            )  # fmt: skip
    left = sum(view.left[face] for face in range(FACES) if view.deck == 3 or box.face_deck[face] == view.deck)
    deck = f"{left} left in deck {DECKS[view.deck]}" if view.deck < 3 else f"{left} left in the discards"
    now = f"Round {view.round_number}{state_of_round(view)}" if view.round_number else "Setup"
    gone = ", ".join(f"{view.junk[face]} {face_name(box, face)}" for face in range(box.faces) if view.junk[face])
    yield Thing(
        "round", "text", 470, 10, 420, 14, text=f"{now}; {deck}", shape="right",
        label=f"{now}; {deck}; {view.scorings} of 3 scorings done; "
        f"discarded buildings: {gone or 'none'}",
    )  # fmt: skip
