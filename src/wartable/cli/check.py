"""`wartable check GAME`: the rules of RULES.md that no code cites, no test tries or no example shows."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wartable.errors import BadOption

from .command import Command
from .common import add_json_argument, print_rows

if TYPE_CHECKING:
    from wartable.core.game import Game


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument("--tests", type=Path, metavar="DIR", help="the folder of its tests (default: search for it)")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    from wartable.core.registry import find_game
    from wartable.testing.citations import uncited

    game = find_game(arguments.game)
    tests = arguments.tests or tests_of(game)
    if not tests.is_dir():
        raise BadOption(f"{tests} is not a folder of tests; name it with --tests")
    left = uncited(game, tests)
    if left or arguments.json:
        print_rows(
            [{"rule": rule.name, "missing": ", ".join(what), "": rule.text} for rule, what in left], arguments.json
        )
    if not arguments.json:
        count = len(game.rulebook.rules)
        print(
            f"{count - len(left)} of {count} rules are cited by the program, tried by a test and shown by an example."
        )
    return 1 if left else 0


def tests_of(game: "Game") -> Path:
    """The folder where `wartable new` puts the tests: in a checkout, or next to the sources of a package."""
    inside = game.folder.parents[2].parent / "tests" / "games" / game.name
    return inside if inside.is_dir() else game.folder.parents[1] / "tests"


COMMAND = Command("check", "list the rules that no code cites, no test tries or no example shows", arguments, run)
