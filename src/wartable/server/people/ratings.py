"""Ratings for each game, for any number of players, with their uncertainty, by openskill.

The scale is the one that chess players know: who is rated 200 points higher wins three times in four. The model is
Thurstone-Mosteller with all pairs: in simulated clubs its intervals hold what players are worth in 19 cases of 20,
those of Plackett-Luce in 12 to 16 of 20.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from ..storage.heartbeat import steady_time
from ..storage.schema import ratings, seasons, users

START, UNCERTAIN = 1500.0, 420.0
"""The rating of a new player, and its standard deviation."""
LUCK = 190.0
DRIFT = UNCERTAIN / 100
MOST_LISTED = 100
Estimate = tuple[float, float]


def updated(before: Sequence[Estimate], scores: Sequence[float]) -> list[Estimate]:
    """Ratings and deviations after a match with these shares of the win."""
    from openskill.models import (
        ThurstoneMostellerFull,
    )  # Loaded at the first rated match: a start need not wait for it.

    model = ThurstoneMostellerFull(mu=START, sigma=UNCERTAIN, beta=LUCK, tau=DRIFT)
    players = [[model.rating(mu=rating, sigma=deviation)] for rating, deviation in before]
    after = model.rate(players, scores=list(scores))
    return [(team[0].mu, team[0].sigma) for team in after]


def surely(rating: float, deviation: float) -> float:
    """The rating that a player has at least, in all likelihood: the order of the ladder."""
    return rating - 2 * deviation


def season_of(at: float) -> str:
    """The quarter of the year, such as 2026-4."""
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.year}-{(day.month + 2) // 3}"


def _beaten(scores: Sequence[float], seat: int) -> float:
    """The share of the others that a seat has beaten; half of those who are level."""
    others = [score for place, score in enumerate(scores) if place != seat]
    return sum(1.0 if scores[seat] > other else 0.5 if scores[seat] == other else 0.0 for other in others) / len(others)


def record_result(connection: sa.Connection, game: str, players: Mapping[int, float]) -> None:
    """Rate a finished match: user ids with their shares of the win."""
    ids, season = sorted(players), season_of(steady_time())
    scores = [players[user] for user in ids]
    # Matches of one player that end at the same time are rated one after the other, by whatever processes.
    one = sa.select(users.c.id).where(users.c.id.in_(ids)).order_by(users.c.id)
    connection.execute(one.with_for_update(key_share=True)).all()
    found = {row.user_id: row for row in connection.execute(_of(ratings, game, ids))}
    played = {row.user_id: row for row in connection.execute(_of(seasons, game, ids, season))}
    before = [(found[user].rating, found[user].deviation) if user in found else (START, UNCERTAIN) for user in ids]
    for seat, (user, (rating, deviation)) in enumerate(zip(ids, updated(before, scores), strict=True)):
        now: dict[str, Any] = {"rating": rating, "deviation": deviation}
        key = {"user_id": user, "game": game}
        _put(connection, ratings, key, now, found.get(user))
        then = played.get(user)
        won = (then.won if then else 0.0) + _beaten(scores, seat)
        _put(connection, seasons, {**key, "season": season}, {**now, "won": won}, then)


def _of(table: sa.Table, game: str, ids: Sequence[int], season: str = "") -> sa.Select[Any]:
    wanted = sa.select(table).where(table.c.game == game, table.c.user_id.in_(ids)).order_by(table.c.user_id)
    return wanted.where(table.c.season == season) if season else wanted


def _put(connection: sa.Connection, table: sa.Table, key: dict[str, Any], values: dict[str, Any], before: Any) -> None:
    """Store a line with one more match."""
    values = {**values, "matches": (before.matches if before else 0) + 1}
    if before is None:
        connection.execute(sa.insert(table).values(**key, **values))
    else:
        connection.execute(sa.update(table).where(*(table.c[name] == key[name] for name in key)).values(**values))


def ladder(connection: sa.Connection, game: str, season: str, viewer: int | None) -> dict[str, Any]:
    """Those who play a game, the surest first: as they are now, or with `season` as they were at its end."""
    table = seasons if season else ratings
    order = (table.c.rating - 2 * table.c.deviation).desc()
    wanted = sa.select(table, users.c.name).join(users, users.c.id == table.c.user_id)
    wanted = wanted.where(table.c.game == game, users.c.banned.is_(None)).order_by(order, table.c.user_id)
    if season:
        wanted = wanted.where(table.c.season == season)
    known = sa.select(seasons.c.season).where(seasons.c.game == game).distinct().order_by(seasons.c.season.desc())
    return {
        "seasons": list(connection.execute(known.limit(40)).scalars()),
        "lines": [
            {"name": row.name, "yours": row.user_id == viewer, **estimate_json(row)}
            | ({"won": round(row.won, 2)} if season else {})
            for row in connection.execute(wanted.limit(MOST_LISTED))
        ],
    }


def estimate_json(row: Any) -> dict[str, float]:
    return {"rating": round(row.rating), "deviation": round(row.deviation), "matches": row.matches}
