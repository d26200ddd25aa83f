"""The exam on the rules: enough questions, no two alike, and every answer true."""

import io
import json
import re

import pytest

from wartable.cli import main
from wartable.core.match import Match
from wartable.errors import BadOption, IllegalMove
from wartable.text.exam import Examiner, Question, make_exam

KINDS = {"how it goes on", "meaning", "word", "may I", "why not", "how many", "what happens", "how many then"}


def test_a_game_gives_a_thousand_questions_of_three_tiers_no_two_alike(each_game):
    exam = make_exam(each_game, 1000, seed=1)
    assert len({(one.position, one.text) for one in exam}) == 1000
    assert {one.kind for one in exam} >= KINDS
    assert all(sum(one.tier == tier for one in exam) > 50 for tier in (1, 2, 3))
    for one in exam:
        assert one.text and one.answer and "{" not in one.prompt
        assert one.choices.count(one.answer) == 1 if one.choices else one.answer.isdigit()
        assert len(set(one.choices)) == len(one.choices)
        assert not one.rule or each_game.rulebook.find(one.rule)


def test_the_same_seed_asks_the_same(metals):
    assert make_exam(metals, 40, seed=2) == make_exam(metals, 40, seed=2) != make_exam(metals, 40, seed=3)


def questions_at(game, seed, positions=30, every=17):
    """Positions of matches with what is asked there."""
    examiner = Examiner(game, seed)
    match = Match.start(game, seed=seed)
    for number in range(positions * every):
        if match.is_over:
            match = Match.start(game, seed=seed + number)
        seat = match.due[0]
        if number % every == 0:
            steps = len(match.steps)
            asked = list(examiner.at(match, seat))
            assert len(match.steps) == steps, "asking changes nothing"
            yield match, seat, asked
        match.play(seat, examiner.dice.choice(match.legal(seat)))


def test_every_answer_is_true(each_game):
    seen = set()
    for match, seat, asked in questions_at(each_game, 4):
        for question in asked:
            seen.add(question.kind)
            CHECKS[question.kind](match, seat, question)
    assert {"may I", "why not", "how many", "what happens"} <= seen


def notation_of(question):
    """The move that a question is about stands last, in brackets."""
    return re.findall(r"\(([^()]*)\)\.", question.text)[0]


def is_legal(match, seat, notation):
    return notation in [move.notation for move in match.moves(seat)]


def check_may(match, seat, question):
    assert (question.answer == "yes") == is_legal(match, seat, notation_of(question))


def check_why(match, seat, question):
    with pytest.raises(IllegalMove) as refused:
        match.refuse(seat, notation_of(question))
    assert refused.value.rule == question.rule and question.answer.startswith(question.rule)


def check_count(match, seat, question):
    listed = re.findall(r"\(([^()]*)\)(?=[.;])", question.text)
    assert sum(is_legal(match, seat, notation) for notation in listed) == int(question.answer)


def told_after(match, seat, question):
    steps = len(match.steps)
    match.play(seat, notation_of(question))
    told = [sentence.text.format(*match.players) for sentence in match.log(seat, steps)]
    outcome = match.outcome
    match.cut(steps)
    return told, outcome


def check_happens(match, seat, question):
    told, _ = told_after(match, seat, question)
    assert [choice for choice in question.choices if choice in told] == [question.answer]


def check_number(match, seat, question):
    gap = question.text.partition("in the gap? ")[2]
    assert gap.replace("___", question.answer) in told_after(match, seat, question)[0]


def check_winner(match, seat, question):
    _, outcome = told_after(match, seat, question)
    assert [match.players[one] for one in outcome.winners] == [question.answer]


CHECKS = {
    "may I": check_may,
    "why not": check_why,
    "how many": check_count,
    "what happens": check_happens,
    "how many then": check_number,
    "who wins": check_winner,
}


def test_answers_are_letters_or_words():
    question = Question("word", 1, "", "Which?", ("red", "blue"), "blue")
    assert [
        answer for answer in ("a", "b", "B)", " (b) ", "blue", "Blue.", "red", "", "c") if question.is_right(answer)
    ]
    assert question.is_right("b)") and question.is_right("Blue.") and not question.is_right("a")
    assert not question.is_right("") and not question.is_right("c")
    number = Question("how many", 2, "", "How many?", (), "3")
    assert number.is_right(" 3\n") and not number.is_right("c")


def test_an_exam_that_cannot_be_is_refused(metals):
    for count, tier in ((0, None), (10, 4), (100_000, 1)):
        with pytest.raises(BadOption):
            make_exam(metals, count, tier=tier)


def test_the_command_asks_and_counts(capsys, monkeypatch):
    asked = json.loads(_printed(capsys, "exam", "metals", "--count", "3", "--tier", "1", "--json"))
    answers = f"{asked[0]['answer']}\nnonsense\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    out = _printed(capsys, "exam", "metals", "--count", "3", "--tier", "1")
    assert out.count("Right.") == 1 and "1 of 2 right." in out
    printed = _printed(capsys, "exam", "metals", "--count", "3", "--tier", "1", "--answers")
    assert all(f"Answer: {one['answer']}" in printed for one in asked)


def _printed(capsys, *words):
    assert main(list(words)) == 0
    return str(capsys.readouterr().out)
