"""What somebody with bad intentions tried, and what holds against it."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from wartable.server.people import webhooks as hooks
from wartable.server.people.limits import Limiter
from wartable.server.people.webhooks import BadWebhook, Hooks, is_public
from wartable.server.web import logs
from wartable.server.web.security import Guard, Hosts

from .harness import PATIENCE, TRUST, Player, Running, running, wait_until
from .test_notices import TWO, link_in, mail_server

ELSEWHERE = "127.0.0.9"


def from_address(server: Any, address: str) -> Player:
    """Somebody who comes from another address of the loopback."""
    player = Player(server)
    player.http.close()
    transport = httpx.HTTPTransport(local_address=address, verify=TRUST)
    player.http = httpx.Client(base_url=server.url, timeout=PATIENCE, transport=transport)
    return player


@contextmanager
def dripping() -> Iterator[tuple[str, list[socket.socket]]]:
    """A web server that answers a byte at a time, and never comes to an end."""
    lines: list[socket.socket] = []
    stop = threading.Event()

    def drip(line: socket.socket) -> None:
        for byte in b"HTTP/1.1 200 OK\r\nx: " + b"y" * 1000:
            if stop.wait(0.5):
                break
            try:
                line.send(bytes([byte]))
            except OSError:
                break
        line.close()

    def accept() -> None:
        while True:
            try:
                line, _ = listener.accept()
            except OSError:
                return
            lines.append(line)
            threads.append(threading.Thread(target=drip, args=(line,)))
            threads[-1].start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threads = [threading.Thread(target=accept)]
        threads[0].start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/", lines
        finally:
            stop.set()
            listener.shutdown(socket.SHUT_RDWR)
    for thread in threads:
        thread.join()


def test_webhooks_that_drip_keep_nobody_waiting_and_the_server_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They go on for as long as the server lets them: whoever waited for one of them would wait for ever."""
    monkeypatch.setattr(hooks, "DEADLINE", 10 * PATIENCE)
    monkeypatch.setattr("wartable.server.play.open_tables.LAST_ERRANDS", 0.1)
    with (
        dripping() as (url, lines),
        running(f"sqlite:///{tmp_path / 'wartable.db'}") as server,
        Player(server) as anna,
    ):
        anna.register("Anna")
        for number in range(7):
            with Player(server) as carl, Player(server) as bert:
                for player, name in ((bert, f"Bert {number}"), (carl, f"Carl {number}")):
                    player.register(name)
                    player.post("/api/me", {"webhook": url}, method="PATCH")
                carl.post(f"/api/tables/{bert.new_table(TWO)}/join", {})
        wait_until(lambda: len(lines) >= 7)
        anna.post("/api/login", {"name": "Anna", "password": "correct horse"})
        assert anna.new_table(TWO)
        assert server.context.notifier.hooks.failed == server.context.notifier.hooks.sent == 0


def test_of_many_wrong_passwords_at_once_only_the_free_ones_are_checked(
    database: str, standing_still: None, slow_passwords: None
) -> None:
    with running(database, limits=True) as server, Player(server) as anna, from_address(server, ELSEWHERE) as owner:
        anna.register("Anna", "correct horse")

        def guess(number: int) -> int:
            body = {"name": "Anna", "password": f"guess {number}"}
            return httpx.post(f"{server.url}/api/login", json=body, timeout=PATIENCE, verify=TRUST).status_code

        with ThreadPoolExecutor(30) as threads:
            answers = list(threads.map(guess, range(60)))
        assert answers.count(401) == 5
        # Whoever owns it comes in from elsewhere.
        owner.post("/api/login", {"name": "Anna", "password": "correct horse"})


def test_other_ways_to_write_a_name_are_no_way_round_the_throttle(database: str, standing_still: None) -> None:
    with running(database, limits=True) as server, Player(server) as anna, Player(server) as thief:
        anna.register("Anna", "correct horse")
        names = [
            "Anna",
            "ANNA",
            "\uff21nna",
            "A\u0000nna".replace("\0", ""),
            " anna ",
            "\uff41\uff4e\uff4e\uff41",
            "aNNa",
        ]
        answers = [
            thief.http.post("/api/login", json={"name": name, "password": "guess"}).status_code for name in names
        ]
        assert answers.count(401) == 5
        assert answers[-1] == 429


def test_many_addresses_together_slow_strangers_down_but_not_the_owner(database: str, standing_still: None) -> None:
    with running(database, limits=True) as server, Player(server) as anna:
        anna.register("Anna", "correct horse")
        throttle = server.context.logins
        for number in range(100):
            assert throttle.begin("anna", f"10.0.0.{number}", is_known=False) == 0
        right = {"name": "Anna", "password": "correct horse"}
        with from_address(server, ELSEWHERE) as stranger, Player(server) as owner:
            assert "wait 1 s" in stranger.post("/api/login", right, 429)["error"]
            owner.post("/api/login", right)


@pytest.mark.parametrize("name", ["Аnna", "\u3164", "\uffa0\uffa0", "A\u115fb"])
def test_names_of_mixed_alphabets_and_names_that_nobody_sees_are_refused(server: Running, name: str) -> None:
    with Player(server) as thief:
        thief.post("/api/register", {"name": name, "password": "correct horse"}, 409)


@pytest.mark.parametrize(("name", "other"), [("Coco", "Сосо"), ("Annal", "AnnaI"), ("Bob1", "Bobl"), ("Arn", "Am")])
def test_a_name_that_looks_like_another_is_taken(server: Running, name: str, other: str) -> None:
    with Player(server) as anna, Player(server) as thief:
        anna.register(name)
        assert "looks like" in thief.post("/api/register", {"name": other, "password": "correct horse"}, 409)["error"]
        assert thief.post("/api/guest", {"name": other})["user"]["name"] != other


def test_the_name_of_an_admin_is_for_whoever_has_the_key(database: str) -> None:
    with running(database, admins=frozenset({"Host"})) as server, Player(server) as thief, Player(server) as host:
        wanted = {"name": "Host", "password": "correct horse"}
        thief.post("/api/register", wanted, 409)
        thief.post("/api/register", {**wanted, "name": "H0st"}, 409)
        thief.post("/api/register", {**wanted, "key": "guess"}, 403)
        assert thief.post("/api/guest", {"name": "Host"})["user"]["name"] != "Host"
        key = server.host_key("Host")
        thief.post("/api/register", {"name": "Thief", "password": "correct horse", "key": key}, 403)
        host.register("Host", key=key)
        assert host.get("/api/me")["user"]["admin"] is True


# Mail


def test_a_mail_address_counts_when_it_is_confirmed(database: str) -> None:
    with mail_server() as (smtp, mails), running(database, smtp=smtp) as server, Player(server) as anna:
        anna.register("Anna")
        wanted = {"email": "victim@example.org", "password": "correct horse"}
        assert anna.post("/api/me", wanted, method="PATCH")["user"]["email"] == ""
        secret = link_in(mails.get(timeout=PATIENCE), "confirm")
        assert anna.get("/api/me")["user"]["email"] == ""
        anna.post("/api/confirm", {"secret": "guess"}, 400)
        anna.post("/api/confirm", {"secret": secret})
        assert anna.get("/api/me")["user"]["email"] == "victim@example.org"
        assert "used already" in anna.post("/api/confirm", {"secret": secret}, 400)["error"]
        anna.post("/api/me", {"email": "", "password": "correct horse"}, method="PATCH")
        assert anna.get("/api/me")["user"]["email"] == ""


def test_mails_to_strangers_are_few(database: str, standing_still: None) -> None:
    with mail_server() as (smtp, mails), running(database, smtp=smtp, limits=True) as server, Player(server) as anna:
        anna.register("Anna")
        answers = []
        for number in range(20):
            wanted = {"email": f"victim{number}@example.org", "password": "correct horse"}
            answer = anna.http.patch("/api/me", json=wanted)
            answers.append(answer.status_code)
        assert answers.count(200) == 3
        assert answers.count(429) == 17
        assert mails.qsize() == 3


@pytest.mark.parametrize("email", ["a@b>,c", "a@b, c@d", "a@b\r\nBcc: c@d", "<a@b>", "a@b c", '"a,b"@c', "a@", "a@-b"])
def test_a_mail_goes_to_one_recipient(database: str, email: str) -> None:
    with mail_server() as (smtp, mails), running(database, smtp=smtp) as server, Player(server) as anna:
        anna.register("Anna")
        anna.post("/api/me", {"email": email, "password": "correct horse"}, 400, method="PATCH")
        assert mails.empty()


# Tokens


def test_a_token_for_playing_plays_and_does_nothing_else(database: str) -> None:
    with running(database, admins=frozenset({"Host"})) as server, Player(server) as host:
        host.register("Host", key=server.host_key("Host"))
        host.post("/api/me", {"webhook": "http://127.0.0.1:9/"}, method="PATCH")
        token = host.post("/api/me/tokens", {"password": "correct horse", "label": "bot"})["token"]
        with Player(server, token=token) as bot:
            assert bot.get("/api/me")["user"]["webhook"] == ""
            table = bot.post("/api/play", {"game": "metals"})["table"]
            with bot.sit(table) as chair:
                assert chair.move(0)["ok"]
            bot.post("/api/admin", {"registration": False}, 403)
            bot.post("/api/me", {"webhook": ""}, 403, method="PATCH")
            bot.post("/api/me/tokens", {"label": "more"}, 403)
            for path in ("/api/me/tokens", "/api/me/sessions", "/api/me/export", "/api/admin/users"):
                bot.get(path, 403)
            bot.post("/api/me/password", {"new": "something else"}, 403)
            bot.post("/api/me/delete", {"name": "Host"}, 403)
        wanted = {"password": "correct horse", "label": "script", "scope": "admin"}
        mighty = host.post("/api/me/tokens", wanted)["token"]
        with Player(server, token=mighty) as script:
            script.post("/api/admin", {"registration": True})
            script.post("/api/me/tokens", {"label": "more"}, 403)


def test_only_admins_have_tokens_of_admins(server: Running) -> None:
    with Player(server) as anna:
        anna.register("Anna")
        anna.post("/api/me/tokens", {"label": "x", "scope": "admin"}, 403)


def test_a_token_ends(server: Running) -> None:
    import sqlalchemy as sa

    with Player(server) as anna:
        anna.register("Anna")
        token = anna.post("/api/me/tokens", {"password": "correct horse", "label": "bot", "days": 1})["token"]
        [known] = anna.get("/api/me/tokens")
        assert 86000 < known["expires"] - time.time() < 86401
        with server.context.store.engine.begin() as connection:
            connection.execute(sa.text("UPDATE logins SET expires = 1 WHERE kind = 'token'"))
        with Player(server, token=token) as bot:
            assert bot.get("/api/me")["user"] is None


def test_a_revoked_token_moves_no_more_over_its_open_socket(server: Running) -> None:
    with Player(server) as anna:
        anna.register("Anna")
        token = anna.post("/api/me/tokens", {"password": "correct horse", "label": "bot"})["token"]
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        with Player(server, token=token) as bot, bot.sit(table) as chair:
            [known] = anna.get("/api/me/tokens")
            anna.post(f"/api/me/tokens/{known['id']}", None, method="DELETE")
            before = anna.get(f"/api/tables/{table}?seat=0")["number"]
            # Either seat may begin; a code that is refused anyway does where it is the one that is not looked from.
            action = (chair.state["legal"] or [0])[0]
            move = {"number": chair.state["number"], "action": action, "seat": chair.state["due"][0]}
            with pytest.raises(ConnectionClosed) as caught:
                chair.ask("move", **move)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 4401
            assert anna.get(f"/api/tables/{table}?seat=0")["number"] == before


# Webhooks


INSIDE = (
    "127.0.0.1 10.1.2.3 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 ::1 :: fe80::1 fd00::1 ff02::1 ::7f00:1 "
    "::ffff:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::7f00:1 2002:7f00:1:: "
    "::ffff:0:127.0.0.1 fec0::1 5f00::1 3fff::1"
)


@pytest.mark.parametrize("address", INSIDE.split())
def test_no_way_to_write_an_address_inside_leads_inside(address: str) -> None:
    assert not is_public(address)


def test_addresses_of_the_web_are_public() -> None:
    for address in ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e"):
        assert is_public(address)


def test_a_webhook_s_name_is_resolved_once_and_its_call_goes_to_what_was_checked(monkeypatch: Any) -> None:
    """A name that points to the web when it is checked, and into this network a moment later."""
    answers = iter(["93.184.215.14", "127.0.0.1"])
    asked: list[httpx.Request] = []

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (next(answers), port))]

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(302, headers={"location": "http://127.0.0.1/"})

    monkeypatch.setattr(socket, "getaddrinfo", resolve)

    async def secret_of(*_: Any) -> str:
        return "secret"

    async def call() -> None:
        hooks = Hooks(SimpleNamespace(secret_of=secret_of), transport=httpx.MockTransport(answer))  # type: ignore[arg-type]
        await hooks.call(1, "https://rebinding.example:8443/hook?x=1", {"event": "your-turn"})
        with pytest.raises(BadWebhook):
            await hooks.check("https://rebinding.example/")
        await hooks.close()

    asyncio.run(call())
    [request] = asked
    assert str(request.url) == "https://93.184.215.14:8443/hook?x=1"
    assert request.headers["host"] == "rebinding.example:8443"
    assert request.extensions["sni_hostname"] == "rebinding.example"


@pytest.mark.parametrize(
    "url", ["http://[", "http://a:99999/", "http://a:b/", "https://", "ftp://a/", "http://a@b/", "http://\ud800/"]
)
def test_what_is_no_webhook_is_refused(server: Running, url: str) -> None:
    with Player(server) as anna:
        anna.register("Anna")
        content = ('{"webhook": "' + url.replace("\ud800", "\\ud800") + '"}').encode()
        answer = anna.http.patch("/api/me", content=content, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422)


@pytest.mark.parametrize("port", [22, 25, 110, 1023])
def test_no_webhook_speaks_to_a_server_of_mail_or_shells(port: int, database: str) -> None:
    with running(database, local_webhooks=False) as server, Player(server) as anna:
        anna.register("Anna")
        refused = anna.post("/api/me", {"webhook": f"https://93.184.215.14:{port}/"}, 400, "PATCH")
        assert "443, 80, or from 1024 on" in refused["error"]


# Requests that broke it


def test_nothing_that_is_no_text_reaches_the_database(server: Running) -> None:
    with Player(server) as anna:
        anna.register("Anna")
        for path in ("/api/tables/%00", "/api/tables/a%00b?seat=0", "/api/games/%00/rules", "/api/tables?which=%00"):
            assert anna.http.get(path).status_code in (400, 422), path
        token = {"label": "a\0b"}
        for path, body in (
            ("/api/register", {"name": "a\0b", "password": "correct horse"}),
            ("/api/login", {"name": "a\0b", "password": "correct horse"}),
            ("/api/guest", {"name": "a\0b"}),
            ("/api/me/tokens", token),
            ("/api/play", {"game": "a\0b"}),
        ):
            assert anna.http.post(path, json=body).status_code in (404, 409, 422), path
        for text in ('{"settings": {"a": "\\ud800"}}', '{"settings": {"\\ud800": 1}}', '{"email": "a\\u0000@b"}'):
            answer = anna.http.patch("/api/me", content=text, headers={"content-type": "application/json"})
            assert answer.status_code == 422, text
        assert anna.get("/api/me")["user"]["settings"] == {}
        with pytest.raises(InvalidStatus):
            connect(f"{server.url.replace('http', 'ws')}/api/tables/%00/socket", open_timeout=PATIENCE).__enter__()


def test_an_account_with_settings_that_were_never_text_can_log_in(server: Running) -> None:
    import sqlalchemy as sa

    with Player(server) as anna, Player(server) as again:
        anna.register("Anna")
        with server.context.store.engine.begin() as connection:
            broken = {"settings": '{"a": "\\ud800", "theme": "dark"}'}
            connection.execute(sa.text("UPDATE users SET settings = :settings"), broken)
        user = again.post("/api/login", {"name": "Anna", "password": "correct horse"})["user"]
        assert user["settings"] == {"theme": "dark"}


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", "http://127.0.0.1.evil.example", "//"])
def test_another_origin_is_refused_however_it_is_written(server: Running, origin: str) -> None:
    answer = httpx.post(f"{server.url}/api/guest", timeout=PATIENCE, verify=TRUST, json={}, headers={"origin": origin})
    assert answer.status_code == 403
    address = f"{server.url.replace('http', 'ws')}/api/tables/x/socket"
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        connect(address, origin=Origin(origin), open_timeout=PATIENCE).__enter__().recv()


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", "[", "a b"])
def test_a_name_that_somebody_else_points_here_is_refused(server: Running, host: str) -> None:
    answer = httpx.get(f"{server.url}/api/me", timeout=PATIENCE, verify=TRUST, headers={"host": host})
    assert answer.status_code in (400, 421)
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13", "host": host}
    upgrade["sec-websocket-key"] = "dGhlIHNhbXBsZSBub25jZQ=="
    answer = httpx.get(f"{server.url}/api/tables/x/socket", timeout=PATIENCE, verify=TRUST, headers=upgrade)
    assert answer.status_code in (400, 403)


def test_opening_live_tables_counts_among_an_address_s_requests() -> None:
    opened: list[str] = []
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        opened.append(scope["client"][0])

    async def send(message: Any) -> None:
        sent.append(message)

    limiter = Limiter(rate=0.001, burst=3)
    guard = Guard(app, frozenset(), Hosts("http://localhost", frozenset()), limiter.allows)
    scope = {"type": "websocket", "path": "/api/tables/x/socket", "query_string": b"", "headers": []}
    for address in ("9.9.9.9", "9.9.9.9", "9.9.9.9", "9.9.9.9", "8.8.8.8"):
        asyncio.run(guard(scope | {"client": (address, 5)}, None, send))  # type: ignore[arg-type]
    assert opened == ["9.9.9.9"] * 3 + ["8.8.8.8"]
    assert [message["type"] for message in sent] == ["websocket.close"]


def test_the_server_s_own_names_are_known(database: str) -> None:
    names = {"address": "https://club.example", "hosts": frozenset({"play.example"})}
    with running(database, **names) as server:
        for host in ("club.example", "play.example:8443", "localhost:8000", "[::1]:80", "10.1.2.3", "x.localhost"):
            assert (
                httpx.get(f"{server.url}/api/me", timeout=PATIENCE, verify=TRUST, headers={"host": host}).status_code
                == 200
            ), host


def test_pages_of_an_allowed_origin_can_read_the_answers(database: str) -> None:
    origin = "https://friend.example"
    with running(database, origins=frozenset({origin})) as server:
        asked = {"origin": origin, "access-control-request-method": "POST"}
        asked["access-control-request-headers"] = "authorization,content-type"
        answer = httpx.options(f"{server.url}/api/play", headers=asked)
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == origin
        answer = httpx.get(f"{server.url}/api/games", timeout=PATIENCE, verify=TRUST, headers={"origin": origin})
        assert answer.headers["access-control-allow-origin"] == origin
        answer = httpx.get(
            f"{server.url}/api/games", timeout=PATIENCE, verify=TRUST, headers={"origin": "https://other.example"}
        )
        assert "access-control-allow-origin" not in answer.headers


def test_a_path_makes_one_line_of_the_log(server: Running, anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(logs.requests, "isEnabledFor", lambda level: True)
    monkeypatch.setattr(logs.requests, "info", lambda words, facts, extra: lines.append(words % facts))
    anna.http.get("/api/x%0A2026-01-01 ERROR forged")
    wait_until(lambda: any("forged" in line for line in lines))  # it is written after the answer
    [line] = [line for line in lines if "forged" in line]
    assert "\n" not in line
