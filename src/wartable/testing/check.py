"""The laws that every game obeys, tried on random matches.

`check(game)` raises LawBroken with the law, the seed and the place where a law does not hold. It is run on all
games of the package, and authors of new games run it on theirs.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from wartable.bots.search import Settings
from wartable.core import generic, record
from wartable.core.actions import encode, split
from wartable.core.chance import draw, draw_weighted, generator, random_due
from wartable.core.compiled import compiled, interpreted, plain, reading
from wartable.core.frames import MAX_SEATS, NATURE, SPECTATOR, due
from wartable.core.game import Game
from wartable.core.generic import refusal
from wartable.core.perspective import hidden
from wartable.core.record import Record
from wartable.core.scene import Scene
from wartable.core.tints import untinted

from .examples import check_examples
from .lessons import check_aid, check_lesson
from .notes import check_notes, notes_of

CENSUS_ROOM = 256


class LawBroken(AssertionError):
    """A game does not keep one of the laws."""


@dataclass
class Moment:
    """A place in a random match, named in every complaint."""

    game: Game
    box: Record
    s: Record
    options: Mapping[str, object]
    seats: int
    seed: int
    step: int

    def broken(self, law: str, detail: str) -> LawBroken:
        where = (
            f"{self.game.name}, {self.seats} players, options {dict(self.options)}, seed {self.seed}, step {self.step}"
        )
        board = untinted(self.game.view.board(hidden(self.s, self.box, SPECTATOR), self.box, SPECTATOR))
        return LawBroken(f"{law}: {detail}\nat {where}\n{board}")

    def due(self) -> list[int]:
        bits = plain(due)(self.s)
        return [seat for seat in range(8) if bits >> seat & 1]

    def legal(self, seat: int, s: Record | None = None) -> list[int]:
        out = np.zeros(self.game.action_count, np.int32)
        count = generic.legal(self.s if s is None else s, self.box, seat, out)
        return [int(action) for action in out[:count]]


@compiled
def first_disagreement(s, box, seat, legal_marks, action_count):
    """The first action on which `legal` and `refusal` disagree, -1 where there is none."""
    for action in range(action_count):
        if (refusal(s, box, seat, action) == 0) != (legal_marks[action] == 1):
            return action
    return -1


def check(
    game: Game,
    matches: int = 12,
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    compare_interpreted: bool = True,
) -> None:
    """Try all laws on random matches: the defaults at each player count, and every other value of each option."""
    _check_search(game)
    tables = list(_tables(game, options or {}))
    for number in range(max(matches, len(tables))):
        chosen, seats = tables[number % len(tables)]
        _check_match(game, chosen, seats, seed + number, thorough=number < len(game.seats))
    _check_families(game)
    check_examples(game)
    check_lesson(game)
    check_aid(game)
    if compare_interpreted and not interpreted:
        check_interpreted(game, seed)


def _tables(game: Game, base: Mapping[str, object]) -> Iterator[tuple[dict[str, object], int]]:
    """The defaults at each player count, then each other value of an option, at the player counts in turn."""
    for seats in game.seats:
        yield dict(base), seats
    turn = 0
    for option in game.options:
        others: tuple[Any, ...] = option.values
        if option.least is not None:
            others = (option.least, option.most)
        for value in others:
            if value == option.first or option.name in base:
                continue
            trial = {**base, option.name: value}
            counts = [seats for seats in game.seats if _can_open(game, trial, seats)]
            if counts:
                yield trial, counts[turn % len(counts)]
                turn += 1


def _can_open(game: Game, options: Mapping[str, object], seats: int) -> bool:
    """A value may be meant for another number of players (a map for two, say); the Box refuses it then."""
    from wartable.core.errors import WartableError

    try:
        game.new_box(options, seats)
    except WartableError:
        return False
    return True


def play_random(game: Game, options: Mapping[str, object], seats: int, seed: int) -> Iterator[tuple[Moment, int, int]]:
    """A random match, one (moment, seat, action) after the other; the moment's state moves on after each."""
    box = game.new_box(options, seats)
    moment = Moment(game, box, game.new_state(box), options, seats, seed, 0)
    rng = generator(seed)
    out, weights = game.buffers()
    while not moment.s.head.over:
        seat = int(random_due(moment.s, rng))
        if seat == NATURE:
            count = generic.chance(moment.s, box, out, weights)
            _check_chance(moment, out, weights, count)
            action = int(out[draw_weighted(rng, weights, count)])
        else:
            count = generic.legal(moment.s, box, seat, out)
            if not 0 < count <= game.most_legal:
                raise moment.broken("every due seat has something to do", f"seat {seat} has {count} legal actions")
            action = int(out[draw(rng, count)])
        yield moment, seat, action
        generic.apply(moment.s, box, seat, action)
        moment.step += 1
        if moment.step > game.bound:
            raise moment.broken("a match ends within its bound", f"{game.bound} actions were made")
    yield moment, -1, -1


def _check_chance(moment: Moment, out: Any, weights: Any, count: int) -> None:
    if not 0 < count <= moment.game.most_chance:
        raise moment.broken("nature can act when it is due", f"it has {count} actions")
    if len(set(out[:count].tolist())) != count or (weights[:count] <= 0).any():
        raise moment.broken("nature's actions differ and have positive weights", str(weights[:count]))


def _check_match(game: Game, options: Mapping[str, object], seats: int, seed: int, thorough: bool) -> None:
    census: list[int] | None = None
    for moment, seat, action in play_random(game, options, seats, seed):
        census = _check_census(moment, census)
        _check_readers_leave_the_state_alone(moment)
        if seat == -1:
            _check_end(moment)
            return
        _check_determinism(moment, seat, action)
        check_notes(moment, seat, action, thorough=moment.step % (1 if thorough else 7) == 0)
        if seat != NATURE:
            _check_actions(moment, seat)
        every = 1 if thorough and moment.step < 60 else 7
        if moment.step % every == 0:
            if seat != NATURE:
                _check_words(moment, seat)
            for viewer in (SPECTATOR, *range(seats)):
                _check_hiding(moment, viewer)
                _check_pictures(moment, viewer)


def _check_census(moment: Moment, census: list[int] | None) -> list[int]:
    room = np.zeros(CENSUS_ROOM, np.int64)
    count = generic.census(moment.s, moment.box, room)
    now: list[int] = room[:count].tolist()
    if census is not None and now != census:
        raise moment.broken("components are neither made nor lost", f"{census} became {now}")
    return now


def _check_readers_leave_the_state_alone(moment: Moment) -> None:
    before = moment.s.tobytes()
    shares, numbers = np.zeros(MAX_SEATS), np.zeros(moment.game.feature_count, np.float32)
    out, weights = np.zeros(moment.game.action_count, np.int32), np.zeros(moment.game.most_chance, np.int32)
    for seat in range(moment.seats):
        generic.features(hidden(moment.s, moment.box, seat), moment.box, seat, numbers)
        if not np.isfinite(numbers).all():
            raise moment.broken("features are finite numbers", f"seat {seat}")
        generic.points(moment.s, moment.box, seat)
    if not moment.s.head.over:
        generic.evaluate(moment.s, moment.box, shares)
        if not np.isfinite(shares).all() or abs(shares[: moment.seats].sum() - 1) > 0.01 or (shares < -1e-6).any():
            raise moment.broken("the judge shares out one win", str(shares))
        for seat in moment.due():
            if seat == NATURE:
                generic.chance(moment.s, moment.box, out, weights)
            else:
                generic.legal(moment.s, moment.box, seat, out)
    if moment.s.tobytes() != before:
        raise moment.broken("only apply changes a state", "a reader did")


def _check_determinism(moment: Moment, seat: int, action: int) -> None:
    once, twice = record.copy(moment.s), record.copy(moment.s)
    generic.apply(once, moment.box, seat, action)
    generic.apply(twice, moment.box, seat, action)
    if not record.same(once, twice):
        raise moment.broken("the same action has the same effect", "; ".join(record.differences(once, twice)))


def _check_actions(moment: Moment, seat: int) -> None:
    """`legal` equals `refusal == 0` on every code, for the due seat and for one that is not due."""
    legal = moment.legal(seat)
    if len(set(legal)) != len(legal):
        raise moment.broken("no legal action is listed twice", str(sorted(legal)))
    marks = np.zeros(moment.game.action_count, np.int8)
    marks[legal] = 1
    for other in range(moment.seats):
        other_marks = marks if other == seat else np.zeros_like(marks)
        if other != seat and other in moment.due():
            continue
        action = int(first_disagreement(moment.s, moment.box, other, other_marks, len(marks)))
        if action >= 0:
            number = int(generic.refusal(moment.s, moment.box, other, action))
            written = moment.game.words.notation(hidden(moment.s, moment.box, other), moment.box, other, action)
            raise moment.broken(
                "legal equals refusal == 0",
                f"seat {other}: {written} (code {action}) is {'' if other_marks[action] else 'not '}legal, "
                f"but its refusal is {number}",
            )


def _check_words(moment: Moment, seat: int) -> None:
    legal = moment.legal(seat)
    view, words, box = hidden(moment.s, moment.box, seat), moment.game.words, moment.box
    for what, write in (("notation", words.notation), ("label", words.label), ("path", moment.game.view.path)):
        written: dict[Any, int] = {}
        for action in legal:
            text = write(view, box, seat, action)
            if not text:
                raise moment.broken(f"every legal action has a {what}", f"code {action} has none")
            if text in written:
                raise moment.broken(
                    f"no two legal actions have the same {what}", f"{text}: codes {written[text]}, {action}"
                )
            written[text] = action
    if not words.prompt(view, box, seat):
        raise moment.broken("a due seat is told what is asked of it", f"seat {seat}")


def _check_hiding(moment: Moment, viewer: int) -> None:
    box, s = moment.box, moment.s
    view = hidden(s, box, viewer)
    if not record.same(hidden(view, box, viewer), view):
        raise moment.broken("hiding twice is hiding once", f"viewer {viewer}")
    if viewer == SPECTATOR:
        return
    rng = generator(moment.seed * 1000 + moment.step)
    for _ in range(2):
        filled = record.copy(view)
        generic.fill(filled, box, viewer, rng)
        again = hidden(filled, box, viewer)
        if not record.same(again, view):
            raise moment.broken(
                "hide(fill(view)) == view", f"viewer {viewer}: {'; '.join(record.differences(again, view)[:6])}"
            )
        room, filled_room = np.zeros(CENSUS_ROOM, np.int64), np.zeros(CENSUS_ROOM, np.int64)
        generic.census(s, box, room)
        generic.census(filled, box, filled_room)
        if (room != filled_room).any():
            raise moment.broken("a filled view has all components", f"viewer {viewer}: {filled_room} for {room}")
        if viewer in moment.due() and sorted(moment.legal(viewer, filled)) != sorted(moment.legal(viewer)):
            raise moment.broken("what looks the same allows the same actions", f"viewer {viewer}")
    if viewer in moment.due():
        legal = set(moment.legal(viewer))
        reasons = plain(moment.game.functions["refusal"])
        for action in sorted(legal)[:4]:
            if reasons(view, box, viewer, action) != 0:
                raise moment.broken("refusals need only what the seat may know", f"viewer {viewer}, code {action}")


def _check_pictures(moment: Moment, viewer: int) -> None:
    game, box = moment.game, moment.box
    view = hidden(moment.s, box, viewer)
    before = view.tobytes()
    scene = game.view.scene(view, box, viewer)
    if not game.view.board(view, box, viewer).strip():
        raise moment.broken("there is a text board", f"viewer {viewer}")
    if viewer in moment.due() and viewer != SPECTATOR:
        _check_paths(moment, viewer, view, scene)
    if view.tobytes() != before:
        raise moment.broken("looking changes nothing", f"viewer {viewer}")


def _check_paths(moment: Moment, viewer: int, view: Record, scene: Scene) -> None:
    ids = {thing.id for thing in scene.things}
    for action in moment.legal(viewer):
        path = moment.game.view.path(view, moment.box, viewer, action)
        missing = [id for id in path if id not in ids]
        if missing:
            raise moment.broken("a path touches things that are there", f"{path}: no {', '.join(missing)}")


def _check_end(moment: Moment) -> None:
    if not 1 <= moment.s.head.over <= len(moment.game.endings):
        raise moment.broken("a match ends in one of the game's endings", str(moment.s.head.over))
    if moment.game.endings[moment.s.head.over - 1].rule not in moment.game.rulebook.rules:
        raise moment.broken("an ending cites a rule that exists", str(moment.s.head.over))
    shares = np.zeros(MAX_SEATS)
    generic.scores(moment.s, moment.box, shares)
    if abs(shares.sum() - 1) > 1e-9 or shares.min() < 0 or shares[moment.seats :].any():
        raise moment.broken("the win is shared out", str(shares))


def _check_families(game: Game) -> None:
    expected = 0
    for name, family in game.families.items():
        if family.first != expected:
            raise LawBroken(f"action codes are dense: {game.name}.{name} begins at {family.first}, not {expected}")
        for action in range(family.first, family.last + 1):
            if encode(family, *split(family, action)) != action:
                raise LawBroken(f"encode(split(action)) == action: {game.name}.{name}, code {action}")
        expected = family.last + 1


def _check_search(game: Game) -> None:
    unknown = sorted({*game.search, *game.search_crowded} - set(Settings._fields))
    if unknown:
        known = ", ".join(Settings._fields)
        raise LawBroken(f"a search has such settings: {game.name} names {', '.join(unknown)}; there are: {known}")


def fingerprints(game: Game, seed: int, steps: int) -> list[str]:
    """Digests along one random match for each player count: equal rules give equal lists."""
    found = []
    for seats in game.seats:
        digest = hashlib.sha256()
        for moment, seat, action in play_random(game, {}, seats, seed):
            digest.update(moment.s.tobytes())
            if seat >= 0:
                digest.update(repr(notes_of(moment, seat, action)).encode())
            for due_seat in moment.due():
                if due_seat != NATURE:
                    digest.update(np.array(moment.legal(due_seat), np.int32).tobytes())
            found.append(digest.hexdigest()[:12])
            if moment.step >= steps:
                break
    return found


def check_interpreted(game: Game, seed: int = 0, steps: int = 120) -> None:
    """The rules do the same, and say the same, when they are read and when they run."""
    with reading():
        slow = fingerprints(game, seed, steps)
    for number, (one, other) in enumerate(zip(slow, fingerprints(game, seed, steps), strict=True)):
        if one != other:
            raise LawBroken(f"interpreted equals compiled: {game.name}, seed {seed}, differs at moment {number}")
