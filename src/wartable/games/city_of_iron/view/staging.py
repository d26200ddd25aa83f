"""The stage of an attack on a town: the cards laid against the town's defence."""

from collections.abc import Callable

from wartable.core.notes import NOBODY, Note, NoteKind
from wartable.drawing.cue import Cue, Side

from ..box import Box, text_of
from ..notes import Told
from ..state import NONE, Role
from ..texts import card_name, town_name

ARMY_ICON = "crossed-swords"


def cue(note: Note, box: Box) -> Cue | None:
    made = CUES.get(note.kind)
    return made(note, box) if made else None


def attacks(note: Note, box: Box) -> Cue:
    town, owner = note["town"], note["owner"]
    held = NOBODY if owner == NONE else owner
    name = town_name(box, town) + ("" if owner == NONE else f", {{{owner}}}'s")
    sides = (
        Side(note.seat, f"{{{note.seat}}}", ARMY_ICON, 0, "attack"),
        Side(held, name, text_of(box.town_text[town].icon), note["defence"], "defence"),
    )
    return Cue(sides, f"The attack on {town_name(box, town)}", note.seat)


def lays(note: Note, box: Box) -> Cue:
    """A card of the attack, and what it is laid for."""
    card = note["card"]
    attack = box.card_attack[card] if note["role"] == Role.ATTACK else 0
    worth = f"attack {attack}" if attack else f"distance {box.card_distance[card]}"
    name = card_name(box, card)
    icon = text_of(box.card_text[card].icon)
    return Cue(seat=note.seat, figure=f"card {card}", group=f"{name}: {worth}", icon=icon, count=1, adds=attack)


def conquers(note: Note, box: Box) -> Cue:
    return Cue(seat=note.seat, ends="wins", closes=True)


CUES: dict[NoteKind, Callable[[Note, Box], Cue]] = {
    Told.ATTACKS: attacks,
    Told.LAYS: lays,
    Told.CONQUERS: conquers,
}
