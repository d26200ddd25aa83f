"""The parts that action codes are made of: the family, and each field's value within its family."""

from typing import Any

import numpy as np

from wartable.core.game import Game

Array = np.ndarray[Any, Any]


def part_count(game: Game) -> int:
    """How many different parts there are: one for each family, and one for each value of its fields."""
    return sum(1 + sum(radix for radix in family[2:] if radix > 1) for family in game.families.values())


def part_table(game: Game) -> Array:
    """The parts of each code: action_count x 5, the family first, -1 where a family has fewer fields."""
    table = np.full((game.action_count, 5), -1, np.int32)
    at = 0
    for family in game.families.values():
        rows = table[family.first : family.last + 1]
        rows[:, 0] = at
        at += 1
        places = np.unravel_index(np.arange(family.length), family[2:])
        for field, radix in enumerate(family[2:]):
            if radix > 1:
                rows[:, 1 + field] = at + places[field]
                at += radix
    return table
