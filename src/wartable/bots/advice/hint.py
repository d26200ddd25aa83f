"""Hints: a plan for the turn, and the moves that a search likes best.

Hints are consistent. A hint plans to the end of the turn, or until something is revealed; while the player follows it,
the next hint continues the plan, and no hint asks to undo what another one has asked for.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.match import Move
from wartable.languages import named

from ..nets.quick_net import strongest_search
from ..position import Position
from ..repetition import digest
from ..search.mcts import Budget, Candidate, Thought
from ..search.principal_variation import Plan
from .evaluation import MARGIN, Evaluator, calibrated, calibrated_chances, part_of
from .reasons import Foresight, reasons_for

EQUAL = 0.01
"""If the search uses the judge, moves whose chances differ by less are compared by the judge's estimate at the ends
of their plans, and by length. A net knows more of a position than the judge does.
"""
SURE = 0.97
"""So are all moves that win with at least this certainty."""
STEP_COST = 0.01
"""The advantage in log odds, by the judge, that justifies one more move in a plan."""
FURTHER, FURTHER_PART = 4, 0.125
"""If the search's knowledge ends, a plan is extended by up to this many further searches, each with this share of
the budget.
"""
MOST_PLANS = 8
"""The most plans that are compared."""
TRUSTED_PART, NAMED_PART = 4, 8
"""The share of the most visited move's visits that a move needs to be trusted, and to be mentioned."""
MOST_TOLD = 4
"""The most moves of a plan in one line."""


@dataclass(frozen=True)
class Look:
    """The result of searching a position, and the plan made from it."""

    thought: Thought
    plan: Plan

    @property
    def best(self) -> Candidate:
        """The first move of the plan."""
        action = self.plan.moves[0].action
        return next(one for one in self.thought.candidates if one.action == action)


@dataclass(frozen=True)
class HintedMove:
    """A move, the chance to win after it, and its share of the search's visits (a measure of confidence)."""

    move: Move
    chance: float
    effort: float


@dataclass(frozen=True)
class Hint:
    """The best moves, best first, and each seat's chance to win as seen by the seat that asked.

    `plan` begins with the best move and continues to the end of the turn, as far as it can be predicted.
    """

    seat: int
    moves: tuple[HintedMove, ...]
    plan: tuple[Move, ...]
    chances: tuple[float, ...]
    iterations: int
    why: tuple[str, ...] = ()
    """The reasons for the best move that do not apply to most others; empty if there are none."""

    @property
    def best(self) -> Move:
        return self.moves[0].move

    def __str__(self) -> str:
        first, *others = self.moves
        then = [move.notation for move in self.plan[1 : 1 + MOST_TOLD]] + ["..."] * (len(self.plan) > 1 + MOST_TOLD)
        text = f"{first.move.label} ({first.move.notation})"
        if then:
            text += f", then {', '.join(then)}"
        text += f": {first.chance:.0%} to win"
        if others:
            text += "; otherwise " + ", ".join(f"{other.move.notation} {other.chance:.0%}" for other in others)
        return " ".join((f"{text}.", *self.why))


def look_at(game: Game, position: Position, budget: Budget | None = None, seed: int = 0) -> Look:
    """Search, make a plan, and remember it."""
    evaluator = Evaluator(game, budget, seed)
    thought = _reconsidered(evaluator, evaluator.look_at(position), position)
    plan = _choose(evaluator, thought, position)
    shorter = Evaluator(game, part_of(evaluator.budget, FURTHER_PART), seed)
    for _ in range(FURTHER):
        if plan.end is None:
            break
        plan = plan.extended(_choose(shorter, shorter.look_at(plan.end), plan.end))
    position.promise(plan.actions)
    return Look(thought, plan)


def hint_at(game: Game, position: Position, budget: Budget | None = None, moves: int = 3, seed: int = 0) -> Hint:
    """The hint for a position. It knows no more than the seat does; by default it takes a second."""
    return hint_from(game, position, look_at(game, position, budget, seed), moves)


def make_hint(
    game: Game,
    view: AnyState,
    box: AnyBox,
    seat: int,
    legal: Sequence[int],
    budget: Budget | None = None,
    moves: int = 3,
    seed: int = 0,
) -> Hint:
    """The hint for a position without history, including earlier hints."""
    return hint_at(game, Position(view, box, seat, tuple(legal)), budget, moves, seed)


def hint_from(game: Game, position: Position, look: Look, moves: int = 3) -> Hint:
    """The result of a search as a hint: the plan's move, then others by their chance, none above that of the first.

    A move that seems slightly better counts as equal, and one that seems much better was not visited enough to be
    mentioned.
    One that everybody sees to bring nothing is no choice.
    """
    words, thought, best = game.words, look.thought, look.best
    names = position.names or game.seat_names
    made = max(1, sum(candidate.visits for candidate in thought.candidates))
    asked, pointless = (position.view, position.box, position.seat), game.decisions.is_pointless
    others = [one for one in _visited(thought, NAMED_PART) if one is not best and one.chance < best.chance + MARGIN]
    others = [one for one in others if not pointless(*asked, one.action)]
    others.sort(key=lambda one: -one.chance)
    players, found = len(thought.chances), list[HintedMove]()
    for candidate in [best, *others][:moves]:
        about = *asked, candidate.action
        move = Move(position.seat, candidate.action, words.notation(*about), named(words.label(*about), names))
        chance = calibrated(game, players, min(candidate.chance, best.chance))
        found.append(HintedMove(move, chance, candidate.visits / made))
    plan = tuple(replace(move, label=named(move.label, names)) for move in look.plan.moves)
    why = _why(game, position, look, names)
    chances = calibrated_chances(game, thought.chances, position.seat)
    return Hint(position.seat, tuple(found), plan, chances, thought.iterations, why)


def _why(game: Game, position: Position, look: Look, names: Sequence[str]) -> tuple[str, ...]:
    """The reasons for the best move, compared with the most visited others."""
    others = sorted(look.thought.candidates, key=lambda one: -one.visits)
    foresight = Foresight(game, position.view, position.box, position.seat, names)
    actions = [one.action for one in others if one.action != look.plan.moves[0].action]
    return tuple(reason.text for reason in reasons_for(foresight, look.plan.line, actions))


def _reconsidered(evaluator: Evaluator, thought: Thought, position: Position) -> Thought:
    """The search's result; if it hardly visited the planned move, together with a search of the position after it."""
    promised = position.promises.get(digest(position.view))
    if promised in {one.action for one in _visited(thought, TRUSTED_PART)}:
        return thought

    def again(one: Candidate) -> Candidate:
        if one.action != promised:
            return one
        chances = evaluator.value_after(position.view, position.box, position.seat, one.action)
        return replace(one, chance=chances[position.seat])

    return replace(thought, candidates=tuple(again(one) for one in thought.candidates))


def _choose(evaluator: Evaluator, thought: Thought, position: Position) -> Plan:
    """The plan that was promised, if it is still legal; else the best."""
    promised = position.promises.get(digest(position.view))
    if promised is not None and any(one.action == promised for one in thought.candidates):
        return evaluator.plan(position, promised)
    margin = EQUAL if strongest_search(evaluator.game) == "judge" else 0.0
    least = SURE if thought.best.chance >= SURE else thought.best.chance - margin
    equals = [
        one
        for one in _visited(thought, TRUSTED_PART)
        if one is thought.best or least <= one.chance <= thought.best.chance + margin
    ]
    return max((evaluator.plan(position, one.action) for one in equals[:MOST_PLANS]), key=_merit)


def _merit(plan: Plan) -> float:
    """The odds at the end of a plan by the game's judge; among equal plans, the shorter."""
    share = min(max(plan.judged, 1e-9), 1 - 1e-9)
    return math.log(share / (1 - share)) - STEP_COST * len(plan.moves)


def _visited(thought: Thought, part: int) -> list[Candidate]:
    """The moves that were visited often enough to be compared, best first."""
    most = max(candidate.visits for candidate in thought.candidates)
    return [one for one in thought.candidates if one is thought.best or one.visits * part >= max(1, most)]
