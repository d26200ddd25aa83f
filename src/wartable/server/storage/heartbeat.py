"""Outages: a heartbeat is stored every few seconds, and clocks stand still while it is missing."""

import asyncio
import contextlib
import json
import logging
import time
import uuid
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

import sqlalchemy as sa

from .schema import facts
from .store import Store

BEAT_SECONDS = 2.0
GAP_SECONDS = 6.0
"""The longest gap between heartbeats for which clocks keep running."""
KEPT_SECONDS = 90 * 86400
"""Longer than any player may think."""
LEAST_SKEW = 0.25
MOST_SKEW = 5.0
BEAT, OUTAGES, NOTICE, COPIED = "heartbeat", "outages", "notice", "copied"
PROCESS = "process:"
"""The key under which each process stores its status with its heartbeats."""
Outage = tuple[float, float]

log = logging.getLogger("wartable.server")


def _running() -> float:
    """Seconds on a monotonic clock that keeps counting while the machine sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


_BEGAN = time.time() - _running()
_ahead = 0.0
"""The offset of this machine's clock from the database's when it was last measured."""


def steady_time() -> float:
    """A steady time of day: the time when the process began plus the time elapsed, by the database's clock.

    Setting the machine's clock does not change players' thinking times. What several processes store is in order even
    if their clocks differ.
    """
    return _own_time() - _ahead


def _own_time() -> float:
    return _BEGAN + _running()


def _follow(skew: float) -> None:
    """Follow the database's clock from now on; differences shorter than a request are ignored."""
    global _ahead
    if abs(skew - _ahead) > LEAST_SKEW:
        _ahead = skew


class Outages:
    """The periods in which nothing could be stored."""

    def __init__(self, outages: Sequence[Outage] = ()) -> None:
        self.set(outages)

    def set(self, outages: Sequence[Outage]) -> None:
        self.all = sorted(outages)
        self._starts = [start for start, _ in self.all]
        self._before = [0.0, *accumulate(end - start for start, end in self.all)]

    @property
    def total(self) -> float:
        return self._before[-1]

    def played(self, at: float) -> float:
        """A time of day on a clock that stops during outages."""
        place = bisect_right(self._starts, at)
        if place == 0:
            return at
        start, end = self.all[place - 1]
        return at - self._before[place - 1] - (min(at, end) - start)


class Heart:
    """Stores a heartbeat of this process every two seconds. They are shared: while one process can store, people
    can play.

    With several processes, all stored times are by the clock of the database's machine.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.outages = Outages()
        self.skew = 0.0
        """The offset of this machine's clock from the database's."""
        self.notice = ""
        """The notice to everybody, written by an admin."""
        self.copied: float | None = None
        """The time of the last good backup."""
        self.describe: Callable[[], dict[str, Any]] = dict
        self.on_notice: Callable[[str], None] = lambda _text: None
        self._name = f"{PROCESS}{uuid.uuid4().hex}"
        self._beaten = 0.0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Store the first heartbeat before anybody is found to be late. Other live processes report within seconds."""
        with contextlib.suppress(Exception):
            await self.store.write(lambda connection: connection.execute(sa.delete(facts).where(_IS_PROCESS)))
        await self._try()
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    @property
    def is_sound(self) -> bool:
        """Whether this process knows the time: its last heartbeat is stored, and its clock is right."""
        return time.monotonic() - self._beaten < GAP_SECONDS and abs(self.skew) < MOST_SKEW

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self._try()

    async def _try(self) -> None:
        try:
            now, outages, known = await self.store.write(self._beat)
        except Exception as error:
            log.warning("no heartbeat could be stored: %s", error)
            return
        self.skew = 0.0 if self.store.is_sqlite else _own_time() - now
        _follow(self.skew)
        self.outages.set(outages)
        self.copied = float(known[COPIED]) if COPIED in known else None
        self.tell(known.get(NOTICE, ""))
        self._beaten = time.monotonic()

    def tell(self, notice: str) -> None:
        """Send new notices to everybody at this process."""
        if notice != self.notice:
            self.notice = notice
            self.on_notice(notice)

    def _beat(self, connection: sa.Connection) -> tuple[float, list[Outage], dict[str, str]]:
        # One process at a time: of an outage that all have noticed there is one.
        known = dict(connection.execute(sa.select(facts.c.name, facts.c.value).where(_IS_OURS).with_for_update()).all())
        now = self._now(connection)
        before = float(known.get(BEAT, now))
        outages = [(start, end) for start, end in json.loads(known.get(OUTAGES, "[]")) if end > now - KEPT_SECONDS]
        if now - before > GAP_SECONDS:
            log.warning("nothing could be stored for %.0f seconds; the clocks stood still", now - before)
            outages.append((before, now))
        set_fact(connection, BEAT, str(max(now, before)))
        self.store.echo(connection)
        set_fact(connection, OUTAGES, json.dumps(outages))
        set_fact(connection, self._name, json.dumps({**self.describe(), "at": now, "skew": round(self.skew, 1)}))
        return now, outages, known

    def _now(self, connection: sa.Connection) -> float:
        if self.store.is_sqlite:
            return _own_time()
        return float(connection.execute(sa.text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())


_IS_OURS = facts.c.name.in_((BEAT, OUTAGES, NOTICE, COPIED))
_IS_PROCESS = facts.c.name.startswith(PROCESS)


def processes(connection: sa.Connection) -> list[dict[str, Any]]:
    """The status of all processes with a recent heartbeat."""
    said = [json.loads(text) for text in connection.execute(sa.select(facts.c.value).where(_IS_PROCESS)).scalars()]
    newest = max((one["at"] for one in said), default=0.0)
    return sorted((one for one in said if one["at"] > newest - 5 * GAP_SECONDS), key=lambda one: one.get("since", 0.0))


def set_fact(connection: sa.Connection, name: str, value: str) -> None:
    if not connection.execute(sa.update(facts).where(facts.c.name == name).values(value=value)).rowcount:
        connection.execute(sa.insert(facts).values(name=name, value=value))
