"""Hints, and going over a match."""

import json
import re

import pytest

from wartable.bots import Budget, make_bot, make_hint
from wartable.bots.advice.analysis import Analysis, Decision, analyse, decisions_of
from wartable.bots.advice.chart import chart
from wartable.bots.advice.evaluation import TO_THE_END, search_of
from wartable.cli import main
from wartable.core.match import Match, Move
from wartable.core.registry import find_game
from wartable.drawing.draw import FONT
from wartable.drawing.picture import png

from ..conftest import ROOT

GOAL = ROOT / "tests" / "games" / "metals" / "golden" / "goal.jsonl"


@pytest.fixture(scope="module")
def analysis():
    return analyse(Match.load(GOAL), iterations=60, seed=1)


@pytest.mark.parametrize("name", ["metals", "heroes"])
def test_a_search_of_one_move_alone_uses_its_whole_budget(name):
    """There is nothing to decide, and still it must not stop after the first few simulations."""
    match = Match.start(find_game(name), seed=1, players=2)
    seat = match.due[0]
    searcher = search_of(match.game, 0, Budget(iterations=200), TO_THE_END)
    thought = searcher.think(match.observe(seat), match.box, seat, match.legal(seat)[:1])
    assert thought.iterations == 200


def test_every_decision_is_looked_at(analysis):
    steps = decisions_of(Match.load(GOAL))
    assert [decision.number for decision in analysis.decisions] == [step.number for step in steps]
    assert all(sum(decision.chances) == pytest.approx(1) for decision in analysis.decisions)
    assert all(decision.chance_best >= decision.chance_played for decision in analysis.decisions)
    assert analysis.scores is not None


def test_the_last_move_won(analysis):
    last = analysis.decisions[-1]
    assert analysis.scores[last.seat] == 1.0
    assert last.chances[last.seat] == pytest.approx(1.0)
    assert last.loss == 0
    assert last.best == last.played


def test_a_thrown_away_win_is_the_biggest_mistake(metals):
    """Both need a point and have one within reach; Blue is to move, and does something else."""
    match = Match.start(metals, seed=next(s for s in range(9) if Match.start(metals, seed=s).due == (0,)))
    match.play(0, "+a1n")
    match.play(1, "+e7s")
    edited = match.full_state()
    for seat, space in enumerate((1, 31)):
        edited.sides[seat].points = 9
        edited.sides[seat].metals[0].space = space
    match._state = edited
    match.play(0, "b1-a1n")
    match.play(1, "b7-c7n")
    worst = analyse(match, iterations=2_000).mistakes()[0]
    assert worst.played.notation == "b1-a1n"
    assert worst.chance_best == pytest.approx(1.0)
    assert worst.chance_played < 0.2
    assert worst.best.notation.startswith(("b1-b2", "b1-c1")), "either point wins"


def test_mistakes_are_sorted_and_small_ones_left_out():
    move, better = Move(0, 1, "a", "A"), Move(0, 2, "b", "B")
    made = [Decision(n, move, better, 0.5, 0.5 + loss, (0.5, 0.5)) for n, loss in enumerate((0.01, 0.1, 0.3, 0.0))]
    found = Analysis(("x", "y"), tuple(made), None, 1).mistakes()
    assert [decision.number for decision in found] == [2, 1]


def test_a_hint_gives_reasons(metals):
    match = Match.start(metals, seed=3)
    seat = match.due[0]
    view, legal = match.observe(seat), match.legal(seat)
    hint = make_hint(metals, view, match.box, seat, legal, Budget(iterations=100), moves=3, seed=2)
    assert len(hint.moves) == 3
    assert hint.best.action in legal
    assert hint.best.label in str(hint)
    assert "to win; otherwise" in str(hint)
    assert sum(hint.chances) == pytest.approx(1)
    bot = make_bot("quick:100", metals, 2)
    assert hint.best.action == bot.choose(view, match.box, seat, legal), "a hint is what the bot would play"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_chances_are_drawn(analysis, theme):
    svg = chart(analysis, "Metals & more", theme)
    assert svg.count("<path") >= 2 + 2
    assert "var(--" not in svg
    assert "Metals &amp; more" in svg
    assert png(svg, 300).startswith(b"\x89PNG")


def test_the_picture_of_the_chances_has_words(analysis):
    """What turns SVG into PNG leaves out text, without a word, where none of the fonts that are named is there."""
    word = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><text y="20" font-family="{}">a</text></svg>'
    if png(word.format(FONT)) == png(word.format("None such")):
        pytest.skip("no font on this machine")
    svg = chart(analysis, "Metals")
    assert png(svg) != png(re.sub("<text.*?</text>", "", svg))


@pytest.mark.parametrize("chance", [0.02, 0.7])
def test_no_mistake_covers_another_in_the_picture(chance):
    """Ten of them one after the other in a long match, so that they would lie on each other."""
    move, better = Move(0, 1, "a", "A"), Move(0, 2, "b", "B")
    lost = [0.1 if 100 <= n < 110 else 0.0 for n in range(200)]
    made = [Decision(n, move, better, chance, chance + lost[n], (chance, 1 - chance)) for n in range(200)]
    svg = chart(Analysis(("x", "y"), tuple(made), None, 1), "x", mistakes=10)
    places = [complex(float(x), float(y)) for x, y in re.findall(r'<circle cx="(.+?)" cy="(.+?)" r="11"', svg)]
    assert len(places) == 10
    assert all(abs(one - other) > 24 for number, one in enumerate(places) for other in places[:number])
    assert all(0 < place.imag < 560 for place in places)


def test_the_command(capsys, tmp_path):
    words = ["analyse", str(GOAL), "--iterations", "20"]
    assert main([*words, "--all", "--svg", str(tmp_path / "c.svg"), "--png", str(tmp_path / "c.png")]) == 0
    assert "Every decision" in capsys.readouterr().out
    assert (tmp_path / "c.svg").read_text().startswith("<svg")
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["decisions"]) == len(decisions_of(Match.load(GOAL)))
    assert main([*words, "--at", "3"]) == 0
    assert "to win" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [(["--at", "999"], "--at 999: the match has"), (["--iterations", "0"], "--iterations 0")],
)
def test_bad_words_are_one_sentence(capsys, words, reason):
    assert main(["analyse", str(GOAL), *words]) == 2
    assert reason in capsys.readouterr().err
