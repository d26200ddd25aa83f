"""`wartable exam GAME`: questions on the rules of a game, made by the engine."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from .command import Command
from .common import add_json_argument

if TYPE_CHECKING:
    from wartable.text.exam import Question


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=10, metavar="N", help="how many questions (default: 10)")
    parser.add_argument("--tier", type=int, choices=(1, 2, 3), help="1: the book, 2: a position, 3: one move ahead")
    parser.add_argument("--seed", type=int, default=0, help="equal seeds ask equal questions")
    parser.add_argument("--answers", action="store_true", help="print questions with their answers instead of asking")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game
    from wartable.text.exam import make_exam

    exam = make_exam(find_game(arguments.game), arguments.count, arguments.seed, arguments.tier)
    if arguments.json:
        print(json.dumps([one.as_json() for one in exam], ensure_ascii=False, indent=1))
    elif arguments.answers:
        for number, question in enumerate(exam, 1):
            print(f"{number}. {question.prompt}\n{_told(question)}\n")
    else:
        _ask(exam)


def _ask(exam: "list[Question]") -> None:
    """Put the questions to whoever types; the end of the input ends the exam."""
    asked = right = 0
    for number, question in enumerate(exam, 1):
        print(f"{number} of {len(exam)}. {question.prompt}")
        print("> ", end="", flush=True)
        answer = sys.stdin.readline()
        if not answer:
            print()
            break
        is_right = question.is_right(answer)
        asked, right = asked + 1, right + is_right
        print(f"{'Right.' if is_right else 'No.'} {_told(question)}\n")
    print(f"{right} of {asked} right.")


def _told(question: "Question") -> str:
    """The answer, and the rule that says so where it does not name one itself."""
    rule = f" ({question.rule})" if question.rule and not question.answer.startswith(question.rule) else ""
    return f"Answer: {question.answer}{rule}"


COMMAND = Command("exam", "questions on the rules of a game, with answers that the engine computes", arguments, run)
