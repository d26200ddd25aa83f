"""What the routes share: the store, the accounts, the hall; and who is asking."""

from dataclasses import dataclass
from typing import Annotated

import sqlalchemy as sa
from fastapi import Depends, HTTPException, Request
from starlette.requests import HTTPConnection

from .accounts import Accounts, User
from .hall import Hall, NoSuchTable
from .limits import Limiter, Throttle
from .live import Live
from .schema import facts
from .settings import Settings
from .store import Store

COOKIE = "wartable"


@dataclass
class Context:
    settings: Settings
    store: Store
    accounts: Accounts
    hall: Hall
    requests: Limiter
    guests: Limiter
    wrong_names: Throttle
    wrong_addresses: Throttle

    async def registration_is_open(self) -> bool:
        """As an admin has set it, or else as the command line did."""
        wanted = sa.select(facts.c.value).where(facts.c.name == "registration")
        value = await self.store.read(lambda connection: connection.execute(wanted).scalar())
        return self.settings.registration if value is None else value == "open"


def context_of(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


def secret_of(connection: HTTPConnection) -> str | None:
    """The session's cookie, or a bot's token."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    return connection.cookies.get(COOKIE)


async def find_user(connection: HTTPConnection) -> User | None:
    secret = secret_of(connection)
    return await context_of(connection).accounts.find(secret) if secret else None


async def current_user(request: Request) -> User:
    user = await find_user(request)
    if user is None:
        raise HTTPException(401, "log in first, or play as a guest")
    return user


async def account(request: Request) -> User:
    user = await current_user(request)
    if user.guest:
        raise HTTPException(403, "this needs an account; a guest has none")
    return user


def may_see(live: Live, user: User | None, invite: str | None) -> bool:
    """Private tables are for those who sit at them and those who were invited."""
    row = live.table.row
    if not row.private or (invite and invite == row.invite):
        return True
    return user is not None and (bool(live.table.seats_of(user.id)) or user.admin)


async def open_table(connection: HTTPConnection, match_id: str, user: User | None, invite: str | None) -> Live:
    live = await context_of(connection).hall.open(match_id)
    if not may_see(live, user, invite):
        raise NoSuchTable(f"there is no table {match_id}")
    return live


Shared = Annotated[Context, Depends(context_of)]
MaybeUser = Annotated[User | None, Depends(find_user)]
SomeUser = Annotated[User, Depends(current_user)]
Account = Annotated[User, Depends(account)]
