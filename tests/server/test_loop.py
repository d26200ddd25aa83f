"""Nothing of a game runs on the event loop but the rules that are compiled ahead, whatever somebody sends."""

import asyncio
import gc
import json
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest

from wartable.compiler.dispatcher import Rule
from wartable.compiler.mode import switch
from wartable.core.game import Game
from wartable.server.live import protocol
from wartable.server.live.protocol import ClientMessage

from . import harness
from .harness import Chair, Player, Running, running

MOST_SECONDS = 0.05
"""So long others may wait for what one message does on the loop."""
ROUNDS = 3
"""How often everything is asked: what takes long does so each time, what a busy machine holds up does not."""
WRITTEN = ("zz", "é" * 200, "1-" * 100, "a1-b2", " " * 200, "pass pass", "{0}{1}", "9" * 200)
THINGS = ("nowhere", "name-1", "-", "hex-", "x-name-1", "tile-99999999999", "x" * 100, "", "a-b-c-d", "card--1")
SHEETS = ("nothing", "x" * 100)


class Loop:
    """What each callback of the server's event loop costs, in seconds of its thread, and which rules it calls."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thread: threading.Thread | None = None
        self.costs: list[tuple[float, str]] = []
        self.rules: set[str] = set()
        run, call = asyncio.Handle._run, Rule.__call__
        monkeypatch.setattr(asyncio.Handle, "_run", lambda handle: self._run(run, handle))
        monkeypatch.setattr(Rule, "__call__", lambda rule, *given, **named: self._call(call, rule, given, named))

    def _run(self, run: Any, handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        if threading.current_thread() is self.thread:
            self.costs.append((time.thread_time() - begun, repr(handle)))

    def _call(self, call: Any, rule: Rule, given: Any, named: Any) -> Any:
        # While a game's rules are read they call each other here, and nothing is compiled.
        is_here = threading.current_thread() is self.thread and not switch.reads
        if is_here and rule.py_func.__module__.startswith("wartable.games."):
            self.rules.add(rule.py_func.__name__)
        return call(rule, *given, **named)


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loop]:
    # Looking for rubbish takes as long as there are objects in this process, which is no server alone.
    gc.disable()
    yield Loop(monkeypatch)
    gc.enable()


@pytest.fixture
def measured(loop: Loop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(harness, "server_config", partial(harness.server_config, loop="asyncio"))
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server:
        loop.thread = server.thread
        yield server


def worst_messages(seat: int, number: int, actions: int) -> Iterator[dict[str, Any]]:
    """Every type of message with what takes longest to make sense of, for a seat that is to act; at last it resigns."""
    mine = {"seat": seat}
    asked = {"seat": seat, "number": number}
    yield from ({"type": "move", **asked, "move": text} for text in WRITTEN)
    yield from ({"type": "move", **asked, "action": code} for code in (0, actions - 1, actions, 2**31))
    yield from ({"type": "ask", **mine, "text": text[:200] or "may I?"} for text in WRITTEN)
    for thing in THINGS:
        yield {"type": "why", **mine, "path": [thing], "below": list(THINGS[:4])}
        yield {"type": "why", **mine, "path": [thing] * 12}
        yield {"type": "go", **asked, "path": [thing, "nowhere"]}
        yield {"type": "look", "thing": thing, "actions": [0, 1, actions - 1, 2**31], "reach": True}
        yield {"type": "weigh", **mine, "path": [thing]}
    for sheet in (*THINGS, *SHEETS):
        yield {"type": "order", **asked, "sheet": sheet, "numbers": [2**31] * 24}
        yield {"type": "order", **asked, "sheet": sheet, "numbers": []}
    yield {"type": "weigh", **mine, "sheet": "nothing", "numbers": [2**31] * 24}
    yield {"type": "weigh", **mine, "action": actions - 1}
    for place in (0, 1, 2**31):
        yield from ({"type": "log", "before": place}, {"type": "film", "step": place})
    yield from ({"type": "sit", "seat": place} for place in (-1, seat))
    yield {"type": "say", "text": "x" * 1000}
    yield {"type": "sign", "sign": "hello"}
    yield from ({"type": "quiet", "quiet": quiet} for quiet in (True, False))
    yield from ({"type": kind, **mine} for kind in ("coach", "hint", "undo"))
    yield {"type": "answer", **mine, "agree": True}
    yield from ({"type": "ping"}, {"type": "resign", **mine})


def test_every_type_of_message_is_among_the_worst() -> None:
    types = {get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(ClientMessage)}
    worst = list(worst_messages(0, 0, 10))
    assert {message["type"] for message in worst} == types
    assert all(protocol.read_message(json.dumps(message)) for message in worst)


def routes(game: str, table: str, seat: int) -> Iterator[tuple[str, str, Any]]:
    """What else makes something of a game, and of what somebody wrote."""
    for text in WRITTEN:
        yield "POST", f"/api/tables/{table}/moves", {"seat": seat, "move": text}
        yield "POST", f"/api/games/{game}/lesson/1", {"move": text}
    for thing in THINGS:
        yield "POST", f"/api/games/{game}/lesson/1", {"path": [thing[:80]] * 12}
    for path in ("", "/rules", "/aid", "/glossary", "/lessons", "/lesson/0", "/picture.svg"):
        yield "GET", f"/api/games/{game}{path}", None
    yield "GET", "/api/games", None
    for show in ("scene", "record"):
        yield "GET", f"/api/tables/{table}?seat={seat}&show={show}", None


LONG = "é-" * 60
BODIES: tuple[dict[str, Any], ...] = (
    {},
    {"text": LONG, "move": LONG, "path": [LONG] * 12, "seat": 2**31, "action": 2**31, "number": 2**31},
)
ELSEWHERE = ("/api/me", "/api/admin", "/api/log", "/api/register", "/api/reset", "/api/guest", "/api/oidc")
"""Routes that know no game, and some that end one's session."""


def all_routes(paths: dict[str, Any], game: str, table: str) -> Iterator[tuple[str, str, Any]]:
    """Every route of games and tables, as the router lists them, with what is too long, too large or not there."""
    named = {"name": game, "game": game, "match_id": table}
    for path, methods in paths.items():
        if path.startswith(ELSEWHERE):
            continue
        for worst in ("0", LONG):
            place = path.format_map(defaultdict(partial(str, worst), named))
            if "get" in methods:
                yield "GET", f"{place}?seat=0&start=999999&show=scene&theme={LONG}", None
            if "post" in methods:
                yield from (("POST", place, body) for body in BODIES)


def begin(player: Player, game: Game) -> tuple[str, int]:
    """A match of people at one device, a few moves old; and a seat that is to act."""
    table = player.new_table([{"who": "me"}] * game.seats[0], game=game.name)
    for _ in range(4):
        seat, legal = asked(player, table)
        player.post(f"/api/tables/{table}/moves", {"seat": seat, "action": legal[0]})
    return table, asked(player, table)[0]


def asked(player: Player, table: str) -> tuple[int, list[int]]:
    """A seat that is to act, which not everybody may know, and what it can do."""
    for seat in player.get(f"/api/tables/{table}")["due"]:
        if legal := player.get(f"/api/tables/{table}?seat={seat}")["legal"]:
            return seat, legal
    raise AssertionError("nobody is to act")


def ask(chair: Chair, message: dict[str, Any]) -> dict[str, Any]:
    return chair.ask(message["type"], **{name: message[name] for name in message if name != "type"})


def test_no_message_and_no_route_keeps_the_loop_from_others(
    measured: Running, loop: Loop, each_game: Game, anna: Player
) -> None:
    table, seat = begin(anna, each_game)
    paths = anna.get("/openapi.json")["paths"]
    assert len(paths) > 40

    def request_all(sent: Iterator[tuple[str, str, Any]]) -> set[int]:
        return {anna.http.request(way, path, json=body).status_code for way, path, body in sent}

    request_all(routes(each_game.name, table, seat))
    loop.costs.clear()
    for _ in range(ROUNDS):
        table, seat = begin(anna, each_game)
        assert max(request_all(routes(each_game.name, table, seat))) < 500
        assert max(request_all(all_routes(paths, each_game.name, table))) < 500
        with anna.sit(table, f"show=scene&seat={seat}") as chair:
            for message in worst_messages(seat, chair.state["number"], each_game.action_count):
                assert ask(chair, message).get("code") not in ("failed", "not-due"), message
    slowest = sorted(loop.costs)[-ROUNDS:]
    assert slowest[0][0] < MOST_SECONDS, slowest
    assert loop.rules <= set(each_game.functions), "only what is compiled ahead"


@pytest.fixture
def anna(measured: Running) -> Iterator[Player]:
    with Player(measured, "Anna") as player:
        yield player
