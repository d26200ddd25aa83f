"""Asking the rulebook: what is found, and what the table itself says."""

import io
import re
import tomllib
from pathlib import Path

import pytest

from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.guides.glossary import load_glossary
from wartable.terminal.lines import Lines
from wartable.terminal.plain import PlainPlay
from wartable.terminal.players import Player
from wartable.terminal.table import Table
from wartable.text.ask import answers, ask, verdict, words_of


def test_endings_and_common_words_do_not_count():
    assert words_of("May I move my dragons over the water?") == words_of("moves, a dragon; water")


QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text("utf-8"))


@pytest.mark.parametrize(("asked", "least"), [("tuned", 0.97), ("held_out", 0.9)])
def test_what_people_ask_finds_the_rules_that_answer_it(asked, least):
    """An answering rule is among the first three passages."""
    missed, count = [], 0
    for name, lists in QUESTIONS.items():
        game = find_game(name)
        for question, rules in lists[asked]:
            wanted = {f"{game.code}-{rule}" for rule in rules.split()}
            assert wanted <= {rule.name for rule in game.rulebook.rules.values()}
            passages = ask(game, question)
            assert len({passage.rule for passage in passages}) == len(passages)
            count += 1
            missed += [question] if not wanted & {passage.rule for passage in passages[:3]} else []
    assert len(missed) <= (1 - least) * count, missed


def test_a_rule_is_found_by_its_own_words(each_game):
    rules = list(each_game.rulebook.rules.values())
    found = sum(rule.name in {one.rule for one in ask(each_game, rule.text)[:2]} for rule in rules)
    assert found >= 0.95 * len(rules)


def test_a_word_of_the_game_is_found_with_its_meaning(each_game):
    terms = load_glossary(each_game).terms
    found = sum(any(term.says in one.text for one in ask(each_game, f"what is {term.term}?")) for term in terms)
    assert found >= 0.9 * len(terms)


def test_what_no_rule_speaks_of_finds_nothing(metals):
    assert ask(metals, "") == ask(metals, "may I?") == ask(metals, "zebra quagga") == []


def test_the_table_says_if_a_move_is_legal(each_game):
    match = Match.start(each_game, seed=3)
    seat = match.due[0]
    move = match.moves(seat)[-1]
    assert verdict(match, seat, f"may I {move.notation}?") == [f"Yes: {move.notation} is legal now. {move.label}."]
    waiting = [other for other in match.seats if other not in match.due]
    assert all(verdict(match, other, f"may I {move.notation}?") == [] for other in waiting)


def test_the_table_says_why_a_move_is_not_legal(metals):
    match = Match.start(metals, seed=3)
    first = match.moves()[0].notation
    match.move(first)
    (said,) = verdict(match, match.due[0], f"May I play {first}?".replace("play ", ""))
    assert said.startswith(f"No: {first} is not legal now. MT-3.3")


def test_moves_that_speak_of_the_same_are_named(metals):
    match = Match.start(metals, seed=3)
    said = verdict(match, match.due[0], "may I go to the corner a1 looking south?")
    assert said[0].startswith("Legal now") and all("a1" in line and "south" in line for line in said[1:])
    assert answers(match, None, "zebra") == ["Neither the rules nor the table say anything to this."]


def test_a_question_that_names_no_move_is_not_refused(each_game):
    """A game that cannot tell what is meant asks back: that is no reason why something is not legal."""
    match = Match.start(each_game, seed=3)
    for _ in range(30):
        for seat in match.due:
            for question in ("may I?", "can I do something else?", "may I move my dragon over water?"):
                assert not any(re.search(r"\bsay\b", line, re.IGNORECASE) for line in verdict(match, seat, question))
        match.play(match.due[0], match.legal(match.due[0])[0])


def test_the_table_says_why_what_is_asked_about_is_not_legal():
    match = Match.start(find_game("heroes"), seed=2)
    said = verdict(match, match.due[0], "can I build a tier 3 spawner?")
    assert said[0].startswith("No: build a tier 3 spawner is not legal now. HE-")


def test_it_is_asked_at_the_terminal(metals):
    match = Match.start(metals, players=["Ann", "Bob"], seed=3)
    out, err = io.StringIO(), io.StringIO()
    move = match.moves()[0].notation
    script = f"ask may I {move}?\nask what does a Metal see?\nask\nquit\n"
    table = Table(match, [Player("Ann"), Player("Bob")], 1)
    PlainPlay(table, Lines(io.StringIO(script), out, err)).run()
    assert f"Yes: {move} is legal now." in out.getvalue()
    assert "line of sight:" in out.getvalue()
    assert "say what to ask" in err.getvalue()
