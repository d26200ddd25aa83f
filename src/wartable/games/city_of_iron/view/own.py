"""The viewer's own things: cities, hand, piles, buttons, and the cards that can be bought."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from wartable.core.phrases import count as counted
from wartable.core.rules import kind, plain
from wartable.drawing.layout import Area, button
from wartable.drawing.scene import Cell, Id, Thing

from .. import texts
from ..box import Box, text_of
from ..rules import cities, opening
from ..state import CITIZEN, MILITARY, NATIONS, NONE, TOKENS, Act, Effect, Kind, Role, Side, State
from ..texts import card_name, coins, key, members, nation_name
from .art import TINTS, harbour, medal, open_land, token
from .market import NARROW
from .side import banner_thing, city_things, owned_town_things, pile_things, stock_things, stored_things

OWN = Area(313, 396, 1050, 321, "")
NAME, STOCK = Area(39, 10, 266, 16, "own"), Area(310, 7, 350, 22, "own")
LAND, BUTTONS = Area(5, 36, 650, 140, "own"), Area(663.5, 3.5, 380, 27, "own")
SHOP_CARDS, PICTURED = 5, 3
"""With more rows, cards to buy have no pictures: these would be too small."""
LOW = 100
"""Lower cards have their picture at the left."""
CARD_MOST, ARMS_LEAST = 190, 260
"""The greatest width of a card of the hand (a phone shows two), and the least width of the nation's arms beside it."""


class Rooms(NamedTuple):
    """The areas; with one rival, the cards to buy are below it, and the hand has the whole width."""

    hand: Area
    piles: Area
    kept: Area
    shop: Area
    columns: int


ROOMY = Rooms(
    Area(4, 182, 1040, 137, "own"), Area(662, 39, 238, 66, "own"), Area(664, 108, 380, 66, "own"),
    Area(5, 28, 294, 320, "shop"), 2,
)  # fmt: skip
CLOSE = Rooms(
    Area(4, 182, 654, 137, "own"), Area(662, 193, 238, 60, "own"), Area(664, 255, 380, 66, "own"),
    Area(662, 49, 384, 142, "own"), 3,
)  # fmt: skip
SHOP_CELLS = (Cell(0, 4, 303, 23, fresh=True), Cell(0, 28, 303, 325, fresh=True, loose=True))


def is_roomy(box: Box) -> bool:
    return bool(box.seats == 2)


def rooms_of(box: Box) -> Rooms:
    return ROOMY if is_roomy(box) else CLOSE


@cache
def own_cells(roomy: bool, columns: int) -> tuple[Cell, ...]:
    """The viewer's own things on a phone: hand and piles at the thumb."""
    rooms = ROOMY if roomy else CLOSE
    shop = rooms.shop
    heading = shop._replace(width=130).moved(-2, -16)._replace(height=14)
    return (
        Area(2, 2, 306, 32).cell(),
        Area(308, 2, 352, 32).cell(),
        *(part.inset(1, 0).cell(fresh=not n) for n, part in enumerate(Area(3, 35, 654, 144).grid(columns, columns))),
        Area(660, 2, 388, 32).cell(phone="bar"),
        rooms.hand.inset(-4, -2).cell(loose=True, phone="hand"),
        Area(660, rooms.piles.y - 3, 388, rooms.piles.height + 2).cell(loose=True, phone="hand"),
        rooms.kept.inset(-4, -1).cell(loose=True, phone="hand"),
        *(() if roomy else (heading.cell(), shop.inset(-2, -1.5).cell(loose=True))),
    )


def city_columns(view: State, home: int) -> int:
    """How many of the viewer's cities are side by side."""
    return 4 if sum(bool(city.spaces) for city in view.sides[home].cities) in (4, 7, 8) else 3


def own_things(view: State, box: Box, home: int, seat: int) -> Iterator[Thing]:
    chosen, name = view.sides[home].nation, nation_name(view, box, home)
    abilities = (texts.nation_abilities(box, chosen) if chosen != NONE else "") or "your nation"
    yield banner_thing(view, box, home, Area.around(22, 19, 26, 30, "own"))
    yield NAME.text(
        Id("name", home), f"{{{home}}}, {name}", 16, seat=home, states=("strong",), shape="left",
        label=f"{name}: {abilities}",
    )  # fmt: skip
    yield from stock_things(view, box, home, STOCK, is_named=True)
    yield from city_things(view, box, home, LAND, (city_columns(view, home),))
    yield from growth_things(view, box, home)
    yield from hand_things(view, box, home, seat)
    # While nations are chosen they have the room.
    if plain(kind)(view) != Kind.NATION:
        yield from kept_things(view, box, home)
    if seat >= 0:
        yield from button_things(view, box, seat)


def kept_things(view: State, box: Box, home: int) -> Iterator[Thing]:
    """Piles, city tokens, and what is stored and conquered."""
    side, rooms = view.sides[home], rooms_of(box)
    yield from pile_things(view, box, home, rooms.piles)
    yield from token_things(view, box, home, rooms.piles._replace(x=rooms.piles.x + 249, width=108))
    stored, owned = rooms.kept.stack(2, gap=2)
    for words, line, some in (("Stored", stored, side.stored.any()), ("Towns", owned, texts.towns_of(view, home))):
        if some:
            yield line._replace(width=56).text(f"own-{words.lower()}", words, tint="soft", shape="left", aside=True)
    yield from stored_things(view, box, home, stored.columns(54, 0)[1])
    yield from owned_town_things(view, box, home, owned.columns(54, 0)[1])


def growth_things(view: State, box: Box, home: int) -> Iterator[Thing]:
    """Open land for more cities, and how to get them."""
    ways = (("For a new city", Effect.SETTLE), ("For more room", Effect.ADD_DISTRICT))
    side = view.sides[home]
    held = sum(bool(city.spaces) for city in side.cities)
    if not held:
        return
    plots = LAND.grid(3, 3, gap=4)
    for place, (words, effect) in zip(range(held, 3), ways, strict=False):
        card = box.card_effect.tolist().index(effect)
        todo = way_to(view, box, side, card) if plain(cities.has_token)(side) else ""
        lines = (words, todo) if todo else ()
        art = open_land(text_of(box.card_text[card].icon), lines, 214, 140)
        yield plots[place].thing(f"growth-{place}", "art", art=art, label=" ".join(lines) or "open land", aside=True)


def way_to(view: State, box: Box, side: Side, card: int) -> str:
    """The next thing to do with a card (buy, draw or play); empty if it is too late."""
    if view.head.over:
        return ""
    if side.shop >> card & 1:
        return f"buy the {card_name(box, card)}" if texts.will_buy(view) else ""
    # Whoever looks on does not know what is in a hand.
    is_drawn = side.hand >> card & 1 or (not side.hand and any(side.hand_count))
    return f"{'play' if is_drawn else 'draw'} the {card_name(box, card)}"


def hand_things(view: State, box: Box, home: int, seat: int) -> Iterator[Thing]:
    """The hand, with laid cards raised; while the starting piles are ordered, the cards to order."""
    side, asked, room = view.sides[home], plain(kind)(view), rooms_of(box).hand
    if seat < 0:
        count = side.hand_count[CITIZEN] + side.hand_count[MILITARY]
        for number, area in enumerate(room._replace(width=652).inset(6, 5).fan(count, 92, 95)):
            yield area.thing(f"back-{number}", "card", seat=home, states=("back",), label="a card in the hand")
        return
    cards = members(side.hand)
    if asked == Kind.ARRANGE and side.nation != NONE:
        cards = [c for of_kind in (0, 1) for c in members(plain(opening.still_to_order)(side, box, of_kind))]
    laid = view.plan.laid[: view.plan.laid_count].tolist()
    rows = 1 if len(cards) <= (11 if is_roomy(box) else 7) else 2
    per_row = -(-len(cards) // rows) or 1
    wide = min(CARD_MOST, room.width / per_row)
    # Beside few cards there is a picture; somewhat more have some room between them.
    step = wide if room.width - wide * per_row >= ARMS_LEAST else room.width / per_row
    for card, place in zip(cards, room._replace(width=step * per_row).grid(len(cards), per_row, 0, rows), strict=True):
        area, is_raised = place.sized(wide - 2, place.height - 2), card in laid or card == view.plan.card
        yield card_thing(view, box, home, card, area.moved(0, -4) if is_raised else area, is_raised)
        if card in laid and card != view.plan.card:
            yield laid_thing(view, box, card, place.sized(wide, place.height))
    if side.nation != NONE and asked != Kind.NATION:
        beside = room.columns(step * min(len(cards), per_row) or 0.001, 0)[1]
        if beside.width - 4 >= ARMS_LEAST:
            yield arms_thing(box, side.nation, home, beside)
        if not any(city.spaces for city in side.cities):
            art = open_land("flying-flag", FOUNDING, 650, 140)
            yield LAND.thing("founding", "art", aside=True, art=art, label=" ".join(FOUNDING))


FOUNDING = ("On the land that you choose", "your first city rises")
"""The words on open land before the first city."""


def laid_thing(view: State, box: Box, card: int, place: Area) -> Thing:
    """An icon on a laid card: its attack, its distance or its work."""
    plan = view.plan
    role = plan.role[plan.laid[: plan.laid_count].tolist().index(card)]
    is_work = plan.act != Act.ATTACK and box.card_needs_work[plan.card]
    name, icon = ("work", "hammer-drop") if is_work else ("distance", "compass")
    if role == Role.ATTACK:
        name, icon = "attack", "crossed-swords"
    x, y, wide, high, _ = place
    at = (x + wide - 22, y + 40) if high > LOW else (x + 18, y + high - 20)
    return Area.around(*at, 28, 28, "own").thing(
        f"laid-{key(box.card_text[card])}", "art", art=medal(icon, "crown", "paper", 28), layer=2, aside=True,
        label=f"{card_name(box, card)} is laid for its {name}",
    )  # fmt: skip


def arms_thing(box: Box, nation: int, home: int, room: Area) -> Thing:
    """Beside a small hand: the harbour, with the nation's banner and abilities."""
    name, icon = text_of(box.nation_text[nation].name), text_of(box.nation_text[nation].icon)
    words, area = texts.nation_in_short(box, nation), room.inset(3, 1)
    lines = (words,) if ": " in words else ()
    return area.thing(
        "arms", "art", aside=True, art=harbour(icon, TINTS[nation], home, lines, round(area.width), area.height),
        label=f"{name}. {texts.nation_abilities(box, nation)}",
    )  # fmt: skip


def card_thing(view: State, box: Box, seat: int, card: int, area: Area, is_raised: bool) -> Thing:
    """A card of the hand; a small one has its action in the label only."""
    nation = view.sides[seat].nation
    action = texts.effect_lines(box, card, nation) if area.height > LOW and area.width > 86 else ()
    raised, plain_face = (("raised",) if is_raised else ()), (("plain",) if area.width < NARROW else ())
    return area.thing(
        Id("card", key(box.card_text[card])), "card", icon=text_of(box.card_text[card].icon), seat=seat,
        states=(*raised, *plain_face), text=card_name(box, card), lines=(texts.card_signs(box, card), *action),
        tint=colour_of(box, card), label=f"{card_name(box, card)}: {texts.card_text(box, card, nation)}",
    )  # fmt: skip


def colour_of(box: Box, card: int) -> str:
    return "waste" if box.card_kind[card] == MILITARY else "water"


def token_things(view: State, box: Box, home: int, area: Area) -> Iterator[Thing]:
    """The city tokens that are left."""
    words, row = area.rows(16, 0)
    left = [number for number in range(1, TOKENS) if view.sides[home].tokens[number]]
    if left:
        yield words.text("own-tokens", "City tokens", tint="soft", aside=True)
    for number, place in zip(left, row.row(len(left), 54, pack=0), strict=True):
        count, size = view.sides[home].tokens[number], box.city_spaces[number]
        yield place.sized(44, 44).thing(
            Id("token", key(box.token_text[number])), "token", seat=home, shape="square",
            art=token(text_of(box.token_text[number].icon), home, size, 44, count),
            label=f"{counted(count, 'city token')} for {size} buildings, or as a district for "
            f"{box.district_spaces[number]} more; {texts.draws_text(box.token_draws[number])}",
        )  # fmt: skip


def button_things(view: State, box: Box, seat: int) -> Iterator[Thing]:
    """The buttons for actions without a component."""
    words = ["tax", "science", "build", "store"]
    if view.plan.act == Act.ATTACK:
        words = ["attack", "skill"]
    elif plain(kind)(view) in (Kind.PURCHASE, Kind.SECOND_BID):
        words = ["done"]
    elif view.plan.act != Act.NOTHING or plain(kind)(view) != Kind.TURN or view.head.over:
        words = []
    if view.plan.step_count:
        words.append("back")
    names = {"tax": f"Tax +{box.tax}", "done": "Finish", "skill": "Distance"}
    labels = {
        "tax": f"Tax: gain {coins(box.tax)}",
        "science": f"Science: pay {coins(box.science_price)} for 1 science",
    }
    for word, area in zip(words, BUTTONS.row(len(words), 95, 4, pack=0), strict=True):
        name = names.get(word, word.title())
        costs = (f"coin {box.science_price}",) if word == "science" else ()
        yield button(area, f"do-{word}", name, costs=costs, label=labels.get(word, name))


def choice_things(view: State, box: Box, seat: int) -> Iterator[Thing]:
    """The cards that can be bought; while nations are chosen, the nations."""
    if plain(kind)(view) == Kind.NATION:
        yield from nation_things(box)
        return
    side, room, columns = view.sides[seat], rooms_of(box).shop, rooms_of(box).columns
    heading = room._replace(width=256, height=13).moved(2, -16.5)
    yield heading.text("shop", texts.shop_heading(view), 13, tint="soft", shape="left")
    cards = members(side.shop)
    lines = max(1, -(-len(cards) // columns))
    # The fewer cards are left, the more each of them shows.
    is_open = is_roomy(box) and lines <= SHOP_CARDS
    step = min((64.0 if is_open else 53.0) if is_roomy(box) else 36.0, room.height / lines)
    has_pictures = is_roomy(box) or lines <= PICTURED
    for card, place in zip(cards, room._replace(height=step * lines).grid(len(cards), columns), strict=True):
        area = place.inset(2) if is_open else place.inset(1.5, 1)
        yield shop_thing(box, seat, side, card, area, is_open, has_pictures)


def shop_thing(box: Box, seat: int, side: Side, card: int, area: Area, is_open: bool, is_pictured: bool) -> Thing:
    """A card that can be bought: with its strength if it `is_open`, otherwise as an entry."""
    picked, name, cost = side.picks >> card & 1, card_name(box, card), (box.card_coins[card], box.card_science[card])
    entry = area.thing(
        Id("shop", key(box.card_text[card])), "space", icon=text_of(box.card_text[card].icon) if is_pictured else "",
        states=("edged", "raised") if picked else ("edged",), tint="seat2-deep" if picked else "", text=name,
        costs=texts.seals(*cost), lines=(texts.effect_in_short(box, card),) if is_pictured else (),
        label=f"{'chosen: ' if picked else ''}{name}, {texts.price(*cost)}: {texts.card_text(box, card, side.nation)}",
    )  # fmt: skip
    if not is_open:
        return entry
    return entry._replace(
        kind="card", y=entry.y - 3 * picked, seat=seat if picked else None, states=("raised",) if picked else (),
        lines=(texts.card_signs(box, card),), tint=colour_of(box, card),
    )  # fmt: skip


def nation_things(box: Box) -> Iterator[Thing]:
    """The nations to choose from, as cards."""
    for nation, area in enumerate(Area(45, 104, 240 * NATIONS, 172, "own").grid(NATIONS, NATIONS)):
        name = text_of(box.nation_text[nation].name)
        yield area.sized(188, 172).thing(
            Id("nation", key(box.nation_text[nation])), "card", icon=text_of(box.nation_text[nation].icon),
            tint=TINTS[nation], text=name, label=f"{name}. {texts.nation_abilities(box, nation)}",
            lines=tuple(filter(None, (texts.nation_in_short(box, nation).partition(": ")[2],))),
        )  # fmt: skip
