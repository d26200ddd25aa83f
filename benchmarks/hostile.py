"""A hostile client for `python benchmarks/load.py --hostile`: everything at once that might slow a server down for
others, or one attack after the other (`python benchmarks/load.py --attacks`).

    python benchmarks/hostile.py --port 8000 --seconds 20
    python benchmarks/hostile.py --port 8000 --seconds 20 --only nonsense

It attacks 127.0.0.1 only, from addresses of 127.0.66.0/24 that it binds itself: floods of `sit` from sockets that do
not read, of play and undo, of hints, of scenes over HTTP; readers who never read; requests sent byte by byte; thousands
of sockets; huge messages. It prints what it did, and how much of it was refused.
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

HOST = "127.0.0.1"
SOCKETS = 2000
SLOW_REQUESTS = 200
counts: Counter[str] = Counter()


def request(port: int, source: str, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[int, Any, str]:
    """A request from an address: status, answer, and the cookie that came with it."""
    line = http.client.HTTPConnection(HOST, port, timeout=30, source_address=(source, 0))
    try:
        headers = {"content-type": "application/json", **({"cookie": cookie} if cookie else {})}
        line.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = line.getresponse()
        text = answer.read()
        given = (answer.getheader("set-cookie") or "").split(";")[0]
        return answer.status, json.loads(text) if text else None, given or cookie
    finally:
        line.close()


def frame(message: Any) -> bytes:
    text = message if isinstance(message, bytes) else json.dumps(message).encode()
    if len(text) < 126:
        size = bytes((0x80 | len(text),))
    elif len(text) < 1 << 16:
        size = b"\xfe" + len(text).to_bytes(2, "big")
    else:
        size = b"\xff" + len(text).to_bytes(8, "big")
    return b"\x81" + size + b"\0\0\0\0" + text


class Attacker:
    def __init__(self, port: int, number: int, game: str) -> None:
        self.port, self.source, self.game = port, f"127.0.66.{number}", game

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        status, answer, self.cookie = await asyncio.to_thread(
            request, self.port, self.source, method, path, body, getattr(self, "cookie", "")
        )
        counts[f"http {status}"] += 1
        return answer

    async def table(self, bot: str) -> str:
        made = await self.ask("POST", "/api/play", {"game": self.game, "bot": bot})
        return str(made.get("table", "none"))

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HOST, self.port, local_addr=(self.source, 0), limit=4096)

    async def socket(self, table: str, show: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.connect()
        writer.write(
            (
                f"GET /api/tables/{table}/socket?show={show} HTTP/1.1\r\nHost: {HOST}\r\n"
                f"Cookie: {getattr(self, 'cookie', '')}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: d2FydGFibGUgaXMgaGVyZQ==\r\n\r\n"
            ).encode()
        )
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
        counts["sockets opened" if b" 101 " in head.split(b"\r\n")[0] else "sockets refused"] += 1
        return reader, writer


async def _sent(writer: asyncio.StreamWriter, data: bytes, what: str) -> None:
    """Send without waiting forever: a server that stops reading is fine."""
    writer.write(data)
    counts[what] += 1
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(writer.drain(), 0.5)


async def flood(attacker: Attacker, message: dict[str, Any], reads: bool, pause: float = 0.02) -> None:
    """Send one message after the other on a socket that is read or not."""
    table = await attacker.table("random")
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            reader, writer = await attacker.socket(table, "scene")
            reading = asyncio.create_task(_read_all(reader)) if reads else None
            try:
                while not writer.is_closing() and not (reading and reading.done()):
                    await _sent(writer, frame(message), message["type"])
                    await asyncio.sleep(pause)
            finally:
                writer.close()
                if reading:
                    reading.cancel()
        await asyncio.sleep(0.2)


async def _read_all(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


async def undo_flood(attacker: Attacker) -> None:
    """Play and undo as fast as possible, at one's own table."""
    seats = [{"who": "me"}, {"who": "me"}]
    table = (await attacker.ask("POST", "/api/tables", {"game": "metals", "seats": seats}))["table"]
    reader, writer = await attacker.socket(table, "record")
    reading = asyncio.create_task(_read_all(reader))
    while not reading.done():
        for seat in (0, 1):
            await _sent(writer, frame({"type": "move", "seat": seat, "number": 2**30, "action": 0}), "move")
            await _sent(writer, frame({"type": "undo", "seat": seat}), "undo")
        await asyncio.sleep(0.01)


async def scene_flood(attacker: Attacker) -> None:
    table = await attacker.table("random")
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            await asyncio.gather(*(attacker.ask("GET", f"/api/tables/{table}?show=scene&seat=0") for _ in range(4)))


async def many_sockets(attackers: list[Attacker]) -> None:
    """Open thousands of sockets at a table without reading them."""
    table = await attackers[0].table("random")
    held = []
    for number in range(SOCKETS):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            held.append(await attackers[number % len(attackers)].socket(table, "scene"))
    await asyncio.Event().wait()


async def slow_request(attacker: Attacker) -> None:
    while True:
        with contextlib.suppress(OSError):
            _, writer = await attacker.connect()
            counts["slow requests"] += 1
            for letter in b"POST /api/guest HTTP/1.1\r\nHost: a\r\nContent-Length: 60\r\n\r\n" + b" " * 60:
                writer.write(bytes((letter,)))
                await writer.drain()
                await asyncio.sleep(1)
            writer.close()
        await asyncio.sleep(0.5)


async def huge_messages(attacker: Attacker) -> None:
    table = await attacker.table("random")
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            _, writer = await attacker.socket(table, "record")
            await _sent(writer, frame(b"x" * 4_000_000), "huge messages")
            writer.close()
        await asyncio.sleep(0.1)


async def requests(attacker: Attacker, method: str, path: str, body: Any = None) -> None:
    """Send one request after the other, four at a time, at about the rate that an address may send."""
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            await asyncio.gather(*(attacker.ask(method, path, body) for _ in range(4)))
        await asyncio.sleep(0.1)


async def written_moves(attacker: Attacker) -> None:
    """Send moves in nonsense notation over HTTP."""
    table = await attacker.table("random")
    await requests(attacker, "POST", f"/api/tables/{table}/moves", {"seat": 0, "move": "zz"})


async def export(attacker: Attacker) -> None:
    """Export all data of somebody with many matches."""
    for _ in range(30):
        await attacker.table("random")
    await requests(attacker, "GET", "/api/me/export")


async def look_at_all(attacker: Attacker) -> None:
    """Open matches, resign them, and look at each again and again: each look reads a table."""
    tables: list[str] = []
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException, asyncio.IncompleteReadError, asyncio.TimeoutError):
            table = await attacker.table("random")
            if table != "none":
                _, writer = await attacker.socket(table, "record")
                await _sent(writer, frame({"type": "resign", "seat": 0}), "resign")
                writer.close()
                tables.append(table)
            await asyncio.gather(
                *(attacker.ask("GET", f"/api/tables/{one}") for one in random.sample(tables, min(8, len(tables))))
            )
        await asyncio.sleep(0.05)


async def new_questions(attacker: Attacker) -> None:
    """Ask the coach at one new table after the other: each position is searched."""
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException, asyncio.IncompleteReadError, asyncio.TimeoutError):
            _, writer = await attacker.socket(await attacker.table("random"), "record")
            await _sent(writer, frame({"type": "coach", "seat": 0}), "coach")
            await asyncio.sleep(0.5)
            await _sent(writer, frame({"type": "resign", "seat": 0}), "resign")
            writer.close()


async def bots(attacker: Attacker) -> None:
    """Tables with three of the strongest bots, as many as allowed."""
    places = [{"who": "me"}, *[{"who": "bot", "bot": "hard"}] * 3]
    while True:
        await attacker.ask("POST", "/api/tables", {"game": "iron_kings", "seats": places})
        await asyncio.sleep(0.1)


async def open_tables(attacker: Attacker) -> None:
    """Tables that wait for somebody, to fill the lobby."""
    places = [{"who": "me"}, {"who": "open"}]
    while True:
        await attacker.ask("POST", "/api/tables", {"game": "metals", "seats": places})
        await asyncio.sleep(0.05)


ONE_ADDRESS = 18
"""The number of guests from one address in such attacks."""
NONSENSE = {"type": "move", "seat": 0, "number": 1, "move": "zz"}
TOUCH = {"type": "why", "seat": 0, "path": ["nowhere-1"], "below": ["x-1", "y-2"]}
LOOK = {"type": "look", "thing": "nowhere", "actions": [0, 1, 2, 3], "reach": True}
RESET = {"secret": "x" * 32, "password": "correct horse battery"}
Work = Coroutine[Any, Any, None]
Made = Callable[[int, str], Attacker]


def _crowd(made: Made, game: str, message: dict[str, Any], count: int = 1, pause: float = 0.05) -> list[Work]:
    """Guests of one address, each with a socket."""
    return [flood(made(1, game), message, True, pause) for _ in range(count)]


ATTACKS: dict[str, Callable[[Made], list[Work]]] = {
    "nothing": lambda _made: [],
    "nonsense": lambda made: _crowd(made, "thrones", NONSENSE),
    "nonsense of 18": lambda made: _crowd(made, "thrones", NONSENSE, ONE_ADDRESS),
    "nonsense by HTTP": lambda made: [written_moves(made(1, "thrones"))],
    "touches of 18": lambda made: _crowd(made, "heroes", TOUCH, ONE_ADDRESS),
    "looks of 18": lambda made: _crowd(made, "heroes", LOOK, ONE_ADDRESS),
    "undo": lambda made: [undo_flood(made(1, "metals"))],
    "sit": lambda made: [flood(made(place, "heroes"), {"type": "sit", "seat": 0}, False) for place in (1, 2, 3)],
    "hints": lambda made: [flood(made(place, "heroes"), {"type": "hint", "seat": 0}, True) for place in (1, 2)],
    "coach": lambda made: [flood(made(place, "heroes"), {"type": "coach", "seat": 0}, True) for place in (1, 2)],
    "coach at new tables": lambda made: [new_questions(made(place, "heroes")) for place in (1, 1, 1, 2, 2, 2)],
    "pings": lambda made: [flood(made(1, "metals"), {"type": "ping"}, False, 0.001)],
    "scenes": lambda made: [scene_flood(made(1, "heroes"))],
    "sockets": lambda made: [many_sockets([made(place, "metals") for place in range(1, 5)])],
    "slow requests": lambda made: [slow_request(made(1, "metals")) for _ in range(SLOW_REQUESTS)],
    "huge messages": lambda made: [huge_messages(made(1, "metals"))],
    "new passwords": lambda made: [requests(made(1, "metals"), "POST", "/api/reset", RESET)],
    "exports": lambda made: [export(made(1, "metals"))],
    "stored tables": lambda made: [look_at_all(made(place, "heroes")) for place in (1, 2)],
    "bots": lambda made: [bots(made(1, "iron_kings"))],
    "open tables": lambda made: [open_tables(made(1, "metals")) for _ in range(12)],
}
"""The attacks by name. An address and a game make an attacker, who is a guest."""


async def attack(port: int, seconds: float, game: str, only: str = "") -> None:
    random.seed(1)

    def made(address: int, game: str) -> Attacker:
        return Attacker(port, address, game)

    await carry_out(ATTACKS[only](made) if only else all_at_once(port, game), seconds)


def all_at_once(port: int, game: str) -> list[Work]:
    attackers = [Attacker(port, number, game) for number in range(1, 16)]
    return [
        *(flood(attackers[place], {"type": "sit", "seat": 0}, False) for place in (0, 1, 2)),
        *(flood(attackers[place], {"type": "hint", "seat": 0}, True) for place in (3, 4)),
        flood(attackers[5], {"type": "ping"}, False),
        undo_flood(attackers[6]),
        scene_flood(attackers[7]),
        many_sockets(attackers[8:12]),
        *(slow_request(attackers[12]) for _ in range(SLOW_REQUESTS)),
        huge_messages(attackers[13]),
    ]


async def carry_out(works: list[Work], seconds: float) -> None:
    """Run all attacks for this long, and report the results."""
    if not works:
        await asyncio.sleep(seconds)
    tasks = [asyncio.ensure_future(work) for work in works]
    if tasks:
        await asyncio.wait(tasks, timeout=seconds)
    ended = Counter(repr(task.exception()) for task in tasks if task.done() and not task.cancelled())
    print(json.dumps({**counts, **({"ended": dict(ended)} if ended else {})}), flush=True)
    # Requests that the server keeps waiting, as it should, are not waited for.
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", default="metals", help="what the attackers play; heroes has the dearest scenes")
    parser.add_argument("--only", choices=ATTACKS, default="", help="one attack alone (default: many at once)")
    arguments = parser.parse_args()
    asyncio.run(attack(arguments.port, arguments.seconds, arguments.game, arguments.only))


if __name__ == "__main__":
    main()
