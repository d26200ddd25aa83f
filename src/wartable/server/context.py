"""What the routes share: the store, the accounts, the tables; and who is asking."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

import sqlalchemy as sa
from fastapi import Depends, HTTPException, Path, Query, Request
from starlette.requests import HTTPConnection

from .accounts import Accounts, User
from .limits import Limiter, Throttle
from .live import LiveTable
from .schema import facts
from .service import NoSuchTable, TableService
from .settings import Settings
from .store import Store

COOKIE = "wartable"
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 60


@dataclass
class Context:
    settings: Settings
    store: Store
    accounts: Accounts
    tables: TableService
    requests: Limiter
    guests: Limiter
    wrong_names: Throttle
    wrong_addresses: Throttle
    # What each person may say at live tables, whatever the number of sockets; and how many sockets an address has.
    messages: Limiter = field(default_factory=lambda: Limiter(MESSAGES_A_SECOND, MESSAGES_AT_ONCE))
    sockets: Counter[str] = field(default_factory=Counter)

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


def who(connection: HTTPConnection, user: User | None) -> str:
    """Whose work it is when something takes long: a person's, or an address's."""
    return f"user {user.id}" if user else f"address {address_of(connection)}"


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "local"


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


def may_see(live: LiveTable, user: User | None, invite: str | None) -> bool:
    """Private tables are for those who sit at them and those who were invited."""
    row = live.table.row
    if not row.private or (invite and invite == row.invite):
        return True
    return user is not None and (bool(live.table.seats_of(user.id)) or user.admin)


async def open_table(connection: HTTPConnection, match_id: str, user: User | None, invite: str | None) -> LiveTable:
    live = await context_of(connection).tables.open(match_id, who(connection, user))
    if not may_see(live, user, invite):
        raise NoSuchTable(f"there is no table {match_id}")
    return live


Shared = Annotated[Context, Depends(context_of)]
MaybeUser = Annotated[User | None, Depends(find_user)]
SomeUser = Annotated[User, Depends(current_user)]
Account = Annotated[User, Depends(account)]
TableId = Annotated[str, Path(max_length=20)]
Invite = Annotated[str | None, Query(max_length=40)]
