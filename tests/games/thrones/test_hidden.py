"""Nothing of a layout or of a favor's kind leaks before its time."""

import numpy as np

from wartable.core import generic, record
from wartable.core.chance import generator
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.match import hidden
from wartable.games.thrones import GAME
from wartable.games.thrones.state import Kind, Stage
from wartable.testing import Table

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
    assert GAME.words.prompt(view, t.box, 0) == "Waiting for the layouts"


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


def test_a_favor_is_revealed_when_it_is_spent():
    """TH-9.3, TH-9.5"""
    t = position({"d4": "R", "d5": "l"}, favors=("deception", ""))
    assert t.view(1).sides[0].favors.tolist() == [0, 0, 0, 0]
    assert t.view(1).sides[0].held == 1
    t.play(0, "deception:d4~d5")
    assert t.view(1).sides[0].spent.tolist() == [0, 0, 0, 1]
    assert t.told(1)[0].text.startswith("{0} spends a deception")
