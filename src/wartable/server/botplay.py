"""Bots at the tables of this process, hints, and the threads in which both are thought about."""

import asyncio
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from wartable.bots import Bot, Hint, hint_at, make_bot, position_of
from wartable.core.match import Match

from .live import LiveTable
from .protocol import ProtocolError
from .store import StoreClosed
from .table import Table
from .thoughts import Facts, decide, is_bots_alone, keep
from .turns import Busy, Turns

if TYPE_CHECKING:
    from .service import TableService

log = logging.getLogger("wartable.server")
THREADS = 2
MOST_BOTS = 24
WATCHED_PAUSE = 1.2
"""How long those who watch a match of bots alone have for each decision, in seconds."""
BUSY_SECONDS = 1.0


class BotPlayers:
    """Moves bots. Compiled searches run beside everything else, in turns of those whose tables they sit at."""

    def __init__(self, service: "TableService", pause: float) -> None:
        self._service = service
        self._pause = pause
        self.turns = Turns(THREADS, "think")
        # Going over a whole match takes minutes: apart, so that no bot waits for it.
        self.study = Turns(1, "study")
        self._bots: OrderedDict[tuple[str, int], Bot] = OrderedDict()
        self._choosing = threading.Lock()

    def wake(self, live: LiveTable) -> None:
        """Let bots move that are to act."""
        if _may_move(live) and (live.mover is None or live.mover.done()):
            live.mover = asyncio.create_task(self._move_all(live))

    def _bot(self, table: Table, seat: int) -> Bot:
        """The program in a seat, which may remember. Only so many are kept: their memory is large."""
        key = (table.id, seat)
        with self._choosing:
            bot = self._bots.pop(key, None)
            if bot is None:
                bot = make_bot(table.bot_name(seat), table.game, secrets.randbits(60), threads=1)
            self._bots[key] = bot
            while len(self._bots) > MOST_BOTS:
                self._bots.popitem(last=False)
        return bot

    def _choose(self, table: Table, match: Match, seat: int) -> Callable[[], tuple[int, Facts | None]]:
        """What a bot is to think about. It is called when its turn comes: until then it takes no memory."""
        view, legal = match.observe(seat), match.legal(seat)
        return lambda: decide(self._bot(table, seat), match, view, seat, legal)

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
            except ProtocolError:
                # The table has moved on (a takeback, another process): look again.
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
        action, thought = await self.turns.run(f"user {table.row.host}", work, background=not table.has_people)
        keep(live, step, thought)
        pause = WATCHED_PAUSE if is_bots_alone(table) else pause
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - begun)))
        await self._service.moves.play(live, seat, number, action, f"user {table.row.host}")

    async def hint(self, live: LiveTable, seat: int, who: str) -> Hint:
        """What a bot would do in this seat, and the chance to win after it; not in rated matches."""
        async with self._service.hold(live) as table:
            match = table.playing
            if table.row.rated:
                raise ProtocolError("rated", "there are no hints in a rated match")
            if not match.legal(seat):
                raise ProtocolError("not-due", "it is not your turn")
            position = position_of(match, seat)
        return await self.turns.run(who, partial(hint_at, table.game, position))

    def close(self) -> None:
        self.turns.close()
        self.study.close()


def _may_move(live: LiveTable) -> bool:
    """Whether a bot is to act. Where only bots play, they do as long as somebody watches."""
    return bool(live.table.bots_due()) and not live.gone and (bool(live.connections) or not is_bots_alone(live.table))
