"""Asking the rulebook: what is found, and what the table itself says."""

import io

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


@pytest.mark.parametrize(
    ("game", "question", "rule"),
    [
        ("thrones", "may I move my dragon over water?", "TH-5.9"),
        ("metals", "when does a Metal recover?", "MT-5.2"),
        ("heroes", "how much food does a hero cost?", "HE-5"),
        ("city_of_iron", "who goes first after the bids?", "CI-"),
        ("iron_kings", "what does the brake do?", "IK-5"),
    ],
)
def test_a_question_finds_the_rules_that_matter(game, question, rule):
    assert any(passage.rule.startswith(rule) for passage in ask(find_game(game), question)[:3])


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
