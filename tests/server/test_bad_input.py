"""Forged, replayed, oversized, malformed and out-of-turn messages: a clear error, and nothing changes."""

import json
import random
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from wartable.server.live.protocol import LONGEST_MESSAGE
from wartable.server.web.security import HEADERS

from .harness import PATIENCE, TRUST, Chair, Player, Running, running

TWO = [{"who": "me"}, {"who": "open"}]


@pytest.fixture
def table(anna: Player, bert: Player) -> str:
    table = anna.new_table(TWO)
    bert.post(f"/api/tables/{table}/join", {})
    return table


@pytest.fixture
def chairs(anna: Player, bert: Player, table: str) -> Iterator[list[Chair]]:
    with anna.sit(table) as blue, bert.sit(table) as orange:
        yield [blue, orange]


def position(anna: Player, table: str) -> tuple[int, str]:
    state = anna.get(f"/api/tables/{table}?seat=0")
    return state["number"], state["record"]


def test_nobody_moves_for_the_other_seat(anna: Player, table: str, chairs: list[Chair]) -> None:
    before = position(anna, table)
    for seat in (0, 1):
        chair = chairs[seat]
        answer = chair.ask("move", seat=1 - seat, number=before[0], action=0)
        assert answer["code"] == "not-yours"
        for kind in ("undo", "resign", "hint"):
            assert chair.ask(kind, seat=1 - seat)["code"] == "not-yours"
    assert position(anna, table) == before


def test_nobody_looks_from_the_other_seat(anna: Player, bert: Player, table: str, chairs: list[Chair]) -> None:
    assert chairs[0].ask("sit", seat=1)["code"] == "not-yours"
    anna.get(f"/api/tables/{table}?seat=1", 403)
    with anna.sit(table, "show=record&seat=1") as chair:
        assert chair.state["you"] == 0


def test_a_move_out_of_turn_is_refused(anna: Player, table: str, chairs: list[Chair]) -> None:
    waiting = 1 - chairs[0].state["due"][0]
    before = position(anna, table)
    assert chairs[waiting].ask("move", seat=waiting, number=before[0], action=0)["code"] == "not-due"
    assert position(anna, table) == before


def test_a_replayed_move_is_refused(anna: Player, table: str, chairs: list[Chair]) -> None:
    seat = chairs[0].state["due"][0]
    chair = chairs[seat]
    move = {"seat": seat, "number": chair.state["number"], "action": chair.state["legal"][0]}
    assert chair.ask("move", **move)["ok"]
    after = position(anna, table)
    assert chair.ask("move", **move)["code"] in ("stale", "not-due")
    assert position(anna, table) == after


@pytest.mark.parametrize("action", [10**6, 2**31 - 1])
def test_a_code_that_is_no_action_is_refused(chairs: list[Chair], action: int) -> None:
    seat = chairs[0].state["due"][0]
    answer = chairs[seat].ask("move", seat=seat, number=chairs[seat].state["number"], action=action)
    assert answer["code"] == "no-action"


def test_an_illegal_action_names_its_rule(chairs: list[Chair]) -> None:
    seat = chairs[0].state["due"][0]
    chair = chairs[seat]
    illegal = next(code for code in range(60) if code not in chair.state["legal"])
    answer = chair.ask("move", seat=seat, number=chair.state["number"], action=illegal)
    assert answer["code"] == "illegal"
    assert answer["rule"].startswith("MT-")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        '{"type":"move"}',
        '{"type":"nothing"}',
        '{"type":"move","seat":"0","number":0,"action":1}',
        '{"type":"move","seat":0,"number":0,"action":1.5}',
        '{"type":"move","seat":0,"number":-1,"action":1}',
        '{"type":"move","seat":0,"number":0,"action":1,"more":2}',
        '{"type":"why","seat":0,"path":[]}',
        '{"type":"ping","id":"x"}',
        "\x00\x01",
        "[" * 3000,
    ],
)
def test_unreadable_messages_get_a_clear_error(chairs: list[Chair], text: str) -> None:
    chairs[0].socket.send(text)
    answer = chairs[0].until(lambda message: message["type"] == "reply")
    assert answer["ok"] is False
    assert answer["code"] == "unreadable"
    assert answer["text"]
    assert chairs[0].ask("ping")["ok"]


def test_an_oversized_message_is_refused(chairs: list[Chair]) -> None:
    chairs[0].socket.send(json.dumps({"type": "ping", "id": 1, "x": "y" * LONGEST_MESSAGE}))
    assert chairs[0].until(lambda message: message["type"] == "reply")["code"] == "too-long"


def test_a_huge_frame_closes_the_socket_and_nothing_else(server: Running, anna: Player, table: str) -> None:
    with anna.sit(table) as chair:
        chair.socket.send("x" * 200_000)
        with pytest.raises(ConnectionClosed):
            chair.until(lambda message: False)
    with anna.sit(table) as chair:
        assert chair.ask("ping")["ok"]


def test_random_frames_change_nothing(anna: Player, table: str) -> None:
    before = position(anna, table)
    rng = random.Random(7)
    words = [
        "type",
        "move",
        "seat",
        "number",
        "action",
        "why",
        "path",
        "undo",
        "sit",
        "id",
        0,
        1,
        -1,
        3.5,
        None,
        [],
        {},
    ]
    with anna.sit(table) as chair:
        for turn in range(300):
            if turn % 3 == 0:
                chair.socket.send(rng.randbytes(rng.randrange(200)))
            else:
                junk = {str(rng.choice(words)): rng.choice(words) for _ in range(rng.randrange(6))}
                chair.socket.send(json.dumps({**junk, "seat": 1} if turn % 2 else junk))
            chair.until(lambda message: message["type"] == "reply")
        assert chair.ask("ping")["ok"]
    assert position(anna, table)[1] == before[1]


def test_too_many_messages_are_refused_and_then_cut_off(database: str, standing_still: None) -> None:
    with running(database, limits=True) as server, Player(server) as anna:
        table = anna.post("/api/play", {"game": "metals"})["table"]
        with anna.sit(table) as chair:
            codes = set()

            def send_bursts() -> None:
                # Never so many at once that the line itself is cut, which is another test's matter.
                for first in range(1, 10_000, 100):
                    last = first + 99
                    for id in range(first, last + 1):
                        chair.socket.send(json.dumps({"type": "ping", "id": id}))
                    while (message := chair.receive()).get("to") != last:
                        codes.add(message.get("code"))

            with pytest.raises(ConnectionClosed):
                send_bursts()
            assert "too-fast" in codes


def test_a_page_of_another_site_can_do_nothing(server: Running, anna: Player, table: str) -> None:
    cookie = f"wartable={anna.http.cookies['wartable']}"
    answer = anna.http.post(f"/api/tables/{table}/leave", json={}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus) as refused, connect(
        url, additional_headers={"cookie": cookie}, origin=Origin("https://evil.example"), open_timeout=PATIENCE
    ):  # fmt: skip
        pass
    assert refused.value.response.status_code == 403


def test_a_long_body_is_refused(server: Running) -> None:
    answer = httpx.post(f"{server.url}/api/guest", timeout=PATIENCE, verify=TRUST, json={"name": "x" * 100_000})
    assert answer.status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    answer = httpx.post(
        f"{server.url}/api/guest",
        timeout=PATIENCE,
        verify=TRUST,
        content=pieces(),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code in (413, 400)


def test_every_page_has_a_strict_content_security_policy(server: Running) -> None:
    for path in ("/", "/api/games", "/api", "/nowhere", "/rules/metals"):
        headers = httpx.get(f"{server.url}{path}", timeout=PATIENCE, verify=TRUST).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_what_can_be_shown_by_itself_has_all_headers_and_parts_of_pages_are_what_they_say(server: Running) -> None:
    def headers(path: str) -> httpx.Headers:
        answer = httpx.get(f"{server.url}{path}", timeout=PATIENCE, verify=TRUST)
        assert answer.status_code == 200, path
        return answer.headers

    for path in ("/", "/api/games", "/static/icon.svg", "/static/manifest.json"):
        assert set(HEADERS) <= set(headers(path)), path
    for path in ("/theme.css", "/static/app.css", "/static/app.js", "/static/textures/paper.png"):
        assert set(HEADERS) & set(headers(path)) == {"x-content-type-options"}, path


def test_a_path_cannot_be_used_to_read_a_file_of_the_server(server: Running, anna: Player) -> None:
    for value in ("/etc/passwd", "../../rules", "maps/../numbers"):
        body = {"game": "metals", "seats": TWO, "options": {"map": value}}
        assert "option map" in anna.post("/api/tables", body, 409)["error"]
    for path in ("/static/../server/app.py", "/static/%2e%2e/server/app.py", "/static//etc/passwd"):
        assert httpx.get(f"{server.url}{path}", timeout=PATIENCE, verify=TRUST).status_code == 404


def test_a_webhook_cannot_point_into_the_network(database: str) -> None:
    with running(database, local_webhooks=False) as server, Player(server) as anna:
        anna.register("Anna")
        for url in ("http://127.0.0.1:9/x", "http://[::1]/", "file:///etc/passwd", "http://10.0.0.1/"):
            anna.post("/api/me", {"webhook": url}, 400, method="PATCH")


def test_no_secret_is_logged(database: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    with running(database) as server, Player(server) as anna:
        anna.register("Anna", "correct horse")
        token = anna.post("/api/me/tokens", {"password": "correct horse", "label": "x"})["token"]
        cookie = anna.http.cookies["wartable"]
        anna.post("/api/play", {"game": "metals"})
    own = "\n".join(
        record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))
    )
    for secret in ("correct horse", token, cookie):
        assert secret not in own
