"""A second factor in addition to the password: codes of an authenticator app (TOTP, RFC 6238)."""

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from urllib.parse import quote

import sqlalchemy as sa

from wartable.errors import WartableError

from ..storage.schema import second_factors
from ..storage.store import Store

STEP_SECONDS = 30
DIGITS = 6
SECRET_BYTES = 20
EARLIER_OR_LATER = 1
"""How many steps a phone's clock may be off."""


class NeedsCode(WartableError):
    """The password was right, but a code is required."""


class BadSecret(WartableError):
    """Not a secret for an authenticator app."""


def code_at(secret: bytes, counter: int, digits: int = DIGITS, algorithm: str = "sha1") -> str:
    """The code of a time step (RFC 4226, 5.3)."""
    digest = hmac.new(secret, counter.to_bytes(8, "big"), getattr(hashlib, algorithm)).digest()
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, now: float, after: int = -1) -> int | None:
    """The time step after `after` with this code; None if there is none near the present."""
    typed = "".join(code.split()).encode()
    current = int(now) // STEP_SECONDS
    for counter in range(current - EARLIER_OR_LATER, current + EARLIER_OR_LATER + 1):
        if counter > after and hmac.compare_digest(code_at(secret, counter).encode(), typed):
            return counter
    return None


def new_secret() -> str:
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def read_secret(text: str) -> bytes:
    """The bytes of a displayed secret; BadSecret if it is invalid."""
    try:
        found = base64.b32decode(text, casefold=True)
    except binascii.Error:
        found = b""
    if len(found) != SECRET_BYTES:
        raise BadSecret("this secret was not shown here")
    return found


def link_for(secret: str, name: str, host: str) -> str:
    """The link for an authenticator app."""
    return f"otpauth://totp/{quote(f'{host}:{name}')}?secret={secret}&issuer={quote(host)}"


class SecondFactors:
    """The secrets of accounts. Each code is valid once."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def is_on(self, user_id: int) -> bool:
        wanted = sa.select(second_factors.c.secret).where(second_factors.c.user_id == user_id)
        return await self._store.read(lambda connection: connection.execute(wanted).first()) is not None

    async def turn_on(self, user_id: int, secret: str, code: str) -> bool:
        """Require codes from now on, if this is the first one; returns whether it is."""
        step = step_of(read_secret(secret), code, time.time())
        if step is None:
            return False

        def work(connection: sa.Connection) -> None:
            drop_factor(connection, user_id)
            connection.execute(sa.insert(second_factors).values(user_id=user_id, secret=secret, used=step))

        await self._store.write(work)
        return True

    async def turn_off(self, user_id: int) -> None:
        await self._store.write(lambda connection: drop_factor(connection, user_id))

    async def takes(self, user_id: int, code: str) -> bool:
        """Whether a code is valid now, which uses it up; True if no code is required."""
        now = time.time()

        def work(connection: sa.Connection) -> bool:
            mine = second_factors.c.user_id == user_id
            row = connection.execute(sa.select(second_factors).where(mine).with_for_update()).first()
            if row is None:
                return True
            step = step_of(read_secret(row.secret), code, now, row.used)
            if step is not None:
                connection.execute(sa.update(second_factors).where(mine).values(used=step))
            return step is not None

        return await self._store.write(work)


def drop_factor(connection: sa.Connection, user_id: int) -> None:
    connection.execute(sa.delete(second_factors).where(second_factors.c.user_id == user_id))
