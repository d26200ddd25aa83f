"""Fights on their stage: what notes are there."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from tests.hooks import hook
from wartable.core.game import Game
from wartable.core.notes import EVERYBODY, NOBODY, Note
from wartable.core.registry import find_game
from wartable.drawing.cue import Cue
from wartable.games.heroes.notes import Told
from wartable.guides.lessons import load_lessons


def note(told: Any, /, seat: int = 0, amount: int = 0, total: int = 0, **fields: int) -> Note:
    values = tuple(fields.get(name, 0) for name in told.fields)
    return Note(told, 101, seat, EVERYBODY, 0, amount, total, values)


def test_every_note_of_a_game_has_a_cue_that_can_be_sent_or_none(each_game: Game) -> None:
    cue = getattr(each_game.view, "cue", None)
    box = each_game.new_box()
    cues = [cue(note(kind), box) for kind in each_game.told] if cue else []
    sent = [one.as_json() for one in cues if one]
    assert json.loads(json.dumps(sent)) == [json.loads(json.dumps(one)) for one in sent]
    opening = [one for one in cues if one and one.title]
    assert bool(opening) == any(one.closes for one in cues if one), "what opens also closes"
    assert all(len(one.sides) == 2 for one in opening)


@pytest.fixture
def heroes() -> Game:
    return find_game("heroes")


def cue_of(game: Game, *told: Note) -> list[Cue]:
    return [hook(game.view.cue)(one, game.new_box()) for one in told]


def test_a_battle_opens_with_both_sides_and_closes_when_it_is_won(heroes: Game) -> None:
    opened, won = cue_of(heroes, note(Told.FIGHTS, 1, tile=3, count=7), note(Told.WINS_BATTLE, 1, tile=3))
    assert [side.seat for side in opened.sides] == [1, NOBODY]
    assert opened.sides[0].name == "{1}"
    assert won.closes and won.ends == "wins"


def test_dice_fall_on_the_side_that_throws_them_and_losses_strike_who_was_there(heroes: Game) -> None:
    stands, falls, lost = cue_of(
        heroes,
        note(Told.SQUAD_HAS, NOBODY, squad=5, kind=2, count=4),
        note(Told.DIE, 0, face=5),
        note(Told.KILLED, NOBODY, amount=-4, squad=5, kind=2),
    )
    assert (falls.seat, falls.dice) == (0, (5,))
    assert stands.figure == lost.figure and stands.count == lost.lost == 4


def test_what_has_nothing_to_do_with_a_battle_has_no_cue(heroes: Game) -> None:
    assert cue_of(heroes, note(Told.RECRUITS), note(Told.DAY)) == [None, None]


Figures = dict[tuple[int, str], int]


def show(cues: Iterable[Cue], figures: Figures) -> None:
    """What a stage has on it after these cues: who stands there, and how many."""
    for one in cues:
        if one.title:
            figures.clear()
        if one.figure:
            at = one.seat, one.figure
            figures[at] = figures.get(at, 0) - one.lost if one.count is None else one.count


def test_who_comes_in_the_middle_of_a_battle_finds_the_stage_as_its_notes_have_left_it(heroes: Game) -> None:
    found = 0
    for lesson in load_lessons(heroes):
        match = lesson.open(len(lesson.steps) - 1)
        followed: Figures = {}
        for step in match.steps:
            show(
                [cue for cue in (hook(heroes.view.cue)(note, match.box) for note in match.notes(step)) if cue], followed
            )
            staged = hook(heroes.view.staged)(step.after, match.box)
            if not staged:
                continue
            entered: Figures = {}
            show(staged, entered)
            battle = step.after.battle
            assert entered == {at: count for at, count in followed.items() if count}
            assert [side.seat for side in staged[0].sides] == [army.seat for army in battle.armies]
            assert sum(len(cue.dice) for cue in staged) == sum(battle.rolled)
            found += any(len(cue.dice) for cue in staged)
    assert found > 3, "dice lie on the stage"
