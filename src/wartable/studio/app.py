"""The studio in the browser, for this machine only: no other page, host or machine can use it."""

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from wartable.errors import WartableError
from wartable.guides.cover import world_of
from wartable.server.live.serializers import patterns
from wartable.server.web.pages import static_files, theme_sheet

from .session import Studio
from .shown import show

PAGE = Path(__file__).resolve().parent / "static"
HERE = frozenset({"127.0.0.1", "localhost", "::1"})
WAIT = 20.0
"""How long a page waits for news before it asks again."""
PAUSE = 0.25
"""How often the files are checked, in seconds."""
_NOT_BUILT = """<!doctype html><html lang="en"><title>Wartable</title><h1>The studio has not been built</h1>
<p>Run <code>python tools/build_static.py client</code> and reload.</p></html>"""


class OnlyHere(BaseHTTPMiddleware):
    """Refuses requests under other host names, and commands from other pages."""

    async def dispatch(self, request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        origin = request.headers.get("origin", "")
        is_own = not origin or urlsplit(origin).netloc == request.headers.get("host", "")
        is_json = request.headers.get("content-type", "").startswith("application/json")
        if request.url.hostname not in HERE or not is_own or (request.method == "POST" and not is_json):
            return JSONResponse({"error": "the studio is for this machine only"}, 403)
        return await call_next(request)


def make_app(studio: Studio) -> Starlette:
    """The page and its API."""

    async def page(request: Request) -> Response:
        path = PAGE / "studio.html"
        return HTMLResponse(path.read_text("utf-8") if path.exists() else _NOT_BUILT)

    async def theme(request: Request) -> Response:
        return Response(
            theme_sheet((world_of(studio.game),)), media_type="text/css", headers={"cache-control": "no-store"}
        )

    async def table(request: Request) -> Response:
        since = request.query_params.get("since", "")
        if since.isdecimal():
            await _news(studio, int(since))
        return await run_in_threadpool(_table, studio, request.query_params.get("seat", ""))

    async def order(request: Request) -> Response:
        return await run_in_threadpool(_order, studio, request.path_params["what"], await request.body())

    routes = [
        Route("/", page),
        Route("/theme.css", theme),
        Route("/studio/table", table),
        Route("/studio/{what}", order, methods=["POST"]),
        Mount("/studio", StaticFiles(directory=PAGE, check_dir=False)),
        Mount("/static", static_files()),
    ]
    return Starlette(routes=routes, middleware=[Middleware(OnlyHere)])


async def _news(studio: Studio, since: int) -> None:
    """Wait for a newer position, for a limited time, without holding a thread."""
    until = time.monotonic() + WAIT
    while studio.version == since and time.monotonic() < until:
        await asyncio.sleep(0.05)


def _table(studio: Studio, seat: str) -> Response:
    viewer = int(seat) if seat.removeprefix("-").isdecimal() and -1 <= int(seat) < studio.seats else None
    return JSONResponse({**show(studio, viewer), "patterns": patterns()})


def _order(studio: Studio, what: str, body: bytes) -> Response:
    """Change the table; 400 with a sentence if that is not possible."""
    try:
        given: dict[str, Any] = json.loads(body)
        answer = ORDERS[what](studio, given)
    except WartableError as error:
        return JSONResponse({"error": str(error)}, 400)
    except (KeyError, TypeError, ValueError) as error:
        return JSONResponse({"error": f"that cannot be asked so: {error!r}"}, 400)
    except Exception as error:  # a mistake in the game's files
        return JSONResponse({"error": studio.source.told(error)}, 400)
    return JSONResponse(answer or {})


def _roll(studio: Studio, _: dict[str, Any]) -> None:
    studio.roll()


def _test(studio: Studio, _: dict[str, Any]) -> dict[str, Any]:
    return {"code": studio.test()}


def _set_rolls(studio: Studio, given: dict[str, Any]) -> None:
    studio.rolls_itself = bool(given["by_itself"])


ORDERS: dict[str, Callable[[Studio, dict[str, Any]], dict[str, Any] | None]] = {
    "act": lambda studio, given: studio.act(int(given["seat"]), int(given["action"])),
    "roll": _roll,
    "rolls": _set_rolls,
    "step": lambda studio, given: studio.step(int(given["at"])),
    "edit": lambda studio, given: studio.edit(str(given["path"]), float(given["value"])),
    "begin": lambda studio, given: studio.begin(dict(given["options"]), int(given["seats"])),
    "ask": lambda studio, given: studio.ask(int(given["seat"]), str(given["text"])),
    "test": _test,
}


class Watcher(threading.Thread):
    """Checks the files of the game a few times a second, until stopped."""

    def __init__(self, studio: Studio, pause: float = PAUSE) -> None:
        super().__init__(name="studio-watcher", daemon=True)
        self.studio, self.pause = studio, pause
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(self.pause):
            self.studio.follow()

    def stop(self) -> None:
        self.ended.set()
        self.join()
