"""Exhaustive search over a few decisions: the value of each move if everybody plays as well as possible.

It answers four questions, without sampling or a judge:

- `now`: how likely does the seat win within this many decisions, before anybody else has a choice?
- `win`: how likely does the seat win before its next further decision, whatever the others do?
- `hold`: how likely has the seat not lost when it has made this many decisions and is asked again?
- `points`: how many points does the seat have after this many decisions in a row?

Others choose what is worst for the seat; chance is averaged. It uses the whole state, so it is meant for positions in
which no hidden information matters.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from wartable.core import generic, record
from wartable.core.frames import MAX_SEATS, NATURE, AnyState
from wartable.core.game import Game
from wartable.core.match.perspective import seats_due
from wartable.core.record import Record
from wartable.errors import WartableError

Aim = Literal["now", "win", "hold", "points"]
CERTAIN = 1 - 1e-9


class TooLarge(WartableError):
    """There are more positions than allowed."""


@dataclass
class Solver:
    """Values of positions for one seat and one aim. `most` limits the number of positions."""

    game: Game
    box: Record
    seat: int
    aim: Aim
    most: int = 2_000_000
    seen: int = 0
    _known: dict[tuple[bytes, int], float] = field(default_factory=dict)
    _room: tuple[Any, Any] | None = None

    def moves(self, state: AnyState, count: int) -> dict[int, float]:
        """Each legal action of the seat with its value, if the seat makes `count` decisions including this one."""
        return {action: self.after(state, self.seat, action, count - 1) for action in self.legal(state, self.seat)}

    def after(self, state: AnyState, seat: int, action: int, left: int) -> float:
        """The value of a position after an action, with this many decisions of the seat left."""
        self.seen += 1
        if self.seen > self.most:
            raise TooLarge(f"more than {self.most} positions")
        then = record.copy(state)
        generic.apply(then, self.box, seat, action)
        return self.value(then, left)

    def value(self, state: AnyState, left: int) -> float:
        """The value of a position with this many decisions of the seat left."""
        key = (state.tobytes(), left)
        if key not in self._known:
            self._known[key] = self._value(state, left)
        return self._known[key]

    def legal(self, state: AnyState, seat: int) -> list[int]:
        out, _ = self._buffers()
        found: list[int] = out[: generic.legal(state, self.box, seat, out)].tolist()
        return found

    def _value(self, state: AnyState, left: int) -> float:
        if state.head.over:
            return self._end(state)
        due = seats_due(state)[0]
        if due == NATURE:
            return self._chance(state, left)
        legal = self.legal(state, due)
        if len(legal) > 1 and self._stops(due, left):
            return self._horizon(state)
        if len(legal) == 1:
            return self.after(state, due, legal[0], left)
        return self._best(state, legal, left - 1) if due == self.seat else self._worst(state, due, legal, left)

    def _stops(self, due: int, left: int) -> bool:
        """Whether the search stops at somebody's choice."""
        return left <= 0 if due == self.seat else self.aim in ("now", "points")

    def _best(self, state: AnyState, legal: list[int], left: int) -> float:
        best = -np.inf
        for action in legal:
            best = max(best, self.after(state, self.seat, action, left))
            if self.aim != "points" and best >= CERTAIN:
                break
        return float(best)

    def _worst(self, state: AnyState, seat: int, legal: list[int], left: int) -> float:
        worst = np.inf
        for action in legal:
            worst = min(worst, self.after(state, seat, action, left))
            if worst <= 0:
                break
        return float(worst)

    def _chance(self, state: AnyState, left: int) -> float:
        out, weights = self._buffers()
        count = generic.chance(state, self.box, out, weights)
        actions, shares = out[:count].tolist(), (weights[:count] / weights[:count].sum()).tolist()
        after = [self.after(state, NATURE, action, left) for action in actions]
        return float(sum(share * value for share, value in zip(shares, after, strict=True)))

    def _buffers(self) -> tuple[Any, Any]:
        """Buffers for lists of actions, which are read before they are reused."""
        if self._room is None:
            self._room = self.game.buffers()
        return self._room

    def _horizon(self, state: AnyState) -> float:
        return {"hold": 1.0, "points": self._points(state)}.get(self.aim, 0.0)

    def _end(self, state: AnyState) -> float:
        if self.aim == "points":
            return self._points(state)
        shares: Any = np.zeros(MAX_SEATS)
        generic.scores(state, self.box, shares)
        least = 1e-9 if self.aim == "hold" else CERTAIN
        return float(shares[self.seat] >= least)

    def _points(self, state: AnyState) -> float:
        return float(generic.points(state, self.box, self.seat))
