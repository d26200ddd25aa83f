"""Web push: messages to browsers that are not open, by the push services of their makers.

What is sent is encrypted for the browser (RFC 8291), and signed with this server's key (RFC 8292).
"""

import base64
import hashlib
import hmac
import json
import logging
import os
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from wartable.errors import WartableError

from ..storage.schema import facts, logins, pushes
from ..storage.store import Store
from .accounts import User
from .webhooks import BadWebhook, Hooks, read_webhook

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

KEY_NAME = "push-key"
POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_BYTES = 4096
KEPT_SECONDS = 86400
"""How long a push service keeps a message for a browser that cannot be reached."""
TOKEN_SECONDS = 12 * 3600
MOST_FOR_ONE = 10
GONE = (404, 410)

log = logging.getLogger("wartable.server")


class BadSubscription(WartableError):
    """What a browser has sent is no subscription."""


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise BadSubscription("the keys of a subscription are written in base64url") from None


def new_key() -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def key_from(number: int) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(number, ec.SECP256R1())


def point_of(key: "EllipticCurvePrivateKey") -> bytes:
    """The public key, as browsers read it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, for at most 32 bytes."""
    key = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(key, info + b"\1", hashlib.sha256).digest()[:length]


def sealed(text: bytes, point: bytes, auth: bytes, own: "EllipticCurvePrivateKey", salt: bytes) -> bytes:
    """A message that only the browser with this public key can read: one record of aes128gcm (RFC 8188)."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    sender = point_of(own)
    shared = _derived(auth, own.exchange(ec.ECDH(), theirs), b"WebPush: info\0" + point + sender, 32)
    key = _derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, shared, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return header + AESGCM(key).encrypt(nonce, text + b"\2", None)


def authorization(endpoint: str, own: "EllipticCurvePrivateKey", subject: str, now: float) -> str:
    """The header that tells a push service who sends (VAPID)."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + TOKEN_SECONDS, "sub": subject}
    head = [{"typ": "JWT", "alg": "ES256"}, claims]
    said = ".".join(encoded(json.dumps(one, separators=(",", ":")).encode()) for one in head)
    r, s = decode_dss_signature(own.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signed = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signed}, k={encoded(point_of(own))}"


def check_subscription(point: str, auth: str) -> None:
    """BadSubscription unless these are the keys of a browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(point))
    except ValueError:
        raise BadSubscription("the key of a subscription is a point of P-256") from None
    if len(decoded(point)) != POINT_BYTES or len(decoded(auth)) != AUTH_BYTES:
        raise BadSubscription("the keys of a subscription have 65 and 16 bytes")


class Pushes:
    """The browsers that are told. A subscription ends with the login by which it was made."""

    def __init__(self, store: Store, hooks: Hooks, address: str) -> None:
        self._store = store
        self._hooks = hooks
        self._subject = address if address.startswith("https:") else "mailto:nobody@localhost"
        self._key: EllipticCurvePrivateKey | None = None
        self._has_library = True

    async def public_key(self) -> str:
        """What browsers subscribe with; empty where the library is not installed (`wartable install push`)."""
        key = await self._own_key()
        return encoded(point_of(key)) if key else ""

    async def _own_key(self) -> "EllipticCurvePrivateKey | None":
        if self._key is None and self._has_library:
            try:
                self._key = key_from(await self._store.write(_push_key))
            except ImportError:
                self._has_library = False
        return self._key

    async def subscribe(self, user: User, endpoint: str, point: str, auth: str) -> None:
        """Tell this browser from now on; BadSubscription or BadWebhook where that cannot be."""
        if await self._own_key() is None:
            raise BadSubscription("this server sends no push messages")
        if not self._hooks.local and urlsplit(endpoint).scheme != "https":
            raise BadWebhook("a push service has an https:// address")
        check_subscription(point, auth)
        await self._hooks.check(endpoint)
        values = {"endpoint": endpoint, "user_id": user.id, "login": user.login, "point": point, "auth": auth}

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.delete(pushes).where(pushes.c.endpoint == endpoint))
            mine = sa.select(pushes.c.endpoint).where(pushes.c.user_id == user.id).order_by(pushes.c.created.desc())
            old = list(connection.execute(mine.offset(MOST_FOR_ONE - 1)).scalars())
            connection.execute(sa.delete(pushes).where(pushes.c.endpoint.in_(old)))
            connection.execute(sa.insert(pushes).values(**values, created=time.time()))

        await self._store.write(work)

    async def stop(self, user: User, endpoint: str) -> None:
        mine = sa.delete(pushes).where(pushes.c.user_id == user.id, pushes.c.endpoint == endpoint)
        await self._store.write(lambda connection: connection.execute(mine))

    async def send(self, user_id: int, told: dict[str, str]) -> None:
        """Tell all browsers of somebody who are logged in there."""
        lives = sa.and_(logins.c.hash == pushes.c.login, logins.c.user_id == pushes.c.user_id)
        is_now = sa.or_(logins.c.expires.is_(None), logins.c.expires > time.time())
        wanted = sa.select(pushes).join(logins, lives).where(pushes.c.user_id == user_id, is_now)
        rows = await self._store.read(lambda connection: connection.execute(wanted).all())
        for row in rows:
            await self._send(user_id, row, json.dumps(told).encode())

    async def _send(self, user_id: int, row: Any, text: bytes) -> None:
        key = await self._own_key()
        if key is None:
            return
        body = sealed(text, decoded(row.point), decoded(row.auth), new_key(), os.urandom(SALT_BYTES))
        headers = {
            "content-type": "application/octet-stream",
            "content-encoding": "aes128gcm",
            "ttl": str(KEPT_SECONDS),
            "urgency": "normal",
            "authorization": authorization(row.endpoint, key, self._subject, time.time()),
        }
        status = await self._hooks.deliver(user_id, read_webhook(row.endpoint), body, headers)
        if status in GONE:
            gone = sa.delete(pushes).where(pushes.c.endpoint == row.endpoint)
            await self._store.write(lambda connection: connection.execute(gone))


def _push_key(connection: sa.Connection) -> int:
    known = connection.execute(sa.select(facts.c.value).where(facts.c.name == KEY_NAME)).scalar()
    if known is None:
        known = f"{new_key().private_numbers().private_value:064x}"
        connection.execute(sa.insert(facts).values(name=KEY_NAME, value=known))
    return int(known, 16)
