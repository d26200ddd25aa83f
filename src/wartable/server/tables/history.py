"""The result of each action of a stored match: who learned of it, who was due after it, and which bytes it changed.

With this, a match is read from the database without running any rule: fast, however long it is, and also when the rules
have changed.
"""

import struct
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from wartable.core.frames import SPECTATOR, AnyState
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.record import Record

from ..storage.record_layouts import WEIGHTS, converted, layout_of, old_dtype, rules_in

SPECTATOR_BIT = 1 << 7
EVERYBODY = 255
# So many states of a match that is read lie side by side: to make an array costs more than to fill it.
STATES_TOGETHER = 64


def viewer_bit(viewer: int) -> int:
    return SPECTATOR_BIT if viewer == SPECTATOR else 1 << viewer


def _places(size: int) -> str:
    return "<u2" if size <= 1 << 16 else "<u4"


def led_to(before: AnyState, after: AnyState, seen: int, due: int) -> bytes:
    """The stored result of an action: the viewers who learned of it, the due seats, the bytes that changed."""
    old, new = np.frombuffer(before.tobytes(), np.uint8), np.frombuffer(after.tobytes(), np.uint8)
    changed = (old != new).nonzero()[0]
    places: bytes = changed.astype(_places(len(new))).tobytes()
    values: bytes = new[changed].tobytes()
    return bytes((seen, due)) + places + values


@dataclass(frozen=True)
class Opening:
    """The beginning of a match: its Box and its first state, in the record layouts of that time."""

    layout: bytes
    box: bytes
    state: bytes

    @classmethod
    def of(cls, match: Match) -> "Opening":
        packed = (zlib.compress(record.tobytes()) for record in (match.box, match.at(0)))
        return cls(layout_of(match.game), *packed)

    def is_of(self, game: Game) -> bool:
        """Whether the game's records are unchanged for its rules; the judge's weights may differ."""
        return bool(rules_in(self.layout) == rules_in(layout_of(game)))


class States:
    """The states of a stored match, one after the other, as current records. A cut goes back to an earlier one."""

    def __init__(self, game: Game, match: Match, opening: Opening | None) -> None:
        """Starts from the stored opening, or from the current rules' setup."""
        raw = match.at(0).tobytes() if opening is None else zlib.decompress(opening.state)
        self._dtype = game.state.dtype
        self._old = None if opening is None or opening.is_of(game) else old_dtype(opening.layout, "state")
        self._size = len(raw)
        self._letter, self._width = ("H", 2) if _places(len(raw)) == "<u2" else ("I", 4)
        self._now = bytearray(raw)
        self._kept: list[bytes | memoryview] = [raw]
        self._block = memoryview(b"")
        self._records: npt.NDArray[Any] = np.empty(0, self._dtype)
        self._free = STATES_TOGETHER

    @property
    def record(self) -> Record:
        """A copy of the current state."""
        if self._old is not None:
            return converted(bytes(self._now), self._old, self._dtype)
        return np.frombuffer(bytearray(self._now), self._dtype)[0]

    def add(self, led: bytes) -> Record:
        """Add the state after an action."""
        count = (len(led) - 2) // (self._width + 1)
        now = self._now
        places = struct.unpack_from(f"<{count}{self._letter}", led, 2)
        for place, value in zip(places, led[2 + self._width * count :], strict=True):
            now[place] = value
        if self._old is not None:
            self._kept.append(bytes(now))
            return self.record
        return self._keep()

    def _keep(self) -> Record:
        """Store the current state in a block of memory with others."""
        if self._free == STATES_TOGETHER:
            block = bytearray(self._size * STATES_TOGETHER)
            self._block, self._records, self._free = memoryview(block), np.frombuffer(block, self._dtype), 0
        room = self._block[self._free * self._size : (self._free + 1) * self._size]
        room[:] = self._now
        self._kept.append(room)
        self._free += 1
        return self._records[self._free - 1]

    def take(self, state: AnyState) -> None:
        """Continue from a state that the rules computed."""
        raw = state.tobytes()
        self._now = bytearray(raw)
        self._kept.append(raw)

    def cut(self, keep: int) -> None:
        """Go back to the state after the first `keep` actions."""
        del self._kept[keep + 1 :]
        self._now = bytearray(self._kept[-1])


def old_box(game: Game, opening: Opening) -> Record:
    """The Box that a match was begun with, with the current judge."""
    raw = zlib.decompress(opening.box)
    box = converted(raw, old_dtype(opening.layout, "box"), game.box.dtype)
    if WEIGHTS in box.dtype.names:
        box[WEIGHTS] = game.new_box(seats=int(box.seats))[WEIGHTS]
    return box
