"""The pages: one HTML file for the client, the colours, the credits, and the description of the API."""

import gzip
import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from wartable.core.registry import all_games, languages
from wartable.drawing.icons import SHEET
from wartable.drawing.theme import PLAIN, World
from wartable.guides.cover import world_of
from wartable.languages import FOLDER
from wartable.languages.client import words_of

from .context import VARIES, language_of
from .metrics import HERE
from .proxies import is_within

STATIC = SHEET.parent
PACKED = (".js", ".css")
router = APIRouter(include_in_schema=False)

_NOT_BUILT = """<!doctype html><html lang="en"><title>Wartable</title><h1>Wartable</h1>
<p>The web client has not been built in this checkout. Run <code>python tools/build_static.py</code> and reload.</p>
</html>"""


class Kept(StaticFiles):
    """The client's files. Fonts and parts have a hash in their names, so browsers cache them forever."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        folder = path.parent.name
        if folder in ("fonts", "parts"):
            response.headers["cache-control"] = "max-age=31536000, immutable"
        else:
            # An old client would ask for parts that are gone.
            response.headers["cache-control"] = "max-age=86400" if folder == "textures" else "no-cache"
        asked = Headers(scope=scope)
        may_pack = isinstance(response, FileResponse) and scope["method"] == "GET" and "range" not in asked
        if may_pack and path.suffix in PACKED:
            for coding in ("br", "gzip"):
                found = packed(path, coding, stat_result.st_mtime_ns) if takes(asked, coding) else None
                if found is not None:
                    kept = ("content-type", "etag", "last-modified", "cache-control")
                    headers = {name: response.headers[name] for name in kept if name in response.headers}
                    headers |= {"content-encoding": coding, "vary": "Accept-Encoding"}
                    return Response(found, status_code, headers)
        return response


def takes(asked: Headers, coding: str) -> bool:
    """Whether a client accepts a content encoding."""
    offered = re.findall(r"([\w*-]+)(?:\s*;\s*q=([\d.]+))?", asked.get("accept-encoding", ""))
    return any(name == coding and weight.strip("0.") != "" for name, weight in ((n, w or "1") for n, w in offered))


@lru_cache(maxsize=16)
def packed(path: Path, coding: str, _changed: int) -> bytes | None:
    """A compressed file: once for everybody with gzip, and by the build with brotli."""
    if coding == "gzip":
        return gzip.compress(path.read_bytes(), 9, mtime=0)
    built = path.with_name(f"{path.name}.br")
    return built.read_bytes() if built.exists() else None


def static_files() -> StaticFiles:
    return Kept(directory=STATIC, check_dir=False)


def _rules(theme: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in theme.items())


def _world_rules(world: World, name: str) -> str:
    """A world's own colours, and its materials as pictures."""
    theme = world.theme(name)
    own = {colour: theme[colour] for colour in {**world.dark, **world.light}}
    textures = {
        "room-texture": f"url(/static/textures/{world.room}.png)",
        "panel-texture": f"url(/static/textures/{world.panels}.png)",
    }
    return _rules({**own, **world.faces, **textures})


@cache
def _theme_css() -> str:
    return theme_sheet(map(world_of, all_games()))


def theme_sheet(worlds: Iterable[World]) -> str:
    """The colours, typefaces and materials of both themes, and of each of these worlds, as a style sheet."""
    dark, light = (_rules(PLAIN.theme(name)) for name in ("dark", "light"))
    sheet = (
        f":root{{{dark}color-scheme:dark}}\n"
        f"@media (prefers-color-scheme:light){{:root:not([data-theme=dark]){{{light}color-scheme:light}}}}\n"
        f":root[data-theme=light]{{{light}color-scheme:light}}\n"
    )
    # A page that shows a table takes on the world of its game; so does whatever else is of a game, as its card is.
    for world in worlds:
        here = f":is(body:has([data-world={world.name}]),[data-of={world.name}])"
        dark, light = _world_rules(world, "dark"), _world_rules(world, "light")
        sheet += (
            f"{here}{{{dark}}}\n"
            f"@media (prefers-color-scheme:light){{:root:not([data-theme=dark]) {here}{{{light}}}}}\n"
            f":root[data-theme=light] {here}{{{light}}}\n"
        )
    return sheet


@router.get("/theme.css")
async def theme_css() -> Response:
    return Response(_theme_css(), media_type="text/css", headers={"cache-control": "max-age=60"})


@router.get("/credits")
async def credits() -> Response:
    path = STATIC / "credits.md"
    return PlainTextResponse(path.read_text("utf-8") if path.exists() else "The icons have not been built.\n")


@router.get("/sw.js")
async def worker() -> Response:
    """The service worker, at the root since it sees only what lies below itself."""
    path = STATIC / "worker.js"
    if not path.exists():
        return PlainTextResponse("The client has not been built.", 404)
    return FileResponse(path, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/healthz")
async def health(request: Request) -> Response:
    """For load balancers: 200 if the database accepts a write, else 503 and the problem."""
    problems = await request.app.state.health.problems()
    return JSONResponse({"ok": not problems, "problems": problems}, 503 if problems else 200)


@router.get("/livez")
async def alive() -> Response:
    """For process managers: 200 while the event loop runs, whatever the database does."""
    return JSONResponse({"ok": True})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """For Prometheus; other clients get 404."""
    wanted = (*HERE, *request.app.state.context.settings.metrics)
    if request.client is None or not is_within(request.client.host, wanted):
        return JSONResponse({"error": "Not Found"}, 404)
    return Response(request.app.state.figures.text(), media_type=CONTENT_TYPE_LATEST)


@router.get("/api", response_class=HTMLResponse)
async def description(request: Request) -> HTMLResponse:
    """The HTTP API as a page, made from /openapi.json."""
    return HTMLResponse(_describe(request.app.openapi()))


def _describe(openapi: dict[str, Any]) -> str:
    rows = []
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            schema = openapi["components"]["schemas"].get(body.get("$ref", "").rsplit("/", 1)[-1])
            query = ", ".join(
                f"<code>{escape(one['name'])}</code> ({one['in']})" for one in operation.get("parameters", [])
            )
            details = f"<pre>{escape(json.dumps(schema['properties'], indent=1))}</pre>" if schema else ""
            rows.append(
                f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"
                f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p>"
                f"{f'<p>Parameters: {query}</p>' if query else ''}{details}</section>"
            )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Wartable: the HTTP interface</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/static/app.css"></head>'
        '<body class="paper-page"><main class="prose"><h1>The HTTP interface</h1>'
        '<p>For programs: <a href="/openapi.json">/openapi.json</a>. Send a token as <code>Authorization: Bearer '
        "...</code>. Live tables use a WebSocket at <code>/api/tables/{id}/socket</code>; docs/protocol.md has its "
        f"messages.</p>{''.join(rows)}</main></body></html>"
    )


def _index() -> Path:
    return STATIC / "index.html"


@router.get("/")
@router.get("/table/{rest:path}")
@router.get("/replay/{rest:path}")
@router.get("/match/{rest:path}")
@router.get("/rules/{rest:path}")
@router.get("/learn/{rest:path}")
@router.get("/tournament/{rest:path}")
@router.get("/tournaments")
@router.get("/daily")
@router.get("/offline")
@router.get("/ladder/{rest:path}")
@router.get("/new")
@router.get("/account")
@router.get("/admin")
async def page(request: Request) -> Response:
    path = _index()
    if not path.exists():
        return HTMLResponse(_NOT_BUILT, 503)
    text = _in_language(path.read_text("utf-8"), language_of(request))
    return HTMLResponse(text, headers={"cache-control": "no-cache", **VARIES})


def _in_language(page: str, language: str) -> str:
    """The page with its language, those that there are, and the script with the client's words."""
    page = page.replace('lang="en"', f'lang="{language}" data-languages="{" ".join(languages())}"', 1)
    found = _words(language)
    if not found:
        return page
    script = f'<script defer src="/words/{language}/{sha256(found).hexdigest()[:12]}.js"></script>'
    return page.replace("<script", f"{script}\n<script", 1)


def _words(language: str) -> bytes:
    path = FOLDER / f"{language}.po"
    return words_of(path, path.stat().st_mtime_ns) if path.is_file() else b""


@router.get("/words/{language}/{version}.js")
async def words(language: str, version: str, request: Request) -> Response:
    """The client's words in a language; the page names the version, so that browsers keep it for good."""
    found = _words(language) if language in languages() else b""
    if not found:
        return JSONResponse({"error": "Not Found"}, 404)
    headers = {"cache-control": "max-age=31536000, immutable", "vary": "Accept-Encoding"}
    if takes(request.headers, "gzip"):
        found, headers["content-encoding"] = _pressed(found), "gzip"
    return Response(found, media_type="text/javascript", headers=headers)


@lru_cache(maxsize=16)
def _pressed(text: bytes) -> bytes:
    return gzip.compress(text, 9, mtime=0)
