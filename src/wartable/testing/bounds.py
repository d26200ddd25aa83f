"""Compiled code that checks every index: a build of its own, kept apart on disk, that `check(bounds=True)` plays with.

Compiled rules read and write wherever they are told to. What a random match of this build meets beyond the end of an
array is looked for again with rules that are read, which know the line.
"""

import os
import subprocess
import sys

import numpy as np

from wartable.core.cache import cache_root
from wartable.core.chance import generator
from wartable.core.compiled import reading
from wartable.core.errors import WartableError
from wartable.core.game import Game
from wartable.core.play import random_matches

from .moment import LawBroken, sentence_of

MATCHES = 40


def check_bounds(game: Game, matches: int = MATCHES) -> None:
    """Play random matches with the build that checks bounds, in a process of its own."""
    from wartable.core.registry import find_game

    try:
        find_game(game.name)
    except WartableError as error:
        raise LawBroken(f"only a game that is installed can be checked for bounds: {error}") from None
    command = [sys.executable, "-m", "wartable.testing", "bounds", game.name, str(matches)]
    settings = {"NUMBA_BOUNDSCHECK": "1", "WARTABLE_CACHE": str(cache_root() / "bounds")}
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise LawBroken(f"compiled code stays within its arrays: {lines[-1] if lines else done.returncode}")


def play_within_bounds(game: Game, matches: int) -> str:
    """Random matches at every player count; the first mistake in one sentence, empty where there is none."""
    for seats in game.seats:
        box = game.new_box({}, seats)
        for seed in range(matches // len(game.seats) + 1):
            try:
                _play(game, box, seed)
            except IndexError as error:
                return _line_of(game, box, seed) or f"{game.name}, {seats} players, seed {seed}: {error}"
    return ""


def _play(game: Game, box: object, seed: int) -> None:
    out, weights = game.buffers()
    random_matches(np.zeros(2, game.state.dtype), box, 1, generator(seed), out, weights, game.bound)


def _line_of(game: Game, box: object, seed: int) -> str:
    """The same match again, read: where in the author's files it leaves an array."""
    try:
        with reading():
            _play(game, box, seed)
    except Exception as error:
        return sentence_of(error, game)
    return ""
