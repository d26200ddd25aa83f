"""The laws of evaluation: judge and points favour the eventual winner."""

from typing import Any

import numpy as np

from wartable.core import generic
from wartable.core.frames import MAX_SEATS
from wartable.core.game import Game

from .moment import LawBroken, Moment
from .places import place_of_function

ENOUGH = 3
"""The number of matches with a winner that is needed for a verdict."""
TOO_LOW = -0.1
"""The judge must not give winners, on average over the matches, this much less than an equal share."""


class Judged:
    """The evaluations of the winners of all matches: their shares in the last third, and their points at the end.

    Players choose at random, so a single match may turn at the end. A wrong sign shows in nearly all of them.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.shares: list[np.ndarray[Any, Any]] = []
        self.leads: list[float] = []
        self.points: list[int] = []

    def begin(self) -> None:
        """A match begins."""
        self.shares = []

    def add(self, moment: Moment) -> None:
        """A moment of a match, in order; the last one is its end."""
        if not moment.s.head.over:
            shares = np.zeros(MAX_SEATS)
            generic.evaluate(moment.s, moment.box, shares)
            self.shares.append(shares)
            return
        scores = np.zeros(MAX_SEATS)
        generic.scores(moment.s, moment.box, scores)
        winner = int(scores.argmax())
        if scores[winner] < 1 or not self.shares:
            return
        late = self.shares[-max(1, len(self.shares) // 3) :]
        self.leads.append(float(np.mean([shares[winner] for shares in late])) - 1 / moment.seats)
        own, *others = (
            int(generic.points(moment.s, moment.box, seat))
            for seat in (winner, *(seat for seat in range(moment.seats) if seat != winner))
        )
        self.points.append((own > max(others)) - (own < min(others)))

    def check(self) -> None:
        if len(self.leads) >= ENOUGH and np.mean(self.leads) < TOO_LOW:
            raise LawBroken(
                f"the judge favours who then wins: {place_of_function(self.game, 'evaluate')} gave the winners of "
                f"{len(self.leads)} matches {-np.mean(self.leads):.0%} less than an equal share, shortly before they "
                "won; its sign may be wrong"
            )
        if len(self.points) >= ENOUGH and sum(self.points) * 2 < -len(self.points):
            raise LawBroken(
                f"more points are better: {place_of_function(self.game, 'points')} gives the winner the fewest; where "
                "the fewest win, return them as negative numbers"
            )
