"""Components that are strictly better than others, by the columns that a game declares (`Metrics.compared`)."""

from collections.abc import Iterator
from itertools import permutations

from wartable.core.contract import Compared
from wartable.core.game import Game
from wartable.rulebook.data import Data, Row


def strictly_better(game: Game, data: Data) -> Iterator[tuple[str, str, list[str]]]:
    """For each component that is strictly better than others: its table, its name, and theirs."""
    for table, columns in game.metrics.compared.items():
        worse: dict[str, list[str]] = {}
        for one, other in permutations(data.table(table), 2):
            if beats(one, other, columns):
                worse.setdefault(_name(one), []).append(_name(other))
        for name, names in worse.items():
            yield table, name, list(dict.fromkeys(names))


def beats(one: Row, other: Row, columns: Compared) -> bool:
    """Whether a component costs no more, brings no less, and differs in one of them."""
    if any(one.text(column) != other.text(column) for column in columns.alike):
        return False
    gains = [_number(other, column) - _number(one, column) for column in columns.less]
    gains += [_number(one, column) - _number(other, column) for column in columns.more]
    return min(gains) >= 0 and max(gains) > 0


def _number(row: Row, column: str) -> int:
    return row.number(column, -9999, 9999)


def _name(row: Row) -> str:
    return row.cells.get("name") or row.id.replace("_", " ")
