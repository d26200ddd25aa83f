"""A blow of one King against another on its stage: attack against defence, and the dice of the damage."""

from collections.abc import Callable

from wartable.core.cue import Cue, Side
from wartable.core.notes import Note, NoteKind
from wartable.core.record import Record

from .board_view import HURT_ICON
from .map_view import KING_ICON
from .notes import Cause, Told

SHIELD_ICON = "checked-shield"


def cue(note: Note, box: Record) -> Cue | None:
    made = CUES.get(note.kind)
    return made(note, box) if made else None


def blow(note: Note, box: Record) -> Cue:
    sides = tuple(Side(seat, f"{{{seat}}}", KING_ICON) for seat in (note.seat, note["other"]))
    how = "strikes" if note["cause"] == Cause.PUSH else "shoots"
    title = f"A King {how}: attack {note['attack']}, defence {note['defence']}"
    return Cue(sides, title, note.seat, total=note["attack"])


def die(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat, dice=(note["face"] + 1,))


def covered(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat, figure="damage", icon=HURT_ICON, label="damage", count=note.total)


def dented(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat, figure="dents", icon=SHIELD_ICON, label="dents in shields", count=note.total)


def wrecked(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat, ends="loses", closes=True)


def belongs(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat)


BELONGING: tuple[NoteKind, ...] = (Told.DENTS_GONE, Told.WORKER_HURT, Told.BIG_WORKER_RESTS, Told.BLOW_SPENT)
CUES: dict[NoteKind, Callable[[Note, Record], Cue]] = {
    Told.BLOW: blow,
    Told.DIE: die,
    Told.COVERED: covered,
    Told.DENTED: dented,
    Told.WRECKED: wrecked,
    **dict.fromkeys(BELONGING, belongs),
}
