"""Sealed variants: numbers of a game's data changed by a seed, so that a benchmark stays fresh.

The author publishes the hash first and the seed afterwards. Then everybody can reproduce the variant, and see that it
was not chosen to fit a result.
"""

import hashlib
import itertools
import json
import random
import secrets
from dataclasses import dataclass

import numpy as np

from wartable.core.game import Game
from wartable.errors import BadOption, WartableError
from wartable.rulebook.cells import cells_of
from wartable.testing.check import first_disagreement
from wartable.testing.laws.moment import LawBroken
from wartable.testing.laws.random_match import play_random

from .rules import told_cells

CHANGES = 5
"""The number of changes."""
REACH = 4
"""A number changes by at most its own amount divided by this, and by at least 1."""
MATCHES = 3
"""Random matches for each number of players; each single number is tried in one match."""
EVERY = 7
"""At one in this many decisions, the rules are asked about every action."""
NOT_VARIED = ("judge",)


@dataclass(frozen=True)
class Variant:
    """A game with other numbers: `cells` are the changes, as `Match.start(game, cells=...)` takes them."""

    game: Game
    seed: str
    cells: dict[str, str]

    @property
    def hash(self) -> str:
        """The hash to publish first. It reveals nothing of the seed, and matches no other variant."""
        facts = {"game": self.game.name, "rules": self.game.version, "seed": self.seed, "cells": self.cells}
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

    def told(self) -> list[str]:
        """The differences from the rulebook, line by line."""
        return told_cells(self.game, self.cells)


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
    cells: dict[str, str] = {}
    for path in numbers:
        tried = {**cells, path: _changed(dice, int(cells_of(game.data())[path]))}
        if _changes_the_table(game, cells, tried) and _holds(game, tried, MATCHES if len(tried) == wanted else 1):
            cells = tried
        if len(cells) == wanted:
            break
    if not cells or len(cells) < (changes or 0):
        raise BadOption(f"{game.title} has {len(cells)} numbers that can change together, not {wanted}")
    return Variant(game, seed, dict(sorted(cells.items())))


def _is_varied(path: str, text: str) -> bool:
    return text.isdecimal() and int(text) > 0 and path.partition(".")[0] not in NOT_VARIED


def _changed(dice: random.Random, value: int) -> str:
    reach = max(1, value // REACH)
    return str(dice.choice([other for other in range(max(1, value - reach), value + reach + 1) if other != value]))


def _changes_the_table(game: Game, before: dict[str, str], after: dict[str, str]) -> bool:
    """Whether these cells give a valid and different table for every number of players."""
    try:
        boxes = [[game.new_box(None, seats, None, cells) for cells in (before, after)] for seats in game.seats]
    except WartableError:
        return False
    return any(one.tobytes() != other.tobytes() for one, other in boxes)


def _holds(game: Game, cells: dict[str, str], matches: int) -> bool:
    """Whether random matches obey the laws: they end, nobody is stuck, and exactly the illegal actions are refused."""
    marks = np.zeros(game.action_count, np.int8)
    try:
        for seats, number in itertools.product(game.seats, range(matches)):
            for moment, seat, _ in play_random(game, {}, seats, number, cells):
                if seat in range(seats) and moment.step % EVERY == 0:
                    marks[:] = 0
                    marks[moment.legal(seat)] = 1
                    if first_disagreement(moment.s, moment.box, seat, marks, game.action_count) >= 0:
                        return False
    except LawBroken:
        return False
    return True
