"""New tables, and joining and leaving before a match begins."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import sqlalchemy as sa

from wartable.core import generic
from wartable.core.game import Game
from wartable.core.match import Step, dice
from wartable.core.variant import Variant
from wartable.guides.examples import Start

from ..live import broadcast
from ..live.live_table import LiveTable
from ..live.protocol import ProtocolError
from ..people.accounts import User
from ..storage.heartbeat import steady_time
from ..storage.store import StoreError
from ..tables.clock import ClockRule
from ..tables.games import find_game
from ..tables.rows import Seat, new_row
from ..tables.seating import (
    SeatTaken,
    bots_for,
    check_seats,
    delete_table,
    free_seats,
    insert_table,
    load_holidays,
    load_seats,
    new_seats,
    new_setup,
    seat_bots,
    take_seat,
    unlike,
)
from ..tables.table import Table, TableError
from .open_tables import OpenTables

BEGINNINGS_TRIED = 5


@dataclass(frozen=True)
class NewTable:
    """A request for a table; `places` are {"who": "me" | "open" | "bot", "bot": name}."""

    game: Game
    options: dict[str, Any]
    places: list[dict[str, Any]]
    clock: ClockRule = field(default_factory=ClockRule)
    private: bool = False
    rated: bool = False
    start: Start | None = None
    """The position to begin from; None for the regular beginning."""
    variant: Variant | None = None
    """The variant to play; None for the printed game."""
    seed: bytes | None = None
    sealed: bool = False
    """Whether others play with the same dice, so that nobody looks on."""
    also: Callable[[sa.Connection, Table], None] | None = None
    """Stores what belongs to the table, in the same commit."""


class Lobby:
    """Manages seats. The commit that changes a match's seats also checks that it has not begun."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables

    async def new_table(self, user: User, wanted: NewTable) -> LiveTable:
        """Create a table; the match begins when all seats are taken."""
        # New matches are played by today's rules.
        wanted = replace(wanted, game=find_game(wanted.game.stem))
        game, places = wanted.game, wanted.places
        if wanted.variant and wanted.rated:
            raise TableError("matches of a variant are not rated")
        setup = new_setup(game, wanted.options, places, wanted.variant)
        self._tables.want(game.name)
        facts = {"seed": wanted.seed or dice.new_seed(), "sealed": wanted.sealed}
        facts |= {"private": wanted.private, "rated": wanted.rated}
        facts |= {"variant": json.dumps(wanted.variant.as_json()) if wanted.variant else None}
        row = new_row(game, user.id, dict(setup.options), wanted.clock, **facts)
        table = Table(game, row, new_seats(places, user, game), outages=self._tables.heart.outages)
        await self._tables.turns.run(f"user {user.id}", setup.new_box)
        if wanted.start is not None:
            table.given = await self._tables.turns.run(f"user {user.id}", partial(_steps_to, game, wanted.start))

        def work(connection: sa.Connection) -> None:
            insert_table(connection, table)
            if wanted.also is not None:
                wanted.also(connection, table)

        await self._tables.store.write(work)
        live = self._tables.lives[row.id] = LiveTable(table)
        async with self._tables.hold(live):
            await self.begin_if_full(live)
        return live

    async def begin_if_full(self, live: LiveTable) -> None:
        """Begin a match whose seats are all taken, with the players at the time of the commit."""
        for _ in range(BEGINNINGS_TRIED):
            table = live.table
            if table.status != "open" or any(seat.is_free for seat in table.seats):
                return
            if table.clock.rule.is_slow:
                away = partial(load_holidays, match_id=table.id, since=table.row.created)
                table.take_holidays(await self._tables.store.read(away))
            guard = partial(check_seats, table.id, list(table.seats))
            append = await self._tables.turns.run(f"table {table.id}", partial(table.begin, steady_time()))
            try:
                await self._tables.commit(live, replace(append, guard=guard))
            except ProtocolError as error:
                if error.code != "stale" or live.gone:
                    raise
                continue
            await broadcast.publish_all(live, self._tables.turns)
            self._tables.wake(live)

    async def join(self, live: LiveTable, user: User, wanted: int | None) -> int:
        """Take a free seat; returns its number."""
        async with self._tables.hold(live) as table:
            if table.status != "open":
                raise TableError("the match has already begun")
            if table.seats_of(user.id):
                return table.seats_of(user.id)[0]
            free = [seat for seat in table.seats if seat.is_free and wanted in (None, seat.number)]
            if not free:
                raise TableError("that seat is taken" if wanted is not None else "no seat is free")
            taken = replace(free[0], user_id=user.id, name=unlike(user.name, table.names))
            await self._change_seats(live, lambda connection: take_seat(connection, table.id, taken))
            await self.begin_if_full(live)
            await broadcast.publish_all(live, self._tables.turns)
            return taken.number

    async def fill(self, live: LiveTable, user: User, bot: str | None) -> None:
        """Begin with bots on the free seats; host only."""
        async with self._tables.hold(live) as table:
            if table.status != "open":
                raise TableError("the match has already begun")
            if user.id != table.row.host:
                raise TableError("only the host of the table may let bots play")
            if table.row.rated:
                raise TableError("this match is rated: only people play it")
            taken = bots_for(table, bot)
            await self._change_seats(live, lambda connection: seat_bots(connection, table, taken))
            await self.begin_if_full(live)
            await broadcast.publish_all(live, self._tables.turns)

    async def leave(self, live: LiveTable, user: User) -> None:
        """Give up a seat of a match that has not begun; if the host leaves, the table is closed."""
        async with self._tables.hold(live) as table:
            if table.status != "open":
                raise TableError("the match has begun; you can resign")
            if table.row.tournament:
                raise TableError("this match is about to begin; you can leave its tournament")
            if user.id == table.row.host:
                await self._close_table(live)
                return
            await self._change_seats(live, lambda connection: free_seats(connection, table.id, user.id))
            await broadcast.publish_all(live, self._tables.turns)

    async def _close_table(self, live: LiveTable) -> None:
        def work(connection: sa.Connection) -> None:
            delete_table(connection, live.table.id)
            self._tables.store.notify(connection, [live.table.id])

        try:
            await self._tables.store.write(work)
        finally:
            # Closed, or not what it was thought to be: in either case it is not to be kept.
            self._tables.drop(live)

    async def _change_seats(self, live: LiveTable, change: Any) -> None:
        """Change the seats and read the result; the table is read again if the change failed."""
        table, store = live.table, self._tables.store

        def work(connection: sa.Connection) -> list[Seat]:
            seats: list[Seat] = change(connection)
            store.notify(connection, [table.id])
            return seats

        try:
            table.seats = await store.write(work)
        except SeatTaken:
            table.seats = await store.read(lambda connection: load_seats(connection, table.id))
            await broadcast.publish_all(live, self._tables.turns)
            raise
        except (TableError, StoreError):
            self._tables.drop(live)
            raise


def _steps_to(game: Game, start: Start) -> list[Step]:
    """The actions that lead to a position."""
    with generic.as_it_is(game.name):
        return list(start.open(game).steps)
