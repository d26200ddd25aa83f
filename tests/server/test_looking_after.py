"""What goes on by itself: clocks and bots of every table, copies of a busy database, and a health check that reads."""

import contextlib
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from wartable.server import backup, housekeeping
from wartable.server.backup import copy_database, restore_database
from wartable.server.live import LiveTable
from wartable.server.store import StoreError

from .harness import PATIENCE, Player, Running, running
from .test_warm import wait_for

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

    monkeypatch.setattr(housekeeping, "_look_after", look_after)
    monkeypatch.setattr(housekeeping, "ROUND_SECONDS", 0.01)
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        broken.append(anna.new_table(ALONE))
        other = anna.new_table(ALONE)
        looked.clear()
        wait_for(lambda: other in looked)


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
        wait_for(lambda: entries_of(server, table) > known)


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
        copying.join(60)
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

    monkeypatch.setattr(backup, "_sync", full)
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
