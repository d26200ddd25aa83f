"""Chat at a table: short lines and preset phrases, for players and spectators.

It is stored with the match but not in it: no lock of the table is held, and if chat fails the match continues.
"""

import logging
import time
import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..live.live_table import Connection, LiveTable
from ..live.protocol import ProtocolError, dump
from ..people.accounts import User
from ..people.limits import Limiter
from ..people.names import INVISIBLE, tidy
from ..storage.schema import matches, users, words
from ..storage.store import Store, StoreError

log = logging.getLogger("wartable.server")
TALKED = "talk "
"""The prefix of the notification to other processes that somebody has written."""
LONGEST = 300
MOST_KEPT = 200
MOST_SHOWN = 60
MOST_MARKS = 3
"""The most combining marks on one letter; more would cover the lines above."""
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control characters, invisible ones, and ones that change the text direction."""


class Line(NamedTuple):
    """A line of chat; `sign` if it is a preset phrase."""

    id: int
    seat: int
    name: str
    text: str
    sign: bool
    at: float


def clean_words(text: str) -> str:
    """A text on one line without invisible characters, cut to the maximum length; empty if nothing is left."""
    kept: list[str] = []
    marks = 0
    # Twice as long at most before it is tidied: one character can become several.
    for letter in tidy(text[: 2 * LONGEST]):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if unicodedata.category(letter) not in HIDDEN and letter not in INVISIBLE and marks <= MOST_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())[:LONGEST].rstrip()


class Talk:
    """Stores the chat of this process's tables and passes it on to their viewers."""

    def __init__(self, store: Store, lives: Mapping[str, LiveTable]) -> None:
        self._store = store
        self._lives = lives
        # What one person may say, at all tables together; and what all may say at one.
        self._people = Limiter(rate=0.5, burst=5)
        self._tables = Limiter(rate=2, burst=20)

    async def say(self, live: LiveTable, connection: Connection, text: str, sign: bool, limits: bool = True) -> int:
        """Store a line and pass it on; returns its number."""
        user = connection.user
        if user is None:
            raise ProtocolError("nobody", "choose a name first")
        said = text if sign else clean_words(text)
        if not said:
            raise ProtocolError("empty", "the message is empty")
        if limits and not (self._people.allows(connection.who) and self._tables.allows(live.table.id)):
            raise ProtocolError("too-fast", "too many messages at once; wait a moment")
        values = {"user_id": user.id, "seat": connection.seat, "name": user.name}
        match_id = live.table.id

        def work(connection: sa.Connection) -> int | None:
            return _insert(connection, match_id, {**values, "text": said, "sign": sign, "at": time.time()})

        number: int | None = await self._store.write(self._and_notify(match_id, work))
        if number is None:
            raise ProtocolError("quiet", "the host has turned chat off at this table")
        await self.spread(live)
        return number

    async def set_quiet(self, live: LiveTable, user: User | None, quiet: bool) -> None:
        """Turn chat at a table off or on; for its host and admins."""
        if user is None or (user.id != live.table.row.host and not user.admin):
            raise ProtocolError("not-yours", "only the host of a table can turn its chat off or on")
        match_id = live.table.id
        change = sa.update(matches).where(matches.c.id == match_id).values(quiet=quiet)
        await self._store.write(self._and_notify(match_id, lambda connection: connection.execute(change)))
        await self.spread(live)

    def _and_notify(self, match_id: str, work: Any) -> Any:
        def both(connection: sa.Connection) -> Any:
            result = work(connection)
            self._store.notify(connection, [TALKED + match_id])
            return result

        return both

    async def spread(self, live: LiveTable, to: Connection | None = None) -> None:
        """Send new lines to everybody, and all recent lines to `to`, who has just come. Never raises for the
        database.
        """
        if not live.connections:
            return
        async with live.talking:
            try:
                lines, quiet, again = await self._store.read(lambda connection: _load(connection, live.table.id))
            except (StoreError, sa.exc.SQLAlchemyError) as error:
                log.warning("match %s: its talk cannot be read: %s", live.table.id, error)
                return
            numbers = {line.id for line in lines}
            fresh = [line for line in lines if line.id not in live.heard]
            # Of the numbers between the first and the last of these, those that are gone were taken away.
            first = min(numbers, default=0)
            gone = sorted(number for number in live.heard - numbers if number >= first)
            changed = bool(fresh or gone) or quiet != live.quiet or again != live.again
            live.heard, live.quiet, live.again = numbers, quiet, again
        told = _message(live, fresh, gone)
        for connection in list(live.connections):
            if connection.shows == "scene" and connection.greeted and connection is not to and changed:
                connection.send(told)
        if to is not None and to.shows == "scene" and (lines or quiet or again):
            to.send(_message(live, lines, [], True))

    async def hush(self, user_id: int) -> None:
        """After a ban or its end: show the remaining lines at this process's tables."""
        wanted = sa.select(words.c.match_id).where(words.c.user_id == user_id).distinct()
        for match_id in await self._store.read(lambda connection: connection.execute(wanted).scalars().all()):
            live = self._lives.get(match_id)
            if live:
                await self.spread(live)


def _message(live: LiveTable, lines: list[Line], gone: list[int], is_all: bool = False) -> bytes:
    told = [line._asdict() for line in lines]
    news = {"all": is_all, "lines": told, "quiet": live.quiet, "gone": gone, "again": live.again}
    return dump({"type": "talk", **news})


def _insert(connection: sa.Connection, match_id: str, values: dict[str, Any]) -> int | None:
    """Add a line, and delete those that are too old; None if the host has turned chat off."""
    if connection.execute(sa.select(matches.c.quiet).where(matches.c.id == match_id)).scalar() is not False:
        return None
    added = connection.execute(sa.insert(words).values(match_id=match_id, **values))
    here = words.c.match_id == match_id
    oldest = sa.select(words.c.id).where(here).order_by(words.c.id.desc()).offset(MOST_KEPT).limit(1)
    connection.execute(sa.delete(words).where(here, words.c.id <= oldest.scalar_subquery()))
    assert added.inserted_primary_key is not None
    return int(added.inserted_primary_key[0])


def _load(connection: sa.Connection, match_id: str) -> tuple[list[Line], bool, dict[str, str] | None]:
    """The last lines of a table, without those of banned people; whether chat is off; and the rematch."""
    columns = [words.c[name] for name in Line._fields]
    heard = words.join(users, users.c.id == words.c.user_id)
    wanted = sa.select(*columns).select_from(heard).where(words.c.match_id == match_id, users.c.banned.is_(None))
    rows = connection.execute(wanted.order_by(words.c.id.desc()).limit(MOST_SHOWN)).all()
    found = connection.execute(sa.select(matches.c.quiet, matches.c.again).where(matches.c.id == match_id)).first()
    quiet, again = found or (False, None)
    return [Line(*row) for row in reversed(rows)], bool(quiet), _rematch(connection, again) if again else None


def _rematch(connection: sa.Connection, match_id: str) -> dict[str, str] | None:
    """A table that waits for the players of a match, and who has opened it."""
    waits = matches.join(users, users.c.id == matches.c.host)
    wanted = sa.select(users.c.name).select_from(waits).where(matches.c.id == match_id, matches.c.status == "open")
    name = connection.execute(wanted).scalar()
    return None if name is None else {"table": match_id, "by": name}
