"""Mail: one recipient each, with a total time limit, in separate threads."""

import asyncio
import logging
import re
from email.headerregistry import Address
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

import aiosmtplib

from wartable.errors import BadOption, WartableError

DEADLINE = 15.0
MOST_AT_ONCE = 4
MOST_WAITING = 200
_WORD = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"{_WORD}(?:\.{_WORD})*@{_LABEL}(?:\.{_LABEL})*")
_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}

log = logging.getLogger("wartable.server")


class BadAddress(WartableError):
    """Not a valid mail address of one person."""


def check_address(text: str) -> str:
    """The mail address, if it is exactly one."""
    if len(text) > 200 or not _ADDRESS.fullmatch(text):
        raise BadAddress("a mail address is written as name@example.org")
    return text


class Mailer:
    """Sends by the SMTP server that the host configured; without one it sends nothing."""

    def __init__(self, smtp: str = "", mail_from: str = "") -> None:
        self.smtp = urlsplit(smtp) if smtp else None
        if self.smtp and (self.smtp.scheme not in _PORTS or not self.smtp.hostname):
            raise BadOption("--smtp: write it as smtp://host:25, smtp+tls://name:password@host:587 or smtps://...")
        self.mail_from = check_address(mail_from) if mail_from else "wartable@localhost"
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._waiting = 0
        self.sent = self.failed = 0

    @property
    def is_on(self) -> bool:
        return self.smtp is not None

    async def send(self, to: str, subject: str, text: str) -> bool:
        """Send a mail; returns whether the server accepted it. Failures are logged."""
        if self._waiting >= MOST_WAITING:
            log.warning("mail could not be sent: too many are waiting")
            return False
        self._waiting += 1
        try:
            async with self._slots, asyncio.timeout(DEADLINE):
                await self._send(check_address(to), subject, text)
            self.sent += 1
            return True
        except (OSError, TimeoutError, aiosmtplib.SMTPException, BadAddress) as error:
            self.failed += 1
            log.warning("mail could not be sent: %s", type(error).__name__)
            return False
        finally:
            self._waiting -= 1

    async def _send(self, to: str, subject: str, text: str) -> None:
        assert self.smtp is not None
        message = EmailMessage()
        message["From"], message["To"] = self.mail_from, Address(addr_spec=to)
        message["Subject"] = subject
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        scheme = self.smtp.scheme
        await aiosmtplib.send(
            message,
            sender=self.mail_from,
            recipients=[to],
            hostname=self.smtp.hostname,
            port=self.smtp.port or _PORTS[scheme],
            username=unquote(self.smtp.username) if self.smtp.username else None,
            password=unquote(self.smtp.password or "") if self.smtp.username else None,
            use_tls=scheme == "smtps",
            start_tls=scheme == "smtp+tls",
            timeout=DEADLINE,
        )
