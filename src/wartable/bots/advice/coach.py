"""The coach: what is asked and which moves are good and why, a warning before a blunder, and the purpose of
another's move.

It knows no more than its seat. Its texts are made from the rules' own notes (`reasons.py`); a search finds which move
is better, and by how much.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from wartable.compiler.mode import plain
from wartable.core import generic, record
from wartable.core.frames import NATURE, is_due
from wartable.core.match import Match, Move, Step
from wartable.core.match.perspective import Viewpoint, legal_in
from wartable.core.notes import Level
from wartable.core.numbers.chance import generator
from wartable.core.record import Record
from wartable.languages import named, worded

from ..position import Position
from ..search.mcts import Budget
from . import hint
from .evaluation import HINT, Comparison, Evaluator
from .hint import Hint, Look, hint_from
from .reasons import Foresight, Way, against, in_favour, reasons_against, threats, told_apart

BLUNDER = 0.12
"""A move that gives away at least this much of the chance to win brings a warning."""
MOST_TOLD = 3
MOST_REASONS = 2
MOST_COMPARED = 5
"""The most alternatives that another player's move is compared with."""
LONGEST_INTENT = 300


Intent = Callable[[Record], int | None]
"""The next of several actions to be played together, given what the seat sees then; None when done."""
Intended = Sequence[tuple[Position, int]]
"""Several actions to be played together, each with the position in which it is chosen."""


@dataclass(frozen=True)
class Why:
    """A move, the chance to win after it, and its reasons."""

    move: Move
    chance: float
    says: tuple[str, ...]


@dataclass(frozen=True)
class Advice:
    """`asked` is the question, `moves` the best moves, best first, `line` the expected continuation.

    `last` is the last decision of another player, and `told` its consequences.
    """

    asked: str
    moves: tuple[Why, ...]
    line: tuple[str, ...]
    last: Step | None
    told: tuple[str, ...]


def look_at(match: Match, position: Position, budget: Budget = HINT) -> Look:
    """Search a position. It uses only the game, not the match, so the match may continue meanwhile."""
    return hint.look_at(match.game, position, budget)


def study(match: Match, position: Position) -> tuple[Look, Hint]:
    """Search a position, and make a hint of it."""
    look = look_at(match, position)
    return look, hint_from(match.game, position, look)


def weigh(match: Match, position: Position, look: Look, action: int, budget: Budget = HINT) -> Comparison:
    """Evaluate an intended move with the same evaluator as a hint.

    A second search runs only if the first finds a blunder, so other moves cause no delay.
    """
    view, box, seat = position.view, position.box, position.seat
    best = look.best.chance
    chance = next((one.chance for one in look.thought.candidates if one.action == action), best)
    evaluator = Evaluator(match.game, budget)
    if best - chance < BLUNDER:
        return evaluator.said(Comparison(action, action, chance, chance, look.thought.chances), seat)
    return evaluator.compare(view, box, seat, position.legal, action, look.thought)


def explained(match: Match, position: Position, look: Look, comparison: Comparison, intended: Intended) -> Comparison:
    """A blunder, with what is wrong with it and the reasons for the better move."""
    moves = [Move(position.seat, action, "", "") for _, action in intended]
    foresight = Foresight(match.game, position.view, position.box, position.seat, match.players)
    wrong = reasons_against(foresight, moves, look.plan.line)
    better = told_apart(foresight, foresight.after(look.plan.line), [foresight.after(moves)])
    return replace(
        comparison,
        wrong=tuple(reason.text for reason in wrong),
        why=tuple(reason.text for reason in in_favour(better)[:MOST_REASONS]),
    )


def foresee(match: Match, position: Position, intent: Intent) -> tuple[Position, int]:
    """What a seat sees before the last of several intended actions, and that action.

    Hidden information is imagined, and the intent is followed until another player or a die comes in.
    """
    return intended_by(match, position, intent)[-1]


def intended_by(match: Match, position: Position, intent: Intent) -> list[tuple[Position, int]]:
    """The positions of an intent, each with the action there."""
    game, box, seat = match.game, position.box, position.seat
    world = record.copy(position.view)
    generic.fill(world, box, seat, generator(0))
    action = intent(position.view)
    if action is None or action not in position.legal:
        raise ValueError("this action is not legal now")
    way = [(position, action)]
    for _ in range(LONGEST_INTENT):
        generic.apply(world, box, seat, action)
        if world.head.over or not plain(is_due)(world, seat) or plain(is_due)(world, NATURE):
            break
        seen = Position(Viewpoint(box, seat).of(world), box, seat, tuple(legal_in(game, world, box, seat)))
        following = intent(seen.view)
        if following is None or following not in seen.legal:
            break
        action = following
        way.append((seen, action))
    return way


def weigh_intent(match: Match, position: Position, look: Look, intended: Intended, budget: Budget = HINT) -> Comparison:
    """Compare one or several intended actions with the best move; for a blunder, with reasons.

    The chance is that after the last action; the action named is the first.
    """
    found = _compared(match, position, look, intended, budget)
    return explained(match, position, look, found, intended) if is_blunder(found) else found


def _compared(match: Match, position: Position, look: Look, intended: Intended, budget: Budget) -> Comparison:
    (_, first), (last, action) = intended[0], intended[-1]
    if len(intended) == 1:
        return weigh(match, position, look, action, budget)
    seat, best, evaluator = position.seat, look.best, Evaluator(match.game, budget)
    chances = evaluator.value_after(last.view, last.box, seat, action)
    chance = chances[seat]
    if best.chance - chance < BLUNDER:
        return evaluator.said(Comparison(first, first, chance, chance, chances), seat)
    chance_best = evaluator.value_after(position.view, position.box, seat, best.action)[seat]
    return evaluator.said(Comparison(first, best.action, chance, max(chance, chance_best), chances), seat)


def is_blunder(comparison: Comparison) -> bool:
    return comparison.loss >= BLUNDER


def advise(match: Match, position: Position, look: Look, hinted: Hint | None = None) -> Advice:
    """The coach's advice to a seat, if the match is still where it was searched; `hinted` is the hint of the search."""
    seat = position.seat
    hinted = hinted or hint_from(match.game, position, look)
    moves = tuple(Why(one.move, one.chance, hinted.why if one.move == hinted.best else ()) for one in hinted.moves)
    names = ["you" if one == seat else name for one, name in enumerate(match.players)]
    line = tuple(
        worded("{who}: {move}", who=names[move.seat], move=named(move.label, match.players))
        for move in look.plan.line[1:]
    )
    step = last_of_others(match, seat)
    asked = named(match.game.words.prompt(position.view, position.box, seat), match.players)
    return Advice(asked, moves, line, step, told_of(match, seat, step) if step else ())


def told_of(match: Match, seat: int, step: Step) -> tuple[str, ...]:
    """The consequences of a decision, as the seat was told."""
    told = [named(sentence.text, match.players) for sentence in match.tell(step, seat) if sentence.level > Level.TURN]
    return tuple(told[:MOST_TOLD])


def last_of_others(match: Match, seat: int) -> Step | None:
    """The last decision of another player, after the seat's own last one, that the seat may know."""
    for step in reversed(match.steps):
        if step.seat == seat and not step.forced:
            return None
        if step.seat not in (seat, NATURE) and not step.forced and match.see(seat).knows(step):
            return step
    return None


def comment_on(match: Match, seat: int, step: Step) -> tuple[str, ...]:
    """What another player's decision threatens, achieves, and allows. The match may continue meanwhile.

    Only statements are made that hold for every deal of hidden information, so they reveal nothing.
    """
    game, box, actor = match.game, match.box, step.seat
    seen = match.see(seat)
    if not seen.knows(step):
        return ()
    view = seen.of(step.before)
    world = record.copy(view)
    generic.fill(world, box, seat, generator(0))
    legal = legal_in(game, world, box, actor)
    if step.action not in legal or len(legal) < 2:
        return ()
    others = [action for action in legal if action != step.action]
    others = others[:: 1 + len(others) // MOST_COMPARED]
    foresight = Foresight(game, view, box, seat, match.players, actor)
    known = [foresight.after([Move(actor, action, "", "")]) for action in others]
    reasons = told_apart(foresight, foresight.after([Move(actor, step.action, "", "")]), known)
    # What has happened already is told.
    said = [one for one in (*in_favour(reasons), *against(reasons)) if one.way in (Way.ALWAYS, Way.MOSTLY, Way.CAN)]
    after = Foresight(game, seen.of(step.after), box, seat, match.players, actor)
    return tuple(one.text for one in (*threats(foresight, after), *said)[:MOST_REASONS])
