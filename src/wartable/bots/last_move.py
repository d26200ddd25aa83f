"""What a seat has just done, so that nobody is led to and fro: by a bot of its own, or by hints.

A *run* is a seat's decisions between which nothing else has happened, as far as it can see. What one of them changed,
another can take back: a card that is chosen and given up again, a step and a step back.
"""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from wartable.core import generic, record
from wartable.core.chance import generator
from wartable.core.changes import Numbers, goes_round, numbers_of, only_undoes, repeats, takes_back
from wartable.core.frames import due
from wartable.core.game import Game
from wartable.core.match import Match, Step
from wartable.core.perspective import hidden, legal_in
from wartable.core.record import Record

Again = Callable[[Sequence[int]], int]
REMEMBERED = 64
"""So many of a seat's last decisions are compared."""


class LastMove:
    """A bot's memory of its last decisions: it takes nothing back in a run, nor goes round in circles, comes to no
    position twice, and brings long runs to an end.

    Where it is `strict`, a move that only undoes the last one is none either, though others have moved meanwhile: a
    search may have its reasons for one, others just waver. After so many decisions in a run as it has `patience`, it
    does what leads to a new question, if anything does.
    """

    def __init__(self, game: Game, seed: int, strict: bool = True, patience: int = REMEMBERED) -> None:
        self.game, self.rng, self.strict, self.patience = game, generator(seed), strict, patience
        self.last: tuple[Numbers, Numbers] | None = None
        self.been: deque[bytes] = deque(maxlen=REMEMBERED)
        self.run: deque[Numbers] = deque(maxlen=REMEMBERED)
        """What the decisions of this run have changed."""
        self.asked: set[bytes] = set()
        """What was asked in it."""
        self._expected = b""

    def settle(self, view: Record, box: Record, seat: int, legal: Sequence[int], action: int, again: Again) -> int:
        """The action; where it would lead back, what is chosen of those that would not."""
        if view.tobytes() != self._expected:
            self.run.clear()
            self.asked.clear()
        self.been.append(view.tobytes())
        self.asked.add(question(view))
        world = imagined(self.game, view, box, seat, self.rng)
        if len(legal) > 1 and self._goes_nowhere(view, world, box, seat, action):
            others = [other for other in legal if not self._goes_nowhere(view, world, box, seat, other)]
            if others:
                action = others[0] if len(others) == 1 else again(others)
        then = seen_after(world, box, seat, action)
        self.last = numbers_of(view), numbers_of(then)
        self.run.append(self.last[1] - self.last[0])
        self._expected = then.tobytes()
        return action

    def _goes_nowhere(self, view: Record, world: Any, box: Record, seat: int, action: int) -> bool:
        if len(self.run) >= self.patience and question(after(world, box, seat, action)) in self.asked:
            return True
        return self._leads_back(view, world, box, seat, action)

    def _leads_back(self, view: Record, world: Any, box: Record, seat: int, action: int, deeper: bool = True) -> bool:
        """Whether an action takes back what was done; so does one that only asks on, if all its answers do."""
        state = after(world, box, seat, action)
        then = hidden(state, box, seat)
        now, later = numbers_of(view), numbers_of(then)
        change = later - now
        if self.strict and self.last and only_undoes(self.last, (now, later)):
            return True
        if then.tobytes() in self.been or any(takes_back(change, earlier) for earlier in self.run):
            return True
        if change.any() or not deeper:
            return goes_round(self.run, change)
        answers = legal_in(self.game, state, box, seat) if due(state) == 1 << seat else []
        return bool(answers) and all(self._leads_back(then, state, box, seat, answer, False) for answer in answers)


def onward(match: Match, seat: int) -> list[int]:
    """A seat's legal actions but for those that lead to and fro; all, where no other is left.

    To take something back may be right, once: it may have been a mistake. What was done and taken back in this run is
    not done or taken back again, and no position comes a third time.
    """
    view, box, legal = match.observe(seat), match.box, match.legal(seat)
    run = run_of(match, seat, view)
    if len(run) < 2:
        return legal
    changes = [numbers_of(then) - numbers_of(before) for before, then in run]
    been = Counter(before.tobytes() for before, _ in run)
    world = imagined(match.game, view, box, seat, generator(0))
    now = numbers_of(view)

    def leads_back(action: int) -> bool:
        then = seen_after(world, box, seat, action)
        change = numbers_of(then) - now
        was_done = any(repeats(change, earlier) for earlier in changes)
        return been[then.tobytes()] > 1 or (was_done and any(takes_back(change, earlier) for earlier in changes))

    return [action for action in legal if not leads_back(action)] or legal


def run_of(match: Match, seat: int, view: Record) -> list[tuple[Record, Record]]:
    """What the seat saw before and after each decision of the run that it is in, the last first."""

    def seen(step: Step) -> tuple[Record, Record]:
        return hidden(step.before, match.box, seat), hidden(step.after, match.box, seat)

    found: list[tuple[Record, Record]] = []
    own = [seen(step) for step in match.steps[-4 * REMEMBERED :] if step.seat == seat][-REMEMBERED:]
    for (_, then), (following, _) in reversed(list(pairwise([*own, (view, view)]))):
        if then.tobytes() != following.tobytes():
            break
        found.append(own[len(own) - 1 - len(found)])
    return found


def imagined(game: Game, view: Record, box: Record, seat: int, rng: Any) -> Record:
    """A state that fits what the seat sees."""
    world = record.copy(view)
    if game.has_secrets:
        generic.fill(world, box, seat, rng)
    return world


def question(state: Record) -> bytes:
    """Who is asked what, without what lies on the table."""
    return bytes(state["head"].tobytes())


def after(world: Record, box: Record, seat: int, action: int) -> Record:
    then = record.copy(world)
    generic.apply(then, box, seat, action)
    return then


def seen_after(world: Record, box: Record, seat: int, action: int) -> Record:
    """What the seat sees after an action."""
    return hidden(after(world, box, seat, action), box, seat)
