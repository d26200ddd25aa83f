"""Notifies absent people that it is their turn: by mail if SMTP is configured, and by their webhook."""

import asyncio
import time
from collections import OrderedDict

from .accounts import Accounts, User
from .limits import Limiter
from .mail import Mailer
from .webhooks import Hooks

QUIET_SECONDS = 900.0


class Notifier:
    """Sends at most one mail for each match and user in a quarter of an hour, and about twenty an hour in total."""

    def __init__(self, accounts: Accounts, address: str, mailer: Mailer, hooks: Hooks) -> None:
        self.accounts = accounts
        self.address = address.rstrip("/")
        self.mailer = mailer
        self.hooks = hooks
        self._told: OrderedDict[tuple[int, str], float] = OrderedDict()
        self._mails = Limiter(rate=20 / 3600, burst=20)

    async def your_turn(self, user_id: int, match_id: str, title: str, number: int) -> None:
        """Notify a user that it is their turn; does nothing if they have set neither mail nor webhook."""
        user = await self.accounts.by_id(user_id)
        if user is None or user.banned is not None:
            return
        link = f"{self.address}/table/{match_id}"
        ways = []
        if user.webhook:
            facts = {"event": "your-turn", "table": match_id, "game": title, "number": number, "link": link}
            ways.append(self.hooks.call(user.id, user.webhook, facts))
        if user.email and self.mailer.is_on and self._is_time(user_id, match_id):
            ways.append(self._mail(user, title, link))
        await asyncio.gather(*ways)

    def _is_time(self, user_id: int, match_id: str) -> bool:
        key, now = (user_id, match_id), time.monotonic()
        if now - self._told.get(key, -QUIET_SECONDS) < QUIET_SECONDS or not self._mails.allows(str(user_id)):
            return False
        self._told[key] = now
        if len(self._told) > 20_000:
            self._told.popitem(last=False)
        return True

    async def _mail(self, user: User, title: str, link: str) -> None:
        text = f"Hello {user.name},\n\nit is your turn at {title}:\n{link}\n\nChange this at {self.address}/account\n"
        await self.mailer.send(user.email, f"{title}: it is your turn", text)

    async def close(self) -> None:
        await self.hooks.close()
