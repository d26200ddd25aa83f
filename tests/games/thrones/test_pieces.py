"""Chapters 4 and 5: the turn, and every ability of every piece."""

import pytest

from wartable.games.thrones import GAME

from .position import at, goals, on, position, tile_on

AROUND_D4 = {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}


def test_a_turn_has_one_action_and_then_the_other_player_is_to_act():
    """TH-4.1"""
    t = position({"d4": "R"})
    t.play(0, "Rd4-d5")
    assert t.due == {1}
    assert t.s.turn == 12
    t.play(1, "Ti9-i8")
    assert t.due == {0}


def test_a_player_acts_with_own_pieces_only():
    """TH-4.2"""
    t = position({"d4": "R", "f6": "r", "g6": "c"})
    for move in ("Rf6-f5", "?e4-e5", "Rf6~g6", "Rf6xg6", "Cg6*f6"):
        assert t.refused(0, move) == "TH-4.2"


@pytest.mark.parametrize("sign", "RSCABLWET")
def test_every_piece_moves_one_tile_in_any_direction(sign):
    """TH-4.3, TH-1.6"""
    t = position({"d4": sign}, land="f")
    assert goals(t, 0, f"{sign}d4-") == AROUND_D4
    assert t.refused(0, f"{sign}d4-d6") == "TH-4.3"


def test_the_board_ends_at_its_edges():
    """TH-1.2"""
    t = position({"a4": "R", "i4": "C"})
    assert goals(t, 0, "Ra4-") == {"a3", "a5", "b3", "b4", "b5"}
    assert t.refused(0, "Ra4xoffw1") == "TH-1.2"
    assert t.refused(0, "Ci4*offe") == "TH-1.2"
    assert t.refused(0, "Ra4~offw") == "TH-1.2"


def test_a_move_ends_on_an_empty_tile():
    """TH-4.4, TH-1.7"""
    t = position({"d4": "R", "d5": "l", "e4": "S"})
    assert t.refused(0, "Rd4-d5") == "TH-4.4"
    assert t.refused(0, "Rd4-e4") == "TH-4.4"
    assert t.refused(0, "Rd4-d4") == "TH-4.4"


def test_adjacent_pieces_of_one_player_switch():
    """TH-4.5"""
    t = position({"d4": "R", "e5": "S", "f6": "C", "d5": "l"})
    assert t.refused(0, "Rd4~e4") == "TH-4.5"
    assert t.refused(0, "Rd4~d5") == "TH-4.5"
    assert goals(t, 0, "Rd4~") == {"e5"}
    t.play(0, "Rd4~e5")
    assert (on(t, "d4"), on(t, "e5")) == ("S", "R")
    assert t.due == {1}


def test_pieces_of_the_same_type_do_not_switch():
    """TH-4.6"""
    t = position({"d4": "R", "e5": "R"})
    assert t.refused(0, "Rd4~e5") == "TH-4.6"


@pytest.mark.parametrize("sign", "RSCABLWEDT")
def test_every_piece_attacks_a_neighbour_and_takes_its_place(sign):
    """TH-4.7"""
    t = position({"d4": sign, "e5": "l"})
    t.play(0, f"{sign}d4xe5")
    assert (on(t, "d4"), on(t, "e5")) == (".", sign)
    assert t.s.sides[1].lost[6] == 1


def test_an_attack_reaches_no_further_than_a_neighbour():
    """TH-4.7"""
    t = position({"d4": "R", "d6": "l"})
    assert t.refused(0, "Rd4xd6") == "TH-4.7"


def test_firing_removes_a_piece_and_the_firing_piece_stays():
    """TH-4.8"""
    t = position({"d4": "A", "d6": "l", "d5": "r"})
    t.play(0, "Ad4*d6")
    assert (on(t, "d4"), on(t, "d6"), on(t, "d5")) == ("A", ".", "r")


@pytest.mark.parametrize("sign", "RSLWEDT")
def test_other_pieces_do_not_fire(sign):
    """TH-4.8"""
    t = position({"d4": sign, "d5": "l"})
    assert t.refused(0, f"{sign}d4*d5") == "TH-4.8"


def test_only_an_enemy_piece_is_engaged():
    """TH-4.9"""
    t = position({"d4": "C", "d5": "S"})
    assert t.refused(0, "Cd4xd5") == "TH-4.9"
    assert t.refused(0, "Cd4*d5") == "TH-4.9"
    assert t.refused(0, "Cd4xe5") == "TH-4.9"
    assert t.refused(0, "Cd4*e5") == "TH-4.9"


def test_nobody_attacks_or_fires_in_the_first_turn():
    """TH-4.10"""
    t = position({"d4": "C", "d5": "l", "a4": "D", "a7": "s"}, turn=1)
    for move in ("Cd4xd5", "Cd4*d5", "Da4xa7"):
        assert t.refused(0, move) == "TH-4.10"
    t.play(0, "Cd4-d3")
    assert "Ld5-d4" in t.legal(1)


def test_the_second_player_attacks_in_the_second_turn():
    """TH-4.10"""
    t = position({"d4": "C", "d5": "l"}, turn=2, seat=1)
    assert {"Ld5xd4"} <= t.legal(1)


def test_passing_is_for_players_without_an_action():
    """TH-4.11"""
    t = position({})
    assert t.refused(0, "pass") == "TH-4.11"
    # A throne in the corner, shut in by elephants on plains that it may not attack in the first turn.
    t = position({"a1": "T", "a2": "e", "b1": "e", "b2": "e"}, turn=1)
    assert t.legal(0) == {"pass"}


def test_only_the_open_decision_is_answered_and_only_by_who_is_asked():
    """TH-4.12"""
    t = position({"d4": "R", "d6": "r"})
    assert t.refused(1, "Rd6-d7") == "TH-4.12"
    for move in ("stop", "roll", "let", "done", "mirror", "take:haste", "layout:wall", "+plains", "@a1", "die-3"):
        assert t.refused(0, move) == "TH-4.12"


def test_a_ranger_on_a_mountain_is_not_fired_on():
    """TH-5.1"""
    t = position({"d4": "C", "d5": "r", "e5": "l", "c5": "r"}, {"d5": "m", "e5": "m"})
    assert t.refused(0, "Cd4*d5") == "TH-5.1"
    assert {"e5", "c5"} == goals(t, 0, "Cd4*")
    assert "Cd4xd5" in t.legal(0)


@pytest.mark.parametrize(("sign", "goal"), [("A", "d6"), ("B", "d7")])
def test_no_engine_fires_on_a_ranger_on_a_mountain(sign, goal):
    """TH-5.1"""
    t = position({"d4": sign, goal: "r"}, {goal: "m"})
    assert t.refused(0, f"{sign}d4*{goal}") == "TH-5.1"


def test_a_spearman_moves_over_connected_water():
    """TH-5.2"""
    river = dict.fromkeys(("d4", "e5", "f4", "f6", "g7", "i1"), "w")
    t = position({"d4": "S", "e5": "r", "f6": "R"}, river)
    assert {"f4", "g7"} == goals(t, 0, "Sd4-") - AROUND_D4
    assert t.refused(0, "Sd4-i1") == "TH-5.2"
    assert t.refused(0, "Sd4-f6") == "TH-4.4"
    t.play(0, "Sd4-g7")
    assert on(t, "g7") == "S"


def test_a_spearman_on_land_steps_only():
    """TH-5.2"""
    t = position({"d4": "S"}, {"e5": "w", "f6": "w"})
    assert goals(t, 0, "Sd4-") == AROUND_D4


def test_a_spearman_does_not_attack_over_connected_water():
    """TH-5.2: the long way is for moving only."""
    t = position({"d4": "S", "f6": "r"}, {"d4": "w", "e5": "w", "f6": "w"})
    assert t.refused(0, "Sd4xf6") == "TH-4.7"


def test_a_crossbowman_fires_on_neighbours():
    """TH-5.3"""
    t = position({"d4": "C", "e5": "l", "d5": "l", "d6": "l", "e4": "r"})
    assert goals(t, 0, "Cd4*") == {"e5", "d5", "e4"}


def test_a_catapult_fires_two_tiles_away_in_a_single_direction():
    """TH-5.4"""
    t = position({"d4": "A", "f6": "l", "d5": "l", "d6": "r", "e6": "l", "d7": "r"})
    assert goals(t, 0, "Ad4*") == {"f6", "d6"}


def test_a_trebuchet_fires_three_tiles_away_forest_included():
    """TH-5.5"""
    t = position({"d4": "B", "g7": "l", "d7": "r", "f6": "l", "e7": "l"}, {"g7": "f"})
    assert goals(t, 0, "Bd4*") == {"g7", "d7"}
    t.play(0, "Bd4*g7")
    assert on(t, "g7") == "."


def test_a_lancer_moves_over_connected_plains():
    """TH-5.6"""
    road = dict.fromkeys(("d4", "e5", "f4", "f6", "g7", "i1"), "p")
    t = position({"d4": "L", "e5": "r"}, road, land="f")
    assert goals(t, 0, "Ld4-") - AROUND_D4 == {"f4", "f6", "g7"}
    assert t.refused(0, "Ld4-i1") == "TH-5.6"
    assert t.refused(0, "Ld4-f5") == "TH-4.3"


def test_a_lancer_off_the_plains_steps_only():
    """TH-5.6"""
    t = position({"d4": "L"}, {"d4": "f"})
    assert goals(t, 0, "Ld4-") == AROUND_D4


def test_a_warhorse_switches_with_any_neighbour():
    """TH-5.7"""
    t = position({"d4": "W", "d5": "w", "e5": "t", "e4": "R", "c3": "e"})
    assert goals(t, 0, "Wd4~") == {"d5", "e5", "e4", "c3"}
    t.play(0, "Wd4~d5", "stop")
    assert (on(t, "d4"), on(t, "d5")) == ("w", "W")


def test_a_warhorse_switches_with_an_enemy_in_a_whole_fortress():
    """TH-5.7"""
    t = position({"d4": "W", "e5": "l"}, {"e5": "+", "b2": "+", "h8": "+"})
    t.play(0, "Wd4~e5")
    assert (on(t, "e5"), on(t, "d4")) == ("W", "l")
    assert tile_on(t, "e5").name == "FORTRESS"


@pytest.mark.parametrize("sign", "RSCABLWE")
def test_an_elephant_on_plains_is_not_attacked(sign):
    """TH-5.8"""
    t = position({"d4": sign, "d5": "e"})
    assert t.refused(0, f"{sign}d4xd5") == "TH-5.8"


@pytest.mark.parametrize(("sign", "goal"), [("C", "d5"), ("A", "d6"), ("B", "d7")])
def test_an_elephant_on_plains_is_not_fired_on(sign, goal):
    """TH-5.8"""
    t = position({"d4": sign, goal: "e"})
    assert t.refused(0, f"{sign}d4*{goal}") == "TH-5.8"


def test_an_elephant_on_plains_is_attacked_by_dragon_and_throne():
    """TH-5.8, TH-5.10"""
    t = position({"d4": "D", "d6": "e", "f6": "T", "f5": "e"})
    assert {"Dd4xd6", "Tf6xf5"} <= t.legal(0)


def test_an_elephant_off_the_plains_is_engaged_like_any_piece():
    """TH-5.8"""
    t = position({"d4": "R", "d5": "e", "e7": "A", "g7": "e"}, {"d5": "f", "g7": "w"})
    assert {"Rd4xd5", "Ae7*g7"} <= t.legal(0)


def test_a_dragon_flies_up_to_four_tiles_in_a_single_direction():
    """TH-5.9"""
    t = position({"d4": "D"})
    assert {"h4", "d8", "h8", "a4", "a7", "d1", "g1"} <= goals(t, 0, "Dd4-")
    assert t.refused(0, "Dd4-i4") == "TH-5.9"
    assert t.refused(0, "Dd4-e6") == "TH-5.9"
    assert len(goals(t, 0, "Dd4-")) == 4 + 4 + 4 + 3 + 3 + 3 + 3 + 2  # a1 is the own throne's


def test_a_dragon_attacks_at_the_end_of_its_flight():
    """TH-5.9"""
    t = position({"d4": "D", "d8": "l", "e4": "r"})
    t.play(0, "Dd4xd8")
    assert (on(t, "d8"), on(t, "d4"), on(t, "e4")) == ("D", ".", "r")


def test_a_throne_attacks_any_piece_on_any_tile():
    """TH-5.10, TH-5.13"""
    t = position({"d4": "T", "d5": "e", "e5": "w", "e4": "l"}, {"e4": "+", "b2": "+", "h8": "+"})
    t.s.sides[1].charged = 1
    assert goals(t, 0, "Td4x") == {"d5", "e5", "e4"}


def test_a_throne_attacks_neighbours_only():
    """TH-5.10"""
    t = position({"d4": "T", "d6": "e"})
    assert t.refused(0, "Td4xd6") == "TH-4.7"


def test_a_warhorse_switches_again_until_it_stops_or_nobody_is_left():
    """TH-5.11"""
    t = position({"d4": "W", "d5": "r", "d6": "l", "d7": "S"})
    t.play(0, "Wd4~d5")
    assert t.legal(0) == {"stop", "Wd5~d6"}
    t.play(0, "Wd5~d6", "Wd6~d7")
    # Nobody is left to switch with: the turn is over by itself.
    assert t.due == {1}
    assert [on(t, name) for name in ("d4", "d5", "d6", "d7")] == ["r", "l", "S", "W"]
    t = position({"d4": "W", "d5": "r", "d6": "l"})
    t.play(0, "Wd4~d5", "stop")
    assert t.due == {1}
    assert on(t, "d6") == "l"


def test_only_the_warhorse_that_switched_goes_on():
    """TH-5.11"""
    t = position({"d4": "W", "d5": "r", "d6": "l", "f4": "S", "f5": "R"})
    t.play(0, "Wd4~d5")
    assert t.refused(0, "Sf4~f5") == "TH-5.11"
    assert t.refused(0, "Wd5xd6") == "TH-4.12"


def test_a_switch_is_offered_once_and_with_a_warhorse_as_the_warhorses():
    """TH-4.5, TH-5.11"""
    t = position({"d4": "W", "d5": "R", "e5": "S", "c6": "C"})
    assert {move for move in t.legal(0) if "~" in move} == {"Wd4~d5", "Wd4~e5", "Rd5~e5", "Cc6~d5"}
    t.play(0, "Wd4~d5", "stop")
    assert (on(t, "d4"), on(t, "d5")) == ("R", "W")


@pytest.mark.parametrize("typed", ["Rd5~e6", "Se6~d5", "e6~d5", "d5~e6", "Rd5e6", "rd5 to e6"])
def test_a_pair_that_switches_is_typed_either_way(typed):
    """TH-4.5"""
    t = position({"d5": "R", "e6": "S"})
    assert GAME.words.meant(t.view(0), t.box, 0, typed) == t.find(0, "Rd5~e6")
    t = position({"d5": "W", "e6": "R"})
    assert GAME.words.meant(t.view(0), t.box, 0, "Re6~d5") == t.find(0, "Wd5~e6")


def test_a_warhorse_switches_with_each_piece_once_a_turn():
    """TH-5.12"""
    t = position({"d4": "W", "d5": "r", "e5": "l"})
    t.play(0, "Wd4~d5")
    assert t.refused(0, "Wd5~d4") == "TH-5.12"
    t.play(0, "Wd5~e5")
    assert t.due == {1}
    # In the next turn the same pieces may be switched with again.
    t.play(1, "Ti9-i8")
    assert goals(t, 0, "We5~") == {"d4", "d5"}


def test_a_warhorse_that_attacked_is_not_attacked_in_the_next_turn():
    """TH-5.13"""
    t = position({"d4": "W", "d5": "l", "e6": "r", "c6": "c", "d7": "a"})
    t.play(0, "Wd4xd5")
    assert t.refused(1, "Re6xd5") == "TH-5.13"
    assert t.refused(1, "Cc6xd5") == "TH-5.13"
    t.play(1, "Re6-e7")
    t.play(0, "Ta1-a2")
    assert {"Cc6xd5", "Cc6*d5", "Ad7*d5"} <= t.legal(1)


@pytest.mark.parametrize(("sign", "goal"), [("c", "Cc6*d5"), ("a", "Ad7*d5"), ("b", "Bd8*d5")])
@pytest.mark.parametrize("land", "pfmw")
def test_a_warhorse_that_attacked_is_not_fired_on_in_the_next_turn(sign, goal, land):
    """TH-5.13: firing is a kind of attacking."""
    t = position({"d4": "W", "d5": "l", goal[1:3]: sign}, {"d5": land}, rolls=["die-2"] if land in "mw" else [])
    t.play(0, "Wd4xd5")
    assert t.refused(1, goal) == ("TH-5.16" if land == "f" and sign != "b" else "TH-5.13")


@pytest.mark.parametrize(("move", "end"), [("Re6xd5", "R"), ("Cc6*d5", "C"), ("Dd8xd5", "D")])
def test_the_whole_fortress_around_a_protected_warhorse_can_be_breached(move, end):
    """TH-5.13, TH-7.1"""
    forts = {"d5": "+", "b2": "+", "h8": "+"}
    t = position({"d5": "W", "e6": "r", "c6": "c", "d8": "d"}, forts, seat=1, rolls=["die-6"])
    t.s.sides[0].charged = 1
    t.play(1, move)
    assert tile_on(t, "d5").name == "BREACHED"
    assert on(t, "d5") == "W"
    t = position({"d5": "W", "e6": "r", "c6": "c", "d8": "d"}, {**forts, "d5": "%"}, seat=1)
    t.s.sides[0].charged = 1
    assert t.refused(1, move) == "TH-5.13"


def test_a_protected_warhorse_falls_to_a_throne():
    """TH-5.13, TH-5.10"""
    t = position({"d4": "W", "d5": "l", "e6": "t", "d8": "d"})
    t.play(0, "Wd4xd5")
    assert t.refused(1, "Dd8xd5") == "TH-5.13"
    t.play(1, "Te6xd5")
    assert on(t, "d5") == "t"


def test_a_warhorse_that_breached_a_fortress_is_protected():
    """TH-5.13"""
    t = position({"d4": "W", "d5": "l", "e6": "r"}, {"d5": "+", "b2": "+", "h8": "+"}, rolls=["die-4"])
    t.play(0, "Wd4xd5")
    assert t.refused(1, "Ld5xd4") == "TH-5.13"


def test_a_warhorse_that_only_switched_is_not_protected():
    """TH-5.13"""
    t = position({"d4": "W", "d5": "l", "d6": "r"})
    t.play(0, "Wd4~d5", "stop")
    assert "Rd6xd5" in t.legal(1)


@pytest.mark.parametrize("sign", "dcab")
def test_enemy_dragons_and_engines_stop_a_dragon(sign):
    """TH-5.14"""
    t = position({"d4": "D", "d6": sign, "d8": "l"})
    assert t.refused(0, "Dd4-d7") == "TH-5.14"
    assert t.refused(0, "Dd4xd8") == "TH-5.14"
    assert "Dd4xd6" in t.legal(0)


@pytest.mark.parametrize("sign", "rslwetCABR")
def test_other_pieces_do_not_stop_a_dragon(sign):
    """TH-5.14"""
    t = position({"d4": "D", "d6": sign, "d8": "l"})
    assert {"Dd4-d7", "Dd4xd8"} <= t.legal(0)


def test_a_dragon_attacks_nobody_on_forest_but_moves_there():
    """TH-5.15"""
    t = position({"d4": "D", "d6": "l", "e5": "r"}, {"d6": "f", "d5": "f", "e5": "f"})
    assert t.refused(0, "Dd4xd6") == "TH-5.15"
    assert t.refused(0, "Dd4xe5") == "TH-5.15"
    assert "Dd4-d5" in t.legal(0)


@pytest.mark.parametrize(("sign", "goal"), [("C", "d5"), ("A", "d6")])
def test_crossbowman_and_catapult_do_not_fire_on_forest(sign, goal):
    """TH-5.16"""
    t = position({"d4": sign, goal: "l"}, {goal: "f", "d4": "f"})
    assert t.refused(0, f"{sign}d4*{goal}") == "TH-5.16"


def test_pieces_in_between_do_not_stop_a_shot():
    """TH-4.8"""
    t = position({"d4": "B", "d5": "R", "d6": "d", "d7": "l"})
    assert "Bd4*d7" in t.legal(0)


def test_a_piece_that_was_removed_counts_as_lost():
    """TH-4.7, TH-4.8"""
    t = position({"d4": "C", "d5": "l"})
    t.play(0, "Cd4*d5")
    assert t.s.pieces[at("d5")] == 0
    assert t.s.sides[1].lost.tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
