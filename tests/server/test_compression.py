"""Live tables over a line that compresses: large messages shrink, small ones cost no time."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from wartable.server import guarded

from .harness import PATIENCE, Player, running


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, bool]]:
    """Every frame that a server sends: its length, its length on the line, whether it is compressed."""
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
    (whole, packed, is_packed), (small, plain, small_is_packed) = sent
    assert is_packed and packed < whole / 4
    assert not small_is_packed and plain == small < guarded.COMPRESSED_BYTES
