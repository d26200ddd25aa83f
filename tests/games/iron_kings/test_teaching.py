"""What teaches Iron Kings: examples of its rules, its lesson and its player aid. `check` in test_laws runs them."""

import pytest

from tests.hooks import hook
from wartable.compiler.mode import reading
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.names import Ground, hex_names
from wartable.games.iron_kings.rules import points
from wartable.games.iron_kings.state import NOWHERE
from wartable.guides.aid import load_aid
from wartable.guides.examples import load_examples
from wartable.guides.lessons import load_lesson, load_lessons
from wartable.testing import check_lesson
from wartable.testing.lessons import check_aid


def test_at_least_four_of_five_rules_can_be_seen():
    assert load_examples(GAME).share >= 0.8


def test_the_lesson_can_be_followed_and_ends_with_the_learner_ahead():
    lesson = load_lesson(GAME)
    assert lesson is not None
    with reading():
        check_lesson(GAME)
        end = lesson.open(len(lesson.steps))
        assert [points(end.observe(seat), end.box, seat) for seat in end.seats] == [8, 3]


def test_the_first_lesson_before_a_match_takes_every_holdfast_beside_a_forest_and_a_barrow():
    lesson = next(lesson for lesson in load_lessons(GAME) if lesson.name == "setup")
    with reading():
        match = lesson.open(0)
        box = match.box
        names, ground, good = hex_names(box.radius), Ground(match.observe(lesson.seat), box), []
        for move in match.moves(lesson.seat):
            hex = names.index(move.notation.removeprefix("found-"))
            kinds = [ground.kind(int(near)) for near in box.neighbour[hex] if near != NOWHERE]
            good += [move.notation] if {"Forest", "Barrow"} <= {kind.name for kind in kinds if kind} else []
        assert good == [move.notation for move in match.moves(lesson.seat) if lesson.reaches(0, move.notation)]


def test_the_player_aid_cites_rules():
    assert load_aid(GAME) is not None
    check_aid(GAME)


@pytest.mark.parametrize(
    ("step", "move", "touched"),
    [
        (3, "insert-step-1", ("hand-step", "place-1")),
        (7, "insert-back-step-2", ("hand-back-step", "place-2")),
        (7, "insert-back-step-1", ("hand-back-step", "gap-1")),
    ],
)
def test_a_card_goes_to_an_empty_place_or_between_two_cards(step, move, touched):
    lesson = load_lesson(GAME)
    assert lesson is not None
    with reading():
        match = lesson.open(step)
        assert GAME.view.path(match.observe(0), match.box, 0, match.parse(0, move)) == touched


@pytest.mark.parametrize(
    ("thing", "rule"),
    [("space-dock-upgrade", 608), ("space-dock-salvage", 609), ("hex-B2", 1208), ("space-1-plan", 408)],
)
def test_a_thing_names_the_rule_that_speaks_of_it(thing, rule):
    lesson = load_lesson(GAME)
    assert lesson is not None
    with reading():
        match = lesson.open(0)
        card = hook(GAME.view.explain)(match.observe(0), match.box, 0, thing)
    assert card is not None
    assert card.rule == rule
