"""Notes in words: a template for each kind of note.

    SENTENCES = {Told.OCCUPIES: "{seat} gains {amount:point} on {space} and has {total}."}
    NAMES = {"space": square}

`{seat}` is the seat's name; `{amount}`, `{loss}` (the amount of a loss) and `{total}` are numbers; every other name is
a field of the note, put into words by NAMES or shown as a number. A number can have a noun: `{amount:point}` is "1
point" or "2 points", `{amount:army|armies}` gives both forms. A text that is not a constant is `worded`, so that it can
be said in another language (`wartable/languages`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wartable.languages import Number, Worded, count, fill, names_in, worded

from .frames import AnyBox
from .notes import Note
from .record import Record

__all__ = [
    "Namer", "Number", "Phrase", "capital", "count", "listed", "numbered", "say", "seat_name", "together", "with_stop",
    "worded",
]  # fmt: skip

Namer = Callable[[Record, int], str]
Phrase = str | Callable[[Note, Record], str]


def seat_name(box: AnyBox, seat: int) -> str:
    """The placeholder for a seat's name in a sentence; for fields that hold a seat."""
    return f"{{{seat}}}"


def numbered(box: AnyBox, place: int) -> str:
    """A number counted from 1; for fields that count from 0."""
    return str(place + 1)


def listed(parts: list[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    begun = parts[0]
    for part in parts[1:-1]:
        begun = worded("{begun}, {part}", begun=begun, part=part)
    return worded("{begun} {last} {part}", begun=begun, last=last, part=parts[-1])


def together(texts: Sequence[str]) -> str:
    """Sentences as one text."""
    text = texts[0] if texts else ""
    for more in texts[1:]:
        text = worded("{text} {more}", text=text, more=more)
    return text


def with_stop(text: str) -> str:
    """A text with a full stop, unless it ends in a stop or a question mark."""
    return text if text.endswith((".", "?", "!")) else worded("{text}.", text=text)


def capital(words: str) -> str:
    """The same, with a capital at its beginning."""
    return words[:1].upper() + words[1:]


def say(sentences: Mapping[Any, Phrase], names: Mapping[str, Namer], note: Note, box: AnyBox) -> str:
    """A note in words: its template filled in, or the result of its function. A seat's name stays `{0}`."""
    phrase = sentences[note.kind]
    if callable(phrase):
        return phrase(note, box)
    parts = {name: _part(name, names, note, box) for name in names_in(phrase)}
    return Worded.of(fill(phrase, parts, format), phrase, parts)


def _part(field: str, names: Mapping[str, Namer], note: Note, box: AnyBox) -> Any:
    if field == "seat":
        return seat_name(box, note.seat)
    if field in ("amount", "total", "loss"):
        return Number({"amount": note.amount, "total": note.total, "loss": -note.amount}[field])
    namer = names.get(field)
    return namer(box, note[field]) if namer else Number(note[field])
