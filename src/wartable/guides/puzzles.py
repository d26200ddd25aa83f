"""Puzzles: a position, a task in one sentence, and one best answer.

A game's `puzzles.toml` has them in the order in which they are offered, easy ones first::

    [[puzzle]]
    name = "last-dots"                           # short, and never changed: progress is stored under it
    title = "The last two points"
    ask = "You have 8 points. Win in one turn."
    moves = "first-0 +a1n ..."                   # the position: moves, options, players and start as in examples
    seat = 0                                     # the seat to move
    aim = "win"                                  # now, win, hold, points or best; see below
    rule = "MT-5.1"                              # the rule that the idea depends on
    line = ["b3-b4n", "~e7-e6s", "b4-c4n"]       # the answer; moves of others and of chance begin with ~
    also = ["b3-b4e"]                            # first moves that are equivalent
    last = ["b4-c4e"]                            # the same for the last move of the line
    deep = 2                                     # the number of own moves to search, if not those of the line
    tries = [["a1-a2n", "That leaves you in sight."]]   # replies to tempting moves
    otherwise = "That wins a point too few."     # the reply to any other move
    why = "Two Metals on dots bring the points of both."

The `aim` states what the answer achieves and no other first move does: `now` wins with the moves of the line, before
anybody else has a choice; `win` wins within that many own moves, whatever the others do; `hold` has not lost at one's
next decision; `points` has the most points after these moves. These four are proven by exhaustive search
(`bots/advice/solve.py`). `best` is the move that a long search finds best; its `margin` is how much more often it wins
than the second best, as `python -m wartable.testing puzzles GAME` reports.

`mined.jsonl` has puzzles from matches between bots (`tools/mine_puzzles.py`), one JSON object a line, after the matches
that they start from. They have the same keys, and `effort`: the search iterations needed to find the answer. Their
numbers, `m1` and so on, never change: there is one for each day.

A puzzle works like a lesson: `Puzzle.lesson` asks for the moves of the line and ends with the reason.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from wartable.core.game import Game
from wartable.errors import BadData

from .examples import read_toml, start_of, starts_of, words_of
from .lessons import Lesson, LessonStep, UnknownLesson, load_lessons

AIMS = ("now", "win", "hold", "points", "best")
MINUTES = 1
MINED = "mined.jsonl"
"""The file of a game's puzzles from matches between bots (`tools/mine_puzzles.py`)."""
HARDER = (4, 256)
"""A puzzle that needs more search iterations than this is one level harder."""
_NEEDED = ("name", "title", "ask", "aim", "rule", "line", "otherwise", "why")
_KEYS = {
    *_NEEDED,
    "start",
    "at",
    "moves",
    "options",
    "players",
    "seat",
    "also",
    "last",
    "deep",
    "tries",
    "margin",
    "lit",
    "effort",
}


@dataclass(frozen=True)
class Puzzle:
    """A puzzle; its lesson contains the task and the answer."""

    lesson: Lesson
    aim: str
    line: tuple[str, ...]
    margin: float
    deep: int
    """The number of own moves to search."""
    effort: int = 0
    """Of a mined puzzle: the search iterations needed to find the answer."""

    @property
    def level(self) -> int:
        """How hard it is, from 1 to 3, by the search effort."""
        return 1 + sum(self.effort > least for least in HARDER)

    @property
    def theme(self) -> str:
        """Its topic: the chapter of the rule that its answer depends on."""
        book = self.lesson.game.rulebook
        return book.chapter(book.find(self.lesson.steps[0].rule).number // 100).title

    @property
    def name(self) -> str:
        """Its name, which is part of its URL."""
        return self.lesson.name

    def is_like(self, other: "Puzzle") -> bool:
        """Whether both ask the same player in the same position."""
        return (self.lesson.start, self.lesson.seat) == (other.lesson.start, other.lesson.seat)

    @property
    def is_begun_only(self) -> bool:
        """Whether the line ends before the aim is reached, since the continuation can be played in several ways."""
        return self.deep > sum(not move.startswith("~") for move in self.line)

    @property
    def answers(self) -> tuple[str, ...]:
        """The right first moves: the answer, and equivalent moves."""
        return (self.lesson.steps[0].do, *self.lesson.steps[0].also)


def load_puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles in the game's folder; empty if it has no `puzzles.toml`."""
    return _load(game.name, game.folder / "puzzles.toml")


def load_mined(game: Game) -> tuple[Puzzle, ...]:
    """The mined puzzles, in the order of their numbers."""
    return _load(game.name, game.folder / MINED)


def load_courses(game: Game) -> tuple[Lesson, ...]:
    """Everything to learn from: the first match, short lessons, and puzzles."""
    return (*load_lessons(game), *(puzzle.lesson for puzzle in load_puzzles(game)))


def find_course(game: Game, name: str) -> Lesson:
    """The lesson or puzzle with that name."""
    for lesson in load_courses(game):
        if lesson.name == name:
            return lesson
    for puzzle in load_mined(game):
        if puzzle.name == name:
            return puzzle.lesson
    raise UnknownLesson(f"{game.title} has no lesson {name}")


@lru_cache(maxsize=64)
def _load(name: str, path: Path) -> tuple[Puzzle, ...]:
    from wartable.core.registry import find_game

    if not path.exists():
        return ()
    game, found = find_game(name), read_toml(path) if path.suffix == ".toml" else _read_lines(path)
    starts = starts_of(found, path)
    return tuple(_puzzle(game, one, starts, path) for one in found.get("puzzle", []))


def _read_lines(path: Path) -> dict[str, Any]:
    """A file of JSON lines, as a file of TOML tables."""
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise BadData(f"{path.name}: {error}") from None
    starts = {one.pop("start"): one for one in lines if "name" not in one}
    return {"start": starts, "puzzle": [one for one in lines if "name" in one]}


def _puzzle(game: Game, given: Mapping[str, Any], starts: Mapping[str, Any], path: Path) -> Puzzle:
    missing, unknown = [key for key in _NEEDED if key not in given], set(given) - _KEYS
    if missing or unknown or given["aim"] not in AIMS:
        raise BadData(f"{path.name}: {given.get('name', 'a puzzle')} needs {missing}, has no {sorted(unknown)}")
    seat, line = given.get("seat", 0), words_of(given["line"])
    start = start_of(given, starts, path)
    lesson = Lesson(
        game=game,
        title=given["title"],
        goal=given["ask"],
        minutes=MINUTES,
        seat=seat,
        start=start,
        steps=_steps(given, _turns(line)),
        name=given["name"],
        promise=given["ask"],
        is_puzzle=True,
    )
    own = sum(not move.startswith("~") for move in line)
    return Puzzle(lesson, given["aim"], line, given.get("margin", 0.0), given.get("deep", own), given.get("effort", 0))


def _turns(line: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """The learner's moves, each with the moves of the others and of chance after it."""
    turns: list[tuple[str, tuple[str, ...]]] = []
    for move in line:
        if move.startswith("~") and turns:
            do, then = turns.pop()
            turns.append((do, (*then, move[1:])))
        else:
            turns.append((move, ()))
    return turns


def _steps(given: Mapping[str, Any], turns: list[tuple[str, tuple[str, ...]]]) -> tuple[LessonStep, ...]:
    made = []
    for number, (do, then) in enumerate(turns):
        first, last = number == 0, number == len(turns) - 1
        also = (*(given.get("also", ()) if first else ()), *(given.get("last", ()) if last else ()))
        say = given["ask"] if first else "Right so far. Now go on."
        lit = tuple(given.get("lit", ())) if first else ()
        tries = dict(given.get("tries", ())) if first else {}
        made.append(LessonStep(say, given["rule"], lit, do, tries, then, also, given["otherwise"]))
    return (*made, LessonStep(given["why"], given["rule"], (), "", {}, ()))
