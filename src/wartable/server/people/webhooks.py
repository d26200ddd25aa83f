"""Webhooks: a POST to a public address, with a total time limit.

The name is resolved once, and the connection goes to the address that was checked.
"""

import asyncio
import hashlib
import hmac
import ipaddress
import json
import logging
import secrets
import socket
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

import sqlalchemy as sa

from wartable.errors import WartableError
from wartable.languages import worded

from ..storage.schema import facts
from ..storage.store import Store

if TYPE_CHECKING:
    import httpx

SIGNATURE = "wartable-signature"
KEY_NAME = "webhook-key"
DEADLINE = 8.0
LOOKUP_SECONDS = 4.0
PORTS, FIRST_FREE_PORT = (None, 80, 443), 1024
"""Below lie the ports of mail, shells and the like, which take an HTTP request for commands."""
MOST_AT_ONCE = 32
MOST_FOR_ONE = 3
MOST_LOOKUPS = 8
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# Networks that lead elsewhere, or that are not for the open web though Python may not know it yet.
_CLOSED = tuple(
    ipaddress.IPv6Network(network)
    for network in ("64:ff9b:1::/48", "::/96", "::ffff:0:0:0/96", "fec0::/10", "5f00::/16", "3fff::/20")
)

log = logging.getLogger("wartable.server")


class BadWebhook(WartableError):
    """The address is not allowed for a webhook."""


def is_public(text: str) -> bool:
    """Whether an address is public, including IPv4 addresses embedded in IPv6."""
    found = ipaddress.ip_address(text.split("%", 1)[0])
    if isinstance(found, ipaddress.IPv4Address):
        return found.is_global and not found.is_multicast
    inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
    if found in _NAT64:
        inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    if any(found in network for network in _CLOSED):
        return False
    return is_public(str(inner)) if inner else found.is_global and not found.is_multicast


def read_webhook(url: str) -> SplitResult:
    """The parts of a webhook's URL; BadWebhook if it is invalid."""
    import httpx  # The library is loaded when it is needed: it takes a tenth of a server's start.

    try:
        parts = urlsplit(url)
        # A wrong port is only found when it is asked for, and httpx is stricter about hosts.
        _ = parts.port, httpx.URL(url)
    except (ValueError, httpx.InvalidURL, UnicodeError):
        raise BadWebhook("a webhook is an http:// or https:// address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise BadWebhook("a webhook is an http:// or https:// address")
    return parts


class Resolver:
    """Resolves names in its own threads, so that a slow name server delays nobody else.

    They are daemon threads, so the process can end while one is waiting.
    """

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(MOST_LOOKUPS)

    async def addresses(self, host: str, port: int) -> list[str]:
        async with self._slots:
            future: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
            threading.Thread(target=_look_up, args=(host, port, future), name="wartable-name", daemon=True).start()
            return await asyncio.wait_for(future, LOOKUP_SECONDS)


def _look_up(host: str, port: int, future: "asyncio.Future[list[str]]") -> None:
    try:
        found = [str(place[4][0]) for place in socket.getaddrinfo(host, port, proto=socket.IPPROTO_TCP)]
    except (OSError, UnicodeError):
        found = []

    def tell() -> None:
        if not future.done():
            future.set_result(found)

    try:
        future.get_loop().call_soon_threadsafe(tell)
    except RuntimeError:
        # The loop is closed: the server has ended meanwhile.
        return


class Signer:
    """Signs webhook requests, each webhook with a secret derived from the server's."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key: bytes | None = None

    async def secret_of(self, user_id: int, url: str) -> str:
        """The secret with which the owner of a webhook verifies signatures; it depends on the URL."""
        if self._key is None:
            self._key = await self._store.write(_signing_key)
        return hmac.new(self._key, f"{user_id} {url}".encode(), hashlib.sha256).hexdigest()


def _signing_key(connection: sa.Connection) -> bytes:
    known = connection.execute(sa.select(facts.c.value).where(facts.c.name == KEY_NAME)).scalar()
    if known is None:
        known = secrets.token_hex(32)
        connection.execute(sa.insert(facts).values(name=KEY_NAME, value=known))
    return bytes.fromhex(known)


def signature(secret: str, at: int, body: bytes) -> str:
    """The value of the header that proves who sent a body, and when."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


class Hooks:
    """Calls webhooks; `local` allows addresses inside this network."""

    def __init__(
        self, signer: Signer, local: bool = False, transport: "httpx.AsyncBaseTransport | None" = None
    ) -> None:
        self.signer = signer
        self.local = local
        self._resolver = Resolver()
        self._transport = transport
        self._client: httpx.AsyncClient | None = None
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._under_way: Counter[int] = Counter()
        self.sent = self.failed = 0

    async def check(self, url: str) -> str:
        """The address, if it is public; BadWebhook if it is inside this network."""
        await self._resolve(read_webhook(url))
        return url

    async def call(self, owner: int, url: str, told: dict[str, Any]) -> None:
        """Send data, signed."""
        body = json.dumps(told).encode()
        secret = await self.signer.secret_of(owner, url)
        headers = {"content-type": "application/json", SIGNATURE: signature(secret, int(time.time()), body)}
        await self.deliver(owner, read_webhook(url), body, headers)

    async def deliver(self, owner: int, parts: SplitResult, body: bytes, headers: dict[str, str]) -> int:
        """POST to an address that somebody has given; returns the status, 0 if it failed.

        It is skipped while the owner's earlier calls are in progress. Failures are logged.
        """
        import httpx

        if self._under_way[owner] >= MOST_FOR_ONE:
            log.info("a webhook call for user %d was skipped: its earlier calls have not been answered", owner)
            return 0
        self._under_way[owner] += 1
        try:
            async with self._slots, asyncio.timeout(DEADLINE):
                status = await self._post(parts, body, headers)
            self.sent += 1
            return status
        except (OSError, TimeoutError, httpx.HTTPError, httpx.InvalidURL, WartableError, ValueError) as error:
            self.failed += 1
            log.info("a webhook of user %d failed: %s", owner, type(error).__name__)
            return 0
        finally:
            self._under_way[owner] -= 1
            self._under_way += Counter()

    async def _resolve(self, parts: SplitResult) -> str:
        if not self.local and parts.port not in PORTS and (parts.port or 0) < FIRST_FREE_PORT:
            raise BadWebhook(f"a webhook's port is 443, 80, or from {FIRST_FREE_PORT} on")
        host = parts.hostname or ""
        try:
            found = await self._resolver.addresses(host, parts.port or 443)
        except TimeoutError:
            found = []
        if not found:
            raise BadWebhook(worded("the webhook's host {host} cannot be found", host=host))
        if not self.local and not all(map(is_public, found)):
            raise BadWebhook("a webhook cannot point to an address inside this network")
        return found[0]

    async def _post(self, parts: SplitResult, body: bytes, headers: dict[str, str]) -> int:
        import httpx

        address = await self._resolve(parts)
        shown = f"[{address}]" if ":" in address else address
        place = parts._replace(netloc=f"{shown}:{parts.port}" if parts.port else shown, fragment="")
        headers = {"host": parts.netloc, "user-agent": "wartable", **headers}
        if self._client is None:
            # No proxy from the environment: it would resolve the name itself.
            self._client = httpx.AsyncClient(transport=self._transport, trust_env=False, timeout=DEADLINE)
        request = self._client.build_request("POST", place.geturl(), content=body, headers=headers)
        # The certificate is checked against the name, although the connection is made to the address.
        request.extensions["sni_hostname"] = parts.hostname
        # What it answers nobody reads, and a redirect could lead to an address that was not checked.
        answer = await self._client.send(request, stream=True, follow_redirects=False)
        await answer.aclose()
        return answer.status_code

    async def close(self) -> None:
        if self._client:
            await self._client.aclose()
