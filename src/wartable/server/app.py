"""The application: everything put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import orjson
from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response

from wartable import __version__
from wartable.core.errors import UnknownGame, WartableError

from . import account_routes, game_routes, pages, replay_routes, sockets, table_routes
from .accounts import Accounts, BadLogin, BadName
from .context import Context
from .limits import Limiter, Throttle
from .migrate import upgrade
from .notices import Notifier
from .protocol import ProtocolError
from .security import Guard
from .service import NoSuchTable, TableService
from .settings import Settings
from .store import Store, StoreError
from .table import TableError
from .turns import Busy
from .warm import Warmer


class Answer(JSONResponse):
    def render(self, content: Any) -> bytes:
        return orjson.dumps(content)


def create_app(settings: Settings) -> FastAPI:
    """A server with these settings; it opens its database when it starts, and closes it when it stops."""
    limiter = Limiter(rate=30, burst=120)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        upgrade(settings.database)
        store = Store(settings.database)
        accounts = Accounts(store, settings.admins)
        warmer = Warmer(settings.warm_games)
        notifier = Notifier(accounts, settings.address, settings.smtp, settings.mail_from, settings.local_webhooks)
        tables = TableService(store, warmer, notifier, settings.bot_pause)
        app.state.context = Context(
            settings, store, accounts, tables, limiter, Limiter(rate=0.2, burst=20), Throttle(5), Throttle(25)
        )
        warmer.start()
        await tables.start()
        yield
        warmer.close()
        await tables.close()
        await store.close()

    app = FastAPI(
        title="Wartable",
        version=__version__,
        description="Strategy games with people and bots. LiveTable tables are at /api/tables/{id}/socket (WebSocket).",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        default_response_class=Answer,
    )
    app.include_router(account_routes.router)
    app.include_router(game_routes.router)
    app.include_router(table_routes.router)
    app.include_router(replay_routes.router)
    app.include_router(sockets.router)
    app.include_router(pages.router)
    app.mount("/static", pages.static_files(), "static")
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(
        Guard, origins=settings.origins, allows=lambda address: not settings.limits or limiter.allows(address)
    )
    _answer_errors(app)
    # Routes are put together when they are first needed: now, rather than during the first requests.
    app.openapi()
    return app


def _status(error: WartableError) -> int:
    if isinstance(error, (NoSuchTable, UnknownGame)):
        return 404
    if isinstance(error, BadLogin):
        return 401
    if isinstance(error, StoreError):
        return 503
    if isinstance(error, Busy):
        return 429
    return 409 if isinstance(error, (TableError, BadName, ProtocolError)) else 400


def _answer_errors(app: FastAPI) -> None:
    """Every error is {"error": one sentence}, with a code and a rule where there is one."""

    @app.exception_handler(WartableError)
    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, WartableError)
        facts = {"error": str(error)}
        if isinstance(error, ProtocolError):
            facts |= {"code": error.code, "rule": error.rule}
        return JSONResponse(facts, _status(error))

    @app.exception_handler(HTTPException)
    async def stopped(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return JSONResponse({"error": error.detail}, error.status_code, error.headers)

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return JSONResponse({"error": f"{place}: {first['msg']}", "detail": []}, 422)
