"""Lessons: guided play against an opponent who makes the moves that the next step needs.

A game's `lesson.toml` is its first match. `lessons/2-favors.toml` and so on are short lessons on further topics,
ordered by number and named by the rest of the file name. A lesson has steps, each with one idea and usually one thing
to do::

    title = "Your first match of Metals"
    promise = "Everything you need to play"      # what the learner can do afterwards, in one line
    goal = "You lead a handful of metal warriors. Whoever has 10 points first wins."
    minutes = 5
    when = ["favor-", "told:breached"]           # offered at a table when such things can first be touched, or when
                                                 # a note of this kind is told
    moves = "first-0"                            # the position; options, players and seat as in examples

    [[step]]
    say = "Put a Metal on a corner."             # one idea, one or two sentences
    rule = "MT-3.2"                              # its rule
    lit = ["pool-0-0"]                           # the things that it is about
    do = "+a1n"                                  # the learner's move; a step without one is only read
    tries = [                                    # replies to other moves, legal or not
        ["+e1n", "A good corner too. ..."],
        ["+e7s", "Stronger, but ...", "better"], # a move that would be better in a match, as the reply says
    ]
    then = "+e7s"                                # the reply of the opponent, or of chance

    [[step]]
    say = "Score a point this turn, as you like."
    goal = ["Blue gains", ["on b2", "on c1"]]    # every move is right for which the log has these texts
    never = ["is damaged"]                       # (of a list: one of them), and none of these
    do = "b1-b2n"                                # one such move, shown on request
    otherwise = "No diamond there."              # the reply to other moves

The dice are fixed, so a lesson is one line of moves, and every step is one position. A learner who reaches a goal in
another way continues from there (`Way`) if the log of the rest of the lesson stays the same; otherwise the lesson
continues with `do`. After the last step the match continues as a real one. Puzzles (`guides/puzzles.py`) work in the
same way.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from wartable.core.frames import NATURE
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.perspective import Perspective
from wartable.errors import BadData, IllegalMove, MoveError, WartableError
from wartable.languages import ENGLISH, Catalogue, Worded, named, worded

from .examples import Example, Start, read_toml, start_of, words_of

FIRST = "first"
"""The name of a game's first match among its lessons."""
TRIAL = "try-"
"""The prefix of an example's id that names the lesson in which it is tried."""
TOLD = "told:"
"""Before the kind of note after which a lesson is offered."""


_SEAT = re.compile(r"(\d):(.+)")
Way = tuple[tuple[int, str], ...]
"""A learner's move that replaced the scripted one: the number of the step, and the move."""


class UnknownLesson(WartableError):
    """There is no lesson or puzzle of that name."""


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson: its text and its task."""

    say: str
    rule: str
    lit: tuple[str, ...]
    do: str
    tries: Mapping[str, str]
    then: tuple[str, ...]
    also: tuple[str, ...] = ()
    """Moves that are as right as `do`."""
    otherwise: str = ""
    """The reply to every other legal move, in place of the standard one."""
    better: tuple[str, ...] = ()
    """Tries that would be better in a match, as their replies say."""
    goal: tuple[tuple[str, ...], ...] = ()
    """Texts that the log has after every right move: one of each group."""
    never: tuple[str, ...] = ()
    """Texts that the log has after no right move."""
    refused: str = ""
    """The rule to run into: the step is done when it refuses something."""

    @property
    def is_free(self) -> bool:
        """Whether every move that reaches a goal is right."""
        return bool(self.goal or self.never)

    @property
    def asks(self) -> bool:
        """Whether there is something to do."""
        return bool(self.do or self.refused)


@dataclass(frozen=True)
class Answer:
    """The reply to a try: whether the step accepts it, the words, and their rule."""

    right: bool
    say: str
    rule: str
    told: tuple[str, ...] = ()
    """For a wrong try at a goal or a puzzle: what would happen, as the log would say it."""
    way: Way = ()
    """For a right try: the learner's move, if it replaces the scripted one."""


@dataclass(frozen=True)
class Lesson:
    """A guided match against a scripted opponent."""

    game: Game
    title: str
    goal: str
    minutes: int
    seat: int
    start: Start
    steps: tuple[LessonStep, ...]
    name: str = FIRST
    promise: str = ""
    is_puzzle: bool = False
    when: tuple[str, ...] = ()
    """Offered at a table when things with these id prefixes can first be touched; or, after `told:`, when a note of
    this kind is told.
    """
    catalogue: Catalogue = ENGLISH
    """The language in which it is said."""

    def read_in(self, catalogue: Catalogue) -> "Lesson":
        """The lesson in another language."""
        if catalogue is ENGLISH:
            return self
        say = catalogue.say
        steps = tuple(
            replace(
                step,
                say=say(step.say),
                tries={move: say(reply) for move, reply in step.tries.items()},
                otherwise=say(step.otherwise),
            )
            for step in self.steps
        )
        title, goal, promise = say(self.title), say(self.goal), say(self.promise)
        return replace(self, steps=steps, catalogue=catalogue, title=title, goal=goal, promise=promise)

    @property
    def goes_on(self) -> bool:
        """Whether the match can be played on afterwards."""
        return not self.open(len(self.steps)).is_over

    def _line(self, first: int, last: int, way: Way) -> tuple[str, ...]:
        """The moves of some steps, by the learner, the others and chance."""
        made, steps = dict(way), enumerate(self.steps[first:last], first)
        return tuple(
            move
            for number, step in steps
            for move in ((f"{self.seat}:{made.get(number, step.do)}", *step.then) if step.do else step.then)
        )

    def position(self, number: int, way: Way = ()) -> Start:
        """The position in which a step is asked; for the number after the last step, the final position."""
        return Start(self.start.options, self.start.players, self.start.moves + self._line(0, number, way))

    def open(self, number: int, way: Way = ()) -> Match:
        """The match at a step."""
        return self.position(number, way).open(self.game)

    def answer(self, number: int, text: str, way: Way = ()) -> Answer:
        """The reply to a move that somebody types (or touches) at a step: friendly, and with the reason."""
        step, match = self.steps[number], self.open(number, way)
        try:
            meant = match.notation(self.seat, match.parse(self.seat, text))
        except IllegalMove as refused:
            words = refused.args[0]
            reason = words.parts.get("why", words) if isinstance(words, Worded) else words
            not_quite = self._said("Not quite. {reason}", reason=reason)
            return Answer(False, step.tries.get(text) or not_quite, refused.rule)
        except MoveError:
            plea = self._plea(number, way)
            return Answer(False, self._said("That is not a move here. {plea}", plea=plea), step.rule)
        if self._is_right(number, meant, way):
            return self._right(number, meant, way)
        if self.is_puzzle or step.is_free:
            otherwise = step.otherwise or self._said("That does not do it. Try something else.")
            told = self.happens(number, meant, way, self.catalogue)
            return Answer(False, step.tries.get(meant, otherwise), step.rule, told)
        please = "You may do that in a match. In this lesson, please: “{wanted}”."
        legal = self._said(please, wanted=self.wanted(number, way))
        return Answer(False, step.tries.get(meant, legal), step.rule)

    def _said(self, template: str, **parts: str) -> str:
        return self.catalogue.say(worded(template, **parts))

    def _plea(self, number: int, way: Way) -> str:
        step = self.steps[number]
        if self.is_puzzle or step.is_free or not step.do:
            return step.say
        return self._said("This step asks for “{wanted}”.", wanted=self.wanted(number, way))

    def _is_right(self, number: int, move: str, way: Way) -> bool:
        step = self.steps[number]
        if move == step.do or move in step.also:
            return True
        return step.is_free and move not in step.tries and self.reaches(number, move, way)

    def reaches(self, number: int, move: str, way: Way = ()) -> bool:
        """Whether the log of a legal move has the texts of a step's goal, and none that it must not have."""
        step, told = self.steps[number], "\n".join(self.happens(number, move, way))
        has_all = all(any(part in told for part in group) for group in step.goal)
        return has_all and not any(part in told for part in step.never)

    def _right(self, number: int, move: str, way: Way) -> Answer:
        """A right move is accepted as it was made, if the log of the rest of the lesson stays the same."""
        step, kept = self.steps[number], (*way, (number, move))
        if move == step.do:
            return Answer(True, "", step.rule, way=way)
        rest = self._rest(number, kept)
        if rest is not None and rest == self._rest(number, way):
            return Answer(True, "", step.rule, way=kept)
        say = "That is right too. The lesson goes on as if it had been “{wanted}”."
        return Answer(True, self._said(say, wanted=self.wanted(number, way)), step.rule, way=way)

    def _rest(self, number: int, way: Way) -> tuple[str, ...] | None:
        """The log after the learner's move at a step, up to the end; None if the lesson cannot continue with it."""
        try:
            match = self.open(number, way)
            match.play(self.seat, dict(way).get(number, self.steps[number].do))
            known = len(match.steps)
            for move in (*self.steps[number].then, *self._line(number + 1, len(self.steps), way)):
                match.move(move)
        except WartableError:
            return None
        return tuple(one.named(match.players) for step in match.steps[known:] for one in match.tell(step, self.seat))

    def happens(self, number: int, move: str, way: Way = (), catalogue: Catalogue = ENGLISH) -> tuple[str, ...]:
        """What the log would say if a legal move were played at a step."""
        match = self.open(number, way)
        known, seen = len(match.steps), Perspective(match, self.seat, catalogue)
        match.play(self.seat, move)
        told = [sentence for step in match.steps[known:] for sentence in seen.tell(step)]
        return tuple(sentence.named(seen.players) for sentence in told if sentence.level > 0)

    def wanted(self, number: int, way: Way = ()) -> str:
        """What a step asks for, as the list of actions says it."""
        return self.catalogue.say(_label(self.open(number, way), self.seat, self.steps[number].do))


def trial(game: Game, example: Example) -> Lesson:
    """An example of a rule as a lesson with one action: the learner tries it."""
    match, named = example.start.open(game), _SEAT.fullmatch(example.play[0])
    due = match.due[0] if match.due else NATURE
    asked = int(named[1]) if named else due if example.seat is None else example.seat
    end = LessonStep(worded("That is what {rule} says.", rule=example.rules[0]), example.rules[0], (), "", {}, ())
    steps = (_deed(example, match, asked, named[2] if named else example.play[0]), end)
    seat = 0 if asked == NATURE else asked
    return Lesson(game, example.title, example.title, 1, seat, example.start, steps, f"{TRIAL}{example.id}")


def _deed(example: Example, match: Match, seat: int, text: str) -> LessonStep:
    """The action to try in an example: the refused one, or the one that is played."""
    rule, title = example.rules[0], example.title
    if seat == NATURE or seat not in match.due:
        return LessonStep(title, rule, (), "", {}, () if example.refused else example.play)
    if not example.refused:
        do = match.notation(seat, match.parse(seat, text))
        say = worded("{title} Try it: “{label}”.", title=title, label=_label(match, seat, do))
        return LessonStep(say, rule, (), do, {}, example.play[1:])
    tried = match.written(seat, text)
    if tried is None:
        return LessonStep(title, rule, (), "", {}, ())
    view, say = match.observe(seat), worded("{title} Try it all the same.", title=title)
    path = match.game.view.path(view, match.box, seat, tried)
    return LessonStep(say, rule, path, "", {}, (), refused=example.refused)


def _label(match: Match, seat: int, move: str) -> str:
    """A legal move, as the list of actions says it."""
    label = match.game.words.label(match.observe(seat), match.box, seat, match.parse(seat, move))
    return named(label, match.players)


def load_lesson(game: Game) -> Lesson | None:
    """The first match in the game's folder; None if there is none."""
    path = game.folder / "lesson.toml"
    return _load(game.name, path) if path.exists() else None


def load_lessons(game: Game) -> tuple[Lesson, ...]:
    """The game's first match, if it has one, and its short lessons in order."""
    first = load_lesson(game)
    paths = sorted((game.folder / "lessons").glob("*.toml"), key=lambda path: int(path.stem.split("-", 1)[0]))
    return (*([first] if first else []), *(_load(game.name, path) for path in paths))


@lru_cache(maxsize=64)
def _load(name: str, path: Path) -> Lesson:
    from wartable.core.registry import find_game

    found = read_toml(path)
    called = FIRST if path.stem == "lesson" else path.stem.split("-", 1)[1]
    missing = [key for key in ("title", "promise", "goal", "minutes", "step") if key not in found]
    if missing:
        raise BadData(f"{path.name}: a lesson needs {', '.join(missing)}")
    return Lesson(
        game=find_game(name),
        title=found["title"],
        goal=found["goal"],
        minutes=found["minutes"],
        seat=found.get("seat", 0),
        start=start_of(found, {}, path),
        steps=tuple(_step(one, path) for one in found["step"]),
        name=called,
        promise=found["promise"],
        when=tuple(found.get("when", ())),
    )


def _step(given: Mapping[str, Any], path: Path) -> LessonStep:
    unknown = set(given) - {"say", "rule", "lit", "do", "tries", "then", "goal", "never", "otherwise", "also"}
    if unknown or "say" not in given or "rule" not in given:
        raise BadData(f"{path.name}: a step has no {sorted(unknown)}, and needs say and rule: {dict(given)}")
    if {"goal", "never"} & set(given) and not given.get("do"):
        raise BadData(f"{path.name}: a goal needs a move that reaches it (do): {dict(given)}")
    tries = given.get("tries", [])
    return LessonStep(
        say=given["say"],
        rule=given["rule"],
        lit=tuple(given.get("lit", ())),
        do=given.get("do", ""),
        tries={one[0]: one[1] for one in tries},
        then=words_of(given.get("then", "")),
        also=tuple(given.get("also", ())),
        otherwise=given.get("otherwise", ""),
        better=tuple(one[0] for one in tries if one[2:] == ["better"]),
        goal=tuple((one,) if isinstance(one, str) else tuple(one) for one in given.get("goal", ())),
        never=tuple(given.get("never", ())),
    )
