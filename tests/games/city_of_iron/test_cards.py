"""Chapters 6 and 7: paying with cards, and the action of each card."""

import pytest

from wartable.games.city_of_iron.state import CITIZEN, MILITARY

from .positions import (
    CARD,
    FACE,
    GOOD,
    LAND,
    drop,
    give,
    goods,
    hand,
    have,
    lay_row,
    only,
    own,
    row,
    settle,
    stand,
    table,
)


def discards(t, seat, kind):
    side = t.s.sides[seat]
    names = {number: name for name, number in CARD.items()}
    return [names[card] for card in side.discard[kind, : side.discard_count[kind]].tolist()]


def piles_empty(t, seat):
    """All cards that are not in the hand leave the piles for the cards to purchase."""
    side = t.s.sides[seat]
    for kind in (CITIZEN, MILITARY):
        for card in [c for pile in (side.draw, side.discard) for c in pile[kind].tolist() if c >= 0]:
            side.shop |= 1 << card
        side.draw[kind] = side.discard[kind] = -1
        side.draw_count[kind] = side.discard_count[kind] = 0
    side.discarded = 0


def test_a_card_must_be_in_the_hand():
    """CI-6.1"""
    t = table(2)
    assert t.refused(0, "play-merchant") == "CI-6.1"
    assert t.refused(0, "play-cartographer") == "CI-6.1"


def test_the_price_in_coins_of_an_action_is_paid():
    """CI-6.2"""
    t = table(2)
    only(t, 0, "scholar", "cartographer")
    t.s.sides[0].coins = 0
    assert t.refused(0, "play-scholar") == "CI-6.2"
    t.s.sides[0].coins = 1
    t.play(0, "play-scholar", "lay-cartographer")
    assert t.s.sides[0].coins == 0


def test_skills_are_paid_with_other_cards_of_either_kind():
    """CI-6.3"""
    t = table(2)
    only(t, 0, "mayor", "engineer", "inventor", "soldier")
    t.play(0, "play-mayor", "token-citizen")
    assert t.legal(0) == {"lay-engineer", "lay-inventor", "lay-mayor", "back"}
    assert t.refused(0, "lay-cartographer") == "CI-6.3"
    t.play(0, "lay-inventor")
    assert t.s.sides[0].cities[0].spaces == 7


def test_the_card_with_the_action_does_not_give_its_own_skills():
    """CI-6.4"""
    t = table(2)
    only(t, 0, "mayor", "scholar")
    assert t.refused(0, "play-mayor") == "CI-6.3"
    give(t, 0, "cartographer")
    t.play(0, "play-mayor", "token-military", "lay-mayor", "lay-scholar", "lay-cartographer")
    assert t.s.sides[0].cities[0].spaces == 6


def test_payment_may_be_more_than_asked_but_no_card_without_use_is_added():
    """CI-6.5"""
    t = table(2)
    only(t, 0, "scholar", "engineer", "soldier")
    t.play(0, "play-scholar")
    assert t.refused(0, "lay-soldier") == "CI-6.5"
    t.play(0, "lay-engineer")
    assert t.s.sides[0].science == 1


def test_a_last_card_that_makes_an_earlier_one_superfluous_is_not_laid():
    """CI-6.5: in a fight; the Soldier is not needed beside the Iron Dragon."""
    t = table(2)
    only(t, 0, "soldier", "iron-dragon", "captain", "spy")
    t.play(0, "attack-mudbrook", "lay-captain", "hit-soldier")
    assert t.legal(0) == {"hit-spy", "back"}
    assert t.refused(0, "hit-iron-dragon") == "CI-6.5"


def test_a_card_is_not_laid_where_only_a_superfluous_payment_is_left():
    """CI-4.6, CI-6.5: after the Soldier only the Iron Dragon could fight, and would not need the Soldier."""
    t = table(2)
    only(t, 0, "soldier", "iron-dragon", "merchant")
    t.play(0, "attack-mudbrook")
    assert t.legal(0) == {"hit-iron-dragon", "lay-merchant", "lay-soldier", "back"}
    assert t.refused(0, "hit-soldier") == "CI-4.6"
    t.play(0, "hit-iron-dragon", "lay-soldier")
    assert hand(t, 0) == {"merchant"}


def test_no_card_is_superfluous_in_a_payment_of_work_or_of_distance():
    """CI-6.5"""
    t = table(4)
    only(t, 0, "mayor", "scholar", "engineer", "cartographer")
    t.play(0, "play-mayor", "token-citizen", "lay-scholar")
    assert t.refused(0, "lay-engineer") == "CI-6.5"
    t.play(0, "lay-cartographer")
    only(t, 1, "explorer", "soldier", "merchant", "spy")
    t.play(1, "play-explorer", "land-red-hills", "token-citizen", "lay-soldier")
    assert t.refused(1, "lay-spy") == "CI-6.5"
    t.play(1, "lay-merchant")
    assert hand(t, 1) == {"spy"}


def test_a_vessel_that_is_asked_for_is_never_superfluous():
    """CI-6.5, CI-9.7"""
    t = table(4)
    only(t, 0, "explorer", "spy", "soldier", "scout-ship", "magician")
    t.play(0, "play-explorer", "land-far-shore", "token-citizen", "lay-spy", "lay-magician", "lay-scout-ship")
    assert hand(t, 0) == {"soldier"}


def test_a_paid_part_takes_no_more_cards():
    """CI-6.5"""
    t = table(2)
    only(t, 0, "captain", "spy", "iron-soldier")
    t.play(0, "attack-mudbrook", "lay-spy")
    assert t.refused(0, "lay-captain") == "CI-6.5"
    assert t.refused(0, "lay-spy") == "CI-6.6"


def test_cards_are_discarded_in_the_order_in_which_they_are_laid():
    """CI-6.6"""
    t = table(2)
    only(t, 0, "mayor", "scholar", "cartographer")
    piles_empty(t, 0)
    t.play(0, "play-mayor", "token-citizen", "lay-cartographer", "lay-mayor", "lay-scholar")
    assert discards(t, 0, CITIZEN) == ["cartographer", "mayor", "scholar"]


def test_the_card_with_the_action_is_laid_last_by_itself():
    """CI-6.6"""
    t = table(2)
    only(t, 0, "mayor", "scholar", "inventor")
    piles_empty(t, 0)
    t.play(0, "play-mayor", "token-citizen", "lay-inventor")
    assert discards(t, 0, CITIZEN) == ["mayor"]
    assert discards(t, 0, MILITARY) == ["inventor"]


def test_cards_lie_on_their_piles_before_the_action_takes_effect():
    """CI-6.7"""
    t = table(2)
    only(t, 0, "cartographer")
    piles_empty(t, 0)
    drop(t, 0, "mayor")
    t.play(0, "play-cartographer")
    assert hand(t, 0) == {"mayor", "cartographer"}


def test_a_card_action_is_the_action_of_the_turn_unless_it_is_free():
    """CI-6.8"""
    t = table(2)
    give(t, 0, "tax-collector", "captain")
    t.play(0, "play-tax-collector")
    assert t.due == {0}
    t.play(0, "play-captain")
    assert t.due == {1}


def test_every_free_action_is_discarded_by_itself():
    """CI-6.9"""
    t = table(2)
    only(t, 0, "tax-collector", "arms-dealer")
    piles_empty(t, 0)
    drop(t, 0, "soldier", "captain")
    t.play(0, "play-tax-collector")
    assert discards(t, 0, CITIZEN) == ["tax-collector"]
    t.play(0, "play-arms-dealer")
    assert discards(t, 0, CITIZEN) == ["tax-collector", "arms-dealer"]


def test_every_card_has_an_action_of_its_own_and_at_least_three_are_free():
    """CI-6.8"""
    box = table(2).box
    assert len(set(box.card_effect.tolist())) == 29
    assert sum(box.card_free.tolist()) >= 3


def test_scholar():
    """CI-7.1"""
    t = table(2)
    only(t, 0, "scholar", "cartographer")
    t.play(0, "play-scholar", "lay-cartographer")
    assert (t.s.sides[0].coins, t.s.sides[0].science) == (6, 1)


def test_cartographer_draws_two_citizens():
    """CI-7.2"""
    t = table(2)
    only(t, 0, "cartographer")
    drop(t, 0, "mayor", "merchant", "engineer")
    t.play(0, "play-cartographer")
    assert hand(t, 0) == {"scholar", "mayor"}


def test_cargo_ship_gains_a_coin_for_each_kind_of_good():
    """CI-7.3"""
    t = table(2)
    only(t, 0, "cargo-ship", "engineer")
    have(t, 0, turnips=3, ore=1, silk=2)
    t.play(0, "play-cargo-ship", "lay-engineer")
    assert t.s.sides[0].coins == 10
    have(t, 1, turnips=1, srikas=1, ore=1, salt=1, silk=1)
    only(t, 1, "cargo-ship", "engineer")
    t.play(1, "play-cargo-ship", "lay-engineer")
    assert t.s.sides[1].coins == 11


def test_cloud_skimmer_discards_a_card_of_the_row_for_coins():
    """CI-7.4"""
    t = table(2)
    only(t, 0, "cloud-skimmer")
    t.play(0, "play-cloud-skimmer", "store-f")
    assert (t.s.sides[0].coins, t.s.junk[FACE["mine"]], t.s.sides[0].stored_count) == (10, 1, 0)
    assert row(t)[5] == "-"


def test_engineer_builds_for_less():
    """CI-7.5"""
    t = table(2)
    only(t, 0, "engineer", "scholar")
    lay_row(t, "academy", "turnip-farm", "moss-garden")
    t.play(0, "play-engineer")
    assert t.refused(0, "build-c") == "CI-5.3"
    t.play(0, "build-a", "lay-scholar")
    assert (t.s.sides[0].coins, t.s.sides[0].gives_science) == (6, 1)


def test_explorer_settles():
    """CI-7.6, CI-9.5"""
    t = table(4)
    only(t, 0, "explorer", "soldier")
    t.play(0, "play-explorer", "token-citizen", "lay-soldier")
    assert t.s.land_owner[LAND["fern-valley"]] == 0
    assert t.s.sides[0].cities[1].spaces == 3


def test_arms_dealer_draws_two_military_cards_for_a_coin():
    """CI-7.7"""
    t = table(2)
    give(t, 0, "arms-dealer")
    t.play(0, "play-arms-dealer")
    assert hand(t, 0) == {"scholar", "captain", "soldier"}
    assert t.s.sides[0].coins == 6
    assert t.due == {0}


def test_mayor_adds_a_district():
    """CI-7.8, CI-9.3"""
    t = table(2)
    only(t, 0, "mayor", "engineer")
    t.play(0, "play-mayor", "token-citizen", "lay-engineer")
    assert t.s.sides[0].cities[0].spaces == 7
    assert t.s.sides[0].draws.tolist() == [2, 0]


def test_merchant_gains_four_coins():
    """CI-7.9"""
    t = table(2)
    only(t, 0, "merchant", "scholar")
    t.play(0, "play-merchant", "lay-scholar")
    assert t.s.sides[0].coins == 11


def test_junkbot_takes_back_the_last_discard_and_lies_on_the_pile_after_that():
    """CI-7.10"""
    t = table(2)
    only(t, 0, "junkbot")
    piles_empty(t, 0)
    drop(t, 0, "mayor", "merchant")
    t.play(0, "play-junkbot")
    assert hand(t, 0) == {"merchant"}
    assert discards(t, 0, CITIZEN) == ["mayor", "junkbot"]
    assert t.due == {0}


def test_junkbot_chooses_between_the_piles():
    """CI-7.10"""
    t = table(2)
    only(t, 0, "junkbot")
    piles_empty(t, 0)
    drop(t, 0, "mayor")
    drop(t, 0, "soldier")
    t.play(0, "play-junkbot")
    assert t.legal(0) == {"draw-citizen", "draw-military", "back"}
    t.play(0, "draw-military")
    assert hand(t, 0) == {"soldier"}
    only(t, 1, "junkbot")
    piles_empty(t, 1)
    drop(t, 1, "mayor")
    t.s.sides[1].stored_count = 0
    t.play(0, "tax")
    t.play(1, "play-junkbot")
    assert hand(t, 1) == {"mayor"}


def test_an_empty_discard_pile_has_nothing_to_recover():
    """CI-7.10"""
    t = table(2)
    only(t, 0, "junkbot")
    piles_empty(t, 0)
    drop(t, 0, "mayor")
    t.s.plan.act = 3
    t.s.plan.card = CARD["junkbot"]
    assert t.refused(0, "draw-military") == "CI-7.10"


def test_scientist_turns_two_coins_into_two_science():
    """CI-7.11"""
    t = table(2)
    only(t, 0, "scientist", "scholar")
    t.play(0, "play-scientist", "lay-scholar")
    assert (t.s.sides[0].coins, t.s.sides[0].science) == (5, 2)


def test_scout_ship_draws_one_of_each_kind():
    """CI-7.12"""
    t = table(2)
    only(t, 0, "scout-ship")
    t.play(0, "play-scout-ship")
    assert hand(t, 0) == {"cartographer", "captain"}


def test_tax_collector_gains_a_coin_for_each_city():
    """CI-7.13"""
    t = table(4)
    settle(t, 0, "red-hills")
    give(t, 0, "tax-collector")
    t.play(0, "play-tax-collector")
    assert t.s.sides[0].coins == 9
    assert t.due == {0}


def test_wyvern_ship_stores_a_building_card_for_free():
    """CI-7.14"""
    t = table(2)
    give(t, 0, "wyvern-ship")
    t.play(0, "play-wyvern-ship", "store-f")
    assert t.s.sides[0].stored[FACE["mine"]] == 1
    assert t.due == {0}


def test_soldier_gains_two_coins():
    """CI-7.15"""
    t = table(2)
    only(t, 0, "soldier", "scholar")
    t.play(0, "play-soldier", "lay-scholar")
    assert t.s.sides[0].coins == 9


def test_captain_draws_two_military_cards():
    """CI-7.16"""
    t = table(2)
    only(t, 0, "captain")
    drop(t, 0, "spy")
    t.play(0, "play-captain")
    assert hand(t, 0) == {"soldier", "spy"}


def test_inventor_builds_for_less_science():
    """CI-7.17"""
    t = table(2)
    only(t, 0, "inventor", "scholar")
    lay_row(t, "moss-garden", "turnip-farm")
    t.play(0, "play-inventor", "build-a", "lay-scholar")
    assert goods(t, 0) == {"glow-moss": 2}
    assert (t.s.sides[0].coins, t.s.sides[0].science) == (2, 0)


def test_iron_dragon_takes_a_coin_from_everyone_who_has_one():
    """CI-7.18"""
    t = table(4)
    only(t, 0, "iron-dragon")
    t.s.sides[2].coins = 0
    t.play(0, "play-iron-dragon")
    assert [side.coins for side in t.s.sides] == [9, 6, 0, 6]


def test_iron_guard_gains_coins_for_towns():
    """CI-7.19"""
    t = table(2)
    own(t, 0, "mudbrook", "woolstead")
    only(t, 0, "iron-guard")
    t.play(0, "play-iron-guard")
    assert t.s.sides[0].coins == 10


def test_iron_soldier_gains_coins_for_the_military_cards_in_hand():
    """CI-7.20"""
    t = table(2)
    only(t, 0, "iron-soldier", "captain", "soldier", "mayor")
    t.play(0, "play-iron-soldier")
    assert t.s.sides[0].coins == 10


def test_machinist_builds_a_stored_building_for_less():
    """CI-7.21"""
    t = table(2)
    only(t, 0, "machinist", "scholar")
    t.s.sides[0].stored[FACE["academy"]] = 1
    t.s.sides[0].stored_count = 1
    t.s.sides[0].coins = 0
    t.play(0, "play-machinist", "lay-scholar")
    assert (t.s.sides[0].gives_science, t.s.sides[0].coins, t.s.sides[0].stored_count) == (1, 0, 0)


def test_machinist_does_not_build_from_the_row():
    """CI-7.21"""
    t = table(2)
    only(t, 0, "machinist", "scholar")
    t.s.sides[0].stored[FACE["academy"]] = t.s.sides[0].stored[FACE["barracks"]] = 1
    t.s.sides[0].stored_count = 2
    t.play(0, "play-machinist")
    assert t.refused(0, "build-a") == "CI-7.21"


def test_magician_turns_two_coins_into_science_for_free():
    """CI-7.22"""
    t = table(2)
    give(t, 0, "magician")
    t.play(0, "play-magician")
    assert (t.s.sides[0].coins, t.s.sides[0].science) == (5, 1)
    assert t.due == {0}


def test_sharp_shooter_draws_a_military_card_for_free():
    """CI-7.23"""
    t = table(2)
    only(t, 0, "sharp-shooter")
    t.play(0, "play-sharp-shooter")
    assert hand(t, 0) == {"captain"}
    assert t.due == {0}


def test_spy_takes_coins_from_a_rival():
    """CI-7.24"""
    t = table(3)
    only(t, 0, "spy")
    t.s.sides[1].coins = 2
    t.play(0, "play-spy")
    assert t.refused(0, "rival-0") == "CI-7.24"
    t.play(0, "rival-1")
    assert (t.s.sides[0].coins, t.s.sides[1].coins, t.s.sides[2].coins) == (9, 0, 7)


def test_warship_gains_coins_for_first_places():
    """CI-7.25"""
    t = table(2)
    only(t, 0, "warship")
    have(t, 0, turnips=3, ore=1, silk=2)
    have(t, 1, turnips=3, silk=5)
    t.play(0, "play-warship")
    assert t.s.sides[0].coins == 9


def nations_table(name):
    """Two players with nations; seat 0 leads the one that is named."""
    t = table(2, nations=True)
    wanted = {"arc": 0, "cresarians": 1, "hogmen": 2, "toads": 3}[name]
    t.s.sides[0].nation = wanted
    t.s.sides[1].nation = (wanted + 1) % 4
    return t


def test_genius_gains_two_science():
    """CI-7.26"""
    t = nations_table("cresarians")
    only(t, 0, "genius", "scholar")
    t.play(0, "play-genius", "lay-scholar")
    assert (t.s.sides[0].science, t.s.sides[0].coins) == (2, 7)


def test_gunslinger_gains_a_coin_for_free():
    """CI-7.27"""
    t = nations_table("hogmen")
    only(t, 0, "gunslinger")
    t.play(0, "play-gunslinger")
    assert t.s.sides[0].coins == 8
    assert t.due == {0}


def test_strategist_draws_three_cards():
    """CI-7.28"""
    t = nations_table("hogmen")
    only(t, 0, "strategist")
    drop(t, 0, "spy", "merchant")
    t.play(0, "play-strategist")
    assert len(hand(t, 0)) == 3
    assert t.s.sides[0].hand_count.tolist() == [1, 2]


def test_fixer_destroys_a_building_for_its_price():
    """CI-7.29"""
    t = nations_table("toads")
    only(t, 0, "fixer")
    stand(t, 0, "turnip-farm", "docks")
    t.play(0, "play-fixer")
    assert t.refused(0, "spot-1c") == "CI-7.29"
    t.play(0, "spot-1b")
    assert (t.s.sides[0].coins, goods(t, 0), t.s.junk[FACE["docks"]]) == (12, {"turnips": 3}, 1)


def test_a_price_never_falls_below_nothing():
    """CI-7.30"""
    t = table(2)
    only(t, 0, "engineer", "scholar")
    t.play(0, "play-engineer", "build-d", "lay-scholar")
    assert t.s.sides[0].coins == 7


@pytest.mark.parametrize(
    "card",
    [
        *("cloud-skimmer", "wyvern-ship", "junkbot", "spy", "iron-dragon", "fixer"),
        *("arms-dealer", "sharp-shooter", "machinist"),
    ],
)
def test_a_card_without_a_target_cannot_be_played(card):
    """CI-7.31"""
    t = nations_table("toads")
    only(t, 0, card, "engineer")
    piles_empty(t, 0)
    lay_row(t)
    t.s.sides[1].coins = 0
    assert t.refused(0, f"play-{card}") == "CI-7.31"


@pytest.mark.parametrize("card", ["captain", "cartographer", "scout-ship", "strategist"])
def test_a_card_that_finds_nothing_else_draws_itself(card):
    """CI-6.7, CI-7.31: it lies on its discard pile before it takes effect."""
    t = nations_table("hogmen")
    only(t, 0, card, "engineer")
    piles_empty(t, 0)
    t.play(0, f"play-{card}")
    assert hand(t, 0) == {card, "engineer"}
    assert t.s.turns == 1


def test_a_free_card_is_not_played_to_draw_itself():
    """CI-7.31: it could be played for ever."""
    t = table(2)
    only(t, 0, "sharp-shooter")
    piles_empty(t, 0)
    assert t.refused(0, "play-sharp-shooter") == "CI-7.31"


def test_an_empty_place_of_the_row_is_no_target():
    """CI-7.31"""
    t = table(2)
    only(t, 0, "wyvern-ship")
    t.s.row[0] = -1
    t.play(0, "play-wyvern-ship")
    assert t.refused(0, "store-a") == "CI-7.31"


def test_goods_are_named_from_cheap_to_dear():
    """CI-7.3: ten kinds of goods."""
    assert list(GOOD) == [
        *("turnips", "srikas", "glow-moss", "ore", "tentacles", "salt", "machine-parts", "demons", "silk", "crystals")
    ]
