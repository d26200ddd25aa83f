"""The report of an arena: win rates with 95% intervals, ratings, time for each decision, and failures."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from wartable.lab.reports.sample import rate_interval

from .plan import Plan
from .referee import Result


@dataclass(frozen=True)
class Standing:
    """One bot over all its matches. `win_rate` is its mean share of the win in its seats."""

    bot: str
    games: int
    win_rate: float
    low: float
    high: float
    rating: float
    deviation: float
    milliseconds: float
    slowest: float
    decisions_per_second: float
    forfeits: int


@dataclass(frozen=True)
class Pairing:
    """The first bot of a pairing against the others. `even` is the expected result of equal bots."""

    pairing: str
    games: int
    win_rate: float
    low: float
    high: float
    even: float


@dataclass(frozen=True)
class Fault:
    bot: str
    error: str
    times: int
    first_game: int


@dataclass(frozen=True)
class Report:
    plan: Plan
    played: int
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    faults: tuple[Fault, ...]
    void: int
    mean_actions: float

    def as_json(self) -> dict[str, Any]:
        known = asdict(self)
        known["plan"] = {**self.plan.as_json(), "games": self.plan.games}
        known["games"] = self.plan.length
        return known


def make_report(plan: Plan, results: Sequence[Result]) -> Report:
    counted = [result for result in results if result.ending != "void"]
    ratings = rate(plan, counted)
    standings = sorted(
        (_standing(plan, bot, counted, ratings[bot]) for bot in range(len(plan.bots))), key=lambda s: -s.rating
    )
    return Report(
        plan,
        len(results),
        tuple(standings),
        tuple(_pairing(plan, number, counted) for number in range(len(plan.lineups))),
        tuple(_faults(plan, counted)),
        len(results) - len(counted),
        sum(result.actions for result in counted) / len(counted) if counted else 0.0,
    )


def _standing(plan: Plan, bot: int, results: Sequence[Result], rating: tuple[float, float]) -> Standing:
    shares, decisions, seconds, slowest, forfeits = 0.0, 0, 0.0, 0.0, 0
    games, sat = 0, 0
    for result in results:
        seats = [seat for seat, sitting in enumerate(result.seats) if sitting == bot]
        games += bool(seats)
        sat += len(seats)
        forfeits += result.forfeit in seats
        for seat in seats:
            shares += result.scores[seat]
            decisions += result.clocks[seat].decisions
            seconds += result.clocks[seat].seconds
            slowest = max(slowest, result.clocks[seat].slowest)
    mean = shares / sat if sat else 0.0
    # Seats of the same bot at one table are not independent: the interval counts tables.
    low, high = rate_interval(mean * games, games)
    each = seconds / decisions if decisions else 0.0
    return Standing(
        bot=plan.bots[bot],
        games=games,
        win_rate=mean,
        low=low,
        high=high,
        rating=rating[0],
        deviation=rating[1],
        milliseconds=1000 * each,
        slowest=1000 * slowest,
        decisions_per_second=1 / each if each else 0.0,
        forfeits=forfeits,
    )


def _pairing(plan: Plan, number: int, results: Iterable[Result]) -> Pairing:
    first = plan.lineups[number][0][0]
    shares = [result.scores[result.seats.index(first)] for result in results if result.pairing == number]
    mean = sum(shares) / len(shares) if shares else 0.0
    low, high = rate_interval(sum(shares), len(shares))
    return Pairing(plan.pairing_name(number), len(shares), mean, low, high, 1 / plan.players)


def _faults(plan: Plan, results: Iterable[Result]) -> list[Fault]:
    times: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], int] = {}
    for result in results:
        if result.forfeit is not None:
            key = plan.bots[result.seats[result.forfeit]], result.error
            times[key] += 1
            first.setdefault(key, result.number)
    return [Fault(bot, error, count, first[bot, error]) for (bot, error), count in times.most_common()]


def rate(plan: Plan, results: Iterable[Result]) -> list[tuple[float, float]]:
    """Plackett-Luce ratings, match by match in the order of the plan: mean and deviation of each bot.

    A bot with several seats at one table counts once for each seat, and gets the mean of the updates.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in plan.bots]
    for result in results:
        teams = [[model.rating(mu=ratings[bot].mu, sigma=ratings[bot].sigma)] for bot in result.seats]
        rated = model.rate(teams, ranks=[-score for score in result.scores])
        for bot in set(result.seats):
            own = [rated[seat][0] for seat, sitting in enumerate(result.seats) if sitting == bot]
            ratings[bot].mu = sum(player.mu for player in own) / len(own)
            ratings[bot].sigma = sum(player.sigma for player in own) / len(own)
    return [(rating.mu, rating.sigma) for rating in ratings]
