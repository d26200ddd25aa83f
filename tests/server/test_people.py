"""Accounts as people expect them, what admins do, claims, and what is cleared away."""

import asyncio
import json
import time
from collections.abc import Coroutine
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from wartable import __version__
from wartable.server.play.cleanup import clear_away
from wartable.server.storage.migrate import upgrade

from .conftest import new_database
from .harness import PATIENCE, Player, Running, running, wait_until
from .test_notices import TWO, confirm, link_in, mail_server
from .test_older_rules import newer_rules

ANNA = {"name": "Anna", "password": "correct horse"}


def change(server: Running, statement: str, **values: Any) -> None:
    with server.context.store.engine.begin() as connection:
        connection.execute(sa.text(statement), values)
    server.context.accounts.forget()


def count(server: Running, table: str) -> int:
    with server.context.store.engine.connect() as connection:
        return int(connection.execute(sa.text(f"SELECT count(*) FROM {table}")).scalar() or 0)


def run_on(server: Running, work: Any) -> Any:
    """Run something on the server's event loop."""
    loop = server.context.tables._loop
    return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)


# Passwords and sessions


def test_a_new_password_ends_all_other_sessions(server: Running) -> None:
    with Player(server) as anna, Player(server) as phone, Player(server) as thief:
        anna.register(**ANNA)
        phone.post("/api/login", ANNA)
        wrong = {"old": "wrong", "new": "battery staple"}
        assert "not your password" in anna.post("/api/me/password", wrong, 401)["error"]
        assert "8 characters" in anna.post("/api/me/password", {"old": ANNA["password"], "new": "short"}, 401)["error"]
        anna.post("/api/me/password", {"old": ANNA["password"], "new": "battery staple"})
        assert anna.get("/api/me")["user"]["name"] == "Anna"
        assert phone.get("/api/me")["user"] is None
        thief.post("/api/login", ANNA, 401)
        phone.post("/api/login", {"name": "Anna", "password": "battery staple"})


def test_a_forgotten_password_is_reset_by_mail(database: str) -> None:
    with (
        mail_server() as (smtp, mails),
        running(database, smtp=smtp, address="https://club.example") as server,
        Player(server) as anna,
        Player(server) as other,
    ):
        anna.register(**ANNA)
        anna.post("/api/me", {"email": "anna@example.org", "password": "correct horse"}, method="PATCH")
        confirm(anna, mails.get(timeout=PATIENCE))
        for name in ("nobody", "nobody@example.org"):
            assert other.post("/api/forgotten", {"name": name}) == {"ok": True}
        for name in ("anna", "Anna@Example.org"):
            assert other.post("/api/forgotten", {"name": name}) == {"ok": True}
            mail = mails.get(timeout=PATIENCE)
            assert "anna@example.org" in mail
        assert mails.empty()
        secret = link_in(mail, "reset")
        other.post("/api/reset", {"secret": secret, "password": "short"}, 401)
        other.post("/api/reset", {"secret": "guess", "password": "battery staple"}, 400)
        user = other.post("/api/reset", {"secret": secret, "password": "battery staple"})["user"]
        assert user["name"] == "Anna"
        assert anna.get("/api/me")["user"] is None
        other.post("/api/reset", {"secret": secret, "password": "battery staple"}, 400)


def test_a_mail_address_that_was_not_confirmed_resets_nothing(database: str) -> None:
    with mail_server() as (smtp, mails), running(database, smtp=smtp) as server, Player(server) as anna:
        anna.register(**ANNA)
        anna.post("/api/me", {"email": "anna@example.org", "password": "correct horse"}, method="PATCH")
        mails.get(timeout=PATIENCE)
        anna.post("/api/forgotten", {"name": "Anna"})
        anna.post("/api/forgotten", {"name": "anna@example.org"})
    assert mails.empty()


def test_sessions_are_listed_and_ended(server: Running) -> None:
    with Player(server) as anna, Player(server) as phone, Player(server) as old:
        anna.register(**ANNA)
        phone.http.headers["user-agent"] = "Phone/1.0"
        phone.post("/api/login", ANNA)
        old.post("/api/login", ANNA)
        table = phone.new_table([{"who": "me"}, {"who": "me"}])
        found = anna.get("/api/me/sessions")
        assert len(found) == 3
        assert [one["current"] for one in found].count(True) == 1
        [other] = [one for one in found if one["agent"] == "Phone/1.0"]
        assert other["address"] == "127.0.0.1"
        with phone.sit(table) as chair:
            anna.post(f"/api/me/sessions/{other['id']}", None, method="DELETE")
            with pytest.raises(ConnectionClosed):
                chair.receive()
        assert phone.get("/api/me")["user"] is None
        assert anna.post("/api/me/sessions", None, method="DELETE") == {"ended": 1}
        assert old.get("/api/me")["user"] is None
        assert anna.get("/api/me")["user"]["name"] == "Anna"
        anna.post("/api/me/sessions/0123456789abcdef", None, 404, method="DELETE")


def test_a_session_of_somebody_else_cannot_be_ended(server: Running) -> None:
    with Player(server) as anna, Player(server) as thief:
        anna.register(**ANNA)
        thief.register("Thief")
        [session] = anna.get("/api/me/sessions")
        thief.post(f"/api/me/sessions/{session['id']}", None, 404, method="DELETE")
        assert anna.get("/api/me")["user"]["name"] == "Anna"


# Export and deletion


def test_an_export_has_all_of_one_s_own_and_no_secret(server: Running) -> None:
    with Player(server) as anna, Player(server, "Bert") as bert:
        anna.register(**ANNA)
        anna.post("/api/me/tokens", {"password": "correct horse", "label": "my bot"})
        table = anna.new_table(TWO)
        bert.post(f"/api/tables/{table}/join", {})
        with anna.sit(table) as blue, bert.sit(table) as orange:
            for _ in range(2):
                seat = blue.state["due"][0]
                assert (blue, orange)[seat].move(seat)["ok"]
                blue.until(lambda message: message.get("due")) if seat else None
        answer = anna.http.get("/api/me/export")
        assert "attachment" in answer.headers["content-disposition"]
        facts = answer.json()
        assert facts["account"]["name"] == "Anna"
        assert {one["kind"] for one in facts["logins"]} == {"session", "token"}
        [match] = facts["matches"]
        assert match["id"] == table
        assert "argon2" not in answer.text
        assert "seed" not in answer.text
        with server.context.store.engine.connect() as connection:
            theirs = connection.execute(sa.text("SELECT count(*) FROM entries WHERE seat = 0")).scalar()
        assert len(match["entries"]) == theirs


def test_a_deleted_account_resigns_and_its_name_goes(server: Running) -> None:
    with Player(server) as anna, Player(server) as bert, Player(server) as again:
        anna.register(**ANNA)
        bert.register("Bert")
        running_match, waiting = anna.new_table(TWO), anna.new_table(TWO)
        bert.post(f"/api/tables/{running_match}/join", {})
        anna.post("/api/me/delete", {"name": "Bert", "password": ANNA["password"]}, 409)
        anna.post("/api/me/delete", {"name": "Anna", "password": "wrong"}, 401)
        anna.post("/api/me/delete", {"name": "Anna", "password": ANNA["password"]})
        assert anna.get("/api/me")["user"] is None
        state = bert.get(f"/api/tables/{running_match}?seat=1")
        assert state["status"] == "over"
        assert state["result"]["scores"] == [0.0, 1.0]
        bert.get(f"/api/tables/{waiting}", 404)
        with server.context.store.engine.connect() as connection:
            rows = [
                connection.execute(sa.text(f"SELECT * FROM {table}")).all() for table in ("users", "seats", "logins")
            ]
        assert "Anna" not in repr(rows)
        assert "Anna" not in json.dumps(bert.get("/api/tables?which=over")[0]["seats"])
        again.post("/api/login", ANNA, 401)
        again.register(**ANNA)


def test_the_only_admin_cannot_leave(database: str) -> None:
    with running(database, admins=frozenset({"Host"})) as server, Player(server) as host:
        host.register("Host", "correct horse", key=server.host_key("Host"))
        assert "only admin" in host.post("/api/me/delete", {"name": "Host", "password": "correct horse"}, 409)["error"]


# Admins


def test_admins_list_rename_ban_and_unmake(database: str) -> None:
    with (
        running(database, admins=frozenset({"Host"})) as server,
        Player(server) as host,
        Player(server) as anna,
        Player(server, "Visitor"),
    ):
        host.register("Host", key=server.host_key("Host"))
        anna.register(**ANNA)
        anna.get("/api/admin/users", 403)
        listed = host.get("/api/admin/users")
        assert [one["name"] for one in listed] == ["Host", "Anna"]
        assert [one["name"] for one in host.get("/api/admin/users?guests=true&search=VIS")] == ["Visitor"]
        number = next(one["id"] for one in listed if one["name"] == "Anna")
        place = f"/api/admin/users/{number}"
        table = anna.new_table(TWO)
        host.post(place, {"name": "Hanna"}, method="PATCH")
        assert anna.get("/api/me")["user"]["name"] == "Hanna"
        host.post(place, {"name": "Host"}, 409, method="PATCH")
        host.post(place, {"admin": True, "password": "correct horse"}, method="PATCH")
        anna.get("/api/admin/users")
        host.post(place, {"admin": False, "password": "correct horse"}, method="PATCH")
        anna.get("/api/admin/users", 403)
        with anna.sit(table) as chair:
            host.post(place, {"banned": True, "reason": "was rude"}, method="PATCH")
            with pytest.raises(ConnectionClosed):
                chair.receive()
        assert anna.get("/api/me")["user"] is None
        login = {"name": "Hanna", "password": ANNA["password"]}
        assert "was rude" in anna.post("/api/login", login, 403)["error"]
        host.post(place, {"banned": False}, method="PATCH")
        anna.post("/api/login", login)
        own = next(one["id"] for one in listed if one["name"] == "Host")
        for change_of_own in ({"admin": False}, {"banned": True}):
            host.post(f"/api/admin/users/{own}", change_of_own, 409, method="PATCH")
        host.post("/api/admin/users/99999", {"banned": True}, 404, method="PATCH")


def test_a_notice_reaches_everybody_until_it_is_taken_back(database: str) -> None:
    with (
        running(database, admins=frozenset({"Host"})) as server,
        Player(server) as host,
        Player(server, "Anna") as anna,
    ):
        host.register("Host", key=server.host_key("Host"))
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        anna.post("/api/admin/notice", {"text": "all your base"}, 403)
        with anna.sit(table, "show=scene") as chair, anna.sit(table) as program:
            host.post("/api/admin/notice", {"text": "  Back in\ntwo minutes "})
            told = chair.until(lambda message: message["type"] == "notice")
            assert told["text"] == "Back in two minutes" == anna.get("/api/me")["notice"]
            with anna.sit(table, "show=scene") as later:
                assert later.until(lambda message: message["type"] == "notice")["text"] == told["text"]
            host.post("/api/admin/notice", {"text": ""})
            assert chair.until(lambda message: message["type"] == "notice")["text"] == ""
            assert program.ask("ping")["ok"]
            assert not any('"notice"' in text for text in program.bytes), "programs play on"


def test_a_notice_reaches_those_at_other_processes(postgres: str) -> None:
    url = new_database(postgres)
    upgrade(url)
    hosts = frozenset({"Host"})
    with running(url, admins=hosts) as one, running(url) as two, Player(one) as host, Player(two, "Anna") as anna:
        host.register("Host", key=one.host_key("Host"))
        with anna.sit(anna.new_table([{"who": "me"}, {"who": "me"}]), "show=scene") as chair:
            host.post("/api/admin/notice", {"text": "Back in two minutes."})
            assert chair.until(lambda message: message["type"] == "notice")["text"] == "Back in two minutes."
        wait_until(lambda: len(host.get("/api/admin/status")["processes"]) == 2)


def test_admins_see_processes_stuck_matches_and_what_each_other_did(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts = frozenset({"Host"})
    with running(database, admins=hosts) as server, Player(server) as host, Player(server, "Anna") as anna:
        host.register("Host", key=server.host_key("Host"))
        cookies = dict(host.http.cookies)
        table, other = (anna.new_table([{"who": "me"}, {"who": "me"}]) for _ in range(2))
        host.post("/api/admin", {"registration": False})
        anna.get("/api/admin/status", 403)
        status = host.get("/api/admin/status")
        (process,) = status["processes"]
        assert (process["version"], process["closing"]) == (__version__, False)
        assert status["stuck"] == []
        assert [(one["by"], one["what"]) for one in status["deeds"]] == [("Host", "closed registration")]
        host.post(f"/api/admin/tables/{table}/close", {}, 409)
    with newer_rules("metals"), running(database, admins=hosts) as server, Player(server) as host:
        host.http.cookies.update(cookies)
        assert {one["id"] for one in host.get("/api/admin/status")["stuck"]} == {table, other}
        host.post(f"/api/admin/tables/{table}/close", {})
        status = host.get("/api/admin/status")
        assert [one["id"] for one in status["stuck"]] == [other]
        assert status["deeds"][0]["what"] == f"closed match {table}"
        assert host.get(f"/api/tables/{table}")["result"]["ending"] == "closed"


def test_an_admin_makes_a_link_for_a_new_password(database: str) -> None:
    with running(database, admins=frozenset({"Host"})) as server, Player(server) as host, Player(server) as anna:
        host.register("Host", key=server.host_key("Host"))
        anna.register(**ANNA)
        number = anna.get("/api/me")["user"]["id"]
        link = host.post(f"/api/admin/users/{number}/reset", {"password": "correct horse"})["link"]
        anna.post(f"/api/admin/users/{number}/reset", {}, 403)
        anna.post("/api/reset", {"secret": link.partition("reset=")[2], "password": "battery staple"})
        assert anna.get("/api/me")["user"]["name"] == "Anna"


def test_reports_reach_the_admins(database: str, standing_still: None) -> None:
    with (
        running(database, admins=frozenset({"Host"}), limits=True) as server,
        Player(server) as host,
        Player(server, "Bert") as bert,
    ):
        host.register("Host", key=server.host_key("Host"))
        table = bert.new_table(TWO)
        bert.post("/api/reports", {"table": table, "name": "host", "text": "never moves"})
        bert.post("/api/reports", {"table": "nowhere", "text": "x"}, 404)
        bert.get("/api/admin/reports", 403)
        [report] = host.get("/api/admin/reports")
        assert (report["by"], report["name"], report["table"]) == ("Bert", "Host", table)
        host.post(f"/api/admin/reports/{report['id']}", {"done": True}, method="PATCH")
        assert host.get("/api/admin/reports") == []
        assert len(host.get("/api/admin/reports?done=true")) == 1
        answers = [bert.http.post("/api/reports", json={"text": "x"}).status_code for _ in range(8)]
        assert answers.count(429) >= 4


# Claims


def set_moved(server: Running, table: str, days: float) -> None:
    """Let the last move be so long ago, in the database; the table is opened anew."""
    at = time.time() - days * 86400
    change(server, "UPDATE entries SET at = :at WHERE match_id = :id", at=at, id=table)
    change(server, "UPDATE matches SET moved = :at, shown_moved = :at WHERE id = :id", at=at, id=table)
    server.context.tables.lives.pop(table, None)


def test_a_match_that_the_other_has_left_is_claimed(server: Running, anna: Player, bert: Player) -> None:
    table = anna.new_table(TWO)
    bert.post(f"/api/tables/{table}/join", {})
    due = anna.get(f"/api/tables/{table}?seat=0")["due"][0]
    waiting, thinking = (bert, anna) if due == 0 else (anna, bert)
    place = f"/api/tables/{table}/claim"
    assert "14 days" in waiting.post(place, {}, 409)["error"]
    set_moved(server, table, 15)
    assert "your turn" in thinking.post(place, {}, 409)["error"]
    with Player(server, "Carl") as carl:
        assert "only players at the table" in carl.post(place, {}, 409)["error"]
        assert "only players at the table" in carl.get(place, 409)["error"]
    assert waiting.post(place, {}) == {"seats": [due], "status": "over"}
    result = anna.get(f"/api/tables/{table}?seat=0")["result"]
    assert result["ending"] == "left"
    assert result["scores"][due] == 0.0
    assert "has left" in result["text"]
    server.context.tables.lives.pop(table, None)
    assert anna.get(f"/api/tables/{table}?seat=0")["result"] == result, "it is stored"


def test_a_match_with_a_clock_is_not_claimed(server: Running, anna: Player, bert: Player) -> None:
    table = anna.new_table(TWO, clock={"kind": "move", "seconds": 5_000_000})
    bert.post(f"/api/tables/{table}/join", {})
    due = anna.get(f"/api/tables/{table}?seat=0")["due"][0]
    set_moved(server, table, 20)
    assert "clock" in (anna, bert)[1 - due].post(f"/api/tables/{table}/claim", {}, 409)["error"]


# Clearing away


def _clear_away(server: Running) -> Coroutine[Any, Any, int]:
    context = server.context
    return clear_away(context.accounts, context.tables, context.settings.guest_days)


def test_unused_guests_go_with_the_tables_that_are_theirs_alone(server: Running) -> None:
    with Player(server, "Gone") as gone, Player(server) as anna, Player(server, "Here") as here:
        anna.register(**ANNA)
        alone = gone.post("/api/play", {"game": "metals"})["table"]
        shared = gone.new_table(TWO)
        anna.post(f"/api/tables/{shared}/join", {})
        own = here.post("/api/play", {"game": "metals"})["table"]
        with Player(server, "Never played") as idle:
            idle.get("/api/me")
        change(server, "UPDATE users SET created = 1")
        for table in (alone, shared, own):
            change(server, "UPDATE matches SET moved = 1 WHERE id = :id", id=table)
        change(server, "UPDATE logins SET seen = 1 WHERE user_id IN (SELECT id FROM users WHERE name LIKE 'Gone%')")
        change(server, "UPDATE logins SET seen = 1 WHERE user_id IN (SELECT id FROM users WHERE name LIKE 'Never%')")
        assert count(server, "users") == 4
        run_on(server, _clear_away(server))
        # Who played with others stays for their sake; who came by lately, and accounts, stay anyway.
        assert count(server, "users") == 3
        here.get(f"/api/tables/{own}?seat=0")
        anna.get(f"/api/tables/{shared}?seat=1")
        gone.get(f"/api/tables/{alone}", 404)
        assert run_on(server, _clear_away(server)) == 0
