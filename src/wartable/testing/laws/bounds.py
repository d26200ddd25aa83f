"""A build of the compiled code that checks every index, stored separately, for `check(bounds=True)`.

Compiled rules read and write any address that they compute. If a random match of this build leaves an array, it is
repeated with interpreted rules, which know the line. Before that, the build proves that it checks.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from wartable.compiler.decorators import rule
from wartable.compiler.mode import reading
from wartable.core import generic, record
from wartable.core.frames import MAX_SEATS, SPECTATOR, AnyBox, AnyState, first_due
from wartable.core.game import Game
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import generator
from wartable.core.play import random_action, random_matches
from wartable.core.record import Array, Struct, i8, size
from wartable.errors import WartableError

from .moment import LawBroken, sentence_of

MATCHES = 40
MOST_STEPS = 400
MOST_CODES = 300
"""The number of steps of a match, and of action codes at each, that are checked one by one."""


class Row(Struct):
    cells: Array[i8] = size(3)
    spare: i8


@rule
def leave(row: Row, place: int) -> int:
    """Read and write a cell outside its array."""
    row.cells[place] = row.cells[place] + 1
    return row.spare


def is_checked() -> bool:
    """Whether compiled code of this process raises an error when an index leaves its array."""
    try:
        leave(record.new(Row.dtype), 3)
    except IndexError:
        return True
    return False


def check_bounds(game: Game, matches: int = MATCHES) -> None:
    """Play random matches with the build that checks bounds, in a separate process."""
    from wartable.core.registry import find_game

    try:
        find_game(game.name)
    except WartableError as error:
        raise LawBroken(f"only a game that is installed can be checked for bounds: {error}") from None
    command = [sys.executable, "-m", "wartable.testing", "bounds", game.name, str(matches)]
    settings = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise LawBroken(f"compiled code stays within its arrays: {lines[-1] if lines else done.returncode}")


def play_within_bounds(game: Game, matches: int) -> str:
    """Play random matches with every number of players; returns the first error in one sentence, or an empty text."""
    if not is_checked():
        return "this build does not check indices: NUMBA_BOUNDSCHECK=1 is not honoured"
    for seats in game.seats:
        box = game.new_box({}, seats)
        plays = [partial(_play, game, box, seed) for seed in range(matches // len(game.seats) + 1)]
        for number, play in enumerate([*plays, partial(_ask_everything, game, box, seats)]):
            try:
                play()
            except IndexError as error:
                return _line_of(play, game) or f"{game.name}, {seats} players, match {number}: {error}"
    return ""


def _play(game: Game, box: AnyBox, seed: int) -> None:
    out, weights = game.buffers()
    random_matches(np.zeros(2, game.state.dtype), box, 1, generator(seed), out, weights, game.bound)


def _ask_everything(game: Game, box: AnyBox, seats: int) -> None:
    """Play a match with a journal, and call the game's other functions at every step: refusals, hiding, judging."""
    s, rng, speaking = game.new_state(box), generator(0), game.open_journal(box)
    out, weights = game.buffers()
    for _ in range(min(game.bound, MOST_STEPS)):
        seat = int(first_due(s))
        if seat < 0:
            break
        action = int(random_action(s, box, seat, rng, out, weights))
        for viewer in (SPECTATOR, *range(seats)):
            generic.sees(s, box, viewer, seat, action)
        generic.evaluate(s, box, np.zeros(MAX_SEATS))
        for one in range(seats):
            _ask_of(game, s, box, one, rng)
        generic.apply(s, speaking, seat, action)
        speaking.journal.count = 0
    else:
        return
    generic.scores(s, box, np.zeros(MAX_SEATS))


def _ask_of(game: Game, s: AnyState, box: AnyBox, seat: int, rng: Any) -> None:
    view = hidden(s, box, seat)
    generic.features(view, box, seat, np.zeros(game.feature_count, np.float32))
    generic.points(view, box, seat)
    for code in range(0, game.action_count, max(1, game.action_count // MOST_CODES)):
        generic.refusal(view, box, seat, code)
    generic.fill(view, box, seat, rng)


def _line_of(again: Callable[[], None], game: Game) -> str:
    """Repeat the match interpreted, and find where in the author's files it leaves an array."""
    try:
        with reading():
            again()
    except Exception as error:
        return sentence_of(error, game)
    return ""
