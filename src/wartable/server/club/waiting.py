"""People who wait for others: as soon as enough want the same match, it begins."""

import json
import random
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from wartable.core.game import Game

from ..people.accounts import User
from ..people.ratings import estimate_json
from ..play.service import TableService
from ..storage.heartbeat import steady_time
from ..storage.schema import ratings, users, waiting
from ..tables.clock import ClockRule
from ..tables.rows import Seat, new_row
from ..tables.seating import insert_table, new_setup, unlike
from ..tables.table import Table, TableError
from .switches import check_on

GONE_SECONDS = 75.0
"""Who has not been heard of for so long has gone. A browser lets a page in the background speak once a minute."""
MOST_LISTED = 50
WAITING_LOCK = 0x77616974


@dataclass(frozen=True)
class Wish:
    """The match that somebody waits for."""

    game: Game
    players: int
    clock: ClockRule
    rated: bool = False


class WaitingList:
    """The people who wait, of all processes. Who comes when enough wait opens the table for all of them."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._store = tables.store

    async def wait(self, user: User, wish: Wish) -> str | None:
        """Wait for a match, in place of any other; returns the table if it begins at once."""
        if wish.rated and user.guest:
            raise TableError("rated matches need an account")
        # The same checks as for a table that somebody opens.
        setup = new_setup(wish.game, {}, [{"who": "bot"}] * wish.players)
        options = dict(setup.options)
        self._tables.want(wish.game.name)
        await self._tables.turns.run(f"user {user.id}", setup.new_box)
        table = await self._store.write(lambda connection: self._seat(connection, user, wish, options))
        if table is not None:
            await self._begin(table)
        return table

    async def stay(self, user: User) -> dict[str, Any]:
        """Go on waiting: whether one still does, and the table if there is one by now."""
        return await self._store.write(lambda connection: _stay(connection, user))

    async def stop(self, user: User) -> None:
        mine = sa.delete(waiting).where(waiting.c.user_id == user.id)
        await self._store.write(lambda connection: connection.execute(mine))

    async def listed(self, user: User | None) -> list[dict[str, Any]]:
        """Who waits for what, the longest waiting first."""
        return await self._store.read(lambda connection: _listed(connection, user))

    def _seat(self, connection: sa.Connection, user: User, wish: Wish, options: dict[str, Any]) -> str | None:
        check_on(connection, "waiting")
        if not self._store.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(WAITING_LOCK)))
        now = steady_time()
        connection.execute(sa.delete(waiting).where(sa.or_(waiting.c.seen < now - GONE_SECONDS, _is(user))))
        others = connection.execute(_alike(wish).limit(wish.players - 1)).all()
        values = {**_wanted(wish), "user_id": user.id, "since": now, "seen": now}
        if len(others) < wish.players - 1:
            connection.execute(sa.insert(waiting).values(**values))
            return None
        table = _table(user, wish, options, [(row.user_id, row.name) for row in others])
        insert_table(connection, table)
        ids = [row.user_id for row in others]
        connection.execute(sa.update(waiting).where(waiting.c.user_id.in_(ids)).values(match_id=table.id))
        return table.id

    async def _begin(self, match_id: str) -> None:
        """Where this process dies before it comes to that, the housekeeper begins the match."""
        live = await self._tables.open(match_id)
        async with self._tables.hold(live):
            await self._tables.lobby.begin_if_full(live)


def _is(user: User) -> sa.ColumnElement[bool]:
    return waiting.c.user_id == user.id


def _wanted(wish: Wish) -> dict[str, Any]:
    clock = json.dumps(wish.clock.as_json())
    return {"game": wish.game.stem, "players": wish.players, "clock": clock, "rated": wish.rated}


def _alike(wish: Wish) -> sa.Select[Any]:
    """Those who wait for the same, the longest waiting first."""
    wanted = sa.select(waiting.c.user_id, users.c.name).join(users, users.c.id == waiting.c.user_id)
    same = [waiting.c[name] == value for name, value in _wanted(wish).items()]
    free = (waiting.c.match_id.is_(None), users.c.banned.is_(None))
    return wanted.where(*same, *free).order_by(waiting.c.since, waiting.c.user_id)


def _table(user: User, wish: Wish, options: dict[str, Any], others: list[tuple[int, str]]) -> Table:
    """Their table, with seats drawn by lot."""
    people = [(user.id, user.name), *others]
    random.SystemRandom().shuffle(people)
    names: list[str] = []
    for _, name in people:
        names.append(unlike(name, names))
    seats = [Seat(place, id, "", name) for place, ((id, _), name) in enumerate(zip(people, names, strict=True))]
    return Table(wish.game, new_row(wish.game, user.id, options, wish.clock, rated=wish.rated), seats)


def _stay(connection: sa.Connection, user: User) -> dict[str, Any]:
    """The table is told until it is asked no more: an answer may get lost."""
    row = connection.execute(sa.select(waiting).where(_is(user))).first()
    if row is None:
        return {"waits": False, "table": None}
    connection.execute(sa.update(waiting).where(_is(user)).values(seen=steady_time()))
    return {"waits": row.match_id is None, "table": row.match_id}


def _listed(connection: sa.Connection, user: User | None) -> list[dict[str, Any]]:
    check_on(connection, "waiting")
    known = sa.and_(ratings.c.user_id == waiting.c.user_id, ratings.c.game == waiting.c.game)
    estimate = (ratings.c.rating, ratings.c.deviation, ratings.c.matches)
    joined = waiting.join(users, users.c.id == waiting.c.user_id).outerjoin(ratings, known)
    is_there = sa.and_(waiting.c.match_id.is_(None), waiting.c.seen > steady_time() - GONE_SECONDS)
    wanted = sa.select(waiting, users.c.name, *estimate).select_from(joined).where(is_there, users.c.banned.is_(None))
    rows = connection.execute(wanted.order_by(waiting.c.since).limit(MOST_LISTED))
    return [
        {
            "name": row.name,
            "yours": user is not None and row.user_id == user.id,
            "game": row.game,
            "players": row.players,
            "clock": json.loads(row.clock),
            "rated": row.rated,
            "since": row.since,
            "rating": None if row.rating is None else estimate_json(row),
        }
        for row in rows
    ]
