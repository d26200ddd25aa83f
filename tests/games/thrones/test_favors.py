"""Chapters 8 and 9: the late dragon and Fate's Favor."""

import pytest

from wartable.games.thrones import GAME
from wartable.games.thrones.state import Favor, Piece, Tile
from wartable.testing import Table

from .position import at, checks, goals, on, position, tile_on

FORTS = {"d5": "+", "b2": "+", "h8": "+"}


def favors(t: Table, seat: int) -> list[str]:
    side = t.s.sides[seat]
    return [favor.name.lower() for favor in Favor for _ in range(side.favors[favor])]


def test_a_dragon_held_back_is_placed_on_an_empty_home_mountain_as_the_action():
    """TH-8.1"""
    t = position({"c3": "R"}, {"c3": "m", "d4": "m", "d6": "m", "e5": "m"}, held_back=(0, 1))
    assert goals(t, 0, "D@") == {"d4", "b2"}
    assert t.refused(0, "D@c3") == "TH-8.1"
    assert t.refused(0, "D@d6") == "TH-8.1"
    assert t.refused(0, "D@e5") == "TH-8.1"
    assert t.refused(0, "D@a2") == "TH-8.1"
    t.play(0, "D@d4")
    assert on(t, "d4") == "D"
    assert t.due == {1}
    assert goals(t, 1, "D@") == {"d6", "h8"}


def test_a_dragon_placed_in_the_home_fortress_leaves_the_player_an_action():
    """TH-8.2"""
    t = position({"d4": "R"}, held_back=(0,))
    t.play(0, "D@b2")
    assert on(t, "b2") == "D"
    assert t.due == {0}
    assert t.s.turn == 11
    t.play(0, "Db2-f6")
    assert t.due == {1}


@pytest.mark.parametrize("sign", "Rr")
def test_a_dragon_removes_whoever_stands_in_the_fortress(sign):
    """TH-8.2"""
    t = position({"b2": sign}, held_back=(0,))
    t.play(0, "D@b2")
    assert on(t, "b2") == "D"
    assert t.s.sides[int(sign.islower())].lost[Piece.RANGER] == 1
    assert t.due == {0}


def test_a_dragon_in_a_breached_fortress_does_not_mend_it():
    """TH-8.2, TH-7.4"""
    t = position({"b2": "r", "d4": "R"}, {"b2": "%", "h8": "+", "i5": "+"}, held_back=(0,))
    t.play(0, "D@b2", "Rd4-d5")
    assert tile_on(t, "b2") == Tile.BREACHED


def test_only_a_dragon_held_back_is_placed():
    """TH-8.3"""
    t = position({"d4": "D"}, {"c3": "m"})
    assert t.refused(0, "D@c3") == "TH-8.3"
    t.s.pieces[at("d4")] = 0
    t.s.sides[0].lost[Piece.DRAGON] = 1
    assert t.refused(0, "D@b2") == "TH-8.3"


def test_a_player_whose_throne_begins_in_a_fortress_takes_a_favor():
    """TH-9.1"""
    with Table(GAME, rolls=["north-first"]) as t:
        t.play(0, "layout:wall", "done")
        t.play(1, "layout:siege", "done")
        assert t.due == {1}
        t.play(1, "take:ambush")
        assert t.due == {0}
        t.play(0, "take:cunning")
        assert (favors(t, 0), favors(t, 1)) == (["cunning"], ["ambush"])
        assert t.s.turn == 1


def test_a_player_whose_throne_begins_elsewhere_takes_none():
    """TH-9.1"""
    with Table(GAME, rolls=["south-first"]) as t:
        t.play(0, "layout:eyrie", "done")
        t.play(1, "layout:eyrie", "done")
        assert t.due == {0}
        assert t.s.turn == 1


def test_a_throne_that_enters_another_fortress_brings_a_favor():
    """TH-9.2"""
    t = position({"d4": "T", "d3": "S", "c3": "R"}, FORTS)
    t.play(0, "Td4-d5")
    assert t.legal(0) == {"take:haste", "take:ambush", "take:cunning", "take:deception"}
    t.play(0, "take:deception")
    assert favors(t, 0) == ["deception"]
    assert t.due == {0}, "the opponent's turn begins with the window of the favor's holder"


def test_the_fortress_that_the_throne_left_last_brings_none():
    """TH-9.2"""
    t = position({"b2": "T"})
    t.play(0, "Tb2-c3")
    t.play(1, "Ti9-i8")
    t.play(0, "Tc3-b2")
    assert t.due == {1}
    assert favors(t, 0) == []


def test_it_counts_who_stands_in_the_fortress_not_who_brought_it_there():
    """TH-9.2"""
    t = position({"d5": "W", "e6": "t"}, FORTS)
    t.play(0, "Wd5~e6")
    assert t.due == {1}
    t.play(1, "take:haste")
    assert favors(t, 1) == ["haste"]
    t = position({"d5": "S", "d4": "T"}, FORTS)
    t.play(0, "Td4~d5")
    assert t.legal(0) == {"take:haste", "take:ambush", "take:cunning", "take:deception"}


def test_a_favor_won_in_the_middle_of_an_action_is_taken_before_it_goes_on():
    """TH-9.2, TH-5.11"""
    t = position({"d4": "W", "c3": "T", "c4": "S"}, {"d4": "+", "b7": "+", "h8": "+"})
    t.play(0, "Wd4~c3", "take:ambush")
    assert "Wc3~c4" in t.legal(0)


def test_the_kind_is_chosen_freely_and_may_repeat():
    """TH-9.3"""
    t = position({"d4": "T"}, FORTS, favors=("haste", ""))
    t.play(0, "Td4-d5", "take:haste")
    assert favors(t, 0) == ["haste", "haste"]
    assert [sentence.text for sentence in t.told(1)] == ["{0} takes a favor and has 2.", "Turn 12: {1}."]
    assert [sentence.text for sentence in t.told(0)] == [
        "{0} takes a favor and has 2.",
        "It is haste.",
        "Turn 12: {1}.",
    ]


def test_nobody_takes_more_than_four_favors():
    """TH-9.4"""
    t = position({"d4": "T"}, FORTS, favors=("haste haste haste haste", ""))
    t.play(0, "Td4-d5")
    assert t.s.sides[0].taken == 4
    assert "{0}'s throne stands in the fortress on d5; all 4 favors were taken before." in [s.text for s in t.told(1)]
    assert t.s.turn == 12
    # Spent favors count too.
    t = position({"d4": "T"}, FORTS)
    t.s.sides[0].taken = 4
    t.play(0, "Td4-d5")
    assert t.due == {1}


def test_a_favor_is_spent_once_and_only_by_its_holder():
    """TH-9.5"""
    t = position({"d4": "R", "d5": "l", "f4": "S"}, {"d4": "f", "f4": "f"}, favors=("deception", ""))
    for move in ("ambush:d4~f4", "haste"):
        assert t.refused(0, move) == "TH-9.5"
    t.play(0, "deception:d4~d5", "Rd5-d6")
    assert favors(t, 0) == []
    assert t.s.sides[0].spent[Favor.DECEPTION] == 1
    t.play(1, "Ld4-d5")
    assert t.refused(0, "deception:d5~d6") == "TH-9.5"


def test_a_player_spends_one_favor_a_turn():
    """TH-9.6"""
    t = position({"d4": "R", "d5": "l", "f4": "S"}, {"d4": "f", "f4": "f"}, favors=("deception ambush haste", ""))
    t.play(0, "ambush:d4~f4")
    assert t.refused(0, "deception:d4~d5") == "TH-9.6"
    assert t.refused(0, "haste") == "TH-9.6"
    t.play(0, "Sd4-c4")
    assert t.due == {0}, "in the opponent's turn it is a new turn, and the holder is asked again"
    assert {"deception:d4~d5"} & t.legal(0) == set()
    assert "let" in t.legal(0)


def test_both_players_may_spend_one_in_the_same_turn():
    """TH-9.6"""
    t = position({"d4": "R", "d5": "l", "d6": "s"}, favors=("deception", "deception"))
    t.play(1, "deception:d5~d6")
    t.play(0, "deception:d4~d5")
    assert (on(t, "d4"), on(t, "d5"), on(t, "d6")) == ("s", "R", "l")


def test_a_favor_spent_in_the_own_turn_leaves_no_cunning_for_its_check():
    """TH-9.6, TH-9.10"""
    t = position({"d4": "R", "d5": "L"}, {"d6": "w"}, favors=("deception cunning", ""))
    t.play(0, "deception:d4~d5", "Rd5-d6")
    assert checks(t)


def test_haste_ambush_and_deception_are_spent_before_the_action():
    """TH-9.7"""
    t = position(
        {"d4": "W", "d5": "r", "d6": "l", "f4": "S", "f6": "R"},
        {"f4": "f", "f6": "f"},
        favors=("haste ambush deception", ""),
    )
    t.play(0, "Wd4~d5")
    for move in ("haste", "ambush:f4~f6", "deception:d5~d6"):
        assert t.refused(0, move) == "TH-9.7"


def test_ambush_and_deception_are_spent_in_the_opponents_turn_before_it_begins():
    """TH-9.8"""
    t = position({"d4": "R", "d5": "l"}, {"d4": "f"}, favors=("", "deception haste"))
    assert t.due == {1}
    assert t.refused(0, "Rd4-d3") == "TH-4.12"
    assert t.refused(1, "haste") == "TH-9.7"
    assert t.refused(1, "cunning") == "TH-9.10"
    assert t.legal(1) == {"let", "let-always", "deception:d4~d5"}
    t.play(1, "deception:d4~d5")
    assert t.due == {0}
    assert on(t, "d5") == "R"


def test_who_holds_a_favor_is_asked_whatever_its_kind_and_who_holds_none_is_not():
    """TH-9.8"""
    t = position({"d4": "R", "d5": "l"}, favors=("", "haste"))
    assert t.due == {1}
    assert t.legal(1) == {"let", "let-always"}
    t.play(1, "let")
    assert t.due == {0}
    assert position({"d4": "R", "d5": "l"}, favors=("haste", "")).due == {0}


@pytest.mark.parametrize("hand", ["haste", "ambush", "cunning", "deception"])
def test_nobody_is_asked_where_no_kind_of_favor_could_be_spent(hand):
    """TH-9.8: no two pieces are adjacent, and fewer than two of the player's own stand on forest."""
    apart = {"d4": "R", "d6": "l", "f6": "s", "f2": "S", "h2": "L"}
    assert position(apart, favors=("", hand)).due == {0}
    assert position(apart, {"d6": "f", "d4": "f", "f2": "f"}, favors=("", hand)).due == {0}
    assert position(apart, {"d6": "f", "f6": "f"}, favors=("", hand)).due == {1}
    assert position({**apart, "d5": "L"}, favors=("", hand)).due == {1}


def test_the_window_opens_once_a_turn():
    """TH-9.8, TH-8.2"""
    t = position({"d4": "R", "d5": "l"}, favors=("", "deception"), held_back=(0,))
    t.play(1, "let")
    t.play(0, "D@b2")
    assert t.due == {0}


def test_the_question_can_be_passed_automatically_and_asked_for_again():
    """TH-9.9"""
    t = position({"d4": "R", "d5": "l"}, favors=("", "deception"))
    assert t.refused(1, "ask-me") == "TH-9.9"
    t.play(1, "let-always")
    t.play(0, "Rd4-d3")
    assert "ask-me" in t.legal(1)
    t.play(1, "Ld5-d4")
    assert t.legal(1) == {"let"}, "one answer is left, which the table gives"
    assert t.refused(1, "deception:d3~d4") == "TH-9.9"
    assert t.refused(1, "let-always") == "TH-9.9"
    t.play(1, "let")
    assert t.refused(0, "ask-me") == "TH-9.9"
    t.play(0, "Rd3-c2")
    t.play(1, "ask-me", "Ld4-d2")
    assert t.legal(1) == {"let", "let-always", "deception:c2~d2"}


@pytest.mark.parametrize("hand", ["haste", "cunning", "ambush", "deception"])
def test_everybody_with_a_favor_can_pass_automatically(hand):
    """TH-9.9"""
    t = position({"d4": "R", "d5": "l"}, favors=("", hand))
    assert {"let", "let-always"} <= t.legal(1)


def test_cunning_is_spent_when_a_check_is_due():
    """TH-9.10, TH-9.15"""
    t = position({"d4": "R"}, {"d5": "w"}, favors=("cunning", ""))
    assert t.refused(0, "cunning") == "TH-9.10"
    t.play(0, "Rd4-d5")
    assert t.legal(0) == {"roll", "cunning"}
    t.play(0, "cunning")
    assert on(t, "d5") == "R"
    assert t.s.sides[0].spent[Favor.CUNNING] == 1
    assert t.due == {1}


def test_who_holds_another_favor_is_asked_at_a_check_all_the_same():
    """TH-9.10"""
    with position({"d4": "R"}, {"d5": "w"}, favors=("haste", ""), rolls=["die-3"]) as t:
        t.play(0, "Rd4-d5")
        assert t.legal(0) == {"roll"}
        t.play(0, "roll")
        assert on(t, "d4") == "R"


def test_cunning_also_breaches_a_fortress():
    """TH-9.15"""
    t = position({"d4": "R", "d5": "l"}, FORTS, favors=("cunning", ""))
    t.play(0, "Rd4xd5", "cunning")
    assert tile_on(t, "d5") == Tile.BREACHED


def test_cunning_need_not_be_spent():
    """TH-9.10"""
    with position({"d4": "R"}, {"d5": "w"}, favors=("cunning", ""), rolls=["die-3"]) as t:
        t.play(0, "Rd4-d5", "roll")
        assert favors(t, 0) == ["cunning"]
        assert on(t, "d4") == "R"


def test_haste_makes_the_action_a_move():
    """TH-9.11"""
    t = position({"d4": "C", "d5": "l", "e4": "S", "a7": "D"}, {"c3": "m"}, favors=("haste", ""), held_back=())
    t.play(0, "haste")
    for move in ("Cd4xd5", "Cd4*d5", "Cd4~e4", "Da7xd4"):
        assert move not in t.legal(0)
    for move in ("Cd4xd5", "Cd4*d5", "Cd4~e4"):
        assert t.refused(0, move) == "TH-9.11"
    assert t.refused(0, "pass") == "TH-4.11"


def test_haste_needs_a_piece_that_can_move():
    """TH-9.11"""
    t = position({"a1": "T", "a2": "e", "b1": "e", "b2": "e"}, turn=1, favors=("haste", ""))
    assert t.refused(0, "haste") == "TH-9.11"
    assert t.legal(0) == {"pass"}


def test_a_hasty_piece_takes_a_second_step():
    """TH-9.12"""
    t = position({"d4": "R", "f5": "S"}, land="f", favors=("haste", ""))
    t.play(0, "haste", "Rd4-e5")
    assert t.refused(0, "Sf5-f6") == "TH-9.12"
    assert goals(t, 0, "Re5-") == {"d4", "e4", "f4", "d5", "d6", "e6", "f6"}
    t.play(0, "Re5-f6")
    assert on(t, "f6") == "R"
    assert t.due == {1}


def test_haste_comes_before_a_full_move_or_after_it():
    """TH-9.12"""
    pieces, land = {"d4": "D"}, "f"
    t = position(pieces, land=land, favors=("haste", ""))
    t.play(0, "haste", "Dd4-e4")
    assert "De4-e8" in t.legal(0), "a step first, then the whole flight"
    t = position(pieces, land=land, favors=("haste", ""))
    t.play(0, "haste", "Dd4-d8")
    assert goals(t, 0, "Dd8-") == {"c7", "d7", "e7", "c8", "e8", "c9", "d9", "e9"}
    assert t.refused(0, "Dd8-d6") == "TH-9.12"


def test_a_lancer_reaches_the_plains_with_its_extra_step():
    """TH-9.12, TH-5.6"""
    t = position({"d4": "L"}, {"d5": "p", "e6": "p", "f7": "p"}, land="f", favors=("haste", ""))
    t.play(0, "haste", "Ld4-d5")
    assert "Ld5-f7" in t.legal(0)


def test_what_remains_of_a_hasty_move_may_be_left_out():
    """TH-9.13"""
    t = position({"d4": "R"}, favors=("haste", ""))
    t.play(0, "haste", "Rd4-d5", "stop")
    assert on(t, "d5") == "R"
    assert t.due == {1}


def test_a_hasty_piece_that_cannot_go_on_is_not_asked():
    """TH-9.13"""
    shut = dict.fromkeys(("g9", "h9", "g8", "g7", "h7", "i7", "i9"), "e")
    t = position({"d4": "D", "a5": "T", "i8": "t", **shut}, {"b2": "+", "a9": "+", "i5": "+"}, favors=("haste", ""))
    t.play(0, "haste", "Dd4-h8")
    assert t.due == {1}


def test_an_ambush_changes_two_own_pieces_on_forest_however_far_apart():
    """TH-9.14"""
    t = position(
        {"b3": "R", "g7": "E", "d4": "S", "e5": "l"},
        {"b3": "f", "g7": "f", "e5": "f"},
        favors=("ambush", ""),
    )
    assert {move for move in t.legal(0) if move.startswith("ambush")} == {"ambush:b3~g7"}
    for move in ("ambush:b3~d4", "ambush:b3~e5", "ambush:b3~b3"):
        assert t.refused(0, move) == "TH-9.14"
    t.play(0, "ambush:b3~g7")
    assert (on(t, "b3"), on(t, "g7")) == ("E", "R")
    assert t.due == {0}, "the action is still to come"


def test_a_deception_changes_any_two_adjacent_pieces_without_a_check():
    """TH-9.16"""
    tiles = {"d4": "m", "d5": "w", "f6": "+", "b2": "+", "h8": "+"}
    t = position({"d4": "R", "d5": "l", "f6": "t", "f7": "s", "b5": "E"}, tiles, favors=("deception", ""))
    tricks = {move for move in t.legal(0) if move.startswith("deception")}
    assert tricks == {"deception:d4~d5", "deception:f6~f7"}
    assert t.refused(0, "deception:b5~b6") == "TH-9.16"
    t.play(0, "deception:f6~f7")
    assert (on(t, "f6"), on(t, "f7")) == ("s", "t")
    t = position({"d4": "R", "d5": "l"}, tiles, favors=("deception", ""))
    t.play(0, "deception:d4~d5")
    assert (on(t, "d4"), on(t, "d5")) == ("l", "R")


def test_a_deception_that_brings_a_throne_into_a_fortress_gives_its_owner_a_favor():
    """TH-9.16, TH-9.2"""
    t = position({"d5": "l", "d6": "t"}, FORTS, favors=("deception", ""))
    t.play(0, "deception:d5~d6")
    assert t.due == {1}
    t.play(1, "take:haste")
    assert t.due == {0}


@pytest.mark.parametrize("hand", ["cunning", "haste", "deception"])
def test_a_favor_is_spent_by_its_button_or_by_the_card_in_hand(hand):
    """Both are things of one path, of which the card is an answer: either says it."""
    t = position({"d4": "R", "d5": "L"}, {"d6": "w"}, favors=(hand, ""))
    if hand == "cunning":
        t.play(0, "Ld5-d6")
    codes = [code for notation, code in t.codes(0).items() if notation.startswith(hand)]
    paths = [GAME.view.path(t.view(0), t.box, 0, code) for code in codes]
    assert paths
    assert all(path[0] == f"favor-{hand}" and path[-1] == f"held-{hand}-0" for path in paths)
    assert any(thing.id == f"held-{hand}-0" for thing in GAME.view.scene(t.view(0), t.box, 0).things)
    assert f"held-{hand}-0".startswith(tuple(GAME.view.answers))
