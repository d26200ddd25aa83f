"""Who stands where, counted from the tables of all rounds and nothing else."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations

POOL, SWISS, DUPLICATE, SEASON = "pool", "swiss", "duplicate", "season"
KINDS = (POOL, SWISS, DUPLICATE, SEASON)
PLAYED, FORFEIT, BYE = "played", "forfeit", "bye"
Mark = tuple[float, ...]
"""What somebody reached in a match: the larger mark is ahead, equal marks share."""
ABSENT: Mark = (-1.0,)
"""The mark of somebody who did not come or left: behind everybody, and level with nobody."""


@dataclass(frozen=True)
class Pairing:
    """A table of a round: its entrants by seat, and their marks once it is over. A bye is a table for one."""

    entrants: tuple[int, ...]
    marks: tuple[Mark, ...] | None = None
    how: str = PLAYED


Round = Sequence[Pairing]


@dataclass(frozen=True)
class Standing:
    """A line of the standings; whoever is level in everything shares a place."""

    place: int
    entrant: int
    points: float
    sonneborn: float
    """Sonneborn-Berger: the points of those beaten, and half the points of those with whom one was level."""
    direct: float
    """Against those with the same points and Sonneborn-Berger: what was won, less what was lost."""
    wins: int
    played: int


@dataclass(frozen=True)
class Duel:
    """Two entrants that are compared with each other, and what the first of them gets for it: 1, 1/2 or 0."""

    entrant: int
    other: int
    share: float
    is_played: bool


def share(mine: Mark, theirs: Mark) -> float:
    if mine[0] < 0:
        return 0.0
    return 0.5 if mine == theirs else float(mine > theirs)


def duels(kind: str, tables: Round) -> Iterator[Duel]:
    """All comparisons of a round, both ways round: at a table, or in a duplicate between those in the same seat."""
    done = [table for table in tables if table.marks is not None and table.how != BYE]
    if kind != DUPLICATE:
        for table in done:
            assert table.marks is not None
            for (one, mine), (other, theirs) in permutations(zip(table.entrants, table.marks, strict=True), 2):
                yield Duel(one, other, share(mine, theirs), table.how == PLAYED)
        return
    for table, against in permutations(done, 2):
        assert table.marks is not None and against.marks is not None
        seats = zip(table.entrants, table.marks, against.entrants, against.marks, strict=True)
        for one, mine, other, theirs in seats:
            yield Duel(one, other, share(mine, theirs), PLAYED == table.how == against.how)


def bye_points(kind: str, seats: int, tables: Round) -> float:
    """A bye counts as a win; in a duplicate as the middle of those who are compared."""
    if kind == DUPLICATE:
        return (sum(table.how != BYE for table in tables) - 1) / 2
    return float(seats - 1)


def points(kind: str, seats: int, rounds: Iterable[Round]) -> dict[int, float]:
    """What everybody has who played or had a bye."""
    total: defaultdict[int, float] = defaultdict(float)
    for tables in rounds:
        for duel in duels(kind, tables):
            total[duel.entrant] += duel.share
        for table in tables:
            if table.how == BYE:
                total[table.entrants[0]] += bye_points(kind, seats, tables)
    return dict(total)


def standings(kind: str, seats: int, entrants: Iterable[int], rounds: Sequence[Round]) -> list[Standing]:
    """By points, Sonneborn-Berger, what was won against each other, and first places."""
    total = points(kind, seats, rounds)
    fought: defaultdict[int, list[Duel]] = defaultdict(list)
    sonneborn: defaultdict[int, float] = defaultdict(float)
    for tables in rounds:
        for duel in duels(kind, tables):
            if duel.is_played:
                fought[duel.entrant].append(duel)
                sonneborn[duel.entrant] += duel.share * total.get(duel.other, 0.0)
    wins, played = _wins(rounds), Counter(entrant for tables in rounds for entrant in _at(tables))
    level: dict[tuple[float, float], set[int]] = defaultdict(set)
    for entrant in entrants:
        level[total.get(entrant, 0.0), sonneborn[entrant]].add(entrant)
    lines = []
    for (mine, berger), group in level.items():
        for entrant in group:
            met = [duel.share - 0.5 for duel in fought[entrant] if duel.other in group]
            lines.append((-mine, -berger, -2 * sum(met), -wins[entrant], entrant))
    lines.sort()
    found: list[Standing] = []
    for _, some in groupby(lines, key=lambda line: line[:4]):
        place = len(found) + 1
        for less, fewer, behind, lost, entrant in some:
            found.append(Standing(place, entrant, -less, -fewer, -behind, -lost, played[entrant]))
    return found


def _at(tables: Round) -> Iterator[int]:
    for table in tables:
        if table.marks is not None and table.how == PLAYED:
            yield from table.entrants


def _wins(rounds: Sequence[Round]) -> Counter[int]:
    """How often each was first at a table; a first place that is shared is none, and a bye is none."""
    found: Counter[int] = Counter()
    for tables in rounds:
        for table in tables:
            if table.marks is not None and table.how != BYE:
                best = max(table.marks)
                if best[0] >= 0 and table.marks.count(best) == 1:
                    found[table.entrants[table.marks.index(best)]] += 1
    return found
