"""Notes: rules record what happens, at the place where it happens.

A rule writes a note in one line, with the number of the rule that causes it::

    note(box, Told.MOVES, 306, seat, start, end)
    change(box, Told.SCORES, 501, seat, Counter.POINTS, gained, side.points)

In a match that people follow, the Box has a journal, where notes are written. Playouts, searches and batches have a Box
without one, for which a note compiles to nothing. The log, playback and the lab's counts are made of notes only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple, Protocol

import numba
import numpy as np

from wartable.compiler.decorators import light, rule
from wartable.compiler.journal import let_rules_see_less, let_speak, whole

from . import record
from .frames import MAX_SEATS, SPECTATOR
from .generic import Generic
from .record import Array, Record, Row, Struct, i8, i16, i32, size, u8

ROOM = 256
"""The most notes that one action can make."""
NOBODY = -1
"""The seat of a note that is about no seat."""
UNKNOWN = -(1 << 30)
"""The value of `tally` for a counter that the viewer cannot see."""
ONLOOKER = MAX_SEATS
EVERYBODY = (1 << (MAX_SEATS + 1)) - 1
"""The bit set of all viewers: a bit for each seat, and one for spectators."""


class Line(Struct):
    """A note in a journal."""

    kind: i16
    rule: i16
    seat: i8
    knows: u8
    counter: i8
    amount: i32
    total: i32
    a: i16
    b: i16
    c: i16
    d: i16


class Journal(Struct):
    """The notes of an action, in a Box that takes notes."""

    count: i32
    spare: i32
    """Padding, so that the fields after a journal have the same layout as without one."""
    lines: Array[Line] = size(ROOM)


class SpeakingBox(Row, Protocol):
    """A Box with a journal."""

    journal: Journal


@rule
def note(box: Row, kind: int, rule: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Write a note that everybody may know."""
    write(box, EVERYBODY, kind, rule, seat, 0, 0, 0, a, b, c, d)


@rule
def whisper(
    box: Row, viewers: int, kind: int, rule: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0
) -> None:
    """Write a note for a bit set of viewers only (see `alone` and `others`)."""
    write(box, viewers, kind, rule, seat, 0, 0, 0, a, b, c, d)


@rule
def change(
    box: Row,
    kind: int,
    rule: int,
    seat: int,
    counter: int,
    amount: int,
    total: int,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
) -> None:
    """Write a note that a seat's counter changed by `amount` to `total`; nothing if `amount` is 0."""
    write_change(box, kind, rule, seat, counter, amount, total, a, b, c, d)


class _Writer(Generic):
    """Writes to the journal of a Box that has one, and compiles to nothing for one that does not: the type decides, not
    a test.

    A line has room for everything that a note can contain; hence the many arguments.
    """

    takes_notes = True

    def __call__(self, box: Row, *rest: Any) -> Any:
        return self.pick("journal" in (box.dtype.names or ()))(box, *rest)

    def pick(self, has_journal: bool) -> Any:
        return WRITERS[self.__name__] if has_journal else SILENT[self.__name__]

    def pick_for_type(self, kind: Any) -> Any:
        return self.pick("journal" in kind.fields)


@rule
def write_line(
    box: SpeakingBox,
    viewers: int,
    kind: int,
    rule: int,
    seat: int,
    counter: int,
    amount: int,
    total: int,
    a: int,
    b: int,
    c: int,
    d: int,
) -> None:
    """Append a note to a journal."""
    journal = box.journal
    if journal.count < ROOM:
        line = journal.lines[journal.count]
        line.kind = kind
        line.rule = rule
        line.seat = seat
        line.knows = viewers
        line.counter = counter
        line.amount = amount
        line.total = total
        line.a = a
        line.b = b
        line.c = c
        line.d = d
    journal.count += 1


@rule
def write_changed(
    box: SpeakingBox,
    kind: int,
    rule: int,
    seat: int,
    counter: int,
    amount: int,
    total: int,
    a: int,
    b: int,
    c: int,
    d: int,
) -> None:
    """Append the change of a counter to a journal; nothing if the amount is 0."""
    if amount != 0:
        write_line(box, EVERYBODY, kind, rule, seat, counter, amount, total, a, b, c, d)


@rule
def skip_line(
    box: Row,
    viewers: int,
    kind: int,
    rule: int,
    seat: int,
    counter: int,
    amount: int,
    total: int,
    a: int,
    b: int,
    c: int,
    d: int,
) -> None:
    """`write` for a Box without a journal: nothing."""
    pass


@rule
def skip_change(
    box: Row, kind: int, rule: int, seat: int, counter: int, amount: int, total: int, a: int, b: int, c: int, d: int
) -> None:
    """`write_change` for a Box without a journal: nothing."""
    pass


@rule
def tell_line(
    box: Row,
    viewers: int,
    kind: int,
    rule: int,
    seat: int,
    counter: int,
    amount: int,
    total: int,
    a: int,
    b: int,
    c: int,
    d: int,
) -> None:
    """`write` for a Box with a journal."""
    write_line(whole(box), viewers, kind, rule, seat, counter, amount, total, a, b, c, d)


@rule
def tell_change(
    box: Row, kind: int, rule: int, seat: int, counter: int, amount: int, total: int, a: int, b: int, c: int, d: int
) -> None:
    """`write_change` for a Box with a journal."""
    write_changed(whole(box), kind, rule, seat, counter, amount, total, a, b, c, d)


@rule
def yes(box: Row) -> bool:
    """`is_followed` for a Box with a journal."""
    return True


@rule
def no(box: Row) -> bool:
    """`is_followed` for a Box without a journal."""
    return False


@_Writer
def write(box: Row, viewers: int, kind: int, rule: int, seat: int, *rest: int) -> None:
    """Write a line of the journal, if there is one."""


@_Writer
def write_change(box: Row, kind: int, rule: int, seat: int, counter: int, amount: int, *rest: int) -> None:
    """Write a change of a counter, if there is one and the Box has a journal."""


@_Writer
def is_followed(box: Row) -> bool:
    """Whether notes are recorded. Use it to skip expensive work that only notes need."""
    return False


WRITERS = {"write": write_line, "write_change": write_changed, "is_followed": yes}
SILENT = {"write": skip_line, "write_change": skip_change, "is_followed": no}
let_speak(skip_line, tell_line)
let_speak(skip_change, tell_change)
let_speak(no, yes)


@light
def alone(seat: int) -> int:
    """The viewers of a note for one seat."""
    return 1 << seat


@light
def others(seat: int) -> int:
    """The viewers of a note for everybody except one seat."""
    return EVERYBODY & ~(1 << seat)


class Level(IntEnum):
    """The level of a note in the log: it opens a turn, is an action, or a consequence."""

    TURN = 0
    DEED = 1
    EFFECT = 2


class NoteKind(IntEnum):
    """The kinds of notes of a game: a subclass for each game, with the fields of its notes.

    class Told(NoteKind):
        MOVES = deed("start", "end")
        HIT = effect("target", "attacker")
    """

    level: Level
    fields: tuple[str, ...]

    def __new__(cls, level: Level, fields: tuple[str, ...] = ()) -> "NoteKind":
        kind = int.__new__(cls, len(cls.__members__) + 1)
        kind._value_ = len(cls.__members__) + 1
        kind.level = level
        kind.fields = fields
        return kind


class _Shape(NamedTuple):
    level: Level
    fields: tuple[str, ...]


def turn(*fields: str) -> Any:
    """A kind of note that opens a turn, a round, a day."""
    return _Shape(Level.TURN, fields)


def deed(*fields: str) -> Any:
    """A kind of note that reports an action of a player or of chance."""
    return _Shape(Level.DEED, fields)


def effect(*fields: str) -> Any:
    """A kind of note that reports a consequence."""
    return _Shape(Level.EFFECT, fields)


@dataclass(frozen=True)
class Note:
    """A note in Python. `note["target"]` is the value of a field of its kind."""

    kind: NoteKind
    """What happened: one of the kinds in the game's notes.py."""
    rule: int
    """The number of the rule that made it happen."""
    seat: int
    """The seat that it is about, or NOBODY."""
    knows: int
    """Who may know it, as bits."""
    counter: int
    """The counter that it changes, or 0."""
    amount: int
    """By how much the counter rose or fell."""
    total: int
    """What the counter is afterwards."""
    values: tuple[int, ...]
    """The values that its kind names."""

    def __getitem__(self, field: str) -> int:
        return self.values[self.kind.fields.index(field)]

    def is_known_to(self, viewer: int) -> bool:
        """Whether a viewer may know the note."""
        return bool(self.knows >> (ONLOOKER if viewer == SPECTATOR else viewer) & 1)

    @property
    def name(self) -> str:
        """The name of its kind, in lower case."""
        return self.kind.name.lower()

    def as_json(self, counters: Mapping[int, str]) -> dict[str, Any]:
        """The note for programs: its kind, seat, named values, and the change with its amount."""
        found: dict[str, Any] = {"kind": self.name, "seat": None if self.seat == NOBODY else self.seat}
        found |= dict(zip(self.kind.fields, self.values, strict=True))
        if self.counter:
            found |= {"counter": counters[self.counter], "amount": self.amount, "total": self.total}
        return found


def read_notes(lines: Any, kinds: type[NoteKind]) -> tuple[Note, ...]:
    """The notes in lines of a journal."""
    return tuple(_read(line, kinds(line[0])) for line in lines.tolist())


def _read(line: tuple[int, ...], kind: NoteKind) -> Note:
    _, rule_number, seat, knows, counter, amount, total, *values = line
    return Note(kind, rule_number, seat, knows, counter, amount, total, tuple(values[: len(kind.fields)]))


@cache
def speaking(box: type[Struct]) -> type[Struct]:
    """The Box record of a game, with a journal added."""
    longer = record.extended(box, f"{record.tag_of(box)}_speaking", journal=Journal)
    let_rules_see_less(numba.from_dtype(longer.dtype), numba.from_dtype(box.dtype))
    return longer


def open_journal(kind: Any, box: Row) -> Record:
    """A copy of the Box that records notes. `kind` is the game's Box record."""
    longer, start = speaking(kind), _bytes_of_journal(kind)
    if start is not None and box.dtype.itemsize == kind.dtype.itemsize:
        raw = bytearray(longer.dtype.itemsize)
        raw[start : start + box.dtype.itemsize] = box.tobytes()
        return record.over(raw, longer.dtype)
    copied = record.new(longer.dtype)
    for name in box.dtype.names or ():
        if name in copied.dtype.names:
            copied[name] = box[name]
    return copied


@cache
def _bytes_of_journal(kind: Any) -> int | None:
    """The offset of the other fields in a Box with a journal; None if their layout differs from a Box without one."""
    longer = speaking(kind)
    shared = [name for name in kind.plain.names if name in (longer.plain.names or ())]
    starts = {record.place_of(longer, name) - record.place_of(kind, name) for name in shared}
    start = starts.pop() if len(starts) == 1 else None
    return start if start is None or start + kind.plain.itemsize <= longer.plain.itemsize else None


def take_lines(box: SpeakingBox) -> Any:
    """Remove the lines written since the last call from the journal and return them."""
    lines = np.array(box["journal"]["lines"][: _count(box)])
    box.journal.count = 0
    return lines


def _count(box: SpeakingBox) -> int:
    count: int = box.journal.count
    if count > ROOM:
        raise OverflowError(f"one action made {count} notes; the journal has room for {ROOM}")
    return count


class Heard(NamedTuple):
    """The notes of an action, as they were in the journal. Most are never decoded."""

    lines: bytes
    kinds: type[NoteKind]

    def notes(self) -> tuple[Note, ...]:
        """The notes, decoded."""
        return read_notes(np.frombuffer(self.lines, Line.plain), self.kinds)


def hear(box: SpeakingBox, kinds: type[NoteKind]) -> Heard:
    """Take the lines written since the last call out of the journal, to be decoded later."""
    count = _count(box)
    if not count:
        return Heard(b"", kinds)
    journal = box.journal
    lines: bytes = journal.lines[:count].tobytes()
    journal.count = 0
    return Heard(lines, kinds)
