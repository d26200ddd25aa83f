"""Tournaments on a server: joining, rounds, results, and what organisers do."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from wartable.server.storage.schema import matches, pairings
from wartable.server.storage.store import make_engine
from wartable.server.tournaments import organiser
from wartable.server.tournaments.exports import csv_text
from wartable.server.tournaments.ledger import Tournament, load
from wartable.server.web.routes.tournaments import named

from .conftest import new_database
from .harness import Player, Running, running
from .test_faults import wait_until

SWISS = {"name": "Club evening", "game": "metals", "kind": "swiss", "rounds": 2}
POOL = {"name": "Pool", "game": "metals", "kind": "pool", "places": 3}
DUPLICATE = {"name": "Same dice", "game": "metals", "kind": "duplicate", "rounds": 1}


@contextmanager
def people(server: Running, *names: str) -> Iterator[list[Player]]:
    with ExitStack() as stack:
        found = [stack.enter_context(Player(server)) for _ in names]
        for player, name in zip(found, names, strict=True):
            player.register(name)
        yield found


def new_tournament(host: Player, body: dict[str, Any], *others: Player) -> str:
    id: str = host.post("/api/tournaments", body)["tournament"]
    for player in others:
        player.post(f"/api/tournaments/{id}/join", {})
    return id


def seen(player: Player, id: str) -> dict[str, Any]:
    found: dict[str, Any] = player.get(f"/api/tournaments/{id}")
    return found


def said(player: Player, id: str) -> list[str]:
    """What has happened, in the order in which it did."""
    return [line["text"] for line in reversed(seen(player, id)["tidings"])]


def round_begun(player: Player, id: str, number: int) -> dict[str, Any]:
    """The tournament when a round has begun with all its matches."""

    def begun() -> bool:
        found = seen(player, id)
        if found["round"] < number:
            return False
        return all(table["status"] != "open" for table in found["tables"][number - 1])

    wait_until(begun)
    return seen(player, id)


def resign(player: Player, table: str) -> None:
    with player.sit(table) as chair:
        assert chair.ask("resign", seat=chair.state["yours"][0])["ok"]


def test_an_evening_by_the_swiss_system(server: Running) -> None:
    """Four people and two rounds: results come from the matches, the next round begins by itself, somebody wins."""
    with people(server, "Anna", "Bert", "Carl", "Dora") as (anna, bert, carl, dora):
        by_name = {"Anna": anna, "Bert": bert, "Carl": carl, "Dora": dora}
        id = new_tournament(anna, SWISS, anna, bert, carl, dora)
        assert seen(bert, id)["yours"] == 2 and not seen(bert, id)["organiser"]
        assert bert.post(f"/api/tournaments/{id}/start", {}, 409)["error"] == "only the organiser may do this"
        anna.post(f"/api/tournaments/{id}/start", {})
        for number in (1, 2):
            found = round_begun(anna, id, number)
            assert [len(table["entrants"]) for table in found["tables"][-1]] == [2, 2]
            for table in found["tables"][-1]:
                loser = found["entrants"][max(table["entrants"]) - 1]["name"]
                assert seen(by_name[loser], id)["your_table"] == table["table"]
                resign(by_name[loser], table["table"])
        wait_until(lambda: seen(anna, id)["status"] == "over")
        found = seen(anna, id)
        first = found["standings"][0]
        assert (first["place"], first["number"], first["points"]) == (1, 1, 2.0)
        assert sum(line["points"] for line in found["standings"]) == 4
        assert said(anna, id) == [
            *(f"{name} has joined." for name in by_name),
            "The tournament has begun with 4 entrants.",
            "Round 1 has begun: 2 tables.",
            "Round 2 has begun: 2 tables.",
            "The tournament is over: Anna wins.",
        ]
        assert "Anna" in anna.http.get(f"/api/tournaments/{id}/standings.csv").text
        assert anna.http.get(f"/api/tournaments/{id}/report.trf").text.startswith("012 Club evening")


def test_a_pool_begins_when_it_is_full_and_everybody_meets_everybody(server: Running) -> None:
    with people(server, "Anna", "Bert", "Carl") as (anna, bert, carl):
        id = new_tournament(anna, POOL, anna, bert)
        assert seen(anna, id)["status"] == "open"
        carl.post(f"/api/tournaments/{id}/join", {})
        met: Counter[frozenset[int]] = Counter()
        for number in (1, 2, 3):
            found = round_begun(anna, id, number)
            [table] = found["tables"][-1]
            met[frozenset(table["entrants"])] += 1
            resign((anna, bert, carl)[table["entrants"][0] - 1], table["table"])
        wait_until(lambda: seen(anna, id)["status"] == "over")
        assert list(met.values()) == [1, 1, 1]
        assert {line["played"] for line in seen(anna, id)["standings"]} == {2}
        assert carl.post(f"/api/tournaments/{id}/leave", {}, 409)["error"] == "the tournament is over"


def test_late_joiners_leavers_and_byes(server: Running) -> None:
    with people(server, "Anna", "Bert", "Carl", "Dora") as (anna, bert, carl, dora):
        id = new_tournament(anna, {**SWISS, "rounds": 3}, anna, bert, carl)
        anna.post(f"/api/tournaments/{id}/start", {})
        found = round_begun(anna, id, 1)
        bye = next(table for table in found["tables"][0] if len(table["entrants"]) == 1)
        assert (bye["how"], bye["over"], bye["table"]) == ("bye", True, None)
        dora.post(f"/api/tournaments/{id}/join", {})
        playing = next(table for table in found["tables"][0] if len(table["entrants"]) == 2)
        gone = (anna, bert, carl)[playing["entrants"][1] - 1]
        gone.post(f"/api/tournaments/{id}/leave", {})
        found = round_begun(anna, id, 2)
        there = sorted(one for table in found["tables"][1] for one in table["entrants"])
        assert playing["entrants"][1] not in there and 4 in there and len(there) == 3
        lines = {line["number"]: line["points"] for line in found["standings"]}
        assert lines[playing["entrants"][0]] >= 1 and lines[playing["entrants"][1]] == 0
        gone.post(f"/api/tournaments/{id}/join", {})
        name = found["entrants"][playing["entrants"][1] - 1]["name"]
        told = said(anna, id)
        assert f"{name} has left." in told
        assert f"{name} is back and plays from round 3 on." in told
        assert "Dora has joined and plays from round 2 on." in told


def test_who_does_not_come_loses_by_forfeit(server: Running) -> None:
    with people(server, "Anna", "Bert") as (anna, bert):
        id = new_tournament(anna, {**SWISS, "rounds": 1, "wait": 1}, anna, bert)
        anna.post(f"/api/tournaments/{id}/start", {})
        wait_until(lambda: seen(anna, id)["status"] == "over")
        [[table]] = seen(anna, id)["tables"]
        assert table["how"] == "forfeit" and sorted(table["shares"]) == [0, 1]
        assert any("did not come to table 1" in line and "wins by forfeit" in line for line in said(anna, id))
        assert anna.get(f"/api/tables/{table['table']}")["status"] == "over"


def test_an_organiser_corrects_a_result_and_begins_each_round(server: Running) -> None:
    with people(server, "Anna", "Bert") as (anna, bert):
        id = new_tournament(anna, {**SWISS, "by_itself": False}, anna, bert)
        anna.post(f"/api/tournaments/{id}/start", {})
        [[table]] = round_begun(anna, id, 1)["tables"]
        assert "not over" in anna.post(f"/api/tournaments/{id}/next", {}, 409)["error"]
        correction = {"round": 1, "board": 1, "scores": [0, 1]}
        bert.post(f"/api/tournaments/{id}/tables/correct", correction, 409)
        anna.post(f"/api/tournaments/{id}/tables/correct", correction)
        found = seen(anna, id)
        assert found["tables"][0][0]["shares"] == [0, 1] and found["is_round_over"] and found["round"] == 1
        names = {one["number"]: one["name"] for one in found["entrants"]}
        first, second = (names[number] for number in table["entrants"])
        assert said(anna, id)[-1] == f"The organiser has corrected round 1, table 1: {first} 0, {second} 1."
        anna.post(f"/api/tournaments/{id}/next", {})
        assert seen(anna, id)["round"] == 2


def test_in_a_duplicate_dice_are_the_same_and_nobody_looks_on(server: Running) -> None:
    with people(server, "Anna", "Bert", "Carl", "Dora", "Emma") as (*everybody, emma):
        anna = everybody[0]
        id = new_tournament(anna, DUPLICATE, *everybody)
        anna.post(f"/api/tournaments/{id}/start", {})
        [tables] = round_begun(anna, id, 1)["tables"]
        [dice] = seen(anna, id)["dice"]
        first, second = ([everybody[number - 1] for number in table["entrants"]] for table in tables)
        assert dice["same"] and first[0].get(f"/api/tables/{tables[0]['table']}")["commitment"] == dice["commitment"]
        for stranger in (*second, emma):
            stranger.get(f"/api/tables/{tables[0]['table']}", 404)
            stranger.get(f"/api/tables/{tables[0]['table']}/steps", 404)
        resign(first[1], tables[0]["table"])
        over = first[0].get(f"/api/tables/{tables[0]['table']}")
        assert over["status"] == "over" and "seed" not in over
        assert "seed" not in first[0].get(f"/api/tables/{tables[0]['table']}/steps")
        for route in ("save", "verify"):
            first[0].get(f"/api/tables/{tables[0]['table']}/{route}", 409)
        assert seen(anna, id)["tables"][0][0]["shares"] is None and seen(anna, id)["standings"][0]["points"] == 0
        resign(second[1], tables[1]["table"])
        wait_until(lambda: seen(anna, id)["status"] == "over")
        seeds = {anna.get(f"/api/tables/{table['table']}/verify")["seed"] for table in tables}
        assert len(seeds) == 1
        assert [line["points"] for line in seen(anna, id)["standings"]] == [0.5] * 4


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 3},
        {"rounds": 0},
        {"places": 1},
        {"kind": "pool", "places": 17},
        {"options": {"map": "nowhere"}},
        {"game": "nothing"},
        {"name": "  "},
        {"clock": {"kind": "move", "seconds": 1}},
    ],
)
def test_what_is_no_tournament_is_refused(server: Running, wrong: dict[str, Any]) -> None:
    with people(server, "Anna") as (anna,), Player(server, "Guest") as guest:
        answer = anna.http.post("/api/tournaments", json={**SWISS, **wrong})
        assert 400 <= answer.status_code < 500 and answer.json()["error"]
        assert "account" in guest.post("/api/tournaments", SWISS, 409)["error"]
        assert anna.get("/api/tournaments") == []


def test_two_processes_make_one_round(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find the round over at the same time, and both make the next."""
    url = new_database(postgres)
    with running(url) as one, running(url) as two, people(one, "Anna", "Bert") as (anna, bert):
        id = new_tournament(anna, SWISS, anna, bert)
        gate = threading.Barrier(2)
        really = organiser._tables_of

        def together(found: Tournament, tables: Any) -> Any:
            made = really(found, tables)
            if found.round == 0 and not gate.broken:
                gate.wait(30)
            return made

        monkeypatch.setattr(organiser, "_tables_of", together)
        anna.post(f"/api/tournaments/{id}/start", {})
        round_begun(anna, id, 1)
        assert one.context.tournaments is not two.context.tournaments
    engine = make_engine(url)
    with engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(matches)).scalar() == 1
        assert connection.execute(sa.select(sa.func.count()).select_from(pairings)).scalar() == 1
        assert load(connection, id).round == 1
    engine.dispose()


def test_the_table_as_csv_is_what_the_page_shows(server: Running) -> None:
    with people(server, "Anna", "Bert") as (anna, bert):
        id = new_tournament(anna, SWISS, anna, bert)
        text = anna.http.get(f"/api/tournaments/{id}/standings.csv").text
        with server.context.store.engine.connect() as connection:
            found = load(connection, id)
        assert text == csv_text("swiss", 2, named(found), found.counted())
