"""Parts of a match: readable moves, steps with the states around them, and outcomes."""

from dataclasses import dataclass
from functools import cached_property

from ..notes import Heard, Note
from ..record import Record


@dataclass(frozen=True)
class Move:
    """A readable action: its seat, its code, its short notation and a full phrase."""

    seat: int
    action: int
    notation: str
    label: str

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True)
class Outcome:
    """How a match ended: the ending, the rule that says so, and each seat's share of the win."""

    ending: str
    rule: str
    text: str
    scores: tuple[float, ...]
    points: tuple[int, ...]

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
    seat: int
    action: int
    forced: bool
    before: Record
    after: Record
    heard: Heard | None = None

    @cached_property
    def noted(self) -> tuple[Note, ...] | None:
        """The notes of the step, if they were recorded; see `Match.notes`."""
        return None if self.heard is None else self.heard.notes()
