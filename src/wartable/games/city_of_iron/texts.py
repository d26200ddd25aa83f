"""Names and phrases, for words and view."""

from collections.abc import Iterable

from wartable.core.phrases import capital, count, listed
from wartable.core.record import Array, i8
from wartable.core.rules import kind, plain

from .box import Box, Text, text_of
from .rules import pay, plan
from .rules.end_round import is_last_round
from .state import (
    CARDS,
    CITIZEN,
    GOODS,
    LANDS,
    MILITARY,
    MILITARY_TOKEN,
    NATIONS,
    NONE,
    TOWNS,
    TYPES,
    Effect,
    Kind,
    Side,
    State,
    Step,
)

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
PLACES = "abcdefghijkl"
PILES = ("citizen", "military")
DECKS = "ABC"


def card_name(box: Box, card: int) -> str:
    return text_of(box.card_text[card].name)


def face_name(box: Box, face: int) -> str:
    return text_of(box.face_text[face].name)


def face_in_full(box: Box, face: int) -> str:
    """The name of a building, with its deck or goods if others share the name."""
    name = face_name(box, face)
    twins = [other for other in range(box.faces) if other != face and box.face_name[other] == box.face_name[face]]
    if not twins:
        return name
    if all(box.face_deck[twin] != box.face_deck[face] for twin in twins):
        return f"{name} of deck {DECKS[box.face_deck[face]]}"
    return f"{name} ({goods_text(box, box.face_goods[face])})"


def good_name(box: Box, good: int) -> str:
    return text_of(box.good_text[good].name)


def land_name(box: Box, land: int) -> str:
    return text_of(box.land_text[land].name)


def town_name(box: Box, town: int) -> str:
    return text_of(box.town_text[town].name)


def nation_name(view: State, box: Box, seat: int) -> str:
    """The nation of a seat, in place of its player's name."""
    nation = view.sides[seat].nation if seat < box.seats else NONE
    return text_of(box.nation_text[nation].name) if nation != NONE else f"seat {seat + 1}"


def key(text: Text) -> str:
    return text_of(text.key).replace("_", "-")


def join(words: Iterable[str], last: str = "and") -> str:
    return listed(list(words), last) or "nothing"


def coins(number: int) -> str:
    return count(number, "coin")


def points(number: int) -> str:
    return "1 point" if abs(number) == 1 else f"{number} points"


def price(coin_part: int, science: int) -> str:
    return f"{coins(coin_part)} and {science} science" if science else coins(coin_part)


def amount_of(box: Box, good: int, number: int) -> str:
    """`1 Turnip`, `2 Turnips`, `1 Glow Moss`."""
    return f"{number} {single(good_name(box, good)) if number == 1 else good_name(box, good)}"


def single(name: str) -> str:
    """The singular of a good."""
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def goods_text(box: Box, cells: Array[i8]) -> str:
    """The goods that a building or a town gives: `2 Srikas, 1 Turnip`."""
    return ", ".join(amount_of(box, good, cells[good]) for good in range(GOODS) if cells[good])


def members(cards: int) -> list[int]:
    return [card for card in range(CARDS) if cards >> card & 1]


def card_names(box: Box, cards: Iterable[int]) -> str:
    return join(card_name(box, card) for card in cards)


def step_of(view: State, box: Box, seat: int) -> Step:
    """The next step of the seat's unfinished action; BEGIN for spectators."""
    if not 0 <= seat < box.seats:
        return Step.BEGIN
    return Step(plain(plan.next_step)(view, box, view.sides[seat]))


def city_name(view: State, box: Box, seat: int, number: int) -> str:
    city = view.sides[seat].cities[number]
    if city.land != NONE:
        return land_name(box, city.land)
    if city.town != NONE:
        return town_name(box, city.town)
    return f"city {number + 1}"


def building_at(view: State, box: Box, seat: int, number: int, place: int) -> str:
    city = view.sides[seat].cities[number]
    name = face_name(box, city.built[place]) if place < city.count else "nothing"
    return f"{name} (place {place + 1} of {city_name(view, box, seat, number)})"


def owed(view: State, box: Box, seat: int) -> str:
    """What the unfinished action still owes: `2 attack and 1 distance`."""
    side = view.sides[seat]
    amounts = (
        (plain(pay.attack_owed)(view, box), "attack"),
        (plain(pay.distance_owed)(view, box, side), "distance"),
        (plain(pay.work_owed)(view, box, side), "work"),
    )
    vessel = ("", "a ship", "an airship")[plain(pay.vessel_owed)(view, box)]
    return join(filter(None, (*(f"{amount} {what}" for amount, what in amounts if amount), vessel)))


def land_text(box: Box, land: int) -> str:
    """`Red Hills (distance 2; Grass, Mountain)`."""
    vessel = ("", ", by ship", ", by airship")[box.land_vessel[land]]
    types = type_names(box, box.land_types[land])
    return f"{land_name(box, land)} (distance {box.land_distance[land]}{vessel}; {types})"


def land_label(box: Box, land: int) -> str:
    """`Red Hills, distance 2 by ship: Grass, Mountain`."""
    vessel = ("", " by ship", " by airship")[box.land_vessel[land]]
    types = type_names(box, box.land_types[land])
    return f"{land_name(box, land)}, distance {box.land_distance[land]}{vessel}: {types}"


def draws_text(draws: Array[i8]) -> str:
    return " and ".join(count(draws[k], f"{PILES[k]} draw") for k in (0, 1) if draws[k]) or "no draw"


def effect_in_words(box: Box, card: int) -> str:
    """What a card's action does, in a few words."""
    n, most = box.card_amount[card], box.card_limit[card]
    cap = f", {most} at most" if most else ""
    return {
        Effect.STUDY: f"gain {n} science",
        Effect.CHART: f"draw {n} citizens",
        Effect.PEDDLE: f"{coins(n)} for each kind of good{cap}",
        Effect.SALVAGE: f"discard a card of the row for {coins(n)}",
        Effect.BUILD_CHEAPER: f"build for {coins(n)} less",
        Effect.SETTLE: "settle a new city",
        Effect.ARM: f"draw {n} military",
        Effect.ADD_DISTRICT: "add a district",
        Effect.SELL: f"gain {coins(n)}",
        Effect.RECOVER: "take back a discarded card",
        Effect.RESEARCH: f"gain {n} science",
        Effect.SCOUT: f"draw {n} of each kind",
        Effect.COLLECT: f"{coins(n)} for each city{cap}",
        Effect.SNATCH: "store a building card",
        Effect.PATROL: f"gain {coins(n)}",
        Effect.MUSTER: f"draw {n} military",
        Effect.BUILD_UNSTUDIED: f"build for {n} science less",
        Effect.EXACT_TRIBUTE: f"take {coins(n)} from everyone",
        Effect.GUARD_TOWNS: f"{coins(n)}, and {n} for each town{cap}",
        Effect.PARADE: f"{coins(n)}, and {n} for each military card in hand{cap}",
        Effect.BUILD_STORED: f"build a stored card for {coins(n)} less",
        Effect.CONJURE: f"gain {n} science",
        Effect.TAKE_AIM: f"draw {n} military",
        Effect.STEAL: f"take {coins(n)} from a rival",
        Effect.BLOCKADE: f"{coins(n)} for each first place{cap}",
        Effect.INVENT: f"gain {n} science",
        Effect.CLAIM_BOUNTY: f"gain {coins(n)}",
        Effect.PLAN_AHEAD: f"draw {n} military and a citizen",
        Effect.TAKE_DOWN: f"destroy a building for its coins, {n} at most",
    }[Effect(box.card_effect[card])]


def effect_in_short(box: Box, card: int) -> str:
    """What a card's action brings, in two or three words."""
    n = box.card_amount[card]
    return {
        Effect.STUDY: f"{n} science",
        Effect.CHART: f"{n} citizens",
        Effect.PEDDLE: "coins by goods",
        Effect.SALVAGE: f"{coins(n)} a card",
        Effect.BUILD_CHEAPER: f"build {n} cheaper",
        Effect.SETTLE: "a new city",
        Effect.ARM: f"{n} military",
        Effect.ADD_DISTRICT: "a district",
        Effect.SELL: coins(n),
        Effect.RECOVER: "a card back",
        Effect.RESEARCH: f"{n} science",
        Effect.SCOUT: f"{n} card of each",
        Effect.COLLECT: "coins by cities",
        Effect.SNATCH: "store a card",
        Effect.PATROL: coins(n),
        Effect.MUSTER: f"{n} military",
        Effect.BUILD_UNSTUDIED: f"{n} science less",
        Effect.EXACT_TRIBUTE: f"{coins(n)} from all",
        Effect.GUARD_TOWNS: "coins by towns",
        Effect.PARADE: "coins by troops",
        Effect.BUILD_STORED: f"stored, {n} less",
        Effect.CONJURE: f"{n} science",
        Effect.TAKE_AIM: f"{n} military",
        Effect.STEAL: f"takes {coins(n)}",
        Effect.BLOCKADE: "coins by firsts",
        Effect.INVENT: f"{n} science",
        Effect.CLAIM_BOUNTY: coins(n),
        Effect.PLAN_AHEAD: f"{n + 1} cards",
        Effect.TAKE_DOWN: "coins, by razing",
    }[Effect(box.card_effect[card])]


def effect_text(box: Box, card: int, nation: int = NONE) -> str:
    """A card's action in a few words, with the price for this nation."""
    fee = price_of_action(box, card, nation)
    skills = ((box.card_needs_work[card], "work"), (box.card_needs_distance[card], "distance"))
    asked = [*([coins(fee)] if fee else []), *(f"{amount} {skill}" for amount, skill in skills if amount)]
    cost = f", costs {join(asked)}" if asked else ""
    return f"{effect_in_words(box, card)}{cost}{', a free action' if box.card_free[card] else ''}"


def price_of_action(box: Box, card: int, nation: int) -> int:
    """CI-6.2, CI-13.3."""
    is_spared = nation != NONE and box.card_effect[card] == Effect.STUDY and box.free_study[nation]
    return 0 if is_spared else int(box.card_needs_coins[card])


def card_text(box: Box, card: int, nation: int = NONE) -> str:
    """The text of a card: `2 attack, 1 distance; gain 2 coins for 1 work`."""
    return f"{strength_text(box, card)}; {effect_text(box, card, nation)}"


def strength_text(box: Box, card: int) -> str:
    """What a card gives besides its action: `2 attack, 1 distance`."""
    attack = f"{box.card_attack[card]} attack, " if box.card_attack[card] else ""
    return f"{attack}{skills_text(box, card)}"


def special_cards(box: Box, nation: int) -> tuple[list[int], list[int]]:
    """The cards that only this nation begins with, and those that only it can purchase."""
    start = [int(box.start_set[n, 0] | box.start_set[n, 1]) for n in range(NATIONS)]
    shared = -1
    for n in range(NATIONS):
        shared &= int(box.shop_set[n]) | start[n]
    return members(start[nation] & ~shared), members(int(box.shop_set[nation]) & ~shared)


def nation_abilities(box: Box, nation: int) -> str:
    """What a nation can do that others cannot (chapter 13)."""
    if not box.nations_differ:
        return ""
    begins, buys = special_cards(box, nation)
    starts = int(box.start_set[nation, 0] | box.start_set[nation, 1])
    usual = int(box.start_set[0, 0] | box.start_set[0, 1])
    instead = members(usual & ~starts)
    size = int(box.district_spaces[MILITARY_TOKEN])
    parts = [
        f"moves a building to another city for {coins(box.move_price)}, a free action" * box.moves_buildings[nation],
        f"the military district holds {size + box.military_district[nation]} more buildings, not {size}"
        * bool(box.military_district[nation]),
        "the Scholar costs no coin" * box.free_study[nation],
        "bids a second time for the difference" * box.second_bid[nation],
        *(f"begins with {card_name(box, card)} ({card_text(box, card)})" for card in begins),
        *(f"begins without {card_name(box, card)}, who can be bought" for card in instead),
        *(f"can buy {card_name(box, card)} ({card_text(box, card)})" for card in buys),
    ]
    return ". ".join(map(capital, filter(None, parts))) + "."


def nation_in_short(box: Box, nation: int) -> str:
    """A nation and its abilities in a few words."""
    name = text_of(box.nation_text[nation].name)
    if not box.nations_differ:
        return name
    begins, buys = special_cards(box, nation)
    parts = [
        "moves buildings" * box.moves_buildings[nation],
        "larger district" * bool(box.military_district[nation]),
        "free Scholar" * box.free_study[nation],
        "second bid" * box.second_bid[nation],
        *(card_name(box, card) for card in (*begins, *buys)),
    ]
    return f"{name}: {', '.join(part for part in parts if part)}"


def skills_text(box: Box, card: int) -> str:
    """What a card gives besides attack: `1 distance, ship`."""
    skills = ((box.card_distance[card], "distance"), (box.card_work[card], "work"))
    vessel = ("", "ship", "airship")[box.card_vessel[card]]
    return ", ".join(filter(None, (*(f"{amount} {skill}" for amount, skill in skills if amount), vessel)))


# What stands on cards, in icons of the world's signs.

VESSEL_SIGNS = ("", "[cargo-ship]", "[zeppelin]")


def seals(coins: int, science: int) -> tuple[str, ...]:
    """A price, for a card's corner."""
    return (f"coin {coins}", *([f"lens {science}"] if science else []))


def crates(box: Box, goods: Array[i8]) -> str:
    """Goods as pictures."""
    return " ".join(f"[{text_of(box.good_text[g].icon)}]" * goods[g] for g in range(GOODS) if goods[g])


def gifts(box: Box, coins: int, science: int, draws: Array[i8]) -> list[str]:
    return [
        *([f"+{coins} [two-coins]"] if coins else []),
        *([f"+{science} [microscope]"] if science else []),
        *([f"+{draws[CITIZEN]} [tied-scroll]"] if draws[CITIZEN] else []),
        *([f"+{draws[MILITARY]} [crossed-swords]"] if draws[MILITARY] else []),
    ]


def use_signs(box: Box, face: int) -> str:
    """What a building gives, and the land that it needs."""
    bonus, ground = box.face_bonus_good[face], box.face_type[face]
    parts = [
        crates(box, box.face_goods[face]),
        *gifts(box, box.face_gives_coins[face], box.face_gives_science[face], box.face_draws[face]),
        f"[hammer-drop] {box.face_work[face]}" * bool(box.face_work[face]),
        f"[compass] {box.face_distance[face]}" * bool(box.face_distance[face]),
    ]
    if bonus != NONE:
        parts.append(f"+{box.face_bonus[face]} [laurel-crown] [{text_of(box.good_text[bonus].icon)}]")
    if ground != NONE:
        parts.append(f"on {grounds(box, [ground])}")
    return " ".join(filter(None, parts))


def town_signs(box: Box, town: int) -> str:
    """What a town gives."""
    parts = [
        crates(box, box.town_goods[town]),
        *gifts(box, box.town_gives_coins[town], box.town_gives_science[town], box.town_draws[town]),
        f"{box.town_spaces[town]} [village]" * bool(box.town_spaces[town]),
        "any good" * (town == box.chooser),
    ]
    return " ".join(filter(None, parts))


def card_signs(box: Box, card: int) -> str:
    """A card's strength, skills and vessel."""
    skills = (
        ("crossed-swords", box.card_attack[card]),
        ("compass", box.card_distance[card]),
        ("hammer-drop", box.card_work[card]),
    )
    amounts = (f"[{name}] {amount}" for name, amount in skills if amount)
    return " ".join((*amounts, VESSEL_SIGNS[box.card_vessel[card]])).strip()


def effect_lines(box: Box, card: int, nation: int) -> tuple[str, ...]:
    """A card's action in two lines: the effect, and the price in icons."""
    asked = (
        ("two-coins", price_of_action(box, card, nation)),
        ("hammer-drop", box.card_needs_work[card]),
        ("compass", box.card_needs_distance[card]),
    )
    signs = " ".join(f"[{sign}] {amount}" for sign, amount in asked if amount)
    takes = ["free action"] * bool(box.card_free[card]) + [f"pay {signs}"] * bool(signs)
    return effect_in_words(box, card), *filter(None, [", ".join(takes)])


def land_signs(box: Box, land: int, gap: str = " ") -> str:
    """The types of a land, its distance and the vessel that it needs."""
    way = f"[compass] {box.land_distance[land]} {VESSEL_SIGNS[box.land_vessel[land]]}".rstrip()
    return f"{grounds(box, types_of(box, box.land_types[land]))}{gap}{way}"


def grounds(box: Box, types: list[int]) -> str:
    """The types of a land."""
    return " ".join(f"[{text_of(box.type_text[number].icon)}]" for number in types)


def building_label(box: Box, face: int) -> str:
    needs = f", on {text_of(box.type_text[box.face_type[face]].name)}" if box.face_type[face] != NONE else ""
    cost = price(box.face_coins[face], box.face_science[face])
    return f"{face_name(box, face)}: {cost}{needs}; {building_facts(box, face)}"


def gains(box: Box, goods: Array[i8], a_round: int, science: int) -> list[str]:
    """Goods, and the coins and the science of each round."""
    each = (coins(a_round) * bool(a_round), f"{science} science" * bool(science))
    return [goods_text(box, goods), *(f"{gift} a round" for gift in each if gift)]


def building_facts(box: Box, face: int) -> str:
    """All that a building gives."""
    bonus = box.face_bonus_good[face]
    gifts = [
        *gains(box, box.face_goods[face], box.face_gives_coins[face], box.face_gives_science[face]),
        f"{draws_text(box.face_draws[face])} a round" if box.face_draws[face].any() else "",
        f"{box.face_work[face]} work in every payment" if box.face_work[face] else "",
        f"{box.face_distance[face]} distance in every payment" if box.face_distance[face] else "",
        f"{points(box.face_bonus[face])} for first or second place in {good_name(box, bonus)}" if bonus != NONE else "",
    ]
    return join(filter(None, gifts))


def town_facts(box: Box, town: int, more: int) -> str:
    """The text of a town, with `more` defence: `defence 5, distance 3; 2 places on Coast, Jungle`."""
    gifts = [
        *gains(box, box.town_goods[town], box.town_gives_coins[town], box.town_gives_science[town]),
        draws_text(box.town_draws[town]) if box.town_draws[town].any() else "",
        f"holds {box.town_spaces[town]} buildings on {type_names(box, box.town_types[town])}"
        if box.town_spaces[town]
        else "",
        f"{box.snyle_goods} of a good that its owner chooses each round" if town == box.chooser else "",
        f"counts as {box.town_counts_as[town]} towns at the end" if box.town_counts_as[town] > 1 else "",
    ]
    return f"defence {box.town_defence[town] + more}, distance {box.town_distance[town]}; {join(filter(None, gifts))}"


def types_of(box: Box, types: int) -> list[int]:
    return [number for number in range(TYPES) if types >> number & 1]


def type_names(box: Box, types: int) -> str:
    return ", ".join(text_of(box.type_text[number].name) for number in types_of(box, types))


def lands_shown(view: State, box: Box) -> list[int]:
    """The starting lands while they are chosen, then the open ones."""
    homes = plain(kind)(view) in (Kind.HOME, Kind.NATION)
    return [
        land
        for land in range(LANDS)
        if box.land_in_play[land] and view.land_owner[land] == NONE and (box.land_distance[land] == 0) == homes
    ]


def state_of_round(view: State) -> str:
    """Whether this round (while cards are bought, the next) scores or is the last."""
    if not view.due_score:
        return ""
    what = "the last one" if view.score_cards == 3 else "scores at its end"
    if plain(kind)(view) != Kind.PURCHASE:
        return f", {what}"
    return f", the next {'is ' if view.score_cards == 3 else ''}{what}"


def will_buy(view: State) -> bool:
    """Whether cards will be bought again: not in the last round (CI-12.1)."""
    is_last = plain(kind)(view) != Kind.PURCHASE and plain(is_last_round)(view)
    return not (view.head.over or is_last)


def shop_heading(view: State) -> str:
    """The heading of the cards to buy."""
    if not will_buy(view):
        return "Cards not bought"
    return "Cards to buy" if plain(kind)(view) == Kind.PURCHASE else "Cards to buy when the round ends"


def side_text(view: State, box: Box, seat: int) -> str:
    side = view.sides[seat]
    income = side.income + side.gives_coins
    return f"{points(side.points)}, {coins(side.coins)}, {side.science} science, income {income}"


def towns_of(view: State, seat: int) -> list[int]:
    return [town for town in range(TOWNS) if view.town_owner[town] == seat]


def town_label(view: State, box: Box, town: int) -> str:
    more = plain(pay.defence)(view, box, town) - box.town_defence[town]
    now = f" (now {good_name(box, view.chosen_good)})" if town == box.chooser and view.chosen_good != NONE else ""
    return f"{town_name(box, town)}: {town_facts(box, town, more)}{now}"


def pile_below(view: State, box: Box, town: int) -> list[int]:
    """The towns below an open one in its pile, in order."""
    pile = box.town_pile[town]
    return [int(below) for below in view.pile[pile, view.pile_next[pile] : view.pile_count[pile]]]


def under_it(view: State, box: Box, town: int) -> str:
    below = pile_below(view, box, town)
    return "; then " + "; then ".join(town_label(view, box, other) for other in below) if below else ""


def draw_order(side: Side, of_kind: int) -> list[int]:
    """A draw pile from the top; empty for others."""
    cards = [int(card) for card in side.draw[of_kind, : side.draw_count[of_kind]]]
    return [] if NONE in cards else cards[::-1]


def discard_order(side: Side, of_kind: int) -> list[int]:
    """A discard pile from the top; only the last card for others."""
    cards = [int(card) for card in side.discard[of_kind, : side.discard_count[of_kind]]]
    return cards[-1:] if NONE in cards else cards[::-1]
