"""`wartable bench [GAME]`: how fast the rules run on one core of this machine.

Everything is measured in CPU seconds, so that other programs on the machine have little influence.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from .command import Command
from .common import add_json_argument, print_rows

START = """
import sys, time
from wartable.core.registry import find_game
from wartable.core.match import Match
match = Match.start(find_game(sys.argv[1]), players=int(sys.argv[2]), seed=1)
for seat in match.due: match.legal(seat)
"""
WARM = """
import sys
from wartable.core.registry import find_game
from wartable.compiler.ahead.parts import warm
warm(find_game(sys.argv[1]))
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="default: all")
    parser.add_argument("--players", type=int, help="how many (default: the fewest that the game takes)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each rate is measured")
    parser.add_argument(
        "--after", type=int, default=0, help="start counting at this action of each match (to skip the setup)"
    )
    parser.add_argument("--no-compile", action="store_true", help="leave out the compile and start times")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.match.setup import check_players
    from wartable.core.registry import all_games, find_game

    games = [find_game(arguments.game)] if arguments.game else all_games()
    rows = []
    for game in games:
        progress(f"{game.title}: measuring rates")
        players = check_players(game, arguments.players or game.seats[0])
        row = rates(game, players, arguments.seconds, arguments.after)
        if not arguments.no_compile:
            row |= starts(game)
        rows.append(row)
    progress("")
    if arguments.json:
        for row in rows:
            print(json.dumps(row))
    else:
        print_rows(rows, as_json=False)


def progress(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{line:<72}\r", end="", file=sys.stderr, flush=True)


def rates(game: Any, players: int, seconds: float, after: int) -> dict[str, Any]:
    """Decisions, matches and copies a second: random players, legal actions listed at every step, one core."""
    import numpy as np

    from wartable.core.numbers.chance import generator
    from wartable.core.play import copies, random_matches, random_steps

    box = game.new_box(None, players)
    states = np.zeros(2, game.state.dtype)
    out, weights = game.buffers()
    rng = generator(7)

    def whole_matches(count: int) -> tuple[int, float]:
        started = time.process_time()
        return random_matches(states, box, count, rng, out, weights, game.bound), time.process_time() - started

    def rest_of_a_match(_count: int) -> tuple[int, float]:
        s = game.new_state(box)
        random_steps(s, box, rng, out, weights, after)
        started = time.process_time()
        return random_steps(s, box, rng, out, weights, game.bound), time.process_time() - started

    play = rest_of_a_match if after else whole_matches
    play(1)
    copies(states, 2)
    matches, steps, spent, batch = 0, 0, 0.0, 1
    while spent < seconds:
        made, took = play(batch)
        steps, spent, matches = steps + made, spent + took, matches + batch
        batch = 1 if after else min(batch * 2, 1000)
    started, copied = time.process_time(), 0
    while (copy_time := time.process_time() - started) < seconds / 4:
        copied += copies(states, 100_000)
    return {
        "game": game.name,
        "players": players,
        "decisions_per_second": round(steps / spent),
        "games_per_second": round(matches / spent, 1),
        "copies_per_second": round(copied / copy_time),
        "state_bytes": game.state.dtype.itemsize,
    }


def starts(game: Any) -> dict[str, Any]:
    """Seconds of a first compile with an empty cache, and of a start from the cache until moves are listed."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "WARTABLE_CACHE": folder}
        progress(f"{game.title}: first compile, with an empty cache")
        first = timed([sys.executable, "-c", WARM, game.name], environment)
        progress(f"{game.title}: start from the cache")
        again = min(timed([sys.executable, "-c", START, game.name, str(game.seats[0])], environment) for _ in range(3))
    return {"first_compile_seconds": round(first, 2), "cached_start_seconds": round(again, 2)}


def timed(command: list[str], environment: dict[str, str]) -> float:
    """The CPU seconds of a command: its duration on a core of its own."""
    before = os.times()
    subprocess.run(command, env=environment, check=True)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


COMMAND = Command("bench", "measure speed on one core: decisions, games, copies, compile and start", arguments, run)
