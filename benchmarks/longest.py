"""Finds the longest decisions of random play: `python benchmarks/longest.py [GAME ...] [--games N] [--steps N]`

On a GPU the games of a block wait for each other before each action (`make_regrouped` in batch/cuda.py), so a step
takes as long as its longest decision. This script interprets the rules of N games side by side and counts the executed
lines: of all decisions, of the longest in each step, and by function. Lines for notes are included. With
`PYTHONPATH=OTHER/src` it counts the rules of another checkout.
"""

import argparse
import os
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"

import numpy as np

from wartable.core.frames import NATURE, kind
from wartable.core.generic import apply, chance, legal
from wartable.core.numbers.chance import draw, draw_weighted, generator, random_due
from wartable.core.registry import find_game, game_names

WHERE = ("/games/", "/core/frames.py", "/core/bits.py", "/core/actions.py")
SPREAD = 220
"""The most actions that a game has behind it at the start; games start at different points."""


class Lines:
    """Counts executed lines of rules, by function."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.known: dict[str, bool] = {}

    def __enter__(self) -> "Lines":
        sys.settrace(self.called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def called(self, frame: Any, _event: str, _given: Any) -> Any:
        file = frame.f_code.co_filename
        if file not in self.known:
            self.known[file] = any(part in Path(file).as_posix() for part in WHERE)
        return self.ran if self.known[file] else None

    def ran(self, frame: Any, event: str, _given: Any) -> Any:
        if event == "line":
            self.count[frame.f_code.co_name] += 1
        return self.ran


class Player:
    """One game after the other, at random."""

    def __init__(self, name: str, number: int) -> None:
        self.game = find_game(name)
        self.box = self.game.new_box(None, self.game.seats[0])
        self.rng = generator(7 * number + 1)
        self.out, self.weights = self.game.buffers()
        self.s = self.game.new_state(self.box)
        self.lines = Lines()
        for _ in range(random.Random(number).randrange(SPREAD)):
            self.act()

    def act(self) -> tuple[int, Counter[str]]:
        """Make one decision; return its kind and the number of lines executed."""
        if self.s.head.over:
            self.s = self.game.new_state(self.box)
        asked, seat = int(kind(self.s)), int(random_due(self.s, self.rng))
        self.lines.count = Counter()
        with self.lines:
            if seat == NATURE:
                count = chance(self.s, self.box, self.out, self.weights)
            else:
                count = legal(self.s, self.box, seat, self.out)
        at = draw_weighted(self.rng, self.weights, count) if seat == NATURE else draw(self.rng, count)
        with self.lines:
            apply(self.s, self.box, seat, int(self.out[at]))
        return asked, self.lines.count


def measure(name: str, games: int, steps: int) -> None:
    np.seterr(over="ignore")
    players = [Player(name, number) for number in range(games)]
    total = longest = 0
    kinds: Counter[int] = Counter()
    functions: Counter[str] = Counter()
    for _ in range(steps):
        made = [player.act() for player in players]
        asked, lines = max(made, key=lambda one: one[1].total())
        total += sum(one.total() for _, one in made)
        longest += lines.total()
        kinds[asked] += 1
        functions += lines
    print(
        f"{name}: {total / games / steps:.0f} lines a decision, {longest / steps:.0f} the longest of {games}",
        flush=True,
    )
    print("  of kind " + ", ".join(f"{asked} in {count / steps:.0%}" for asked, count in kinds.most_common(3)))
    print("  in " + ", ".join(f"{where} {count / steps:.0f}" for where, count in functions.most_common(12)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_played", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--steps", type=int, default=60)
    given = parser.parse_args()
    for name in given.games_played:
        measure(name, given.games, given.steps)


if __name__ == "__main__":
    main()
