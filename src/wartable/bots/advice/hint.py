"""A hint for a person at the table: a plan for the turn, and the moves that a search likes best beside it.

A hint stands by its word. It plans to the end of the turn, or until something is revealed; while the player follows it,
the next hint goes on with the plan, and none asks to undo what another one has asked for.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.match import Move

from ..nets.quick_net import strongest_search
from ..position import Position
from ..repetition import digest
from ..search.mcts import Budget, Candidate, Thought
from ..search.principal_variation import Plan
from .evaluation import MARGIN, Evaluator, calibrated, calibrated_chances, part_of
from .reasons import Foresight, reasons_for

EQUAL = 0.01
"""Where a search asks the judge: moves whose chances differ by less are told apart by what it thinks of the ends of
their plans, and by their length. A net knows more of a position than the judge does."""
SURE = 0.97
"""So are all moves that win as surely as this."""
STEP_COST = 0.01
"""How much better the odds by the judge must be, as a logarithm, for a plan that is one move longer."""
FURTHER, FURTHER_PART = 4, 0.125
"""Where the search knows no more, a plan is completed by so many others, each of this part of its budget."""
MOST_PLANS = 8
"""So many plans are compared."""
TRUSTED_PART, NAMED_PART = 4, 8
"""A move is trusted that was visited a quarter as often as the one visited most, and named from an eighth on."""
MOST_TOLD = 4
"""So many moves of a plan are said in one line."""


@dataclass(frozen=True)
class Look:
    """What a search thinks of a position, and the plan that was made of it."""

    thought: Thought
    plan: Plan

    @property
    def best(self) -> Candidate:
        """The first move of the plan."""
        action = self.plan.moves[0].action
        return next(one for one in self.thought.candidates if one.action == action)


@dataclass(frozen=True)
class HintedMove:
    """A move, the chance to win after it, and the part of the search that went into it (a measure of trust)."""

    move: Move
    chance: float
    effort: float


@dataclass(frozen=True)
class Hint:
    """The best moves first, and each seat's chance to win as the seat that asked must see it.

    `plan` begins with the best move and goes on to the end of the turn, as far as that can be said in advance.
    """

    seat: int
    moves: tuple[HintedMove, ...]
    plan: tuple[Move, ...]
    chances: tuple[float, ...]
    iterations: int
    why: tuple[str, ...] = ()
    """What speaks for the best move and not for most others; empty where nothing tells them apart."""

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
    """Think, and make a plan of it, which is remembered."""
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
    """What to play in a position. It knows no more than the seat does; the default takes a second."""
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
    """What to play in a position of which nothing else is known, not even the hints that led there."""
    return hint_at(game, Position(view, box, seat, tuple(legal)), budget, moves, seed)


def hint_from(game: Game, position: Position, look: Look, moves: int = 3) -> Hint:
    """A finished search in words: the plan's move, then others by their chance, none above that of the first.

    One that seems better by a trifle is as good, and one that seems better by more was not visited enough to be named.
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
        move = Move(position.seat, candidate.action, words.notation(*about), words.label(*about).format(*names))
        chance = calibrated(game, players, min(candidate.chance, best.chance))
        found.append(HintedMove(move, chance, candidate.visits / made))
    plan = tuple(replace(move, label=move.label.format(*names)) for move in look.plan.moves)
    why = _why(game, position, look, names)
    return Hint(position.seat, tuple(found), plan, calibrated_chances(game, thought.chances), thought.iterations, why)


def _why(game: Game, position: Position, look: Look, names: Sequence[str]) -> tuple[str, ...]:
    """What speaks for the best move, held against the others that the search looked at most."""
    others = sorted(look.thought.candidates, key=lambda one: -one.visits)
    foresight = Foresight(game, position.view, position.box, position.seat, names)
    actions = [one.action for one in others if one.action != look.plan.moves[0].action]
    return tuple(reason.text for reason in reasons_for(foresight, look.plan.line, actions))


def _reconsidered(evaluator: Evaluator, thought: Thought, position: Position) -> Thought:
    """The thought; where it hardly visited the move that was promised, with a search of what comes after that one."""
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
    """The plan that was promised, as long as it is legal; else the best."""
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
    """The odds at the end of a plan by the game's judge; of plans that come to the same, the shorter."""
    share = min(max(plan.judged, 1e-9), 1 - 1e-9)
    return math.log(share / (1 - share)) - STEP_COST * len(plan.moves)


def _visited(thought: Thought, part: int) -> list[Candidate]:
    """The moves that were visited often enough to be compared, the best first."""
    most = max(candidate.visits for candidate in thought.candidates)
    return [one for one in thought.candidates if one is thought.best or one.visits * part >= max(1, most)]
