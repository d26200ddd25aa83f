"""Holidays: while a player of a slow match is away, its clocks stand still."""

import math
from typing import Any

import sqlalchemy as sa

from wartable.languages import worded

from ..people.accounts import User
from ..play.open_tables import OpenTables
from ..storage.heartbeat import steady_time
from ..storage.schema import holidays, matches, seats, users
from ..tables.games import of_rules_at_hand
from ..tables.table import TableError

DAY_SECONDS = 86400.0
YEAR_SECONDS = 365 * DAY_SECONDS
DAYS_A_YEAR = 30
FURTHEST_SECONDS = YEAR_SECONDS


def charged(starts: float, ends: float) -> int:
    """The days that a holiday takes of those of a year: every one that has begun."""
    return max(1, math.ceil((ends - starts) / DAY_SECONDS - 1e-6))


async def holidays_of(tables: OpenTables, user: User) -> dict[str, Any]:
    """Holidays that are not over, and the days that are left of this year's."""
    return await tables.store.read(lambda connection: _shown(connection, user.id))


async def take_holiday(tables: OpenTables, user: User, starts: float, ends: float) -> None:
    """Be away from now or later on; TableError where that cannot be."""
    now = steady_time()
    # What has happened has happened: a clock does not go back.
    starts = max(starts, now)
    if not starts + 1 <= ends <= now + FURTHEST_SECONDS:
        raise TableError("a holiday ends after it begins, within a year")

    def work(connection: sa.Connection) -> None:
        # One holiday of somebody after the other, by whatever processes.
        _lock(connection, user.id)
        mine = connection.execute(sa.select(holidays).where(holidays.c.user_id == user.id)).all()
        if any(one.starts < ends and starts < one.ends for one in mine):
            raise TableError("you have a holiday then already")
        if charged(starts, ends) > _left(connection, user.id, now):
            raise TableError(
                worded(
                    "you have {left} of {days} days left this year",
                    left=_left(connection, user.id, now),
                    days=DAYS_A_YEAR,
                )
            )
        connection.execute(sa.insert(holidays).values(user_id=user.id, starts=starts, ends=ends))

    await tables.store.write(work)
    await _refresh(tables, user)


async def end_holidays(tables: OpenTables, user: User) -> None:
    """Be back: a holiday that goes on ends now, and those to come are cancelled."""
    now = steady_time()
    mine = holidays.c.user_id == user.id

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.delete(holidays).where(mine, holidays.c.starts >= now))
        connection.execute(sa.update(holidays).where(mine, holidays.c.ends > now).values(ends=now))

    await tables.store.write(work)
    await _refresh(tables, user)


def _lock(connection: sa.Connection, user_id: int) -> None:
    connection.execute(sa.select(users.c.id).where(users.c.id == user_id).with_for_update(key_share=True)).first()


def _left(connection: sa.Connection, user_id: int, now: float) -> int:
    """The days left of the last year and all that is to come."""
    lately = sa.select(holidays).where(holidays.c.user_id == user_id, holidays.c.starts > now - YEAR_SECONDS)
    return DAYS_A_YEAR - sum(charged(one.starts, one.ends) for one in connection.execute(lately))


def _shown(connection: sa.Connection, user_id: int) -> dict[str, Any]:
    now = steady_time()
    coming = sa.select(holidays).where(holidays.c.user_id == user_id, holidays.c.ends > now)
    found = connection.execute(coming.order_by(holidays.c.starts))
    return {
        "left": _left(connection, user_id, now),
        "holidays": [{"starts": one.starts, "ends": one.ends} for one in found],
    }


async def _refresh(tables: OpenTables, user: User) -> None:
    """Let all slow matches of somebody know, in all processes, and store their new deadlines."""
    mine = sa.select(matches.c.id).join(seats, seats.c.match_id == matches.c.id)
    playing = mine.where(matches.c.status == "playing", seats.c.user_id == user.id, of_rules_at_hand())
    timed = playing.where(matches.c.deadline.is_not(None)).distinct()
    for match_id in await tables.store.read(lambda connection: connection.execute(timed).scalars().all()):
        live = await tables.open(match_id)
        await tables.sync(live)
        if not live.table.clock.rule.is_slow or live.gone:
            continue
        async with tables.hold(live) as table:
            changed = sa.update(matches).where(matches.c.id == match_id).values(deadline=table.deadline)

            def work(connection: sa.Connection, changed: Any = changed, match_id: str = match_id) -> None:
                connection.execute(changed)
                tables.store.notify(connection, [match_id])

            await tables.store.write(work)
