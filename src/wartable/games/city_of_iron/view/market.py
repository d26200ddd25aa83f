"""The market as things on the table: buildings for sale, towns, goods, lands, and the quay of the turn order."""

from collections.abc import Iterator
from functools import cache

from wartable.core.phrases import count as counted
from wartable.core.rules import kind, plain
from wartable.drawing.layout import Area
from wartable.drawing.lettering import measured, rich, roomy, text, title
from wartable.drawing.scene import Id, Thing

from .. import texts
from ..box import Box, text_of
from ..rules import cities
from ..state import FACES, GOODS, NONE, OPEN, SPOTS, Act, Kind, State
from ..texts import face_name, good_name, key, nation_name
from ..world import WORLD
from .art import TINTS, crate, land_card, medal, no_town, share, ship, stall

BOARD = Area(313, 3, 1050, 386, "")
MARKET_HEAD, ROUND_HEAD, TOWNS_HEAD = Area(10, 3, 160, 14), Area(260, 3, 420, 14), Area(696, 3, 160, 14)
ROW, TOWNS = Area(5, 19, 678, 172), Area(693, 19, 354, 172)
STALLS = Area(8, 194, 676, 138).grid(GOODS, GOODS)
LANDS_HEAD, LANDS = Area(696, 193, 160, 14), Area(694, 211, 354, 174)
QUAY = Area(6, 338, 680, 46)
BERTHS = Area(102, 337, 490, 48).grid(SPOTS, SPOTS)
SHARES, LEAST_SHARE = 70.0, 17.0
"""The height of all players' shares of a good together, and of the smallest."""
NARROW = 116
"""In a narrower card the names of buildings and people would have to be squeezed."""
PICTURED = 70
"""A lower land has no picture."""
BOARD_CELLS = (
    MARKET_HEAD.inset(-4, -2).cell(),
    ROUND_HEAD.inset(-5, -2).cell(),
    ROW.inset(-5, 0).cell(loose=True),
    TOWNS_HEAD.inset(-4, -2).cell(),
    TOWNS.inset(-5, 0).cell(loose=True),
    *(stall.inset(0, -1).cell(fresh=not good, lasting=True) for good, stall in enumerate(STALLS)),
    LANDS_HEAD.inset(-4, -2).cell(),
    LANDS.inset(-6, -2).cell(loose=True),
    Area(6, 337, 94, 48).cell(lasting=True),
    Area(592, 337, 94, 48).cell(fresh=False, lasting=True),
    *(berth.cell(fresh=not spot, lasting=True) for spot, berth in enumerate(BERTHS)),
)
"""What a phone keeps together, in the order in which it is read there: what a turn is about first, the quay last."""


def market_things(view: State, box: Box, home: int) -> Iterator[Thing]:
    yield from heading_things(view, box)
    yield from row_things(view, box, home)
    yield from town_things(view, box)
    yield from closed_things(view)
    for good in range(GOODS):
        yield from good_things(view, box, good)
    yield from land_things(view, box)
    yield from track_things(view, box)


def board_backdrop(box: Box) -> str:
    """What never changes: what each good is worth, the quay of the turn order."""
    parts = []
    for good, place in enumerate(STALLS):
        x, y = place.middle[0], place.y
        edge = f'x="{x - 33:g}" y="{y:g}" width="66" height="{place.height:g}" rx="5"'
        worth = f"[laurel-crown] {box.good_first[good]} / {box.good_second[good]}"
        parts += [
            f'<rect {edge} fill="var(--paper)"/><rect {edge} fill="url(#of-paper)" stroke="var(--brass)"/>',
            rich(f"[two-coins] {box.good_coins[good]}", x + 14, y + 24, 14, "var(--paper-ink)"),
            good_title(good_name(box, good), x, y + 46),
            rich(worth, x, y + 62, 14, "var(--paper-ink)"),
        ]
    parts += quay()
    if box.row_places % 2:
        # The corner of the market where no card lies.
        corner = row_places(box.row_places)[-1]
        x, y = corner.middle
        parts.append(f'<g transform="translate({x:g} {y:g})">{stall(*corner.size)}</g>')
    parts.append(title("Turn order", 12, QUAY.y + 18, 82, 14, "var(--ink)", "start", WORLD.title_face))
    return "".join((*parts, text("right to left", 12, QUAY.y + 36, 14, "var(--ink)", "start")))


def good_title(name: str, x: float, y: float) -> str:
    """What a good is called: the last word of a name that would be too wide."""
    room = STALLS[0].width - 8
    words = name if measured(name, 14, WORLD.text_face) < room - 4 else name.split()[-1]
    return roomy(text(words, x, y, 14, "var(--paper-ink)"), words, 14, room, WORLD.text_face)


def quay() -> list[str]:
    """Water at dusk along a pier, whose bollards are between the berths; a lantern at each end."""
    x, y, w, h, _ = QUAY
    area = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6"'
    pier = f'x="{x:g}" y="{y:g}" width="{w:g}" height="7" rx="3"'
    ends = [berth.x for berth in BERTHS] + [BERTHS[-1].x + BERTHS[-1].width]
    bollards = "".join(f"M{at:g} {y + 1:g}v8" for at in ends)
    lights = "".join(f'<circle cx="{at:g}" cy="{y + 8:g}" r="30" fill="url(#glow)"/>' for at in (ends[0], x + w - 92))
    return [
        *(f'<rect {area} fill="{fill}"/>' for fill in ("var(--water)", "url(#on-water)", "url(#lamp)")),
        lights,
        f'<rect {pier} fill="var(--crate)" stroke="#0007"/><rect {pier} fill="url(#of-wood)"/>',
        f'<path d="{bollards}" stroke="#1d1209" stroke-width="5" stroke-linecap="round"/>',
    ]


def heading_things(view: State, box: Box) -> Iterator[Thing]:
    """What lies below, if anything, and what it is there for as long as anything can be done with it."""
    homes, over = plain(kind)(view) in (Kind.HOME, Kind.NATION), bool(view.head.over)
    if view.round_number:
        sold, towns = ("Not sold", "Towns never conquered") if over else ("For sale", "Towns to conquer")
        yield MARKET_HEAD.thing("head-market", "art", art=heading(sold))
        yield TOWNS_HEAD.thing("head-towns", "art", art=heading(towns))
    if texts.lands_shown(view, box):
        lands = "Never settled" if over else "Starting lands" if homes else "Lands to settle"
        yield LANDS_HEAD.thing("head-lands", "art", art=heading(lands))


@cache
def heading(words: str) -> str:
    return title(words, -80, 5, 160, 14, "var(--soft)", "start", WORLD.title_face)


@cache
def row_places(count: int) -> list[Area]:
    """Where so many cards for sale lie: in two lines."""
    in_line = -(-count // 2)
    return [place.inset(1.5, 2) for place in ROW.grid(2 * in_line, in_line)]


def row_things(view: State, box: Box, home: int) -> Iterator[Thing]:
    for place, area in zip(range(box.row_places), row_places(box.row_places), strict=False):
        face, id = view.row[place], Id("row", texts.PLACES[place])
        if face == NONE:
            label = f"place {texts.PLACES[place]}, empty"
            yield area.thing(id, "art", art=stall(*area.size), label=label, aside=True)
            continue
        science = box.face_science[face]
        if view.sides[home].nation != NONE:
            science = plain(cities.price_in_science)(view.sides[home], box, face)
        yield area.thing(
            id, "card", icon=text_of(box.face_text[face].icon), text=face_name(box, face),
            lines=(texts.use_signs(box, face),), costs=texts.seals(box.face_coins[face], science),
            tint=ground_of(box, face), label=texts.building_label(box, face),
            states=("plain",) if area.width < NARROW else (),
        )  # fmt: skip


def ground_of(box: Box, face: int) -> str:
    """The colour of the land that a building needs."""
    needs = box.face_type[face]
    return TINTS[needs] if needs != NONE else "stone"


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
    opens, appear = "The market opens with the first round", "Towns are found in the first round"
    for id, words, area, wide in (("market-opens", opens, ROW, 300), ("towns-appear", appear, TOWNS, 260)):
        if not view.round_number:
            yield area.sized(wide, 42).thing(id, "art", art=sign(words, wide), label=words, layer=2, aside=True)


def town_things(view: State, box: Box) -> Iterator[Thing]:
    # Without the second row of the expansion the cards have its room.
    places = TOWNS.grid(OPEN if box.expansion else 3, 3)
    for number, area in enumerate(place.inset(4, 2) for place in places):
        town = view.open_towns[number]
        # While a town is being conquered it lies in both places.
        if town == NONE or view.town_owner[town] != NONE:
            yield area.thing(f"open-{number}", "art", art=no_town(*area.size), label="no town", aside=True)
            continue
        strength = f"[checked-shield] {box.town_defence[town]} [compass] {box.town_distance[town]}"
        name = texts.town_name(box, town)
        yield area.thing(
            Id("town", key(box.town_text[town])), "card", icon=text_of(box.town_text[town].icon), text=name,
            lines=(strength, texts.town_signs(box, town)), tint="city",
            label=texts.town_label(view, box, town) + texts.under_it(view, box, town),
        )  # fmt: skip
        if view.plan.act == Act.ATTACK and town == view.plan.town:
            corner = Area.around(area.x + area.width - 21, area.y + 43, 30, 30)
            art = medal("crossed-swords", "crown", "paper", 30)
            yield corner.thing("attacked", "art", art=art, label=f"{name} is being attacked", layer=2, aside=True)


def good_things(view: State, box: Box, good: int) -> Iterator[Thing]:
    """A good, and who has how much of it: the shares of all push each other in one column, the largest above, and as
    wide as they are large."""
    place, name, id = STALLS[good], good_name(box, good), key(box.good_text[good])
    x, foot = place.middle[0], place.y + place.height - 2
    most, each = counted(box.good_first[good], "point"), counted(box.good_coins[good], "coin")
    yield Area.around(x - 16, place.y + 18, 30, 30).thing(
        Id("good", id), "art", art=crate(text_of(box.good_text[good].icon), 30),
        label=f"{name}: {most} for the most, {box.good_second[good]} for the second-most, "
        f"{each} each round for the most, 1 point more from {box.good_threshold[good]}",
    )  # fmt: skip
    held = sorted((-side.goods[good], seat) for seat, side in enumerate(view.sides[: box.seats]) if side.goods[good])
    if not held:
        yield Area(x - 30, foot - SHARES, 60, SHARES).text(f"none-{id}", "none", tint="paper-ink")
    total, top = sum(-less for less, _ in held), foot - SHARES
    for less, seat in held:
        tall = LEAST_SHARE + (SHARES - LEAST_SHARE * len(held)) * -less / total
        wide, high = 44 + round(16 * less / held[0][0]), round(tall - 2, 1)
        yield Area.around(x, round(top + tall / 2, 1), wide, high).thing(
            f"has-{seat}-{id}", "art", art=share(seat, -less, -less >= box.good_threshold[good], wide, high),
            label=f"{nation_name(view, box, seat)}: {-less} {name}",
        )  # fmt: skip
        top += tall


def land_things(view: State, box: Box) -> Iterator[Thing]:
    shown = texts.lands_shown(view, box)
    columns = {1: 1, 2: 2, 4: 2}.get(len(shown), 3)
    for land, place in zip(shown, LANDS.grid(len(shown), columns), strict=True):
        area, name, types = place.inset(1, 1.5), texts.land_name(box, land), texts.types_of(box, box.land_types[land])
        vessel = ("", " by ship", " by airship")[box.land_vessel[land]]
        label = f"{name}: distance {box.land_distance[land]}{vessel}; {texts.type_names(box, box.land_types[land])}"
        signs = texts.land_signs(box, land)
        low = area.thing(
            Id("land", key(box.land_text[land])), "space", text=name, lines=(signs,), states=("edged",),
            tint=TINTS[types[-1]], label=label,
        )  # fmt: skip
        art = land_card(name, tuple(types), signs, area.width, round(area.height, 1))
        yield low if place.height < PICTURED else low._replace(text="", lines=(), states=(), tint="", art=art)


def track_things(view: State, box: Box) -> Iterator[Thing]:
    for spot, berth in enumerate(BERTHS):
        cost, owner = box.spot_coins[spot], view.spots[spot]
        yield berth.inset(1.5, 4).thing(
            Id("spot", spot + 1), "space", states=("edged",), costs=(f"coin {cost}",) if owner == NONE else (),
            label=f"spot {spot + 1} of the turn order, {counted(cost, 'coin')}",
        )  # fmt: skip
        if owner != NONE:
            label = f"{nation_name(view, box, owner)} bid {cost}"
            yield bidder(berth.sized(42, 42), owner, label, str(cost))._replace(layer=2)
    for place in range(box.seats):
        owner = view.bidders[place]
        if owner != NONE and owner not in view.spots[0:SPOTS].tolist():
            label = f"{nation_name(view, box, owner)} bids as number {place + 1}"
            yield bidder(Area.around(611 + place * 19, QUAY.middle[1] + 2, 34, 34), owner, label)
    left = sum(view.left[face] for face in range(FACES) if view.deck == 3 or box.face_deck[face] == view.deck)
    deck = f"{left} left in deck {texts.DECKS[view.deck]}" if view.deck < 3 else f"{left} left in the discards"
    now = f"Round {view.round_number}{texts.state_of_round(view)}" if view.round_number else "Setup"
    gone = ", ".join(f"{view.junk[face]} {face_name(box, face)}" for face in range(box.faces) if view.junk[face])
    label = f"{now}; {deck}; {view.scorings} of 3 scorings done; discarded buildings: {gone or 'none'}"
    yield ROUND_HEAD.text("round", f"{now}; {deck}", shape="right", label=label)


def bidder(area: Area, owner: int, label: str, words: str = "") -> Thing:
    """The ship of a seat."""
    return area.thing(f"bidder-{owner}", "token", art=ship(owner, area.width, words), seat=owner, label=label)
