"""What a sweep varies and a search may change: options of the game and cells of its data files."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from wartable.bots.weights import joined
from wartable.core.game import Game
from wartable.core.match.setup import Setup
from wartable.errors import WartableError
from wartable.rulebook.cells import check_cells

from ..runs.job import Job

MOST_VALUES = 200
MOST_TABLES = 1000
_NUMBER = r"-?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?::(\d+(?:\.\d+)?))?")
_TABLE_WORDS = ("players", "bots")


class BadVary(WartableError):
    """The thing to vary cannot be parsed, or does not exist."""


@dataclass(frozen=True)
class Knob:
    """One thing to vary, with its values: an option, a data cell, the number of players, or the bots.

    A cell of judge.csv that is `own` changes for the first bot only; the others use the game's judge.
    """

    name: str
    values: tuple[str, ...]
    is_cell: bool
    is_own: bool = False

    @property
    def is_ordered(self) -> bool:
        """Whether the values are increasing numbers, so that neighbours are similar."""
        if len(self.values) < 2 or not all(re.fullmatch(_NUMBER, value) for value in self.values):
            return False
        numbers = [Decimal(value) for value in self.values]
        return all(one < other for one, other in itertools.pairwise(numbers))

    @property
    def is_real(self) -> bool:
        return any("." in value for value in self.values) and self.is_ordered

    def with_value(self, value: str) -> "Knob":
        """The knob, with this value of a real number allowed too."""
        if not self.is_real or any(Decimal(one) == Decimal(value) for one in self.values):
            return self
        values = sorted([*self.values, value], key=Decimal)
        return Knob(self.name, tuple(values), self.is_cell, self.is_own)


def read_knob(game: Game, text: str) -> Knob:
    """`option=a,b,c`, `data/table.row.column=1..4` (or 1..9:2), `judge.row=0.2..0.8:0.1`, `players=2,3`, `bots=a,b`."""
    name, equals, values = text.partition("=")
    if not equals or not name or not values:
        raise BadVary(f"{text!r}: write it as option=a,b,c or data/table.row.column=1..4")
    found = _values(text, values)
    if name.startswith("data/"):
        path = name.removeprefix("data/")
        if path.count(".") < 2:
            raise BadVary(f"{name}: a number in a data file is written data/table.row.column")
        check_cells(game.data(cells={path: found[0]}))
        return Knob(path, found, True)
    if name.startswith("judge."):
        path = f"{name}.value"
        check_cells(game.data(cells={path: found[0]}))
        return Knob(path, found, True, True)
    if name not in _TABLE_WORDS and name not in {option.name for option in game.options}:
        known = ", ".join([*(option.name for option in game.options), *_TABLE_WORDS])
        raise BadVary(f"{game.title} has no option {name}; there are: {known}, and numbers as data/table.row.column")
    return Knob(name, found, False)


def _values(text: str, values: str) -> tuple[str, ...]:
    match = _RANGE.fullmatch(values)
    if match:
        first, last, step = Decimal(match[1]), Decimal(match[2]), Decimal(match[3] or 1)
        if last < first or step <= 0:
            raise BadVary(f"{text!r}: a range goes up, as in 1..4 or 10..50:10")
        if (last - first) // step >= MOST_VALUES:
            raise BadVary(f"{text!r}: more than {MOST_VALUES} values")
        return tuple(str(first + number * step) for number in range(int((last - first) // step) + 1))
    found = tuple(value.strip() for value in values.split(","))
    if not all(found) or len(set(found)) != len(found):
        raise BadVary(f"{text!r}: the values are separated by commas, each once")
    return found


def turned(game: Game, job: Job, knobs: Sequence[Knob], values: Sequence[str]) -> Job:
    """The job with the knobs at these values; a value that does not fit is refused in the game's own words."""
    options, cells, players, bots = dict(job.options), dict(job.cells), job.players, job.bots
    own: dict[str, str] = {}
    for knob, value in zip(knobs, values, strict=True):
        if knob.is_own:
            own[knob.name.removeprefix("judge.").removesuffix(".value")] = value
        elif knob.is_cell:
            cells[knob.name] = value
        elif knob.name == "players":
            players = _players(game, value)
        elif knob.name == "bots":
            bots = tuple(value.split("+"))
        else:
            options[knob.name] = next(o for o in game.options if o.name == knob.name).read(value)
    if own:
        first, *others = bots if len(bots) > 1 else bots * players
        bots = (joined(first, own), *others)
    setup = Setup.of(game, players, options, job.files, cells)
    setup.new_box()
    return job.with_(options=setup.options, files=setup.files, cells=setup.cells, players=players, bots=bots)


def _players(game: Game, value: str) -> int:
    if not value.isdigit() or int(value) not in game.seats:
        raise BadVary(f"players={value}: {game.title} is for {' or '.join(map(str, game.seats))}")
    return int(value)


def combinations(knobs: Sequence[Knob]) -> list[tuple[str, ...]]:
    """All combinations of the values of all knobs."""
    count = 1
    for knob in knobs:
        count *= len(knob.values)
    if count > MOST_TABLES:
        raise BadVary(f"{count:,} combinations; {MOST_TABLES:,} are the most")
    return list(itertools.product(*(knob.values for knob in knobs)))
