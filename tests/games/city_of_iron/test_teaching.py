"""What teaches City of Iron. The laws follow its lesson and run its examples; here is what they have to cover."""

import pytest

from wartable.cli import main
from wartable.compiler.mode import reading
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.box import CARDS, Box
from wartable.games.city_of_iron.texts import card_name, effect_in_words
from wartable.guides.examples import load_examples
from wartable.guides.lessons import load_lesson
from wartable.testing.lessons import check_aid, check_lesson


@pytest.fixture(autouse=True)
def _read():
    with reading():
        yield


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


def test_the_lesson_can_be_followed():
    assert load_lesson(GAME) is not None
    check_lesson(GAME)


def test_the_lesson_leads_through_a_scoring():
    """CI-11.1"""
    lesson = load_lesson(GAME)
    assert lesson is not None
    assert lesson.open(len(lesson.steps)).full_state().scorings == 1


def brings_coins(box: Box, card: int) -> bool:
    words = effect_in_words(box, card)
    return "coin" in words and "less" not in words and box.card_coins[card] <= 3


@pytest.mark.parametrize(("number", "fits"), [(8, brings_coins), (20, lambda box, card: box.card_distance[card] >= 2)])
def test_whoever_fits_what_a_step_of_the_first_match_asks_for_may_be_bought(number, fits):
    lesson = load_lesson(GAME)
    assert lesson is not None
    match = lesson.open(number)
    names = {card_name(match.box, card).lower().replace(" ", "-"): card for card in range(CARDS)}
    offered = [move.notation for move in match.moves(0) if move.notation != "done"]
    good = [move for move in offered if fits(match.box, names[move.removeprefix("buy-")])]
    assert good == [move for move in offered if lesson.reaches(number, move)]


def test_the_game_fits_on_one_page(capsys):
    check_aid(GAME)
    main(["rules", "city_of_iron", "--aid"])
    assert 20 < len(capsys.readouterr().out.splitlines()) < 60
