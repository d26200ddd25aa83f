"""The main line of a search: the moves that it expects, one after the other."""

from typing import Any, Protocol

from wartable.core import generic, record
from wartable.core.chance import generator
from wartable.core.frames import NATURE
from wartable.core.game import Game
from wartable.core.match import Move
from wartable.core.perspective import hidden, seats_due
from wartable.core.record import Record

from .tree import Tree, child

MOST = 5
"""So many moves are told."""
LEAST_VISITS = 3
"""A move that was looked at less often says nothing."""
LONGEST = 64


class Memory(Protocol):
    """What a search remembers of the moves that it looked at, as a line of them is followed."""

    def visits(self, state: Record, box: Record, actor: int, action: int) -> int:
        """How often the search took this action of a seat in this position of the line."""
        ...

    def follow(self, state: Record, box: Record, actor: int, action: int) -> None:
        """The line goes on with this action."""
        ...


class TreeMemory:
    """The trees of a search, one for each seat or one for all."""

    def __init__(self, tree: Tree, trees: int) -> None:
        self.tree, self.cursors = tree, list(range(trees))

    def visits(self, state: Record, box: Record, actor: int, action: int) -> int:
        cursor = self.cursors[actor if len(self.cursors) > 1 else 0]
        kid = int(child(self.tree, cursor, actor, action)) if cursor >= 0 else -1
        return int(self.tree.nodes[kid]["visits"]) if kid >= 0 else 0

    def follow(self, state: Record, box: Record, actor: int, action: int) -> None:
        for number, cursor in enumerate(self.cursors):
            if cursor >= 0 and self._sees(number, state, box, actor, action):
                self.cursors[number] = int(child(self.tree, cursor, actor, action))

    def _sees(self, number: int, state: Record, box: Record, actor: int, action: int) -> bool:
        if len(self.cursors) == 1 or number == actor:
            return True
        return bool(generic.sees(state, box, number, actor, action))


def main_line(game: Game, memory: Memory, view: Record, box: Record, seat: int, action: int) -> list[Move]:
    """The action, and what the search looked at most after it, in one world that fits what the seat sees.

    It ends where chance decides, where the search knows no more or does not follow the others, and where the seat would
    not see what they do.
    """
    walk = _Walk(game, memory, view, box, seat)
    walk.take(seat, action)
    for _ in range(LONGEST):
        found = walk.favourite() if len(walk.moves) < MOST else None
        if found is None:
            break
        walk.take(*found)
    return walk.moves


class _Walk:
    """A way down the tree, and the position that it has led to."""

    def __init__(self, game: Game, memory: Memory, view: Record, box: Record, seat: int) -> None:
        self.game, self.memory, self.box, self.seat = game, memory, box, seat
        self.state = record.copy(view)
        generic.fill(self.state, box, seat, generator(0))
        self.moves: list[Move] = []
        self.out, self.weights = game.buffers()

    def legal(self, actor: int) -> list[int]:
        if actor == NATURE:
            count = generic.chance(self.state, self.box, self.out, self.weights)
        else:
            count = generic.legal(self.state, self.box, actor, self.out)
        return [int(action) for action in self.out[:count]]

    def favourite(self) -> tuple[int, int] | None:
        """Who acts next, and the action that was looked at most; None where the line ends."""
        due = () if self.state.head.over else seats_due(self.state)
        if not due:
            return None
        actor = self.seat if self.seat in due else due[0]
        legal = self.legal(actor)
        if len(legal) == 1:
            return actor, legal[0]
        visits = (
            {}
            if actor == NATURE
            else {action: self.memory.visits(self.state, self.box, actor, action) for action in legal}
        )
        best = max(visits, key=visits.__getitem__, default=-1)
        if best < 0 or visits[best] < LEAST_VISITS:
            return None
        # What the seat would not see is imagined: to tell it would look like knowledge.
        is_seen = actor == self.seat or bool(generic.sees(self.state, self.box, self.seat, actor, best))
        return (actor, best) if is_seen else None

    def take(self, actor: int, action: int) -> None:
        """Go on with an action. One that was the only one has no node, and goes without saying."""
        if len(self.legal(actor)) > 1:
            self.moves.append(self._move(actor, action))
            self.memory.follow(self.state, self.box, actor, action)
        generic.apply(self.state, self.box, actor, action)

    def _move(self, actor: int, action: int) -> Move:
        view: Any = hidden(self.state, self.box, actor)
        words = self.game.words
        notation = words.notation(view, self.box, actor, action)
        return Move(actor, action, notation, words.label(view, self.box, actor, action))
