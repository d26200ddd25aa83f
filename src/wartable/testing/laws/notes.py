"""The laws of notes: they report what happened, and nobody is told more than it may know."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from wartable.compiler.decorators import compiled
from wartable.core import generic, record
from wartable.core.frames import NATURE, SPECTATOR, AnyBox, AnyState
from wartable.core.generic import tally
from wartable.core.match.perspective import hidden
from wartable.core.notes import NOBODY, UNKNOWN, Note, read_notes, take_lines
from wartable.core.numbers.chance import generator
from wartable.core.record import Matrix, Record

from .places import place_of_note

if TYPE_CHECKING:
    from .moment import Moment


def notes_of(moment: "Moment", seat: int, action: int) -> tuple[Note, ...]:
    """The notes of an action at this moment."""
    return _apply(moment, record.copy(moment.s), seat, action)


def _apply(moment: "Moment", s: AnyState, seat: int, action: int) -> tuple[Note, ...]:
    box = moment.game.open_journal(moment.box)
    generic.apply(s, box, seat, action)
    try:
        return read_notes(take_lines(box), moment.game.told)
    except (OverflowError, ValueError) as error:
        raise moment.broken(
            "every note is of one of the game's kinds, and all have room", str(error), "apply"
        ) from None


def check_notes(moment: "Moment", seat: int, action: int, thorough: bool) -> None:
    """Check the notes of an action against the laws, for every viewer."""
    after, silent = record.copy(moment.s), record.copy(moment.s)
    notes = _apply(moment, after, seat, action)
    generic.apply(silent, moment.box, seat, action)
    if not record.same(after, silent):
        raise moment.broken("taking notes changes nothing", "; ".join(record.differences(after, silent)[:4]), "apply")
    place = partial(place_of_note, moment.game, moment.box, moment.s, seat, action)
    for number, note in enumerate(notes):
        _check_note(moment, note, partial(place, number))
    counted = bool(moment.game.counter_names)
    had, have = (_tallies_of_all(moment, s) if counted else {} for s in (moment.s, after))
    for viewer in (SPECTATOR, *range(moment.seats)):
        if counted:
            _check_sum(moment, had[viewer], have[viewer], notes, viewer, place)
        if thorough and moment.game.has_secrets:
            _check_secrets(moment, after, notes, viewer, seat, action)


def _check_note(moment: "Moment", note: Note, place: Callable[[], str]) -> None:
    """Check one note; `place` finds the line that wrote it."""
    if note.rule not in moment.game.rulebook.rules:
        told = f"{note.name} cites {note.rule}, and RULES.md has no {moment.game.rule_name(note.rule)}"
        raise moment.broken("a note cites a rule that exists", told, place())
    if not (note.seat == NOBODY or 0 <= note.seat < moment.seats):
        raise moment.broken("a note is about a seat at the table, or NOBODY", f"{note}", place())
    if note.counter and note.counter not in moment.game.counter_names:
        raise moment.broken("a note changes one of the game's counters", f"{note}", place())
    for viewer in (SPECTATOR, *range(moment.seats)):
        if note.is_known_to(viewer):
            try:
                moment.game.words.sentence(note, moment.box, viewer).format(*moment.game.seat_names)
            except Exception as error:
                raise moment.broken("every note can be put into words", f"{note}: {error!r}", "sentence") from error


@compiled
def write_tallies(s: AnyState, box: AnyBox, seats: int, counters: int, out: Matrix) -> None:
    """Write each seat's counters according to a record."""
    for seat in range(seats):
        for counter in range(counters):
            out[seat, counter] = tally(s, box, seat, counter + 1)


def _tallies(moment: "Moment", s: AnyState, viewer: int) -> Any:
    counters = len(moment.game.counter_names)
    out = np.zeros((moment.seats, counters), np.int64)
    write_tallies(hidden(s, moment.box, viewer), moment.box, moment.seats, counters, out)
    return out


def _tallies_of_all(moment: "Moment", s: AnyState) -> dict[int, Any]:
    """The same for every viewer; cached, since the result of an action is the start of the next step."""
    key = s.tobytes()
    if moment.tallied[0] != key:
        moment.tallied = key, {viewer: _tallies(moment, s, viewer) for viewer in (SPECTATOR, *range(moment.seats))}
    return moment.tallied[1]


def _check_sum(
    moment: "Moment", was: Any, now: Any, notes: tuple[Note, ...], viewer: int, place_of: Callable[[int], str]
) -> None:
    """The log adds up: the changes that a viewer is told of are the changes of every counter that it sees."""
    told = np.zeros_like(was)
    running = was.copy()
    for number, n in enumerate(notes):
        if n.counter and n.seat >= 0 and n.is_known_to(viewer):
            place = n.seat, n.counter - 1
            told[place] += n.amount
            running[place] += n.amount
            if UNKNOWN not in (was[place], now[place]) and n.total != running[place]:
                name = moment.game.counter_names[n.counter]
                detail = f"{n.name} tells viewer {viewer} of {n.total} {name}, where there are {running[place]}"
                raise moment.broken("a note tells what there is then", detail, place_of(number))
    known = (was != UNKNOWN) & (now != UNKNOWN)
    for seat, counter in np.argwhere(known & (was + told != now)).tolist():
        name = moment.game.counter_names[counter + 1]
        of_it = [(n.name, n.amount, n.total) for n in notes if n.seat == seat and n.counter == counter + 1]
        raise moment.broken(
            "the log adds up",
            f"{was[seat, counter]} became {now[seat, counter]}; {name} of seat {seat}, viewer {viewer}: {of_it}",
            "apply",
        )


def _check_secrets(
    moment: "Moment", after: AnyState, notes: tuple[Note, ...], viewer: int, seat: int, action: int
) -> None:
    """If everything that a viewer may know is the same, it is told the same."""
    box = moment.box
    view, seen = hidden(moment.s, box, viewer), hidden(after, box, viewer).tobytes()
    told = _told(notes, viewer)
    knows = seat == viewer or bool(generic.sees(moment.s, box, viewer, seat, action))
    for s, other in worlds_alike(moment, view, viewer, seat, action, knows):
        end = record.copy(s)
        otherwise = _apply(moment, end, seat, other)
        if hidden(end, box, viewer).tobytes() == seen and _told(otherwise, viewer) != told:
            raise moment.broken(
                "what looks the same is told the same",
                f"viewer {viewer}, action {action} or {other} of seat {seat}: {told} or {_told(otherwise, viewer)}",
                "apply",
            )


def _told(notes: tuple[Note, ...], viewer: int) -> list[Note]:
    return [note for note in notes if note.is_known_to(viewer)]


def worlds_alike(
    moment: "Moment", view: AnyState, viewer: int, seat: int, action: int, knows: bool
) -> list[tuple[Record, int]]:
    """Other tables and actions that a viewer cannot distinguish from the real ones."""
    found = []
    rng = generator(moment.seed * 7919 + moment.step)
    if viewer != SPECTATOR:
        for _ in range(2):
            filled = record.copy(view)
            generic.fill(filled, moment.box, viewer, rng)
            if seat in _due(filled) and action in possible_actions(moment, filled, seat):
                found.append((filled, action))
    if not knows:
        others = [other for other in possible_actions(moment, moment.s, seat) if other != action]
        unseen = [a for a in others if not generic.sees(moment.s, moment.box, viewer, seat, a)]
        found += [(moment.s, other) for other in unseen[:3]]
    return found


def _due(s: AnyState) -> list[int]:
    from wartable.compiler.mode import plain
    from wartable.core.frames import due

    bits = plain(due)(s)
    return [seat for seat in range(8) if bits >> seat & 1]


def possible_actions(moment: "Moment", s: AnyState, seat: int) -> list[int]:
    """The possible actions of a due seat (or NATURE) in a state."""
    out, weights = moment.game.buffers()
    if seat == NATURE:
        return [int(a) for a in out[: generic.chance(s, moment.box, out, weights)]]
    room = np.zeros(moment.game.action_count, np.int32)
    return [int(a) for a in room[: generic.legal(s, moment.box, seat, room)]]
