"""The players of the other seats of many tables: random, greedy, a net, or other bots, each called in its own way.

Random opponents play inside the compiled step. The others are called when a table waits for them: greedy in compiled
code for all its tables, the net for all its tables at once, any other bot for each seat of each match.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from wartable.batch.cpu import Threads
from wartable.batch.kernel import OTHER_LUCK
from wartable.bots import Bot, make_bot
from wartable.bots.ladder import NET as NET_NAME
from wartable.bots.ladder import check_bot
from wartable.bots.nets.net import PolicyBot, net_bot
from wartable.core.frames import AnyBox, first_due
from wartable.core.game import Game
from wartable.core.match.perspective import Viewpoint
from wartable.errors import BadOption

from .direct import direct
from .tables import CALLER, GREEDY, NET, OTHER, RANDOM, Bench, Lists, Lot, Results, greedy_span

Array = np.ndarray[Any, Any]
ALONE = {"random": RANDOM, NET_NAME: NET, "greedy": GREEDY}
WORD = 2**64 - 1


class Opponents:
    """The seats that the caller does not play. `kinds` has a row for each seat of the learner, and one for none."""

    def __init__(self, game: Game, players: int, names: str | Sequence[str] | None) -> None:
        self.game, self.players = game, players
        self.names = (names,) if isinstance(names, str) else tuple(names or ())
        if names is not None and not self.names:
            raise BadOption("name at least one bot as opponent, or opponents=None to play all seats")
        for name in self.names:
            check_bot(name)
        self._others = sorted(set(self.names) - set(ALONE))
        self.kinds = np.full((players + 1, players), CALLER, np.int64)
        for learner in range(players if self.names else 0):
            others = [seat for seat in range(players) if seat != learner]
            for number, seat in enumerate(others):
                self.kinds[learner, seat] = self._kind(self.names[number % len(self.names)])
        self._net: PolicyBot | None = net_bot(game, 0) if NET_NAME in self.names else None
        self._bots: dict[tuple[int, int], tuple[int, Bot]] = {}

    def _kind(self, name: str) -> int:
        return ALONE[name] if name in ALONE else OTHER + self._others.index(name)

    @property
    def are_asked(self) -> bool:
        """Whether some opponents cannot be played inside the compiled step."""
        return any(name != "random" for name in self.names)

    def take_seats(
        self, lot: Lot, lists: Lists, to: Results, box: AnyBox, threads: Threads, benches: dict[tuple[int, int], Bench]
    ) -> None:
        """Seat the opponents at the tables."""
        self.lot, self.lists, self.to, self.box, self.threads, self.benches = lot, lists, to, box, threads, benches
        self.seeds = np.zeros(len(lot.actions), np.uint64)
        self.lucks = np.zeros(len(lot.actions), np.uint64)
        if "greedy" in self.names:
            self._rooms = {span: np.zeros(2, self.game.state.dtype) for span in benches}
            room = self._rooms[0, threads.spans[0][1]]
            bench = benches[threads.spans[0]]
            self._greedy = direct(
                greedy_span, self.game.name, lot, to.waits, 0, 0, self.lucks, room, bench
            )  # fmt: skip

    def seed(self, slots: slice, seeds: Array) -> None:
        """Seed the opponents independently of the tables' dice, which look-ahead must not reveal."""
        self.seeds[slots] = seeds ^ OTHER_LUCK
        self.lucks[slots] = self.seeds[slots]
        for slot in range(*slots.indices(len(self.seeds))):
            for seat in range(self.players):
                self._bots.pop((slot, seat), None)

    def answer(self) -> None:
        """Write an action for every table that waits for an opponent."""
        waits = self.to.waits
        if "greedy" in self.names:
            self.threads.run(self._be_greedy)
        if self._net is not None:
            self._ask_net(self._net, (waits == NET).nonzero()[0])
        for slot in (waits >= OTHER).nonzero()[0].tolist():
            self._ask_bot(slot, self._others[waits[slot] - OTHER])

    def _be_greedy(self, first: int, last: int, *_: Array) -> None:
        span = first, last
        self._greedy(
            self.lot, self.to.waits, first, last, self.lucks, self._rooms[span], self.benches[span]
        )  # fmt: skip

    def _ask_net(self, net: PolicyBot, slots: Array) -> None:
        if not len(slots):
            return
        seats = [int(first_due(self.lot.states[slot])) for slot in slots]
        views = [Viewpoint(self.box, seat).of(self.lot.states[slot]) for slot, seat in zip(slots, seats, strict=True)]
        scores, _ = net.think_all(views, self.box, seats)
        for slot, row in zip(slots.tolist(), scores, strict=True):
            legal = self.lists.moves[slot, : self.lists.counts[slot]]
            self.lot.actions[slot] = legal[row[legal].argmax()]

    def _ask_bot(self, slot: int, name: str) -> None:
        state, match = self.lot.states[slot], int(self.to.matches[slot])
        seat = int(first_due(state))
        known, bot = self._bots.get((slot, seat), (-1, None))
        if bot is None or known != match:
            bot = make_bot(name, self.game, (int(self.seeds[slot]) + self.players * match + seat) & WORD)
            self._bots[slot, seat] = match, bot
        legal = sorted(self.lists.moves[slot, : self.lists.counts[slot]].tolist())
        self.lot.actions[slot] = bot.choose(Viewpoint(self.box, seat).of(state), self.box, seat, legal)
