"""The components: what the data must meet, and how a bad folder is refused."""

import pytest

from wartable.errors import BadData
from wartable.games.city_of_iron import GAME

ROWS = {name: GAME.data().table(name) for name in ("buildings", "cards", "lands", "towns", "goods")}


def copies(row):
    return sum(row.number(column) for column in ("copies", "copies_2", "copies_3"))


def test_the_numbers_of_components():
    """CI-1.1, CI-2.10, CI-2.13"""
    assert {deck: sum(copies(r) for r in ROWS["buildings"] if r.text("deck") == deck) for deck in "ABC"} == {
        "A": 26, "B": 22, "C": 18,
    }  # fmt: skip
    assert sum(row.number("copies_3") for row in ROWS["buildings"]) == 10
    assert sum(row.number("copies_2") for row in ROWS["buildings"]) == 12
    assert [sum(row.number("stars") == stars for row in ROWS["towns"]) for stars in (1, 2, 3, 0)] == [5, 5, 5, 7]
    cards = [(row.text("kind"), row.text("nation")) for row in ROWS["cards"]]
    assert cards.count(("citizen", "")) == 14
    assert cards.count(("military", "")) == 11
    assert len(cards) == 29


def test_the_lands():
    """CI-2.9, CI-9.7"""
    far = [row for row in ROWS["lands"] if row.number("distance")]
    assert len(ROWS["lands"]) - len(far) == 4
    assert all("grass" in row.words("types") for row in ROWS["lands"] if not row.number("distance"))
    assert {row.number("distance") for row in far} == {1, 2, 3, 4, 5}
    assert sum(row.text("vessel") == "ship" for row in far) >= 2
    assert sum(row.text("vessel") == "airship" for row in far) >= 2
    assert sum(row.text("mark") == "2" for row in far) == 2


def test_what_the_sample_round_needs():
    """CI-5.2: prices and goods that the rulebook's sample round implies."""
    at = {row.id: row for row in ROWS["buildings"]}
    assert 2 * at["turnip_farm"].number("coins") <= 7
    assert (at["turnip_farm"].number("count"), at["srika_pasture"].number("count")) == (3, 3)
    assert at["srika_pasture"].number("coins") <= 2
    assert at["srika_pasture_mixed"].number("coins") <= 1
    assert at["moss_garden"].number("coins") <= 6
    assert (at["moss_garden"].number("science"), at["moss_garden"].number("count")) == (1, 2)
    assert (at["academy"].number("coins"), at["academy"].number("gives_science")) == (5, 1)
    assert [row.number("first_coins") for row in ROWS["goods"]][:3] == [1, 1, 2]


def test_land_types_of_buildings_are_those_of_the_rulebook():
    """CI-5.5"""
    types = {row.text("name"): row.text("land") for row in ROWS["buildings"] if row.text("good")}
    assert types == {
        "Turnip Farm": "grass", "Srika Pasture": "grass", "Moss Garden": "forest", "Mine": "mountain", "Docks": "coast",
        "Salt Fields": "desert", "Factory": "mountain", "Demon Traders": "desert", "Silk Weaver": "jungle",
        "Crystal Caverns": "flying_island",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "value", "reason"),
    [
        ("buildings.mine.copies", "9", "deck A has 33 cards where the game has 26"),
        ("buildings.mine.coins", "dear", "buildings.csv, line 6 (mine): coins is 'dear', not a whole number"),
        ("buildings.mine.land", "swamp", "buildings.csv, line 6 (mine): land is 'swamp'"),
        ("buildings.mine.land", "", "buildings.csv, line 6 (mine): a building with goods needs a land type"),
        ("buildings.mine.count", "0", "buildings.csv, line 6 (mine): good and count must both be given"),
        ("cards.mayor.effect", "settle", "cards.csv, line 9 (mayor): every card has an action of its own"),
        ("cards.mayor.work", "0", "cards.csv, line 9 (mayor): every card has at least one skill symbol"),
        ("cards.mayor.kind", "military", "there are 13 citizens"),
        ("cards.mayor.nation", "arc", "there must be 25 cards without a nation"),
        ("cards.mayor.attack", "1", "cards.csv, line 9 (mayor): attack is 1, not from 0 to 0"),
        ("lands.red_hills.types", "moon", "lands.csv, line 7 (red_hills): there is no land type moon"),
        ("lands.red_hills.distance", "0", "5 starting lands"),
        ("towns.mudbrook.defence", "0", "towns.csv, line 2 (mudbrook): defence is 0"),
        ("towns.solara.effect", "chosen_good", "towns.csv, line 19 (snyle): only one town"),
        ("towns.solara.spaces", "2", "at most 2 towns can hold buildings"),
        ("goods.silk.first_points", "1", "goods.csv, line 10 (silk): first_points must not fall"),
        ("goods.turnips.second_points", "9", "goods.csv, line 2 (turnips): the second place must not score more"),
        ("bid_track.spot_4.coins", "1", "at least 4 spots must cost nothing"),
        ("bid_track.spot_10.coins", "2", "bid_track.csv, line 11 (spot_10): the spots must not get cheaper"),
        ("nations.arc.second_bid", "yes", "only one nation can bid a second time"),
        ("tokens.citizen.district_spaces", "3", "a city with all its districts would hold"),
        ("numbers.swept.value", "0", "numbers.csv, line 11 (swept): value is 0"),
    ],
)
def test_bad_data_is_refused_with_file_row_and_reason(cell, value, reason):
    """CI-1.1: components that break the game's facts are refused."""
    with pytest.raises(BadData) as refused:
        GAME.new_box({}, 2, cells={cell: value})
    assert reason in str(refused.value)


def test_a_replaced_value_changes_the_game():
    """CI-5.2"""
    assert GAME.new_box({}, 2, cells={"buildings.mine.coins": "1"}).face_coins[4] == 1


def test_a_replaced_file_is_checked_like_our_own():
    """CI-1.1"""
    text = (GAME.folder / "data" / "lands.csv").read_text("utf-8")
    box = GAME.new_box({}, 4, files={"lands.csv": text.replace("Red Hills,2", "Blue Hills,1")})
    assert box.land_distance[5] == 1
    with pytest.raises(BadData, match=r"lands\.csv, line 7 \(red_hills\): distance is 12, not from 0 to 9"):
        GAME.new_box({}, 4, files={"lands.csv": text.replace("Red Hills,2", "Red Hills,12")})
    with pytest.raises(BadData, match=r"lands\.csv: there are 11 rows where the game has 12"):
        GAME.new_box({}, 4, files={"lands.csv": "".join(text.splitlines(keepends=True)[:-1])})
