"""Telling people that are away: webhooks and mail."""

import asyncio
import json
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from wartable.server.live import client
from wartable.server.live.client import RemoteBot
from wartable.server.people.webhooks import SIGNATURE, signature
from wartable.server.web.rules_html import to_html

from .harness import PATIENCE, Player, running, wait_until

TWO = [{"who": "me"}, {"who": "open"}]


@contextmanager
def listening() -> Iterator[tuple[str, "Queue[Any]"]]:
    """A web server that puts what it is sent into a queue."""
    heard: Queue[Any] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.put({**json.loads(body), "body": body, "signature": self.headers[SIGNATURE]})
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/turn", heard
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def mail_server() -> Iterator[tuple[str, "Queue[str]"]]:
    """As much of SMTP as one message needs."""
    heard: Queue[str] = Queue()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline():
                word = line.split()[0].upper() if line.split() else b""
                if word == b"DATA":
                    self.wfile.write(b"354 go\r\n")
                    text = b""
                    while not text.endswith(b"\r\n.\r\n"):
                        text += self.rfile.readline()
                    heard.put(text.decode())
                self.wfile.write(b"250 ok\r\n" if word != b"QUIT" else b"221 bye\r\n")
                if word == b"QUIT":
                    return

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"smtp://127.0.0.1:{server.server_address[1]}", heard
        server.shutdown()
        thread.join()


def link_in(mail: str, kind: str) -> str:
    """The secret of a link in a mail."""
    found = re.search(rf"#{kind}=([\w-]+)", mail.replace("=\r\n", "").replace("=3D", "="))
    assert found, mail
    return found[1]


def confirm(player: Player, mail: str) -> None:
    player.post("/api/confirm", {"secret": link_in(mail, "confirm")})


def test_somebody_who_is_away_is_told_by_webhook_and_mail(database: str) -> None:
    with (
        mail_server() as (smtp, mails),
        listening() as (hook, calls),
        running(database, smtp=smtp, address="https://club.example") as server,
        Player(server) as anna,
        Player(server) as bert,
    ):
        anna.register("Anna")
        bert.register("Bert")
        wanted = {"webhook": hook, "email": "bert@example.org", "password": "correct horse"}
        secret = bert.post("/api/me", wanted, method="PATCH")["user"]["webhook_secret"]
        confirm(bert, mails.get(timeout=PATIENCE))
        table = anna.new_table(TWO)
        bert.post(f"/api/tables/{table}/join", {})
        with anna.sit(table) as chair:
            if chair.state["due"] == [0]:
                assert chair.move(0)["ok"]
            call = calls.get(timeout=PATIENCE)
            assert call["event"] == "your-turn"
            at = int(call["signature"].split(",")[0].removeprefix("t="))
            assert call["signature"] == signature(secret, at, call["body"])
            assert call["signature"] != signature(secret, at, call["body"] + b" ")
            assert bert.get("/api/me")["user"]["webhook_secret"] == secret
            assert anna.get("/api/me")["user"]["webhook_secret"] == ""
            assert call["link"] == f"https://club.example/table/{table}"
            mail = mails.get(timeout=PATIENCE)
            assert "bert@example.org" in mail
            assert f"https://club.example/table/{table}" in mail


def test_somebody_who_looks_at_the_table_is_not_told(database: str) -> None:
    with listening() as (hook, calls), running(database) as server, Player(server) as anna, Player(server) as bert:
        anna.register("Anna")
        bert.register("Bert")
        table = anna.new_table(TWO)
        with bert.sit(table) as orange:
            bert.post(f"/api/tables/{table}/join", {})
            bert.post("/api/me", {"webhook": hook}, method="PATCH")
            with anna.sit(table) as blue, bert.sit(table) as orange:
                if blue.state["due"] == [0]:
                    assert blue.move(0)["ok"]
                orange.wait_turn(1)
        # What was under way has been sent by the time that the server has stopped.
        server.stop()
        assert calls.empty()


def test_what_others_do_in_secret_is_not_told_as_a_turn(database: str) -> None:
    """Thrones: both lay out at the same time; the steps of one are nothing that the other is called for."""
    with listening() as (hook, calls), running(database) as server, Player(server) as anna, Player(server) as bert:
        anna.register("Anna")
        bert.register("Bert")
        bert.post("/api/me", {"webhook": hook}, method="PATCH")
        table = anna.new_table(TWO, game="thrones")
        bert.post(f"/api/tables/{table}/join", {})
        assert calls.get(timeout=PATIENCE)["number"] == bert.get(f"/api/tables/{table}?seat=1")["number"]
        with anna.sit(table) as chair:
            # A ready layout, and two changes to it.
            for place in (0, 3, 4):
                assert chair.move(0, place)["ok"]
        # What was under way has been sent by the time that the server has stopped.
    assert calls.empty()


def test_a_remote_bot_plays_its_account_s_matches(database: str) -> None:
    with running(database) as server, Player(server) as anna:
        anna.register("Robot owner")
        token = anna.post("/api/me/tokens", {"password": "correct horse", "label": "bot"})["token"]
        places = [{"who": "me"}, {"who": "bot", "bot": "random"}]
        table = anna.new_table(places, options={"map": "small", "turn_limit": 30})
        said: list[str] = []

        async def play() -> None:
            await asyncio.wait_for(RemoteBot(server.url, token, "random", say=said.append).run(once=True), PATIENCE)

        asyncio.run(play())
        state = anna.get(f"/api/tables/{table}?seat=0")
        assert state["status"] == "over"
        assert any(line.startswith(f"{table}: over") for line in said)


def test_a_remote_bot_that_plays_once_stays_while_the_other_thinks(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[object] = []
    look = RemoteBot._in_play

    async def in_play(bot: RemoteBot) -> dict[str, bool]:
        looks.append(await look(bot))
        return looks[-1]  # type: ignore[return-value]

    monkeypatch.setattr(RemoteBot, "_in_play", in_play)
    monkeypatch.setattr(client, "LOOK_SECONDS", 0.01)
    with running(database) as server, Player(server) as anna, Player(server) as bert:
        anna.register("Robot owner")
        bert.register("Bert")
        token = anna.post("/api/me/tokens", {"password": "correct horse", "label": "bot"})["token"]
        while True:
            table = anna.new_table(TWO)
            bert.post(f"/api/tables/{table}/join", {})
            if bert.get(f"/api/tables/{table}?seat=1")["due"] == [1]:
                break
        said: list[str] = []

        def resign() -> None:
            with bert.sit(table) as chair:
                assert chair.ask("resign", seat=1)["ok"]

        async def play() -> None:
            bot = asyncio.create_task(RemoteBot(server.url, token, "random", table, said.append).run(once=True))
            await asyncio.to_thread(wait_until, lambda: len(looks) >= 3 or bot.done())
            assert not bot.done(), "it went while its match was in play"
            await asyncio.to_thread(resign)
            await asyncio.wait_for(bot, PATIENCE)

        asyncio.run(play())
        assert bert.get(f"/api/tables/{table}?seat=1")["status"] == "over"


def test_rules_become_html_with_anchors_and_nothing_unescaped() -> None:
    source = (
        "# Game\n\n## 1. One\n\n**MT-1.1** A <b>bold</b> rule, see MT-1.2 and `code <x>`.\n- one\n- two\n\n"
        "**MT-1.2** x\n\n| a | b |\n|---|---|\n| 1 | `2` |\n"
    )
    html = to_html(source, "MT")
    assert '<p class="rule" id="MT-1.1">' in html
    assert '<a href="#MT-1.2">MT-1.2</a>' in html
    assert "&lt;b&gt;" in html
    assert "<code>code &lt;x&gt;</code>" in html
    assert "<li>two</li>" in html
    assert "<td>1</td>" in html
    assert "<b>" not in html


def test_every_rule_of_every_game_has_its_anchor(each_game: Any) -> None:
    html = to_html(each_game.rulebook.source, each_game.code)
    for rule in each_game.rulebook.rules.values():
        assert f'id="{rule.name}"' in html


def test_the_settings_page_lists_every_option_of_the_command() -> None:
    from wartable.cli import make_parser

    text = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    parser = make_parser()
    serve = parser._subparsers._group_actions[0].choices["serve"]  # type: ignore[union-attr,index]
    for action in serve._actions:
        for word in action.option_strings:
            if word.startswith("--") and word != "--help":
                assert f"`{word}" in text, f"docs/server.md does not explain {word}"
