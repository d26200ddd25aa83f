"""The box of City of Iron: boards, four nations with their decks, buildings, towns, lands, coins and cubes."""

from collections.abc import Iterator

from wartable.core.component import (
    CARD,
    LAND,
    Component,
    Face,
    Size,
    drawn,
    field,
    framed,
    headline,
    ledger,
    printed_back,
    printed_card,
)
from wartable.drawing.layout import Area
from wartable.drawing.lettering import rich, text, wrap
from wartable.drawing.scene import Thing
from wartable.rulebook.data import Data, Row
from wartable.rulebook.options import complete

from .. import texts
from ..box import OPTIONS, Box, make_box, text_of
from ..state import GOODS, NATIONS, SPOTS, TOKENS
from ..world import WORLD
from .art import crate, land_card, medal, token
from .market import ground_of
from .own import colour_of

COIN, CUBE, ACTION, CITY = Size(18, 18), Size(8, 8), Size(18, 18), Size(24, 24)
MAIN, NATION = Size(190, 246), Size(190, 84)
COINS, SCIENCE = ((1, 33), (5, 9), (10, 9)), ((1, 11), (2, 4))
"""Tokens by their value, as many as the printed game has; here they never run out (CI-1.6)."""
CUBES = 14
"""Of each colour: for the goods, the income, the bids and the points."""
COLOURS = ("Blue", "Orange", "Green", "Purple")
MOST = 12
"""The last place of the track of a good."""
SIGNS = (
    *(("two-coins", "coins"), ("microscope", "science"), ("hammer-drop", "work"), ("compass", "distance")),
    *(("crossed-swords", "attack, military"), ("checked-shield", "defence"), ("tied-scroll", "citizen draw")),
    *(("laurel-crown", "points"), ("village", "places for buildings")),
)


def components(box: Box, data: Data) -> Iterator[Component]:
    yield Component("board", "board", "Board", 1, 302, MAIN, board(box), ground="table")
    for face, row in enumerate(data.table("buildings")):
        yield from buildings(box, face, row)
    for number, row in enumerate(data.table("score_cards")):
        back = printed_back(CARD, "village", "ABC"[number])
        science = f"+{box.score_science[number]} [microscope] in the round of the scoring"
        lines = ("Score at the end of the next round.", *([science] if box.score_science[number] else ()))
        score = printed_card(CARD, text=f"Score card {number + 1}", icon="laurel-crown", tint="waste", lines=lines)
        yield Component(row.id, "Score cards", f"Score card {number + 1}", 1, 211, CARD, score, back)
    for place, row in enumerate(data.table("towns")):
        yield town(box, place, row.number("stars", 0, 3))
    for land, row in enumerate(data.table("lands")):
        yield land_board(box, land, row)
    differing = make_box(complete(OPTIONS, {"nations": True}), data, NATIONS)
    for nation in range(NATIONS):
        yield from nation_parts(box, differing, nation)
        yield from deck(box, nation, data)
    yield from money()


def buildings(box: Box, face: int, row: Row) -> Iterator[Component]:
    """A building card, by the mark that says with how many players it is in the game (CI-2.10)."""
    name = texts.face_in_full(box, face)
    deck = texts.DECKS[box.face_deck[face]]
    back = printed_back(CARD, "village", deck)
    for column, mark in (("copies", ""), ("copies_2", "2"), ("copies_3", "3")):
        if count := row.number(column, 0, 20):
            lines = (texts.use_signs(box, face), f"deck {deck}" + (f", mark {mark}" if mark else ""))
            front = printed_card(
                CARD, text=texts.face_name(box, face), icon=text_of(box.face_text[face].icon),
                tint=ground_of(box, face), costs=texts.seals(box.face_coins[face], box.face_science[face]), lines=lines,
            )  # fmt: skip
            yield Component(f"{row.id}{mark}", f"building cards of deck {deck}", name, count, 210, CARD, front, back)


def town(box: Box, place: int, stars: int) -> Component:
    """A town: free on its front, conquered on its back, where it is harder to take (CI-8.3)."""
    name, kind = texts.town_name(box, place), f"{stars} star{'s' if stars > 1 else ''}" if stars else "expansion"

    def side(more: int, state: str) -> Face:
        strength = f"[checked-shield] {box.town_defence[place] + more} [compass] {box.town_distance[place]}"
        lines = tuple(filter(None, (strength, texts.town_signs(box, place), kind + state)))
        icon, tint = text_of(box.town_text[place].icon), "waste" if more else "city"
        return printed_card(CARD, text=name, icon=icon, tint=tint, lines=lines)

    return Component(
        f"town-{texts.key(box.town_text[place])}", "town cards; the back is conquered", name, 1, 213, CARD, side(0, ""),
        side(int(box.conquered), ", conquered"),
    )  # fmt: skip


def land_board(box: Box, land: int, row: Row) -> Component:
    mark = row.text("mark")
    signs = texts.land_signs(box, land, "   ") + (f"   mark {mark}" if mark else "")
    inside = LAND.inside
    name, types = texts.land_name(box, land), tuple(texts.types_of(box, box.land_types[land]))
    face = (inside.thing("land", "art", art=land_card(name, types, signs, *inside.size)),)
    kind, rule = ("lands to settle", 209) if box.land_distance[land] else ("starting lands", 203)
    return Component(f"land-{row.id}", kind, name, 1, rule, LAND, face)


def nation_parts(box: Box, differing: Box, nation: int) -> Iterator[Component]:
    """The board of a nation, its tokens and the cubes of a colour."""
    name, ground = text_of(box.nation_text[nation].name), f"seat{nation}-deep"
    yield Component(
        f"nation-{nation}", "nation boards", name, 1, 101, NATION, nation_board(box, differing, nation), ground=ground
    )
    for number in range(TOKENS):
        count = (1, 2, 1)[number]
        icon = text_of(box.token_text[number].icon)
        city = drawn(CITY, token(icon, nation, int(box.city_spaces[number]), 66, 1))
        spaces = int(box.district_spaces[number])
        spaces += int(box.military_district[nation]) if number == TOKENS - 1 else 0
        back = drawn(CITY, f"{medal(icon, 'stone', 'ink', 60)}{badge_of(spaces)}") if spaces else city
        kind = text_of(box.token_text[number].name)
        yield Component(
            f"city-{nation}-{number}", "city tokens; the back is a district", f"{kind} of {name}", count, 901, CITY,
            city, back, ground=ground,
        )  # fmt: skip
    front = drawn(ACTION, f'<circle r="26" fill="var(--paper)" stroke="var(--seat{nation})" stroke-width="3"/>' + text(
        "A", 0, 10, 28, "var(--paper-ink)", weight=700))  # fmt: skip
    back = drawn(
        ACTION, f'<circle r="26" fill="var(--seat{nation}-deep)" stroke="var(--seat{nation})" stroke-width="3"/>'
    )
    yield Component(
        f"action-{nation}", "action tokens; the back is used", f"Action of {name}", int(box.actions), 101, ACTION,
        front, back, "circle", ground,
    )  # fmt: skip
    cube = (CUBE.area.inset(1).thing("cube", "cube", seat=nation),)
    yield Component(
        f"cube-{nation}", "cubes", f"{COLOURS[nation]} cube", CUBES, 207, CUBE, cube, cube, "circle", ground
    )


def badge_of(spaces: int) -> str:
    """How many buildings a district holds."""
    return '<rect x="-16" y="12" width="32" height="20" rx="8" fill="var(--paper)" stroke="#0008"/>' + text(
        f"+{spaces}", 0, 27, 16, "var(--paper-ink)", weight=700
    )


def deck(box: Box, nation: int, data: Data) -> Iterator[Component]:
    """The cards of a nation: citizens, military, and its special ones (CI-2.1, CI-2.4, CI-2.6)."""
    own = data.table("nations")[nation]
    name, letter = own.text("name"), own.text("letter")
    for card, row in enumerate(data.table("cards")):
        whose, kind = row.text("nation"), row.text("kind")
        if whose not in ("", own.id):
            continue
        start = ("starting card",) if row.text("start") == "yes" and not whose else ()
        lines = (texts.card_signs(box, card), *texts.effect_lines(box, card, nation), *start)
        face = printed_card(
            CARD, text=texts.card_name(box, card), icon=text_of(box.card_text[card].icon), tint=colour_of(box, card),
            costs=texts.seals(box.card_coins[card], box.card_science[card]), lines=tuple(filter(None, lines)),
            seat=nation,
        )  # fmt: skip
        back = printed_back(CARD, "tied-scroll" if kind == "citizen" else "crossed-swords", letter, nation)
        what = "special nation cards" if whose else f"{kind} cards of {name}"
        yield Component(
            f"{row.id}-{own.id}", what, texts.card_name(box, card), 1, 201 if whose else 206, CARD, face, back,
            ground=f"seat{nation}-deep",
        )  # fmt: skip


def money() -> Iterator[Component]:
    for kind, values, ground, ink, icon in (
        ("coins", COINS, "brass", "brass-ink", "two-coins"),
        ("science", SCIENCE, "lens", "lens-ink", "microscope"),
    ):
        for value, count in values:
            art = medal(icon, ground, ink, 52)
            art = f'<g opacity=".28">{art}</g>' + text(str(value), 0, 10, 30, "var(--ink)", weight=800)
            face = drawn(COIN, f'<circle r="27" fill="var(--paper)" stroke="var(--{ground})" stroke-width="4"/>{art}')
            yield Component(
                f"{kind}-{value}", kind, f"{value} {kind}", count, 106, COIN, face, face, "circle", "paper", supply=True
            )


def nation_board(box: Box, differing: Box, nation: int) -> Face:
    """Name and abilities, the income track (CI-2.7), and where the piles lie. Nations differ by an option (CI-2.1)."""
    inside = NATION.area.inset(8)
    head, words, track, piles = inside.inset(8, 4).rows(32, 0, 46, 40, gap=6)
    lines = wrap(texts.nation_abilities(differing, nation), words.width - 12, 13, 6, WORLD.text_face)
    name = text_of(box.nation_text[nation].name)
    said = "".join(
        text(line, 6 - words.width / 2, 16 - words.height / 2 + 18 * number, 13, "var(--ink)", "start")
        for number, line in enumerate(lines)
    )
    things = [
        framed(inside, "brass"),
        headline(head, name, 24, f"seat{nation}"),
        words.thing("words", "art", art=said),
    ]
    label, places = track.columns(64, 0)
    things.append(label.text("income", "income", 15, states=("strong",)))
    for number, place in enumerate(places.grid(17, 17, gap=3)):
        things.append(field(place, f"income-{number}", str(number + int(box.base_income)), 13))
    for number, place in enumerate(piles.grid(4, 4, gap=6)):
        pile = ("citizen draw pile", "citizen discards", "military draw pile", "military discards")[number]
        things.append(field(place, f"pile-{number}", f"{pile} below", 13))
    return tuple(things)


def board(box: Box) -> Face:
    """The turn order, what each good is worth and who has how much of it, and the points."""
    head, *parts = MAIN.area.inset(10).rows(36, 96, 0, 150, 100, gap=10)
    return (headline(head, "City of Iron", 28), *board_things(box, *parts))


def board_things(box: Box, bids: Area, goods: Area, points: Area, legend: Area) -> Iterator[Thing]:
    words, tracks = bids.columns(120, 0)
    order = rows_of(("Turn order", "right to left", "", "Next bids", "left to right"))
    yield words.thing("bids", "art", art=order)
    upper, lower = tracks.stack(2, gap=6)
    for spot, place in enumerate(upper.grid(SPOTS, SPOTS, gap=4)):
        yield field(place, f"spot-{spot}", "", 12)
        price = rich(f"[two-coins] {box.spot_coins[spot]}", 0, -4, 13, "var(--ink)")
        yield place.thing(f"price-{spot}", "art", art=price)
    for spot, place in enumerate(lower.grid(4, 4, gap=4)):
        yield field(place, f"bid-{spot}", str(spot + 1), 13)
    heads, *rows = goods.grid(GOODS + 1, 1, gap=2)
    words_of = ((110, "[laurel-crown] first / second"), (232, "[two-coins] each round"))
    drawn = "".join(rich(words, x - heads.width / 2, 5, 13, anchor="start") for x, words in words_of)
    yield heads.thing("heads", "art", art=drawn)
    for good, row in enumerate(rows):
        yield from good_row(box, good, row)
    note, grid = points.rows(18, 0)
    yield note.text("points", "points", 14, states=("strong",))
    for number, place in enumerate(grid.grid(100, 25, gap=1)):
        yield field(place, f"point-{number}", str(number), 10)
    for n, place in enumerate(legend.grid(3, 3, gap=6)):
        yield ledger(place, f"key-{n}", "", [[f"[{sign}]  {words}"] for sign, words in SIGNS[3 * n : 3 * n + 3]])


def good_row(box: Box, good: int, row: Area) -> Iterator[Thing]:
    """A good: what it is worth, and a track for the cubes of those who have it; from the threshold on it is marked."""
    crates, name, worth, coins, track = row.columns(30, 96, 80, 44, 0)
    points = rich(f"[laurel-crown] {box.good_first[good]} / {box.good_second[good]}", 0, 5, 14)
    yield crates.thing(f"crate-{good}", "art", art=crate(text_of(box.good_text[good].icon), 26))
    yield name.inset(4, 0).text(f"good-{good}", texts.good_name(box, good), 13, shape="left")
    yield worth.thing(f"worth-{good}", "art", art=points)
    yield coins.thing(f"coins-{good}", "art", art=rich(f"[two-coins] {box.good_coins[good]}", 0, 5, 14))
    for number, place in enumerate(track.grid(MOST + 1, MOST + 1, gap=2)):
        yield field(place, f"track-{good}-{number}", str(number), 11)
        if number == box.good_threshold[good]:
            more = text("+1", 0, place.height / 2 - 4, 11, "var(--bad)", weight=700)
            yield place.thing(f"more-{good}", "art", art=more)


def rows_of(words: tuple[str, ...]) -> str:
    """Two headings, each with small lines below it."""
    return "".join(
        text(line, -55, 18 * number - 32, 13 if number % 3 else 15, "var(--ink)", "start", 400 if number % 3 else 700)
        for number, line in enumerate(words)
    )
