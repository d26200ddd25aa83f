"""Elo ratings for each game, for any number of players; each pair of players counts as one game."""

import math
from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from ..storage.schema import ratings

START = 1500.0


def expected(own: float, other: float) -> float:
    return 1.0 / (1.0 + math.pow(10.0, (other - own) / 400.0))


def speed(matches: int) -> float:
    """The K-factor: large for new players, small for established ones."""
    return 40.0 if matches < 15 else 20.0


def updated(before: Sequence[tuple[float, int]], scores: Sequence[float]) -> list[tuple[float, int]]:
    """The ratings and match counts after a match with these shares of the win."""
    after = []
    for seat, (rating, count) in enumerate(before):
        change = 0.0
        for other, (opponent, _) in enumerate(before):
            if other != seat:
                mine, theirs = scores[seat], scores[other]
                result = 0.5 if mine == theirs else float(mine > theirs)
                change += result - expected(rating, opponent)
        after.append((rating + speed(count) * change / (len(before) - 1), count + 1))
    return after


def record_result(connection: sa.Connection, game: str, players: Mapping[int, float]) -> None:
    """Rate a finished match: user ids with their shares of the win."""
    ids = sorted(players)
    wanted = sa.select(ratings).where(ratings.c.game == game, ratings.c.user_id.in_(ids))
    known = {row.user_id: (row.rating, row.matches) for row in connection.execute(wanted)}
    after = updated([known.get(user, (START, 0)) for user in ids], [players[user] for user in ids])
    for user, (rating, count) in zip(ids, after, strict=True):
        where = (ratings.c.user_id == user, ratings.c.game == game)
        if user in known:
            connection.execute(sa.update(ratings).where(*where).values(rating=rating, matches=count))
        else:
            connection.execute(sa.insert(ratings).values(user_id=user, game=game, rating=rating, matches=count))
