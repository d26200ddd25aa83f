"""An attack on a town on its stage: the cards that are laid, against the town's defence."""

from collections.abc import Callable

from wartable.core.cue import Cue, Side
from wartable.core.notes import NOBODY, Note, NoteKind
from wartable.core.record import Record

from .box import text_of
from .notes import Told
from .state import NONE, Role
from .texts import card_name, town_name

ARMY_ICON = "crossed-swords"


def cue(note: Note, box: Record) -> Cue | None:
    made = CUES.get(note.kind)
    return made(note, box) if made else None


def attacks(note: Note, box: Record) -> Cue:
    town, owner = note["town"], note["owner"]
    held = NOBODY if owner == NONE else owner
    name = town_name(box, town) + ("" if owner == NONE else f", {{{owner}}}'s")
    sides = (Side(note.seat, f"{{{note.seat}}}", ARMY_ICON), Side(held, name, text_of(box.town_text[town].icon)))
    title = f"Attack on {town_name(box, town)}: defence {note['defence']}, distance {note['distance']}"
    return Cue(sides, title, held, total=note["defence"])


def lays(note: Note, box: Record) -> Cue:
    card = note["card"]
    strength = f", attack {box.card_attack[card]}" if note["role"] == Role.ATTACK else ""
    return Cue(
        seat=note.seat,
        figure=f"card {card}",
        icon=text_of(box.card_text[card].icon),
        label=f"{card_name(box, card)}{strength}",
        count=1,
    )


def conquers(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat, ends="wins", closes=True)


CUES: dict[NoteKind, Callable[[Note, Record], Cue]] = {
    Told.ATTACKS: attacks,
    Told.LAYS: lays,
    Told.CONQUERS: conquers,
}
