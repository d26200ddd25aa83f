"""Telling people that are away that it is their turn: by mail where SMTP is set, and by a webhook of their own."""

import asyncio
import ipaddress
import json
import logging
import smtplib
import socket
import time
import urllib.error
import urllib.request
from collections import OrderedDict
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote, urlsplit

from wartable.core.errors import WartableError

from .accounts import Accounts, User

QUIET_SECONDS = 900.0
TIMEOUT = 8.0

log = logging.getLogger("wartable.server")


class BadWebhook(WartableError):
    """An address that a webhook cannot have."""


def check_webhook(url: str, local: bool = False) -> str:
    """The address, if it is one of the open web; BadWebhook where it points into this network."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadWebhook("a webhook is an http:// or https:// address")
    if not local:
        resolve_public(parts.hostname, parts.port or 443)
    return url


def resolve_public(host: str, port: int) -> None:
    try:
        found = socket.getaddrinfo(host, port, proto=socket.IPPROTO_TCP)
    except OSError:
        raise BadWebhook(f"the webhook's host {host} cannot be found") from None
    for place in found:
        if not ipaddress.ip_address(place[4][0]).is_global:
            raise BadWebhook("a webhook cannot point to an address inside this network")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect could lead to an address that was not checked."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Notifier:
    """Sends at most one message for each match and user in a quarter of an hour, off the event loop."""

    def __init__(
        self, accounts: Accounts, address: str, smtp: str = "", mail_from: str = "", local_webhooks: bool = False
    ) -> None:
        self.accounts = accounts
        self.address = address.rstrip("/")
        self.smtp = urlsplit(smtp) if smtp else None
        self.mail_from = mail_from or "wartable@localhost"
        self.local_webhooks = local_webhooks
        self._told: OrderedDict[tuple[int, str], float] = OrderedDict()

    async def your_turn(self, user_id: int, match_id: str, title: str, number: int) -> None:
        """Tell a user that it is to move; quietly nothing where it has set neither mail nor webhook."""
        user = await self.accounts.by_id(user_id)
        if user is None or not (user.webhook or (user.email and self.smtp)):
            return
        link = f"{self.address}/table/{match_id}"
        if user.webhook:
            facts = {"event": "your-turn", "table": match_id, "game": title, "number": number, "link": link}
            await asyncio.to_thread(self._call, user.webhook, facts)
        if user.email and self.smtp and self._is_time(user_id, match_id):
            await asyncio.to_thread(self._mail, user, title, link)

    def _is_time(self, user_id: int, match_id: str) -> bool:
        key, now = (user_id, match_id), time.monotonic()
        if now - self._told.get(key, -QUIET_SECONDS) < QUIET_SECONDS:
            return False
        self._told[key] = now
        if len(self._told) > 20_000:
            self._told.popitem(last=False)
        return True

    def _call(self, url: str, facts: dict[str, Any]) -> None:
        try:
            check_webhook(url, self.local_webhooks)
            request = urllib.request.Request(
                url, json.dumps(facts).encode(), {"content-type": "application/json", "user-agent": "wartable"}
            )
            opener = urllib.request.build_opener(_NoRedirect)
            opener.open(request, timeout=TIMEOUT).close()
        except (OSError, urllib.error.URLError, WartableError, ValueError) as error:
            log.info("a webhook failed: %s", type(error).__name__)

    def _mail(self, user: User, title: str, link: str) -> None:
        assert self.smtp is not None
        message = EmailMessage()
        message["From"], message["To"] = self.mail_from, user.email
        message["Subject"] = f"{title}: it is your turn"
        message.set_content(f"Hello {user.name},\n\nit is your turn at {title}:\n{link}\n")
        try:
            kind = smtplib.SMTP_SSL if self.smtp.scheme == "smtps" else smtplib.SMTP
            with kind(self.smtp.hostname or "localhost", self.smtp.port or 25, timeout=TIMEOUT) as server:
                if self.smtp.scheme == "smtp+tls":
                    server.starttls()
                if self.smtp.username:
                    server.login(unquote(self.smtp.username), unquote(self.smtp.password or ""))
                server.send_message(message)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("mail could not be sent: %s", type(error).__name__)
