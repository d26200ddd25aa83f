"""Seasons: divisions, going up and down, holidays; and a whole one while servers are killed."""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, pairwise
from typing import Any

import pytest
import sqlalchemy as sa

from wartable.server.storage.schema import divisions, matches, tournaments
from wartable.server.storage.store import make_engine
from wartable.server.tournaments.ledger import Tournament, load
from wartable.server.tournaments.organiser import Tournaments
from wartable.server.tournaments.season import Season, divided, next_order

from .conftest import new_database
from .harness import PATIENCE, Player, Running, wait_until
from .invariants import check_all
from .processes import Process
from .test_faults import free_ports
from .test_tournaments import new_tournament, people, recount, resign, round_begun, said, seen, seen_anyway

SEASON = {"name": "League", "game": "metals", "kind": "season", "rounds": 2, "division": 3, "moving": 1}
QUICK = {"options": {"turn_limit": 10}}


@pytest.mark.parametrize("size", range(3, 11))
def test_divisions_are_about_as_large_as_wanted(size: int) -> None:
    for count in range(1, 80):
        found = divided(range(count), size)
        assert [one for members in found for one in members] == list(range(count))
        sizes = list(map(len, found))
        assert max(sizes) - min(sizes) <= 1 and sizes == sorted(sizes)
        assert len(found) == 1 or size * 2 / 3 <= min(sizes) <= max(sizes) <= size * 1.5


def test_the_last_and_the_first_of_neighbours_change_places() -> None:
    ranked = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert next_order(ranked, 1, [], []) == [1, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11, 12]
    assert next_order(ranked, 2, [13], []) == [1, 2, 5, 6, 3, 4, 9, 10, 7, 8, 11, 12, 13]
    assert next_order(ranked, 0, [], [1, 6]) == [2, 3, 4, 5, 7, 8, 9, 10, 11, 12]
    # However many are wanted: nobody goes through two divisions, and half of each stays.
    assert set(next_order(ranked, 9, [], [])[:4]) == {1, 2, 5, 6}
    assert next_order([[1, 2, 3]], 2, [], []) == [1, 2, 3]


def test_everybody_of_a_division_meets_and_small_ones_are_done_sooner() -> None:
    season = Season(2, 6, ((1, 2, 3), (4, 5, 6, 7)))
    assert (season.length(2), season.last(2)) == (3, 8)
    met = Counter(frozenset(table) for number in range(6, 9) for table in season.tables(2, number))
    wanted = [*combinations((1, 2, 3), 2), *combinations((4, 5, 6, 7), 2)]
    assert met == Counter(map(frozenset, wanted))
    assert season.tables(2, 9) == [] and season.division_of(5) == 2 and season.division_of(8) is None
    assert Season(1, 1, ((1,),)).length(2) == 0


def begun(player: Player, id: str, number: int) -> list[list[int]]:
    """The divisions of a season, once it has begun."""
    wait_until(lambda: seen(player, id)["season"] >= number)
    lines = seen(player, id)["divisions"][number - 1]["standings"]
    return [sorted(line["number"] for line in division) for division in lines]


def played(player: Player, id: str, number: int) -> None:
    """Wait until a round is over."""

    def is_over() -> bool:
        found = seen(player, id)
        return bool(found["round"] == number and found["is_round_over"])

    wait_until(is_over)


def test_a_season_of_bots_with_a_person_who_comes_late(server: Running) -> None:
    with people(server, "Anna", "Bert") as (anna, bert):
        id = new_tournament(anna, {**SEASON, **QUICK, "by_itself": False})
        for _ in range(6):
            anna.post(f"/api/tournaments/{id}/entrants/bot", {"bot": "random"})
        anna.post(f"/api/tournaments/{id}/start", {})
        assert begun(anna, id, 1) == [[1, 2, 3], [4, 5, 6]]
        assert bert.post(f"/api/tournaments/{id}/join", {}) == {"number": 7}
        for number in (1, 2, 3):
            assert seen(bert, id)["your_table"] is None
            played(anna, id, number)
            anna.post(f"/api/tournaments/{id}/next", {})
        found = seen(anna, id)
        first, second = ([line["number"] for line in lines] for lines in found["divisions"][0]["standings"])
        # The best of division 2 instead of the last of division 1; and who is new begins below.
        assert begun(anna, id, 2) == [sorted([*first[:2], second[0]]), sorted([first[2], *second[1:], 7])]
        told = said(anna, id)
        assert "Bert has joined and plays from the next season on." in told
        names = {one["number"]: one["name"] for one in found["entrants"]}
        assert f"{names[second[0]]} goes up to division 1." in told
        assert f"{names[first[2]]} goes down to division 2." in told
        assert seen(bert, id)["your_table"] and found["takes_entrants"] is False
        assert "nobody can join" in anna.post(f"/api/tournaments/{id}/join", {}, 409)["error"]
        text = bert.http.get(f"/api/tournaments/{id}/standings.csv").text
        assert text.splitlines()[0].startswith("season,division,place") and text.count("\n") == 1 + 6 + 7
        bert.get(f"/api/tournaments/{id}/report.trf", 409)


def test_there_are_holidays_between_seasons(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[object] = []
    really = Tournaments._look_for_absent

    async def look(tournaments: Tournaments) -> None:
        await really(tournaments)
        looks.append(tournaments)

    monkeypatch.setattr(Tournaments, "_look_for_absent", look)
    with people(server, "Anna", "Bert", "Carl") as everybody:
        anna = everybody[0]
        id = new_tournament(anna, {**SEASON, "holidays": 7}, *everybody)
        anna.post(f"/api/tournaments/{id}/start", {})
        for number in (1, 2, 3):
            [table] = round_begun(anna, id, number)["tables"][-1]
            resign(everybody[table["entrants"][0] - 1], table["table"])
        wait_until(lambda: seen(anna, id)["resumes"] is not None)
        assert abs(seen(anna, id)["resumes"] - time.time() - 7 * 86400) < 600
        assert said(anna, id)[-1] == "Season 1 is over; the next one begins after 7 days of holidays."
        looks.clear()
        wait_until(lambda: len(looks) >= 2, "a look at all tournaments")
        assert seen(anna, id)["round"] == 3 and "Season 1 is over" in said(anna, id)[-1]
        over = sa.update(tournaments).values(resumes=time.time() - 1)
        with server.context.store.engine.begin() as connection:
            connection.execute(over)
        assert round_begun(anna, id, 4)["season"] == 2 and seen(anna, id)["resumes"] is None


def test_who_leaves_makes_room_and_the_highest_division_wins(server: Running) -> None:
    with people(server, "Anna", "Bert", "Carl", "Dora", "Emma", "Fred") as everybody:
        anna = everybody[0]
        id = new_tournament(anna, {**SEASON, "moving": 0, "by_itself": False}, *everybody)
        anna.post(f"/api/tournaments/{id}/start", {})
        begun(anna, id, 1)
        everybody[1].post(f"/api/tournaments/{id}/leave", {})
        for number in range(1, 7):
            found = round_begun(anna, id, number)
            for table in found["tables"][-1]:
                if not table["over"]:
                    resign(everybody[max(table["entrants"]) - 1], table["table"])
            wait_until(lambda: seen(anna, id)["is_round_over"])
            if number == 3:
                assert begun(anna, id, 1) == [[1, 2, 3], [4, 5, 6]]
            if seen(anna, id)["status"] == "over" or len(found["tables"]) == 6:
                break
            anna.http.post(f"/api/tournaments/{id}/next", json={})
        wait_until(lambda: seen(anna, id)["status"] == "over")
        assert begun(anna, id, 2) == [[1, 3], [4, 5, 6]]
        assert said(anna, id)[-1] == "The tournament is over: Anna wins."


@pytest.mark.parametrize("wrong", [{"division": 2}, {"division": 11}, {"moving": 6}, {"seats": 4, "division": 3}])
def test_what_is_no_season_is_refused(server: Running, wrong: dict[str, Any]) -> None:
    with people(server, "Anna") as (anna,):
        answer = anna.http.post("/api/tournaments", json={**SEASON, **wrong})
        assert 400 <= answer.status_code < 500 and answer.json()["error"]


# A whole season


def check_season(url: str, id: str, size: int) -> int:
    """At one moment: everybody is in one division, all of it meet once, and who goes up has earned it."""
    engine = make_engine(url).execution_options(isolation_level="REPEATABLE READ")
    try:
        with engine.connect() as connection:
            found = load(connection, id)
            rows = connection.execute(sa.select(divisions).where(divisions.c.tournament_id == id)).all()
            assert Counter(row.season for row in rows) == dict.fromkeys(range(1, len(found.seasons) + 1), size)
            played = sa.select(sa.func.count()).where(matches.c.tournament == id)
            assert connection.execute(played).scalar() == sum(map(len, found.boards)), "no match without a table"
            for season in found.seasons:
                check_one(found, season)
            for before, after in pairwise(found.seasons):
                check_moves(connection, found, before, after)
            return found.round
    finally:
        engine.dispose()


def check_one(found: Tournament, season: Season) -> None:
    boards = [board for round in found.boards[season.first - 1 : season.last(2)] for board in round]
    met = Counter(frozenset(board.entrants) for board in boards)
    wanted = {frozenset(pair) for members in season.divisions for pair in combinations(members, 2)}
    assert set(met.values()) <= {1} and set(met) <= wanted
    if found.round >= season.last(2):
        assert set(met) == wanted


def check_moves(connection: sa.Connection, found: Tournament, before: Season, after: Season) -> None:
    """By points and Sonneborn-Berger, counted by other means than the server's."""
    ids = [board.match_id for round in found.boards[before.first - 1 : before.last(2)] for board in round]
    worth = recount(connection, found.id, ids)
    for upper, lower in pairwise(before.divisions):
        place = before.divisions.index(upper) + 1
        down = [one for one in upper if after.division_of(one) == place + 1]
        up = [one for one in lower if after.division_of(one) == place]
        assert len(down) == len(up) == found.plan.moving
        assert max(worth[one] for one in down) <= min(worth[one] for one in upper if one not in down)
        assert min(worth[one] for one in up) >= max(worth[one] for one in lower if one not in up)


@contextmanager
def two_processes(url: str, ports: Sequence[int]) -> Iterator[dict[int, Process]]:
    """Servers by their ports, which are killed and started again."""
    found: dict[int, Process] = {}
    try:
        for port in ports:
            found[port] = Process(url, "--port", str(port))
        yield found
    finally:
        for one in found.values():
            if one.process.poll() is None:
                one.kill()


@pytest.mark.slow
def test_a_season_of_bots_goes_on_while_its_servers_are_killed(postgres: str) -> None:
    """Three seasons of 24 bots in four divisions by two processes, one of which is killed every few seconds."""
    url, ports, rng = new_database(postgres), free_ports(2), random.Random(46)
    body = {**SEASON, **QUICK, "rounds": 3, "division": 6, "moving": 2, "places": 24}
    with two_processes(url, ports) as running, Player(running[ports[0]]) as anna:
        anna.register("Anna")
        id = new_tournament(anna, body)
        for _ in range(24):
            anna.post(f"/api/tournaments/{id}/entrants/bot", {"bot": "random"})
        anna.post(f"/api/tournaments/{id}/start", {})
        reached, kills, began = 0, 0, time.monotonic()
        while seen_anyway(anna, id).get("status") != "over":
            time.sleep(rng.uniform(0.5, 6))
            port = rng.choice(ports)
            running[port].kill()
            running[port] = Process(url, "--port", str(port))
            kills += 1
            now = check_season(url, id, 24)
            assert now >= reached, "no round is lost"
            if now > reached:
                reached, began = now, time.monotonic()
            assert time.monotonic() - began < 5 * PATIENCE, "a round is stuck"
            wait_until(lambda: bool(seen_anyway(anna, id)))
        shown = seen(anna, id)
    assert check_season(url, id, 24) == 15 and kills >= 3
    assert [len(one["standings"]) for one in shown["divisions"]] == [4, 4, 4]
    assert sum(line["points"] for one in shown["divisions"] for lines in one["standings"] for line in lines) == 3 * 60
    assert check_all(url) == 3 * 60
