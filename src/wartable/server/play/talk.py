"""Talking at a table: short words and ready signs, for those who play and those who watch.

It is stored beside the match and never in it: no lock of the table is held, and where talking fails the match goes on.
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
"""What other processes are told before the number of the match: only that somebody has talked."""
LONGEST = 300
MOST_KEPT = 200
MOST_SHOWN = 60
MOST_MARKS = 3
"""So many accents stand on one letter; more of them would cover the lines above."""
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control characters, and others that nobody sees or that turn the direction of what follows."""


class Line(NamedTuple):
    """What somebody has said; `sign` where it is one of the ready ones."""

    id: int
    seat: int
    name: str
    text: str
    sign: bool
    at: float


def clean_words(text: str) -> str:
    """Words in one line, without what nobody sees, cut to the longest; empty where nothing is left."""
    kept: list[str] = []
    marks = 0
    # Twice as long at most before it is tidied: one character can become several.
    for letter in tidy(text[: 2 * LONGEST]):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if unicodedata.category(letter) not in HIDDEN and letter not in INVISIBLE and marks <= MOST_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())[:LONGEST].rstrip()


class Talk:
    """Stores what is said at the tables of this process, and passes it on to those who look at them."""

    def __init__(self, store: Store, lives: Mapping[str, LiveTable]) -> None:
        self._store = store
        self._lives = lives
        # What one person may say, at all tables together; and what all may say at one.
        self._people = Limiter(rate=0.5, burst=5)
        self._tables = Limiter(rate=2, burst=20)

    async def say(self, live: LiveTable, connection: Connection, text: str, sign: bool, limits: bool = True) -> int:
        """Store what somebody says, and pass it on; its number."""
        user = connection.user
        if user is None:
            raise ProtocolError("nobody", "take a name first")
        said = text if sign else clean_words(text)
        if not said:
            raise ProtocolError("empty", "there is nothing in it to be read")
        if limits and not (self._people.allows(connection.who) and self._tables.allows(live.table.id)):
            raise ProtocolError("too-fast", "that was much at once; wait a moment")
        values = {"user_id": user.id, "seat": connection.seat, "name": user.name}
        match_id = live.table.id

        def work(connection: sa.Connection) -> int | None:
            return _insert(connection, match_id, {**values, "text": said, "sign": sign, "at": time.time()})

        number: int | None = await self._store.write(self._and_notify(match_id, work))
        if number is None:
            raise ProtocolError("quiet", "the host has switched talking off at this table")
        await self.spread(live)
        return number

    async def set_quiet(self, live: LiveTable, user: User | None, quiet: bool) -> None:
        """Switch talking off or on at a table; its host may, and an admin."""
        if user is None or (user.id != live.table.row.host and not user.admin):
            raise ProtocolError("not-yours", "only the host of a table switches its talk off or on")
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
        """Tell everybody what is new, and `to`, who has just come, all of the last lines; never fails for the store."""
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
        """Somebody was banned, or let in again: show what is left of what was said, at the tables of this process."""
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
    """Add a line, and drop those that are too old; None where the host has switched it off."""
    if connection.execute(sa.select(matches.c.quiet).where(matches.c.id == match_id)).scalar() is not False:
        return None
    added = connection.execute(sa.insert(words).values(match_id=match_id, **values))
    here = words.c.match_id == match_id
    oldest = sa.select(words.c.id).where(here).order_by(words.c.id.desc()).offset(MOST_KEPT).limit(1)
    connection.execute(sa.delete(words).where(here, words.c.id <= oldest.scalar_subquery()))
    assert added.inserted_primary_key is not None
    return int(added.inserted_primary_key[0])


def _load(connection: sa.Connection, match_id: str) -> tuple[list[Line], bool, dict[str, str] | None]:
    """The last lines of a table, but for what banned people said; whether it is switched off; and the rematch."""
    columns = [words.c[name] for name in Line._fields]
    heard = words.join(users, users.c.id == words.c.user_id)
    wanted = sa.select(*columns).select_from(heard).where(words.c.match_id == match_id, users.c.banned.is_(None))
    rows = connection.execute(wanted.order_by(words.c.id.desc()).limit(MOST_SHOWN)).all()
    found = connection.execute(sa.select(matches.c.quiet, matches.c.again).where(matches.c.id == match_id)).first()
    quiet, again = found or (False, None)
    return [Line(*row) for row in reversed(rows)], bool(quiet), _rematch(connection, again) if again else None


def _rematch(connection: sa.Connection, match_id: str) -> dict[str, str] | None:
    """A table that waits for those who play again, and who has opened it."""
    waits = matches.join(users, users.c.id == matches.c.host)
    wanted = sa.select(users.c.name).select_from(waits).where(matches.c.id == match_id, matches.c.status == "open")
    name = connection.execute(wanted).scalar()
    return None if name is None else {"table": match_id, "by": name}
