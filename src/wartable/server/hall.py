"""All tables of this process: opened from the store, kept in memory while in use, moved on by players and bots."""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from wartable.bots import Hint, make_hint
from wartable.core import dice
from wartable.core.errors import IllegalMove, WartableError
from wartable.core.game import Game

from . import show, telling
from .accounts import User
from .clock import ClockRule, steady_time
from .games import find_game
from .live import Live, Watcher
from .notices import Notifier
from .passwords import new_id, new_secret
from .protocol import ProtocolError
from .ratings import record_result
from .seating import (
    delete_table,
    free_seats,
    insert_table,
    load_table,
    new_seats,
    settled_options,
    take_seat,
    unlike,
)
from .store import Append, Conflict, Store, StoreClosed
from .sweep import sweep
from .table import Table, TableError, TableRow
from .telling import publish, publish_all
from .warm import Warmer

log = logging.getLogger("wartable.server")
Result = TypeVar("Result")
LAST_ERRANDS = 10.0


class NoSuchTable(WartableError):
    """There is no match of that id, or it is none of this person's business."""


class Hall:
    def __init__(self, store: Store, warmer: Warmer, notifier: Notifier | None = None, bot_pause: float = 0.7) -> None:
        self.store = store
        self.warmer = warmer
        self.notifier = notifier
        self.bot_pause = bot_pause
        self.lives: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Future[Live]] = {}
        self._thinkers = ThreadPoolExecutor(2, "wartable-think")
        self._sweeper: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.store.listen(self._heard)
        self._sweeper = asyncio.create_task(sweep(self))

    async def close(self) -> None:
        """Stop bots and sweeper; moves that were begun are finished first, since they hold their table's lock.

        Those who are to be told of their turn still are, within some seconds.
        """
        for task in [self._sweeper, *(live.mover for live in self.lives.values())]:
            if task:
                task.cancel()
        for live in list(self.lives.values()):
            async with live.lock:
                for watcher in live.watchers:
                    watcher.close()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=LAST_ERRANDS)
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    def _later(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Opening

    async def open(self, match_id: str) -> Live:
        """The live table of a match; NoSuchTable where there is none."""
        live = self.lives.get(match_id)
        if live:
            live.used = time.monotonic()
            return live
        if match_id in self._opening:
            return await asyncio.shield(self._opening[match_id])
        future: asyncio.Future[Live] = asyncio.get_running_loop().create_future()
        self._opening[match_id] = future
        try:
            live = await self._load(match_id)
            self.lives[match_id] = live
            future.set_result(live)
            return live
        except BaseException as error:
            future.set_exception(error if isinstance(error, Exception) else TableError("the server is closing"))
            future.exception()
            raise
        finally:
            del self._opening[match_id]

    async def _load(self, match_id: str) -> Live:
        found = await self.store.read(lambda connection: load_table(connection, match_id))
        if found is None:
            raise NoSuchTable(f"there is no table {match_id}")
        row, places, lines = found
        game = find_game(row.game)
        await self.warmer.ready(game.name)

        def build() -> Table:
            table = Table(game, row, places)
            table.fold(lines)
            return table

        return Live(await asyncio.to_thread(build))

    # New tables

    async def new_table(
        self,
        user: User,
        game: Game,
        options: dict[str, Any],
        places: list[dict[str, Any]],
        clock: ClockRule,
        private: bool,
        rated: bool,
    ) -> Live:
        """A table with `places`: {"who": "me" | "open" | "bot", "bot": name}. It begins when all are taken."""
        settled = settled_options(game, options, places)
        await self.warmer.ready(game.name)
        now = steady_time()
        row = TableRow(
            id=new_id(),
            game=game.name,
            rules=game.version,
            options=json.dumps(settled),
            seed=dice.new_seed(),
            host=user.id,
            status="open",
            private=private,
            invite=new_secret()[:12],
            rated=rated,
            clock=json.dumps(clock.as_json()),
            created=now,
            moved=now,
            due="",
            deadline=None,
            result=None,
            shown_due="",
            shown_moved=now,
        )
        table = Table(game, row, new_seats(places, user, game))
        await asyncio.to_thread(lambda: game.new_box(settled, len(places)))
        live = Live(table)

        await self.store.write(lambda connection: insert_table(connection, table))
        self.lives[row.id] = live
        async with live.lock:
            await self._begin_if_full(live)
        return live

    async def _begin_if_full(self, live: Live) -> None:
        table = live.table
        if table.status != "open" or any(seat.is_free for seat in table.seats):
            return
        append = await asyncio.to_thread(table.begin, steady_time())
        await self._commit(live, append)
        publish_all(live)
        self.stir(live)

    async def join(self, live: Live, user: User, wanted: int | None) -> int:
        """Take a free seat; the seat's number."""
        table = live.table
        async with live.lock:
            if table.status != "open":
                raise TableError("the match has begun already")
            if table.seats_of(user.id):
                return table.seats_of(user.id)[0]
            free = [seat for seat in table.seats if seat.is_free and wanted in (None, seat.number)]
            if not free:
                raise TableError("that seat is taken" if wanted is not None else "no seat is free")
            taken = replace(free[0], user_id=user.id, name=unlike(user.name, table.names))

            def work(connection: sa.Connection) -> bool:
                self.store.notify(connection, [table.id])
                return take_seat(connection, table.id, taken)

            if not await self.store.write(work):
                await self._reload_seats(live)
                raise TableError("that seat is taken")
            table.seats[taken.number] = taken
            await self._reload_seats(live)
            await self._begin_if_full(live)
            publish_all(live)
            return taken.number

    async def leave(self, live: Live, user: User) -> None:
        """Give up a seat of a match that has not begun; the host's leaving closes the table."""
        table = live.table
        async with live.lock:
            if table.status != "open":
                raise TableError("the match has begun; you can resign")
            if user.id == table.row.host:
                await self.store.write(lambda connection: delete_table(connection, table.id, self.store))
                for watcher in live.watchers:
                    watcher.close()
                self.lives.pop(table.id, None)
                return

            def work(connection: sa.Connection) -> None:
                free_seats(connection, table.id, user.id)
                self.store.notify(connection, [table.id])

            await self.store.write(work)
            await self._reload_seats(live)
            publish_all(live)

    async def _reload_seats(self, live: Live) -> None:
        table = live.table
        found = await self.store.read(lambda connection: load_table(connection, table.id))
        if found:
            table.seats = found[1]

    # Moving

    async def play(self, live: Live, seat: int, number: int | None, action: int | str) -> int:
        """Play an action for a seat; the seat's number once it is on disk."""
        async with live.lock:
            table = live.table
            match = table.playing
            if seat not in range(len(table.seats)):
                raise ProtocolError("no-seat", f"there is no seat {seat}")
            if number is not None:
                if number > table.number(seat):
                    raise ProtocolError("ahead", f"the table is at number {table.number(seat)}, not {number}")
                if number < table.asked_since[seat]:
                    raise ProtocolError("stale", "the table has moved on since")
            if isinstance(action, int) and action >= table.game.action_count:
                raise ProtocolError("no-action", f"actions of {table.game.title} go to {table.game.action_count - 1}")
            if seat not in match.due:
                raise ProtocolError("not-due", "it is not your turn")
            try:
                append = table.play(seat, action, steady_time())
            except IllegalMove as error:
                raise ProtocolError("illegal", str(error), error.rule) from None
            except WartableError as error:
                raise ProtocolError("unreadable-move", str(error)) from None
            await self._commit(live, append)
            publish(live)
            self.stir(live)
            return table.number(seat)

    async def _commit(self, live: Live, append: Append) -> None:
        """Store what the table has done in memory. Where that fails the table is what the store says it is."""
        table = live.table
        if table.status == "over":
            append = replace(append, also=self._rate(table))
        try:
            await self._store_and_recover(live, append)
        except StoreClosed:
            raise ProtocolError("closing", "the server is closing; your move was not taken") from None

    async def _store_and_recover(self, live: Live, append: Append) -> None:
        try:
            await self.store.append(append)
        except Conflict:
            await self._rebuild(live)
            raise ProtocolError("stale", "the table has moved on since") from None
        except StoreClosed:
            raise
        except Exception:
            log.exception("match %s: a move could not be stored", live.table.id)
            await self._rebuild(live)
            raise ProtocolError("not-stored", "the move could not be stored; nothing has changed") from None

    async def _rebuild(self, live: Live) -> None:
        begun = live.table.match is not None
        live.table = (await self._load(live.table.id)).table
        if begun and live.table.match is not None:
            publish(live)
        else:
            publish_all(live)
        self.stir(live)

    def _rate(self, table: Table) -> Any:
        """The work that rates a finished match, where it is to be rated."""
        people = [seat.user_id for seat in table.seats if seat.user_id is not None]
        if not table.row.rated or table.result is None or len(set(people)) != len(table.seats):
            return None
        scores = dict(zip(people, table.result["scores"], strict=True))
        return lambda connection: record_result(connection, table.game.name, scores)

    async def undo(self, live: Live, seat: int) -> str:
        """Undo at once where the rules of undoing allow it, else ask the others: "undone" or "asked"."""
        async with live.lock:
            table = live.table
            table.check_playing()
            keep = table.undo_to(seat)
            asked = keep is None
            if asked:
                keep = table.takeback_to(seat)
                if keep is None:
                    raise ProtocolError("nothing", "you have made no decision yet that could be taken back")
                if table.offer:
                    raise ProtocolError("offered", "a takeback has been asked for already")
            assert keep is not None
            append = table.add([("offer" if asked else "cut", seat, keep)], steady_time())
            if asked and self._all_agree(table):
                cut = table.add([("cut", seat, keep)], append.changes["moved"])
                append = replace(cut, entries=[*append.entries, *cut.entries])
            await self._commit(live, append)
            publish(live)
            self.stir(live)
            return "asked" if table.offer else "undone"

    def _all_agree(self, table: Table) -> bool:
        return table.offer is not None and table.offer.agreed >= set(range(len(table.seats)))

    async def answer(self, live: Live, seat: int, agree: bool) -> None:
        """Agree to a takeback or refuse it."""
        async with live.lock:
            table = live.table
            table.check_playing()
            offer = table.offer
            if offer is None or seat in offer.agreed:
                raise ProtocolError("no-offer", "nobody asks you for a takeback")
            append = table.add([("agree" if agree else "refuse", seat, 0)], steady_time())
            if agree and self._all_agree(table):
                cut = table.add([("cut", offer.seat, offer.keep)], append.changes["moved"])
                append = replace(cut, entries=[*append.entries, *cut.entries])
            await self._commit(live, append)
            publish(live)
            self.stir(live)

    async def give_up(
        self, live: Live, seat: int, kind: str = "resign", still: Callable[[Table], bool] | None = None
    ) -> None:
        """Resign, lose on time, or be gone: with two players the match is over, with more a bot goes on.

        Nothing happens where what `still` asks does not hold any more.
        """
        async with live.lock:
            table = live.table
            if table.status != "playing" or seat in table.retired:
                raise ProtocolError("over", "there is nothing to resign from")
            if kind == "late" and seat not in table.clock.late(steady_time()):
                return
            if still and not still(table):
                return
            await self._commit(live, table.add([(kind, seat, 0)], steady_time()))
            publish(live)
            self.stir(live)

    async def hint(self, live: Live, seat: int) -> Hint:
        """What a bot would do in this seat, and the chance to win after it; not in rated matches."""
        async with live.lock:
            table = live.table
            match = table.playing
            if table.row.rated:
                raise ProtocolError("rated", "there are no hints in a rated match")
            legal = match.legal(seat)
            if not legal:
                raise ProtocolError("not-due", "it is not your turn")
            view = match.observe(seat)
        return await self.think(lambda: make_hint(table.game, view, match.box, seat, legal))

    async def why(self, live: Live, seat: int, touched: tuple[str, ...]) -> tuple[str, str]:
        """The name and text of the rule that forbids a touch; empty where no action begins so."""
        async with live.lock:
            match = live.table.playing
            if seat not in match.due:
                raise ProtocolError("not-due", "it is not your turn")
            view = match.observe(seat)
            rule = await asyncio.to_thread(show.forbidding_rule, match, view, seat, touched)
        if not rule:
            return "", ""
        return match.game.rule_name(rule), match.game.rulebook.rules[rule].text

    # Bots

    async def think(self, work: Callable[[], Result]) -> Result:
        """Do something long in a thread of its own; compiled searches let the others run meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, work)

    def stir(self, live: Live, tell: bool = True) -> None:
        """Let bots move, and tell people that are away that they are asked something new."""
        table = live.table
        if table.bots_due() and (live.mover is None or live.mover.done()):
            live.mover = asyncio.create_task(self._move_bots(live))
        if not (tell and self.notifier and table.status == "playing"):
            return
        watching = live.users_watching()
        for seat in table.due:
            user_id, asked = table.seats[seat].user_id, table.asked_since[seat]
            if user_id is None or seat in table.retired or live.notified.get(seat) == asked:
                continue
            live.notified[seat] = asked
            if user_id not in watching:
                self._later(self.notifier.your_turn(user_id, table.id, table.game.title, table.number(seat)))

    async def _move_bots(self, live: Live) -> None:
        while live.table.bots_due():
            table = live.table
            match = table.playing
            seat = table.bots_due()[0]
            number = table.number(seat)
            view, legal = match.observe(seat), match.legal(seat)
            bot = table.bot(seat)
            begun = time.monotonic()
            try:
                action = await self.think(partial(bot.choose, view, match.box, seat, legal))
                await asyncio.sleep(max(0.0, self.bot_pause - (time.monotonic() - begun)))
                await self.play(live, seat, number, action)
            except ProtocolError:
                # The table has moved on (a takeback, another process): look again.
                await asyncio.sleep(0.05)
            except (asyncio.CancelledError, StoreClosed):
                return
            except Exception:
                log.exception("match %s: the bot in seat %d failed", table.id, seat)
                return

    # Other processes, and time

    def _heard(self, match_id: str | None) -> None:
        """Called from the listener's thread."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._sync_soon, match_id)

    def _sync_soon(self, match_id: str | None) -> None:
        for wanted in [match_id] if match_id is not None else list(self.lives):
            live = self.lives.get(wanted)
            if live:
                self._later(self.sync(live))

    async def sync(self, live: Live) -> None:
        """Take over what other processes have stored."""
        async with live.lock:
            table = live.table
            found = await self.store.read(lambda connection: load_table(connection, table.id, table.count))
            if found is None:
                for watcher in live.watchers:
                    watcher.close()
                self.lives.pop(table.id, None)
                return
            row, places, lines = found
            if table.status == "open":
                changed = places != table.seats or row.status != table.status
                table.seats = places
                if row.status != "open":
                    await self._rebuild(live)
                elif changed:
                    publish_all(live)
                return
            if not lines:
                return
            table.fold(lines)
            publish(live)
            # The process that made the move tells those who are away.
            self.stir(live, tell=False)

    async def enter(self, live: Live, watcher: Watcher) -> None:
        async with live.lock:
            telling.enter(live, watcher)

    async def sit(self, live: Live, watcher: Watcher, seat: int) -> None:
        async with live.lock:
            telling.look_from(live, watcher, seat)
