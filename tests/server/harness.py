"""A real server on a free port, and players that talk to it."""

import json
import os
import re
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

import httpx
import uvicorn
from fastapi import APIRouter
from websockets.sync.client import ClientConnection, connect

from wartable.server.storage.files import database_file, make_private
from wartable.server.storage.migrate import upgrade
from wartable.server.web.run import server_config
from wartable.server.web.settings import Settings

# A busy machine is slow, and nothing here depends on speed.
PATIENCE = float(os.environ.get("WARTABLE_PATIENCE", 180))


def wait_until(reached: Callable[[], object], what: str = "it") -> None:
    deadline = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < deadline, f"{what} did not come"
        time.sleep(0.01)


TRUST = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here is asked by HTTPS. To read all certificates of the system takes 50 ms, for each client anew."""


class Running:
    """A server in a thread of this process."""

    def __init__(self, settings: Settings, *parts: APIRouter) -> None:
        config = server_config(settings, *parts, host="127.0.0.1", port=0)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        wait_until(lambda: self.server.started or not self.thread.is_alive(), "the server")
        assert self.server.started, "the server stopped while it started"
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.context = config.app.state.context  # type: ignore[union-attr]

    def host_key(self, name: str) -> str:
        """What the server prints for a named admin."""
        link: str = self.context.host_links[name]
        return parse_qs(urlsplit(link).fragment)["host"][0]

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server did not stop"


@cache
def _new_file() -> bytes:
    """An SQLite database as the first start of a server makes it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "wartable.db"
        upgrade(f"sqlite:///{path}")
        return path.read_bytes()


def _lay_out(database: str) -> None:
    """Give a database that is not there yet its tables, which else every start makes step by step."""
    path = database_file(database)
    if path and not path.exists():
        make_private(path)
        path.write_bytes(_new_file())


@contextmanager
def running(database: str, *parts: APIRouter, **changes: Any) -> Iterator[Running]:
    settings: dict[str, Any] = {"bot_pause": 0.0, "warm_games": False, "limits": False, "local_webhooks": True}
    _lay_out(database)
    server = Running(Settings(database=database, **{**settings, **changes}), *parts)
    try:
        yield server
    finally:
        server.stop()


def all_choices(before: list[Any], sent: dict[str, Any]) -> list[Any]:
    """The choices of an update, with those that were known before: see `web/src/playback/wire.ts`."""
    fresh = []
    for place, action in enumerate(accumulate(sent.get("actions", ()))):
        path = [sent["things"][column[place]] for column in sent["paths"] if column[place] >= 0]
        choice = {"action": action, "notation": sent["notations"][place], "label": sent["labels"][place], "path": path}
        fresh.append(choice | ({"risky": True} if place in sent["risky"] else {}))
    found: list[Any] = []
    for place, count in sent["runs"]:
        found += before[place : place + count] if place >= 0 else fresh[:count]
        fresh = fresh if place >= 0 else fresh[count:]
    return found


class Shown:
    """A table as a client draws it that was sent a scene and then what changed: see `web/src/playback/wire.ts`."""

    def __init__(self) -> None:
        self.outlines: dict[str, str] = {}
        self._parts: dict[str, dict[str, dict[str, Any]]] = {"panels": {}, "things": {}}
        self._past: dict[str, dict[str, Any]] = {}

    def whole(self, scene: dict[str, Any]) -> "Shown":
        self.outlines |= scene["outlines"]
        self._parts = {kind: {part["id"]: part for part in scene[kind]} for kind in ("panels", "things")}
        return self

    def play(self, frame: dict[str, Any]) -> None:
        if "scene" in frame:
            self.whole(frame["scene"])
            return
        for gone in frame.get("gone", ()):
            self._past[gone] = self._parts["things"].pop(gone)
        for part in frame.get("things", ()):
            if part.get("back"):
                self._parts["things"][part["id"]] = self._past[part["id"]]
            self._take("things", {name: part[name] for name in part if name != "back"})
        if "panels" in frame:
            known, self._parts["panels"] = self._parts["panels"], {}
            for part in frame["panels"]:
                name = part if isinstance(part, str) else part["id"]
                self._parts["panels"] |= {name: known[name]} if name in known else {}
                if not isinstance(part, str):
                    self._take("panels", part)

    def _take(self, kind: str, change: dict[str, Any]) -> None:
        part = self._parts[kind].get(change["id"], {}) | {name: change[name] for name in change if name != "cut"}
        for name, (start, end, text) in change.get("cut", {}).items():
            part[name] = part[name][:start] + text + part[name][len(part[name]) - end :]
        self._parts[kind][change["id"]] = {name: value for name, value in part.items() if value is not None}

    def _written(self, kind: str) -> dict[str, dict[str, Any]]:
        text = re.sub(
            r' d=\\"#(\w+)\\"', lambda named: f' d=\\"{self.outlines[named[1]]}\\"', json.dumps(self._parts[kind])
        )
        found: dict[str, dict[str, Any]] = json.loads(text)
        return found

    @property
    def things(self) -> dict[str, dict[str, Any]]:
        """All things by their ids, with outlines where they are drawn."""
        return self._written("things")

    @property
    def panels(self) -> list[dict[str, Any]]:
        return list(self._written("panels").values())


class HasUrl(Protocol):
    @property
    def url(self) -> str: ...


class Player:
    """Somebody with a browser's cookie jar: HTTP requests, and sockets at tables."""

    def __init__(self, server: HasUrl, name: str | None = None, token: str | None = None) -> None:
        self.server = server
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE, headers=headers, verify=TRUST)
        self.token = token
        if name:
            self.post("/api/guest", {"name": name})

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: Any, status: int = 200, method: str = "POST") -> Any:
        answer = self.http.request(method, path, json=body)
        assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
        return answer.json()

    def register(self, name: str, password: str = "correct horse", key: str = "") -> None:
        self.post("/api/register", {"name": name, "password": password} | ({"key": key} if key else {}))

    def new_table(self, seats: list[dict[str, str]], **more: Any) -> str:
        table: str = self.post("/api/tables", {"game": "metals", "seats": seats, **more})["table"]
        return table

    def sit(self, table: str, query: str = "show=record") -> "Chair":
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}
        if self.token:
            headers = {"authorization": f"Bearer {self.token}"}
        url = f"{self.server.url.replace('http', 'ws')}/api/tables/{table}/socket?{query}"
        line = connect(
            url,
            additional_headers=headers,
            compression=None,
            max_size=2**24,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        return Chair(line)


class Chair:
    """A socket at a table. `state` is what the last message said."""

    def __init__(self, line: connect) -> None:
        self.line = line
        self.socket: ClientConnection = line.__enter__()
        self.state: dict[str, Any] = {}
        self.bytes: list[str] = []
        self._next = 1
        self.until(lambda message: message["type"] == "table")

    def __enter__(self) -> "Chair":
        return self

    def __exit__(self, *_: object) -> None:
        self.line.__exit__(None, None, None)

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.bytes.append(text)
        message: dict[str, Any] = json.loads(text)
        if "frames" in message and message["type"] == "update":
            message["log"] = [line for frame in message["frames"] for line in frame["log"]]
        if message["type"] == "update" and "choices" in message:
            message["choices"] = all_choices(self.state.get("choices", []), message["choices"])
        if message["type"] in ("table", "update"):
            self.state = {**self.state, **message}
        return message

    def until(self, wanted: Any, timeout: float = PATIENCE) -> dict[str, Any]:
        deadline = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.1, deadline - time.monotonic()))
            if wanted(message):
                return message

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for its reply."""
        number, self._next = self._next, self._next + 1
        self.socket.send(json.dumps({"type": type, "id": number, **fields}))
        return self.until(lambda message: message["type"] == "reply" and message["to"] == number)

    def wait_turn(self, seat: int) -> None:
        while seat not in self.state["due"] and self.state["status"] != "over":
            self.receive()

    def move(self, seat: int, place: int = 0) -> dict[str, Any]:
        """Play one of the legal actions."""
        self.wait_turn(seat)
        legal = self.state["legal"]
        return self.ask("move", seat=seat, number=self.state["number"], action=legal[place % len(legal)])
