"""Now and then: clocks that ran out, bots whose process died, tables that nobody looks at."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

import sqlalchemy as sa

from wartable.core.errors import WartableError

from .clock import steady_time
from .live import Live
from .schema import matches, seats

if TYPE_CHECKING:
    from .hall import Hall

IDLE_SECONDS = 600.0
SWEEP_SECONDS = 1.0
STALE_BOT_SECONDS = 15.0

log = logging.getLogger("wartable.server")


async def sweep(hall: "Hall") -> None:
    """Now and then: clocks that ran out, bots whose process died, tables that nobody looks at."""
    turn = 0
    while True:
        try:
            if turn % 15 == 0:
                await _wake_stored(hall)
            for live in list(hall.lives.values()):
                await _sweep_one(hall, live)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the sweep failed")
        turn += 1
        await asyncio.sleep(SWEEP_SECONDS)


async def _sweep_one(hall: "Hall", live: Live) -> None:
    table = live.table
    now = steady_time()
    for seat in table.clock.late(now):
        if table.status == "playing" and not table.played_by_bot(seat):
            await hall.give_up(live, seat, "late")
    if table.bots_due() and (live.mover is None or live.mover.done()) and not live.lock.locked():
        hall.stir(live)
    idle = time.monotonic() - live.used > IDLE_SECONDS
    if idle and not live.watchers and not live.lock.locked() and (live.mover is None or live.mover.done()):
        hall.lives.pop(table.id, None)


async def _wake_stored(hall: "Hall") -> None:
    """Open matches that wait for a bot, or whose time is up, and that no process has moved on."""
    now = steady_time()
    waiting = (
        sa.select(matches.c.id)
        .join(seats, seats.c.match_id == matches.c.id)
        .where(
            matches.c.status == "playing",
            sa.or_(
                sa.and_(seats.c.bot != "", matches.c.moved < now - STALE_BOT_SECONDS),
                matches.c.deadline < now,
            ),
            sa.or_(
                matches.c.deadline < now,
                (sa.literal(",") + matches.c.due + ",").like(sa.literal("%,") + sa.cast(seats.c.seat, sa.Text) + ",%"),
            ),
        )
        .distinct()
        .limit(200)
    )
    for row in await hall.store.read(lambda connection: connection.execute(waiting).all()):
        try:
            await hall.sync(await hall.open(row.id))
        except WartableError as error:
            log.warning("match %s cannot be opened: %s", row.id, error)
