"""Going over a match: the chance to win after every move, the biggest mistakes, and what a search would have played.

Every decision is judged by what the seat that made it could know at the time.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from wartable.core import generic
from wartable.core.frames import NATURE
from wartable.core.match import Match, Move, Step
from wartable.core.perspective import hidden
from wartable.core.record import Record

from .hint import make_hint
from .mcts import Budget, Searcher

AFTER_HINT = Budget(iterations=5_000, seconds=0.3)
"""How long each of two moves is looked at when a hint is held against what was played."""


@dataclass(frozen=True)
class Decision:
    """One decision of a match. `chances` are the seats' chances to win after the move that was played."""

    number: int
    played: Move
    best: Move
    chance_played: float
    chance_best: float
    chances: tuple[float, ...]

    @property
    def seat(self) -> int:
        return self.played.seat

    @property
    def loss(self) -> float:
        """How much of the chance to win the move gave away."""
        return max(0.0, self.chance_best - self.chance_played)


@dataclass(frozen=True)
class Analysis:
    players: tuple[str, ...]
    decisions: tuple[Decision, ...]
    scores: tuple[float, ...] | None
    iterations: int

    def mistakes(self, most: int = 5, least_loss: float = 0.03) -> list[Decision]:
        """The decisions that cost most, the costliest first."""
        costly = [decision for decision in self.decisions if decision.loss >= least_loss]
        return sorted(costly, key=lambda decision: -decision.loss)[:most]


def decisions_of(match: Match) -> list[Step]:
    """The steps in which somebody had a choice."""
    return [step for step in match.steps if step.seat != NATURE and not step.forced]


class Analyst:
    """Goes over the decisions of a match one by one, in their order; equal seeds find the same."""

    def __init__(self, match: Match, iterations: int = 1000, seed: int = 0) -> None:
        full, part = Budget(iterations=iterations), Budget(iterations=max(1, iterations // 2))
        self._match = match
        self._searchers = [Searcher(match.game, seed + seat, full) for seat in match.seats]
        self._second = Searcher(match.game, seed, part)

    def look_at(self, step: Step) -> Decision | None:
        """What a search finds where somebody had a choice; None where there was none."""
        match, seat = self._match, step.seat
        view = hidden(step.before, match.box, seat)
        legal = _legal(match, step)
        if len(legal) < 2:
            return None
        best = self._searchers[seat].think(view, match.box, seat, legal).best.action
        return _weighed(self._second, match, step, best)


def analyse(match: Match, iterations: int = 1000, seed: int = 0, listen: Callable[[], None] | None = None) -> Analysis:
    """Search every decision of a match. `listen` is called after each; equal seeds find the same."""
    analyst = Analyst(match, iterations, seed)
    found = []
    for step in decisions_of(match):
        decision = analyst.look_at(step)
        if decision is None:
            continue
        found.append(decision)
        if listen:
            listen()
    outcome = match.outcome
    return Analysis(match.players, tuple(found), outcome.scores if outcome else None, iterations)


def hinted(match: Match, step: Step, budget: Budget | None = None) -> Decision:
    """A decision beside what a hint would have said there: its `best` is the hint's move, unless that is no better."""
    view = hidden(step.before, match.box, step.seat)
    hint = make_hint(match.game, view, match.box, step.seat, _legal(match, step), budget, moves=1)
    after = Searcher(match.game, 0, budget or AFTER_HINT)
    return _weighed(after, match, step, hint.best.action)


def _weighed(searcher: Searcher, match: Match, step: Step, best: int) -> Decision:
    """The move that was played beside another, each by the chances after it."""
    seat = step.seat
    view = hidden(step.before, match.box, seat)
    chances = _chances_after(searcher, match, view, seat, step.action)
    chance_best = chances[seat]
    if best != step.action:
        chance_best = _chances_after(searcher, match, view, seat, best)[seat]
    if chance_best <= chances[seat]:
        # The move was as good as the one that the search liked better at first.
        best, chance_best = step.action, chances[seat]
    played, better = _move(match, view, seat, step.action), _move(match, view, seat, best)
    return Decision(step.number, played, better, chances[seat], chance_best, chances)


def _chances_after(searcher: Searcher, match: Match, view: Record, seat: int, action: int) -> tuple[float, ...]:
    """Each seat's chance to win after one action, by a search of its own."""
    searcher.forget()
    return searcher.think(view, match.box, seat, [action]).chances


def _legal(match: Match, step: Step) -> list[int]:
    out = np.zeros(match.game.most_legal, np.int32)
    return [int(action) for action in out[: generic.legal(step.before, match.box, step.seat, out)]]


def _move(match: Match, view: Record, seat: int, action: int) -> Move:
    words = match.game.words
    return Move(seat, action, words.notation(view, match.box, seat, action), words.label(view, match.box, seat, action))
