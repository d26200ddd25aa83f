"""Films: an action played again, and stopped at every note.

Rules say what happens where it happens; at that moment the state is as the note tells it. A film is the list of these
moments. It is made by reading the rules (see `reading`) with a Box whose journal is listened to, so that compiled code
knows nothing of it and pays nothing for it.

`Perspective.film` gives the film as a viewer may know it; what is here has all secrets in it.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from wartable.compiler.mode import reading

from .. import generic, record
from ..frames import AnyBox, AnyState
from ..game import Game
from ..notes import Note, SpeakingBox, read_notes, take_lines
from ..record import Record

Listener = Callable[[], None]


class Shot(NamedTuple):
    """What happens at one moment of an action, and the state then."""

    notes: tuple[Note, ...]
    state: Record


class _Journal:
    """A journal that calls whenever a line has been written."""

    def __init__(self, journal: Any, heard: Listener) -> None:
        self._journal = journal
        self._heard = heard

    @property
    def lines(self) -> Any:
        return self._journal.lines

    @property
    def count(self) -> int:
        return int(self._journal.count)

    @count.setter
    def count(self, value: int) -> None:
        self._journal.count = value
        self._heard()


def listen(box: SpeakingBox, heard: Listener) -> Record:
    """The Box, for rules that are read: it calls `heard` after every line of its journal."""
    record.stand_in(box, "journal", _Journal(box.journal, heard))
    return box


def take_film(game: Game, box: AnyBox, before: AnyState, seat: int, action: int) -> list[Shot]:
    """Carry out an action on a copy of a state: a shot for every note, with the state at that moment.

    The last shot has the state after the action; where nothing was noted it is the only one.
    """
    s = record.copy(before)
    speaking = game.open_journal(box)
    states: list[Record] = []
    with reading():
        generic.apply(s, listen(speaking, lambda: states.append(record.copy(s))), seat, action)
    moments = [*states[:-1], s]
    notes = read_notes(take_lines(speaking), game.told)
    if not notes:
        return [Shot((), s)]
    return [Shot((note,), state) for note, state in zip(notes, moments, strict=True)]


def seen_film(shots: Sequence[Shot], viewer: int, look: Callable[[Record], Record]) -> list[Shot]:
    """A film as a viewer may know it; `look` hides a state.

    What the viewer may not know is no shot of its own: its traces, if there are any, show in the next one.
    """
    last = len(shots) - 1
    seen: list[Shot] = []
    for place, shot in enumerate(shots):
        known = tuple(note for note in shot.notes if note.is_known_to(viewer))
        if known or place == last:
            seen.append(Shot(known, look(shot.state)))
    if len(seen) > 1 and not seen[-1].notes:
        told = seen[-2].notes
        seen[-2:] = [Shot(told, seen[-1].state)]
    return seen
