"""Lessons: guided play against an opponent who does what the next idea needs.

A game's `lesson.toml` is its first match; `lessons/2-favors.toml` and so on are short lessons on further parts, in the
order of their numbers, called by what comes after the number. A lesson has steps, each with one idea and, mostly, one
thing to do::

    title = "Your first match of Metals"
    promise = "Everything you need to play"      # what one can do afterwards, in one line
    goal = "You lead a handful of metal warriors. Whoever has 10 points first wins."
    minutes = 5
    when = ["favor-"]                            # offered at a table where such things can first be touched
    moves = "first-0"                            # how it begins; options, players and seat as in examples

    [[step]]
    say = "Put a Metal on a corner."             # one idea, one or two sentences
    rule = "MT-3.2"                              # the rule that says so
    lit = ["pool-0-0"]                           # the things that it speaks of
    do = "+a1n"                                  # what the learner does; without it the step is only read
    tries = [                                    # what is said to another move, legal or not
        ["+e1n", "A good corner too. ..."],
        ["+e7s", "Stronger, but ...", "better"], # one that would be better in a match, and the answer says so
    ]
    then = "+e7s"                                # what the opponent, or chance, does after it

    [[step]]
    say = "Score a point this turn, as you like."
    goal = ["Blue gains"]                        # every move is right of which the log tells these parts of sentences
    do = "b1-b2n"                                # one of them, which is shown to those who ask
    otherwise = "No diamond there."              # what is said to the others

The dice are set, so that a lesson is one line of moves and every step of it is one position. Whoever reaches a goal in
another way goes on from there (`Way`), if the rest of the lesson tells the same then; else it goes on with `do`. After
the last step the match goes on as a real one. Puzzles (`guides/puzzles.py`) are followed in the same way.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from wartable.core.frames import NATURE
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.errors import BadData, IllegalMove, MoveError, WartableError

from .examples import Example, Start, read_toml, start_of, words_of

FIRST = "first"
"""What a game's first match is called among its lessons."""
TRIAL = "try-"
"""Before the id of an example: what the lesson is called in which it is tried."""


_SEAT = re.compile(r"(\d):(.+)")
Way = tuple[tuple[int, str], ...]
"""What a learner did in place of what steps are written with: the number of a step, and the move."""


class UnknownLesson(WartableError):
    """There is no lesson or puzzle of that name."""


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson: what is said, what is to be done."""

    say: str
    rule: str
    lit: tuple[str, ...]
    do: str
    tries: Mapping[str, str]
    then: tuple[str, ...]
    also: tuple[str, ...] = ()
    """Moves that are as right as `do`."""
    otherwise: str = ""
    """What is said to every other legal move, in place of a plea to do what is asked."""
    better: tuple[str, ...] = ()
    """Tries that would be better in a match, as their answers admit."""
    goal: tuple[str, ...] = ()
    """Parts of what the log tells of every move that is right."""
    refused: str = ""
    """The rule that is to be met with: the step is done when something is refused by it."""

    @property
    def asks(self) -> bool:
        """Whether there is something to do, and not only to read."""
        return bool(self.do or self.refused)


@dataclass(frozen=True)
class Answer:
    """What is said to a try: whether it is what the step asks, the words, and the rule that they rest on."""

    right: bool
    say: str
    rule: str
    told: tuple[str, ...] = ()
    """What would happen, as the log would tell it: of a wrong try at a goal or a puzzle."""
    way: Way = ()
    """Of a right try: what the learner has done in place of what the steps are written with."""


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
    """It is offered at a table where things can be touched for the first time whose ids begin so."""

    @property
    def goes_on(self) -> bool:
        """Whether there is a match left to play when it is over."""
        return not self.open(len(self.steps)).is_over

    def _line(self, first: int, last: int, way: Way) -> tuple[str, ...]:
        """What is played at some steps, by the learner, the others and chance."""
        made, steps = dict(way), enumerate(self.steps[first:last], first)
        return tuple(
            move
            for number, step in steps
            for move in ((f"{self.seat}:{made.get(number, step.do)}", *step.then) if step.do else step.then)
        )

    def position(self, number: int, way: Way = ()) -> Start:
        """The position in which a step is asked; that after the last one for the number behind it."""
        return Start(self.start.options, self.start.players, self.start.moves + self._line(0, number, way))

    def open(self, number: int, way: Way = ()) -> Match:
        """The match as it stands when a step is asked."""
        return self.position(number, way).open(self.game)

    def answer(self, number: int, text: str, way: Way = ()) -> Answer:
        """What is said to somebody who types (or touches) a move at a step: kindly, and with the reason."""
        step, match = self.steps[number], self.open(number, way)
        try:
            meant = match.notation(self.seat, match.parse(self.seat, text))
        except IllegalMove as refused:
            return Answer(False, step.tries.get(text) or f"Not quite. {str(refused).split(': ', 1)[-1]}", refused.rule)
        except MoveError:
            return Answer(False, f"That is no move here. {self._plea(number, way)}", step.rule)
        if self._is_right(number, meant, way):
            return self._right(number, meant, way)
        if self.is_puzzle or step.goal:
            otherwise = step.otherwise or "That does not do it. Try something else."
            return Answer(False, step.tries.get(meant, otherwise), step.rule, self.happens(number, meant, way))
        legal = f"You may do that in a match. In this lesson, please: “{self.wanted(number, way)}”."
        return Answer(False, step.tries.get(meant, legal), step.rule)

    def _plea(self, number: int, way: Way) -> str:
        step = self.steps[number]
        if self.is_puzzle or step.goal or not step.do:
            return step.say
        return f"This step asks for “{self.wanted(number, way)}”."

    def _is_right(self, number: int, move: str, way: Way) -> bool:
        step = self.steps[number]
        if move == step.do or move in step.also:
            return True
        return bool(step.goal) and move not in step.tries and self.reaches(number, move, way)

    def reaches(self, number: int, move: str, way: Way = ()) -> bool:
        """Whether the log tells of a legal move what a step has for its goal."""
        told = self.happens(number, move, way)
        return all(any(part in sentence for sentence in told) for part in self.steps[number].goal)

    def _right(self, number: int, move: str, way: Way) -> Answer:
        """A right move is kept as it was made, where the rest of the lesson tells the same after it."""
        step, kept = self.steps[number], (*way, (number, move))
        if move == step.do:
            return Answer(True, "", step.rule, way=way)
        rest = self._rest(number, kept)
        if rest is not None and rest == self._rest(number, way):
            return Answer(True, "", step.rule, way=kept)
        say = f"That is right too. The lesson goes on as if it had been “{self.wanted(number, way)}”."
        return Answer(True, say, step.rule, way=way)

    def _rest(self, number: int, way: Way) -> tuple[str, ...] | None:
        """What is told after the learner's move at a step, up to the end; None where the lesson cannot go on so."""
        try:
            match = self.open(number, way)
            match.play(self.seat, dict(way).get(number, self.steps[number].do))
            known = len(match.steps)
            for move in (*self.steps[number].then, *self._line(number + 1, len(self.steps), way)):
                match.move(move)
        except WartableError:
            return None
        return tuple(one.named(match.players) for step in match.steps[known:] for one in match.tell(step, self.seat))

    def happens(self, number: int, move: str, way: Way = ()) -> tuple[str, ...]:
        """What the log would tell if a legal move were played at a step."""
        match = self.open(number, way)
        known = len(match.steps)
        match.play(self.seat, move)
        told = [sentence for step in match.steps[known:] for sentence in match.tell(step, self.seat)]
        return tuple(sentence.named(match.players) for sentence in told if sentence.level > 0)

    def wanted(self, number: int, way: Way = ()) -> str:
        """What a step asks for, as the list of actions says it."""
        return _label(self.open(number, way), self.seat, self.steps[number].do)


def trial(game: Game, example: Example) -> Lesson:
    """An example of a rule as a lesson of one deed: what happens there is tried by hand."""
    match, named = example.start.open(game), _SEAT.fullmatch(example.play[0])
    due = match.due[0] if match.due else NATURE
    asked = int(named[1]) if named else due if example.seat is None else example.seat
    end = LessonStep(f"That is what {example.rules[0]} says.", example.rules[0], (), "", {}, ())
    steps = (_deed(example, match, asked, named[2] if named else example.play[0]), end)
    seat = 0 if asked == NATURE else asked
    return Lesson(game, example.title, example.title, 1, seat, example.start, steps, f"{TRIAL}{example.id}")


def _deed(example: Example, match: Match, seat: int, text: str) -> LessonStep:
    """What is tried of an example: to do what is refused, or what its player does there."""
    rule, title = example.rules[0], example.title
    if seat == NATURE or seat not in match.due:
        return LessonStep(title, rule, (), "", {}, () if example.refused else example.play)
    if not example.refused:
        do = match.notation(seat, match.parse(seat, text))
        return LessonStep(f"{title} Try it: “{_label(match, seat, do)}”.", rule, (), do, {}, example.play[1:])
    tried = match.written(seat, text)
    if tried is None:
        return LessonStep(title, rule, (), "", {}, ())
    view, say = match.observe(seat), f"{title} Try it all the same."
    path = match.game.view.path(view, match.box, seat, tried)
    return LessonStep(say, rule, path, "", {}, (), refused=example.refused)


def _label(match: Match, seat: int, move: str) -> str:
    """A legal move as the list of actions says it."""
    label = match.game.words.label(match.observe(seat), match.box, seat, match.parse(seat, move))
    return label.format(*match.players)


def load_lesson(game: Game) -> Lesson | None:
    """The first match in the game's folder; None where it has none."""
    path = game.folder / "lesson.toml"
    return _load(game.name, path) if path.exists() else None


def load_lessons(game: Game) -> tuple[Lesson, ...]:
    """The game's first match, if it has one, and its short lessons in their order."""
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
    unknown = set(given) - {"say", "rule", "lit", "do", "tries", "then", "goal", "otherwise", "also"}
    if unknown or "say" not in given or "rule" not in given:
        raise BadData(f"{path.name}: a step has say, rule, lit, do, tries, then, goal and otherwise: {dict(given)}")
    if "goal" in given and not given.get("do"):
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
        goal=tuple(given.get("goal", ())),
    )
