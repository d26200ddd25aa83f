"""Rules that change: a match that was begun by older ones stays, to be looked at and replayed to where it stands."""

import contextlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.match.perspective import hidden
from wartable.core.record import i8, i16, i32, record
from wartable.server.live import serializers
from wartable.server.storage.record_layouts import _described, _dtype, converted
from wartable.server.storage.schema import openings
from wartable.server.storage.store import make_engine
from wartable.server.tables.games import box_for, find_game
from wartable.server.tables.history import States, led_to

from .harness import Player, running


@contextlib.contextmanager
def newer_rules(name: str) -> Iterator[None]:
    """The game as its next version."""
    game = find_game(name)
    version = game.version
    object.__setattr__(game, "version", version + 1)
    try:
        yield
    finally:
        object.__setattr__(game, "version", version)


def played(url: str, name: str, moves: int) -> tuple[str, dict[str, str], Match]:
    """A match against a bot that is left in the middle: its id, its player's cookies, and the match."""
    with running(url) as server, Player(server, "Anna") as anna:
        seats = [{"who": "me"}, *[{"who": "bot", "bot": "random"}] * (find_game(name).seats[0] - 1)]
        table = anna.new_table(seats, game=name, clock={"kind": "move", "seconds": 5})
        with anna.sit(table) as chair:
            for place in range(moves):
                assert chair.move(0, place)["ok"]
            chair.ask("undo", seat=0)
            chair.wait_turn(0)
        match = server.context.tables.lives[table].table.match
        return table, dict(anna.http.cookies), match


@pytest.mark.parametrize("name", ["metals", "city_of_iron"])
def test_a_match_by_older_rules_can_be_looked_at_and_replayed_but_not_played(name: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    table, cookies, match = played(url, name, 6)
    with newer_rules(name), running(url) as server, Player(server) as anna, Player(server, "Bert") as bert:
        anna.http.cookies.update(cookies)
        with anna.sit(table, "show=scene") as chair:
            assert "version" in chair.state["frozen"]
            assert chair.state["prompt"] == chair.state["frozen"]
            assert chair.state["choices"] == [] and not chair.state["undo"] and not chair.state["takeback"]
            for kind, more in (("move", {"number": 0, "action": 0}), ("undo", {})):
                answer = chair.ask(kind, seat=0, **more)
                assert not answer["ok"] and "version" in answer["text"]
        summary = anna.get("/api/tables?which=mine")[0]
        assert "version" in summary["frozen"] and not summary["your_turn"]
        assert "version" in bert.get("/api/tables?which=playing")[0]["frozen"]
        steps = bert.get(f"/api/tables/{table}/steps")
        assert steps["count"] == len(server.context.tables.lives[table].table.stream(SPECTATOR).steps)
        assert "seed" not in steps and "version" in steps["frozen"]
        expected = serializers.scene_json(
            match.game.view.scene(hidden(match.full_state(), match.box, 0), match.box, 0), match.players
        )
        shown = anna.get(f"/api/tables/{table}/frames/{steps['count']}?seat=0")["scene"]
        assert [thing["markup"] for thing in shown["things"]] == [thing["markup"] for thing in expected["things"]]
        assert bert.http.get(f"/api/tables/{table}/frames/0?seat=0").status_code == 403
        assert bert.http.get(f"/api/tables/{table}/save").status_code == 409
    # By its own rules it goes on.
    with running(url) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        with anna.sit(table) as chair:
            assert "frozen" not in chair.state
            assert chair.state["status"] == "over" or chair.move(0)["ok"]


def test_a_match_whose_records_have_changed_is_shown_by_what_both_have_in_common(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    table, cookies, _ = played(url, "metals", 4)
    engine = make_engine(url)
    with engine.begin() as connection:
        # As if a field had had another name then.
        layout = connection.execute(sa.select(openings.c.layout)).scalar()
        assert layout is not None

        text = zlib.decompress(layout).replace(b'"head"', b'"tail"')
        connection.execute(sa.update(openings).values(layout=zlib.compress(text)))
    engine.dispose()
    with running(url) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        assert "version" in anna.get(f"/api/tables/{table}?show=scene")["frozen"]
        count = anna.get(f"/api/tables/{table}/steps")["count"]
        assert anna.get(f"/api/tables/{table}/frames/{count}")["scene"]["panels"]


def test_a_state_that_cannot_be_drawn_any_more_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.start(find_game("metals"), seed=1)
    view = match.observe(SPECTATOR)

    def unable(*_: object) -> None:
        raise IndexError("there was no such piece")

    monkeypatch.setattr(match.game.view, "scene", unable)
    scene = serializers.scene_of(match, view, SPECTATOR, True)
    assert "cannot be drawn" in serializers.scene_json(scene, match.players)["panels"][0]["title"]
    with pytest.raises(IndexError):
        serializers.scene_of(match, view, SPECTATOR)


def test_records_are_converted_by_the_names_of_their_fields() -> None:
    @record
    class OldSide:
        points: i8
        gone: i16

    @record
    class Old:
        side: (OldSide, 2)
        cells: (i8, 4)
        turn: i16

    @record
    class NewSide:
        added: i32
        points: i16

    @record
    class New:
        turn: i32
        cells: (i16, 6)
        side: (NewSide, 3)

    old = np.zeros(1, Old.dtype)[0]
    old["turn"], old["cells"], old["side"]["points"] = 300, (1, 2, 3, 4), (5, 6)
    dtype = _dtype(_described(Old.plain))
    new = converted(old.tobytes(), dtype, New.dtype)
    assert new["turn"] == 300
    assert list(new["cells"]) == [1, 2, 3, 4, 0, 0]
    assert list(new["side"]["points"]) == [5, 6, 0]


def test_what_an_action_led_to_is_kept_in_few_bytes_and_comes_back() -> None:
    match = Match.start(find_game("heroes"), seed=4)
    for _ in range(12):
        match.play(match.due[0], match.legal(match.due[0])[0])
    states = States(match.game, match, None)
    read = []
    for step in match.steps:
        led = led_to(step.before, step.after, 5, 2)
        assert (led[0], led[1]) == (5, 2)
        read.append(states.add(led))
        assert len(led) < len(step.before.tobytes()) / 4
    assert [state.tobytes() for state in read] == [step.after.tobytes() for step in match.steps]
    states.cut(3)
    assert states.record.tobytes() == match.at(3).tobytes()
    again = led_to(match.at(3), match.at(4), 0, 0)
    assert states.add(again).tobytes() == match.at(4).tobytes()
    assert [state.tobytes() for state in read] == [step.after.tobytes() for step in match.steps]


def test_tables_with_the_same_options_share_a_box_and_others_have_their_own() -> None:
    game = find_game("metals")
    small, large = (json.dumps(game.settle({"map": size}, {})[0]) for size in ("small", "large"))
    assert box_for(game, small, 2) is box_for(game, small, 2)
    assert box_for(game, large, 2).tobytes() == game.new_box({"map": "large"}, 2).tobytes()
    assert box_for(game, large, 2).tobytes() != box_for(game, small, 2).tobytes()
    # Rules of another version are another game.
    assert box_for(replace(game, version=99), small, 2) is not box_for(game, small, 2)


TWO = [{"who": "me"}, {"who": "open"}]


def test_a_match_goes_on_by_the_rules_that_it_began_with(database: str) -> None:
    """A table was opened by older rules, and its match began by newer ones: those are what is stored."""
    with running(database) as server, Player(server, "Anna") as anna:
        table, cookies = anna.new_table(TWO), dict(anna.http.cookies)
    with newer_rules("metals"):
        with running(database) as server, Player(server, "Bert") as bert:
            bert.post(f"/api/tables/{table}/join", {})
        with running(database) as server, Player(server) as anna:
            anna.http.cookies.update(cookies)
            assert "frozen" not in anna.get(f"/api/tables/{table}?seat=0")
            assert anna.get("/api/tables?which=mine")[0]["frozen"] == ""


@pytest.mark.parametrize("way", ["resign", "claim"])
@pytest.mark.parametrize("name", ["metals", "iron_kings"])
def test_a_match_whose_rules_are_gone_is_closed_without_a_winner_and_given_out(
    name: str, way: str, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    table, cookies, match = played(url, name, 3)
    with newer_rules(name), running(url) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        anna.get(f"/api/tables/{table}/save", 409)
        if way == "resign":
            with anna.sit(table, "show=scene") as chair:
                assert chair.ask("resign", seat=0)["ok"]
        else:
            anna.post(f"/api/tables/{table}/claim", {})
        state = anna.get(f"/api/tables/{table}?seat=0&show=scene")
        assert state["status"] == "over"
        assert state["result"]["ending"] == "closed"
        assert set(state["result"]["scores"]) == {0}
    with newer_rules(name), running(url) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        lines = [json.loads(line) for line in anna.http.get(f"/api/tables/{table}/save").text.splitlines()]
        assert lines[0]["rules"] == find_game(name).version - 1
        assert [line["action"] for line in lines[1:-1]] == [step.action for step in match.steps]
        assert lines[-1]["end"] == "closed"


def test_matches_whose_rules_are_gone_fill_nobody_s_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wartable.server.tables.seating.MOST_TABLES_WITH_BOTS", 2)
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    with running(url) as server, Player(server, "Anna") as anna:
        for _ in range(2):
            anna.post("/api/play", {"game": "metals"})
        anna.post("/api/play", {"game": "metals"}, 409)
        cookies = dict(anna.http.cookies)
    with newer_rules("metals"), running(url) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        anna.post("/api/play", {"game": "metals"})
