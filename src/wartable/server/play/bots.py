"""The bots at this process's tables, hints, and their threads."""

import asyncio
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from wartable.bots import Bot, Hint, hint_at, make_bot, position_of
from wartable.core.frames import AnyState
from wartable.core.game import Game
from wartable.core.match import Match

from ..live.live_table import LiveTable
from ..live.protocol import ProtocolError
from ..live.thread_pool import Busy, Turns
from ..storage.store import StoreClosed
from ..tables.table import Table, TableError
from .bot_thoughts import Facts, decide, is_bots_alone, keep
from .moves import Moves
from .open_tables import OpenTables

log = logging.getLogger("wartable.server")
THREADS = 2
MOST_BYTES = 384 << 20
"""The memory for bots' search trees; the least recently used are dropped first."""
FORGET_SECONDS = 60.0
WATCHED_PAUSE = 1.2
"""Seconds for each decision in a watched match between bots."""
BUSY_SECONDS = 1.0


class Kept(NamedTuple):
    """A bot, when it last moved, and its approximate size in bytes."""

    bot: Bot
    asked: float
    weight: int


class BotPlayers:
    """Moves bots. Compiled searches run in parallel to everything else, taking turns among the owners of tables."""

    def __init__(self, tables: OpenTables, moves: Moves, pause: float) -> None:
        self._tables = tables
        self._moves = moves
        self._pause = pause
        self.turns = Turns(THREADS, "think")
        # Going over a whole match takes minutes: apart, so that no bot waits for it.
        self.study = Turns(1, "study")
        self._bots: OrderedDict[tuple[str, int], Kept] = OrderedDict()
        self._choosing = threading.Lock()

    def wake(self, live: LiveTable) -> None:
        """Let the bots move that are due."""
        if _may_move(live) and (live.mover is None or live.mover.done()):
            live.mover = asyncio.create_task(self._move_all(live))

    def _think(
        self, table: Table, match: Match, view: AnyState, seat: int, legal: list[int]
    ) -> tuple[int, Facts | None]:
        """The decision of a seat's bot, which may keep its memory for a while."""
        key = (table.id, seat)
        with self._choosing:
            kept = self._bots.pop(key, None)
        bot = kept.bot if kept else make_bot(table.bot_name(seat), table.game, secrets.randbits(60), threads=1)
        found = decide(bot, match, view, seat, legal)
        with self._choosing:
            self._bots[key] = Kept(bot, time.monotonic(), weight_of(bot))
        self.make_room()
        return found

    def make_room(self) -> None:
        """Drop bots that have not moved for a while, and more if they take too much memory."""
        with self._choosing:
            total = sum(kept.weight for kept in self._bots.values())
            for key, kept in list(self._bots.items()):
                if total > MOST_BYTES or time.monotonic() - kept.asked > FORGET_SECONDS:
                    total -= kept.weight
                    del self._bots[key]

    def _choose(self, table: Table, match: Match, seat: int) -> Callable[[], tuple[int, Facts | None]]:
        """Prepare a bot's decision. Called when its turn comes, so that waiting takes no memory."""
        return partial(self._think, table, match, match.observe(seat), seat, match.legal(seat))

    async def _move_all(self, live: LiveTable) -> None:
        moved = None
        while _may_move(live):
            table = live.table
            seat = table.bots_due()[0]
            try:
                # One who goes on with what it was doing does not keep people waiting again.
                await self._move(live, table, seat, self._pause if seat != moved else 0.0)
                moved = seat
            except Busy:
                # Its host has more bots at work than may wait: asking again at once would only take time from others.
                await asyncio.sleep(BUSY_SECONDS)
            except (ProtocolError, TableError):
                # The table has moved on (a takeback, a resignation, another process): look again.
                await asyncio.sleep(0.05)
            except (asyncio.CancelledError, StoreClosed):
                return
            except Exception:
                log.exception("match %s: the bot in seat %d failed", table.id, seat)
                return

    async def _move(self, live: LiveTable, table: Table, seat: int, pause: float) -> None:
        number, begun = table.number(seat), time.monotonic()
        work = self._choose(table, table.playing, seat)
        step = len(table.playing.steps)
        # Many tables of a tournament have one host, who did not ask for all of them.
        asks = f"table {table.id}" if table.row.tournament else f"user {table.row.host}"
        action, thought = await self.turns.run(asks, work, background=not table.has_people)
        keep(live, step, thought)
        pause = WATCHED_PAUSE if is_bots_alone(table) and live.connections else pause
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - begun)))
        await self._moves.play(live, seat, number, action, asks)

    async def hint(self, live: LiveTable, seat: int, who: str) -> Hint:
        """A bot's move for this seat, and the chance to win after it; not in rated matches."""
        table = await self._tables.settled(live, seat)
        match = table.playing
        if table.row.is_contest:
            raise ProtocolError("rated", "there are no hints where players are compared")
        if not match.legal(seat):
            raise ProtocolError("not-due", "it is not your turn")
        position = position_of(match, seat)
        return await self.turns.run(who, partial(hint_at, table.game, position))

    def close(self) -> None:
        self.turns.close()
        self.study.close()


def weight_of(thing: Any, seen: set[int] | None = None) -> int:
    """The approximate size in bytes of a bot's arrays."""
    seen = set() if seen is None else seen
    if id(thing) in seen or isinstance(thing, (str, int, float, type, Game)):
        return 0
    seen.add(id(thing))
    if isinstance(thing, np.ndarray):
        return int(thing.nbytes)
    inner = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, (list, tuple)) else ()
    return sum(weight_of(one, seen) for one in (*inner, *getattr(thing, "__dict__", {}).values()))


def _may_move(live: LiveTable) -> bool:
    """Whether a bot is to act. Where only bots play, they do while somebody watches or a tournament waits."""
    if not live.table.bots_due() or live.gone:
        return False
    return bool(live.connections or live.table.row.tournament) or not is_bots_alone(live.table)
