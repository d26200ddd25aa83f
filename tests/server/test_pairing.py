"""Who plays whom, and who stands where: without any server."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

import pytest
from caissify_pairings.fpc import check_trf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wartable.server.tournaments.dutch import dutch_round
from wartable.server.tournaments.exports import Named, csv_text, trf
from wartable.server.tournaments.grouping import (
    cost,
    divisions,
    meetings,
    next_round,
    pool,
    pool_length,
    search,
)
from wartable.server.tournaments.standings import (
    ABSENT,
    BYE,
    DUPLICATE,
    FORFEIT,
    POOL,
    SWISS,
    Pairing,
    points,
    standings,
)

POOLS = [(seats, count) for seats in (2, 3, 4) for count in range(seats, 17)]


def met(rounds: Iterable[Sequence[tuple[int, ...]]], count: int) -> Counter[int]:
    """How many pairs have met how often."""
    times = Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    return Counter(times[frozenset(pair)] for pair in combinations(range(count), 2))


@pytest.mark.parametrize(("seats", "count"), POOLS)
def test_in_a_pool_everybody_plays_as_often_and_has_every_seat_as_often(seats: int, count: int) -> None:
    rounds = pool(count, seats)
    assert len(rounds) == pool_length(count, seats)
    sat = Counter((one, seat) for tables in rounds for table in tables for seat, one in enumerate(table))
    games = {sum(sat[one, seat] for seat in range(seats)) for one in range(count)}
    assert len(games) == 1
    for tables in rounds:
        assert len(tables) == count // seats
        there = [one for table in tables for one in table]
        assert len(set(there)) == len(there)
    spread = max(abs(sat[one, seat] - sat[one, 0]) for one in range(count) for seat in range(seats))
    assert spread == (games.pop() % seats > 0)


@pytest.mark.parametrize("count", range(2, 17))
def test_two_rounds_of_a_pool_of_two_seats_give_both_seats_as_often(count: int) -> None:
    rounds = pool(count, 2, turns=2)
    assert met(rounds, count) == {2: count * (count - 1) // 2}
    for one in range(count):
        firsts = [table[0] for tables in rounds for table in tables if one in table]
        assert 2 * firsts.count(one) == len(firsts)


@pytest.mark.parametrize(
    ("seats", "count", "times"),
    [
        *((2, count, 1) for count in range(2, 17)),
        *((3, count, times) for count, times in ((3, 3), (4, 2), (7, 2), (13, 2))),
        *((4, count, times) for count, times in ((4, 4), (5, 3), (9, 3), (13, 3))),
    ],
)
def test_block_designs_let_every_pair_meet_as_often(seats: int, count: int, times: int) -> None:
    assert met(pool(count, seats), count) == {times: count * (count - 1) // 2}


@pytest.mark.parametrize(("seats", "count"), POOLS)
def test_in_every_pool_most_pairs_meet_about_as_often(seats: int, count: int) -> None:
    times = met(pool(count, seats), count)
    pairs = count * (count - 1) // 2
    mean = sum(often * number for often, number in times.items()) / pairs
    assert sum(number for often, number in times.items() if abs(often - mean) < 1) >= 0.6 * pairs


# A round by what was before


def play(tables: Sequence[Pairing], strength: Sequence[float]) -> list[Pairing]:
    """The same tables when they are over."""
    return [
        table if table.how == BYE else Pairing(table.entrants, tuple((strength[one],) for one in table.entrants))
        for table in tables
    ]


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(2, 4), st.integers(4, 22), st.integers(1, 6), st.randoms(use_true_random=False))
def test_nobody_is_at_two_tables_and_byes_come_once(seats: int, count: int, length: int, random: Any) -> None:
    strength = [random.random() for _ in range(count)]
    rounds: list[list[Pairing]] = []
    byes: Counter[int] = Counter()
    for _ in range(length):
        tables = next_round(seats, range(count), rounds, points(SWISS, seats, rounds))
        assert sorted(one for table in tables for one in table.entrants) == list(range(count))
        assert sum(table.how == BYE for table in tables) == count % seats
        assert all(len(table.entrants) == (1 if table.how == BYE else seats) for table in tables)
        byes.update(table.entrants[0] for table in tables if table.how == BYE)
        assert max(byes.values(), default=0) - min(byes[one] for one in range(count)) <= 1
        rounds.append(play(tables, strength))


def every_way(order: tuple[int, ...], seats: int) -> Iterator[list[tuple[int, ...]]]:
    """Divisions made in another way than the program makes them: out of all orders."""
    seen = set()
    for way in permutations(order):
        tables = tuple(sorted(tuple(sorted(way[at : at + seats])) for at in range(0, len(way), seats)))
        if tables not in seen:
            seen.add(tables)
            yield list(tables)


@pytest.mark.parametrize(("seats", "count"), [(2, 6), (3, 6), (4, 8), (2, 8)])
def test_there_are_as_few_rematches_as_there_can_be(seats: int, count: int) -> None:
    order = tuple(range(count))
    ways = list(every_way(order, seats))
    assert sorted(map(sorted, divisions(order, seats))) == sorted(ways)
    strength = [(7 * one) % count for one in order]
    rounds: list[list[Pairing]] = []
    for _ in range(4):
        total = points(SWISS, seats, rounds)
        before = meetings(rounds)
        tables = next_round(seats, order, rounds, total)
        assert cost([table.entrants for table in tables], before, total) == min(
            cost(way, before, total) for way in ways
        )
        rounds.append(play(tables, strength))


@pytest.mark.parametrize(("seats", "count"), [(2, 8), (2, 10), (3, 9), (4, 8)])
def test_the_search_for_many_finds_what_trying_everything_finds_for_few(seats: int, count: int) -> None:
    order = list(range(count))
    rounds: list[list[Pairing]] = []
    for _ in range(4):
        total, before = points(SWISS, seats, rounds), meetings(rounds)
        order.sort(key=lambda one: (-total.get(one, 0.0), one))
        found = search(order, seats, before, total)
        exact = min(divisions(tuple(order), seats), key=lambda way: cost(way, before, total))
        assert cost(found, before, total)[0] == cost(exact, before, total)[0]
        rounds.append(play([Pairing(table) for table in exact], [float((5 * one) % count) for one in range(count)]))


def test_sixteen_at_tables_of_four_meet_nobody_twice_in_four_rounds() -> None:
    rounds: list[list[Pairing]] = []
    for _ in range(4):
        tables = next_round(4, range(16), rounds, points(SWISS, 4, rounds))
        rounds.append(play(tables, list(map(float, range(16)))))
    assert max(meetings(rounds[:3]).values()) == 1


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 4), st.integers(2, 5))
def test_in_as_many_rounds_as_there_are_seats_nobody_has_one_seat_throughout(seats: int, tables: int) -> None:
    count = seats * tables
    rounds: list[list[Pairing]] = []
    for _ in range(seats):
        rounds.append(play(next_round(seats, range(count), rounds, {}), [0.0] * count))
    sat = Counter((one, seat) for some in rounds for table in some for seat, one in enumerate(table.entrants))
    assert max(sat.values()) <= 2


# Standings


def two(first: int, second: int, score: float) -> Pairing:
    return Pairing((first, second), ((score,), (1 - score,)))


def test_sonneborn_berger_is_what_the_beaten_have_and_half_of_what_the_drawn_have() -> None:
    """All against all: 1 beats 2 and 3, draws with 4; 2 beats 3 and 4; 3 beats 4."""
    rounds = [[two(1, 2, 1), two(3, 4, 1)], [two(1, 3, 1), two(2, 4, 1)], [two(1, 4, 0.5), two(2, 3, 1)]]
    lines = standings(POOL, 2, range(1, 5), rounds)
    assert [(line.place, line.entrant, line.points, line.sonneborn) for line in lines] == [
        (1, 1, 2.5, 2 + 1 + 0.25),
        (2, 2, 2.0, 1 + 0.5),
        (3, 3, 1.0, 0.5),
        (4, 4, 0.5, 1.25),
    ]


def test_who_won_against_each_other_is_ahead_among_equals() -> None:
    rounds = [[two(5, 1, 1), two(2, 3, 1), two(4, 6, 1)], [two(5, 2, 0), two(1, 3, 1), two(4, 6, 1)]]
    first = {line.entrant: line for line in standings(SWISS, 2, [1, 5], rounds[:1])}
    assert (first[5].place, first[1].place) == (1, 2)
    # 1 beat 2, both beat 3: equal points and equal Sonneborn-Berger, made by different opponents.
    rounds = [[two(1, 2, 1), two(3, 4, 1)], [two(1, 3, 0), two(2, 4, 1)], [two(1, 4, 0), two(2, 3, 0)]]
    lines = standings(SWISS, 2, [1, 2], rounds)
    assert lines[0].points == lines[1].points == 1 and lines[0].sonneborn == lines[1].sonneborn == 1
    assert [(line.place, line.entrant, line.direct) for line in lines] == [(1, 1, 1.0), (2, 2, -1.0)]


def test_whoever_is_level_in_everything_shares_a_place() -> None:
    lines = standings(SWISS, 2, [3, 1, 2, 4], [[two(1, 2, 0.5), two(3, 4, 0.5)]])
    assert [(line.place, line.entrant) for line in lines] == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_at_a_table_of_four_everybody_gets_a_point_for_each_who_is_behind() -> None:
    table = Pairing((7, 5, 6, 8), ((0.0, 12.0), (1.0, 3.0), (0.0, 12.0), ABSENT))
    assert points(SWISS, 4, [[table]]) == {5: 3.0, 6: 1.5, 7: 1.5, 8: 0.0}
    assert points(SWISS, 4, [[Pairing((1,), ((1.0,),), BYE)]]) == {1: 3.0}


def test_of_two_who_did_not_come_nobody_gets_anything() -> None:
    gone = Pairing((1, 2), (ABSENT, ABSENT), FORFEIT)
    assert points(SWISS, 2, [[gone]]) == {1: 0.0, 2: 0.0}
    won = standings(SWISS, 2, [1, 2], [[Pairing((1, 2), ((1.0,), ABSENT), FORFEIT)]])
    assert [(line.points, line.sonneborn, line.played) for line in won] == [(1.0, 0.0, 0), (0.0, 0.0, 0)]


def test_in_a_duplicate_those_are_compared_who_had_the_same_seat() -> None:
    """All first seats win; whoever won with the most points is ahead of those who had the same dice and seat."""
    tables = [
        Pairing((1, 2), ((1.0, 9.0), (0.0, 5.0))),
        Pairing((3, 4), ((1.0, 8.0), (0.0, 7.0))),
        Pairing((5, 6), ((1.0, 8.0), (0.0, 1.0))),
        Pairing((7,), ((1.0,),), BYE),
    ]
    assert points(DUPLICATE, 2, [tables]) == {1: 2.0, 3: 0.5, 5: 0.5, 4: 2.0, 2: 1.0, 6: 0.0, 7: 1.0}


# Swiss for two


def test_the_dutch_system_pairs_as_published_where_six_have_only_one_way_for_the_bye() -> None:
    """Published with bbpPairings (dutch_2025_C5), which FIDE has endorsed: 1 and 3 lead, and 4 is away."""
    rounds = [
        [two(1, 4, 1), two(5, 2, 0), two(3, 6, 1)],
        [two(2, 1, 0), two(4, 3, 0), two(6, 5, 0)],
    ]
    tables = dutch_round([1, 2, 3, 5, 6], rounds, 3)
    assert {table.entrants for table in tables} == {(1, 5), (3, 2), (6,)}


def test_the_dutch_system_pairs_as_published_where_one_has_missed_a_round() -> None:
    """Published with bbpPairings (dutch_2025_C9): of 4 and 5 the bye goes to the one who has played more."""
    tables = dutch_round([1, 2, 3, 4, 5], [[two(1, 3, 1), two(4, 2, 0)]], 3)
    assert {table.entrants for table in tables} == {(2, 1), (3, 5), (4,)}


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(4, 17), st.booleans(), st.randoms(use_true_random=False))
def test_swiss_rounds_are_as_a_checker_of_tournament_reports_finds_them(
    count: int, some_are_late: bool, random: Any
) -> None:
    """Nobody meets twice or has two byes, forfeits and late joiners included; late joiners the checker takes for byes.

    FIDE does not: only who got a full point without playing has had a bye.
    """
    length = min(5, count // 2)
    present = [one for one in range(1, count + 1) if not some_are_late or random.random() < 0.9 or one < 4]
    rounds: list[list[Pairing]] = []
    for _ in range(length):
        tables = []
        for table in dutch_round(present, rounds, length):
            result = random.choice((1.0, 1.0, 0.5, 0.0, 0.0, -1.0))
            if table.how == BYE:
                tables.append(table)
            elif result < 0:
                tables.append(Pairing(table.entrants, (ABSENT, (1.0,)), FORFEIT))
            else:
                tables.append(two(table.entrants[0], table.entrants[1], result))
        rounds.append(tables)
        present = [one for one in range(1, count + 1) if one in present or random.random() < 0.5]
    played = [frozenset(table.entrants) for tables in rounds for table in tables if table.how == "played"]
    assert len(set(played)) == len(played)
    byes = [table.entrants for tables in rounds for table in tables if table.how == BYE]
    assert len(set(byes)) == len(byes)
    names = [Named(one, f"Player {one}") for one in range(1, count + 1)]
    report = check_trf(trf("An evening", names, rounds, length))
    assert report["num_players"] == count
    assert report["summary"]["rounds_checked"] == length
    if not some_are_late:
        assert [line["discrepancies"] for line in report["rounds"]] == [[]] * length


def test_where_the_dutch_system_has_no_pairing_left_rounds_go_on_with_rematches() -> None:
    rounds = [[two(1, 2, 1), two(3, 4, 1)], [two(3, 1, 1), two(4, 2, 1)], [two(1, 4, 1), two(2, 3, 1)]]
    tables = dutch_round([1, 2, 3, 4], rounds, 5)
    assert sorted(one for table in tables for one in table.entrants) == [1, 2, 3, 4]
    assert [len(table.entrants) for table in tables] == [2, 2]


# What goes out


def test_the_table_of_a_tournament_as_csv() -> None:
    rounds = [[two(1, 2, 1), Pairing((3,), ((1.0,),), BYE)], [two(3, 1, 0.5)]]
    text = csv_text(SWISS, 2, [Named(1, "Anna"), Named(2, '=SUM("A")'), Named(3, "Carl")], rounds)
    assert text.splitlines() == [
        "place,number,name,points,sonneborn_berger,direct,wins,round_1,round_2",
        "1,1,Anna,1.5,0.75,0,1,2:1,3:0.5",
        "2,3,Carl,1.5,0.75,0,0,bye,1:0.5",
        '3,2,"\'=SUM(""A"")",0,0,0,0,1:0,',
    ]


def test_a_report_for_fide_has_fixed_columns() -> None:
    rounds = [[two(1, 2, 1), Pairing((3,), ((1.0,),), BYE)], [Pairing((3, 1), (ABSENT, (1.0,)), FORFEIT)]]
    lines = trf("Club", [Named(1, "Anna"), Named(2, "Bert"), Named(3, "Çarl\n")], rounds, 3).splitlines()
    assert lines[0] == "012 Club"
    assert "XXR 3" in lines
    anna = next(line for line in lines if line.startswith("001    1"))
    assert (anna[14:47].rstrip(), anna[80:84], anna[85:89]) == ("Anna", " 2.0", "   1")
    assert (anna[91:99], anna[101:109]) == ("   2 w 1", "   3 b +")
    assert next(line for line in lines if line.startswith("001    2"))[91:109] == "   1 b 0  0000 - Z"
    assert next(line for line in lines if line.startswith("001    3"))[91:109] == "0000 - U     1 w -"
