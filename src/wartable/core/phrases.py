"""Notes in words: a template for each kind of note.

    SENTENCES = {Told.OCCUPIES: "{seat} gains {amount:point} on {space} and has {total}."}
    NAMES = {"space": square}

`{seat}` is the seat's name; `{amount}`, `{loss}` (the amount of a loss) and `{total}` are numbers; every other name is
a field of the note, put into words by NAMES or shown as a number. A number can have a noun: `{amount:point}` is "1
point" or "2 points", `{amount:army|armies}` gives both forms.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

from .frames import AnyBox
from .notes import Note
from .record import Record

Namer = Callable[[Record, int], str]
Phrase = str | Callable[[Note, Record], str]


class Number(int):
    """A number that can be written with its noun."""

    def __format__(self, noun: str) -> str:
        return count(self, *noun.split("|")) if noun else str(int(self))


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 point`, `2 points`."""
    return f"{int(number)} {noun}" if number == 1 else f"{int(number)} {plural or noun + 's'}"


def seat_name(box: AnyBox, seat: int) -> str:
    """The placeholder for a seat's name in a sentence; for fields that hold a seat."""
    return f"{{{seat}}}"


def numbered(box: AnyBox, place: int) -> str:
    """A number counted from 1; for fields that count from 0."""
    return str(place + 1)


def listed(parts: list[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}" if parts else ""


def with_stop(text: str) -> str:
    """A text with a full stop, unless it ends in a stop or a question mark."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def capital(words: str) -> str:
    """The same, with a capital at its beginning."""
    return words[:1].upper() + words[1:]


class _Filler(Formatter):
    def __init__(self, note: Note, box: AnyBox, names: Mapping[str, Namer]) -> None:
        self.note, self.box, self.names = note, box, names

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        note, field = self.note, str(key)
        if field == "seat":
            return seat_name(self.box, note.seat)
        if field in ("amount", "total", "loss"):
            return Number({"amount": note.amount, "total": note.total, "loss": -note.amount}[field])
        namer = self.names.get(field)
        return namer(self.box, note[field]) if namer else Number(note[field])


def say(sentences: Mapping[Any, Phrase], names: Mapping[str, Namer], note: Note, box: AnyBox) -> str:
    """A note in words: its template filled in, or the result of its function. A seat's name stays `{0}`."""
    phrase = sentences[note.kind]
    if callable(phrase):
        return phrase(note, box)
    return _Filler(note, box, names).format(phrase)
