"""Checks on all requests and answers: headers, sizes, hosts, origins, rates."""

import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .proxies import address_of, read_address

LONGEST_BODY = 65_536
SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
PARTS_OF_PAGES = (b"text/css", b"text/javascript", b"font/", b"image/png")
"""Types that browsers never show as pages of their own, and that need no headers for pages."""
_NO_STORE = (b"cache-control", b"no-store")
"""For user data in the API, unless a route overrides it."""
_RAW_PARTS = [pair for pair in _RAW if pair[0] == b"x-content-type-options"]


def is_same_origin(connection: HTTPConnection, allowed: frozenset[str] = frozenset()) -> bool:
    """Whether a request comes from our own pages, or from a program without an origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


class Hosts:
    """The names of this server: its public address, those given by the host, this machine, any IP address.

    A page of another site can point its own name to this machine and would then have the same origin. That is
    impossible with an IP address.
    """

    def __init__(self, address: str, named: frozenset[str]) -> None:
        machine = socket.gethostname().lower()
        self.names = {"localhost", machine, f"{machine}.local", urlsplit(address).hostname, *map(str.lower, named)}

    def knows(self, host: str | None) -> bool:
        if host is None or read_address(host):
            return True
        name = host.rsplit(":", 1)[0].rstrip(".").lower()
        return name in self.names or name.endswith(".localhost")


class Guard:
    """Checks requests before the routes, and adds headers to answers."""

    def __init__(self, app: ASGIApp, origins: frozenset[str], hosts: Hosts, allows: Callable[[str], bool]) -> None:
        self.app = app
        self.origins = origins
        self.hosts = hosts
        self.allows = allows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and self._is_turned_away(HTTPConnection(scope)):
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with_headers = _adding_headers(send, scope["path"].startswith("/api/"))
        problem = self._problem(scope)
        if problem:
            await JSONResponse({"error": problem[1]}, problem[0])(scope, receive, with_headers)
            return
        try:
            await self.app(scope, _bounded(receive), with_headers)
        except TooLong:
            answer = JSONResponse({"error": f"a request has at most {LONGEST_BODY} bytes"}, 413)
            await answer(scope, receive, with_headers)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        connection = HTTPConnection(scope)
        misdirected = self._misdirected(connection)
        if misdirected:
            return misdirected
        if scope["method"] not in SAFE and not is_same_origin(connection, self.origins):
            return 403, "this request comes from another site"
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LONGEST_BODY:
            return 413, f"a request has at most {LONGEST_BODY} bytes"
        if scope["path"].startswith("/api/") and not self.allows(address_of(connection)):
            return 429, "too many requests; wait a moment"
        return None

    def _is_turned_away(self, connection: HTTPConnection) -> bool:
        """Opening a live table costs more than most requests, but counts as one."""
        return self._misdirected(connection) is not None or not self.allows(address_of(connection))

    def _misdirected(self, connection: HTTPConnection) -> tuple[int, str] | None:
        """Requests for another host, or for something impossible."""
        if not self.hosts.knows(connection.headers.get("host")):
            return 421, "this server does not go by that name; its host can add it with --allow-host"
        if "\0" in connection.scope["path"] or b"%00" in connection.scope["query_string"]:
            return 400, "an address holds no NUL"
        return None


class TooLong(Exception):
    """A body without a declared length was too long."""


def _bounded(receive: Receive) -> Receive:
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > LONGEST_BODY:
                raise TooLong
        return message

    return bounded


def _adding_headers(send: Send, is_api: bool) -> Callable[[MutableMapping[str, Any]], Awaitable[None]]:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            known = dict(message.get("headers", []))
            is_part = known.get(b"content-type", b"").startswith(PARTS_OF_PAGES)
            more = [*(_RAW_PARTS if is_part else _RAW), *([_NO_STORE] if is_api else [])]
            message["headers"] = [*message.get("headers", []), *(pair for pair in more if pair[0] not in known)]
        await send(message)

    return sending
