"""What goes on by itself: clocks and bots of every table, copies of a busy database, and a health check that reads."""

import asyncio
import contextlib
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from wartable.server.live.live_table import LiveTable
from wartable.server.play import housekeeping
from wartable.server.storage import files, heartbeat
from wartable.server.storage.backup import copy_database, restore_database
from wartable.server.storage.heartbeat import Outages
from wartable.server.storage.migrate import upgrade
from wartable.server.storage.store import StoreError
from wartable.server.web import health

from .conftest import new_database
from .harness import PATIENCE, Player, Running, running, wait_until

ALONE = [{"who": "me"}, {"who": "me"}]


def test_a_table_that_cannot_be_looked_after_does_not_stop_the_clocks_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    broken: list[str] = []

    async def look_after(_: Any, live: LiveTable) -> None:
        if live.table.id in broken:
            raise RuntimeError("it cannot be stored")
        looked.append(live.table.id)

    monkeypatch.setattr(housekeeping.Housekeeper, "_look_after", look_after)
    monkeypatch.setattr(housekeeping, "ROUND_SECONDS", 0.01)
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        broken.append(anna.new_table(ALONE))
        other = anna.new_table(ALONE)
        looked.clear()
        wait_until(lambda: other in looked)


def entries_of(server: Running, table: str) -> int:
    with server.context.store.engine.connect() as connection:
        wanted = sa.text("SELECT count(*) FROM entries WHERE match_id = :id")
        return int(connection.execute(wanted, {"id": table}).scalar() or 0)


def test_a_seat_that_its_player_has_left_is_played_on_after_a_restart(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: Any) -> None:
        return None

    monkeypatch.setattr(housekeeping, "STALE_BOT_SECONDS", -1.0)
    with running(database) as server, Player(server, "Anna") as anna:
        monkeypatch.setattr(server.context.tables.bots, "_move_all", nothing)
        table = anna.new_table([{"who": "me"}] * 3, game="iron_kings")
        seat = anna.get(f"/api/tables/{table}")["due"][0]
        with anna.sit(table) as chair:
            assert chair.ask("resign", seat=seat)["ok"]
        known = entries_of(server, table)
    with running(database) as server:
        wait_until(lambda: entries_of(server, table) > known)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of some thousand pages."""
    place = tmp_path / "wartable.db"
    with running(f"sqlite:///{place}"):
        pass
    with contextlib.closing(sqlite3.connect(place)) as connection:
        connection.execute("CREATE TABLE filling (bytes BLOB)")
        connection.executemany("INSERT INTO filling VALUES (zeroblob(1000000))", [()] * 30)
        connection.commit()
    return place


def test_a_copy_of_a_database_that_is_written_all_the_time_comes_to_an_end(path: Path, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        with contextlib.closing(sqlite3.connect(path, timeout=PATIENCE)) as connection:
            while not stop.is_set():
                connection.execute("UPDATE filling SET bytes = zeroblob(1000) WHERE rowid = 1")
                connection.commit()

    copying = threading.Thread(target=copy_database, args=(f"sqlite:///{path}", tmp_path / "copy.db"), daemon=True)
    writing = threading.Thread(target=write)
    writing.start()
    try:
        copying.start()
        copying.join(PATIENCE)
        assert not copying.is_alive()
    finally:
        stop.set()
        writing.join()
    assert (tmp_path / "copy.db").stat().st_size > 29_000_000


def test_a_restore_that_fails_leaves_the_old_database_where_it_was(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    copy_database(f"sqlite:///{path}", copy)

    def full(*_: Any) -> None:
        raise OSError("no space left on the device")

    monkeypatch.setattr(files, "sync", full)
    with pytest.raises(OSError, match="no space"):
        restore_database(copy, f"sqlite:///{path}", replace=True)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM filling").fetchone() == (30,)
    assert sorted(one.name for one in tmp_path.iterdir() if one.suffix in (".db", ".part")) == ["copy.db", path.name]


def test_a_server_that_can_write_and_not_read_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreadable(_: Any) -> None:
        raise StoreError("an error of the disk")

    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server) as nobody:
        monkeypatch.setattr(server.context.store, "read", unreadable)
        assert "cannot be read" in nobody.get("/healthz", 503)["problems"][0]


# Time that is fair


def test_a_clock_stands_still_during_outages() -> None:
    outages = Outages([(100.0, 120.0), (200.0, 205.0)])
    times = (50.0, 100.0, 110.0, 120.0, 150.0, 202.0, 300.0)
    assert [outages.played(at) for at in times] == [50.0, 100.0, 100.0, 100.0, 130.0, 180.0, 275.0]
    assert outages.total == 25.0


def shift(server: Running, seconds: float) -> None:
    """Let all that is stored be so long ago."""
    with server.context.store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE entries SET at = at - :by"), {"by": seconds})
        connection.execute(
            sa.text("UPDATE matches SET moved = moved - :by, deadline = deadline - :by"), {"by": seconds}
        )
        beat = float(connection.execute(sa.text("SELECT value FROM facts WHERE name = 'heartbeat'")).scalar_one())
        connection.execute(
            sa.text("UPDATE facts SET value = :at WHERE name = 'heartbeat'"), {"at": str(beat - seconds)}
        )


def test_nobody_loses_on_time_while_the_server_is_down(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    really = housekeeping.Housekeeper._look_after

    async def look_after(service: Any, live: LiveTable) -> None:
        await really(service, live)
        looked.append(live.table.id)

    with running(database) as server, Player(server, "Anna") as anna:
        table = anna.new_table(ALONE, clock={"kind": "move", "seconds": 300})
        cookies = dict(anna.http.cookies)
        shift(server, 1000)
    monkeypatch.setattr(housekeeping.Housekeeper, "_look_after", look_after)
    with running(database) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        wait_until(lambda: table in looked)
        state = anna.get(f"/api/tables/{table}?seat=0")
        assert state["status"] == "playing"
        clock = state["clock"]
        left = clock["left"][state["due"][0]] - (clock["now"] - clock["at"])
        assert 0 < left <= 300
        assert server.context.tables.heart.outages.total > 900


@pytest.mark.parametrize("unsure", [{"GAP_SECONDS": -1.0}, {"MOST_SKEW": -1.0}], ids=["no beat", "another clock"])
def test_a_process_that_does_not_know_the_time_finds_nobody_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unsure: dict[str, float]
) -> None:
    given_up: list[int] = []

    async def give_up(_live: Any, seat: int, *_: Any) -> None:
        given_up.append(seat)

    async def nothing(*_: Any) -> None:
        return None

    monkeypatch.setattr(housekeeping.Housekeeper, "_look_after_one", nothing)
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        tables = server.context.tables
        live = tables.lives[anna.new_table(ALONE, clock={"kind": "move", "seconds": 300})]
        monkeypatch.setattr(tables.moves, "give_up", give_up)
        monkeypatch.setattr(live.table, "late", lambda now: [0])
        asyncio.run(tables.housekeeper._look_after(live))
        assert given_up == [0]
        for name, value in unsure.items():
            monkeypatch.setattr(heartbeat, name, value)
            monkeypatch.setattr(health, name, value, raising=False)
        asyncio.run(tables.housekeeper._look_after(live))
        assert given_up == [0]
        if "MOST_SKEW" in unsure:
            assert "off the database's" in anna.get("/healthz", 503)["problems"][0]


def test_what_a_process_stores_has_the_database_s_time(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its machine's clock is an hour ahead: it says so, and nothing that it stores is of the future."""
    monkeypatch.setattr(heartbeat, "_BEGAN", heartbeat._BEGAN + 3600)
    monkeypatch.setattr(heartbeat, "_ahead", 0.0)
    url = new_database(postgres)
    upgrade(url)
    with running(url) as server, Player(server, "Anna") as anna:
        table = anna.new_table(ALONE, clock={"kind": "move", "seconds": 300})
        assert "off the database's" in anna.get("/healthz", 503)["problems"][0]
        with server.context.store.engine.connect() as connection:
            wanted = sa.text("SELECT max(at) - extract(epoch FROM clock_timestamp()) FROM entries")
            assert abs(float(connection.execute(wanted).scalar_one())) < 60
        clock = anna.get(f"/api/tables/{table}?seat=0")["clock"]
        assert abs(clock["now"] - clock["at"]) < 60
