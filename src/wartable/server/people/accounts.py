"""Accounts: guests, registered users, sessions of browsers and tokens of bots."""

import asyncio
import json
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from wartable.errors import WartableError
from wartable.languages import Verbatim, worded

from ..storage.schema import errands, logins, ratings, users
from ..storage.store import Store
from .connections import Doors
from .learning import merged
from .names import BadName, clean_name, key_of, skeleton
from .one_time_links import drop_errands
from .passwords import Passwords, hash_secret, is_common, new_secret
from .ratings import estimate_json
from .second_factor import NeedsCode, SecondFactors

SESSION_SECONDS = 90 * 86400
REMEMBERED_SECONDS = 10.0
SEEN_SECONDS = 600.0
SHORTEST_PASSWORD = 8
NAMES_LOCK = 0x6E616D65

log = logging.getLogger("wartable.server")


class BadLogin(WartableError):
    """Name and password do not match."""


class Banned(WartableError):
    """A banned account."""


@dataclass(frozen=True)
class Visit:
    """Where somebody signs in from, for the list of their sessions."""

    agent: str = ""
    address: str = ""


NOWHERE = Visit()


@dataclass(frozen=True)
class User:
    """A person or a bot, with the login they used: its hash and its scope."""

    id: int
    name: str
    guest: bool
    admin: bool
    email: str
    webhook: str
    settings: str
    banned: str | None = None
    scope: str = "all"
    login: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "guest": self.guest,
            "admin": self.admin,
            "email": self.email,
            "webhook": self.webhook,
            "settings": _readable(json.loads(self.settings)),
        }


_COLUMNS = [users.c[name] for name in ("id", "name", "guest", "admin", "email", "webhook", "settings", "banned")]


def _readable(settings: dict[str, Any]) -> dict[str, Any]:
    """The text without invalid characters, which earlier versions accepted but could never send."""
    return {key: value for key, value in settings.items() if _is_text(key) and _is_text(str(value))}


def _is_text(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


class Accounts:
    """Users and their logins in the database. `admins` are names that only the host can register."""

    def __init__(self, store: Store, admins: frozenset[str] = frozenset()) -> None:
        self.store = store
        self.passwords = Passwords()
        self.doors = Doors(store)
        self.factors = SecondFactors(store)
        self.reserved = {skeleton(name): clean_name(name) for name in admins}
        self._known: OrderedDict[str, tuple[float, User | None]] = OrderedDict()
        self._errands: set[asyncio.Future[Any]] = set()

    def forget(self) -> None:
        """Clear the cache: something about the users has changed."""
        self._known.clear()

    async def new_guest(self, name: str | None, visit: Visit = NOWHERE) -> tuple[User, str]:
        """Create a guest with that name, or a generated one; returns the session's secret too."""
        wanted = clean_name(name) if name else None
        secret = new_secret()

        def work(connection: sa.Connection) -> User:
            self._lock_names(connection)
            shown = wanted
            while shown is None or self._is_taken(connection, shown):
                shown = f"{wanted or 'Guest'} {random.randint(100, 999_999)}"
            user = _insert(connection, shown, None, guest=True, admin=False)
            log_in(connection, user.id, secret, visit)
            return user

        return await self.store.write(work), secret

    async def register(
        self, name: str, password: str | None, guest: User | None, visit: Visit = NOWHERE, admin: bool = False
    ) -> tuple[User, str]:
        """Create an account. A guest becomes the account and keeps their matches.

        Without a password, the account can only be entered by other means. A name reserved for an admin is for that
        admin only.
        """
        shown = clean_name(name)
        hashed = None if password is None else await self.hash_new(password, shown)
        secret = new_secret()

        def work(connection: sa.Connection) -> User:
            user = self.insert_account(connection, shown, hashed, guest, admin)
            log_in(connection, user.id, secret, visit)
            return user

        user = await self.store.write(work)
        await self.ended()
        return user, secret

    def insert_account(
        self, connection: sa.Connection, name: str, hashed: str | None, guest: User | None, admin: bool
    ) -> User:
        """Insert an account with this name, converting a guest if given; BadName if the name is taken.

        The guest's logins end, since somebody else may have started them in this browser.
        """
        self._lock_names(connection)
        if self._is_taken(connection, name, guest.id if guest else None, admin):
            raise BadName(worded("the name {name} is taken, or looks like one that is", name=Verbatim(name)))
        if not (guest and guest.guest):
            return _insert(connection, name, hashed, guest=False, admin=admin)
        values = {"name": name, "key": key_of(name), "skeleton": skeleton(name), "password": hashed}
        still = sa.update(users).where(users.c.id == guest.id, users.c.guest.is_(True))
        if not connection.execute(still.values(**values, guest=False, admin=admin)).rowcount:
            raise BadName("this guest is already an account")
        drop_logins(connection, logins.c.user_id == guest.id)
        user = by_id(connection, guest.id)
        assert user is not None
        return user

    async def hash_new(self, password: str, name: str) -> str:
        """The hash of a new password for the account of that name; BadLogin if the password is too weak."""
        if len(password) < SHORTEST_PASSWORD:
            raise BadLogin(worded("a password needs at least {number} characters", number=SHORTEST_PASSWORD))
        if is_common(password, name):
            raise BadLogin("this password is easy to guess; choose another")
        return await self.passwords.hash(password)

    async def log_in(self, name: str, password: str, visit: Visit = NOWHERE, code: str = "") -> tuple[User, str]:
        """Start a session for an account; BadLogin only says that something was wrong, NeedsCode asks for a code."""
        found = await self.by_name(name)
        hashed = await self._hash_of(found) if found else None
        if not await self.passwords.fits(password, hashed) or found is None:
            raise BadLogin("wrong name or password")
        if found.banned is not None:
            raise Banned(
                worded(
                    "this account has been closed: {why}",
                    why=Verbatim(found.banned) if found.banned else "ask the host",
                )
            )
        await self.check_code(found, code)
        return found, await self.new_session(found, visit)

    async def check_code(self, user: User, code: str) -> None:
        """Check a second factor: NeedsCode if a code is missing, BadLogin if it is wrong or already used."""
        if not code and await self.factors.is_on(user.id):
            raise NeedsCode("type the code that your authenticator app shows")
        if code and not await self.factors.takes(user.id, code):
            raise BadLogin("that code is wrong, or has been used already")

    async def new_session(self, user: User, visit: Visit) -> str:
        secret = new_secret()
        await self.store.write(lambda connection: log_in(connection, user.id, secret, visit))
        return secret

    async def has_password(self, user: User) -> bool:
        return await self._hash_of(user) is not None

    async def check_password(self, user: User, password: str) -> None:
        """BadLogin if the password is not this user's."""
        if not await self.passwords.fits(password, await self._hash_of(user)):
            raise BadLogin("that is not your password")

    async def set_password(self, user_id: int, hashed: str, keep: str = "") -> None:
        """Set a new password. All logins and links end except the one to keep, since others may have created them."""

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.update(users).where(users.c.id == user_id).values(password=hashed))
            drop_logins(connection, logins.c.user_id == user_id, logins.c.hash != keep)
            drop_errands(connection, errands.c.user_id == user_id)

        await self.store.write(work)
        await self.ended()

    async def set_email(self, user: User, email: str) -> None:
        """Set another mail address; links that were sent to the old one end."""

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.update(users).where(users.c.id == user.id).values(email=email))
            drop_errands(connection, errands.c.user_id == user.id)

        await self.store.write(work)
        self.forget()

    async def _hash_of(self, user: User) -> str | None:
        wanted = sa.select(users.c.password).where(users.c.id == user.id)
        return await self.store.read(lambda connection: connection.execute(wanted).scalar())

    # Sessions and tokens

    async def new_token(self, user: User, label: str, scope: str, seconds: float) -> str:
        """Create a token for a bot that plays as this user; shown once, stored as a hash."""
        secret = "wt_" + new_secret()

        def work(connection: sa.Connection) -> None:
            log_in(connection, user.id, secret, NOWHERE, kind="token", label=label, scope=scope, seconds=seconds)

        await self.store.write(work)
        return secret

    async def logins(self, user: User, kind: str) -> list[dict[str, Any]]:
        """The active sessions or tokens of a user, newest first."""
        wanted = (
            sa.select(logins)
            .where(logins.c.user_id == user.id, logins.c.kind == kind, _lives(time.time()))
            .order_by(logins.c.created.desc())
        )
        rows = await self.store.read(lambda connection: connection.execute(wanted).all())
        return [_login_json(row, user.login) for row in rows]

    async def drop_login(self, user: User, kind: str, login_id: str) -> bool:
        """End a session or a token; returns whether there was one."""
        wanted = sa.func.substr(logins.c.hash, 1, 16) == login_id
        return await self.drop(logins.c.user_id == user.id, logins.c.kind == kind, wanted) > 0

    async def drop(self, *which: sa.ColumnElement[bool]) -> int:
        """End logins; returns how many there were."""
        dropped = await self.store.write(lambda connection: drop_logins(connection, *which))
        await self.ended()
        return dropped

    async def ended(self) -> None:
        """Called when logins have ended: forget them and close their sockets."""
        # Afterwards: while it was written somebody may have been looked up.
        self.forget()
        await self.doors.check()

    async def log_out(self, secret: str) -> None:
        await self.drop(logins.c.hash == hash_secret(secret))

    async def find(self, secret: str) -> User | None:
        """The user of a session or token; None if it is unknown or expired, or the user is banned."""
        hashed = hash_secret(secret)
        known = self._known.get(hashed)
        if known and known[0] > time.monotonic():
            return known[1]
        now = time.time()
        wanted = (
            sa.select(*_COLUMNS, logins.c.scope, logins.c.hash, logins.c.seen)
            .join(logins, logins.c.user_id == users.c.id)
            .where(logins.c.hash == hashed, _lives(now), users.c.banned.is_(None))
        )
        row = await self.store.read(lambda connection: connection.execute(wanted).first())
        user = None if row is None else _within_scope(User(*row[:-1]))
        if row is not None and row.seen < now - SEEN_SECONDS:
            self._mark_seen(hashed, now)
        self._known[hashed] = (time.monotonic() + REMEMBERED_SECONDS, user)
        if len(self._known) > 10_000:
            self._known.popitem(last=False)
        return user

    def _mark_seen(self, hashed: str, now: float) -> None:
        """Record the time of a visit, in the background; failures do no harm."""
        seen = sa.update(logins).where(logins.c.hash == hashed).values(seen=now)
        task = asyncio.ensure_future(self.store.write(lambda connection: connection.execute(seen)))
        self._errands.add(task)
        task.add_done_callback(self._seen_marked)

    def _seen_marked(self, done: "asyncio.Future[Any]") -> None:
        self._errands.discard(done)
        if not done.cancelled() and done.exception():
            log.info("the time at which a login was last used could not be stored")

    # Looking up and changing

    async def change(self, user: User, values: dict[str, Any], settings: dict[str, Any] | None = None) -> User:
        """Change an account's settings; progress in lessons is merged, not overwritten."""

        def work(connection: sa.Connection) -> User:
            if settings is not None:
                known = connection.execute(sa.select(users.c.settings).where(users.c.id == user.id)).scalar_one()
                values["settings"] = json.dumps(merged(_readable(json.loads(known)), settings))
            connection.execute(sa.update(users).where(users.c.id == user.id).values(**values))
            changed = by_id(connection, user.id)
            assert changed is not None
            return changed

        changed = await self.store.write(work)
        self.forget()
        return _within_scope(replace(changed, scope=user.scope, login=user.login))

    async def rename(self, user: User, name: str) -> User:
        """Change the name; BadName if it is taken."""
        shown = clean_name(name)

        def work(connection: sa.Connection) -> None:
            self._lock_names(connection)
            if self._is_taken(connection, shown, user.id, user.admin):
                raise BadName(
                    worded("the name {shown} is taken, or looks too much like one that is", shown=Verbatim(shown))
                )
            values = {"name": shown, "key": key_of(shown), "skeleton": skeleton(shown)}
            connection.execute(sa.update(users).where(users.c.id == user.id).values(**values))

        await self.store.write(work)
        self.forget()
        return replace(user, name=shown)

    async def shown_names(self, user: User, wanted: Sequence[str]) -> list[str]:
        """The display names of people at the same device; BadName if one looks like another's."""
        names = [clean_name(name) for name in wanted]

        def work(connection: sa.Connection) -> None:
            for name in names:
                if self._is_taken(connection, name, user.id, user.admin):
                    raise BadName(worded("the name {name} is taken, or looks like one that is", name=Verbatim(name)))

        if names:
            await self.store.read(work)
        return names

    async def by_id(self, user_id: int) -> User | None:
        return await self.store.read(lambda connection: by_id(connection, user_id))

    async def by_name(self, name: str) -> User | None:
        """The account with that name in any spelling; guests have none."""
        wanted = sa.select(*_COLUMNS).where(users.c.key == key_of(name), users.c.guest.is_(False))
        row = await self.store.read(lambda connection: connection.execute(wanted).first())
        return None if row is None else User(*row)

    async def by_email(self, email: str) -> list[User]:
        """The accounts with this confirmed mail address."""
        wanted = sa.select(*_COLUMNS).where(sa.func.lower(users.c.email) == email.lower(), users.c.email != "")
        rows = await self.store.read(lambda connection: connection.execute(wanted.limit(5)).all())
        return [User(*row) for row in rows]

    async def has_been_at(self, name: str, address: str) -> bool:
        """Whether the account with that name has a session from this address."""
        wanted = (
            sa.select(sa.func.count())
            .select_from(logins.join(users, users.c.id == logins.c.user_id))
            .where(users.c.key == key_of(name), logins.c.address == address, _lives(time.time()))
        )
        return bool(await self.store.read(lambda connection: connection.execute(wanted).scalar()))

    async def ratings(self, user: User) -> dict[str, dict[str, float]]:
        wanted = sa.select(ratings).where(ratings.c.user_id == user.id).order_by(ratings.c.game)
        rows = await self.store.read(lambda connection: connection.execute(wanted).all())
        return {row.game: estimate_json(row) for row in rows}

    def _lock_names(self, connection: sa.Connection) -> None:
        """Serialize the choice of names over all processes, since no unique key covers names that look alike."""
        if not self.store.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(NAMES_LOCK)))

    def _is_taken(
        self, connection: sa.Connection, name: str, except_for: int | None = None, admin: bool = False
    ) -> bool:
        if not admin and skeleton(name) in self.reserved:
            return True
        alike = sa.or_(users.c.key == key_of(name), users.c.skeleton == skeleton(name))
        rows = connection.execute(sa.select(users.c.id).where(alike))
        return any(row.id != except_for for row in rows)

    async def close(self) -> None:
        self.doors.close()
        self.passwords.close()
        if self._errands:
            await asyncio.wait(set(self._errands), timeout=5)


def _within_scope(user: User) -> User:
    """The user with the rights of their login; an admin needs a login with that scope."""
    return replace(user, admin=user.admin and user.scope in ("all", "admin"))


def _lives(now: float) -> sa.ColumnElement[bool]:
    return sa.or_(logins.c.expires.is_(None), logins.c.expires > now)


def _login_json(row: Any, current: str) -> dict[str, Any]:
    facts = {name: getattr(row, name) for name in ("label", "scope", "created", "expires", "seen", "agent", "address")}
    return {"id": row.hash[:16], "current": row.hash == current, **facts}


def by_id(connection: sa.Connection, user_id: int) -> User | None:
    row = connection.execute(sa.select(*_COLUMNS).where(users.c.id == user_id)).first()
    return None if row is None else User(*row)


def _insert(connection: sa.Connection, name: str, password: str | None, guest: bool, admin: bool) -> User:
    values = {
        "name": name,
        "key": key_of(name),
        "skeleton": skeleton(name),
        "password": password,
        "guest": guest,
        "admin": admin,
        "email": "",
        "webhook": "",
        "settings": "{}",
        "created": time.time(),
    }
    result = connection.execute(sa.insert(users).values(**values))
    assert result.inserted_primary_key is not None
    return User(int(result.inserted_primary_key[0]), name, guest, admin, "", "", "{}")


def log_in(
    connection: sa.Connection, user_id: int, secret: str, visit: Visit, seconds: float = SESSION_SECONDS, **more: str
) -> None:
    """Store a session, or a token with the kind, label and scope in `more`."""
    now = time.time()
    facts = {"kind": "session", "label": "", "scope": "all", "agent": visit.agent, "address": visit.address, **more}
    times = {"created": now, "seen": now, "expires": now + seconds}
    connection.execute(sa.insert(logins).values(hash=hash_secret(secret), user_id=user_id, **facts, **times))


def drop_logins(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> int:
    return connection.execute(sa.delete(logins).where(*which)).rowcount


__all__ = ["Accounts", "BadLogin", "BadName", "Banned", "User", "Visit"]
