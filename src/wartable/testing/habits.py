"""Bad habits of players, counted over matches: moves that only undo the last one, and missed wins.

Both are detected from the record alone, so they mean the same in every game:

- A decision *undoes* the seat's previous one if it reverts everything that one changed, and changes nothing else.
  Numbers that both change in the same direction are counters (of turns, of movement left) and are ignored, as are the
  stack of decisions and changes by others in between. If the others did nothing, both decisions were *in vain*.
- A win is *at hand* if some legal action ends the match at once and wins it alone, whatever is hidden from the seat. A
  player who plays something else has missed it.
"""

from dataclasses import dataclass

import numpy as np

from wartable.core import generic, record
from wartable.core.frames import MAX_SEATS, NATURE, AnyBox, AnyState
from wartable.core.match import Match, Step
from wartable.core.match.perspective import hidden, legal_in
from wartable.core.numbers.chance import generator
from wartable.guides.changes import Numbers, goes_round, numbers_of, only_undoes, takes_back

from .laws.moment import LawBroken

WORLDS = 2
"""The number of imagined worlds, besides the real one, in which the action must win."""


@dataclass(frozen=True)
class Habits:
    """For one match: the number of decisions, and the steps that are bad habits."""

    decisions: int
    undone: tuple[int, ...]
    in_vain: tuple[int, ...]
    """Those undone decisions before which nobody else had changed anything."""
    at_hand: int
    """The number of decisions with a win at hand."""
    missed: tuple[int, ...]


def habits(match: Match) -> Habits:
    """The habits of the players of a match, finished or not."""
    steps = [step for step in match.steps if step.seat != NATURE and not step.forced]
    last: dict[int, Step] = {}
    undone, in_vain, missed, at_hand = [], [], [], 0
    for step in steps:
        if step.seat in last and undoes(last[step.seat], step):
            undone.append(step.number)
            if (numbers_of(last[step.seat].after) == numbers_of(step.before)).all():
                in_vain.append(step.number)
        last[step.seat] = step
        wins = winning(match, step)
        at_hand += bool(wins)
        if wins and step.action not in wins:
            missed.append(step.number)
    return Habits(len(steps), tuple(undone), tuple(in_vain), at_hand, tuple(missed))


def returns(match: Match, seat: int) -> list[Step]:
    """A seat's decisions that revert an earlier one of the same turn, or return to a position of that turn.

    A turn ends when the seat sees anything happen between two of its decisions.
    """
    found: list[Step] = []
    changes: list[Numbers] = []
    seen = b""
    for step in (step for step in match.steps if step.seat == seat):
        before, then = hidden(step.before, match.box, seat), hidden(step.after, match.box, seat)
        if before.tobytes() != seen:
            changes.clear()
        seen, change = then.tobytes(), numbers_of(then) - numbers_of(before)
        if any(takes_back(change, earlier) for earlier in changes) or (change.any() and goes_round(changes, change)):
            found.append(step)
        changes.append(change)
    return found


def check_habits(match: Match) -> None:
    """LawBroken, with the move, if a player undid its last move or missed a win."""
    found = habits(match)
    for numbers, what in ((found.undone, "only undoes its last one"), (found.missed, "leaves a win lying")):
        for number in numbers[:1]:
            step = match.steps[number - match.steps[0].number]
            name = match.game.words.notation(
                hidden(step.before, match.box, step.seat), match.box, step.seat, step.action
            )
            raise LawBroken(f"step {number}: {match.players[step.seat]}'s move {name} {what}")


def undoes(first: Step, second: Step) -> bool:
    """Whether a decision of a seat only reverts its previous one."""
    return only_undoes(_ends(first), _ends(second))


def _ends(step: Step) -> tuple[Numbers, Numbers]:
    return numbers_of(step.before), numbers_of(step.after)


def winning(match: Match, step: Step) -> list[int]:
    """The actions with which the seat would have won at once, as far as it could know."""
    seat, box = step.seat, match.box
    view = hidden(step.before, box, seat)
    legal = legal_in(match.game, step.before, box, seat)
    worlds = [step.before]
    for number in range(WORLDS if match.game.has_secrets else 0):
        worlds.append(record.copy(view))
        generic.fill(worlds[-1], box, seat, generator(number))
    return [action for action in legal if all(_wins(world, box, seat, action) for world in worlds)]


def _wins(state: AnyState, box: AnyBox, seat: int, action: int) -> bool:
    after = record.copy(state)
    generic.apply(after, box, seat, action)
    if not after.head.over:
        return False
    shares = np.zeros(MAX_SEATS)
    generic.scores(after, box, shares)
    return bool(shares[seat] == 1.0)
