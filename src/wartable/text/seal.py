"""Sealed variants: numbers and the map of a game changed by a seed, so that a benchmark stays fresh.

The author publishes the hash first and the seed afterwards. Then everybody can reproduce the variant, and see that it
was not chosen to fit a result.
"""

import hashlib
import itertools
import json
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from wartable.core.game import Game
from wartable.errors import BadOption, WartableError
from wartable.rulebook.cells import cells_of
from wartable.rulebook.data import Picture
from wartable.testing.check import first_disagreement
from wartable.testing.laws.moment import LawBroken
from wartable.testing.laws.random_match import play_random

from .rules import told_changes

CHANGES = 5
"""The number of changes."""
REACH = 4
"""A number changes by at most its own amount divided by this, and by at least 1."""
MATCHES = 3
"""Random matches for each number of players; each single number is tried in one match."""
MOST_EXCHANGES = 40
"""How many exchanges on a map are tried."""
EVERY = 7
"""At one in this many decisions, the rules are asked about every action."""
NOT_VARIED = ("judge",)


@dataclass(frozen=True)
class Variant:
    """A game with other numbers and another map: `cells` and `files` are what `Match.start(game, ...)` takes."""

    game: Game
    seed: str
    cells: dict[str, str]
    files: dict[str, str] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        """The hash to publish first. It reveals nothing of the seed, and matches no other variant."""
        facts = {"game": self.game.name, "rules": self.game.version, "seed": self.seed, "cells": self.cells}
        facts |= {"files": self.files} if self.files else {}
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

    def told(self) -> list[str]:
        """The differences from the rulebook, line by line."""
        return told_changes(self.game, self.cells, self.files)


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(16)


def seal(game: Game, seed: str, changes: int | None = None) -> Variant:
    """The variant of a seed, the same under the same rules; without `changes`, as many as possible, at most 5."""
    wanted = CHANGES if changes is None else changes
    if not seed or wanted < 1:
        raise BadOption(f"seed {seed!r} and {wanted} changes: a seed has at least a letter, and a number changes")
    dice = random.Random(f"{game.name} {seed}")
    numbers = [path for path, text in cells_of(game.data()).items() if _is_varied(path, text)]
    dice.shuffle(numbers)
    made = Variant(game, seed, {})
    for tried in _changes(game, dice, numbers, made):
        done = len(tried.cells) + _moved(game, tried.files) // 2
        if _changes_the_table(made, tried) and _holds(tried, MATCHES if done >= wanted else 1):
            made.cells.update(tried.cells)
            made.files.update(tried.files)
            if done >= wanted:
                break
    done = len(made.cells) + _moved(game, made.files) // 2
    if not done or done < (changes or 0):
        raise BadOption(f"{game.title} has {done} numbers and places that can change together, not {wanted}")
    return Variant(game, seed, dict(sorted(made.cells.items())), made.files)


def _changes(game: Game, dice: random.Random, numbers: list[str], made: Variant) -> Iterator[Variant]:
    """What to try, one change after the other beside those that are `made`: numbers, then exchanges on the map."""
    printed = cells_of(game.data())
    for path in numbers:
        yield replace(made, cells={**made.cells, path: _changed(dice, int(printed[path]))})
    for name in _maps(game):
        for _ in range(MOST_EXCHANGES):
            picture = game.data(made.files).picture(name)
            yield replace(made, files={**made.files, name: _exchanged(dice, game.data(made.files).read(name), picture)})


def _maps(game: Game) -> list[str]:
    """The files of the maps that tables have by default."""
    files = [f"{option.file}/{option.values[0]}.txt" for option in game.options if option.file]
    return [name for name in files if (game.folder / "data" / name).exists()]


def _exchanged(dice: random.Random, text: str, picture: Picture) -> str:
    """A map on which two places are exchanged, and those across the middle with them, so that it stays as fair."""
    rows = [list(row) for row in picture.rows]
    last = len(rows) - 1
    places = [(row, column) for row in range(len(rows)) for column in range(len(rows[row]))]
    one, other = dice.sample(places, 2)
    rows[one[0]][one[1]], rows[other[0]][other[1]] = rows[other[0]][other[1]], rows[one[0]][one[1]]
    for row, column in (one, other):
        rows[last - row][-1 - column] = rows[row][column]
    head = text.splitlines()[: picture.first_line - 1]
    return "\n".join([*head, *(" ".join(row) for row in rows)]) + "\n"


def _moved(game: Game, files: dict[str, str]) -> int:
    """How many places of the maps are other than in the box."""
    pairs = zip(_signs(game, files), _signs(game, {}), strict=True)
    return sum(one != other for one, other in pairs)


def _is_varied(path: str, text: str) -> bool:
    return text.isdecimal() and int(text) > 0 and path.partition(".")[0] not in NOT_VARIED


def _changed(dice: random.Random, value: int) -> str:
    reach = max(1, value // REACH)
    return str(dice.choice([other for other in range(max(1, value - reach), value + reach + 1) if other != value]))


def _changes_the_table(before: Variant, after: Variant) -> bool:
    """Whether these changes give a valid and different table for every number of players."""
    game, signs = before.game, [sorted(_signs(before.game, one.files)) for one in (before, after)]
    try:
        boxes = [[game.new_box(None, seats, one.files, one.cells) for one in (before, after)] for seats in game.seats]
    except WartableError:
        return False
    return signs[0] == signs[1] and any(one.tobytes() != other.tobytes() for one, other in boxes)


def _signs(game: Game, files: dict[str, str]) -> list[str]:
    """All places of the maps, one after the other."""
    pictures = [game.data(files).picture(name) for name in _maps(game)]
    return [sign for picture in pictures for row in picture.rows for sign in row]


def _holds(variant: Variant, matches: int) -> bool:
    """Whether random matches obey the laws: they end, nobody is stuck, and exactly the illegal actions are refused."""
    game = variant.game
    marks = np.zeros(game.action_count, np.int8)
    try:
        for seats, number in itertools.product(game.seats, range(matches)):
            for moment, seat, _ in play_random(game, {}, seats, number, variant.cells, variant.files):
                if seat in range(seats) and moment.step % EVERY == 0:
                    marks[:] = 0
                    marks[moment.legal(seat)] = 1
                    if first_disagreement(moment.s, moment.box, seat, marks, game.action_count) >= 0:
                        return False
    except LawBroken:
        return False
    return True
