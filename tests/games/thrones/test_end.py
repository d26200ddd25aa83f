"""Chapters 10 and 11: the end, and the options."""

import numpy as np
import pytest

from wartable.errors import BadOption
from wartable.games.thrones import GAME
from wartable.games.thrones.box import OPTIONS
from wartable.testing import Table

from .position import at, on, position

FORTS = {"d5": "+", "b2": "+", "h8": "+"}


def shares(t):
    out = np.zeros(6)
    GAME.functions["scores"](t.s, t.box, out)
    return out[:2].tolist()


@pytest.mark.parametrize("move", ["Rd4xd5", "Ce6*d5"])
def test_who_removes_the_throne_wins(move):
    """TH-10.1"""
    t = position({"d4": "R", "e6": "C", "d5": "t"})
    t.play(0, move)
    assert t.ending == "throne_removed"
    assert shares(t) == [1, 0]
    assert t.due == set()
    assert t.s.sides[1].throne == -1


def test_who_removes_the_own_throne_with_the_dragon_loses():
    """TH-10.1, TH-8.2"""
    t = position({"b2": "T"}, held_back=(0,))
    t.play(0, "D@b2")
    assert t.ending == "throne_removed"
    assert shares(t) == [0, 1]
    assert t.s.sides[0].unplaced[9] == 0


def test_a_throne_in_the_opposing_home_fortress_wins():
    """TH-10.2"""
    t = position({"g7": "T"})
    t.play(0, "Tg7-h8")
    assert t.ending == "fortress_taken"
    assert shares(t) == [1, 0]


def test_a_throne_wins_by_taking_the_occupied_fortress():
    """TH-10.2, TH-7.5"""
    with position({"g7": "T", "h8": "r"}, rolls=["die-4"]) as t:
        t.play(0, "Tg7xh8")
        assert t.ending == "fortress_taken"
        assert t.s.winner == 0


def test_the_middle_fortress_does_not_win():
    """TH-10.2"""
    t = position({"d4": "T"}, FORTS)
    t.play(0, "Td4-d5", "take:haste")
    assert t.s.head.over == 0


def test_a_throne_brought_into_the_fortress_by_the_opponent_wins():
    """TH-10.2"""
    t = position({"b2": "W", "c3": "t"})
    t.play(0, "Wb2~c3")
    assert t.ending == "fortress_taken"
    assert t.s.winner == 1
    t = position({"g7": "T", "h8": "r"}, seat=1, favors=("deception", ""))
    t.play(0, "deception:g7~h8")
    assert (t.ending, t.s.winner) == ("fortress_taken", 0)


def quiet_table(option=100, **more):
    t = position({"d4": "R", "f6": "r"}, options={"quiet_turns": option}, **more)
    t.s.quiet = option - 1
    return t


@pytest.mark.parametrize("turns", [100, 50, 200])
def test_quiet_turns_end_in_a_draw(turns):
    """TH-10.3"""
    t = quiet_table(turns)
    t.s.quiet = turns - 2
    t.play(0, "Rd4-d5")
    assert t.s.head.over == 0
    t.play(1, "Rf6-f7")
    assert t.ending == "quiet"
    assert shares(t) == [0.5, 0.5]


def test_a_removal_a_breach_a_dragon_and_a_favor_break_the_quiet():
    """TH-10.3"""
    removal = quiet_table()
    removal.s.pieces[at("d5")] = 16 + 6
    removal.play(0, "Rd4xd5")
    breach = position({"d4": "R", "d5": "l"}, FORTS, rolls=["die-4"])
    breach.s.quiet = 99
    breach.play(0, "Rd4xd5")
    dragon = position({"d4": "R"}, {"c3": "m"}, held_back=(0,))
    dragon.s.quiet = 99
    dragon.play(0, "D@c3")
    spent = quiet_table(favors=("haste", ""))
    spent.play(0, "haste", "Rd4-d5", "stop")
    taken = position({"d4": "T"}, FORTS)
    taken.s.quiet = 99
    taken.play(0, "Td4-d5", "take:haste")
    for t in (removal, breach, dragon, spent, taken):
        assert t.s.head.over == 0
        assert t.s.quiet == 0


def test_a_favor_that_was_taken_before_the_first_turn_does_not_break_its_quiet():
    """TH-10.3"""
    with Table(GAME, rolls=["north-first"]) as t:
        t.play(0, "layout:wall", "done")
        t.play(1, "layout:siege", "done")
        t.play(1, "take:ambush")
        t.play(0, "take:cunning", "let")
        t.play(1, "Be6-e5")
        assert (t.s.turn, t.s.quiet) == (2, 1)


def test_a_failed_attack_breaks_the_quiet_and_a_failed_move_does_not():
    """TH-10.3"""
    with position({"d4": "L", "d5": "r"}, {"d5": "w"}, rolls=["die-3"]) as t:
        t.s.quiet = 99
        t.play(0, "Ld4xd5")
        assert t.s.quiet == 0
    with position({"d4": "L"}, {"d5": "w"}, rolls=["die-3"]) as t:
        t.s.quiet = 99
        t.play(0, "Ld4-d5")
        assert t.ending == "quiet"


def stalemate(**more):
    """No throne, and a board full of elephants: none can move, switch or be attacked."""
    squares = [f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)]
    return position({name: "E" if name[1] < "7" else "e" for name in squares}, thrones=False, **more)


def test_two_passes_in_a_row_are_a_draw():
    """TH-10.4, TH-4.11"""
    t = stalemate()
    assert t.legal(0) == {"pass"}
    t.play(0, "pass")
    assert t.s.head.over == 0
    t.play(1, "pass")
    assert t.ending == "passes"
    assert shares(t) == [0.5, 0.5]


def test_passes_with_something_between_them_are_not_in_a_row():
    """TH-10.4, TH-9.8"""
    t = stalemate(favors=("deception", ""))
    t.play(0, "pass")
    # In North's turn South makes room for an attack: the elephants on i6 and h7 stand among enemies now.
    t.play(0, "deception:a1~a2")
    t.play(1, "pass")
    assert t.s.head.over == 0
    assert t.s.passes == 1


@pytest.mark.parametrize("neighbour", ["R", "e", "t", "w", ""])
def test_a_throne_always_has_an_action(neighbour):
    """TH-4.11: so in a match nobody ever passes; with the throne the game would be over."""
    around = {name: neighbour for name in ("a2", "b1", "b2") if neighbour}
    t = position({"a1": "T", **around}, {"b3": "+", "h8": "+", "i5": "+"})
    t.s.sides[1].charged = 1
    assert any(move.startswith("Ta1") for move in t.legal(0))
    assert t.refused(0, "pass") == "TH-4.11"


def test_the_turn_limit_ends_in_a_draw():
    """TH-10.5"""
    t = position({"d4": "R"}, turn=999)
    t.play(0, "Rd4-d5")
    assert t.s.head.over == 0
    t.play(1, "Ti9-i8")
    assert t.ending == "turn_limit"
    assert shares(t) == [0.5, 0.5]


def test_the_options_and_their_defaults():
    """TH-11.1"""
    assert {option.name: option.values for option in OPTIONS} == {
        "survival": ("on-and-off", "off-only"),
        "quiet_turns": (100, 50, 200),
        "turn_limit": (1000, 500, 2000),
    }
    box = GAME.new_box()
    assert (box.off_only, box.quiet_turns, box.turn_limit) == (0, 100, 1000)
    box = GAME.new_box({"survival": "off-only", "quiet_turns": 200, "turn_limit": 500})
    assert (box.off_only, box.quiet_turns, box.turn_limit) == (1, 200, 500)
    with pytest.raises(BadOption):
        GAME.new_box({"survival": "never"})


def test_the_options_are_in_the_rules():
    """TH-11.1"""
    table = [line for line in GAME.rulebook.source.splitlines() if line.startswith("| `")]
    named = [line.split("|")[1].strip(" `") for line in table]
    assert named == [option.name for option in OPTIONS]
    assert on(position({"d4": "R"}), "d4") == "R"
