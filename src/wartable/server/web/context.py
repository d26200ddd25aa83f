"""What the routes share: the database, the accounts, the tables; and who is asking, with which rights."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

import sqlalchemy as sa
from fastapi import Depends, HTTPException, Path, Query, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from wartable.core.game import Game
from wartable.core.registry import languages
from wartable.languages import FOLDER, Catalogue, catalogue, worded

from ..club.daily import Daily
from ..club.waiting import WaitingList
from ..live.live_table import LiveTable
from ..live.thread_pool import Who
from ..people.accounts import SESSION_SECONDS, Accounts, User, Visit
from ..people.limits import Limiter, LoginThrottle
from ..people.mail import Mailer
from ..people.notifications import Notifier
from ..people.oidc import SignIn
from ..people.one_time_links import Errands
from ..play.open_tables import NoSuchTable
from ..play.service import TableService
from ..storage.schema import facts
from ..storage.store import Store
from ..tables.variants import Variants
from ..tournaments.organiser import Tournaments
from .compile_ahead import Warmer
from .proxies import address_of
from .settings import Settings

COOKIE = "wartable"
LANGUAGE = "wartable-language"
VARIES = {"vary": "Cookie, Accept-Language"}
"""For answers that differ with the language of whoever asks."""
INVITATION = "wartable-invitation"
INVITED_SECONDS = 30 * 86400
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 60
# As many people who say all that they may as one address stands for.
CROWD = 6
WRITTEN = 6
"""What a move in notation costs of its sender's message allowance: it must be parsed, and possibly refused."""


@dataclass
class Context:
    settings: Settings
    store: Store
    accounts: Accounts
    errands: Errands
    tables: TableService
    tournaments: Tournaments
    waiting: WaitingList
    daily: Daily
    warmer: Warmer
    mailer: Mailer
    notifier: Notifier
    requests: Limiter
    guests: Limiter
    exports: Limiter = field(default_factory=lambda: Limiter(rate=1 / 60, burst=1))
    resets: Limiter = field(default_factory=lambda: Limiter(rate=0.2, burst=10))
    mails: Limiter = field(default_factory=lambda: Limiter(rate=1 / 600, burst=3))
    reports: Limiter = field(default_factory=lambda: Limiter(rate=1 / 600, burst=5))
    logins: LoginThrottle = field(default_factory=LoginThrottle)
    sign_in: SignIn | None = None
    variants: Variants = field(default_factory=Variants)
    is_closing: bool = False
    # Where named admins make their accounts: shown to whoever starts the server, and to nobody else.
    host_links: dict[str, str] = field(default_factory=dict)
    # What each person may say at live tables, whatever the number of sockets; what all may say who come from one
    # address; and how many sockets an address has.
    messages: Limiter = field(default_factory=lambda: Limiter(MESSAGES_A_SECOND, MESSAGES_AT_ONCE))
    crowds: Limiter = field(default_factory=lambda: Limiter(CROWD * MESSAGES_A_SECOND, CROWD * MESSAGES_AT_ONCE))
    sockets: Counter[str] = field(default_factory=Counter)

    async def registration_is_open(self) -> bool:
        """The admin's setting, or else the command line's."""
        wanted = sa.select(facts.c.value).where(facts.c.name == "registration")
        value = await self.store.read(lambda connection: connection.execute(wanted).scalar())
        return self.settings.registration if value is None else value == "open"

    def check_address(self, limiter: Limiter, address: str, words: str, cost: float = 1.0) -> None:
        """429 if an address has exceeded a limit."""
        if self.settings.counts(address):
            self.check_limit(limiter, address, words, cost)

    def check_limit(self, limiter: Limiter, key: str, words: str, cost: float = 1.0) -> None:
        """429 if a limit is exceeded."""
        if self.settings.limits and not limiter.allows(key, cost):
            raise HTTPException(429, words)


def context_of(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


def visit_of(connection: HTTPConnection) -> Visit:
    agent = connection.headers.get("user-agent", "").replace("\0", "")[:200]
    return Visit(agent, address_of(connection))


def is_safe(connection: HTTPConnection) -> bool:
    """Whether the connection to the browser is encrypted."""
    return connection.url.scheme in ("https", "wss")


def cookie_name(connection: HTTPConnection, name: str = COOKIE) -> str:
    """Under TLS, a name that no other host of the same domain can set."""
    return f"__Host-{name}" if is_safe(connection) else name


def set_cookie(
    request: Request, response: Response, secret: str, name: str = COOKIE, seconds: int = SESSION_SECONDS
) -> None:
    response.set_cookie(
        cookie_name(request, name), secret, seconds, httponly=True, samesite="lax", secure=is_safe(request)
    )


def keep_invitation(request: Request, response: Response, match_id: str, invite: str) -> None:
    """Set a cookie for requests about one table: a key in a URL would end up in histories and logs."""
    response.set_cookie(
        INVITATION,
        invite,
        INVITED_SECONDS,
        path=f"/api/tables/{match_id}",
        httponly=True,
        samesite="lax",
        secure=is_safe(request),
    )


def drop_cookie(request: Request, response: Response, name: str = COOKIE) -> None:
    for one in {cookie_name(request, name), name}:
        response.delete_cookie(one, httponly=True, samesite="lax", secure=is_safe(request))


def rename_cookie(request: Request, response: Response) -> None:
    """Rename a cookie from before there were special names for TLS."""
    secret = request.cookies.get(COOKIE)
    if is_safe(request) and secret and cookie_name(request) not in request.cookies:
        response.delete_cookie(COOKIE)
        set_cookie(request, response, secret)


def language_of(connection: HTTPConnection) -> str:
    """The language of whoever asks: the one that they chose, or else the first of their browser that there is."""
    offered = languages()
    # Not every browser says with a socket what it says with a page.
    chosen: str = connection.query_params.get("language") or connection.cookies.get(LANGUAGE, "")
    if chosen in offered:
        return chosen
    for wanted in re.findall(r"[A-Za-z-]+(?=[\s;,]|$)(?!\s*=)", connection.headers.get("accept-language", "")):
        found: str | None = next((one for one in (wanted, wanted.split("-")[0]) if one in offered), None)
        if found:
            return found
    return "en"


def catalogue_of(connection: HTTPConnection, game: Game | None = None) -> Catalogue:
    """The catalogue in which whoever asks reads: a game's, or the one of everything else."""
    language = language_of(connection)
    return game.catalogue(language) if game else catalogue(FOLDER, language)


def secret_of(connection: HTTPConnection) -> str | None:
    """The session's cookie, or a bot's token."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    return connection.cookies.get(cookie_name(connection)) or connection.cookies.get(COOKIE)


async def find_user(connection: HTTPConnection) -> User | None:
    secret = secret_of(connection)
    return await context_of(connection).accounts.find(secret) if secret else None


def who(connection: HTTPConnection, user: User | None) -> Who:
    """For whom slow work is done: a person, or an address."""
    return Who.at(address_of(connection), user.id if user else None)


async def current_user(request: Request) -> User:
    user = await find_user(request)
    if user is None:
        raise HTTPException(401, "log in first, or play as a guest")
    return user


async def owner(request: Request) -> User:
    """Somebody who may change their own settings: a browser session, or a token with that scope."""
    user = await current_user(request)
    if user.scope not in ("all", "account", "admin"):
        raise HTTPException(403, "this token is for playing only")
    return user


async def session(request: Request) -> User:
    """Somebody who may do what a lost token must not: a browser session."""
    user = await current_user(request)
    if user.scope != "all":
        raise HTTPException(403, "this cannot be done with a token; log in")
    return user


async def account(request: Request) -> User:
    user = await session(request)
    if user.guest:
        raise HTTPException(403, "this needs an account; a guest has none")
    return user


async def admin(request: Request) -> User:
    user = await current_user(request)
    if not user.admin or user.scope not in ("all", "admin"):
        raise HTTPException(403, "only an admin may do this")
    return user


def may_see(live: LiveTable, user: User | None, invite: str | None) -> bool:
    """Private tables are for those who opened them or sit at them, and for those who were invited.

    At one that is played with the same dice elsewhere nobody looks on.
    """
    row = live.table.row
    if row.sealed and not (user is not None and live.table.seats_of(user.id)):
        return False
    if not row.private or (invite and invite == row.invite):
        return True
    return user is not None and (user.id == row.host or bool(live.table.seats_of(user.id)) or user.admin)


def invitation_of(live: LiveTable, user: User | None) -> dict[str, str]:
    """The key to a private table, for those who sit at it; empty for a public one."""
    row = live.table.row
    return {"invite": row.invite} if row.private and user and live.table.seats_of(user.id) else {}


def may_invite(connection: HTTPConnection, live: LiveTable, user: User | None) -> bool:
    """Whether somebody has the key to a private table: its host, its players, and those who came by it."""
    row = live.table.row
    if user is not None and (user.id == row.host or live.table.seats_of(user.id)):
        return True
    return connection.cookies.get(INVITATION) == row.invite


async def open_table(connection: HTTPConnection, match_id: str, user: User | None, invite: str | None) -> LiveTable:
    live = await context_of(connection).tables.open(match_id, who(connection, user))
    if not may_see(live, user, invite or connection.cookies.get(INVITATION)):
        raise NoSuchTable(worded("there is no table {match_id}", match_id=match_id))
    return live


Shared = Annotated[Context, Depends(context_of)]
MaybeUser = Annotated[User | None, Depends(find_user)]
SomeUser = Annotated[User, Depends(current_user)]
Owner = Annotated[User, Depends(owner)]
Session = Annotated[User, Depends(session)]
Account = Annotated[User, Depends(account)]
TableId = Annotated[str, Path(max_length=20)]
Invite = Annotated[str | None, Query(max_length=40)]
Admin = Annotated[User, Depends(admin)]
