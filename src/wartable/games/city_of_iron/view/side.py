"""A player's cities, towns, stored buildings and piles; each rival has a panel."""

from collections.abc import Iterator
from functools import cache

from wartable.core.phrases import count as counted
from wartable.drawing.layout import Area, Look, amounts
from wartable.drawing.scene import Cell, Id, Thing

from .. import texts
from ..box import Box, text_of
from ..state import CITIES, CITIZEN, MILITARY, NONE, State
from ..texts import PILES, card_name, key, nation_name
from . import art as drawn
from .art import PLATE, TINTS, medal, picture
from .market import ground_of

RIVAL_WIDTH, RIVAL_MOST = 303, 354
CHIP, LARGE_CHIP = 68, 78
CARDS_HIGH = 69
"""The height of a rival's cards, towns and stored buildings, at the foot of the panel."""


@cache
def rival_cells(height: float) -> tuple[Cell, ...]:
    """Another player on a phone: name and stock, cities, cards."""
    head, towns, cards = Area(0, 0, RIVAL_WIDTH, height).rows(58, 0, CARDS_HIGH)
    return head.cell(), towns.inset(3.5, 0).cell(), cards.cell()


def stock_things(view: State, box: Box, seat: int, line: Area, is_named: bool = False) -> Iterator[Thing]:
    """Points, coins, science and income as icons with numbers; the viewer's own with names."""
    side = view.sides[seat]
    income = side.income + side.gives_coins
    stock = (
        ("points", "laurel-crown", "crown", "paper", side.points, counted(side.points, "point")),
        ("coins", "two-coins", "brass", "brass-ink", side.coins, counted(side.coins, "coin")),
        ("science", "microscope", "lens", "lens-ink", side.science, f"{side.science} science"),
        ("income", "coins-pile", "brass", "brass-ink", income, f"{income} income"),
    )
    # Longer words have more room.
    shares = [len(words) + 8 if is_named else 1 for *_, words in stock]
    areas = [area.inset(2, 0) for area in line.columns(*(line.width * share / sum(shares) for share in shares))]
    entries: list[tuple[str, Look]] = []
    for area, (name, icon, ground, ink, amount, words) in zip(areas, stock, strict=True):
        shift = (area.width - line.height) / 2
        art = f'<g transform="translate({-shift:g} 0)">{medal(icon, ground, ink, line.height)}</g>'
        entries.append((f"{name}-{seat}", Look(art=art, text=words if is_named else str(amount), label=words)))
    yield from amounts(areas, entries)


def city_things(
    view: State, box: Box, seat: int, area: Area, beside: tuple[int, ...], chip: float = CHIP
) -> Iterator[Thing]:
    """Each city on its land, with its name, buildings and free places. `beside` are the possible numbers of columns;
    the one with the largest buildings is used."""
    held = [number for number in range(CITIES) if view.sides[seat].cities[number].spaces]
    if not held:
        return
    most = max(view.sides[seat].cities[number].spaces for number in held)
    rooms = {columns: area.grid(len(held), columns, 4)[0] for columns in beside}
    size, less, per_line = max(
        (min((room.width - 8) / n, (room.height - PLATE - 4) / -(-most // n), chip), -columns, n)
        for columns, room in rooms.items()
        for n in range(2, 8)
    )
    columns, rows = -less, -(-len(held) // -less)
    # Streets are about equally long.
    per_line = -(-most // -(-most // per_line))
    tall = min(rooms[columns].height, PLATE + size * (-(-most // per_line) + 0.75))
    for number, place in zip(
        held, area._replace(height=rows * (tall + 4) - 4).grid(len(held), columns, 4), strict=True
    ):
        yield from land_things(view, box, seat, number, place)
        yield from street_things(view, box, seat, number, place, size, per_line)


def land_things(view: State, box: Box, seat: int, number: int, place: Area) -> Iterator[Thing]:
    """The land of a city, its name, and the icons of its land types."""
    city, name = view.sides[seat].cities[number], texts.city_name(view, box, seat, number)
    types, plate = texts.types_of(box, city.types), place.rows(PLATE, 0)[0]
    yield place.thing(
        Id("city", seat, number + 1), "space",
        art=drawn.landscape(tuple(types), round(place.width, 1), round(place.height, 1)),
        label=f"{name}: {city.count} of {city.spaces} places, {texts.type_names(box, city.types)}",
    )  # fmt: skip
    words, signs = plate.inset(5, 0).columns(0, 24)
    yield words.text(f"city-name-{seat}-{number + 1}", name, shape="left", states=("strong",), layer=1)
    for k, ground in enumerate(reversed(types)):
        art = picture(text_of(box.type_text[ground].icon), 16, "var(--good)")
        yield (
            signs.sized(16, 16)
            .moved(5 - k * 18, 0)
            .thing(
                f"ground-{seat}-{number + 1}-{ground}",
                "art",
                art=art,
                layer=1,
                label=text_of(box.type_text[ground].name),
            )
        )


def street_things(
    view: State, box: Box, seat: int, number: int, place: Area, size: float, per_line: int
) -> Iterator[Thing]:
    """The buildings and free places of a city, in lines."""
    city, name = view.sides[seat].cities[number], texts.city_name(view, box, seat, number)
    high = size * -(-city.spaces // per_line)
    *_, street = place.rows(0, high + 3)
    size = round(size, 1)
    for n, lot in enumerate(street._replace(height=high).lines(city.spaces, size, per_line)):
        spot = f"{number + 1}{texts.PLACES[n]}"
        if n >= city.count:
            label = f"a free place in {name}"
            yield lot.inset(3).thing(f"free-{seat}-{spot}", "space", art=drawn.plot(size), layer=1, label=label)
            continue
        face = city.built[n]
        front = drawn.house(text_of(box.face_text[face].icon), size)
        label = f"{texts.building_label(box, face)} (in {name})"
        yield lot.thing(Id("built", seat, spot), "art", art=front, layer=2, label=label)


def owned_town_things(view: State, box: Box, seat: int, line: Area) -> Iterator[Thing]:
    owned = texts.towns_of(view, seat)
    for town, area in zip(owned, line.fan(len(owned), line.height, line.height + 2), strict=True):
        yield area.thing(
            Id("town", key(box.town_text[town])), "token", icon=text_of(box.town_text[town].icon), seat=seat, layer=2,
            label=f"owned: {texts.town_label(view, box, town)}",
        )  # fmt: skip


def stored_things(view: State, box: Box, seat: int, line: Area) -> Iterator[Thing]:
    shown = [face for face in range(box.faces) if view.sides[seat].stored[face]]
    for face, area in zip(shown, line.fan(len(shown), line.height, line.height + 2), strict=True):
        icon, size, count = text_of(box.face_text[face].icon), line.height - 2, view.sides[seat].stored[face]
        yield area.inset(1).thing(
            f"stored-{seat}-{key(box.face_text[face])}", "token", shape="square", layer=2,
            art=drawn.plan(icon, ground_of(box, face), size, count),
            label=f"stored: {texts.building_label(box, face)}",
        )  # fmt: skip


def other_things(view: State, box: Box, seat: int, panel: Area) -> Iterator[Thing]:
    side, name = view.sides[seat], nation_name(view, box, seat)
    abilities = texts.nation_abilities(box, side.nation) if side.nation != NONE else ""
    words = f"{name}: {texts.side_text(view, box, seat)}. {abilities} {texts.shop_heading(view)}: "
    head, stock, towns, cards = panel.inset(4, 0).rows(34, 26, 0, CARDS_HIGH)
    label = f"{words}{texts.card_names(box, texts.members(side.shop))}."
    yield head.inset(0, 2).moved(0, 2).thing(f"rival-{seat}", "space", label=label)
    yield banner_thing(view, box, seat, Area.around(20, 19, 26, 30, panel.panel))
    title = head.columns(35, 0)[1].moved(0, 1)
    yield title.text(f"name-{seat}", f"{{{seat}}}, {name}", 15, seat=seat, states=("strong",), shape="left", layer=1)
    yield from stock_things(view, box, seat, stock.inset(3, 3).moved(1, -1))
    area = towns._replace(x=5, y=61, width=292, height=panel.height - 61 - CARDS_HIGH)
    yield from city_things(view, box, seat, area, (1, 2), LARGE_CHIP)
    if not any(city.spaces for city in side.cities):
        yield crest_thing(view, box, seat, area)
    known, kept = cards.columns(166, 0)
    yield from hidden_card_things(view, box, seat, known)
    conquered, stored = kept._replace(height=50).moved(0, 18).stack(2)
    lines = (("towns", conquered, texts.towns_of(view, seat)), ("stored", stored, side.stored.any()))
    for word, line, some in lines:
        if some:
            yield line._replace(width=48).text(f"{word}-of-{seat}", word, tint="soft", shape="left")
    for line, things in ((conquered, owned_town_things), (stored, stored_things)):
        yield from things(view, box, seat, line.columns(44, 84)[1].inset(0, 0.5))


def arms_of(view: State, box: Box, seat: int) -> tuple[str, str]:
    """The emblem and colour of a seat's nation; without one, a castle on plain ground."""
    nation = view.sides[seat].nation
    return (text_of(box.nation_text[nation].icon), TINTS[nation]) if nation != NONE else ("castle", "panel")


def banner_thing(view: State, box: Box, seat: int, area: Area) -> Thing:
    """The banner of a seat's nation."""
    art = drawn.banner(*arms_of(view, box, seat), seat, 24, 28)
    return area.thing(f"emblem-{seat}", "art", seat=seat, art=art, layer=1)


def crest_thing(view: State, box: Box, seat: int, area: Area) -> Thing:
    """In place of a rival's first city: the arms of its nation."""
    words = "looks for a land" if view.sides[seat].nation != NONE else "chooses a nation"
    size = min(area.height - 40, 230)
    return area.sized(size, area.height).thing(
        f"crest-{seat}", "art", art=drawn.crest(*arms_of(view, box, seat), seat, round(size), words),
        label=f"{nation_name(view, box, seat)} {words}", aside=True,
    )  # fmt: skip


def hidden_card_things(view: State, box: Box, seat: int, area: Area) -> Iterator[Thing]:
    """The numbers of another player's cards: in the hand, to draw and discarded."""
    side = view.sides[seat]
    kinds, counts, tops = area.columns(24, 116, 26)
    yield counts._replace(height=18).inset(1).thing(f"heads-{seat}", "art", art=drawn.heads_of_cards())
    for of_kind, icon in ((CITIZEN, "tied-scroll"), (MILITARY, "crossed-swords")):
        hand, draw, discard = side.hand_count[of_kind], side.draw_count[of_kind], side.discard_count[of_kind]
        top = side.discard[of_kind, discard - 1] if discard else NONE
        words = f"{hand} in hand, {draw} to draw, {discard} discarded"
        words += f", {card_name(box, top)} on top" if discard else ""
        sign, held, last = (part._replace(height=25).moved(0, 16.5 + of_kind * 25) for part in (kinds, counts, tops))
        yield sign.sized(20, 20).moved(2, 0).thing(
            f"kind-{seat}-{of_kind}", "art", art=picture(icon, 20, f"var(--seat{seat})"),
            label=f"{PILES[of_kind]} cards",
        )  # fmt: skip
        yield held.inset(1, 0.5).thing(
            f"counts-{seat}-{of_kind}", "art", label=f"{PILES[of_kind]} cards: {words}",
            art=drawn.held_cards((hand, draw, discard), seat, of_kind == MILITARY),
        )  # fmt: skip
        if top != NONE:
            yield last.sized(20, 20).moved(-2, 0).thing(
                f"top-{seat}-{of_kind}", "icon", icon=text_of(box.card_text[top].icon), tint="soft",
                label=f"{card_name(box, top)}, discarded last",
            )  # fmt: skip


def pile_things(view: State, box: Box, seat: int, area: Area) -> Iterator[Thing]:
    """The draw and discard piles of both kinds, with headings."""
    side = view.sides[seat]
    for of_kind, both in zip((CITIZEN, MILITARY), area.columns(114, 114, gap=10), strict=True):
        name, count, used = PILES[of_kind], side.draw_count[of_kind], side.discard_count[of_kind]
        words, row = both.rows(16, 0)
        draw, discard = (place.inset(1.5, 0) for place in row.grid(2, 2))
        yield words.text(f"{name}-piles", f"{name.title()} cards", tint="soft", aside=True)
        icon = ("tied-scroll", "crossed-swords")[of_kind]
        yield draw.thing(
            Id("pile", seat, name), "art", seat=seat, art=drawn.pile(icon, "", seat, count, *draw.size),
            label=f"{name} draw pile: {counted(count, 'card')}{listed(box, texts.draw_order(side, of_kind))}",
        )  # fmt: skip
        shown = text_of(box.card_text[side.discard[of_kind, used - 1]].icon) if used else "card-discard"
        yield discard.thing(
            f"discard-{seat}-{name}", "art", seat=seat,
            art=drawn.pile(shown, ("water", "waste")[of_kind], seat, used, *discard.size),
            label=f"{name} discards: {used}{listed(box, texts.discard_order(side, of_kind))}",
        )  # fmt: skip


def listed(box: Box, cards: list[int]) -> str:
    """The cards of a pile in order, if the viewer may know it (CI-1.4)."""
    return f", from the top: {', '.join(card_name(box, card) for card in cards)}" if cards else ""
