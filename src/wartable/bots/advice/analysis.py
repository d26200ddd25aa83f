"""Analyses a match: the chances after every move, the biggest mistakes, and what a search would have played.

Every decision is judged by what its seat could know at the time.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from wartable.core.frames import NATURE, AnyState
from wartable.core.match import Match, Move, Step
from wartable.core.match.perspective import legal_in

from ..search.mcts import Budget
from .evaluation import MARGIN, Evaluator
from .reasons import Foresight, reasons_against


@dataclass(frozen=True)
class Decision:
    """One decision of a match. `chances` are the seats' chances to win after the move that was played."""

    number: int
    played: Move
    best: Move
    chance_played: float
    chance_best: float
    chances: tuple[float, ...]
    wrong: tuple[str, ...] = ()
    """For a mistake: what is wrong with it, in terms of its consequences."""
    rule: int = 0
    """The rule behind these consequences."""

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

    def mistakes(self, most: int = 5, least_loss: float = MARGIN) -> list[Decision]:
        """The most costly decisions, worst first."""
        costly = [decision for decision in self.decisions if decision.loss >= least_loss]
        return sorted(costly, key=lambda decision: -decision.loss)[:most]


def decisions_of(match: Match) -> list[Step]:
    """The steps in which somebody had a choice."""
    return [step for step in match.steps if step.seat != NATURE and not step.forced]


class Analyst:
    """Analyses the decisions of a match one by one; equal seeds give equal results, which also match the hints
    there.
    """

    def __init__(self, match: Match, iterations: int = 1000, seed: int = 0) -> None:
        self._match = match
        self._evaluator = Evaluator(match.game, Budget(iterations=iterations), seed)

    def look_at(self, step: Step) -> Decision | None:
        """The analysis of a decision; None if there was no choice."""
        legal = legal_in(self._match.game, step.before, self._match.box, step.seat)
        return _weighed(self._evaluator, self._match, step, legal) if len(legal) > 1 else None


def analyse(match: Match, iterations: int = 1000, seed: int = 0, listen: Callable[[], None] | None = None) -> Analysis:
    """Search every decision of a match. `listen` is called after each; equal seeds give equal results."""
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
    """A decision compared with the hint there: its `best` is the hint's move, unless that is no better."""
    legal = legal_in(match.game, step.before, match.box, step.seat)
    return explained(match, _weighed(Evaluator(match.game, budget), match, step, legal))


def explained(match: Match, decision: Decision) -> Decision:
    """A decision with what is wrong with it, if another move was better."""
    if decision.best.action == decision.played.action:
        return decision
    step, seat = match.steps[decision.number], decision.seat
    foresight = Foresight(match.game, match.see(seat).of(step.before), match.box, seat, match.players)
    wrong = reasons_against(foresight, [decision.played], [decision.best])
    rule = wrong[0].notes[0].rule if wrong else 0
    return replace(decision, wrong=tuple(reason.text for reason in wrong), rule=rule)


def _weighed(evaluator: Evaluator, match: Match, step: Step, legal: list[int]) -> Decision:
    """The played move compared with the best one, each by the chances after it."""
    seat = step.seat
    view = match.see(seat).of(step.before)
    comparison = evaluator.compare(view, match.box, seat, legal, step.action)
    played, better = _move(match, view, seat, step.action), _move(match, view, seat, comparison.best)
    return Decision(step.number, played, better, comparison.chance, comparison.chance_best, comparison.chances)


def _move(match: Match, view: AnyState, seat: int, action: int) -> Move:
    words = match.game.words
    label = words.label(view, match.box, seat, action).format(*match.players)
    return Move(seat, action, words.notation(view, match.box, seat, action), label)
