"""The tables of this process: read from the database, kept in memory while in use, dropped when in doubt."""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any

from wartable.errors import WartableError
from wartable.languages import worded

from ..live import broadcast
from ..live.live_table import Connection, LiveTable
from ..live.protocol import ProtocolError, dump
from ..live.thread_pool import Turns
from ..people.ratings import record_result
from ..storage.heartbeat import Heart, Outages
from ..storage.store import Append, Conflict, Entry, Store, StoreClosed, StoreError, Work
from ..tables.games import find_game, game_of
from ..tables.seating import StoredTable, load_table
from ..tables.table import CLOSED, Table, TableError
from .talk import TALKED, Talk

log = logging.getLogger("wartable.server")
LAST_ERRANDS = 10.0
SERVER = "the server itself"
IN_DOUBT = "the database does not answer; the table will show whether this was stored"
UNUSED_SECONDS = 1.0
"""A table that was requested this recently may be about to be used."""


class NoSuchTable(WartableError):
    """There is no table with that id, or this person may not see it."""


class OpenTables(ABC):
    """The tables in use: changed, stored and shown one after the other. `want` requests a game's compiled code."""

    def __init__(self, store: Store, want: Callable[[str], None]) -> None:
        self.store = store
        self.want = want
        # One thread: what it does is Python, which runs in one thread at a time in any case.
        self.turns = Turns(1, "draw")
        self.heart = Heart(store)
        self.lives: dict[str, LiveTable] = {}
        self.talk = Talk(store, self.lives)
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        # Those among them that others have changed meanwhile.
        self._changed: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.heart.on_notice = self.announce
        await self.heart.start()
        self.store.listen(self._heard)

    async def close(self) -> None:
        """Finish moves in progress, since they hold their table's lock.

        Pending notifications are still sent, within some seconds.
        """
        self.heart.close()
        for live in self.lives.values():
            if live.mover:
                live.mover.cancel()
        for live in list(self.lives.values()):
            async with live.lock:
                live.close()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=LAST_ERRANDS)
        self.turns.close()

    @abstractmethod
    def wake(self, live: LiveTable, is_ours: bool = True) -> None:
        """Let a table continue after a change, made by another process if not `is_ours`."""

    def later(self, work: Any) -> "asyncio.Task[None]":
        """Start something in the background."""
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, WartableError):
            log.warning("a step was skipped: %s", error)
        elif error is not None:
            log.error("a step failed", exc_info=error)

    def announce(self, notice: str) -> None:
        """Send a notice to everybody who looks at a table here; an empty text withdraws it."""
        text = dump({"type": "notice", "text": notice})
        for live in self.lives.values():
            for connection in live.connections:
                if connection.shows == "scene" and connection.greeted:
                    connection.send(text)

    # Opening, and dropping

    async def open(self, match_id: str, who: str = SERVER) -> LiveTable:
        """The live table of a match, for a person; NoSuchTable if there is none."""
        live = self.lives.get(match_id)
        if live:
            live.used = time.monotonic()
            return live
        if match_id in self._opening:
            return await asyncio.shield(self._opening[match_id])
        future: asyncio.Future[LiveTable] = asyncio.get_running_loop().create_future()
        self._opening[match_id] = future
        try:
            live = LiveTable((await self._load(match_id, who))[0])
            self.lives[match_id] = live
            if match_id in self._changed:
                self.later(self.sync(live))
            future.set_result(live)
            return live
        except BaseException as error:
            future.set_exception(error if isinstance(error, Exception) else TableError("the server is closing"))
            future.exception()
            raise
        finally:
            del self._opening[match_id]
            self._changed.discard(match_id)

    async def _load(self, match_id: str, who: str = SERVER) -> tuple[Table, list[Entry]]:
        found = await self.store.read(lambda connection: load_table(connection, match_id))
        if found is None:
            raise NoSuchTable(worded("there is no table {match_id}", match_id=match_id))
        table = await self.turns.run(who, partial(_folded, found, self.heart.outages, self.want))
        return table, found.entries

    def drop(self, live: LiveTable) -> None:
        """Drop a table that may differ from what is stored. Its viewers reconnect, and it is read again."""
        if self.lives.get(live.table.id) is live:
            del self.lives[live.table.id]
        live.close()

    def hold(self, live: LiveTable) -> "_Held":
        """Lock a table in order to change it; `async with tables.hold(live) as table`."""
        return _Held(self, live)

    async def settled(self, live: LiveTable, viewer: int) -> Table:
        """A table to look at: until the next `await` it shows the viewer nothing that is not stored.

        It waits only while a change is stored that the viewer will see: the duration must not reveal that others have
        acted in secret.
        """
        if live.gone or not live.is_settled(viewer):
            async with self.hold(live):
                pass
        return live.table

    # Storing

    async def commit(self, live: LiveTable, append: Append) -> None:
        """Store what the table has done in memory. If that fails, the table is reset to what is stored."""
        if live.table.status == "over":
            append = replace(append, also=_both(append.also, _rating(live.table)))
        try:
            await self.store.append(append)
        except StoreClosed:
            self.drop(live)
            raise ProtocolError("closing", "the server is closing; your move was not taken") from None
        except (Conflict, StoreError) as error:
            await self._read_again(live, append, error)
        except BaseException:
            self.drop(live)
            raise

    async def _read_again(self, live: LiveTable, append: Append, error: WartableError) -> None:
        """Continue from what is stored, with or without the append: a lost connection leaves open which it is."""
        try:
            table, entries = await self._load(live.table.id)
        except Exception:
            self.drop(live)
            raise ProtocolError("in-doubt", IN_DOUBT) from error
        live.replace(table)
        if append.entries and entries[append.entries[0].number :][: len(append.entries)] == list(append.entries):
            return
        await self.show(live)
        if isinstance(error, Conflict):
            raise ProtocolError("stale", "the table has changed since") from None
        if isinstance(error, StoreError) and error.is_doubtful:
            raise ProtocolError("in-doubt", IN_DOUBT) from None
        raise ProtocolError("not-stored", "the move could not be stored; nothing has changed") from None

    async def show(self, live: LiveTable) -> None:
        """Show everybody a table that was read again, and let it continue."""
        if live.table.match is None or any(connection.number == 0 for connection in live.connections):
            await broadcast.publish_all(live, self.turns)
        else:
            await broadcast.publish(live, self.turns)
        self.wake(live)

    # Other processes

    def _heard(self, match_id: str | None) -> None:
        """Called from the listener's thread. Most changes by other processes do not concern this one."""
        assert self._loop is not None
        whose = None if match_id is None else match_id.removeprefix(TALKED)
        if whose is None or whose in self.lives or whose in self._opening:
            self._loop.call_soon_threadsafe(self._sync_soon, match_id)

    def _sync_soon(self, match_id: str | None) -> None:
        if match_id is not None and match_id.startswith(TALKED):
            live = self.lives.get(match_id.removeprefix(TALKED))
            if live:
                self.later(self.talk.spread(live))
            return
        # What is being read now may have been read before the change.
        self._changed.update(self._opening if match_id is None else {match_id} & self._opening.keys())
        for wanted in [match_id] if match_id is not None else list(self.lives):
            live = self.lives.get(wanted)
            if live is None:
                continue
            if live.is_idle and time.monotonic() - live.used > UNUSED_SECONDS:
                # Nobody looks: it is read when somebody does, and not at every move that others make.
                self.drop(live)
            else:
                self.later(self.sync(live))

    async def sync(self, live: LiveTable) -> None:
        """Take over what other processes have stored."""
        async with live.lock:
            if live.gone:
                return
            try:
                await self._sync(live)
            except Exception as error:
                log.warning("match %s: reloading it (%s)", live.table.id, error)
                self.drop(live)

    async def _sync(self, live: LiveTable) -> None:
        table = live.table
        found = await self.store.read(lambda connection: load_table(connection, table.id, table.count))
        if found is None:
            self.drop(live)
        elif table.status == "open":
            if found.row.status != "open":
                live.replace((await self._load(table.id))[0])
                await self.show(live)
            elif found.seats != table.seats:
                table.seats = found.seats
                await broadcast.publish_all(live, self.turns)
        elif found.entries or tuple(found.holidays) != table.holidays:
            table.take_holidays(found.holidays)
            table.fold(found.entries)
            await broadcast.publish(live, self.turns)
            self.wake(live, is_ours=False)

    # Looking

    async def enter(self, live: LiveTable, connection: Connection) -> None:
        async with self.hold(live):
            await broadcast.enter(live, connection, self.turns)
        self.wake(live, is_ours=False)
        if connection.shows == "scene" and self.heart.notice:
            connection.send(dump({"type": "notice", "text": self.heart.notice}))
        if connection.shows == "scene":
            await self.talk.spread(live, connection)

    async def sit(self, live: LiveTable, connection: Connection, seat: int) -> None:
        async with self.hold(live):
            await broadcast.look_from(live, connection, seat, self.turns)

    async def publish(self, live: LiveTable) -> None:
        """Send a change to everybody who may see it, and let the table continue."""
        await broadcast.publish(live, self.turns)
        self.wake(live)


class _Held:
    """The lock of a live table. If an unexpected error happens under it, the table is dropped."""

    __slots__ = ("live", "tables")

    def __init__(self, tables: OpenTables, live: LiveTable) -> None:
        self.tables = tables
        self.live = live

    async def __aenter__(self) -> Table:
        await self.live.lock.acquire()
        if self.live.gone:
            self.live.lock.release()
            raise ProtocolError("reopened", "the table is being reloaded; please try again")
        return self.live.table

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if error is not None and not isinstance(error, WartableError):
            self.tables.drop(self.live)
        self.live.settle()
        self.live.lock.release()


def _folded(found: StoredTable, outages: Outages, want: Callable[[str], None]) -> Table:
    row = found.row
    # A table that waits for players begins by today's rules.
    game = find_game(row.game) if row.status == "open" else game_of(row.game, row.rules)
    want(game.name)
    table = Table(game, row, found.seats, found.opening, outages)
    table.take_holidays(found.holidays)
    table.fold(found.entries)
    return table


def _both(first: Work | None, second: Work | None) -> Work | None:
    works = [work for work in (first, second) if work]
    return (lambda connection: [work(connection) for work in works]) if works else None


def _rating(table: Table) -> Work | None:
    """A function that rates a finished match, if it is rated."""
    people = [seat.user_id for seat in table.seats if seat.user_id is not None]
    result = table.result
    if not table.row.rated or result is None or result["ending"] == CLOSED or len(set(people)) != len(table.seats):
        return None
    scores = dict(zip(people, result["scores"], strict=True))
    return lambda connection: record_result(connection, table.row.game, scores)
