"""One-move look-ahead with interpreted rules, within a time limit.

A search needs compiled code. Until it is ready, bots and hints use the judge's estimate after each move.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from wartable.compiler.mode import reading
from wartable.core import generic, record
from wartable.core.frames import MAX_SEATS, AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.numbers.chance import draw, shuffle
from wartable.core.play import settle_chance, value
from wartable.core.record import Record

SECONDS = 1.0
LUCK = 64
"""The most actions of nature that are followed after a move before the judge evaluates it."""


def one_ply_search(
    game: Game, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int], rng: Any, seconds: float = SECONDS
) -> tuple[list[tuple[int, float]], list[float]]:
    """Actions with the seat's share after each, best first, and all seats' current shares.

    Actions are tried in random order until the time is up, but at least one.
    """
    deadline = time.perf_counter() + seconds
    with reading():
        imagined = record.copy(view)
        generic.fill(imagined, box, seat, rng)
        order = np.array(legal, np.int32)
        shuffle(rng, order, len(order))
        found: list[tuple[int, float]] = []
        for action in order.tolist():
            found.append((action, _share_after(game, imagined, box, seat, action, rng)))
            if time.perf_counter() > deadline:
                break
        shares = np.zeros(MAX_SEATS)
        value(imagined, box, shares)
    return sorted(found, key=lambda each: -each[1]), shares[: int(box.seats)].tolist()


def _share_after(game: Game, imagined: Record, box: AnyBox, seat: int, action: int, rng: Any) -> float:
    s = record.copy(imagined)
    out, weights = game.buffers()
    generic.apply(s, box, seat, action)
    settle_chance(s, box, rng, out, weights, LUCK)
    shares = np.zeros(MAX_SEATS)
    value(s, box, shares)
    return float(shares[seat])


def any_of(legal: Sequence[int], rng: Any) -> int:
    """A random legal action, without compiled code."""
    with reading():
        return legal[int(draw(rng, len(legal)))]
