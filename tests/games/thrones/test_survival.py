"""Chapters 6 and 7: survival checks and fortresses."""

import pytest

from wartable.games.thrones import GAME
from wartable.games.thrones.state import Tile
from wartable.testing import Table

from .position import at, checks, on, position, tile_on

FORTS = {"d5": "+", "b2": "+", "h8": "+"}


def said(t: Table, viewer: int = 0) -> list[str]:
    return [sentence.named(GAME.seat_names) for sentence in t.told(viewer)]


@pytest.mark.parametrize("hazard", "mw")
@pytest.mark.parametrize("move", ["Cd4-c5", "Cd4xe5", "Cd4~d5"])
def test_leaving_mountain_or_water_needs_a_check(hazard, move):
    """TH-6.1"""
    t = position({"d4": "C", "e5": "l", "d5": "L"}, {"d4": hazard})
    t.play(0, move)
    assert checks(t)
    assert t.odds() == {f"die-{face}": 1 for face in range(1, 7)}


@pytest.mark.parametrize("hazard", "mw")
@pytest.mark.parametrize(("move", "goal"), [("Cd4-c5", "c5"), ("Cd4xe5", "e5"), ("Cd4~d5", "d5")])
def test_entering_mountain_or_water_needs_a_check(hazard, move, goal):
    """TH-6.1"""
    t = position({"d4": "C", "e5": "l", "d5": "L"}, {goal: hazard})
    t.play(0, move)
    assert checks(t)


@pytest.mark.parametrize("land", "pf")
def test_other_land_needs_no_check(land):
    """TH-6.1"""
    t = position({"d4": "C"}, land=land)
    t.play(0, "Cd4-d5")
    assert t.due == {1}


@pytest.mark.parametrize("hazard", "mw")
def test_firing_on_mountain_or_water_needs_a_check(hazard):
    """TH-6.2"""
    t = position({"d4": "A", "d6": "l"}, {"d6": hazard}, rolls=["die-4"])
    t.play(0, "Ad4*d6")
    assert on(t, "d6") == "."


@pytest.mark.parametrize("hazard", "mw")
def test_the_tile_of_the_firing_piece_does_not_matter(hazard):
    """TH-6.2"""
    t = position({"d4": "A", "d6": "l"}, {"d4": hazard})
    t.play(0, "Ad4*d6")
    assert on(t, "d6") == "."
    assert t.due == {1}


@pytest.mark.parametrize("face", range(1, 7))
def test_an_even_number_passes_and_an_odd_one_fails(face):
    """TH-6.9, TH-6.10"""
    with position({"d4": "L"}, {"d5": "m"}, rolls=[f"die-{face}"]) as t:
        t.play(0, "Ld4-d5")
        assert on(t, "d5") == ("." if face % 2 else "L")


def test_an_action_needs_one_check():
    """TH-6.3: from water to mountain, onto an occupied fortress, and still one roll."""
    with position({"d4": "C"}, {"d4": "w", "d5": "m"}, rolls=["die-4"]) as t:
        t.play(0, "Cd4-d5")
        assert on(t, "d5") == "C"
    with position({"d4": "C", "d5": "l"}, {"d4": "w", **FORTS}, rolls=["die-4"]) as t:
        t.play(0, "Cd4xd5")
        assert tile_on(t, "d5") == Tile.BREACHED


def test_each_switch_of_a_warhorse_is_checked():
    """TH-6.3"""
    with position({"d4": "W", "d5": "r", "d6": "l"}, {"d4": "w", "d6": "m"}, rolls=["die-4", "die-3"]) as t:
        t.play(0, "Wd4~d5")
        assert on(t, "d5") == "W"
        t.play(0, "Wd5~d6")
        # The first switch stands, the second does not take place.
        assert (on(t, "d4"), on(t, "d5"), on(t, "d6")) == ("r", "W", "l")
        assert t.due == {1}


def test_each_part_of_a_hasty_move_is_checked():
    """TH-6.3"""
    with position({"d4": "C"}, {"d5": "m"}, favors=("haste", ""), rolls=["die-4", "die-4"]) as t:
        t.play(0, "haste", "Cd4-d5", "Cd5-d6")
        assert on(t, "d6") == "C"


def test_a_ranger_needs_no_check_for_mountain():
    """TH-6.4"""
    t = position({"d4": "R"}, {"d4": "m", "d5": "m"})
    t.play(0, "Rd4-d5")
    assert on(t, "d5") == "R"
    t = position({"d4": "R"}, {"d5": "w"})
    t.play(0, "Rd4-d5")
    assert checks(t)


def test_a_spearman_needs_no_check_for_water():
    """TH-6.5"""
    t = position({"d4": "S"}, {"d4": "w", "d5": "w"})
    t.play(0, "Sd4-d5")
    assert on(t, "d5") == "S"
    t = position({"d4": "S"}, {"d5": "m"})
    t.play(0, "Sd4-d5")
    assert checks(t)


@pytest.mark.parametrize("hazard", "mw")
def test_a_dragon_needs_no_check_for_either(hazard):
    """TH-6.6"""
    t = position({"d4": "D", "d7": "l"}, {"d4": "m", "d7": hazard})
    t.play(0, "Dd4xd7")
    assert on(t, "d7") == "D"


@pytest.mark.parametrize(
    ("sign", "start", "goal"), [("R", "m", "w"), ("R", "w", "m"), ("S", "w", "m"), ("S", "m", "w")]
)
def test_the_other_terrain_still_calls_for_a_check(sign, start, goal):
    """TH-6.7"""
    t = position({"d4": sign}, {"d4": start, "d5": goal})
    t.play(0, f"{sign}d4-d5")
    assert checks(t)


@pytest.mark.parametrize(
    ("mover", "partner", "tiles"),
    [
        ("R", "L", {"d5": "m"}),
        ("R", "L", {"d4": "m"}),
        ("L", "R", {"d4": "m"}),
        ("S", "L", {"d5": "w"}),
        ("L", "S", {"d5": "w", "d4": "w"}),
        ("D", "L", {"d5": "w", "d4": "m"}),
        ("R", "S", {"d5": "w", "d4": "m"}),
        ("W", "r", {"d5": "m"}),
    ],
)
def test_in_a_switch_both_pieces_share_what_one_is_safe_from(mover, partner, tiles):
    """TH-6.8"""
    t = position({"d4": mover, "d5": partner}, tiles)
    t.play(0, f"{mover}d4~d5")
    assert (on(t, "d4"), on(t, "d5")) == (partner, mover)


@pytest.mark.parametrize(("mover", "partner", "tiles"), [("R", "L", {"d5": "w"}), ("S", "R", {"d4": "w", "d5": "w"})])
def test_a_switch_is_checked_for_what_neither_is_safe_from(mover, partner, tiles):
    """TH-6.8, TH-6.7"""
    t = position({"d4": mover, "d5": partner}, tiles)
    t.play(0, f"{mover}d4~d5")
    assert checks(t) == (mover == "R")


@pytest.mark.parametrize(
    ("helper", "hazard", "terrain"), [("R", "m", "mountain"), ("s", "w", "water"), ("d", "w", "water")]
)
def test_a_warhorse_keeps_what_its_partner_was_safe_from_for_the_rest_of_the_turn(helper, hazard, terrain):
    """TH-6.8"""
    t = position({"d4": "W", "d5": helper, "d6": "l", "d7": "E"}, {"d5": hazard, "d6": hazard, "d7": hazard})
    t.play(0, "Wd4~d5")
    assert f"South's warhorse on d5 needs no check for {terrain} in the rest of this turn." in said(t)
    t.play(0, "Wd5~d6", "Wd6~d7")
    assert [on(t, name) for name in ("d4", "d5", "d6", "d7")] == [helper, "l", "E", "W"]
    # In its next turn it is like any other piece.
    t.play(1, "Ti9-i8")
    t.play(0, "Wd7~d6")
    assert checks(t)


@pytest.mark.parametrize(
    ("helper", "tiles"),
    [
        ("R", {"d6": "m"}),  # the switch with the ranger touched no mountain
        ("R", {"d5": "m", "d6": "w"}),  # a ranger is no help on water
        ("s", {"d5": "w", "d6": "m"}),
    ],
)
def test_a_warhorse_keeps_nothing_else(helper, tiles):
    """TH-6.8, TH-6.7"""
    t = position({"d4": "W", "d5": helper, "d6": "l"}, tiles)
    t.play(0, "Wd4~d5", "Wd5~d6")
    assert checks(t)


def test_a_check_that_is_passed_lets_the_action_take_place():
    """TH-6.9"""
    with position({"d4": "L"}, {"d5": "m"}, rolls=["die-4"]) as t:
        t.play(0, "Ld4-d5")
        assert on(t, "d5") == "L"
        assert t.due == {1}


@pytest.mark.parametrize(
    ("move", "pieces", "hazard"),
    [
        ("Ld4-d5", {"d4": "L"}, "d5"),
        ("Ld4~d5", {"d4": "L", "d5": "R"}, "d4"),
        ("Bd4*d7", {"d4": "B", "d7": "l"}, "d7"),
    ],
)
def test_a_failed_move_switch_or_shot_does_not_take_place(move, pieces, hazard):
    """TH-6.10"""
    with position(pieces, {hazard: "w"}, rolls=["die-3"]) as t:
        t.play(0, move)
        assert {name: on(t, name) for name in pieces} == pieces
        assert t.due == {1}


def test_a_failed_attack_removes_the_attacker():
    """TH-6.11"""
    with position({"d4": "L", "d5": "r"}, {"d5": "w"}, rolls=["die-3"]) as t:
        t.play(0, "Ld4xd5")
        assert (on(t, "d4"), on(t, "d5")) == (".", "r")
        assert t.s.sides[0].lost[6] == 1
        assert t.due == {1}


@pytest.mark.parametrize("tiles", [{"d5": "w"}, {"d4": "m"}, FORTS])
def test_a_throne_is_not_removed_by_a_failed_check(tiles):
    """TH-6.12"""
    with position({"d4": "T", "d5": "r"}, tiles, rolls=["die-3"]) as t:
        t.play(0, "Td4xd5")
        assert (on(t, "d4"), on(t, "d5")) == ("T", "r")
        assert t.ending is None
        assert t.due == {1}


def test_off_only_frees_a_move_of_the_check_for_the_tile_it_enters():
    """TH-6.13"""
    off_only = {"survival": "off-only"}
    t = position({"d4": "L"}, {"d5": "m"}, options=off_only)
    t.play(0, "Ld4-d5")
    assert on(t, "d5") == "L"
    t = position({"d4": "L"}, {"d4": "m"}, options=off_only)
    t.play(0, "Ld4-d5")
    assert checks(t)


@pytest.mark.parametrize("move", ["Ld4xd5", "Ld4~e5", "Ac4*c6"])
def test_off_only_changes_nothing_for_attacks_switches_and_shots(move):
    """TH-6.13"""
    pieces = {"d4": "L", "d5": "l", "e5": "R", "c4": "A", "c6": "l"}
    t = position(pieces, {"d5": "w", "e5": "w", "c6": "w"}, options={"survival": "off-only"})
    t.play(0, move)
    assert checks(t)


@pytest.mark.parametrize("move", ["Rc4xd5", "Sd4xd5", "Ce4xd5", "Ce4*d5", "Af7*d5", "Be5xd5", "Da5xd5", "Te6xd5"])
def test_a_whole_fortress_is_engaged_with_a_check_by_every_piece(move):
    """TH-7.1"""
    pieces = {"c4": "R", "d4": "S", "e4": "C", "f7": "A", "e5": "B", "a5": "D", "e6": "T", "d5": "l"}
    t = position(pieces, FORTS)
    t.play(0, move)
    assert checks(t)


@pytest.mark.parametrize("move", ["Rc4xd5", "Ce4*d5", "Da5xd5"])
def test_a_passed_check_breaches_and_removes_nothing(move):
    """TH-7.2"""
    pieces = {"c4": "R", "e4": "C", "a5": "D", "d5": "l"}
    with position(pieces, FORTS, rolls=["die-4"]) as t:
        t.play(0, move)
        assert {name: on(t, name) for name in pieces} == pieces
        assert tile_on(t, "d5") == Tile.BREACHED
        assert t.due == {1}


def test_a_failed_attack_on_a_fortress_removes_even_a_dragon():
    """TH-7.1, TH-6.11"""
    with position({"a5": "D", "d5": "l"}, FORTS, rolls=["die-3"]) as t:
        t.play(0, "Da5xd5")
        assert (on(t, "a5"), on(t, "d5")) == (".", "l")
        assert tile_on(t, "d5") == Tile.FORTRESS


def test_a_failed_shot_at_a_fortress_costs_nothing():
    """TH-7.1, TH-6.10"""
    with position({"e4": "C", "d5": "l"}, FORTS, rolls=["die-3"]) as t:
        t.play(0, "Ce4*d5")
        assert (on(t, "e4"), on(t, "d5")) == ("C", "l")
        assert tile_on(t, "d5") == Tile.FORTRESS


@pytest.mark.parametrize("move", ["Rc4xd5", "Ce4*d5"])
def test_a_piece_in_a_breached_fortress_is_engaged_as_anywhere(move):
    """TH-7.3"""
    t = position({"c4": "R", "e4": "C", "d5": "l"}, {**FORTS, "d5": "%"})
    t.play(0, move)
    assert on(t, "d5") == ("R" if "x" in move else ".")
    assert t.s.sides[1].lost[6] == 1


def test_an_elephant_in_a_breached_fortress_has_no_plains_to_stand_on():
    """TH-7.3, TH-5.8"""
    t = position({"c4": "R", "d5": "e"}, {**FORTS, "d5": "%"})
    assert "Rc4xd5" in t.legal(0)


def test_a_breached_fortress_is_whole_again_when_empty_at_a_turns_end():
    """TH-7.4"""
    t = position({"d5": "L", "d4": "S"}, {**FORTS, "d5": "%"})
    t.play(0, "Ld5-e5")
    assert tile_on(t, "d5") == Tile.FORTRESS
    t = position({"d5": "L", "d4": "S"}, {**FORTS, "d5": "%"})
    t.play(0, "Sd4~d5")
    assert tile_on(t, "d5") == Tile.BREACHED


def test_a_fortress_shot_empty_is_whole_again_at_once():
    """TH-7.4"""
    t = position({"e4": "C", "d5": "l"}, {**FORTS, "d5": "%"})
    t.play(0, "Ce4*d5")
    assert tile_on(t, "d5") == Tile.FORTRESS


def test_the_attacker_that_enters_a_breached_fortress_finds_it_breached():
    """TH-7.4"""
    t = position({"c4": "R", "d5": "l"}, {**FORTS, "d5": "%"})
    t.play(0, "Rc4xd5")
    assert tile_on(t, "d5") == Tile.BREACHED


def test_a_throne_breaches_removes_and_enters_at_once():
    """TH-7.5"""
    with position({"d4": "T", "d5": "e"}, FORTS, rolls=["die-4"]) as t:
        t.play(0, "Td4xd5", "take:haste")
        assert (on(t, "d4"), on(t, "d5")) == (".", "T")
        assert tile_on(t, "d5") == Tile.BREACHED
        assert t.s.sides[1].lost[8] == 1


def test_a_throne_needs_no_check_for_a_breached_fortress():
    """TH-7.3, TH-7.5"""
    t = position({"d4": "T", "d5": "e"}, {**FORTS, "d5": "%"})
    t.play(0, "Td4xd5")
    assert on(t, "d5") == "T"


@pytest.mark.parametrize("sign", "+%")
def test_an_empty_fortress_is_simply_entered(sign):
    """TH-7.6"""
    t = position({"d4": "L"}, {**FORTS, "d5": sign})
    t.play(0, "Ld4-d5")
    assert on(t, "d5") == "L"
    assert t.due == {1}
    assert t.s.pieces[at("d4")] == 0
