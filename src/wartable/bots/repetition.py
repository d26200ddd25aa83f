"""Keeps track of what a seat has just done, so that neither a bot nor a hint undoes it.

A *run* is a sequence of a seat's decisions between which nothing else has happened, as far as it can see. Within a run,
one decision can revert another: a card that is chosen and given up again, a step and a step back.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from wartable.core import generic, record
from wartable.core.frames import AnyBox, AnyState, due
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.perspective import Viewpoint, legal_in
from wartable.core.numbers.chance import generator
from wartable.core.record import Record
from wartable.guides.changes import Numbers, goes_round, numbers_of, only_undoes, rounds, takes_back

Again = Callable[[Sequence[int]], int]
REMEMBERED = 64
"""The number of a seat's last decisions that are compared."""


class RepetitionGuard:
    """A bot's memory of its last decisions. Within a run it reverts nothing, does not go in circles, reaches no
    position twice, and ends long runs.

    If `strict`, a move that only undoes the last one is excluded even if others have moved meanwhile: a search may have
    reasons for it, other bots merely waver. After `patience` decisions in a run, it prefers actions that lead to a new
    question.
    """

    def __init__(self, game: Game, seed: int, strict: bool = True, patience: int = REMEMBERED) -> None:
        self.game, self.rng, self.strict, self.patience = game, generator(seed), strict, patience
        self.last: tuple[Numbers, Numbers] | None = None
        self.been: deque[bytes] = deque(maxlen=REMEMBERED)
        self.run: deque[Numbers] = deque(maxlen=REMEMBERED)
        """The changes made by the decisions of this run."""
        self.asked: set[bytes] = set()
        """The question of this run."""
        self._expected = b""

    def settle(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int], action: int, again: Again) -> int:
        """The action, replaced by another one if it would lead back."""
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

    def _goes_nowhere(self, view: AnyState, world: AnyState, box: AnyBox, seat: int, action: int) -> bool:
        if len(self.run) >= self.patience and question(after(world, box, seat, action)) in self.asked:
            return True
        return UndoCheck(self.game, box, seat, self._is_undo).undoes(view, world, action)

    def _is_undo(self, view: AnyState, then: AnyState) -> bool:
        now, later = numbers_of(view), numbers_of(then)
        change = later - now
        if self.strict and self.last and only_undoes(self.last, (now, later)):
            return True
        if then.tobytes() in self.been or any(takes_back(change, earlier) for earlier in self.run):
            return True
        return bool(change.any()) and goes_round(self.run, change)


@dataclass(frozen=True)
class Made:
    """A decision of a run: its position, what it changed, and whether a hint had asked for it."""

    position: bytes
    change: Numbers
    hinted: bool


def undoes_hint(run: Sequence[Made], view: AnyState, then: AnyState) -> bool:
    """Whether going from one view to another undoes a decision of the run that a hint had asked for.

    Other decisions may be reverted, since they may have been mistakes.
    """
    at = max((number for number, made in enumerate(run) if made.hinted), default=-1)
    if at < 0:
        return False
    change = numbers_of(then) - numbers_of(view)
    if digest(then) in {made.position for made in run[: at + 1]}:
        return True
    if any(made.hinted and takes_back(change, made.change) for made in run):
        return True
    return bool(change.any()) and bool(rounds([made.change for made in run], change)[len(run) - at - 1 :].any())


def run_of(match: Match, seat: int, hinted: Mapping[bytes, int]) -> list[Made]:
    """The decisions of the seat's current run. `hinted` is what hints have asked for, by position."""

    steps = [step for step in match.steps[-4 * REMEMBERED :] if step.seat == seat][-REMEMBERED:]
    seen = match.see(seat)
    own = [(seen.of(step.before), seen.of(step.after)) for step in steps]
    found: list[Made] = []
    then_was = b""
    for step, (before, then) in zip(steps, own, strict=True):
        if found and then_was != before.tobytes():
            found.clear()
        position, then_was = digest(before), then.tobytes()
        asked_for = bool(found) and found[-1].hinted if step.forced else hinted.get(position) == step.action
        found.append(Made(position, numbers_of(then) - numbers_of(before), asked_for))
    return found if found and then_was == match.observe(seat).tobytes() else []


@dataclass(frozen=True)
class UndoCheck:
    """Checks whether an action undoes something; `is_undo` decides this for two views."""

    game: Game
    box: Record
    seat: int
    is_undo: Callable[[Record, Record], bool]

    def undoes(self, view: AnyState, world: AnyState, action: int, deeper: bool = True) -> bool:
        """Whether an action undoes something; so does one that leads to a further question all of whose answers do.

        `world` is a state consistent with the view.
        """
        state = after(world, self.box, self.seat, action)
        then = Viewpoint(self.box, self.seat).of(state)
        if self.is_undo(view, then):
            return True
        if not deeper or (numbers_of(then) != numbers_of(view)).any() or due(state) != 1 << self.seat:
            return False
        answers = legal_in(self.game, state, self.box, self.seat)
        return bool(answers) and all(self.undoes(then, state, answer, deeper=False) for answer in answers)


def imagined(game: Game, view: AnyState, box: AnyBox, seat: int, rng: Any) -> Record:
    """A state consistent with what the seat sees."""
    world = record.copy(view)
    if game.has_secrets:
        generic.fill(world, box, seat, rng)
    return world


def digest(view: AnyState) -> bytes:
    """A short key for what a seat sees: equal views have equal keys."""
    return blake2b(view.tobytes(), digest_size=16).digest()


def question(state: AnyState) -> bytes:
    """Who is asked what, without the rest of the table."""
    return bytes(state["head"].tobytes())


def after(world: AnyState, box: AnyBox, seat: int, action: int) -> Record:
    then = record.copy(world)
    generic.apply(then, box, seat, action)
    return then


def seen_after(world: AnyState, box: AnyBox, seat: int, action: int) -> Record:
    """What the seat sees after an action."""
    return Viewpoint(box, seat).of(after(world, box, seat, action))
