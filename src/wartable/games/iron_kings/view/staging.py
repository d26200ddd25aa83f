"""A blow of one King against another on its stage: attack against defence, and the dice of the damage."""

from collections.abc import Callable

from wartable.core.notes import Note, NoteKind
from wartable.drawing.cue import Cue, Side

from ..box import Box, words_of
from ..notes import Cause, Told
from .map import KING_ICON


def cue(note: Note, box: Box) -> Cue | None:
    made = CUES.get(note.kind)
    return made(note, box) if made else None


def blow(note: Note, box: Box) -> Cue:
    other, damage = note["other"], max(0, note["attack"] - note["defence"])
    sides = (
        Side(note.seat, f"{{{note.seat}}}", KING_ICON, note["attack"], "attack"),
        Side(other, f"{{{other}}}", KING_ICON, note["defence"], "defence"),
    )
    how = "strikes" if note["cause"] == Cause.PUSH else "shoots"
    return Cue(sides, f"One King {how} another: {damage} damage", note.seat, closes=damage == 0)


def die(note: Note, box: Box) -> Cue:
    return Cue(seat=note.seat, dice=(note["face"] + 1,))


def covered(note: Note, box: Box) -> Cue:
    """A space of the King's board is lost."""
    space = box.spaces[note["space"]]
    name = f"space {note['space']}"
    return Cue(seat=note.seat, figure=name, group=words_of(space.name), icon=words_of(space.icon), count=0, lost=1)


def dented(note: Note, box: Box) -> Cue:
    """A shield has taken a token; it holds as many more as `left`."""
    card = box.treasures[note["card"]]
    name, words = f"shield {note['card']}", f"{words_of(card.name)} holds"
    return Cue(seat=note.seat, figure=name, group=words, icon=words_of(card.icon), count=note["left"], lost=1)


def wrecked(note: Note, box: Box) -> Cue:
    return Cue(seat=note.seat, ends="loses", closes=True)


def belongs(note: Note, box: Box) -> Cue:
    return Cue(seat=note.seat)


BELONGING: tuple[NoteKind, ...] = (Told.DENTS_GONE, Told.WORKER_HURT, Told.BIG_WORKER_RESTS, Told.BLOW_SPENT)
CUES: dict[NoteKind, Callable[[Note, Box], Cue]] = {
    Told.BLOW: blow,
    Told.DIE: die,
    Told.COVERED: covered,
    Told.DENTED: dented,
    Told.WRECKED: wrecked,
    **dict.fromkeys(BELONGING, belongs),
}
