"""All tables of this process: opened from the store, kept in memory while in use, moved on by players and bots."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from wartable.bots import bot_names, make_hint
from wartable.core import dice
from wartable.core.compiled import plain
from wartable.core.errors import IllegalMove, WartableError
from wartable.core.frames import SPECTATOR, due
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.scene import Scene

from . import show
from .accounts import User
from .clock import ClockRule
from .games import find_game
from .notices import Notifier
from .passwords import new_id, new_secret
from .protocol import VERSION, ProtocolError, dump
from .ratings import record_result
from .schema import entries, matches, seats, users
from .store import Append, Conflict, Entry, Store, StoreClosed
from .table import Seat, Table, TableError, TableRow, default_bot
from .warm import Warmer

IDLE_SECONDS = 600.0
SWEEP_SECONDS = 1.0
STALE_BOT_SECONDS = 15.0
MOST_QUEUED = 400
MOST_OPEN_TABLES = 40
COME_BACK = 1012

log = logging.getLogger("wartable.server")
Result = TypeVar("Result")


class NoSuchTable(WartableError):
    """There is no match of that id, or it is none of this person's business."""


class Watcher:
    """Somebody who looks at a table through a socket: from a seat, or as a spectator."""

    def __init__(self, user: User | None, seat: int, shows: str) -> None:
        self.user = user
        self.seat = seat
        self.shows = shows
        self.outbox: asyncio.Queue[str | int] = asyncio.Queue(MOST_QUEUED)

    def send(self, text: str) -> None:
        """Queue a message; a client that does not read is cut off, and finds everything when it comes back."""
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.close()

    def close(self, code: int = COME_BACK) -> None:
        """Close the socket once it was sent what is queued."""
        if self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(code)


class Live:
    """A table with those who look at it. The lock is held from a move until it is on disk and told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.shown: dict[int, Scene] = {}
        self.told = 0
        self.used = time.monotonic()
        self.mover: asyncio.Task[None] | None = None
        self.analysis: dict[str, Any] | None = None
        self.searching = asyncio.Lock()

    def users_watching(self) -> set[int]:
        return {watcher.user.id for watcher in self.watchers if watcher.user}


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
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop bots and sweeper; moves that were begun are finished first, since they hold their table's lock."""
        for task in [self._sweeper, *(live.mover for live in self.lives.values())]:
            if task:
                task.cancel()
        for live in list(self.lives.values()):
            async with live.lock:
                for watcher in live.watchers:
                    watcher.close()
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

        live = Live(await asyncio.to_thread(build))
        live.told = len(live.table.match.steps) if live.table.match else 0
        return live

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
        if len(places) not in game.seats:
            raise TableError(f"{game.title} is for {' or '.join(map(str, game.seats))} players, not {len(places)}")
        for option in game.options:
            # A file of the server's own disk is nobody's option.
            if option.file and str(options.get(option.name, option.first)) not in map(str, option.values):
                raise TableError(f"option {option.name} takes one of {', '.join(map(str, option.values))}")
        settled, _ = game.settle(options, {})
        if not any(place["who"] == "me" for place in places):
            raise TableError("whoever opens a table sits at it")
        await self.warmer.ready(game.name)
        now = time.time()
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
        )
        table = Table(game, row, _places(places, user))
        await asyncio.to_thread(lambda: game.new_box(settled, len(places)))
        live = Live(table)

        def work(connection: sa.Connection) -> None:
            mine = sa.select(sa.func.count()).where(matches.c.host == user.id, matches.c.status == "open")
            if (connection.execute(mine).scalar() or 0) >= MOST_OPEN_TABLES:
                raise TableError(f"you have {MOST_OPEN_TABLES} open tables already")
            connection.execute(sa.insert(matches).values(**vars(row)))
            for seat in table.seats:
                connection.execute(sa.insert(seats).values(match_id=row.id, **_seat_values(seat)))

        await self.store.write(work)
        self.lives[row.id] = live
        async with live.lock:
            await self._begin_if_full(live)
        return live

    async def _begin_if_full(self, live: Live) -> None:
        table = live.table
        if table.status != "open" or any(seat.is_free for seat in table.seats):
            return
        append = await asyncio.to_thread(table.begin, time.time())
        await self._commit(live, append)
        self._publish_all(live)
        self._stir(live)

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
            taken = replace(free[0], user_id=user.id, name=_unlike(user.name, table.names))

            def work(connection: sa.Connection) -> int:
                place = (seats.c.match_id == table.id, seats.c.seat == taken.number)
                values = {"user_id": taken.user_id, "name": taken.name}
                wanted = sa.update(seats).where(*place, seats.c.user_id.is_(None), seats.c.bot == "").values(**values)
                self.store.notify(connection, [table.id])
                return connection.execute(wanted).rowcount

            if not await self.store.write(work):
                await self._reload_seats(live)
                raise TableError("that seat is taken")
            table.seats[taken.number] = taken
            await self._reload_seats(live)
            await self._begin_if_full(live)
            self._publish_all(live)
            return taken.number

    async def leave(self, live: Live, user: User) -> None:
        """Give up a seat of a match that has not begun; the host's leaving closes the table."""
        table = live.table
        async with live.lock:
            if table.status != "open":
                raise TableError("the match has begun; you can resign")
            if user.id == table.row.host:
                await self.store.write(lambda connection: _delete(connection, table.id, self.store))
                for watcher in live.watchers:
                    watcher.close()
                self.lives.pop(table.id, None)
                return
            mine = sa.update(seats).where(seats.c.match_id == table.id, seats.c.user_id == user.id)

            def work(connection: sa.Connection) -> None:
                connection.execute(mine.values(user_id=None, name=""))
                self.store.notify(connection, [table.id])

            await self.store.write(work)
            await self._reload_seats(live)
            self._publish_all(live)

    async def _reload_seats(self, live: Live) -> None:
        table = live.table
        found = await self.store.read(lambda connection: load_table(connection, table.id))
        if found:
            table.seats = found[1]

    # Moving

    async def play(self, live: Live, seat: int, number: int | None, action: int | str) -> int:
        """Play an action for a seat; the table's number once it is on disk."""
        async with live.lock:
            table = live.table
            match = table.playing
            if seat not in range(len(table.seats)):
                raise ProtocolError("no-seat", f"there is no seat {seat}")
            if number is not None:
                if number > table.count:
                    raise ProtocolError("ahead", f"the table is at number {table.count}, not {number}")
                if number < table.asked_since[seat]:
                    raise ProtocolError("stale", "the table has moved on since")
            if isinstance(action, int) and action >= table.game.action_count:
                raise ProtocolError("no-action", f"actions of {table.game.title} go to {table.game.action_count - 1}")
            if seat not in match.due:
                raise ProtocolError("not-due", "it is not your turn")
            known = len(match.steps)
            try:
                append = table.play(seat, action, time.time())
            except IllegalMove as error:
                raise ProtocolError("illegal", str(error), error.rule) from None
            except WartableError as error:
                raise ProtocolError("unreadable-move", str(error)) from None
            await self._commit(live, append)
            self._publish(live, known)
            self._stir(live)
            return table.count

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
        fresh = await self._load(live.table.id)
        live.table, live.told = fresh.table, fresh.told
        self._publish_all(live)
        self._stir(live)

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
            match = table.playing
            keep = table.undo_to(seat)
            asked = keep is None
            if asked:
                keep = table.takeback_to(seat)
                if keep is None:
                    raise ProtocolError("nothing", "you have made no decision yet that could be taken back")
                if table.offer:
                    raise ProtocolError("offered", "a takeback has been asked for already")
            assert keep is not None
            made = [("offer", seat, keep)] if asked else [("cut", seat, keep)]
            append = table.add(made, time.time())
            if asked and self._all_agree(table):
                cut = table.add([("cut", seat, keep)], append.changes["moved"])
                append = replace(cut, entries=[*append.entries, *cut.entries])
            await self._commit(live, append)
            live.told = min(live.told, len(match.steps))
            self._publish_all(live)
            self._stir(live)
            return "asked" if table.offer else "undone"

    def _all_agree(self, table: Table) -> bool:
        return table.offer is not None and table.offer.agreed >= set(range(len(table.seats)))

    async def answer(self, live: Live, seat: int, agree: bool) -> None:
        """Agree to a takeback or refuse it."""
        async with live.lock:
            table = live.table
            match = table.playing
            offer = table.offer
            if offer is None or seat in offer.agreed:
                raise ProtocolError("no-offer", "nobody asks you for a takeback")
            append = table.add([("agree" if agree else "refuse", seat, 0)], time.time())
            if agree and self._all_agree(table):
                cut = table.add([("cut", offer.seat, offer.keep)], append.changes["moved"])
                append = replace(cut, entries=[*append.entries, *cut.entries])
            await self._commit(live, append)
            live.told = min(live.told, len(match.steps))
            self._publish_all(live)
            self._stir(live)

    async def give_up(self, live: Live, seat: int, kind: str = "resign") -> None:
        """Resign, or lose on time: with two players the match is over, with more a bot goes on."""
        async with live.lock:
            table = live.table
            if table.status != "playing" or seat in table.retired:
                raise ProtocolError("over", "there is nothing to resign from")
            if kind == "late" and seat not in table.clock.late(time.time()):
                return
            await self._commit(live, table.add([(kind, seat, 0)], time.time()))
            self._publish_all(live)
            self._stir(live)

    async def hint(self, live: Live, seat: int) -> int:
        """What a bot would do in this seat; not in rated matches."""
        async with live.lock:
            table = live.table
            match = table.playing
            if table.row.rated:
                raise ProtocolError("rated", "there are no hints in a rated match")
            legal = match.legal(seat)
            if not legal:
                raise ProtocolError("not-due", "it is not your turn")
            view = match.observe(seat)
        return await self.think(lambda: make_hint(table.game, view, match.box, seat, legal).best.action)

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

    def _stir(self, live: Live) -> None:
        """Let bots move, and tell people that are away."""
        table = live.table
        if table.bots_due() and (live.mover is None or live.mover.done()):
            live.mover = asyncio.create_task(self._move_bots(live))
        if self.notifier and table.status == "playing":
            people = [seat for seat in table.due if not table.played_by_bot(seat)]
            away = [table.seats[seat].user_id for seat in people]
            watching = live.users_watching()
            for user_id in away:
                if user_id is not None and user_id not in watching:
                    self._later(self.notifier.your_turn(user_id, table.id, table.game.title, table.count))

    async def _move_bots(self, live: Live) -> None:
        while live.table.bots_due():
            table = live.table
            match = table.playing
            seat = table.bots_due()[0]
            number = table.count
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

    # Telling

    def frame(self, live: Live, watcher: Watcher) -> dict[str, Any]:
        """Everything that a watcher gets to see now."""
        table = live.table
        match = table.match
        message: dict[str, Any] = {
            "type": "table",
            "v": VERSION,
            "table": table.id,
            "game": table.game.name,
            "title": table.game.title,
            "options": json.loads(table.row.options),
            "rated": table.row.rated,
            "secrets": table.game.has_secrets,
            "commitment": table.commitment,
            "yours": table.seats_of(watcher.user.id if watcher.user else None),
            "host": watcher.user is not None and watcher.user.id == table.row.host,
            **self._common(live, watcher.seat),
        }
        if watcher.user and (message["yours"] or not table.row.private):
            message["invite"] = table.row.invite
        if table.status == "over":
            message["seed"] = table.row.seed.hex()
        if match is not None:
            message |= self._position(live, match, watcher.seat, watcher.shows)
            if watcher.shows == "scene":
                message["log"] = show.log_json(match, match.steps, watcher.seat)
                scene = self._scene(live, match, watcher.seat)
                message["scene"] = show.scene_json(scene, table.names)
        return message

    def _common(self, live: Live, seat: int) -> dict[str, Any]:
        table = live.table
        here = live.users_watching()
        return {
            "number": table.count,
            "status": table.status,
            "due": seen_due(table, seat),
            "you": seat,
            "seats": [
                {
                    "name": place.name,
                    "bot": place.bot,
                    "free": place.is_free,
                    "here": place.user_id in here,
                    "retired": place.number in table.retired,
                }
                for place in table.seats
            ],
            "clock": {**table.clock.as_json(), "now": time.time()},
            "offer": {"seat": table.offer.seat, "agreed": sorted(table.offer.agreed)} if table.offer else None,
            "result": table.result,
            "watching": sum(watcher.seat == SPECTATOR for watcher in live.watchers),
        }

    def _position(self, live: Live, match: Match, seat: int, shows: str) -> dict[str, Any]:
        table = live.table
        view = match.observe(seat)
        if shows == "record":
            return {"record": show.record_json(view), "legal": match.legal(seat) if table.due else []}
        return {
            "prompt": show.prompt_text(match, view, seat),
            "choices": show.choices_json(match, view, seat) if seat in table.due else [],
            "undo": seat != SPECTATOR and table.undo_to(seat) is not None,
            "takeback": seat != SPECTATOR and table.takeback_to(seat) is not None,
        }

    def _scene(self, live: Live, match: Match, seat: int) -> Scene:
        if seat not in live.shown:
            live.shown[seat] = show.scene_of(match, match.observe(seat), seat)
        return live.shown[seat]

    def _publish_all(self, live: Live) -> None:
        """Send everything to everybody, from the beginning."""
        live.shown.clear()
        live.told = len(live.table.match.steps) if live.table.match else 0
        for watcher in list(live.watchers):
            watcher.send(dump(self.frame(live, watcher)))

    def _publish(self, live: Live, known: int) -> None:
        """Send what has changed since the first `known` actions: made once for each seat and way of showing."""
        match = live.table.match
        assert match is not None
        made: dict[tuple[int, str], str] = {}
        for watcher in list(live.watchers):
            key = (watcher.seat, watcher.shows)
            if key not in made:
                made[key] = dump(self._update(live, match, known, *key))
            watcher.send(made[key])
        live.told = len(match.steps)
        for seat in set(live.shown) - {seat for seat, shows in made if shows == "scene"}:
            del live.shown[seat]

    def _update(self, live: Live, match: Match, known: int, seat: int, shows: str) -> dict[str, Any]:
        table = live.table
        message: dict[str, Any] = {"type": "update", "v": VERSION}
        if shows == "record":
            message |= {
                "number": table.count,
                "status": table.status,
                "due": seen_due(table, seat),
                "result": table.result,
            }
            return message | self._position(live, match, seat, shows)
        message |= self._common(live, seat) | self._position(live, match, seat, shows)
        message["log"] = show.log_json(match, match.steps[known:], seat)
        before = live.shown.pop(seat, None)
        after = self._scene(live, match, seat)
        message |= (
            show.scene_changes(before, after, table.names)
            if before is not None
            else {"scene": show.scene_json(after, table.names)}
        )
        if table.status == "over":
            message["seed"] = table.row.seed.hex()
        return message

    async def enter(self, live: Live, watcher: Watcher) -> None:
        """Begin to watch: the whole table first, then every change."""
        async with live.lock:
            live.watchers.add(watcher)
            live.used = time.monotonic()
            watcher.send(dump(self.frame(live, watcher)))
            self._tell_presence(live, watcher)

    async def sit(self, live: Live, watcher: Watcher, seat: int) -> None:
        async with live.lock:
            watcher.seat = seat
            watcher.send(dump(self.frame(live, watcher)))

    def exit(self, live: Live, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.used = time.monotonic()
        self._tell_presence(live, watcher)

    def _tell_presence(self, live: Live, about: Watcher) -> None:
        here = live.users_watching()
        text = None
        for watcher in live.watchers:
            if watcher is not about and watcher.shows == "scene":
                text = text or dump(
                    {
                        "type": "presence",
                        "here": [seat.user_id in here for seat in live.table.seats],
                        "watching": sum(one.seat == SPECTATOR for one in live.watchers),
                    }
                )
                watcher.send(text)

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
                    self._publish_all(live)
                return
            if not lines:
                return
            assert table.match is not None
            known = len(table.match.steps)
            rewound = table.fold(lines)
            plain = all(line.kind in ("play", "forced") for line in lines)
            if rewound or not plain:
                self._publish_all(live)
            else:
                self._publish(live, known)
            self._stir(live)

    async def _sweep(self) -> None:
        """Now and then: clocks that ran out, bots whose process died, tables that nobody looks at."""
        turn = 0
        while True:
            try:
                if turn % 15 == 0:
                    await self._wake_stored()
                for live in list(self.lives.values()):
                    await self._sweep_one(live)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the sweep failed")
            turn += 1
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep_one(self, live: Live) -> None:
        table = live.table
        now = time.time()
        for seat in table.clock.late(now):
            if table.status == "playing" and not table.played_by_bot(seat):
                await self.give_up(live, seat, "late")
        if table.bots_due() and (live.mover is None or live.mover.done()) and not live.lock.locked():
            self._stir(live)
        idle = time.monotonic() - live.used > IDLE_SECONDS
        if idle and not live.watchers and not live.lock.locked() and (live.mover is None or live.mover.done()):
            self.lives.pop(table.id, None)

    async def _wake_stored(self) -> None:
        """Open matches that wait for a bot, or whose time is up, and that no process has moved on."""
        now = time.time()
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
                    (sa.literal(",") + matches.c.due + ",").like(
                        sa.literal("%,") + sa.cast(seats.c.seat, sa.Text) + ",%"
                    ),
                ),
            )
            .distinct()
            .limit(200)
        )
        for row in await self.store.read(lambda connection: connection.execute(waiting).all()):
            try:
                await self.sync(await self.open(row.id))
            except WartableError as error:
                log.warning("match %s cannot be opened: %s", row.id, error)


def load_table(
    connection: sa.Connection, match_id: str, start: int = 0
) -> tuple[TableRow, list[Seat], list[Entry]] | None:
    """A match from the database, its entries from `start` on."""
    row = connection.execute(sa.select(matches).where(matches.c.id == match_id)).first()
    if row is None:
        return None
    places = connection.execute(sa.select(seats).where(seats.c.match_id == match_id).order_by(seats.c.seat))
    lines = connection.execute(
        sa.select(entries.c.number, entries.c.kind, entries.c.seat, entries.c.value, entries.c.at)
        .where(entries.c.match_id == match_id, entries.c.number >= start)
        .order_by(entries.c.number)
    )
    return (
        TableRow(**row._mapping),
        [Seat(place.seat, place.user_id, place.bot, place.name) for place in places],
        [Entry(*line) for line in lines],
    )


def _delete(connection: sa.Connection, match_id: str, store: Store) -> None:
    connection.execute(sa.delete(seats).where(seats.c.match_id == match_id))
    connection.execute(sa.delete(matches).where(matches.c.id == match_id, matches.c.status == "open"))
    store.notify(connection, [match_id])


def _seat_values(seat: Seat) -> dict[str, Any]:
    return {"seat": seat.number, "user_id": seat.user_id, "bot": seat.bot, "name": seat.name}


def _places(places: list[dict[str, Any]], user: User) -> list[Seat]:
    """The seats of a new table, their names all different."""
    made: list[Seat] = []
    for number, place in enumerate(places):
        seat = _place(number, place, user)
        others = [other.name for other in made]
        made.append(replace(seat, name=_unlike(seat.name, others) if seat.name else ""))
    return made


def _place(number: int, place: dict[str, Any], user: User) -> Seat:
    if place["who"] == "me":
        name = place.get("name") or user.name
        return Seat(number, user.id, "", name)
    if place["who"] == "open":
        return Seat(number, None, "", "")
    bot = place.get("bot") or default_bot()
    if bot not in bot_names():
        raise TableError(f"there is no bot {bot!r}; there are: {', '.join(bot_names())}")
    return Seat(number, None, bot, f"{bot.replace('_', ' ').capitalize()} bot")


def _unlike(name: str, others: Iterable[str]) -> str:
    """The name, told apart from those already at the table."""
    taken = set(others)
    shown, count = name, 2
    while shown in taken:
        shown, count = f"{name} {count}", count + 1
    return shown


def user_names(connection: sa.Connection, ids: Iterable[int]) -> dict[int, str]:
    rows = connection.execute(sa.select(users.c.id, users.c.name).where(users.c.id.in_(list(ids))))
    return {row.id: row.name for row in rows}


def seen_due(table: Table, seat: int) -> tuple[int, ...]:
    """The seats that are to act as far as a seat may know: a secret phase does not show who is done."""
    if table.match is None or not table.due:
        return table.due
    bits = plain(due)(table.match.observe(seat))
    return tuple(number for number in range(len(table.seats)) if bits >> number & 1)
