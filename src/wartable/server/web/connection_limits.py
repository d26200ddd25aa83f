"""Limits on connections: a maximum for each address and in total, and time limits for idle ones.

Incomplete requests, unread answers and unanswered closes all end after some seconds. Messages on live tables are
compressed if that is worthwhile.
"""

import asyncio
import resource
import struct
from collections import Counter, deque
from dataclasses import replace
from typing import Any, NamedTuple, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from ..live.compression import FAST, LOOKS_BACK, SMALL, pack_message
from ..people.limits import Bucket
from .proxies import LOCAL, Network, household, is_within

REQUEST_SECONDS = 20.0
UNREAD_SECONDS = 20.0
CLOSING_SECONDS = 5.0
# The event loop waits while a message is compressed: fast rather than small, and not at all where little is to be won.
COMPRESSED_BYTES = 500
# A whole table comes once to each who looks, and is worth some milliseconds.
LARGE_BYTES = 1 << 16
# Whatever has come over a line is read in one go: so much at a time, and no more than anybody has reason to send.
PIECE_BYTES = 1024
MOST_WAITING_MESSAGES = 256
MOST_WAITING_REQUESTS = 32
# What a request may have beside its body: the first line, headers, the sizes of pieces. The parser keeps all of it.
MOST_HEAD_BYTES = 1 << 15
MOST_HEADERS = 100
CONTROL_FRAMES_A_SECOND, CONTROL_FRAMES_AT_ONCE = 10.0, 100.0
# Where a WebSocket's scope has the line itself, for messages that need not wait (an extension of ASGI's scope).
LINE = "wartable.line"
# The heads of a text in one frame, by its length (RFC 6455, 5.2).
TEXT, SHORT = 0x81, 126
SHORT_HEAD, LONG_HEAD = struct.Struct("!BBH"), struct.Struct("!BBQ")
SWITCHING = 101
# So many messages may wait for the application before no more are read.
WAITING_BEFORE_PAUSE = 4
# Descriptors that are not for connections: the database, files, pipes.
KEPT_DESCRIPTORS = 100

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: 32\r\n"
    b'connection: close\r\n\r\n{"error":"too many connections"}'
)

LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: application/json\r\ncontent-length: 36\r\n"
    b'connection: close\r\n\r\n{"error":"the request is too large"}'
)


def most_connections() -> int:
    """The maximum number of connections, from the limit on file descriptors."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(64, min(soft, 1_000_000) - KEPT_DESCRIPTORS)


class Doorkeeper:
    """Counts the connections of a server. Those of proxies only count in total."""

    def __init__(self, per_address: int | None, proxies: tuple[Network, ...] = ()) -> None:
        self.per_address = per_address
        self.proxies = proxies
        self.most = most_connections()
        self.total = 0
        self._addresses: Counter[str] = Counter()

    def lets_in(self, address: str) -> bool:
        if self.total >= self.most:
            return False
        if self.per_address is None or is_within(address, self.proxies):
            return True
        return self._addresses[household(address)] < self.per_address

    def came(self, address: str) -> None:
        self.total += 1
        self._addresses[household(address)] += 1

    def went(self, address: str) -> None:
        self.total -= 1
        whose = household(address)
        self._addresses[whose] -= 1
        if not self._addresses[whose]:
            del self._addresses[whose]


class _Timed:
    """A deadline that closes a connection unless it is cancelled."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float, transport: asyncio.Transport) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else LOCAL


class GuardedHttp(HttpToolsProtocol):
    """HTTP with time limits for complete requests and for reading answers."""

    doorkeeper: Doorkeeper

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._request, self._unread, self._closing = _Timed(), _Timed(), _Timed()
        self._counted = ""
        # How many requests have begun in what is being read.
        self._begun = 0
        # What has come of the request that is being read, without its body.
        self._around = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        address = _address(transport)
        if not self.doorkeeper.lets_in(address):
            self.transport.write(FULL)
            self.transport.close()
            self._closing.start(CLOSING_SECONDS, self.transport)
            return
        self._counted = address
        self.doorkeeper.came(address)
        self._request.start(REQUEST_SECONDS, self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        for timed in (self._request, self._unread, self._closing):
            timed.stop()
        if self._counted:
            self.doorkeeper.went(self._counted)
            self._counted = ""

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._request.start(REQUEST_SECONDS, self.transport)
        self._begun = 0
        self._around += len(data)
        super().data_received(data)
        if self._around > MOST_HEAD_BYTES and not self.transport.is_closing():
            self._refuse()

    def _refuse(self) -> None:
        """Close a connection whose request does not end."""
        # There is none before the first whole head.
        cycle = cast(RequestResponseCycle | None, self.cycle)
        if cycle is None or cycle.response_complete:
            self.transport.write(LARGE)
        self.transport.close()
        self._closing.start(CLOSING_SECONDS, self.transport)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            raise ValueError("too many headers")

    def on_body(self, body: bytes) -> None:
        self._around -= len(body)
        super().on_body(body)

    def on_message_begin(self) -> None:
        self._begun += 1
        self._around = 0
        if self._begun + len(self.pipeline) > MOST_WAITING_REQUESTS:
            raise ValueError("too many requests that do not wait for an answer")
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self._request.stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        # From here on the WebSocket counts the connection.
        self._leave()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        self._unread.start(UNREAD_SECONDS, self.transport)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._unread.stop()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._closing.start(CLOSING_SECONDS, self.transport)


class Packed(NamedTuple):
    """A compressed message: the data before it and how far back it refers, the frame, its tail."""

    message: object
    before: bytes
    bits: int
    frame: Frame
    tail: bytes


class _LargeOnly(Extension):
    """Compression for large messages only, shared between recipients.

    A message refers back to the previous message on the connection. Connections with the same previous message are sent
    the same bytes. There is no compressor per connection, only the shared previous message.
    """

    def __init__(self, compression: PerMessageDeflate, packed: deque[Packed]) -> None:
        self.name = compression.name
        self._compression = compression
        self._packed = packed
        self._keeps = not compression.local_no_context_takeover
        # It was made for a line that keeps one.
        vars(compression).pop("encoder", None)
        # The first message is the whole table, which is written for each line anew: nothing looks back at it.
        self._is_first = True
        self._before = b""

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        return self._compression.decode(frame, max_size=max_size)

    def encode(self, frame: Frame) -> Frame:
        if len(frame.data) < COMPRESSED_BYTES:
            return frame
        bits = self._compression.local_max_window_bits
        found = [one for one in self._packed if one.message is frame.data and one.bits == bits]
        # One that looks back at nothing can be read by everybody, so that no message is packed more than twice.
        packed = next((one for one in found if one.before is self._before or not one.before), None)
        if packed is None:
            before = b"" if found else self._before
            packed = Packed(frame.data, before, bits, _pack(frame, bits, before), bytes(frame.data[-LOOKS_BACK:]))
            self._packed.append(packed)
        if self._keeps and not self._is_first:
            self._before = packed.tail
        self._is_first = False
        return packed.frame


def _pack(frame: Frame, bits: int, before: bytes) -> Frame:
    """Compress a message that follows something else."""
    level = FAST if len(frame.data) < LARGE_BYTES else SMALL
    return replace(frame, data=pack_message(cast(bytes, frame.data), level, bits, before), rsv1=True)


class _Compressing(ServerPerMessageDeflateFactory):
    """Negotiates compression that refers to messages from the server only."""

    def __init__(self, packed: deque[Packed]) -> None:
        self._packed = packed
        super().__init__(server_no_context_takeover=False, client_no_context_takeover=True)

    def process_request_params(self, params: Any, accepted_extensions: Any) -> Any:
        answer, compression = super().process_request_params(params, accepted_extensions)
        return answer, _LargeOnly(compression, self._packed)


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that disconnects clients that do not read, or that flood the connection with frames."""

    doorkeeper: Doorkeeper
    packed: deque[Packed]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [_Compressing(self.packed)]
        self._unread, self._closing = _Timed(), _Timed()
        self._control = Bucket(CONTROL_FRAMES_A_SECOND, CONTROL_FRAMES_AT_ONCE)
        self._counted = ""
        self._gathered: list[bytes] = []

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            cast(dict[str, Any], self.scope["extensions"])[LINE] = self

    def send_now(self, text: bytes) -> bool:
        """Write a message if the client has read the previous ones; returns whether it was written."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        if self.conn.state is not State.OPEN:
            return False
        if not self._gathered:
            # All that is sent at once, as a change and the answer to the move that made it, is written at once.
            self.loop.call_soon(self._write_gathered)
        size = len(text)
        if self.conn.extensions and size >= COMPRESSED_BYTES:
            self.conn.send_text(text)
            self._gathered += self.conn.data_to_send()
        elif size < SHORT:
            self._gathered += (bytes((TEXT, size)), text)
        elif size < 1 << 16:
            self._gathered += (SHORT_HEAD.pack(TEXT, 126, size), text)
        else:
            self._gathered += (LONG_HEAD.pack(TEXT, 127, size), text)
        return True

    def _write_gathered(self) -> None:
        if self._gathered:
            gathered, self._gathered = self._gathered, []
            if not self.transport.is_closing():
                self.transport.write(b"".join(gathered))

    async def send(self, message: Any) -> None:
        self._write_gathered()
        await super().send(message)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. Reading pauses only if several are waiting, since pausing and resuming take two system
        calls.
        """
        if self.queue.qsize() >= WAITING_BEFORE_PAUSE:
            super().send_receive_event_to_app()
            return
        self.read_paused, paused = True, self.read_paused
        super().send_receive_event_to_app()
        self.read_paused = paused

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE_BYTES])
            if self.queue.qsize() > MOST_WAITING_MESSAGES:
                self.transport.abort()

    def handle_ping(self) -> None:
        if self._is_in_order():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_in_order():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_in_order():
            super().handle_cont(event)

    def _is_in_order(self) -> bool:
        """Check the rate of control frames; closes the connection if there are too many."""
        if self._control.take():
            return True
        self.transport.abort()
        return False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._counted = _address(transport)
        self.doorkeeper.came(self._counted)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.stop()
        self._closing.stop()
        self.doorkeeper.went(self._counted)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self._unread.start(UNREAD_SECONDS, self.transport)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._unread.stop()
        super().resume_writing()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        # What was not sent by then is not waited for: the other end may never read it.
        self._closing.start(CLOSING_SECONDS, self.transport)


def guarded_protocols(doorkeeper: Doorkeeper) -> dict[str, Any]:
    """The protocol classes for uvicorn, sharing one counter."""
    return {
        "http": type("GuardedHttp", (GuardedHttp,), {"doorkeeper": doorkeeper}),
        "ws": type("GuardedWebSocket", (GuardedWebSocket,), {"doorkeeper": doorkeeper, "packed": deque(maxlen=8)}),
    }
