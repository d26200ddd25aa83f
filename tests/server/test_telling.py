"""Telling people when and where they want it: web push, quiet hours, a digest, reminders."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from wartable.server.people.hours import Hours
from wartable.server.people.push import decoded, encoded, key_from, point_of, sealed
from wartable.server.play import calls
from wartable.server.play.calls import lead, said
from wartable.server.storage.heartbeat import Outages
from wartable.server.storage.schema import hours, matches, pushes
from wartable.server.tables.clock import MatchTime

from .conftest import new_database
from .harness import PATIENCE, Player, Running, running, wait_until
from .test_notices import confirm, listening, mail_server

TWO = [{"who": "me"}, {"who": "open"}]
SLOW = {"kind": "move", "seconds": 86400}
AUTH = bytes(range(16))


class Browser:
    """What a browser keeps of a subscription: its private key and a secret."""

    def __init__(self, number: int = 3) -> None:
        self.key = key_from(number)

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "point": encoded(point_of(self.key)), "auth": encoded(AUTH)}

    def read(self, body: bytes) -> Any:
        """Decrypt by the library's own key derivation."""
        salt, size, sender, text = body[:16], int.from_bytes(body[16:20], "big"), body[21 : 21 + body[20]], body[86:]
        assert (size, body[20]) == (4096, 65)
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)

        def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        info = b"WebPush: info\0" + point_of(self.key) + sender
        shared = derive(AUTH, self.key.exchange(ec.ECDH(), theirs), info, 32)
        key = derive(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, shared, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, text, None)
        assert plain.endswith(b"\2")
        return json.loads(plain[:-1])


@contextmanager
def push_service(status: int = 201) -> Iterator[tuple[str, "Queue[Any]"]]:
    heard: Queue[Any] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.put({"path": self.path, "body": body, "headers": dict(self.headers)})
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", heard
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_what_is_sealed_is_what_the_standard_has_as_its_example() -> None:
    """RFC 8291, section 5."""
    own = key_from(int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"))
    browser = decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    auth, salt = decoded("BTBZMqHH6r4Tts7J_aSIgg"), decoded("DGv6ra1nlYgDCS1FRnbzlw")
    body = sealed(b"When I grow up, I want to be a watermelon", browser, auth, own, salt)
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
        "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def check_signature(header: str, endpoint: str, public: str) -> None:
    """The push service's part: who sends is who the browser subscribed to."""
    token, key = header.removeprefix("vapid t=").split(", k=")
    assert key == public
    said, signature = token.rsplit(".", 1)
    r, s = (int.from_bytes(decoded(signature)[start : start + 32], "big") for start in (0, 32))
    known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    known.verify(encode_dss_signature(r, s), said.encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decoded(said.split(".")[1]))
    parts = urlsplit(endpoint)
    assert claims["aud"] == f"{parts.scheme}://{parts.netloc}" and time.time() < claims["exp"] < time.time() + 86400
    assert claims["sub"].startswith(("mailto:", "https:"))


def begin(anna: Player, bert: Player, **more: Any) -> tuple[str, Player]:
    """A match, and who is not to act first."""
    table = anna.new_table(TWO, **more)
    bert.post(f"/api/tables/{table}/join", {})
    due = anna.get(f"/api/tables/{table}")["due"]
    return table, (bert if due == [0] else anna)


def test_a_browser_that_is_not_open_is_told_and_nobody_on_the_way_can_read_it(database: str) -> None:
    browser = Browser()
    with (
        push_service() as (service, heard),
        running(database) as server,
        Player(server, "Anna") as anna,
        Player(server, "Bert") as bert,
    ):
        public = anna.get("/api/me")["push"]
        assert public == bert.get("/api/me")["push"] and len(decoded(public)) == 65
        for player in (anna, bert):
            name = player.get("/api/me")["user"]["name"]
            player.post("/api/me/push", browser.subscription(f"{service}/{name}"))
        table, _ = begin(anna, bert)
        found = heard.get(timeout=PATIENCE)
        assert browser.read(found["body"]) == {
            "title": "Metals: it is your turn",
            "body": "It is your turn at Metals.",
            "path": f"/table/{table}",
        }
        assert b"Metals" not in found["body"]
        headers = {name.lower(): value for name, value in found["headers"].items()}
        assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
        check_signature(headers["authorization"], service, public)
        assert bert.get("/api/me/export")["pushes"][0].keys() == {"endpoint", "point", "created"}


def told(server: Running, heard: "Queue[Any]") -> bool:
    """Whether somebody got what has been sent, which has been answered."""
    return not heard.empty() and bool(heard.get())


def send(server: Running, user_id: int) -> None:
    loop = server.context.tables._loop
    pushed = server.context.notifier.pushes.send(user_id, {"title": "x"})
    asyncio.run_coroutine_threadsafe(pushed, loop).result()


def test_a_subscription_ends_with_its_session_and_with_its_browser(server: Running) -> None:
    browser = Browser()
    with push_service() as (service, heard), push_service(410) as (gone, last), Player(server) as anna:
        anna.register("Anna")
        user = anna.get("/api/me")["user"]["id"]
        anna.post("/api/me/push", browser.subscription(f"{service}/1"))
        send(server, user)
        assert told(server, heard)
        anna.post("/api/me/push/stop", {"endpoint": f"{service}/1"})
        send(server, user)
        assert not told(server, heard)
        anna.post("/api/me/push", browser.subscription(f"{service}/1"))
        anna.post("/api/me/push", browser.subscription(f"{gone}/2"))
        send(server, user)
        assert told(server, heard) and told(server, last)
        with server.context.store.engine.connect() as connection:
            assert [row.endpoint for row in connection.execute(sa.select(pushes))] == [f"{service}/1"]
        anna.post("/api/logout", {})
        send(server, user)
        assert not told(server, heard)


def test_one_has_ten_browsers_at_most(server: Running) -> None:
    with Player(server, "Anna") as anna:
        for number in range(13):
            anna.post("/api/me/push", Browser().subscription(f"http://127.0.0.1:9/{number}"))
        with server.context.store.engine.connect() as connection:
            found = {row.endpoint.rsplit("/", 1)[1] for row in connection.execute(sa.select(pushes))}
        assert found == {str(number) for number in range(3, 13)}


def test_no_subscription_leads_into_this_network(database: str) -> None:
    with running(database, local_webhooks=False) as server, Player(server, "Anna") as anna:
        wanted = Browser().subscription("https://127.0.0.1/x")
        assert "inside this network" in anna.post("/api/me/push", wanted, 400)["error"]
        assert "https" in anna.post("/api/me/push", {**wanted, "endpoint": "http://push.example/x"}, 400)["error"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"point": "AAAA"},
        {"point": encoded(b"\4" + bytes(64))},
        {"point": "not base64!"},
        {"auth": "AAAA"},
        {"auth": "ä"},
        {"endpoint": "ftp://push.example/"},
        {"endpoint": "http://name:word@push.example/"},
        {"endpoint": ""},
    ],
)
def test_what_is_no_subscription_is_refused(server: Running, wrong: dict[str, str]) -> None:
    with Player(server, "Anna") as anna, Player(server) as nobody:
        wanted = Browser().subscription("http://127.0.0.1:9/")
        answer = anna.http.post("/api/me/push", json={**wanted, **wrong})
        assert answer.status_code in (400, 422) and answer.json()["error"]
        nobody.post("/api/me/push", wanted, 401)


def test_a_token_cannot_subscribe_a_browser(server: Running) -> None:
    with Player(server) as anna:
        anna.register("Anna")
        for scope in ("play", "account"):
            body = {"label": "bot", "scope": scope, "password": "correct horse"}
            with Player(server, token=anna.post("/api/me/tokens", body)["token"]) as bot:
                bot.post("/api/me/push", Browser().subscription("http://127.0.0.1:9/"), 403)


# When


def at(clock: str, day: int = 19) -> float:
    hour, minute = map(int, clock.split(":"))
    return 1_795_046_400.0 + (day - 19) * 86400 + hour * 3600 + minute * 60


def test_quiet_hours_go_past_midnight_and_by_the_own_clock() -> None:
    night = Hours("UTC", 22 * 60, 7 * 60)
    assert [night.is_quiet(at(clock)) for clock in ("21:59", "22:00", "00:00", "06:59", "07:00")] == [0, 1, 1, 1, 0]
    noon = Hours("UTC", 12 * 60, 13 * 60)
    assert [noon.is_quiet(at(clock)) for clock in ("11:59", "12:00", "13:00")] == [False, True, False]
    assert not Hours().is_quiet(at("03:00")) and not Hours("UTC", 60, 60).is_quiet(at("01:00"))
    there = Hours("America/New_York", 22 * 60, 7 * 60)
    assert there.is_quiet(at("11:59")) and not there.is_quiet(at("12:00")), "five hours behind in November"


def test_a_digest_is_due_once_its_time_has_come() -> None:
    morning = Hours("UTC", digest=8 * 60)
    assert morning.digest_day(at("07:59")) == "" and morning.digest_day(at("08:00")) == "2026-11-19"
    assert Hours().digest_day(at("12:00")) == ""


def look(server: Running, now: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens every minute, at a time of day."""
    for module in (calls, __import__("wartable.server.people.notifications", fromlist=[""])):
        monkeypatch.setattr(module, "steady_time", lambda: now)
    found = server.context.tables._loop
    looker = calls.Calls(server.context.store, server.context.notifier)
    asyncio.run_coroutine_threadsafe(looker.look(), found).result()


def test_what_happens_in_quiet_hours_is_told_in_one_message_afterwards(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening() as (hook, heard), running(database) as server, Player(server) as anna, Player(server) as bert:
        anna.register("Anna")
        bert.register("Bert")
        look(server, at("23:00"), monkeypatch)
        for player in (anna, bert):
            player.post("/api/me", {"webhook": hook}, method="PATCH")
            player.post("/api/me/hours", {"quiet_from": 22 * 60, "quiet_to": 7 * 60})
        due = {bert if other is anna else anna for _, other in (begin(anna, bert), begin(anna, bert))}
        with server.context.store.engine.connect() as connection:

            def owed() -> object:
                connection.rollback()
                return connection.execute(sa.select(sa.func.count()).where(hours.c.owed.is_(True))).scalar()

            wait_until(lambda: owed() == len(due))
        look(server, at("06:59", 20), monkeypatch)
        assert heard.empty()
        look(server, at("07:00", 20), monkeypatch)
        events = [heard.get(timeout=PATIENCE) for _ in due]
        assert all(one["event"] == "digest" and set(one["games"]) == {"Metals"} for one in events)
        look(server, at("07:01", 20), monkeypatch)
        assert heard.empty()


def test_a_digest_comes_once_a_day_by_one_of_several_processes(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as (hook, heard), running(database) as server, Player(server) as anna, Player(server) as bert:
        anna.register("Anna")
        bert.register("Bert")
        for player in (anna, bert):
            player.post("/api/me", {"webhook": hook}, method="PATCH")
        table, other = begin(anna, bert)
        # Who begins is told at some time after the beginning: what follows waits for that.
        assert heard.get(timeout=PATIENCE)["event"] == "your-turn"
        mover = anna if other is bert else bert
        mover.post("/api/me/hours", {"digest": 8 * 60})
        day = int(time.time() // 86400) - 1_795_046_400 // 86400 + 20
        look(server, at("07:00", day), monkeypatch)
        assert heard.empty()
        for _ in range(3):
            look(server, at("09:00", day), monkeypatch)
        assert heard.get(timeout=PATIENCE)["games"] == ["Metals"] and heard.empty()
        with mover.sit(table) as chair:
            assert chair.ask("resign", seat=chair.state["yours"][0])["ok"]
        look(server, at("09:00", day + 1), monkeypatch)
        assert heard.empty(), "nothing waits any more"


def test_somebody_is_reminded_once_before_the_clock_runs_out_by_mail_even_at_night(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        mail_server() as (smtp, mails),
        listening() as (hook, heard),
        running(database, smtp=smtp, address="https://club.example") as server,
        Player(server) as anna,
        Player(server) as bert,
    ):
        for player, name in ((anna, "Anna"), (bert, "Bert")):
            player.register(name)
            wanted = {"webhook": hook, "email": f"{name}@example.org", "password": "correct horse"}
            player.post("/api/me", wanted, method="PATCH")
            confirm(player, mails.get(timeout=PATIENCE))
        table = begin(anna, bert, clock=SLOW)[0]
        assert heard.get(timeout=PATIENCE)["event"] == "your-turn" and mails.get(timeout=PATIENCE)
        with server.context.store.engine.connect() as connection:
            deadline = connection.execute(sa.select(matches.c.deadline).where(matches.c.id == table)).scalar_one()
        look(server, deadline - 6.1 * 3600, monkeypatch)
        assert heard.empty()
        look(server, deadline - 5 * 3600, monkeypatch)
        assert heard.get(timeout=PATIENCE)["event"] == "time-runs-out"
        assert "5 hours" in mails.get(timeout=PATIENCE)
        look(server, deadline - 4 * 3600, monkeypatch)
        assert heard.empty() and mails.empty()
        other_one = begin(anna, bert, clock=SLOW)[0]
        assert heard.get(timeout=PATIENCE)["event"] == "your-turn" and mails.get(timeout=PATIENCE)
        for player in (anna, bert):
            player.post("/api/me/hours", {"quiet_from": 0, "quiet_to": 1439})
        with server.context.store.engine.connect() as connection:
            found = sa.select(matches.c.deadline).where(matches.c.id == other_one)
            deadline = connection.execute(found).scalar_one()
        look(server, deadline - 5 * 3600, monkeypatch)
        assert mails.get(timeout=PATIENCE) and heard.empty()


def test_how_long_before_the_end_somebody_is_reminded() -> None:
    assert (lead(3600), lead(86400), lead(30 * 86400)) == (900, 6 * 3600, 12 * 3600)
    assert [said(seconds) for seconds in (20, 3000, 5400, 43000)] == ["1 minute", "50 minutes", "2 hours", "12 hours"]


@pytest.mark.parametrize(
    "wrong", [{"zone": "Mars/Base"}, {"zone": "../etc/passwd"}, {"digest": 1440}, {"quiet_to": -1}]
)
def test_what_are_no_hours_is_refused(server: Running, wrong: dict[str, Any]) -> None:
    with Player(server, "Anna") as anna:
        answer = anna.http.post("/api/me/hours", json={"digest": 0, **wrong})
        assert answer.status_code in (400, 422) and answer.json()["error"]
        assert anna.get("/api/me/hours") == {"zone": "UTC", "quiet_from": None, "quiet_to": None, "digest": None}


# Holidays


def days(number: float) -> float:
    return time.time() + number * 86400


def test_the_time_of_a_match_stands_still_in_outages_and_on_holidays() -> None:
    time = MatchTime(Outages([(100.0, 120.0)]), [(50.0, 60.0), (55.0, 70.0), (110.0, 130.0)])
    moments = (40.0, 55.0, 70.0, 100.0, 115.0, 125.0, 130.0, 140.0)
    assert [time.played(at) for at in moments] == [40.0, 50.0, 50.0, 80.0, 80.0, 80.0, 80.0, 90.0]
    assert MatchTime(Outages()).played(7.0) == 7.0
    later = MatchTime(Outages(), [(100.0, 150.0)])
    assert [later.day_time(at) for at in (90.0, 99.9, 100.0, 120.0)] == [90.0, 99.9, 150.0, 170.0]
    assert all(later.played(later.day_time(at)) == at for at in (90.0, 100.0, 120.0))


def deadline(server: Running, table: str) -> float:
    with server.context.store.engine.connect() as connection:
        found: float = connection.execute(sa.select(matches.c.deadline).where(matches.c.id == table)).scalar_one()
        return found


def test_on_holiday_slow_clocks_stand_still_and_quick_ones_go_on(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        slow, _ = begin(anna, bert, clock=SLOW)
        quick, _ = begin(anna, bert, clock={"kind": "game", "seconds": 900, "bonus": 0})
        before, ends = deadline(server, slow), deadline(server, quick)
        assert anna.get("/api/me/holidays") == {"left": 30, "holidays": []}
        anna.post("/api/me/holidays", {"starts": 0, "ends": days(3)})
        assert anna.get("/api/me/holidays")["left"] == 27
        assert deadline(server, slow) == pytest.approx(before + 3 * 86400, abs=60)
        assert deadline(server, quick) == ends
        state = bert.get(f"/api/tables/{slow}")
        seat = next(number for number, one in enumerate(state["seats"]) if one["name"] == "Anna")
        assert state["clock"]["holiday"] == [seat]
        assert bert.get(f"/api/tables/{quick}")["clock"]["holiday"] == []
        first = state["clock"]["now"]
        time.sleep(0.2)
        assert bert.get(f"/api/tables/{slow}")["clock"]["now"] == first, "it stands still"
        anna.post("/api/me/holidays/end", {})
        assert deadline(server, slow) == pytest.approx(before, abs=60)
        assert bert.get(f"/api/tables/{slow}")["clock"]["holiday"] == []
        assert anna.get("/api/me/holidays") == {"left": 29, "holidays": []}, "a day that has begun counts"


def test_a_holiday_to_come_counts_when_it_comes_and_for_matches_that_begin_later(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table, _ = begin(anna, bert, clock=SLOW)
        before = deadline(server, table)
        anna.post("/api/me/holidays", {"starts": days(0.5), "ends": days(2.5)})
        assert deadline(server, table) == pytest.approx(before + 2 * 86400, abs=60)
        assert bert.get(f"/api/tables/{table}")["clock"]["holiday"] == []
        anna.post("/api/me/holidays/end", {})
        assert anna.get("/api/me/holidays")["left"] == 30, "it had not begun"
        bert.post("/api/me/holidays", {"starts": 0, "ends": days(1)})
        later, _ = begin(anna, bert, clock=SLOW)
        assert deadline(server, later) == pytest.approx(time.time() + 2 * 86400, abs=60)


def test_both_on_holiday_is_one_standstill(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table, _ = begin(anna, bert, clock=SLOW)
        before = deadline(server, table)
        anna.post("/api/me/holidays", {"starts": 0, "ends": days(2)})
        bert.post("/api/me/holidays", {"starts": days(1), "ends": days(3)})
        assert deadline(server, table) == pytest.approx(before + 3 * 86400, abs=60)


def test_other_processes_hear_of_a_holiday(postgres: str) -> None:
    url = new_database(postgres)
    with running(url) as one, running(url) as two, Player(one, "Anna") as anna, Player(two) as there:
        table = anna.new_table([{"who": "me"}, {"who": "me"}], clock=SLOW)
        there.http.cookies.update(anna.http.cookies)
        with there.sit(table, "show=record&seat=0"):
            anna.post("/api/me/holidays", {"starts": 0, "ends": days(1)})
            wait_until(lambda: there.get(f"/api/tables/{table}")["clock"]["holiday"] == [0, 1])


@pytest.mark.parametrize(("starts", "ends"), [(0, 31), (2, 1), (0, 0), (-5, -1), (400, 401)])
def test_what_is_no_holiday_is_refused(server: Running, starts: float, ends: float) -> None:
    with Player(server, "Anna") as anna:
        body = {"starts": max(0.0, days(starts)), "ends": days(ends)}
        assert anna.post("/api/me/holidays", body, 409)["error"]
        assert anna.get("/api/me/holidays") == {"left": 30, "holidays": []}


def test_nobody_has_more_than_thirty_days_a_year_and_one_holiday_at_a_time(server: Running) -> None:
    with Player(server, "Anna") as anna:
        anna.post("/api/me/holidays", {"starts": days(1), "ends": days(21)})
        assert "already" in anna.post("/api/me/holidays", {"starts": days(20), "ends": days(22)}, 409)["error"]
        assert "10 of 30" in anna.post("/api/me/holidays", {"starts": days(30), "ends": days(41)}, 409)["error"]
        anna.post("/api/me/holidays", {"starts": days(30), "ends": days(40)})
        assert anna.get("/api/me/holidays")["left"] == 0
