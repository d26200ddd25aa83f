"""Heroes teaches itself: rules that can be seen, a first match, and the game on one page."""

import re

import pytest

from wartable.cli import main
from wartable.compiler.mode import reading
from wartable.games.heroes import GAME
from wartable.games.heroes.chances import chance
from wartable.guides.examples import load_examples
from wartable.guides.lessons import Lesson, load_lesson, load_lessons
from wartable.server.live.lessons import example_picture
from wartable.testing import check_lesson
from wartable.testing.examples import fault_of
from wartable.testing.lessons import check_aid


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
    assert example.typed == "form even4"
    assert not fault_of(examples, example)


def test_the_first_match_can_be_followed_and_goes_on():
    lesson = load_lesson(GAME)
    assert lesson is not None
    check_lesson(GAME)
    assert lesson.open(len(lesson.steps)).due == (lesson.seat,)


def test_a_wrong_try_at_the_first_battle_is_answered_with_its_reason():
    lesson = load_lesson(GAME)
    assert lesson is not None
    battle = next(number for number, step in enumerate(lesson.steps) if step.do == "A>A")
    assert lesson.answer(battle, "retreat").say.startswith("Hero and army would be lost")
    assert lesson.answer(battle, "C>A").rule == "HE-16.2"


def test_the_game_fits_on_one_page(capsys):
    check_aid(GAME)
    main(["rules", "heroes", "--aid"])
    assert 20 < len(capsys.readouterr().out.splitlines()) < 60


def viewed(picture: str) -> list[float]:
    """Left, top, width and height of the part of the table that a picture shows."""
    found = re.search(r'viewBox="([^"]*)"', picture)
    assert found is not None
    return [float(number) for number in found[1].split()]


def test_a_picture_of_a_refusal_shows_and_rings_what_a_hand_would_touch():
    picture = example_picture("heroes", "HE-6.3", "before", "light")
    spawner = picture[picture.index('id="spawner-0-1"') :]
    assert 'fill="none"' in spawner[: spawner.index("id=", 10)]
    assert viewed(picture)[0] > 1000, "the map says nothing about it"


def test_a_picture_of_a_skirmish_shows_both_armies_and_no_map():
    left, _, width, _ = viewed(example_picture("heroes", "HE-16.7", "after", "light"))
    assert left > 700 and width > 600


def odds_of(lesson: Lesson, number: int, move: str) -> float:
    """The learner's chance to win the battle after a move of a step."""
    match = lesson.open(number)
    view = match.observe(lesson.seat)
    attacker = chance(view, match.box, match.parse(lesson.seat, move))
    return attacker if view.battle.armies[0].seat == lesson.seat else 1 - attacker


def test_no_lesson_asks_for_a_worse_battle_than_what_it_argues_against():
    fought = 0
    for lesson in load_lessons(GAME):
        for number, step in enumerate(lesson.steps):
            match = lesson.open(number)
            if step.do and match.full_state().in_battle:
                legal = {move.notation for move in match.moves(lesson.seat)}
                rejected = [odds_of(lesson, number, move) for move in step.tries if move in legal]
                assert odds_of(lesson, number, step.do) >= max(rejected, default=0.0) - 0.02, (lesson.name, number)
                fought += 1
    assert fought >= 6


def test_the_odds_that_lessons_name_are_those_of_the_battle():
    """Each try that names two figures: the battles won of 100 after it, and after what is asked for; and each step that
    names one.
    """
    named = 0
    for lesson in load_lessons(GAME):
        for number, step in enumerate(lesson.steps):
            if figure := re.search(r"you win (\d+) of 100 such battles", step.say):
                assert int(figure[1]) == round(100 * odds_of(lesson, number, step.do))
                named += 1
            for move, said in step.tries.items():
                found = re.search(r"(\d+) of 100 such battles would be won, with .* (\d+)\.", said)
                if found:
                    true = [round(100 * odds_of(lesson, number, one)) for one in (move, step.do)]
                    assert [int(figure) for figure in found.groups()] == true
                    named += 1
    assert named == 4
