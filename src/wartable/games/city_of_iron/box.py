"""What the rules need from the data files and the options, as one read-only record."""

from collections.abc import Iterable

import numpy as np

from wartable.core import record as records
from wartable.core.record import Array, Grid, Struct, f64, i8, i16, i32, size, u8
from wartable.errors import BadData
from wartable.rulebook.data import Data, Row
from wartable.rulebook.options import Option, Options

from .state import (
    CARDS,
    CITIES,
    DECK,
    FACES,
    FROM_DISCARDS,
    GOODS,
    LAND_CITIES,
    LANDS,
    MILITARY_TOKEN,
    NATIONS,
    NONE,
    PILE,
    PILES,
    PLACES,
    ROW,
    SEATS,
    SPOTS,
    TOKENS,
    TOWNS,
    TYPES,
    Effect,
)

NAME = 28
KINDS = {"citizen": 0, "military": 1}
VESSELS = {"": 0, "ship": 1, "airship": 2}
DECKS = {"A": 0, "B": 1, "C": 2}
YES_NO = {"no": 0, "yes": 1}
DECK_CARDS = (26, 22, 18)
MOST_DEFENCE = 14

OPTIONS = (
    Option("nations", "players choose nations with abilities and special cards of their own", (False, True)),
    Option("town_expansion", "the seven towns without stars are in play", (False, True)),
    Option("storing_penalty", "points lost for stored buildings: 1 for each, or 1 for every two", ("each", "pairs")),
)


class Text(Struct):
    """An id, a name and an icon, as bytes, for words and views."""

    key: Array[u8] = size(NAME)
    name: Array[u8] = size(NAME)
    icon: Array[u8] = size(NAME)


class Weights(Struct):
    """What the judge goes by, in points where nothing else is said: as judge.csv says."""

    lead: f64
    taken_back: f64
    round_cards: f64
    round_cards_each: f64
    next_scoring: f64
    coin: f64
    coin_a_round: f64
    science: f64
    more_science: f64
    most_science: f64
    first_coins: f64
    good_lead: f64
    good_share: f64
    gives_science: f64
    draws: f64
    symbols: f64
    bonus: f64
    town: f64
    town_draws: f64
    chooser: f64
    place: f64
    next_place: f64
    place_used: f64
    new_place: f64
    land_type: f64
    card_attack: f64
    card_distance: f64
    card_work: f64
    no_token: f64
    hand: f64
    hand_attack: f64
    hand_distance: f64
    hand_work: f64
    hidden_card: f64
    town_in_reach: f64
    land_in_reach: f64
    stored: f64
    stored_promise: f64
    ends_last: f64
    ends_late: f64
    ends_early: f64
    cards_a_round: f64
    turn_order: f64
    turn_order_a_round: f64
    turn_order_spot: f64
    moving: f64
    building: f64
    settling: f64
    far_land: f64
    new_draws: f64
    taking_down: f64
    snatching: f64
    other_action: f64
    owning: Array[f64] = size(len(Effect))
    """What owning a card is worth in coins early in the game, beyond its symbols, by its effect."""


class Box(Struct, tag="city_of_iron_box"):
    seats: i8
    nations_differ: i8
    expansion: i8
    stored_per_point: i8
    row_places: i8
    starting_coins: i16
    starting_draws: i8
    base_income: i16
    actions: i8
    science_price: i16
    tax: i16
    swept: i8
    conquered: i8
    showing: i8
    move_price: i16
    snyle_goods: i8
    most_coins: i16
    most_distance: i16
    most_of_a_good: i16
    most_cards: i16
    most_towns: i16
    take_backs: i16
    spot_coins: Array[i8] = size(SPOTS)
    score_science: Array[i8] = size(3)

    good_text: Array[Text] = size(GOODS)
    good_first: Array[i8] = size(GOODS)
    good_second: Array[i8] = size(GOODS)
    good_coins: Array[i8] = size(GOODS)
    good_threshold: Array[i8] = size(GOODS)

    type_text: Array[Text] = size(TYPES)
    type_points: Grid[i8] = size(TYPES, len(DECKS) + 1)

    land_text: Array[Text] = size(LANDS)
    land_distance: Array[i8] = size(LANDS)
    land_vessel: Array[i8] = size(LANDS)
    land_types: Array[i16] = size(LANDS)
    land_in_play: Array[i8] = size(LANDS)

    faces: i8
    face_text: Array[Text] = size(FACES)
    face_name: Array[i8] = size(FACES)
    face_deck: Array[i8] = size(FACES)
    face_copies: Array[i8] = size(FACES)
    deck_first: Array[i8] = size(len(DECKS) + 1)
    deck_end: Array[i8] = size(len(DECKS) + 1)
    face_coins: Array[i8] = size(FACES)
    face_science: Array[i8] = size(FACES)
    face_type: Array[i8] = size(FACES)
    face_goods: Grid[i8] = size(FACES, GOODS)
    face_makes_goods: Array[i8] = size(FACES)
    face_gives_coins: Array[i8] = size(FACES)
    face_gives_science: Array[i8] = size(FACES)
    face_draws: Grid[i8] = size(FACES, 2)
    face_work: Array[i8] = size(FACES)
    face_distance: Array[i8] = size(FACES)
    face_bonus_good: Array[i8] = size(FACES)
    face_bonus: Array[i8] = size(FACES)

    town_text: Array[Text] = size(TOWNS)
    town_pile: Array[i8] = size(TOWNS)
    town_in_play: Array[i8] = size(TOWNS)
    town_defence: Array[i8] = size(TOWNS)
    town_distance: Array[i8] = size(TOWNS)
    town_goods: Grid[i8] = size(TOWNS, GOODS)
    town_makes_goods: Array[i8] = size(TOWNS)
    town_gives_coins: Array[i8] = size(TOWNS)
    town_gives_science: Array[i8] = size(TOWNS)
    town_draws: Grid[i8] = size(TOWNS, 2)
    town_counts_as: Array[i8] = size(TOWNS)
    town_spaces: Array[i8] = size(TOWNS)
    town_types: Array[i16] = size(TOWNS)
    town_city: Array[i8] = size(TOWNS)
    chooser: i8

    card_text: Array[Text] = size(CARDS)
    card_kind: Array[i8] = size(CARDS)
    card_coins: Array[i8] = size(CARDS)
    card_science: Array[i8] = size(CARDS)
    card_attack: Array[i8] = size(CARDS)
    card_distance: Array[i8] = size(CARDS)
    card_work: Array[i8] = size(CARDS)
    card_vessel: Array[i8] = size(CARDS)
    card_effect: Array[i8] = size(CARDS)
    card_free: Array[i8] = size(CARDS)
    card_needs_coins: Array[i8] = size(CARDS)
    card_needs_work: Array[i8] = size(CARDS)
    card_needs_distance: Array[i8] = size(CARDS)
    card_amount: Array[i8] = size(CARDS)
    card_limit: Array[i8] = size(CARDS)
    attack_cards: i32
    distance_cards: i32
    work_cards: i32
    vessel_cards: Array[i32] = size(len(VESSELS))
    start_set: Grid[i32] = size(NATIONS, 2)
    shop_set: Array[i32] = size(NATIONS)

    nation_text: Array[Text] = size(NATIONS)
    free_study: Array[i8] = size(NATIONS)
    second_bid: Array[i8] = size(NATIONS)
    moves_buildings: Array[i8] = size(NATIONS)
    military_district: Array[i8] = size(NATIONS)

    token_text: Array[Text] = size(TOKENS)
    token_copies: Array[i8] = size(TOKENS)
    city_spaces: Array[i8] = size(TOKENS)
    district_spaces: Array[i8] = size(TOKENS)
    token_draws: Grid[i8] = size(TOKENS, 2)

    weights: Weights


def text_of(cells: Array[u8]) -> str:
    """The words behind an id, a name or an icon of the Box."""
    return bytes(np.asarray(cells)).rstrip(b"\0").decode()


def make_box(options: Options, data: Data, seats: int) -> Box:
    box: Box = records.new(Box.dtype)
    box.seats = seats
    box.nations_differ = int(options["nations"])
    box.expansion = int(options["town_expansion"])
    box.stored_per_point = 2 if options["storing_penalty"] == "pairs" else 1
    _numbers(box, data)
    goods = _goods(box, data)
    types = _types(box, data)
    _lands(box, data, types)
    _buildings(box, data, goods, types)
    _towns(box, data, goods, types)
    nations = _nations(box, data)
    _cards(box, data, nations)
    _tokens(box, data)
    effects = [effect.name.lower() for effect in Effect]
    data.read_weights(box.weights, above_zero=("lead", "round_cards", "round_cards_each"), owning=effects)
    return box


NUMBERS = {
    **dict.fromkeys(("starting_coins", "base_income", "science_price", "tax", "move_price", "take_backs"), (0, 99)),
    **dict.fromkeys(("most_coins", "most_distance", "most_of_a_good", "most_cards", "most_towns"), (0, 99)),
    **{"starting_draws": (0, 2), "actions": (1, 6), "swept": (1, ROW), "conquered": (0, 5), "showing": (1, 3)},
}
"""Numbers that the Box has under the same names, with the least and the most that they can be."""


def _numbers(box: Box, data: Data) -> None:
    for name, (least, most) in NUMBERS.items():
        setattr(box, name, data.number(name, least, most))
    box.snyle_goods = data.number("chosen_good", 0, 5)
    box.row_places = data.number(f"row_{box.seats}", 1, ROW)
    for place, row in enumerate(_exactly(data, "bid_track", SPOTS)):
        box.spot_coins[place] = row.number("coins", 0, 9)
        if place and box.spot_coins[place] < box.spot_coins[place - 1]:
            raise row.bad("the spots must not get cheaper from left to right")
    if sum(1 for coins in box.spot_coins if coins == 0) < SEATS:
        raise BadData(f"bid_track.csv: at least {SEATS} spots must cost nothing, one for each player")
    for row in _exactly(data, "score_cards", 3):
        box.score_science[row.choice("deck", DECKS)] = row.number("science", 0, 9)


def _exactly(data: Data, stem: str, count: int) -> list[Row]:
    rows = data.table(stem)
    if len(rows) != count:
        raise BadData(f"{stem}.csv: there are {len(rows)} rows where the game has {count}")
    return rows


def _columns(box: Box, stem: str, place: int, row: Row, **most: int) -> None:
    """Columns of numbers from 0 to `most`, each into the field of the Box that begins with `stem`."""
    for column, limit in most.items():
        box[f"{stem}_{column}"][place] = row.number(column, 0, limit)


def _draws(row: Row) -> tuple[int, int]:
    return row.number("citizen_draws", 0, 3), row.number("military_draws", 0, 3)


def _write(text: Text, row: Row) -> None:
    for field, column in (("key", "id"), ("name", "name"), ("icon", "icon")):
        raw = row.text(column).encode()
        if not raw or len(raw) > NAME:
            raise row.bad(f"{column} must have 1 to {NAME} bytes")
        text[field][: len(raw)] = np.frombuffer(raw, np.uint8)


def _ids(rows: Iterable[Row], nothing: bool = True) -> dict[str, int]:
    numbers = {row.id: number for number, row in enumerate(rows)}
    return {**numbers, "": NONE} if nothing else numbers


def _goods(box: Box, data: Data) -> dict[str, int]:
    rows = _exactly(data, "goods", GOODS)
    columns = ("first_points", "second_points", "first_coins", "threshold")
    fields = (box.good_first, box.good_second, box.good_coins, box.good_threshold)
    for good, row in enumerate(rows):
        _write(box.good_text[good], row)
        for column, cells in zip(columns, fields, strict=True):
            cells[good] = row.number(column, 0, 50)
            if good and cells[good] < cells[good - 1]:
                raise row.bad(f"{column} must not fall from cheap to dear goods")
        if box.good_second[good] > box.good_first[good]:
            raise row.bad("the second place must not score more than the first")
    return _ids(rows)


def _types(box: Box, data: Data) -> dict[str, int]:
    rows = _exactly(data, "land_types", TYPES)
    for number, row in enumerate(rows):
        _write(box.type_text[number], row)
    return _ids(rows)


def _type_set(row: Row, types: dict[str, int]) -> int:
    found = 0
    for word in row.words("types"):
        if word not in types:
            raise row.bad(f"there is no land type {word}")
        found |= 1 << types[word]
    return found


def _lands(box: Box, data: Data, types: dict[str, int]) -> None:
    homes = 0
    for land, row in enumerate(_exactly(data, "lands", LANDS)):
        _write(box.land_text[land], row)
        _columns(box, "land", land, row, distance=9)
        box.land_vessel[land] = row.choice("vessel", VESSELS)
        box.land_types[land] = _type_set(row, types)
        box.land_in_play[land] = int(not (box.seats == 2 and row.text("mark") == "2"))
        if not box.land_types[land]:
            raise row.bad("a land has at least one type")
        if box.land_distance[land] == 0:
            homes += 1
            if box.land_vessel[land] or row.text("mark"):
                raise row.bad("a starting land has no mark and needs no vessel")
    if homes != SEATS:
        raise BadData(f"lands.csv: there are {homes} starting lands (distance 0) where the game has {SEATS}")


def _read_goods(row: Row, goods: dict[str, int], cells: Array[i8]) -> int:
    """The two kinds of goods that a card may give; whether it gives any."""
    for good_column, count_column in (("good", "count"), ("good_b", "count_b")):
        good, count = row.choice(good_column, goods), row.number(count_column, 0, 9)
        if (good == NONE) != (count == 0):
            raise row.bad(f"{good_column} and {count_column} must both be given or both be empty")
        if count:
            cells[good] += count
    return int(any(cells[good] for good in range(GOODS)))


def _buildings(box: Box, data: Data, goods: dict[str, int], types: dict[str, int]) -> None:
    rows = data.table("buildings")
    if len(rows) > FACES:
        raise BadData(f"buildings.csv: there are {len(rows)} rows; at most {FACES} are possible")
    box.faces = len(rows)
    names: dict[str, int] = {}
    all_cards, in_play = [0, 0, 0], [0, 0, 0]
    for face, row in enumerate(rows):
        _write(box.face_text[face], row)
        box.face_name[face] = names.setdefault(row.text("name"), len(names))
        deck = box.face_deck[face] = row.choice("deck", DECKS)
        copies = [row.number(column, 0, 9) for column in ("copies", "copies_2", "copies_3")]
        box.face_copies[face] = sum(copies[: box.seats - 1])
        all_cards[deck] += sum(copies)
        in_play[deck] += box.face_copies[face]
        _columns(box, "face", face, row, coins=50, science=20, gives_coins=9, gives_science=9, work=3, distance=3)
        box.face_draws[face] = _draws(row)
        box.face_type[face] = row.choice("land", types)
        box.face_makes_goods[face] = _read_goods(row, goods, box.face_goods[face])
        if box.face_makes_goods[face] and box.face_type[face] == NONE:
            raise row.bad("a building with goods needs a land type")
        box.face_bonus_good[face] = row.choice("bonus_good", goods)
        box.face_bonus[face] = row.number("bonus_points", 0, 9)
    _deck_ends(box)
    _type_points(box)
    for deck, letter in enumerate(DECKS):
        if all_cards[deck] != DECK_CARDS[deck]:
            has, wanted = all_cards[deck], DECK_CARDS[deck]
            raise BadData(f"buildings.csv: deck {letter} has {has} cards where the game has {wanted}")
        if in_play[deck] < box.row_places:
            raise BadData(
                f"buildings.csv: deck {letter} has {in_play[deck]} cards with {box.seats} players; "
                f"it must fill the row of {box.row_places}"
            )


def _deck_ends(box: Box) -> None:
    """Between which rows of the table the cards of a deck stand; those of the discards are of all decks."""
    for deck in DECKS.values():
        faces = [face for face in range(box.faces) if box.face_deck[face] == deck]
        box.deck_first[deck] = min(faces, default=0)
        box.deck_end[deck] = max(faces, default=-1) + 1
    box.deck_end[FROM_DISCARDS] = box.faces


def _type_points(box: Box) -> None:
    """The most points that a good made on a type of land is worth, among the buildings of a deck and those after it."""
    for face in range(box.faces):
        made = [good for good in range(GOODS) if box.face_goods[face, good]]
        for deck in range(box.face_deck[face] + 1):
            for good in made:
                best = box.type_points[box.face_type[face], deck]
                box.type_points[box.face_type[face], deck] = max(best, box.good_first[good])


def _towns(box: Box, data: Data, goods: dict[str, int], types: dict[str, int]) -> None:
    rows = _exactly(data, "towns", TOWNS)
    sizes = [0] * PILES
    cities = LAND_CITIES
    box.chooser = NONE
    for town, row in enumerate(rows):
        _write(box.town_text[town], row)
        pile = box.town_pile[town] = (row.number("stars", 0, 3) - 1) % PILES
        sizes[pile] += 1
        if sizes[pile] > PILE:
            raise row.bad(f"there are more than {PILE} towns with that many stars")
        box.town_defence[town] = row.number("defence", 1, MOST_DEFENCE - box.conquered)
        _columns(box, "town", town, row, distance=9, gives_coins=9, gives_science=9, spaces=PLACES)
        box.town_draws[town] = _draws(row)
        box.town_makes_goods[town] = _read_goods(row, goods, box.town_goods[town])
        box.town_counts_as[town] = row.number("counts_as", 1, 9)
        box.town_types[town] = _type_set(row, types)
        box.town_city[town] = NONE
        if box.town_spaces[town]:
            if cities == CITIES:
                raise row.bad(f"at most {CITIES - LAND_CITIES} towns can hold buildings")
            box.town_city[town] = cities
            cities += 1
        if row.choice("effect", {"": 0, "chosen_good": 1}):
            if box.chooser != NONE:
                raise row.bad("only one town can let its owner choose a good")
            box.chooser = town
            box.town_makes_goods[town] = 1
        banned = [goods["demons"]] * (box.seats <= 3) + [goods["ore"]] * (box.seats == 2)
        box.town_in_play[town] = int(
            not any(box.town_goods[town, good] for good in banned) and (pile != PILES - 1 or box.expansion)
        )


def _nations(box: Box, data: Data) -> dict[str, int]:
    rows = _exactly(data, "nations", NATIONS)
    for nation, row in enumerate(rows):
        _write(box.nation_text[nation], row)
        if box.nations_differ:
            box.free_study[nation] = row.choice("free_study", YES_NO)
            box.second_bid[nation] = row.choice("second_bid", YES_NO)
            box.moves_buildings[nation] = row.choice("moves_buildings", YES_NO)
            box.military_district[nation] = row.number("military_district", 0, 2)
    if sum(row.choice("second_bid", YES_NO) for row in rows) > 1:
        raise BadData("nations.csv: only one nation can bid a second time")
    return _ids(rows)


def _cards(box: Box, data: Data, nations: dict[str, int]) -> None:
    rows = _exactly(data, "cards", CARDS)
    effects = {effect.name.lower(): int(effect) for effect in Effect}
    seen: set[int] = set()
    for card, row in enumerate(rows):
        _write(box.card_text[card], row)
        kind = box.card_kind[card] = row.choice("kind", KINDS)
        _columns(box, "card", card, row, coins=50, science=20, attack=9 if kind else 0, distance=5, work=5, amount=20)
        _columns(box, "card", card, row, needs_coins=20, needs_work=20, needs_distance=20, limit=20)
        box.card_vessel[card] = row.choice("vessel", VESSELS)
        box.card_effect[card] = row.choice("effect", effects)
        if box.card_effect[card] in seen:
            raise row.bad("every card has an action of its own; this one stands in another row already")
        seen.add(box.card_effect[card])
        box.card_free[card] = row.choice("free", YES_NO)
        if box.card_distance[card] + box.card_work[card] == 0:
            raise row.bad("every card has at least one skill symbol")
    _skill_sets(box)
    _starting_sets(box, rows, nations)


def _skill_sets(box: Box) -> None:
    """Which cards give attack, distance, work, or are a ship or an airship."""
    for card in range(CARDS):
        box.attack_cards |= int(box.card_attack[card] > 0) << card
        box.distance_cards |= int(box.card_distance[card] > 0) << card
        box.work_cards |= int(box.card_work[card] > 0) << card
        if box.card_vessel[card]:
            box.vessel_cards[box.card_vessel[card]] |= 1 << card


def _starting_sets(box: Box, rows: list[Row], nations: dict[str, int]) -> None:
    """CI-2.4 and chapter 13: which cards each nation begins with, and which it can purchase."""
    cards = _ids(rows)
    own = [row.choice("nation", nations) for row in rows]
    if sum(1 for nation in own if nation == NONE) != 25:
        raise BadData("cards.csv: there must be 25 cards without a nation, 14 citizens and 11 military")
    for nation in range(NATIONS):
        mine = [card for card in range(CARDS) if own[card] == NONE or (own[card] == nation and box.nations_differ)]
        start = [card for card in mine if rows[card].choice("start", YES_NO)]
        for card in mine:
            replaced = rows[card].choice("replaces", cards)
            if replaced != NONE:
                start.remove(replaced)
        for kind, word in enumerate(KINDS):
            box.start_set[nation, kind] = sum(1 << card for card in start if box.card_kind[card] == kind)
            if sum(box.card_kind[card] == kind for card in mine) > DECK:
                raise BadData(f"cards.csv: more than {DECK} {word} cards for one nation")
            if not box.start_set[nation, kind]:
                raise BadData(f"cards.csv: no {word} card to start with")
        box.shop_set[nation] = sum(1 << card for card in mine if card not in start)
    citizens = sum(box.card_kind[card] == 0 for card in range(CARDS) if own[card] == NONE)
    if citizens != 14:
        raise BadData(f"cards.csv: there are {citizens} citizens without a nation where the game has 14")


def _tokens(box: Box, data: Data) -> None:
    for token, row in enumerate(_exactly(data, "tokens", TOKENS)):
        _write(box.token_text[token], row)
        box.token_copies[token] = row.number("copies", 1, 3)
        box.city_spaces[token] = row.number("city_spaces", 1, PLACES)
        box.district_spaces[token] = row.number("district_spaces", 0, 3)
        box.token_draws[token] = _draws(row)
    if sum(box.token_copies[1:]) > LAND_CITIES - 1 or box.token_copies[0] != 1:
        raise BadData(f"tokens.csv: a nation has one capital and at most {LAND_CITIES - 1} other tokens")
    districts = (int(box.token_copies[k]) * (int(box.district_spaces[k]) + 2 * (k == MILITARY_TOKEN)) for k in (1, 2))
    most = int(box.city_spaces[0]) + sum(districts)
    if most > PLACES:
        raise BadData(f"tokens.csv: a city with all its districts would hold {most} buildings; {PLACES} is the most")
