"""The coach at a live table, and what bots think where it may be seen."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import wartable
from wartable.bots import Budget, Thought
from wartable.bots.advice import coach
from wartable.bots.advice.evaluation import calibrated_chances
from wartable.bots.search.mcts import Candidate
from wartable.server.play import bot_thoughts as thoughts
from wartable.server.play import bots as botplay
from wartable.server.play.analysts import NICE

from .harness import Player, Running, running, wait_until

TWO = [{"who": "me"}, {"who": "open"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('coach') / 'wartable.db'}") as site:
        yield site


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as a test has time for."""
    for function in (coach.look_at, coach.weigh_intent):
        monkeypatch.setattr(function, "__defaults__", (Budget(iterations=60),))
    monkeypatch.setattr(botplay, "WATCHED_PAUSE", 0.0)
    monkeypatch.setattr(thoughts, "AGAIN", Budget(iterations=40))


@pytest.fixture
def cora(server: Running) -> Iterator[Player]:
    with Player(server, "Cora") as player:
        yield player


def test_what_a_bot_thought_is_said_as_it_comes_true() -> None:
    """Chances are corrected as those of hints and the analysis are; Metals has been measured."""
    match = wartable.new("metals", seed=1)
    seat = match.due[0]
    chances = (0.8, 0.2) if seat == 0 else (0.2, 0.8)
    candidates = (Candidate(match.moves()[0].action, 9, 0.8),)
    facts = thoughts.thought_json(match, match.observe(seat), seat, Thought(candidates, chances, 9, 0.0), [])
    said = calibrated_chances(match.game, chances, seat)
    assert said != chances
    assert facts["chances"] == [round(chance, 3) for chance in said]
    assert facts["moves"][0]["chance"] == facts["chances"][seat]


def table_against_a_bot(player: Player) -> str:
    table: str = player.post("/api/play", {"game": "metals", "bot": "random", "seat": 0})["table"]
    return table


def test_a_coach_is_asked_at_the_table(cora: Player) -> None:
    with cora.sit(table_against_a_bot(cora)) as chair:
        chair.wait_turn(0)
        said = chair.ask("coach", seat=0)["coach"]
        assert said["asked"].startswith("Deploy a Metal")
        legal = chair.state["legal"]
        assert all(move["action"] in legal and 0 <= move["chance"] <= 1 for move in said["moves"])
        best = said["moves"][0]["action"]
        verdict = chair.ask("weigh", seat=0, action=best)
        assert verdict["blunder"] is False and verdict["better"]["action"] == best


def test_there_is_no_coach_for_others_or_for_what_is_not_asked(cora: Player) -> None:
    table = table_against_a_bot(cora)
    with cora.sit(table) as chair:
        chair.wait_turn(0)
        impossible = next(action for action in range(10_000) if action not in chair.state["legal"])
        assert chair.ask("weigh", seat=0, action=impossible)["code"] == "not-legal"
        assert chair.ask("weigh", seat=0, path=["space-a1", "space-b3"])["code"] == "not-legal"
        assert chair.ask("weigh", seat=0, sheet="recruit-0", numbers=[1])["code"] == "not-legal"
        assert chair.ask("coach", seat=1)["code"] == "not-yours"


def test_there_is_no_coach_in_a_rated_match(server: Running) -> None:
    with Player(server) as emma, Player(server) as finn:
        emma.register("Emma Coach")
        finn.register("Finn Coach")
        table = emma.new_table(TWO, rated=True)
        finn.post(f"/api/tables/{table}/join", {})
        with emma.sit(table) as chair:
            assert chair.ask("coach", seat=0)["code"] == "rated"
            assert chair.ask("weigh", seat=0, action=0)["code"] == "rated"


# What bots think


def test_whoever_watches_bots_is_shown_what_they_think(server: Running) -> None:
    with Player(server, "Wanda") as wanda:
        table = wanda.post("/api/play", {"game": "metals", "bot": "beginner", "watch": True})["table"]
        with wanda.sit(table, "show=scene") as chair:
            assert chair.state["you"] == -1
            heard = chair.until(lambda message: message["type"] == "thought")
            thought = heard["thought"]
            assert thought["moves"][0]["label"].startswith("Deploy")
            assert sum(move["share"] for move in thought["moves"]) <= 1.01
            assert thought["line"][0]["seat"] == thought["seat"]
            chair.until(lambda message: message["type"] == "update")


def test_bots_alone_wait_until_somebody_watches(server: Running) -> None:
    with Player(server, "Wilma") as wilma:
        table = wilma.post("/api/play", {"game": "metals", "bot": "random", "watch": True})["table"]
        begun = wilma.get(f"/api/tables/{table}?show=record")["number"]
        assert wilma.get(f"/api/tables/{table}?show=record")["number"] == begun <= 1
        with wilma.sit(table) as chair:
            chair.until(lambda message: message["type"] == "update" and message["number"] > begun)


def test_who_plays_is_told_nothing_before_the_end(server: Running) -> None:
    with Player(server, "Willa") as willa:
        table = willa.post("/api/play", {"game": "metals", "bot": "beginner", "seat": 0})["table"]
        with willa.sit(table, "show=scene") as chair:
            chair.wait_turn(0)
            action = chair.state["choices"][0]["action"]
            assert chair.ask("move", seat=0, number=chair.state["number"], action=action)["ok"]
            chair.wait_turn(0)
            assert not any('"type":"thought"' in text for text in chair.bytes)
            assert willa.http.get(f"/api/tables/{table}/thoughts/1").status_code == 409
            assert chair.ask("resign", seat=0)["ok"]
        steps = willa.get(f"/api/tables/{table}/steps")["count"]
        found = [willa.get(f"/api/tables/{table}/thoughts/{number}") for number in range(steps)]
        known = {one["by"] for one in found if one["thought"]}
        assert known == {"bot", "search"}, "the bot's own thought as it was, and a search of the person's"
        assert willa.http.get(f"/api/tables/{table}/thoughts/{steps}").status_code == 404


def test_somebody_must_sit_where_a_seat_is_open(server: Running) -> None:
    with Player(server, "Wenda") as wenda:
        seats = [{"who": "open"}, {"who": "bot", "bot": "random"}]
        refused = wenda.http.post("/api/tables", json={"game": "metals", "seats": seats})
        assert refused.status_code == 409 and "the host must have a seat" in refused.text


# In processes of their own


def test_hints_and_coach_think_in_a_process_that_gives_way_and_may_die(tmp_path: Path) -> None:
    """Each question is searched once, a worker that was killed is replaced, and none outlives the server."""
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", analysts=1) as server, Player(server, "Cora") as cora:
        analysts = server.context.tables.analysts
        with cora.sit(table_against_a_bot(cora)) as chair:
            chair.wait_turn(0)
            hint = chair.ask("hint", seat=0)
            (worker,) = (one.process.pid for one in analysts._workers)
            assert os.getpriority(os.PRIO_PROCESS, worker) >= os.getpriority(os.PRIO_PROCESS, 0) + NICE
            advice = chair.ask("coach", seat=0)["coach"]
            assert advice["moves"][0]["action"] == hint["action"]
            others = [action for action in chair.state["legal"] if action != hint["action"]]
            weighed = chair.ask("weigh", seat=0, action=others[0])
            assert weighed["better"]["action"] in (hint["action"], others[0])
            known = len(analysts._results)
            assert chair.ask("hint", seat=0)["moves"] == hint["moves"]
            assert chair.ask("coach", seat=0)["coach"] == advice
            assert len(analysts._results) == known
            os.kill(worker, signal.SIGKILL)
            assert chair.ask("weigh", seat=0, action=others[1])["ok"]
            (other,) = (one.process.pid for one in analysts._workers)
            assert other != worker
    wait_until(lambda: not Path(f"/proc/{other}").exists() or "zombie" in Path(f"/proc/{other}/status").read_text())
