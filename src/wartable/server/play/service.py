"""The tables of this process and everything that works on them."""

import asyncio
from collections.abc import Callable

from ..live.live_table import LiveTable
from ..people.notifications import Notifier
from ..storage.store import Store
from .analysis_queue import Courses
from .analysts import Analysts
from .bots import BotPlayers
from .coach import Coaches
from .housekeeping import Housekeeper
from .lobby import Lobby
from .moves import Moves
from .open_tables import OpenTables
from .plans import Plans


class TableService(OpenTables):
    """`lobby` manages seats, `moves` carries out actions, `bots` plays for bots."""

    def __init__(
        self,
        store: Store,
        want: Callable[[str], None],
        notifier: Notifier | None = None,
        bot_pause: float = 0.2,
        analysts: int = 0,
    ) -> None:
        """`analysts` is the number of processes for hints and the coach; with none, they think in a thread."""
        super().__init__(store, want)
        self.notifier = notifier
        self.match_over: Callable[[str], None] = lambda _: None
        """Told of the tournament whose match is over."""
        self.lobby = Lobby(self)
        self.moves = Moves(self)
        self.bots = BotPlayers(self, self.moves, bot_pause)
        self.courses = Courses(store, self.bots.study, self.later)
        self.analysts = Analysts(analysts)
        self.coaches = Coaches(self, self.analysts)
        self.housekeeper = Housekeeper(self, self.lobby, self.moves, self.bots)
        self.plans = Plans(self, self.moves)
        self._rounds: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await super().start()
        self._rounds = asyncio.create_task(self.housekeeper.run())
        self.plans.start()

    async def close(self) -> None:
        """Stop bots and housekeeping, and finish moves in progress."""
        if self._rounds:
            self._rounds.cancel()
        self.plans.close()
        await super().close()
        self.bots.close()
        self.analysts.close()

    def wake(self, live: LiveTable, is_ours: bool = True) -> None:
        """Let bots move, and notify absent people that they are due.

        Only the process that has made the move notifies them.
        """
        self.bots.wake(live)
        table = live.table
        if table.status == "over" and table.row.tournament:
            self.match_over(table.row.tournament)
        if not is_ours or table.status != "playing" or table.frozen:
            return
        watching = live.users_watching()
        for seat in table.due if not table.left_answer else ():
            user_id, asked = table.seats[seat].user_id, table.asked_since[seat]
            if user_id is None or seat in table.retired or live.notified.get(seat) == asked:
                continue
            live.notified[seat] = asked
            self.later(self._ask(live, seat, user_id, user_id not in watching))

    async def _ask(self, live: LiveTable, seat: int, user_id: int, is_away: bool) -> None:
        """It is somebody's turn: they may have answered in advance, else they are notified if they are away."""
        table = live.table
        if await self.plans.answer(live, seat):
            return
        if is_away and self.notifier and seat in live.table.due:
            await self.notifier.your_turn(user_id, table.id, table.game.title, table.number(seat))
