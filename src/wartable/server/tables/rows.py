"""What the database says of a table, beside the entries of its match."""

from dataclasses import dataclass
from typing import Any

from wartable.core.match import Outcome


@dataclass
class Seat:
    """A place at the table: a person, a bot, or nobody yet."""

    number: int
    user_id: int | None
    bot: str
    name: str

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.bot


@dataclass
class Offer:
    """Somebody asks to take back what was done after the first `keep` actions."""

    seat: int
    keep: int
    agreed: set[int]


@dataclass(frozen=True)
class TableRow:
    """What the database says of a match beside its entries."""

    id: str
    game: str
    rules: int
    options: str
    seed: bytes
    host: int
    status: str
    private: bool
    invite: str
    rated: bool
    clock: str
    created: float
    moved: float
    due: str
    deadline: float | None
    result: str | None
    shown_due: str
    shown_moved: float
    quiet: bool = False
    again: str | None = None
    tournament: str | None = None
    sealed: bool = False


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "ending": outcome.ending,
        "rule": outcome.rule,
        "text": outcome.text,
        "scores": list(outcome.scores),
        "points": list(outcome.points),
    }
