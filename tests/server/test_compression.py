"""Live tables over a line that compresses: large messages shrink, small ones cost no time."""

import asyncio
import contextlib
import zlib
from collections import Counter, deque
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from wartable.core.frames import SPECTATOR
from wartable.server.live import compression as packing
from wartable.server.live import live_table as live
from wartable.server.web import connection_limits as guarded
from wartable.server.web import pages

from .harness import PATIENCE, Player, running


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, bool]]:
    """Every frame that comes to the compression: its length, its length on the line, whether it is compressed."""
    found: list[tuple[int, int, bool]] = []
    encode = guarded._LargeOnly.encode

    def noting(self: Any, frame: Frame) -> Frame:
        made = encode(self, frame)
        if frame.opcode is Opcode.TEXT:
            found.append((len(frame.data), len(made.data), made.rsv1))
        return made

    monkeypatch.setattr(guarded._LargeOnly, "encode", noting)
    return found


def test_large_messages_are_compressed_and_small_ones_are_not(
    tmp_path: Path, sent: list[tuple[int, int, bool]]
) -> None:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        cookies = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
        url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket?show=scene"
        headers = {"cookie": cookies}
        with connect(url, additional_headers=headers, max_size=2**24, open_timeout=PATIENCE) as line:
            assert line.protocol.extensions, "the server has agreed to compress"
            assert orjson.loads(line.recv(PATIENCE))["type"] == "table"
            line.send(orjson.dumps({"type": "ping", "id": 7}).decode())
            assert orjson.loads(line.recv(PATIENCE)) == {"type": "reply", "to": 7, "ok": True}
    # The answer never came near the compression.
    [(whole, packed, is_packed)] = sent
    assert is_packed and packed < whole / 4


def test_messages_of_all_sizes_come_whole_where_nothing_is_compressed(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}], game="thrones")
        cookies = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
        sizes = []
        for show in ("scene", "record"):
            url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket?show={show}"
            headers = {"cookie": cookies}
            with connect(
                url, additional_headers=headers, max_size=2**24, open_timeout=PATIENCE, compression=None
            ) as line:
                text = line.recv(PATIENCE)
                assert orjson.loads(text)["type"] == "table"
                sizes.append(len(text))
                line.send(orjson.dumps({"type": "ping", "id": 7}).decode())
                while (told := orjson.loads(line.recv(PATIENCE)))["type"] != "reply":
                    assert told["type"] == "talk"
        # The heads of frames differ: up to 125 bytes (the answer), to 65,535, and more.
        assert 125 < sizes[1] < 1 << 16 < sizes[0], sizes


def test_what_many_are_sent_is_compressed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred sockets of one guest at one table would otherwise keep the event loop busy with one move."""
    packed: list[int] = []
    pack = guarded._pack

    def noting(frame: Frame, *given: Any) -> Frame:
        packed.append(id(frame.data))
        return pack(frame, *given)

    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        cookies = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
        url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket?show=scene&seat=0"
        headers = {"cookie": cookies}
        with contextlib.ExitStack() as stack:
            opened = [
                stack.enter_context(connect(url, additional_headers=headers, max_size=2**24, open_timeout=PATIENCE))
                for _ in range(4)
            ]
            states = [orjson.loads(line.recv(PATIENCE)) for line in opened]
            assert {state["type"] for state in states} == {"table"}
            with anna.sit(table, "show=record") as chair:
                seat = chair.state["due"][0]
                chair.ask("sit", seat=seat)
                monkeypatch.setattr(guarded, "_pack", noting)
                assert chair.move(seat)["ok"]
                for line in opened:
                    while (told := orjson.loads(line.recv(PATIENCE)))["type"] != "update":
                        assert told["type"] in ("presence", "talk")
                    assert told["number"] > states[0]["number"]
    assert len(packed) == 1


def lines(count: int, packed: deque[guarded.Packed], **asked: Any) -> list[tuple[Any, Any]]:
    """Both ends of some lines: what the server compresses with, and what a client unpacks with."""
    found = []
    for _ in range(count):
        offer = ClientPerMessageDeflateFactory(**asked)
        answer, server = guarded._Compressing(packed).process_request_params(
            dict(offer.get_request_params()).items(), []
        )
        found.append((server, offer.process_response_params(answer, [])))
    return found


def message(number: int) -> bytes:
    """One that differs a little from the one before it."""
    rng = Random(5)
    return orjson.dumps({"number": number, "things": [{"id": rng.randrange(10**9), "x": number} for _ in range(60)]})


@pytest.mark.parametrize("bits", [9, 12, 15])
def test_what_was_sent_before_is_not_said_again(bits: int) -> None:
    [(server, client)] = lines(1, deque(maxlen=8), server_max_window_bits=bits)
    sizes = []
    for number in range(6):
        packed = server.encode(Frame(Opcode.TEXT, message(number)))
        sizes.append(len(packed.data))
        assert client.decode(packed).data == message(number)
        small = Frame(Opcode.TEXT, b"{}")
        assert server.encode(small) is small, "between two large ones come small ones, which are not packed"
    if bits > 9:
        # The first two look back at nothing.
        assert max(sizes[2:]) < min(sizes[:2]) / 2, sizes


def test_a_client_that_keeps_nothing_is_sent_nothing_that_looks_back() -> None:
    [(server, client)] = lines(1, deque(maxlen=8), server_no_context_takeover=True)
    sizes = set()
    for number in range(1, 5):
        packed = server.encode(Frame(Opcode.TEXT, message(number)))
        sizes.add(len(packed.data))
        assert client.decode(packed).data == message(number)
    assert max(sizes) - min(sizes) < 20, sizes


def test_no_message_is_packed_more_than_twice_whoever_was_sent_what(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody was sent something else before; from the next message on all look back at the same."""
    counts: Counter[bytes] = Counter()
    pack = guarded._pack

    def counting(frame: Frame, *given: Any) -> Frame:
        counts[bytes(frame.data)] += 1
        return pack(frame, *given)

    monkeypatch.setattr(guarded, "_pack", counting)
    many = lines(20, deque(maxlen=8))
    for number, (server, client) in enumerate(many):
        for own in (message(100 + number), message(200 + number)):
            assert client.decode(server.encode(Frame(Opcode.TEXT, own))).data == own
    shared = [message(number) for number in range(3)]
    for text in shared:
        for server, client in many:
            assert client.decode(server.encode(Frame(Opcode.TEXT, text))).data == text
    assert [counts[text] for text in shared] == [2, 1, 1]


class Slow:
    """A line that takes messages while it is told to."""

    def __init__(self) -> None:
        self.takes = True
        self.sent: list[bytes | int] = []

    def send_now(self, text: bytes) -> bool:
        if self.takes:
            self.sent.append(text)
        return self.takes


def test_messages_keep_their_order_where_a_line_is_slow_for_a_while() -> None:
    async def work() -> list[bytes | int]:
        line = Slow()
        connection = live.Connection(None, SPECTATOR, "record", line=line)
        connection.send(b"1")
        line.takes = False
        connection.send(b"2")
        line.takes = True
        # It waits behind the one before it, although it could be written now.
        connection.send(b"3")
        taken = await connection.queued()
        connection.send(b"4")
        line.sent += taken
        line.sent += await connection.queued()
        waiting = asyncio.create_task(connection.queued())
        await asyncio.sleep(0)
        connection.send(b"5")
        connection.close()
        line.sent += await waiting
        return line.sent

    assert asyncio.run(work()) == [b"1", b"2", b"3", b"4", b"5", live.COME_BACK]


def test_files_of_the_client_are_packed_once_and_whole_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "".join(f"/* {number} */ .thing {{ color: var(--ink); }}\n" for number in range(400))
    (tmp_path / "app.css").write_text(text)
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    pages.packed.cache_clear()
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server) as anna:
        found = [anna.http.get("/static/app.css", headers={"accept-encoding": "gzip"}) for _ in range(2)]
        plain = anna.http.get("/static/app.css", headers={"accept-encoding": "identity"})
        part = anna.http.get("/static/app.css", headers={"accept-encoding": "gzip", "range": "bytes=0-9"})
        again = anna.http.get("/static/app.css", headers={"if-none-match": found[0].headers["etag"]})
    assert [answer.text for answer in (*found, plain)] == [text] * 3
    assert found[0].headers["content-encoding"] == "gzip"
    assert int(found[0].headers["content-length"]) < len(text) / 4
    assert "content-encoding" not in plain.headers
    assert part.text == text[:10]
    assert again.status_code == 304
    assert pages.packed.cache_info().misses == 1


def test_files_that_the_build_has_packed_go_to_those_who_can_unpack_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "app.css").write_text(".thing {}")
    (tmp_path / "app.css.br").write_bytes(b"as the build left it")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    pages.packed.cache_clear()
    asked = ("gzip, deflate, br, zstd", "br;q=0, gzip", "br;q=0.0", "brotli")
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server) as anna:
        found = []
        for codings in asked:
            with anna.http.stream("GET", "/static/app.css", headers={"accept-encoding": codings}) as answer:
                found.append((answer.headers.get("content-encoding"), b"".join(answer.iter_raw())))
    assert found[0] == ("br", b"as the build left it")
    assert found[1][0] == "gzip"
    assert found[2:] == [(None, b".thing {}")] * 2


def test_parts_of_the_client_are_packed_and_kept_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their names say what is in them; the first file, which names them, is asked for again each time."""
    (tmp_path / "parts").mkdir()
    for name in ("app.js", "parts/more-1.js"):
        (tmp_path / name).write_text("export const page = 1;")
        (tmp_path / f"{name}.br").write_bytes(b"as the build left it")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    pages.packed.cache_clear()
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server) as anna:
        found = []
        for name in ("app.js", "parts/more-1.js"):
            with anna.http.stream("GET", f"/static/{name}", headers={"accept-encoding": "br"}) as answer:
                found.append((answer.headers.get("cache-control"), b"".join(answer.iter_raw())))
    assert found == [("no-cache", b"as the build left it"), ("max-age=31536000, immutable", b"as the build left it")]


def test_a_whole_table_is_packed_smaller_than_what_comes_after_it() -> None:
    """It comes once and is most of a first visit; what follows is packed fast."""
    rng = Random(3)
    words = ["<path d='M", "z'/>", "stroke", "fill", "rect", "text", *(str(number) for number in range(200))]
    table = " ".join(rng.choices(words, k=20_000)).encode()
    update = table[: guarded.LARGE_BYTES - 1]
    assert len(table) > guarded.LARGE_BYTES

    def size(text: bytes, level: int) -> int:
        return len(zlib.compress(text, level))

    for text, level, other in ((table, packing.SMALL, packing.FAST), (update, packing.FAST, packing.SMALL)):
        packed = len(guarded._pack(Frame(Opcode.TEXT, text), 15, b"").data)
        assert abs(packed - size(text, level)) < 20 < abs(packed - size(text, other))


def scene(*others: str) -> dict[str, Any]:
    """Panels and outlines that are long, and a thing."""
    rng = Random(7)
    outlines = {f"{number:x}": " ".join(str(rng.randrange(512)) for _ in range(200)) for number in range(160)}
    panels = [{"id": f"panel {number}", "markup": f"<rect width='{number}'/>" * 90} for number in range(5)]
    more = {name: " ".join(str(rng.randrange(512)) for _ in range(200)) for name in others}
    return {"width": 900, "panels": panels, "things": [{"id": "king"}], "outlines": outlines | more}


@pytest.mark.parametrize("asked", [{}, {"server_max_window_bits": 10}, {"server_no_context_takeover": True}])
def test_a_message_with_an_opening_is_read_as_any_other(asked: dict[str, Any]) -> None:
    [(server, client)] = lines(1, deque(maxlen=8), **asked)
    for number in range(3):
        found = scene(*(["more"] * number))
        told = packing.opened(packing.opening("scene", found, ("panels", "outlines")), {"type": "table", "n": number})
        assert orjson.loads(bytes(told)) == {"type": "table", "n": number, "scene": found}
        packed = server.encode(Frame(Opcode.TEXT, told))
        assert len(packed.data) < len(told) / 2
        assert client.decode(packed).data == told
        assert client.decode(server.encode(Frame(Opcode.TEXT, message(number)))).data == message(number)


def test_what_a_scene_has_in_common_with_another_is_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another outline costs its own run, not that of all."""
    packing._kept.cache_clear()
    texts: list[bytes] = []
    pack = packing.pack

    def noting(text: bytes, *given: Any, **named: Any) -> bytes:
        texts.append(text)
        return pack(text, *given, **named)

    monkeypatch.setattr(packing, "pack", noting)
    whole = sum(map(len, (packing.opening("scene", scene(), ("panels", "outlines")).text,)))
    assert sum(map(len, texts)) == whole
    texts.clear()
    packing.opening("scene", scene(), ("panels", "outlines"))
    assert texts == [b'"width":900,"things":[{"id":"king"}]}'], "what may differ each time"
    texts.clear()
    packing.opening("scene", scene("more"), ("panels", "outlines"))
    assert sum(map(len, texts)) < whole / 3
    assert any(b"more" in text for text in texts)


def test_an_empty_field_and_one_item_are_written_as_any_json() -> None:
    for values in (
        {"kept": [], "x": 1},
        {"kept": {}, "x": 1},
        {"kept": [1], "x": []},
        {"kept": {"a": "\u00e9"}, "x": 2},
    ):
        told = packing.opened(packing.opening("all", values, ("kept",)), {"type": "t"})
        assert orjson.loads(bytes(told)) == {"all": values, "type": "t"}
