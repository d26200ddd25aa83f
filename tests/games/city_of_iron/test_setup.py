"""Chapters 1 and 2: what lies on the table, what is open and what is secret, and how a game begins."""

import pytest

from wartable.core.frames import NATURE, SPECTATOR
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.box import text_of
from wartable.games.city_of_iron.state import CITIZEN, MILITARY, NONE, Kind
from wartable.games.city_of_iron.view.view import scene
from wartable.testing import Table

from .positions import CARD, FACE, HOMES, LAND, NATIONS, TOWN, asked, drop, give, hand, own, row, set_up, stand, table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players_each_have_four_tokens_and_three_actions(seats):
    """CI-1.1"""
    t = table(seats)
    assert t.box.seats == seats
    assert t.s.sides[0].tokens.tolist() == [0, 2, 1]
    for number in range(3 * seats):
        assert t.due == {number % seats}
        t.play(number % seats, "tax")
    assert asked(t) == Kind.DEAL_BUILDING


def test_what_lies_open_is_seen_by_everyone():
    """CI-1.2"""
    t = table()
    stand(t, 1, "mine", city=0)
    own(t, 1, "mudbrook")
    t.s.sides[1].stored[FACE["docks"]] = 1
    for viewer in (SPECTATOR, 0, 3):
        seen = t.view(viewer)
        for field in ("coins", "science", "points", "income", "stored_count"):
            assert getattr(seen.sides[1], field) == getattr(t.s.sides[1], field)
        assert seen.sides[1].goods.tolist() == t.s.sides[1].goods.tolist()
        assert seen.sides[1].cities[0].built.tolist() == t.s.sides[1].cities[0].built.tolist()
        assert seen.sides[1].stored.tolist() == t.s.sides[1].stored.tolist()
        for field in ("row", "junk", "pile", "open_towns", "town_owner", "land_owner", "spots"):
            assert getattr(seen, field).tolist() == getattr(t.s, field).tolist()


def test_a_hand_is_secret_but_its_size_is_open():
    """CI-1.3"""
    t = table()
    give(t, 1, "mayor", "spy")
    seen = t.view(0)
    assert seen.sides[1].hand == 0
    assert seen.sides[1].hand_count.tolist() == [2, 1]
    assert t.view(1).sides[1].hand == t.s.sides[1].hand != 0


def test_the_order_of_piles_is_known_to_their_owner_alone_save_the_last_discard():
    """CI-1.4"""
    t = table()
    drop(t, 1, "mayor", "merchant", "junkbot")
    seen = t.view(0).sides[1]
    assert seen.discard_count[CITIZEN] == 3
    assert seen.discard[CITIZEN, 2] == CARD["junkbot"]
    assert seen.discard[CITIZEN, :2].tolist() == [NONE, NONE]
    assert seen.draw[MILITARY].tolist() == [NONE] * 16
    assert seen.draw_count[MILITARY] == 2
    assert t.view(1).sides[1].draw[MILITARY, :2].tolist() == [CARD["soldier"], CARD["captain"]]


def test_which_cards_are_owned_is_open_where_they_are_is_not():
    """CI-1.5"""
    t = table()
    give(t, 1, "mayor")
    seen = t.view(0).sides[1]
    assert not seen.shop >> CARD["mayor"] & 1
    assert seen.shop == t.s.sides[1].shop
    assert seen.hand == 0


def test_which_cards_lie_in_a_discard_pile_is_open_their_order_is_not():
    """CI-1.5"""
    t, other = table(), table()
    drop(t, 1, "mayor", "merchant", "junkbot")
    drop(other, 1, "merchant", "mayor", "junkbot")
    seen = t.view(0).sides[1]
    assert seen.discarded == sum(1 << CARD[card] for card in ("mayor", "merchant", "junkbot"))
    assert seen.tobytes() == other.view(0).sides[1].tobytes()
    assert t.view(1).sides[1].tobytes() != other.view(1).sides[1].tobytes()


def labels(t: Table, viewer: int) -> str:
    return "\n".join(thing.label for thing in scene(t.view(viewer), t.box, viewer).things)


def test_a_player_may_look_through_the_own_piles_and_through_the_towns():
    """CI-1.2, CI-1.4"""
    t = table()
    drop(t, 0, "mayor", "merchant", "junkbot")
    own, rival = labels(t, 0), labels(t, 1)
    assert "citizen discards: 3, from the top: Junkbot, Merchant, Mayor" in own
    assert "military draw pile: 2 cards, from the top: Captain, Soldier" in own
    assert "Junkbot, Merchant, Mayor" not in rival
    assert "3 discarded, Junkbot on top" in rival
    town = t.s.open_towns[0]
    pile = t.box.town_pile[town]
    below = [text_of(t.box.town_text[k].name) for k in t.s.pile[pile, 1 : t.s.pile_count[pile]]]
    assert all(f"; then {name}: defence " in rival for name in below)


def test_coins_and_science_never_run_out():
    """CI-1.6"""
    t = table()
    t.s.sides[0].coins = 900
    t.s.sides[0].science = 900
    t.play(0, "science")
    assert (t.s.sides[0].coins, t.s.sides[0].science) == (896, 901)


def test_only_a_player_whose_decision_is_asked_acts_and_only_by_answering_it():
    """CI-1.7"""
    t = table()
    assert t.refused(1, "tax") == "CI-1.7"
    assert t.refused(0, "top-mayor") == "CI-1.7"
    assert t.refused(0, "done") == "CI-1.7"


def test_without_the_option_nations_differ_in_name_only():
    """CI-2.1"""
    t = set_up(4)
    assert [side.nation for side in t.s.sides] == [0, 1, 2, 3]
    specials = [CARD[name] for name in ("genius", "gunslinger", "strategist", "fixer")]
    assert all(not side.shop >> card & 1 for side in t.s.sides for card in specials)
    assert len({side.shop for side in t.s.sides}) == 1
    assert t.box.second_bid.sum() == t.box.moves_buildings.sum() == t.box.free_study.sum() == 0


def test_nations_are_chosen_in_the_order_of_the_seats_and_none_twice():
    """CI-2.2"""
    t = Table(GAME, {"nations": True}, 3)
    assert t.due == {0}
    t.play(0, "nation-toads")
    assert t.due == {1}
    assert t.refused(1, "nation-toads") == "CI-2.2"
    t.play(1, "nation-arc")
    t.play(2, "nation-hogmen")
    assert [t.s.sides[seat].nation for seat in range(3)] == [3, 0, 2]


def at_the_lands(seats: int) -> Table:
    """A table at which the boards are chosen, and the lands are next."""
    t = Table(GAME, {}, seats)
    for seat in range(seats):
        t.play(seat, f"nation-{NATIONS[seat]}")
    return t


def test_without_the_option_each_player_still_chooses_a_board():
    """CI-2.1, CI-2.2"""
    t = Table(GAME, {}, 2)
    assert t.legal(0) == {f"nation-{name}" for name in NATIONS}
    t.play(0, "nation-toads")
    assert t.refused(1, "nation-toads") == "CI-2.2"
    t.play(1, "nation-arc")
    assert [t.s.sides[seat].nation for seat in (0, 1)] == [3, 0]
    assert t.legal(0) == {f"land-{home}" for home in HOMES}


def test_each_player_takes_a_starting_land_that_is_left():
    """CI-2.3"""
    t = at_the_lands(2)
    assert t.legal(0) == {"land-meadowood", "land-high-pasture", "land-green-bay", "land-dry-steppe"}
    assert t.refused(0, "land-red-hills") == "CI-2.3"
    t.play(0, "land-dry-steppe")
    assert t.due == {1}
    assert t.refused(1, "land-dry-steppe") == "CI-2.3"
    city = t.s.sides[0].cities[0]
    assert (city.land, city.spaces, city.count) == (LAND["dry-steppe"], 5, 0)
    t.play(1, "land-green-bay")
    assert [t.s.land_owner[LAND[name]] for name in ("meadowood", "high-pasture")] == [NONE, NONE]


def test_starting_piles_are_captain_and_soldier_scholar_and_cartographer_in_the_order_the_owner_chooses():
    """CI-2.4, CI-2.5"""
    t = at_the_lands(2)
    t.play(0, "land-meadowood")
    t.play(1, "land-green-bay")
    assert t.legal(0) == {"top-captain", "top-soldier"}
    assert t.refused(0, "top-mayor") == "CI-2.4"
    t.play(0, "top-soldier")
    assert t.legal(0) == {"top-scholar", "top-cartographer"}
    t.play(0, "top-cartographer")
    side = t.s.sides[0]
    assert side.draw[MILITARY, :2].tolist() == [CARD["captain"], CARD["soldier"]]
    assert side.draw[CITIZEN, :2].tolist() == [CARD["scholar"], CARD["cartographer"]]
    assert t.due == {1}


def test_a_card_stands_in_a_pile_once():
    """CI-2.5"""
    t = Table(GAME, {"nations": True}, 2)
    t.play(0, "nation-toads")
    t.play(1, "nation-arc")
    t.play(0, "land-meadowood")
    t.play(1, "land-green-bay")
    t.play(0, "top-captain")
    t.play(0, "top-fixer")
    assert t.refused(0, "top-fixer") == "CI-2.5"
    t.play(0, "top-scholar")
    assert t.s.sides[0].draw[CITIZEN, :3].tolist() == [CARD["cartographer"], CARD["scholar"], CARD["fixer"]]


def test_the_order_of_a_starting_pile_is_not_told_to_others():
    """CI-1.4, CI-2.5"""
    t = at_the_lands(2)
    t.play(0, "land-meadowood")
    t.play(1, "land-green-bay")
    t.play(0, "top-soldier")
    assert "Soldier" in t.told(0)[0].text
    assert "Soldier" not in t.told(1)[0].text


def test_all_other_cards_can_be_purchased():
    """CI-2.6"""
    side = set_up(4).s.sides[2]
    names = {name for name, card in CARD.items() if side.shop >> card & 1}
    assert len(names) == 21
    assert names.isdisjoint({"captain", "soldier", "scholar", "cartographer"})


def test_everyone_begins_with_seven_coins_no_science_and_an_income_of_two():
    """CI-2.7"""
    t = set_up(3)
    assert [(side.coins, side.science, side.income) for side in t.s.sides[:3]] == [(7, 0, 2)] * 3


def test_everyone_draws_one_citizen_card_at_the_start():
    """CI-2.8"""
    t = set_up(4)
    for seat in range(4):
        assert hand(t, seat) == {"scholar"}
        assert t.s.sides[seat].draw_count.tolist() == [1, 2]


def test_lands_marked_two_are_out_of_a_game_of_two():
    """CI-2.9"""
    two, three = GAME.new_box({}, 2), GAME.new_box({}, 3)
    assert {name for name, land in LAND.items() if not two.land_in_play[land]} == {"fern-valley", "old-dunes"}
    assert all(three.land_in_play)
    t = table(2)
    give(t, 0, "explorer", "cartographer", "captain", "spy")
    t.play(0, "play-explorer")
    assert t.refused(0, "land-fern-valley") == "CI-9.5"


@pytest.mark.parametrize(("seats", "sizes"), [(4, [26, 22, 18]), (3, [22, 19, 15]), (2, [17, 15, 12])])
def test_marked_building_cards_are_removed_by_the_number_of_players(seats, sizes):
    """CI-2.10"""
    box = GAME.new_box({}, seats)
    assert [int(box.face_copies[box.face_deck == deck][: box.faces].sum()) for deck in range(3)] == [
        sizes[0] if deck == 0 else sizes[deck] for deck in range(3)
    ]


def test_the_first_row_comes_from_deck_a_each_card_as_likely_as_its_copies():
    """CI-2.11"""
    t = at_the_lands(4)
    for seat, home in enumerate(("meadowood", "high-pasture", "green-bay", "dry-steppe")):
        t.play(seat, f"land-{home}")
    for seat in range(4):
        t.play(seat, "top-captain", "top-scholar")
    assert t.due == {NATURE}
    assert t.odds() == {
        "deal-turnip-farm": 5, "deal-srika-pasture": 3, "deal-srika-pasture-mixed": 3, "deal-moss-garden": 4,
        "deal-mine": 4, "deal-academy": 3, "deal-barracks": 2, "deal-guild-hall": 2,
    }  # fmt: skip
    assert t.refusal(0, t.find(0, "deal-mine")) == "CI-2.11"
    t.roll("deal-barracks", "deal-barracks")
    assert "deal-barracks" not in t.odds()


@pytest.mark.parametrize(("seats", "places"), [(2, 7), (3, 10), (4, 12)])
def test_the_row_has_seven_ten_or_twelve_places(seats, places):
    """CI-2.12"""
    t = set_up(seats)
    assert len(row(t)) == places
    assert "-" not in row(t)
    assert all(face == NONE for face in t.s.row[places:])


@pytest.mark.parametrize(
    ("seats", "out"),
    [(4, set()), (3, {"cinderwell", "hexgrove"}), (2, {"cinderwell", "hexgrove", "pickhollow", "ironmouth"})],
)
def test_towns_with_demons_or_ore_are_removed_by_the_number_of_players(seats, out):
    """CI-2.13"""
    box = GAME.new_box({}, seats)
    starred = {name for name, town in TOWN.items() if box.town_pile[town] != 3}
    assert {name for name in starred if not box.town_in_play[TOWN[name]]} == out


def test_one_town_of_each_pile_lies_open_and_the_order_is_chance():
    """CI-2.13"""
    t = set_up(4)
    assert t.s.pile_count.tolist() == [5, 5, 5, 0]
    assert t.s.open_towns.tolist() == [TOWN["mudbrook"], TOWN["ironmouth"], TOWN["cogminster"], NONE, NONE, NONE]
    assert t.refusal(0, t.find(0, "town-mudbrook")) == "CI-2.13"


def test_chance_gives_the_first_order_of_bids():
    """CI-2.14"""
    t = set_up(4, bidders=(2, 0, 3))
    assert t.s.bidders.tolist() == [2, 0, 3, 1]
    assert t.due == {2}
    assert t.refusal(2, t.find(2, "first-1")) == "CI-2.14"
