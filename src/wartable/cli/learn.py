"""`wartable learn GAME`: a guided first match, short lessons and puzzles.

After a lesson, the match continues against the weakest level.
"""

import argparse
from typing import TYPE_CHECKING

from wartable.errors import BadOption

from .command import Command

if TYPE_CHECKING:
    from wartable.guides.lessons import Lesson
    from wartable.terminal.lines import Lines


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument("lesson", nargs="?", help="number or name of a lesson or puzzle (default: list all)")


def run(arguments: argparse.Namespace) -> int:
    from wartable.core.registry import find_game
    from wartable.guides.puzzles import load_courses
    from wartable.terminal.learn import PlainLesson, choose_lesson, find_lesson
    from wartable.terminal.lines import Lines
    from wartable.terminal.progress import Progress

    game = find_game(arguments.game)
    lessons = load_courses(game)
    if not lessons:
        raise BadOption(f"{game.title} has no lesson yet; `wartable rules {game.name}` prints its rules")
    lines, progress = Lines(), Progress(game.name)
    wanted = arguments.lesson
    lesson = find_lesson(lessons, wanted) if wanted else choose_lesson(lessons, progress, lines)
    if lesson is None and wanted:
        known = ", ".join(one.name for one in lessons)
        raise BadOption(f"{game.title} has no lesson {wanted}; there are: {known}")
    if lesson is None or not PlainLesson(lesson, lines, progress).run() or lesson.is_puzzle:
        return 0
    return play_on(lesson, lines)


def play_on(lesson: "Lesson", lines: "Lines") -> int:
    """Play the lesson's match on as a real one."""
    from wartable.bots.ladder import LEVELS
    from wartable.compiler.ahead.background import Preparation
    from wartable.core.match import Match
    from wartable.terminal.plain import PlainPlay
    from wartable.terminal.players import Player
    from wartable.terminal.table import Table

    game = lesson.game
    preparation = Preparation(game).start()
    end = lesson.open(len(lesson.steps))
    easy = next(iter(LEVELS))
    players = [Player(game.seat_name(seat), None if seat == lesson.seat else easy) for seat in end.seats]
    match = Match.start(game, dict(lesson.start.options), [player.title for player in players])
    match.take_over(end.steps)
    table = Table(match, players, None, preparation)
    lines.say("\nThe match continues. `hint` shows what a bot would do.")
    try:
        return PlainPlay(table, lines).run()
    finally:
        preparation.stop()


COMMAND = Command("learn", "learn a game: a guided first match, short lessons, and puzzles", arguments, run)
