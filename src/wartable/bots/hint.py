"""A hint for a person at the table: the moves that a search likes best, each with the chance to win after it."""

from collections.abc import Sequence
from dataclasses import dataclass

from wartable.core.game import Game
from wartable.core.match import Move
from wartable.core.record import Record

from .mcts import Budget, Thought
from .opinion import Opinion


@dataclass(frozen=True)
class HintedMove:
    """A move, the chance to win after it, and the part of the search that went into it (a measure of trust)."""

    move: Move
    chance: float
    effort: float


@dataclass(frozen=True)
class Hint:
    """The best moves first, and each seat's chance to win as the seat that asked must see it."""

    seat: int
    moves: tuple[HintedMove, ...]
    chances: tuple[float, ...]
    iterations: int

    @property
    def best(self) -> Move:
        return self.moves[0].move

    def __str__(self) -> str:
        first, *others = self.moves
        text = f"{first.move.label} ({first.move.notation}): {first.chance:.0%} to win"
        if others:
            text += "; otherwise " + ", ".join(f"{other.move.notation} {other.chance:.0%}" for other in others)
        return text + "."


def make_hint(
    game: Game,
    view: Record,
    box: Record,
    seat: int,
    legal: Sequence[int],
    budget: Budget | None = None,
    moves: int = 3,
    seed: int = 0,
) -> Hint:
    """What to play in a position that a seat sees. It knows no more than the seat does; the default takes a second."""
    thought = Opinion(game, budget, seed).think(view, box, seat, legal)
    return hint_from(game, view, box, seat, thought, moves)


def hint_from(game: Game, view: Record, box: Record, seat: int, thought: Thought, moves: int = 3) -> Hint:
    """A finished search in words."""
    words = game.words
    made = max(1, sum(candidate.visits for candidate in thought.candidates))
    found: list[HintedMove] = []
    for candidate in thought.candidates[:moves]:
        if found and candidate.visits == 0:
            break
        notation = words.notation(view, box, seat, candidate.action)
        label = words.label(view, box, seat, candidate.action)
        move = Move(seat, candidate.action, notation, label)
        found.append(HintedMove(move, candidate.chance, candidate.visits / made))
    return Hint(seat, tuple(found), thought.chances, thought.iterations)
