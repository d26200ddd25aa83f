"""The laws that every game obeys, tested on random matches.

`check(game)` raises LawBroken with the law, the seed and the place of the violation. It runs on all games of the
package, and authors of new games run it on theirs.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from wartable.bots.search.settings import Settings
from wartable.compiler.decorators import compiled, interpreted
from wartable.compiler.mode import plain, reading, switch
from wartable.core import generic, record
from wartable.core.frames import MAX_SEATS, NATURE, SPECTATOR, AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.generic import refusal
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import generator
from wartable.core.record import Ints

from .examples import check_examples
from .laws.bounds import check_bounds
from .laws.films import check_film
from .laws.guides import check_glossary, check_guides
from .laws.judges import Judged
from .laws.languages import check_languages
from .laws.moment import LawBroken, Moment, told_where
from .laws.notes import check_notes, notes_of, possible_actions
from .laws.observations import check_observations
from .laws.options import check_options
from .laws.pages import check_apart, check_typed
from .laws.pictures import check_pictures
from .laws.places import place_in_file, place_of_function
from .laws.random_match import play_random
from .laws.secrets import Dealt, check_declared, check_forced, check_secret_phase, check_sees
from .laws.source import mistakes_in
from .lessons import check_aid, check_lesson, check_teaching
from .puzzles import check_puzzles

Array = np.ndarray[Any, Any]


class Gathered(NamedTuple):
    """What is collected over all matches."""

    dealt: Dealt
    judged: Judged


CENSUS_ROOM = 256
FIRST_STEPS = 45
"""The number of actions that are tried with interpreted rules before anything is compiled, shared among the player
counts.
"""
READ_CODES = 300
"""The number of action codes of a position whose refusals are checked with interpreted rules."""


@compiled
def first_disagreement(s: AnyState, box: AnyBox, seat: int, legal_marks: Ints, action_count: int) -> int:
    """The first action on which `legal` and `refusal` disagree; -1 if there is none."""
    for action in range(action_count):
        if (refusal(s, box, seat, action) == 0) != (legal_marks[action] == 1):
            return action
    return -1


@compiled
def write_refusals(s: AnyState, box: AnyBox, seat: int, first: int, step: int, out: Ints) -> None:
    """Write the rule that forbids each action to the seat, from the first action in steps."""
    for number in range(out.shape[0]):
        out[number] = refusal(s, box, seat, first + step * number)


def check(
    game: Game,
    matches: int = 12,
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    compare_interpreted: bool = True,
    bounds: bool = False,
) -> None:
    """Test all laws on random matches: the defaults with each number of players, and every other value of each
    option.

    First the sources are checked, and short matches are played with interpreted rules, where an error has a function, a
    file and a line. With `bounds`, matches are also played by compiled code that checks every index.
    """
    for mistake in mistakes_in(game):
        raise LawBroken(str(mistake))
    with told_where(game):
        _check_facts(game)
        _check_search(game)
        check_apart(game)
        tables = list(_tables(game, options or {}))
        if not interpreted:
            _look_first(game, tables, seed)
        check_observations(game, seed)
        gathered = Gathered(Dealt(game), Judged(game))
        for number in range(max(matches, len(tables))):
            chosen, seats = tables[number % len(tables)]
            _check_match(game, chosen, seats, seed + number, gathered, thorough=number < len(game.seats))
        gathered.dealt.check()
        gathered.judged.check()
        check_examples(game)
        check_lesson(game)
        check_puzzles(game)
        check_aid(game)
        check_glossary(game)
        check_languages(game)
        if not interpreted:
            check_options(game)
            check_teaching(game)
        if compare_interpreted and not interpreted:
            check_interpreted(game, seed)
        if bounds and not interpreted:
            check_bounds(game)


def _look_first(game: Game, tables: list[tuple[dict[str, object], int]], seed: int) -> None:
    """Play the beginning of a match with each number of players, with interpreted rules."""
    counts = len(game.seats)
    with reading():
        for chosen, seats in tables[:counts]:
            gathered = Gathered(Dealt(game), Judged(game))
            _check_match(game, chosen, seats, seed, gathered, thorough=False, steps=FIRST_STEPS // counts)


def _check_facts(game: Game) -> None:
    """Check that the facts in the Game match its rules and records."""
    names = game.state.dtype.names
    first = next((name for name in names if not name.startswith("of_")), "")
    if first != "head":
        raise LawBroken(f"the first field of the State is its head: state.py of {game.name} begins with {first}")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", game.rulebook.source, re.MULTILINE))
    for option in game.options:
        default = {True: "on", False: "off"}.get(option.first, str(option.first))  # type: ignore[call-overload]
        if not re.match(rf"{re.escape(default)}\b", rows.get(option.name, "").replace("`", "")):
            raise LawBroken(
                f"RULES.md lists every option: a table needs a row | `{option.name}` | `{default}`, ... | what it does "
                "|, the default first"
            )
    for ending in game.endings:
        if ending.rule not in game.rulebook.rules:
            place = place_in_file(game.folder / "__init__.py", game.folder, str(ending.rule))
            rule = game.rule_name(ending.rule)
            raise LawBroken(f"an ending cites a rule that exists: Game ({place}): {ending.name} cites {rule}")
    for seats in game.seats:
        box = game.new_box({}, seats)
        if box.seats != seats:
            raise LawBroken(f"the Box knows the players: make_box sets seats to {box.seats} for a table of {seats}")


def _tables(game: Game, base: Mapping[str, object]) -> Iterator[tuple[dict[str, object], int]]:
    """The defaults with each number of players, then each other value of an option, with the numbers of players in
    turn.
    """
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
    """Whether the Box accepts a value; it refuses one that is meant for another number of players, such as a map
    for two.
    """
    from wartable.errors import WartableError

    try:
        game.new_box(options, seats)
    except WartableError:
        return False
    return True


def _check_match(
    game: Game,
    options: Mapping[str, object],
    seats: int,
    seed: int,
    gathered: Gathered,
    thorough: bool,
    steps: int | None = None,
) -> None:
    census: list[int] | None = None
    gathered.judged.begin()
    for moment, seat, action in play_random(game, options, seats, seed):
        gathered.judged.add(moment)
        census = _check_census(moment, census)
        _check_readers_leave_the_state_alone(moment)
        if seat == -1:
            _check_end(moment)
            return
        if moment.step == steps:
            return
        _check_determinism(moment, seat, action)
        check_notes(moment, seat, action, thorough=moment.step % (1 if thorough else 7) == 0)
        if moment.step % (5 if thorough else 17) == 0:
            check_film(moment, seat, action)
        if seat != NATURE:
            _check_actions(moment, seat)
        every = 1 if thorough and moment.step < 60 else 7
        if moment.step % every == 0:
            check_sees(moment, seat, action, possible_actions(moment, moment.s, seat))
            check_secret_phase(moment, seat, action)
            if seat != NATURE:
                _check_words(moment, seat)
            for viewer in (SPECTATOR, *range(seats)):
                _check_hiding(moment, viewer, gathered.dealt)
                check_guides(moment, viewer)
            for viewer in _who_looks(moment, moment.step // every):
                check_pictures(moment, viewer)


def _who_looks(moment: Moment, turn: int) -> list[int]:
    """The viewers to check: the seats to act, and the others in turn, since drawing takes most of the time."""
    due = moment.due()
    others = [viewer for viewer in (SPECTATOR, *range(moment.seats)) if viewer not in due]
    return [*(seat for seat in due if seat != NATURE), others[turn % len(others)]]


def _check_census(moment: Moment, census: list[int] | None) -> list[int]:
    room = np.zeros(CENSUS_ROOM, np.int64)
    count = generic.census(moment.s, moment.box, room)
    now: list[int] = room[:count].tolist()
    if census is not None and now != census:
        raise moment.broken("components are neither made nor lost", f"{census} became {now}", "apply")
    return now


def _check_readers_leave_the_state_alone(moment: Moment) -> None:
    s, box = moment.s, moment.box
    before = s.tobytes()
    shares, numbers = np.zeros(MAX_SEATS), np.zeros(moment.game.feature_count, np.float32)
    out, weights = np.zeros(moment.game.action_count, np.int32), np.zeros(moment.game.most_chance, np.int32)

    def read(name: str, *rest: Any) -> None:
        getattr(generic, name)(s, box, *rest)
        if s.tobytes() != before:
            raise moment.broken("only apply changes a state", "it reads, and changes what it reads", name)

    for seat in range(moment.seats):
        numbers[:] = np.nan
        generic.features(hidden(s, box, seat), box, seat, numbers)
        if not np.isfinite(numbers).all():
            bad = int(np.flatnonzero(~np.isfinite(numbers))[0])
            raise moment.broken(
                "every feature is written, and is finite", f"number {bad} of seat {seat} is not", "features"
            )
        read("features", seat, numbers)
        read("points", seat)
    if s.head.over:
        return
    read("evaluate", shares)
    if not np.isfinite(shares).all() or abs(shares[: moment.seats].sum() - 1) > 0.01 or (shares < -1e-6).any():
        raise moment.broken("the judge shares out one win", str(shares), "evaluate")
    for seat in moment.due():
        if seat == NATURE:
            read("chance", out, weights)
        else:
            read("legal", seat, out)


def _check_determinism(moment: Moment, seat: int, action: int) -> None:
    once, twice = record.copy(moment.s), record.copy(moment.s)
    generic.apply(once, moment.box, seat, action)
    generic.apply(twice, moment.box, seat, action)
    if not record.same(once, twice):
        raise moment.broken("the same action has the same effect", "; ".join(record.differences(once, twice)), "apply")


def _check_actions(moment: Moment, seat: int) -> None:
    """`legal` equals `refusal == 0` on every code, for a due seat and for one that is not."""
    legal = moment.legal(seat)
    codes = moment.game.action_count
    if len(set(legal)) != len(legal):
        raise moment.broken("no legal action is listed twice", str(sorted(legal)), "legal")
    if not all(0 <= action < codes for action in legal):
        raise moment.broken(
            "legal actions are codes of the families", f"{sorted(legal)}; they end at {codes - 1}", "legal"
        )
    # Rules that are read take their time: where there are many codes, some of them are tried.
    step = 1 if switch.reads is not True and not interpreted else 1 + codes // READ_CODES
    tried = np.arange(0, codes, step)
    for other in range(moment.seats):
        if other != seat and other in moment.due():
            continue
        numbers = np.zeros(len(tried), np.int64)
        write_refusals(moment.s, moment.box, other, 0, step, numbers)
        allowed = np.isin(tried, legal) if other == seat else np.zeros(len(tried), np.bool_)
        _check_refusals(moment, other, tried, numbers, allowed)


def _check_refusals(moment: Moment, seat: int, codes: Array, numbers: Array, allowed: Array) -> None:
    wrong = np.flatnonzero((numbers == 0) != allowed)
    view, words = hidden(moment.s, moment.box, seat), moment.game.words
    if len(wrong):
        action, number = int(codes[wrong[0]]), int(numbers[wrong[0]])
        raise moment.broken(
            "legal equals refusal == 0",
            f"seat {seat}: {words.notation(view, moment.box, seat, action)} (code {action}) is "
            f"{'' if allowed[wrong[0]] else 'not '}legal, but "
            f"{place_of_function(moment.game, 'refusal', action)} says {number}",
            "legal",
            action,
        )
    # Refusals come in runs, and the first one of a number begins a run.
    begins = np.flatnonzero(np.diff(numbers, prepend=numbers[:1] - 1))
    firsts = dict(zip(numbers[begins[::-1]].tolist(), codes[begins[::-1]].tolist(), strict=True))
    for number, action in sorted(firsts.items()):
        if not number:
            continue
        if number not in moment.game.rulebook.rules:
            raise moment.broken(
                "a refusal cites a rule that exists",
                f"{place_of_function(moment.game, 'refusal', action)} answers code {action} with {number}, "
                f"and RULES.md has no {moment.game.rule_name(number)}",
            )
        words.fact(view, moment.box, seat, action, number)


def _check_words(moment: Moment, seat: int) -> None:
    legal = moment.legal(seat)
    view, words, box = hidden(moment.s, moment.box, seat), moment.game.words, moment.box
    finders: tuple[tuple[str, Callable[[int], Any]], ...] = (
        ("notation", lambda action: words.notation(view, box, seat, action)),
        ("label", lambda action: words.label(view, box, seat, action)),
        ("path", lambda action: moment.paths(seat)[action]),
    )
    for what, find in finders:
        written: dict[Any, int] = {}
        for action in legal:
            text = find(action)
            if not text:
                raise moment.broken(f"every legal action has a {what}", f"code {action} has none", what, action)
            if text in written:
                raise moment.broken(
                    f"no two legal actions have the same {what}",
                    f"{text}: codes {written[text]}, {action}",
                    what,
                    action,
                )
            written[text] = action
    check_typed(moment, seat)
    asked = words.prompt(view, box, seat)
    if not asked:
        raise moment.broken("a due seat is told what is asked of it", f"seat {seat}", "prompt")
    for other in range(box.seats):
        if other not in moment.due() and words.prompt(hidden(moment.s, box, other), box, other) == asked:
            raise moment.broken("a seat that waits is told so", f"seat {other} is told {asked!r}", "prompt")


def _check_hiding(moment: Moment, viewer: int, dealt: Dealt) -> None:
    box, s = moment.box, moment.s
    view = hidden(s, box, viewer)
    check_declared(moment, viewer, view)
    if not record.same(hidden(view, box, viewer), view):
        raise moment.broken("hiding twice is hiding once", f"viewer {viewer}", "hide")
    if viewer == SPECTATOR:
        return
    rng = generator(moment.seed * 1000 + moment.step)
    for _ in range(2):
        filled = record.copy(view)
        generic.fill(filled, box, viewer, rng)
        dealt.add(s, view, filled)
        again = hidden(filled, box, viewer)
        if not record.same(again, view):
            raise moment.broken(
                "hide(fill(view)) == view", f"viewer {viewer}: {'; '.join(record.differences(again, view)[:6])}", "fill"
            )
        room, filled_room = np.zeros(CENSUS_ROOM, np.int64), np.zeros(CENSUS_ROOM, np.int64)
        generic.census(s, box, room)
        generic.census(filled, box, filled_room)
        if (room != filled_room).any():
            raise moment.broken(
                "a filled view has all components", f"viewer {viewer}: {filled_room} for {room}", "fill"
            )
        check_forced(moment, viewer, filled)
        if viewer in moment.due() and sorted(moment.legal(viewer, filled)) != sorted(moment.legal(viewer)):
            raise moment.broken("what looks the same allows the same actions", f"viewer {viewer}", "legal")
    if viewer in moment.due():
        legal = set(moment.legal(viewer))
        reasons = plain(moment.game.functions["refusal"])
        for action in sorted(legal)[:4]:
            if reasons(view, box, viewer, action) != 0:
                raise moment.broken(
                    "refusals need only what the seat may know", f"viewer {viewer}, code {action}", "refusal"
                )


def _check_end(moment: Moment) -> None:
    if not 1 <= moment.s.head.over <= len(moment.game.endings):
        raise moment.broken("a match ends in one of the game's endings", str(moment.s.head.over), "apply")
    shares = np.zeros(MAX_SEATS)
    generic.scores(moment.s, moment.box, shares)
    if abs(shares.sum() - 1) > 1e-9 or shares.min() < 0 or shares[moment.seats :].any():
        raise moment.broken("the win is shared out", str(shares), "scores")


def _check_search(game: Game) -> None:
    unknown = sorted({*game.search, *game.search_crowded} - set(Settings._fields))
    if unknown:
        known = ", ".join(Settings._fields)
        raise LawBroken(f"a search has such settings: {game.name} names {', '.join(unknown)}; there are: {known}")


def fingerprints(game: Game, seed: int, steps: int) -> list[str]:
    """Digests along one random match for each number of players: equal rules give equal lists."""
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
    """Interpreted and compiled rules do the same and write the same notes."""
    with reading():
        slow = fingerprints(game, seed, steps)
    for number, (one, other) in enumerate(zip(slow, fingerprints(game, seed, steps), strict=True)):
        if one != other:
            raise LawBroken(f"interpreted equals compiled: {game.name}, seed {seed}, differs at moment {number}")
