"""The viewer's own things: cities, hand, piles, buttons, and the cards that can be bought."""

from collections.abc import Iterator
from functools import cache

from wartable.compiler.mode import plain
from wartable.core.frames import kind
from wartable.drawing.scene import Cell, Mark, Thing

from .art_view import TINTS, harbour, medal, open_land, token
from .box import Box, text_of
from .market_view import NARROW
from .rules import cities, opening
from .side_view import Area, banner_thing, city_things, owned_town_things, pile_things, stock_things, stored_things
from .state import CITIZEN, MILITARY, NATIONS, NONE, TOKENS, Act, Effect, Kind, Role, Side, State
from .texts import (
    card_name,
    card_signs,
    card_text,
    coins,
    draws_text,
    effect_lines,
    key,
    members,
    nation_abilities,
    nation_in_short,
    nation_name,
    price,
    seals,
    shop_heading,
    towns_of,
    will_buy,
)

SHOP_WIDTH, SHOP_HEIGHT, SHOP_CARDS = 128, 142, 5
PICTURED = 3
"""With more rows of cards to buy beside the hand their pictures would be blots, and too much to fetch."""
SHOP_CELLS = (Cell(0, 4, 303, 23, fresh=True), Cell(0, 28, 303, 325, fresh=True, loose=True))
HAND_WIDTH, HAND_TOP, HAND_HEIGHT = 654, 182, 137
LOW = 100
"""Lower cards, which lie in two rows, have their picture at the left."""
CARD_MOST, ARMS_LEAST = 190, 260
"""How wide a card of the hand is at most (two lie side by side on a phone), and the least that the arms of the nation
take beside few of them."""


def is_roomy(box: Box) -> bool:
    """Whether there is but one rival: the cards to buy lie below it, and the hand has the whole width."""
    return bool(box.seats == 2)


@cache
def own_cells(roomy: bool, columns: int) -> tuple[Cell, ...]:
    """The viewer's own things on a phone: hand and piles at the thumb."""
    piles, kept = (36, 106) if roomy else (192, 255)
    shop = () if roomy else (Cell(660, 33, 130, 14, fresh=True), Cell(660, 47, 388, 145, fresh=True, loose=True))
    return (
        Cell(2, 2, 306, 32, fresh=True),
        Cell(308, 2, 352, 32, fresh=True),
        *(Cell(4 + 654 / columns * column, 35, 654 / columns - 2, 144, fresh=not column) for column in range(columns)),
        Cell(660, 2, 388, 32, fresh=True, phone="bar"),
        Cell(0, HAND_TOP - 2, 1050 if roomy else 660, HAND_HEIGHT + 4, fresh=True, loose=True, phone="hand"),
        Cell(660, piles, 388, kept - piles - 1, fresh=True, loose=True, phone="hand"),
        Cell(660, kept, 388, 68, fresh=True, loose=True, phone="hand"),
        *shop,
    )


def city_columns(view: State, home: int) -> int:
    """How many of one's own cities stand side by side."""
    return 4 if sum(bool(city.spaces) for city in view.sides[home].cities) in (4, 7, 8) else 3


def own_things(view: State, box: Box, home: int, seat: int) -> Iterator[Thing]:
    yield banner_thing(view, box, home, "own", 22)
    chosen = view.sides[home].nation
    abilities = (nation_abilities(box, chosen) if chosen != NONE else "") or "your nation"
    yield Thing(
        f"name-{home}", "text", 172, 18, 266, 16, "own", seat=home, states=("strong",), shape="left",
        text=f"{{{home}}}, {nation_name(view, box, home)}", label=f"{nation_name(view, box, home)}: {abilities}",
    )  # fmt: skip
    yield from stock_things(view, box, home, Area("own", 310, 7, 350, 22), is_named=True)
    yield from city_things(view, box, home, Area("own", 5, 36, 650, 140), (city_columns(view, home),))
    yield from growth_things(view, box, home)
    yield from hand_things(view, box, home, seat)
    # While nations are chosen they have the room.
    if plain(kind)(view) != Kind.NATION:
        yield from kept_things(view, box, home)
    if seat >= 0:
        yield from button_things(view, box, seat)


def kept_things(view: State, box: Box, home: int) -> Iterator[Thing]:
    """Piles, city tokens, and what is stored and conquered."""
    piles, stored, owned = (80, 124, 158) if is_roomy(box) else (231, 271, 304)
    yield from pile_things(view, box, home, Area("own", 690, piles, 54, 50 if is_roomy(box) else 44))
    yield from token_things(view, box, home, piles)
    kept = (("Stored", stored, view.sides[home].stored.any()), ("Towns", owned, towns_of(view, home)))
    for words, y, some in kept:
        if some:
            yield Thing(
                f"own-{words.lower()}", "text", 692, y, 56, 14, "own", text=words, tint="soft", shape="left", aside=True
            )
    yield from stored_things(view, box, home, Area("own", 718, stored, 326, 32))
    yield from owned_town_things(view, box, home, Area("own", 718, owned, 326, 32))


def growth_things(view: State, box: Box, home: int) -> Iterator[Thing]:
    """Where there is room for more cities: open land, and how one gets them while that can be done."""
    ways = (("For a new city", Effect.SETTLE), ("For more room", Effect.ADD_DISTRICT))
    side = view.sides[home]
    held = sum(bool(city.spaces) for city in side.cities)
    if not held:
        return
    for place, (words, effect) in zip(range(held, 3), ways, strict=False):
        card = box.card_effect.tolist().index(effect)
        todo = way_to(view, box, side, card) if plain(cities.has_token)(side) else ""
        lines = (words, todo) if todo else ()
        yield Thing(
            f"growth-{place}", "art", 112 + place * 218, 106, 214, 140, "own",
            art=open_land(text_of(box.card_text[card].icon), lines, 214, 140),
            label=" ".join(lines) or "open land", aside=True,
        )  # fmt: skip


def way_to(view: State, box: Box, side: Side, card: int) -> str:
    """What is to be done with a card that a player wants to play; nothing where it is too late."""
    if view.head.over:
        return ""
    if side.shop >> card & 1:
        return f"buy the {card_name(box, card)}" if will_buy(view) else ""
    # Whoever looks on does not know what is in a hand.
    is_drawn = side.hand >> card & 1 or (not side.hand and any(side.hand_count))
    return f"{'play' if is_drawn else 'draw'} the {card_name(box, card)}"


def hand_things(view: State, box: Box, home: int, seat: int) -> Iterator[Thing]:
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
    wide, height = min(CARD_MOST, width / per_row), HAND_HEIGHT / rows
    # Beside few cards there is a picture; somewhat more have some room between them.
    step = wide if width - wide * per_row >= ARMS_LEAST else width / per_row
    for number, card in enumerate(cards):
        states: tuple[Mark, ...] = ("raised",) if card in laid or card == view.plan.card else ()
        x, y = 4 + (number % per_row + 0.5) * step, HAND_TOP + (number // per_row + 0.5) * height
        yield card_thing(view, box, home, card, (x, y - 4 if states else y, wide - 2, height - 2), states)
        if card in laid and card != view.plan.card:
            # On its picture, which is beside the words of a low card.
            across, down = (wide / 2 - 22, 40 - height / 2) if height > LOW else (18 - wide / 2, height / 2 - 20)
            yield laid_thing(view, box, card, x + across, y + down)
    if side.nation != NONE and plain(kind)(view) != Kind.NATION:
        yield from arms_things(box, side.nation, home, 4 + step * min(len(cards), per_row), width)
        if not any(city.spaces for city in side.cities):
            yield founding_thing()


def laid_thing(view: State, box: Box, card: int, x: float, y: float) -> Thing:
    """What a card is laid for: its attack, its distance or its work."""
    plan = view.plan
    role = plan.role[plan.laid[: plan.laid_count].tolist().index(card)]
    is_work = plan.act != Act.ATTACK and box.card_needs_work[plan.card]
    name, icon = ("work", "hammer-drop") if is_work else ("distance", "compass")
    if role == Role.ATTACK:
        name, icon = "attack", "crossed-swords"
    return Thing(
        f"laid-{key(box.card_text[card])}", "art", x, y, 28, 28, "own", art=medal(icon, "crown", "paper", 28), layer=2,
        label=f"{card_name(box, card)} is laid for its {name}", aside=True,
    )  # fmt: skip


def arms_things(box: Box, nation: int, home: int, left: float, right: float) -> Iterator[Thing]:
    """Beside a small hand, or where one is to come: the harbour, the nation's banner, and what it is good at."""
    if right - left < ARMS_LEAST:
        return
    words = nation_in_short(box, nation)
    yield harbour_thing(
        box, nation, home, (words,) if ": " in words else (),
        ((left + right) / 2 + 3, HAND_TOP + HAND_HEIGHT / 2, right - left - 6, HAND_HEIGHT - 2),
    )  # fmt: skip


FOUNDING = ("On the land that you choose", "your first city rises")


def founding_thing() -> Thing:
    """Before there is a city: open land, and what is about to be done there."""
    return Thing(
        "founding", "art", 330, 106, 650, 140, "own", aside=True, art=open_land("flying-flag", FOUNDING, 650, 140),
        label=" ".join(FOUNDING),
    )  # fmt: skip


def harbour_thing(
    box: Box, nation: int, home: int, lines: tuple[str, ...], frame: tuple[float, float, float, float]
) -> Thing:
    name, icon = text_of(box.nation_text[nation].name), text_of(box.nation_text[nation].icon)
    x, y, width, height = frame
    return Thing(
        "arms", "art", x, y, width, height, "own", aside=True,
        art=harbour(icon, TINTS[nation], home, lines, round(width), height),
        label=f"{name}. {nation_abilities(box, nation)}",
    )  # fmt: skip


def card_thing(
    view: State, box: Box, seat: int, card: int, frame: tuple[float, float, float, float], states: tuple[Mark, ...]
) -> Thing:
    """A card of the hand. Where many lie in two rows, its action is in the label only."""
    x, y, width, height = frame
    nation = view.sides[seat].nation
    action = effect_lines(box, card, nation) if height > LOW and width > 86 else ()
    return Thing(
        f"card-{key(box.card_text[card])}", "card", x, y, width, height, "own", text_of(box.card_text[card].icon), seat,
        states=(*states, "plain") if width < NARROW else states, text=card_name(box, card),
        lines=(card_signs(box, card), *action),
        tint="waste" if box.card_kind[card] == MILITARY else "water",
        label=f"{card_name(box, card)}: {card_text(box, card, nation)}",
    )  # fmt: skip


def token_things(view: State, box: Box, home: int, y: float) -> Iterator[Thing]:
    """The city tokens that are left."""
    x = 690 + 2 * (2 * 57 + 10)
    if any(view.sides[home].tokens[token] for token in range(1, TOKENS)):
        yield Thing(
            "own-tokens", "text", x + 27, y - (33 if is_roomy(box) else 30), 110, 14, "own", tint="soft",
            text="City tokens", aside=True,
        )  # fmt: skip
    for number in range(1, TOKENS):
        left = view.sides[home].tokens[number]
        if left:
            size = box.city_spaces[number]
            yield Thing(
                f"token-{key(box.token_text[number])}", "token", x, y, 44, 44, "own", seat=home, shape="square",
                art=token(text_of(box.token_text[number].icon), home, size, 44, left),
                label=f"{left} city token{'s' if left > 1 else ''} for {size} buildings, or as a district for "
                f"{box.district_spaces[number]} more; {draws_text(box.token_draws[number])}",
            )  # fmt: skip
            x += 54


def button_things(view: State, box: Box, seat: int) -> Iterator[Thing]:
    """What is done by touching no component: a row of buttons above the cards to buy."""
    words = {"do-tax": f"Tax +{box.tax}"}
    labels = {
        "do-tax": f"Tax: gain {coins(box.tax)}",
        "do-science": f"Science: pay {coins(box.science_price)} for 1 science",
    }
    buttons = [("do-tax", "Tax"), ("do-science", "Science"), ("do-build", "Build"), ("do-store", "Store")]
    if view.plan.act == Act.ATTACK:
        buttons = [("do-attack", "Attack"), ("do-skill", "Distance")]
    elif plain(kind)(view) in (Kind.PURCHASE, Kind.SECOND_BID):
        buttons = [("do-done", "Finish")]
    elif view.plan.act != Act.NOTHING or plain(kind)(view) != Kind.TURN or view.head.over:
        buttons = []
    if view.plan.step_count:
        buttons.append(("do-back", "Back"))
    for number, (id, name) in enumerate(buttons):
        yield Thing(
            id, "space", 709 + number * 95, 17, 91, 27, "own", states=("edged",), text=words.get(id, name),
            costs=(f"coin {box.science_price}",) if id == "do-science" else (), tint="panel",
            label=labels.get(id, name),
        )  # fmt: skip


def choice_things(view: State, box: Box, seat: int) -> Iterator[Thing]:
    """The cards that can still be bought; while nations are chosen, the nations, where the hand will be."""
    if plain(kind)(view) == Kind.NATION:
        yield from nation_things(box)
        return
    side = view.sides[seat]
    panel, left, top, width, columns = ("shop", 5, 28, 147, 2) if is_roomy(box) else ("own", 662, 49, SHOP_WIDTH, 3)
    yield Thing(
        "shop", "text", left + 130, top - 10, 256, 13, panel, text=shop_heading(view), tint="soft", shape="left",
    )  # fmt: skip
    cards = members(side.shop)
    lines = max(1, -(-len(cards) // columns))
    # The fewer cards are left, the more each of them shows.
    room, most = (320, 64.0 if lines <= SHOP_CARDS else 53.0) if is_roomy(box) else (SHOP_HEIGHT, 36.0)
    step = min(most, room / lines)
    has_pictures = is_roomy(box) or lines <= PICTURED
    for number, card in enumerate(cards):
        picked = side.picks >> card & 1
        icon = text_of(box.card_text[card].icon) if has_pictures else ""
        if is_roomy(box) and lines <= SHOP_CARDS:
            x, y = left + width * (number % columns + 0.5), top + step * (number // columns + 0.5)
            yield shop_card(box, seat, side.nation, card, (x, y, width - 4, step - 4), picked)
            continue
        yield Thing(
            f"shop-{key(box.card_text[card])}", "space",
            left + width * (number % columns + 0.5), top + step * (number // columns + 0.5),
            width - 3, step - 2, panel, icon,
            states=("edged", "raised") if picked else ("edged",), tint="seat2-deep" if picked else "",
            text=card_name(box, card), costs=seals(box.card_coins[card], box.card_science[card]),
            label=f"{'chosen: ' if picked else ''}{card_name(box, card)}, "
            f"{price(box.card_coins[card], box.card_science[card])}: {card_text(box, card, side.nation)}",
        )  # fmt: skip


def shop_card(
    box: Box, seat: int, nation: int, card: int, frame: tuple[float, float, float, float], picked: int
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


def nation_things(box: Box) -> Iterator[Thing]:
    """The nations to choose from, as cards."""
    for nation in range(NATIONS):
        name = text_of(box.nation_text[nation].name)
        yield Thing(
            f"nation-{key(box.nation_text[nation])}", "card", 165 + nation * 240, 190, 188, 172, "own",
            text_of(box.nation_text[nation].icon), tint=TINTS[nation],
            text=name, lines=tuple(filter(None, (nation_in_short(box, nation).partition(": ")[2],))),
            label=f"{name}. {nation_abilities(box, nation)}",
        )  # fmt: skip
