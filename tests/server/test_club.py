"""People who wait for others, the match of the day, the ladder, and what a host switches off."""

import math
import random
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import pairwise
from typing import Any

import pytest
import sqlalchemy as sa

from wartable.server.club import daily, waiting
from wartable.server.club.daily import Try, bars, ranked
from wartable.server.people import ratings
from wartable.server.people.ratings import START, UNCERTAIN, season_of, surely, updated
from wartable.server.storage import schema
from wartable.server.storage.store import make_engine

from .harness import Player, Running, running, wait_until

METALS = {"game": "metals"}
CLOCK = {"kind": "game", "seconds": 900, "bonus": 10}


def listed(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.get("/api/waiting")
    return found


def test_two_who_want_the_same_play_at_once(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert, Player(server, "Carl") as carl:
        assert anna.post("/api/waiting", METALS) == {"table": None}
        assert carl.post("/api/waiting", {**METALS, "clock": CLOCK}) == {"table": None}
        [first, second] = listed(bert)
        assert (first["name"], first["yours"], first["players"], first["rating"]) == ("Anna", False, 2, None)
        assert second["clock"] == CLOCK and listed(carl)[1]["yours"]
        assert anna.post("/api/waiting/stay", {}) == {"waits": True, "table": None}
        table = bert.post("/api/waiting", METALS)["table"]
        assert anna.post("/api/waiting/stay", {}) == {"waits": False, "table": table}
        assert [one["name"] for one in listed(anna)] == ["Carl"]
        found = anna.get(f"/api/tables/{table}")
        assert found["status"] == "playing" and len(found["yours"]) == 1
        assert {seat["name"] for seat in found["seats"]} == {"Anna", "Bert"}


def test_one_waits_for_one_thing_and_not_for_oneself(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        for _ in range(2):
            assert anna.post("/api/waiting", METALS) == {"table": None}
        assert anna.post("/api/waiting", {"game": "thrones"}) == {"table": None}
        assert [one["game"] for one in listed(bert)] == ["thrones"]
        anna.post("/api/waiting/stop", {})
        assert listed(bert) == [] and anna.post("/api/waiting/stay", {}) == {"waits": False, "table": None}
        assert bert.post("/api/waiting", {"game": "thrones"}) == {"table": None}


def test_who_has_gone_is_not_seated(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        anna.post("/api/waiting", METALS)
        monkeypatch.setattr(waiting, "GONE_SECONDS", -1.0)
        assert listed(bert) == [] and bert.post("/api/waiting", METALS) == {"table": None}


def test_at_a_table_of_four_those_who_waited_longest_sit(server: Running) -> None:
    wish = {"game": "iron_kings", "players": 3}
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert, Player(server, "Carl") as carl:
        assert anna.post("/api/waiting", wish)["table"] is None
        assert bert.post("/api/waiting", wish)["table"] is None
        assert anna.post("/api/waiting/stay", {})["waits"]
        table = carl.post("/api/waiting", wish)["table"]
        assert {anna.post("/api/waiting/stay", {})["table"], bert.post("/api/waiting/stay", {})["table"]} == {table}
        assert anna.get(f"/api/tables/{table}")["status"] == "playing"


def test_of_many_who_come_together_everybody_gets_one_match(server: Running) -> None:
    """Twenty people at the same moment: ten tables of two, and nobody at two of them."""
    players = [Player(server, f"Player {number}") for number in range(20)]
    try:
        with ThreadPoolExecutor(20) as pool:
            told = list(pool.map(lambda player: player.post("/api/waiting", METALS)["table"], players))
        tables = [
            table or player.post("/api/waiting/stay", {})["table"] for player, table in zip(players, told, strict=True)
        ]
        assert sorted(tables.count(table) for table in set(tables)) == [2] * 10
        assert all(len(player.get("/api/tables?which=mine")) == 1 for player in players)
    finally:
        for player in players:
            player.http.close()


def test_what_cannot_be_waited_for_is_refused(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server) as nobody:
        assert "account" in anna.post("/api/waiting", {**METALS, "rated": True}, 409)["error"]
        anna.post("/api/waiting", {**METALS, "players": 5}, 409)
        anna.post("/api/waiting", {"game": "chess"}, 404)
        anna.post("/api/waiting", {**METALS, "clock": {"kind": "move", "seconds": 1}}, 400)
        nobody.post("/api/waiting/stay", {}, 401)
        nobody.post("/api/waiting/stop", {}, 401)
        assert listed(nobody) == []


# The match of the day


def try_today(player: Player) -> str:
    table: str = player.post("/api/daily", METALS)["table"]
    return table


def of_metals(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in player.get("/api/daily")["games"] if one["game"] == "metals")
    return found


@pytest.fixture
def only_easy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a bot that thinks long."""
    monkeypatch.setattr(daily, "strongest_level", lambda: "random")


@pytest.mark.usefixtures("only_easy")
def test_the_match_of_the_day_has_the_same_dice_for_everybody_and_is_tried_once(server: Running) -> None:
    with Player(server) as anna, Player(server) as bert, Player(server, "Guest") as guest:
        anna.register("Anna")
        bert.register("Bert")
        first, second = try_today(anna), try_today(bert)
        assert first != second and try_today(anna) == first
        mine, theirs = anna.get(f"/api/tables/{first}"), bert.get(f"/api/tables/{second}")
        assert mine["daily"] and mine["commitment"] == theirs["commitment"] and mine["yours"] == theirs["yours"]
        bert.get(f"/api/tables/{first}", 404)
        assert all(one["id"] != first for one in bert.get("/api/tables?which=playing"))
        seat = mine["yours"][0]
        with anna.sit(first) as chair:
            assert chair.ask("hint", seat=seat)["code"] == "rated"
            assert chair.ask("coach", seat=seat)["code"] == "rated"
            assert chair.ask("resign", seat=seat)["ok"]
            assert "seed" not in chair.state
        anna.get(f"/api/tables/{first}/save", 409)
        found = of_metals(anna)
        assert found["yours"] == {"table": first, "over": True} and (found["tries"], found["won"]) == (1, 0)
        assert found["week"] == [{"least": None, "most": None, "count": 1, "yours": True}]
        assert found["today"] == [{"place": 1, "name": "Anna", "score": 0.0, "margin": None, "yours": True}]
        assert not of_metals(bert)["today"][0]["yours"]
        table = try_today(guest)
        with guest.sit(table) as chair:
            chair.ask("resign", seat=chair.state["yours"][0])
        assert of_metals(guest)["tries"] == 1, "guests do not count"
        guest.register("Was a guest")
        assert of_metals(guest)["tries"] == 2, "until they have an account"


@pytest.mark.usefixtures("only_easy")
def test_a_bot_gives_no_move_back_in_the_match_of_the_day(server: Running) -> None:
    with Player(server, "Anna") as anna:
        table = try_today(anna)
        with anna.sit(table) as chair:
            seat = chair.state["yours"][0]
            for _ in range(3):
                assert chair.move(seat)["ok"]
            chair.wait_turn(seat)
            assert chair.ask("undo", seat=seat)["code"] == "rated"


@pytest.mark.usefixtures("only_easy")
def test_tries_of_earlier_days_are_published(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with Player(server) as anna, Player(server, "Bert") as bert:
        anna.register("Anna")
        table = try_today(anna)
        with anna.sit(table) as chair:
            chair.ask("resign", seat=chair.state["yours"][0])
        day = daily.today(daily.steady_time())
        for later, status in ((1, 404), (2, 200)):
            monkeypatch.setattr(daily, "today", lambda _at, later=later: date.fromordinal(day.toordinal() + later))
            wait_until(lambda: _unsealed(server) is not None)
            bert.get(f"/api/tables/{table}", status)
        assert "seed" in bert.get(f"/api/tables/{table}/steps")
        # By the calendar of this test the match ended long after its day.
        assert of_metals(anna)["tries"] == 0


def _unsealed(server: Running) -> bool:
    import asyncio

    loop = server.context.tables._loop
    asyncio.run_coroutine_threadsafe(server.context.daily.unseal(), loop).result()
    return True


@pytest.mark.usefixtures("only_easy")
def test_two_windows_make_one_try(server: Running) -> None:
    with Player(server, "Anna") as anna:
        with ThreadPoolExecutor(6) as pool:
            tables = set(pool.map(lambda _: try_today(anna), range(6)))
        assert len(tables) == 1 and [one["id"] for one in anna.get("/api/tables?which=mine")] == list(tables)


def tries(*margins: int | None) -> list[Try]:
    return [
        Try(number, f"P{number}", "2026-11-19", str(number), float(margin is not None and margin > 0), margin)
        for number, margin in enumerate(margins)
    ]


def test_the_histogram_counts_everybody_once_and_keeps_wins_from_losses() -> None:
    done = tries(None, -3, 5, 5, None, 0)
    found = bars(done, done[3])
    assert [(bar["least"], bar["count"]) for bar in found if bar["count"]] == [(None, 2), (-3, 1), (0, 1), (5, 2)]
    assert [bar["least"] for bar in found if bar["yours"]] == [5]
    rng = random.Random(4)
    for spread in (1, 8, 9, 10, 50, 1000):
        many = tries(*(rng.randint(-spread, spread) for _ in range(200)))
        found = bars(many, many[0])
        assert sum(bar["count"] for bar in found) == 200 and sum(bar["yours"] for bar in found) == 1
        assert len(found) <= daily.MOST_BARS + 1
        assert all((bar["least"] < 0) == (bar["most"] < 0) for bar in found)
        assert all(one["most"] + 1 == following["least"] for one, following in pairwise(found))


def test_who_is_level_shares_a_place() -> None:
    done = tries(4, None, 4, 9, -1)
    assert [(line["name"], line["place"]) for line in ranked(done, None)] == [
        ("P3", 1),
        ("P0", 2),
        ("P2", 2),
        ("P4", 4),
        ("P1", 5),
    ]


# The ladder


@pytest.mark.parametrize("seats", [2, 4])
def test_ratings_find_what_people_are_worth_and_say_how_sure_they_are(seats: int) -> None:
    """Sixteen players of known strength, 60 matches each: for most the true strength is within two deviations."""
    within, error = 0, 0.0
    for seed in range(4):
        rng = random.Random(seed)
        worth = [START + 40 * (number - 7.5) for number in range(16)]
        known = [(START, UNCERTAIN)] * 16
        for _ in range(60):
            order = rng.sample(range(16), 16)
            for start in range(0, 16, seats):
                table = order[start : start + seats]
                # Who is 200 points better wins three matches in four.
                done = [worth[one] / 173.7 - math.log(-math.log(rng.random())) for one in table]
                for one, after in zip(table, updated([known[one] for one in table], done), strict=True):
                    known[one] = after
        middle = sum(rating for rating, _ in known) / 16 - START
        off = [abs(rating - middle - true) for (rating, _), true in zip(known, worth, strict=True)]
        within += sum(one < 2 * deviation for one, (_, deviation) in zip(off, known, strict=True))
        error += sum(off) / 16 / 4
        assert all(deviation < UNCERTAIN / 3 for _, deviation in known)
    assert within >= 0.9 * 64 and error < 80


def test_a_win_over_three_others_counts_more_than_over_one() -> None:
    one = updated([(START, UNCERTAIN)] * 2, [1.0, 0.0])
    three = updated([(START, UNCERTAIN)] * 4, [1.0, 0.0, 0.0, 0.0])
    assert surely(*three[0]) > surely(*one[0]) > surely(START, UNCERTAIN)
    assert updated([(START, UNCERTAIN)] * 2, [0.5, 0.5])[0][0] == pytest.approx(START)


def test_the_ladder_has_ratings_and_seasons(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with Player(server) as anna, Player(server) as bert:
        anna.register("Anna")
        bert.register("Bert")
        for season, loser in (("2026-3", bert), ("2026-4", anna), ("2026-4", bert)):
            monkeypatch.setattr(ratings, "season_of", lambda _at, season=season: season)
            anna.post("/api/waiting", {**METALS, "rated": True})
            table = bert.post("/api/waiting", {**METALS, "rated": True})["table"]
            with loser.sit(table) as chair:
                assert chair.ask("resign", seat=chair.state["yours"][0])["ok"]
        found = anna.get("/api/games/metals/ladder")
        assert found["seasons"] == ["2026-4", "2026-3"]
        assert [(line["name"], line["matches"]) for line in found["lines"]] == [("Anna", 3), ("Bert", 3)]
        assert found["lines"][0]["rating"] > START > found["lines"][1]["rating"]
        assert found["lines"][0]["deviation"] < UNCERTAIN
        third = anna.get("/api/games/metals/ladder?season=2026-3")["lines"]
        assert [(line["name"], line["matches"], line["won"]) for line in third] == [("Anna", 1, 1.0), ("Bert", 1, 0.0)]
        fourth = anna.get("/api/games/metals/ladder?season=2026-4")["lines"]
        assert {line["name"]: (line["matches"], line["won"]) for line in fourth} == {"Anna": (2, 1.0), "Bert": (2, 1.0)}
        mine = anna.get("/api/me")["user"]["ratings"]["metals"]
        assert mine == {name: found["lines"][0][name] for name in ("rating", "deviation", "matches")}
        anna.post("/api/waiting", {**METALS, "rated": True})
        assert listed(bert)[0]["rating"] == mine
        for bad in ("2026-5", "x", "2026-4' OR 1=1"):
            anna.get(f"/api/games/metals/ladder?season={bad}", 422)
        assert anna.get("/api/me/export")["seasons"]


def test_a_season_is_a_quarter() -> None:
    assert season_of(0) == "1970-1" and season_of(1_797_000_000) == "2026-4"


def test_an_account_that_goes_leaves_the_ladder(server: Running) -> None:
    with Player(server) as anna, Player(server) as bert:
        anna.register("Anna")
        bert.register("Bert")
        table = anna.new_table([{"who": "me"}, {"who": "open"}], rated=True)
        bert.post(f"/api/tables/{table}/join", {})
        with anna.sit(table) as chair:
            chair.ask("resign", seat=0)
        bert.post("/api/waiting", METALS)
        bert.post("/api/me/delete", {"name": "Bert", "password": "correct horse"})
        assert [line["name"] for line in anna.get("/api/games/metals/ladder")["lines"]] == ["Anna"]
        assert listed(anna) == []


# What a host switches off


def test_a_host_switches_off_what_the_club_does_not_want(database: str) -> None:
    with (
        running(database, admins=frozenset({"Root"})) as server,
        Player(server) as root,
        Player(server, "Anna") as anna,
    ):
        root.register("Root", key=server.host_key("Root"))
        anna.post("/api/admin", {"off": ["daily"]}, 403)
        root.post("/api/admin", {"off": ["chess"]}, 422)
        root.post("/api/admin", {"off": ["waiting", "daily", "ladder", "tournaments"]})
        assert anna.get("/api/me")["off"] == ["waiting", "ladder", "daily", "tournaments"]
        for path in ("/api/daily", "/api/waiting", "/api/games/metals/ladder", "/api/tournaments"):
            assert "switched" in anna.get(path, 404)["error"]
        anna.post("/api/waiting", METALS, 404)
        anna.post("/api/daily", METALS, 404)
        body = {"name": "Evening", "game": "metals", "kind": "pool", "places": 3}
        root.post("/api/tournaments", body, 404)
        assert root.get("/api/admin/status")["deeds"][0]["what"].startswith("switched off: finding players")
        root.post("/api/admin", {"off": []})
        assert anna.get("/api/me")["off"] == [] and anna.get("/api/waiting") == []


def test_ratings_of_before_become_uncertain(database: str) -> None:
    """A database of the version before: ratings keep their value."""
    from wartable.server.storage.migrate import upgrade

    upgrade(database, "0016")
    engine = make_engine(database)
    with engine.begin() as connection:
        connection.execute(
            sa.text(
                "INSERT INTO users (id, name, key, guest, admin, email, webhook, settings, created, skeleton) "
                "VALUES (1, 'Anna', 'anna', false, false, '', '', '{}', 1.0, 'anna')"
            )
        )
        connection.execute(
            sa.text("INSERT INTO ratings (user_id, game, rating, matches) VALUES (1, 'metals', 1600, 9)")
        )
    engine.dispose()
    upgrade(database)
    engine = make_engine(database)
    with engine.begin() as connection:
        row = connection.execute(sa.select(schema.ratings)).one()
        assert (row.rating, row.deviation, row.matches) == (1600, UNCERTAIN, 9)
    engine.dispose()


# In the room


def code(player: Player, table: str, seat: int = 1, **headers: str) -> Any:
    return player.http.get(f"/api/tables/{table}/seats/{seat}/code.svg", headers=headers)


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the codes say."""
    import segno

    found: list[str] = []
    really = segno.make

    def make(text: str, **how: Any) -> Any:
        found.append(text)
        return really(text, **how)

    monkeypatch.setattr(segno, "make", make)
    return found


def test_a_code_leads_to_a_free_seat_by_the_address_that_was_asked(server: Running, encoded: list[str]) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = anna.new_table([{"who": "me"}, {"who": "open"}])
        answer = code(bert, table)
        assert answer.headers["content-type"] == "image/svg+xml" and answer.headers["cache-control"] == "no-store"
        assert answer.text.startswith("<svg")
        assert encoded == [f"{server.url}/table/{table}#seat=1"]
        assert code(bert, table, 0).status_code == 404, "somebody sits there"
        assert code(bert, table, 7).status_code == 404
        bert.post(f"/api/tables/{table}/join", {"seat": 1})
        assert code(bert, table).status_code == 404


def test_the_key_to_a_private_table_is_in_codes_for_those_who_may_invite_only(
    database: str, encoded: list[str]
) -> None:
    with (
        running(database, admins=frozenset({"Root"})) as server,
        Player(server, "Anna") as anna,
        Player(server, "Bert") as bert,
        Player(server) as root,
    ):
        root.register("Root", key=server.host_key("Root"))
        made = anna.post("/api/tables", {**METALS, "seats": [{"who": "me"}, {"who": "open"}], "private": True})
        table, invite = made["table"], made["invite"]
        assert code(bert, table).status_code == 404
        root.get(f"/api/tables/{table}")
        assert code(root, table).status_code == 404, "an admin sees it, but has no key to give away"
        assert code(anna, table).status_code == 200
        assert encoded == [f"{server.url}/table/{table}#seat=1&invite={invite}"]
        bert.post(f"/api/tables/{table}/invitation", {"invite": invite})
        assert code(bert, table).status_code == 200
        assert code(bert, table, host="evil.example").status_code == 421
