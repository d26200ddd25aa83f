"""Nothing of a layout or of a favor's kind leaks before its time."""

import json
from typing import Any

import numpy as np
import pytest

from wartable.core import generic, record
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import generator
from wartable.games.thrones import GAME
from wartable.games.thrones.state import Kind, Stage
from wartable.terminal.film import Film
from wartable.testing import Table

from .kinds import BY_HAND, KINDS, NORTH, SOUTH, Course, course
from .position import position


def table() -> Table:
    return Table(GAME, rolls=["south-first"])


def looks(t: Table, viewer: int) -> tuple[bytes, str, object]:
    view = t.view(viewer)
    scene, board = GAME.view.scene(view, t.box, viewer), GAME.view.board(view, t.box, viewer)
    return view.tobytes(), board, scene


def test_the_opponents_layout_and_progress_cannot_be_seen():
    """TH-2.2: untouched, half laid, complete, drawn by fate or done, it looks the same."""
    tables = [table() for _ in range(6)]
    tables[1].play(1, "layout:wall")
    tables[2].play(1, "layout:by-hand", "+water", "+forest")
    tables[3].play(1, "layout:random")
    tables[4].play(1, "layout:siege", "mirror")
    tables[5].play(1, "layout:siege", "done")
    for viewer in (0, SPECTATOR):
        assert len({looks(t, viewer)[0] for t in tables}) == 1
        assert len({looks(t, viewer)[1] for t in tables}) == 1
        assert all(looks(t, viewer)[2] == looks(tables[0], viewer)[2] for t in tables)


def test_nothing_is_told_of_the_opponents_layout():
    """TH-2.2"""
    t = table()
    for move in ("layout:wall", "mirror", "tiles:a9~a6", "done"):
        t.play(1, move)
        assert t.told(0) == []
        assert t.told(SPECTATOR) == []
        assert t.told(1)


def test_fates_draws_are_told_to_the_player_they_are_for():
    """TH-2.2, TH-2.18"""
    t = table()
    t.play(0, "layout:random")
    t.roll("+plains")
    assert not generic.sees(t.before, t.box, 1, NATURE, t.last[1])
    assert generic.sees(t.before, t.box, 0, NATURE, t.last[1])
    assert t.told(1) == []


def test_who_is_done_waits_and_sees_the_own_layout():
    """TH-2.2"""
    t = table()
    t.play(0, "layout:wall", "done")
    view = t.view(0)
    assert view.ground[:36].tolist() == t.s.ground[:36].tolist()
    assert view.ground[36:].tolist() == [0] * 45
    assert view.sides[1].stage == Stage.BEGIN
    assert GAME.words.prompt(view, t.box, 0) == "Waiting for {1}"


def test_a_layout_that_is_imagined_is_complete_and_differs_from_the_true_one():
    """TH-2.2"""
    t = table()
    t.play(1, "layout:wall", "done")
    imagined = set()
    for seed in range(5):
        view = record.copy(t.view(0))
        with np.errstate(over="ignore"):
            generic.fill(view, t.box, 0, generator(seed))
        assert view.sides[1].stage == Stage.REVIEW
        imagined.add(view.ground.tobytes())
        assert record.same(hidden(view, t.box, 0), t.view(0))
    assert len(imagined) == 5
    assert t.s.ground.tobytes() not in imagined


def test_the_kinds_of_favors_in_hand_cannot_be_seen():
    """TH-9.3"""
    hands = ["haste cunning", "ambush deception", "deception deception"]
    tables = [position({"d4": "R", "d5": "l"}, favors=(hand, ""), seat=0) for hand in hands]
    for viewer in (1, SPECTATOR):
        assert len({looks(t, viewer)[0] for t in tables}) == 1
        assert len({looks(t, viewer)[1] for t in tables}) == 1
    assert len({looks(t, 0)[0] for t in tables}) == 3


def test_being_asked_does_not_betray_the_kind():
    """TH-9.8, TH-9.10: the window and the check open for any favor."""
    for hand in ("haste", "ambush", "cunning", "deception"):
        t = position({"d4": "R", "d5": "l"}, {"d3": "w"}, favors=("", hand))
        assert t.s.head.frames[1].kind == Kind.WINDOW
        t = position({"d4": "R"}, {"d3": "w"}, favors=(hand, ""))
        t.play(0, "Rd4-d3")
        assert t.s.head.frames[0].kind == Kind.CHECK


def received(made: Course, viewer: int) -> list[Any]:
    """All that a viewer gets of a match: records, pictures, words, who is to act, and the replay as JSON."""
    match = made.match
    views = [hidden(match.at(number), match.box, viewer) for number in range(len(match.steps) + 1)]
    told = [match.tell(step, viewer) for step in match.steps]
    words, view = GAME.words, GAME.view
    shown = [(words.prompt(v, match.box, viewer), view.board(v, match.box, viewer)) for v in views]
    scenes = [view.scene(v, match.box, viewer) for v in views]
    replay = json.dumps(Film(match, None if viewer == SPECTATOR else viewer).as_json())
    return [[v.tobytes() for v in views], told, shown, scenes, replay]


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_others_receive_differs_by_the_kind_of_a_held_favor(seed):
    """TH-9.3, TH-9.8 to TH-9.10: through checks, questions by hand and questions passed automatically."""
    made = [course(kind, seed) for kind in KINDS]
    for viewer in (SOUTH, SPECTATOR):
        first, *others = [received(one, viewer) for one in made]
        assert all(other == first for other in others)
    assert len({received(one, NORTH)[0][-1] for one in made}) == len(KINDS)
    assert made[0].checks > 1, "there was a check"
    # Where people act, and how often: a pause that one kind has and another has not would tell.
    assert len({tuple((seat, is_open) for seat, _, is_open in one.acts) for one in made}) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_passed_automatically_looks_like_one_passed_by_hand(kind):
    """TH-9.9: in records, log and replay; only North is told."""
    automatic, by_hand = (course(kind, 1, by_hand=number, asks_again=False) for number in (1, 99))
    passed = [[step for step in one.match.steps if step.forced and step.seat == NORTH] for one in (automatic, by_hand)]
    assert passed[0] and not passed[1]
    for viewer in (SOUTH, SPECTATOR):
        assert received(automatic, viewer) == received(by_hand, viewer)
    assert any("no longer asked" in line.text for line in automatic.match.log(NORTH))
    assert not any("asked" in line.text for line in automatic.match.log(SOUTH))


def test_asking_again_is_nothing_that_others_learn_of():
    """TH-9.9"""
    made = course("haste", 1)
    step = next(step for step in made.match.steps if made.match.notation(NORTH, step.action) == "ask-me")
    for viewer in (SOUTH, SPECTATOR):
        before, after = (hidden(state, made.match.box, viewer) for state in (step.before, step.after))
        assert before.tobytes() == after.tobytes()
        assert made.match.tell(step, viewer) == []
        assert not generic.sees(step.before, made.match.box, viewer, NORTH, step.action)
    assert made.asked > BY_HAND + 1, "and it was asked again"


def test_a_check_is_left_to_fate_by_hand_even_without_cunning():
    """TH-9.10"""
    made = course("haste", 1)
    rolled = [step for step in made.match.steps if made.match.notation(step.seat, step.action) == "roll"]
    assert rolled and not any(step.forced for step in rolled)


def test_a_favor_is_revealed_when_it_is_spent():
    """TH-9.3, TH-9.5"""
    t = position({"d4": "R", "d5": "l"}, favors=("deception", ""))
    assert t.view(1).sides[0].favors.tolist() == [0, 0, 0, 0]
    assert t.view(1).sides[0].held == 1
    t.play(0, "deception:d4~d5")
    assert t.view(1).sides[0].spent.tolist() == [0, 0, 0, 1]
    assert t.told(1)[0].text.startswith("{0} spends a deception, and has 0 favors left: ")
