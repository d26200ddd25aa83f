"""Measures how many actions a second the judge of a game evaluates: `benchmarks/judging.py GAME [--seconds S]`.

A greedy bot looks at positions of random matches: it tries every legal action and the judge evaluates the result. It
measures CPU seconds on one core. It only uses long-standing interfaces, so that `benchmarks/against.py --judge` can run
it with the rules of another checkout.
"""

import argparse
import json
import time
from typing import Any

import numpy as np

from wartable.core import generic, play
from wartable.core.frames import MAX_SEATS, NATURE, first_due
from wartable.core.numbers.chance import generator
from wartable.core.registry import find_game

POSITIONS = 400


def positions(game: Any, box: Any) -> list[tuple[Any, int, int]]:
    """Positions of random matches, with the seat to act and the number of actions; the same each time."""
    out, weights = game.buffers()
    rng = generator(11)
    found: list[tuple[Any, int, int]] = []
    s = game.new_state(box)
    while len(found) < POSITIONS:
        play.random_steps(s, box, rng, out, weights, 3)
        seat = int(first_due(s))
        if seat < 0:
            s = game.new_state(box)
        elif seat < NATURE:
            found.append((s.copy(), seat, int(generic.legal(s, box, seat, out))))
    return found


def weighed_per_second(game: Any, seconds: float) -> float:
    box = game.new_box(None, game.seats[0])
    table = np.zeros(2, game.state.dtype)
    out, weights = game.buffers()
    tried, shares, rng = np.zeros_like(out), np.zeros(MAX_SEATS), generator(5)
    given = positions(game, box)
    actions, spent = -1, 0.0
    while spent < seconds:
        started = time.process_time()
        for s, seat, _ in given:
            table[0] = s
            play.greedy_action(table, box, seat, rng, out, tried, weights, shares, 1)
        if actions >= 0:
            spent += time.process_time() - started
        # The first time compiles, or loads what is compiled.
        actions = actions + sum(count for _, _, count in given) if actions >= 0 else 0
    return actions / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=1.0)
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    rate = round(weighed_per_second(game, arguments.seconds))
    print(json.dumps({"game": game.name, "weighed_per_second": rate, "state_bytes": game.state.dtype.itemsize}))


if __name__ == "__main__":
    main()
