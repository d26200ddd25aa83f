"""Deletes what nobody will miss: guests who never came back, and tables where nobody else sits."""

import asyncio
import logging
import time

import sqlalchemy as sa

from ..people.accounts import Accounts, drop_logins
from ..people.one_time_links import drop_errands
from ..storage.schema import (
    courses,
    entrants,
    entries,
    errands,
    holidays,
    hours,
    identities,
    logins,
    matches,
    openings,
    plans,
    pushes,
    ratings,
    reminded,
    reports,
    seasons,
    seats,
    tournaments,
    tries,
    users,
    waiting,
    words,
)
from .open_tables import OpenTables

FIRST_SECONDS = 60.0
EVERY_SECONDS = 3600.0
MOST_AT_ONCE = 25
"""Few at a time: a large commit would delay moves."""
UNWATCHED_SECONDS = 86400.0

log = logging.getLogger("wartable.server")


class Cleaner:
    """Cleans up once an hour, a little at a time; never if the host has set 0 days."""

    def __init__(self, accounts: Accounts, tables: OpenTables, guest_days: float) -> None:
        self._accounts = accounts
        self._tables = tables
        self._guest_days = guest_days
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._guest_days > 0:
            self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    async def _run(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                while await clear_away(self._accounts, self._tables, self._guest_days) >= MOST_AT_ONCE:
                    await asyncio.sleep(1)
            except Exception:
                log.exception("unused guests could not be removed")
            await asyncio.sleep(EVERY_SECONDS)


async def clear_away(accounts: Accounts, tables: OpenTables, guest_days: float) -> int:
    """Delete ended logins, unused guests, their tables, and unwatched matches between bots.

    Returns how many guests and tables were deleted.
    """
    before = time.time() - guest_days * 86400
    watched = [live.table.id for live in tables.lives.values() if live.connections or live.lock.locked()]

    def work(connection: sa.Connection) -> tuple[list[str], int]:
        drop_logins(connection, logins.c.expires < time.time())
        drop_errands(connection, errands.c.expires < time.time())
        dropped = [*_lonely_tables(connection, before, watched), *_left_to_bots(connection, watched)]
        _drop_tables(connection, dropped)
        tables.store.notify(connection, dropped)
        return dropped, _drop_guests(connection, before)

    dropped, guests = await tables.store.write(work)
    for match_id in dropped:
        tables.lives.pop(match_id, None)
    if dropped or guests:
        accounts.forget()
        log.info("removed %d unused guests and %d tables", guests, len(dropped))
    return max(len(dropped), guests)


def _unused(before: float) -> sa.Select[tuple[int]]:
    """Guests who have not come since then."""
    lately = sa.select(logins.c.user_id).where(logins.c.seen >= before)
    return sa.select(users.c.id).where(
        users.c.guest.is_(True), users.c.created < before, users.c.id.not_in(lately), users.c.banned.is_(None)
    )


def _lonely_tables(connection: sa.Connection, before: float, watched: list[str]) -> list[str]:
    """Tables of unused guests without other people, on which nothing has happened since."""
    unused = _unused(before).scalar_subquery()
    others = sa.select(seats.c.match_id).where(seats.c.user_id.is_not(None), seats.c.user_id.not_in(unused))
    wanted = sa.select(matches.c.id).where(
        matches.c.host.in_(unused),
        matches.c.tournament.is_(None),
        matches.c.moved < before,
        matches.c.id.not_in(others),
        matches.c.id.not_in(watched),
    )
    return list(connection.execute(wanted.limit(MOST_AT_ONCE)).scalars())


def _left_to_bots(connection: sa.Connection, watched: list[str]) -> list[str]:
    """Matches between bots that nobody has watched to their end, a day later."""
    people = sa.select(seats.c.match_id).where(seats.c.bot == "")
    wanted = sa.select(matches.c.id).where(
        matches.c.status == "playing",
        matches.c.tournament.is_(None),
        matches.c.moved < time.time() - UNWATCHED_SECONDS,
        matches.c.id.not_in(people),
        matches.c.id.not_in(watched),
    )
    return list(connection.execute(wanted.limit(MOST_AT_ONCE)).scalars())


def _drop_tables(connection: sa.Connection, ids: list[str]) -> None:
    for table in (courses, entries, openings, plans, reminded, seats, tries, words):
        connection.execute(sa.delete(table).where(table.c.match_id.in_(ids)))
    connection.execute(sa.delete(matches).where(matches.c.id.in_(ids)))


def _drop_guests(connection: sa.Connection, before: float) -> int:
    """Delete unused guests to whom nothing refers; guests who played with others stay."""
    kept = [sa.select(seats.c.user_id).where(seats.c.user_id.is_not(None)), sa.select(matches.c.host)]
    kept += [sa.select(entrants.c.user_id).where(entrants.c.user_id.is_not(None)), sa.select(tournaments.c.host)]
    kept += [sa.select(reports.c.by), sa.select(reports.c.about).where(reports.c.about.is_not(None))]
    wanted = _unused(before).where(*(users.c.id.not_in(some) for some in kept)).limit(MOST_AT_ONCE)
    ids = list(connection.execute(wanted).scalars())
    for table in (logins, errands, holidays, hours, identities, pushes, ratings, seasons, tries, waiting, words):
        connection.execute(sa.delete(table).where(table.c.user_id.in_(ids)))
    connection.execute(sa.delete(users).where(users.c.id.in_(ids)))
    return len(ids)
