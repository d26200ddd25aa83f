"""The player aid: a game on one page, from `aid.toml` in its folder.

    goal = "Reach {goal} points first."

    [[part]]
    title = "Your turn"
    lines = [
        ["Deploy a Metal on a free corner, or move one.", "MT-3.1"],       # a line, and its rule
        ["Each hit counts.", "MT-4.9", { focus_fire = "on" }],             # only at tables with this option
    ]

A name in braces is an option of the table, or a number of its `numbers.csv`. `goal` may be a list of such lines without
a rule: `[["Reach {goal} points first.", { factions = "off" }]]`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from wartable.core.game import Game
from wartable.core.phrases import together
from wartable.errors import BadData
from wartable.languages import Worded
from wartable.rulebook.data import Data
from wartable.rulebook.options import Options

from .examples import read_toml
from .option_words import typed


@dataclass(frozen=True)
class Part:
    title: str
    lines: tuple[tuple[str, str], ...]
    """Each line with the name of its rule."""


@dataclass(frozen=True)
class Aid:
    goal: str
    parts: tuple[Part, ...]

    @property
    def rules(self) -> list[str]:
        return [rule for part in self.parts for _, rule in part.lines]


class Numbers(dict[str, object]):
    """The values of names in braces: the options of a table, and the numbers of its data."""

    def __init__(self, options: Options, data: Data) -> None:
        super().__init__({name: typed(value) for name, value in options.items()})
        self._data = data

    def __missing__(self, name: str) -> int:
        return self._data.number(name, 0, 10**6)


def load_aid(
    game: Game,
    options: Mapping[str, object] | None = None,
    files: Mapping[str, str] | None = None,
    cells: Mapping[str, str] | None = None,
) -> Aid | None:
    """The player aid of the game for a table with these options; None if the game has none."""
    path = game.folder / "aid.toml"
    if not path.exists():
        return None
    settled, joined = game.settle(options or {}, files or {})
    numbers = Numbers(settled, game.data(joined, cells))
    found = _read(path, path.stat().st_mtime_ns)
    try:
        goals = found["goal"] if isinstance(found["goal"], list) else [[found["goal"]]]
        goal = together([_filled(line[0], numbers) for line in goals if _holds(settled, line[1:])])
        parts = [
            Part(
                part["title"],
                tuple((_filled(line[0], numbers), line[1]) for line in part["lines"] if _holds(settled, line[2:])),
            )
            for part in found["part"]
        ]
        return Aid(goal, tuple(part for part in parts if part.lines))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadData(f"{path.name}: an aid has a goal, and parts with title and lines ({error})") from None


def _filled(line: str, numbers: Numbers) -> str:
    return Worded.of(line.format_map(numbers), line, numbers)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> dict[str, Any]:
    return read_toml(path)


def _holds(options: Options, conditions: list[dict[str, str]]) -> bool:
    """Whether a table has the options that a line is for. For an option with several values, one of them must match."""
    return all(
        value in typed(options[name]).split("+") for condition in conditions for name, value in condition.items()
    )
