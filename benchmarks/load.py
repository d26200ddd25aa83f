"""Load on a server: many matches of two sockets each, moves at a rate, and how long until the opponent sees them.

    python benchmarks/load.py --matches 300 --rate 900 --seconds 20
    python benchmarks/load.py --matches 1000 --rate 1000 --seconds 20 --show scene
    python benchmarks/load.py --matches 100 --rate 300 --kill 8      kill -9 after 8 s, start again, check

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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        port: int = found.getsockname()[1]
        return port


class Server:
    """`wartable serve` as a process."""

    def __init__(self, database: str, port: int) -> None:
        self.database, self.port = database, port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = [
            "serve",
            "--no-browser",
            "--no-limits",
            "--no-warm",
            "--port",
            str(self.port),
            "--database",
            self.database,
        ]
        self.process = subprocess.Popen([sys.executable, "-m", "wartable", *words, "--bot-pause", "0"])
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"http://{HOST}:{self.port}/api/games", timeout=5) as answer:
                    if all(game["ready"] for game in json.load(answer)["games"] if game["name"] == GAME):
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
        """What the server has used so far, where the system tells (Linux)."""
        assert self.process is not None
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)


GAME = "metals"


@dataclass
class Seat:
    """One player: a cookie, and a socket."""

    cookie: str
    number: int
    socket: ClientConnection | None = None
    line: Any = None
    sent_number: int = 0
    sent_action: int = 0


@dataclass
class Pair:
    """One match with its two players."""

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


async def post(url: str, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    def work() -> tuple[Any, str]:
        request = urllib.request.Request(url + path, json.dumps(body).encode(), {"content-type": "application/json"})
        if cookie:
            request.add_header("cookie", cookie)
        with urllib.request.urlopen(request, timeout=60) as answer:
            given = answer.headers.get("set-cookie", "").split(";")[0]
            return json.load(answer), given or cookie

    return await asyncio.to_thread(work)


async def new_players(url: str, count: int) -> list[str]:
    """Cookies of guests; each plays many matches, as people do."""
    return [(await post(url, "/api/guest", {"name": f"Load {number}"}))[1] for number in range(count)]


async def new_pair(url: str, cookies: list[str], number: int) -> Pair:
    first, second = cookies[number % len(cookies)], cookies[(number + 1) % len(cookies)]
    body = {"game": GAME, "seats": [{"who": "me"}, {"who": "open"}], "options": {"map": "large", "turn_limit": 1000}}
    table = (await post(url, "/api/tables", body, first))[0]["table"]
    await post(url, f"/api/tables/{table}/join", {}, second)
    return Pair(table, [Seat(first, 0), Seat(second, 1)])


class Load:
    """Plays random moves at a rate over all matches."""

    def __init__(self, url: str, show: str, tally: Tally) -> None:
        self.url, self.show, self.tally = url, show, tally
        self.readers: list[asyncio.Task[None]] = []
        self.stopping = False

    async def sit(self, pair: Pair, seat: Seat) -> None:
        address = f"{self.url.replace('http', 'ws')}/api/tables/{pair.table}/socket?show={self.show}&seat={seat.number}"
        seat.line = connect(
            address, additional_headers={"cookie": seat.cookie}, compression=None, ping_interval=None, max_size=2**24
        )
        seat.socket = await seat.line.__aenter__()
        self._read(pair, seat, orjson.loads(await seat.socket.recv()))
        self.readers.append(asyncio.create_task(self.listen(pair, seat)))

    async def listen(self, pair: Pair, seat: Seat) -> None:
        assert seat.socket is not None
        try:
            async for text in seat.socket:
                self._read(pair, seat, orjson.loads(text))
        except Exception:
            if not self.stopping:
                raise

    def _read(self, pair: Pair, seat: Seat, message: dict[str, Any]) -> None:
        now = time.perf_counter()
        if message["type"] == "reply":
            self._replied(pair, seat, message)
            return
        if message["type"] == "presence":
            return
        if message["number"] >= pair.number:
            pair.number, pair.due, pair.over = message["number"], message["due"], message["status"] == "over"
        if seat.number in message["due"]:
            choices = message.get("choices")
            pair.legal = [choice["action"] for choice in choices] if choices is not None else message["legal"]
        if pair.waiting and pair.sender != seat.number:
            self.tally.latencies.append(now - pair.sent_at)
            pair.waiting = False

    def _replied(self, pair: Pair, seat: Seat, message: dict[str, Any]) -> None:
        if message["ok"]:
            self.tally.acknowledged.append((pair.table, seat.sent_number, seat.number, seat.sent_action))
        else:
            self.tally.refused += 1
            pair.waiting = False

    async def move(self, pair: Pair) -> bool:
        if pair.waiting or pair.over or not pair.due or not pair.legal:
            return False
        seat = pair.seats[pair.due[0]]
        assert seat.socket is not None
        action = random.choice(pair.legal)
        pair.sender, seat.sent_number, seat.sent_action = seat.number, pair.number, action
        pair.waiting, pair.legal, pair.sent_at = True, [], time.perf_counter()
        await seat.socket.send(
            orjson.dumps(
                {"type": "move", "id": 1, "seat": seat.number, "number": pair.number, "action": action}
            ).decode()
        )
        return True

    async def run(self, pairs: list[Pair], rate: float, seconds: float) -> tuple[int, float]:
        """Moves at the rate, over the matches in turn; how many were made, and in what time."""
        begun = time.perf_counter()
        made = 0
        turn = 0
        while (now := time.perf_counter() - begun) < seconds:
            due = int(now * rate) - made
            for _ in range(max(0, due)):
                for _ in range(len(pairs)):
                    turn += 1
                    if await self.move(pairs[turn % len(pairs)]):
                        made += 1
                        break
                else:
                    self.tally.late_starts += 1
                    break
            await asyncio.sleep(0.002)
        await asyncio.sleep(1.0)
        return made, seconds

    async def close(self, pairs: list[Pair]) -> None:
        self.stopping = True
        for reader in self.readers:
            reader.cancel()
        for pair in pairs:
            for seat in pair.seats:
                if seat.socket:
                    seat.socket.transport.abort()


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def check_database(path: str, acknowledged: list[tuple[str, int, int, int]]) -> dict[str, int]:
    """Every acknowledged move, once and where it was acknowledged; the numbers of each match without gaps."""
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT match_id, number, seat, value FROM entries").fetchall()
    known = {(match_id, number): (seat, value) for match_id, number, seat, value in rows}
    missing = [move for move in acknowledged if known.get((move[0], move[1])) != (move[2], move[3])]
    counts: dict[str, int] = {}
    for match_id, _ in known:
        counts[match_id] = counts.get(match_id, 0) + 1
    gaps = [match_id for match_id, count in counts.items() if (match_id, count - 1) not in known]
    return {"entries": len(rows), "missing": len(missing), "doubled": len(rows) - len(known), "gaps": len(gaps)}


async def set_up(url: str, matches: int, show: str, tally: Tally) -> tuple[Load, list[Pair]]:
    cookies = await new_players(url, max(2, matches // 10))
    # The first table loads the compiled rules; nothing of that is measured.
    await post(url, "/api/play", {"game": GAME, "bot": "random"}, cookies[0])
    load = Load(url, show, tally)
    limit = asyncio.Semaphore(8)

    async def one(number: int) -> Pair:
        async with limit:
            pair = await new_pair(url, cookies, number)
            for seat in pair.seats:
                await load.sit(pair, seat)
            return pair

    return load, await asyncio.gather(*(one(number) for number in range(matches)))


async def reconnect(url: str, pairs: list[Pair], show: str, tally: Tally) -> Load:
    load = Load(url, show, tally)
    for pair in pairs:
        pair.waiting, pair.number = False, 0
        for seat in pair.seats:
            await load.sit(pair, seat)
    return load


@contextmanager
def database_file(named: str | None) -> Iterator[str]:
    if named:
        yield named
        return
    with tempfile.TemporaryDirectory(dir=os.environ.get("WARTABLE_BENCH_DIR")) as folder:
        yield str(Path(folder) / "load.db")


async def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    random.seed(arguments.seed)
    port = free_port()
    url = f"http://{HOST}:{port}"
    with database_file(arguments.database) as path:
        server = Server(path, port)
        server.start()
        tally = Tally()
        try:
            load, pairs = await set_up(url, arguments.matches, arguments.show, tally)
            facts: dict[str, Any] = {"matches": len(pairs), "sockets": 2 * len(pairs), "show": arguments.show}
            if arguments.kill:
                facts |= await killed(arguments, server, load, pairs, tally, url, path)
            else:
                used, own = server.cpu_seconds(), time.process_time()
                made, seconds = await load.run(pairs, arguments.rate, arguments.seconds)
                used, own = server.cpu_seconds() - used, time.process_time() - own
                await load.close(pairs)
                facts |= figures(arguments.rate, made, seconds, tally)
                facts |= {"server_cpu_ms_a_move": round(1000 * used / max(1, made), 2)}
                facts |= {"generator_cpu_ms_a_move": round(1000 * own / max(1, made), 2)}
                server.stop()
                facts |= check_database(path, tally.acknowledged)
        finally:
            server.stop()
    return facts


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
    """Kill the server while moves are under way, start it again, look, and play on."""
    load.stopping = True
    running = asyncio.create_task(load.run(pairs, arguments.rate, arguments.kill + 60))
    await asyncio.sleep(arguments.kill)
    server.kill()
    running.cancel()
    await asyncio.gather(running, *load.readers, return_exceptions=True)
    after_kill = check_database(path, tally.acknowledged)
    acknowledged = len(tally.acknowledged)
    server.start()
    tally.latencies.clear()
    again = await reconnect(url, pairs, arguments.show, tally)
    before = {pair.table: pair.number for pair in pairs}
    await again.run(pairs, arguments.rate, arguments.seconds)
    stuck = [pair.table for pair in pairs if not pair.over and pair.number == before[pair.table]]
    await again.close(pairs)
    server.stop()
    found = check_database(path, tally.acknowledged)
    return {
        "acknowledged_before_the_kill": acknowledged,
        "missing_after_the_kill": after_kill["missing"],
        "acknowledged_in_all": len(tally.acknowledged),
        "stuck_matches": len(stuck),
        **found,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--rate", type=float, default=900, help="moves a second, over all matches")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--show", choices=("record", "scene"), default="record", help="what each socket asks for")
    parser.add_argument("--kill", type=float, default=0, metavar="S", help="kill -9 the server after S seconds")
    parser.add_argument("--database", metavar="PATH", help="where the SQLite file is (default: a temporary one)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(json.dumps(asyncio.run(measure(arguments)), indent=1))


if __name__ == "__main__":
    main()
