"""A coach: what is asked and why one would do what, a word before a blunder, and what another's move was about.

It knows what the seat knows and no more. Its words are made of the rules' own notes, and of the search's evaluator.
"""

from collections.abc import Callable
from dataclasses import dataclass

from wartable.compiler.mode import plain
from wartable.core import generic, record
from wartable.core.frames import NATURE, is_due
from wartable.core.match import Match, Move, Step
from wartable.core.match.perspective import hidden, legal_in
from wartable.core.notes import Level
from wartable.core.numbers.chance import generator
from wartable.core.record import Record
from wartable.guides.outlook import outlook

from ..position import Position
from ..search.mcts import Budget, Thought
from . import hint
from .evaluation import HINT, MARGIN, Comparison, Evaluator, calibrated
from .hint import Look, hint_from

BLUNDER = 0.12
"""Whoever is about to give away so much of the chance to win is asked again."""
LAST = Budget(iterations=3_000, seconds=0.4)
"""How long another's move is thought about."""
MOST_TOLD = 3
LONGEST_INTENT = 300


Intent = Callable[[Record], int | None]
"""The next of several actions that are to be played at once, by what the seat sees then; None where it is done."""


@dataclass(frozen=True)
class Why:
    """A move, the chance to win after it, and what it would do."""

    move: Move
    chance: float
    says: tuple[str, ...]


@dataclass(frozen=True)
class Advice:
    """`asked` is the question, `moves` what one would do, best first, `line` what is expected then.

    `last` is the last decision of somebody else, and `told` what came of it.
    """

    asked: str
    moves: tuple[Why, ...]
    line: tuple[str, ...]
    last: Step | None
    told: tuple[str, ...]


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def look_at(match: Match, position: Position, budget: Budget = HINT) -> Look:
    """Think. Of the match only the game is used, so that it may go on meanwhile."""
    return hint.look_at(match.game, position, budget)


def weigh(match: Match, position: Position, look: Look, action: int, budget: Budget = HINT) -> Comparison:
    """A move that somebody is about to make, by the evaluator that a hint there has.

    It is looked at a second time only where the first look sees a blunder: nobody waits for the others.
    """
    view, box, seat = position.view, position.box, position.seat
    best = look.best.chance
    chance = next((one.chance for one in look.thought.candidates if one.action == action), best)
    evaluator = Evaluator(match.game, budget)
    if best - chance < BLUNDER:
        return evaluator.said(Comparison(action, action, chance, chance, look.thought.chances))
    return evaluator.compare(view, box, seat, position.legal, action, look.thought)


def foresee(match: Match, position: Position, intent: Intent) -> tuple[Position, int]:
    """What a seat sees before the last of several actions that it is about to make, and that action.

    What it does not know is imagined, and the intent is followed as far as nobody and no die comes between.
    """
    game, box, seat = match.game, position.box, position.seat
    world = record.copy(position.view)
    generic.fill(world, box, seat, generator(0))
    last = position
    action = intent(position.view)
    if action is None or action not in position.legal:
        raise ValueError("such an intent cannot be begun")
    for _ in range(LONGEST_INTENT):
        generic.apply(world, box, seat, action)
        if world.head.over or not plain(is_due)(world, seat) or plain(is_due)(world, NATURE):
            break
        seen = Position(hidden(world, box, seat), box, seat, tuple(legal_in(game, world, box, seat)))
        following = intent(seen.view)
        if following is None or following not in seen.legal:
            break
        last, action = seen, following
    return last, action


def weigh_intent(match: Match, position: Position, look: Look, intent: Intent, budget: Budget = HINT) -> Comparison:
    """Several actions that somebody is about to have played at once, beside the best one: by the chance after the last.

    The comparison names the first of them.
    """
    last, action = foresee(match, position, intent)
    if last is position:
        return weigh(match, position, look, action, budget)
    first = intent(position.view)
    assert first is not None
    seat, best, evaluator = position.seat, look.best, Evaluator(match.game, budget)
    chances = evaluator.value_after(last.view, last.box, seat, action)
    chance = chances[seat]
    if best.chance - chance < BLUNDER:
        return evaluator.said(Comparison(first, first, chance, chance, chances))
    chance_best = evaluator.value_after(position.view, position.box, seat, best.action)[seat]
    return evaluator.said(Comparison(first, best.action, chance, max(chance, chance_best), chances))


def is_blunder(comparison: Comparison) -> bool:
    return comparison.loss >= BLUNDER


def advise(match: Match, position: Position, look: Look) -> Advice:
    """What a coach says to a seat that is asked, in a match that is still where it was looked at."""
    seat = position.seat
    hinted = hint_from(match.game, position, look).moves
    moves = tuple(Why(one.move, one.chance, _effects(match, seat, one.move.action)) for one in hinted)
    names = ["you" if one == seat else name for one, name in enumerate(match.players)]
    line = tuple(f"{names[move.seat]}: {move.label.format(*match.players)}" for move in look.plan.line[1:])
    step = last_of_others(match, seat)
    return Advice(match.see(seat).prompt, moves, line, step, told_of(match, seat, step) if step else ())


def _effects(match: Match, seat: int, action: int) -> tuple[str, ...]:
    """What an action would do: for certain, or most likely where chance decides."""
    seen = outlook(match, seat, action)
    if len(seen.certain) > 1 or not seen.branches:
        # The first sentence says what the move's own name says.
        return seen.certain[1 : 1 + MOST_TOLD]
    first = seen.branches[0]
    return (f"{percent(first.chance)}: {' '.join(first.says)}",) if first.says else ()


def told_of(match: Match, seat: int, step: Step) -> tuple[str, ...]:
    """What came of a decision, as the seat was told."""
    told = [sentence.named(match.players) for sentence in match.tell(step, seat) if sentence.level > Level.TURN]
    return tuple(told[:MOST_TOLD])


def last_of_others(match: Match, seat: int) -> Step | None:
    """The last decision after the seat's own last one that somebody else made and the seat may know."""
    for step in reversed(match.steps):
        if step.seat == seat and not step.forced:
            return None
        if step.seat not in (seat, NATURE) and not step.forced and match.see(seat).knows(step):
            return step
    return None


def comment_on(match: Match, seat: int, step: Step, budget: Budget = LAST) -> tuple[str, ...]:
    """What a search thinks of a decision of somebody else. The match may go on meanwhile.

    What that player saw is imagined from what the seat may know: nobody's secret is in it, nor how many steps were
    taken in secret before.
    """
    game, box, actor = match.game, match.box, step.seat
    world = hidden(step.before, box, seat)
    generic.fill(world, box, seat, generator(0))
    legal = legal_in(game, world, box, actor)
    if step.action not in legal or len(legal) < 2:
        return ()
    view = record.copy(world)
    generic.hide(view, box, actor)
    evaluator = Evaluator(game, budget)
    thought = evaluator.think(view, box, actor, legal)
    # A move that the seat would not have seen is imagined: to name it would look like knowledge.
    if not generic.sees(world, box, seat, actor, thought.best.action):
        return ()
    plans = [move for move in evaluator.line(view, box, actor, step.action)[1:] if move.seat == actor]
    goes_on = (f"It may go on with “{move.label.format(*match.players)}”." for move in plans[:1])
    return (*_judgement(match, view, thought, step), *goes_on)


def _judgement(match: Match, view: Record, thought: Thought, step: Step) -> list[str]:
    """A move beside what a search would have done."""
    made = next((one for one in thought.candidates if one.action == step.action), None)
    if made is None:
        return []
    players = len(match.players)
    name, chance = match.players[step.seat], percent(calibrated(match.game, players, made.chance))
    if made is thought.best:
        return [f"Of {len(thought.candidates)} moves a search likes this one best: {chance} to win for {name}."]
    if thought.best.chance - made.chance < MARGIN:
        return [f"A search finds nothing clearly better: {chance} to win for {name}."]
    better = match.game.words.label(view, match.box, step.seat, thought.best.action).format(*match.players)
    best = percent(calibrated(match.game, players, thought.best.chance))
    return [f"A search would rather have seen “{better}”: {best} to win instead of {chance}."]
