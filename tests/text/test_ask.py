"""Asking the rulebook: what is found, and what the table itself says."""

import io
import re

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


ASKED = {
    "metals": {
        "May I put a new warrior on a corner where somebody stands?": "3.3 1.4",
        "Can a Metal in a forest be hit?": "4.6",
        "What happens to a damaged Metal that is hit again?": "4.8",
        "When do I get points for a space?": "5.1",
        "How does a damaged Metal get well again?": "5.2",
        "Can I pass my turn?": "3.1",
        "How many points do I need to win?": "7.1",
        "Does a forest block the line of sight?": "4.2 4.3",
        "Can two Metals stand on the same space?": "1.4",
        "Does my own Metal hide the one behind it?": "4.2",
        "What happens if I cannot move at all?": "7.3",
        "May I turn a Metal without moving it?": "3.8",
    },
    "thrones": {
        "May I move my dragon over water?": "5.9 5.14 6.6",
        "What happens if my attack fails its check?": "6.11",
        "Can a catapult shoot into a forest?": "5.16",
        "How do I get a favor?": "9.1 9.2 9.3",
        "How do I win with my throne?": "10.1 10.2",
        "Can I attack a piece in a fortress?": "5.10 7.1 7.3",
        "How far does a lancer ride?": "5.6",
        "Is the game ever a draw?": "10.3 10.4 10.5",
        "Which number on the die passes a survival check?": "6.9",
        "Can an elephant on plains be attacked by a spearman?": "5.8",
        "How often may a warhorse switch in one turn?": "5.11 5.12",
        "May I place the dragon later in the game?": "8.1 8.2 8.3",
    },
    "city_of_iron": {
        "Who goes first in a round?": "3.1 3.5",
        "What does it take to attack a town of another player?": "8.1 8.2 8.3 8.4",
        "What can I do when my city is full?": "5.6 5.7",
        "When are goods scored?": "10.5 11.1 11.7",
        "Who wins a tie?": "12.10 12.11 12.12",
        "How do I found a second city?": "7.6 9.5",
        "How many cards may I hold in my hand?": "4.10",
        "What do stored buildings cost me at the end?": "12.8",
        "How much is a unit of science?": "4.7",
        "Do I lose the cards I play?": "6.6 6.7",
        "Can I build a farm in a desert?": "5.5",
        "How many actions do I have each round?": "4.1",
    },
    "iron_kings": {
        "What happens when two Kings meet?": "10.2 10.3",
        "How do I get more steam?": "5.5 5.7 6.7",
        "Can my King walk into a mountain?": "8.9 9.6",
        "When does the game end?": "16.1 16.2 16.3 16.4 16.7",
        "How do I repair damage?": "5.3 5.4 6.6",
        "What happens when my King is wrecked?": "11.6 11.7",
        "How many treasures can a King carry?": "1.4 6.4 14.1 14.2",
        "How do my workers come back?": "4.1 4.2 4.5",
        "Where may I put my Holdfast?": "3.2 3.3",
        "What does the die decide when I am damaged?": "11.2 11.3",
        "How much steam does a card cost?": "8.6 8.8 8.2",
        "Can I look at another player's hand?": "1.7",
    },
    "heroes": {
        "What does a hero eat?": "5.1",
        "How many steps may a hero walk?": "9.1 9.3",
        "Can I enter a mine without troops?": "10.3",
        "What happens if I lose a fight against a monster?": "11.7 17.4",
        "How do I hire another hero?": "8.1 8.2",
        "Who wins after twenty days?": "18.3 18.4",
        "May I run away from a battle?": "17.2 17.3",
        "How many squads may my army have?": "15.1",
        "What is the price of a new spawner?": "6.2",
        "What happens to items when their hero dies?": "17.5 5.4",
        "Can two of my heroes share a tile?": "9.7",
        "What do monsters pay when I beat them?": "11.6",
    },
}
"""What people ask, and the rules that answer it."""


def test_what_people_ask_finds_the_rules_that_answer_it():
    """49 of 60 are answered by the first three passages; the others need words that their rules do not have."""
    found = 0
    for name, questions in ASKED.items():
        game = find_game(name)
        for question, rules in questions.items():
            wanted = {f"{game.code}-{rule}" for rule in rules.split()}
            assert wanted <= {rule.name for rule in game.rulebook.rules.values()}
            passages = ask(game, question)
            assert len({passage.rule for passage in passages}) == len(passages)
            found += any(passage.rule in wanted for passage in passages[:3])
    assert found >= 49


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
