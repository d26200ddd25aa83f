"""Lessons: a guided first match, in data, checked, and followed in the terminal."""

import io
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from wartable.cli import main
from wartable.cli.learn import play_on
from wartable.compiler.mode import reading
from wartable.core.game import Game
from wartable.core.registry import find_game, game_names
from wartable.guides.examples import load_examples
from wartable.guides.lessons import Lesson, load_lesson, load_lessons, trial
from wartable.terminal.learn import PlainLesson, choose_lesson
from wartable.terminal.lines import Lines
from wartable.terminal.progress import Progress
from wartable.testing import check_lesson
from wartable.testing.lessons import check_aid, fault_of

SHORT = """
title = "Steps"
promise = "How a Metal walks."
goal = "Walk."
minutes = 1
moves = "first-0"
[[step]]
say = "Deploy."
rule = "MT-3.2"
do = "+a1n"
then = "+e7w"
[[step]]
say = "Walk."
rule = "MT-3.6"
do = "a1-b1n"
then = "e7-e6w"
"""

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
def test_the_lessons_can_be_followed(name):
    assert len(load_lessons(find_game(name))) >= 3
    check_lesson(find_game(name))


@pytest.mark.parametrize("name", ["metals", "thrones", "city_of_iron", "iron_kings", "heroes"])
def test_one_task_in_three_is_a_goal_and_every_short_lesson_is_offered_at_the_table(name):
    first, *short = load_lessons(find_game(name))
    tasks = [step for lesson in (first, *short) for step in lesson.steps if step.asks]
    assert 3 * sum(step.is_free for step in tasks) >= len(tasks)
    assert all(any(step.is_free for step in lesson.steps) for lesson in (first, *short))
    assert all(lesson.when for lesson in short)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"do": "+b1n"}, "is not what it asks"),
        ({"rule": "MT-9.9"}, "there is no rule MT-9.9"),
        ({"lit": ("pool-0-9",)}, "nothing there is called pool-0-9"),
        ({"say": "x" * 301}, "301 letters"),
        ({"say": "You have 2 points, and Orange has 0 points."}, "You: 2 points, but there are 0"),
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
    assert "You may do that in a match. In this lesson, please: “Deploy on a1, facing north”." in said
    assert "That is not a move here." in said
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
    assert "The match continues." in out.getvalue()
    assert "6 of 10 points" in out.getvalue()


def with_lessons(folder: Path) -> Game:
    """Metals with a folder of its own: a first match and two short lessons, the second numbered 10."""
    (folder / "lessons").mkdir()
    (folder / "lesson.toml").write_bytes((find_game("metals").folder / "lesson.toml").read_bytes())
    for file in ("10-far.toml", "2-steps.toml"):
        (folder / "lessons" / file).write_text(SHORT)
    return metals_in(folder)


def metals_in(folder: Path) -> Game:
    return cast(Game, SimpleNamespace(name="metals", folder=folder, rulebook=find_game("metals").rulebook))


def test_a_game_has_several_lessons_in_the_order_of_their_numbers(tmp_path):
    lessons = load_lessons(with_lessons(tmp_path))
    assert [lesson.name for lesson in lessons] == ["first", "steps", "far"]
    assert lessons[1].promise == "How a Metal walks."
    check_lesson(metals_in(tmp_path))


def test_a_short_lesson_that_ends_out_of_turn_is_found(tmp_path):
    with_lessons(tmp_path)
    (tmp_path / "lessons" / "3-out.toml").write_text(SHORT.replace('then = "e7-e6w"\n', ""))
    with pytest.raises(AssertionError, match="lesson out: after it, it is not the learner's turn"):
        check_lesson(metals_in(tmp_path))


def test_the_terminal_lists_lessons_with_what_is_done_and_goes_on_where_one_left(tmp_path, monkeypatch):
    monkeypatch.setenv("WARTABLE_DATA", str(tmp_path))
    lessons, progress = load_lessons(find_game("metals")), Progress("metals")

    def type_in(*typed: str) -> tuple[Lines, io.StringIO]:
        out = io.StringIO()
        return Lines(io.StringIO("".join(f"{line}\n" for line in typed)), out, out), out

    lines, out = type_in("99", "first")
    assert choose_lesson(lessons, progress, lines) is lessons[0]
    assert " 1  Your first match of Metals: " in out.getvalue() and "There is no 99" in out.getvalue()
    lines, _ = type_in("", "+a1n", "quit")
    assert not PlainLesson(lessons[0], lines, progress).run()
    lines, out = type_in(*DEEDS[2:])
    assert PlainLesson(lessons[0], lines, progress).run()
    assert "3/12" in out.getvalue() and "1/12" not in out.getvalue().replace("11/12", "")
    assert Progress("metals").is_done("first") and not Progress("thrones").is_done("first")
    lines, out = type_in("quit")
    assert choose_lesson(lessons, progress, lines) is None
    assert "✓  1" in out.getvalue()


def test_progress_that_cannot_be_read_or_written_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("WARTABLE_DATA", str(tmp_path / "file" / "below"))
    (tmp_path / "file").write_text("not a folder")
    Progress("metals").keep("first", 3)
    assert Progress("metals").step("first") == 0
    monkeypatch.setenv("WARTABLE_DATA", str(tmp_path))
    (tmp_path / "learned.json").write_text("[1, 2")
    assert Progress("metals").step("first") == 0


def test_a_lesson_that_does_not_exist_is_answered_with_those_that_do(capsys):
    assert main(["learn", "metals", "nothing"]) != 0
    assert "there are: first" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["metals", "thrones"])
def test_a_game_fits_on_one_page_that_cites_rules_that_exist(name, capsys):
    check_aid(find_game(name))
    main(["rules", name, "--aid"])
    assert 20 < len(capsys.readouterr().out.splitlines()) < 60


def test_an_aid_that_cites_a_rule_that_does_not_exist_is_found(tmp_path):
    (tmp_path / "aid.toml").write_text('goal = "Win."\n[[part]]\ntitle = "The end"\nlines = [["Win.", "MT-9.9"]]\n')
    metals = find_game("metals")
    shutil.copytree(metals.folder / "data", tmp_path / "data")
    shutil.copy(metals.folder / "RULES.md", tmp_path)
    with pytest.raises(AssertionError, match=r"cites MT-9\.9"):
        check_aid(replace(metals, folder=tmp_path))


def test_what_a_step_asks_for_names_the_players():
    battle = load_lessons(find_game("heroes"))[1]
    assert battle.wanted(0) == "Alda moves to c2, attack Orange's hero Falk (7 goblins), Orange's mine"


GOAL = (
    SHORT
    + """
[[step]]
say = "Gain a point."
rule = "MT-5.1"
goal = ["Blue gains"]
do = "b1-b2n"
otherwise = "There is no diamond."
tries = [["b1-c1w", "Not there."]]
then = "e6-e5w"
[[step]]
say = "Deploy."
rule = "MT-3.2"
do = "+a1n"
then = "e5-e4s"
"""
)


def with_goal(folder: Path) -> Lesson:
    (folder / "lesson.toml").write_text(GOAL)
    lesson = load_lesson(metals_in(folder))
    assert lesson is not None
    return lesson


def test_a_goal_is_reached_in_any_way_and_the_lesson_goes_on_from_there(tmp_path):
    lesson = with_goal(tmp_path)
    assert lesson.answer(2, "b1-b2n").way == ()
    other = lesson.answer(2, "b1-b2s")
    assert other.right and other.say == "" and other.way == ((2, "b1-b2s"),)
    facing = lesson.open(3, other.way).see(0).board
    assert facing != lesson.open(3).see(0).board
    wrong = lesson.answer(2, "b1-b1n".replace("b1n", "a1n"))
    assert not wrong.right and wrong.say == "There is no diamond." and wrong.told
    assert lesson.answer(2, "b1-c1w").say == "Not there."


def test_a_lesson_that_cannot_go_on_from_there_says_so(tmp_path):
    lesson = with_goal(tmp_path)
    other = lesson.answer(2, "b1-c1n")
    assert other.right and other.way == ()
    assert other.say == "That is right too. The lesson goes on as if it had been “Move b1 to b2, facing north”."


@pytest.mark.parametrize("name", game_names())
def test_of_six_steps_to_do_one_at_least_is_a_goal(name: str) -> None:
    """To decide, not to copy; lessons in which every move is part of one set-up have none."""
    steps = [step for lesson in load_lessons(find_game(name)) for step in lesson.steps if step.do]
    assert 6 * sum(step.is_free for step in steps) >= len(steps)


def test_a_lesson_that_is_offered_after_a_note_that_does_not_exist_is_found(tmp_path):
    (tmp_path / "lesson.toml").write_text(SHORT.replace("minutes = 1", 'minutes = 1\nwhen = ["told:besieged"]'))
    with pytest.raises(AssertionError, match=r"\['told:besieged'\] is told, and there is no such note"):
        check_lesson(metals_in(tmp_path))


def test_a_goal_may_be_that_something_does_not_happen(tmp_path):
    steps = list(with_goal(tmp_path).steps)
    steps[2] = replace(steps[2], goal=(), never=("Blue gains",))
    avoiding = replace(with_goal(tmp_path), steps=tuple(steps))
    assert not avoiding.reaches(2, "b1-b2n")
    assert avoiding.reaches(2, "+a1n")


@pytest.mark.parametrize(
    ("goal", "fault"),
    [
        ((("Orange gains",),), "b1-b2n does not reach the goal"),
        ((("moves b1 to b2, facing north",),), "only one move reaches the goal"),
        ((("Red", "Blue"),), "every move reaches the goal"),
    ],
)
def test_a_goal_that_is_none_is_found(tmp_path, goal, fault):
    lesson = with_goal(tmp_path)
    steps = list(lesson.steps)
    steps[2] = replace(steps[2], goal=goal)
    assert fault in fault_of(replace(lesson, steps=tuple(steps)), 2)


def test_an_example_is_tried_in_a_lesson_of_one_deed():
    game = find_game("metals")
    examples = load_examples(game)
    deed, end = trial(game, examples.find("MT-4.8")).steps
    assert deed.do and "Try it: “" in deed.say and not end.asks
    refused = trial(game, examples.find("MT-3.3")).steps[0]
    assert refused.refused == "MT-3.3" and refused.asks and refused.lit


@pytest.mark.parametrize("name", ["metals", "thrones", "city_of_iron", "iron_kings", "heroes"])
def test_every_example_can_be_tried(name):
    game = find_game(name)
    for lesson in (trial(game, example) for example in load_examples(game).all):
        deed = lesson.steps[0]
        assert not deed.do or lesson.answer(0, deed.do).right
        assert not deed.refused or lesson.seat in lesson.open(0).due
        lesson.open(1)
