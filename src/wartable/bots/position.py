"""What a seat is asked at one moment, and what hints have asked of it in this match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.numbers.chance import generator
from wartable.core.record import Record

from .repetition import Made, UndoCheck, imagined, run_of, undoes_hint

MOST_PROMISES = 512


@dataclass(frozen=True)
class Position:
    """What a seat sees when it is asked: a search can use it while the match continues."""

    view: Record
    box: Record
    seat: int
    legal: tuple[int, ...]
    run: tuple[Made, ...] = ()
    """The decisions since the seat last saw something else happen."""
    promises: dict[bytes, int] = field(default_factory=dict)
    """What hints have asked for at this table, by the digest of a view; hints add to it."""
    names: tuple[str, ...] = ()
    """The players' names (default: the names of the seats)."""

    def onward(self, game: Game) -> Sequence[int]:
        """The legal actions that a hint may advise: no preferences, and none that undoes what a hint has asked for.

        All of them if nothing else is left.
        """
        moves = [action for action in self.legal if not game.decisions.is_preference(action)] or self.legal
        if not any(made.hinted for made in self.run):
            return moves
        check = UndoCheck(game, self.box, self.seat, lambda before, then: undoes_hint(self.run, before, then))
        world = imagined(game, self.view, self.box, self.seat, generator(0))
        return [action for action in moves if not check.undoes(self.view, world, action)] or moves

    def promise(self, actions: Mapping[bytes, int]) -> None:
        """Remember the actions of a plan in each position."""
        self.promises.update(actions)
        while len(self.promises) > MOST_PROMISES:
            self.promises.pop(next(iter(self.promises)))


def position_of(match: Match, seat: int) -> Position:
    """The position of a seat in a match, with the hints given so far."""
    promises = match.memory.setdefault(("promises", seat), {})
    run = tuple(run_of(match, seat, promises))
    return Position(match.observe(seat), match.box, seat, tuple(match.legal(seat)), run, promises, match.players)
