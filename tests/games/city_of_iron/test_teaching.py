"""What teaches City of Iron: examples of its rules. The laws run them; here is what they have to cover."""

from wartable.core.examples import load_examples
from wartable.games.city_of_iron import GAME


def test_at_least_four_of_five_rules_can_be_seen():
    assert load_examples(GAME).share >= 0.8


def test_without_the_expansion_nothing_is_told_of_its_pile():
    """CI-2.13, CI-14.1"""
    example = load_examples(GAME).find("CI-2.14")
    told = " ".join(load_examples(GAME).show(example).told())
    assert "Cogminster lies open" in told
    assert "expansion" not in told


def test_an_example_can_be_played_on():
    """CI-8.6"""
    match = load_examples(GAME).find("CI-8.6").start.open(GAME)
    assert "attack-mudbrook" in [move.notation for move in match.moves()]
