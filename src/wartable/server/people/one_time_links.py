"""One-time secrets: confirm a mail address, set a new password, create a named admin's account."""

import time
from typing import NamedTuple

import sqlalchemy as sa

from wartable.errors import WartableError

from ..storage.schema import errands
from ..storage.store import Store
from .passwords import hash_secret, new_secret

HOUR = 3600.0
WITHOUT_FACTOR = "without factor"
"""A password link created by an admin also removes the second factor, which the owner may have lost."""
DAY = 24 * HOUR
USED_UP = "this link has been used already, or is too old; ask for a new one"


class BadErrand(WartableError):
    """The link is unknown, used, or expired."""


class Errand(NamedTuple):
    user_id: int | None
    value: str


class Errands:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def new(self, kind: str, user_id: int | None, value: str, seconds: float) -> str:
        """Create a secret; it replaces an earlier one of the same kind for the same user."""
        secret = new_secret()
        row = {"hash": hash_secret(secret), "user_id": user_id, "kind": kind, "value": value}

        def work(connection: sa.Connection) -> None:
            now = time.time()
            if user_id is not None:
                drop_errands(connection, errands.c.kind == kind, errands.c.user_id == user_id)
            drop_errands(connection, errands.c.expires < now)
            connection.execute(sa.insert(errands).values(**row, expires=now + seconds))

        await self.store.write(work)
        return secret

    async def take(self, kind: str, secret: str) -> Errand:
        """Use a secret; BadErrand if it is unknown or expired."""
        this = (errands.c.hash == hash_secret(secret), errands.c.kind == kind)

        def work(connection: sa.Connection) -> Errand | None:
            living = sa.select(errands.c.user_id, errands.c.value).where(*this, errands.c.expires > time.time())
            row = connection.execute(living).first()
            return Errand(*row) if row and drop_errands(connection, *this) else None

        found = await self.store.write(work)
        if found is None:
            raise BadErrand(USED_UP)
        return found

    async def look(self, kind: str, secret: str) -> Errand | None:
        """Look at a secret without using it; None if it is unknown or expired."""
        wanted = sa.select(errands.c.user_id, errands.c.value).where(
            errands.c.hash == hash_secret(secret), errands.c.kind == kind, errands.c.expires > time.time()
        )
        row = await self.store.read(lambda connection: connection.execute(wanted).first())
        return Errand(*row) if row else None


def drop_errands(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> int:
    return connection.execute(sa.delete(errands).where(*which)).rowcount
