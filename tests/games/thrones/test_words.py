"""Notation, labels, sentences and the text board."""

import pytest

from wartable.core.errors import IllegalMove
from wartable.core.match import Match
from wartable.core.tints import untinted
from wartable.games.thrones import GAME
from wartable.testing import Table

from .position import position


def said(t: Table, viewer: int = 0) -> list[str]:
    return [sentence.named(GAME.seat_names) for sentence in t.told(viewer)]


def test_the_notation_is_what_people_type():
    t = position({"b3": "R", "d4": "C", "d5": "l", "b2": "W"}, {"i5": "+", "a9": "+", "h2": "+"})
    assert {"Rb3-c4", "Cd4*d5", "Cd4xd5", "Wb2~b3"} <= t.legal(0)


def test_every_code_has_a_notation_of_its_own_on_a_full_board():
    """Also those that lead off the board, or begin where nobody stands."""
    t = position({"d4": "R", "d5": "l"}, favors=("haste ambush", ""))
    written = {GAME.words.notation(t.view(0), t.box, 0, action) for action in range(GAME.action_count)}
    deceptions_off_the_edge = 9 + 8 + 8 + 9
    assert len(written) >= GAME.action_count - deceptions_off_the_edge


def test_labels_say_when_a_survival_check_is_due():
    """TH-6.1"""
    t = position({"d4": "R"}, {"d5": "w"})
    view = t.view(0)
    assert GAME.words.label(view, t.box, 0, t.find(0, "Rd4-d5")) == "Move the ranger on d4 to d5 (survival check)"
    assert GAME.words.label(view, t.box, 0, t.find(0, "Rd4-d3")) == "Move the ranger on d4 to d3"


def test_a_refusal_says_why_in_the_words_of_the_rule():
    """TH-5.8"""
    t = position({"d4": "R", "d5": "e"})
    assert t.refused(0, "Rd4xd5") == "TH-5.8"
    assert GAME.rulebook.find("TH-5.8").text == "Elephant: on plains it can only be engaged by a dragon or a throne."


def test_a_match_names_the_rule_when_it_refuses():
    match = Match.start(GAME, seed=3)
    with pytest.raises(IllegalMove, match=r"TH-2\.17"):
        match.play(0, "done")


@pytest.mark.parametrize(
    ("pieces", "tiles", "rolls", "moves", "sentences"),
    [
        ({"d4": "R"}, {}, [], ["Rd4-d5"], ["South's ranger on d4 moves to d5."]),
        ({"d4": "R", "d5": "S"}, {}, [], ["Rd4~d5"], ["South's ranger on d4 switches with South's spearman on d5."]),
        (
            {"d4": "R", "d5": "l"},
            {},
            [],
            ["Rd4xd5"],
            ["South's ranger on d4 attacks and removes North's lancer on d5."],
        ),
        (
            {"d4": "C", "d5": "l"},
            {},
            [],
            ["Cd4*d5"],
            ["South's crossbowman on d4 fires on and removes North's lancer on d5."],
        ),
        (
            {"d4": "R"},
            {"d5": "w"},
            [],
            ["Rd4-d5"],
            ["South's ranger on d4 tries to move to d5: a survival check."],
        ),
        (
            {"d4": "R"},
            {"d5": "w"},
            ["survives"],
            ["Rd4-d5"],
            ["The check is passed.", "South's ranger on d4 moves to d5."],
        ),
        (
            {"d4": "R"},
            {"d5": "w"},
            ["fails"],
            ["Rd4-d5"],
            ["The check fails: South's ranger on d4 stays where it is, and the turn ends."],
        ),
        (
            {"d4": "R", "d5": "l"},
            {"d5": "w"},
            ["fails"],
            ["Rd4xd5"],
            ["The check fails: South's ranger on d4 is removed."],
        ),
        (
            {"d4": "T", "d5": "l"},
            {"d5": "w"},
            ["fails"],
            ["Td4xd5"],
            ["The check fails, but a throne is not removed: South's throne on d4 stays, and the turn ends."],
        ),
        (
            {"d4": "R", "d5": "l"},
            {"d5": "+", "b2": "+", "h8": "+"},
            [],
            ["Rd4xd5"],
            ["South's ranger on d4 tries to attack North's lancer in the fortress on d5: a survival check."],
        ),
        (
            {"d4": "R", "d5": "l"},
            {"d5": "+", "b2": "+", "h8": "+"},
            ["survives"],
            ["Rd4xd5"],
            ["The check is passed.", "South's ranger on d4 attacks the fortress on d5 and breaches it."],
        ),
        (
            {"d4": "C", "d5": "l"},
            {"d5": "%", "b2": "+", "h8": "+"},
            [],
            ["Cd4*d5"],
            [
                "South's crossbowman on d4 fires on and removes North's lancer on d5.",
                "The fortress on d5 is whole again.",
            ],
        ),
        (
            {"d4": "R", "d5": "t"},
            {},
            [],
            ["Rd4xd5"],
            [
                "South's ranger on d4 attacks and removes North's throne on d5.",
                "North's throne has fallen: South wins.",
            ],
        ),
    ],
)
def test_the_log_says_what_happened_and_why(pieces, tiles, rolls, moves, sentences):
    t = position(pieces, tiles, rolls=rolls)
    t.play(0, *moves)
    assert said(t) == sentences
    assert all(sentence.rule for sentence in t.told(1))
    assert [sentence.text for sentence in t.told(1)] == [sentence.text for sentence in t.told(0)]


def test_prompts_say_what_is_asked():
    t = position({"d4": "W", "d5": "r", "d6": "l"})
    prompt = GAME.words.prompt
    assert prompt(t.view(0), t.box, 0) == "Move, switch, attack or fire"
    assert prompt(t.view(1), t.box, 1) == "{0} is to act"
    t.play(0, "Wd4~d5")
    assert prompt(t.view(0), t.box, 0) == "Switch the warhorse on d5 again, or stop"


def test_the_text_board_shows_land_pieces_breaches_and_protection():
    """TH-7.2, TH-5.13"""
    t = position({"d4": "W", "d5": "l", "e5": "r"}, {"e5": "%", "b2": "+", "h8": "+", "c3": "m", "d3": "w", "e3": "f"})
    t.play(0, "Wd4xd5")
    lines = untinted(GAME.view.board(t.view(0), t.box, 0)).splitlines()
    assert lines[4] == " 5  .   .   .   .W! %r  .   .   .   .  "
    assert lines[6] == " 3  .   .   ^   ~   f   .   .   .   .  "
    assert lines[8].startswith(" 1  .T ")
    upside_down = untinted(GAME.view.board(t.view(1), t.box, 1)).splitlines()
    assert upside_down[0].split() == ["1", *"........", ".T"]
    assert upside_down[4].split() == ["5", ".", ".", ".", ".", "%r", ".W!", ".", ".", "."]
    assert max(len(line) for line in lines) <= 100


def test_a_scene_shows_protection_breaches_favors_and_the_dragon_held_back():
    t = position(
        {"d4": "W", "d5": "l", "e6": "r"},
        {"e6": "%", "b2": "+", "i5": "+"},
        favors=("haste", "ambush deception"),
        held_back=(0,),
    )
    t.s.sides[0].charged = 1
    scene = GAME.view.scene(t.view(1), t.box, 1)
    assert scene.thing("warhorse-0-1").states == ("protected",)
    assert scene.thing("land-e6").icon == "castle-ruins"
    assert scene.thing("held-ambush-1").text == "1"
    assert scene.thing("held-text-0").text == "In hand: 1, kept secret"
    assert scene.thing("reserve-0").icon == "dragon-head"


def test_the_viewers_home_is_at_the_bottom():
    t = position({})
    for seat, throne in ((0, "throne-0-1"), (1, "throne-1-1")):
        scene = GAME.view.scene(t.view(seat), t.box, seat)
        assert scene.thing(throne).y > 0.9 * scene.panels[0].height


def test_a_piece_keeps_its_id_when_it_moves():
    t = position({"d4": "E", "d7": "E"})
    before = GAME.view.scene(t.view(0), t.box, 0).thing("elephant-0-1")
    t.play(0, "Ed4-d5")
    after = GAME.view.scene(t.view(0), t.box, 0).thing("elephant-0-1")
    assert (before.x, before.y - after.y) == (after.x, GAME.view.CELL)
