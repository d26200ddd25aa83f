"""The laws of secrets: hidden information is declared, not revealed by `sees`, and dealt exactly once by `fill`."""

from collections import defaultdict
from functools import cache
from typing import Any

import numpy as np

from wartable.compiler.mode import plain
from wartable.core import generic, record
from wartable.core.frames import NATURE, SPECTATOR, AnyState
from wartable.core.frames import kind as frame_kind
from wartable.core.game import Game
from wartable.core.match.perspective import hidden, seats_due
from wartable.core.record import Record

from .moment import LawBroken, Moment
from .notes import notes_of
from .places import place_in_file, place_of_function

OTHERS = 3
"""The number of other actions that are compared with the one that was made."""
ENOUGH = 60
"""The amount that must have been hidden before totals are compared."""
TOO_MANY = 1.6


def check_declared(moment: Moment, viewer: int, view: AnyState) -> None:
    """A game whose `hide` hides something declares it, so that tables with one screen draw a curtain."""
    if not moment.game.has_secrets and not record.same(view, moment.s):
        fields = "; ".join(record.differences(moment.s, view)[:3])
        raise moment.broken(
            "a game with secrets says so",
            f"{place_of_function(moment.game, 'hide')} blanks {fields} for viewer {viewer}; "
            "write has_secrets=True in the Game",
        )


def check_sees(moment: Moment, seat: int, action: int, possible: list[int]) -> None:
    """A viewer that learns which action was made learns nothing from it that `hide` hides afterwards."""
    if not moment.game.has_secrets:
        return
    others = [other for other in possible if other != action][:OTHERS]
    after = _after(moment, seat, action)
    for viewer in (SPECTATOR, *range(moment.seats)):
        if viewer == seat or not generic.sees(moment.s, moment.box, viewer, seat, action):
            continue
        seen = hidden(after, moment.box, viewer)
        for other in others:
            otherwise = _after(moment, seat, other)
            if record.same(otherwise, after) or not record.same(hidden(otherwise, moment.box, viewer), seen):
                continue
            secret = "; ".join(record.differences(after, otherwise)[:3])
            who = "nature" if seat == NATURE else f"seat {seat}"
            raise moment.broken(
                "who sees an action learns no secret by it",
                f"{place_of_function(moment.game, 'sees')} lets viewer {viewer} know action {action} of {who}, which "
                f"tells what hide() hides ({secret}); return False there",
            )


def check_secret_phase(moment: Moment, seat: int, action: int) -> None:
    """While several seats decide at once, an action that others neither see nor are told of changes nothing that
    they see.

    So nobody can tell who is done, or what a secret choice has cost, until all have decided.
    """
    due = set(moment.due())
    if seat == NATURE or len(due) < 2:
        return
    after = _after(moment, seat, action)
    if after.head.over or set(seats_due(after)) | {seat} != due:
        return
    notes = notes_of(moment, seat, action)
    for viewer in (SPECTATOR, *range(moment.seats)):
        is_told = any(note.is_known_to(viewer) for note in notes)
        if viewer == seat or is_told or generic.sees(moment.s, moment.box, viewer, seat, action):
            continue
        before, now = hidden(moment.s, moment.box, viewer), hidden(after, moment.box, viewer)
        if not record.same(before, now):
            raise moment.broken(
                "a secret choice shows nowhere until all have chosen",
                f"{place_of_function(moment.game, 'hide')} lets viewer {viewer} see that seat {seat} has chosen "
                f"({'; '.join(record.differences(before, now)[:3])}); show there what was known before",
            )


def check_forced(moment: Moment, viewer: int, filled: AnyState) -> None:
    """An action that the match plays automatically reveals nothing about its player.

    It does if a viewer could not know that only one action was left: with other secrets there would be several. A seat
    that may choose not to be asked (`is_preference`) looks as if it had chosen that.
    """
    always = moment.game.always_asked
    asked = plain(frame_kind)(moment.s)
    if not moment.game.has_secrets or asked in always or plain(frame_kind)(filled) != asked:
        return
    for seat in moment.due():
        if seat in (NATURE, viewer) or seat not in seats_due(filled):
            continue
        if seats_due(hidden(moment.s, moment.box, seat)) != (seat,):
            continue
        here, there = moment.legal(seat), moment.legal(seat, filled)
        if any(map(moment.game.decisions.is_preference, (*here, *there))):
            continue
        is_forced, looks_forced = len(here) == 1, len(there) == 1
        if is_forced != looks_forced:
            raise moment.broken(
                "a forced action tells no secret",
                f"Game ({place_in_file(moment.game.folder / '__init__.py', moment.game.folder, 'Game(')}): seat {seat} "
                f"has {'one action' if is_forced else 'several actions'} where viewer {viewer} must think of "
                f"{'several' if is_forced else 'one'}; add decision kind {asked} to always_asked",
            )


def _after(moment: Moment, seat: int, action: int) -> Record:
    s = record.copy(moment.s)
    generic.apply(s, moment.box, seat, action)
    return s


class Dealt:
    """The total of each hidden field, and the total that `fill` dealt, over all tries.

    Both have the same distribution, so over many deals `fill` is not far above the real total, whatever a field means.
    It may be below, since what a seat has not decided yet is left open. Fields with negative values are not amounts.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.real: dict[str, float] = defaultdict(float)
        self.filled: dict[str, float] = defaultdict(float)
        self.signed: set[str] = set()

    def add(self, s: AnyState, view: AnyState, filled: AnyState) -> None:
        real, seen, deal = s.tobytes(), view.tobytes(), filled.tobytes()
        for name, field, places in _small_numbers(self.game.state.plain):
            if name == "head" or seen[field] == real[field]:
                continue
            was, dealt = _amount(real, places), _amount(deal, places)
            self.real[name] += was
            self.filled[name] += dealt
            if min(was, dealt, _amount(seen, places)) < 0:
                self.signed.add(name)

    def check(self) -> None:
        for name, real in self.real.items():
            filled = self.filled[name]
            if min(real, filled) >= ENOUGH and filled > real * TOO_MANY and name not in self.signed:
                raise LawBroken(
                    f"fill deals as much as there is: {place_of_function(self.game, 'fill')} dealt {filled:.0f} of "
                    f"{name} over all matches where there were {real:.0f}; blank what hide() blanks and deal it once"
                )


Places = dict[str, np.ndarray[Any, Any]]
"""The offsets of the numbers of each type in a record, in units of that type."""


@cache
def _small_numbers(kind: np.dtype[Any]) -> list[tuple[str, slice, Places]]:
    """For each field of a record: its bytes, and the offsets of the small numbers in it.

    Large numbers are bit sets, whose size means nothing.
    """
    found = []
    for name, (of, start, *_) in (kind.fields or {}).items():
        places: dict[str, list[np.ndarray[Any, Any]]] = defaultdict(list)
        _find_small(of, np.array([start]), places)
        joined = {letter: np.concatenate(at) // np.dtype(letter).itemsize for letter, at in places.items()}
        found.append((name, slice(start, start + of.itemsize), joined))
    return found


def _find_small(kind: np.dtype[Any], starts: np.ndarray[Any, Any], places: dict[str, list[Any]]) -> None:
    if kind.subdtype:
        base, shape = kind.subdtype
        steps = np.arange(int(np.prod(shape))) * base.itemsize
        _find_small(base, (starts[:, None] + steps).ravel(), places)
    elif kind.fields:
        for of, start, *_ in kind.fields.values():
            _find_small(of, starts + start, places)
    elif kind.kind in "iu" and kind.itemsize <= 2:
        places[kind.str].append(starts)


def _amount(raw: bytes, places: Places) -> float:
    """The sum of the numbers at these offsets."""
    return float(sum(np.frombuffer(raw, kind)[at].sum(dtype=np.int64) for kind, at in places.items()))
