"""Nobody can stop the server for others: what takes long is done in turns, in threads, and in bounds."""

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.numbers.chance import draw, generator
from wartable.core.registry import all_games, find_game
from wartable.server.live import broadcast, serializers, thread_pool
from wartable.server.live import live_table as live_module
from wartable.server.live.thread_pool import MOST_WAITING, Busy, Turns, Who
from wartable.server.tables import seating
from wartable.server.web import connection_limits as guarded
from wartable.server.web.proxies import read_networks

from .harness import PATIENCE, Player, Running, running, wait_until

TWO_SEATS = [{"who": "me"}, {"who": "me"}]


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server:
        yield server


class Clock:
    """The time that work is charged by: a second passes between two looks at it."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        self.seconds += 1
        return self.seconds


@pytest.fixture
def equal_work(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """All work takes the same time, however slow the machine is."""
    clock = Clock()
    monkeypatch.setattr(thread_pool, "time", clock)
    return clock


def test_who_asks_for_much_waits_behind_who_asks_for_little(equal_work: Clock) -> None:
    order: list[str] = []

    async def work() -> None:
        turns = Turns(1, "test")
        greedy = [turns.run("greedy", partial(order.append, f"greedy {number}")) for number in range(5)]
        tasks = [asyncio.ensure_future(one) for one in greedy]
        await asyncio.sleep(0)
        modest = asyncio.ensure_future(turns.run("modest", lambda: order.append("modest")))
        late = asyncio.ensure_future(turns.run("idle", lambda: order.append("idle"), background=True))
        await asyncio.gather(*tasks, modest, late)
        turns.close()

    asyncio.run(work())
    assert order.index("modest") <= 2
    assert order[-1] == "idle"


def test_who_uses_much_time_waits_behind_who_uses_little(equal_work: Clock) -> None:
    """Seconds count, not pieces of work."""
    order: list[str] = []

    def slowly() -> None:
        equal_work.seconds += 100
        order.append("greedy")

    async def work() -> None:
        turns = Turns(1, "test")
        tasks = [asyncio.ensure_future(turns.run("greedy", slowly)) for _ in range(5)]
        tasks += [asyncio.ensure_future(turns.run("modest", partial(order.append, "modest"))) for _ in range(5)]
        await asyncio.gather(*tasks)
        turns.close()

    asyncio.run(work())
    assert order == ["greedy", *["modest"] * 5, *["greedy"] * 4]


def test_many_guests_of_one_address_wait_for_each_other(equal_work: Clock) -> None:
    order: list[str] = []

    async def work() -> None:
        turns = Turns(1, "test")
        crowd = [Who.at("10.0.0.1", guest) for guest in range(18)]
        tasks = [asyncio.ensure_future(turns.run(one, partial(order.append, one))) for one in crowd for _ in range(3)]
        await asyncio.sleep(0)
        for number in range(3):
            tasks.append(asyncio.ensure_future(turns.run(Who.at("10.0.0.2", 99), partial(order.append, f"{number}"))))
        await asyncio.gather(*tasks)
        turns.close()

    asyncio.run(work())
    assert order.index("0") <= 2 and order.index("2") <= 6
    assert order.count("user 0") == 3
    assert {f"user {guest}" for guest in range(18)} <= set(order[:24]), "and each of them has a turn"


def test_one_thread_is_always_left_for_somebody_else() -> None:
    gate = threading.Event()

    async def work() -> str:
        turns = Turns(2, "test")
        stuck = [asyncio.ensure_future(turns.run("greedy", gate.wait)) for _ in range(4)]
        await asyncio.sleep(0)
        answer = await asyncio.wait_for(turns.run("modest", lambda: "done"), PATIENCE)
        gate.set()
        await asyncio.gather(*stuck)
        turns.close()
        return answer

    assert asyncio.run(work()) == "done"


def test_only_so_much_may_wait_for_one_person() -> None:
    gate = threading.Event()

    async def work() -> None:
        turns = Turns(1, "test")
        tasks = [asyncio.ensure_future(turns.run("greedy", gate.wait)) for _ in range(MOST_WAITING + 1)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await turns.run("greedy", gate.wait)
        gate.set()
        await asyncio.gather(*tasks)
        turns.close()

    asyncio.run(work())


def test_pictures_are_not_drawn_on_the_event_loop(sqlite: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a scene is being drawn, however long that takes, others are answered."""
    drawing, gate = threading.Event(), threading.Event()
    really = serializers.scene_of

    def slow(*arguments: Any) -> Any:
        drawing.set()
        assert gate.wait(PATIENCE)
        return really(*arguments)

    with Player(sqlite, "Anna") as anna, Player(sqlite, "Bert") as bert:
        mine, other = anna.new_table(TWO_SEATS), bert.new_table(TWO_SEATS)
        with bert.sit(other) as chair:
            monkeypatch.setattr(serializers, "scene_of", slow)
            thread = threading.Thread(target=lambda: anna.get(f"/api/tables/{mine}?show=scene"))
            thread.start()
            assert drawing.wait(PATIENCE)
            assert chair.ask("ping")["ok"]
            assert chair.move(chair.state["due"][0]) if chair.state["legal"] else True
            gate.set()
            thread.join(PATIENCE)


def test_a_flood_of_sit_draws_once(sqlite: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    really = serializers.scene_of

    def counted(*arguments: Any) -> Any:
        drawn.append(arguments[0].viewer)
        return really(*arguments)

    monkeypatch.setattr(serializers, "scene_of", counted)
    with Player(sqlite, "Anna") as anna:
        table = anna.new_table(TWO_SEATS)
        with anna.sit(table, "show=scene&seat=0") as chair:
            for _ in range(20):
                chair.ask("sit", seat=0)
    assert drawn == [0]


def test_what_takes_long_counts_for_more_among_a_person_s_messages(tmp_path: Path, standing_still: None) -> None:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", limits=True) as server, Player(server, "Anna") as anna:
        table = anna.new_table(TWO_SEATS)
        # Two sockets of one person share what that person may say.
        with anna.sit(table) as first, anna.sit(table) as second:
            answers = [chair.ask("sit", seat=0) for _ in range(15) for chair in (first, second)]
    refused = [answer for answer in answers if not answer["ok"]]
    assert refused and {answer["code"] for answer in refused} == {"too-fast"}


def test_many_people_of_one_address_share_what_it_may_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, standing_still: None
) -> None:
    monkeypatch.setattr("wartable.server.web.context.CROWD", 0.25)
    path = f"sqlite:///{tmp_path / 'wartable.db'}"
    with running(path, limits=True) as server, Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = anna.new_table(TWO_SEATS)
        with anna.sit(table) as first, bert.sit(table) as second:
            assert all(first.ask("ping")["ok"] for _ in range(15))
            assert second.ask("ping")["code"] == "too-fast"


class Raw:
    """A client that does as it likes: bytes, and reading only when told to."""

    def __init__(self, server: Running, first: bytes = b"") -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.sendall(first)

    def is_ended(self) -> bool:
        """Whether the server has ended the connection, which is waited for."""
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except OSError:
            pass
        finally:
            self.socket.close()
        return True


def upgrade(player: Player, table: str, query: str) -> bytes:
    cookies = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
    return (
        f"GET /api/tables/{table}/socket?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: d2FydGFibGUgaXMgaGVyZQ==\r\n\r\n"
    ).encode()


def text_frame(message: dict[str, Any]) -> bytes:
    text = json.dumps(message).encode()
    return bytes((0x81, 0x80 | len(text))) + b"\0\0\0\0" + text


def test_half_a_request_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded, "REQUEST_SECONDS", 0.3)
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server:
        for half in (b"", b"GET /api/ga", b"POST /api/guest HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{"):
            assert Raw(server, half).is_ended()


FLOODS = {"pings": b"\x89", "pongs": b"\x8a", "pieces of a message": b"\x00", "messages": b"\x81"}


def test_a_flood_of_tiny_frames_ends_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of a megabyte has 40,000 of them, which take a second to read: nobody else has a turn meanwhile."""
    read: list[int] = []
    really = guarded.GuardedWebSocket.handle_events

    def events(protocol: Any) -> None:
        read.append(len(protocol.conn.events))
        really(protocol)

    monkeypatch.setattr(guarded.GuardedWebSocket, "handle_events", events)
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        table = anna.new_table(TWO_SEATS)
        for kind, opcode in FLOODS.items():
            line = Raw(server, upgrade(anna, table, "show=record&seat=0"))
            assert line.socket.recv(65536).startswith(b"HTTP/1.1 101")
            begin = b"\x01\x80\0\0\0\0" if kind == "pieces of a message" else b""
            with contextlib.suppress(OSError):
                line.socket.sendall(begin + (opcode + b"\x80\0\0\0\0") * 40_000)
            assert line.is_ended(), kind
        assert 0 < max(read) <= 400
        assert anna.get("/api/games")["games"]


def test_requests_are_not_sent_by_the_hundred_without_waiting_for_an_answer(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server:
        line = Raw(server)
        with contextlib.suppress(OSError):
            line.socket.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 5000)
        assert line.is_ended()


@pytest.mark.parametrize(
    ("begins", "goes_on"),
    [
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"A: b\r\n" * 1000),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ", b"a" * 8000),
        (b"GET /", b"a" * 8000),
        (b"POST /api/guest HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n" * 1000),
        (b"POST /api/guest HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: ", b"a" * 8000),
    ],
    ids=["headers", "a header", "an address", "pieces of a body", "after the body"],
)
def test_a_request_that_goes_on_and_on_is_ended(sqlite: Running, begins: bytes, goes_on: bytes) -> None:
    """The parser keeps it all, and one client could fill the memory within the seconds that a request may take."""
    line = Raw(sqlite)
    line.socket.sendall(begins)
    sent, most = 0, 40_000_000
    with contextlib.suppress(OSError):
        while sent < most:
            line.socket.sendall(goes_on)
            sent += len(goes_on)
    assert sent < most
    line.socket.close()
    with Player(sqlite, "Anna") as anna:
        assert anna.get("/api/me")


def test_a_reader_who_does_not_read_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        table = anna.new_table(TWO_SEATS)
        lazy = Raw(server, upgrade(anna, table, "show=scene&seat=0"))
        live = server.context.tables.lives[table]
        wait_until(lambda: bool(live.connections))
        monkeypatch.setattr(guarded, "UNREAD_SECONDS", 0.3)

        def is_dropped() -> bool:
            with contextlib.suppress(OSError):
                lazy.socket.sendall(text_frame({"type": "sit", "id": 1, "seat": 0}))
            return not live.connections

        wait_until(is_dropped)
        lazy.socket.close()


def test_what_waits_for_a_slow_reader_is_bounded() -> None:
    async def work() -> list[bytes | int]:
        connection = live_module.Connection(None, SPECTATOR, "scene")
        most = 0
        for _ in range(50):
            connection.send(b"x" * 500_000)
            most = max(most, sum(len(text) for text in connection._outbox if isinstance(text, bytes)))
        assert most <= live_module.MOST_QUEUED_BYTES
        return await connection.queued()

    assert live_module.COME_BACK in asyncio.run(work())


def test_an_address_has_only_so_many_sockets(tmp_path: Path) -> None:
    with (
        running(f"sqlite:///{tmp_path / 'wartable.db'}", limits=True, address_sockets=3) as server,
        Player(server, "Anna") as anna,
        contextlib.ExitStack() as stack,
    ):
        table = anna.new_table(TWO_SEATS)
        for _ in range(3):
            stack.enter_context(anna.sit(table))
        with pytest.raises((ConnectionClosed, InvalidStatus)):
            anna.sit(table)


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    doorkeeper = guarded.Doorkeeper(4, read_networks(["10.0.0.1"], "--proxy"))
    for _ in range(4):
        assert doorkeeper.lets_in("127.0.0.1")
        doorkeeper.came("127.0.0.1")
    assert not doorkeeper.lets_in("127.0.0.1")
    assert doorkeeper.lets_in("127.0.0.2")
    for _ in range(20):
        assert doorkeeper.lets_in("10.0.0.1")
        doorkeeper.came("10.0.0.1")
    doorkeeper.went("127.0.0.1")
    assert doorkeeper.lets_in("127.0.0.1")
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", limits=True, address_connections=4) as server:
        silent = [Raw(server) for _ in range(8)]
        assert sum(one.socket.recv(20) == b"HTTP/1.1 503 Service" for one in silent[4:]) == 4
        for one in silent:
            one.socket.close()


def test_a_club_in_one_room_is_exempt(tmp_path: Path) -> None:
    room = read_networks(["127.0.0.0/8", "2001:db8::/32"], "--exempt")
    limits = {"limits": True, "address_guests": 1, "address_sockets": 1, "address_requests": 1}
    with (
        running(f"sqlite:///{tmp_path / 'wartable.db'}", exempt=room, **limits) as server,
        contextlib.ExitStack() as stack,
    ):
        people = [stack.enter_context(Player(server, f"Guest {name}")) for name in "ABCDEFGH"]
        table = people[0].new_table(TWO_SEATS)
        for person in people:
            stack.enter_context(person.sit(table))
        assert not server.context.settings.counts("2001:db8:1::/64")
        assert server.context.settings.counts("203.0.113.7")
        assert server.context.settings.counts("local")


def test_all_addresses_of_one_household_have_only_so_many_connections() -> None:
    doorkeeper = guarded.Doorkeeper(2)
    for address in ("2001:db8::1", "2001:db8::2"):
        assert doorkeeper.lets_in(address)
        doorkeeper.came(address)
    assert not doorkeeper.lets_in("2001:db8::3")
    assert doorkeeper.lets_in("2001:db8:0:1::3")
    doorkeeper.went("2001:db8::1")
    assert doorkeeper.lets_in("2001:db8::3")


def test_there_are_no_more_connections_than_descriptors_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarded, "most_connections", lambda: 6)
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        silent = [Raw(server) for _ in range(10)]
        assert sum(one.socket.recv(20) == b"HTTP/1.1 503 Service" for one in silent[6:]) == 4
        assert anna.get("/api/games")["games"]
        for one in silent:
            one.socket.close()


def test_a_person_has_only_so_many_matches_with_bots(sqlite: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "MOST_TABLES_WITH_BOTS", 2)
    monkeypatch.setattr(seating, "MOST_RUNNING_TABLES", 4)
    with Player(sqlite, "Anna") as anna:
        for _ in range(2):
            anna.post("/api/play", {"game": "metals", "bot": "random"})
        refused = anna.post("/api/play", {"game": "metals", "bot": "random"}, status=409)
        assert "with bots" in refused["error"]
        for _ in range(2):
            anna.new_table(TWO_SEATS)
        assert "in play" in anna.post("/api/tables", {"game": "metals", "seats": TWO_SEATS}, status=409)["error"]


def long_match(name: str, steps: int) -> Match:
    """A match of random players, or of one who tries first actions, that lasts long enough."""
    game = find_game(name)
    rng = generator(3)
    match = Match.start(game, seed=2)
    while len(match.steps) < steps and not match.is_over:
        legal = match.legal(match.due[0])
        match.play(match.due[0], legal[int(draw(rng, len(legal)))])
    return match


def test_a_long_log_is_sent_in_pages(sqlite: Running) -> None:
    with Player(sqlite, "Anna") as anna:
        table = anna.new_table(TWO_SEATS, options={"map": "large", "turn_limit": 1000})
        with anna.sit(table, "show=record&seat=0") as first, anna.sit(table, "show=record&seat=1") as second:
            chairs = [first, second]
            while first.state["number"] < 3 * broadcast.LOG_PAGE and first.state["status"] == "playing":
                seat = first.state["due"][0]
                assert chairs[seat].move(seat)["ok"]
                for chair in chairs:
                    while chair.state["number"] < chairs[seat].state["number"]:
                        chair.receive()
        match = sqlite.context.tables.lives[table].table.match
        with anna.sit(table, "show=scene&seat=0") as chair:
            log, before = chair.state["log"], chair.state["log_before"]
            assert len({line["step"] for line in log}) <= broadcast.LOG_PAGE
            assert before is not None
            while before is not None:
                page = chair.ask("log", before=before)
                log, before = page["log"] + log, page["log_before"]
        assert log == json.loads(json.dumps(serializers.log_json(match.see(0), enumerate(match.steps))))


def test_every_game_says_who_saw_what_when_it_is_read_again(sqlite: Running) -> None:
    """Reading a match by what its entries led to gives each viewer the same numbers, log and clock as following it."""
    for game in all_games():
        with Player(sqlite, "Anna") as anna:
            seats = [{"who": "me"}, *[{"who": "bot", "bot": "random"}] * (game.seats[0] - 1)]
            clock = {"kind": "game", "seconds": 3600, "bonus": 3}
            table = anna.new_table(seats, game=game.name, clock=clock)
            with anna.sit(table) as chair:
                for place in range(25):
                    chair.wait_turn(0)
                    if chair.state["status"] == "over":
                        break
                    chair.move(0, place)
                    if place % 6 == 5:
                        chair.ask("undo", seat=0)
                chair.wait_turn(0)
                service = sqlite.context.tables
                wait_until(partial(is_at_rest, service.lives[table]))
                followed = service.lives.pop(table).table
                with anna.sit(table):
                    read = service.lives[table].table
                for viewer in (SPECTATOR, *range(len(seats))):
                    assert facts(followed, viewer) == facts(read, viewer), f"{game.name}, {viewer}"
                assert followed.asked_since == read.asked_since


def is_at_rest(live: Any) -> bool:
    return not live.table.bots_due() and not live.lock.locked()


def facts(table: Any, viewer: int) -> Any:
    seen = table.stream(viewer)
    clock = json.loads(json.dumps(seen.clock_json(table.clock)))
    return seen.number, seen.whole, seen.steps, seen.view.tobytes(), clock, table.due_for(viewer)


def test_undoing_has_an_end(sqlite: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wartable.server.play.moves.MOST_ENTRIES", 2)
    with Player(sqlite, "Anna") as anna:
        table = anna.new_table(TWO_SEATS)
        with anna.sit(table) as chair:
            for _ in range(4):
                seat = chair.state["due"][0]
                chair.ask("sit", seat=seat)
                assert chair.move(seat)["ok"]
            assert chair.ask("undo", seat=0)["code"] == "nothing"


def test_bots_of_a_table_that_everybody_has_left_have_their_turn_last(sqlite: Running) -> None:
    with Player(sqlite, "Anna") as anna:
        seats = [{"who": "me"}, *[{"who": "bot", "bot": "random"}] * 2]
        table = anna.new_table(seats, game="iron_kings")
        live = sqlite.context.tables.lives[table]
        assert live.table.has_people
        with anna.sit(table) as chair:
            assert chair.ask("resign", seat=0)["ok"]
        assert not live.table.has_people
