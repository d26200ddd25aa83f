"""The laws of films: they end as the action does, every shot can be drawn, and they show nobody more than it may
know.
"""

from typing import TYPE_CHECKING

from wartable.core import generic, record
from wartable.core.frames import SPECTATOR, AnyState
from wartable.core.match.film import Shot, seen_film, take_film
from wartable.core.match.perspective import hidden

from .notes import notes_of, worlds_alike

if TYPE_CHECKING:
    from .moment import Moment


def check_film(moment: "Moment", seat: int, action: int) -> None:
    """Check the film of an action against the laws, for every viewer."""
    films: Films = {}
    shots = _film(moment, moment.s, seat, action, films)
    after = record.copy(moment.s)
    generic.apply(after, moment.box, seat, action)
    if not record.same(shots[-1].state, after):
        raise moment.broken("a film ends as the action does", "; ".join(record.differences(shots[-1].state, after)[:4]))
    if tuple(note for shot in shots for note in shot.notes) != notes_of(moment, seat, action):
        raise moment.broken("a film has a shot for every note", f"{[shot.notes for shot in shots]}")
    for viewer in (SPECTATOR, *range(moment.seats)):
        seen = _seen(moment, shots, viewer)
        _check_end(moment, seen, after, viewer)
        for shot in seen:
            _check_hiding(moment, shot, viewer)
        if moment.game.has_secrets:
            _check_secrets(moment, seen, viewer, seat, action, films)
    # Drawing takes long: the viewers have turns, and what looks as a shot before it did is drawn once.
    viewer = moment.step % (moment.seats + 1) - 1
    different = {shot.state.tobytes(): shot for shot in reversed(_seen(moment, shots, viewer))}
    for shot in reversed(different.values()):
        _check_drawing(moment, shot, viewer)


Films = dict[tuple[bytes, int], list[Shot]]
"""The films of one moment, by state and action: viewers who know a lot imagine the same tables."""


def _film(moment: "Moment", s: AnyState, seat: int, action: int, films: Films) -> list[Shot]:
    key = s.tobytes(), action
    if key not in films:
        films[key] = take_film(moment.game, moment.box, s, seat, action)
    return films[key]


def _seen(moment: "Moment", shots: list[Shot], viewer: int) -> list[Shot]:
    return seen_film(shots, viewer, lambda state: hidden(state, moment.box, viewer))


def _check_end(moment: "Moment", seen: list[Shot], after: AnyState, viewer: int) -> None:
    if not record.same(seen[-1].state, hidden(after, moment.box, viewer)):
        raise moment.broken("a viewer's film ends with what it sees then", f"viewer {viewer}")
    if len(seen) > 1 and not all(shot.notes for shot in seen):
        raise moment.broken("a viewer's film shows what it is told", f"viewer {viewer}")


def _check_hiding(moment: "Moment", shot: Shot, viewer: int) -> None:
    if not record.same(hidden(shot.state, moment.box, viewer), shot.state):
        names = [note.name for note in shot.notes]
        raise moment.broken("hiding twice is hiding once, at every note", f"viewer {viewer}, {names}", "hide")


def _check_drawing(moment: "Moment", shot: Shot, viewer: int) -> None:
    try:
        moment.game.view.scene(shot.state, moment.box, viewer)
    except Exception as error:
        names = [note.name for note in shot.notes]
        raise moment.broken(
            "every shot of a film can be drawn", f"viewer {viewer}, {names}: {error!r}", "scene"
        ) from error


def _check_secrets(moment: "Moment", seen: list[Shot], viewer: int, seat: int, action: int, films: Films) -> None:
    """If everything that a viewer may know before and after is the same, it sees the same film."""
    box = moment.box
    knows = seat == viewer or bool(generic.sees(moment.s, box, viewer, seat, action))
    view = hidden(moment.s, box, viewer)
    for s, other in worlds_alike(moment, view, viewer, seat, action, knows):
        otherwise = _seen(moment, _film(moment, s, seat, other, films), viewer)
        if not record.same(otherwise[-1].state, seen[-1].state):
            continue
        if len(otherwise) != len(seen):
            raise moment.broken("what looks the same has the same film", f"viewer {viewer}: {len(seen)} shots or fewer")
        for one, two in zip(seen, otherwise, strict=True):
            if one.notes != two.notes or not record.same(one.state, two.state):
                differing = record.differences(one.state, two.state)[:6]
                raise moment.broken(
                    "what looks the same has the same film",
                    f"viewer {viewer}, action {action} or {other} of seat {seat}, "
                    f"at {[note.name for note in one.notes]}: {'; '.join(differing)}",
                )
