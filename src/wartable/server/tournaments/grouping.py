"""Tables of two, three and four: a whole pool at once, or a round by what was played before it."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import gcd

from .standings import BYE, Pairing, Round

Table = tuple[int, ...]
Met = Mapping[frozenset[int], int]
"""How often two have met."""
MOST_EXACT = 9
"""So many are divided in every way that there is; of more a search finds a good one."""
TRIES, STEPS = 6, 3000
POOL_STEPS = 40_000


# Pools


def pool_length(count: int, seats: int) -> int:
    """The rounds after which everybody has rested and sat in each seat as often as all others.

    With two seats it is the round in which everybody has met everybody: with an even count that is one match too many
    or too few for both seats to come as often.
    """
    if seats == 2:
        return count - 1 + count % 2
    rests = count % seats
    unit = count // gcd(count, rests)
    played = unit - unit * rests // count
    return unit * (seats // gcd(seats, played))


@lru_cache(maxsize=64)
def pool(count: int, seats: int, turns: int = 1) -> tuple[tuple[Table, ...], ...]:
    """The rounds of a pool of entrants 0 to `count` - 1, its tables by seat. Nobody sits twice in a round.

    Everybody meets the others as evenly as was found, and sits in each seat as often (with two seats and an odd number
    of matches, once more in one of them).
    """
    length = turns * pool_length(count, seats)
    if seats == 2:
        rounds = _circle(count, length)
    elif count % seats == 1 and all(count % one for one in range(2, count)):
        rounds = _cosets(count, seats, length)
    else:
        rounds = _spread(count, seats, length)
    seated = iter(_seated([table for tables in rounds for table in tables], seats))
    return tuple(tuple(next(seated) for _ in tables) for tables in rounds)


def _circle(count: int, length: int) -> list[list[Table]]:
    """Everybody against everybody, by Berger's circle."""
    even = count + count % 2
    rounds: list[list[Table]] = []
    for turn in range(length):
        ring = [0, *((place + turn) % (even - 1) + 1 for place in range(even - 1))]
        pairs = [(ring[place], ring[even - 1 - place]) for place in range(even // 2)]
        rounds.append([pair for pair in pairs if max(pair) < count])
    return rounds


def _cosets(count: int, seats: int, length: int) -> list[list[Table]]:
    """For a prime number of entrants of whom one rests: the cosets of the roots of 1, moved on by one in each round.

    Everybody meets everybody `seats` - 1 times while all rest once: a near-resolvable design.
    """
    roots = [one for one in range(1, count) if pow(one, seats, count) == 1]
    cosets = sorted({tuple(sorted(one * root % count for root in roots)) for one in range(1, count)})
    return [[tuple((one + turn) % count for one in coset) for coset in cosets] for turn in range(length)]


def _spread(count: int, seats: int, length: int) -> list[list[Table]]:
    """Rounds in which everybody meets everybody as evenly as annealing finds: the squares of the meetings are few."""
    rng = random.Random(f"{count} {seats} {length}")
    rounds = []
    for resting in _rests(count, count % seats, length):
        playing = [one for one in range(count) if one not in resting]
        rng.shuffle(playing)
        rounds.append(playing)
    met = [[0] * count for _ in range(count)]
    for playing in rounds:
        for table in _cut(playing, seats):
            for one, other in permutations(table, 2):
                met[one][other] += 1
    least = _least_squares(met, count)
    squares = sum(times * times for row in met for times in row) // 2
    best, kept = squares, [list(playing) for playing in rounds]
    for step in range(POOL_STEPS if len(rounds[0]) > seats else 0):
        if best == least:
            break
        heat = 2.0 * (1 - step / POOL_STEPS) ** 2 + 0.05
        playing = rng.choice(rounds)
        first, second = rng.sample(range(len(playing)), 2)
        if first // seats == second // seats:
            continue
        change = _swap(playing, first, second, seats, met)
        if change > 0 and rng.random() >= 2.718 ** (-change / heat):
            _swap(playing, first, second, seats, met)
            continue
        squares += change
        if squares < best:
            best, kept = squares, [list(playing) for playing in rounds]
    return [list(_cut(playing, seats)) for playing in kept]


def _rests(count: int, rests: int, length: int) -> list[Table]:
    """Who rests in each round: all as often, and the same people seldom together."""
    rested, together = [0] * count, Counter[Table]()
    found = []
    for _ in range(length):
        resting = min(
            combinations(range(count), rests),
            key=lambda some: (sum(rested[one] for one in some), sum(together[pair] for pair in combinations(some, 2))),
        )
        found.append(resting)
        together.update(combinations(resting, 2))
        for one in resting:
            rested[one] += 1
    return found


def _least_squares(met: Sequence[Sequence[int]], count: int) -> int:
    """What could not be done better: all meetings divided among all pairs."""
    pairs = count * (count - 1) // 2
    each, more = divmod(sum(map(sum, met)) // 2, pairs)
    return (pairs - more) * each**2 + more * (each + 1) ** 2


def _swap(playing: list[int], first: int, second: int, seats: int, met: list[list[int]]) -> int:
    """Let two change tables; by how much the squares of the meetings grow."""
    change = 0
    for place, other in ((first, second), (second, first)):
        here, comes = playing[place], playing[other]
        start = place - place % seats
        for mate in playing[start : start + seats]:
            if mate != here:
                change += 1 - 2 * met[here][mate] + 1 + 2 * met[comes][mate]
                for one, two, by in ((here, mate, -1), (comes, mate, 1)):
                    met[one][two] += by
                    met[two][one] += by
    playing[first], playing[second] = playing[second], playing[first]
    return change


def _cut(playing: Sequence[int], seats: int) -> Iterator[Table]:
    for start in range(0, len(playing), seats):
        yield tuple(playing[start : start + seats])


def _seated(tables: Sequence[Table], seats: int) -> list[Table]:
    """The same tables with everybody in each seat as often as can be: the numbers of times differ by one at most.

    Seats colour the edges between tables and entrants. Whoever plays more often than there are seats is taken apart
    into some who do not; then no two edges that meet need one colour (König), as alternating paths show.
    """
    games: Counter[int] = Counter()
    at: list[dict[int, tuple[int, int]]] = [{} for _ in tables]
    of: dict[tuple[int, int], dict[int, int]] = {}
    for number, table in enumerate(tables):
        for one in table:
            part = (one, games[one] // seats)
            games[one] += 1
            _colour(number, part, seats, at, of)
    return [tuple(at[number][seat][0] for seat in range(seats)) for number in range(len(tables))]


def _colour(
    number: int,
    part: tuple[int, int],
    seats: int,
    at: list[dict[int, tuple[int, int]]],
    of: dict[tuple[int, int], dict[int, int]],
) -> None:
    """Seat one more at a table; `at` says who has which seat of a table, `of` at which table somebody has a seat."""
    mine = of.setdefault(part, {})
    here = next(seat for seat in range(seats) if seat not in at[number])
    there = next(seat for seat in range(seats) if seat not in mine)
    # Free the table's free seat for this entrant: change it for the other seat along the path that begins here.
    path: list[tuple[int, tuple[int, int], int]] = []
    who, seat = part, here
    while seat in of.get(who, {}):
        table = of[who][seat]
        path.append((table, who, seat))
        seat = there if seat == here else here
        if seat not in at[table]:
            break
        who = at[table][seat]
        path.append((table, who, seat))
        seat = there if seat == here else here
    for table, who, seat in path:
        del at[table][seat], of[who][seat]
    for table, who, seat in path:
        other = there if seat == here else here
        at[table][other], of[who][other] = who, table
    at[number][here], mine[here] = part, number


# A round by what was before


def meetings(rounds: Iterable[Round]) -> Counter[frozenset[int]]:
    """How often any two sat at one table."""
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table.entrants, 2))


def next_round(
    seats: int, present: Sequence[int], rounds: Sequence[Round], total: Mapping[int, float], by_score: bool = True
) -> list[Pairing]:
    """The tables of the next round, and byes for those who are left over.

    As few as can be meet again; among equals those with like points sit together.
    """
    byes = Counter(table.entrants[0] for tables in rounds for table in tables if table.how == BYE)
    order = sorted(present, key=lambda one: (-total.get(one, 0.0), one))
    last = sorted(order, key=lambda one: (byes[one], total.get(one, 0.0), -one))[: len(order) % seats]
    playing = [one for one in order if one not in last]
    scores = total if by_score else {}
    sat = Counter((one, seat) for tables in rounds for table in tables for seat, one in _seats_of(table))
    found = [
        Pairing(_best_seats(table, sat)) for table in group(playing, seats, meetings(rounds), scores) if len(table) > 1
    ]
    return [*found, *(Pairing((one,), ((1.0,),), BYE) for one in last)]


def _seats_of(table: Pairing) -> Iterable[tuple[int, int]]:
    return () if table.how == BYE else enumerate(table.entrants)


def _best_seats(table: Table, sat: Mapping[tuple[int, int], int]) -> Table:
    """Who sits where, so that nobody has a seat much more often than the others."""

    return min(permutations(table), key=lambda order: sum(sat.get((one, seat), 0) for seat, one in enumerate(order)))


Cost = tuple[int, float]


def cost(tables: Iterable[Table], met: Met, scores: Mapping[int, float]) -> Cost:
    """How often those have met who meet again, and how far apart in points those are who sit together."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    again = sum(met.get(frozenset(pair), 0) for pair in pairs)
    return again, sum((scores.get(one, 0.0) - scores.get(other, 0.0)) ** 2 for one, other in pairs)


def group(order: Sequence[int], seats: int, met: Met, scores: Mapping[int, float]) -> list[Table]:
    """Divide players, the best first, into tables of the least cost."""
    if len(order) <= MOST_EXACT:
        return list(min(divisions(tuple(order), seats), key=lambda tables: cost(tables, met, scores), default=()))
    return search(order, seats, met, scores)


def divisions(order: Table, seats: int) -> Iterator[tuple[Table, ...]]:
    """Every way to divide players into tables."""
    if not order:
        yield ()
        return
    for mates in combinations(order[1:], seats - 1):
        left = tuple(one for one in order[1:] if one not in mates)
        for others in divisions(left, seats):
            yield ((order[0], *mates), *others)


def search(order: Sequence[int], seats: int, met: Met, scores: Mapping[int, float]) -> list[Table]:
    """Change players between tables as long as that helps, from several beginnings; the best division found."""
    rng = random.Random(f"{len(order)} {seats} {sum(met.values())}")
    best: tuple[Cost, list[Table]] | None = None
    for attempt in range(TRIES):
        playing = list(order)
        if attempt:
            # Neighbours in points change places, so that each try begins elsewhere.
            playing.sort(key=lambda one: (-scores.get(one, 0.0) + rng.random() * attempt, one))
        _improve(playing, seats, met, scores, rng)
        tables = list(_cut(playing, seats))
        found = cost(tables, met, scores)
        if best is None or found < best[0]:
            best = (found, tables)
    assert best is not None
    return sorted(best[1], key=lambda table: min(order.index(one) for one in table))


def _improve(playing: list[int], seats: int, met: Met, scores: Mapping[int, float], rng: random.Random) -> None:
    """Swap two players wherever that costs less, until no swap helps or enough were tried in vain."""

    def around(place: int) -> Table:
        start = place - place % seats
        return tuple(playing[start : start + seats])

    vain = 0
    while vain < STEPS:
        first, second = rng.sample(range(len(playing)), 2)
        vain += 1
        if first // seats == second // seats:
            continue
        before = cost((around(first), around(second)), met, scores)
        playing[first], playing[second] = playing[second], playing[first]
        if cost((around(first), around(second)), met, scores) < before:
            vain = 0
        else:
            playing[first], playing[second] = playing[second], playing[first]
