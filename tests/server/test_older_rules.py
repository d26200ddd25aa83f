"""Rules that change: a match that was begun by older ones stays, to be looked at and replayed to where it stands."""

import contextlib
import json
import shutil
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import sqlalchemy as sa

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.match.perspective import hidden
from wartable.core.older import _stands_alone, keep
from wartable.core.record import i8, i16, i32, record
from wartable.server.live import serializers
from wartable.server.storage.migrate import upgrade
from wartable.server.storage.record_layouts import _described, _dtype, converted
from wartable.server.storage.schema import openings
from wartable.server.storage.store import make_engine
from wartable.server.tables.games import all_games, box_for, find_game
from wartable.server.tables.history import States, led_to
from wartable.server.web.compile_ahead import Warmer

from .conftest import new_database
from .harness import Player, Running, running, wait_until
from .invariants import check_all
from .processes import Process


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
        table = anna.new_table(seats, game=name, clock={"kind": "move", "seconds": 3600})
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
            assert chair.move(0)["ok"]


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
    scene = serializers.scene_of(match.see(), view, True)
    assert "cannot be drawn" in serializers.scene_json(scene, match.players)["panels"][0]["title"]
    with pytest.raises(IndexError):
        serializers.scene_of(match.see(), view)


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
    assert box_for(game, small, None, 2) is box_for(game, small, None, 2)
    assert box_for(game, large, None, 2).tobytes() == game.new_box({"map": "large"}, 2).tobytes()
    assert box_for(game, large, None, 2).tobytes() != box_for(game, small, None, 2).tobytes()
    # Rules of another version are another game.
    assert box_for(replace(game, version=99), small, None, 2) is not box_for(game, small, None, 2)


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


def play_at_random(server: Running, people: list[Player], table: str, moves: int) -> None:
    """The players of a table play any moves."""
    rng = Random(moves)
    for _ in range(moves):
        match = server.context.tables.lives[table].table.playing
        seat = match.due[0]
        people[seat].post(f"/api/tables/{table}/moves", {"seat": seat, "action": rng.choice(match.legal(seat))})


@pytest.mark.parametrize("form", [1, 2])
def test_a_match_goes_on_with_the_dice_that_it_began_with(database: str, form: int) -> None:
    """Whether its rolls were numbered by all actions, as they once were, or are counted by themselves."""
    with running(database) as server, Player(server, "Anna") as anna:
        table, kept = anna.new_table(TWO, game="heroes"), [dict(anna.http.cookies)]
    engine = make_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.text(f"update matches set format = {form}"))
    engine.dispose()
    for moves in (25, 40):
        with running(database) as server, ExitStack() as stack:
            people = [stack.enter_context(Player(server)) for _ in kept]
            for person, cookies in zip(people, kept, strict=True):
                person.http.cookies.update(cookies)
            if len(people) == 1:
                people.append(stack.enter_context(Player(server, "Bert")))
                kept.append(dict(people[1].http.cookies))
                people[1].post(f"/api/tables/{table}/join", {})
            people[0].get(f"/api/tables/{table}?seat=0")
            play_at_random(server, people, table, moves)
            if moves == 40:
                with people[0].sit(table) as chair:
                    assert chair.ask("resign", seat=0)["ok"]
                verdict = people[0].get(f"/api/tables/{table}/verify")
                assert verdict["sound"] and verdict["rolls"] > 10, verdict
                save = people[0].http.get(f"/api/tables/{table}/save").text
                assert json.loads(save.splitlines()[0])["wartable"] == form


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


@pytest.fixture
def read_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier rules are read: to compile them takes longer than a test."""
    monkeypatch.setattr(Warmer, "want", lambda *_: None)


@pytest.mark.parametrize("name", ["metals", "iron_kings"])
def test_a_match_goes_on_by_earlier_rules_that_were_kept(name: str, tmp_path: Path, read_rules: None) -> None:
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    version = find_game(name).version
    table, cookies, _ = played(url, name, 3)
    assert keep([find_game(name)]) == [f"{name}_{version}"]
    assert keep([find_game(name)]) == [], "it is there already"
    with newer_rules(name), running(url) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        assert anna.get("/api/tables?which=mine")[0]["frozen"] == ""
        with anna.sit(table, "show=scene") as chair:
            assert "frozen" not in chair.state
            assert chair.state["game"] == f"{name}@{version}"
            assert chair.state["choices"] and chair.state["prompt"]
        with anna.sit(table) as chair:
            chair.wait_turn(0)
            assert chair.move(0)["ok"]
        # Whoever asks for the rules gets those of the match.
        rules = anna.get(f"/api/games/{name}@{version}/rules")
        assert rules["html"]
        goes_by = server.context.tables.lives[table].table.game
        assert goes_by.version == version != find_game(name).version
        assert goes_by.folder == tmp_path / "rules" / f"{name}_{version}"
        anna.post(f"/api/tables/{table}/claim", {}, 409)
        with anna.sit(table) as chair:
            chair.ask("resign", seat=0)
        if name == "metals":
            assert anna.get(f"/api/tables/{table}?seat=0")["result"]["ending"] == "resign"
            assert anna.get(f"/api/tables/{table}/verify")["sound"]
            save = tmp_path / "match.jsonl"
            save.write_text(anna.http.get(f"/api/tables/{table}/save").text)
            head = json.loads(save.read_text().splitlines()[0])
            assert (head["game"], head["rules"]) == (name, version)
            again = anna.post(f"/api/tables/{table}/again", {"moved": 0})["table"]
            assert anna.get(f"/api/tables/{again}?seat=0")["game"] == name
            assert server.context.tables.lives[again].table.row.rules == version + 1


def test_a_game_whose_copy_would_run_the_rules_of_today_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    metals = find_game("metals")
    assert all(_stands_alone(game) for game in all_games())
    folder = shutil.copytree(metals.folder, tmp_path / "metals", ignore=shutil.ignore_patterns("*.onnx"))
    package = metals.state.__module__.rpartition(".")[0]
    (folder / "more.py").write_text(f"from {package}.state import State\n")
    facts = {name: getattr(metals, name) for name in ("name", "stem", "version", "state")}
    edited: Any = SimpleNamespace(**facts, folder=folder)
    assert keep([edited]) == []
    assert "full names" in caplog.text


def test_earlier_rules_that_cannot_be_used_leave_the_match_as_it_is(tmp_path: Path, read_rules: None) -> None:
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    version = find_game("thrones").version
    table, cookies, _ = played(url, "thrones", 2)
    keep([find_game("thrones")])
    (tmp_path / "rules" / f"thrones_{version}" / "__init__.py").write_text("import wartable.gone\n")
    with newer_rules("thrones"), running(url) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        assert "version" in anna.get(f"/api/tables/{table}?seat=0")["frozen"]
        assert "version" in anna.get("/api/tables?which=mine")[0]["frozen"]


def test_a_match_by_newer_rules_is_not_closed_by_a_server_that_is_still_to_be_upgraded(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    with newer_rules("metals"):
        table, cookies, _ = played(url, "metals", 3)
    with running(url) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        assert "being upgraded" in anna.get(f"/api/tables/{table}?seat=0")["frozen"]
        with anna.sit(table) as chair:
            assert "being upgraded" in chair.ask("resign", seat=0)["text"]
        assert "being upgraded" in anna.post(f"/api/tables/{table}/claim", {}, 409)["error"]
        assert anna.get(f"/api/tables/{table}?seat=0")["status"] == "playing"


@contextlib.contextmanager
def closing_at_last(process: Process) -> Iterator[Process]:
    try:
        yield process
    finally:
        process.stop()


OTHER_VERSION = (
    "import sys, wartable.games; wartable.games.__path__.insert(0, sys.argv.pop(1));"
    "from wartable.cli import main; sys.exit(main())"
)


def next_version(folder: Path) -> Path:
    """Games of another version of the program, in which Metals has other rules: five points win."""
    made = folder / "metals"
    shutil.copytree(find_game("metals").folder, made, ignore=shutil.ignore_patterns("__pycache__", "*.onnx"))
    for file, old, new in (("__init__.py", "version=1", "version=2"), ("data/numbers.csv", "goal,10", "goal,5")):
        text = (made / file).read_text()
        assert old in text
        (made / file).write_text(text.replace(old, new))
    return folder


def goal_of(player: Player, table: str) -> str:
    """What wins, without how far everybody is."""
    return str(player.get(f"/api/tables/{table}?show=scene")["goal"]).partition(":")[0]


@pytest.mark.slow
def test_two_versions_side_by_side_on_one_database(postgres: str, tmp_path: Path, own_rules: Path) -> None:
    """A match that waits begins by the rules of where it begins, and goes on by them anywhere and after the upgrade."""
    url, games = new_database(postgres), next_version(tmp_path / "games")
    upgrade(url)
    with ExitStack() as stack:
        old = stack.enter_context(closing_at_last(Process(url)))
        wait_until(lambda: (own_rules / "metals_1").exists())
        new = stack.enter_context(closing_at_last(Process(url, program=("-c", OTHER_VERSION, str(games)))))
        wait_until(lambda: (own_rules / "metals_2").exists())
        anna, bert = (stack.enter_context(Player(process, name)) for process, name in ((old, "Anna"), (new, "Bert")))
        at_old, at_new = ([{"who": "me"}, {"who": "open"}] for _ in range(2))
        tables = {"old": anna.new_table(at_old), "new": bert.new_table(at_new)}
        for place, joiner in (("old", bert), ("new", anna)):
            joiner.post(f"/api/tables/{tables[place]}/join", {})
        goals = {name: goal_of(anna, table) for name, table in tables.items()}
        assert {name: goal_of(bert, table) for name, table in tables.items()} == goals
        assert "5" in goals["old"] and "10" in goals["new"], "each began where its second player sat down"
        begun = {name: play_on(table, anna, bert, 6) for name, table in tables.items()}
        finished = anna.new_table([{"who": "me"}, {"who": "me"}])
        with anna.sit(finished) as chair:
            assert chair.ask("resign", seat=1)["ok"]
        waiting = anna.new_table([{"who": "me"}, {"who": "open"}])
        assert old.stop() == 0
        anna_after = stack.enter_context(Player(new))
        anna_after.http.cookies.update(anna.http.cookies)
        for name, table in tables.items():
            assert goal_of(anna_after, table) == goals[name]
            assert play_on(table, anna_after, bert, 4) > begun[name]
        assert anna_after.get(f"/api/tables/{finished}/verify")["sound"]
        bert.post(f"/api/tables/{waiting}/join", {})
        assert goal_of(bert, waiting) == goals["old"], "it began by the new rules"
    check_all(url)


def play_on(table: str, anna: Player, bert: Player, moves: int) -> int:
    """Play with requests to both servers; the number that was reached."""
    for _ in range(moves):
        for player in (anna, bert):
            for seat in player.get(f"/api/tables/{table}")["yours"]:
                seen = player.get(f"/api/tables/{table}?seat={seat}")
                if seen["legal"]:
                    body = {"seat": seat, "number": seen["number"], "action": seen["legal"][0]}
                    player.post(f"/api/tables/{table}/moves", body)
    return int(anna.get(f"/api/tables/{table}")["number"])
