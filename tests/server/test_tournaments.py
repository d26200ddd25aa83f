"""Tournaments on a server: joining, rounds, results, and what organisers do."""

import contextlib
import json
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from wartable.errors import WartableError
from wartable.server.storage.schema import matches, pairings
from wartable.server.storage.store import make_engine
from wartable.server.tournaments import organiser
from wartable.server.tournaments.exports import csv_text
from wartable.server.tournaments.ledger import Tournament, load
from wartable.server.tournaments.standings import standings
from wartable.server.web.routes.tournaments import named

from .conftest import new_database
from .harness import PATIENCE, Player, Running, running, wait_until
from .invariants import check_all
from .processes import Process
from .test_faults import BROKEN_LINE, Breakable, always, breakable, free_ports  # noqa: F401

FAULTS = ("kill -9", "database crashed", "connections cut", "database stopped")
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


def test_bots_play_among_themselves_though_nobody_watches_and_nobody_gets_hints(server: Running) -> None:
    with people(server, "Anna") as (anna,):
        id = new_tournament(anna, {**SWISS, "options": {"turn_limit": 10}}, anna)
        for _ in range(3):
            anna.post(f"/api/tournaments/{id}/entrants/bot", {"bot": "random"})
        assert "no bot" in anna.post(f"/api/tournaments/{id}/entrants/bot", {"bot": "nobody"}, 409)["error"]
        anna.post(f"/api/tournaments/{id}/start", {})
        for number in (1, 2):
            found = round_begun(anna, id, number)
            with anna.sit(found["your_table"]) as chair:
                assert chair.state["tournament"] == id
                for kind in ("hint", "coach"):
                    assert chair.ask(kind, seat=chair.state["yours"][0])["code"] == "rated"
            resign(anna, found["your_table"])
        wait_until(lambda: seen(anna, id)["status"] == "over")
        assert sum(line["points"] for line in seen(anna, id)["standings"]) == 4


def test_tables_of_three_and_somebody_left_over(server: Running) -> None:
    with people(server, "Anna", "Bert", "Carl", "Dora") as (anna, bert, carl, dora):
        id = new_tournament(anna, {**SWISS, "game": "iron_kings", "seats": 3}, anna, bert, carl, dora)
        anna.post(f"/api/tournaments/{id}/start", {})
        byes = []
        for number in (1, 2):
            found = round_begun(anna, id, number)
            table, bye = found["tables"][number - 1]
            assert (len(table["entrants"]), bye["how"]) == (3, "bye")
            byes += bye["entrants"]
            anna.post(f"/api/tournaments/{id}/tables/correct", {"round": number, "board": 1, "scores": [0, 7, None]})
        wait_until(lambda: seen(anna, id)["status"] == "over")
        found = seen(anna, id)
        assert len(set(byes)) == 2
        assert [tables[0]["shares"] for tables in found["tables"]] == [[1, 2, 0]] * 2
        assert sum(line["points"] for line in found["standings"]) == 2 * (1 + 2 + 2)


def test_a_round_whose_process_died_before_its_matches_began_goes_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wartable.server.play.housekeeping.STALE_START_SECONDS", -1.0)

    async def dies(*_: Any) -> None:
        raise WartableError("the process is gone")

    with running(database) as server, people(server, "Anna", "Bert") as (anna, bert):
        id = new_tournament(anna, SWISS, anna, bert)
        with monkeypatch.context() as broken:
            broken.setattr(organiser.Tournaments, "_begin", dies)
            broken.setattr("wartable.server.play.housekeeping._neglected", lambda _: sa.select(matches.c.id).limit(0))
            # Whether the request or the server itself comes to make the round first, its matches do not begin.
            anna.http.post(f"/api/tournaments/{id}/start", json={})
            wait_until(lambda: seen(anna, id)["round"] == 1)
        assert [table["status"] for table in seen(anna, id)["tables"][0]] == ["open"]
        cookies = dict(anna.http.cookies)
    with running(database) as again, Player(again) as anna:
        anna.http.cookies.update(cookies)
        assert round_begun(anna, id, 1)["round"] == 1


def test_a_deleted_account_leaves_and_its_name_with_it(server: Running) -> None:
    with people(server, "Anna", "Bert", "Carl") as (anna, bert, carl):
        id = new_tournament(anna, {**SWISS, "by_itself": False}, anna, bert, carl)
        assert "Bert has joined." in said(anna, id)
        anna.post(f"/api/tournaments/{id}/start", {})
        round_begun(anna, id, 1)
        assert bert.get("/api/me/export")["tournaments"][0]["tournament_id"] == id
        bert.post("/api/me/delete", {"name": "Bert", "password": "correct horse"})
        found = seen(anna, id)
        assert found["entrants"][1]["left"] == 1 and found["entrants"][1]["name"].startswith("Deleted")
        assert "Bert" not in anna.http.get(f"/api/tournaments/{id}").text


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


def test_nobody_organises_more_than_some_tournaments(server: Running) -> None:
    with people(server, "Anna") as (anna,):
        for number in range(10):
            id = new_tournament(anna, SWISS)
            if number == 4:
                assert "not over" in anna.post("/api/tournaments", SWISS, 409)["error"]
            if number >= 4:
                anna.post(f"/api/tournaments/{id}/end", {})
        assert "in one day" in anna.post("/api/tournaments", SWISS, 409)["error"]
        assert len(anna.get("/api/tournaments")) == 10


def test_two_processes_make_one_round(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find the round over at the same time, and both make the next."""
    url = new_database(postgres)
    with running(url) as one, running(url) as two, people(one, "Anna", "Bert") as (anna, bert):
        id = new_tournament(anna, SWISS, anna, bert)
        gate, really, came = threading.Barrier(2), organiser._tables_of, set[int]()

        def together(found: Tournament, tables: Any) -> Any:
            """Each server comes here once with what it will store, and goes on when the other has come too."""
            made = really(found, tables)
            if threading.get_ident() not in came:
                came.add(threading.get_ident())
                gate.wait(PATIENCE)
            return made

        monkeypatch.setattr(organiser, "_tables_of", together)
        anna.post(f"/api/tournaments/{id}/start", {})
        round_begun(anna, id, 1)
        assert came == {one.thread.ident, two.thread.ident}
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


# The proof


def recount(connection: sa.Connection, id: str, only: Sequence[str | None] = ()) -> dict[int, tuple[float, float]]:
    """Points and Sonneborn-Berger, counted from the rows of the matches by other means than the server's; of some
    matches only if they are named.
    """
    wanted = sa.select(pairings.c.entrants, pairings.c.verdict, pairings.c.match_id, matches.c.result)
    joined = wanted.join(matches, matches.c.id == pairings.c.match_id, isouter=True)
    results: list[tuple[list[int], list[float]]] = []
    for row in connection.execute(joined.where(pairings.c.tournament_id == id)):
        assert row.verdict is None, "nobody was away, and nothing was corrected"
        if row.result and (not only or row.match_id in only):
            results.append((list(map(int, row.entrants.split(","))), json.loads(row.result)["scores"]))
    total: Counter[int] = Counter()
    for numbers, scores in results:
        total.update(dict(zip(numbers, scores, strict=True)))
    beaten: Counter[int] = Counter()
    for (one, other), (mine, theirs) in results:
        beaten.update({one: mine * total[other], other: theirs * total[one]})
    return {number: (total[number], beaten[number]) for number in range(1, 65)}


def check_tournament(url: str, id: str, size: int) -> int:
    """Every round is whole, nobody is in one twice or meets somebody again, and the standings are what they must be."""
    # All of it is read at one moment, while matches go on.
    engine = make_engine(url).execution_options(isolation_level="REPEATABLE READ")
    try:
        with engine.connect() as connection:
            found = load(connection, id)
            assert len(found.boards) == found.round
            for boards in found.boards:
                assert sorted(one for board in boards for one in board.entrants) == list(range(1, size + 1))
            for tables in found.rounds()[:-1]:
                assert all(table.marks is not None for table in tables), "a round begins when the one before is over"
            met = Counter(frozenset(board.entrants) for boards in found.boards for board in boards)
            assert set(met.values()) <= {1}
            played = sa.select(sa.func.count()).where(matches.c.tournament == id)
            assert connection.execute(played).scalar() == sum(map(len, found.boards)), "no match without a table"
            numbers = [one.number for one in found.entrants]
            lines = standings("swiss", 2, numbers, found.counted())
            assert {line.entrant: (line.points, line.sonneborn) for line in lines} == recount(connection, id)
            return found.round
    finally:
        engine.dispose()


@pytest.mark.slow
def test_sixty_four_play_seven_rounds_while_server_and_database_are_killed(
    breakable: Breakable,  # noqa: F811
) -> None:
    """Faults come until the last round is over, at random moments; whatever they hit, the tournament goes on."""
    url, (port,), rng = new_database(breakable.address), free_ports(1), random.Random(7)
    body = {**SWISS, "rounds": 7, "places": 64, "options": {"turn_limit": 10}}
    faults: Counter[str] = Counter()
    with always(Process(url, "--port", str(port))) as processes, Player(processes[0]) as anna:
        anna.register("Anna")
        id = new_tournament(anna, body)
        for _ in range(64):
            anna.post(f"/api/tournaments/{id}/entrants/bot", {"bot": "random"})
        anna.post(f"/api/tournaments/{id}/start", {})
        reached = 0
        while reached < 7 or seen_anyway(anna, id).get("status") != "over":
            time.sleep(rng.uniform(1, 12))
            fault = FAULTS[sum(faults.values()) % len(FAULTS)]
            faults[fault] += 1
            if fault == "kill -9":
                processes[-1].kill()
                processes.append(Process(url, "--port", str(port)))
            elif fault == "connections cut":
                breakable.cut_connections()
            else:
                breakable.restart(signal.SIGINT if fault == "database stopped" else signal.SIGQUIT)
            now = check_tournament(url, id, 64)
            assert now >= reached, "no round is lost"
            if now > reached:
                reached, begun = now, time.monotonic()
            assert time.monotonic() - begun < 5 * PATIENCE, "a round is stuck"
            wait_until(lambda: bool(seen_anyway(anna, id)))
        assert set(faults) == set(FAULTS)
        shown = {line["number"]: (line["points"], line["sonneborn"]) for line in seen(anna, id)["standings"]}
    assert check_tournament(url, id, 64) == 7
    engine = make_engine(url)
    with engine.connect() as connection:
        assert shown == recount(connection, id)
        assert sum(points for points, _ in shown.values()) == 7 * 32
    engine.dispose()
    assert check_all(url) == 7 * 32
    print(json.dumps({"faults": faults, "rounds": reached}))


def seen_anyway(player: Player, id: str) -> dict[str, Any]:
    """A tournament as the page shows it, or nothing where the server does not answer now."""
    with contextlib.suppress(*BROKEN_LINE, AssertionError):
        return seen(player, id)
    return {}
