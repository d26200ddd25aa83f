"""Parts of a match: readable moves, steps with the states around them, and outcomes."""

from dataclasses import dataclass
from functools import cached_property

from ..notes import Heard, Note
from ..record import Record


@dataclass(frozen=True)
class Move:
    """A readable action: its seat, its code, its short notation and a full phrase."""

    seat: int
    """Whose move it is."""
    action: int
    """Its code."""
    notation: str
    """As people type it: `+a1n`."""
    label: str
    """The same in words: Deploy on a1, facing north."""

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True)
class Outcome:
    """How a match ended: the ending, the rule that says so, and each seat's share of the win."""

    ending: str
    """The name of the ending."""
    rule: str
    """The rule that says so, such as MT-7.1."""
    text: str
    """What happened, in words."""
    scores: tuple[float, ...]
    """Each seat's share of the win: 1 for the winner, equal shares for a shared win."""
    points: tuple[int, ...]
    """The points of each seat."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win."""
        return tuple(seat for seat, score in enumerate(self.scores) if score > 0)

    @property
    def winner(self) -> int | None:
        """The seat that won alone; None if several share the win."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def is_draw(self) -> bool:
        """Whether several seats share the win."""
        return len(self.winners) > 1


@dataclass(frozen=True)
class Step:
    """One action of a match, with the states before and after it."""

    number: int
    """Its place in the match, from 0."""
    seat: int
    """Who acted; 7 is nature."""
    action: int
    """The code of the action."""
    forced: bool
    """Whether the match played it because nothing else was legal."""
    before: Record
    """The state before it."""
    after: Record
    """The state after it."""
    heard: Heard | None = None
    """The notes as they were recorded; use `noted` or `Match.notes`."""

    @cached_property
    def noted(self) -> tuple[Note, ...] | None:
        """The notes of the step, if they were recorded; see `Match.notes`."""
        return None if self.heard is None else self.heard.notes()
