"""When somebody wants to be told: quiet hours, and a digest once a day, in their own time zone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from wartable.errors import WartableError
from wartable.languages import worded

from ..storage.schema import hours
from ..storage.store import Store

DAY_MINUTES = 24 * 60


class BadHours(WartableError):
    """There is no such time zone."""


@dataclass(frozen=True)
class Hours:
    """Minutes of the day; None for no quiet hours, and for no digest."""

    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    digest: int | None = None

    def _local(self, at: float) -> datetime:
        return datetime.fromtimestamp(at, _zone(self.zone))

    def is_quiet(self, at: float) -> bool:
        """Whether it is within the quiet hours, which may go past midnight."""
        if self.quiet_from is None or self.quiet_to is None or self.quiet_from == self.quiet_to:
            return False
        now = self._local(at)
        since = (now.hour * 60 + now.minute - self.quiet_from) % DAY_MINUTES
        return since < (self.quiet_to - self.quiet_from) % DAY_MINUTES

    def digest_day(self, at: float) -> str:
        """The day whose digest is due by now; empty before its time, and where none is wanted."""
        now = self._local(at)
        is_due = self.digest is not None and now.hour * 60 + now.minute >= self.digest
        return str(now.date()) if is_due else ""


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        raise BadHours(worded("there is no time zone {name}", name=repr(name))) from None


def hours_of(row: Any) -> Hours:
    return Hours(row.zone, row.quiet_from, row.quiet_to, row.digest)


async def read_hours(store: Store, user_id: int) -> Hours:
    wanted = sa.select(hours).where(hours.c.user_id == user_id)
    row = await store.read(lambda connection: connection.execute(wanted).first())
    return Hours() if row is None else hours_of(row)


async def keep_hours(store: Store, user_id: int, wanted: Hours, now: float) -> None:
    """Keep them from now on; today's digest is not made up for. BadHours where there is no such time zone."""
    values = {**vars(wanted), "digested": wanted.digest_day(now), "owed": False}

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.delete(hours).where(hours.c.user_id == user_id))
        connection.execute(sa.insert(hours).values(user_id=user_id, **values))

    await store.write(work)
