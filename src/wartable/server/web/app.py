"""Assembles the application."""

import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any
from urllib.parse import quote

import orjson
import sqlalchemy as sa
from fastapi import APIRouter, FastAPI, HTTPException, Request, routing
from fastapi.exceptions import RequestValidationError
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from wartable import __version__
from wartable.errors import UnknownGame, WartableError
from wartable.guides.examples import UnknownExample
from wartable.guides.lessons import UnknownLesson

from ..club.daily import Daily
from ..club.switches import SwitchedOff
from ..club.waiting import WaitingList
from ..live import thread_pool
from ..live.lessons import NoLesson
from ..live.protocol import ProtocolError
from ..people.accounts import Accounts, BadLogin, BadName, Banned
from ..people.limits import Limiter
from ..people.mail import Mailer
from ..people.names import key_of
from ..people.notifications import Notifier
from ..people.oidc import SignIn
from ..people.one_time_links import DAY, Errands
from ..people.passwords import Busy
from ..people.second_factor import NeedsCode
from ..people.webhooks import Hooks, Signer
from ..play.calls import Calls
from ..play.cleanup import Cleaner
from ..play.open_tables import NoSuchTable
from ..play.service import TableService
from ..storage.heartbeat import steady_time
from ..storage.migrate import upgrade
from ..storage.store import Store, StoreError
from ..tables.table import TableError
from ..tables.variants import Variants
from ..tournaments.ledger import NoSuchTournament, TournamentError
from ..tournaments.organiser import Tournaments
from . import pages, sockets
from .compile_ahead import Warmer
from .context import Context, catalogue_of
from .health import Health
from .logs import Answered, log_request
from .metrics import Figures
from .proxies import Proxies
from .routes import account as account_routes
from .routes import admin as admin_routes
from .routes import claim as claims
from .routes import club as club_routes
from .routes import games as game_routes
from .routes import lessons as teaching_routes
from .routes import oidc as oidc_routes
from .routes import own as own_routes
from .routes import plans as plan_routes
from .routes import replay as replay_routes
from .routes import tables as table_routes
from .routes import tournaments as tournament_routes
from .security import Guard, Hosts
from .settings import Settings

NOT_THERE = NoSuchTable, NoSuchTournament, NoLesson, UnknownExample, UnknownLesson, UnknownGame, SwitchedOff

log = logging.getLogger("wartable.server")


class Answer(JSONResponse):
    def render(self, content: Any) -> bytes:
        return orjson.dumps(content)


def create_app(settings: Settings, *parts: APIRouter) -> FastAPI:
    """A server with these settings, and with further routes; it opens its database on startup, and closes it on
    shutdown.
    """
    limiter = Limiter(settings.address_requests, burst=4 * settings.address_requests)
    figures = Figures()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        context = app.state.context = await open_context(settings, limiter)
        health = app.state.health = Health(context)
        cleaner = Cleaner(context.accounts, context.tables, settings.guest_days)
        helpers = (health, cleaner, Calls(context.store, context.notifier))
        figures.start(context)
        for helper in helpers:
            helper.start()
        log.info("the server is open")
        yield
        context.is_closing = True
        for one in (*helpers, figures):
            one.close()
        await close_context(context)
        log.info("the server is closed")

    app = FastAPI(
        title="Wartable",
        version=__version__,
        description="Strategy games with people and bots. Live tables are at /api/tables/{id}/socket (WebSocket).",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        default_response_class=Answer,
    )
    app.router.routes.extend(_routes())
    for part in parts:
        app.include_router(part)
    app.mount("/static", pages.static_files(), "static")
    app.state.figures = figures
    _add_middleware(app, settings, limiter, figures)
    _answer_errors(app)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """All routes, built once per process, since that takes as long as the rest of a start."""
    parts = (
        account_routes,
        own_routes,
        admin_routes,
        oidc_routes,
        claims,
        game_routes,
        teaching_routes,
        table_routes,
        tournament_routes,
        club_routes,
        plan_routes,
        replay_routes,
    )
    whole = APIRouter(default_response_class=Answer)
    for part in (*parts, sockets, pages):
        whole.include_router(part.router)
    # Newer FastAPIs put routes together when they are first needed: now, rather than during the first requests.
    put_together = getattr(routing, "iter_route_contexts", None)
    if put_together is not None:
        list(put_together(whole.routes))
    return tuple(whole.routes)


async def open_context(settings: Settings, limiter: Limiter) -> Context:
    """Everything that the routes share, running."""
    upgrade(settings.database)
    store = Store(settings.database)
    accounts = Accounts(store, settings.admins)
    warmer = Warmer(settings.warm_games)
    mailer = Mailer(settings.smtp, settings.mail_from)
    notifier = Notifier(accounts, settings.address, mailer, Hooks(Signer(store), settings.local_webhooks))
    guests = Limiter(settings.address_guests / 100, settings.address_guests)
    tables = TableService(store, warmer.want, notifier, settings.bot_pause, settings.analysts)
    played = Tournaments(tables)
    errands = Errands(store)
    clubs = WaitingList(tables), Daily(tables)
    people = accounts, errands, tables, played, *clubs
    context = Context(settings, store, *people, warmer, mailer, notifier, limiter, guests)
    context.variants = Variants(settings.variants)
    context.sign_in = SignIn(settings.oidc, settings.address) if settings.oidc else None
    tables.heart.describe = partial(_described, context, steady_time())
    await _invite_hosts(context)
    warmer.start()
    accounts.doors.start()
    await tables.start()
    played.start()
    context.daily.start()
    return context


def _described(context: Context, since: float) -> dict[str, Any]:
    """The status of a process, for admins."""
    return {
        "machine": socket.gethostname(),
        "pid": os.getpid(),
        "version": __version__,
        "since": since,
        "tables": len(context.tables.lives),
        "sockets": context.accounts.doors.count,
        "closing": context.is_closing,
    }


async def close_context(context: Context) -> None:
    context.warmer.close()
    context.tournaments.close()
    context.daily.close()
    await context.tables.close()
    await context.notifier.close()
    if context.sign_in:
        await context.sign_in.close()
    await context.accounts.close()
    await context.store.close()


async def _invite_hosts(context: Context) -> None:
    """Create a key for each named admin without an account; only with it can that name be registered."""
    for name in context.accounts.reserved.values():
        if await context.accounts.by_name(name) is None:
            secret = await context.errands.new("host", None, key_of(name), 30 * DAY)
            context.host_links[name] = f"{context.notifier.address}/account#host={secret}&name={quote(name)}"


def _add_middleware(app: FastAPI, settings: Settings, limiter: Limiter, figures: Figures) -> None:
    """Add middleware; the one added last sees a request first."""
    # The event loop waits while an answer is compressed: fast rather than small.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=1)
    app.add_middleware(
        Guard,
        origins=settings.origins,
        hosts=Hosts(settings.address, settings.hosts),
        allows=lambda address: not settings.counts(address) or limiter.allows(address),
    )
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=sorted(settings.origins),
            allow_credentials=True,
            allow_methods=["GET", "POST", "PATCH", "DELETE"],
            allow_headers=["authorization", "content-type"],
            max_age=600,
        )
    app.add_middleware(Answered, told=(figures.count, log_request))
    app.add_middleware(Proxies, trusted=settings.proxies, header=settings.proxy_header)


def _status(error: WartableError) -> int:
    if isinstance(error, NOT_THERE):
        return 404
    if isinstance(error, (BadLogin, NeedsCode)):
        return 401
    if isinstance(error, Banned):
        return 403
    if isinstance(error, thread_pool.Busy):
        return 429
    if isinstance(error, (StoreError, Busy)):
        return 503
    return 409 if isinstance(error, (TableError, TournamentError, BadName, ProtocolError)) else 400


def _answer_errors(app: FastAPI) -> None:
    """Return every error as {"error": one sentence}, with a code and a rule if there is one."""

    @app.exception_handler(WartableError)
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, WartableError)
        facts = {"error": catalogue_of(request).say(error.args[0] if error.args else "")}
        if isinstance(error, ProtocolError):
            facts |= {"code": error.code, "rule": error.rule}
        if isinstance(error, NeedsCode):
            facts["code"] = "second-factor"
        return JSONResponse(facts, _status(error))

    @app.exception_handler(HTTPException)
    async def stopped(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return JSONResponse({"error": catalogue_of(request).say(error.detail)}, error.status_code, error.headers)

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        text = f"{place}: {first['msg']}".encode(errors="replace").decode()
        return JSONResponse({"error": text, "detail": []}, 422)

    @app.exception_handler(sa.exc.SQLAlchemyError)
    async def not_stored(request: Request, error: Exception) -> Response:
        method = request.scope.get("method", "socket")
        log.error("%s %s: the database failed: %s", method, request.scope["path"], type(error).__name__)
        text = "the database does not take this now; try again later"
        return JSONResponse({"error": catalogue_of(request).say(text)}, 503)
