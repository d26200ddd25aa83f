"""Logs: a level, and one line for each event, for people or as JSON for programs."""

import json
import logging
import sys
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")
log = logging.getLogger("wartable.server")
requests = logging.getLogger("wartable.requests")


class JsonLines(logging.Formatter):
    """One JSON object a line; what a caller passes as `extra={"facts": {...}}` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)
        return json.dumps(facts, default=str)


def set_up(level: str, form: str) -> None:
    """Send all logs to the standard error, from this level on."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else text)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # What others say about each connection is of use to nobody who runs a server.
    for name in ("httpx", "httpcore", "websockets", "asyncio", "aiosmtplib"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


class RequestLog:
    """A line for each request at level info: no query and no body, since secrets may be in them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not requests.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            facts = {
                "method": scope["method"],
                # What cannot be seen is written out: a line of the log is one line.
                "path": scope["path"].encode("unicode_escape", "backslashreplace").decode(),
                "status": status,
                "ms": round((time.perf_counter() - begun) * 1000, 1),
                "address": scope["client"][0] if scope.get("client") else "",
            }
            words = "%(method)s %(path)s %(status)s in %(ms)s ms from %(address)s"
            requests.info(words, facts, extra={"facts": facts})
