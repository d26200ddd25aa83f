"""Counts of legal action sequences from fixed positions: the same today as yesterday, compiled or not.

`python -m tools.thrones.count_sequences` counts again and writes the file; compare before you commit it.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from wartable.core import generic, record
from wartable.core.frames import NATURE, first_due
from wartable.games.thrones import GAME
from wartable.games.thrones.box import Box
from wartable.games.thrones.state import State

from .position import read_positions

HERE = Path(__file__).parent
COUNTS = HERE / "sequences.json"
DEPTH = 3


def actions(s: State, box: Box) -> tuple[int, list[int]]:
    """Who is to act, and all that can be done; nature's rolls are actions too."""
    out, weights = GAME.buffers()
    seat = int(first_due(s))
    if seat == NATURE:
        return seat, out[: generic.chance(s, box, out, weights)].tolist()
    return seat, out[: generic.legal(s, box, seat, out)].tolist()


def count(s: State, box: Box, depth: int, found: np.ndarray, level: int = 0) -> None:
    """Add the number of sequences of each length up to `depth`; a game that is over goes no further."""
    if s.head.over:
        return
    seat, codes = actions(s, box)
    found[level] += len(codes)
    if level + 1 < depth:
        for code in codes:
            after = record.copy(s)
            generic.apply(after, box, seat, int(code))
            count(after, box, depth, found, level + 1)


def counts_of(name: str, depth: int = DEPTH) -> list[int]:
    t = read_positions(HERE / "positions.txt")[name]
    found = np.zeros(depth, np.int64)
    count(t.s, t.box, depth, found)
    return [int(number) for number in found]


def test_there_are_ten_positions():
    known = json.loads(COUNTS.read_text("utf-8"))
    assert len(known) == 10
    assert list(known) == list(read_positions(HERE / "positions.txt"))


@pytest.mark.parametrize("name", json.loads(COUNTS.read_text("utf-8")) if COUNTS.exists() else [])
def test_the_number_of_sequences_is_the_known_one(name):
    assert counts_of(name) == json.loads(COUNTS.read_text("utf-8"))[name]
