"""Lessons: a guided first match, in data, checked, and followed in the terminal."""

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from wartable.cli import main
from wartable.cli.learn import play_on
from wartable.core.compiled import reading
from wartable.core.game import Game
from wartable.core.lessons import Lesson, load_lesson
from wartable.core.registry import find_game
from wartable.terminal.learn import PlainLesson
from wartable.terminal.lines import Lines
from wartable.testing import check_lesson
from wartable.testing.lessons import check_aid, fault_of

DEEDS = ["", "+a1n", "a1-b1n", "b1-b2n", "+a1e", "", "+e1n", "a1-b1n", "", "", "b1-c1n", ""]


@pytest.fixture(autouse=True)
def _read():
    with reading():
        yield


def metals() -> Lesson:
    lesson = load_lesson(find_game("metals"))
    assert lesson is not None
    return lesson


def follow(typed: list[str]) -> tuple[bool, str]:
    out = io.StringIO()
    lines = Lines(io.StringIO("".join(f"{line}\n" for line in typed)), out, out)
    return PlainLesson(metals(), lines).run(), out.getvalue()


@pytest.mark.parametrize("name", ["metals", "thrones"])
def test_the_lesson_can_be_followed(name):
    assert load_lesson(find_game(name)) is not None
    check_lesson(find_game(name))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"do": "+b1n"}, "is not what it asks"),
        ({"rule": "MT-9.9"}, "there is no rule MT-9.9"),
        ({"lit": ("pool-0-9",)}, "nothing there is called pool-0-9"),
        ({"say": "x" * 301}, "301 letters"),
        ({"tries": {"+a1n": "No."}}, "the try +a1n"),
    ],
)
def test_a_step_that_cannot_be_followed_is_found(change, fault):
    steps = list(metals().steps)
    steps[1] = replace(steps[1], **change)
    assert fault in fault_of(replace(metals(), steps=tuple(steps)), 1)


def test_a_wrong_try_is_answered_kindly_with_its_rule_and_the_step_waits():
    ended, said = follow(["", "+b1n", "+e7s", "nonsense", "a1-a2n", "show", "quit"])
    assert not ended
    assert "b1 is no corner" in said
    assert "You may do that in a match. In this lesson, please: deploy on a1, facing north." in said
    assert "That is no move here." in said
    assert "None of your Metals is on a1; only your own Metals move. (MT-3.6)" in said
    assert said.count("2/12") == 1


def test_the_terminal_follows_the_lesson_to_its_end():
    ended, said = follow(DEEDS)
    assert ended
    assert "Orange's Metal on e4 is defeated and goes back to the pool." in said
    assert "12/12" in said


def test_one_can_go_back_and_skip():
    ended, said = follow(["", "back", "", *["skip"] * 11])
    assert ended
    assert said.count("1/12") == 2 + said.count("11/12")


def test_after_the_lesson_the_match_goes_on_and_only_its_own_moves_are_taken_back():
    out = io.StringIO()
    lines = Lines(io.StringIO("undo\nquit\n"), out, out)
    play_on(metals(), lines)
    assert "The match goes on." in out.getvalue()
    assert "6 of 10 points" in out.getvalue()


@pytest.mark.parametrize("name", ["metals", "thrones"])
def test_a_game_fits_on_one_page_that_cites_rules_that_exist(name, capsys):
    check_aid(find_game(name))
    main(["rules", name, "--aid"])
    assert 20 < len(capsys.readouterr().out.splitlines()) < 60


def test_an_aid_that_cites_a_rule_that_does_not_exist_is_found(tmp_path):
    (tmp_path / "aid.toml").write_text('goal = "Win."\n[[part]]\ntitle = "The end"\nlines = [["Win.", "MT-9.9"]]\n')
    game = SimpleNamespace(name="metals", folder=tmp_path, rulebook=find_game("metals").rulebook)
    with pytest.raises(AssertionError, match=r"cites MT-9\.9"):
        check_aid(cast(Game, game))
