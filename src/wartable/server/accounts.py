"""Who somebody is: guests, accounts, sessions of browsers and tokens of bots."""

import asyncio
import json
import random
import re
import time
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from wartable.core.errors import WartableError

from .passwords import hash_password, hash_secret, is_password, new_secret
from .schema import logins, ratings, users
from .store import Store

SESSION_SECONDS = 90 * 86400
REMEMBERED_SECONDS = 30.0
SHORTEST_PASSWORD = 8
_NAME = re.compile(r"[\w][\w .'-]{0,22}[\w.]|\w")


class BadName(WartableError):
    """A name that cannot be had."""


class BadLogin(WartableError):
    """Name and password do not fit."""


@dataclass(frozen=True)
class User:
    id: int
    name: str
    guest: bool
    admin: bool
    email: str
    webhook: str
    settings: str

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "guest": self.guest,
            "admin": self.admin,
            "email": self.email,
            "webhook": self.webhook,
            "settings": json.loads(self.settings),
        }


_COLUMNS = [users.c[name] for name in ("id", "name", "guest", "admin", "email", "webhook", "settings")]


def clean_name(text: str) -> str:
    """The name as it will be shown; BadName where it is empty, too long, or made of signs."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not _NAME.fullmatch(name):
        raise BadName("a name has 1 to 24 letters, digits, spaces and . ' - and begins with a letter or digit")
    return name


class Accounts:
    """Users and their logins, kept in the store."""

    def __init__(self, store: Store, admins: frozenset[str] = frozenset()) -> None:
        self.store = store
        self.admins = {name.casefold() for name in admins}
        self._known: OrderedDict[str, tuple[float, User | None]] = OrderedDict()

    def is_named_admin(self, name: str) -> bool:
        """Whether the host has said that whoever has this name is an admin."""
        return " ".join(unicodedata.normalize("NFKC", name).split()).casefold() in self.admins

    def forget(self) -> None:
        """Look everybody up again: something about them has changed."""
        self._known.clear()

    async def new_guest(self, name: str | None) -> tuple[User, str]:
        """A guest with that name, or with one of ours; its session's secret comes along."""
        wanted = clean_name(name) if name else None
        secret = new_secret()
        now = time.time()

        def work(connection: sa.Connection) -> User:
            shown = wanted
            while shown is None or _is_taken(connection, shown):
                shown = f"{wanted or 'Guest'} {random.randint(100, 999_999)}"
            user = _insert(connection, shown, None, guest=True, admin=False, now=now)
            _log_in(connection, user.id, secret, now)
            return user

        return await self.store.write(work), secret

    async def register(self, name: str, password: str, guest: User | None) -> tuple[User, str]:
        """A new account. A guest's matches stay theirs: the guest becomes the account."""
        shown = clean_name(name)
        if len(password) < SHORTEST_PASSWORD:
            raise BadLogin(f"a password has at least {SHORTEST_PASSWORD} characters")
        hashed = hash_password(password)
        secret = new_secret()
        now = time.time()
        admin = shown.casefold() in self.admins

        def work(connection: sa.Connection) -> User:
            if _is_taken(connection, shown, except_for=guest.id if guest else None):
                raise BadName(f"the name {shown} is taken")
            if guest and guest.guest:
                values = {"name": shown, "key": shown.casefold(), "password": hashed, "guest": False, "admin": admin}
                connection.execute(sa.update(users).where(users.c.id == guest.id).values(**values))
                user = _by_id(connection, guest.id)
                assert user is not None
            else:
                user = _insert(connection, shown, hashed, guest=False, admin=admin, now=now)
            _log_in(connection, user.id, secret, now)
            return user

        user = await self.store.write(work)
        self._known.clear()
        return user, secret

    async def log_in(self, name: str, password: str) -> tuple[User, str]:
        """A session for an account; BadLogin says no more than that it was wrong."""
        key = " ".join(unicodedata.normalize("NFKC", name).split()).casefold()

        def find(connection: sa.Connection) -> tuple[User, str | None] | None:
            row = connection.execute(sa.select(*_COLUMNS, users.c.password).where(users.c.key == key)).first()
            return None if row is None else (User(*row[:7]), row[7])

        found = await self.store.read(find)
        hashed = found[1] if found else None

        if not await asyncio.to_thread(is_password, password, hashed) or found is None:
            raise BadLogin("name and password do not fit")
        secret = new_secret()
        user = found[0]
        await self.store.write(lambda connection: _log_in(connection, user.id, secret, time.time()))
        return user, secret

    async def new_token(self, user: User, label: str) -> str:
        """A token for a bot that plays as this user; shown once, kept as a hash."""
        secret = "wt_" + new_secret()
        await self.store.write(
            lambda connection: _log_in(connection, user.id, secret, time.time(), "token", label[:60], None)
        )
        return secret

    async def tokens(self, user: User) -> list[dict[str, Any]]:
        wanted = sa.select(logins.c.hash, logins.c.label, logins.c.created).where(
            logins.c.user_id == user.id, logins.c.kind == "token"
        )
        rows = await self.store.read(lambda connection: connection.execute(wanted).all())
        return [{"id": row.hash[:16], "label": row.label, "created": row.created} for row in rows]

    async def drop_token(self, user: User, token_id: str) -> bool:
        wanted = sa.delete(logins).where(
            logins.c.user_id == user.id, logins.c.kind == "token", sa.func.substr(logins.c.hash, 1, 16) == token_id
        )
        self._known.clear()
        return await self.store.write(lambda connection: connection.execute(wanted).rowcount > 0)

    async def log_out(self, secret: str) -> None:
        hashed = hash_secret(secret)
        self._known.pop(hashed, None)
        await self.store.write(lambda connection: connection.execute(sa.delete(logins).where(logins.c.hash == hashed)))

    async def find(self, secret: str) -> User | None:
        """Whose session or token this is; None for one that is unknown or over."""
        hashed = hash_secret(secret)
        known = self._known.get(hashed)
        if known and known[0] > time.monotonic():
            return known[1]
        now = time.time()
        wanted = (
            sa.select(*_COLUMNS)
            .join(logins, logins.c.user_id == users.c.id)
            .where(logins.c.hash == hashed, sa.or_(logins.c.expires.is_(None), logins.c.expires > now))
        )
        row = await self.store.read(lambda connection: connection.execute(wanted).first())
        user = None if row is None else User(*row)
        self._known[hashed] = (time.monotonic() + REMEMBERED_SECONDS, user)
        if len(self._known) > 10_000:
            self._known.popitem(last=False)
        return user

    async def change(self, user: User, values: dict[str, Any]) -> User:
        """Change settings, email or webhook of a user."""

        def work(connection: sa.Connection) -> User:
            connection.execute(sa.update(users).where(users.c.id == user.id).values(**values))
            changed = _by_id(connection, user.id)
            assert changed is not None
            return changed

        changed = await self.store.write(work)
        self._known.clear()
        return changed

    async def by_id(self, user_id: int) -> User | None:
        return await self.store.read(lambda connection: _by_id(connection, user_id))

    async def ratings(self, user: User) -> dict[str, dict[str, float]]:
        wanted = sa.select(ratings.c.game, ratings.c.rating, ratings.c.matches).where(ratings.c.user_id == user.id)
        rows = await self.store.read(lambda connection: connection.execute(wanted).all())
        return {row.game: {"rating": round(row.rating), "matches": row.matches} for row in rows}


def _is_taken(connection: sa.Connection, name: str, except_for: int | None = None) -> bool:
    row = connection.execute(sa.select(users.c.id).where(users.c.key == name.casefold())).first()
    return row is not None and row.id != except_for


def _by_id(connection: sa.Connection, user_id: int) -> User | None:
    row = connection.execute(sa.select(*_COLUMNS).where(users.c.id == user_id)).first()
    return None if row is None else User(*row)


def _insert(connection: sa.Connection, name: str, password: str | None, guest: bool, admin: bool, now: float) -> User:
    values = {
        "name": name,
        "key": name.casefold(),
        "password": password,
        "guest": guest,
        "admin": admin,
        "email": "",
        "webhook": "",
        "settings": "{}",
        "created": now,
    }
    result = connection.execute(sa.insert(users).values(**values))
    assert result.inserted_primary_key is not None
    return User(int(result.inserted_primary_key[0]), name, guest, admin, "", "", "{}")


def _log_in(
    connection: sa.Connection,
    user_id: int,
    secret: str,
    now: float,
    kind: str = "session",
    label: str = "",
    seconds: float | None = SESSION_SECONDS,
) -> None:
    connection.execute(
        sa.insert(logins).values(
            hash=hash_secret(secret),
            user_id=user_id,
            kind=kind,
            label=label,
            created=now,
            expires=None if seconds is None else now + seconds,
        )
    )
