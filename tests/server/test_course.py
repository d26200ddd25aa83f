"""The course of a match that is over: found in pieces, kept, and no way to keep others waiting."""

import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

import wartable
from wartable.bots.search.mcts import Budget
from wartable.core import generic
from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.notes import Level
from wartable.core.registry import game_names
from wartable.server.play import analysis as course
from wartable.server.play.analysis import Study, every_step, judged
from wartable.server.storage.schema import courses

from ..conftest import ROOT
from .harness import PATIENCE, Player, Running, running, wait_until
from .test_people import run_on

GOAL = ROOT / "tests" / "games" / "metals" / "golden" / "goal.jsonl"


@pytest.fixture(autouse=True)
def little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found here need not be good."""
    monkeypatch.setattr(course, "ITERATIONS", 4)
    monkeypatch.setattr(course, "HINT", Budget(iterations=8))
    monkeypatch.setattr(course, "MOST_POINTS", 12)
    monkeypatch.setattr(course, "MOST_HINTS", 2)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('course') / 'wartable.db'}") as server:
        yield server


@pytest.fixture
def still_read() -> Iterator[None]:
    """Metals before its code is compiled."""
    generic.set_read("metals", True)
    yield
    generic.set_read("metals", False)


def resigned(player: Player, **more: Any) -> str:
    """A match of some moves that somebody gave up."""
    table = player.new_table([{"who": "me"}, {"who": "me"}], **more)
    with player.sit(table, "show=record&seat=0") as first, player.sit(table, "show=record&seat=1") as second:
        for _ in range(4):
            seat = first.state["due"][0]
            before = first.state["number"]
            assert (first, second)[seat].move(seat)["ok"]
            for chair in (first, second):
                while chair.state["number"] <= before:
                    chair.receive()
        assert first.ask("resign", seat=0)["ok"]
    return table


def finished(player: Player, table: str, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}

    def is_done() -> bool:
        found.update(player.get(f"/api/tables/{table}/course{query}"))
        return bool(found["done"])

    wait_until(is_done)
    return found


def goal() -> Study:
    match = Match.load(GOAL)
    assert match.outcome is not None
    return Study(match, match.outcome.scores)


def test_a_course_tells_chances_moments_and_what_a_hint_would_have_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "LEAST_LOSS", 0.0)
    study = goal()
    shown = []
    while not study.is_done:
        study.go_on()
        shown.append(study.facts["progress"])
    facts = study.facts
    assert facts["by"] == "search"
    assert shown == sorted(shown)
    assert len(facts["curve"]) <= course.MOST_POINTS + 2
    assert facts["curve"][0]["at"] == 0
    assert facts["curve"][-1]["at"] == facts["count"]
    assert sorted(facts["curve"][-1]["shares"]) == [0.0, 1.0]
    assert [moment["at"] for moment in facts["moments"]] == sorted(moment["at"] for moment in facts["moments"])
    assert any(moment["at"] == facts["count"] for moment in facts["moments"]), "the goal itself is a moment"
    assert all(1 <= moment["at"] <= facts["count"] and moment["text"] for moment in facts["moments"])
    for one in facts["otherwise"]:
        assert one["played"] != one["hint"]
        assert one["chance_hint"] >= one["chance_played"]


def test_the_judge_tells_the_course_until_the_code_is_compiled(still_read: None) -> None:
    study = goal()
    while not study.waits:
        study.go_on()
    assert study.facts["by"] == "judge"
    assert not study.facts["done"]
    assert len(study.facts["curve"]) > 2
    generic.set_read("metals", False)
    while not study.is_done:
        study.go_on()
    assert study.facts["by"] == "search"


def test_a_curve_says_something_of_every_step() -> None:
    curve = [{"at": 0, "shares": [0.5, 0.5]}, {"at": 3, "shares": [1.0, 0.0]}]
    assert every_step(curve, 4) == [[0.5, 0.5]] * 3 + [[1.0, 0.0]] * 2


def test_a_replay_begins_with_the_curve_of_the_course(server: Running, anna: Player) -> None:
    table = resigned(anna)
    quick = anna.get(f"/api/tables/{table}/analysis")
    assert quick["by"] == "judge"
    live = server.context.tables.lives[table]
    study = Study(live.table.match, live.table.result["scores"])
    while not study.facts["curve"]:
        next(study._work)
    assert quick["shares"] == every_step(study.facts["curve"], study.facts["count"])


def test_what_does_not_last_and_what_a_move_alone_is_said_to_gain_are_no_moments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two players in turn: 61, 33, 61 % in two steps is noise, and so is a walk by which its player gains."""
    match = wartable.new("metals", real_dice=True, moves=["first-0", "+a1n", "+e7s", "a1-b1n", "e7-e6s", "b1-b2n"])
    match.move("e6-e5s", "b2-c2n", "e5-e4s")
    study = Study(match, [1.0, 0.0])
    first, count = len(match.steps) - 8, len(match.steps)

    def moments(chances: list[float]) -> list[int]:
        points = zip(range(first, count), chances, strict=True)
        curve = [{"at": at, "shares": [chance, 1 - chance]} for at, chance in points]
        return [one["at"] for one in study._key_moments(curve) if one["change"]]

    assert moments([0.6] * 8) == []
    assert moments([0.6, 0.6, 0.6, 0.3, 0.6, 0.6, 0.6, 0.6]) == [], "it comes back at once"
    at = next(at for at in range(first + 3, count - 3) if match.steps[at - 1].seat == 0)
    rise = [0.3 if point < at else 0.7 for point in range(first, count)]
    assert moments(rise) == [], "Blue's own move gains nothing that was not there"
    assert moments([1 - chance for chance in rise]) == [at], "Blue's own move may lose it"


def test_the_course_is_found_once_and_kept(server: Running, anna: Player) -> None:
    table = resigned(anna)
    found = finished(anna, table)
    assert found["result"]["ending"] == "resign"
    assert found["curve"][-1]["shares"] == [0.0, 1.0], "who gave up has lost, whatever a judge thinks"
    context = server.context
    with context.store.engine.connect() as connection:
        kept = sa.select(sa.func.count()).where(courses.c.match_id == table)

        def is_kept() -> bool:
            connection.rollback()
            return bool(connection.execute(kept).scalar())

        wait_until(is_kept)
    context.tables.lives.clear()
    again = anna.get(f"/api/tables/{table}/course")
    assert again == found
    assert context.tables.courses.of(context.tables.lives[table]).study is None, "nothing is searched again"
    searched = anna.get(f"/api/tables/{table}/analysis?by=search")
    assert len(searched["shares"]) == found["count"] + 1
    quick = anna.get(f"/api/tables/{table}/analysis")
    assert quick["by"] == found["by"] == "search"
    assert quick["shares"] == searched["shares"] == every_step(found["curve"], found["count"]), "there is one curve"


def test_a_match_in_play_has_no_course_and_a_private_one_only_for_those_who_may_watch(site: Running) -> None:
    with Player(site, "Anna") as anna, Player(site) as stranger:
        playing = anna.new_table([{"who": "me"}, {"who": "me"}])
        assert "not over" in anna.get(f"/api/tables/{playing}/course", 409)["error"]
        hidden = anna.post("/api/tables", {"game": "metals", "seats": [{"who": "me"}] * 2, "private": True})
        with anna.sit(hidden["table"], "show=record&seat=0") as chair:
            assert chair.ask("resign", seat=0)["ok"]
        assert "no table" in stranger.get(f"/api/tables/{hidden['table']}/course", 404)["error"]
        assert finished(stranger, hidden["table"], f"?invite={hidden['invite']}")["done"]


def test_a_flood_of_courses_is_refused_and_others_are_served(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for many at once is told to wait; somebody else has their turn meanwhile."""
    monkeypatch.setattr(course, "SLICE_SECONDS", 0.0)
    with Player(site, "Anna") as anna, Player(site, "Bert") as bert:
        tables = [resigned(anna) for _ in range(6)]
        mine = resigned(bert)
        monkeypatch.setattr("wartable.server.play.analysis_queue.MOST_AT_ONCE", 2)
        refused = threading.Event()
        with monkeypatch.context() as slow:
            slow.setattr(Study, "go_on", lambda self: refused.wait(PATIENCE))
            answers = [anna.http.get(f"/api/tables/{table}/course").status_code for table in tables]
            refused.set()
            assert answers == [200, 200, 429, 429, 429, 429]
        assert finished(bert, mine)["done"]


def test_nobody_works_on_a_course_that_nobody_waits_for(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wartable.server.play.analysis_queue.WAIT_SECONDS", 0.0)
    with Player(site, "Anna") as anna:
        table = resigned(anna)
        anna.get(f"/api/tables/{table}/course")
    course = site.context.tables.courses.of(site.context.tables.lives[table])
    wait_until(course.task.done)
    assert not course.facts["done"]


def test_a_match_that_somebody_waits_for_stays_in_memory(site: Running) -> None:
    with Player(site, "Anna") as anna:
        table = resigned(anna)
        anna.get(f"/api/tables/{table}")
        live, courses = site.context.tables.lives[table], site.context.tables.courses
        live.used = 0.0
        run_on(site, courses.ask(live, live.table.match, "somebody"))
        assert live.used > 0


def test_those_who_sat_at_a_private_table_can_hand_its_key_on(site: Running) -> None:
    with Player(site, "Anna") as anna, Player(site, "Bert") as bert:
        hidden, shown = resigned(anna, private=True), resigned(anna)
        key = anna.get(f"/api/tables/{hidden}/steps")["invite"]
        assert anna.get(f"/api/tables/{hidden}/course")["invite"] == key
        seen = bert.get(f"/api/tables/{hidden}/steps?invite={key}")
        assert seen["count"] and "invite" not in seen
        assert "invite" not in anna.get(f"/api/tables/{shown}/steps"), "everybody may look without one"
        for what in ("steps", "frames/1", "films/1", "save", "course", "analysis", "verify"):
            bert.get(f"/api/tables/{hidden}/{what}", 404)


@pytest.mark.parametrize("name", game_names())
def test_a_moment_that_changed_chances_tells_the_deed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not that a day began: the step is the one that changed them, and what is told of it is what was done."""
    monkeypatch.setattr(course, "LEAST_SWING", 0.01)
    file = min((ROOT / "tests" / "games" / name / "golden").glob("*.jsonl"), key=lambda one: one.stat().st_size)
    match = Match.load(file)
    assert match.outcome is not None
    study = Study(match, match.outcome.scores)
    for _ in (*study._judge(), *study._find_moments()):
        pass
    openings = Counter(
        one.note.kind
        for step in match.steps
        for one in match.tell(step, SPECTATOR)
        if one.note is not None and one.level == Level.TURN
    )
    for moment in study.facts["moments"]:
        told = match.tell(match.steps[moment["at"] - 1], SPECTATOR)
        often = [one for one in told if one.note is not None and openings[one.note.kind] > course.OFTEN]
        assert moment["text"] not in [one.named(match.players) for one in often], "a day that begins is no moment"
    changed = [moment for moment in study.facts["moments"] if moment["change"]]
    assert changed
    points = [point["at"] for point in study.facts["curve"]]
    for moment in changed:
        told = match.tell(match.steps[moment["at"] - 1], SPECTATOR)
        opening = {one.named(match.players) for one in told if one.level == Level.TURN}
        assert moment["text"] and moment["text"] not in opening
        seat = moment["change"]["seat"]
        before, after = (judged(match, number)[seat] for number in (moment["at"] - 1, moment["at"]))
        first = max(at for at in points if at < moment["at"])
        whole = judged(match, min(at for at in points if at >= moment["at"]))[seat] - judged(match, first)[seat]
        # The judge sees as much of the change in this one step as in any: at least its share of all of them.
        steps = min(at for at in points if at >= moment["at"]) - first
        assert abs(after - before) >= abs(whole) / steps - 0.001
