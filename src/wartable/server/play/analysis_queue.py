"""Analyses in progress: they take turns while somebody waits for them, and are stored when done."""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import sqlalchemy as sa

from wartable.core.match import Match

from ..live.live_table import LiveTable
from ..live.protocol import ProtocolError
from ..live.thread_pool import Busy, Turns
from ..storage.schema import courses
from ..storage.store import Store, StoreError
from .analysis import Facts, Study

log = logging.getLogger("wartable.server")
MOST_AT_ONCE = 4
"""The number of matches that are analysed for one person at a time."""
WAIT_SECONDS = 20.0
"""A person who has not asked for this long is no longer waiting."""
LOOK_SECONDS = 0.1
Later = Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]
"""Starts something in the background."""


@dataclass
class Course:
    """An analysis in progress; or, with `kept`, one from the database."""

    study: Study | None
    kept: Facts | None = None
    asked: float = field(default_factory=time.monotonic)
    task: "asyncio.Task[None] | None" = None

    @property
    def facts(self) -> Facts:
        return self.kept if self.kept is not None else self.study.facts if self.study is not None else {}


class Courses:
    """Analyses finished matches, taking turns among the people who ask."""

    def __init__(self, store: Store, turns: Turns, later: Later) -> None:
        self._store = store
        self._turns = turns
        self._later = later
        self._courses: WeakKeyDictionary[LiveTable, Course] = WeakKeyDictionary()
        self._at_work: Counter[str] = Counter()

    async def ask(self, live: LiveTable, match: Match, who: str) -> Facts:
        """What is known of a match's course now; the first call starts the analysis, further calls keep it going."""
        async with live.searching:
            course = self.of(live)
            if course is None:
                course = self._courses[live] = await self._open(live, match)
        # Whoever waits for it keeps the table in memory: what is gone is not gone over to its end.
        course.asked = live.used = time.monotonic()
        study = course.study
        if course.kept is None and study is not None and not study.waits and (not course.task or course.task.done()):
            if self._at_work[who] >= MOST_AT_ONCE:
                raise Busy
            course.task = self._later(self._go_on(live, course, study, who))
        return {**course.facts, "preparing": study is not None and study.waits}

    def of(self, live: LiveTable) -> Course | None:
        """The course of a match that somebody has asked for."""
        return self._courses.get(live)

    async def finished(self, live: LiveTable, match: Match, who: str) -> Facts:
        """The course when it is complete, or as complete as possible before the game's code is compiled."""
        while not (facts := await self.ask(live, match, who))["done"] and not facts["preparing"]:
            if live.gone:
                raise ProtocolError("reopened", "the table is being reloaded; please try again")
            await asyncio.sleep(LOOK_SECONDS)
        return facts

    async def known(self, live: LiveTable, match: Match) -> Facts:
        """What is known of a match's course, without searching anything."""
        async with live.searching:
            course = self.of(live)
            if course is None:
                course = self._courses[live] = await self._open(live, match)
        return course.facts

    async def _open(self, live: LiveTable, match: Match) -> Course:
        table = live.table
        wanted = sa.select(courses.c.facts).where(courses.c.match_id == table.id, courses.c.rules == table.game.version)
        text = await self._store.read(lambda connection: connection.execute(wanted).scalar())
        if text is not None:
            return Course(None, json.loads(text))
        assert table.result is not None
        return Course(Study(match, table.result["scores"]))

    async def _go_on(self, live: LiveTable, course: Course, study: Study, who: str) -> None:
        self._at_work[who] += 1
        try:
            while not (study.is_done or study.waits or live.gone):
                if time.monotonic() - course.asked > WAIT_SECONDS:
                    return
                await self._turns.run(who, study.go_on)
            if study.is_done:
                await self._keep(live, course, study.facts)
        except Busy:
            # Whoever asks again is told so, or has a free place in the line by then.
            return
        except Exception:
            log.exception("match %s: its analysis failed", live.table.id)
            course.study, course.kept = None, {**study.facts, "done": True, "progress": 1.0}
        finally:
            self._at_work[who] -= 1
            if not self._at_work[who]:
                del self._at_work[who]

    async def _keep(self, live: LiveTable, course: Course, facts: Facts) -> None:
        """Store a course in the database, once; if that fails it stays in memory."""
        values = {"match_id": live.table.id, "rules": live.table.game.version, "facts": json.dumps(facts)}
        course.study, course.kept = None, facts

        def work(connection: sa.Connection) -> Any:
            connection.execute(sa.delete(courses).where(courses.c.match_id == live.table.id))
            connection.execute(sa.insert(courses).values(**values))

        try:
            await self._store.write(work)
        except (StoreError, sa.exc.IntegrityError) as error:
            log.warning("match %s: its analysis could not be stored: %s", live.table.id, error)
