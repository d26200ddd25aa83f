"""What every answer and every request has to keep to: headers, sizes, origins, rates."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_BODY = 65_536
SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def is_same_origin(connection: HTTPConnection, allowed: frozenset[str] = frozenset()) -> bool:
    """Whether a request comes from our own pages, or from a program that has no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    return urlsplit(origin).netloc == connection.headers.get("host")


class Guard:
    """Checks requests before the routes see them, and adds headers to what they answer."""

    def __init__(self, app: ASGIApp, origins: frozenset[str], allows: Callable[[str], bool]) -> None:
        self.app = app
        self.origins = origins
        self.allows = allows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with_headers = _adding_headers(send)
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
        if scope["method"] not in SAFE and not is_same_origin(connection, self.origins):
            return 403, "this request comes from another site"
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LONGEST_BODY:
            return 413, f"a request has at most {LONGEST_BODY} bytes"
        address = connection.client.host if connection.client else "local"
        if scope["path"].startswith("/api/") and not self.allows(address):
            return 429, "too many requests; wait a moment"
        return None


class TooLong(Exception):
    """A body that says nothing of its length turned out too long."""


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


def _adding_headers(send: Send) -> Callable[[MutableMapping[str, Any]], Awaitable[None]]:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            known = {name for name, _ in message.get("headers", [])}
            message["headers"] = [*message.get("headers", []), *(pair for pair in _RAW if pair[0] not in known)]
        await send(message)

    return sending
