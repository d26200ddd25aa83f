"""Choosing while a game's rules are read: one move ahead, as far as time allows.

A search needs compiled code. Until that is there, bots and hints look at what the judge says after each move.
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
"""The most of nature's actions that follow a move before it is judged."""


def one_ply_search(
    game: Game, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int], rng: Any, seconds: float = SECONDS
) -> tuple[list[tuple[int, float]], list[float]]:
    """Actions with the seat's share after each, best first, and all seats' shares now.

    It looks at the actions in any order and at no more than there is time for, but at one at least.
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
    """Any legal action, each as likely, without a compiler."""
    with reading():
        return legal[int(draw(rng, len(legal)))]
