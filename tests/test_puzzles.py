"""Puzzles: positions with one best answer, in data, proven, and followed like lessons."""

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tools.mine_puzzles import answers_of, moments, solved
from wartable.bots.advice.solve import Solver, TooLarge
from wartable.compiler.mode import reading
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.errors import BadData
from wartable.guides.puzzles import Puzzle, find_course, load_courses, load_puzzles
from wartable.terminal.learn import PlainLesson
from wartable.terminal.lines import Lines
from wartable.terminal.progress import Progress
from wartable.testing.puzzles import check_puzzles, fault_of, likely_line, margin_of


@pytest.fixture(autouse=True)
def _read():
    with reading():
        yield


def metals(name: str) -> Puzzle:
    return next(puzzle for puzzle in load_puzzles(find_game("metals")) if puzzle.name == name)


def changed(puzzle: Puzzle, **change: object) -> Puzzle:
    """The puzzle with another first step."""
    steps = puzzle.lesson.steps
    return replace(puzzle, lesson=replace(puzzle.lesson, steps=(replace(steps[0], **change), *steps[1:])))  # type: ignore[arg-type]


def test_puzzles_come_after_lessons_and_are_found_by_name():
    game = find_game("metals")
    courses = load_courses(game)
    assert courses[0].name == "first" and courses[-1].is_puzzle
    assert find_course(game, "two-hits") is metals("two-hits").lesson


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"do": "d6-d5n"}, "the best first moves are d6-c6s"),
        ({"also": ("d6-c6n",)}, "the best first moves are d6-c6s"),
        ({"also": ("d6-a1n",)}, "d6-a1n is no answer"),
        ({"tries": {"d6-c6s": "That is the answer."}}, "the try d6-c6s"),
        ({"rule": "MT-9.9"}, "there is no rule MT-9.9"),
        ({"otherwise": ""}, "words"),
    ],
)
def test_a_puzzle_without_one_best_answer_is_found(change, fault):
    found = fault_of(changed(metals("two-hits"), **change))
    assert fault in found


def test_a_line_that_does_not_win_is_found():
    puzzle = metals("last-dot")
    assert fault_of(changed(puzzle, do="a4-b4n", also=())) == "the line does not win"
    assert not fault_of(puzzle)


def test_a_line_may_stop_where_several_ways_lead_on():
    begun = replace(metals("last-dot"), deep=2)
    assert begun.is_begun_only and not metals("last-dot").is_begun_only
    assert "best first moves" in fault_of(changed(begun, do="a4-b4n", also=()))


def test_a_puzzle_that_a_search_is_unsure_of_is_found():
    unsure = replace(metals("last-dot"), aim="best", margin=0.02)
    assert "0.02 is not clear" in fault_of(unsure)


def test_a_wrong_try_is_answered_with_what_happens_and_why_it_is_worse():
    answer = metals("two-roads").lesson.answer(0, "d4-e4n")
    assert not answer.right
    assert "Blue's Metal on e4 is defeated and goes back to the pool." in answer.told
    assert answer.say.startswith("The Metal on e1 looks up this column.")
    other = metals("two-roads").lesson.answer(0, "c7-b7n")
    assert not other.right and other.say.startswith("c7 alone brings 1 point")


def test_what_differs_in_nothing_that_matters_is_right_too():
    lesson = metals("last-dot").lesson
    assert lesson.answer(0, "a6-a5w").right
    assert lesson.open(1).is_over and not lesson.goes_on


def test_a_puzzle_is_solved_in_the_terminal(tmp_path, monkeypatch):
    monkeypatch.setenv("WARTABLE_DATA", str(tmp_path))
    out = io.StringIO()
    puzzle = metals("score-and-strike")
    lines = Lines(io.StringIO("d1-c1e\nmoves\nd1-c1n\nb1-b2w\n"), out, out)
    assert PlainLesson(puzzle.lesson, lines, Progress("metals")).run()
    said = out.getvalue()
    assert "c7 and d6 bring it 10." in said
    assert "Move d1 to c1, facing north" in said
    assert f"Right. {puzzle.lesson.steps[-1].say}" in said
    assert Progress("metals").is_done("score-and-strike")


def test_a_file_that_is_no_list_of_puzzles_is_refused_by_name(tmp_path):
    (tmp_path / "puzzles.toml").write_text('[[puzzle]]\nname = "half"\ntitle = "Half"\naim = "win"\n')
    game = cast(Game, SimpleNamespace(name="metals", folder=tmp_path))
    with pytest.raises(BadData, match=r"puzzles\.toml: half needs"):
        load_puzzles(game)


def test_two_of_the_same_name_are_found(tmp_path):
    text = (find_game("metals").folder / "puzzles.toml").read_text()
    (tmp_path / "puzzles.toml").write_text(text + "\n" + text[text.index("[[puzzle]]") :])
    with pytest.raises(AssertionError, match="same name"):
        check_puzzles(cast(Game, SimpleNamespace(name="metals", folder=tmp_path)))


def test_the_solver_says_what_each_move_comes_to_and_stops_at_its_bound():
    puzzle = metals("last-dot")
    match = puzzle.lesson.open(0)
    values = Solver(match.game, match.box, 0, "win").moves(match.full_state(), 1)
    written = {match.notation(0, action): value for action, value in values.items()}
    assert margin_of(puzzle, written) == 1
    points = Solver(match.game, match.box, 0, "points").moves(match.full_state(), 1)
    assert max(points.values()) == 10
    with pytest.raises(TooLarge):
        Solver(match.game, match.box, 0, "win", most=5).moves(match.full_state(), 1)


def test_a_likely_line_ends_in_the_aim():
    puzzle = metals("out-of-sight")
    line, last = likely_line(puzzle.lesson.open(0), 0, "win", 2, "b4-c4n")
    match: Match = puzzle.lesson.open(0)
    match.move(*(move.removeprefix("~") for move in line))
    assert line[0] == "b4-c4n" and line[1].startswith("~")
    assert match.outcome is not None and match.outcome.winners == (0,)
    assert line[2] not in last


def test_the_finder_sees_that_one_move_stands_out():
    match = metals("last-dot").lesson.open(0)
    values = solved(match, "now", 1)
    answers = answers_of(match, values, "now")
    assert sorted(match.notation(0, action) for action in answers) == ["a6-a5e", "a6-a5n", "a6-a5s", "a6-a5w"]
    other = match.parse(0, "a4-a5n")
    assert not answers_of(match, {**values, other: 1.0}, "now"), "two pieces that win are two answers"


def test_the_finder_stops_at_every_decision_of_one_seat():
    match = Match.start(find_game("metals"), real_dice=True)
    seats = [match.due for _ in moments(match, "random", seed=1, longest=6)]
    assert len(seats) == 6 and all(len(due) == 1 for due in seats)
