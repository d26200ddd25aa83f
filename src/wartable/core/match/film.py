"""Films: an action replayed and stopped at every note.

Rules write notes at the moment when things happen, so at each note the state matches it. A film is the list of these
moments. It is made by interpreting the rules (see `reading`) with a Box whose journal has a listener; compiled code is
not involved and pays nothing. `Perspective.film` gives the film as a viewer may know it; the films here contain all
secrets.
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
    """One moment of an action: its note, and the state at that time."""

    notes: tuple[Note, ...]
    state: Record


class _Journal:
    """A journal that calls a function whenever a line has been written."""

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
    """A Box for interpreted rules that calls `heard` after every line of its journal."""
    record.stand_in(box, "journal", _Journal(box.journal, heard))
    return box


def take_film(game: Game, box: AnyBox, before: AnyState, seat: int, action: int) -> list[Shot]:
    """Carry out an action on a copy of a state, and take a shot at every note.

    The last shot has the state after the action; if no note was written, it is the only one.
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

    Notes that the viewer may not know have no shot; their visible effects appear in the next one.
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
