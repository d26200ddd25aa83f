"""Heroes teaches itself: rules that can be seen, a first match, and the game on one page."""

import pytest

from wartable.core.compiled import reading
from wartable.core.examples import load_examples
from wartable.games.heroes import GAME
from wartable.testing.examples import fault_of


@pytest.fixture(autouse=True)
def _read():
    with reading():
        yield


def test_every_rule_that_a_position_can_show_has_an_example():
    assert load_examples(GAME).missing == []


def test_moves_of_several_words_are_kept_apart_by_commas():
    examples = load_examples(GAME)
    example = examples.find("HE-15.1")
    assert example.start.moves[-4:] == ("h1 e", "40%", "3", "2")
    assert example.typed == "form even4, ready"
    assert not fault_of(examples, example)
