"""The viewer's own things: cities, hand, piles, buttons, and the cards that can be bought."""

from collections.abc import Iterator
from functools import cache

from wartable.core.compiled import plain
from wartable.core.frames import kind
from wartable.core.icons import draw_icon
from wartable.core.lettering import rich, roomy, text, wrap
from wartable.core.record import Record
from wartable.core.scene import Cell, Thing

from .box import text_of
from .market_view import NARROW, TINTS
from .rules import cities, opening
from .side_view import Area, city_things, owned_town_things, pile_things, stock_things, stored_things
from .state import CITIZEN, MILITARY, NATIONS, NONE, TOKENS, Act, Effect, Kind
from .texts import (
    card_name,
    card_signs,
    card_text,
    draws_text,
    effect_text,
    key,
    members,
    nation_abilities,
    nation_in_short,
    nation_name,
    price,
    seals,
    towns_of,
)
from .world import WORLD

SHOP_WIDTH, SHOP_HEIGHT, SHOP_CARDS = 128, 142, 5
SHOP_CELLS = (Cell(0, 4, 303, 23, fresh=True), Cell(0, 28, 303, 325, fresh=True, loose=True))
HAND_WIDTH, HAND_TOP, HAND_HEIGHT = 654, 182, 137
CARD, CARD_MOST, ARMS_LEAST = 127, 160, 270
"""How wide a card of the hand is beside the arms of the nation, at most without them, and the least that arms take."""


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
    yield from city_things(view, box, home, Area("own", 5, 36, 650, 140), 3)
    yield from growth_things(view, box, home)
    yield from hand_things(view, box, home, seat)
    # While nations are chosen they have the room.
    if plain(kind)(view) != Kind.NATION:
        yield from kept_things(view, box, home)
    if seat >= 0:
        yield from button_things(view, box, seat)


def kept_things(view: Record, box: Record, home: int) -> Iterator[Thing]:
    """Piles, city tokens, and what is stored and conquered."""
    piles, stored, owned = (66, 116, 152) if is_roomy(box) else (221, 268, 302)
    yield from pile_things(view, box, home, Area("own", 690, piles, 54, 58))
    yield from token_things(view, box, home, piles)
    kept = (("stored", stored, view.sides[home].stored.any()), ("towns", owned, towns_of(view, home)))
    for words, y, some in kept:
        if some:
            yield Thing(
                f"own-{words}", "text", 686, y, 52, 13, "own", text=words, tint="soft", shape="left", aside=True
            )
    yield from stored_things(view, box, home, Area("own", 720, stored, 324, 32))
    yield from owned_town_things(view, box, home, Area("own", 720, owned, 324, 32))


def growth_things(view: Record, box: Record, home: int) -> Iterator[Thing]:
    """Where there is room for more cities, and a token for one: how one gets them."""
    ways = (("For a new city", Effect.SETTLE), ("For more room", Effect.ADD_DISTRICT))
    held = sum(bool(city.spaces) for city in view.sides[home].cities)
    if not held or not plain(cities.has_token)(view.sides[home]):
        return
    for place, (words, effect) in zip(range(held, 3), ways, strict=False):
        card = box.card_effect.tolist().index(effect)
        lines = (words, f"play the {card_name(box, card)}")
        yield Thing(
            f"growth-{place}", "art", 112 + place * 218, 106, 210, 134, "own", art=ghost(lines), label=" ".join(lines),
            aside=True,
        )  # fmt: skip


@cache
def ghost(lines: tuple[str, ...]) -> str:
    """Staked out ground as large as a city, with what to do there."""
    frame = '<rect x="-105" y="-67" width="210" height="134" rx="8" fill="#0001" stroke="var(--edge)"'
    words = "".join(text(line, 0, 20 * number - 4, 14, "var(--soft)") for number, line in enumerate(lines))
    return f'{frame} stroke-width="1.5" stroke-dasharray="6 5"/>{words}'


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
    beside = rows == 1 and width - CARD * per_row >= ARMS_LEAST
    step, height = min(CARD if beside else CARD_MOST, width / per_row), HAND_HEIGHT / rows
    for number, card in enumerate(cards):
        states = ("raised",) if card in laid or card == view.plan.card else ()
        x, y = 4 + (number % per_row + 0.5) * step, HAND_TOP + (number // per_row + 0.5) * height
        yield card_thing(view, box, home, card, (x, y - 4 if states else y, step - 2, height - 2), states)
    if side.nation != NONE and plain(kind)(view) != Kind.NATION:
        if any(city.spaces for city in side.cities):
            yield from arms_things(box, side.nation, home, 4 + step * min(len(cards), per_row), width)
        else:
            yield founding_thing(box, side.nation, home)


def arms_things(box: Record, nation: int, home: int, left: float, right: float) -> Iterator[Thing]:
    """Beside a small hand: the arms of the nation, and what it is good at."""
    if right - left < ARMS_LEAST:
        return
    name, words = text_of(box.nation_text[nation].name), nation_in_short(box, nation).partition(": ")[2]
    yield Thing(
        "arms", "art", (left + right) / 2 + 4, HAND_TOP + HAND_HEIGHT / 2, right - left - 16, HAND_HEIGHT - 6, "own",
        art=arms(text_of(box.nation_text[nation].icon), home, round(right - left - 16), (words,) if words else (), 56),
        label=f"{name}. {nation_abilities(box, nation)}", aside=True,
    )  # fmt: skip


def founding_thing(box: Record, nation: int, home: int) -> Thing:
    """Before there is a city or a hand: the arms, what the nation is good at, and what it is about to do."""
    name, words = text_of(box.nation_text[nation].name), nation_in_short(box, nation).partition(": ")[2]
    lines = (*((words[0].upper() + words[1:],) if words else ()), "On the land that you choose your first city rises.")
    return Thing(
        "arms", "art", 330, (36 + 319) / 2, 640, 270, "own", aside=True,
        art=arms(text_of(box.nation_text[nation].icon), home, 560, lines, 104),
        label=f"{name}. {nation_abilities(box, nation)}",
    )  # fmt: skip


@cache
def arms(icon: str, seat: int, wide: int, words: tuple[str, ...], radius: int) -> str:
    """A nation's emblem pressed into the wood, its words beside it."""
    x = -wide / 2 + radius + 6 if words else 0
    left, size = x + radius + 12, 15 if radius < 100 else 18
    room = wide / 2 - left - 12
    lines = [line for part in words for line in wrap(part, room, size, 4, WORLD.text_face)]
    ys = [5 + size * 4 / 3 * (number - (len(lines) - 1) / 2) for number in range(len(lines))]
    drawn = "".join(
        roomy(rich(line, left, y, size, "var(--soft)", "start", WORLD.text_face), line, size, room, WORLD.text_face)
        for line, y in zip(lines, ys, strict=True)
    )
    return (
        f'<g transform="translate({x:g} 0)"><circle r="{radius}" fill="#0001" stroke="var(--edge)" stroke-width="1.5"/>'
        f'<circle r="{radius * 0.9:g}" fill="none" stroke="var(--edge)"/>'
        f'<g opacity=".8">{draw_icon(icon, radius * 1.32, f"var(--seat{seat})")}</g></g>{drawn}'
    )


def card_thing(
    view: Record, box: Record, seat: int, card: int, frame: tuple[float, float, float, float], states: tuple[str, ...]
) -> Thing:
    """A card of the hand. Where many lie in two rows, its action is in the label only."""
    x, y, width, height = frame
    nation = view.sides[seat].nation
    action = effect_text(box, card, nation)
    return Thing(
        f"card-{key(box.card_text[card])}", "card", x, y, width, height, "own", text_of(box.card_text[card].icon), seat,
        states=(*states, "plain") if width < NARROW else states, text=card_name(box, card),
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
    elif view.plan.act != Act.NOTHING or not view.round_number:
        buttons = []
    if view.plan.step_count:
        buttons.append(("do-back", "Back"))
    for number, (id, words) in enumerate(buttons):
        yield Thing(
            id, "space", 664 + number * 78, 16, 74, 27, "own", states=("edged",), text=words, tint="panel", label=words
        )


def choice_things(view: Record, box: Record, seat: int) -> Iterator[Thing]:
    """The cards that can still be bought; while nations are chosen, the nations, where the hand will be."""
    if plain(kind)(view) == Kind.NATION:
        yield from nation_things(box)
        return
    side = view.sides[seat]
    panel, left, top, width, columns = ("shop", 5, 28, 147, 2) if is_roomy(box) else ("own", 662, 49, SHOP_WIDTH, 3)
    yield Thing("shop", "text", left + 62, top - 10, 120, 13, panel, text="Cards to buy", tint="soft", shape="left")
    cards = members(side.shop)
    lines = max(1, -(-len(cards) // columns))
    # The fewer cards are left, the more each of them shows.
    room, most = (320, 64.0 if lines <= SHOP_CARDS else 40.0) if is_roomy(box) else (SHOP_HEIGHT, 30.0)
    step = min(most, room / lines)
    for number, card in enumerate(cards):
        picked = side.picks >> card & 1
        if is_roomy(box) and lines <= SHOP_CARDS:
            x, y = left + width * (number % columns + 0.5), top + step * (number // columns + 0.5)
            yield shop_card(box, seat, side.nation, card, (x, y, width - 4, step - 4), picked)
            continue
        yield Thing(
            f"shop-{key(box.card_text[card])}", "space",
            left + width * (number % columns + 0.5), top + step * (number // columns + 0.5),
            width - 3, step - 2, panel,
            states=("edged", "raised") if picked else ("edged",), tint="seat2-deep" if picked else "",
            text=card_name(box, card), costs=seals(box.card_coins[card], box.card_science[card]),
            label=f"{'chosen: ' if picked else ''}{card_name(box, card)}, "
            f"{price(box.card_coins[card], box.card_science[card])}: {card_text(box, card, side.nation)}",
        )  # fmt: skip


def shop_card(
    box: Record, seat: int, nation: int, card: int, frame: tuple[float, float, float, float], picked: int
) -> Thing:
    """A card that can be bought, with what it is good for."""
    x, y, width, height = frame
    return Thing(
        f"shop-{key(box.card_text[card])}", "card", x, y - 3 if picked else y, width, height, "shop",
        text_of(box.card_text[card].icon), seat if picked else None, states=("raised",) if picked else (),
        text=card_name(box, card), lines=(card_signs(box, card),),
        costs=seals(box.card_coins[card], box.card_science[card]),
        tint="waste" if box.card_kind[card] == MILITARY else "water",
        label=f"{'chosen: ' if picked else ''}{card_name(box, card)}, "
        f"{price(box.card_coins[card], box.card_science[card])}: {card_text(box, card, nation)}",
    )  # fmt: skip


def nation_things(box: Record) -> Iterator[Thing]:
    """The nations to choose from, as cards."""
    for nation in range(NATIONS):
        name = text_of(box.nation_text[nation].name)
        yield Thing(
            f"nation-{key(box.nation_text[nation])}", "card", 174 + nation * 234, 184, 164, 236, "own",
            text_of(box.nation_text[nation].icon), tint=TINTS[nation],
            text=name, lines=tuple(filter(None, (nation_in_short(box, nation).partition(": ")[2],))),
            label=f"{name}. {nation_abilities(box, nation)}",
        )  # fmt: skip
