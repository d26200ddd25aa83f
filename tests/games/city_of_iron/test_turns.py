"""Chapters 3 and 4: bids, turns, and the plain actions."""

from wartable.core.frames import SPECTATOR
from wartable.games.city_of_iron.state import CITIZEN, MILITARY, NONE, Act, Kind

from .positions import CARD, FACE, asked, bid_in_order, drop, give, hand, lay_row, next_round, only, row, set_up, table


def test_bids_go_from_left_to_right_of_the_bid_track():
    """CI-3.1"""
    t = set_up(3, bidders=(1, 2, 0))
    for seat in (1, 2, 0):
        assert t.due == {seat}
        t.play(seat, f"bid-{seat + 1}")


def test_a_bid_takes_any_free_spot():
    """CI-3.2"""
    t = set_up(4)
    assert t.box.spot_coins.tolist() == [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]
    assert t.legal(0) == {f"bid-{spot}" for spot in range(1, 11)}
    t.play(0, "bid-7")
    assert t.refused(1, "bid-7") == "CI-3.2"


def test_a_bid_is_paid_at_once_and_must_be_affordable():
    """CI-3.3"""
    t = set_up(2)
    t.s.sides[0].coins = 3
    assert t.refused(0, "bid-8") == "CI-3.3"
    t.play(0, "bid-7")
    assert t.s.sides[0].coins == 0


def test_everyone_bids_once():
    """CI-3.4"""
    t = set_up(2)
    t.play(0, "bid-1")
    assert t.refused(0, "bid-2") == "CI-1.7"
    assert t.refused(1, "tax") == "CI-3.4"
    t.play(1, "bid-2")
    assert asked(t) == Kind.TURN


def test_turns_go_from_right_to_left():
    """CI-3.5"""
    t = set_up(4)
    for seat, spot in enumerate((3, 9, 1, 6)):
        t.play(seat, f"bid-{spot}")
    assert t.s.order.tolist() == [1, 3, 0, 2]
    assert t.due == {1}


def test_the_next_bids_follow_the_cubes_from_left_to_right():
    """CI-3.6"""
    t = set_up(4)
    for seat, spot in enumerate((3, 9, 1, 6)):
        t.play(seat, f"bid-{spot}")
    next_round(t)
    assert t.s.bidders.tolist() == [2, 0, 3, 1]
    assert t.due == {2}
    assert all(seat == NONE for seat in t.s.spots)


def test_everyone_has_three_actions_one_at_a_time():
    """CI-4.1"""
    t = table(2)
    for seat in (0, 1, 0, 1, 0, 1):
        assert t.due == {seat}
        t.play(seat, "tax")
    assert asked(t) == Kind.DEAL_BUILDING


def test_a_turn_is_one_action_and_the_same_one_can_come_again():
    """CI-4.2"""
    t = table(2)
    t.play(0, "store-a")
    assert t.due == {1}
    t.play(1, "tax")
    t.play(0, "store-b")
    assert t.s.sides[0].stored[FACE["turnip-farm"]] == 2


def test_free_actions_come_before_the_action_never_after_it():
    """CI-4.3"""
    t = table(2)
    give(t, 0, "tax-collector", "sharp-shooter", "junkbot")
    t.play(0, "play-tax-collector")
    assert t.due == {0}
    t.play(0, "play-sharp-shooter")
    assert t.due == {0}
    t.play(0, "tax")
    assert t.refused(0, "play-junkbot") == "CI-1.7"


def test_nothing_is_paid_before_the_last_step():
    """CI-4.4"""
    t = table()
    only(t, 0, "scholar", "cartographer")
    assert t.refused(0, "lay-cartographer") == "CI-4.4"
    t.play(0, "play-scholar")
    assert t.s.sides[0].coins == 7
    assert hand(t, 0) == {"scholar", "cartographer"}
    assert t.refused(0, "tax") == "CI-4.4"
    t.play(0, "lay-cartographer")
    assert (t.s.sides[0].coins, t.s.sides[0].science, hand(t, 0)) == (6, 1, set())


def test_others_do_not_see_an_action_before_it_is_complete():
    """CI-4.4, CI-1.3"""
    t = table()
    only(t, 0, "scholar", "cartographer")
    t.play(0, "play-scholar")
    assert t.view(1).plan.act == t.view(SPECTATOR).plan.act == Act.NOTHING
    assert t.view(0).plan.act == Act.CARD
    assert t.told(1) == []


def test_steps_are_taken_back_the_last_one_first():
    """CI-4.5"""
    t = table()
    only(t, 0, "explorer", "captain", "soldier", "spy")
    before = t.s.tobytes()
    t.play(0, "play-explorer", "land-red-hills", "token-citizen", "lay-soldier", "back")
    assert t.s.plan.laid_count == 0
    t.play(0, "back")
    assert "token-military" in t.legal(0)
    t.play(0, "back")
    assert "land-red-hills" in t.legal(0)
    t.play(0, "back")
    t.s.plan.taken_back = 0
    assert t.s.tobytes() == before
    assert t.refused(0, "back") == "CI-4.5"


def test_taking_back_has_a_limit_so_that_a_game_ends():
    """CI-4.5"""
    t = table()
    only(t, 0, "scholar", "cartographer")
    for _ in range(t.box.take_backs):
        t.play(0, "play-scholar", "back")
    t.play(0, "play-scholar")
    assert t.refused(0, "back") == "CI-4.5"
    t.play(0, "lay-cartographer")
    assert t.s.plan.taken_back == 0


def test_an_action_is_begun_only_if_it_can_be_completed():
    """CI-4.6"""
    t = table()
    only(t, 0, "scholar")
    assert t.refused(0, "play-scholar") == "CI-6.3"
    give(t, 0, "cartographer")
    assert "play-scholar" in t.legal(0)


def test_a_step_that_would_lead_nowhere_is_not_taken():
    """CI-4.6: the Captain cannot be laid for distance when the Soldier alone is too weak."""
    t = table()
    only(t, 0, "captain", "soldier")
    t.play(0, "attack-mudbrook")
    assert t.legal(0) == {"hit-captain", "lay-soldier", "back"}
    assert t.refused(0, "lay-captain") == "CI-4.6"
    assert t.refused(0, "hit-soldier") == "CI-4.6"


def test_science_costs_four_coins():
    """CI-4.7"""
    t = table(2)
    t.play(0, "science")
    assert (t.s.sides[0].coins, t.s.sides[0].science) == (3, 1)
    t.s.sides[1].coins = 3
    assert t.refused(1, "science") == "CI-4.7"


def test_tax_gains_a_coin():
    """CI-4.8"""
    t = table(2)
    t.play(0, "tax")
    assert t.s.sides[0].coins == 8
    assert t.told()[0].rule == 408


def test_storing_takes_a_card_of_the_row_for_nothing():
    """CI-4.9"""
    t = table(2)
    t.s.sides[0].coins = 0
    t.play(0, "store-f")
    side = t.s.sides[0]
    assert row(t)[5] == "-"
    assert (side.stored[FACE["mine"]], side.stored_count, side.coins, side.cities[0].count) == (1, 1, 0, 0)
    assert t.refused(1, "store-f") == "CI-4.9"


def test_there_is_no_limit_to_stored_buildings():
    """CI-4.9"""
    t = table(2)
    t.s.sides[0].stored[FACE["mine"]] = 8
    t.s.sides[0].stored_count = 8
    t.play(0, "store-f")
    assert t.s.sides[0].stored_count == 9


def test_drawing_takes_the_top_card_into_the_hand():
    """CI-4.10"""
    t = table(2)
    t.play(0, "draw-military")
    assert hand(t, 0) == {"scholar", "captain"}
    t.play(1, "draw-citizen")
    assert hand(t, 1) == {"scholar", "cartographer"}
    assert "Cartographer" not in " ".join(sentence.text for sentence in t.told(0))


def test_discards_are_turned_over_in_their_order_never_shuffled():
    """CI-4.11"""
    t = table(2)
    only(t, 0)
    drop(t, 0, "cartographer", "scholar", "mayor")
    t.play(0, "draw-citizen")
    side = t.s.sides[0]
    assert hand(t, 0) == {"cartographer"}
    assert side.draw[CITIZEN, :2].tolist() == [CARD["mayor"], CARD["scholar"]]
    assert (side.discard_count[CITIZEN], side.discarded) == (0, 0)


def test_without_a_card_of_the_kind_nothing_is_drawn():
    """CI-4.12"""
    t = table(2)
    give(t, 0, "captain", "soldier")
    assert t.refused(0, "draw-military") == "CI-4.12"
    drop(t, 0, "soldier")
    t.play(0, "draw-military")
    assert hand(t, 0) >= {"soldier"}
    assert t.s.sides[0].draw_count[MILITARY] == 0


def test_a_place_of_the_row_stays_empty_until_the_end_of_the_round():
    """CI-5.13"""
    t = table(2)
    lay_row(t, "turnip-farm", "mine", "academy")
    t.play(0, "build-a")
    assert row(t)[:3] == ["-", "mine", "academy"]
    assert t.refused(1, "build-a") == "CI-5.1"


def test_the_sequence_of_rounds_goes_on():
    """CI-10.15: after the purchases everyone has three actions again."""
    t = table(2)
    next_round(t)
    assert t.s.round_number == 2
    assert t.s.turns == 0
    bid_in_order(t)
    assert asked(t) == Kind.TURN
