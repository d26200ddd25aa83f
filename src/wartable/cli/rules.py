"""`wartable rules GAME [NUMBER]`: the rules as they are implemented."""

import argparse
import json
import re

from .command import Command
from .common import add_json_argument


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("number", nargs="?", help="a rule (3.2 or MT-3.2) or a chapter (3)")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game

    book = find_game(arguments.game).rulebook
    number: str | None = arguments.number
    if number is None:
        rules = [rule for chapter in book.chapters for rule in chapter.rules]
    elif re.fullmatch(r"\d{1,2}", number):
        rules = list(book.chapter(int(number)).rules)
    else:
        rules = [book.find(number)]
    if arguments.json:
        print(json.dumps([{"rule": rule.name, "text": rule.text} for rule in rules], ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    if number is None:
        Console().print(Markdown(book.source))
    else:
        for rule in rules:
            Console().print(Markdown(f"**{rule.name}** {rule.text}"))


COMMAND = Command("rules", "print the rules of a game, a chapter, or one rule", arguments, run)
