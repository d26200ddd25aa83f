"""The database's data about a table, besides the entries of its match."""

from dataclasses import dataclass
from typing import Any

from wartable.core.match import Outcome
from wartable.core.match.saves import FORMAT


@dataclass
class Seat:
    """A seat: a person, a bot, or free."""

    number: int
    user_id: int | None
    bot: str
    name: str

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.bot


@dataclass
class Offer:
    """A request to take back everything after the first `keep` actions."""

    seat: int
    keep: int
    agreed: set[int]


@dataclass(frozen=True)
class TableRow:
    """The database's data about a match, besides its entries."""

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
    format: int = FORMAT
    variant: str | None = None


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "ending": outcome.ending,
        "rule": outcome.rule,
        "text": outcome.text,
        "scores": list(outcome.scores),
        "points": list(outcome.points),
    }
