"""What a seat did last, so that a bot does not only take it back."""

from collections.abc import Callable, Sequence
from typing import Any

from wartable.core import generic, record
from wartable.core.chance import generator
from wartable.core.changes import Numbers, numbers_of, only_undoes
from wartable.core.game import Game
from wartable.core.record import Record

Again = Callable[[Sequence[int]], int]


class LastMove:
    """The last decision of a bot's seat: what it saw before, and what it expected to see after."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.rng = game, generator(seed)
        self.last: tuple[Numbers, Numbers] | None = None

    def settle(self, view: Record, box: Record, seat: int, legal: Sequence[int], action: int, again: Again) -> int:
        """The action; where it would only undo the last one, what is chosen of those that would not."""
        world = record.copy(view)
        if self.game.has_secrets:
            generic.fill(world, box, seat, self.rng)
        made = self._made(world, box, seat, action)
        if self.last is not None and len(legal) > 1 and only_undoes(self.last, made):
            others = [other for other in legal if not only_undoes(self.last, self._made(world, box, seat, other))]
            if others:
                action = others[0] if len(others) == 1 else again(others)
                made = self._made(world, box, seat, action)
        self.last = made
        return action

    def _made(self, world: Any, box: Record, seat: int, action: int) -> tuple[Numbers, Numbers]:
        after = record.copy(world)
        generic.apply(after, box, seat, action)
        return numbers_of(world), numbers_of(after)
