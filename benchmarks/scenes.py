"""Measures drawing a table: CPU time of scene, markup and compression; compressed bytes of a first view and of a move.

    python -m benchmarks.scenes [GAME ...]

Positions come from matches of random players with the most seats. Markup is made from scratch each time; the server
keeps it, so a move costs less there. Compression is for a viewer who joins at each position: the parts that are equal
at an earlier position are already compressed. `packed anew` compresses everything.
"""

import sys
import time
from itertools import pairwise
from random import Random

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.record import Record
from wartable.core.registry import find_game, game_names
from wartable.server.live import compression as packing
from wartable.server.live import serializers
from wartable.server.live.broadcast import KEPT
from wartable.server.live.protocol import dump

MOVES, EVERY, TIMES = 120, 10, 5


def positions(game: Game, seed: int = 1) -> tuple[Match, list[Record]]:
    """Hidden records of seat 0 during a match."""
    match = Match.start(game, players=tuple(f"Player {n + 1}" for n in range(game.seats[-1])), seed=seed)
    rng = Random(seed)
    seen = []
    for number in range(MOVES):
        if match.is_over:
            break
        if number % EVERY == 0:
            seen.append(match.observe(0))
        match.play(match.due[0], rng.choice(match.legal(match.due[0])))
    return match, seen


def forget() -> None:
    serializers._thing_json.cache_clear()
    serializers._panel_json.cache_clear()
    serializers._without_outlines.cache_clear()


def measure(game: Game) -> dict[str, float]:
    match, views = positions(game)
    scene_time = markup_time = packing_time = anew_time = 0.0
    for _ in range(TIMES):
        packing._kept.cache_clear()
        for view in views:
            forget()
            start = time.process_time()
            scene = game.view.scene(view, match.box, 0)
            drawn = time.process_time()
            found = serializers.scene_json(scene, match.players)
            written = time.process_time()
            packing.opening("scene", found, KEPT)
            scene_time += drawn - start
            markup_time += written - drawn
            packing_time += time.process_time() - written
    scenes = [game.view.scene(view, match.box, 0) for view in views]
    sizes = []
    for scene in scenes * TIMES:
        found = serializers.scene_json(scene, match.players)
        packing._kept.cache_clear()
        start = time.process_time()
        sizes.append(len(packing.opening("scene", found, KEPT).packed))
        anew_time += time.process_time() - start
    changes = [serializers.scene_changes(one, two, match.players).json for one, two in pairwise(scenes)]
    steps = [len(packing.pack(dump(change), packing.FAST)) for change in changes]
    count = TIMES * len(views)
    return {
        "scene ms": 1000 * scene_time / count,
        "markup ms": 1000 * markup_time / count,
        "packing ms": 1000 * packing_time / count,
        "packed anew ms": 1000 * anew_time / count,
        "first view kB": max(sizes) / 1000,
        f"{EVERY} moves kB": sum(steps) / len(steps) / 1000,
    }


def main(names: list[str]) -> None:
    for name in names or game_names():
        figures = measure(find_game(name))
        print(f"{name:14}" + "  ".join(f"{what} {value:6.2f}" for what, value in figures.items()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
