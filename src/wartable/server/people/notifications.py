"""Notifies absent people: of their turn, before their time runs out, and once a day of all that waits.

It goes by mail if SMTP is configured, by their webhook, and to the browsers where they want it.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from ..storage.heartbeat import steady_time
from ..storage.schema import hours
from .accounts import Accounts, User
from .hours import read_hours
from .limits import Limiter
from .mail import Mailer
from .push import Pushes
from .webhooks import Hooks

QUIET_SECONDS = 900.0


@dataclass(frozen=True)
class News:
    """What somebody is told: a title, sentences, where it leads to, and what a webhook gets."""

    title: str
    text: str
    path: str
    facts: dict[str, Any] = field(default_factory=dict)


class Notifier:
    """Sends at most one mail for each match and user in a quarter of an hour, and about twenty an hour in total."""

    def __init__(self, accounts: Accounts, address: str, mailer: Mailer, hooks: Hooks) -> None:
        self.accounts = accounts
        self.address = address.rstrip("/")
        self.mailer = mailer
        self.hooks = hooks
        self.pushes = Pushes(accounts.store, hooks, self.address)
        self._told: OrderedDict[tuple[int, str], float] = OrderedDict()
        self._mails = Limiter(rate=20 / 3600, burst=20)

    async def your_turn(self, user_id: int, match_id: str, title: str, number: int) -> None:
        """Notify a user that it is their turn; in their quiet hours, they are told when those are over."""
        if (await read_hours(self.accounts.store, user_id)).is_quiet(steady_time()):
            owed = sa.update(hours).where(hours.c.user_id == user_id).values(owed=True)
            await self.accounts.store.write(lambda connection: connection.execute(owed))
            return
        facts = {"event": "your-turn", "table": match_id, "game": title, "number": number}
        news = News(f"{title}: it is your turn", f"It is your turn at {title}.", f"/table/{match_id}", facts)
        await self.tell(user_id, news, may_mail=lambda: self._is_time(user_id, match_id))

    async def time_runs_out(self, user_id: int, match_id: str, title: str, left: str) -> None:
        """Remind a user of their clock; in quiet hours by mail only, which wakes nobody."""
        facts = {"event": "time-runs-out", "table": match_id, "game": title}
        text = f"At {title} your time runs out in {left}."
        is_quiet = (await read_hours(self.accounts.store, user_id)).is_quiet(steady_time())
        await self.tell(user_id, News(f"{title}: {left} left", text, f"/table/{match_id}", facts), is_quiet=is_quiet)

    async def waits(self, user_id: int, titles: Sequence[str]) -> None:
        """Tell a user in one message which matches wait for them."""
        count = len(titles)
        what = "A match waits" if count == 1 else f"{count} matches wait"
        text = f"{what} for you: {', '.join(titles)}."
        facts = {"event": "digest", "games": list(titles)}
        await self.tell(user_id, News(f"{what} for you", text, "/", facts))

    async def tell(self, user_id: int, news: News, is_quiet: bool = False, may_mail: Any = lambda: True) -> None:
        """Tell a user by all ways that they want; nothing happens if there is none."""
        user = await self.accounts.by_id(user_id)
        if user is None or user.banned is not None:
            return
        ways = []
        link = f"{self.address}{news.path}"
        if user.webhook and not is_quiet:
            ways.append(self.hooks.call(user.id, user.webhook, {**news.facts, "link": link}))
        if user.email and self.mailer.is_on and may_mail():
            ways.append(self._mail(user, news, link))
        if not is_quiet:
            shown = {"title": news.title, "body": news.text, "path": news.path}
            ways.append(self.pushes.send(user_id, shown))
        await asyncio.gather(*ways)

    def _is_time(self, user_id: int, match_id: str) -> bool:
        key, now = (user_id, match_id), time.monotonic()
        if now - self._told.get(key, -QUIET_SECONDS) < QUIET_SECONDS or not self._mails.allows(str(user_id)):
            return False
        self._told[key] = now
        if len(self._told) > 20_000:
            self._told.popitem(last=False)
        return True

    async def _mail(self, user: User, news: News, link: str) -> None:
        text = f"Hello {user.name},\n\n{news.text}\n{link}\n\nChange this at {self.address}/account\n"
        await self.mailer.send(user.email, news.title, text)

    async def close(self) -> None:
        await self.hooks.close()
