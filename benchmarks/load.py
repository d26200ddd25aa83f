"""Load on a server: many matches of two sockets each, moves at a rate, and how long until the opponent sees them.

    python benchmarks/load.py --matches 300 --rate 900 --seconds 20
    python benchmarks/load.py --matches 1000 --rate 1000 --seconds 20 --show scene
    python benchmarks/load.py --matches 100 --rate 300 --kill 8      kill -9 after 8 s, start again, check
    python benchmarks/load.py --matches 300 --rate 900 --hostile     with limits on, beside benchmarks/hostile.py
    python benchmarks/load.py --attacks --matches 100 --rate 100      one attack after the other, a line for each
    python benchmarks/load.py --packed                                messages compressed, as for a browser
    python benchmarks/load.py --against ../before --rounds 3         in turns with the server of another checkout

It starts `wartable serve` with an SQLite file on disk as a process of its own, on this machine and the loopback
address only, and stops it. Latency is from sending a move until the opponent's socket has the update; the server
sends it when the move is on disk. `--kill` kills the server in the middle, starts it again, and checks that every
acknowledged move is in the database once, at the number that was acknowledged, and that every match goes on.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Any, cast

import orjson
from hostile import ATTACKS, request

HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        port: int = found.getsockname()[1]
        return port


class Server:
    """`wartable serve` as a process."""

    def __init__(self, database: str, port: int, limits: bool = False, source: str = "") -> None:
        """`source` is the `src` of another checkout, to run its server."""
        self.database, self.port, self.limits, self.source = database, port, limits, source
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = [
            "serve",
            "--no-browser",
            *([] if self.limits else ["--no-limits", "--no-warm"]),
            "--port",
            str(self.port),
            "--database",
            self.database,
        ]
        path = {"PYTHONPATH": self.source} if self.source else {}
        command = [sys.executable, "-m", "wartable", *words, "--bot-pause", "0"]
        self.process = subprocess.Popen(command, env={**os.environ, **path}, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"http://{HOST}:{self.port}/api/games", timeout=5) as answer:
                    # With limits it is the server that people have, with all games prepared.
                    asked = [game for game in json.load(answer)["games"] if self.limits or game["name"] == GAME]
                    if all(game["ready"] for game in asked):
                        return
            except OSError:
                pass
            time.sleep(0.2)
        raise SystemExit("load: the server did not get ready")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def cpu_seconds(self) -> float:
        """The CPU seconds that the server has used, if the system reports them (Linux)."""
        assert self.process is not None
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """The memory of the server in megabytes, if the system reports it (Linux)."""
        assert self.process is not None
        try:
            lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        except OSError:
            return 0.0
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)


GAME = "metals"
PACKED, FLUSHED = 64, b"\x00\x00\xff\xff"
"""The bit of a compressed frame, and the bytes omitted at its end."""


class Line(asyncio.Protocol):
    """A minimal WebSocket: whole text frames, none of them large. It shares the machine with the server, so it must
    use little CPU.
    """

    def __init__(self, head: bytes, heard: Callable[[bytes], None]) -> None:
        self.head, self.heard = head, heard
        self.unpacks = zlib.decompressobj(wbits=-15)
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self.rest = b""
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def open(
        cls, port: int, path: str, cookie: str, heard: Callable[[bytes], None], source: str, packed: bool
    ) -> "Line":
        offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n" if packed else ""
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\n{offer}"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: d2FydGFibGUgaXMgaGVyZQ==\r\n\r\n"
        )
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(head.encode(), heard), HOST, port, local_addr=(source, 0))
        await line.opened
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.head)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the socket was refused"))

    def data_received(self, data: bytes) -> None:
        data = self.rest + data if self.rest else data
        if not self.opened.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.rest = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self.opened.set_result(None)
        at = 0
        while (end := self._frame_end(data, at)) is not None:
            start, stop = end
            if data[at] & 15 == 1:
                text = data[start:stop]
                self.heard(self.unpacks.decompress(text + FLUSHED) if data[at] & PACKED else text)
            elif data[at] & 15 == 9:
                self._write(10, data[start:stop])
            at = stop
        self.rest = data[at:]

    def _frame_end(self, data: bytes, at: int) -> tuple[int, int] | None:
        """Where the payload of the frame at a position begins and ends; None if it is incomplete."""
        if len(data) < at + 2:
            return None
        length, start = data[at + 1] & 127, at + 2
        if length > 125:
            size = 2 if length == 126 else 8
            if len(data) < start + size:
                return None
            length, start = int.from_bytes(data[start : start + size], "big"), start + size
        return (start, start + length) if len(data) >= start + length else None

    def send(self, text: bytes) -> None:
        self._write(1, text)

    def _write(self, kind: int, text: bytes) -> None:
        """A client's frames are masked; a mask of zeros counts too."""
        assert self.transport is not None
        size = bytes((128 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(bytes((128 | kind,)) + size + b"\0\0\0\0" + text)

    def abort(self) -> None:
        if self.transport:
            self.transport.abort()


Who = tuple[str, str]
"""A person: a cookie, and their address."""


@dataclass
class Seat:
    """A player: a cookie, and a socket."""

    cookie: str
    source: str
    number: int
    line: Line | None = None
    sent_number: int = 0
    sent_action: int = 0
    told: dict[str, Any] = field(default_factory=dict)
    """The last value that it was sent for each part of the table."""


@dataclass
class Pair:
    """A match with its two players."""

    table: str
    seats: list[Seat]
    due: list[int] = field(default_factory=list)
    number: int = 0
    legal: list[int] = field(default_factory=list)
    over: bool = False
    sent_at: float = 0.0
    sender: int = -1
    waiting: bool = False


@dataclass
class Tally:
    latencies: list[float] = field(default_factory=list)
    acknowledged: list[tuple[str, int, int, int]] = field(default_factory=list)
    refused: int = 0
    late_starts: int = 0


async def post(port: int, path: str, body: Any, who: Who | None = None, source: str = HOST) -> tuple[Any, str]:
    cookie, source = who or ("", source)
    status, answer, given = await asyncio.to_thread(request, port, source, "POST", path, body, cookie)
    if status != 200:
        raise SystemExit(f"load: {path}: {status}: {answer}")
    return answer, given


async def new_players(port: int, count: int) -> list[Who]:
    """Guests, each at their own address as far as there are enough; each plays several matches, as people do."""
    sources = [f"127.0.1.{1 + number % 250}" for number in range(count)]
    return [
        ((await post(port, "/api/guest", {"name": f"Load {number}"}, source=source))[1], source)
        for number, source in enumerate(sources)
    ]


async def new_pair(port: int, people: list[Who], number: int) -> Pair:
    first, second = people[number % len(people)], people[(number + 1) % len(people)]
    body = {"game": GAME, "seats": [{"who": "me"}, {"who": "open"}], "options": {"map": "large", "turn_limit": 1000}}
    table = (await post(port, "/api/tables", body, first))[0]["table"]
    await post(port, f"/api/tables/{table}/join", {}, second)
    return Pair(table, [Seat(*first, 0), Seat(*second, 1)])


class Load:
    """Plays random moves at a rate over all matches."""

    def __init__(self, url: str, show: str, packed: bool, tally: Tally) -> None:
        self.port, self.show, self.packed, self.tally = int(url.rsplit(":", 1)[1]), show, packed, tally

    async def sit(self, pair: Pair, seat: Seat) -> None:
        path = f"/api/tables/{pair.table}/socket?show={self.show}&seat={seat.number}"
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(text: bytes) -> None:
            self._read(pair, seat, orjson.loads(text))
            if not first.done():
                first.set_result(None)

        seat.line = await Line.open(self.port, path, seat.cookie, heard, seat.source, self.packed)
        await first

    def _read(self, pair: Pair, seat: Seat, message: dict[str, Any]) -> None:
        now = time.perf_counter()
        if message["type"] == "reply":
            self._replied(pair, seat, message)
            return
        if message["type"] not in ("table", "update"):
            return
        # An update says only what is not as it was.
        told = seat.told = {
            **({} if message["type"] == "table" else seat.told),
            **message,
            "legal": legal(seat, message),
        }
        if told["number"] >= pair.number:
            pair.number, pair.due, pair.over = told["number"], told["due"], told["status"] == "over"
        if seat.number in told["due"]:
            pair.legal = told["legal"]
        if pair.waiting and pair.sender != seat.number:
            self.tally.latencies.append(now - pair.sent_at)
            pair.waiting = False

    def _replied(self, pair: Pair, seat: Seat, message: dict[str, Any]) -> None:
        if message["ok"]:
            self.tally.acknowledged.append((pair.table, seat.sent_number, seat.number, seat.sent_action))
        else:
            self.tally.refused += 1
            pair.waiting = False

    def move(self, pair: Pair) -> bool:
        if pair.waiting or pair.over or not pair.due or not pair.legal:
            return False
        seat = pair.seats[pair.due[0]]
        if seat.line is None or seat.line.lost:
            return False
        action = random.choice(pair.legal)
        pair.sender, seat.sent_number, seat.sent_action = seat.number, pair.number, action
        pair.waiting, pair.legal, pair.sent_at = True, [], time.perf_counter()
        message = {"type": "move", "id": 1, "seat": seat.number, "number": pair.number, "action": action}
        seat.line.send(orjson.dumps(message))
        return True

    async def run(self, pairs: list[Pair], rate: float, seconds: float) -> tuple[int, float]:
        """Make moves at the rate, in all matches in turn; returns how many were made, and in what time."""
        begun = time.perf_counter()
        made = 0
        turn = 0
        while (now := time.perf_counter() - begun) < seconds:
            due = int(now * rate) - made
            for _ in range(max(0, due)):
                for _ in range(len(pairs)):
                    turn += 1
                    if self.move(pairs[turn % len(pairs)]):
                        made += 1
                        break
                else:
                    self.tally.late_starts += 1
                    break
            await asyncio.sleep(0.002)
        await asyncio.sleep(1.0)
        return made, seconds

    def close(self, pairs: list[Pair]) -> None:
        for pair in pairs:
            for seat in pair.seats:
                if seat.line:
                    seat.line.abort()


def legal(seat: Seat, message: dict[str, Any]) -> list[int]:
    """The legal actions of somebody: those of a record, or of choices, which an update changes."""
    if "choices" not in message:
        return cast(list[int], message.get("legal", seat.told.get("legal", [])))
    choices = message["choices"]
    if message["type"] == "table":
        return [choice["action"] for choice in choices]
    before, fresh = seat.told["legal"], list(accumulate(choices.get("actions", ())))
    found: list[int] = []
    for place, count in choices["runs"]:
        found += before[place : place + count] if place >= 0 else fresh[:count]
        fresh = fresh if place >= 0 else fresh[count:]
    return found


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def check_database(path: str, acknowledged: list[tuple[str, int, int, int]]) -> dict[str, int]:
    """Check that every acknowledged move is stored once, at its number, and that the numbers of each match have no
    gaps.
    """
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT match_id, number, seat, value FROM entries").fetchall()
    known = {(match_id, number): (seat, value) for match_id, number, seat, value in rows}
    missing = [move for move in acknowledged if known.get((move[0], move[1])) != (move[2], move[3])]
    counts: dict[str, int] = {}
    for match_id, _ in known:
        counts[match_id] = counts.get(match_id, 0) + 1
    gaps = [match_id for match_id, count in counts.items() if (match_id, count - 1) not in known]
    return {"entries": len(rows), "missing": len(missing), "doubled": len(rows) - len(known), "gaps": len(gaps)}


async def set_up(url: str, arguments: argparse.Namespace, tally: Tally) -> tuple[Load, list[Pair]]:
    matches, show, port = arguments.matches, arguments.show, int(url.rsplit(":", 1)[1])
    people = await new_players(port, max(2, matches if arguments.hostile else matches // 10))
    # The first table loads the compiled rules; nothing of that is measured.
    await post(port, "/api/play", {"game": GAME, "bot": "random"}, people[0])
    load = Load(url, show, arguments.packed, tally)
    limit = asyncio.Semaphore(8)

    async def one(number: int) -> Pair:
        async with limit:
            pair = await new_pair(port, people, number)
            for seat in pair.seats:
                await load.sit(pair, seat)
            return pair

    return load, await asyncio.gather(*(one(number) for number in range(matches)))


async def reconnect(url: str, pairs: list[Pair], arguments: argparse.Namespace, tally: Tally) -> Load:
    """Reconnect like browsers: all within the first delay of `web/src/table/live.ts`, and again if refused."""
    load = Load(url, arguments.show, arguments.packed, tally)

    async def come_back(pair: Pair, seat: Seat) -> None:
        delay = 0.4
        while True:
            await asyncio.sleep(delay * (0.2 + random.random()))
            try:
                await load.sit(pair, seat)
                return
            except OSError:
                delay = min(8.0, 1.7 * delay)

    for pair in pairs:
        pair.waiting, pair.number = False, 0
    await asyncio.gather(*(come_back(pair, seat) for pair in pairs for seat in pair.seats))
    return load


@contextmanager
def database_file(named: str | None) -> Iterator[str]:
    if named:
        yield named
        return
    with tempfile.TemporaryDirectory(dir=os.environ.get("WARTABLE_BENCH_DIR")) as folder:
        yield str(Path(folder) / "load.db")


async def measure(arguments: argparse.Namespace, source: str = "") -> dict[str, Any]:
    random.seed(arguments.seed)
    port = free_port()
    url = f"http://{HOST}:{port}"
    with database_file(arguments.database) as path:
        server = Server(path, port, arguments.hostile, source)
        tally = Tally()
        try:
            server.start()
            load, pairs = await set_up(url, arguments, tally)
            facts: dict[str, Any] = {
                "matches": len(pairs),
                "sockets": 2 * len(pairs),
                "show": arguments.show,
                "packed": arguments.packed,
            }
            busy = other_work(server)
            if arguments.kill:
                facts |= await killed(arguments, server, load, pairs, tally, url, path)
            else:
                used, own = server.cpu_seconds(), time.process_time()
                quiet = server.megabytes()
                with attacked(arguments, port) as attackers:
                    made, seconds = await load.run(pairs, arguments.rate, arguments.seconds)
                facts |= attackers | {"megabytes_before": round(quiet), "megabytes_after": round(server.megabytes())}
                used, own = server.cpu_seconds() - used, time.process_time() - own
                load.close(pairs)
                facts |= figures(arguments.rate, made, seconds, tally)
                facts |= {"server_cpu_ms_a_move": round(1000 * used / max(1, made), 2)}
                facts |= {"generator_cpu_ms_a_move": round(1000 * own / max(1, made), 2)}
                facts |= {"other_work_on_the_machine": busy()}
                server.stop()
                facts |= check_database(path, tally.acknowledged)
        finally:
            server.stop()
    return facts


async def tried(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Every attack of benchmarks/hostile.py during the same honest matches; a row for each, the first without an
    attack.
    """
    random.seed(arguments.seed)
    arguments.hostile = True
    port = free_port()
    rows: list[dict[str, Any]] = []
    with database_file(arguments.database) as path:
        server = Server(path, port, limits=True)
        try:
            server.start()
            load, pairs = await set_up(f"http://{HOST}:{port}", arguments, Tally())
            people = [(seat.cookie, seat.source) for pair in pairs for seat in pair.seats]
            for attack in arguments.attacks or ATTACKS:
                arguments.attack = attack
                for number, pair in enumerate(pairs):
                    if pair.over:
                        pairs[number] = pair = await new_pair(port, people, number)
                        for seat in pair.seats:
                            await load.sit(pair, seat)
                tally = load.tally = Tally()
                busy, before = other_work(server), server.megabytes()
                with attacked(arguments, port) as told:
                    made, seconds = await load.run(pairs, arguments.rate, arguments.seconds)
                found = figures(arguments.rate, made, seconds, tally)
                row = {"attack": arguments.attack, **{name: found[name] for name in ROW}}
                row |= {"megabytes": [round(before), round(server.megabytes())], "others": busy(), **told}
                rows.append(row)
                print(json.dumps(row), flush=True)
            load.close(pairs)
        finally:
            server.stop()
    return rows


ROW = ("moves_a_second", "refused", "p50_ms", "p99_ms", "max_ms")


async def compared(arguments: argparse.Namespace) -> dict[str, Any]:
    """The same load on another checkout's server and on this one's, in turns; the result of each round, and medians."""
    sources = {"before": str(Path(arguments.against, "src").resolve()), "after": ""}
    rounds: dict[str, list[dict[str, Any]]] = {name: [] for name in sources}
    for _ in range(arguments.rounds):
        for name, source in sources.items():
            rounds[name].append(await measure(arguments, source))
    told = ("server_cpu_ms_a_move", "p50_ms", "p99_ms", "moves_a_second", "other_work_on_the_machine")
    facts: dict[str, Any] = {name: {key: [one[key] for one in some] for key in told} for name, some in rounds.items()}
    costs = {name: statistics.median(some["server_cpu_ms_a_move"]) for name, some in facts.items()}
    return facts | {"median_cpu_ms_a_move": costs, "ratio": round(costs["after"] / costs["before"], 2)}


@contextmanager
def attacked(arguments: argparse.Namespace, port: int) -> Iterator[dict[str, Any]]:
    """Run with a hostile client in a separate process; afterwards print what it did."""
    told: dict[str, Any] = {}
    if not arguments.hostile:
        yield told
        return
    script = Path(__file__).with_name("hostile.py")
    only = ["--only", arguments.attack] if arguments.attack else []
    words = ["--port", str(port), "--seconds", str(arguments.seconds), "--game", arguments.hostile_game, *only]
    process = subprocess.Popen([sys.executable, str(script), *words], stdout=subprocess.PIPE, text=True)
    try:
        yield told
        told["hostile"] = json.loads((process.communicate(timeout=60)[0] or "{}").splitlines()[-1])
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def other_work(server: Server) -> Callable[[], str]:
    """Measure how much of the machine others use from now on, if the system reports it: results on a busy machine
    mean little.
    """

    def used() -> tuple[float, float]:
        words = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
        ticks = [int(word) for word in words[:8]]
        busy = (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")
        return busy - server.cpu_seconds() - time.process_time(), time.monotonic()

    try:
        before = used()
    except OSError:
        return lambda: "unknown"

    def told() -> str:
        after = used()
        return f"{(after[0] - before[0]) / (after[1] - before[1]):.2f} of {os.cpu_count()} cores"

    return told


def figures(rate: float, made: int, seconds: float, tally: Tally) -> dict[str, Any]:
    milliseconds = [value * 1000 for value in tally.latencies]
    return {
        "wanted_rate": rate,
        "moves_a_second": round(made / seconds),
        "seen": len(milliseconds),
        "refused": tally.refused,
        "p50_ms": round(statistics.median(milliseconds), 1) if milliseconds else None,
        "p99_ms": round(percentile(milliseconds, 0.99), 1),
        "max_ms": round(max(milliseconds, default=float("nan")), 1),
    }


async def killed(
    arguments: argparse.Namespace, server: Server, load: Load, pairs: list[Pair], tally: Tally, url: str, path: str
) -> dict[str, Any]:
    """Kill the server while moves are in progress, start it again, check, and play on."""
    running = asyncio.create_task(load.run(pairs, arguments.rate, arguments.kill + 60))
    await asyncio.sleep(arguments.kill)
    server.kill()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    load.close(pairs)
    after_kill = check_database(path, tally.acknowledged)
    acknowledged = len(tally.acknowledged)
    server.start()
    tally.latencies.clear()
    begun = time.perf_counter()
    again = await reconnect(url, pairs, arguments, tally)
    back = round(time.perf_counter() - begun, 1)
    before = {pair.table: pair.number for pair in pairs}
    await again.run(pairs, arguments.rate, arguments.seconds)
    stuck = [pair.table for pair in pairs if not pair.over and pair.number == before[pair.table]]
    again.close(pairs)
    server.stop()
    found = check_database(path, tally.acknowledged)
    return {
        "acknowledged_before_the_kill": acknowledged,
        "missing_after_the_kill": after_kill["missing"],
        "acknowledged_in_all": len(tally.acknowledged),
        "stuck_matches": len(stuck),
        "all_have_their_tables_after_s": back,
        **found,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--rate", type=float, default=900, help="moves a second, over all matches")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--show", choices=("record", "scene"), default="record", help="what each socket asks for")
    parser.add_argument("--packed", action="store_true", help="offer to unpack messages, as a browser does")
    parser.add_argument("--kill", type=float, default=0, metavar="S", help="kill -9 the server after S seconds")
    parser.add_argument("--hostile", action="store_true", help="beside a client that tries to stop the server")
    told = "each attack alone, or these, beside the same matches"
    parser.add_argument("--attacks", nargs="*", choices=("", *ATTACKS), metavar="ATTACK", help=told)
    parser.add_argument("--hostile-game", default="metals", metavar="GAME", help="what the hostile client plays")
    parser.add_argument("--database", metavar="PATH", help="where the SQLite file is (default: a temporary one)")
    parser.add_argument("--against", metavar="CHECKOUT", help="measure the server of another checkout as well")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured, with --against")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.attack = ""
    loop: Any = import_module("uvloop" if find_spec("uvloop") else "asyncio")
    if arguments.attacks is not None:
        loop.run(tried(arguments))
        return
    print(json.dumps(loop.run((compared if arguments.against else measure)(arguments)), indent=1))


if __name__ == "__main__":
    main()
