"""What one person may take up: memory, the lobby, names, and what only they themselves may count."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wartable.server.play import housekeeping
from wartable.server.play.housekeeping import make_room

from .harness import Player, Running, running, wait_until

OPEN = [{"who": "me"}, {"who": "open"}]
ALONE = [{"who": "me"}, {"who": "me"}]
FALSE_NAMES = [
    "Root",
    "ROOT",
    "R\u043e\u043et",
    "Anna",
    "A\u200dnna",
    "\u3164",
    "\u115fAnna",
    "\u0410nna",
    "Ann\u0430",
    "\uff21nna",
    "Anna\u202e",
    " ",
    "<b>",
]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", admins=frozenset({"Root"})) as server:
        yield server


@pytest.mark.parametrize("name", FALSE_NAMES, ids=ascii)
def test_nobody_sits_under_the_name_of_another(site: Running, name: str) -> None:
    with Player(site) as anna, Player(site, "Bert") as bert:
        anna.register("Anna")
        bert.post("/api/tables", {"game": "metals", "seats": [{"who": "me", "name": name}, {"who": "open"}]}, 409)


def test_a_friend_at_the_same_device_has_a_name_and_what_they_say_is_the_account_s(site: Running) -> None:
    with Player(site) as anna:
        anna.register("Anna")
        table = anna.new_table([{"who": "me", "name": "Friend"}, {"who": "me"}])
        with anna.sit(table, "show=scene&seat=0") as chair:
            assert [seat["name"] for seat in chair.state["seats"]] == ["Friend", "Anna"]
            assert chair.ask("say", text="hello")["ok"]
        with anna.sit(table, "show=scene&seat=0") as chair:
            talk = chair.until(lambda message: message["type"] == "talk")
            assert [line["name"] for line in talk["lines"]] == ["Anna"]


def test_the_lobby_shows_two_open_tables_of_each_host(site: Running) -> None:
    with Player(site, "Many") as many, Player(site, "Few") as few:
        few_table = few.new_table(OPEN)
        made = [many.new_table(OPEN) for _ in range(5)]
        shown = [one["id"] for one in few.get("/api/tables?which=open")]
        assert sorted(shown) == sorted([few_table, *made[-2:]])
        assert len(many.get("/api/tables?which=mine")) == 5


class At:
    """A clock that stands where it is put; the server itself makes no room meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = time.monotonic()
        monkeypatch.setattr(housekeeping, "time", self)
        monkeypatch.setattr(housekeeping, "make_room", lambda _tables: None)

    def monotonic(self) -> float:
        return self.now


def test_tables_that_nobody_looks_at_take_a_bounded_part_of_memory(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Player(site, "Anna") as anna:
        tables = [anna.new_table(ALONE) for _ in range(6)]
        lives = site.context.tables.lives
        with anna.sit(tables[0]):
            clock = At(monkeypatch)
            for place, table in enumerate(tables):
                lives[table].used = clock.now - 0.1 + place / 1000
            weight = lives[tables[1]].table.weight
            assert weight > 0
            monkeypatch.setattr(housekeeping, "MOST_IDLE_BYTES", 3 * weight)
            make_room(site.context.tables)
            assert set(tables) <= set(lives), "somebody may be about to use them"
            clock.now += 30
            make_room(site.context.tables)
            assert [table for table in tables if table in lives] == [tables[0], *tables[3:]]
        for table in tables:
            assert anna.get(f"/api/tables/{table}")["status"] == "playing"


def test_a_table_that_is_over_leaves_memory_soon(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with Player(site, "Anna") as anna:
        over, playing = anna.new_table(ALONE), anna.new_table(ALONE)
        with anna.sit(over) as chair:
            chair.ask("resign", seat=0)
        lives = site.context.tables.lives
        wait_until(lambda: over not in lives or not lives[over].connections)
        clock = At(monkeypatch)
        clock.now += 30
        make_room(site.context.tables)
        assert over not in lives
        assert playing in lives


def test_an_export_is_to_be_had_once_a_minute(tmp_path: Path, standing_still: None) -> None:
    with (
        running(f"sqlite:///{tmp_path / 'wartable.db'}", limits=True) as server,
        Player(server, "Anna") as anna,
        Player(server, "Bert") as bert,
    ):
        anna.get("/api/me/export")
        anna.get("/api/me/export", 429)
        bert.get("/api/me/export")


def test_an_export_asks_the_database_no_more_for_more_matches(site: Running) -> None:
    import sqlalchemy as sa

    asked: list[str] = []

    @sa.event.listens_for(site.context.store.engine, "before_cursor_execute")
    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "entries" in statement and statement.startswith("SELECT"):
            asked.append(statement)

    with Player(site, "Anna") as anna:
        tables = [anna.new_table(ALONE) for _ in range(4)]
        asked.clear()
        facts = anna.get("/api/me/export")
        assert sorted({match["id"] for match in facts["matches"]}) == sorted(tables)
        assert len(asked) == 1


def test_an_export_does_not_count_what_others_did_in_secret(site: Running) -> None:
    """In the secret layout of Thrones the other seat takes none, one or three steps: what is exported is the same."""
    told = []
    for steps in (0, 1, 3):
        with Player(site) as anna, Player(site, "Bert") as bert:
            anna.register(f"Anna {'abcd'[steps]}")
            table = anna.new_table(OPEN, game="thrones")
            bert.post(f"/api/tables/{table}/join", {})
            for player, seat, count in ((anna, 0, 1), (bert, 1, steps), (anna, 0, 2)):
                for _ in range(count):
                    legal = player.get(f"/api/tables/{table}?seat={seat}")["legal"]
                    player.post(f"/api/tables/{table}/moves", {"seat": seat, "action": legal[-1]})
            [match] = anna.get("/api/me/export")["matches"]
            told.append([entry[:3] for entry in match["entries"]])
    assert len(told[0]) == 3
    assert told[0] == told[1] == told[2]


def test_who_has_left_a_seat_moves_for_it_no_more(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any) -> None:
        return None

    monkeypatch.setattr(site.context.tables.bots, "_move_all", nothing)
    with Player(site, "Anna") as anna:
        table = anna.new_table([{"who": "me"}] * 3, game="iron_kings")
        seat = anna.get(f"/api/tables/{table}")["due"][0]
        with anna.sit(table, f"seat={seat}&show=record") as chair:
            legal = chair.state["legal"]
            assert chair.ask("resign", seat=seat)["ok"]
            told = chair.ask("move", seat=seat, number=chair.state["number"], action=legal[0])
            assert told["code"] == "not-yours"
        anna.post(f"/api/tables/{table}/moves", {"seat": seat, "action": legal[0]}, 403)
