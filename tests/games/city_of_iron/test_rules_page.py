"""The lists of components in RULES.md say what the data files say."""

from collections.abc import Iterator

from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.box import text_of
from wartable.games.city_of_iron.state import CARDS, GOODS, LANDS, NONE, TOWNS
from wartable.games.city_of_iron.texts import (
    PILES,
    building_facts,
    card_name,
    effect_text,
    face_name,
    good_name,
    land_name,
    price,
    skills_text,
    town_facts,
    town_name,
    type_names,
)

BOX = GAME.new_box({"nations": True, "town_expansion": True}, 4)
PAGE = (GAME.folder / "RULES.md").read_text("utf-8")


def cards() -> Iterator[str]:
    for card in range(CARDS):
        cost = price(BOX.card_coins[card], BOX.card_science[card])
        attack = BOX.card_attack[card] or ""
        cells = (card_name(BOX, card), PILES[BOX.card_kind[card]], cost, attack, skills_text(BOX, card))
        yield f"| {' | '.join(map(str, cells))} | {effect_text(BOX, card)} | CI-7.{BOX.card_effect[card] + 1} |"


def buildings() -> Iterator[str]:
    for face in range(BOX.faces):
        ground = type_names(BOX, 1 << BOX.face_type[face]) if BOX.face_type[face] != NONE else ""
        cost = price(BOX.face_coins[face], BOX.face_science[face])
        copies, facts = BOX.face_copies[face], building_facts(BOX, face)
        yield f"| {face_name(BOX, face)} | {'ABC'[BOX.face_deck[face]]} | {copies} | {cost} | {ground} | {facts} |"


def towns() -> Iterator[str]:
    for town in range(TOWNS):
        stars = (BOX.town_pile[town] + 1) % 4
        yield f"| {town_name(BOX, town)} | {stars or 'none'} | {town_facts(BOX, town, 0)} |"


def lands() -> Iterator[str]:
    for land in range(LANDS):
        vessel = ("", "ship", "airship")[BOX.land_vessel[land]]
        types = type_names(BOX, BOX.land_types[land])
        yield f"| {land_name(BOX, land)} | {BOX.land_distance[land]} | {vessel} | {types} |"


def goods() -> Iterator[str]:
    for good in range(GOODS):
        cells = (BOX.good_first[good], BOX.good_second[good], BOX.good_coins[good], BOX.good_threshold[good])
        yield f"| {good_name(BOX, good)} | {' | '.join(map(str, cells))} |"


def test_the_cards_are_listed_in_full():
    """CI-1.5"""
    assert [line for line in cards() if line not in PAGE] == []


def test_the_buildings_towns_lands_and_goods_are_listed():
    """CI-1.2"""
    lines = [*buildings(), *towns(), *lands(), *goods()]
    assert [line for line in lines if line not in PAGE] == []
    assert all(text_of(BOX.nation_text[nation].name).split()[-1] in PAGE for nation in range(4))
