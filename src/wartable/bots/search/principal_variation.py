"""The principal variation of a search: the sequence of moves that it expects; and plans for a whole turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from wartable.core import generic, record
from wartable.core.frames import MAX_SEATS, NATURE, AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.match import Move
from wartable.core.match.perspective import Viewpoint, seats_due
from wartable.core.numbers.chance import generator
from wartable.core.record import Record
from wartable.guides.changes import numbers_of

from ..position import Position
from ..repetition import Made, UndoCheck, digest, undoes_hint
from .tree import Tree, child

MOST = 5
"""The maximum length of a line."""
LEAST_VISITS = 3
"""Moves with fewer visits are not shown."""
PLAN_VISITS = 8
"""The minimum visits of a move in a plan."""
LONGEST = 64
WORLDS = 4
"""The number of determinizations in which a plan is followed; where they differ, something was revealed."""


class Memory(Protocol):
    """What a search remembers of its moves, as a line is followed."""

    def visits(self, state: AnyState, box: AnyBox, actor: int, action: int) -> int:
        """How often the search visited this action of a seat in this position of the line."""
        ...

    def follow(self, state: AnyState, box: AnyBox, actor: int, action: int) -> None:
        """Continue the line with this action."""
        ...


class NoMemory:
    """The memory of a one-move look-ahead."""

    def visits(self, state: AnyState, box: AnyBox, actor: int, action: int) -> int:
        return 0

    def follow(self, state: AnyState, box: AnyBox, actor: int, action: int) -> None:
        """Does nothing: there is nothing to follow."""


class TreeMemory:
    """The trees of a search, one for each seat or one for all."""

    def __init__(self, tree: Tree, trees: int) -> None:
        self.tree, self.cursors = tree, list(range(trees))

    def visits(self, state: AnyState, box: AnyBox, actor: int, action: int) -> int:
        cursor = self.cursors[actor if len(self.cursors) > 1 else 0]
        node = int(child(self.tree, cursor, actor, action)) if cursor >= 0 else -1
        return int(self.tree.nodes[node]["visits"]) if node >= 0 else 0

    def follow(self, state: AnyState, box: AnyBox, actor: int, action: int) -> None:
        for number, cursor in enumerate(self.cursors):
            if cursor >= 0 and self._sees(number, state, box, actor, action):
                self.cursors[number] = int(child(self.tree, cursor, actor, action))

    def _sees(self, number: int, state: AnyState, box: AnyBox, actor: int, action: int) -> bool:
        if len(self.cursors) == 1 or number == actor:
            return True
        return bool(generic.sees(state, box, number, actor, action))


@dataclass(frozen=True)
class Plan:
    """What a seat would do from a position to the end of its turn, as far as it can be predicted.

    It ends where the turn does, where something is revealed, and where the search's knowledge ends.
    """

    moves: tuple[Move, ...]
    """The decisions, without forced ones."""
    actions: Mapping[bytes, int]
    """The action in each position on the way, by the digest of what the seat sees."""
    line: tuple[Move, ...]
    """The moves, and the expected moves after them."""
    judged: float
    """The seat's share of the win at the end of the plan, by the game's judge."""
    end: Position | None = None
    """The position where the turn continues but the search's knowledge ends."""

    def extended(self, rest: "Plan") -> "Plan":
        """This plan followed by another that begins at its end."""
        moves, actions = (*self.moves, *rest.moves), {**self.actions, **rest.actions}
        return Plan(moves, actions, (*self.moves, *rest.line), rest.judged, rest.end)


def principal_variation(game: Game, memory: Memory, view: AnyState, box: AnyBox, seat: int, action: int) -> list[Move]:
    """The action and the most visited moves after it, in one determinization.

    It ends where chance decides, where the search's knowledge ends or it does not model the others, and where the seat
    would not see what they do.
    """
    way = _Way(game, memory, view, box, seat)
    way.take(seat, action)
    return way.go_on(MOST)


def make_plan(game: Game, memory: Memory, position: Position, action: int) -> Plan:
    """The action and its continuation in the seat's turn: as an earlier plan says, else the most visited moves.

    Nothing in it undoes what a hint had asked for in the current run, or the plan itself.
    """
    way = _OwnWay(game, memory, position)
    found: int | None = action
    for _ in range(LONGEST):
        if found is None:
            break
        way.take_own(found)
        found = way.next_own()
    moves, judged, end = tuple(way.moves), way.judged(), way.end()
    return Plan(moves, way.actions, tuple(way.go_on(max(MOST, len(moves)))), judged, end)


class _Way:
    """A path down the tree, and the position that it has reached."""

    def __init__(self, game: Game, memory: Memory, view: AnyState, box: AnyBox, seat: int) -> None:
        self.game, self.memory, self.box, self.seat = game, memory, box, seat
        self.seen = Viewpoint(box, seat)
        self.state = determinized(view, box, seat, 0)
        self.moves: list[Move] = []
        self.out, self.weights = game.buffers()

    def go_on(self, most: int) -> list[Move]:
        """Follow the most visited moves up to this total length."""
        for _ in range(LONGEST):
            found = self.most_visited() if len(self.moves) < most else None
            if found is None:
                break
            self.take(*found)
        return self.moves

    def legal(self, actor: int) -> list[int]:
        if actor == NATURE:
            count = generic.chance(self.state, self.box, self.out, self.weights)
        else:
            count = generic.legal(self.state, self.box, actor, self.out)
        return [int(action) for action in self.out[:count]]

    def most_visited(self) -> tuple[int, int] | None:
        """The next seat, and its most visited action; None at the end of the line."""
        due = () if self.state.head.over else seats_due(self.state)
        if not due:
            return None
        actor = self.seat if self.seat in due else due[0]
        legal = self.legal(actor)
        if len(legal) == 1:
            return actor, legal[0]
        best = None if actor == NATURE else self.best_of(actor, legal)
        if best is None:
            return None
        # What the seat would not see is imagined: to tell it would look like knowledge.
        is_seen = self.seen.learns(self.state, actor, best)
        return (actor, best) if is_seen else None

    def best_of(self, actor: int, legal: Sequence[int], least: int = LEAST_VISITS) -> int | None:
        visits = {action: self.memory.visits(self.state, self.box, actor, action) for action in legal}
        best = max(visits, key=visits.__getitem__, default=-1)
        return None if best < 0 or visits[best] < least else best

    def take(self, actor: int, action: int) -> None:
        """Take an action. Forced actions are not listed, except for the first."""
        if not self.moves or len(self.legal(actor)) > 1:
            self.moves.append(self._move(actor, action))
            self.memory.follow(self.state, self.box, actor, action)
        generic.apply(self.state, self.box, actor, action)

    def _move(self, actor: int, action: int) -> Move:
        view = Viewpoint(self.box, actor).of(self.state)
        words = self.game.words
        notation = words.notation(view, self.box, actor, action)
        return Move(actor, action, notation, words.label(view, self.box, actor, action))


class _OwnWay(_Way):
    """A path through the seat's own turn, in several determinizations at once."""

    def __init__(self, game: Game, memory: Memory, position: Position) -> None:
        view, box, seat = position.view, position.box, position.seat
        super().__init__(game, memory, view, box, seat)
        self.view, self.run, self.wanted = view, list(position.run), position.promises
        self.check = UndoCheck(game, box, seat, lambda view, then: undoes_hint(self.run, view, then))
        self.actions: dict[bytes, int] = {}
        worlds = WORLDS if game.has_secrets else 1
        self.others = [determinized(view, box, seat, number) for number in range(1, worlds)]
        self.is_revealed = False

    def take_own(self, action: int) -> None:
        position, before = digest(self.view), self.view
        self.actions[position] = action
        self.take(self.seat, action)
        for other in self.others:
            generic.apply(other, self.box, self.seat, action)
        self.view = self.seen.of(self.state)
        self.is_revealed = any(digest(self.seen.of(other)) != digest(self.view) for other in self.others)
        self.run.append(Made(position, numbers_of(self.view) - numbers_of(before), True))

    def next_own(self) -> int | None:
        """The seat's next action in its turn; None if the turn is over, or nothing more is known."""
        legal = self.own_legal()
        if len(legal) == 1:
            return legal[0]
        wanted = self.wanted.get(digest(self.view))
        if wanted in legal and not self.check.undoes(self.view, self.state, wanted):
            return wanted
        best = self.best_of(self.seat, legal, PLAN_VISITS)
        while best is not None and self.check.undoes(self.view, self.state, best):
            legal.remove(best)
            best = self.best_of(self.seat, legal, PLAN_VISITS)
        return best

    def own_legal(self) -> list[int]:
        """The seat's legal actions; empty if its turn is over, or something has been revealed."""
        due = () if self.state.head.over else seats_due(self.state)
        if self.seat not in due or NATURE in due or self.is_revealed:
            return []
        return self.legal(self.seat)

    def end(self) -> Position | None:
        """The position where the turn continues."""
        legal = self.own_legal()
        if not legal or isinstance(self.memory, NoMemory):
            return None
        return Position(self.view, self.box, self.seat, tuple(legal), tuple(self.run), self.wanted)

    def judged(self) -> float:
        shares = np.zeros(MAX_SEATS)
        (generic.scores if self.state.head.over else generic.evaluate)(self.state, self.box, shares)
        return min(1.0, float(shares[self.seat]))


def determinized(view: AnyState, box: AnyBox, seat: int, seed: int) -> Record:
    """A state consistent with what the seat sees."""
    state = record.copy(view)
    generic.fill(state, box, seat, generator(seed))
    return state
