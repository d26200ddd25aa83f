"""Kill -9, several processes, backups, migrations: what was acknowledged stays."""

import asyncio
import contextlib
import random
import sqlite3
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from websockets.exceptions import ConnectionClosed

from wartable.cli import main
from wartable.server.storage import migrate
from wartable.server.storage.migrate import newest, upgrade
from wartable.server.storage.schema import entries, metadata
from wartable.server.storage.store import Append, Conflict, Entry, Store, StoreError, make_engine

from .conftest import new_database
from .harness import PATIENCE, Chair, Player, Running, running, wait_until
from .processes import serving

TWO = [{"who": "me"}, {"who": "open"}]
CHANGES: dict[str, Any] = {"status": "playing", "moved": 1.0, "due": "0", "deadline": None, "result": None}
CHANGES |= {"shown_due": "0", "shown_moved": 1.0}


class Pair:
    """A match of two sockets that plays on until the line breaks, and remembers what was acknowledged."""

    def __init__(self, server: Any, number: int) -> None:
        self.players = [Player(server, f"Anna {number}"), Player(server, f"Bert {number}")]
        self.table = self.players[0].new_table(TWO, options={"map": "large"})
        self.players[1].post(f"/api/tables/{self.table}/join", {})
        self.acknowledged: list[tuple[int, int, int]] = []
        self.random = random.Random(number)

    def play(self, moves: int = 10_000) -> None:
        with contextlib.suppress(ConnectionClosed, OSError, EOFError, TimeoutError), contextlib.ExitStack() as stack:
            chairs = [stack.enter_context(player.sit(self.table, "show=record")) for player in self.players]
            self._play(chairs, moves)

    def _play(self, chairs: list[Chair], moves: int) -> None:
        for _ in range(moves):
            newest = max(chairs, key=lambda chair: int(chair.state["number"]))
            if newest.state["status"] == "over":
                return
            seat = newest.state["due"][0]
            chair = chairs[seat]
            while chair.state["number"] < newest.state["number"]:
                chair.receive()
            action = self.random.choice(chair.state["legal"])
            number = chair.state["number"]
            if chair.ask("move", seat=seat, number=number, action=action)["ok"]:
                self.acknowledged.append((number, seat, action))

    def move_to(self, server: Any) -> None:
        """Come back to the same account at another server."""
        for place, old in enumerate(self.players):
            self.players[place] = Player(server)
            self.players[place].http.cookies.update(dict(old.http.cookies))
            old.http.close()


def stored(url: str, table: str) -> list[tuple[int, int, int]]:
    engine = make_engine(url)
    with engine.connect() as connection:
        wanted = sa.select(entries.c.number, entries.c.seat, entries.c.value).where(entries.c.match_id == table)
        rows = [tuple(row) for row in connection.execute(wanted.order_by(entries.c.number))]
    engine.dispose()
    assert [row[0] for row in rows] == list(range(len(rows))), "numbers without gaps and without doubles"
    return rows


def test_kill_9_in_the_middle_loses_no_acknowledged_move(database: str) -> None:
    with serving(database) as server:
        pairs = [Pair(server, number) for number in range(6)]
        threads = [threading.Thread(target=pair.play) for pair in pairs]
        for thread in threads:
            thread.start()
        wait_until(lambda: sum(len(pair.acknowledged) for pair in pairs) > 60)
        server.kill()
        for thread in threads:
            thread.join(PATIENCE)
    assert sum(len(pair.acknowledged) for pair in pairs) > 20
    for pair in pairs:
        assert set(pair.acknowledged) <= set(stored(database, pair.table))
    with serving(database) as again:
        for pair in pairs:
            before = len(stored(database, pair.table))
            pair.move_to(again)
            pair.play(moves=2)
            after = stored(database, pair.table)
            assert len(after) > before or _is_over(pair), "the table goes on"
            assert set(pair.acknowledged) <= set(after)
        assert again.stop() == 0
    for pair in pairs:
        for player in pair.players:
            player.http.close()


def _is_over(pair: Pair) -> bool:
    return bool(pair.players[0].get(f"/api/tables/{pair.table}")["status"] == "over")


def test_players_of_one_match_on_two_processes_one_of_which_dies(postgres: str) -> None:
    from .conftest import new_database

    database = new_database(postgres)
    with (
        serving(database) as first,
        serving(database) as second,
        Player(first, "Anna") as anna,
        Player(second, "Bert") as bert,
    ):
        table = anna.new_table(TWO, options={"map": "large"})
        bert.post(f"/api/tables/{table}/join", {})
        acknowledged = []
        with anna.sit(table) as blue, bert.sit(table) as orange:
            chairs = [blue, orange]
            blue.until(lambda message: message.get("due")) if not blue.state["due"] else None
            for turn in range(12):
                seat = blue.state["due"][0]
                chair = chairs[seat]
                chair.wait_turn(seat)
                number, legal = chair.state["number"], chair.state["legal"]
                action = legal[turn % len(legal)]
                assert chair.ask("move", seat=seat, number=number, action=action)["ok"]
                acknowledged.append((number, seat, action))
                for other in chairs:
                    while other.state["number"] <= number:
                        other.receive()
            assert blue.state["record"] == orange.state["record"]
            first.kill()
        rows = stored(database, table)
        assert set(acknowledged) <= set(rows)
        with Player(second) as again:
            again.http.cookies.update(dict(anna.http.cookies))
            with again.sit(table) as blue, bert.sit(table) as orange:
                seat = blue.state["due"][0]
                assert (blue, orange)[seat].move(seat)["ok"]
        assert stored(database, table)[: len(rows)] == rows


def test_only_one_of_two_writers_wins(database: str, server: Running, anna: Player) -> None:
    """The same number, appended by two stores at once: one of them gets a Conflict, and nothing is half there."""
    import asyncio

    table = anna.new_table(TWO)

    async def race() -> list[object]:
        stores = [Store(database) for _ in range(2)]
        appends = [Append(table, [Entry(0, "play", 0, value, 1.0)], CHANGES) for value in range(8)]
        results = await asyncio.gather(
            *(stores[place % 2].append(append) for place, append in enumerate(appends)), return_exceptions=True
        )
        for store in stores:
            await store.close()
        return list(results)

    results = asyncio.run(race())
    assert sum(result is None for result in results) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 7
    assert len(stored(database, table)) == 1


def test_many_appends_share_a_commit_and_one_bad_one_harms_no_other(database: str, anna: Player) -> None:
    import asyncio

    tables = [anna.new_table(TWO) for _ in range(20)]

    async def work() -> int:
        store = Store(database)
        appends = [Append(table, [Entry(0, "play", 0, 1, 1.0)], CHANGES) for table in tables]
        bad = Append(tables[0], [Entry(0, "play", 0, 2, 1.0)], CHANGES)
        results = await asyncio.gather(*map(store.append, [*appends, bad]), return_exceptions=True)
        assert sum(isinstance(result, Conflict) for result in results) == 1
        before = store.commits
        later = [Append(table, [Entry(1, "play", 0, 1, 1.0)], CHANGES) for table in tables]
        await asyncio.gather(*map(store.append, later))
        commits = store.commits - before
        await store.close()
        return commits

    assert asyncio.run(work()) < len(tables)
    assert all(len(stored(database, table)) == 2 for table in tables)


async def given_back(store: Store) -> None:
    """Wait until the writer has no connection out of the pool."""
    await asyncio.to_thread(wait_until, lambda: not store.engine.pool.checkedout())


def test_writes_that_follow_each_other_share_a_connection_and_one_that_failed_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wartable.server.storage.store.KEEP_SECONDS", PATIENCE)
    taken: list[object] = []

    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'wartable.db'}")
        sa.event.listen(store.engine, "checkout", lambda *given: taken.append(given))
        for _ in range(5):
            assert await store.write(lambda connection: connection.exec_driver_sql("SELECT 1").scalar()) == 1
        assert len(taken) == 1
        with pytest.raises(StoreError):
            await store.write(lambda connection: connection.exec_driver_sql("SELECT nothing FROM nowhere"))
        await given_back(store)
        assert await store.write(lambda connection: connection.exec_driver_sql("SELECT 2").scalar()) == 2
        await store.close()

    asyncio.run(work())
    assert len(taken) == 2


def test_a_writer_that_has_nothing_to_do_keeps_no_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wartable.server.storage.store.KEEP_SECONDS", 0.01)

    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'wartable.db'}")
        await store.write(lambda connection: None)
        await given_back(store)
        await store.close()

    asyncio.run(work())


def test_a_process_hears_what_others_have_stored_and_not_what_it_stored_itself(postgres: str) -> None:
    async def work() -> list[list[str | None]]:
        url = new_database(postgres)
        stores = [Store(url) for _ in range(2)]
        heard: list[list[str | None]] = [[], []]
        for store, told in zip(stores, heard, strict=True):
            store.listen(told.append)
        for number, store in enumerate(stores):
            await store.write(partial(store.notify, match_ids=["talk a", f"match {number}"]))
        await asyncio.to_thread(wait_until, lambda: all(len(told) >= 2 for told in heard))
        for store in stores:
            await store.close()
        return heard

    assert asyncio.run(work()) == [["talk a", "match 1"], ["talk a", "match 0"]]


def test_closing_the_server_finishes_what_was_begun(database: str) -> None:
    with serving(database) as server:
        pair = Pair(server, 1)
        thread = threading.Thread(target=pair.play)
        thread.start()
        wait_until(lambda: len(pair.acknowledged) > 10)
        assert server.stop() == 0
        thread.join(PATIENCE)
    assert len(pair.acknowledged) > 3
    assert set(pair.acknowledged) <= set(stored(database, pair.table))
    for player in pair.players:
        player.http.close()


def test_a_running_database_can_be_backed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wartable.db"
    copy = tmp_path / "copy.db"
    with running(f"sqlite:///{path}") as server, Player(server, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        with anna.sit(table) as chair:
            seat = chair.state["due"][0]
            anna.post(f"/api/tables/{table}/moves", {"seat": seat, "move": "+a1n"})
        assert main(["backup", str(copy), "--database", str(path)]) == 0
        assert main(["backup", str(copy), "--database", str(path)]) == 2
        assert "already exists" in capsys.readouterr().err
        cookies = dict(anna.http.cookies)
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with running(f"sqlite:///{copy}") as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        assert anna.get(f"/api/tables/{table}?seat=0")["number"] >= 2


def test_a_backup_of_nothing_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(tmp_path / "copy.db"), "--database", str(tmp_path / "no.db")]) == 2
    assert "no such database" in capsys.readouterr().err


def test_migrations_follow_each_other_by_their_names() -> None:
    scripts = list(ScriptDirectory.from_config(migrate.config()).walk_revisions())
    assert [script.revision for script in reversed(scripts)] == migrate._revisions()


def test_migrations_make_the_tables_that_the_program_uses(database: str) -> None:
    upgrade(database)
    upgrade(database)
    engine = make_engine(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == newest()
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_process_at_whose_table_nobody_looks_reads_it_when_somebody_does(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wartable.server.play.open_tables.UNUSED_SECONDS", 0.0)
    url = new_database(postgres)
    with running(url) as one, running(url) as other, Player(one, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        assert table in one.context.tables.lives
        with Player(other) as same:
            same.http.cookies.update(dict(anna.http.cookies))
            with same.sit(table) as chair:
                seat = chair.state["due"][0]
                chair.ask("sit", seat=seat)
                assert chair.move(seat)["ok"]
                number = chair.state["number"]
        wait_until(lambda: table not in one.context.tables.lives)
        assert anna.get(f"/api/tables/{table}")["number"] == number


def test_a_table_that_changes_while_it_is_read_is_read_again(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process moves after the rows were read, and before anybody here could be told of it."""
    url = new_database(postgres)
    with running(url) as one, running(url) as other, Player(other, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        tables = one.context.tables
        heard = tables._sync_soon
        told: list[str | None] = []

        def noting(match_id: str | None) -> None:
            heard(match_id)
            told.append(match_id)

        monkeypatch.setattr(tables, "_sync_soon", noting)
        really, was_read = tables._load, threading.Event()

        async def slow(match_id: str, who: str = "") -> Any:
            found = await really(match_id, who)
            was_read.set()
            while table not in told:
                await asyncio.sleep(0.01)
            return found

        monkeypatch.setattr(tables, "_load", slow)
        with Player(one) as same, anna.sit(table) as chair:
            same.http.cookies.update(dict(anna.http.cookies))
            opening = threading.Thread(target=same.get, args=(f"/api/tables/{table}",))
            opening.start()
            assert was_read.wait(PATIENCE)
            seat = chair.state["due"][0]
            chair.ask("sit", seat=seat)
            assert chair.move(seat)["ok"]
            opening.join(PATIENCE)
            number = chair.state["number"]
        wait_until(lambda: table in tables.lives and tables.lives[table].table.number(seat) == number)


def test_what_is_read_of_a_match_is_of_one_moment(postgres: str) -> None:
    """A match that begins between two statements is read as it was, and then read on."""
    url = new_database(postgres)
    with (
        running(url) as one,
        running(url) as other,
        Player(one, "Anna") as anna,
        Player(one, "Bert") as bert,
        Player(other) as stranger,
    ):
        table = anna.new_table(TWO)
        joined: list[Any] = []

        def between(_: Any, __: Any, statement: str, *___: Any) -> None:
            if not joined and "FROM matches" in statement and "matches.id = " in statement:
                joined.append(None)
                joined.append(bert.post(f"/api/tables/{table}/join", {}))

        sa.event.listen(other.context.store.engine, "after_cursor_execute", between)
        assert stranger.get(f"/api/tables/{table}")["status"] == "open"
        assert len(joined) == 2
        wait_until(lambda: stranger.get(f"/api/tables/{table}")["status"] == "playing")
