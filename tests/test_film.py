"""Films: an action seen note by note, by those who may know it."""

from typing import Any

import pytest

from tests.whispers import GAME as WHISPERS
from wartable.compiler.mode import switch
from wartable.core import generic, record
from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.film import Shot, seen_film, take_film
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import draw, generator
from wartable.games.metals import GAME as METALS
from wartable.games.metals.notes import Told
from wartable.testing.laws import films as laws
from wartable.testing.laws.films import check_film
from wartable.testing.laws.moment import LawBroken, Moment
from wartable.testing.laws.random_match import play_random


def some_match(game: Game, seed: int, decisions: int) -> Match:
    match = Match.start(game, seed=seed)
    rng = generator(seed)
    for _ in range(decisions):
        if match.is_over:
            break
        seat = match.due[0]
        legal = match.legal(seat)
        match.play(seat, legal[int(draw(rng, len(legal)))])
    return match


def a_fight() -> tuple[Moment, int, int]:
    """Somewhere in a random match of Metals where a Metal is damaged."""
    for moment, seat, action in play_random(METALS, {}, 2, 5):
        noted = [note for shot in take_film(METALS, moment.box, moment.s, seat, action) for note in shot.notes]
        if any(note.kind == Told.DAMAGED for note in noted):
            return moment, seat, action
    raise AssertionError


def test_at_every_note_the_state_is_as_the_note_tells_it() -> None:
    moment, seat, action = a_fight()
    shots = take_film(METALS, moment.box, moment.s, seat, action)
    counted = [(shot.state, note) for shot in shots for note in shot.notes if note.counter]
    assert counted
    for state, note in counted:
        assert generic.tally(state, moment.box, note.seat, note.counter) == note.total
    damaged = next(place for place, shot in enumerate(shots) if shot.notes[0].kind == Told.DAMAGED)
    assert not record.same(shots[damaged - 1].state, shots[damaged].state)


def test_a_film_leaves_everything_as_it_was() -> None:
    moment, seat, action = a_fight()
    before, box = moment.s.tobytes(), moment.box.tobytes()
    take_film(METALS, moment.box, moment.s, seat, action)
    assert (moment.s.tobytes(), moment.box.tobytes(), switch.reads) == (before, box, None)


def test_films_of_a_match_tell_what_its_log_tells_and_end_with_what_is_seen() -> None:
    match = some_match(METALS, 2, 8)
    for viewer in (SPECTATOR, *match.seats):
        perspective = match.see(viewer)
        for step in match.steps:
            film = perspective.film(step)
            assert [note for shot in film for note in shot.notes] == perspective.notes(step)
            assert record.same(film[-1].state, hidden(step.after, match.box, viewer))


def test_what_a_viewer_may_not_know_is_no_shot() -> None:
    match = Match.start(WHISPERS, seed=3)
    dealt = match.steps[0]
    owner = match.notes(dealt)[0].seat
    assert [[note["animal"] > 0 for note in shot.notes] for shot in match.see(owner).film(dealt)] == [[True]]
    other = match.see(1 - owner).film(dealt)
    assert [[note["animal"] for note in shot.notes] for shot in other] == [[0]]
    assert other[0].state.animal[owner] == 0


def test_notes_of_the_end_that_are_secret_show_in_the_last_known_shot() -> None:
    notes = Match.start(WHISPERS, seed=3).steps[0].noted
    assert notes is not None
    secret, told = (next(note for note in notes if note.is_known_to(1) == known) for known in (False, True))
    shots = [Shot((secret,), "a"), Shot((told,), "b"), Shot((secret,), "c")]
    assert seen_film(shots, 1, lambda state: state) == [Shot((told,), "c")]
    assert seen_film(shots[:1], 1, lambda state: state) == [Shot((), "a")]


def test_a_step_that_the_rules_of_today_play_otherwise_has_one_shot() -> None:
    match = some_match(METALS, 2, 8)
    step = match.steps[-1]
    other = Match.resume(METALS, match.header, None)
    for one in match.steps[:-1]:
        other.restore(one.seat, one.action, one.forced, one.after)
    strange = record.copy(step.after)
    strange.sides[0].points += 1
    taken = other.restore(step.seat, step.action, step.forced, strange)
    film = other.see(SPECTATOR).film(taken)
    assert len(film) == 1 and record.same(film[0].state, strange)
    assert list(film[0].notes) == list(match.notes(step))


def broken(monkeypatch: pytest.MonkeyPatch, name: str, stand_in: Any, law: str) -> None:
    moment, seat, action = a_fight()
    check_film(moment, seat, action)
    monkeypatch.setattr(laws, name, stand_in)
    with pytest.raises(LawBroken, match=law):
        check_film(moment, seat, action)


def test_the_law_notices_a_film_that_ends_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    real = laws._film
    broken(monkeypatch, "_film", lambda *given: real(*given)[:-1], "a film ends as the action does")


def test_the_law_notices_a_shot_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    moment, seat, action = a_fight()
    monkeypatch.setattr(METALS.view, "scene", lambda *given: 1 / 0)
    with pytest.raises(LawBroken, match="every shot of a film can be drawn"):
        check_film(moment, seat, action)


def test_the_law_notices_a_secret_that_shows_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thrones: of two layouts in secret, the other seat sees the same film."""
    from wartable.core.registry import find_game

    thrones = find_game("thrones")
    moment, seat, action = next(
        (moment, seat, action) for moment, seat, action in play_random(thrones, {}, 2, 1) if 0 <= seat < 2
    )
    check_film(moment, seat, action)

    def leaking(moment: Moment, shots: list[Shot], viewer: int) -> list[Shot]:
        seen = seen_film(shots, viewer, lambda state: hidden(state, moment.box, viewer))
        return [Shot((), shots[0].state), *seen]

    monkeypatch.setattr(laws, "_seen", leaking)
    monkeypatch.setattr(laws, "_check_end", lambda *given: None)
    monkeypatch.setattr(laws, "_check_hiding", lambda *given: None)
    with pytest.raises(LawBroken, match="what looks the same has the same film"):
        check_film(moment, seat, action)
