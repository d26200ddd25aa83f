"""Seasons: divisions that play a pool each, and who goes up and down between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .grouping import pool, pool_length

Members = tuple[int, ...]


@dataclass(frozen=True)
class Season:
    """The divisions of a season, the highest first, and the tournament's round that it begins with."""

    number: int
    first: int
    divisions: tuple[Members, ...]

    def length(self, seats: int) -> int:
        """The rounds until each division has played its pool."""
        return max((pool_length(len(one), seats) for one in self.divisions if len(one) >= seats), default=0)

    def last(self, seats: int) -> int:
        """The tournament's round that it ends with."""
        return self.first + self.length(seats) - 1

    def tables(self, seats: int, round: int) -> list[Members]:
        """The tables of one of the tournament's rounds, by seat; smaller divisions are done sooner."""
        found: list[Members] = []
        for members in self.divisions:
            rounds = pool(len(members), seats) if len(members) >= seats else ()
            if round - self.first < len(rounds):
                found += [tuple(members[place] for place in table) for table in rounds[round - self.first]]
        return found

    def division_of(self, number: int) -> int | None:
        """The division of an entrant, 1 for the highest."""
        return next((place for place, members in enumerate(self.divisions, 1) if number in members), None)


def divided(order: Sequence[int], size: int) -> tuple[Members, ...]:
    """Divisions of about this size, the best in the highest; the lower ones have one more where it does not come out
    even.
    """
    count = max(1, (2 * len(order) + size) // (2 * size))
    least, more = divmod(len(order), count)
    found, start = [], 0
    for place in range(count):
        end = start + least + (place >= count - more)
        found.append(tuple(order[start:end]))
        start = end
    return tuple(found)


def next_order(
    ranked: Sequence[Sequence[int]], moving: int, newcomers: Sequence[int], gone: Sequence[int]
) -> list[int]:
    """Everybody in the order of the next season: the last of each division and the first of the one below change
    places, whoever has left makes room for those behind, and newcomers begin at the end.

    No more than half of a division goes up, and no more than half goes down.
    """
    blocks = [list(one) for one in ranked]
    for upper, lower in pairwise(blocks):
        count = min(moving, len(upper) // 2, len(lower) // 2)
        if count:
            upper[-count:], lower[:count] = lower[:count], upper[-count:]
    left = set(gone)
    return [one for block in blocks for one in block if one not in left] + list(newcomers)
