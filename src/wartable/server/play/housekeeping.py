"""Periodic tasks: expired clocks, bots of dead processes, unused tables."""

import asyncio
import logging
import time

import sqlalchemy as sa

from wartable.errors import WartableError

from ..live.live_table import LiveTable
from ..storage.heartbeat import steady_time
from ..storage.schema import entries, matches, seats
from ..tables.games import of_rules_at_hand
from .bots import BotPlayers
from .lobby import Lobby
from .moves import Moves
from .open_tables import UNUSED_SECONDS, OpenTables

IDLE_SECONDS = 600.0
FINISHED_SECONDS = 10.0
MOST_IDLE_BYTES = 64 << 20
"""The memory for unwatched tables; the least recently used are dropped first."""
ROUND_SECONDS = 1.0
STALE_BOT_SECONDS = 15.0
STALE_START_SECONDS = 5.0

log = logging.getLogger("wartable.server")


class Housekeeper:
    """Checks all tables once a second."""

    def __init__(self, tables: OpenTables, lobby: Lobby, moves: Moves, bots: BotPlayers) -> None:
        self._tables = tables
        self._lobby = lobby
        self._moves = moves
        self._bots = bots

    async def run(self) -> None:
        """Run until cancelled."""
        turn = 0
        while True:
            try:
                if turn % 15 == 0:
                    await self._wake_stored()
                for live in list(self._tables.lives.values()):
                    await self._look_after_one(live)
                make_room(self._tables)
                self._bots.make_room()
            except asyncio.CancelledError:
                raise
            except WartableError as error:
                log.warning("housekeeping: %s", error)
            except Exception:
                log.exception("housekeeping failed")
            turn += 1
            await asyncio.sleep(ROUND_SECONDS)

    async def _look_after_one(self, live: LiveTable) -> None:
        """Check one table; an error there must not affect other tables."""
        try:
            await self._look_after(live)
        except WartableError as error:
            log.warning("match %s: %s", live.table.id, error)
        except Exception:
            log.exception("match %s: housekeeping failed", live.table.id)

    async def _look_after(self, live: LiveTable) -> None:
        table = live.table
        for seat in table.late(steady_time()) if self._tables.heart.is_sound else []:
            await self._moves.give_up(live, seat, "late")
        if not live.lock.locked():
            self._bots.wake(live)

    async def _wake_stored(self) -> None:
        """Open stored matches that no process has advanced: a bot is due, time is up, or all players have come."""
        tables, now = self._tables, steady_time()
        for row in await tables.store.read(lambda connection: connection.execute(_neglected(now)).all()):
            try:
                live = await tables.open(row.id)
                await tables.sync(live)
                if live.table.status == "open":
                    async with tables.hold(live):
                        await self._lobby.begin_if_full(live)
            except WartableError as error:
                log.warning("match %s cannot be moved on: %s", row.id, error)


def make_room(tables: OpenTables) -> None:
    """Drop unwatched tables: those that are over or long unused, and others if they take too much memory."""
    now = time.monotonic()
    idle = [live for live in tables.lives.values() if live.is_idle and now - live.used > UNUSED_SECONDS]
    idle.sort(key=lambda live: live.used)
    weight = sum(live.table.weight for live in idle)
    for live in idle:
        kept = FINISHED_SECONDS if live.table.status == "over" else IDLE_SECONDS
        if weight > MOST_IDLE_BYTES or now - live.used > kept:
            weight -= live.table.weight
            tables.drop(live)


def _is_left() -> sa.ColumnElement[bool]:
    """Whether a seat's player has left it to a bot, which happens at tables of three and more only."""
    third = seats.alias()
    large = sa.exists().where(third.c.match_id == matches.c.id, third.c.seat == 2).correlate(matches)
    gone = sa.exists().where(
        entries.c.match_id == matches.c.id,
        entries.c.seat == seats.c.seat,
        entries.c.kind.in_(("resign", "late", "left")),
    )
    return sa.and_(large, gone.correlate(matches, seats))


def _neglected(now: float) -> sa.Select[tuple[str]]:
    is_due = (sa.literal(",") + matches.c.due + ",").like(sa.literal("%,") + sa.cast(seats.c.seat, sa.Text) + ",%")
    # Where bots play alone they wait until somebody watches, unless a tournament waits for them.
    others = seats.alias()
    has_people = sa.exists().where(others.c.match_id == matches.c.id, others.c.bot == "").correlate(matches)
    plays_on = sa.or_(seats.c.bot != "", _is_left())
    waits_for_bot = sa.and_(
        plays_on,
        matches.c.moved < now - STALE_BOT_SECONDS,
        is_due,
        sa.or_(has_people, matches.c.tournament.is_not(None)),
    )
    playing = sa.and_(
        matches.c.status == "playing", of_rules_at_hand(), sa.or_(waits_for_bot, matches.c.deadline < now)
    )
    free = sa.exists().where(seats.c.match_id == matches.c.id, seats.c.user_id.is_(None), seats.c.bot == "")
    full = sa.and_(matches.c.status == "open", matches.c.moved < now - STALE_START_SECONDS, ~free.correlate(matches))
    joined = sa.select(matches.c.id).join(seats, seats.c.match_id == matches.c.id)
    return joined.where(sa.or_(playing, full)).distinct().limit(200)
