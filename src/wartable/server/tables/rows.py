"""The database's data about a table, besides the entries of its match."""

import json
from dataclasses import dataclass
from typing import Any

from wartable.core.game import Game
from wartable.core.match import Outcome, dice
from wartable.core.match.saves import FORMAT
from wartable.languages import Verbatim, Worded

from ..people.passwords import new_id, new_secret
from ..storage.heartbeat import steady_time
from .clock import ClockRule

BOT_NAMES = "Random bot", "Greedy bot", "Net bot", "Beginner bot", "Easy bot", "Medium bot", "Hard bot"


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

    @property
    def shown(self) -> str:
        """The name; a bot's can be said in other languages."""
        known = next((one for one in BOT_NAMES if self.bot and self.name.startswith(one)), "")
        more = self.name.removeprefix(known)
        return Worded.of(self.name, "{bot}{more}", {"bot": known, "more": more}) if known else Verbatim(self.name)


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

    @property
    def is_contest(self) -> bool:
        """Whether players are compared, so that there is no help for them."""
        return self.rated or self.tournament is not None or self.sealed

    @property
    def is_daily(self) -> bool:
        """Whether it is a try at the match of the day, whose dice others have, too."""
        return self.sealed and self.tournament is None


def new_row(game: Game, host: int, options: dict[str, Any], clock: ClockRule, **more: Any) -> TableRow:
    """A table that waits for its players, by today's rules; `more` are values other than the usual ones."""
    now = steady_time()
    usual: dict[str, Any] = {"seed": dice.new_seed(), "private": False, "rated": False}
    return TableRow(
        id=new_id(),
        game=game.name,
        rules=game.version,
        options=json.dumps(options),
        host=host,
        status="open",
        invite=new_secret()[:12],
        clock=json.dumps(clock.as_json()),
        created=now,
        moved=now,
        due="",
        deadline=None,
        result=None,
        shown_due="",
        shown_moved=now,
        **(usual | more),
    )


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "ending": outcome.ending,
        "rule": outcome.rule,
        "text": outcome.text,
        "scores": list(outcome.scores),
        "points": list(outcome.points),
    }
