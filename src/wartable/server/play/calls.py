"""Looks every minute whom to tell: whose time runs out, whose quiet hours are over, who gets a digest.

Each message is claimed in the database before it is sent, so that of several processes one sends it.
"""

import asyncio
import json
import logging

import sqlalchemy as sa

from ..people.hours import hours_of
from ..people.notifications import Notifier
from ..storage.heartbeat import steady_time
from ..storage.schema import hours, matches, reminded, seats
from ..storage.store import Store
from ..tables.games import find_game, of_rules_at_hand

EVERY_SECONDS = 60.0
MOST_AT_ONCE = 200
CALLS_LOCK = 0x63616C6C
LONGEST_LEAD = 12 * 3600.0
SHORTEST_CLOCK = 3600
"""Nobody is reminded of a clock that runs out within the hour anyway: those who play so sit at the table."""

log = logging.getLogger("wartable.server")


def lead(seconds: int) -> float:
    """How long before the end of a clock somebody is reminded: a quarter of it, at most half a day."""
    return min(seconds / 4, LONGEST_LEAD)


def said(seconds: float) -> str:
    """A time that is left, roughly."""
    minutes = max(1, round(seconds / 60))
    if minutes < 90:
        return f"{minutes} {'minute' if minutes == 1 else 'minutes'}"
    return f"{round(minutes / 60)} hours"


class Calls:
    def __init__(self, store: Store, notifier: Notifier) -> None:
        self._store = store
        self._notifier = notifier
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.look()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("some people could not be told")

    async def look(self) -> None:
        now = steady_time()
        for match_id, title, user_id, left in await self._store.write(lambda connection: _running_out(connection, now)):
            await self._notifier.time_runs_out(user_id, match_id, title, said(left))
        for user_id, titles in await self._store.write(lambda connection: _owed(connection, now)):
            await self._notifier.waits(user_id, titles)


def _lock(connection: sa.Connection) -> None:
    """One process at a time looks whom to tell."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(CALLS_LOCK)))


def _running_out(connection: sa.Connection, now: float) -> list[tuple[str, str, int, float]]:
    """Those who are to act and whose time runs out, each deadline once: match, game, user, seconds left."""
    _lock(connection)
    wanted = sa.select(matches).outerjoin(reminded, reminded.c.match_id == matches.c.id)
    soon = wanted.where(
        matches.c.status == "playing",
        of_rules_at_hand(),
        matches.c.deadline > now,
        matches.c.deadline < now + LONGEST_LEAD,
        sa.or_(reminded.c.deadline.is_(None), reminded.c.deadline != matches.c.deadline),
    )
    found = []
    for row in connection.execute(soon.order_by(matches.c.deadline).limit(MOST_AT_ONCE)).all():
        seconds = json.loads(row.clock)["seconds"]
        if seconds < SHORTEST_CLOCK or row.deadline - now > lead(seconds):
            continue
        connection.execute(sa.delete(reminded).where(reminded.c.match_id == row.id))
        connection.execute(sa.insert(reminded).values(match_id=row.id, deadline=row.deadline))
        due = [int(seat) for seat in row.due.split(",") if seat]
        people = sa.select(seats.c.user_id).where(seats.c.match_id == row.id, seats.c.seat.in_(due)).distinct()
        for user_id in connection.execute(people.where(seats.c.user_id.is_not(None), seats.c.bot == "")).scalars():
            found.append((row.id, find_game(row.game).title, user_id, row.deadline - now))
    return found


def _owed(connection: sa.Connection, now: float) -> list[tuple[int, list[str]]]:
    """Who gets one message of all that waits for them: after quiet hours, or once a day."""
    _lock(connection)
    found = []
    wanted = sa.select(hours).where(sa.or_(hours.c.owed.is_(True), hours.c.digest.is_not(None)))
    for row in connection.execute(wanted).all():
        mine = hours_of(row)
        day = mine.digest_day(now)
        is_digest = day not in ("", row.digested)
        if mine.is_quiet(now) or not (is_digest or row.owed):
            continue
        values = {"owed": False, "digested": day if is_digest else row.digested}
        connection.execute(sa.update(hours).where(hours.c.user_id == row.user_id).values(**values))
        titles = _waiting_for(connection, row.user_id)
        if titles:
            found.append((row.user_id, titles))
    return found


def _waiting_for(connection: sa.Connection, user_id: int) -> list[str]:
    """The games of the matches in which somebody is to act."""
    mine = sa.select(matches.c.game, matches.c.due, seats.c.seat).join(seats, seats.c.match_id == matches.c.id)
    playing = mine.where(matches.c.status == "playing", of_rules_at_hand(), seats.c.user_id == user_id)
    rows = connection.execute(playing.order_by(matches.c.moved))
    return [find_game(row.game).title for row in rows if str(row.seat) in row.due.split(",")]
