"""Running a server: what it says of itself, how it starts, how it ends, its files, its copies."""

import asyncio
import contextlib
import json
import logging
import os
import platform
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import uvicorn

from wartable import __version__
from wartable.cli import main, make_parser
from wartable.errors import WartableError
from wartable.server.storage import heartbeat
from wartable.server.storage.backup import copy_database
from wartable.server.storage.files import make_private
from wartable.server.storage.migrate import said_in_a_sentence, upgrade
from wartable.server.web import run
from wartable.server.web.logs import JsonLines, Seldom, TextLines
from wartable.server.web.proxies import read_networks
from wartable.server.web.settings import Settings

from .harness import PATIENCE, TRUST, Player, Running, running, wait_until
from .processes import serving


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wartable.db"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def damage(path: Path) -> None:
    """Overwrite the middle of a database."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(b"\xff" * 4096)


# Files


def test_the_database_and_its_copies_are_for_their_owner_only(path: Path, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with running(f"sqlite:///{path}") as server, Player(server, "Anna"):
            for one in (path, path.with_name("wartable.db-wal"), path.with_name("wartable.db-shm")):
                assert mode(one) == 0o600, one
            assert main(["backup", str(tmp_path / "copy.db"), "--database", str(path)]) == 0
            assert mode(tmp_path / "copy.db") == 0o600
    finally:
        os.umask(before)


def test_a_database_that_everybody_could_read_is_made_private(path: Path) -> None:
    path.touch(0o644)
    path.chmod(0o644)
    make_private(path)
    assert mode(path) == 0o600
    path.chmod(0o640)
    make_private(path)
    assert mode(path) == 0o640, "what a host gave to a group stays"


# Copies


def filled(path: Path) -> None:
    with running(f"sqlite:///{path}") as server, Player(server, "Anna") as anna:
        for _ in range(3):
            anna.new_table([{"who": "me"}, {"who": "me"}])


def test_a_backup_of_a_damaged_database_is_refused(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(path)
    damage(path)
    assert main(["backup", str(tmp_path / "copy.db"), "--database", str(path)]) == 2
    assert "damaged" in capsys.readouterr().err or "malformed" in capsys.readouterr().err
    assert not list(tmp_path.glob("copy*"))


def test_a_backup_is_restored(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy, other = tmp_path / "copy.db", tmp_path / "other.db"
    filled(path)
    assert main(["backup", str(copy), "--database", str(path)]) == 0
    assert main(["restore", str(copy), "--database", str(other)]) == 0
    with running(f"sqlite:///{other}") as server, Player(server) as bert:
        assert len(bert.get("/api/tables?which=playing")) == 3
        assert main(["restore", str(copy), "--database", str(other)]) == 2
        assert "--replace" in capsys.readouterr().err
        assert main(["restore", str(copy), "--database", str(other), "--replace"]) == 2
        assert "in use" in capsys.readouterr().err
    damage(other)
    assert main(["restore", str(copy), "--database", str(other), "--replace"]) == 0
    assert len(list(tmp_path.glob("other.db.2*"))) == 1
    with running(f"sqlite:///{other}") as server, Player(server) as bert:
        assert len(bert.get("/api/tables?which=playing")) == 3


def test_what_is_no_backup_is_not_restored(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"no database at all" * 1000)
    assert main(["restore", str(copy), "--database", str(path)]) == 2
    copy.unlink()
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE x (y)")
    assert main(["restore", str(copy), "--database", str(path)]) == 2
    assert "not a Wartable database" in capsys.readouterr().err
    assert not path.exists()


# Starting


def start_error(database: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says where it cannot start: one sentence on one line."""
    assert main(["serve", "--no-browser", "--port", "0", "--database", database]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("wartable: ")
    return lines[0]


@pytest.fixture(autouse=True)
def quiet_logs() -> Iterator[None]:
    """The command sets logging up; the tests after it want it as it was."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_file_that_is_no_database(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_bytes(b"some letter to somebody" * 500)
    assert "no SQLite database" in start_error(str(path), capsys)


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no such folder" in start_error(str(tmp_path / "no" / "wartable.db"), capsys)


def test_a_database_that_was_set_aside_is_not_replaced_by_an_empty_one(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aside = path.with_name(f"{path.name}.20261118-120000")
    aside.write_bytes(b"")
    assert aside.name in start_error(str(path), capsys)
    assert not path.exists()


def test_before_its_tables_change_a_database_is_copied(path: Path) -> None:
    url = f"sqlite:///{path}"
    upgrade(url, "0012")
    upgrade(url)
    upgrade(url)
    copy = path.with_name(f"{path.name}.revision-0012")
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0012",)
    assert copy.stat().st_mode & 0o077 == 0
    assert [one.name for one in path.parent.glob("*.revision-*")] == [copy.name]


def test_a_server_is_alive_while_its_database_fails(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError("no space left on the device")

    monkeypatch.setattr("wartable.server.web.health.set_fact", fail)
    with Player(server) as nobody:
        nobody.get("/healthz", 503)
        assert nobody.get("/livez") == {"ok": True}


def test_a_database_of_a_newer_version(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    upgrade(f"sqlite:///{path}")
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer version of Wartable (revision 9999)" in start_error(str(path), capsys)


def test_a_database_that_another_program_has_locked(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wartable.server.storage.migrate.LOCKED_SECONDS", 0.1)
    upgrade(f"sqlite:///{path}")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert "locked by another program" in start_error(str(path), capsys)


def test_a_database_that_cannot_be_written(path: Path) -> None:
    upgrade(f"sqlite:///{path}")
    with (
        pytest.raises(WartableError, match="cannot be written"),
        said_in_a_sentence(f"sqlite:///{path}"),
        contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection,
    ):
        connection.execute("DELETE FROM users")


def test_a_postgresql_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    said = start_error("postgresql://wartable:secret@127.0.0.1:9/none", capsys)
    assert "cannot be opened" in said
    assert "secret" not in said


def test_settings_that_make_no_sense_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["--proxy", "nginx"],
        ["--smtp", "mail.example"],
        ["--address", "club.example"],
        ["--drain", "-1"],
        ["--mail-from", "a@b>,c"],
    ):
        assert main(["serve", *words]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_every_setting_can_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"PORT": "8123", "CLOSED": "1", "NO_BROWSER": "yes", "PROXY": "127.0.0.1, 10.0.0.0/8", "BOT_PAUSE": "0.2"}
    for name, value in {**given, "LOG_FORMAT": "json", "SMTP": "smtp://mail", "NO_LIMITS": "0"}.items():
        monkeypatch.setenv(f"WARTABLE_{name}", value)
    read = make_parser().parse_args(["serve", "--bot-pause", "0.5"])
    assert (read.port, read.closed, read.no_browser, read.no_limits) == (8123, True, True, False)
    assert read.proxy == ["127.0.0.1", "10.0.0.0/8"]
    assert read.bot_pause == 0.5, "the command line goes first"
    assert (read.log_format, read.smtp) == ("json", "smtp://mail")


@pytest.mark.parametrize(("name", "value"), [("PORT", "x"), ("CLOSED", "maybe"), ("LOG_LEVEL", "loud")])
def test_a_wrong_value_in_the_environment_is_refused_in_a_sentence(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"WARTABLE_{name}", value)
    assert main(["serve"]) == 2
    assert capsys.readouterr().err.startswith(f"wartable: WARTABLE_{name}={value}")


# Health


def test_the_health_check_writes(server: Running) -> None:
    before = server.context.store.commits
    answer = httpx.get(f"{server.url}/healthz", timeout=PATIENCE, verify=TRUST)
    assert answer.json() == {"ok": True, "problems": []}
    assert server.context.store.commits > before


def test_a_full_disk_is_answered_in_a_sentence(path: Path) -> None:
    with running(f"sqlite:///{path}") as server:
        with server.context.store.engine.connect() as connection:
            pages = connection.execute(sa.text("PRAGMA page_count")).scalar()

        @sa.event.listens_for(server.context.store.engine, "begin")
        def fill_disk(connection: sa.Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

        with Player(server) as anna:
            # Until the last page is full.
            while (answer := anna.http.post("/api/guest", json={})).status_code == 200:
                continue
            assert answer.status_code == 503
            assert "please try again" in answer.json()["error"]


def test_a_write_that_fails_is_told_by_the_health_check(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise sa.exc.OperationalError("UPDATE", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr("wartable.server.web.health.set_fact", fail)
    answer = httpx.get(f"{server.url}/healthz", timeout=PATIENCE, verify=TRUST)
    assert answer.status_code == 503
    assert answer.json()["problems"] == ["the database cannot be written (OperationalError)"]


def test_a_damaged_page_is_told_by_the_health_check(path: Path) -> None:
    filled(path)
    with running(f"sqlite:///{path}") as server:
        health = server.server.config.app.state.health  # type: ignore[union-attr]
        # The look at the start may still be under way, and would take back what is said here.
        health._task.get_loop().call_soon_threadsafe(health.close)
        wait_until(health._task.done)
        damage(path)
        assert health._quick_check()
        health._damage = "the database is damaged"
        assert "damaged" in httpx.get(f"{server.url}/healthz", timeout=PATIENCE, verify=TRUST).text


def test_a_server_that_is_told_to_end_drains_first(path: Path) -> None:
    with (
        serving(str(path), "--drain", str(10 * PATIENCE)) as server,
        Player(server, "Anna") as anna,
        ExitStack() as stack,
    ):
        chair = stack.enter_context(anna.sit(anna.new_table([{"who": "me"}, {"who": "me"}]), "show=scene"))
        server.process.send_signal(signal.SIGTERM)
        assert "restarts" in chair.until(lambda message: message["type"] == "notice")["text"]

        def health() -> httpx.Response:
            return httpx.get(f"{server.url}/healthz", timeout=PATIENCE, verify=TRUST)

        wait_until(lambda: health().status_code != 200)
        answer = health()
        assert answer.status_code == 503
        assert answer.json()["problems"] == ["the server is closing"]
        # It still serves those who are there. Told again, it ends at once.
        assert httpx.get(f"{server.url}/api/games", timeout=PATIENCE, verify=TRUST).status_code == 200
        assert server.stop(signal.SIGTERM) in (0, -signal.SIGTERM)


def test_draining_has_an_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(database=f"sqlite:///{path}", drain=20)
    told: list[str] = []
    server = run._Server(run.server_config(settings), "", browser=False)
    server.started = True
    server.config.app.state.context = SimpleNamespace(  # type: ignore[union-attr]
        settings=settings, is_closing=False, tables=SimpleNamespace(announce=told.append)
    )
    now = 1000.0
    monkeypatch.setattr(run, "time", SimpleNamespace(monotonic=lambda: now))
    server.handle_exit(signal.SIGTERM, None)
    ended = []
    for passed in (0.0, 19.0, 21.0):
        now = 1000.0 + passed
        ended.append(asyncio.run(server.on_tick(1)))
    assert server.context.is_closing and ended == [False, False, True]
    assert told == [run.RESTARTS], "who plays is told once"


def test_a_server_ends_in_time_whatever_hangs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    async def hangs(*_: object) -> None:
        while not ended.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(run, "END_SECONDS", 0.05)
    monkeypatch.setattr(run, "_end_anyway", ended.set)
    monkeypatch.setattr(uvicorn.Server, "shutdown", hangs)
    server = run._Server(run.server_config(Settings(database=f"sqlite:///{path}")), "", browser=False)
    asyncio.run(asyncio.wait_for(server.shutdown(), PATIENCE))
    assert ended.is_set()


# Metrics and logs


def test_metrics_for_prometheus(server: Running) -> None:
    with Player(server, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        with anna.sit(table) as chair:
            assert chair.ask("ping")["ok"]
            seat = chair.state["due"][0]
            chair.ask("sit", seat=seat)
            assert chair.move(seat)["ok"]
            assert not chair.ask("move", seat=0, number=10_000, action=0)["ok"]
            anna.get(f"/api/tables/{table}")
            text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE, verify=TRUST).text
    assert 'wartable_requests_total{method="GET",route="/api/tables/{match_id}",status="200"} 1.0' in text
    assert "wartable_sockets 1.0" in text
    assert 'wartable_moves_total{code="ok"} 1.0' in text
    assert 'wartable_moves_total{code="ahead"} 1.0' in text
    assert "wartable_store_errors_total 0.0" in text
    assert "wartable_write_queue 0.0" in text
    assert f'wartable_build_info{{python="{platform.python_version()}",version="{__version__}"}} 1.0' in text
    assert "wartable_commit_seconds_bucket" in text
    assert "wartable_tables_playing 1.0" in text
    assert "wartable_loop_lag_seconds_bucket" in text
    assert "process_resident_memory_bytes" in text
    assert table not in text


def test_the_age_of_the_last_good_copy_is_a_figure(path: Path, tmp_path: Path) -> None:
    with running(f"sqlite:///{path}") as server:
        context = server.context

        def figures() -> str:
            asyncio.run_coroutine_threadsafe(context.tables.heart._try(), context.tables._loop).result(PATIENCE)
            return httpx.get(f"{server.url}/metrics", timeout=PATIENCE, verify=TRUST).text

        assert "\nwartable_backup_age_seconds" not in figures()
        copy_database(f"sqlite:///{path}", tmp_path / "copy.db")
        age = re.search(r"^wartable_backup_age_seconds ([\d.]+)$", figures(), re.MULTILINE)
        assert age and float(age[1]) < PATIENCE


def test_metrics_are_for_those_who_were_named(path: Path) -> None:
    trusted = read_networks(["127.0.0.1"], "--proxy")
    named = read_networks(["10.0.0.0/8"], "--metrics")
    with running(f"sqlite:///{path}", proxies=trusted, metrics=named) as server:
        for address, status in (("10.1.2.3", 200), ("93.184.215.14", 404)):
            answer = httpx.get(
                f"{server.url}/metrics", timeout=PATIENCE, verify=TRUST, headers={"x-forwarded-for": address}
            )
            assert answer.status_code == status


def wait_for_line(caplog: pytest.LogCaptureFixture, logger: str) -> logging.LogRecord:
    """The one line of a logger; it is written after the answer has gone out."""
    wait_until(lambda: any(one.name == logger for one in caplog.records), logger)
    [line] = [one for one in caplog.records if one.name == logger]
    return line


def test_each_request_is_a_line_without_its_query(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "wartable.requests")
    httpx.get(f"{server.url}/api/tables/abc?invite=secret", timeout=PATIENCE, verify=TRUST)
    record = wait_for_line(caplog, "wartable.requests")
    facts = json.loads(JsonLines().format(record))
    assert (facts["method"], facts["path"], facts["status"]) == ("GET", "/api/tables/abc", 404)
    assert facts["level"] == "info"
    assert facts["address"] == "127.0.0.1"
    assert "secret" not in json.dumps(facts)


# The machine's clock


def test_setting_the_machine_s_clock_costs_no_player_any_time(
    server: Running, anna: Player, bert: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = {"kind": "game", "seconds": 600, "bonus": 0}
    table = anna.new_table([{"who": "me"}, {"who": "open"}], clock=rule)
    bert.post(f"/api/tables/{table}/join", {})
    true = time.time
    with anna.sit(table) as blue, bert.sit(table) as orange:
        chairs = (blue, orange)
        monkeypatch.setattr(time, "time", lambda: true() - 7200)
        seat = blue.state["due"][0]
        assert chairs[seat].move(seat)["ok"]
        monkeypatch.setattr(time, "time", true)
        state = anna.get(f"/api/tables/{table}?seat=0")
        seat = state["due"][0]
        chairs[seat].wait_turn(seat)
        assert chairs[seat].move(seat)["ok"]
        state = anna.get(f"/api/tables/{table}?seat=0")
        assert state["status"] == "playing"
        assert min(state["clock"]["left"]) > 300
        assert abs(state["clock"]["now"] - heartbeat.steady_time()) < 60


def test_the_link_for_the_host_leads_to_where_the_server_listens(path: Path) -> None:
    with serving(str(path), "--admin", "Host") as server:
        line = server.wait_for_line("Host, who will be an admin")
        port = server.url.rpartition(":")[2]
        assert f"http://localhost:{port}/account#host=" in line


def test_whoever_owns_the_machine_makes_admins_and_links(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(f"sqlite:///{path}") as server, Player(server) as anna, Player(server) as again:
        anna.register("Anna")
        words = ["account", "anna", "--database", str(path)]
        assert main(words) == 2
        assert main(["account", "Nobody", "--admin", "--database", str(path)]) == 2
        assert "no account Nobody" in capsys.readouterr().err
        assert main([*words, "--admin", "--reset"]) == 0
        secret = capsys.readouterr().out.strip().rpartition("reset=")[2]
        again.post("/api/reset", {"secret": secret, "password": "battery staple"})
        assert again.get("/api/me")["user"]["admin"] is True
        assert main([*words, "--no-admin"]) == 0
        server.context.accounts.forget()
        assert again.get("/api/me")["user"]["admin"] is False


def _record(text: str, line: int = 1, exc_info: Any = None) -> logging.LogRecord:
    return logging.LogRecord("wartable.server", logging.WARNING, "file.py", line, "it says %s", (text,), exc_info)


def test_nobody_writes_lines_of_their_own_into_a_log() -> None:
    forged = "x\n2026-11-18 12:00:00,000 WARNING wartable.server: all is well\r\x1b[2J\u2028"
    for form in (TextLines(), JsonLines()):
        [line] = form.format(_record(forged)).splitlines()
        assert line.isprintable()
    try:
        raise ValueError(forged)
    except ValueError as error:
        told = TextLines().format(_record("x", exc_info=(ValueError, error, error.__traceback__))).splitlines()
    assert len(told) > 3
    assert all(line.startswith("    ") and line.isprintable() for line in told[1:])


def test_what_goes_wrong_again_and_again_does_not_fill_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0
    monkeypatch.setattr("wartable.server.web.logs.time", SimpleNamespace(monotonic=lambda: now))
    seldom = Seldom(most=3)
    assert [seldom.filter(_record("x")) for _ in range(5)] == [True] * 3 + [False] * 2
    assert seldom.filter(_record("something else", line=2))
    now += 61
    assert seldom.filter(_record("x"))
    assert "2 lines were dropped" in caplog.text


def test_a_start_loads_no_library_that_it_may_never_need() -> None:
    later = ("httpx", "alembic", "rich", "joserfc", "psycopg", "onnxruntime")
    code = f"import {run.__name__}, sys; print([name for name in {later} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
