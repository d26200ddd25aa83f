"""Sealed variants: numbers of a game's data changed by a seed, so that a benchmark stays fresh.

Whoever makes one publishes its hash first and its seed afterwards: then everybody can make it again, and sees that it
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
"""So many numbers are changed."""
REACH = 4
"""A number changes by at most its own part of this size, and by 1 at least."""
MATCHES = 3
"""So many random matches are played for each number of players, and each number alone is tried in one."""
EVERY = 7
"""At one decision in so many the rules are asked about every action."""
NOT_VARIED = ("judge",)


@dataclass(frozen=True)
class Variant:
    """A game with other numbers: `cells` are those that changed, as `Match.start(game, cells=...)` takes them."""

    game: Game
    seed: str
    cells: dict[str, str]

    @property
    def hash(self) -> str:
        """What is published first. It tells nothing of the seed, and fits no other variant."""
        facts = {"game": self.game.name, "rules": self.game.version, "seed": self.seed, "cells": self.cells}
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

    def told(self) -> list[str]:
        """What is other than in the rulebook, line by line."""
        return told_cells(self.game, self.cells)


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(16)


def seal(game: Game, seed: str, changes: int | None = None) -> Variant:
    """The variant of a seed, the same with the same rules; without `changes` as many as can be, at most 5."""
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
    """Whether a table with these cells can be laid out, for every number of players, and is another."""
    try:
        boxes = [[game.new_box(None, seats, None, cells) for cells in (before, after)] for seats in game.seats]
    except WartableError:
        return False
    return any(one.tobytes() != other.tobytes() for one, other in boxes)


def _holds(game: Game, cells: dict[str, str], matches: int) -> bool:
    """Whether random matches obey the laws: they end, nobody is stuck, and what is refused is what is not legal."""
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
