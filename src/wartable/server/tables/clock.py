"""Clocks: none, a time for each move, or a time for the whole game with a bonus after each move."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from wartable.errors import BadOption
from wartable.languages import worded

from ..storage.heartbeat import Outage, Outages

LONGEST = 60 * 86400


@dataclass(frozen=True)
class ClockRule:
    """kind is none, move or game; `seconds` for each move or in total, `bonus` after each own move."""

    kind: str = "none"
    seconds: int = 0
    bonus: int = 0

    @classmethod
    def of(cls, kind: str, seconds: int = 0, bonus: int = 0) -> "ClockRule":
        if kind == "none":
            return cls()
        if kind not in ("move", "game"):
            raise BadOption(worded("clock {kind}: it must be none, move or game", kind=repr(kind)))
        if not 5 <= seconds <= LONGEST or not 0 <= bonus <= 86400:
            raise BadOption("a clock has from 5 seconds to 60 days, and a bonus of at most a day")
        return cls(kind, seconds, bonus if kind == "game" else 0)

    @classmethod
    def read(cls, text: str) -> "ClockRule":
        return cls(**json.loads(text))

    @property
    def is_slow(self) -> bool:
        """Whether holidays of players stop it."""
        least = {"move": SLOW_MOVE, "game": SLOW_GAME}.get(self.kind)
        return least is not None and self.seconds >= least

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "seconds": self.seconds, "bonus": self.bonus}


SLOW_MOVE, SLOW_GAME = 86400, 7 * 86400
"""From such clocks on, holidays of players stop them: a day a move, or a week for the game."""


class MatchTime:
    """The time of a match: it stands still in outages, and while one of its players is on holiday."""

    def __init__(self, outages: Outages, holidays: Sequence[Outage] = ()) -> None:
        """`outages` may grow while the match is in use."""
        self.outages = outages
        self.holidays = tuple(holidays)

    def _own(self) -> Outages:
        """The holidays by a clock that stops in outages, each moment once."""
        found: list[Outage] = []
        for start, end in sorted(
            (self.outages.played(start), self.outages.played(end)) for start, end in self.holidays
        ):
            if found and start <= found[-1][1]:
                found[-1] = (found[-1][0], max(found[-1][1], end))
            else:
                found.append((start, end))
        return Outages(found)

    def played(self, at: float) -> float:
        """A time of day, by the clock of the match."""
        shared = self.outages.played(at)
        return self._own().played(shared) if self.holidays else shared

    def day_time(self, played: float) -> float:
        """When the clock of the match shows this time, unless it stops again until then."""
        for start, end in self._own().all if self.holidays else ():
            if played >= start:
                played += end - start
        return played + self.outages.total


@dataclass
class Clock:
    """The time left to each seat. It runs for all due seats."""

    rule: ClockRule
    seats: int
    left: list[float] = field(default_factory=list)
    due: frozenset[int] = frozenset()
    at: float = 0.0

    def __post_init__(self) -> None:
        self.left = [float(self.rule.seconds)] * self.seats

    def step(self, now: float, due: Iterable[int]) -> None:
        """Something happened at `now`; from here on these seats are due.

        If the time goes back, it is ignored: nobody loses the time until it has caught up.
        """
        now = max(now, self.at)
        asked = frozenset(due)
        passed = now - self.at
        kind = self.rule.kind
        for seat in self.due if kind != "none" else ():
            if kind == "game":
                self.left[seat] -= passed
                if seat not in asked:
                    self.left[seat] += self.rule.bonus
            elif seat not in asked:
                self.left[seat] = float(self.rule.seconds)
            else:
                self.left[seat] -= passed
        self.due = asked
        self.at = now

    def remaining(self, seat: int, now: float) -> float:
        return self.left[seat] - (max(0.0, now - self.at) if seat in self.due else 0.0)

    @property
    def deadline(self) -> float | None:
        """When the first due seat runs out of time."""
        if self.rule.kind == "none" or not self.due:
            return None
        return self.at + min(self.left[seat] for seat in self.due)

    def late(self, now: float) -> list[int]:
        if self.rule.kind == "none":
            return []
        return [seat for seat in sorted(self.due) if self.remaining(seat, now) <= 0]

    def as_json(self) -> dict[str, Any]:
        return {**self.rule.as_json(), "left": rounded(self.left), "running": sorted(self.due), "at": self.at}


def rounded(left: list[float]) -> list[float]:
    """Rounded to hundredths: further digits could reveal how the time was divided."""
    return [round(seconds, 2) for seconds in left]
