"""Lessons: guided play against an opponent who does what the next idea needs.

A game's `lesson.toml` is its first match; `lessons/2-favors.toml` and so on are short lessons on further parts, in the
order of their numbers, called by what comes after the number. A lesson has steps, each with one idea and, mostly, one
thing to do::

    title = "Your first match of Metals"
    promise = "Everything you need to play"      # what one can do afterwards, in one line
    goal = "You lead a handful of metal warriors. Whoever has 10 points first wins."
    minutes = 5
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

The dice are set, so that a lesson is one line of moves and every step of it is one position. After the last step the
match goes on as a real one. Puzzles (`guides/puzzles.py`) are followed in the same way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.errors import BadData, IllegalMove, MoveError, WartableError

from .examples import Start, read_toml, start_of, words_of

FIRST = "first"
"""What a game's first match is called among its lessons."""


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
    """Moves that are as right as `do`: the step goes on as if it had been that."""
    otherwise: str = ""
    """What is said to every other legal move, in place of a plea to do what is asked."""
    better: tuple[str, ...] = ()
    """Tries that would be better in a match, as their answers admit."""


@dataclass(frozen=True)
class Answer:
    """What is said to a try: whether it is what the step asks, the words, and the rule that they rest on."""

    right: bool
    say: str
    rule: str
    told: tuple[str, ...] = ()
    """What would happen, as the log would tell it: of a wrong try at a puzzle."""


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

    @property
    def goes_on(self) -> bool:
        """Whether there is a match left to play when it is over."""
        return not self.open(len(self.steps)).is_over

    def position(self, number: int) -> Start:
        """The position in which a step is asked; that after the last one for the number behind it."""
        made = [move for step in self.steps[:number] for move in ((step.do, *step.then) if step.do else step.then)]
        return Start(self.start.options, self.start.players, self.start.moves + tuple(made))

    def open(self, number: int) -> Match:
        """The match as it stands when a step is asked."""
        return self.position(number).open(self.game)

    def answer(self, number: int, text: str) -> Answer:
        """What is said to somebody who types (or touches) a move at a step: kindly, and with the reason."""
        step, match = self.steps[number], self.open(number)
        try:
            meant = match.notation(self.seat, match.parse(self.seat, text))
        except IllegalMove as refused:
            return Answer(False, step.tries.get(text) or f"Not quite. {str(refused).split(': ', 1)[-1]}", refused.rule)
        except MoveError:
            return Answer(False, f"That is no move here. This step asks for “{self.wanted(number)}”.", step.rule)
        if meant == step.do or meant in step.also:
            return Answer(True, "", step.rule)
        if self.is_puzzle:
            return Answer(False, step.tries.get(meant, step.otherwise), step.rule, self.happens(number, meant))
        legal = f"You may do that in a match. In this lesson, please: “{self.wanted(number)}”."
        return Answer(False, step.tries.get(meant, legal), step.rule)

    def happens(self, number: int, move: str) -> tuple[str, ...]:
        """What the log would tell if a legal move were played at a step."""
        match = self.open(number)
        known = len(match.steps)
        match.play(self.seat, move)
        told = [sentence for step in match.steps[known:] for sentence in match.tell(step, self.seat)]
        return tuple(sentence.named(match.players) for sentence in told if sentence.level > 0)

    def wanted(self, number: int) -> str:
        """What a step asks for, as the list of actions says it."""
        match = self.open(number)
        action = match.parse(self.seat, self.steps[number].do)
        label = self.game.words.label(match.observe(self.seat), match.box, self.seat, action)
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
    )


def _step(given: Mapping[str, Any], path: Path) -> LessonStep:
    unknown = set(given) - {"say", "rule", "lit", "do", "tries", "then"}
    if unknown or "say" not in given or "rule" not in given:
        raise BadData(f"{path.name}: a step has say, rule, lit, do, tries and then: {dict(given)}")
    tries = {one[0]: one[1] for one in given.get("tries", [])}
    better = tuple(one[0] for one in given.get("tries", []) if one[2:] == ["better"])
    lit, then = tuple(given.get("lit", ())), words_of(given.get("then", ""))
    return LessonStep(given["say"], given["rule"], lit, given.get("do", ""), tries, then, better=better)
