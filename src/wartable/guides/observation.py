"""Observations, number by number: the meaning of each feature of a game, and observations in words.

A game's `observation.py` has `parts(data)`, which lists what its `features` writes, in the same order::

    def parts(data):
        return (each("side", ("own", "other"), (number("points", "points", 50), flag("active", "it is its turn"))),)

`describe` numbers that list, and the laws compare it with the output of `features`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from wartable.core.game import Game
from wartable.errors import WartableError
from wartable.rulebook.data import Data


class Undescribed(WartableError):
    """The game does not say what its observations mean."""


@dataclass(frozen=True)
class Part:
    """A number: the feature times `scale` is the amount; `least` and `most` are the bounds of the feature.

    `most` is None if there is no bound. `kind` is flag (1 if true), number, or sign (1 own, -1 another's).
    """

    name: str
    meaning: str
    kind: str = "flag"
    scale: float = 1.0
    least: float = 0.0
    most: float | None = 1.0


@dataclass(frozen=True)
class Each:
    """The same parts for each of these names."""

    name: str
    of: tuple[str, ...]
    parts: tuple["Part | Each", ...]


Parts = tuple[Part | Each, ...]
Names = tuple[tuple[str, str], ...]
"""The kinds and names of what a number belongs to, from the outside in."""


@dataclass(frozen=True)
class Feature:
    """A number of an observation: its index, its full name, its meaning, and its range."""

    index: int
    name: str
    meaning: str
    kind: str
    scale: float
    least: float
    most: float | None

    @property
    def range(self) -> str:
        """The range for people."""
        return f"{self.least:g} to {self.most:g}" if self.most is not None else f"from {self.least:g}"

    def says(self, value: float) -> str:
        """The number in words; empty if it says that something is absent."""
        if self.kind == "flag":
            return self.meaning if value >= 0.5 else ""
        if self.kind == "sign":
            return f"{self.meaning}: {'own' if value > 0 else 'of another'}" if value else ""
        return f"{self.meaning}: {value * self.scale:.3g}" if value else ""


def flag(name: str, meaning: str) -> Part:
    """A feature that is 1 if true, else 0."""
    return Part(name, meaning)


def number(name: str, meaning: str, scale: float = 1.0, most: float | None = None, least: float = 0.0) -> Part:
    """An amount, divided by `scale`; `least` and `most` are of the amount."""
    return Part(name, meaning, "number", scale, least / scale, None if most is None else most / scale)


def sign(name: str, meaning: str) -> Part:
    """A feature that is 1 for the viewer's own, -1 for another's, 0 for nobody's."""
    return Part(name, meaning, "sign", 1.0, -1.0, 1.0)


def unused(name: str = "unused") -> Part:
    """A feature that is always 0."""
    return Part(name, "always 0", "number", 1.0, 0.0, 0.0)


def each(name: str, of: Iterable[object], parts: Iterable[Part | Each]) -> Each:
    """The same parts for each of some names, or for the numbers of a range."""
    return Each(name, tuple(str(one) for one in of), tuple(parts))


def flags(name: str, of: Iterable[object], meaning: str) -> Each:
    """A flag for each of some names; `{}` in the meaning is the name."""
    return each(name, of, (flag("", meaning),))


def ids(data: Data, table: str, count: int) -> list[str]:
    """The ids of a data table in order; unused places are `spare`."""
    found = [row.id for row in data.table(table)][:count]
    return [*found, *(f"spare_{place}" for place in range(len(found), count))]


def _walk(parts: Parts, path: str, names: Names) -> Iterator[tuple[str, str, Part]]:
    for part in parts:
        joined = ".".join(one for one in (path, part.name) if one)
        if isinstance(part, Part):
            yield joined, _put(part.meaning, names), part
        else:
            for name in part.of:
                yield from _walk(part.parts, f"{joined}[{name}]", (*names, (part.name, name)))


def _put(meaning: str, names: Names) -> str:
    """The meaning with its {} filled: the innermost name last; names that it does not mention go in front."""
    count = meaning.count("{}")
    around, inner = names[: len(names) - count], names[len(names) - count :]
    told = meaning.format(*(name.replace("_", " ") for _, name in inner)) if count else meaning
    return f"{', '.join(_called(*one) for one in around)}: {told}" if around else told


def _called(kind: str, name: str) -> str:
    """A name as it is said: `own`, but `hex 12`, since a number alone means nothing."""
    return (f"{kind} {name}" if name.isdigit() else name).replace("_", " ")


def is_described(game: Game) -> bool:
    """Whether the game has an observation.py."""
    package = _package(game)
    return bool(package) and find_spec(f"{package}.observation") is not None


def _package(game: Game) -> str:
    return game.rules.__name__.rpartition(".")[0]


def describe(game: Game) -> tuple[Feature, ...]:
    """The meaning of each number of the game's observations, in order; Undescribed if the game has no description."""
    if not is_described(game):
        raise Undescribed(
            f"{game.title} has no observation.py, which would say what its {game.feature_count} numbers mean"
        )
    parts: Parts = import_module(f"{_package(game)}.observation").parts(game.data())
    return tuple(
        Feature(index, name, meaning, part.kind, part.scale, part.least, part.most)
        for index, (name, meaning, part) in enumerate(_walk(parts, "", ()))
    )


def read(features: Sequence[Feature], numbers: Any) -> list[str]:
    """An observation in words: a line for each number that says something is there."""
    return [text for feature in features if (text := feature.says(float(numbers[feature.index])))]


@dataclass(frozen=True)
class Observation:
    """What a seat may know, as the numbers that learners get; it prints in words."""

    game: Game
    numbers: np.ndarray[Any, np.dtype[np.float32]]

    @property
    def words(self) -> list[str]:
        """A line for each number that says something is there."""
        return read(describe(self.game), self.numbers)

    def __str__(self) -> str:
        return "\n".join(self.words)

    def __getitem__(self, name: str) -> float:
        """The number with that name: `observation["side[own].pool"]`; KeyError if there is none."""
        for feature in describe(self.game):
            if feature.name == name:
                return float(self.numbers[feature.index])
        raise KeyError(name)
