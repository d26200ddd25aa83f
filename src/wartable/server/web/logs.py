"""Logs: a level, and one line for each event, as text or as JSON."""

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEVELS = ("debug", "info", "warning", "error")
MOST_A_MINUTE = 60
"""The most lines of one kind in a minute, so that nobody can fill the disk by causing errors."""
log = logging.getLogger("wartable.server")
requests = logging.getLogger("wartable.requests")


class JsonLines(logging.Formatter):
    """One JSON object a line; values in `extra={"facts": {...}}` are added to the message."""

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


class TextLines(logging.Formatter):
    """Lines of text. Only an event begins a line, whatever text from users it contains."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        first, *rest = super().format(record).splitlines()
        return "\n".join((printable(first), *(f"    {printable(line)}" for line in rest)))

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = printable(record.message)
        return super().formatMessage(record)


def printable(text: str) -> str:
    """The text with invisible characters and line breaks escaped."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


class Seldom(logging.Filter):
    """Limits how often an event is logged in a minute; the rest are counted and reported with the next one."""

    def __init__(self, most: int = MOST_A_MINUTE) -> None:
        super().__init__()
        self._most = most
        self._since = 0.0
        self._seen: Counter[tuple[str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == requests.name:
            return True
        if time.monotonic() - self._since > 60:
            left_out = sum(count - self._most for count in self._seen.values() if count > self._most)
            self._since = time.monotonic()
            self._seen.clear()
            if left_out:
                log.warning("%d lines were dropped from this log in the last minute", left_out)
        self._seen[record.pathname, record.lineno] += 1
        return self._seen[record.pathname, record.lineno] <= self._most


def set_up(level: str, form: str) -> None:
    """Send all logs to standard error, from this level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    handler.addFilter(Seldom())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # What others say about each connection is of use to nobody who runs a server.
    for name in ("httpx", "httpcore", "websockets", "asyncio", "aiosmtplib"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


def log_request(scope: Scope, status: int, seconds: float) -> None:
    """A line at level info: no query and no body, since secrets may be in them."""
    if not requests.isEnabledFor(logging.INFO):
        return
    facts = {
        "method": scope["method"],
        # What cannot be seen is written out: a line of the log is one line.
        "path": scope["path"].encode("unicode_escape", "backslashreplace").decode(),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "address": scope["client"][0] if scope.get("client") else "",
    }
    words = "%(method)s %(path)s %(status)s in %(ms)s ms from %(address)s"
    requests.info(words, facts, extra={"facts": facts})


class Answered:
    """Tells of each request how it was answered, and after how many seconds."""

    def __init__(self, app: ASGIApp, told: Sequence[Callable[[Scope, int, float], None]]) -> None:
        self.app = app
        self.told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
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
            for tell in self.told:
                tell(scope, status, time.perf_counter() - begun)
