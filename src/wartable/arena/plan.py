"""The plan of an arena: pairings, seats, dice and seeds of every match, all determined in advance."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

from wartable.errors import BadOption


class Tables(StrEnum):
    """How bots are seated at tables."""

    DUEL = "duel"
    """Every two bots. At larger tables, one bot plays against copies of the other, in both directions."""
    GAUNTLET = "gauntlet"
    """The first bot against each of the others, which do not play each other."""
    MIXED = "mixed"
    """Every selection of different bots that fills the seats."""


@dataclass(frozen=True)
class Job:
    """One match: the bot in each seat, by its index in the plan, and its dice."""

    number: int
    pairing: int
    seats: tuple[int, ...]
    dice: int
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """The definition of an arena. Equal plans have equal matches."""

    game: str
    rules: int
    bots: tuple[str, ...]
    games: int
    players: int
    tables: Tables = Tables.DUEL
    seed: int = 0
    seconds: float = 30.0
    options: Mapping[str, object] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(set(self.bots)) != len(self.bots) or len(self.bots) < 2:
            raise BadOption("an arena needs at least two bots, each of them only once")
        if self.tables == Tables.MIXED and len(self.bots) < self.players:
            raise BadOption(f"a mixed table of {self.players} needs {self.players} different bots")
        if self.games < 1:
            raise BadOption("an arena needs at least one game for each pairing")

    @cached_property
    def lineups(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each pairing, its seatings, so that every bot has every seat equally often."""
        if self.tables == Tables.MIXED:
            chosen = combinations(range(len(self.bots)), self.players)
            return tuple(tuple(permutations(group)) for group in chosen)
        if self.tables == Tables.GAUNTLET:
            return tuple(self._one_against_the_rest(0, other) for other in range(1, len(self.bots)))
        pairs = combinations if self.players == 2 else permutations
        return tuple(self._one_against_the_rest(a, b) for a, b in pairs(range(len(self.bots)), 2))

    def _one_against_the_rest(self, one: int, rest: int) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(one if seat == place else rest for seat in range(self.players)) for place in range(self.players)
        )

    def pairing_name(self, pairing: int) -> str:
        """`mcts:1000 - greedy`, or `mcts:1000 - 3 x greedy`."""
        first = self.lineups[pairing][0]
        if self.tables != Tables.MIXED and self.players > 2:
            return f"{self.bots[first[0]]} - {self.players - 1} x {self.bots[first[1]]}"
        return " - ".join(self.bots[bot] for bot in first)

    @property
    def rounds(self) -> int:
        """The games of each pairing: the requested number, rounded up to whole rounds of seatings."""
        seatings = len(self.lineups[0])
        return -(-self.games // seatings) * seatings

    @property
    def length(self) -> int:
        return self.rounds * len(self.lineups)

    def jobs(self) -> Iterator[Job]:
        """All matches. The seatings of one round get the same dice; pairings alternate, so any part is balanced too."""
        number = 0
        for round_number in range(self.rounds):
            for pairing, seatings in enumerate(self.lineups):
                seats = seatings[round_number % len(seatings)]
                dice = self._seed_of("dice", round_number // len(seatings))
                seeds = tuple(self._seed_of("bot", number, seat) for seat in range(self.players))
                yield Job(number, pairing, seats, dice, seeds)
                number += 1

    def _seed_of(self, *words: object) -> int:
        digest = hashlib.sha256(repr((self.seed, *words)).encode()).digest()
        return int.from_bytes(digest[:6], "big")

    def as_json(self) -> dict[str, Any]:
        """The plan as the header of a results file. `games` is omitted: a longer arena continues the results of a
        shorter one.
        """
        known = {**asdict(self), "bots": list(self.bots), "tables": str(self.tables)}
        del known["games"]
        return {"wartable_arena": 1, **known}

    @property
    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()[:16]
