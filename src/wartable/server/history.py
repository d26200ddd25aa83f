"""What each action of a stored match led to: who learned of it, who was due after it, and which bytes it changed.

With it a match is read from the database without carrying out a single rule: fast, however long it is, and also when
the rules have changed since.
"""

import zlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.record import Record

from .layout import converted, layout_of, old_dtype

SPECTATOR_BIT = 1 << 7
EVERYBODY = 255
Bytes = npt.NDArray[np.uint8]


def viewer_bit(viewer: int) -> int:
    return SPECTATOR_BIT if viewer == SPECTATOR else 1 << viewer


def _places(size: int) -> str:
    return "<u2" if size <= 1 << 16 else "<u4"


def led_to(before: Record, after: Record, seen: int, due: int) -> bytes:
    """An action in the database: the viewers who learned of it, the seats that were due then, the bytes it changed."""
    old, new = np.frombuffer(before.tobytes(), np.uint8), np.frombuffer(after.tobytes(), np.uint8)
    changed = (old != new).nonzero()[0]
    return bytes((seen, due)) + changed.astype(_places(len(new))).tobytes() + new[changed].tobytes()


def state_after(before: Bytes, led: bytes) -> Bytes:
    """The bytes of the state that an action led to."""
    kind = _places(len(before))
    width = 2 if kind == "<u2" else 4
    count = (len(led) - 2) // (width + 1)
    after = before.copy()
    after[np.frombuffer(led, kind, count, 2)] = np.frombuffer(led, np.uint8, count, 2 + width * count)
    return after


@dataclass(frozen=True)
class Opening:
    """How a match began: its box and its first state, in the records of the rules of that time."""

    layout: bytes
    box: bytes
    state: bytes

    @classmethod
    def of(cls, match: Match) -> "Opening":
        packed = (zlib.compress(record.tobytes()) for record in (match.box, match.at(0)))
        return cls(layout_of(match.game), *packed)

    def is_of(self, game: Game) -> bool:
        """Whether the game's records are still the same."""
        return self.layout == layout_of(game)


class Film:
    """The states of a stored match, one after the other, in today's records."""

    def __init__(self, game: Game, opening: Opening | None) -> None:
        self._dtype = game.state.dtype
        self._old = None if opening is None or opening.is_of(game) else old_dtype(opening.layout, "state")

    def start(self, match: Match, opening: Opening | None) -> Bytes:
        """The bytes of the first state: what the opening says, or what the rules lay out now."""
        raw = match.at(0).tobytes() if opening is None else zlib.decompress(opening.state)
        return np.frombuffer(raw, np.uint8)

    def record(self, state: Bytes) -> Record:
        if self._old is not None:
            return converted(state.tobytes(), self._old, self._dtype)
        return state.view(self._dtype)[0]


def old_box(game: Game, opening: Opening) -> Record:
    """The box that a match was begun with."""
    raw = zlib.decompress(opening.box)
    return converted(raw, old_dtype(opening.layout, "box"), game.box.dtype)
