"""Chapters 10, 11 and 12: the end of a round, scoring, and the end of the game."""

import numpy as np
import pytest

from wartable.core import generic
from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.numbers.chance import draw, generator
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.state import FROM_DISCARDS, NONE, Kind

from .positions import (
    CARD,
    FACE,
    GOOD,
    TOWN,
    asked,
    bid_in_order,
    deal,
    drop,
    give,
    hand,
    have,
    lay_row,
    next_round,
    only,
    own,
    row,
    settle,
    stand,
    table,
    tax_out,
)


def empty_deck(t, deck):
    """The deck is drawn to its last card: its Score card is next."""
    for face in range(t.box.faces):
        if t.box.face_deck[face] == deck:
            t.s.left[face] = 0


def last_round(t):
    """This round is the last one."""
    t.s.score_cards = 3
    t.s.deck = FROM_DISCARDS
    t.s.due_score = 1
    t.s.scorings = 2


def finish(t):
    """Everyone taxes to the end of the game; gives each seat's points."""
    coins = [int(side.coins) for side in t.s.sides]
    tax_out(t)
    assert t.s.head.over
    assert [int(side.coins) for side in t.s.sides[: t.box.seats]] == [c + 3 for c in coins[: t.box.seats]]
    return [int(side.points) for side in t.s.sides[: t.box.seats]]


def quiet(t):
    """Nobody stands out: no bonus goes to anybody (lands, cards and coins are equal already)."""
    for seat in range(t.box.seats):
        t.s.sides[seat].coins = 10


def test_the_four_leftmost_cards_are_discarded():
    """CI-10.1"""
    t = table(2)
    lay_row(t, "mine", "turnip-farm", "mine", "academy", "barracks", "guild-hall", "moss-garden")
    t.s.row[1] = NONE
    tax_out(t)
    assert row(t)[:2] == ["guild-hall", "moss-garden"]
    assert [int(t.s.junk[FACE[name]]) for name in ("mine", "academy", "barracks", "turnip-farm")] == [2, 1, 1, 0]


def test_the_others_slide_left_and_the_row_is_filled_from_the_left():
    """CI-10.2"""
    t = table(2)
    lay_row(t, "mine", "mine", "academy", "barracks", "guild-hall", "moss-garden", "moss-garden")
    t.s.row[5] = NONE
    tax_out(t)
    assert row(t) == ["guild-hall", "moss-garden", *["-"] * 5]
    t.roll("deal-turnip-farm")
    assert row(t) == ["guild-hall", "moss-garden", "turnip-farm", *["-"] * 4]
    deal(t)
    assert "-" not in row(t)


def test_a_score_card_is_set_aside_and_the_next_deck_goes_on():
    """CI-10.3"""
    t = table(2)
    empty_deck(t, 0)
    tax_out(t)
    assert (t.s.score_cards, t.s.deck, t.s.fresh_score) == (1, 1, 1)
    assert all(name in {"deal-docks", "deal-salt-fields", "deal-factory", "deal-demon-traders", "deal-great-academy",
                        "deal-workshop", "deal-lighthouse", "deal-market"} for name in t.odds())  # fmt: skip
    deal(t)
    assert "-" not in row(t)


def test_the_score_card_waits_on_top_until_a_card_is_needed():
    """CI-10.3"""
    t = table(2)
    empty_deck(t, 0)
    t.s.left[FACE["mine"]] = 4
    tax_out(t)
    t.roll(*["deal-mine"] * 4)
    assert (t.s.score_cards, "-" in row(t)) == (0, False)


def test_after_the_third_score_card_the_row_is_filled_from_the_discards():
    """CI-10.4"""
    t = table(2)
    for deck in range(3):
        empty_deck(t, deck)
    t.s.deck, t.s.score_cards, t.s.scorings = 2, 2, 2
    lay_row(t, "mine", "mine", "academy", "barracks", "guild-hall", "moss-garden", "moss-garden")
    t.s.junk[:] = 0
    tax_out(t)
    assert t.s.score_cards == 3
    assert t.odds() == {"deal-mine": 2, "deal-academy": 1, "deal-barracks": 1}
    deal(t)
    assert "-" not in row(t)


def test_without_cards_the_places_stay_empty():
    """CI-10.4"""
    t = table(2)
    for deck in range(3):
        empty_deck(t, deck)
    t.s.deck, t.s.score_cards, t.s.scorings = 2, 2, 2
    t.s.junk[:] = 0
    lay_row(t, "mine", "mine")
    tax_out(t)
    deal(t)
    assert row(t) == ["mine", "mine", *["-"] * 5]
    assert asked(t) == Kind.PURCHASE


def test_a_score_card_scores_in_the_next_end_phase():
    """CI-10.5"""
    t = table(2)
    have(t, 0, turnips=3)
    empty_deck(t, 0)
    next_round(t)
    assert (t.s.sides[0].points, t.s.due_score) == (0, 1)
    bid_in_order(t)
    next_round(t)
    assert (t.s.sides[0].points, t.s.due_score, t.s.scorings) == (2, 0, 1)
    bid_in_order(t)
    next_round(t)
    assert t.s.sides[0].points == 2


def test_the_third_scoring_ends_the_game_without_coins_science_or_cards():
    """CI-10.5, CI-12.1"""
    t = table(2)
    last_round(t)
    quiet(t)
    stand(t, 0, "academy", "turnip-farm")
    before = row(t)
    held = t.s.sides[0].hand_count.tolist()
    assert finish(t) == [2 + 2, 0]
    assert t.s.sides[0].science == 0
    assert t.s.sides[0].hand_count.tolist() == held
    assert row(t) == before


def test_income_is_what_the_track_shows():
    """CI-10.6"""
    t = table(2)
    stand(t, 0, "turnip-farm", "turnip-farm", "academy")
    own(t, 0, "woolstead")
    assert t.s.sides[0].income == 5
    have(t, 1, turnips=9, srikas=9)
    tax_out(t)
    deal(t)
    assert t.s.sides[0].coins == 7 + 3 + 5


def test_the_most_of_a_good_earns_its_coins_and_ties_all_earn_them():
    """CI-10.7"""
    t = table(3)
    have(t, 0, glow_moss=2, silk=1)
    have(t, 1, glow_moss=2)
    have(t, 2, glow_moss=1)
    tax_out(t)
    deal(t)
    assert [t.s.sides[seat].coins for seat in range(3)] == [7 + 3 + 2 + 2 + 3, 7 + 3 + 2 + 2, 7 + 3 + 2]


def test_buildings_that_give_coins_give_them_with_the_income():
    """CI-10.8"""
    t = table(2)
    stand(t, 0, "market")
    tax_out(t)
    deal(t)
    assert t.s.sides[0].coins == 7 + 3 + 2 + 2


def test_academies_give_science_and_a_scoring_round_one_more():
    """CI-10.9"""
    t = table(2)
    stand(t, 0, "academy", "academy")
    next_round(t)
    assert [t.s.sides[seat].science for seat in (0, 1)] == [2, 0]
    t.s.due_score, t.s.score_cards = 1, 1
    bid_in_order(t)
    next_round(t)
    assert [t.s.sides[seat].science for seat in (0, 1)] == [5, 1]


def test_the_third_score_card_has_no_book():
    """CI-10.9"""
    assert table(2).box.score_science.tolist() == [1, 1, 0]


def test_everyone_draws_by_tokens_and_buildings():
    """CI-10.10"""
    t = table(2)
    stand(t, 0, "barracks")
    next_round(t)
    assert hand(t, 0) == {"scholar", "cartographer", "captain"}
    assert hand(t, 1) == {"scholar", "cartographer"}


def test_a_draw_without_cards_is_lost_and_discards_are_turned_over():
    """CI-10.10, CI-4.11"""
    t = table(2)
    only(t, 0)
    give(t, 0, "cartographer")
    drop(t, 0, "scholar")
    give(t, 1, "cartographer")
    next_round(t)
    assert hand(t, 0) == {"cartographer", "scholar"}
    assert hand(t, 1) == {"scholar", "cartographer"}


def purchase(seats=2):
    t = table(seats)
    tax_out(t)
    deal(t)
    assert asked(t) == Kind.PURCHASE
    return t


def test_all_players_choose_at_the_same_time_and_in_secret():
    """CI-10.11"""
    t = purchase(3)
    assert t.due == {0, 1, 2}
    t.play(2, "buy-spy")
    t.play(0, "buy-mayor")
    assert t.view(1).sides[2].picks == t.view(SPECTATOR).sides[0].picks == 0
    assert t.view(0).sides[0].picks == 1 << CARD["mayor"]
    assert t.told(1) == []
    assert t.refused(0, "buy-captain") == "CI-10.11"
    assert t.refused(0, "tax") == "CI-10.11"


def test_a_player_who_can_afford_nothing_is_not_asked():
    """CI-10.11"""
    t = table(2)
    t.s.sides[0].coins = -5
    tax_out(t)
    deal(t)
    assert t.due == {1}


def test_what_is_chosen_must_be_affordable_in_all():
    """CI-10.12"""
    t = purchase()
    assert t.s.sides[0].coins == 12
    t.box.card_coins[CARD["mayor"]], t.box.card_coins[CARD["spy"]], t.box.card_coins[CARD["merchant"]] = 9, 4, 3
    t.play(0, "buy-mayor")
    assert t.refused(0, "buy-spy") == "CI-10.12"
    assert "buy-merchant" in t.legal(0)


def test_science_counts_too():
    """CI-10.12"""
    t = purchase()
    t.box.card_science[CARD["mayor"]] = t.box.card_science[CARD["spy"]] = 1
    assert t.refused(0, "buy-mayor") == "CI-10.12"
    t.s.sides[0].science = 1
    t.play(0, "buy-mayor")
    assert t.refused(0, "buy-spy") == "CI-10.12"


def test_a_card_can_be_put_back_until_the_player_has_finished():
    """CI-10.13"""
    t = purchase()
    t.play(0, "buy-mayor", "buy-mayor", "buy-spy", "done")
    assert t.s.sides[0].picks == 1 << CARD["spy"]
    assert t.refused(0, "buy-spy") == "CI-1.7"


def test_putting_back_has_the_limit_of_taking_back():
    """CI-10.13, CI-4.5"""
    t = purchase()
    t.s.sides[0].put_back = t.box.take_backs
    t.play(0, "buy-mayor")
    assert t.refused(0, "buy-mayor") == "CI-10.13"


def test_purchases_are_revealed_paid_and_taken_to_the_hand_when_all_have_finished():
    """CI-10.14"""
    t = purchase()
    for card, coins in (("mayor", 3), ("spy", 4), ("explorer", 2)):
        t.box.card_coins[CARD[card]] = coins
    t.play(0, "buy-mayor", "done")
    assert t.s.sides[0].coins == 12
    assert not t.s.sides[0].hand >> CARD["mayor"] & 1
    t.play(1, "buy-spy", "buy-explorer", "done")
    assert [t.s.sides[seat].coins for seat in (0, 1)] == [9, 6]
    assert "mayor" in hand(t, 0)
    assert {"spy", "explorer"} <= hand(t, 1)
    assert not t.s.sides[0].shop >> CARD["mayor"] & 1
    told = " ".join(sentence.text for sentence in t.told())
    assert "{0} buys Mayor and has" in told
    assert "{1} buys Explorer and has" in told
    assert "{1} buys Spy and has" in told
    assert "{1} pays 6 coins and has 6." in told


# Scoring


def score(t):
    """One scoring; gives each seat's points."""
    t.s.due_score, t.s.score_cards = 1, 1
    tax_out(t)
    deal(t)
    return [int(side.points) for side in t.s.sides[: t.box.seats]]


def test_the_most_of_a_good_scores_the_higher_number_the_second_most_the_lower():
    """CI-11.1, CI-11.2"""
    t = table(4)
    have(t, 0, machine_parts=1)
    have(t, 1, machine_parts=4)
    have(t, 2, machine_parts=2)
    assert score(t) == [0, 5, 3, 0]


def test_tied_players_all_score_in_full():
    """CI-11.3"""
    t = table(4)
    have(t, 0, silk=2)
    have(t, 1, silk=2)
    have(t, 2, silk=1)
    have(t, 3, silk=1)
    assert score(t) == [6, 6, 3, 3]


def test_nobody_scores_for_nothing():
    """CI-11.4"""
    t = table(3)
    have(t, 0, crystals=1)
    assert score(t) == [7, 0, 0]


@pytest.mark.parametrize(("amount", "points"), [(3, 0), (4, 1), (7, 1)])
def test_the_threshold_scores_one_more_in_any_place(amount, points):
    """CI-11.5"""
    t = table(4)
    have(t, 0, turnips=9)
    have(t, 1, turnips=8)
    have(t, 2, turnips=amount)
    assert score(t) == [3, 2, points, 0]


def test_a_building_with_plus_three_scores_for_first_and_second_place_only():
    """CI-11.6"""
    t = table(4)
    for seat, amount in enumerate((1, 3, 2)):
        stand(t, seat, "foundry")
        have(t, seat, ore=amount)
    stand(t, 3, "foundry")
    assert score(t) == [0, 3 + 3, 2 + 3, 0]


def test_there_are_three_scorings_one_for_each_deck():
    """CI-11.7"""
    t = table(2)
    have(t, 0, turnips=1)
    seen = []
    for deck in range(3):
        empty_deck(t, deck)
        tax_out(t)
        deal(t)
        seen.append((int(t.s.score_cards), int(t.s.scorings)))
        while asked(t) == Kind.PURCHASE:
            t.play(min(t.due), "done")
        bid_in_order(t)
    assert seen == [(1, 0), (2, 1), (3, 2)]
    tax_out(t)
    assert t.s.head.over
    assert t.s.scorings == 3


# The end


def test_the_round_after_the_third_score_card_is_the_last():
    """CI-12.1"""
    t = table(2)
    for deck in range(3):
        empty_deck(t, deck)
    t.s.deck, t.s.score_cards, t.s.scorings = 2, 2, 2
    tax_out(t)
    deal(t)
    assert not t.s.head.over
    while asked(t) == Kind.PURCHASE:
        t.play(min(t.due), "done")
    bid_in_order(t)
    tax_out(t)
    assert t.ending is not None


def test_most_coins():
    """CI-12.2"""
    t = table(2)
    last_round(t)
    quiet(t)
    t.s.sides[1].coins += 1
    assert finish(t) == [0, 2]
    assert 1202 in [sentence.rule for sentence in t.told()]


def test_most_distance_of_lands():
    """CI-12.3"""
    t = table(3)
    last_round(t)
    quiet(t)
    settle(t, 0, "red-hills")
    settle(t, 1, "spice-islands")
    assert finish(t) == [0, 2, 0]


def test_most_of_one_good():
    """CI-12.4"""
    t = table(3)
    last_round(t)
    quiet(t)
    have(t, 0, turnips=3)
    have(t, 1, silk=2)
    have(t, 2, srikas=2, ore=2)
    assert finish(t) == [2 + 2, 6, 2 + 3]


def test_most_cards_counts_hand_and_draw_piles():
    """CI-12.5"""
    t = table(2)
    last_round(t)
    quiet(t)
    give(t, 1, "mayor")
    assert finish(t) == [0, 2]


def test_discards_do_not_count_for_most_cards():
    """CI-12.5"""
    t = table(2)
    last_round(t)
    quiet(t)
    give(t, 0, "mayor")
    drop(t, 1, "mayor", "merchant", "spy")
    assert finish(t) == [2, 0]


def test_most_conquered_towns():
    """CI-12.6"""
    t = table(2)
    last_round(t)
    quiet(t)
    own(t, 0, "mudbrook", "woolstead")
    own(t, 1, "cogminster")
    have(t, 0, turnips=0, srikas=0)
    have(t, 1, machine_parts=0)
    assert finish(t) == [3, 0]


def test_dar_embe_counts_as_three_towns():
    """CI-14.9"""
    t = table(2, town_expansion=True)
    last_round(t)
    quiet(t)
    own(t, 0, "mudbrook", "woolstead")
    own(t, 1, "dar-embe")
    have(t, 0, turnips=0, srikas=0)
    assert finish(t) == [0, 3]


def test_a_bonus_that_is_tied_goes_to_nobody():
    """CI-12.7"""
    t = table(3)
    last_round(t)
    quiet(t)
    t.s.sides[0].coins = t.s.sides[1].coins = 20
    assert finish(t) == [0, 0, 0]
    assert [sentence.rule for sentence in t.told()].count(1207) == 5


@pytest.mark.parametrize(("option", "lost"), [("each", 3), ("pairs", 1)])
def test_stored_buildings_cost_points(option, lost):
    """CI-12.8"""
    t = table(2, storing_penalty=option)
    last_round(t)
    quiet(t)
    t.s.sides[0].stored[FACE["mine"]] = 2
    t.s.sides[0].stored[FACE["docks"]] = 1
    t.s.sides[0].stored_count = 3
    assert finish(t) == [-lost, 0]


def shares(t):
    out = np.zeros(6)
    generic.scores(t.s, t.box, out)
    return out[: t.box.seats].tolist()


def test_the_most_points_win():
    """CI-12.9"""
    t = table(3)
    last_round(t)
    quiet(t)
    have(t, 1, silk=1)
    finish(t)
    assert (t.ending, shares(t)) == ("points", [0, 1, 0])
    assert t.told()[-1].rule == 1209


def test_coins_break_a_tie():
    """CI-12.10"""
    t = table(3)
    last_round(t)
    quiet(t)
    t.s.sides[2].coins = t.s.sides[0].coins = 12
    t.s.sides[2].points = t.s.sides[1].points = 9
    finish(t)
    assert (t.ending, shares(t)) == ("coins", [0, 0, 1])
    assert t.told()[-1].rule == 1210


def test_goods_break_a_tie_in_coins():
    """CI-12.11"""
    t = table(2)
    last_round(t)
    quiet(t)
    have(t, 0, turnips=2, srikas=2)
    have(t, 1, turnips=2, srikas=1)
    t.s.sides[1].points = 1
    finish(t)
    assert (t.ending, shares(t)) == ("goods", [1, 0])
    assert t.told()[-1].rule == 1211


def test_players_who_are_tied_in_all_share_the_win():
    """CI-12.12"""
    t = table(4)
    last_round(t)
    quiet(t)
    t.s.sides[1].points = t.s.sides[3].points = 4
    finish(t)
    assert (t.ending, shares(t)) == ("shared", [0, 0.5, 0, 0.5])
    assert t.told()[-1].rule == 1212


def test_the_options_are_independent():
    """CI-15.1"""
    for nations in (False, True):
        for expansion in (False, True):
            for penalty in ("each", "pairs"):
                for seats in (2, 3, 4):
                    t = table(seats, nations=nations, town_expansion=expansion, storing_penalty=penalty)
                    assert (t.box.nations_differ, t.box.expansion) == (nations, expansion)
                    assert t.box.stored_per_point == (2 if penalty == "pairs" else 1)
                    assert (t.s.open_towns[3] != NONE) == expansion


def test_goods_and_income_are_the_sum_of_what_is_owned():
    """CI-5.8, CI-8.6: whatever happens in a game, the tracks agree with the cards."""
    match = Match.start(GAME, {"nations": True, "town_expansion": True}, 3, seed=11)
    rng = generator(5)
    while not match.is_over:
        seat = match.due[int(draw(rng, len(match.due)))]
        actions = match.legal(seat)
        match.play(seat, actions[int(draw(rng, len(actions)))])
        s = match.full_state()
        for number in match.seats:
            side = s.sides[number]
            amounts, income = [0] * len(GOOD), 2
            faces = [face for city in side.cities for face in city.built[: city.count].tolist()]
            cards = [(match.box.face_goods[face], match.box.face_makes_goods[face]) for face in faces]
            for town in TOWN.values():
                if s.town_owner[town] == number:
                    cards.append((match.box.town_goods[town], match.box.town_makes_goods[town]))
                    if town == match.box.chooser and s.chosen_good != NONE:
                        amounts[s.chosen_good] += 2
            for given, makes in cards:
                income += int(makes)
                for good in GOOD.values():
                    amounts[good] += int(given[good])
            assert side.goods.tolist() == amounts
            assert side.income == income
    assert match.outcome is not None


def test_who_buys_cards_is_told_what_is_left():
    t = purchase()
    t.s.sides[0].coins, t.s.sides[0].science = 9, 0
    assert GAME.words.prompt(t.view(0), t.box, 0).endswith("or finish: 9 coins to spend")
    t.play(0, "buy-mayor")
    cost = int(t.box.card_coins[CARD["mayor"]])
    assert GAME.words.prompt(t.view(0), t.box, 0).endswith(f"or finish: {9 - cost} coins left")
    t.s.sides[0].science = 2
    assert GAME.words.prompt(t.view(0), t.box, 0).endswith(f"{9 - cost} coins and 2 science left")
