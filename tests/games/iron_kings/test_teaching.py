"""What teaches Iron Kings: examples of its rules, its lesson and its player aid. `check` in test_laws runs them."""

from wartable.core.examples import load_examples
from wartable.games.iron_kings import GAME


def test_at_least_four_of_five_rules_can_be_seen():
    assert load_examples(GAME).share >= 0.8
